# The GoogleTest programs, one lit test per test case.

import os

import lit.formats

config.name = "FX-Unit"
config.suffixes = []
config.test_source_root = config.fx_unittest_dir
config.test_exec_root = config.fx_unittest_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")

for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE", "HOME", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
