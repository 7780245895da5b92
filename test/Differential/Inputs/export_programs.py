"""Exports programs of many kinds with the PyTorch at hand.

export_programs.py FOLDER

What this release cannot export is left out, and said on standard error.
"""

import dataclasses
import logging
import os
import sys
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
PROGRAMS = {}


def program(*inputs, kwargs=None, dynamic=None, **options):
    """Notes a class or function, whose example inputs these are."""

    def note(model):
        PROGRAMS[model.__name__] = (model, inputs, kwargs, dynamic, options)
        return model

    return note


class Function(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def randn(*sizes, dtype=torch.float32):
    return torch.randn(*sizes, generator=torch.Generator().manual_seed(0)).to(dtype)


def randint(high, *sizes):
    return torch.randint(0, high, sizes, generator=torch.Generator().manual_seed(0))


batch, length = Dim("batch", min=2, max=64), Dim("length", min=2, max=32)

#===----------------------------------------------------------------------===//
# Networks
#===----------------------------------------------------------------------===//


class Block(nn.Module):
    def __init__(self, size, heads):
        super().__init__()
        self.first, self.second = nn.LayerNorm(size), nn.LayerNorm(size)
        self.attention = nn.MultiheadAttention(size, heads, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(size, 2 * size), nn.GELU(), nn.Linear(2 * size, size))

    def forward(self, x):
        y = self.first(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.mlp(self.second(x))


@program(randn(3, 3, 16, 16), dynamic=({0: batch},))
class VisionTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 16, 4, 4)
        self.token = nn.Parameter(randn(1, 1, 16))
        self.places = nn.Parameter(randn(1, 17, 16) * 0.02)
        self.blocks = nn.ModuleList(Block(16, 4) for _ in range(2))
        self.norm, self.head = nn.LayerNorm(16), nn.Linear(16, 5)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.places
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


@program(randn(2, 1, 8, 8, 8))
class UNet3d(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv3d(1, 4, 3, 2, 1), nn.InstanceNorm3d(4), nn.LeakyReLU(0.1))
        self.middle = nn.Conv3d(4, 8, 3, padding=1)
        self.up = nn.ConvTranspose3d(8, 4, 2, 2)
        self.out = nn.Conv3d(5, 1, 1)

    def forward(self, x):
        y = self.up(F.elu(self.middle(self.down(x))))
        return self.out(torch.cat([x, y], 1))


@program(randn(2, 4, 7), randn(2, 4, 6, 5))
class Transposed(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ConvTranspose1d(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2)
        self.b = nn.ConvTranspose2d(4, 8, (3, 2), (2, 1), dilation=(1, 2), bias=False)
        self.c = nn.Conv2d(8, 8, 3, groups=8, padding_mode="reflect", padding=1)

    def forward(self, x, y):
        return self.a(x), self.c(self.b(y))


@program(randint(10, 8), torch.tensor([0, 2, 5]), randn(8))
class Bags(nn.Module):
    def __init__(self):
        super().__init__()
        self.sum = nn.EmbeddingBag(10, 4, mode="sum", include_last_offset=False)
        self.mean = nn.EmbeddingBag(10, 4, mode="mean", padding_idx=1)

    def forward(self, words, offsets, weights):
        return self.sum(words, offsets, weights), self.mean(words, offsets)


@program(randn(5, 2, 4))
class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.gru, self.rnn = nn.LSTMCell(4, 3), nn.GRUCell(3, 3), nn.RNNCell(3, 3, nonlinearity="relu")

    def forward(self, x):
        h = c = g = r = torch.zeros(2, 3)
        for step in x.unbind(0):
            h, c = self.lstm(step, (h, c))
            g = self.gru(h, g)
            r = self.rnn(g, r)
        return r, c


@program(randint(20, 2, 5), dynamic=({0: batch, 1: length},))
class TiedDecoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.block = Block(8, 2)
        self.head = nn.Linear(8, 20, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("angles", torch.outer(torch.arange(32.0), torch.arange(4.0)), persistent=False)

    def rotate(self, x):
        angles = self.angles[: x.shape[1]]
        a, b = x.chunk(2, -1)
        return torch.cat([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], -1)

    def forward(self, tokens):
        return self.head(self.block(self.rotate(self.embed(tokens)))).log_softmax(-1)


@program(randn(2, 1, 4), torch.tensor([3]))
class Cache(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.kv = nn.Linear(4, 4), nn.Linear(4, 8)
        self.register_buffer("k", torch.zeros(2, 8, 4))
        self.register_buffer("v", torch.zeros(2, 8, 4))
        self.register_buffer("used", torch.zeros(8, dtype=torch.bool))

    def forward(self, x, at):
        k, v = self.kv(x).chunk(2, -1)
        self.k.index_copy_(1, at, k)
        self.v[:, at] = v
        self.used[at] = True
        mask = torch.zeros(8).masked_fill(~self.used, float("-inf"))
        return F.scaled_dot_product_attention(self.q(x), self.k, self.v, attn_mask=mask)


@program(randn(6, 8))
class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(8, 4)
        self.weights = nn.Parameter(randn(4, 8, 8))

    def forward(self, x):
        scores, chosen = self.gate(x).softmax(-1).topk(2)
        mask = F.one_hot(chosen, 4).to(x.dtype)
        every = torch.einsum("td,edf->tef", x, self.weights)
        return torch.einsum("tke,tef,tk->tf", mask, every, scores)


@program(randn(2, 6, 3))
class SelectiveScan(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(-randn(3, 4).abs())
        self.b, self.c, self.delta = nn.Linear(3, 4), nn.Linear(3, 4), nn.Linear(3, 3)

    def forward(self, x):
        delta = F.softplus(self.delta(x))
        decay = torch.exp(delta.unsqueeze(-1) * self.a)
        update = (delta * x).unsqueeze(-1) * self.b(x).unsqueeze(2)
        state, out = torch.zeros(2, 3, 4), []
        for t in range(6):
            state = decay[:, t] * state + update[:, t]
            out.append((state * self.c(x)[:, t].unsqueeze(1)).sum(-1))
        return torch.stack(out, 1)


@program(randn(4, 3), torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]]), dynamic=({0: Dim("nodes", min=4)}, {1: Dim("edges")}))
class GraphNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.message, self.update = nn.Linear(6, 5), nn.Linear(8, 3)

    def forward(self, x, edges):
        source, target = edges
        messages = self.message(torch.cat([x[source], x[target]], 1)).relu()
        total = torch.zeros(x.shape[0], 5).index_add(0, target, messages)
        most = torch.zeros(x.shape[0], 5).scatter_reduce(
            0, target.unsqueeze(1).expand(-1, 5), messages, "amax", include_self=False)
        return self.update(torch.cat([x, total - most], 1))


@program(randn(2, 1, 6, 6), randn(2, 2, 3))
class Warp(nn.Module):
    def forward(self, x, theta):
        grid = F.affine_grid(theta, [2, 1, 4, 4], align_corners=False)
        y = F.grid_sample(x, grid, padding_mode="border", align_corners=False)
        return F.pixel_unshuffle(y, 2), F.interpolate(y, scale_factor=1.5, mode="bilinear")


@program(randn(8, 4))
class Training(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Dropout(0.3), nn.Linear(6, 2))

    def forward(self, x):
        return self.body(x)


@program(randn(3, 5))
class Parametrized(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.utils.parametrizations.weight_norm(nn.Linear(5, 4))
        self.b = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 2)).eval()

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


@program(randn(3, 5), preserve_module_call_signature=("inner",), strict=True)
class Preserved(nn.Module):
    def __init__(self):
        super().__init__()

        class Inner(nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = nn.Linear(5, 5)

            def forward(self, pair, scale):
                return {"out": self.linear(pair[0]) * scale + pair[1]}

        self.inner = Inner()

    def forward(self, x):
        return self.inner((x, x + 1), 2)["out"]


#===----------------------------------------------------------------------===//
# Inputs and outputs
#===----------------------------------------------------------------------===//


@dataclasses.dataclass
class Sample:
    image: torch.Tensor
    label: torch.Tensor
    weight: float = 1.0


torch.export.register_dataclass(Sample, serialized_type_name="fx_opt.Sample")


@program(Sample(randn(2, 3), randint(3, 2)))
def dataclasses_in_and_out(sample):
    loss = F.cross_entropy(sample.image, sample.label) * sample.weight
    return Sample(sample.image * 2, sample.label + 1, 1.0), loss


@program({"a": randn(3), "b": [randn(3), (randn(2, 3), None)]}, kwargs={"scale": 2.0, "mode": "sum", "flag": True})
def nested_inputs(tree, scale=1.0, mode="mean", flag=False):
    a, (b, (c, nothing)) = tree["a"], tree["b"]
    y = a * scale + b + c
    return {"y": y.sum() if mode == "sum" else y.mean(), "parts": (a, nothing, 3, "text"), "flag": flag}


@program(randn(3, 4), torch.tensor(2), 3, kwargs={"other": randn(3, 4)})
def writes_to_inputs(x, count, times, other):
    x.t()[1:].mul_(times)
    other.view(-1)[::2] = 0
    count += 1
    return x + other, count


#===----------------------------------------------------------------------===//
# Sizes and control flow
#===----------------------------------------------------------------------===//


@program(randn(4, 6), randn(9), dynamic=({0: batch, 1: 2 * length}, {0: 2 * batch + 1}))
def derived_sizes(x, y):
    torch._check(x.shape[1] % 2 == 0)
    half = x.shape[1] // 2
    a, b = x.split([half, half], 1)
    z = y[1:].reshape(-1, 2).sum(1)
    return (a * b).reshape(-1, half), z + x.shape[0] * 0.5, x.new_ones(x.shape[0] + 1, half)


@program(randn(5, 3), 4, dynamic=({0: Dim.AUTO}, Dim.DYNAMIC))
def automatic_sizes(x, n):
    return x.repeat(n, 1).cumsum(0)[:: n + 1], torch.arange(n) * x.shape[0]


@program(randn(4, 3), torch.tensor(True), torch.tensor(2))
def nested_conditions(x, flag, level):
    def deep(y):
        return torch.cond(level > 1, lambda z: z.sin(), lambda z: z.cos(), (y + 1,))

    return torch.cond(flag, deep, lambda y: y.tanh() * 2, (x,))


@program(randn(3), torch.tensor(4))
def loops(x, n):
    _, y = while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * 1.5 + i), (torch.tensor(0), x))
    return y


