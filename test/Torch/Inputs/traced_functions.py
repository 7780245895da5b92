"""Functions that Python has in another form than the operators that traces hold:
traced_functions.py TOOLS FOLDER. Imports a trace of each, and compares what fx-run
and the source of Python compute with what TorchScript does."""
import importlib.util
import json
import os
import subprocess
import sys
import warnings

import torch
from torch.nn import functional as F

sys.dont_write_bytecode = True
warnings.filterwarnings("ignore")
tools, folder = sys.argv[1:]
torch.manual_seed(0)
ones = torch.ones(16)
x = torch.randn(2, 64)
s = torch.randn(4, 4)
v = torch.randn(1, 3, 6, 6)
w = torch.randn(2, 3, 8)
labels = torch.tensor([1, 0, 3, 2])
SIGNAL = {
    "stft": lambda x: torch.stft(x, 16, 4, window=ones, return_complex=True),
    "stft, not centered": lambda x: torch.stft(x, 16, 4, center=False, window=ones, return_complex=True),
    "stft, padded with zeros": lambda x: torch.stft(x, 16, pad_mode="constant", return_complex=True),
    "stft, normalized": lambda x: x.stft(16, 4, 12, ones[:12], True, "reflect", True, False, return_complex=True),
    "istft": lambda x: torch.istft(torch.stft(x, 16, 4, window=ones, return_complex=True), 16, 4, window=ones),
    "istft, with a length": lambda x: torch.istft(torch.stft(x, 16, 4, window=ones, return_complex=True), 16, 4, window=ones, normalized=True, length=60),
    "rfft": lambda x: torch.fft.rfft(x, n=32, norm="ortho"),
    "irfft2": lambda x: torch.fft.irfft2(torch.fft.rfft2(x), norm="forward"),
    "hann_window": lambda x: x * torch.hann_window(64, periodic=False),
    "kaiser_window": lambda x: x * torch.kaiser_window(64, True, 9.0),
    "bucketize": lambda x: torch.bucketize(x, torch.linspace(-1, 1, 5), right=True),
    "searchsorted": lambda x: torch.searchsorted(torch.linspace(-1, 1, 5), x, out_int32=True, side="right"),
    "unfold": lambda x: x.unfold(1, 8, 4).sum(-1),
    "cov": lambda x: torch.cov(x, correction=0),
    "std": lambda x: torch.std(x, 1, unbiased=False),
    "var": lambda x: x.var(dim=0, correction=0),
    "var_mean": lambda x: torch.var_mean(x, 1, keepdim=True),
    "gradient": lambda x: torch.gradient(x, spacing=2.0, dim=1)[0],
    "diff": lambda x: torch.diff(x, 2, 1, prepend=x[:, :1]),
    "histc": lambda x: torch.histc(x, 5, -1, 1),
    "quantile": lambda x: torch.quantile(x, 0.3, 1, interpolation="lower"),
    "trapezoid": lambda x: torch.trapezoid(x, dx=0.5),
    "logcumsumexp": lambda x: torch.logcumsumexp(x, 1),
    "nan_to_num": lambda x: torch.nan_to_num(x / 0, 1.0, posinf=2.0, neginf=-3.0),
}
SQUARE = {
    "tensordot": lambda s: torch.tensordot(s, s.sin(), dims=([1], [0])),
    "tensordot, last with last": lambda s: torch.tensordot(s, s.sin(), dims=([1], [1])),
    "tensordot, a number": lambda s: torch.tensordot(s, s.sin(), dims=1),
    "tensordot, two": lambda s: torch.tensordot(s, s.sin(), ([0, 1], [1, 0])),
    "chain_matmul": lambda s: torch.chain_matmul(s, s, s),
    "multi_dot": lambda s: torch.linalg.multi_dot([s, s, s]),
    "einsum": lambda s: torch.einsum("ij,kj->ik", s, s),
    "einsum of a list": lambda s: torch.einsum("ij,jk,kl->li", [s, s, s]),
    "norm": lambda s: torch.norm(s),
    "norm, 1": lambda s: torch.norm(s, p=1, dim=1),
    "norm, keepdim": lambda s: torch.norm(s, 3, 0, True),
    "norm, inf": lambda s: s.norm(float("inf"), 1),
    "norm, fro": lambda s: torch.norm(s, "fro", dim=(0, 1)),
    "norm, nuc": lambda s: torch.norm(s, "nuc"),
    "norm, dtype": lambda s: torch.norm(s, 2, dtype=torch.float64),
    "norm, a method": lambda s: s.norm(dim=1, keepdim=True),
    "linalg.norm": lambda s: torch.linalg.norm(s, 1),
    "vector_norm": lambda s: torch.linalg.vector_norm(s, 3, 1, True, dtype=torch.float64),
    "matrix_norm": lambda s: torch.linalg.matrix_norm(s, -1),
    "cdist": lambda s: torch.cdist(s, s + 1),
    "cdist, 1": lambda s: torch.cdist(s, s + 1, p=1.0),
    "cdist, a mode": lambda s: torch.cdist(s, s + 1, 2.0, "donot_use_mm_for_euclid_dist"),
    "cdist, the other mode": lambda s: torch.cdist(s, s + 1, compute_mode="use_mm_for_euclid_dist"),
    "lu_unpack": lambda s: torch.lu_unpack(*torch.linalg.lu_factor(s))[1],
    "linalg.lu": lambda s: torch.linalg.lu(s)[2],
    "lu_solve": lambda s: torch.linalg.lu_solve(*torch.linalg.lu_factor(s), s, left=False),
    "solve_triangular": lambda s: torch.linalg.solve_triangular(s.triu() + torch.eye(4) * 9, s, upper=True, left=False),
    "triangular_solve": lambda s: torch.triangular_solve(s, s.triu() + torch.eye(4) * 9, transpose=True)[0],
    "cholesky": lambda s: torch.linalg.cholesky(s @ s.mT + torch.eye(4), upper=True),
    "pinv": lambda s: torch.linalg.pinv(s, rtol=1e-3),
    "matrix_power": lambda s: torch.linalg.matrix_power(s, 3),
    "split": lambda s: s.split([1, 3], 1)[1],
    "split, a size": lambda s: torch.split(s, 3, 1)[0],
    "tensor_split": lambda s: torch.tensor_split(s, 3, 1)[2],
    "tensor_split, at": lambda s: torch.tensor_split(s, (1, 2), dim=1)[2],
    "hsplit": lambda s: torch.hsplit(s, [1])[1],
    "chunk": lambda s: s.chunk(3)[0],
    "meshgrid": lambda s: torch.meshgrid(s[0], s[1], indexing="ij")[1],
    "meshgrid, xy": lambda s: torch.meshgrid(s[0], s[1, :3], indexing="xy")[0],
    "meshgrid, as it was": lambda s: torch.meshgrid(s[0], s[1])[1],
    "cartesian_prod": lambda s: torch.cartesian_prod(s[0], s[1]),
    "combinations": lambda s: torch.combinations(s[0], 3, with_replacement=True),
    "block_diag": lambda s: torch.block_diag(s, s[:2], s[0]),
    "broadcast_tensors": lambda s: torch.broadcast_tensors(s, s[:1])[1],
    "atleast_1d": lambda s: torch.atleast_1d(s[0, 0]),
    "atleast_2d": lambda s: torch.atleast_2d(s[0], s[1])[1],
    "atleast_3d": lambda s: torch.atleast_3d([s, s[0]])[0],
    "unique": lambda s: torch.unique((s > 0).int()),
    "unique, with inverse": lambda s: torch.unique((s * 2).int(), return_inverse=True),
    "unique, with counts": lambda s: torch.unique((s * 2).int(), return_counts=True)[1],
    "unique, all": lambda s: (s * 2).int().unique(True, True, True),
    "unique, of rows": lambda s: torch.unique((s > 0).int(), dim=0),
    "unique, of rows, all": lambda s: torch.unique((s > 0).int(), dim=0, return_inverse=True, return_counts=True),
    "unique_consecutive": lambda s: torch.unique_consecutive((s > 0).int().flatten()),
    "unique_consecutive, with inverse": lambda s: torch.unique_consecutive((s > 0).int().flatten(), return_inverse=True),
    "unique_consecutive, with counts": lambda s: torch.unique_consecutive((s > 0).int().flatten(), return_counts=True)[1],
    "unique_consecutive, all": lambda s: (s > 0).int().unique_consecutive(True, True, 1),
    "nonzero": lambda s: torch.nonzero(s > 0),
    "nonzero, tuple": lambda s: torch.nonzero(s > 0, as_tuple=True)[1],
    "unravel_index": lambda s: torch.unravel_index(s.argmax(), (4, 4))[1],
    "unflatten": lambda s: s.unflatten(1, (2, -1)),
    "roll": lambda s: torch.roll(s, (1, 2), (0, 1)),
    "rot90": lambda s: torch.rot90(s, 3, (1, 0)),
    "tile": lambda s: torch.tile(s, (2,)),
    "repeat_interleave": lambda s: torch.repeat_interleave(s, 2, 1),
    "repeat_interleave, each": lambda s: torch.repeat_interleave(s, torch.tensor([1, 0, 2, 1]), dim=1),
    "one_hot": lambda s: F.one_hot(labels, 5),
    "one_hot, of what there is": lambda s: F.one_hot(labels),
    "embedding": lambda s: F.embedding(labels, s, padding_idx=1),
    "embedding, of bounded norm": lambda s: F.embedding(labels, s.clone(), max_norm=1.0),
    "embedding_bag": lambda s: F.embedding_bag(labels, s, torch.tensor([0, 2]), mode="sum"),
    "embedding_bag, max": lambda s: F.embedding_bag(labels[None], s, mode="max"),
    "embedding_bag, weighted": lambda s: F.embedding_bag(labels[None], s, mode="sum", per_sample_weights=s[:1]),
    "pairwise_distance": lambda s: F.pairwise_distance(s, s + 1, p=1.0, keepdim=True),
    "pdist": lambda s: F.pdist(s, 3.0),
    "cosine_similarity": lambda s: F.cosine_similarity(s, s[:1], dim=0, eps=0.1),
    "normalize": lambda s: F.normalize(s, p=1.0, dim=0),
    "bilinear": lambda s: F.bilinear(s, s, s[None], s[0, :1]),
    "softmax": lambda s: F.softmax(s, 1, dtype=torch.float64),
    "log_softmax": lambda s: F.log_softmax(s, 0),
    "gelu": lambda s: F.gelu(s, approximate="tanh"),
    "glu": lambda s: F.glu(s, 0),
    "softplus": lambda s: F.softplus(s, 2.0, 1.0),
    "rrelu": lambda s: F.rrelu(s, 0.2, 0.4),
    "hardtanh": lambda s: F.hardtanh(s, -0.5, 0.2),
    "celu": lambda s: F.celu(s, 0.5),
    "threshold": lambda s: F.threshold(s, 0.1, 20.0),
    "prelu": lambda s: F.prelu(s, s[0]),
    "layer_norm": lambda s: F.layer_norm(s, (4,), s[0], eps=0.1),
    "rms_norm": lambda s: F.rms_norm(s, (4,), s[0], 0.1),
    "addmm": lambda s: torch.addmm(s, s, s, beta=0.5, alpha=2),
    "baddbmm": lambda s: torch.baddbmm(s[None], s[None], s[None], alpha=3),
    "addcdiv": lambda s: torch.addcdiv(s, s, s.abs() + 1, value=0.5),
    "sub": lambda s: torch.sub(s, 2, alpha=3),
    "rsub": lambda s: torch.rsub(s, 2, alpha=3),
    "div": lambda s: torch.div(s, 0.3, rounding_mode="floor"),
    "clamp": lambda s: torch.clamp(s, max=0.5),
    "where": lambda s: torch.where(s > 0, s, 2.0),
    "argsort": lambda s: torch.argsort(s, dim=1, descending=True, stable=True),
    "sort": lambda s: torch.sort(s, dim=0, descending=True)[1],
    "topk": lambda s: s.topk(2, 0, largest=False)[0],
    "kthvalue": lambda s: torch.kthvalue(s, 2, 0)[0],
    "median": lambda s: s.median(0)[0],
    "aminmax": lambda s: torch.aminmax(s, dim=0)[1],
    "max": lambda s: torch.max(s, 1, keepdim=True)[1],
    "argmax": lambda s: s.argmax(),
    "all": lambda s: (s > -1).all(0),
    "logsumexp": lambda s: s.logsumexp((0, 1)),
    "sum": lambda s: s.sum(dtype=torch.float64),
    "prod": lambda s: s.prod(1, True),
    "cumsum": lambda s: s.cumsum(0, dtype=torch.float64),
    "bincount": lambda s: torch.bincount(labels, s[0].abs(), 6),
    "scatter": lambda s: s.scatter(1, labels[None], 2.0, reduce="multiply"),
    "scatter_reduce": lambda s: s.scatter_reduce(1, labels[None], s, "amax", include_self=False),
    "index_add": lambda s: s.index_add(0, labels, s, alpha=2),
    "index_reduce": lambda s: s.index_reduce(0, labels, s, "prod", include_self=False),
    "index_put": lambda s: s.index_put((labels,), s[0], accumulate=True),
    "take_along_dim": lambda s: torch.take_along_dim(s, labels[None], 1),
    "diag_embed": lambda s: torch.diag_embed(s, 1, 0, 2),
    "diagonal": lambda s: torch.diagonal(s, 1, 1, 0),
    "vander": lambda s: torch.vander(s[0], 3, increasing=True),
    "tril_indices": lambda s: torch.tril_indices(4, 3, -1) + s[0, 0],
    "full_like": lambda s: torch.full_like(s, 2, dtype=torch.int64),
    "new_full": lambda s: s.new_full((2,), 3),
    "arange": lambda s: s[0] + torch.arange(4, 0, -1),
    "linspace": lambda s: s[0] + torch.linspace(0, 1, 4),
    "logspace": lambda s: s[0] + torch.logspace(0, 1, 4, base=2),
    "eye": lambda s: s[:3] + torch.eye(3, 4),
    "complex": lambda s: torch.complex(s, s),
    "polar": lambda s: torch.polar(s.abs(), s),
    "isclose": lambda s: torch.isclose(s, s + 0.1, atol=0.2, equal_nan=True),
    "attention": lambda s: F.scaled_dot_product_attention(s[None], s[None], s[None], s > 0, scale=0.3),
    "attention, causal": lambda s: F.scaled_dot_product_attention(s[None], s[None], s[None], is_causal=True),
    "many heads": lambda s: F.multi_head_attention_forward(s[None], s[None], s[None], 4, 2, s.repeat(3, 1), s.repeat(3, 1)[:, 0], None, None, False, 0.0, s, s[0], False)[0],
    "mse_loss": lambda s: F.mse_loss(s, s.sin(), reduction="sum"),
    "l1_loss": lambda s: F.l1_loss(s, s.sin(), reduction="none"),
    "smooth_l1_loss": lambda s: F.smooth_l1_loss(s, s.sin(), beta=0.1),
    "huber_loss": lambda s: F.huber_loss(s, s.sin(), reduction="sum", delta=0.5),
    "cross_entropy": lambda s: F.cross_entropy(s, labels, s[0].abs(), ignore_index=2, label_smoothing=0.1),
    "cross_entropy, sum": lambda s: F.cross_entropy(s, labels, reduction="sum"),
    "cross_entropy, none": lambda s: F.cross_entropy(s, s.softmax(1), reduction="none"),
    "nll_loss": lambda s: F.nll_loss(s, labels, reduction="sum"),
    "nll_loss, weighted": lambda s: F.nll_loss(s, labels, s[0].abs(), ignore_index=1),
    "binary_cross_entropy": lambda s: F.binary_cross_entropy(s.sigmoid(), s.sin().abs(), s.abs(), reduction="sum"),
    "binary_cross_entropy_with_logits": lambda s: F.binary_cross_entropy_with_logits(s, s.sin().abs(), pos_weight=s[0].abs()),
    "kl_div": lambda s: F.kl_div(s, s.softmax(1), reduction="batchmean"),
    "kl_div, of logarithms": lambda s: F.kl_div(s, s, reduction="sum", log_target=True),
    "poisson_nll_loss": lambda s: F.poisson_nll_loss(s, s.abs(), full=True, reduction="sum"),
    "gaussian_nll_loss": lambda s: F.gaussian_nll_loss(s, s.sin(), s.abs() + 1, reduction="sum"),
    "hinge_embedding_loss": lambda s: F.hinge_embedding_loss(s, s.sign(), margin=0.5, reduction="sum"),
    "margin_ranking_loss": lambda s: F.margin_ranking_loss(s, s.sin(), s.sign(), 0.5, reduction="none"),
    "soft_margin_loss": lambda s: F.soft_margin_loss(s, s.sign(), reduction="sum"),
    "multi_margin_loss": lambda s: F.multi_margin_loss(s, labels, p=2, margin=0.5, reduction="sum"),
    "multilabel_margin_loss": lambda s: F.multilabel_margin_loss(s, labels.expand(4, 4), reduction="none"),
    "multilabel_soft_margin_loss": lambda s: F.multilabel_soft_margin_loss(s, (s > 0).float(), reduction="sum"),
    "cosine_embedding_loss": lambda s: F.cosine_embedding_loss(s, s.sin(), s[0].sign(), 0.1, reduction="sum"),
    "triplet_margin_loss": lambda s: F.triplet_margin_loss(s, s.sin(), s.cos(), 0.5, 1.0, swap=True, reduction="sum"),
    "ctc_loss": lambda s: F.ctc_loss(s[:, None].log_softmax(-1), torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]), blank=3, reduction="sum", zero_infinity=True),
    "ctc_loss, of lists": lambda s: F.ctc_loss(s[:, None].log_softmax(-1), torch.tensor([[1, 2]]), (4,), (2,)),
}
IMAGE = {
    "max_pool2d": lambda v: F.max_pool2d(v, 2, 1, 1, ceil_mode=True),
    "max_pool2d, with indices": lambda v: F.max_pool2d(v, 2, return_indices=True)[1],
    "adaptive_max_pool2d": lambda v: F.adaptive_max_pool2d(v, (2, 3)),
    "adaptive_max_pool2d, with indices": lambda v: F.adaptive_max_pool2d(v, 2, True)[1],
    "fractional_max_pool2d": lambda v: F.fractional_max_pool2d(v, 2, output_size=3, _random_samples=torch.full((1, 3, 2), 0.3)),
    "avg_pool2d": lambda v: F.avg_pool2d(v, 3, 2, 1, count_include_pad=False, divisor_override=5),
    "adaptive_avg_pool2d": lambda v: F.adaptive_avg_pool2d(v, (None, 2)),
    "lp_pool2d": lambda v: F.lp_pool2d(v.abs(), 2, 3, ceil_mode=True),
    "pad": lambda v: F.pad(v, (1, 2), value=3.0),
    "pad, reflect": lambda v: F.pad(v, (1, 2, 0, 1), mode="reflect"),
    "pad, replicate": lambda v: F.pad(v, (1, 2, 0, 1), "replicate"),
    "pad, circular": lambda v: F.pad(v, (1, 2, 0, 1), "circular"),
    "nearest": lambda v: F.interpolate(v, scale_factor=1.5),
    "nearest-exact": lambda v: F.interpolate(v, size=(4, 9), mode="nearest-exact"),
    "bilinear": lambda v: F.interpolate(v, scale_factor=1.5, mode="bilinear", align_corners=True),
    "bilinear, antialias": lambda v: F.interpolate(v, size=4, mode="bilinear", antialias=True),
    "bicubic": lambda v: F.interpolate(v, scale_factor=(0.7, 1.3), mode="bicubic", recompute_scale_factor=True),
    "area": lambda v: F.interpolate(v, size=4, mode="area"),
    "upsample": lambda v: F.upsample(v, 9, mode="nearest"),
    "pixel_shuffle": lambda v: F.pixel_unshuffle(v, 2),
    "channel_shuffle": lambda v: F.channel_shuffle(v, 3),
    "grid_sample": lambda v: F.grid_sample(v, v[:, :2].permute(0, 2, 3, 1), "nearest", "border", True),
    "grid_sample, bicubic": lambda v: F.grid_sample(v, v[:, :2].permute(0, 2, 3, 1), mode="bicubic", padding_mode="reflection"),
    "affine_grid": lambda v: F.affine_grid(v[0, :1, :2, :3], (1, 1, 3, 4), True),
    "batch_norm": lambda v: F.batch_norm(v, v[0, :, 0, 0], v[0, :, 0, 1].abs(), eps=0.1),
    "batch_norm, in training": lambda v: F.batch_norm(v, None, None, v[0, :, 0, 0], training=True),
    "instance_norm": lambda v: F.instance_norm(v, weight=v[0, :, 0, 0]),
    "instance_norm, with statistics": lambda v: F.instance_norm(v, v[0, :, 0, 0], v[0, :, 0, 1].abs(), use_input_stats=False),
    "group_norm": lambda v: F.group_norm(v, 3, v[0, :, 0, 0], eps=0.1),
    "local_response_norm": lambda v: F.local_response_norm(v, 2, alpha=0.5, k=2.0),
    "fold": lambda v: F.fold(F.unfold(v, 3, 1, 1, 2), (6, 6), 3, padding=1, stride=2),
    "conv2d": lambda v: F.conv2d(v, v[:, :, :3, :3], stride=2, padding=1, dilation=2),
    "conv2d, same": lambda v: F.conv2d(v, v[:, :, :3, :3], padding="same"),
    "conv_transpose2d": lambda v: F.conv_transpose2d(v, v[0, :, None, :3, :3], stride=2, output_padding=1, groups=3),
    "dropout": lambda v: F.dropout(v, 0.5, training=False),
    "feature_alpha_dropout": lambda v: F.feature_alpha_dropout(v, 0.5),
}
SEQUENCE = {
    "max_pool1d": lambda w: F.max_pool1d(w, 3, 2, return_indices=True),
    "adaptive_max_pool1d": lambda w: F.adaptive_max_pool1d(w, 3, True)[1],
    "avg_pool1d": lambda w: F.avg_pool1d(w, 3, ceil_mode=True),
    "lp_pool1d": lambda w: F.lp_pool1d(w.abs(), 2, 3, ceil_mode=True),
    "linear": lambda w: F.interpolate(w, scale_factor=1.5, mode="linear", align_corners=True),
    "trilinear": lambda w: F.interpolate(w[None, None], size=(3, 4, 5), mode="trilinear"),
    "max_pool3d": lambda w: F.max_pool3d(w[None], 2, return_indices=True)[1],
    "conv_tbc": lambda w: torch.conv_tbc(w, w[:, :1].mT, w[0, 0, :1], 1),
    "conv1d": lambda w: F.conv1d(w, w[:, :, :3], padding=1),
    "pad_sequence": lambda w: torch.nn.utils.rnn.pad_sequence([w[0], w[1, :2]], True, -1.0),
}


