"""Runs a command that may write a kilobyte to a file. usage: limited.py COMMAND..."""

import os
import resource
import signal
import sys

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
os.execvp(sys.argv[1], sys.argv[1:])
