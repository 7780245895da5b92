"""Applies unified diffs, one after the other: patch.py FILE DIFF..."""

import re
import sys

lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
for path in sys.argv[2:]:
    shift = 0
    at = None
    for line in open(path, encoding="utf-8").read().split("\n")[2:]:
        if match := re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)", line):
            at = int(match[1]) - 1 + shift + (match[2] == "0")
        elif line.startswith("+"):
            lines.insert(at, line[1:])
            at, shift = at + 1, shift + 1
        elif line:
            assert lines[at] == line[1:], (path, at, lines[at], line)
            if line.startswith("-"):
                del lines[at]
                shift -= 1
            else:
                at += 1
print("\n".join(lines), end="")
