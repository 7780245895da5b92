"""Sends SIGTERM to a command many times, two seconds after its start: send_signals.py COMMAND..."""
import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[1:])
time.sleep(2)
while process.poll() is None:
    process.send_signal(signal.SIGTERM)
print("ended by " + signal.Signals(-process.returncode).name)
