# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a sum of cosines, one of which is of a tanh. usage: side_branches.py COUNT WHICH FILE"""

import sys

count, which, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
VAL = '{val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}'
with open(path, "w", encoding="utf-8") as file:
    file.write(f"fx 1\ngraph():\n    %x = placeholder[target=x] {VAL}\n")
    for i in range(count):
        last = f"s{i - 1}" if i else "x"
        mul = "tanh](args = (%x,)" if i == which else f"mul](args = (%x, {1 + i / 1000})"
        file.write(f"    %m{i} = call_function[target=torch.{mul}, kwargs = {{}}) {VAL}\n"
                   f"    %c{i} = call_function[target=torch.cos](args = (%m{i},), kwargs = {{}}) {VAL}\n"
                   f"    %s{i} = call_function[target=torch.add](args = (%{last}, %c{i}), kwargs = {{}}) {VAL}\n")
    file.write(f"    return %s{count - 1}\n")
