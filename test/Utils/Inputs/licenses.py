"""Finds sources without the license header.

licenses.py ROOT

Rules and generated files have none, nor has what is not a source: tests, pages,
CMakeLists.txt.
"""

import os
import sys

FOLDERS = (".ci", "include", "lib", "tools", "utils", "test/unittests", "test/fuzz")
SUFFIXES = (".c", ".cmake", ".cpp", ".css", ".el", ".h", ".js", ".lua", ".py", ".pyi", ".sh",
            ".td", ".vim")
# utils/generate writes them, or the file is one of data for a test.
EXCEPT = ("lib/Bindings/Python/fxopt/passes.pyi",)


def is_source(path):
    if "/Inputs/" in path or "/seeds/" in path or path in EXCEPT:
        return False
    name = os.path.basename(path)
    return name.endswith(SUFFIXES) or "." not in name


def main():
    root = sys.argv[1]
    found = missing = 0
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [name for name in folders if name != "__pycache__"]
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not is_source(path):
                    continue
                with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
                    head = file.read(2000)
                if "." not in name and not head.startswith("#!"):
                    continue
                found += 1
                # On one line: tools that look for licenses read no more.
                if "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in head:
                    missing += 1
                    print(f"{path}: no license header")
    print(f"{found} sources, {missing} without a license")
    sys.exit(missing != 0)


main()