def several(functions):
    def forward(x):
        return [torch.utils._pytree.tree_leaves(f(x)) for f in functions]

    def call(x):
        return tuple(leaf for leaves in forward(x) for leaf in leaves)

    return call


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace") if done.returncode else None


def load(path):
    """The outputs in a safetensors file, by place."""
    with open(path, "rb") as f:
        header = json.loads(f.read(int.from_bytes(f.read(8), "little")))
        data = bytearray(f.read())
    header.pop("__metadata__", None)
    types = {"F64": torch.float64, "F32": torch.float32, "I64": torch.int64, "I32": torch.int32, "BOOL": torch.bool, "C64": torch.complex64}
    result = []
    for name in sorted(header, key=int):
        begin, end = header[name]["data_offsets"]
        kind, shape = types[header[name]["dtype"]], header[name]["shape"]
        part = data[begin:end]
        result.append(torch.frombuffer(part, dtype=kind).reshape(shape) if part else torch.empty(shape, dtype=kind))
    return result


def check(functions, x, place):
    """The names of the functions that differ, with how."""
    names = list(functions)
    place = os.path.join(folder, place)
    torch.manual_seed(0)
    traced = torch.jit.trace(several(functions.values()), x, check_trace=False)
    want = traced(x)
    owners = [name for name in names for _ in torch.utils._pytree.tree_leaves(functions[name](x))]
    traced.save(place + ".pt")
    torch.save([x], place + ".in.pt")
    error = run(os.path.join(tools, "fx-opt"), place + ".pt", "-o", place + ".fx")
    if error is not None:
        return {",".join(names): "import: " + error}
    result = {}

    def compare(how, got):
        for name, a, b in zip(owners, want, got):
            if b is None or a.dtype != b.dtype or a.shape != b.shape or not torch.allclose(a, b, 1e-4, 1e-5, True):
                result.setdefault(name, how + " differs")

    error = run(os.path.join(tools, "fx-run"), place + ".fx", "--inputs=" + place + ".in.pt",
                "--outputs=" + place + ".out.safetensors")
    if error is None:
        compare("fx-run", load(place + ".out.safetensors"))
    else:
        result[",".join(names)] = "fx-run: " + error
    error = run(os.path.join(tools, "fx-translate"), place + ".fx", "-o", place + ".py")
    if error is None:
        spec = importlib.util.spec_from_file_location("traced", place + ".py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        kind = next(k for k in vars(module).values() if isinstance(k, type) and issubclass(k, torch.nn.Module))
        try:
            model = kind()
            weights = place + ".weights"
            compare("source", model(x))
        except Exception as e:
            result.setdefault(",".join(names), "source: %s" % e)
    return result


total, failures = 0, {}
for place, functions, value in (("signal", SIGNAL, x), ("square", SQUARE, s), ("image", IMAGE, v), ("sequence", SEQUENCE, w)):
    total += len(functions)
    found = check(functions, value, place)
    if any("," in name and name not in functions for name in found) and len(functions) > 1:
        # One stops the others: each alone.
        found = {}
        for i, (name, f) in enumerate(functions.items()):
            found.update(check({name: f}, value, place + str(i)))
    failures.update(found)
for name, why in failures.items():
    print("%s: %s" % (name, why.strip()))
print("%d functions, %d differ" % (total, len(failures)))
sys.exit(1 if failures else 0)
