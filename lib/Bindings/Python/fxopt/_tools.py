# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of the wheel, as commands."""

import os
import sys


def _run(name):
    path = os.path.join(os.path.dirname(__file__), "bin", name)
    os.execv(path, [name, *sys.argv[1:]])


def fx_opt():
    _run("fx-opt")


def fx_rules():
    _run("fx-rules")


def fx_translate():
    _run("fx-translate")
