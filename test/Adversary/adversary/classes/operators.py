"""Operators of all kinds, one result and several."""

from . import program_class, templates

templates("pointwise", """
    {x} + {y}
    {x} - {y}
    {x} * {z}
    {x} / {y}
    {x} // {y}
    {x} % {y}
    {x} ** 2
    {x} * {2.0|1e20|0.5} * {0.5|3.0|1e-20}
    {s} ** {x}
    {x} ** {y}
    {s} + {x}
    {s} - {x}
    {s} / {x}
    {x} // {s}
    {x} % {s}
    -{x}
    ~{i}
    ~{b}
    {i} & {s}
    {i} | 3
    {i} ^ {i}
    {i} << 1
    {i} >> 1
    {x} > {s}
    {x} >= {y}
    {x} == {y}
    {x} != {s}
    {x} < {z}
    torch.add({x}, {y}, alpha={2|3|-1})
    torch.sub({x}, {s}, alpha=2)
    torch.rsub({x}, {s})
    torch.div({x}, {y}, rounding_mode={'floor'|'trunc'|None})
    torch.true_divide({x}, {s})
    torch.floor_divide({x}, {s})
    torch.remainder({x}, {y})
    torch.fmod({x}, {s})
    torch.maximum({x}, {y})
    torch.minimum({x}, {y})
    torch.fmax({x}, {y})
    torch.clamp({x}, {-1|0}, {1|2})
    torch.clamp({x}, min={y})
    torch.clamp({x}, {y}, {x})
    torch.where({b}, {x}, {s})
    torch.where({x} > 0, {s}, {s})
    torch.where({x} > 0, {x}, {z})
    torch.abs({x})
    torch.neg({x})
    torch.sign({x})
    torch.sgn({x})
    torch.exp({f})
    torch.expm1({f})
    torch.log1p({f}.abs())
    torch.log({f}.abs() + 1)
    torch.sin({x})
    torch.tanh({x})
    torch.atan2({f}, {y})
    torch.sqrt({f}.abs())
    torch.rsqrt({f}.abs() + 1)
    torch.reciprocal({x})
    torch.square({x})
    torch.sigmoid({x})
    torch.logit({f}, eps=0.1)
    torch.erf({f})
    torch.lgamma({f}.abs() + 1)
    torch.round({f})
    torch.round({f}, decimals=1)
    torch.trunc({f})
    torch.frac({f})
    torch.floor({x})
    torch.ceil({x})
    torch.isnan({x})
    torch.isinf({x})
    torch.isfinite({x})
    torch.signbit({x})
    torch.nan_to_num({f})
    torch.nan_to_num({f}, 1.0, 2.0, -2.0)
    torch.logical_and({x}, {y})
    torch.logical_xor({x}, {y})
    torch.logical_not({x})
    torch.lerp({f}, {y}, 0.3)
    torch.addcmul({x}, {y}, {y}, value=2)
    torch.addcdiv({f}, {y}, {f} + 2)
    torch.hypot({f}, {y})
    torch.copysign({f}, {y})
    torch.copysign({f}, {s})
    torch.nextafter({f}, {y})
    torch.ldexp({f}, {i})
    torch.xlogy({x}, {y})
    torch.logaddexp({f}, {y})
    torch.float_power({x}, 2)
    torch.pow({s}, {x})
    torch.heaviside({f}, {y})
    torch.gcd({i}, {i})
    torch.bitwise_left_shift({i}, 1)
    torch.deg2rad({f})
    torch.polygamma(1, {f}.abs() + 1)
    torch.isclose({f}, {y})
    torch.exp2({f})
    torch.sinc({f})
    torch.digamma({f}.abs() + 1)
    torch.special.entr({f})
    torch.special.i0({f})
    torch.positive({x})
    torch.complex({f}, {f})
    torch.polar({f}.abs(), {f})
    torch.angle({x})
    torch.conj_physical({x})
""")

