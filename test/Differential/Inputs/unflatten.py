"""Unflattens programs before and after passes, and loads the model's checkpoint.

unflatten.py

Modules of which nothing is left, modules that are split over parts, and tied weights:
where PyTorch makes modules of a program, it makes them of what a pass has written, and
these compute the same.
"""

import os

import torch
from torch import nn

from common import Comparison, finish


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.second.weight = self.first.weight

    def forward(self, x):
        return self.second(self.first(x))


class Equal(nn.Module):
    """Two weights of the same bytes, one of them unused."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = (nn.Linear(4, 4) for _ in range(3))
        for other in (self.second, self.third):
            other.load_state_dict(self.first.state_dict())

    def forward(self, x):
        return self.second(self.first(x))


class Inner(nn.Module):
    def forward(self, x):
        return (x.sin() + 1).cos()


class CutThrough(nn.Module):
    """A part that has a piece of a module and a call of its caller."""

    def __init__(self):
        super().__init__()
        self.inner, self.last = Inner(), nn.Linear(4, 4)

    def forward(self, x):
        return self.last(self.inner(x) * x.exp())


class AsksForSize(nn.Module):
    """A size of torch.export, which is of no module."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x) + torch.zeros(x.shape[0], 4)


OUTLINE = ["--partition=stages:2", "--outline"]
# Model, modules whose signature is kept, passes, whether the checkpoint has to load.
CASES = [
    (nn.Sequential(nn.Dropout(), nn.Linear(4, 4)), ("0",), ["-O1"], True),
    (nn.Sequential(nn.Linear(4, 4), nn.Sequential(nn.Dropout(), nn.Dropout()), nn.ReLU()), ("1",), ["-O1"], True),
    (nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4)), (), OUTLINE, False),
    (nn.Sequential(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), nn.Linear(4, 4)), ("1",), ["--cse"], True),
    (Tied(), (), ["--dedupe-state"], True),
    (Tied(), (), ["--prune-unused-state"], True),
    (Tied(), (), ["-O1"], True),
    (Equal(), (), ["--passes=dedupe-state,prune-unused-state"], False),
    (CutThrough(), (), ['--partition=by="name={add,exp} -> p"', "--outline"], True),
    (CutThrough(), (), ['--partition=by="name={add,exp} -> p"', "--outline", "--inline-module=*"], True),
    (AsksForSize(), (), ["--partition=stages:1", "--outline"], False),
    (AsksForSize(), (), ['--partition=by="name=sym_size_int_1 -> p"', "--outline"], True),
]

compared = Comparison("unflatten")
torch.manual_seed(0)
count = 0
for number, (model, kept, passes, loads) in enumerate(CASES):
    model.eval()
    x = torch.randn(2, 4)
    sizes = {"x": {0: torch.export.Dim("n")}} if isinstance(model, AsksForSize) else None
    program = torch.export.export(
        model, (x,), strict=False, dynamic_shapes=sizes, preserve_module_call_signature=kept
    )
    before, after = (os.path.join(compared.folder.name, name) for name in ("before.pt2", "after.pt2"))
    torch.export.save(program, before)
    status, _, errors = compared.run(before, *passes, "-o", after)
    if status:
        compared.fail(f"case {number}", errors)
        continue
    count += 1
    result = torch.export.load(after)
    try:
        if not torch.allclose(torch.export.unflatten(result)(x), model(x)):
            compared.fail(f"case {number}", "the unflattened module computes something else")
        if loads:
            result.module().load_state_dict(model.state_dict())
    except Exception as error:
        compared.fail(f"case {number}", f"{type(error).__name__}: {error}")
finish(f"unflatten: {count} programs", count, compared.failures)
