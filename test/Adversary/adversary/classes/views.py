"""Views, views of views, and writes through them."""

from . import ingredient, program_class, templates
from ..tensors import tensor

templates("view", """
    {x}.t()
    {x}.transpose({d}, {d})
    {x}.transpose(0, -1)
    {x}.mT
    {x}.permute(*range({x}.dim() - 1, -1, -1))
    {x}.movedim(0, -1)
    {x}.swapaxes({d}, {d})
    {x}[{k}]
    {x}[{k}:]
    {x}[:{k}]
    {x}[..., {k}]
    {x}[..., ::2]
    {x}[1::2]
    {x}[:, {k}]
    {x}[:, :{k}]
    {x}[:, 1:3]
    {x}[None]
    {x}[:, None]
    {x}[-1]
    {x}[()]
    {x}[...]
    {x}.select({d}, {k})
    {x}.select({d}, -1)
    {x}.narrow({d}, {0|1}, {1|2})
    {x}.diagonal()
    {x}.diagonal({0|1|-1}, 0, -1)
    {x}.unfold({d}, {1|2|3}, {1|2})
    {x}.expand(2, *{x}.shape)
    {x}.unsqueeze({d}).expand(3, *[-1] * {x}.dim())
    {x}[:1].expand(4, *[-1] * ({x}.dim() - 1))
    {x}.unsqueeze({d})
    {x}.unsqueeze(-1)
    {x}.squeeze()
    {x}.squeeze({d})
    {x}.view(-1)
    {x}.view(2, -1)
    {x}.view(*{x}.shape, 1)
    {x}.reshape(-1)
    {x}.reshape(-1, {1|2|3})
    {x}.flatten()
    {x}.flatten({0|1})
    {x}.unflatten({d}, (-1, {1|2}))
    {x}.ravel()
    {x}.as_strided((2, 2), (1, 2))
    {x}.as_strided((2, 3), (1, 1))
    {x}.as_strided((3,), (2,), 1)
    {x}.as_strided((2, 2), (0, 1))
    {x}.view_as({y})
    {x}.expand_as({y})
    {x}.detach()
    {x}.contiguous()
    {x}.swapdims(0, -1)
    {x}.T
    {x}.real
    {x}.chunk(2, {d})[{0|1}]
    {x}.split({1|2}, {d})[0]
    {x}.split({1|2}, {d})[-1]
    {x}.tensor_split(2, {d})[1]
    {x}.hsplit(2)[{0|1}]
    {x}.unbind({d})[0]
    {x}.adjoint()
    {x}.view({x}.dtype)
    {f}.view(torch.int32)
    {f}.view(torch.int16)
    {i}.view(torch.uint8)
    {f}.view(torch.uint8)
    torch.view_as_real({c})
    torch.view_as_complex({x}.view(*{x}.shape[:-1], -1, 2))
    {c}.imag
    {c}.conj()
    {c}.resolve_conj()
    {x}.to({x}.dtype)
    {x}.type_as({x})
    torch.atleast_2d({x})
    torch.broadcast_to({x}, (2, *{x}.shape))
    torch.broadcast_tensors({x}, {x}[:1])[1]
    torch.movedim({x}, 0, -1)
    torch.ops.aten.alias({x})
    torch.ops.aten.view_copy({x}, [-1])
    {x}.clone()
    {x}.clone(memory_format=torch.contiguous_format)
    {x}.clone(memory_format=torch.channels_last)
    {x}.contiguous(memory_format=torch.channels_last)
    {x}.to(memory_format=torch.channels_last)
    {x} * 1
    torch.empty_like({x}).copy_({x})
""")

templates("read view", """
    {x} + 1
    {x} * {s}
    {f}.sin()
    {x}.sum()
    {x}.sum({d})
    {x} + {y}
    {x}.clone()
    {x}.reshape(-1)
    {x}.view(-1)
    {x}.as_strided((2, 3), (3, 1))
    {x}.as_strided((3,), (1,))
    {x}.new_zeros(3)
    torch.cat([{x}, {y}])
    torch.stack([{x}, {y}], -1)
    {x}.masked_fill({x} > 0, 2)
    {x}.flip(0)
    {x}.roll(1, 0)
    {x}.cumsum({d})
    {x}.triu()
    {x}.rot90()
    torch.where({x} > 1, {x}, {y})
""")

