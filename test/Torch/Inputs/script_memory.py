"""Which results of TorchScript share memory or are one tensor, and what a caller's writes to them do:
script_memory.py TOOLS FOLDER.

Each module is imported, written as Python, and called twice; the caller writes to all
results in between. TorchScript's optimizer hands out constants of its own, so that it is
off. torch.jit.trace itself keeps tensors that Python's code names as constants."""
import os
import subprocess
import sys

import torch
from torch import nn

tools, folder = sys.argv[1:]


class Constants(nn.Module):
    """Made by each run, seen whole and in part."""

    def forward(self, x):
        a = torch.zeros(3)
        b = torch.ones(2, 3).t()
        c = torch.arange(6).view(2, 3)
        return a, b, c, c[:, 1], torch.arange(4)[1:3], torch.full([2], 3.0).expand(2, 2), x + 1


class ByTraced(nn.Module):
    """A view of a constant that a traced size decides, and a write through one."""

    def forward(self, x):
        a = torch.arange(6).view(x.shape[0], -1)
        b = torch.zeros(6).view(x.shape[0], 3)
        b.add_(x.sum())
        return a, b


class State(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.arange(6.)[2:])
        self.register_buffer("m", torch.arange(6.).view(2, 3).t())
        self.register_buffer("k", torch.arange(12.).view(2, 3, 2).select(2, 1))
        self.w = nn.Parameter(torch.arange(4.))

    def forward(self, x):
        return self.b, self.b + 1, self.b.view(2, 2).t(), self.m + 1, self.w * 2, x * self.w.sum(), self.k, self.k.reshape(-1)


class ReadFirst(nn.Module):
    """Something is computed of a buffer before it is written."""

    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(1))

    def forward(self, x):
        y = self.n * 2 + 1
        self.n.add_(x.sum())
        return y, x * y


class ReadBefore(nn.Module):
    """Constants that are used before what the import computes is written to them."""

    def forward(self, x):
        a = torch.zeros(3)
        b = x + a
        a.add_(1)
        c = torch.ones(3)
        d = c[:2]
        e = x * c
        d.mul_(3)
        return b, x + a, a, e, x * c, d


class Several(nn.Module):
    """Functions of Python that take tensors one by one."""

    def forward(self, x):
        a, b = torch.broadcast_tensors(x, x[:1])
        return torch.block_diag(x, x), a, b, torch.cartesian_prod(x[0], x[1])


class ByTensor(nn.Module):
    """An index that is a tensor of one number: TorchScript copies."""

    def forward(self, x):
        t = torch.tensor(1)
        u = x[:, 0].argmin()
        a, b, c = x[t], x[:, u], x[u, t]
        a.add_(1)
        b.mul_(2)
        return a, b, c, x[u, :, None], x


class Twice(nn.Module):
    """Two tensors that show the same, and one tensor twice."""

    def forward(self, x):
        a = torch.arange(3.)
        b = a.view(3)
        c = torch.zeros(2, 2)[:1]
        return a, b, a, b, c, c[:1], c, x + 1


def observed(module, x):
    with torch.no_grad(), torch.jit.optimized_execution(False):
        first = module(x.clone())
        seen = [t.clone() for t in first]
        for t in first:
            if 0 not in t.stride():
                t.add_(1)
        second = module(x.clone())
    share = [[a.untyped_storage()._cdata == b.untyped_storage()._cdata for a in second] for b in second]
    identity = [[a is b for a in second] for b in second]
    return seen, second, share, identity, [t.stride() for t in second]


def same(a, b):
    return all(torch.equal(p, q) for p, q in zip(a[0] + list(a[1]), b[0] + list(b[1]))) and a[2:] == b[2:]


def imported(script, name, x):
    archive, text, source = (os.path.join(folder, name + end) for end in (".pt", ".fx", ".py"))
    script.save(archive)
    sizes = ",".join(map(str, x.shape))
    for command in (
        ["fx-opt", archive, "--input=f32[%s]=ones" % sizes, "--save-weights=copy", "-o", text],
        ["fx-translate", text, "-o", source],
    ):
        subprocess.run([os.path.join(tools, command[0]), *command[1:]], check=True)
    names = {"__file__": source}
    with open(source) as file:
        exec(file.read(), names)
    return [v for v in names.values() if isinstance(v, type) and issubclass(v, nn.Module)][-1]()


good = cases = 0
x = torch.arange(6.).view(2, 3)
for kind in (Constants, ByTraced, State, ReadFirst, ReadBefore, Several, ByTensor, Twice):
    for how in ("script", "trace"):
        value = torch.ones(4) if kind is State else x

        def make():
            return torch.jit.script(kind()) if how == "script" else torch.jit.trace(kind(), (value.clone(),), check_trace=False)

        expected = observed(make(), value)
        found = observed(imported(make(), kind.__name__ + how, value), value)
        cases += 1
        good += same(expected, found)
        if not same(expected, found):
            print("differs:", kind.__name__, how, expected, found)
print("%d modules, %d are the same" % (cases, good))
