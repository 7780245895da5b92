"""Counts the operations of exported modules twice: by fx-translate --info, and
by torch.utils.flop_counter while they run."""

import json
import subprocess
import sys

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode


def call(function):
    class Call(nn.Module):
        def forward(self, *args):
            return function(*args)

    return Call()


def randn(*sizes):
    return torch.randn(sizes)


CASES = {
    "mm": (call(torch.mm), randn(3, 4), randn(4, 5)),
    "addmm": (call(torch.addmm), randn(5), randn(3, 4), randn(4, 5)),
    "bmm": (call(torch.bmm), randn(2, 3, 4), randn(2, 4, 5)),
    "baddbmm": (call(torch.baddbmm), randn(2, 3, 5), randn(2, 3, 4), randn(2, 4, 5)),
    "matmul of batches": (call(torch.matmul), randn(6, 1, 3, 4), randn(2, 4, 5)),
    "matmul by a matrix": (call(torch.matmul), randn(6, 2, 3, 4), randn(4, 5)),
    "linear": (nn.Linear(4, 5), randn(7, 3, 4)),
    "linear without bias": (nn.Linear(4, 5, bias=False), randn(3, 4)),
    "conv1d": (nn.Conv1d(4, 6, 3, padding=1), randn(2, 4, 9)),
    "conv2d with groups": (nn.Conv2d(4, 6, 3, stride=2, groups=2), randn(2, 4, 9, 9)),
    "conv2d without a batch": (nn.Conv2d(4, 6, 3, dilation=2), randn(4, 9, 9)),
    "conv2d, same": (nn.Conv2d(4, 6, 3, padding="same"), randn(2, 4, 9, 9)),
    "depthwise": (nn.Conv2d(4, 8, 5, groups=4), randn(1, 4, 9, 9)),
    "conv3d": (nn.Conv3d(2, 3, 2), randn(1, 2, 5, 5, 5)),
    "transposed": (nn.ConvTranspose2d(4, 6, 3, stride=2, groups=2), randn(2, 4, 5, 5)),
    "einsum": (
        call(lambda a, b: torch.einsum("bhqd,bhkd->bhqk", a, b)),
        randn(2, 3, 4, 5),
        randn(2, 3, 6, 5),
    ),
    "nothing": (call(lambda a: torch.relu(a).sum() * 2), randn(3, 4)),
    "a block": (
        nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(288, 10)),
        randn(2, 3, 8, 8),
    ),
}


def ours(tool, program, path):
    torch.export.save(program, path)
    text = subprocess.run(
        [tool, "--info", "--json", path], check=True, capture_output=True, text=True
    ).stdout
    return json.loads(text)[0]["models"][0]["cost"]


def main():
    tool, path = sys.argv[1:]
    for name, (module, *args) in CASES.items():
        counter = FlopCounterMode(display=False)
        with torch.no_grad(), counter:
            module(*args)
        want = counter.get_total_flops()
        program = torch.export.export(module, tuple(args))
        for dialect in (program, program.run_decompositions()):
            cost = ours(tool, dialect, path)
            if cost["flops"] != want or cost["not_counted"]:
                print(f"{name}: {want} operations, {cost} counted")
    print(len(CASES), "modules compared")


main()
