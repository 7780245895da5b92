"""Graphs as people make them: hooks, tracers of their own, modules with memory, and
arguments of all kinds."""

import collections
import copy
import dataclasses
import inspect
import operator
import pickle
import signal
import typing
import warnings

import pytest
import torch
import torch.fx
from torch import nn

import fxopt
from compare_graphs import difference, rebuild, written_back

Pair = collections.namedtuple("Pair", "first second")


@dataclasses.dataclass
class Record:
    value: typing.Any


def unchanged(graph):
    assert written_back(graph) is None
    assert difference(graph, rebuild(graph)) is None


def same_after(gm, *args, pipeline="optimize{level=O1}"):
    """What a model computes and leaves in its buffers is the same after passes, and it
    can still be copied and pickled."""
    unchanged(gm.graph)
    before = copy.deepcopy(gm)
    fxopt.run(gm, pipeline)
    gm.graph.lint()
    results = []
    for model in (before, gm, pickle.loads(pickle.dumps(copy.deepcopy(before)))):
        torch.manual_seed(0)
        results.append(torch.utils._pytree.tree_leaves(model(*args)))
    for other in results[1:]:
        assert all(
            torch.equal(a, b) if isinstance(a, torch.Tensor) else a == b
            for a, b in zip(results[0], other)
        )
    for (name, a), b in zip(before.named_buffers(), gm.buffers()):
        assert torch.equal(a, b), name
    return pickle.loads(pickle.dumps(copy.deepcopy(gm)))


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.relu, self.drop, self.norm = nn.ReLU(inplace=True), nn.Dropout(0.5), nn.BatchNorm1d(4)
        self.register_buffer("sums", torch.zeros(4))

    def forward(self, x):
        y = x * 1
        a, b = self.relu(y), self.relu(y)
        self.norm(x)  # for its statistics
        self.sums.add_(x.sum(0))
        noise = self.drop(x) + self.drop(x) + torch.rand(4) + torch.rand(4)
        return a + b + y + noise + self.norm(x) + self.norm(x) + self.sums


@pytest.mark.parametrize("training", [False, True])
def test_modules_with_memory(training):
    same_after(torch.fx.symbolic_trace(Memory().train(training)), torch.randn(3, 4))


def test_views_and_writes():
    def f(x):
        y = x.clone()
        flat, row = y.view(-1), y[0]
        a, b = flat.sum(), row + 1
        y.mul_(2)
        operator.iadd(y, 1)
        c, d = flat.sum(), row + 1
        torch.neg(x, out=y)
        return a, b, c, d, row + 1

    same_after(torch.fx.symbolic_trace(f), torch.randn(2, 3))


class Counter(nn.Module):
    calls = 0

    def forward(self, x):
        self.calls += 1
        return x + self.calls


class LeafTracer(torch.fx.Tracer):
    def is_leaf_module(self, module, name):
        return isinstance(module, Counter) or super().is_leaf_module(module, name)


def test_tracers_and_modules_that_nobody_knows():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.count = Counter()

        def forward(self, x):
            self.count(x)
            return self.count(x) + self.count(x)

    net = Net()
    gm = torch.fx.GraphModule(net, LeafTracer().trace(net))
    fxopt.run(gm, "lower-modules{keep-unknown=true},optimize{level=O1}")
    assert gm(torch.zeros(1)).item() == 5 and net.count.calls == 3
    assert fxopt.from_torch(gm).to_torch().graph._tracer_cls is LeafTracer
    with pytest.raises(fxopt.PassError, match="its class .*Counter is not known"):
        fxopt.run(gm, "lower-modules")


def test_hooks_of_modules_are_called():
    calls = []

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)
            self.linear.register_forward_hook(lambda m, i, o: calls.append(1) or o * 2)

        def forward(self, x):
            self.linear(x)
            return self.linear(x) + self.linear(x)

    gm, x = torch.fx.symbolic_trace(Net()), torch.randn(3, 4)
    expected = gm(x)
    calls.clear()
    fxopt.run(gm, "lower-modules{keep-unknown=true},cse,dce")
    assert torch.equal(gm(x), expected) and len(calls) == 3


