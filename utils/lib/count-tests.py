#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums up an xunit report of lit: one line `SUITE PASSED FAILED SKIPPED` each.

Fails when the file is missing, cannot be read, or holds no test at all: a run
that tested nothing must not look green.
"""

import sys
import xml.etree.ElementTree as ElementTree


def main():
    try:
        suites = ElementTree.parse(sys.argv[1]).getroot()
    except (OSError, ElementTree.ParseError) as error:
        sys.exit(f"no test results: {error}")
    total = 0
    for suite in suites.iter("testsuite"):
        passed = failed = skipped = 0
        for test in suite.iter("testcase"):
            skip = test.find("skipped")
            if test.find("failure") is not None:
                failed += 1
            elif skip is None:
                passed += 1
            elif not skip.get("message", "").startswith("Test not selected"):
                skipped += 1
        total += passed + failed + skipped
        print(suite.get("name"), passed, failed, skipped)
    if not total:
        sys.exit("no test was run")


main()
