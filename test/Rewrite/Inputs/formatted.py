"""Fails for each file of a folder that `fx-rules fmt` would change."""
import pathlib
import subprocess
import sys

tool, folder = sys.argv[1:]
files = sorted(pathlib.Path(folder).glob("*.fxr"))
wrong = [
    f.name
    for f in files
    if subprocess.run([tool, "fmt", f], capture_output=True, check=True).stdout
    != f.read_bytes()
]
if not files or wrong:
    sys.exit("run fx-rules fmt over: " + " ".join(wrong))
