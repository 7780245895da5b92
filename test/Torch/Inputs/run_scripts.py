"""Imports models that are not vision, runs them before and after passes, and
compares with TorchScript: run_scripts.py FX_SOURCE TOOLS FOLDER."""
import os
import sys
import warnings
from typing import Any

import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.nn import functional as F

sys.dont_write_bytecode = True
warnings.filterwarnings("ignore")
source, tools, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "utils", "lib"))
import make_scripts as small
from torchscript import PASSES, Runs, check_passes, run


class Language(nn.Module):
    """Embedding, stacked LSTM with a state that is given, output layer."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 8)
        self.lstm = nn.LSTM(8, 6, num_layers=2, dropout=0.1)
        self.out = nn.Linear(6, 30)

    def forward(self, tokens, h, c):
        y, (h, c) = self.lstm(self.embed(tokens), (h, c))
        return self.out(y).log_softmax(-1), h, c


class Projected(nn.Module):
    """What LSTM, GRU and RNN have besides."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 6, bidirectional=True, proj_size=3, batch_first=True)
        self.gru = nn.GRU(6, 5, bias=False)
        self.rnn = nn.RNN(5, 4, nonlinearity="relu")

    def forward(self, x):
        y, _ = self.lstm(x)
        y, _ = self.gru(y)
        y, h = self.rnn(y)
        return y, h


class Cells(nn.Module):
    """A loop over the steps of a sequence."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(3, 4)
        self.rnn = nn.RNNCell(4, 2)

    def forward(self, x):
        h = torch.zeros(x.shape[1], 4)
        c = torch.zeros(x.shape[1], 4)
        out = torch.zeros(x.shape[1], 2)
        steps = []
        for step in x.unbind(0):
            h, c = self.lstm(step, (h, c))
            out = self.rnn(h, out)
            steps.append(out)
        return torch.stack(steps), c


class Encoder(nn.Module):
    def __init__(self, first):
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, norm_first=first, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(8))

    def forward(self, x):
        return self.encoder(x)


class Masked(Encoder):
    """An encoder that sees what is before alone."""

    def forward(self, x):
        size = x.size(1)
        mask = torch.full([size, size], float("-inf")).triu(1)
        return self.encoder(x, mask)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerDecoderLayer(8, 2, 16, activation="gelu")
        self.decoder = nn.TransformerDecoder(layer, 2, nn.LayerNorm(8))

    def forward(self, x, memory, mask):
        return self.decoder(x, memory, tgt_mask=mask)


class Translation(nn.Module):
    def __init__(self):
        super().__init__()
        self.transformer = nn.Transformer(8, 2, 1, 1, 16)
        self.out = nn.Linear(8, 12)

    def forward(self, source, target):
        return self.out(self.transformer(source, target))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2)

    def forward(self, q, k):
        return self.attention(q, k, k)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(6, 4 * 4 * 4)
        self.body = nn.Sequential(
            nn.BatchNorm2d(4), nn.ReLU(inplace=True),
            nn.ConvTranspose2d(4, 3, 4, stride=2, padding=1, bias=False), nn.BatchNorm2d(3),
            nn.ReLU(inplace=True), nn.Upsample(scale_factor=2), nn.Conv2d(3, 1, 3, padding=1),
        )

    def forward(self, z):
        return torch.tanh(self.body(self.project(z).view(z.size(0), 4, 4, 4)))


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 4, 2, 1)
        self.conv2 = nn.Conv2d(4, 8, 4, 2, 1, bias=False)
        self.bn = nn.BatchNorm2d(8)
        self.out = nn.Linear(8 * 4 * 4, 1)

    def forward(self, x):
        x = nn.functional.leaky_relu(self.conv1(x), 0.2)
        x = nn.functional.leaky_relu(self.bn(self.conv2(x)), 0.2, inplace=True)
        return torch.sigmoid(self.out(x.flatten(1)))


class DcGan(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = Generator()
        self.discriminator = Discriminator()

    def forward(self, z):
        image = self.generator(z)
        return image, self.discriminator(image)


class Context:
    """A context of one's own, which remembers a number."""

    def __init__(self, n: int):
        self.n = n

    def __enter__(self) -> int:
        self.n += 1
        return self.n

    def __exit__(self, kind: Any, value: Any, traceback: Any):
        self.n = 0


