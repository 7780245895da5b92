"""State and constants of all layouts: passes keep values, strides and sharing.

Programs read state that is transposed, sliced, expanded, channels last, a view
of other state, and look at it in ways that show the memory behind it.
"""

import itertools
import os
import subprocess
import sys
import tempfile
import warnings

import torch
import torch.nn as nn

from common import finish

warnings.filterwarnings("ignore")
torch.set_num_threads(1)

BASE = torch.arange(1.0, 121.0)
# All of 24 elements and four dimensions, or whatever they are.
STATE = {
    "contiguous": BASE[:24].clone().view(2, 3, 4, 1),
    "transposed": BASE[:24].clone().view(2, 3, 4, 1).transpose(0, 2),
    "permuted": BASE[:24].clone().view(1, 2, 3, 4).permute(2, 0, 3, 1),
    "channels_last": BASE[:24].clone().view(1, 2, 3, 4).contiguous(
        memory_format=torch.channels_last),
    "sliced": BASE[:96].clone().view(4, 6, 4, 1)[::2, ::2],
    "offset": BASE.clone()[40:64].view(2, 3, 4, 1),
    "offset_transposed": BASE.clone()[40:64].view(2, 3, 4, 1).transpose(1, 2),
    "expanded": BASE[:6].clone().view(1, 6, 1, 1).expand(2, 6, 2, 1),
    "overlapping": BASE[:40].clone().as_strided((2, 3, 4, 1), (2, 4, 1, 7)),
    "empty": torch.zeros(2, 0, 3, 1).transpose(0, 2),
    "one": BASE.clone()[5:6].view(1, 1, 1, 1).as_strided((1, 1, 1, 1), (9, 7, 5, 3)),
}


def places(t):
    """Numbers of elements that as_strided may reach in any storage of t."""
    return 1 + sum((n - 1) * s for n, s in zip(t.shape, t.stride())) if t.numel() else 0


# What the program makes of the state w, and what it looks at then.
MAKE = {
    "w": lambda w: w,
    "scaled": lambda w: w * 2,
    "sum": lambda w: w + w.sum(),
    "view": lambda w: w.transpose(0, 1),
    "slice": lambda w: w[:1],
    "expand": lambda w: w[:1].expand(3, -1, -1, -1, -1) if w.dim() == 5 else w[:1].expand(
        3, -1, -1, -1),
    "clone": lambda w: w.clone(),
    "contiguous": lambda w: w.contiguous(),
    "half": lambda w: w.half(),
    "int": lambda w: w.int(),
    "bool": lambda w: w > 7,
    "complex": lambda w: torch.complex(w, -w),
    "double": lambda w: w.double().neg(),
    "special": lambda w: torch.stack([w / 0, -w * 0, w * float("nan")]),
    "number": lambda w: w * w.shape[0],
    "chunk": lambda w: torch.chunk(w, 2, 2)[0],
}
LOOK = {
    "add": lambda v, x: v + x.to(v.dtype),
    "strided": lambda v, x: v.as_strided((places(v),), (1,)) * 1 + x.to(v.dtype),
    "strided_begin": lambda v, x: v.as_strided((1,), (1,), 0) * 1 + x.to(v.dtype),
    "strided_copy": lambda v, x: torch.as_strided_copy(v, (places(v),), (1,)) + x.to(v.dtype),
    "flat": lambda v, x: (v + x.to(v.dtype)).as_strided((v.numel(),), (1,)),
    "offset": lambda v, x: v[:0].sum() + x.sum() + v.storage_offset() + v.stride(0),
    "returned": lambda v, x: (v.t() if v.dim() == 2 else v, x + 1),
    "clone": lambda v, x: (v.clone(), v.reshape(-1) * 1, x + 1),
    "mutated": lambda v, x: ((v * 1).add_(1), x + 1),
}
PIPELINES = [
    "fold-constants", "cast-weights{dtype=float64}", "freeze,fold-constants",
    "dedupe-state,freeze", "cast-weights{dtype=float64},fold-constants,cse,dce",
]


class Net(nn.Module):
    def __init__(self, state, make, look, kind):
        super().__init__()
        if kind == "parameter":
            self.w = nn.Parameter(state, requires_grad=False)
        else:
            self.register_buffer("w", state, persistent=kind == "buffer")
        self.make, self.look = make, look

    def forward(self, x):
        return self.look(self.make(self.w), x)


class Shared(nn.Module):
    """State that shares memory with other state."""

    def __init__(self, state, make, look, kind):
        super().__init__()
        self.w = nn.Parameter(state, requires_grad=False)
        flat = state.as_strided((places(state),), (1,)) if state.numel() else state
        self.register_buffer("flat", flat)
        self.register_buffer("again", state.detach())
        self.make, self.look, self.kind = make, look, kind

    def forward(self, x):
        if self.kind == "written":
            self.flat.mul_(2)
        return self.look(self.make(self.w), x), self.again * 1, self.flat + 1


class ConvNorm(nn.Module):
    def __init__(self, layout, groups, transposed, kernel):
        super().__init__()
        conv = nn.ConvTranspose2d if transposed else nn.Conv2d
        self.conv = conv(4, 4, kernel, groups=groups, bias=groups == 2)
        self.norm = nn.BatchNorm2d(4)
        self.norm.running_var.uniform_(0.5, 2)
        self.norm.running_mean.normal_()
        weight = self.conv.weight.data
        if layout == "channels_last":
            weight = weight.contiguous(memory_format=torch.channels_last)
        elif layout == "sliced":
            weight = torch.cat([weight, weight], 1)[:, ::2].clone(
                memory_format=torch.preserve_format)
            weight = weight.repeat_interleave(2, 3)[..., ::2]
        elif layout == "transposed":
            weight = weight.transpose(0, 1).contiguous().transpose(0, 1)
        elif layout == "expanded":
            weight = weight[:1].expand_as(weight)
        self.conv.weight = nn.Parameter(weight, requires_grad=False)

    def forward(self, x):
        y = self.norm(self.conv(x))
        return y.permute(0, 2, 3, 1).reshape(-1, 4) * 1, y.as_strided((y.numel(),), (1,))


