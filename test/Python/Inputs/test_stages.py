"""Stages: cuts, modules, and what they compute."""

import copy
import itertools
import math
import random
from xml.etree import ElementTree

import pytest
import torch
import torch.fx

import fxopt
from stage_models import MODELS, Chain, Tied, UNet


def export(model, x):
    return torch.export.export(model, (x,))


@pytest.mark.parametrize("link", ["relay", "direct"])
@pytest.mark.parametrize("name", MODELS)
def test_the_stages_compute_the_whole(name, link):
    model, x = MODELS[name]()
    parts = fxopt.partition(
        export(model, x), stages=3, link=link, replicate=True, link_cost=0
    )
    assert len(parts) == 3
    whole = parts.module()
    whole.graph.lint()
    assert torch.allclose(whole(x), model(x), rtol=1e-5, atol=1e-5)
    assert sum(r["nodes"] for r in parts.rows()) == len(parts._stage)
    # Gradients get to the parameters of the model, which are the same objects.
    whole(x).pow(2).sum().backward()
    got = {n: p.grad for n, p in parts._gm.named_parameters()}
    model.zero_grad()
    model(x).pow(2).sum().backward()
    for n, p in model.named_parameters():
        assert torch.allclose(got[n], p.grad, rtol=1e-3, atol=1e-4), n


def test_balance():
    model, x = Chain(12), torch.randn(4, 64)
    parts = fxopt.partition(export(model, x), stages=4)
    flops = [r["flops"] for r in parts.rows()]
    assert max(flops) <= 1.01 * sum(flops) / 4 and parts.rows()[0]["sends"] == 4 * 64 * 4
    assert sum(r["parameters"] for r in parts.rows()) == sum(
        p.numel() for p in model.parameters()
    )
    lines = parts.table().splitlines()
    assert len(lines) == 5 and lines[0].split()[:2] == ["stage", "first"]
    assert 's0 -> s1 [label="1,024 bytes"];' in parts.dot()
    assert repr(parts) == "<fxopt.Parts, 4 stages, relay>"


def test_pictures_have_stages_and_bytes():
    """Drawn without Graphviz: a box for each stage, an edge for each pair of stages of
    which one sends to the other, those that skip stages below."""
    model, x = UNet(), torch.randn(2, 4, 16, 16)
    for link in ("relay", "direct"):
        parts = fxopt.partition(export(model, x), stages=4, link=link)
        root = ElementTree.fromstring(parts.svg())
        texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
        edges = [line for line in parts.dot().splitlines() if "->" in line]
        assert len(edges) == 3 if link == "relay" else len(edges) > 3
        assert sum("byte" in t or t.endswith("B") for t in texts) == len(edges)
        assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == len(edges)
        for i in range(4):
            assert f"stage{i}" in texts, texts
        width, height = float(root.get("width")), float(root.get("height"))
        for t in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(t.get("x")) < width and 0 < float(t.get("y")) < height
    assert parts._repr_html_() == parts.svg()


@pytest.mark.parametrize("seed", range(12))
def test_cuts_are_the_best(seed):
    """Against all cuts there are."""
    rng = random.Random(seed)
    graph = torch.fx.Graph()
    values = [graph.placeholder("x")]
    for _ in range(9):
        if rng.random() < 0.5:
            args = (rng.choice(values), rng.choice(values[-2:]))
            values.append(graph.call_function(rng.choice([torch.add, torch.mm]), args))
        else:
            values.append(graph.call_function(torch.relu, (rng.choice(values[-3:]),)))
    graph.output(values[-1])
    gm = torch.fx.GraphModule(torch.nn.Module(), graph)
    link, count = rng.choice([0.0, 1.0, 30.0]), rng.choice([2, 3])
    parts = fxopt.partition(
        gm, count, link_cost=link, example_inputs=(torch.randn(8, 8),)
    )
    calls = [n for n in graph.nodes if n.op == "call_function"]
    place = {n: i for i, n in enumerate(calls)}
    work = [1 + sum(parts._costs[n]) for n in calls]

    def sent(cut):
        return sum(
            parts._costs[n][1]
            for n in graph.nodes
            if place.get(n, -1) < cut and any(place.get(u, -1) >= cut for u in n.users)
        )

    def price(cuts):
        bounds = [0, *cuts, len(calls)]
        return (
            max(
                sum(work[a:b]) + (link * sent(a) if a else 0)
                for a, b in itertools.pairwise(bounds)
            ),
            sum(sent(c) for c in cuts),
        )

    best = min(price(c) for c in itertools.combinations(range(1, len(calls)), count - 1))
    firsts = [next(n for n in calls if parts._stage[n] == i) for i in range(1, count)]
    assert price([place[n] for n in firsts]) == pytest.approx(best)


