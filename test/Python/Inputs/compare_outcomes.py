"""compare_outcomes.py ALONE LOG...: whether the same tests pass in each log of pytest
as in ALONE; prints a line for each."""

import os
import re
import sys


def read(path):
    with open(path) as file:
        text = file.read()
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", text, re.M))
    passed = re.search(r"(\d+) passed", text)
    counts = re.search(r"^conformance \w: (.*)$", text, re.M)
    return failed, passed and passed[1], counts and counts[1]


alone, count, _ = read(sys.argv[1])
bad = False
for path in sys.argv[2:]:
    name = os.path.splitext(os.path.basename(path))[0]
    failed, passed, counts = read(path)
    print(f"{name}: {counts}; {passed} passed")
    for test in sorted(failed ^ alone):
        bad = True
        print(f"  {test}: {'fails with' if test in failed else 'passes only with'} fx-opt")
    bad |= passed != count
sys.exit(bad)
