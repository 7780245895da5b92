"""Asks PyTorch what fx-opt makes of programs of older ones.

old_programs.py DIRECTORY

Each archive NAME.pt2 stands beside NAME.json with inputs and results.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile

import torch

from common import finish

directory = sys.argv[1]


def decode(value):
    if "dtype" in value:
        dtype = getattr(torch, value["dtype"].removeprefix("torch."))
        return torch.tensor(value["numbers"], dtype=torch.float64).to(dtype).reshape(value["shape"])
    if "dict" in value:
        return {k: decode(v) for k, v in value["dict"].items()}
    if "list" in value:
        return tuple(decode(v) for v in value["list"])
    return value["constant"]


def leaves(value):
    if isinstance(value, dict):
        return [leaf for _, v in sorted(value.items()) for leaf in leaves(v)]
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in leaves(v)]
    return [value]


def lists(value):
    """The tree with lists where the program was given lists."""
    if isinstance(value, dict):
        return {k: list(v) if isinstance(v, tuple) else lists(v) for k, v in value.items()}
    return value


def same(first, second):
    return (
        first.dtype == second.dtype
        and first.shape == second.shape
        and torch.allclose(first, second, rtol=1e-5, atol=1e-5)
    )


total = differ = 0
with tempfile.TemporaryDirectory() as folder:
    for path in sorted(glob.glob(os.path.join(directory, "*.pt2"))):
        name = os.path.basename(path)
        with open(path.removesuffix(".pt2") + ".json") as f:
            expected = json.load(f)
        for options in [], ["--passes=dce,cse,normalize-args"]:
            total += 1
            upgraded = os.path.join(folder, name)
            subprocess.run(["fx-opt", path, "-o", upgraded, *options], check=True)
            program = torch.export.load(upgraded)
            args = [lists(decode(v)) for v in expected["args"]]
            kwargs = {k: decode(v) for k, v in expected["kwargs"].items()}
            result = leaves(program.module()(*args, **kwargs))
            wanted = leaves(decode(expected["result"]))
            program.run_decompositions()
            if len(result) != len(wanted) or not all(map(same, result, wanted)):
                differ += 1
                print("differs:", name)
finish(f"old programs: {total} written", total, differ)