def test_modules_that_are_graphs():
    class Inner(nn.Module):
        def forward(self, x):
            return torch.relu(x) + torch.relu(x)

    class AllLeaves(torch.fx.Tracer):
        def is_leaf_module(self, module, name):
            return True

    outer = nn.Sequential(torch.fx.symbolic_trace(Inner()), nn.ReLU())
    gm = torch.fx.GraphModule(outer, AllLeaves().trace(outer))
    same_after(gm, torch.randn(3), pipeline="cse,dce")
    from torch.fx.passes.split_module import split_module

    chain = nn.Sequential(*(nn.Linear(4, 4) for _ in range(4)))
    places = iter((0, 0, 1, 1))
    parts = split_module(torch.fx.symbolic_trace(chain), chain, lambda n: next(places))
    same_after(parts, torch.randn(2, 4))


def test_signatures():
    def f(a, b: int = 3, *rest, c=None, **more):
        return a + b + rest[0] + more["z"]

    gm = torch.fx.symbolic_trace(f)
    code = gm.code
    unchanged(gm.graph)
    assert fxopt.from_torch(gm).to_torch().code == code

    def g(x, d, flag):
        return (x + d["a"] + d["b"] if flag else x, {"q": Pair(x, (x, None))})

    given = {"d": {"a": torch.fx.PH, "b": torch.fx.PH}, "flag": True}
    gm = torch.fx.symbolic_trace(g, concrete_args=given)
    one = torch.ones(2)
    same_after(gm, one, {"a": one, "b": one}, True)
    fxopt.from_torch(gm).to_torch()(one, {"a": one, "b": one}, True)


def test_types_of_nodes_that_are_set():
    """Where a name leads to an object it is that, else the text is the type."""
    gm = torch.fx.symbolic_trace(lambda x, y, z, w: x + y + z + w)
    m = fxopt.from_torch(gm)
    types = "int", "torch.Tensor", "typing.Optional[int]", "no.such.thing"
    for node, text in zip(m.graph.nodes, types):
        node.type = text
    add = m.graph.find_node("add")
    with m.graph.inserting_before(add):
        new = m.graph.call_function(torch.neg, (add.args[0],), type_expr="float")
        add.args = (new, new)
    m.write_back()
    found = [n.type for n in gm.graph.nodes]
    assert found[:5] == [int, torch.Tensor, *types[2:], float]
    assert gm.graph.python_code("self").src
    gm.recompile()
    m.graph.find_node("x").type = None
    m.write_back()
    assert next(iter(gm.graph.nodes)).type is None
    assert [n.type for n in fxopt.loads(m.text()).to_torch().graph.nodes][4] is float


VALUES = [
    float("nan"), float("inf"), -0.0, 1 << 100, -(1 << 63), 1j, 'a\n"\'\\\ud800', b"bytes",
    frozenset([1]), {1: 2, "a": None, (1, 2): 3}, range(3), slice(None, 2), ..., (),
    torch.Size([1, 2]), torch.float8_e4m3fn, torch.device("cuda", 1), torch.strided,
    torch.channels_last, torch.Tensor, int, NotImplemented, Record(1), nn.ReLU(),
    torch.ops.aten.add, torch.ops.aten.add.Tensor, lambda: 0, Pair(1, None),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=[str(i) for i in range(len(VALUES))])
def test_arguments_of_all_kinds(value):
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    graph.output(graph.call_function(print, (x, value), {"k": [value, x]}))
    unchanged(graph)
    call = list(rebuild(graph).nodes)[1]
    assert type(call.args[1]) is type(list(graph.nodes)[1].args[1])


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError, StopIteration])
def test_what_passes_raise_changes_nothing(error):
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))
    before = str(gm.graph)

    def edits(module, ctx):
        module.run("cse")
        if error is KeyboardInterrupt:
            signal.raise_signal(signal.SIGINT)
        raise error

    expected = error if not issubclass(error, Exception) else fxopt.PassError
    with pytest.raises(expected) as e:
        fxopt.run(gm, [edits, "dce"])
    assert expected is error or isinstance(e.value.__cause__, error)
    assert str(gm.graph) == before
    assert fxopt.run(gm, "cse").changed


def test_a_pass_that_changes_the_graph_of_torch_is_noticed():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))

    def wrong(module, ctx):
        list(gm.graph.nodes)[1].target = torch.neg

    with pytest.raises(fxopt.StaleNodeError, match="changed by Python code"):
        fxopt.run(gm, [wrong, "cse"])


