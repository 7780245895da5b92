"""Compares the records of two archives without their root folders.

compare_records.py FIRST SECOND

Prints the names of those that differ, or that one of them lacks.
"""

import sys
import zipfile


def records(path):
    with zipfile.ZipFile(path) as z:
        return {n.split("/", 1)[1]: z.read(n) for n in z.namelist()}


first, second = map(records, sys.argv[1:])
for name in sorted(first.keys() | second.keys()):
    if first.get(name) != second.get(name):
        print(name)
