"""Writes the programs of this folder with an old PyTorch, 2.1 to 2.8.

model.py FOLDER: for each program torch-VERSION.NAME.pt2, and .json with inputs
and what the module itself computes of them.
"""

import copy
import json
import math
import re
import sys
import zipfile

import torch
from torch import nn
from torch.export import export

version = torch.__version__.split("+")[0]
release = tuple(int(part) for part in version.split(".")[:2])


class Net(nn.Module):
    """Parameters, buffers, views, a constant, a mutation, symbolic sizes."""

    def __init__(self):
        super().__init__()
        base = torch.arange(12.0).reshape(3, 4)
        self.linear = nn.Linear(4, 3)
        self.frozen = nn.Parameter(torch.ones(3), requires_grad=False)
        self.register_buffer("base", base)
        self.register_buffer("column", base.t()[1])
        self.register_buffer("low", torch.tensor([0.5, 1.5, 2.5]).to(torch.bfloat16))
        self.register_buffer("count", torch.zeros(1, dtype=torch.int64))
        self.register_buffer("scale", torch.full((3,), 2.0), persistent=False)
        self.shift = torch.tensor([1.0, 2.0, 3.0])

    def forward(self, x, index):
        self.count.add_(1)
        n = x.shape[0]
        y = torch.nn.functional.gelu(self.linear(x), approximate="tanh")
        y = y * self.scale + self.shift + self.frozen + self.column + self.low.float()
        y = torch.clamp(y[:, index], min=-math.inf, max=1e5)
        a, b = torch.split(y, [1, 1], dim=1)
        values, _ = torch.topk(x, 2)
        zeros = torch.zeros(2 * n + 1, dtype=torch.float16)
        return a - b + self.base.sum() + self.count, values, zeros, x.reshape(n * 4)


class Branch(nn.Module):
    def forward(self, x):
        from functorch.experimental.control_flow import cond

        def positive(x):
            return x.sin()

        def negative(x):
            return x.cos() + 1

        return cond(x.sum() > 0, positive, negative, [x])


class Inputs(nn.Module):
    """Constants and trees."""

    def forward(self, batch, pair, factor: float, mode: str, *, scale, flag):
        y = batch["a"] + batch["b"][0] * factor
        if flag or mode != "plain":
            y = y * 2
        return {"y": y * scale, "pair": [pair[0], (pair[1] + 1,)]}


def encode(value):
    if isinstance(value, torch.Tensor):
        kind = str(value.dtype)
        numbers = value.detach().to(torch.float64).flatten().tolist()
        return {"dtype": kind, "shape": list(value.shape), "numbers": numbers}
    if isinstance(value, dict):
        return {"dict": {k: encode(v) for k, v in value.items()}}
    if isinstance(value, (tuple, list)):
        return {"list": [encode(v) for v in value]}
    return {"constant": value}


def shorten(path):
    """Drops the folders of this machine from stack traces."""
    with zipfile.ZipFile(path) as z:
        records = [(name, z.read(name)) for name in z.namelist()]
    with zipfile.ZipFile(path, "w") as z:
        for name, data in records:
            if name.endswith("exported_program.json") or "/models/" in name:
                data = re.sub(rb'File \\"[^"\\]*/(?=torch/|model\.py)', rb'File \\"', data)
            z.writestr(name, data)


def make(name, module, args, kwargs=None, dynamic=None):
    torch.manual_seed(0)
    module = module().eval()
    kwargs = kwargs or {}
    options = {}
    if dynamic and release == (2, 1):
        options["constraints"] = [torch.export.dynamic_dim(args[0], 0) >= 2]
    elif dynamic:
        options["dynamic_shapes"] = dynamic(torch.export.Dim)
    program = export(copy.deepcopy(module), args, kwargs, **options)
    path = f"{sys.argv[1]}/torch-{version}.{name}"
    torch.export.save(program, path + ".pt2", extra_files={"note.txt": name})
    shorten(path + ".pt2")
    expected = {"args": encode(args)["list"], "kwargs": encode(kwargs)["dict"]}
    expected["result"] = encode(module(*copy.deepcopy(args), **copy.deepcopy(kwargs)))
    with open(path + ".json", "w") as f:
        json.dump(expected, f)
        f.write("\n")


x = torch.tensor([[0.5, -1.0, 2.0, 0.25], [1.5, 3.0, -0.5, 1.0], [0.0, 2.5, -2.0, -4.0]])
make(
    "net",
    Net,
    (x, torch.tensor([2, 0])),
    dynamic=lambda dim: {"x": {0: dim("n", min=2, max=100)}, "index": None},
)
make("branch", Branch, (x,))
if release > (2, 1):
    make(
        "inputs",
        Inputs,
        ({"a": x, "b": [x + 1]}, (x, x * 2), 2.5, "plain"),
        {"scale": x, "flag": False},
    )
