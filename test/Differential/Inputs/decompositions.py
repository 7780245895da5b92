"""Decomposes programs and asks PyTorch what it thinks.

decompositions.py

Each program is exported and decomposed by fx-opt and by PyTorch. What fx-opt
makes has to load, to compute what the program computed, state and inputs that
are written included, and to have no operator that PyTorch's has not; how often
the operators are the same, in the same order, is counted.
"""

import copy
import functools
import logging
import operator
import os
import subprocess
import tempfile
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

from common import finish

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
# PyTorch asks for all operators at every program, since new ones may have been
# registered; none is here, and asking takes a fifth of the time.
exported_program = torch.export.exported_program
if hasattr(exported_program, "_collect_all_valid_cia_ops"):
    exported_program._collect_all_valid_cia_ops = functools.cache(
        exported_program._collect_all_valid_cia_ops)


def randn(*sizes):
    return torch.randn(*sizes, generator=torch.Generator().manual_seed(0))


def randint(high, *sizes):
    return torch.randint(0, high, sizes, generator=torch.Generator().manual_seed(0))


class Function(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        batch, length, _ = x.shape
        parts = self.qkv(self.norm(x)).chunk(3, -1)
        q, k, v = (p.view(batch, length, 2, 4).transpose(1, 2) for p in parts)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(y.transpose(1, 2).reshape(batch, length, 8))


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))
        self.register_buffer("mean", torch.zeros(2, 4))

    def forward(self, x):
        self.seen += 1
        self.mean[0] = x.mean(0)
        self.mean.mul_(0.5)
        return x + self.mean.sum(0) / self.seen


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 4, 3, 2, 1), nn.BatchNorm2d(4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)), inplace=True)
        x = F.adaptive_avg_pool2d(F.max_pool2d(x, 2), 1)
        return self.head(x.flatten(1))


def views(x):
    y = x.clone()
    y[:, 1].add_(1)
    y.view(-1)[0:4].mul_(2)
    y.t().sub_(3)
    y.unsqueeze(0).transpose(1, 2).diagonal(0, 1, 2).zero_()
    return y


def writes_input(x):
    x.t().mul_(2)
    return x.view(-1)


def written_later(x):
    y = x.clone()
    seen = y.view(-1)
    first, second = y.chunk(2, 1)
    first.mul_(3)
    second.copy_(first)
    return seen, second + 1


matrix, image = randn(4, 6), randn(2, 3, 8, 8)
signal, positive = randn(2, 3, 8), randn(4, 6).abs() + 0.1
batch = torch.export.Dim("batch", min=2, max=64)
length = torch.export.Dim("length", min=2, max=64)