@program(randn(5, 3))
def scans(x):
    def step(carry, row):
        new = carry * 0.5 + row
        return new, new.exp()

    last, rows = scan(step, torch.zeros(3), x, dim=0)
    return last, rows


@program(torch.tensor([0.5, -1.0, 2.0, 0.0, 3.0]))
def data_dependent(x):
    places = x.nonzero()
    positive = x[x > 0]
    n = (x > 0).sum().item()
    torch._check(n >= 0)
    torch._check(n <= 5)
    return places.squeeze(1) * 2, positive.sum(), torch.zeros(n + 1), torch.masked_select(x, x < 0)


#===----------------------------------------------------------------------===//
# Types and operators
#===----------------------------------------------------------------------===//


@program(randn(4, 4), randn(4, 4))
def complex_numbers(x, y):
    z = torch.complex(x, y)
    w = torch.fft.ifft2(torch.fft.fft2(z) * z.conj())
    return torch.view_as_real(w @ z.T), torch.polar(x.abs(), y).abs(), w.imag + z.real


@program(randint(200, 4, 6).to(torch.uint8), randint(50, 4, 6).to(torch.int32))
def integers(image, table):
    bits = (image >> 2) & 0x0F | (image ^ 3)
    wide = table.to(torch.int64).cumsum(1) // 3 % 7
    product = (image.to(torch.int32) @ table.t()).clamp(-100, 1000)
    return bits, wide, product, torch.div(table, 4, rounding_mode="trunc"), table.bitwise_not()


