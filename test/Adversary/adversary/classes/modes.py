"""Regions: no gradients, autocast, and gradients that are asked for."""

from . import ingredient, program_class, templates
from ..tensors import tensor
from .state import with_state


def is_tensor(b, name):
    import torch

    return isinstance(b.names[name], torch.Tensor)


def region(b, header, *names):
    """A statement that runs a few others in a region."""
    from . import INGREDIENTS

    before, made = len(b.program.body), b.random.randint(1, 3)
    for _ in range(made):
        INGREDIENTS[b.random.choice(names)](b)
    if not any(is_tensor(b, t) for s in b.program.body[before:] for t in b.targets(s)):
        b.add("{x} * 1")  # What a region does is seen in a result.
    inner = b.program.body[before:]
    text = header + ":\n" + "\n".join("    " + line.replace("\n", "\n    ") for line in inner)
    del b.program.body[before:]
    b.start()
    return b.statement(text)


@ingredient("no grad")
def no_grad(b):
    header = b.pick("with torch.no_grad()", "with torch.enable_grad()", "with torch.set_grad_enabled(False)")
    return region(b, header, "pointwise", "use state", "view", "reduction", "write")


@ingredient("autocast")
def autocast(b):
    header = b.pick(
        "with torch.autocast('cpu', dtype=torch.bfloat16)", "with torch.autocast('cpu', dtype=torch.float16)",
        "with torch.autocast('cpu', enabled=False)", "with torch.autocast('cpu', torch.bfloat16)")
    return region(b, header, "products", "products", "pointwise", "activation", "use state")


templates("set grad", """
    ! torch._C._set_grad_enabled(False)
    ! torch._C._set_grad_enabled(True)
    {x}.detach()
    {x}.detach() * 2
    {x}.clone().detach()
    {f}.clone().requires_grad_(False)
""")


templates("saved and written", """
    ({f} * {g}).clone().add_({f})
    {f}.tanh().clone().mul_(2)
    {f}.exp().mul(1).mul_({f})
    {f}.sigmoid().add(0).add_({g})
    {f}.clone().mul_({g}).add_(1).sigmoid()
    ({f} * 1).mul_({g})
    {f}.sqrt().contiguous().clone().add_(1)
    F.relu({f}).clone().sub_({g})
    F.relu({f} + 0, inplace=True) * {g}
    torch.softmax({f}, -1).clone().mul_({f})
    {f}.exp().view(-1).clone().mul_(3).view({f}.shape) + {f}
""")


def trained(b):
    sizes = b.pick([3, 3], [2, 3], [4])
    b.state("self.w = nn.Parameter(%s)" % tensor(b.random, sizes, "float32"))
    if b.chance(0.6):
        b.state("self.b = nn.Parameter(%s)" % tensor(b.random, sizes, "float32"))
    if b.chance(0.3):
        b.state("self.c = self.w")
    if b.chance(0.3):
        b.state("self.register_buffer('q', %s)" % tensor(b.random, sizes, "float32"))
    for name in "xy"[: b.pick(1, 2)]:
        b.input(name, tensor(b.random, sizes, "float32"))
    b.program.training = b.chance(0.6)
    b.program.gradients = True


MATRICES = lambda b: [b.input(n, tensor(b.random, b.pick([3, 3], [2, 3], [4, 4]), "float32")) for n in "xy"]
program_class("no grad", with_state, **{"no grad": 4, "set grad": 1, "pointwise": 2, "use state": 2, "write": 1})
program_class("autocast", MATRICES, **{"autocast": 4, "products": 2, "pointwise": 1})
program_class("gradients", trained, **{
    "use state": 5, "pointwise": 2, "view": 2, "write": 1, "no grad": 1, "set grad": 1, "clone and write": 1,
    "saved and written": 2, "products": 1})