class Contexts(nn.Module):
    """With, and a buffer that is changed in place and assigned to itself."""

    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.zeros(()))

    def forward(self, x):
        self.steps += 1
        with torch.no_grad():
            mean = x.mean(0)
            with torch.no_grad():
                mean = mean * self.steps
        y = x * self.steps
        c = Context(3)
        with c as n:
            y = y * n
        self.steps -= 1
        return y - mean, c.n


class Numbers(nn.Module):
    """Numbers that tensors hold, of a type that is asked for."""

    def forward(self, x):
        return x * int(x.sum() * 3) + float(x.max()), torch.div(x, 0.3, rounding_mode="floor")


class Mirrored(nn.Module):
    def forward(self, weight):
        return weight.triu() + weight.triu(1).transpose(-1, -2)


class Hooked(nn.Module):
    """Modules that do more than their class does: a trace has it in their code, or
    in the code around them."""

    def __init__(self):
        super().__init__()
        self.shifted = nn.Linear(3, 3)
        self.shifted.register_forward_pre_hook(lambda module, given: (given[0] + 1,))
        self.doubled = nn.Tanh()
        self.doubled.register_forward_hook(lambda module, given, result: result * 2)
        self.normed = nn.utils.weight_norm(nn.Linear(3, 3))
        self.spectral = nn.utils.spectral_norm(nn.Conv1d(3, 3, 1))
        self.mirrored = nn.Linear(3, 3)
        parametrize.register_parametrization(self.mirrored, "weight", Mirrored())

    def forward(self, x):
        x = self.mirrored(x.to(x.device))
        return self.spectral(self.normed(self.doubled(self.shifted(x))).unsqueeze(-1))


class Indices(nn.Module):
    """Several in one line, which a trace does not tell from one with several parts."""

    def forward(self, x):
        i, mask = torch.tensor([0, 2]), x[0, 0] > 0
        x = x.clone()
        x[:, 1] = 3.0
        x[..., 0] += 1
        plain = x[0][1][-1], x[:, 1:][1:], x[-1, ..., 1:-1], x[:, :, None][..., ::2]
        tensors = x[:, i], x[i][:, i], x[:, 0][:, mask], x[i, i][:, 1:], x[i, :, i]
        return plain, tensors, x[:, 1:][i], x[:, 1:3, i], x[0, :, i], x[1:, i][:, :1], x[:, i, 1:3]


