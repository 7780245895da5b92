"""Decomposes calls that write and asks PyTorch what they compute.

in_place.py

Each method of Tensor that ends in `_` is called with the arguments that it takes,
on copies of the inputs of one program, and so are views of many kinds, overlapping
ones included, that are written. What fx-opt makes of the program has to load and to
compute what the program computed. Calls that PyTorch does not export, or does not
run, are left out.
"""

import logging
import os
import subprocess
import sys
import tempfile
import warnings

import torch
import torch.nn as nn

from common import finish

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
torch.set_num_threads(1)

ARGUMENTS = [
    "", "2", "0.5", "y", "2, 2", "y, y", "0", "0, 1", "-1", "0, i, y", "0, i, 2.",
    "m, 2.", "m, y", "0, idx, y", "0, idx, 2.", "y, alpha=2", "y, y, value=2",
    "y, 0.5", "1, 0, 1.", "2, rounding_mode='floor'", "0, idx, y, 'amax'",
    "0, i, y, reduce='add'", "(i0,), y[0], accumulate=True", "0., 1.", "min=0",
    "max=y", "m.clone()", "y[:, :3], y[:3], beta=2",
]  # fmt: skip
# Nothing of these belongs in a program, or draws numbers in an order of its own.
SKIPPED = {
    "requires_grad_", "set_", "share_memory_", "pin_memory_", "sparse_resize_",
    "sparse_resize_and_clear_", "rename_", "apply_", "map_", "map2_", "retain_grad_",
    "module_load_", "resize_", "resize_as_", "swapaxes_", "swapdims_", "random_",
    "geometric_", "cauchy_", "log_normal_", "uniform_", "normal_", "exponential_",
    "bernoulli_",
}  # fmt: skip
# What is written through a view of x; x, as it is then, is the result.
VIEWS = [
    "x.expand(2, 3, 4)[1].add_(1)",
    "x.unsqueeze(1).expand(3, 2, 4)[:, 1, 1:].mul_(2)",
    "x[0].expand(2, 4).zero_()",
    "x[0, 0].expand(4)[2].add_(1)",
    "x.sum(0).expand(3, 4)[1].add_(1)",
    "x.unfold(1, 2, 1)[:, 1].mul_(2)",
    "x.unfold(1, 2, 2).mul_(2)",
    "x.unfold(0, 2, 1).fill_(2)",
    "x.view(-1).unfold(0, 3, 2)[1].sub_(1)",
    "x.as_strided((3, 3), (1, 1))[1].mul_(2)",
    "x.as_strided((2, 2), (4, 1), 1).mul_(2)",
    "x[1].as_strided((2,), (4,), 0).add_(9)",
    "x.t().as_strided((2,), (3,), 1).add_(9)",
    "x.view(torch.int16)[:, 0].fill_(7)",
    "x[0].expand(3, 4).view(torch.int32)[1].add_(1)",
    "x.view(3, 2, 2).permute(2, 0, 1)[1].t().unsqueeze(0).squeeze(0)[1].add_(1)",
    "x.split(2, 1)[1].mul_(2)",
    "x.chunk(2, -1)[0].add_(x.chunk(2, -1)[1])",
    "x.unbind(0)[1].copy_(x.unbind(1)[0][0])",
    "x.tensor_split(3, 1)[2].add_(1)",
    "x.movedim(0, 1)[1].mul_(5)",
    "x.narrow(1, -2, 2).add_(1)",
    "x.flatten()[3:5].zero_()",
    "x.t().flatten().zero_()",
    "x.to(torch.float32).add_(1)",
    "x.type_as(y).add_(1)",
    "x.double().add_(1)",
    "torch.nn.functional.dropout(x, 0.5, False).add_(1)",
    "torch.atleast_2d(x).add_(1)",
    "x.repeat(1, 1).add_(1)",
    "x.diagonal(1).add_(1)",
    "x[-2:-1].add_(1)",
    "x.fill_diagonal_(3)",
    "x.view(6, 2).fill_diagonal_(3, wrap=True)",
    "x.t_().add_(1)",
    "torch.aminmax(x, dim=1, out=(y[:, 0], y[:, 1]))",
    "torch.sort(x, 1, descending=True, out=(x, torch.zeros(3, 4, dtype=torch.long)))",
    "torch._foreach_add_([x, y], [y, x])",
    "torch._foreach_mul_([x[0], x[1]], 2.)",
    "torch.sum(x, 1, out=x[:, 0].clone())",
    "c = torch.view_as_complex(x.view(3, 2, 2)); d = c.conj(); c.mul_(1j); x = d.t().imag + d[0].real.sum()",
    "torch.exp(y[0], out=x[0, 1:2])",
    "v = x.view(2, 6); torch.exp(y[:1, :2], out=x); v.add_(1); x = v",
    "v = x[1:]; torch.neg(y.repeat(2, 1), out=x[2]); x.mul_(2); x = v",
    "x = x[2:]; torch.exp(y, out=x); x[1].add_(1)",
    "v = x[:0]; torch.sum(y, 0, out=v); x = x + v",
    "v = x[1].t(); torch.sum(y, out=v); v.mul_(3); x = x + v",
]


