"""Checks that a file includes only headers of its own layer and of lower ones, and
that nothing outside of lib/ includes a private header of it.

usage: layers.py ROOT
"""

import pathlib
import re
import sys

#: From the lowest up, as CONTRIBUTING.md draws them.
LAYERS = [
    "Support", "IR", "Layout", "AsmParser", "Pass", "Execution", "Analysis", "Journal", "Rewrite", "Interop", "Decomposition",
    "Tracing", "Transforms", "Translate", "Torch", "Tools", "Lsp",
]
#: Folders of sources, and whether they are layers.
FOLDERS = {"lib": True, "include/fx": True, "tools": False}


def main():
    root = pathlib.Path(sys.argv[1])
    rank = {name: place for place, name in enumerate(LAYERS)}
    files = wrong = 0
    for folder, is_layered in FOLDERS.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            files += 1
            layer = path.relative_to(root / folder).parts[0] if is_layered else LAYERS[-1]
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r'#include "(fx/(\w+)/)?([^"]+)"', line)
                if not found:
                    continue
                is_upward = found[1] and rank.get(found[2], -1) > rank.get(layer, len(LAYERS))
                is_private = not found[1] and "../" in found[3]
                if is_upward or is_private:
                    wrong += 1
                    print("%s:%d: %s" % (path.relative_to(root), number, line))
    print("layers: %d files, %d includes that point upwards or into a folder" % (files, wrong))


if __name__ == "__main__":
    main()