class Sizes(nn.Module):
    """Numbers that a trace holds as tensors."""

    def forward(self, x):
        n, c, h, w = x.shape
        pad = (4 - h % 4) % 4
        x = F.pad(x, (0, pad, 0, pad))
        y = x.view(n, c, x.shape[2] // 2, 2, -1).permute(0, 2, 1, 3, 4).contiguous()
        y = y.view(-1, c * 2, x.shape[3])
        z = torch.arange(h * w).view(h, w) / c**0.5
        made = torch.zeros(n * c - 1 + h, c + 1), x.new_full((n,), h * w), torch.full((2,), 3 - h)
        return y, z, made, y.reshape(y.shape[0], -1)[:, : c * h], h * w


def tokens(*shape):
    return torch.randint(0, 10, shape)


rand = torch.randn
CASES = [
    (small.Lstm(), lambda: [tokens(2, 5)]),
    (small.Gru(), lambda: [rand(5, 2, 4)]),
    (small.Cell(), lambda: [rand(3, 2, 3)]),
    (small.Gan(), lambda: [rand(2, 4, 1, 1)]),
    (small.Enc(), lambda: [rand(7, 2, 8)]),
    (small.Dec(), lambda: [rand(5, 2, 8), rand(7, 2, 8)]),
    (small.Attn(), lambda: [rand(2, 5, 8)]),
    (small.Alias(), lambda: [rand(2, 4)]),
    (small.Loop(), lambda: [[rand(3, 2), rand(4)]]),
    (Language(), lambda: [tokens(7, 3), rand(2, 3, 6), rand(2, 3, 6)]),
    (Projected(), lambda: [rand(2, 7, 4)]),
    (Cells(), lambda: [rand(4, 2, 3)]),
    (Encoder(False), lambda: [rand(2, 5, 8)]),
    (Encoder(True), lambda: [rand(2, 5, 8)]),
    (Masked(False), lambda: [rand(2, 5, 8)]),
    (Decoder(), lambda: [rand(5, 2, 8), rand(7, 2, 8), rand(5, 5)]),
    (Translation(), lambda: [rand(5, 2, 8), rand(4, 2, 8)]),
    (Attention(), lambda: [rand(5, 2, 8), rand(7, 2, 8)]),
    (DcGan(), lambda: [rand(2, 6)]),
    (Numbers(), lambda: [rand(3, 4)]),
    (Contexts(), lambda: [rand(3, 4)]),
]
# By torch.jit.trace, in which modules are no more than their tensors.
TRACES = [
    (small.Traced(), lambda: [rand(2, 3, 4, 4)]),
    (small.Classes(), lambda: [rand(2, 4, 8, 8), tokens(2)]),
    (small.Written(), lambda: [rand(3, 4)]),
    (Hooked(), lambda: [rand(2, 3)]),
    (Indices(), lambda: [rand(3, 3, 4)]),
    (Sizes(), lambda: [rand(2, 3, 5, 6)]),
    (DcGan(), lambda: [rand(2, 6)]),
    (Encoder(False), lambda: [rand(2, 5, 8)]),
    (Projected(), lambda: [rand(2, 7, 4)]),
]


def spec(value):
    if isinstance(value, list):
        return "[" + ",".join(map(spec, value)) + "]"
    size = ",".join(map(str, value.shape))
    return "rand(%s)" % size if value.is_floating_point() else "int64[%s]=randint(0,10)" % size


# Nothing says what LSTM computes, whose steps depend on the length.
passes = [p.replace("leaf}", "leaf,keep-unknown=true}") for p in PASSES]
failures = 0
for number, (model, make) in enumerate(CASES + TRACES):
    name = type(model).__name__
    place = os.path.join(folder, "%d-%s" % (number, name))
    os.makedirs(place, exist_ok=True)

    def inputs(seed):
        torch.manual_seed(seed)
        return make()

    torch.manual_seed(0)
    with torch.no_grad():
        for t in list(model.parameters()) + list(model.buffers()):
            if t.is_floating_point() and t.dim() and t.min() == t.max():
                t.add_(torch.rand_like(t) * 0.1)
    model.eval()
    if number < len(CASES):
        scripted = torch.jit.script(model)
    else:
        scripted = torch.jit.trace(model, tuple(make()), check_trace=False)
    archive, imported = os.path.join(place, "model.pt"), os.path.join(place, "model.fx")
    scripted.save(archive)
    runs = Runs(tools, place, scripted, inputs)
    given = ["--input=" + spec(v) for v in inputs(0)]
    # Without examples some do not import, and layers of transformers have no
    # graphs, for what they do depends on the shapes.
    for examples in [], given:
        code, _, error = run(tools, "fx-opt", archive, "-o", imported, *examples)
        result = {"run": "import: " + error if code else runs.check(imported)}
        if result["run"] == "equal":
            result["python"] = runs.check_python(imported, model)
            result.update(check_passes(place, imported, runs, passes))
            break
    good = len(result) == len(PASSES) + 2 and set(result.values()) <= {"equal", "unchanged"}
    failures += not good
    if not good:
        print("%s:" % name, result, file=sys.stderr)
print("%d models, %d differ" % (len(CASES + TRACES), failures))
sys.exit(1 if failures else 0)
