"""Dynamic sizes: arithmetic, guards, sizes that only data tell."""

from . import program_class, templates
from ..program import Variant
from ..tensors import contents

templates("size arithmetic", """
    {x}.shape[0]
    {x}.size({d})
    {x}.numel()
    {x}.dim()
    {x}.shape[0] * 2 + 1
    {x}.shape[0] // 2
    {x}.shape[0] % 3
    (4 - {x}.shape[0] % 4) % 4
    ({x}.shape[0] - {z}.shape[0]) % 3
    {x}.shape[-1] - 1
    {x}.shape[0] / 2
    {x}.shape[0] ** 2
    max({x}.shape[0], {z}.shape[0])
    min({x}.shape[0], 3)
    {x}.shape[0] + {z}.shape[0]
    {x}.numel() // {x}.shape[0]
    {x}.stride(0)
    {x}.storage_offset()
    int({x}.shape[0] * 1.5)
    math.sqrt({x}.shape[0])
    -{x}.shape[0]
    {x}.shape[0] == {z}.shape[0]
    {x}.shape[0] > 1
    float({x}.shape[0])
    math.ceil({x}.shape[0] / 2)
    round({x}.shape[0] / 3)
    abs(1 - {x}.shape[0])
    len({x})
""")

templates("sized", """
    {x} * {x}.shape[0]
    {x} / {x}.shape[0]
    {x} + {x}.numel()
    {x}[: {x}.shape[0] // 2]
    {x}[{x}.shape[0] // 2 :]
    {x}[:: {x}.shape[0]]
    {x}[{x}.shape[0] - 1]
    {x}[..., : {z}.shape[-1]]
    {x}[:, None].expand(-1, {z}.shape[0], *{x}.shape[1:])
    {x}.view({x}.shape[0], -1)
    {x}.view(-1)
    {x}.reshape(-1, {x}.shape[0])
    {x}.reshape({x}.shape[0] * {x}.shape[-1]) if {x}.dim() == 2 else {x}
    {x}.flatten()
    {x}.repeat(2, *[1] * ({x}.dim() - 1))
    {x}.repeat({x}.shape[0], *[1] * ({x}.dim() - 1))
    {x}.expand({z}.shape[0], *{x}.shape)
    {x}.new_zeros({x}.shape[0] + 1)
    {x}.new_ones({x}.shape[0], {z}.shape[0])
    torch.zeros({x}.shape[0])
    torch.zeros({x}.shape[0] * 2, {x}.shape[-1])
    torch.full(({x}.shape[0],), {z}.shape[0])
    torch.arange({x}.shape[0])
    torch.arange({x}.shape[0], {x}.shape[0] + 3)
    torch.arange({x}.numel()).view({x}.shape) + {x}
    torch.eye({x}.shape[0])
    torch.linspace(0, 1, {x}.shape[0])
    torch.ones_like({x})
    torch.tensor({x}.shape[0]) + 1
    torch.scalar_tensor({x}.shape[0])
    torch.cat([{x}, {x}])
    torch.cat([{x}, {x}.new_zeros(1, *{x}.shape[1:])])
    torch.stack([{x}, {x}])
    {x}.split({x}.shape[0] // 2 + 1)[0]
    {x}.chunk(2)[0]
    {x}.tensor_split(2)[1]
    {x}.unfold(0, 2, 1)
    {x}.as_strided(({x}.shape[0],), (1,))
    {x}.narrow(0, 0, {x}.shape[0] - 1)
    {x}.transpose(0, -1)
    {x}.transpose(0, -1).contiguous()
    {x}.t() @ {x} if {x}.dim() == 2 else {x}
    {x} @ {x}.t() if {x}.dim() == 2 else {x}
    {x}.sum(0)
    {x}.sum(-1, keepdim=True)
    {x}.mean()
    {x}.cumsum(0)
    {x}.softmax(-1)
    {x}.flip(0)
    {x}.roll({x}.shape[0] - 1, 0)
    {x}.tril()
    {x}.diagonal()
    {x}.index_select(0, torch.arange({x}.shape[0] - 1))
    {x}[torch.arange({x}.shape[0])]
    {x}.movedim(0, -1)
    {x}.unsqueeze(0)
    {x}.unflatten(0, (-1, 1))
    F.pad({x}, (0, {x}.shape[0]))
    F.pad({x}, (1, 1))
    F.pad({x}, (0, (4 - {x}.shape[-1] % 4) % 4))
    F.layer_norm({f}, {f}.shape[-1:])
    F.interpolate({f}[None, None], size=({f}.shape[0] * 2,)) if {f}.dim() == 1 else {f}
    F.one_hot(torch.arange({x}.shape[0]), {x}.shape[0] + 1)
    ! {w}[: {w}.shape[0] // 2].add_(1)
    ! {w}[{w}.shape[0] - 1] = 0
    ! {w}.narrow(0, 0, {w}.shape[0] - 1).mul_(2)
    ! {w}.add_({w}.shape[0])
    ! {w}.view(-1)[:: {w}.shape[0]].zero_()
    ! torch._check({x}.shape[0] > 0)
    ! torch._check({x}.shape[0] < 100)
    ! torch._check({x}.shape[0] % 1 == 0)
    ! assert {x}.shape[0] > 0
    ({x} + 1 if {x}.shape[0] > 2 else {x})
    ({x} * 2 if {x}.shape[0] < 1000 else {x} * 3)
""")

