# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of the wheel, as commands."""

import os
import sys


def _run(name):
    path = os.path.join(os.path.dirname(__file__), "bin", name)
    os.execv(path, [name, *sys.argv[1:]])


def fx_diff():
    _run("fx-diff")


def fx_journal():
    _run("fx-journal")


def fx_lsp():
    _run("fx-lsp")


def fx_opt():
    _run("fx-opt")


def fx_reduce():
    _run("fx-reduce")


def fx_rules():
    _run("fx-rules")


def fx_translate():
    _run("fx-translate")