programs = {
    "attention": (Attention(), (randn(2, 5, 8),), ({0: batch, 1: length},)),
    "attention_static": (Attention(), (randn(2, 5, 8),)),
    "conv": (Conv(), (image,), ({0: batch},)),
    "conv_eval": (Conv().eval(), (image,)),
    "counter": (Counter(), (randn(3, 4),)),
    "lstm": (nn.LSTM(4, 5, 2, bidirectional=True), (randn(3, 2, 4),)),
    "gru": (nn.GRU(4, 5, batch_first=True), (randn(2, 3, 4),)),
    "rnn": (nn.RNN(4, 5), (randn(3, 2, 4),)),
    "encoder": (
        nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval(),
        (randn(2, 5, 8),),
    ),
    "instance_norm": (nn.InstanceNorm2d(3, affine=True), (image,)),
    "group_norm": (nn.GroupNorm(3, 3), (image,)),
    "bag": (nn.EmbeddingBag(10, 4), (randint(10, 2, 3),)),
}
functions = {
    "views": (views, matrix),
    "writes_input": (writes_input, matrix),
    "written_later": (written_later, matrix),
    "linear_3d": (F.linear, randn(2, 4, 6), randn(5, 6), randn(5)),
    "linear_strided": (
        lambda x, w, b: F.linear(x.transpose(0, 1), w, b),
        randn(2, 4, 6),
        randn(5, 6),
        randn(5),
    ),
    "matmul_fold": (torch.matmul, randn(2, 3, 4), randn(4, 5)),
    "matmul_vector": (torch.matmul, randn(6), randn(3, 6, 5)),
    "matmul_broadcast": (torch.matmul, randn(2, 1, 4, 6), randn(1, 3, 6, 5)),
    "conv_same": (lambda x, w: F.conv2d(x, w, padding="same"), image, randn(4, 3, 2, 2)),
    "conv_transpose": (
        lambda x, w: F.conv_transpose2d(x, w, None, 2, 1, 1),
        image,
        randn(3, 4, 3, 3),
    ),
    "rms_norm": (lambda x, w: F.rms_norm(x, [6], w), matrix, randn(6)),
    "silu_bfloat16": (lambda x: F.silu(x.bfloat16()), matrix),
    "mish": (F.mish, matrix),
    "glu": (F.glu, matrix),
    "prelu": (F.prelu, image, randn(3)),
    "hardswish": (F.hardswish, matrix),
    "logsigmoid": (F.logsigmoid, matrix),
    "softmax_double": (lambda x: F.softmax(x, -1, dtype=torch.float64), matrix),
    "cross_entropy": (
        lambda x, t, w: F.cross_entropy(x, t, w, label_smoothing=0.1),
        matrix,
        randint(6, 4),
        positive[0],
    ),
    "cross_entropy_3d": (F.cross_entropy, signal, randint(3, 2, 8)),
    "kl_div": (lambda x, t: F.kl_div(x, t.softmax(-1)), matrix, matrix + 1),
    "bce_logits": (
        lambda x, t: F.binary_cross_entropy_with_logits(x, t.sigmoid()),
        matrix,
        matrix + 1,
    ),
    "huber": (F.huber_loss, matrix, matrix + 2),
    "triplet": (F.triplet_margin_loss, matrix, matrix + 1, matrix - 2),
    "cosine": (F.cosine_similarity, matrix, matrix + 1),
    "sdpa_mask": (
        F.scaled_dot_product_attention,
        randn(2, 4, 6, 8),
        randn(2, 4, 7, 8),
        randn(2, 4, 7, 8),
        randn(2, 1, 6, 7) > -1,
    ),
    "sdpa_groups": (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True),
        randn(2, 4, 6, 8),
        randn(2, 2, 7, 8),
        randn(2, 2, 7, 8),
    ),
    "einsum": (
        lambda x, y: torch.einsum("bhid,bhjd->bhij", x, y),
        randn(2, 3, 4, 6),
        randn(2, 3, 5, 6),
    ),
    "einsum_diagonal": (lambda x: torch.einsum("bii->b", x), randn(2, 3, 3)),
    "einsum_dots": (
        lambda x, y: torch.einsum("...ij,jk->...ik", x, y),
        randn(2, 3, 4, 6),
        randn(6, 5),
    ),
    "bicubic": (lambda x: F.interpolate(x, scale_factor=2.0, mode="bicubic"), image),
    "trilinear": (
        lambda x: F.interpolate(x, scale_factor=2, mode="trilinear"),
        randn(1, 2, 4, 4, 4),
    ),
    "nearest_1d": (lambda x: F.interpolate(x, scale_factor=2), signal),
    "pad_reflect": (lambda x: F.pad(x, (1, 2, 2, 1), mode="reflect"), image),
    "pad_circular": (lambda x: F.pad(x, (1, 2, 2, 1), mode="circular"), image),
    "unfold": (lambda x: F.fold(F.unfold(x, 3), (8, 8), 3), image),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), randn(1, 4, 3, 3)),
    "affine_grid": (lambda t: F.affine_grid(t, [2, 3, 4, 4]), randn(2, 2, 3)),
    "max_pool_1d": (lambda x: F.max_pool1d(x, 2), signal),
    "split": (lambda x: x.split(4, 1), matrix),
    "unbind": (lambda x: torch.stack(x.unbind(0), 1), matrix),
    "tensor_split": (lambda x: x.tensor_split([1, 3], 1), matrix),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 1), matrix),
    "roll": (lambda x: x.roll((1, -2), (0, 1)), matrix),
    "tril": (lambda x: x.tril(1), matrix),
    "diag_embed": (lambda x: x.diag_embed(1), matrix),
    "lerp": (lambda x, y: torch.lerp(x, y, 0.7), matrix, matrix + 1),
    "logaddexp": (torch.logaddexp, matrix, matrix + 1),
    "xlogy": (torch.xlogy, matrix, positive),
    "nan_to_num": (lambda x: torch.nan_to_num(x / 0), matrix),
    "logit_integers": (
        lambda x, y: (torch.logit(x), torch.logit(y, 0.1)),
        torch.tensor([-128, 127, 0], dtype=torch.int8),
        torch.tensor([3, 2], dtype=torch.uint8),
    ),
    "logsumexp": (lambda x: x.logsumexp(1), matrix),
    "std": (lambda x: torch.std_mean(x, 1), matrix),
    "quantile": (lambda x: x.quantile(0.3), matrix),
    "where": (lambda x: torch.where(x > 0, x, 0.0), matrix),
    "index_add": (lambda x, i, y: x.index_add(0, i, y), matrix, randint(4, 3), randn(3, 6)),
    "index_fill": (lambda x, i: x.index_fill(0, i, 2.0), matrix, randint(4, 3)),
    "select_scatter": (lambda x, y: x.select_scatter(y, 0, -1), matrix, randn(6)),
    "one_hot": (lambda x: F.one_hot(x, 5), randint(5, 2, 3)),
    "isin": (torch.isin, randint(6, 4, 2), randint(6, 3)),
    "linspace": (lambda x: torch.linspace(0, 1, 6) + x, matrix),
    "eye": (lambda x: torch.eye(6) + x[0], matrix),
    "rfft": (lambda x: torch.fft.irfft(torch.fft.rfft(x, 8), 8), matrix),
    "item": (lambda x: torch.full((2,), x.item()), torch.tensor(3.0)),
    "tensordot": (lambda x, y: torch.tensordot(x, y, 1), matrix, randn(6, 3)),
    # Squares are too large for float16.
    "std_half": (lambda x: (x.std(), x.std(0), torch.std_mean(x, 1)), (matrix * 2000).half()),
    "masked_fill_integer": (
        lambda x, m: (x.masked_fill(m, 0.0), x.masked_fill(m, 7.0), (x > 0).masked_fill(m, 0.5)),
        torch.tensor([123456789, -987654321, 5]),
        torch.tensor([False, False, True]),
    ),
    "isin_number": (
        lambda x: (torch.isin(2.5, x), torch.isin(2, x), torch.isin(3, x, invert=True)),
        torch.tensor([[2, 3]]),
    ),
    "pad_circular_negative": (
        lambda x: (F.pad(x, (-1, 2), mode="circular"), F.pad(x, (2, -1), mode="circular")),
        signal,
    ),
    "backward_complex": (
        lambda x, y: (torch.ops.aten.tanh_backward(x, y), torch.ops.aten.sigmoid_backward(x, y)),
        torch.complex(matrix, matrix + 1),
        torch.complex(matrix, matrix - 1),
    ),
    "log_sigmoid_forward_half": (torch.ops.aten.log_sigmoid_forward, matrix.half()),
    "index_copy_one": (
        lambda x, i, y: (x.index_copy(0, i, y), x.index_add(0, i, y)),
        matrix,
        torch.tensor(1),
        randn(1, 6),
    ),
    "rms_norm_complex": (lambda x: F.rms_norm(x, (6,)), torch.complex(matrix, matrix).cdouble() * 1e-6),
    "opmath_half": (
        lambda x, y, m: (
            torch.lerp(x, y, 0.3),
            torch.addr(m, x[0], x[0], alpha=1e-3),
            torch.baddbmm(m[None], x[None], x.t()[None], alpha=1e-4),
            torch.logaddexp(x, y),
            torch.logsumexp(y, 1),
            F.selu(x),
        ),
        (matrix[:, :4] * 20000).half(),
        (matrix[:, :4] * -20000).half(),
        torch.ones(4, 4, dtype=torch.half),
    ),
    "cosine_of_two_types": (
        F.cosine_similarity,
        torch.tensor([[1.01, 2.03, 3.07]]).bfloat16(),
        torch.tensor([[3.0, -1.0, 2.0]]),
    ),
    # PyTorch's decomposition counts what stands after a -1.
    "multilabel_margin": (
        lambda x, t: F.multilabel_margin_loss(x, t),
        torch.tensor([[0.1, 0.2, 0.4, 0.8]]),
        torch.tensor([[3, 0, -1, 1]]),
    ),
    "isfinite_complex": (torch.isfinite, torch.tensor([3e38 + 3e38j, 1, float("inf") * 1j])),
    "multi_dot": (
        lambda x, y, z: torch.linalg.multi_dot([x, y, z]),
        matrix,
        randn(6, 3),
        randn(3, 5),
    ),
}
places = torch.tensor([0.0, 1.0, 3.0, 3.5, 6.0, 10.0])
functions.update(
    gradient=(lambda x: torch.gradient(x, dim=1), matrix),
    gradient_all=(lambda x: torch.gradient(x), randn(4, 3, 5)),
    gradient_integers=(lambda x: torch.gradient(x, dim=-1), torch.arange(12).view(2, 6) ** 2),
    gradient_second=(lambda x: torch.gradient(x, spacing=0.5, dim=(0, 1), edge_order=2), matrix),
    gradient_steps=(lambda x: torch.gradient(x, spacing=[2.0, 3.5]), matrix),
    gradient_steps_of=(lambda x: torch.gradient(x, spacing=[2.0], dim=[1]), matrix),
    gradient_places=(lambda x, p: torch.gradient(x, spacing=(p,), dim=1), matrix, places),
    gradient_places_second=(
        lambda x, p: torch.gradient(x, spacing=(p[:4], p), edge_order=2),
        matrix,
        places,
    ),
    max_unpool2d=(
        lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2),
        image,
    ),
    max_unpool2d_unbatched=(
        lambda x: F.max_unpool2d(*F.max_pool2d(x, 3, 2, return_indices=True), 3, 2, 0, (8, 8)),
        image[0],
    ),
    max_unpool3d=(
        lambda x: F.max_unpool3d(*F.max_pool3d(x, 2, return_indices=True), 2),
        randn(2, 3, 4, 4, 6),
    ),
)
for name, (function, *args) in functions.items():
    programs[name] = (Function(function), tuple(args))

