"""Compiles twelve models by the backend fxopt and without it, and compares.

    PYTHONPATH=build/python PYTHON test/Python/Inputs/model_backends.py
        [--inner=eager,aot_eager,aot,inductor] [--only=NAME,...]

With static and with dynamic shapes, outputs, gradients of inputs and parameters, and
buffers are those of the inner backend alone, bit for bit; `aot` is passes on the graphs
of AOTAutograd. Says what fx-opt took of the time of each compilation, without caches,
what differs, and the share of all; the exit status is 1 if anything differs.
"""

import argparse
import copy
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import torch
import torch._inductor.config
import torch.nn.functional as F
from torch import nn

from fxopt import _backend


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, dropout=0.0)

    def forward(self, x):
        return self.layer(x)


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.out = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Linear(8, 4)

    def forward(self, x):
        return self.out(F.adaptive_avg_pool2d(F.relu(self.norm(self.conv(x))), 1).flatten(1))


class Sizes(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        half = x.view(n * x.shape[1]).cumsum(0)[: n // 2].sum()
        return half * n + torch.arange(n, dtype=torch.float32, device=x.device).sum()


class Branches(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))


class Checkpoint(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        def part(y):
            return F.gelu(self.linear(y))

        return torch.utils.checkpoint.checkpoint(part, x, use_reentrant=False)


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


class OwnGradient(nn.Module):
    def forward(self, x):
        return Twice.apply(x).sum()


class Mutations(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("sums", torch.zeros(8))

    def forward(self, x):
        self.sums.add_(x.sum(0))
        x = x.clone()
        x[:, 0] = 1
        return x.to(torch.float16).to(torch.float32) + self.sums


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.lstm = nn.Embedding(10, 8), nn.LSTM(8, 8, batch_first=True)

    def forward(self, i):
        return self.lstm(self.embed(i))[0]


class Autocast(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = self.linear(x)
        with torch.no_grad():
            z = y.float().softmax(-1)
        return y.float() * z, {"top": z.topk(2)}


class Loop(nn.Module):
    def forward(self, x):
        from torch._higher_order_ops.while_loop import while_loop

        def test(i, y):
            return i < 3

        def body(i, y):
            return i + 1, y * 2

        return while_loop(test, body, (torch.tensor(0), x))[1]


class Flex(nn.Module):
    def forward(self, q):
        from torch.nn.attention.flex_attention import flex_attention

        return flex_attention(q, q, q, score_mod=lambda score, b, h, i, j: score + (i - j))


class OwnOperator(nn.Module):
    def forward(self, x):
        return torch.ops.fxopt_test.scale(x, 2.0) + torch.ops.fxopt_test.scale(x, 2.0)


def _scale(x, by=1.0):
    return x * by


LIBRARY = torch.library.Library("fxopt_test", "DEF")
LIBRARY.define("scale(Tensor x, float by=1.0) -> Tensor")
LIBRARY.impl("scale", _scale, "CompositeExplicitAutograd")
torch.library.register_fake(
    "fxopt_test::scale", lambda x, by=1.0: torch.empty_like(x), lib=LIBRARY
)


def cases():
    def leaf(*size):
        return torch.randn(*size, requires_grad=True)

    return [
        (Attention(), (leaf(2, 5, 32),)),
        (Convolutions(), (leaf(2, 3, 8, 8),)),
        (Sizes(), (leaf(6, 4),)),
        (Branches(), (leaf(4),)),
        (Checkpoint(), (leaf(3, 8),)),
        (OwnGradient(), (leaf(3),)),
        (Mutations(), (leaf(3, 8),)),
        (Recurrent(), (torch.randint(0, 10, (2, 5)),)),
        (Autocast(), (leaf(3, 8),)),
        (Loop(), (torch.randn(3),)),
        (Flex(), (torch.randn(1, 2, 16, 16),)),
        (OwnOperator(), (torch.randn(3),)),
    ]


def run(model, args, **how):
    """All that a compiled model computes and changes, and the seconds of compiling."""
    torch._dynamo.reset()
    model = copy.deepcopy(model)
    args = [a.detach().clone().requires_grad_(a.requires_grad) for a in args]
    compiled = torch.compile(model, **how)
    torch.manual_seed(1)
    start = time.perf_counter()
    result = compiled(*args)
    leaves = [t for t in torch.utils._pytree.tree_leaves(result) if isinstance(t, torch.Tensor)]
    loss = [t.float().sum() for t in leaves if t.requires_grad]
    if loss:
        sum(loss).backward()
    seconds = time.perf_counter() - start
    grads = [t.grad for t in (*args, *model.parameters())]
    return [t.detach() for t in leaves], grads, list(model.buffers()), seconds


def same(a, b):
    return len(a) == len(b) and all(
        x is y is None or x is not None and y is not None and x.dtype == y.dtype and torch.equal(x, y)
        for x, y in zip(a, b)
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inner", default="eager,aot_eager,aot,inductor")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    spent = 0.0
    inside = _backend._run

    def timed(*args):
        nonlocal spent
        start = time.perf_counter()
        try:
            return inside(*args)
        finally:
            spent += time.perf_counter() - start

    _backend._run = timed
    # What a compiler does that has compiled the same before would be no share.
    torch._inductor.config.force_disable_caches = True
    only = [o for o in options.only.split(",") if o]
    differ = 0
    for inner in options.inner.split(","):
        count, ours, total = 0, 0.0, 0.0
        for model, args in cases():
            name = type(model).__name__
            if only and name not in only:
                continue
            for dynamic in (False, True):
                alone = "aot_eager" if inner == "aot" else inner
                chosen = {"inner": inner}
                if inner == "aot":
                    chosen = {"inner": "eager", "aot_pipeline": "fix(cse,dce)"}
                expected = run(model, args, backend=alone, dynamic=dynamic)
                spent = 0.0
                got = run(model, args, backend=_backend.backend, dynamic=dynamic, options=chosen)
                count, ours, total = count + 1, ours + spent, total + got[3]
                print(
                    f"{inner} {name} {'dynamic' if dynamic else 'static'}: {1e3 * spent:.1f} ms "
                    f"of {got[3]:.2f} s, {expected[3]:.2f} s without us",
                    flush=True,
                )
                for what, e, g in zip(("outputs", "gradients", "buffers"), expected, got):
                    if not same(e, g):
                        differ += 1
                        print(f"{inner} {name} dynamic={dynamic}: {what} differ", flush=True)
        share = f"{1e3 * ours:.1f} ms of {total:.1f} s, {100 * ours / total:.2f} %"
        print(f"{inner}: {count} compiled, fx-opt took {share}", flush=True)
    print(f"{differ} differ")
    return differ != 0


if __name__ == "__main__":
    sys.exit(main())
