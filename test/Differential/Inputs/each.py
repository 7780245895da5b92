"""Runs one comparison under every Python that has torch.

each.py --python=PYTHON... --fx-opt=TOOL INPUTS SCRIPT ARGUMENT...
"""

import os
import subprocess
import sys

pythons, rest, tool = [], [], None
for argument in sys.argv[1:]:
    if argument.startswith("--python="):
        pythons.append(argument.split("=", 1)[1])
    elif argument.startswith("--fx-opt="):
        tool = argument.split("=", 1)[1]
    else:
        rest.append(argument)

status = 0
for python in pythons:
    command = [python, "-W", "ignore", os.path.join(rest[0], rest[1]), *rest[2:]]
    environment = dict(os.environ, FX_OPT=tool, PYTHONDONTWRITEBYTECODE="1")
    # The same seeds have to give the same graphs.
    environment["PYTHONHASHSEED"] = "0"
    status |= subprocess.run(command, env=environment).returncode
sys.exit(1 if status else 0)
