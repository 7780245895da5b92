"""Programs of torch.export, in and out of a process."""

import pytest
import torch

import fxopt


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.unused = torch.nn.Linear(4, 4)
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x, *, scale=2.0):
        self.count.add_(1)
        y = torch.relu(self.linear(x)) + torch.relu(self.linear(x))
        return {"y": y * scale, "x": x}


@pytest.mark.parametrize("dynamic", [False, True])
def test_the_sample_of_the_page(dynamic):
    net, x = Net(), torch.randn(3, 4)
    shapes = {"x": {0: torch.export.Dim("n", min=2, max=9)}, "scale": None} if dynamic else None
    program = torch.export.export(net, (x,), {"scale": 2.0}, dynamic_shapes=shapes)
    before = str(program.graph)
    new = fxopt.run(program, "prune-unused-state,cse,dce")
    assert new is not program and str(program.graph) == before
    assert len(new.graph.nodes) < len(program.graph.nodes)
    x = torch.randn(5, 4) if dynamic else x
    got, expected = new.module()(x, scale=2.0), program.module()(x, scale=2.0)
    assert list(got) == list(expected)
    assert all(torch.equal(got[k], expected[k]) for k in got)
    assert "unused.weight" not in new.state_dict and "unused.weight" in program.state_dict
    # Tensors are shared.
    assert new.state_dict["linear.weight"].data_ptr() == program.state_dict["linear.weight"].data_ptr()
    assert [str(r) for r in new.range_constraints.values()] == [str(r) for r in program.range_constraints.values()]
    assert new.call_spec == program.call_spec
    assert fxopt.run(new, "dce") is new


def test_modules_of_programs(tmp_path):
    program = torch.export.export(Net(), (torch.randn(3, 4),))
    m = fxopt.from_torch(program)
    assert m.info()["kind"] == "program" and len(m) == len(program.graph.nodes)
    with pytest.raises(TypeError, match="to_torch"):
        m.write_back()
    m.run("cse,dce")
    m.save(tmp_path / "a.pt2")
    x = torch.randn(3, 4)
    again = fxopt.load(tmp_path / "a.pt2").to_torch()
    assert isinstance(again, torch.export.ExportedProgram)
    assert torch.equal(again.module()(x)["y"], program.module()(x)["y"])
    assert torch.equal(m.to_torch().module()(x)["y"], program.module()(x)["y"])


def test_failures_change_nothing():
    program = torch.export.export(Net(), (torch.randn(3, 4),))

    def bad(module, ctx):
        raise ValueError("no")

    with pytest.raises(fxopt.PassError):
        fxopt.run(program, ["cse", bad])
    with pytest.raises(fxopt.PipelineError):
        fxopt.run(program, "cee")


def test_new_weights_are_not_shared():
    net = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2)).eval()
    x = torch.randn(1, 1, 5, 5)
    program = torch.export.export(net, (x,))
    new = fxopt.run(program, "cast-weights{dtype=float64},cse")
    weight = next(v for k, v in new.state_dict.items() if k.endswith("0.weight"))
    assert weight.dtype == torch.float64
    assert program.state_dict["0.weight"].dtype == torch.float32