templates("write", """
    ! {w}.add_({s})
    ! {w}.mul_({s})
    ! {w}.mul_({y})
    ! {w}.add_({y})
    ! {w}.add_({y}, alpha=2)
    ! {w}.sub_({y})
    ! {w}.neg_()
    ! {w}.zero_()
    ! {w}.fill_({s})
    ! {w}.fill_({x}.sum())
    ! {w}.copy_({y})
    ! {w}.copy_({x})
    ! {w}.copy_({w}[0])
    ! {w}.clamp_(-1, 2)
    ! {w}.relu_()
    ! {w}.sigmoid_()
    ! {w}.pow_(2)
    ! {w}.fill_diagonal_({s})
    ! {w}.masked_fill_({y} > 0, {s})
    ! {w}.index_fill_({d}, torch.tensor([0]), {s})
    ! {w}.index_add_({d}, torch.tensor([0]), {w}.narrow(0, 0, 1))
    ! {w}.scatter_({d}, torch.zeros_like({w}, dtype=torch.int64), {y})
    ! {w}.index_copy_(0, torch.tensor([0]), {w}[-1:].clone())
    ! {w}.cumsum_({d})
    ! {w}.triu_()
    ! {w}.tril_({0|1|-1})
    ! {w}.clamp_(max={y})
    ! {w}.addcmul_({y}, {y}, value=2)
    ! {w}.lerp_({y}, 0.5)
    ! {w}.logical_not_()
    ! {w}.eq_({y})
    ! {w}.bitwise_and_(3)
    ! {w}.floor_()
    ! {w}.set_({y})
    ! {w}[{k}] = {e}
    ! {w}[..., {k}] = {e}
    ! {w}[..., ::2] = {e}
    ! {w}[:, {k}] = {e}
    ! {w}[1:] += {s}
    ! {w}[..., :2] *= {s}
    ! {w}[{w} > 0] = {e}
    ! {w}[torch.tensor([0])] = {e}
    ! {w}[:, torch.tensor([0])] = {e}
    ! {w}[:, torch.tensor([0, 1])] += {s}
    ! {w}[:] = {y}
    ! {w}[...] = {x}
    ! {w}.t().add_({s})
    ! {w}.diagonal().mul_({s})
    ! {w}.view(-1)[0].fill_({s})
    ! {w}.transpose(0, -1)[0].copy_({s} * {w}.transpose(0, -1)[0])
    ! {w}.as_strided((2,), (1,)).add_({s})
    ! {w}.as_strided((2, 2), (1, 1))[1].mul_({s})
    ! {w}.unfold({d}, 2, 1).select(-1, 1).add_({s})
    ! {w}.expand(2, *{w}.shape)[0].add_({s})
    ! {w}.unsqueeze(0).add_({s})
    ! {w}.chunk(2, {d})[0].add_({s})
    ! {w}.unbind(0)[-1].mul_({s})
    ! {w}.detach().add_({s})
    ! torch.relu_({w})
    ! torch.add({y}, {s}, out={w})
    ! torch.mul({w}, {y}, out={w})
    ! torch.cumsum({w}, {d}, out={w})
    ! F.relu({w}, inplace=True)
    ! torch._foreach_add_([{w}, {w}], {s})
    ! torch._foreach_mul_([{w}], [{y}])
    ! {w}.view(torch.int32).bitwise_xor_(1)
    ! {w}.real.add_(1)
    ! {w} += {s}
    ! {w} *= {y}
    ! {w} **= 2
    ! {w}.resize_({w}.shape)
    ! {w}.unsqueeze_(0)
    ! {w}.squeeze_()
    ! {w}.t_()
    ! {w}.transpose_(0, -1)
    ! {w}.swapdims_(0, -1)
""")


@ingredient("clone and write")
def clone_and_write(b):
    return b.add("{x}.clone()", "torch.zeros_like({x})", "{x} + 0") and b.add("! %s.add_({s})" % b.tensor())


def shared_sizes(b):
    sizes = b.pick([3, 4], [4, 4], [2, 3, 4], [6], [2, 2], [4, 2], [2, 3, 2, 2], [12], [1, 4])
    dtype = b.pick("float32", "float32", "float32", "float64", "int64", "complex64", "bfloat16")
    for name in "xyz"[: b.random.randint(1, 3)]:
        b.input(name, tensor(b.random, sizes, dtype))


program_class("views", shared_sizes, **{"view": 6, "read view": 3, "write": 1})
program_class("writes", shared_sizes, **{"view": 4, "read view": 2, "write": 6, "clone and write": 1})
program_class("aliases", shared_sizes, **{"view": 6, "write": 2})
