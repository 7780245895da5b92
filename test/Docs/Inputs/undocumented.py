"""Prints the public classes and enumerations that have no comment of their own.

undocumented.py FOLDER
"""

import pathlib
import re
import sys

DEFINITION = re.compile(r"(template .*> )?(class|struct|union|enum|enum class) (alignas\(\w+\) )?(\w+)\b(?!<)[^;]*$")

count = 0
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.h")):
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        match = DEFINITION.match(line)
        if not match:
            continue
        count += 1
        before = number - 1
        while lines[before].startswith("template"):
            before -= 1
        if not lines[before].lstrip().startswith("///"):
            print(f"{path}:{number + 1}: '{match[4]}' has no comment that says what it is")
print(count, "classes")
