"""all_on_terminal.py COMMAND...: runs it on a terminal of its own, where nobody types
anything, and prints what it shows there. Exits as the command does.
"""

import fcntl
import os
import pty
import subprocess
import sys
import termios

from terminal import read_all

terminal, other = pty.openpty()
os.write(terminal, b"\x04")  # Ctrl-D
command = subprocess.Popen(
    sys.argv[1:],
    stdin=other,
    stdout=other,
    stderr=other,
    env={**os.environ, "TERM": "dumb"},  # no colors
    start_new_session=True,
    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
)
shown = read_all(terminal, command)
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.exit(command.returncode)
