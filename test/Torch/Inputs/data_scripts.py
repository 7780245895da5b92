"""Models in which values decide about sizes, and that write to tensors:
data_scripts.py FX_SOURCE TOOLS FOLDER. Makes NAME.pt of each; those that can be
imported are run on other inputs than the examples, and compared."""
import os
import sys
import warnings

import torch
from torch import nn

sys.dont_write_bytecode = True
warnings.filterwarnings("ignore")
source, tools, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "utils", "lib"))
from torchscript import Runs, run


class Sizes(nn.Module):
    """How many numbers are kept differs from input to input."""

    def forward(self, x):
        keep = torch.where(x > 0)[0]
        y = x[keep]
        parts = y.split([1, len(y) - 1])
        places = torch.arange(len(keep))
        return y * len(y), y.new_zeros(y.shape[0]), parts[1] / max(y.numel(), 2), places


class Rows(nn.Module):
    def forward(self, x):
        total = torch.zeros(1)
        for i in range(len(x[x > 0])):
            total = total + i
        return total


class Chunks(nn.Module):
    def forward(self, x):
        total = torch.zeros(1)
        for part in x[x > 0].split(2):
            total = total + part[0]
        return total


class While(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        while y.numel() > 1:
            y = y[1:]
        return y


class Value(nn.Module):
    def forward(self, x):
        if x.sum().item() > 0:
            return x + 1
        return x


class Filled(nn.Module):
    """A value that came into a tensor by being written."""

    def forward(self, x):
        y = torch.zeros(3)
        y[1] = x.sum()
        if int(y[1]) > 0:
            return x + 1
        return x


class Empty(nn.Module):
    """A branch on a size that the values decide."""

    def forward(self, x):
        y = x[x > 0]
        if y.numel() > 0:
            return y + 1
        return x


class Least(nn.Module):
    """Where the values leave nothing, there is no least element."""

    def forward(self, x):
        y = x[x > 0]
        return y.min(0).values * 2, 6 // int(x.sum())


class Last(nn.Module):
    """Zeros are not lengths, and have no inverse."""

    def forward(self, x):
        lengths = x[:, :1].long()
        return x.gather(1, lengths - 1), x[:, lengths[0] - 1], torch.linalg.inv(x) * 2


class Steps(nn.Module):
    def forward(self, x, steps: int):
        for _ in range(steps):
            x = x + x
        return x


class Written(nn.Module):
    """What is known, until something is written to it."""

    def forward(self, x):
        y = torch.zeros(2, 3)
        row = y[1]
        y[0] = x
        row += 1
        z = torch.ones(3)
        z.mul_(x)
        pair = [z, y]
        return y + 0, row * 2, pair[0].sum(), y.sum() > 0, torch.stack([z, x])


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.ones(1))
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        self.n.add_(x.sum())
        return x * self.n, self.n + 1, self.norm(x)


class Stale(Counter):
    def forward(self, x):
        before = self.n * 2
        self.n.add_(x.sum())
        return before


class Part(Counter):
    def forward(self, x):
        self.n[0].add_(1)
        return x * self.n


positive = torch.tensor([2.0, -1.0, 3.0, 4.0])
others = [torch.tensor([1.0, 5.0, -2.0, -3.0]), torch.tensor([1.0, 1.5, 2.0, 0.5])]
square = torch.arange(6.0).reshape(2, 3)
for model in Rows, Chunks, While, Value, Filled, Empty, Steps, Stale, Part:
    torch.jit.script(model()).save(os.path.join(folder, model.__name__ + ".pt"))

failures = 0
for model, example, inputs in (
    (Sizes(), positive, others),
    (Least(), positive, others),
    (Last(), torch.eye(2), [torch.tensor([[1.0, 2], [2, 1]]), torch.tensor([[2.0, 3], [1, 1]])]),
    (Written(), positive[:3], [x[:3] for x in others]),
    (Counter().train(), square, [square + 1, square * 2]),
):
    name = type(model).__name__
    archive, imported = [os.path.join(folder, name + end) for end in (".pt", ".fx")]
    torch.jit.script(model).save(archive)
    sizes = ",".join(map(str, example.shape))
    for given in [], ["--input=f32[%s]=rand" % sizes], ["--input=f32[%s]=zeros" % sizes]:
        # Each run begins with what the module was saved with.
        runs = Runs(
            tools, folder, lambda x: torch.jit.load(archive)(x), lambda seed: [inputs[seed - 1]]
        )
        code, _, error = run(tools, "fx-opt", archive, "-o", imported, *given)
        result = "import: " + error if code else runs.check(imported)
        failures += result != "equal"
        if result != "equal":
            print(name, given, result, file=sys.stderr)
print("%d differ" % failures)
sys.exit(1 if failures else 0)
