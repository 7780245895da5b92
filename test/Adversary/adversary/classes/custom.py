"""Operators that fx-opt does not know, with and without their schemas."""

from . import ingredient, program_class
from ..tensors import tensor

#: Schema, whether it has a fake implementation, its body.
OPERATORS = {
    "bump": ("(Tensor(a!) x, int n) -> ()", "x.add_(n)"),
    "bump_": ("(Tensor(a!) x, int n) -> ()", "x.add_(n)"),
    "store": ("(Tensor src, Tensor(a!) dst) -> ()", "dst.copy_(src * 3)"),
    "both": ("(Tensor(a!) x, Tensor(b!) y) -> ()", "(x.add_(1), y.mul_(2))"),
    "pure_": ("(Tensor x, Tensor y) -> Tensor", "return x + y"),
    "scale": ("(Tensor x, float by=2.0) -> Tensor", "return x * by"),
    "pair": ("(Tensor x) -> (Tensor, Tensor)", "return x + 1, x * 2"),
    "writes": ("(Tensor x, Tensor(a!) y, int n=3) -> Tensor", "(y.add_(n), x)\n    return x - n"),
    "maybe": ("(Tensor(a!)? x, Tensor y, int n=1) -> Tensor", "x is not None and x.add_(n)\n    return y * n"),
    "many": ("(Tensor[] x) -> Tensor", "return sum(x) + 1"),
    "each": ("(Tensor(a!)[] x, Tensor y) -> ()", "[t.add_(1) for t in x]"),
    "named": ("(Tensor x, *, Tensor y, str mode='add') -> Tensor", "return x + y if mode == 'add' else x - y"),
}
TYPES = {
    "(Tensor(a!) x, int n) -> ()": "x: torch.Tensor, n: int",
    "(Tensor src, Tensor(a!) dst) -> ()": "src: torch.Tensor, dst: torch.Tensor",
}


def setup(name):
    schema, body = OPERATORS[name]
    arguments = schema[1:].split(") ->")[0] if "->" in schema else ""
    names = []
    for part in arguments.rsplit(") ->")[0].split(", "):
        part = part.strip()
        if part == "*":
            names.append("*")
            continue
        word = part.split("=")[0].split()[-1]
        default = "=" + part.split("=")[1] if "=" in part else ""
        names.append(word + default)
    header = ", ".join(names)
    lines = [
        "torch.library.define('hunt::%s', %r)" % (name, schema),
        "@torch.library.impl('hunt::%s', 'CPU')\ndef _(%s):\n    %s" % (name, header, body),
    ]
    fake = body.split("return", 1)[1].strip() if "return" in body else "None"
    lines.append("@torch.library.register_fake('hunt::%s')\ndef _(%s):\n    return %s" % (name, header, fake))
    return "\n".join(lines)


CALLS = {
    "bump": ["! torch.ops.hunt.bump({w}, {k})", "! torch.ops.hunt.bump({w}[0], 2)"],
    "bump_": ["! torch.ops.hunt.bump_({w}, {k})", "! torch.ops.hunt.bump_({w}.t(), 2)"],
    "store": ["! torch.ops.hunt.store({x}, {w})", "! torch.ops.hunt.store({y} + 1, {w})"],
    "both": ["! torch.ops.hunt.both({w}, {w}.clone())", "! torch.ops.hunt.both({w}[0], {w}[1])"],
    "pure_": ["torch.ops.hunt.pure_({x}, {y})"],
    "scale": ["torch.ops.hunt.scale({f})", "torch.ops.hunt.scale({f}, 0.5)", "torch.ops.hunt.scale({f}, by=3.0)"],
    "pair": ["torch.ops.hunt.pair({x})[1]", "torch.ops.hunt.pair({x}.t())[0]"],
    "writes": ["torch.ops.hunt.writes({x}, {w})", "torch.ops.hunt.writes({x} + 1, {w}, n=2)"],
    "maybe": ["torch.ops.hunt.maybe(None, {x})", "torch.ops.hunt.maybe({w}, {x} + 1, 2)"],
    "many": ["torch.ops.hunt.many([{x}, {y}])"],
    "each": ["! torch.ops.hunt.each([{w}], {x})", "! torch.ops.hunt.each([{w}[0], {w}[1]], {x})"],
    "named": ["torch.ops.hunt.named({x}, y={y})", "torch.ops.hunt.named({x}, y={y}, mode='sub')"],
}


@ingredient("custom")
def custom(b):
    name = b.random.choice(list(OPERATORS))
    statement = setup(name)
    if statement not in b.program.setup:
        b.setup(statement)
        if b.told:
            b.program.schemas.append("hunt::" + name + OPERATORS[name][0].replace("'", '"'))
    return b.add(*CALLS[name])


def custom_inputs(b):
    b.told = b.chance(0.5)
    sizes = b.pick([3], [2, 3], [2, 2])
    for name in "xy":
        b.input(name, tensor(b.random, sizes, b.pick("float32", "float32", "int64")))
    if b.chance(0.4):
        b.state("self.register_buffer('b', %s)" % tensor(b.random, sizes, "float32"))


@ingredient("custom state")
def custom_state(b):
    return "b" in vars(b.names["self"])["_buffers"] and b.add("self.b + 0", "self.b", "self.b * {x}")


program_class("custom", custom_inputs, **{"custom": 5, "custom state": 1, "pointwise": 1, "view": 2, "write": 1})
