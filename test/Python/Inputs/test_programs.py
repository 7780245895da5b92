"""Programs of torch.export, in and out of a process."""

import copy

import pytest
import torch

import fxopt
from fxopt import _program


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


# ---------------------------------------------------------------------------
# Without an archive
# ---------------------------------------------------------------------------


@pytest.fixture
def archives(monkeypatch):
    """How often a program went through an archive."""
    found = []
    by_archive = _program.from_program

    def counted(program):
        found.append(program)
        return by_archive(program)

    monkeypatch.setattr(_program, "from_program", counted)
    return found


class Mutating(torch.nn.Module):
    """Writes to a buffer and to an input, and has constants and shared memory."""

    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(7, 5)
        self.head = torch.nn.Linear(5, 7, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("whole", torch.arange(8.0))
        self.register_buffer("part", self.whole[2:7], persistent=False)

    def forward(self, ids, y):
        y.add_(1)
        self.part.mul_(2)
        x = self.embed(ids) + self.part + self.whole[2:7] + torch.tensor(0.5)
        return self.head(x), torch.relu(y) + torch.relu(y)


def programs():
    n = torch.export.Dim("n", min=2, max=9)
    net, x = Net(), torch.randn(3, 4)
    yield torch.export.export(net, (x,), {"scale": 2.0}), (x,), {"scale": 2.0}
    dynamic = torch.export.export(
        net, (x,), {"scale": 2.0}, dynamic_shapes={"x": {0: n}, "scale": None}
    )
    yield dynamic, (torch.randn(5, 4),), {"scale": 2.0}
    yield dynamic.run_decompositions(), (x,), {"scale": 2.0}
    args = torch.tensor([0, 3, 3, 6]), torch.randn(4)
    mutating = torch.export.export(Mutating(), args)
    yield mutating, args, {}


def facts(program):
    signature = program.graph_signature
    return (
        # Loading an archive moves getitem.
        sorted((n.op, str(n.target), n.name.rstrip("_0123456789")) for n in program.graph.nodes),
        str(signature),
        {k: (v.shape, v.dtype) for k, v in program.state_dict.items()},
        program.constants.keys(),
        {str(s): str(r) for s, r in program.range_constraints.items()},
        [v.dialect for v in program.verifiers],
        program.call_spec,
    )


@pytest.mark.parametrize(
    "pipeline",
    ["cse,dce", "optimize{level=O1}", "prune-unused-state", "decompose,cse,dce"],
)
def test_attributes_say_what_archives_say(archives, pipeline):
    for program, args, kwargs in programs():
        if "part" in program.graph_signature.buffers and "decompose" in pipeline:
            # An archive has this memory twice; the program has not.
            with pytest.raises(fxopt.PassError, match="shares memory with 'b_whole'"):
                fxopt.run(program, pipeline)
            continue
        expected = _program.from_program(program)
        report = expected.run(pipeline)
        expected = _program.to_program(expected) if report.changed else program
        archives.clear()
        new = fxopt.run(program, pipeline)
        assert not archives and (new is program) is not report.changed
        assert facts(new) == facts(expected)
        for node in new.graph.nodes:
            assert node.op == "output" or "val" in node.meta
        got = [
            # They share the buffers that they write to.
            copy.deepcopy(p).module()(*(a.clone() for a in args), **kwargs)
            for p in (new, program)
        ]
        got = [torch.utils._pytree.tree_leaves(g) for g in got]
        assert len(got[0]) == len(got[1])
        assert all(torch.equal(a, b) for a, b in zip(*got))


def test_what_attributes_do_not_say(archives):
    class Branch(torch.nn.Module):
        def forward(self, x):
            return torch.cond(x.sum() > 0, torch.sin, torch.cos, (x,)) + torch.relu(x) * torch.relu(x)

    x = torch.randn(3, 4)
    program = torch.export.export(Branch(), (x,))
    new = fxopt.run(program, "cse")
    assert len(archives) == 1 and len(new.graph.nodes) == len(program.graph.nodes) - 1
    assert torch.equal(new.module()(x), program.module()(x))

    net = torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.ReLU()))
    program = torch.export.export(net, (x,), preserve_module_call_signature=("0",))
    fxopt.run(program, "cse,dce")
    # Places in the source, and passes that may look at anything.
    for pipeline in ("tag-nodes{tag=a where=target=*relu*}", [lambda module, ctx: False]):
        fxopt.run(torch.export.export(Net(), (x,)), pipeline)
    assert len(archives) == 4
    # State that is made.
    net = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2)).eval()
    image = torch.randn(1, 1, 5, 5)
    program = torch.export.export(net.requires_grad_(False), (image,))
    new = fxopt.run(program, "rewrite{level=2 inference=true}")
    assert len(archives) == 5 and len(new.graph.nodes) < len(program.graph.nodes)
    assert torch.allclose(new.module()(image), program.module()(image), atol=1e-6)


def test_what_is_not_known_is_handed_on(archives):
    program = torch.export.export(Net(), (torch.randn(3, 4),))
    program.mine = "kept"
    program.graph_module.meta["mine"] = "kept too"
    for node in program.graph.nodes:
        node.meta["custom"] = {"name": node.name}
    before = {n.name: n.meta["custom"] for n in program.graph.nodes}
    new = fxopt.run(program, "cse,dce")
    assert not archives
    assert new.mine == "kept" and new.graph_module.meta["mine"] == "kept too"
    assert all(n.meta["custom"] is before[n.name] for n in new.graph.nodes)
    assert new.example_inputs is program.example_inputs
    assert all(new.state_dict[k] is v for k, v in program.state_dict.items())


def test_passes_of_torch_fx_say_that_they_take_no_programs():
    program = torch.export.export(Net(), (torch.randn(2, 4),))
    with pytest.raises(fxopt.PassError, match="not for a program of torch.export"):
        fxopt.run(program, [fxopt.torch_pass(lambda gm: gm)])