templates("activation", """
    F.relu({f})
    F.relu({f}, inplace=True)
    F.gelu({f}, approximate={'none'|'tanh'})
    F.silu({f})
    F.elu({f}, 0.5)
    F.leaky_relu({f}, 0.1)
    F.hardtanh({f}, -0.5, 0.5)
    F.hardswish({f})
    F.hardsigmoid({f})
    F.softplus({f}, 2, 10)
    F.mish({f})
    F.logsigmoid({f})
    F.celu({f})
    F.selu({f})
    F.relu6({f})
    F.prelu({f}, torch.tensor([0.25], dtype={f}.dtype))
    F.threshold({f}, 0.1, 2.0)
    F.softshrink({f})
    F.hardshrink({f})
    F.tanhshrink({f})
    F.softsign({f})
    F.glu({f}, {d})
    F.softmax({f}, {d})
    F.log_softmax({f}, {d})
    F.softmax({f}, {d}, dtype=torch.float64)
    F.softmin({f}, {d})
    F.normalize({f}, dim={d})
    F.layer_norm({f}, {f}.shape[-1:])
    F.rms_norm({f}, {f}.shape[-1:])
    F.one_hot({i}.abs() % 4, 5)
""")

templates("reduction", """
    {x}.sum()
    {x}.sum({d})
    {x}.sum({d}, keepdim=True)
    {x}.sum({d}, dtype=torch.float64)
    {x}.sum((0, -1))
    {f}.mean()
    {f}.mean({d}, keepdim=True)
    {x}.prod()
    {x}.prod({d})
    {x}.amax({d})
    {x}.amin(({d},), keepdim=True)
    {x}.argmax({d})
    {x}.argmin()
    {x}.any()
    {x}.all({d})
    {x}.any({d}, keepdim=True)
    {x}.max()
    {x}.min({d}).values
    {x}.max({d}).indices
    {x}.median()
    {x}.median({d}).values
    {x}.mode({d}).indices
    {x}.kthvalue(1, {d}).values
    {f}.std({d})
    {f}.var({d}, unbiased=False)
    {f}.var({d}, correction=0, keepdim=True)
    {f}.norm()
    {f}.norm(2, {d})
    {f}.norm(p=1, dim={d}, keepdim=True)
    torch.linalg.vector_norm({f}, {1|2|inf}, {d})
    {f}.logsumexp({d})
    {x}.count_nonzero()
    {x}.count_nonzero({d})
    {f}.nansum()
    {f}.nanmean({d})
    {f}.quantile(0.5)
    {x}.cumsum({d})
    {x}.cumprod({d})
    {f}.logcumsumexp({d})
    {x}.cummax({d}).values
    {x}.cummin({d}).indices
    {x}.diff()
    torch.trace({m})
    torch.dist({f}, {y})
    torch.cov({m})
    {x}.unique()
    torch.bincount({i}.flatten().abs())
    torch.histc({f}.float(), 4)
    torch.equal({x}, {y})
""")

templates("several results", """
    torch.stack({x}.unbind({d}), 0)
    torch.stack(torch.std_mean({f}, {d}))
    torch.cat(torch.var_mean({f}, {d}, keepdim=True))
    torch.stack({x}.aminmax(dim={d}))
    {x}.topk(1, {d}).values
    torch.max({f}, {d}, out=({f}.sum({d}), {f}.argmax({d})))[0]
    torch.sort({f}, {d}, out=({f}.clone(), {f}.argsort({d})))[1]
    {x}.topk(1, {d})[1]
    {x}.sort({d}).values
    {x}.sort({d}, descending=True, stable=True).indices
    torch.sort({x}, dim={d})[0] + 1
    {x}.argsort({d})
    torch.unique({x}, return_inverse=True, return_counts=True)[2]
    torch.frexp({f}).mantissa
    torch.cat({x}.chunk(2, {d}), {d})
    torch.cat({x}.split(1, {d})[::-1], {d})
    torch.meshgrid({v}, {v}, indexing='ij')[1]
    torch.max_pool2d_with_indices({f}[None, None], 2)[1] if {f}.dim() == 2 else {f}
    torch.native_layer_norm({f}, {f}.shape[-1:], None, None, 1e-5)[1]
    torch.linalg.qr({m}.float())[1].abs()
    torch.linalg.svdvals({m}.float())
    torch.slogdet({m}.float() @ {m}.float().t() + torch.eye({m}.shape[0]))[1]
    torch.nonzero({x})
    torch.nonzero({x}, as_tuple=True)[0]
    torch.broadcast_tensors({x}, {y})[0]
    torch.lu_unpack(*torch.linalg.lu_factor({m}.float() @ {m}.float().t()))[1]
""")

