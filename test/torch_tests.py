"""Which tests another LibTorch can change: those that name what comes with it, and those
of folders whose configuration does. `utils/check --libtorch` runs these alone."""

import os
import re

import lit.formats

NAMES = re.compile(r"libtorch|torch[-_]python|fx_?python|torchvision|model-benchmark")
#: The folders of GoogleTest programs that load LibTorch.
UNIT_TESTS = ("Torch", "JournalPasses")


def names_libtorch(path):
    with open(path, errors="replace") as file:
        return NAMES.search(file.read()) is not None


class TorchTests(lit.formats.ShTest):
    def getTestsInDirectory(self, suite, path_in_suite, *configs):
        config = os.path.join(suite.getSourcePath(path_in_suite), "lit.local.cfg")
        everything = os.path.exists(config) and names_libtorch(config)
        for test in super().getTestsInDirectory(suite, path_in_suite, *configs):
            if everything or names_libtorch(test.getSourcePath()):
                yield test
