# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The GoogleTest programs, one lit test per test case.

import os
import sys

import lit.formats

config.name = "FX-Unit"
config.suffixes = []
config.test_source_root = config.fx_unittest_dir
config.test_exec_root = config.fx_unittest_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
if "libtorch" in lit_config.params:
    sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
    from torch_tests import UNIT_TESTS

    config.excludes = set(os.listdir(config.fx_unittest_dir)) - set(UNIT_TESTS)

for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE", "HOME", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
