#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times torch.export on an archive that fx-benchmark wrote.

torch_export.py FILE N: prints one JSON object a line, {"row": "pt2_load", "n": 5000,
"us": 736.0}, microseconds of processor time per node. Every figure is of one round after
one on a small program, which loads what PyTorch loads on first use.
"""
import io
import json
import sys
import time
import warnings

import torch

path, n = sys.argv[1], int(sys.argv[2])
warnings.simplefilter("ignore")
torch.set_num_threads(1)


class Small(torch.nn.Module):
    def forward(self, x):
        return x.relu()


small = io.BytesIO()
torch.export.save(torch.export.export(Small(), (torch.rand(2),)), small)
small.seek(0)
torch.export.load(small)


def report(row, work):
    begin = time.process_time()
    result = work()
    us = (time.process_time() - begin) / n * 1e6
    print(json.dumps({"row": row, "n": n, "us": us}), flush=True)
    return result


def edit():
    program = torch.export.load(path)
    from torch.fx.passes.dialect.common.cse_pass import CSEPass

    CSEPass()(program.graph_module)
    program.graph_module.graph.eliminate_dead_code()
    torch.export.save(program, io.BytesIO())


program = report("pt2_load", lambda: torch.export.load(path))
report("pt2_save", lambda: torch.export.save(program, io.BytesIO()))
if n <= 10_000:
    report("pt2_edit", edit)
