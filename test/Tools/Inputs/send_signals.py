"""Sends SIGTERM twice to a command, two seconds after its start, the second time while
it waits for room to write what it says of the first: send_signals.py COMMAND..."""
import fcntl
import os
import signal
import subprocess
import sys
import time

reader, writer = os.pipe()
process = subprocess.Popen(sys.argv[1:], stderr=writer)
time.sleep(2)
filler = b"." * fcntl.fcntl(writer, fcntl.F_GETPIPE_SZ)
os.write(writer, filler)
for _ in range(2):
    process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
os.close(writer)
with os.fdopen(reader, "rb") as pipe:
    print(pipe.read()[len(filler):].decode(), end="")
print("ended by " + signal.Signals(-process.wait()).name)
