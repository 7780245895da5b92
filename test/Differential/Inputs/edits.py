"""Edits programs of dynamic shapes with the example plugin.

edits.py PLUGIN
"""

import os
import subprocess
import sys
import tempfile

import torch

from common import finish

plugin = sys.argv[1]


class Net(torch.nn.Module):
    def __init__(self, gelu="none", relu=False, container=tuple):
        super().__init__()
        torch.manual_seed(0)
        self.first = torch.nn.Linear(4, 8)
        self.second = torch.nn.Linear(8, 3)
        self.register_buffer("calls", torch.zeros(()))
        self.gelu, self.container = gelu, container
        self.relu = torch.relu if relu else lambda x: x

    def forward(self, x, other):
        self.calls.add_(1)
        h = self.relu(self.first(x))
        h = torch.nn.functional.gelu(h, approximate=self.gelu)
        y = self.relu(self.second(h)) * 0.25
        parts = [y, h.mean() + other["a"].sum(), torch.cat([x, x])]
        if self.container is dict:
            return {"y": parts[0], "mean": parts[1], "cat": parts[2]}
        return self.container(parts)


def inputs(size):
    torch.manual_seed(size)
    return torch.randn(size, 4), {"a": torch.randn(2 * size)}


def export(net, core):
    batch = torch.export.Dim("batch", min=2)
    program = torch.export.export(
        net, inputs(5),
        dynamic_shapes={"x": {0: batch}, "other": {"a": {0: 2 * batch}}},
    )
    return program.run_decompositions() if core else program


def edit(program, folder, *flags):
    source, result = os.path.join(folder, "a.pt2"), os.path.join(folder, "b.pt2")
    torch.export.save(program, source)
    subprocess.run(
        [os.environ["FX_OPT"], source, "--load-pass-plugin=" + plugin, *flags,
         "-o", result], check=True,
    )
    return torch.export.load(result)


total = differ = 0


def compare(what, program, reference):
    global total, differ
    module, state = program.module(), None
    for size in (2, 5, 9):
        total += 1
        expected, actual = reference(*inputs(size)), module(*inputs(size))
        try:
            torch.testing.assert_close(actual, expected, rtol=1e-5, atol=1e-5)
        except AssertionError as error:
            print("differ: %s, size %d: %s" % (what, size, error))
            differ += 1
    if float(module.state_dict()["calls"]) != 3:
        print("differ: %s does not count its calls" % what)
        differ += 1


with tempfile.TemporaryDirectory() as folder:
    for core in (False, True):
        name = "core " if core else ""
        program = export(Net(), core)
        compare(name + "gelu", edit(program, folder, "--tanh-gelu"), Net("tanh"))
        linear = "addmm" if core else "linear"
        compare(
            name + "relu",
            edit(program, folder, "--insert-relu=torch.ops.aten.%s.default" % linear),
            Net(relu=True),
        )
        for container in (tuple, list, dict):
            program = export(Net(container=container), core)

            def reference(*args, net=Net(container=container)):
                result = net(*args)
                if container is dict:
                    return {"y": result["y"], "cat": result["cat"]}
                return container([result[0], result[2]])

            compare(
                name + "output of a " + container.__name__,
                edit(program, folder, "--drop-output=1"), reference,
            )
    program = export(Net(), False)
    folded = edit(program, folder, "--fold-scale")
    if any("mul" in str(node.target) for node in folded.graph.nodes):
        print("differ: the factor was not folded")
        differ += 1
    if not torch.allclose(
        folded.state_dict["second.bias"], program.state_dict["second.bias"] * 0.25
    ):
        print("differ: the bias is not scaled")
        differ += 1
    if not isinstance(folded.state_dict["second.weight"], torch.nn.Parameter):
        print("differ: the weight is not a parameter")
        differ += 1
    compare("scale", folded, Net())
    everything = edit(
        program, folder, "--fold-scale", "--tanh-gelu", "--insert-relu", "--dce",
        "--prune-unused-state", "--cse",
    )
    compare("everything", everything, lambda *a, net=Net("tanh", True): net(*a))
finish("edits: %d runs" % total, total, differ)