templates("indexing", """
    {x}[torch.tensor([0, -1])]
    {x}[:, torch.tensor([0, 0, 1])]
    {x}[{x} > 0]
    {x}[{x} > 0].sum()
    {x}[torch.tensor([True] * {x}.shape[0])]
    {x}[torch.tensor([[0], [0]]), torch.tensor([0, 1])]
    {x}[..., torch.tensor([0])]
    {x}[None, ..., None]
    {x}[torch.tensor(0)]
    {x}.index_select({d}, torch.tensor([0, 0]))
    {x}.gather({d}, torch.zeros_like({x}, dtype=torch.int64))
    {x}.take(torch.tensor([0, 1]))
    {x}.take_along_dim({x}.argsort({d}), {d})
    {x}.masked_select({y} > 0)
    {x}.masked_fill({y} > 0, {s})
    {x}.masked_scatter({y} > 0, {x} + 1)
    {x}.scatter({d}, torch.zeros_like({x}, dtype=torch.int64), {s})
    {x}.scatter({d}, torch.zeros_like({x}, dtype=torch.int64), {y}, reduce='{add|multiply}')
    {x}.scatter_add({d}, torch.zeros_like({x}, dtype=torch.int64), {x})
    {x}.scatter_reduce({d}, torch.zeros_like({x}, dtype=torch.int64), {x}, '{sum|amax|amin|mean|prod}')
    {x}.index_add({d}, torch.tensor([0]), {x}.narrow({d}, 0, 1))
    {x}.index_fill({d}, torch.tensor([0]), {s})
    {x}.index_copy(0, torch.tensor([0]), {x}[-1:])
    {x}.index_put((torch.tensor([0]),), {x}[0])
    {x}.index_put((torch.tensor([0, 0]),), {x}[0], accumulate=True)
    {x}.select_scatter({x}.select(0, 0) * 2, 0, -1)
    {x}.slice_scatter({x}[:1] * 2, 0, 0, 1)
    {x}.diagonal_scatter({x}.diagonal() + 1)
    torch.as_strided_scatter({x}, {x}.new_ones(2), (2,), (1,))
    torch.searchsorted(torch.arange(3.), {f}.float())
    torch.bucketize({f}.float(), torch.arange(3.))
    torch.isin({x}, torch.tensor([0, 1]))
    F.embedding({i}.abs() % 4, torch.arange(12.).view(4, 3))
    torch.repeat_interleave({x}, 2, {d})
    torch.repeat_interleave({x}, torch.tensor([1] * {x}.shape[0]), 0)
""")

templates("shaping", """
    torch.cat([{x}, {y}], {d})
    torch.cat([{x}, {y}, {x}])
    torch.stack([{x}, {y}], {d})
    torch.hstack([{x}, {y}])
    torch.vstack(({x}, {y}))
    torch.dstack(({x}, {y}))
    torch.column_stack(({x}, {y}))
    {x}.repeat(2, *[1] * {x}.dim())
    {x}.tile(2)
    {x}.flip({d})
    {x}.fliplr()
    {x}.roll(1)
    {x}.roll((1, 2), (0, -1))
    {x}.rot90(1, (0, 1))
    {x}.tril({0|1|-1})
    {x}.triu({0|1|-1})
    {x}.diag()
    {x}.diag_embed()
    torch.diagflat({x})
    torch.block_diag({x}, {x})
    F.pad({x}, (1, 2))
    F.pad({x}, (0, 1, 2, -1), value=3)
    F.pad({f}, (1, 1), mode='{reflect|replicate|circular}')
    torch.nn.functional.pad({x}, (1, -1))
    {x}.new_full((2, 3), {s})
    {x}.new_zeros(2, 2)
    {x}.new_tensor([1, 2])
    torch.zeros_like({x})
    torch.ones_like({x}, dtype=torch.float64)
    torch.full_like({x}, {2|3})
    torch.arange({x}.shape[0])
    torch.arange(1, 2, 0.25)
    torch.linspace(0, 1, 4)
    torch.logspace(0, 1, 3)
    torch.eye(3)
    torch.full((2, 2), {s})
    torch.tensor({e})
    torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    torch.scalar_tensor(2.0)
    torch.tril_indices(3, 3)
    torch.vander({v}, 3)
    torch.cartesian_prod({v}, {v})
    torch.combinations({v})
    F.pixel_shuffle({f}.reshape(1, -1, 1, 1), 1)
    F.interpolate({f}.reshape(1, 1, -1), scale_factor=2)
    F.unfold({f}.reshape(1, 1, 1, -1), (1, 2))
""")

