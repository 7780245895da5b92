"""--lower-modules is the graph that tracing with no leaf gives, class by class.

Names of nodes and the places of get_attr may differ. Only arguments that
print(module) shows are varied.
"""

import itertools
import sys

import torch
import torch.fx
from torch import nn

from common import Comparison, Format, Version, canonical, graph_text

# Class, required arguments, values of further arguments.
BOOL = [True, False]
CONV = dict(stride=[1, 2], padding=[0, 1, "same"], dilation=[1, 2], groups=[1, 2], bias=BOOL)
CONV["padding_mode"] = ["zeros", "circular", "reflect"]
TRANSPOSED = dict(stride=[1, 2], padding=[0, 1], output_padding=[0], groups=[1, 2], bias=BOOL)
NORM = dict(eps=[1e-5, 1e-3], momentum=[0.1, 0.25, None], affine=BOOL, track_running_stats=BOOL)
POOL = dict(stride=[None, 3], padding=[0, 1], dilation=[1, 2], ceil_mode=BOOL)
IN = dict(inplace=BOOL)
CLASSES = [
    ("Identity", (), {}),
    ("Linear", (4, 3), dict(bias=BOOL)),
    ("Bilinear", (4, 5, 3), dict(bias=BOOL)),
    *[(f"Conv{n}d", (4, 6, 3), CONV) for n in (1, 2, 3)],
    *[(f"ConvTranspose{n}d", (4, 6, 3), TRANSPOSED) for n in (1, 2, 3)],
    *[(f"BatchNorm{n}d", (4,), NORM) for n in (1, 2, 3)],
    *[(f"InstanceNorm{n}d", (4,), NORM) for n in (1, 2, 3)],
    ("GroupNorm", (2, 4), dict(eps=[1e-5, 1e-6], affine=BOOL)),
    ("LayerNorm", ((3, 4),), dict(eps=[1e-5, 1e-6], elementwise_affine=BOOL)),
    ("LocalResponseNorm", (2,), dict(alpha=[1e-4, 0.1], beta=[0.5], k=[2.0])),
    *[(f"MaxPool{n}d", (2,), POOL) for n in (1, 2, 3)],
    *[(f"AvgPool{n}d", (2,), dict(stride=[None, 3], padding=[0, 1])) for n in (1, 2, 3)],
    *[(f"LPPool{n}d", (2, 3), dict(stride=[None, 2], ceil_mode=BOOL)) for n in (1, 2)],
    *[(f"AdaptiveAvgPool{n}d", (2,), {}) for n in (1, 2, 3)],
    *[(f"AdaptiveMaxPool{n}d", (2,), {}) for n in (1, 2, 3)],
    ("Embedding", (10, 4), dict(padding_idx=[None, 1], max_norm=[None, 2.0], sparse=BOOL)),
    ("ReLU", (), IN),
    ("ReLU6", (), IN),
    ("ELU", (), dict(alpha=[1.0, 0.5], **IN)),
    ("SELU", (), IN),
    ("CELU", (), dict(alpha=[1.0, 0.5], **IN)),
    ("GELU", (), dict(approximate=["none", "tanh"])),
    ("GLU", (), dict(dim=[-1, 1])),
    ("Hardshrink", (), dict(lambd=[0.5, 0.25])),
    ("Hardsigmoid", (), {}),
    ("Hardswish", (), {}),
    ("Hardtanh", (), dict(min_val=[-1.0, -2.0], max_val=[1.0, 3.0], **IN)),
    ("LeakyReLU", (), dict(negative_slope=[0.01, 0.2], **IN)),
    ("LogSigmoid", (), {}),
    ("LogSoftmax", (), dict(dim=[1, -1])),
    ("Mish", (), IN),
    ("PReLU", (), dict(num_parameters=[1, 4])),
    ("RReLU", (), dict(lower=[0.125, 0.2], upper=[0.25, 0.5], **IN)),
    ("SiLU", (), IN),
    ("Sigmoid", (), {}),
    ("Softmax", (), dict(dim=[1, -1])),
    ("Softmin", (), dict(dim=[1])),
    ("Softplus", (), dict(beta=[1, 2], threshold=[20, 10])),
    ("Softshrink", (), dict(lambd=[0.5, 0.25])),
    ("Softsign", (), {}),
    ("Tanh", (), {}),
    ("Tanhshrink", (), {}),
    ("Threshold", (0.5, 2.0), IN),
    *[(f"{n}", (), dict(p=[0.5, 0.25], **IN)) for n in ("Dropout", "AlphaDropout")],
    *[(f"Dropout{n}d", (), dict(p=[0.5, 0.25], **IN)) for n in (1, 2, 3)],
    *[(f"ConstantPad{n}d", (2, 3.5), {}) for n in (1, 2, 3)],
    *[(f"ReflectionPad{n}d", (2,), {}) for n in (1, 2, 3)],
    *[(f"ReplicationPad{n}d", (2,), {}) for n in (1, 2, 3)],
    ("ZeroPad2d", ((1, 2, 3, 4),), {}),
    ("Fold", ((4, 5), 2), dict(dilation=[1, 2], padding=[0, 1], stride=[1, 2])),
    ("Unfold", (2,), dict(dilation=[1, 2], padding=[0, 1], stride=[1, 2])),
    ("PixelShuffle", (2,), {}),
    ("PixelUnshuffle", (2,), {}),
    ("ChannelShuffle", (2,), {}),
    ("Flatten", (), dict(start_dim=[1, 0], end_dim=[-1, 2])),
    ("Unflatten", (1, (2, 2)), {}),
    ("Upsample", (), dict(scale_factor=[2.0, (2.0, 3.0)], mode=["nearest", "area"])),
    ("UpsamplingBilinear2d", (), dict(scale_factor=[2.0])),
    ("UpsamplingNearest2d", (), dict(size=[(4, 5)])),
]