def test_cuts_by_name_and_tag():
    model, x = Chain(6), torch.randn(4, 64)
    program = export(model, x)
    parts = fxopt.partition(program, cuts=["layers.2", "layers.4"])
    assert len(parts) == 3
    names = [{p.split(".")[1] for p, _ in parts[i].named_parameters()} for i in range(3)]
    assert names == [{"0", "1"}, {"2", "3"}, {"4", "5"}]
    gm = torch.fx.symbolic_trace(model)
    parts = fxopt.partition(gm, cuts=["layers.3"], example_inputs=(x,))
    assert len(parts) == 2 and torch.equal(parts.module()(x), model(x))
    for i, n in enumerate(gm.graph.nodes):
        n.meta["tag"] = "first" if i < 12 else "second"
    parts = fxopt.partition(gm, by="tag")
    assert [r["stage"] for r in parts.rows()] == ["first", "second"]
    parts = fxopt.partition(gm, by="op=* -> only")
    assert len(parts) == 1 and torch.equal(parts.module()(x), model(x))


def test_what_is_refused():
    model, x = Chain(3), torch.randn(4, 64)
    program = export(model, x)
    with pytest.raises(TypeError, match="one of stages=, by= and cuts="):
        fxopt.partition(program)
    with pytest.raises(TypeError, match="one of"):
        fxopt.partition(program, 2, by="tag")
    with pytest.raises(ValueError, match="link is"):
        fxopt.partition(program, 2, link="wire")
    with pytest.raises(TypeError, match="ExportedProgram or a GraphModule"):
        fxopt.partition(model, 2)
    with pytest.raises(ValueError, match="'layers.9'"):
        fxopt.partition(program, cuts=["layers.9"])
    with pytest.raises(ValueError, match="nothing in front"):
        fxopt.partition(program, cuts=["layers.0"])
    with pytest.raises(fxopt.PipelineError):
        fxopt.partition(program, 2, cost="money")
    with pytest.raises(fxopt.PassError, match="not a number of stages"):
        fxopt.partition(program, 0)
    with pytest.raises(fxopt.PassError, match="expected 'SELECTOR"):
        fxopt.partition(program, by="nonsense")
    with pytest.raises(ValueError, match="has no tag"):
        fxopt.partition(program, by="tag")
    tied, ids = MODELS["tied"]()
    with pytest.raises(ValueError, match="used in several stages: 'embed.weight' in stages 0, 1"):
        fxopt.partition(export(tied, ids), 2)
    direct = fxopt.partition(program, 2, link="direct")
    with pytest.raises(ValueError, match="link='relay'"):
        direct.pipeline_stage(0)
    with pytest.raises(IndexError):
        direct[2]


class Counting(torch.nn.Module):
    def __init__(self, reads_before=True):
        super().__init__()
        self.a, self.b = torch.nn.Linear(6, 6), torch.nn.Linear(6, 6)
        self.register_buffer("n", torch.zeros(()))
        self.reads_before = reads_before

    def forward(self, x):
        y = self.a(x) * (self.n + 1) if self.reads_before else self.a(x)
        y = self.b(y)
        self.n.view(1).add_(1)
        return y * self.n


def test_state_that_is_written_belongs_to_one_stage():
    x = torch.randn(4, 6)
    with pytest.raises(ValueError, match="'n' is used in stages 0, 1 and written in stage 1"):
        fxopt.partition(torch.export.export(Counting(), (x,)), cuts=["b"])
    model = Counting(reads_before=False)
    parts = fxopt.partition(torch.export.export(copy.deepcopy(model), (x,)), cuts=["b"])
    for _ in range(3):
        assert torch.equal(parts.module()(x), model(x))


class InPlace(torch.nn.Module):
    def __init__(self, keeps=False):
        super().__init__()
        self.a, self.b, self.r = torch.nn.Linear(6, 6), torch.nn.Linear(6, 6), torch.nn.ReLU(inplace=True)
        self.keeps = keeps

    def forward(self, input, scale: float = 2.0):
        y = self.a(input) * scale
        z = self.b(self.r(y))
        return z + y if self.keeps else z


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("cuts", [["r"], ["b"], ["r", "b"]])
def test_values_that_are_written_in_another_stage(traced, cuts):
    x = torch.randn(4, 6, requires_grad=True)
    for keeps in (False, True):
        model = InPlace(keeps)
        what = torch.fx.symbolic_trace(model) if traced else torch.export.export(model, (x,))
        whole = fxopt.partition(what, cuts=cuts).module()
        expected = torch.autograd.grad(model(x).sum(), x)[0]
        assert torch.equal(whole(input=x), model(x))
        assert torch.equal(torch.autograd.grad(whole(x).sum(), x)[0], expected)
    with pytest.raises(ValueError, match="is written in stage 1 and used later"):
        fxopt.partition(torch.fx.symbolic_trace(model), cuts=["r", "b"], link="direct")


