"""Promotion of types, and numbers that are special."""

from . import program_class, templates
from ..tensors import SPECIAL, tensor

templates("promotion", """
    {x} + {z}
    {x} * {z}
    {x} - {z}
    {x} / {z}
    {x} ** {z}
    {x} // {z}
    {x} % {z}
    {x} + {s}
    {x} * {s}
    {s} - {x}
    {x} / {s}
    {s} ** {x}
    {x} == {z}
    {x} < {s}
    {x} + torch.tensor({e})
    {x} * torch.tensor({s}, dtype=torch.float64)
    {x} + torch.tensor([{e}])
    {x} + {x}.sum()
    {x} + True
    {x} + 1j
    {x} * (2 + 1j)
    torch.add({x}, {z}, alpha=2)
    torch.add({x}, {s}, alpha=True)
    torch.where({x} > 0, {x}, {s})
    torch.where({x} > 0, {x}, {z})
    torch.where({x} != 0, {s}, {s})
    torch.maximum({x}, {z})
    torch.clamp({x}, {s}, {s})
    torch.clamp({x}, min={s})
    torch.cat([{x}.flatten(), {z}.flatten()])
    torch.stack([{x}.sum(), {z}.sum()])
    torch.lerp({f}, {f} + 1, {s})
    torch.addcmul({x}, {z}, {z}, value={1|2|0.5})
    torch.pow({x}, {s})
    torch.pow({s}, {x})
    torch.float_power({x}, {s})
    torch.true_divide({x}, {z})
    torch.floor_divide({x}, {s})
    torch.fmod({x}, {s})
    torch.remainder({s}, {x})
    torch.atan2({x}, {z})
    torch.xlogy({x}, {s})
    torch.logaddexp({f}, {g})
    torch.copysign({x}, {s})
    torch.bitwise_and({x}, {z})
    torch.bitwise_xor({i}, {s})
    torch.logical_or({x}, {z})
    torch.result_type({x}, {z}) and {x}
    torch.full_like({x}, {s})
    torch.full((2,), {s})
    torch.full((2,), {s}, dtype={x}.dtype)
    torch.tensor([1, {s}])
    torch.scalar_tensor({s}, dtype={x}.dtype)
    torch.arange(0, 3, {1|0.5|1.0})
    torch.sum({x}, dtype={torch.float64|torch.int32|torch.complex64})
    torch.mean({x}, dtype=torch.float32)
    torch.prod({x})
    torch.cumsum({x}, {d}, dtype={torch.float16|torch.int64})
    {x}.sum()
    {x}.mean()
    {x}.std()
    {x}.var()
    {x}.norm()
    {x}.exp()
    {x}.sqrt()
    {x}.sigmoid()
    {x}.sin()
    {x}.round()
    {x}.abs()
    {x}.reciprocal()
    {x}.neg()
    {x}.to(torch.{float64|float16|bfloat16|int32|int8|uint8|bool|complex64})
    {x}.{float|double|half|bfloat16|long|int|short|char|byte|bool}()
    {x}.to({z})
    {x}.type(torch.{float32|int64})
    {x}.type_as({z})
    {x}.to(torch.float32, copy=True)
    {x}.to('cpu', torch.float64)
    {x}.masked_fill({x} == {x}, {s})
    {x}.index_fill(0, torch.tensor([0]), {s})
    {x}.new_full((2,), {s})
    {x}.fill_diagonal_({s})
    {x}.item() if {x}.numel() == 1 else {x}
    torch.softmax({x}, {d}, dtype=torch.float32)
    F.relu({x})
    F.gelu({f})
    F.leaky_relu({f}, {s})
    F.hardtanh({x}, -1, 1)
    F.threshold({x}, {s}, {s})
    F.softplus({f}, beta=2, threshold={s})
    F.pad({x}, (1, 1), value={s})
    F.layer_norm({f}, {f}.shape[-1:], eps=1e-3)
    {n} @ {n}.mT
    {c} - 0
    {c} + 0
    {c} * 1
    -(-{c})
    0 - {x}
    0 + {x}
    {x} - -{z}
    1 / ({x} + 0)
    1 / ({x} - 0)
    torch.view_as_real({c} * {c}.conj())
    {x}.to(torch.{float8_e4m3fn|float8_e5m2}).to({x}.dtype)
    {x}.to(torch.float8_e4m3fn).float() * {z}
    {x}.view(torch.{int8|int16|int32|float16|float32})
    ({x}.view(torch.int32) + 1).view(torch.float32)
    ! {w} += {s}
    ! {w} *= {z}
    ! {w}.add_({z})
    ! {w}.copy_({z})
    ! {w}.div_({s})
    ! {w}.pow_({s})
    ! {w}.fill_({s})
    ! {w}.clamp_(max={s})
    ! {w}[0] = {e}
    ! {w}.masked_fill_({w} == 0, {s})
    ! {w}.eq_({z})
    ! {w}.lt_({s})
""")


def typed_inputs(b):
    sizes = b.pick([3], [2, 3], [2, 2], [4])
    names = b.random.sample(
        ["float32", "float64", "float16", "bfloat16", "int64", "int32", "int8", "uint8", "bool",
         "complex64", "complex128"], b.pick(2, 3))
    for name, dtype in zip("xyz", names):
        own = [] if b.chance(0.25) else sizes
        b.input(name, tensor(b.random, own, dtype))


def special_inputs(b):
    count = b.pick(4, 6, 8)
    for name in "xy"[: b.pick(1, 2)]:
        values = ", ".join(b.random.choice(SPECIAL) for _ in range(count))
        dtype = b.pick("float32", "float32", "float64", "float16", "bfloat16")
        shape = b.pick("", ".view(2, -1)", ".view(-1, 2)")
        b.input(name, "torch.tensor([%s], dtype=torch.%s)%s" % (values, dtype, shape))


def tied_inputs(b):
    for name in "xy":
        b.input(name, b.pick(
            "torch.tensor([1., 1., 0., -0., 1., 0.]).view(2, 3)", "torch.zeros(2, 3)",
            "torch.tensor([[2, 2, 1], [1, 2, 2]])", "torch.ones(3, dtype=torch.int64)"))


def empty_inputs(b):
    for name in "xyz"[: b.pick(2, 3)]:
        sizes = b.pick([0], [0, 3], [2, 0], [], [], [0, 0], [1], [1, 1], [2, 0, 3])
        b.input(name, tensor(b.random, sizes))


OTHERS = {"pointwise": 2, "reduction": 1, "indexing": 1, "shaping": 1}
program_class("promotion", typed_inputs, **{"promotion": 8, "pointwise": 1, "view": 1})
program_class("special", special_inputs, **{"pointwise": 4, "activation": 2, "promotion": 2, "reduction": 2})
program_class("ties", tied_inputs, **{"several results": 3, "reduction": 3, "indexing": 1, "view": 1})
program_class("empty", empty_inputs, **OTHERS, **{"view": 2, "several results": 1, "write": 1})
