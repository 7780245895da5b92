"""Makes prepare_chains.pt2 and prepare_chains_dynamic.pt2: make_chains.py FOLDER

fx-opt --strip-metadata=keys=stack_trace then takes the places of this file out.
"""
import sys

import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 24)
        self.norm = nn.LayerNorm(24)
        self.plain = nn.LayerNorm(24, elementwise_affine=False)
        self.second = nn.Linear(24, 24, bias=False)
        self.third = nn.Linear(24, 5)
        self.scale = nn.Parameter(torch.rand(24) + 0.5)
        self.shift = nn.Parameter(torch.randn(24))
        self.product = nn.Parameter(torch.randn(5, 3))
        self.offset = nn.Parameter(torch.randn(3))
        self.drop = nn.Dropout(0.5)
        nn.init.normal_(self.norm.weight)
        nn.init.normal_(self.norm.bias)

    def forward(self, x, y):
        a = F.gelu(self.first(x))
        b = self.plain(self.norm(a) * self.scale + self.shift)
        c = torch.add(b, self.second(F.silu(b)), alpha=0.5) - 0.25
        d = F.relu(c) + F.relu6(c * 3) / 2 + F.hardtanh(c, -0.5, 0.75)
        e = F.leaky_relu(d, 0.2) * torch.sigmoid(c) + torch.tanh(d)
        f = F.hardswish(e) - F.hardsigmoid(e) + self.shift * F.gelu(e, approximate="tanh")
        # A view ends a chain.
        g = f.view(-1, 24) + 1
        h = torch.addmm(self.offset, self.third(g), self.product)
        i = (-self.third(self.drop(e))).softmax(-1)
        return a, f, h, i, torch.exp(i) / (y + 2), y


torch.manual_seed(0)
model = Net().eval()
batch = {0: torch.export.Dim("batch", min=0, max=4096)}
for name, dynamic in (("prepare_chains", None), ("prepare_chains_dynamic", {"x": batch, "y": batch})):
    with torch.no_grad():
        program = torch.export.export(
            model, (torch.randn(3, 8), torch.rand(3, 5)), dynamic_shapes=dynamic)
    for node in program.graph.nodes:
        node.meta.pop("stack_trace", None)
    torch.export.save(program, f"{sys.argv[1]}/{name}.pt2")
