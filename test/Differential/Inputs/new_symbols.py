"""Adds calls whose results depend on data to exported programs.

new_symbols.py

Each call is written into the native text of a program without a `val`; fx-opt
makes an archive of it, with new symbols, that has to load and to compute what
the call computes.
"""

import os
import re
import subprocess
import tempfile

import torch

from common import finish


class Net(torch.nn.Module):
    def forward(self, x):
        return x.sin()


# Lines that end in %last, a scalar; `NAME = OPERATOR(ARGUMENTS)`. Then the same
# in Python.
CASES = {
    "nonzero": (
        ["n = nonzero.default(%sin)", "m = mul.Tensor(%n, 2)", "last = sum.default(%m)"],
        lambda s: (s.nonzero() * 2).sum(),
    ),
    "masked_select": (
        ["g = gt.Scalar(%sin, 0)", "m = masked_select.default(%sin, %g)", "last = sum.default(%m)"],
        lambda s: s[s > 0].sum(),
    ),
    "mask": (
        ["g = gt.Scalar(%sin, 0)", "m = index.Tensor(%sin, [%g])",
         "e = exp.default(%m)", "last = sum.default(%e)"],
        lambda s: s[s > 0].exp().sum(),
    ),
    "two": (
        ["g = gt.Scalar(%sin, 0)", "a = index.Tensor(%sin, [%g])",
         "h = lt.Scalar(%sin, 0)", "b = index.Tensor(%sin, [%h])",
         "c = cat.default([%a, %b])", "last = sum.default(%c)"],
        lambda s: s.sum(),
    ),
    "item": (
        ["m = max.default(%sin)", "i = item.default(%m)", "n = mul.Tensor(%sin, %i)",
         "last = sum.default(%n)"],
        lambda s: (s * s.max().item()).sum(),
    ),
    "item_int": (
        ["a = argmax.default(%sin)", "i = item.default(%a)", "n = mul.Tensor(%sin, %i)",
         "last = sum.default(%n)"],
        lambda s: (s * s.argmax().item()).sum(),
    ),
    "bincount": (
        ["r = round.default(%sin)", "a = abs.default(%r)",
         "i = _to_copy.default(%a, dtype: torch.int64)", "v = view.default(%i, [-1])",
         "b = bincount.default(%v)", "last = sum.default(%b)"],
        lambda s: s.round().abs().long().view(-1).bincount().sum(),
    ),
}


def node(text):
    name, call = text.split(" = ", 1)
    operator, arguments = call[:-1].split("(", 1)
    parts = re.split(r", (?![^\[]*\])", arguments)
    keywords = [part for part in parts if ": " in part]
    positional = [part for part in parts if ": " not in part]
    comma = "," if len(positional) == 1 else ""
    return "    %%%s = call_function[target=torch.ops.aten.%s](args = (%s%s), kwargs = {%s})" % (
        name, operator, ", ".join(positional), comma, ", ".join(keywords))


def edit(path, lines):
    """The archive, with these calls in front of its output."""
    text = path[:-4] + ".fx"
    subprocess.run([os.environ["FX_OPT"], path, "-o", text], check=True)
    with open(text, encoding="utf-8") as file:
        old = file.read().splitlines()
    place = next(i for i, line in enumerate(old) if "output[target" in line)
    old[place] = old[place].replace("(%sin,)", "(%last,)")
    with open(text, "w", encoding="utf-8") as file:
        file.write("\n".join(old[:place] + [node(line) for line in lines] + old[place:]) + "\n")
    result = path[:-4] + ".new.pt2"
    subprocess.run([os.environ["FX_OPT"], text, "-o", result], check=True)
    return result


total = differ = 0
with tempfile.TemporaryDirectory() as folder:
    for name, (lines, function) in CASES.items():
        for dynamic in (False, True):
            x = torch.randn(4, 3, generator=torch.Generator().manual_seed(0))
            shapes = ({0: torch.export.Dim("batch", min=2)},) if dynamic else None
            path = os.path.join(folder, "%s%d.pt2" % (name, dynamic))
            torch.export.save(torch.export.export(Net(), (x,), dynamic_shapes=shapes), path)
            total += 1
            try:
                module = torch.export.load(edit(path, lines)).module()
                inputs = [x, -x] + [torch.randn(7, 3)] * dynamic
                good = all(torch.allclose(module(y).float(), function(y.sin()).float()) for y in inputs)
            except Exception as error:
                print("new symbols: %s: %s" % (name, str(error)[:300]))
                good = False
            if not good:
                print("differ: %s, dynamic %s" % (name, dynamic))
                differ += 1
finish("new symbols: %d programs" % total, total, differ)
