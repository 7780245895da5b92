"""Checks that the blocks of C++ on a page stand in a source.

quotes.py PAGE SOURCE
"""

import re
import sys

page, source = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
blocks = re.findall(r"```cpp\n(.*?)```", page, re.S)
for block in blocks:
    if block not in source:
        sys.exit("not in the source:\n" + block)
if not blocks:
    sys.exit("there is no C++ on the page")
