"""Saves scripts that are refused: refused_scripts.py FOLDER."""
import os
import sys

import torch
from torch import nn


class Autocast(nn.Module):
    def forward(self, x):
        with torch.autocast("cpu"):
            y = torch.mm(x, x)
        return y


class Sparse(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("adjacent", torch.eye(2).to_sparse())

    def forward(self, x):
        return torch.mv(self.adjacent, x)


for kind in (Autocast, Sparse):
    torch.jit.save(torch.jit.script(kind()), os.path.join(sys.argv[1], kind.__name__ + ".pt"))
