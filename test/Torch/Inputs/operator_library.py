# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with the operators of operators.cpp.

operator_library.py LIBRARY make          writes pure.pt2 and writes.pt2
operator_library.py LIBRARY NAME FILE...  runs each archive, and says whether its
                                          results and its state are those of NAME
"""

import sys

import torch

torch.ops.load_library(sys.argv[1])
ops = torch.ops.fxtest


class Pure(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.arange(3.0))

    def forward(self, x):
        y = ops.scale(x, 3.0, bias=self.bias)
        first, second = ops.halves(ops.scale(y))
        same, _ = ops.halves(ops.scale(y))
        return ops.total([first, same, x], [1, 2, 3]), first + second


class Writes(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("cache", torch.ones(4, 3))

    def forward(self, x):
        y = x * 1
        before = y + 0
        ops.bump_(ops.row(y, 1), 10)
        z = x + 1
        ops.fill_both(z[0], self.cache[2], 5)
        return before, y, z + self.cache, ops.bump_(y + z, 1)


def values_of(program):
    module = program.module()
    results = module(torch.arange(12.0).reshape(4, 3))
    return [*results, *module.state_dict().values()]


def main():
    what, *files = sys.argv[2:]
    models = {"pure": Pure, "writes": Writes}
    if what == "make":
        for name, model in models.items():
            example = torch.arange(12.0).reshape(4, 3)
            torch.export.save(torch.export.export(model(), (example,)), name + ".pt2")
        return
    expected = values_of(torch.export.load(what + ".pt2"))
    for file in files:
        got = values_of(torch.export.load(file))
        same = len(got) == len(expected) and all(map(torch.equal, got, expected))
        print(file, "equal" if same else "DIFFERENT")


main()