@program(randn(4, 4, dtype=torch.bfloat16), randn(4, 4, dtype=torch.float16))
def low_precision(x, y):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        z = x.float() @ y.float()
    return z, x * 2 + y.to(torch.bfloat16), F.layer_norm(y.float(), [4]).half()


@program(randn(3, 7), randint(7, 3, 2))
def many_results(x, index):
    values, places = x.sort(1, descending=True)
    top = x.topk(3)
    low, at = x.min(1)
    parts = x.tensor_split(3, 1)
    mean, deviation = torch.std_mean(x, 1)
    return (values, places, top.values, at, low, *parts, mean - deviation,
            x.gather(1, index), x.median(1).values, torch.unbind(x, 0)[1], x.aminmax(dim=0)[1])


@program(randn(4, 5), randint(5, 4), randn(4, 5))
def losses(x, label, other):
    return (F.nll_loss(x.log_softmax(1), label), F.smooth_l1_loss(x, other), F.kl_div(
        x.log_softmax(1), other.softmax(1), reduction="batchmean"), F.hinge_embedding_loss(
        x, other.sign()), F.multi_margin_loss(x, label), F.soft_margin_loss(x, other.sign()),
        F.poisson_nll_loss(x, other.exp()), F.cosine_embedding_loss(x, other, other[:, 0].sign()))


@program(torch.tensor([1, 10, 100]))
def time_steps(t):
    frequencies = torch.exp(-torch.arange(0, 8, dtype=torch.float32) / 8 * 9.2)
    angles = t[:, None].float() * frequencies[None]
    both = torch.cat([angles.sin(), angles.cos()], -1)
    return F.pad(both, (0, 1)), torch.linspace(0, 1, 5), torch.full((2,), 7), torch.eye(3).triu()


@program(randn(4, 6))
def views_and_writes(x):
    y = x.clone()
    y[1:3, ::2] += 10
    y.as_strided((2, 2), (6, 1), 1).fill_(0)
    y.T[2].sub_(1)
    a, b = y.chunk(2)
    a.copy_(b.flip(0))
    y[y > 5] = -1
    return y.unfold(1, 3, 2).sum(-1), torch.where(y > 0, y, 0.5), y.roll(1, 0)


def export(name):
    model, inputs, kwargs, dynamic, options = PROGRAMS[name]
    torch.manual_seed(0)
    module = model() if isinstance(model, type) else Function(model)
    if isinstance(model, type) and name != "Training":
        module.eval()
    if dynamic and not isinstance(model, type):
        dynamic = (dynamic,)
    return torch.export.export(module, inputs, kwargs, dynamic_shapes=dynamic, **options)


def main(folder):
    for name in PROGRAMS:
        try:
            exported = export(name)
            torch.export.save(exported, os.path.join(folder, name + ".pt2"))
            if name in ("Cache", "VisionTransformer", "derived_sizes", "data_dependent"):
                torch.export.save(
                    exported.run_decompositions(), os.path.join(folder, name + "_core.pt2"))
        except Exception as error:
            text = (str(error).strip().splitlines() or [type(error).__name__])[0]
            print("not exported: %s: %s" % (name, text), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
