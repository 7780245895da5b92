"""Runs the Python source that fx-translate writes of graphs that torch.fx traced."""

import ctypes
import importlib.util
import inspect
import json
import os
import struct
import sys

import torch
import torch.fx
from torch import nn

from common import Comparison, graph_text

os.environ["FX_OPT"] = os.path.join(os.path.dirname(os.environ["FX_OPT"]), "fx-translate")
comparison = Comparison("python graphs")


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lin = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.act = nn.GELU(approximate="tanh")

    def forward(self, x):
        return x + self.act(self.norm(self.lin(x)))


class Tensors(nn.Module):
    """Parameters, buffers and constants that a graph uses directly."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(4))
        self.register_buffer("shift", torch.rand(4))
        self.inner = nn.Sequential(nn.Linear(4, 4), nn.ReLU(inplace=True))

    def forward(self, x, input=None):
        y = self.inner(x) * self.scale + self.shift
        y = y + torch.tensor([1.0, 2.0, 3.0, 4.0])
        return {"y": y, "parts": [y[..., 1:3], y[0]], "w": self.inner[0].weight.t()}


class Calls(nn.Module):
    """Operators, methods, keywords and what Python has besides."""

    def __init__(self):
        super().__init__()
        self.block = Block(4)
        self.blocks = nn.ModuleList([Block(4), self.block])
        self.drop = nn.Dropout(0.5)

    def forward(self, x, *args, range=2, **kwargs):
        for block in self.blocks:
            x = block(x)
        x = self.drop(-x) ** 2 + (-2) ** x - (~torch.ones_like(x, dtype=torch.bool)).float()
        y = x.view(x.size(0), -1).softmax(dim=-1)
        y = torch.nn.functional.pad(y, (1, 1), value=float("inf"))
        z = torch.zeros(2, dtype=torch.float64, device="cpu")
        a, b = torch.split(y, [2, 4], dim=1)
        a += 1
        return (getattr(x, "T"), a, b.mean(), range, z, y.shape[0], complex(0, 1) * x)


class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding="same", bias=False, padding_mode="circular")
        self.bn = nn.BatchNorm2d(4, momentum=None)
        self.pool = nn.MaxPool2d(2, ceil_mode=True)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear")
        self.drop = nn.Identity()
        self.rnn = nn.LSTM(4, 3, batch_first=True)

    def forward(self, x):
        y = self.drop(self.up(self.pool(self.bn(self.conv(x)))))
        out = self.rnn(y.flatten(2).transpose(1, 2))
        return out[0][:, -1, :], out[1]


x = torch.rand(2, 4)
image = torch.rand(2, 3, 8, 8)
CASES = [
    ("block", Block(4), (x,)),
    ("tensors", Tensors(), (x,)),
    ("calls", Calls(), (x,)),
    ("sizes", Sizes(), (image,)),
]
try:
    import torchvision.models as models

    image = torch.rand(1, 3, 64, 64)
    for name in ("resnet18", "mobilenet_v3_small", "googlenet", "squeezenet1_0", "convnext_tiny", "swin_t", "regnet_y_400mf", "efficientnet_b0", "densenet121"):
        kwargs = {"init_weights": False} if name == "googlenet" else {}
        CASES.append((name, getattr(models, name)(weights=None, **kwargs), (image,)))
    CASES.append(("vit_b_16", models.vit_b_16(weights=None, image_size=64), (image,)))
except ImportError:
    pass


def load_class(path):
    spec = importlib.util.spec_from_file_location("generated", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [v for v in vars(module).values() if isinstance(v, type) and v.__module__ == "generated"][-1]


def same(first, second):
    first, second = (torch.utils._pytree.tree_flatten(v) for v in (first, second))
    return str(first[1]) == str(second[1]) and all(
        torch.allclose(a, b, rtol=1e-5, atol=1e-5, equal_nan=True) if isinstance(a, torch.Tensor) else a == b
        for a, b in zip(first[0], second[0])
    )


def check(what, module, expected, inputs):
    comparison.compared += 1
    torch.manual_seed(0)
    with torch.no_grad():
        if not same(expected, module(*inputs)):
            comparison.fail(what, "computes something else")


TYPES = {
    torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.uint8: "U8",
}


def save(path, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        tensor = tensor.detach().contiguous()
        # NumPy is not beside every PyTorch.
        raw = ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())
        header[name] = {"dtype": TYPES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


for name, model, inputs in CASES:
    model.eval()
    try:
        traced = torch.fx.symbolic_trace(model)
    except (TypeError, torch.fx.proxy.TraceError):  # Old torch.fx, new Python.
        continue
    torch.manual_seed(0)
    with torch.no_grad():
        # Not the traced module: torch.fx writes (-2) ** x as -2 ** x.
        expected = model(*inputs)
    graph = comparison.write(name + ".fx.txt", graph_text(traced.graph))
    tree = comparison.write(name + ".modules.txt", str(model) + "\n")
    for kind, flags in (("trusting", []), ("with a tree", ["--module-tree=" + tree])):
        source = comparison.path(name + ".py")
        status, _, errors = comparison.run(graph, *flags, "-o", source)
        if status:
            comparison.fail(name, errors)
            continue
        cls = load_class(source)
        takes = "root" in inspect.signature(cls.__init__).parameters
        module = cls(traced) if takes else cls()
        if not takes:
            constants = {k: v for k, v in traced.state_dict().items() if k not in model.state_dict()}
            missing, _ = module.load_state_dict({**model.state_dict(), **constants}, strict=False)
            if missing:
                comparison.fail(name, f"state {missing} is nowhere in the model")
        check(f"{name}, {kind}", module, expected, inputs)
    # The state from a file.
    status, text, errors = comparison.run(graph, "--module-tree=" + tree, "--to=native")
    if status:
        comparison.fail(name, errors)
        continue
    if "= ?" in text or takes:
        continue
    head, tail = text.split("\ngraph():", 1)
    native = comparison.write(name + ".fx", f'{head}\nweights "{name}.safetensors"\ngraph():{tail}')
    save(comparison.path(name + ".safetensors"), {**model.state_dict(), **traced.state_dict()})
    status, _, errors = comparison.run(native, "-o", source)
    if status:
        comparison.fail(name, errors)
        continue
    check(f"{name}, from a file", load_class(source)(), expected, inputs)

# Tensors that begin a storage which has more, in a row or as bytes.
storage = torch.arange(24.0)
native = comparison.write("begins.fx", """fx 1
module = my.Net {
  bytes = buffer(torch.float32, (2, 2), (2, 1), device("cpu"))
  row = buffer(torch.float32, (2, 3), (3, 1), device("cpu"), persistent=False)
}
weights "begins.safetensors"
graph():
    %x : [num_users=1] = placeholder[target=x]
    %bytes : [num_users=1] = get_attr[target=bytes]
    %row : [num_users=1] = get_attr[target=row]
    return (%x, %bytes, %row)
""")
save(comparison.path("begins.safetensors"), {"bytes": storage.view(torch.uint8), "row": storage})
source = comparison.path("begins.py")
status, _, errors = comparison.run(native, "-o", source)
if status:
    comparison.fail("begins", errors)
else:
    x = torch.ones(3)
    check("begins", load_class(source)(), (x, storage[:4].view(2, 2), storage[:6].view(2, 3)), (x,))
comparison.finish()