class NoLeaf(torch.fx.Tracer):
    def is_leaf_module(self, module, path):
        return False


def no_check(self, *_):
    """Checks of shapes are control flow, which can't be traced."""


for value in list(vars(nn).values()):
    if isinstance(value, type) and "_check_input_dim" in vars(value):
        value._check_input_dim = no_check
# Two inputs.
SECOND = {"Bilinear"}


class One(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.act = module

    def forward(self, x):
        return self.act(x)


class Two(One):
    def forward(self, x, y):
        return self.act(x, y)


# At most so many variants of a class.
LIMIT = 12


def left_out(text, module, training):
    """What fx-opt does in another way on purpose."""
    if training and getattr(module, "momentum", 0.1) is None:
        return True  # Depends on the batches seen so far: an error.
    # pad is called as PyTorch 1 calls it, which computes the same.
    return Version >= (2, 0) and "[target=torch.nn.functional.pad]" in text


compare = Comparison("lower")
for name, required, options in CLASSES:
    make = getattr(nn, name)
    default, shown = None, set()
    variants = list(itertools.product(*options.values()))
    for values in variants[:: (len(variants) + LIMIT - 1) // LIMIT]:
        kwargs = dict(zip(options, values))
        try:
            module = make(*required, **kwargs)
        except (ValueError, RuntimeError, TypeError):
            continue
        if repr(module) in shown:
            continue  # Differs in something that the print hides.
        shown.add(repr(module))
        wrapper = (Two if name in SECOND else One)(module)
        for training in BOOL:
            wrapper.train(training)
            try:
                lowered = NoLeaf().trace(wrapper)
            except (torch.fx.proxy.TraceError, ValueError, RuntimeError, TypeError):
                continue
            if left_out(graph_text(lowered), module, training):
                continue
            graph = torch.fx.Tracer().trace(wrapper)
            path = compare.write("x.fx.txt", graph_text(graph))
            modules = compare.write("x.modules.txt", f"{wrapper}\n")
            passes = "lower-modules{training}" if training else "lower-modules"
            status, output, errors = compare.run(
                path, f"--module-tree={modules}", f"--passes={passes}", f"--print-format={Format}"
            )
            compare.check(
                f"{module}{' in training' if training else ''}",
                canonical(graph_text(lowered)),
                (status, canonical(output), errors),
            )
compare.finish()
