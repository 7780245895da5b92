"""screen.py MIN MAX: the text has MIN to MAX lines of at most 80 columns."""

import sys

lines = sys.stdin.read().splitlines()
if not int(sys.argv[1]) <= len(lines) <= int(sys.argv[2]):
    sys.exit(f"{len(lines)} lines")
for line in lines:
    if len(line) > 80:
        sys.exit(f"{len(line)} columns: {line}")
