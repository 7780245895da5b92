#!/usr/bin/env python3
"""Sums up a result file of lit: one line `SUITE PASSED FAILED SKIPPED` each.

Fails when the file is missing, cannot be read, or holds no test at all: a run
that tested nothing must not look green.
"""

import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"no test results: {error}")
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for test in tests:
        # The name is "SUITE :: path/of/test"; excluded tests of a filter do
        # not count.
        code = test["code"]
        suite = test["name"].split(" :: ")[0]
        if code == "EXCLUDED":
            continue
        column = 0 if code in PASSED else 2 if code in SKIPPED else 1
        counts[suite][column] += 1
    if not counts:
        sys.exit("no test was run")
    for suite, (passed, failed, skipped) in sorted(counts.items()):
        print(suite, passed, failed, skipped)


main()
