"""Converts weights of every float type and compares them with PyTorch's."""

import os
import subprocess
import tempfile

import torch

from common import finish

types = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
total = differ = 0


def elements(dtype):
    """All elements of a small type; of a large one those where rounding is
    hard: halfway between elements of a small type, and a bit beside."""
    if dtype.itemsize == 2:
        bits = torch.arange(0, 1 << 16).to(torch.int32).to(torch.int16)
        values = bits.view(dtype)
    else:
        halves = torch.cat([elements(torch.float16), elements(torch.bfloat16)])
        halves = halves.to(torch.float64)
        halves = halves[halves.isfinite() & (halves.abs() < 60000)]
        middle = (halves[1:] + halves[:-1]) / 2
        values = torch.cat([halves, middle, middle * (1 + 2**-20),
                            middle * (1 - 2**-20), middle * (1 + 2**-50)])
        values = torch.cat([values, torch.tensor([1e-8, -1e-30, 6e-8, 0.0, -0.0])])
        values = values.to(dtype)
    return values[values.isfinite() & (values.abs() < 60000)].to(dtype)


def converted(old, new):
    """Whether new is what old rounds to. PyTorch rounds a double twice, to a
    float first; where that matters, new is nearer."""
    wanted = old.to(new.dtype)
    if wanted.dtype != new.dtype or wanted.shape != new.shape:
        return False
    old, new, wanted = old.double(), new.double(), wanted.double()
    twice = old.float().double() != old
    return bool(
        torch.where(twice, (new - old).abs() <= (wanted - old).abs(), new == wanted)
        .all()
    )


class Net(torch.nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.w = torch.nn.Parameter(elements(dtype))
        self.register_buffer("view", self.w.detach()[3:1003].view(10, 100).t())

    def forward(self, x):
        return self.w + x, self.view * 2


with tempfile.TemporaryDirectory() as folder:
    for source in types:
        net = Net(source)
        program = torch.export.export(net, (torch.zeros((), dtype=source),))
        a, b = os.path.join(folder, "a.pt2"), os.path.join(folder, "b.pt2")
        torch.export.save(program, a)
        for target in types:
            name = str(target).split(".")[1]
            subprocess.run(
                [os.environ["FX_OPT"], a, "--cast-weights=" + name, "-o", b],
                check=True,
            )
            loaded = torch.export.load(b)
            state = loaded.state_dict
            total += 1
            good = (
                converted(net.w.detach(), state["w"].detach())
                and converted(net.view, state["view"])
                and state["view"].stride() == net.view.stride()
                and state["w"].untyped_storage().data_ptr()
                == state["view"].untyped_storage().data_ptr()
            )
            result = loaded.module()(torch.zeros((), dtype=source))
            good &= torch.equal(result[0], state["w"].detach().to(source))
            good &= result[1].dtype == source
            if not good:
                print("differ: %s to %s" % (source, target))
                differ += 1
finish("weights: %d conversions" % total, total, differ)
