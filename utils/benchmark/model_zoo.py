#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models that utils/benchmark/models measures, with random weights.

model_zoo.py list                     their names, and what they are
model_zoo.py export NAME BATCH DIR    writes NAME-BATCH.pt2, .npz (its inputs)
"""
import os
import struct
import sys
import warnings
import zipfile

import torch
from torch import nn
from torch.nn import functional as F

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
warnings.filterwarnings("ignore")


class MLP(nn.Module):
    def __init__(self, width=64, depth=20):
        super().__init__()
        self.layers = nn.Sequential(*[
            nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
            for _ in range(depth)])

    def forward(self, x):
        return self.layers(x)


class Bottleneck(nn.Module):
    def __init__(self, inner, width, stride):
        super().__init__()
        outer = 4 * width
        self.conv1 = nn.Conv2d(inner, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, outer, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(outer)
        self.down = None
        if stride != 1 or inner != outer:
            self.down = nn.Sequential(nn.Conv2d(inner, outer, 1, stride, bias=False),
                                      nn.BatchNorm2d(outer))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = F.relu(self.bn2(self.conv2(y)))
        return F.relu(self.bn3(self.conv3(y)) + (x if self.down is None else self.down(x)))


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        blocks, inner = [], 64
        for width, count, stride in (64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2):
            for i in range(count):
                blocks.append(Bottleneck(inner, width, 1 if i else stride))
                inner = 4 * width
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(inner, 1000)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        x = F.adaptive_avg_pool2d(self.blocks(x), 1)
        return self.fc(torch.flatten(x, 1))


def conv_bn(inner, outer, size, stride=1, groups=1):
    return nn.Sequential(
        nn.Conv2d(inner, outer, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outer), nn.ReLU6())


class InvertedResidual(nn.Module):
    def __init__(self, inner, outer, stride, expand):
        super().__init__()
        width = inner * expand
        layers = [conv_bn(inner, width, 1)] if expand != 1 else []
        self.conv = nn.Sequential(*layers, conv_bn(width, width, 3, stride, width),
                                  nn.Conv2d(width, outer, 1, bias=False), nn.BatchNorm2d(outer))
        self.adds = stride == 1 and inner == outer

    def forward(self, x):
        return x + self.conv(x) if self.adds else self.conv(x)


class MobileNetV2(nn.Module):
    def __init__(self):
        super().__init__()
        layers, inner = [conv_bn(3, 32, 3, 2)], 32
        for expand, outer, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2),
                                             (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                                             (6, 320, 1, 1)):
            for i in range(count):
                layers.append(InvertedResidual(inner, outer, 1 if i else stride, expand))
                inner = outer
        self.features = nn.Sequential(*layers, conv_bn(inner, 1280, 1))
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(1280, 1000))

    def forward(self, x):
        return self.classifier(self.features(x).mean([2, 3]))


class ChannelNorm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class ConvNeXtBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.scale = nn.Parameter(torch.full((width, 1, 1), 0.1))

    def forward(self, x):
        y = self.norm(self.conv(x).permute(0, 2, 3, 1))
        y = self.down(F.gelu(self.up(y))).permute(0, 3, 1, 2)
        return x + self.scale * y


class ConvNeXt(nn.Module):
    """ConvNeXt Tiny with half of its blocks."""

    def __init__(self, widths=(96, 192, 384, 768), depths=(2, 2, 4, 2)):
        super().__init__()
        layers = [nn.Conv2d(3, widths[0], 4, 4), ChannelNorm(widths[0], eps=1e-6)]
        for i, (width, depth) in enumerate(zip(widths, depths)):
            if i:
                layers += [ChannelNorm(widths[i - 1], eps=1e-6),
                           nn.Conv2d(widths[i - 1], width, 2, 2)]
            layers += [ConvNeXtBlock(width) for _ in range(depth)]
        self.features = nn.Sequential(*layers)
        self.norm, self.fc = nn.LayerNorm(widths[-1], eps=1e-6), nn.Linear(widths[-1], 1000)

    def forward(self, x):
        return self.fc(self.norm(self.features(x).mean([2, 3])))


class Wrapped(nn.Module):
    """Tensors in, the first tensor out."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x).to_tuple()[0]


