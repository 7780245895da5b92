"""Branches, loops and vmap."""

from . import ingredient, program_class, templates
from ..tensors import tensor

templates("branch", """
    cond({x}.sum() > 1, lambda a: a.sin() + 1, lambda a: a.cos() * 2, ({f},))
    cond({x}.sum() > 1, lambda a, b: (a + b, a), lambda a, b: (a - b, a * 1), ({f}, {f} * 2))[0]
    cond({x}.sum() > 1, lambda a, b: (a + b, b + 0), lambda a, b: (a - b, b * 1), ({f}, {f} * 2))[1]
    cond(torch.tensor({True|False}), lambda a: a.t().clone(), lambda a: (a * 2).t().clone(), ({m},))
    cond({x}.sum() > 0, lambda a: cond(a.sum() > 1, lambda b: b + 1, lambda b: b - 1, (a,)), lambda a: a * 3, ({f},))
    cond({x}.sum() > 0, lambda a: a.relu() + a.sum(), lambda a: a.neg() - 0.0, ({f},))
    cond({x}.max() > 0, lambda a: {f} + a, lambda a: {f} - a, ({f}.sum(),))
    cond({x}.any(), lambda a: a.clone().add_(1), lambda a: a.clone().mul_(2), ({f},))
    cond({x}.sum() > 0, lambda a: a.view(-1)[:1] + 1, lambda a: a.reshape(-1)[:1] * 1, ({f},))
    cond({x}.sum() > 0, lambda a: torch.zeros(2) + a.sum(), lambda a: torch.ones(2) * a.sum(), ({f},))
    cond({x}.sum() > 0, lambda: {f}.sin(), lambda: {f}.cos(), ())
    cond({x}.sum() > 0, lambda a: a.to(torch.float64), lambda a: a.double() * 2, ({f},))
    cond({f}.shape[0] > 1, lambda a: a + 1, lambda a: a - 1, ({f},))
""")

templates("loop", """
    while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 1.5 + i), (torch.tensor(0), {f}.clone()))[1]
    while_loop(lambda i, a: i < {k}, lambda i, a: (i + 1, a.sin() + 1), (torch.tensor(0), {f}.clone()))[1]
    while_loop(lambda a, b: a.sum() < 9, lambda a, b: (a.abs() + 1, b * 2), ({f}.clone(), {g} + 1))[1]
    while_loop(lambda i, a: (i < 2) & (a.sum() < 50), lambda i, a: (i + 1, a + {f}.sum()), (torch.tensor(0), {f} * 1))[0]
    map(lambda a, b: a * b + 1, {f}, {f}.sum())
    map(lambda a: a.sin(), {f})
    map(lambda a, b: (a + b).t().clone() if a.dim() == 2 else a + b, {f}, torch.tensor(2.0))
    scan(lambda c, a: (c * 0.5 + a, c + a), torch.zeros_like({f}[0]), {f}, dim=0)[1]
    scan(lambda c, a: (c + a, (c * a).exp()), torch.zeros_like({f}[0]), {f}, dim=0)[0]
    scan(lambda c, a: (c + a, c + 0), torch.ones_like({f}[0]), {f}, dim=0, reverse=True)[1]
    scan(lambda c, a: (c.sin() + a, a * 1), torch.zeros_like({f}.select(-1, 0)), {f}, dim={f}.dim() - 1)[1]
    associative_scan(lambda a, b: a + b, {f}, 0, combine_mode='generic')
""")

templates("vmap", """
    torch.vmap(lambda a: a.sin() + 1)({f})
    torch.vmap(lambda a: a.sum())({f})
    torch.vmap(lambda a, b: a * b + a)({f}, {y})
    torch.vmap(lambda a: a @ a)({m})
    torch.vmap(lambda a: a.t() + 1, in_dims=1)({n}[None]) if {n}.dim() == 2 else {n}
    torch.vmap(lambda a, b: a + b, in_dims=(0, None))({f}, {f}.sum())
    torch.vmap(lambda a: (a, a * 2))({f})[1]
    torch.vmap(lambda a: a.cumsum(-1), out_dims=-1)({n})
""")


def loops(b):
    for name in "xy"[: b.pick(1, 2)]:
        b.input(name, tensor(b.random, b.pick([3, 2], [3], [2, 2], [4, 3]), "float32"))


program_class("branches", loops, **{"branch": 4, "pointwise": 2, "view": 1, "write": 1})
program_class("loops", loops, **{"loop": 4, "pointwise": 2, "view": 1, "write": 1})
def strict_loops(b):
    loops(b)
    # Otherwise PyTorch makes a constant of what cumsum does with `out_dims`.
    b.program.options["strict"] = "True"


program_class("vmap", strict_loops, **{"vmap": 4, "pointwise": 2, "view": 1})
