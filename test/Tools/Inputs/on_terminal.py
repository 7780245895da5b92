"""Runs a command whose standard error is a terminal, and prints what it shows there.

The controls of a terminal become words: <CR> goes to the begin of the line, and
<CLEAR> clears what is after the cursor. Progress is shown without delay.
"""

import os
import pty
import subprocess
import sys

from terminal import read_all

master, slave = pty.openpty()
environment = {"TERM": "xterm", "FX_PROGRESS_DELAY": "0", **os.environ}
process = subprocess.Popen(sys.argv[1:], stderr=slave, env=environment)
text = read_all(master, process)
shown = text.decode().replace("\r\n", "\n").replace("\x1b[K", "<CLEAR>")
sys.stdout.write(shown.replace("\r", "\n<CR>"))
sys.exit(process.returncode)