templates("products", """
    {m} @ {m}.t()
    {m}.t() @ {m}
    {n} @ {n}.mT
    {n} @ {n}.mT @ {n}
    {f} @ {v}
    torch.matmul({f}, {g})
    torch.mv({m}, {v})
    torch.dot({v}, {v})
    torch.outer({v}, {v})
    torch.ger({v}, {v})
    torch.einsum('ij,kj->ik', {m}, {m})
    torch.einsum('...i,...i->...', {f}, {y})
    torch.tensordot({f}, {y}, {f}.dim())
    torch.addmm(torch.zeros(1, dtype={m}.dtype), {m}, {m}.t(), beta=2, alpha=0.5)
    torch.baddbmm({n}[None][:, :1, :1], {m}[None], {m}.t()[None])
    torch.kron({m}, {m})
    torch.linalg.multi_dot([{m}, {m}.t(), {m}])
    torch.cross({f}, {y}, {d})
    torch.cdist({m}, {m})
    torch.matrix_power({m} @ {m}.t(), 2)
    F.linear({f}, {m})
    F.linear({f}, {m}, {m}[:, 0])
    F.bilinear({m}, {m}, torch.ones(2, {m}.shape[1], {m}.shape[1], dtype={m}.dtype))
    F.cosine_similarity({f}, {y}, {d})
    F.pairwise_distance({f}, {y})
    F.mse_loss({f}, {y})
    F.l1_loss({f}, {y}, reduction='{sum|none}')
    F.smooth_l1_loss({f}, {y})
    F.huber_loss({f}, {y}, delta=0.5)
    F.binary_cross_entropy_with_logits({f}, {y})
    F.kl_div({f}, {y}, reduction='batchmean')
    F.cross_entropy({m}, torch.zeros({m}.shape[0], dtype=torch.int64))
    F.nll_loss({m}, torch.zeros({m}.shape[0], dtype=torch.int64), reduction='none')
    F.scaled_dot_product_attention({n}[None], {n}[None], {n}[None])
    F.scaled_dot_product_attention({n}[None], {n}[None], {n}[None], is_causal=True)
    torch.fft.fft({f})
    torch.fft.rfft({f})
    torch.fft.ifft({c}).real
    torch.logdet({m} @ {m}.t() + torch.eye({m}.shape[0]))
""")

templates("out", """
    torch.add({x}, {y}, out=torch.empty_like({x}))
    torch.add({x}, 1, out=torch.empty(0, dtype={x}.dtype))
    torch.sum({x}, {d}, out=torch.empty(0, dtype={x}.dtype))
    torch.max({x}, {d}, out=(torch.empty(0, dtype={x}.dtype), torch.empty(0, dtype=torch.int64)))[0]
    torch.cat([{x}, {x}], out=torch.empty(0, dtype={x}.dtype))
    torch.mul({x}, {y}, out={w})
    torch.clamp({x}, 0, 1, out={w})
    torch.abs({x}, out={w}[:]) + {w}
    ! torch.exp({f}, out={w})
    ! torch.sub({x}, {s}, out={w}.t())
    ! torch.sort({x}, {d}, out=({w}, torch.zeros_like({w}, dtype=torch.int64)))
    ! torch.stack([{x}[0], {x}[0]], out={w})
    ! torch.arange(3, out={w})
    ! torch.zeros(2, out={w})
    ! torch.cumsum({w}, {d}, out={w})
    torch.matmul({m}, {m}.t(), out=torch.empty({m}.shape[0], {m}.shape[0], dtype={m}.dtype))
    torch.index_select({x}, 0, torch.tensor([0]), out=torch.empty(0, dtype={x}.dtype))
    torch.linspace(0, 1, 3, out=torch.empty(3))
""")

KINDS = ["pointwise", "activation", "reduction", "several results", "indexing", "shaping", "products"]
program_class("operators", **{name: 1 for name in KINDS}, **{"view": 1})
program_class("several", **{"several results": 4, "indexing": 1, "pointwise": 1, "view": 1})
program_class("out", **{"out": 4, "write": 1, "view": 1, "pointwise": 1})
