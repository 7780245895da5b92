#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says about how long the tests take that lit is about to run.

usage: test-time.py LIT FILTER [--param=NAME] SUITE...

A test takes as long as it did the last time, which lit records beside the suite, or
else as long as the tests of fx-opt take on average.
"""

import math
import os
import re
import subprocess
import sys

AVERAGE = 1.6  # seconds


def main():
    lit, name_filter, *suites = sys.argv[1:]
    command = [sys.executable, lit, "--show-tests", *suites]
    if name_filter:
        command.append("--filter=" + name_filter)
    shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    tests = re.findall(r"^  \S+ :: (.+)$", shown.stdout, re.MULTILINE)
    known = {}
    for suite in suites:
        times = os.path.join(suite, ".lit_test_times.txt")
        if os.path.exists(times):
            with open(times) as file:
                for line in file:
                    seconds, name = line.rstrip("\n").split(" ", 1)
                    known[name] = abs(float(seconds))
    cores = len(os.sched_getaffinity(0))
    seconds = sum(known.get(test, AVERAGE) for test in tests) / cores
    minutes = math.ceil(seconds / 60)
    print(f"about {minutes} minute{'s' if minutes != 1 else ''} on {cores} cores")


if __name__ == "__main__":
    main()
