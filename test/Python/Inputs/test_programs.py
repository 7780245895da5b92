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


def test_weights_with_nan_are_shared():
    linear = torch.nn.Linear(2, 2)
    linear.weight.data[0, 0] = float("nan")
    program = torch.export.export(linear, (torch.ones(1, 2),))
    new = fxopt.from_torch(program).to_torch()
    assert all(new.state_dict[k] is v for k, v in program.state_dict.items())


def test_weights_of_another_sign_of_zero_are_not_shared():
    program = torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),))
    program.state_dict["bias"].data.zero_()
    module = fxopt.from_torch(program)
    program.state_dict["bias"].data.neg_()
    new = module.to_torch().state_dict["bias"]
    assert new is not program.state_dict["bias"] and not new.signbit().any()


def test_weights_without_elements():
    linear = torch.nn.Linear(2, 2, device="meta")
    program = torch.export.export(linear, (torch.ones(1, 2, device="meta"),))
    new = fxopt.from_torch(program).to_torch()
    assert new.state_dict.keys() == program.state_dict.keys()
    fxopt.run(program, "tag-nodes{tag=a where=*}")


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
    x = torch.randn(3, 4)
    net = torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.ReLU()))
    program = torch.export.export(net, (x,), preserve_module_call_signature=("0",))
    fxopt.run(program, "cse,dce")
    # Places in the source, and passes that may look at anything.
    for pipeline in ("tag-nodes{tag=a where=target=*relu*}", [lambda module, ctx: False]):
        fxopt.run(torch.export.export(Net(), (x,)), pipeline)
    assert len(archives) == 3


def twice(f):
    return lambda x: f(x) + f(x)


def nested(x):
    return torch.cond(x.mean() > 0, twice(torch.exp), torch.cos, (x,)) * 2


def loop(x):
    from torch._higher_order_ops import while_loop

    body = lambda i, y: (i + 1, torch.sin(y) + torch.sin(y))
    return while_loop(lambda i, y: i < 3, body, (torch.tensor(0), x))[1]


BRANCHES = {
    "cond": lambda x: torch.cond(x.sum() > 0, twice(torch.sin), torch.cos, (x,)),
    "nested": lambda x: torch.cond(x.sum() > 0, nested, twice(torch.tanh), (x,)),
    "loop": loop,
    "unchanged": lambda x: torch.cond(x.sum() > 0, torch.sin, torch.cos, (x,)),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_calls_of_new_graphs_keep_their_values(name):
    class Net(torch.nn.Module):
        def forward(self, x):
            return BRANCHES[name](x)

    program = torch.export.export(Net(), (torch.ones(3, 4),))
    # All nodes are new, also those of branches that call graphs.
    new = fxopt.run(program, "decompose")
    for x in (torch.randn(3, 4), torch.ones(3, 4), -torch.ones(3, 4)):
        assert torch.equal(new.module()(x), program.module()(x))


def test_numbers_that_loops_carry():
    """torch.export gives what a loop returns a symbol of its own, and cannot save that."""

    class Net(torch.nn.Module):
        def forward(self, x):
            from torch._higher_order_ops import while_loop

            return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), (0, x))

    program = torch.export.export(Net(), (torch.ones(3),))
    assert {"u0", "u1"} <= {str(s) for s in program.range_constraints}
    fxopt.run(program, "check-values")
    steps, y = fxopt.run(program, "cse,dce").module()(torch.ones(3))
    assert steps == 3 and torch.equal(y, 8 * torch.ones(3))


@pytest.mark.parametrize("name", BRANCHES)
@pytest.mark.parametrize("decomposed", [False, True])
def test_branches_and_loops(archives, name, decomposed):
    class Net(torch.nn.Module):
        def forward(self, x):
            return BRANCHES[name](x) + torch.relu(x) * torch.relu(x)

    program = torch.export.export(Net(), (torch.ones(3, 4),))
    if decomposed:
        program = program.run_decompositions()
    before = str(program)
    new = fxopt.run(program, "cse,dce")
    assert not archives and str(program) == before
    text = _program.from_program(program)
    text.run("cse,dce")
    expected = _program.to_program(text)

    def code(program):
        graphs = [m.graph for m in program.graph_module.modules() if hasattr(m, "graph")]
        # Loading an archive makes a getitem for each result.
        return sorted(
            sorted((n.op, str(n.target)) for n in g.nodes if "getitem" not in str(n.target))
            for g in graphs
        )

    assert code(new) == code(expected) != code(program)
    for x in (torch.randn(3, 4), torch.ones(3, 4), -torch.ones(3, 4)):
        assert torch.equal(new.module()(x), program.module()(x))
    # What no pass has touched is the same graph.
    if name == "unchanged":
        assert new.graph_module.true_graph_0 is program.graph_module.true_graph_0
    # It is as good as any: it can be saved, taken and run again.
    assert fxopt.run(new, "cse,dce") is new
    new.validate()


def test_nodes_without_a_value(archives):
    program = torch.export.export(Net(), (torch.randn(3, 4),), {"scale": 2.0})
    for node in program.graph.nodes:
        if node.op == "call_function" and "relu" in str(node.target):
            del node.meta["val"]
    new = fxopt.run(program, "cse,dce")
    assert not archives and new is not program


def test_operators_that_no_archive_holds(archives):
    """Nothing but the graph is needed, and a program that cannot be saved has that."""
    from torch.nn.attention.flex_attention import flex_attention

    class Attention(torch.nn.Module):
        def forward(self, q):
            x = flex_attention(q, q, q, score_mod=lambda s, b, h, i, j: s + (i - j))
            return torch.relu(x) + torch.relu(x)

    q = torch.randn(1, 2, 128, 16)
    program = torch.export.export(Attention(), (q,), strict=False)
    new = fxopt.run(program, "optimize{level=O1}")
    assert not archives and len(new.graph.nodes) < len(program.graph.nodes)
    assert torch.equal(new.module()(q), program.module()(q))
    with pytest.raises(fxopt.WriteError, match="torch.export cannot save the program"):
        fxopt.from_torch(program)


