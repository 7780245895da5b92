"""Makes the TorchScript archives of this folder: make_scripts.py FOLDER.

They hold the path of this file, which was /opt/models, and those of PyTorch.
"""
import sys
from enum import Enum
from typing import Optional

import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
class Lstm(nn.Module):
    def __init__(s):
        super().__init__(); s.embed=nn.Embedding(10,4); s.lstm=nn.LSTM(4,3,batch_first=True); s.fc=nn.Linear(3,2)
    def forward(s, x):
        y, (h, c) = s.lstm(s.embed(x))
        return s.fc(y[:, -1]), h + c
class Gru(nn.Module):
    def __init__(s):
        super().__init__(); s.gru=nn.GRU(4,3,num_layers=2,bidirectional=True); s.norm=nn.LayerNorm(6)
    def forward(s, x):
        y, h = s.gru(x)
        return s.norm(y).mean(dim=0), h
class Cell(nn.Module):
    def __init__(s):
        super().__init__(); s.cell=nn.GRUCell(3,3)
    def forward(s, x, steps: int = 3):
        h = torch.zeros(2,3)
        out = []
        for i in range(steps):
            h = s.cell(x[i], h)
            out.append(h)
        return torch.stack(out)
class Gan(nn.Module):
    def __init__(s):
        super().__init__()
        s.g=nn.Sequential(nn.ConvTranspose2d(4,3,3), nn.BatchNorm2d(3), nn.ReLU(True), nn.ConvTranspose2d(3,1,2,2), nn.Tanh())
        s.d=nn.Sequential(nn.Conv2d(1,2,3,2), nn.LeakyReLU(0.2,inplace=True), nn.Flatten(), nn.Linear(8,1), nn.Sigmoid())
    def forward(s, z):
        img = s.g(z)
        return img, s.d(img).view(-1)
class Pos(nn.Module):
    def __init__(s, n, d):
        super().__init__(); s.register_buffer('pe', torch.randn(n,1,d)); s.dropout=nn.Dropout(0.1)
    def forward(s, x):
        x = x + s.pe[:x.size(0)]
        return s.dropout(x)
class Enc(nn.Module):
    def __init__(s):
        super().__init__(); s.pos=Pos(16,8)
        s.layers=nn.ModuleList([nn.TransformerEncoderLayer(8,2,16) for _ in range(2)])
    def forward(s, x):
        x = s.pos(x)
        for l in s.layers:
            x = l(x)
        return x
class Dec(nn.Module):
    def __init__(s):
        super().__init__(); s.layers=nn.ModuleList([nn.TransformerDecoderLayer(8,2,16) for _ in range(2)]); s.out=nn.Linear(8,5)
    def forward(s, x, mem):
        for l in s.layers:
            x = l(x, mem)
        return F.log_softmax(s.out(x), dim=-1)
class Attn(nn.Module):
    def __init__(s):
        super().__init__(); s.qkv=nn.Linear(8,24); s.proj=nn.Linear(8,8); s.heads=2; s.scale=0.5
    def forward(s, x):
        B, N, C = x.shape
        qkv = s.qkv(x).reshape(B, N, 3, s.heads, C // s.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        a = (q @ k.transpose(-2, -1)) * s.scale
        a = a.softmax(dim=-1)
        x = (a @ v).transpose(1, 2).reshape(B, N, C)
        return s.proj(x)
class Branch(nn.Module):
    def forward(s, x):
        if x.shape[0] > 2:
            return x + 1
        return x - 1
class Data(nn.Module):
    def forward(s, x):
        if bool(x.sum() > 0):
            x = x * 2
        return x
class Alias(nn.Module):
    def forward(s, x):
        y = x * 2
        z = y
        y += 1
        w = torch.relu(x)
        w += y
        w[:, 0] = 3
        return z + w, x[..., 1:3, None], x[:, 1]
class Loop(nn.Module):
    def forward(s, xs: list[torch.Tensor]):
        out = torch.zeros(1)
        for x in xs:
            out = out + x.sum()
        return {'sum': out, 'n': torch.tensor(len(xs))}
class Assign(nn.Module):
    """Attributes that forward assigns and changes."""

    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0]
        self.calls = 0

    def grow(self, x):
        self.scales.append(float(len(self.scales) + 1))
        self.calls = self.calls + 1
        return x * self.scales[-1]

    def forward(self, x):
        x = self.grow(self.grow(x))
        self.scales = [float(self.calls)]
        return x + self.scales[0]


