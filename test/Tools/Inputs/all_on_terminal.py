"""all_on_terminal.py COMMAND...: runs it on a terminal of its own, where nobody types
anything, and prints what it shows there. Exits as the command does.
"""

import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"  # no colors
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(terminal, b"\x04")  # Ctrl-D
shown = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the command has ended
        break
    if not piece:
        break
    shown += piece
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(status))
