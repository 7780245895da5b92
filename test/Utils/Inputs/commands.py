"""Checks that CONTRIBUTING.md lists the commands in utils.

commands.py ROOT: a command is a file of utils or .ci that can be executed. Each has to
be named in the page, which names no other.
"""

import os
import re
import sys


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8") as file:
        rows = [line for line in file if line.startswith("| `")]
    named = set(re.findall(r"`((?:utils|\.ci)/[\w/-]+)", "".join(rows)))
    found, missing = 0, 0
    for folder in "utils", ".ci":
        for name in sorted(os.listdir(os.path.join(root, folder))):
            path = f"{folder}/{name}"
            whole = os.path.join(root, path)
            if not os.path.isfile(whole) or not os.access(whole, os.X_OK):
                continue
            found += 1
            if path not in named:
                missing += 1
                print(f"{path}: CONTRIBUTING.md does not list it")
    for path in sorted(named):
        if not os.path.exists(os.path.join(root, path)):
            missing += 1
            print(f"{path}: there is no such command")
    print(f"{found} commands, {missing} wrong")
    sys.exit(missing != 0)


main()