class Hidden(nn.Module):
    """A tensor that one call leaves to the next."""

    def __init__(self):
        super().__init__()
        self.register_buffer("h", torch.zeros(2))

    def forward(self, x):
        self.h = torch.tanh(x + self.h)
        return self.h


class Reversed(nn.Module):
    """Numbers on the left."""

    def __init__(self):
        super().__init__()
        self.scale = 3

    def forward(self, x):
        y = 2 * torch.sigmoid(x)
        y = self.scale + y
        return 1 - y, y * 2, self.scale * y.abs(), (y + 1) * 4


class Optional_(nn.Module):
    """A parameter that may be left out."""

    def forward(self, x, mask: Optional[torch.Tensor] = None):
        if mask is not None:
            x = x * mask
        return x + x.shape[0] if x.shape[0] > 2 else x - 1


class Traced(nn.Module):
    """For torch.jit.trace, which keeps the tensors of modules and no more."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.act = nn.LeakyReLU(0.3)
        self.tanh = nn.Tanh()
        self.drop = nn.Dropout(0.2)
        self.same = nn.Identity()
        self.lstm = nn.LSTM(4, 3, batch_first=True)
        self.head = nn.Sequential(nn.LayerNorm(3), nn.Linear(3, 2), nn.Softmax(dim=1))

    def forward(self, x):
        x = self.same(self.drop(self.tanh(self.act(self.norm(self.conv(x))))))
        b, c = x.shape[0], x.shape[1]
        y, _ = self.lstm(x.reshape(b, c * 2, -1).transpose(1, 2)[:, :, :4])
        return self.head(y[:, x.shape[2] // 2]), x / c**0.5


class Classes(nn.Module):
    """Classes of which a trace keeps the code alone."""

    def __init__(self):
        super().__init__()
        self.vision = nn.ModuleList([
            nn.Conv2d(4, 8, (3, 1), stride=2, padding=(1, 0), groups=2, bias=False),
            nn.Conv2d(4, 4, 3, padding="same", dilation=2),
            nn.Conv2d(4, 4, 3, padding=1, padding_mode="circular"),
            nn.ConvTranspose2d(4, 6, 3, stride=2, output_padding=1, groups=2),
            nn.BatchNorm2d(4, eps=1e-3, momentum=0.2),
            nn.BatchNorm2d(4, affine=False),
            nn.BatchNorm2d(4, track_running_stats=False),
            nn.InstanceNorm2d(4, affine=True),
            nn.GroupNorm(2, 4),
            nn.GroupNorm(2, 4, affine=False),
            nn.LayerNorm((8, 8)),
            nn.LayerNorm(8, elementwise_affine=False),
            nn.MaxPool2d(3, 2, padding=1, ceil_mode=True),
            nn.MaxPool2d((2, 1)),
            nn.AvgPool2d(3, 2, 1, count_include_pad=False),
            nn.AdaptiveAvgPool2d((2, 1)),
            nn.AdaptiveAvgPool2d(1),
            nn.AdaptiveMaxPool2d(2),
            nn.ConstantPad2d((1, 2, 0, 1), 0.5),
            nn.ZeroPad2d(1),
            nn.ReflectionPad2d((1, 1, 2, 2)),
            nn.ReplicationPad2d(1),
            nn.PixelShuffle(2),
            nn.PixelUnshuffle(2),
            nn.ChannelShuffle(2),
            nn.Flatten(2),
            nn.Upsample(scale_factor=2),
            nn.Upsample(size=(3, 5), mode="bilinear", align_corners=True),
            nn.Softmax2d(),
            nn.Dropout2d(0.3),
        ])
        self.plain = nn.ModuleList([
            nn.ReLU(), nn.ReLU(inplace=True), nn.ReLU6(), nn.ELU(0.5), nn.SELU(), nn.CELU(1.5),
            nn.GELU(), nn.GELU(approximate="tanh"), nn.GLU(1), nn.Hardshrink(0.2),
            nn.Hardsigmoid(), nn.Hardswish(), nn.Hardtanh(-2.0, 3.0), nn.LeakyReLU(0.3, True),
            nn.LogSigmoid(), nn.Mish(), nn.PReLU(), nn.PReLU(4), nn.SiLU(), nn.Sigmoid(),
            nn.Softplus(2), nn.Softshrink(), nn.Softsign(), nn.Tanh(), nn.Threshold(0.1, 20),
            nn.Softmax(dim=-1), nn.LogSoftmax(dim=1), nn.Dropout(0.1), nn.AlphaDropout(),
            nn.Linear(8, 3), nn.Linear(8, 3, bias=False), nn.Identity(),
        ])
        self.line = nn.ModuleList([nn.Conv1d(4, 2, 3), nn.MaxPool1d(2), nn.BatchNorm1d(4)])
        self.words = nn.Embedding(10, 4, padding_idx=1)

    def forward(self, x, y):
        both = [m(x) for m in (*self.vision, *self.plain)]
        return both + [m(x[:, :, 0]) for m in self.line] + [self.words(y)]


class Format(Enum):
    ROWS = "rows"
    COLUMNS = "columns"


def turned(x, format: Format):
    return x.t() if format == Format.COLUMNS else x


class Member(nn.Module):
    """A member of an Enum, which decides, and one that is handed on."""

    def __init__(self):
        super().__init__()
        self.format = Format.COLUMNS

    def forward(self, x):
        if self.format != Format.ROWS:
            x = turned(x, self.format)
        return x, self.format


class Training(nn.Module):
    """A trace of a module in training."""

    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        return self.drop(x)


class Written(nn.Module):
    """A trace in which a size is written to."""

    def forward(self, x):
        n = x.shape[0]
        before = x.reshape(n * 2, -1)
        n += 1
        return before, x.new_zeros(n)


class Mixed(nn.Module):
    """A script, with a part that was traced and one whose class is not of torch.nn."""

    def __init__(self):
        super().__init__()
        self.quant = torch.ao.quantization.QuantStub()
        self.relu = nn.ReLU()
        self.same = nn.Identity()
        self.part = torch.jit.trace(nn.Sequential(nn.Linear(2, 2), nn.ReLU()), torch.ones(1, 2))

    def forward(self, x):
        return self.part(self.same(self.relu(self.quant(x))))


class Losses(nn.Module):
    def forward(self, x, y):
        return (F.mse_loss(x, y), F.mse_loss(x, y, reduction="sum"), F.l1_loss(x, y, reduction="none"),
                F.kl_div(x, y, reduction="batchmean"), F.kl_div(x, y, reduction="mean"))


ALL = (
    Lstm, Gru, Cell, Gan, Enc, Dec, Attn, Branch, Data, Alias, Loop, Assign, Hidden, Reversed,
    Optional_, Mixed, Member,
)
if __name__ == "__main__":
    for c in ALL:
        name = c.__name__.lower().strip("_")
        torch.jit.script(c().eval()).save("%s/%s.pt" % (sys.argv[1], name))
    # The tests have one of PyTorch 2, which also writes the inputs of a trace.
    traced = torch.jit.trace(Traced().eval(), torch.randn(2, 3, 4, 4))
    traced.save("%s/traced.pt" % sys.argv[1])
    inputs = torch.randn(2, 4, 8, 8), torch.tensor([0, 3])
    traced = torch.jit.trace(Classes().eval(), inputs)
    traced.save("%s/traced_classes.pt" % sys.argv[1])
    traced = torch.jit.trace(Training(), torch.ones(3), check_trace=False)
    traced.save("%s/traced_training.pt" % sys.argv[1])
    traced.eval().save("%s/traced_switched.pt" % sys.argv[1])
    traced = torch.jit.trace(Written(), torch.ones(3, 4))
    traced.save("%s/traced_written.pt" % sys.argv[1])
    # The tests have it without sources and inputs.
    losses = torch.jit.trace(Losses(), (torch.ones(2, 3), torch.zeros(2, 3)))
    losses.save("%s/traced_losses.pt" % sys.argv[1])