# A size as a number beside tensors.
with_size = {
    "size_where": lambda x: torch.where(x > 0, x, x.size(0)),
    "size_where_left": lambda x: torch.where(x > 0, x.size(0), x.long()),
    "size_where_bool": lambda x: torch.where(x > 0, x > 1, x.size(0)),
    "size_threshold": lambda x: F.threshold(x, 0.1, x.size(0)),
    "size_index_fill": lambda x: x.index_fill(0, torch.tensor([0]), x.size(0)),
    "size_lerp": lambda x: torch.lerp(x, x * 2, 1 / x.size(0)),
    "size_hardshrink": lambda x: F.hardshrink(x, 1 / x.size(0)),
    "size_softshrink": lambda x: F.softshrink(x, 1 / x.size(0)),
    "size_masked_fill": lambda x: x.masked_fill(x > 0, x.size(0)),
    "size_xlogy": lambda x: torch.xlogy(x, x.size(0)) + torch.xlogy(1 / x.size(0), x.abs()),
    "size_clamp": lambda x: x.clamp_min(1 / x.size(0)).clamp_max(x.size(0)),
}
for name, function in with_size.items():
    batch = torch.export.Dim("batch", min=4, max=64)
    programs[name] = (Function(function), (matrix,), (({0: batch},),))