def test_what_torch_export_cannot_load(monkeypatch):
    program = torch.export.export(Net(), (torch.randn(3, 4),))
    module = fxopt.from_torch(program)
    module.run("cse")

    def load(path):
        raise RuntimeError("Unknown type\nof something")

    monkeypatch.setattr(torch.export, "load", load)
    said = "cannot load the archive of the program, .*: RuntimeError: Unknown type$"
    with pytest.raises(fxopt.WriteError, match=said):
        module.to_torch()


def test_values_that_only_an_archive_describes(archives):
    class Sparse(torch.nn.Module):
        def forward(self, x):
            return x.to_sparse().to_dense() + torch.relu(x) * torch.relu(x)

    x = torch.eye(3)
    program = torch.export.export(Sparse(), (x,))
    new = fxopt.run(program, "cse,dce")
    assert len(archives) == 1 and torch.equal(new.module()(x), program.module()(x))


class Folded(torch.nn.Module):
    """Has what passes of weights look for."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2)
        self.twin = torch.nn.Conv2d(1, 2, 3)
        self.register_buffer("scale", torch.full((2, 1, 1), 3.0))
        self.register_buffer("same", torch.full((2, 1, 1), 3.0), persistent=False)
        self.twin.load_state_dict(self.conv.state_dict())
        self.empty = torch.nn.Parameter(torch.empty(0, 3))

    def forward(self, x):
        more = self.twin(x) * self.same + self.empty.sum()
        return self.norm(self.conv(x)) * self.scale + more * torch.exp(self.scale * 2)


WEIGHTS = [
    "fuse-conv-bn", "dedupe-state", "freeze", "freeze,fuse-conv-bn,dedupe-state",
    "cast-weights{dtype=float64}", "cast-weights{dtype=bfloat16 state=*.weight}",
    "optimize{level=O2}", "rewrite{level=2 inference=true},prune-unused-state",
    "optimize{level=O3 inference=true}",
]  # fmt: skip


@pytest.mark.parametrize("pipeline", WEIGHTS)
@pytest.mark.parametrize("trained", [False, True])
def test_weights_without_an_archive(archives, pipeline, trained):
    torch.manual_seed(0)
    x = torch.randn(2, 1, 5, 5)
    net = Folded().eval().requires_grad_(trained)
    program = torch.export.export(net, (x,))
    state = {k: v.clone() for k, v in program.state_dict.items()}
    text = _program.from_program(program)
    report = text.run(pipeline)
    expected = _program.to_program(text) if report.changed else program
    archives.clear()
    new = fxopt.run(program, pipeline)
    assert not archives and (new is program) is not report.changed
    assert facts(new) == facts(expected)
    for ours, theirs in ((new.state_dict, expected.state_dict), (new.constants, expected.constants)):
        assert ours.keys() == theirs.keys()
        for name in ours:
            a, b = ours[name], theirs[name]
            assert type(a) is type(b) and a.dtype == b.dtype and torch.equal(a, b), name
            assert a.requires_grad == b.requires_grad and a.stride() == b.stride()
    got, wanted = new.module()(x), program.module()(x)
    close = {"rtol": 0.05, "atol": 10} if "bfloat16" in pipeline else {"rtol": 1e-4}
    assert torch.allclose(got.float(), wanted, **close)
    for node in new.graph.nodes:
        assert node.op == "output" or "val" in node.meta
    # The old program is as it was, and what is the same is shared.
    assert all(torch.equal(v, program.state_dict[k]) for k, v in state.items())
    for name, value in new.state_dict.items():
        if name in state and value.dtype == state[name].dtype and torch.equal(value, state[name]):
            assert value.data_ptr() in [v.data_ptr() for v in program.state_dict.values()], name
    new.validate()


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


def test_new_nodes_are_of_modules():
    x = torch.ones(2, 8)

    class NoGrad(torch.nn.Module):
        def forward(self, x):
            with torch.no_grad():
                a = x * 2
            return a + a

    linear = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU())
    for net, pipeline in ((linear, "cast-weights{dtype=float64}"), (NoGrad(), "decompose")):
        new = fxopt.run(torch.export.export(net, (x,)), pipeline)
        torch.export.unflatten(new)(x)


def test_tied_parameters_stay_one_object():
    class Tied(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)
            self.b.weight = self.a.weight

        def forward(self, x):
            return self.b(self.a(x))

    new = fxopt.run(torch.export.export(Tied(), (torch.ones(2, 4),)), "cast-weights{dtype=bfloat16}")
    assert new.state_dict["a.weight"] is new.state_dict["b.weight"]
    assert new.state_dict["a.weight"].dtype == torch.bfloat16


def test_buffers_that_want_gradients_are_no_constants():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("k", torch.tensor(2.0, requires_grad=True))
            self.register_buffer("plain", torch.tensor(3.0))

        def forward(self, x):
            return x * torch.sin(self.k) + torch.sin(self.plain)

    x = torch.randn(3)
    program = torch.export.export(Net(), (x,))
    for passes in ("optimize{level=O2}", "fold-constants{parameters=false}"):
        after = fxopt.run(program, passes)
        count = sum("sin" in n.name and n.op == "call_function" for n in after.graph.nodes)
        assert count == 1, passes
        module = after.module()
        module.k.grad = None
        module(x).sum().backward()
        assert torch.allclose(module.k.grad, x.sum() * torch.cos(torch.tensor(2.0)))
