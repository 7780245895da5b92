"""run_page.py PAGE: runs the blocks of Python in PAGE, which see each other's names."""

import re
import sys
import traceback

with open(sys.argv[1]) as file:
    page = file.read()
names = {"__name__": "page"}
count = 0
for block in re.finditer(r"^```python\n(.*?)^```$", page, re.M | re.S):
    first = page[: block.start(1)].count("\n")
    try:
        # The code of a traced function is looked up by its line.
        exec(compile("\n" * first + block[1], sys.argv[1], "exec"), names)
    except Exception:
        traceback.print_exc()
        sys.exit(f"{sys.argv[1]}:{first + 1}: the sample fails")
    count += 1
print(f"{count} samples")
