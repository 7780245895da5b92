"""Makes exported programs of TorchScript and compares them with the models."""

import copy
import os
import subprocess
import tempfile
import warnings
from typing import Dict, List, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

from common import finish

warnings.filterwarnings("ignore")
torch.manual_seed(0)
R = torch.randn
Translate = os.path.join(os.path.dirname(os.environ["FX_OPT"]), "fx-translate")


class Indices(nn.Module):
    def forward(self, x, i):
        y = x.clone()
        y[:, 0] = 5.0
        y[y > 3] = 0.0
        y[:, 1] = x[:, 2]
        return x[i], x[:, 1:], x[..., None], x[-1, 2], y, x.gather(1, i[:, None])


class Sizes(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        return x.view(n, 2, 3), torch.zeros(n // 2 + 1), torch.arange(n), x * n


class Written(nn.Module):
    def forward(self, x):
        x.mul_(2)
        return x.half().float(), 2 - x, x.max(1)[0]


class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)
        self.second.weight = self.first.weight
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("hidden", torch.ones(3), persistent=False)
        self.constant = torch.ones(3)

    def forward(self, xs: List[torch.Tensor], d: Dict[str, torch.Tensor],
                p: Tuple[torch.Tensor, int], scale: float = 2.0):
        self.calls.add_(1)
        z = self.first(xs[0]) + self.second(xs[1]) + d["a"] * p[1] + p[0]
        z = z * self.constant + self.hidden
        return {"z": z * scale, "x": xs[0]}, (z.sum(), self.calls)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(8, 5, bias=False)
        self.rnn = nn.RNN(5, 4, nonlinearity="relu")
        self.lstm_cell, self.gru_cell = nn.LSTMCell(4, 3), nn.GRUCell(3, 3)

    def forward(self, x, h):
        y, (last, cells) = self.lstm(x)
        y, _ = self.gru(y)
        y, state = self.rnn(y, h)
        a, b = self.lstm_cell(y[:, -1])
        return y, state, last, cells, self.gru_cell(a, b)


# Model, in training, types of inputs, inputs.
Models = [
    (nn.Sequential(nn.Conv2d(4, 4, 1), nn.BatchNorm2d(4), nn.ReLU(True)), True,
     ["f32[b,4,8,8]"], [[R(n, 4, 8, 8)] for n in (4, 2, 3)]),
    (nn.Sequential(nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4), nn.GELU()), False,
     ["f32[b,4,h:8,w:9]"], [[R(2, 4, 8, 9)], [R(1, 4, 12, 5)], [R(3, 4, 9, 9)]]),
    (nn.BatchNorm1d(4, momentum=None), True,
     ["f32[b,4]"], [[R(n, 4)] for n in (4, 2, 3)]),
    (nn.LocalResponseNorm(2), False,
     ["f32[b,4,h:8,w:8]"], [[R(2, 4, 8, 8)], [R(1, 4, 12, 5)]]),
    (nn.MultiheadAttention(8, 2, batch_first=True), False,
     ["f32[b,t,8]"] * 3, [[R(4, 4, 8)] * 3, [R(2, 7, 8)] * 3, [R(1, 3, 8)] * 3]),
    (nn.Upsample(scale_factor=2, mode="bilinear"), False,
     ["f32[b,4,h:8,w:8]"], [[R(2, 4, 8, 8)], [R(1, 4, 12, 5)]]),
    (nn.AdaptiveMaxPool2d(3), False,
     ["f32[b,4,8,8]"], [[R(2, 4, 8, 8)], [R(1, 4, 8, 8)]]),
    (nn.EmbeddingBag(10, 4), False, ["i64[b,t]"],
     [[torch.randint(0, 10, size)] for size in ((4, 4), (2, 7), (1, 3))]),
    (nn.Dropout(), True, ["f32[b,4]"], [[R(n, 4)] for n in (4, 2)]),
    (Indices(), False, ["f32[b,6]", "i64[b]"],
     [[R(n, 6), torch.randint(0, n, (n,))] for n in (4, 2, 5)]),
    (Sizes(), False, ["f32[b,6]"], [[R(n, 6)] for n in (4, 2, 7)]),
    (Recurrent(), False, ["f32[b,t,3]", "f32[1,t,4]"],
     [[R(4, 4, 3), R(1, 4, 4)], [R(2, 7, 3), R(1, 7, 4)], [R(1, 3, 3), R(1, 3, 4)]]),
    (nn.Sequential(nn.LSTM(3, 4, proj_size=2, dropout=0.5, num_layers=2)), True,
     ["f32[t,3]"], [[R(n, 3)] for n in (4, 2, 3)]),
    (Written(), False, ["f32[b,6]"], [[R(n, 6)] for n in (4, 2, 7)]),
    (Nested(), False,
     ["xs=[f32[b,3],f32[b,3]]", 'd={"a":f32[b,3]}', "p=(f32[b,3],7)"],
     [[[R(n, 3), R(n, 3)], {"a": R(n, 3)}, (R(n, 3), 7)] for n in (4, 1, 3)]),
]


def leaves(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def same(a, b):
    if not isinstance(a, torch.Tensor):
        return a == b
    return (a.dtype == b.dtype and a.shape == b.shape
            and a.stride() == b.stride()
            and torch.allclose(a, b, atol=1e-6, equal_nan=True))


def compare(model, types, inputs, folder):
    script = os.path.join(folder, "model.pt")
    result = os.path.join(folder, "model.pt2")
    torch.jit.script(model).save(script)
    run = subprocess.run(
        [Translate, script, "-o", result] + ["--input=" + t for t in types],
        capture_output=True, text=True)
    if run.returncode:
        return run.stderr.strip()
    loaded = torch.export.load(result).module()
    model = copy.deepcopy(model)
    for given in inputs:
        ours, theirs = copy.deepcopy(given), copy.deepcopy(given)
        torch.manual_seed(1)
        wanted = leaves(model(*theirs)) + leaves(theirs)
        torch.manual_seed(1)
        have = leaves(loaded(*ours)) + leaves(ours)
        if len(wanted) != len(have) or not all(map(same, wanted, have)):
            return "other values"
    kept = loaded.state_dict()
    for name, value in model.state_dict().items():
        if not same(value, kept[name]):
            return "other state in " + name
    return ""


differ = 0
with tempfile.TemporaryDirectory() as folder:
    for model, training, types, inputs in Models:
        why = compare(model.train(training), types, inputs, folder)
        if why:
            differ += 1
            print(type(model).__name__ + ":", why)
finish(f"plain graphs: {len(Models)} models", len(Models), differ)
