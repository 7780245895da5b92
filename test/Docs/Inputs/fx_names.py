"""Checks that docs/FXDifferences.md does not deny what a public header has.

fx_names.py ROOT: headers say `torch.fx: NAME`; such a name may not be one of the
section "Not available".
"""

import glob
import os
import re
import sys


def main():
    root = sys.argv[1]
    names = set()
    for path in glob.glob(os.path.join(root, "include", "fx", "**", "*.h"), recursive=True):
        with open(path, encoding="utf-8") as file:
            names.update(re.findall(r"torch\.fx: ([A-Za-z_][\w.]*\w)", file.read()))
    with open(os.path.join(root, "docs", "FXDifferences.md"), encoding="utf-8") as file:
        denied = file.read().partition("\n## Not available\n")[2].partition("\n## ")[0]
    words = set(re.findall(r"[A-Za-z_]\w*", denied))
    wrong = sorted(name for name in names if name.rpartition(".")[2] in words)
    for name in wrong:
        print(f"docs/FXDifferences.md says that {name} is not available")
    print(f"{len(names)} names, {len(words) and len(wrong)} denied")
    sys.exit(bool(wrong) or not words or not names)


main()
