"""Finds Pythons with PyTorch for tests that compare with it."""

import os
import shutil
import subprocess
import sys

PROBE = """
import importlib.util, os
spec = importlib.util.find_spec("torch")
names = {}
if spec and spec.origin:
    exec(open(os.path.join(os.path.dirname(spec.origin), "version.py")).read(), names)
print(names.get("__version__", ""))
print(*filter(importlib.util.find_spec, ("torchvision", "tabulate")))
"""


class TorchPython:
    """A Python with PyTorch."""

    def __init__(self, path, version, packages):
        self.path = path
        #: Two numbers.
        self.version = version
        #: Which of those that some tests need stand beside PyTorch.
        self.packages = packages


def probe(path):
    """What a Python has; None for one without PyTorch 1.13 or newer."""
    try:
        run = subprocess.run([path, "-c", PROBE], capture_output=True, text=True, timeout=60)
        version, *packages = run.stdout.split()
        version = tuple(int(part) for part in version.split(".")[:2])
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return TorchPython(path, version, packages) if version >= (1, 13) else None


def named():
    """The paths in FX_TORCH_PYTHON, which are separated by colons."""
    return list(filter(None, os.environ.get("FX_TORCH_PYTHON", "").split(os.pathsep)))


def find():
    """The named ones, the one that runs lit, the python3 of PATH and that of the
    system."""
    candidates = named() + [sys.executable, shutil.which("python3"), "/usr/bin/python3"]
    candidates = dict.fromkeys(filter(None, candidates))
    return list(filter(None, map(probe, candidates)))


def run_again(minimum):
    """Runs this script again with a Python that has a PyTorch of the version MINIMUM or
    newer. Returns false if there is none, and true in the second run."""
    if os.environ.pop("FX_TORCH_FOUND", None):
        return True
    found = [python for python in find() if python.version >= minimum]
    if not found:
        return False
    os.environ["FX_TORCH_FOUND"] = "1"
    os.execv(found[0].path, [found[0].path, "-W", "ignore", *sys.argv])
