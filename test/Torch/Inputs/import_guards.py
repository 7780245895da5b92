"""What the examples of an import have decided is checked by the graph: a run with other
inputs gives what TorchScript gives, or is stopped. import_guards.py TOOLS FOLDER."""
import os
import subprocess
import sys
from typing import List, Optional

import torch
from torch import Tensor, nn

tools, folder = sys.argv[1:]


class Flags(nn.Module):
    def forward(self, x: Tensor, m: Optional[Tensor] = None, k: bool = False):
        if m is not None:
            x = x + 100
        return x * 10 if k else x


class Unused(nn.Module):
    def forward(self, x: Tensor, m: Optional[Tensor] = None, k: bool = False):
        return x + 1


class Word(nn.Module):
    def forward(self, x: Tensor, mode: str = "sum"):
        return x.sum() if mode == "sum" else x.mean()


class Items(nn.Module):
    def forward(self, xs: List[Tensor]):
        return torch.stack(xs).sum(0) + len(xs)


class Stacked(nn.Module):
    """Asks for no length."""

    def forward(self, xs: List[Tensor]):
        return torch.stack(xs).sum(0)


class Given(nn.Module):
    def forward(self, x: Tensor, m: Optional[Tensor] = None):
        return x * 3 if m is None else x * m


class Distinct(nn.Module):
    def forward(self, x: Tensor):
        a, n = torch.unique_consecutive(x, return_counts=True)
        b, i = torch.unique(x, return_inverse=True)
        c, p, q = torch.unique_consecutive(x, return_inverse=True, return_counts=True)
        d, r = torch.unique(x, return_counts=True)
        return a + n.sum() + i.sum() + p.sum() + q.sum() + r.sum(), b, c, d


X = "f32[2]=1"
x = torch.ones(2)
STOPPED = "assertion failed"
CASES = [
    # The examples, the inputs of the run, those for TorchScript, whether it is stopped.
    (Flags, [X], [X], (x,), False),
    (Flags, [X, "None", "False"], [X], (x,), False),
    (Flags, [X, "None", "False"], [X, X], (x, x), True),
    (Flags, [X, "None", "False"], [X, "None", "True"], (x, None, True), True),
    (Flags, [X, X, "True"], [X, X, "True"], (x, x, True), False),
    (Flags, [X, X, "True"], [X], (x,), True),
    (Unused, [X, "None", "False"], [X, X, "True"], (x, x, True), False),
    (Word, [X, '"sum"'], [X], (x,), False),
    (Word, [X, '"sum"'], [X, '"mean"'], (x, "mean"), True),
    (Items, [f"[{X}, {X}]"], [f"[{X}, {X}]"], ([x, x],), False),
    (Items, [f"[{X}, {X}]"], [f"[{X}, {X}, {X}]"], ([x, x, x],), True),
    (Stacked, [f"[{X}, {X}]"], [f"[{X}, {X}, {X}]"], ([x, x, x],), False),
    (Given, [], [X, "f32[2]=5"], (x, 5 * x), False),
    (Given, [], [X], (x,), True),
    (Distinct, [X], [X], (x,), False),
]


def first_number(line):
    return float(line.split("from ")[1].split(" ")[0])


wrong = 0
for number, (kind, examples, given, args, stops) in enumerate(CASES):
    name = os.path.join(folder, f"{kind.__name__}{number}")
    torch.jit.save(torch.jit.script(kind()), name + ".pt")
    examples = [f"--input={e}" for e in examples]
    fx_opt, fx_run = (os.path.join(tools, tool) for tool in ("fx-opt", "fx-run"))
    subprocess.run([fx_opt, name + ".pt", "-o", name + ".fx", *examples], check=True)
    run = subprocess.run(
        [fx_run, name + ".fx", *(f"--input={g}" for g in given)], capture_output=True, text=True
    )
    expected = torch.jit.load(name + ".pt")(*args)
    expected = expected[0] if isinstance(expected, tuple) else expected
    if stops:
        right = run.returncode == 1 and STOPPED in run.stderr
    else:
        right = run.returncode == 0 and first_number(run.stdout) == float(expected.min())
    if not right:
        wrong += 1
        print(f"{kind.__name__} {examples} {given}: {run.stdout}{run.stderr}{expected}")
print(f"{len(CASES)} imports, {wrong} wrong")
