"""Inputs that nest, inputs by keyword, None, and submodules whose call is kept."""

from . import ingredient, program_class
from ..tensors import tensor


def leaf(b):
    return tensor(b.random, b.pick([3], [2, 3], [2, 2]), "float32")


def nested(b):
    choices = [
        lambda: '{"a": %s, "b": [%s, (%s, None)]}' % (leaf(b), leaf(b), leaf(b)),
        lambda: "[%s, %s]" % (leaf(b), leaf(b)),
        lambda: "(%s, {'k': %s})" % (leaf(b), leaf(b)),
        lambda: '{"z": %s, "a": %s, "n": None, "s": 2}' % (leaf(b), leaf(b)),
        lambda: leaf(b),
    ]
    for name in "xy"[: b.pick(1, 2)]:
        b.input(name, b.random.choice(choices)())
    if b.chance(0.5):
        b.input("k", leaf(b), "None")
    if b.chance(0.3):
        b.input("q", b.pick("None", "2", "0.5", "True"), b.pick("None", "1"))
    if b.chance(0.3):
        b.input("p", b.pick("None", "'text'", "3"))
    for entry in list(b.program.inputs):
        unpack(b, entry.name)


def unpack(b, name):
    """Statements that give every tensor in an input a name."""
    import torch

    def visit(value, text):
        if isinstance(value, torch.Tensor) and text != name:
            b.assign(text)
        items = value.items() if isinstance(value, dict) else (
            enumerate(value) if isinstance(value, (list, tuple)) else ())
        for key, inner in items:
            visit(inner, "%s[%r]" % (text, key))

    visit(b.names[name], name)


INNER = """\
class %s(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.arange(3.))
        self.register_buffer('b', torch.ones(3))
    def forward(self, x, by=2):
        %s
        return %s"""


@ingredient("inner module")
def inner_module(b):
    name = "inner%d" % b.random.randint(0, 1)
    if not hasattr(b.names["self"], name):
        body = b.pick("self.b.add_(1)", "y = x * by", "x = x + self.w", "pass")
        result = b.pick("(x * by + self.w)", "{'out': x * by, 'more': (self.w + x,)}['out']", "x.sin() + self.b", "x[..., :3].cos()")
        kind = "Inner%d" % b.random.getrandbits(24)
        b.setup(INNER % (kind, body, result))
        b.names.update({kind: __import__("adversary.program", fromlist=["x"]).NAMESPACE[kind]})
        if not b.state("self.%s = %s()" % (name, kind)):
            return False
        if b.chance(0.5):
            b.program.options["preserve_module_call_signature"] = "('%s',)" % name
            b.program.options["strict"] = b.pick("True", "False")
    # Calls of a kept signature are alike.
    calls = "self.%s({f}[..., :3])", "self.%s({f}[..., :3], {2|3})", "self.%s({f}[..., :3], by=0.5)"
    at = sum(map(ord, name)) % 3 if "preserve_module_call_signature" in b.program.options else None
    return b.add(*(call % name for call in (calls if at is None else calls[at:at + 1])))


program_class("structures", nested, **{"inner module": 2, "pointwise": 4, "view": 2, "write": 2, "reduction": 1})