def transformer(name):
    def make():
        import transformers as T
        # Its mask functions trace with vmap, which torch.export does not take.
        import contextlib
        import transformers.masking_utils as masks

        def broadcast(f, bh_indices=True):
            if bh_indices:
                return lambda b, h, q, k: f(
                    b[:, None, None, None], h[None, :, None, None], q[None, None, :, None],
                    k[None, None, None, :]).expand(len(b), len(h), len(q), len(k))
            return lambda b, h, q, k: f(b, h, q[:, None], k[None, :])
        masks._vmap_for_bhqkv = broadcast
        masks.TransformGetItemToIndex = contextlib.nullcontext
        if name == "bert":
            return Wrapped(T.BertModel(T.BertConfig(num_hidden_layers=6)))
        if name == "gpt2":
            return Wrapped(T.GPT2Model(T.GPT2Config(n_layer=6, use_cache=False)))
        if name == "vit":
            return Wrapped(T.ViTModel(T.ViTConfig(num_hidden_layers=6)))
        return Wrapped(T.LlamaModel(T.LlamaConfig(
            vocab_size=32000, hidden_size=512, num_hidden_layers=6, num_attention_heads=8,
            num_key_value_heads=8, intermediate_size=1376, use_cache=False)))
    return make


def words(batch):
    return torch.randint(3, 30000, (batch, 128))


def image(batch):
    return torch.randn(batch, 3, 224, 224)


# Name: what is said of it, the module, its input.
MODELS = {
    "mlp": ("MLP, 20 × (Linear 64, GELU, LayerNorm)", MLP, lambda b: torch.randn(b, 64)),
    "bert": ("BERT, 6 layers, 128 tokens", transformer("bert"), words),
    "gpt2": ("GPT-2, 6 layers, 128 tokens", transformer("gpt2"), words),
    "vit": ("ViT, 6 layers", transformer("vit"), image),
    "resnet50": ("ResNet-50", ResNet50, image),
    "mobilenet": ("MobileNet v2", MobileNetV2, image),
    "convnext": ("ConvNeXt, 10 blocks", ConvNeXt, image),
    "llama": ("Llama, 6 layers of 512, 128 tokens", transformer("llama"), words),
}


def build(name, batch):
    """The module, with weights and running statistics of some spread, and its input."""
    torch.manual_seed(1)
    module = MODELS[name][1]().eval()
    for part in module.modules():
        if isinstance(part, nn.BatchNorm2d):
            nn.init.uniform_(part.weight, 0.5, 1)
            nn.init.normal_(part.bias, 0, 0.1)
            nn.init.normal_(part.running_mean, 0, 0.1)
            nn.init.uniform_(part.running_var, 0.5, 1.5)
        elif isinstance(part, nn.Conv2d):
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
    return module, MODELS[name][2](batch)


def save_input(value, path):
    """What numpy.savez writes."""
    kind = "<f4" if value.is_floating_point() else "<i8"
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {tuple(value.shape)}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(header))
                         + header.encode() + bytes(value.contiguous().untyped_storage()))


def export(name, batch, folder):
    module, value = build(name, batch)
    stem = os.path.join(folder, f"{name}-{batch}")
    with torch.no_grad():
        torch.export.save(torch.export.export(module, (value,), strict=False), stem + ".pt2")
    save_input(value, stem + ".npz")


def main():
    if sys.argv[1:] == ["list"]:
        for name, (title, *_) in MODELS.items():
            print(name, title)
    elif len(sys.argv) == 5 and sys.argv[1] == "export":
        export(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
