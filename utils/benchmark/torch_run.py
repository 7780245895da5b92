#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the models that fx-torch-benchmark runs, and times torch.fx on them.

torch_run.py make DIR      scripts net32, resnet50 and transformer24 into DIR
torch_run.py measure       prints one JSON object a line: {"row": "chain", "by":
                           "torch.fx", "us": 3.1}

Weights are random. Microseconds of processor time with one thread, the best of
several rounds: per operator of a chain, per run or per import of a model.
"""
import json
import os
import sys
import time
import warnings

import torch
from torch import fx, nn
from torch.nn import functional as F

CHAIN = 999


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU()

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + x)


class SmallNet(nn.Module):
    """32 operators."""

    def __init__(self, width=8):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.layers = nn.Sequential(*[Block(width) for _ in range(4)])
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(width, 10)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.layers(self.stem(x))), 1))


class Bottleneck(nn.Module):
    def __init__(self, inner, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inner, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, width * 4, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(width * 4)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inner != width * 4:
            self.downsample = nn.Sequential(
                nn.Conv2d(inner, width * 4, 1, stride, bias=False),
                nn.BatchNorm2d(width * 4))

    def forward(self, x):
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.relu(self.bn2(self.conv2(y)))
        y = self.bn3(self.conv3(y))
        if self.downsample is not None:
            x = self.downsample(x)
        y += x
        return self.relu(y)


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        inner, layers = 64, []
        for i, blocks in enumerate((3, 4, 6, 3)):
            width = 64 << i
            row = []
            for j in range(blocks):
                row.append(Bottleneck(inner, width, 2 if i and not j else 1))
                inner = width * 4
            layers.append(nn.Sequential(*row))
        self.layer1, self.layer2, self.layer3, self.layer4 = layers
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(inner, 1000)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.scale = (width // heads) ** -0.5
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, width * 3)
        self.proj = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.fc1 = nn.Linear(width, width * 4)
        self.fc2 = nn.Linear(width * 4, width)

    def forward(self, x):
        b, n, c = x.size(0), x.size(1), x.size(2)
        qkv = self.qkv(self.norm1(x))
        qkv = qkv.reshape(b, n, 3, self.heads, c // self.heads)
        qkv = qkv.permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        a = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) * self.scale, -1)
        a = torch.matmul(a, v).transpose(1, 2).reshape(b, n, c)
        x = x + self.proj(a)
        return x + self.fc2(F.gelu(self.fc1(self.norm2(x))))


class Transformer24(nn.Module):
    def __init__(self, width=128, heads=4):
        super().__init__()
        self.embed = nn.Embedding(1000, width)
        self.layers = nn.Sequential(*[Layer(width, heads) for _ in range(24)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, 1000)

    def forward(self, x):
        return self.head(self.norm(self.layers(self.embed(x))))


MODELS = {"net32": SmallNet, "resnet50": ResNet50, "transformer24": Transformer24}


def make(name):
    torch.manual_seed(0)
    return MODELS[name]().eval()


def chain(x):
    y = x
    for _ in range(CHAIN // 3):
        y = torch.relu((y + x) * x)
    return y


def best(work, rounds):
    """Microseconds of one call; calls that are short are made many times."""
    begin = time.process_time()
    work()
    once = time.process_time() - begin
    calls = max(1, int(0.02 / max(once, 1e-6)))
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(calls):
            work()
        times.append((time.process_time() - begin) / calls)
    return min(times) * 1e6


def say(row, by, us):
    print(json.dumps({"row": row, "by": by, "us": us}), flush=True)


def measure():
    torch.set_num_threads(1)
    x = torch.full((4,), 0.5)
    traced = fx.symbolic_trace(chain)
    interpreter = fx.Interpreter(traced)
    with torch.inference_mode():
        say("chain", "torch.fx",
            best(lambda: interpreter.run(x), 5) / CHAIN)
        say("chain", "Python code", best(lambda: traced(x), 5) / CHAIN)
        image = torch.ones(1, 3, 8, 8)
        net = fx.symbolic_trace(make("net32"))
        interpreter = fx.Interpreter(net)
        say("net32", "torch.fx", best(lambda: interpreter.run(image), 5))
        say("net32", "Python code", best(lambda: net(image), 5))
    for name in ("resnet50", "transformer24"):
        model = make(name)
        say(f"import_{name}", "torch.fx",
            best(lambda: fx.symbolic_trace(model), 3))
    try:
        from torch.fx.experimental.proxy_tensor import make_fx
    except ImportError:
        return
    say("trace_dispatch", "torch.fx",
        best(lambda: make_fx(chain)(x), 3) / CHAIN)


def main():
    warnings.simplefilter("ignore")
    if sys.argv[1:] == ["measure"]:
        measure()
    elif len(sys.argv) == 3 and sys.argv[1] == "make":
        for name in MODELS:
            path = os.path.join(sys.argv[2], f"{name}.pt")
            torch.jit.script(make(name)).save(path)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