def test_state_that_a_core_program_writes_at_the_end():
    """It is written in the stage that computes it."""
    x = torch.randn(4, 3)
    blocks = [torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3)) for _ in range(4)]
    model = torch.nn.Sequential(*blocks)
    program = torch.export.export(copy.deepcopy(model), (x,)).run_decompositions()
    parts = fxopt.partition(program, stages=2)
    assert len(parts) == 2
    whole = parts.module()
    for _ in range(3):
        assert torch.equal(whole(x), model(x))
    written = {k.partition(".")[2]: v for k, v in whole.named_buffers()}
    assert all(torch.equal(written[k], v) for k, v in model.named_buffers())


class WritesView(torch.nn.Module):
    """A view is written in a later stage, and what it is a view of is read there."""

    def forward(self, x):
        y = x * 2
        v = y[0]
        z = y.exp()
        v.add_(1)
        return y + z


class WritesBase(torch.nn.Module):
    def forward(self, x):
        y = x * 2
        v = y.view(-1)
        z = y.exp()
        y.mul_(3)
        return v.sum() + z


class WritesViewOfState(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(2, 3))

    def forward(self, x):
        v = self.b[0]
        z = x.exp()
        v.add_(1)
        return z + v


class WritesSharedStorage(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("whole", torch.zeros(6))
        self.register_buffer("part", self.whole[2:5])

    def forward(self, x):
        self.part.add_(1)
        z = x.exp()
        return z * self.whole.sum()


@pytest.mark.parametrize("link", ["relay", "direct"])
@pytest.mark.parametrize("traced", [False, True])
def test_writes_through_views_that_stages_do_not_share(traced, link):
    copies, own = "share memory that is written in stage 1", "but each stage has its own"
    kinds = [(WritesView, copies), (WritesBase, copies)]
    if not traced:  # Buffers that a trace reads are constants.
        kinds += [(WritesViewOfState, own), (WritesSharedStorage, own)]
    for kind, said in kinds:
        x, model = torch.randn(2, 3), kind()
        what = torch.fx.symbolic_trace(model) if traced else torch.export.export(model, (x,))
        with pytest.raises(ValueError, match=said):
            fxopt.partition(what, cuts=["exp"], link=link)
        # All of it in one stage: nothing is in the way.
        parts = fxopt.partition(what, stages=1, link=link)
        assert torch.equal(parts.module()(x.clone()), copy.deepcopy(kind())(x.clone()))


def test_a_module_with_buffers_in_two_stages():
    class Twice(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = torch.nn.BatchNorm1d(3, affine=False)
            self.b = torch.nn.Linear(3, 3)

        def forward(self, x):
            return self.norm(self.b(self.norm(x)))

    x = torch.randn(4, 3)
    gm = torch.fx.symbolic_trace(Twice())
    with pytest.raises(ValueError, match="'norm', which may write to its buffers, is called in"):
        fxopt.partition(gm, cuts=["b"])
    gm.eval()
    assert torch.equal(fxopt.partition(gm, cuts=["b"]).module()(x), gm(x))


def test_stages_that_run_in_another_order_than_the_graph():
    def f(x):
        y = x * 2
        z = torch.neg(y)
        y.add_(1)
        return z + torch.exp(y), torch.sin(y)

    gm = torch.fx.symbolic_trace(f)
    tags = {"mul": "a", "neg": "a", "add_": "b", "exp": "b", "add": "b", "sin": "a"}
    for n in gm.graph.nodes:
        if n.name in tags:
            n.meta["tag"] = tags[n.name]
    # What reads after the write gets a stage of its own.
    parts, x = fxopt.partition(gm, by="tag"), torch.randn(3)
    assert len(parts) == 3
    assert all(map(torch.equal, parts.module()(x), f(x)))


def test_sizes_and_state_between_stages():
    class Sizes(InPlace):
        def forward(self, x):
            n = x.shape[0]
            return self.b(self.a(x)).reshape(n * 2, -1)

    class Returned(Counting):
        def forward(self, x):
            return self.b(self.a(x + self.n)), self.n

    x = torch.randn(4, 6)
    with pytest.raises(ValueError, match="needs 'getitem', a size"):
        fxopt.partition(torch.fx.symbolic_trace(Sizes()), cuts=["b"], example_inputs=(x,))
    model = Returned()
    for link in ("relay", "direct"):
        got = fxopt.partition(torch.export.export(model, (x,)), cuts=["b"], link=link).module()(x)
        assert torch.equal(got[0], model(x)[0]) and got[1] is model.n or torch.equal(got[1], model.n)


def test_links():
    model, x = UNet(), torch.randn(2, 16)
    program = export(model, x)
    relay = fxopt.partition(program, 4, link_cost=0)
    direct = fxopt.partition(program, 4, link_cost=0, link="direct")
    for i in range(1, 4):
        assert relay.inputs_of(i) == relay.outputs_of(i - 1)
    # What skips stages is handed over at once.
    assert sum(map(len, map(relay.inputs_of, range(1, 4)))) > sum(
        map(len, map(direct.inputs_of, range(1, 4)))
    )
    assert not torch.any(torch.tensor([math.isnan(r["sends"]) for r in direct.rows()]))


def test_split_policy():
    from torch.distributed.pipelining import pipeline

    model, x = Chain(6), torch.randn(4, 64)
    pipe = pipeline(model, (x,), split_policy=fxopt.split_policy(stages=3))
    assert pipe.num_stages == 3
    assert torch.allclose(pipe(x)[0] if isinstance(pipe(x), tuple) else pipe(x), model(x))


@pytest.mark.parametrize(
    "options, kind, said",
    [
        ({"stages": 99}, ValueError, r"has calls for \d+ stages, fewer than the 99 that"),
        ({"stages": 2.7}, TypeError, "a whole number, not 2.7"),
        ({"stages": True}, TypeError, "a whole number, not True"),
        ({"cuts": "1"}, TypeError, r"""list of names, such as \["layers.4"\], not '1'"""),
        ({"cuts": []}, ValueError, "cuts has no name"),
        ({"cuts": [1]}, TypeError, "the name of a module or a node, not 1"),
        ({"cuts": 3}, TypeError, "list of names"),
    ],
)
def test_wrong_cuts(options, kind, said):
    program = export(Chain(2), torch.randn(4, 64))
    with pytest.raises(kind, match=said):
        fxopt.partition(program, **options)


def test_tuples_of_modules_are_not_sent():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.rnn = torch.nn.LSTM(4, 4)
            self.linear = torch.nn.Linear(4, 4)

        def forward(self, x):
            return self.linear(self.rnn(x)[0])

    gm = torch.fx.symbolic_trace(Net())
    with pytest.raises(ValueError, match="'rnn', of type tuple, but stages send tensors"):
        fxopt.partition(gm, cuts=["getitem"])
    assert len(fxopt.partition(gm, cuts=["linear"])) == 2


def test_parameters_between_modules_of_unknown_classes():
    """What they may write is unknown, so that nothing is moved over them."""

    class Block(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Linear(4, 4)

        def forward(self, x):
            return self.w(x) if x.sum() > 0 else x

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = torch.nn.ModuleList(Block() for _ in range(6))
            self.gains = torch.nn.ParameterList(torch.ones(4) for _ in range(6))

        def forward(self, x):
            for block, gain in zip(self.blocks, self.gains):
                x = block(x) * gain
            return x

    class Leaf(torch.fx.Tracer):
        def is_leaf_module(self, module, path):
            return isinstance(module, Block) or super().is_leaf_module(module, path)

    net = Net()
    gm = torch.fx.GraphModule(net, Leaf().trace(net))
    x = torch.ones(4, 4)
    for stages in 1, 2, 3, 6:
        assert len(fxopt.partition(gm, stages, example_inputs=(x,))) == stages
    assert len(fxopt.partition(gm, cuts=["blocks.3"], example_inputs=(x,))) == 2


def test_numbers_of_stages():
    parts = fxopt.partition(export(Chain(2), torch.randn(4, 64)), 2)
    for ask in (parts.__getitem__, parts.inputs_of, parts.outputs_of, parts.pipeline_stage):
        with pytest.raises(IndexError, match="no stage 9: there are 2"):
            ask(9)
        with pytest.raises(TypeError, match="a stage has a number, which slice"):
            ask(slice(0, 1))
    assert parts.inputs_of(-1) == parts.inputs_of(1)