def inputs(integers):
    x = torch.arange(12.0).view(3, 4) / 4 - 1
    y = x.flip(0) + 0.3
    if integers:
        x, y = (x * 4).long(), (y * 4).long()
    i, i0 = torch.zeros(3, 4, dtype=torch.long), torch.tensor([1])
    return x, y, i, i0, torch.tensor([0, 2, 1]), x > 0


def compiled(statement):
    names = {"torch": torch}
    exec(f"def call(x, y, i, i0, idx, m):\n    {statement}\n    return x", names)
    return names["call"]


class Calls(nn.Module):
    """Makes all calls, each on copies."""

    def __init__(self, functions):
        super().__init__()
        self.functions = functions

    def forward(self, *args):
        results = []
        for function in self.functions:
            copies = [args[0].clone(), args[1].clone(), *args[2:]]
            results += [function(*copies), copies[1]]
        return results


class Alone(nn.Module):
    """Makes one call, on the inputs themselves."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return (self.function(*args) + 0,)


def run(module, args):
    return module(*[arg.clone() for arg in args])


def same(left, right):
    return (
        left.dtype == right.dtype
        and left.shape == right.shape
        and torch.allclose(left.double(), right.double(), 1e-4, 1e-5, equal_nan=True)
    )


def exports(functions, args):
    try:
        return torch.export.export(Calls(functions), args)
    except Exception:
        return None


def exportable(statements, args):
    """The program of all calls that can be exported, and their texts."""
    groups, kept = [statements], []
    while groups:
        group = groups.pop()
        if exports([compiled(s) for s in group], args) is not None:
            kept += group
        elif len(group) > 1:
            groups += [group[: len(group) // 2], group[len(group) // 2 :]]
    return exports([compiled(s) for s in kept], args), kept


compared = differ = 0


def check(name, program, expected, args, texts):
    global compared, differ
    with tempfile.TemporaryDirectory() as folder:
        before, after = (os.path.join(folder, n) for n in ("in.pt2", "out.pt2"))
        torch.export.save(program, before)
        tool = [os.environ["FX_OPT"], before, "--passes=decompose", "-o", after]
        process = subprocess.run(tool, capture_output=True, text=True)
        if process.returncode:
            differ += 1
            print(name, process.stderr, file=sys.stderr)
            return
        got = run(torch.export.load(after).module(), args)
    for text, left, right in zip(texts, expected, got):
        compared += 1
        if not same(left, right):
            differ += 1
            print(f"{text} ({name}): {right}, not {left}", file=sys.stderr)


methods = [n for n in dir(torch.Tensor) if n.endswith("_") and n[0] != "_"]
methods += [f"__i{n}__" for n in "add sub mul and or xor lshift rshift pow".split()]
for integers in (False, True):
    args, statements = inputs(integers), []
    for method in methods:
        for arguments in ARGUMENTS:
            statement = f"x.{method}({arguments})"
            # PyTorch traces no shift by truth values.
            if method in SKIPPED or ("shift" in method and "m" in arguments):
                continue
            try:
                run(compiled(statement), args)
            except Exception:
                continue
            statements.append(statement)
    if not integers:
        statements += VIEWS
    program, kept = exportable(statements, args)
    texts = [text for text in kept for _ in range(2)]
    expected = run(program.module(), args)
    check("integers" if integers else "numbers", program, expected, args, texts)

# A written input is an output.
args = inputs(False)
for view in ("x.expand(2, 3, 4)[1].add_(1)", "x.pow_(2)", "x.unfold(1, 2, 2).mul_(2)"):
    program = torch.export.export(Alone(compiled(view)), args)
    expected = run(program.module(), args)
    check("input", program, expected, args, [view])

finish(f"in-place: {compared} values compared", compared, differ)