def leaves(value):
    return torch.utils._pytree.tree_leaves(value)


def sharing(results, others):
    """Which results share memory with which, and with what else."""

    def same(a, b):
        return (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and a.numel() != 0
                and b.numel() != 0
                and a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr())

    return ([[same(a, b) for b in results] for a in results],
            [any(same(a, b) for b in others) for a in results])


def outcome(program, x):
    module = program.module()
    x = x.clone()
    # Constants are neither parameters nor buffers.
    state = [*module.state_dict().values(), *module.buffers()]
    for part in module.modules():
        state += [t for t in vars(part).values() if isinstance(t, torch.Tensor)]
    rounds = []
    for _ in range(2):
        results = leaves(module(x))
        rounds.append((results, sharing(results, state), sharing(results, [x])))
    return rounds, {**dict(module.named_parameters()), **dict(module.named_buffers())}


def bits(t):
    t = t.detach().resolve_conj().resolve_neg()
    return t.clone(memory_format=torch.contiguous_format).flatten().view(torch.uint8)


def difference(before, after, exact):
    for (old, *old_sharing), (new, *new_sharing) in zip(before[0], after[0]):
        if len(old) != len(new):
            return "%d results instead of %d" % (len(new), len(old))
        for place, (a, b) in enumerate(zip(old, new)):
            if not isinstance(a, torch.Tensor):
                if a != b:
                    return "result %d is %r instead of %r" % (place, b, a)
                continue
            if (a.dtype, a.shape, a.stride(), a.storage_offset()) != (
                    b.dtype, b.shape, b.stride(), b.storage_offset()):
                return "result %d is %s %s %s instead of %s %s %s" % (
                    place, b.dtype, list(b.shape), b.stride(), a.dtype, list(a.shape), a.stride())
            if exact:
                same = torch.equal(bits(a), bits(b))
            else:
                same = torch.allclose(a, b, rtol=1e-4, atol=1e-4)
            if not same:
                return "result %d is %s instead of %s" % (
                    place, b.flatten().tolist()[:8], a.flatten().tolist()[:8])
        if old_sharing != new_sharing:
            return "results share %s instead of %s" % (new_sharing, old_sharing)
    for name in before[1].keys() & after[1].keys():
        a, b = before[1][name], after[1][name]
        if a.dtype == b.dtype and a.shape == b.shape and exact and not torch.equal(
                a.nan_to_num(), b.nan_to_num()):
            return "it leaves other elements in " + name
    return None


def main():
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 10**9
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    torch.manual_seed(seed)
    cases = []
    for state, make, look in itertools.product(STATE, MAKE, LOOK):
        for kind, net in (("parameter", Net), ("buffer", Net), ("hidden", Net),
                          ("read", Shared), ("written", Shared)):
            cases.append((
                "%s %s %s %s" % (kind, state, make, look),
                lambda n=net, s=state, m=make, l=look, k=kind: n(
                    STATE[s], MAKE[m], LOOK[l], k),
                torch.ones(1), PIPELINES, True))
    convolutions = []
    for layout, groups, transposed, kernel, x in itertools.product(
            ("contiguous", "channels_last", "sliced", "transposed", "expanded"), (1, 2),
            (False, True), (1, 2), ((2, 4, 5, 5), (2, 4, 1, 1))):
        if kernel == 2 and x[2] == 1 and not transposed:
            continue
        convolutions.append((
            "conv %s %d %s %d %s" % (layout, groups, transposed, kernel, x),
            lambda a=layout, b=groups, c=transposed, d=kernel: ConvNorm(a, b, c, d).eval(),
            torch.randn(x), ["fuse-conv-bn", "decompose,fuse-conv-bn"], False))
    chosen = []
    for kind, number in ((cases, limit), (convolutions, (limit + 3) // 4)):
        chosen += [kind[i] for i in torch.randperm(len(kind))][:number]
    compared = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="fx-layouts-") as folder:
        source, result = os.path.join(folder, "a.pt2"), os.path.join(folder, "b.pt2")
        text = os.path.join(folder, "c.fx")
        for name, make, x, pipelines, exact in chosen:
            try:
                torch.export.save(torch.export.export(make(), (x,)), source)
                before = outcome(torch.export.load(source), x)
            except Exception:
                skipped += 1
                continue
            for pipeline in pipelines:
                done = subprocess.run(
                    [os.environ["FX_OPT"], source, "--passes=" + pipeline, "-o", result],
                    capture_output=True, text=True)
                compared += 1
                if done.returncode == 0 and pipeline == pipelines[0]:
                    # By way of text, whose weights are in a file of their own.
                    done = subprocess.run(
                        [os.environ["FX_OPT"], result, "--save-weights=copy", "-o", text],
                        capture_output=True, text=True)
                    if done.returncode == 0:
                        done = subprocess.run([os.environ["FX_OPT"], text, "-o", result],
                                              capture_output=True, text=True)
                if done.returncode:
                    what = done.stderr
                else:
                    try:
                        what = difference(before, outcome(torch.export.load(result), x), exact)
                    except Exception as error:
                        what = "does not run: " + str(error)[:300]
                if what:
                    failed += 1
                    if failed <= 20:
                        print("differ: %s: %s: %s" % (name, pipeline, what), flush=True)
    finish("layouts: %d compared, %d programs cannot be exported" % (compared, skipped),
           compared, failed)


main()
