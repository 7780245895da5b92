"""Makes numbers_left_out.pt2: make_numbers.py FOLDER"""
import sys

import torch


class Net(torch.nn.Module):
    def forward(self, x, n: int, f: float, b: bool):
        return x * n * f if b else x, x.shape[0] * n


torch.manual_seed(0)
sizes = ({0: torch.export.Dim.AUTO}, torch.export.Dim.DYNAMIC, None, None)
program = torch.export.export(Net(), (torch.ones(3, 2), 4, 2.5, True), dynamic_shapes=sizes)
for node in program.graph.nodes:
    node.meta.pop("stack_trace", None)
torch.export.save(program, sys.argv[1] + "/numbers_left_out.pt2")