templates("sizes of sizes", """
    {h} + {h}
    {h} * 2
    {h} - {h}
    {h} // 2
    {h} % 2
    -{h}
    {h} > {h}
    {x} * {h}
    {x} + {h}
    {h} - {x}
    {x} ** {h}
    torch.zeros({h})
    torch.ones({h}, 2)
    torch.arange({h})
    torch.full((2,), {h})
    {x}[:{h}]
    {x}[-{h}:]
    {x}.view({h}, -1)
    {x}.reshape(-1, {h})
    {x}.expand({h}, *{x}.shape)
    {x}.repeat({h}, *[1] * ({x}.dim() - 1))
    {x}.new_zeros({h}, {h})
    torch.tensor({h})
    torch.add({x}, {x}, alpha={h})
    F.pad({x}, (0, {h}))
    {x}.narrow(0, 0, {h})
    {x}.roll({h}, 0)
""")

templates("unbacked", """
    {x}.nonzero()
    {x}.nonzero().sum()
    torch.ones({x}.nonzero().shape[0] * 2).view(2, -1)
    {x}.nonzero().view(-1)
    {x}[{x} > 0]
    {x}[{x} > 0] * 2
    {x}[{x} > 0].sum()
    {x}[{x} > 0].unsqueeze(0)
    {x}.masked_select({x} != 1)
    torch.cat([{x}[{x} > 0], {x}[{x} > 1]])
    {x}.unique()
    {x}.sum().item()
    {x}.amax().item()
    int({x}.sum())
    float({x}.sum())
    bool({x}.sum() > 0)
    {x}.sum().item() * {x}
    {x} + {x}.sum().item()
    torch.bincount({i}.flatten().abs())
    torch.repeat_interleave({x}, torch.ones({x}.shape[0], dtype=torch.int64), 0)
    torch.zeros({i}.abs().sum().item())
    torch.arange({i}.abs().sum().item())
    {x}.new_zeros({i}.abs().sum().item(), 2)
    torch.full((2,), {x}.sum().item())
    torch.nonzero({x}, as_tuple=True)[0]
    {x}.tolist() and {x}
    ! torch._check({x}.sum().item() >= -1000)
    ! torch._assert({x}.sum() > -1000, 'too small')
    ! torch._assert_async({x}.sum() > -1000)
""")


def sized(sizes, values):
    """The expression of a tensor with sizes that are names, and its values."""
    return [values.get(s, s) for s in sizes]


def dynamic_inputs(b):
    names = {"n": b.pick(2, 3, 4, 6), "m": b.pick(2, 3, 5)}
    others = [
        {"n": names["n"] + 1, "m": names["m"] + 2}, {"n": 2 * names["n"], "m": names["m"]},
        {"n": names["n"] - 1, "m": names["m"] - 1},
    ]
    expressions, texts = {}, [dict() for _ in others]
    for name in "xyz"[: b.pick(1, 2, 2, 3)]:
        sizes = b.pick(["n"], ["n", 3], ["n", "m"], [2, "n"], ["m"], ["n", "n"], ["n", 1, "m"], [4])
        dtype = b.pick("float32", "float32", "float64", "int64", "bool")
        seed = b.random.getrandbits(30)

        def make(values):
            import random

            return contents(random.Random(seed), sized(sizes, values), dtype)

        b.input(name, make(names))
        for place, values in enumerate(others):
            texts[place][name] = make(values)
        at = [i for i, s in enumerate(sizes) if isinstance(s, str)]
        if at:
            kind = b.pick("Dim.AUTO", "Dim.AUTO", "Dim.DYNAMIC")
            b.program.dynamic[name] = "{%s}" % ", ".join("%d: %s" % (i, kind) for i in at)
    if b.chance(0.15):
        b.input("k", b.pick("3", "2", "4"))
        b.program.dynamic["k"] = "Dim.DYNAMIC"
        for text in texts:
            text["k"] = b.pick("5", "1", "2")
    b.program.variants = [Variant("sizes", text) for text in texts]


def data_inputs(b):
    b.input("x", b.pick(
        "torch.tensor([0.5, -1.0, 2.0, 0.0, 3.0])", "torch.arange(6.).view(2, 3) - 2",
        "torch.tensor([1, 0, 2, 3])", "torch.tensor([[1, 0], [2, 2]])"))
    b.input("y", b.pick("torch.tensor([1, 2, 0])", "torch.tensor(3)", "torch.arange(4.)", "torch.tensor([True, False, True])"))
    first = b.program.inputs[0].value
    b.program.variants = [Variant("sizes", {"x": "(%s) * 2" % first}), Variant("sizes", {"x": "(%s).flip(0)" % first})]
    if b.chance(0.3):
        b.program.options["strict"] = "False"


program_class("sizes", dynamic_inputs, **{"size arithmetic": 3, "sizes of sizes": 3, "sized": 6, "view": 1, "pointwise": 1, "write": 1})
program_class("unbacked", data_inputs, **{"unbacked": 3, "pointwise": 2, "reduction": 1, "view": 1})