for name, function in {
    "chunk_dynamic": lambda x: x.chunk(3, 1),
    "chunk_dynamic_whole": lambda x: torch.cat([x, x * 2, x], 1).chunk(3, 1)[1] + 1,
    "chunk_dynamic_unsafe": lambda x: torch.ops.aten.unsafe_chunk(x, 2, 1)[1],
    "gradient_dynamic": lambda x: torch.gradient(x, dim=1)[0],
}.items():
    programs[name] = (Function(function), (randn(2, 7),), (({1: torch.export.Dim.AUTO},),))


def operators(program):
    """Without getitem, of which archives have one for each result."""
    return [
        str(node.target)
        for node in program.graph.nodes
        if node.op == "call_function" and node.target is not operator.getitem
    ]


def run(program, inputs):
    """What a program returns, and its inputs and its state behind it."""
    args = copy.deepcopy(inputs)
    torch.manual_seed(0)
    module = program.module()
    result = module(*args)
    leaves = torch.utils._pytree.tree_leaves((result, args))
    return leaves + [value for _, value in sorted(module.state_dict().items())]


def same(first, second):
    if not isinstance(first, torch.Tensor):
        return type(first) is type(second) and first == second
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    tolerance = {torch.bfloat16: 2e-2, torch.float16: 1e-3}.get(first.dtype, 1e-5)
    return torch.allclose(first, second, tolerance, tolerance, equal_nan=True)


different = equal = 0
with tempfile.TemporaryDirectory() as folder:
    for name, (module, inputs, *dynamic) in programs.items():
        try:
            program = torch.export.export(
                module, copy.deepcopy(inputs), dynamic_shapes=dynamic[0] if dynamic else None
            )
            wanted = operators(program.run_decompositions())
        except Exception as error:  # Not every release exports everything.
            print("not exported: %s: %s" % (name, str(error).splitlines()[0]))
            continue
        before, after = (os.path.join(folder, name + end) for end in (".pt2", ".core.pt2"))
        torch.export.save(program, before)
        tool = subprocess.run(
            [os.environ["FX_OPT"], before, "--decompose", "-o", after],
            capture_output=True,
            text=True,
        )
        if tool.returncode:
            print("differ: %s: %s" % (name, tool.stderr))
            different += 1
            continue
        try:
            result = torch.export.load(after)
            actual = run(result, inputs)
        except Exception as error:
            print("differ: %s: %s" % (name, error))
            different += 1
            continue
        expected = run(torch.export.load(before), inputs)
        found = operators(result)
        equal += found == wanted
        core = torch._ops.OpOverload
        others = {
            str(node.target)
            for node in result.graph.nodes
            if isinstance(node.target, core) and torch.Tag.core not in node.target.tags
        }
        if others - set(wanted):
            print("differ: %s keeps %s" % (name, sorted(others - set(wanted))))
            different += 1
        elif len(actual) != len(expected) or not all(map(same, expected, actual)):
            print("differ: %s computes something else" % name)
            different += 1
finish("decompositions: %d programs, %d with the same operators" % (len(programs), equal),
       len(programs), different)