@pytest.mark.parametrize(
    "module",
    [
        nn.Upsample(scale_factor=2, mode="linear", align_corners=True),
        nn.AvgPool1d(3, ceil_mode=True, count_include_pad=False, padding=1),
        nn.MaxPool1d(2, return_indices=True),
        nn.LayerNorm(7, bias=False),
        pytest.param(
            lambda: nn.InstanceNorm1d(2, affine=True, bias=False),
            marks=pytest.mark.skipif(
                "bias" not in inspect.signature(nn.InstanceNorm1d).parameters,
                reason="InstanceNorm has no bias= in this PyTorch",
            ),
            id="InstanceNorm1d",
        ),
        nn.PReLU(2, init=0.5),
        nn.CosineSimilarity(dim=2, eps=1e-2),
        nn.PairwiseDistance(p=1.0, keepdim=True),
        nn.SmoothL1Loss(reduction="sum", beta=0.5),
    ],
    ids=lambda module: type(module).__name__,
)
def test_arguments_that_no_print_shows(module):
    """They are read from the module itself."""
    if not isinstance(module, nn.Module):
        module = module()

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.part = module

        def forward(self, x):
            pairs = nn.CosineSimilarity, nn.PairwiseDistance, nn.SmoothL1Loss
            return self.part(x, x + 1) if isinstance(self.part, pairs) else self.part(x)

    gm = torch.fx.symbolic_trace(Net())
    x = torch.randn(3, 2, 7)
    expected = gm(x)
    with warnings.catch_warnings():
        warnings.simplefilter("error", fxopt.FxWarning)
        fxopt.run(gm, "lower-modules")
    assert not gm.graph.find_nodes(op="call_module")
    leaves = torch.utils._pytree.tree_leaves
    assert all(map(torch.equal, leaves(expected), leaves(gm(x))))


def test_modules_that_do_more_than_their_class():
    def hooked(register):
        gm = torch.fx.symbolic_trace(nn.Sequential(nn.ReLU()))
        return gm, register(gm.get_submodule("0"))

    def own_forward(relu):
        relu.forward = lambda x: x * 2

    def pretends(_):
        return torch.nn.modules.module.register_module_forward_hook(lambda m, x, y: y + 1)

    for register in (
        own_forward,
        pretends,
        lambda m: m.register_full_backward_hook(lambda *_: None),
        lambda m: m.register_full_backward_pre_hook(lambda *_: None),
    ):
        gm, handle = hooked(register)
        try:
            with pytest.raises(fxopt.PassError, match="cannot inline '0'"):
                fxopt.run(gm, "lower-modules")
        finally:
            if handle is not None:
                handle.remove()


def test_a_class_that_says_it_is_of_torch():
    cls = type("ReLU", (nn.ReLU,), {"forward": lambda self, x: x * 2})
    cls.__module__ = "torch.nn.modules.activation"
    gm = torch.fx.symbolic_trace(nn.Sequential())
    gm.add_module("0", cls())
    with gm.graph.inserting_before(gm.graph.output_node()):
        gm.graph.output_node().args = (gm.graph.call_module("0", gm.graph.output_node().args),)
    gm.recompile()
    with pytest.raises(fxopt.PassError, match="cannot inline '0'"):
        fxopt.run(gm, "lower-modules")


def test_another_graph_in_the_module():
    """A pass may not swap it: the edits would be of the graph that is gone."""
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))
    m = fxopt.from_torch(gm)
    gm.graph = torch.fx.symbolic_trace(torch.nn.Identity()).graph
    m.run("cse")
    with pytest.raises(fxopt.StaleNodeError, match="another graph"):
        m.write_back()


def test_values_that_hold_themselves():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))
    value = []
    value.append(value)
    for node in gm.graph.nodes:
        node.meta["val"], node.meta["self"] = value, node.meta
    assert fxopt.run(gm, "optimize{level=O2}").changed


def test_passes_of_weights_say_that_they_have_none():
    """Rather than finding nothing to do without a word."""
    net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)).eval()
    gm = torch.fx.symbolic_trace(net)
    with pytest.warns(fxopt.FxWarning, match="'fuse-conv-bn' needs the numbers of weights"):
        assert not fxopt.run(gm, "cse,fuse-conv-bn").changed
    with pytest.warns(fxopt.FxWarning, match="'fold-constants' needs"):
        fxopt.run(gm, "fold-constants")
    with warnings.catch_warnings():
        warnings.simplefilter("error", fxopt.FxWarning)
        fxopt.run(gm, "cse,dce")
        fxopt.run(gm, "optimize{level=O2}", example_inputs=(torch.randn(1, 3, 4, 4),))
        program = torch.export.export(net, (torch.randn(1, 3, 4, 4),))
        assert fxopt.run(program, "fuse-conv-bn") is not program


def test_modules_of_torch_are_not_copied():
    m = fxopt.from_torch(torch.fx.symbolic_trace(nn.ReLU()))
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(m)
