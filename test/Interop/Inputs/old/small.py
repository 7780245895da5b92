"""The small programs of PyTorch 2.2 and 2.3 in this folder.

They were exported, saved and run as model.py does it: `Counter` and `Cond` from
a tensor of 3 x 4, `Shapes` with both of its dimensions dynamic.
"""

import math

import torch
from torch import nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(2))
        self.bn = nn.BatchNorm1d(4)

    def forward(self, x):
        self.n.add_(1.0)
        return self.bn(x) + self.n.sum()


class Cond(nn.Module):
    def forward(self, x):
        from functorch.experimental.control_flow import cond

        def t(x):
            return x.sin()

        def f(x):
            return x.cos() + 1

        return cond(x.sum() > 0, t, f, [x])


class Shapes(nn.Module):
    def forward(self, x):
        b, n = x.shape[0], x.shape[1]
        return x.view(b * n) + x.reshape(-1), torch.zeros(b + 1, n * 2), x.new_full((b, 2), n)


class Float(nn.Module):
    def forward(self, x, f: float, n: int, t: str):
        return x * f + n


class Multi(nn.Module):
    def forward(self, x, i):
        a, b, c = torch.split(x, [1, 2, 1], dim=1)
        v, k = torch.topk(x, 2)
        m = x.max(dim=1)
        n = torch.nn.functional.layer_norm(x, (4,))
        u = x.unbind(0)
        q = torch.cat([a, b, c], dim=1)
        z = torch.zeros(2, 3, dtype=torch.float16, device="cpu")
        w = x.to(torch.float64, memory_format=torch.contiguous_format)
        e = x[:, i]
        f = torch.clamp(x, min=-math.inf, max=1e-5)
        g = torch.ops.aten.upsample_nearest2d.vec(x.reshape(1, 1, -1, 4), None, [2.0, 1.5])
        return a, b, v, k, m.values, m.indices, n, u[0], q, z, w, e, f, g
