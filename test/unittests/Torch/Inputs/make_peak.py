"""Makes peak.pt2, whose weights are small beside its values: make_peak.py FOLDER"""
import sys

import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    """Convolutions with a residual sum and a skip connection, and attention."""

    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16)
        self.conv2, self.bn2 = nn.Conv2d(16, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16)
        self.down = nn.Conv2d(16, 16, 2, stride=2)
        self.join = nn.Conv2d(32, 16, 1)
        self.patches = nn.Conv2d(16, 32, 8, stride=8, groups=16)
        self.norm, self.qkv, self.up = nn.LayerNorm(32), nn.Linear(32, 96), nn.Linear(32, 64)

    def forward(self, x):
        a = F.relu(self.bn1(self.conv1(x)))
        b = F.relu(a + self.bn2(self.conv2(a)))
        c = F.silu(self.down(b))
        d = F.relu(self.join(torch.cat([F.interpolate(c, scale_factor=2), b], 1)))
        e = self.patches(d).flatten(2).transpose(1, 2)
        q, k, v = self.qkv(self.norm(e)).view(1, 256, 3, 4, 8).permute(2, 0, 3, 1, 4)
        scores = torch.softmax(q @ k.transpose(-1, -2) * 0.35, -1)
        f = (scores @ v).transpose(1, 2).reshape(1, 256, 32)
        return F.gelu(self.up(e + f))


torch.manual_seed(0)
with torch.no_grad():
    program = torch.export.export(Net().eval(), (torch.randn(1, 3, 128, 128),))
for node in program.graph.nodes:
    node.meta.pop("stack_trace", None)
program.example_inputs = None
torch.export.save(program, sys.argv[1] + "/peak.pt2")
