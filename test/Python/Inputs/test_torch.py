"""Graphs of torch.fx in and out of the IR."""

import collections
import gc
import operator
import os
import sys
import weakref

import pytest
import torch
import torch.fx

import fxopt
from fxopt import _torch

if os.environ.get("FXOPT_ATTRIBUTES"):
    _torch.use_attributes()

Point = collections.namedtuple("Point", "x y")


def test_nodes_are_read_as_asked():
    expected = not os.environ.get("FXOPT_ATTRIBUTES") and hasattr(
        torch.fx.Node.__mro__[1], "_args"
    )
    assert _torch.DIRECT == expected


def twins():
    def f(x):
        a = torch.relu(x)
        b = torch.relu(x)
        return a + b, torch.sigmoid(b)

    return torch.fx.symbolic_trace(f)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.act = torch.nn.ReLU()
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.act(self.linear(x)))


def test_text_is_that_of_torch():
    gm = twins()
    m = fxopt.from_torch(gm)
    assert m.text("fx") == str(gm.graph) + "\n"
    assert len(m) == len(gm.graph.nodes)
    assert "torch_node" not in m.text()


def test_run_in_place():
    gm, x = twins(), torch.randn(4)
    expected, nodes = gm(x), {n.name: n for n in gm.graph.nodes}
    for n in nodes.values():
        n.meta["mark"] = n.name
    metas = {n: n.meta for n in nodes.values()}
    report = fxopt.run(gm, "cse,dce")
    assert report.changed and (report.nodes_before, report.nodes_after) == (6, 5)
    gm.graph.lint()
    assert [n.name for n in gm.graph.nodes] == ["x", "relu", "add", "sigmoid", "output"]
    for n in gm.graph.nodes:
        assert n is nodes[n.name] and n.meta is metas[n] and n.meta["mark"] == n.name
    assert nodes["relu_1"]._erased
    assert list(nodes["relu"].users) == [nodes["add"], nodes["sigmoid"]]
    assert nodes["add"].args == (nodes["relu"], nodes["relu"])
    for a, b in zip(gm(x), expected):
        assert torch.equal(a, b)
    # The code was made again.
    assert "relu_1" not in gm.code


def test_a_run_that_changes_nothing_touches_nothing():
    gm = twins()
    code, nodes = gm.code, list(gm.graph.nodes)
    args = [n.args for n in nodes]
    assert not fxopt.run(gm, "dce").changed
    assert gm.code is code or gm.code == code
    assert all(a is b for a, b in zip(gm.graph.nodes, nodes))
    assert all(a.args is b for a, b in zip(gm.graph.nodes, args))


def test_recompile_is_optional():
    gm = twins()
    code = gm.code
    fxopt.run(gm, "cse", recompile=False)
    assert gm.code == code
    gm.recompile()
    assert gm.code != code


def test_graphs_without_a_module():
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    a, b = (graph.call_function(torch.neg, (x,)) for _ in range(2))
    total = graph.call_function(torch.add, (a, b))
    graph.output(total)
    assert fxopt.run(graph, "cse").changed
    graph.lint()
    assert len(graph.nodes) == 4 and total.args == (a, a)


@pytest.mark.parametrize("training", [True, False])
def test_new_nodes(training):
    net = Net().train(training)
    gm = torch.fx.symbolic_trace(net).train(training)
    for n in gm.graph.nodes:
        n.meta["from"] = n.name
    x = torch.randn(2, 3)
    assert fxopt.run(gm, "lower-modules").changed
    gm.graph.lint()
    targets = {n.target for n in gm.graph.nodes}
    assert torch.nn.functional.relu in targets and "linear.weight" in targets
    (act,) = gm.graph.find_nodes(op="call_function", target=torch.nn.functional.relu)
    # New nodes have the metadata of those that they were made from.
    assert act.meta["from"] == "act"
    assert act.name == "relu" and act in gm.graph._find_nodes_lookup_table
    assert len(gm.graph.nodes) == len(list(gm.graph.nodes)) == gm.graph._len
    (drop,) = (n for n in gm.graph.nodes if "dropout" in n.name)
    assert drop.kwargs.get("training", drop.args[-1]) is training
    torch.manual_seed(0)
    a = gm(x)
    torch.manual_seed(0)
    assert torch.equal(a, net(x))


def test_losses_keep_their_weights():
    class Losses(torch.nn.Module):
        def __init__(self):
            super().__init__()
            weight = torch.arange(4.0) + 1
            self.cross = torch.nn.CrossEntropyLoss(weight=weight, label_smoothing=0.2)
            self.plain = torch.nn.CrossEntropyLoss()
            self.binary = torch.nn.BCEWithLogitsLoss(pos_weight=weight)

        def forward(self, x, t, u):
            return self.cross(x, t), self.plain(x, t), self.binary(x, u)

    net = Losses()
    gm = torch.fx.symbolic_trace(net)
    assert fxopt.run(gm, "lower-modules").changed
    assert not gm.graph.find_nodes(op="call_module", target="cross")
    inputs = torch.randn(5, 4), torch.tensor([0, 1, 2, 3, 1]), torch.rand(5, 4)
    assert all(map(torch.equal, gm(*inputs), net(*inputs)))


def test_modules_with_hooks_are_not_lowered():
    net = Net()
    called = []
    net.act.register_forward_hook(lambda *_: called.append(1))
    gm = torch.fx.symbolic_trace(net)
    with pytest.raises(fxopt.PassError, match="cannot inline 'act'"):
        fxopt.run(gm, "lower-modules")
    gm(torch.randn(2, 3))
    assert called


def test_a_class_of_the_same_name_is_another_class():
    class ReLU(torch.nn.Module):
        def forward(self, x):
            return x * 2

    class Leaf(torch.fx.Tracer):
        def is_leaf_module(self, m, name):
            return True

    root = torch.nn.Sequential(ReLU())
    gm = torch.fx.GraphModule(root, Leaf().trace(root))
    with pytest.raises(fxopt.PassError, match="cannot inline '0'"):
        fxopt.run(gm, "lower-modules")
    assert gm(torch.tensor(-1.0)) == -2


def test_names_are_those_torch_would_give():
    def build():
        graph = torch.fx.Graph()
        x = graph.placeholder("x")
        for _ in range(3):
            last = graph.call_function(torch.relu, (x,))
        y = graph.call_module("act", (last,))
        graph.output(y)
        return graph

    root = torch.nn.Module()
    root.act = torch.nn.ReLU()
    gm = torch.fx.GraphModule(root, build())
    # relu_3 was given out and is gone; torch.fx would not give it again.
    gone = gm.graph.call_function(torch.relu, ())
    gm.graph.erase_node(gone)
    assert gone.name == "relu_3"
    expected = build()
    expected.erase_node(expected.call_function(torch.relu, ()))
    expected = expected.call_function(torch.nn.functional.relu, ()).name
    fxopt.run(gm, "lower-modules", recompile=False)
    (act,) = gm.graph.find_nodes(op="call_function", target=torch.nn.functional.relu)
    assert act.name == expected == "relu_4"
    # And counters go on from there.
    assert gm.graph.call_function(torch.relu, ()).name == "relu_5"


def some_function(x):
    return x + 1


def test_arguments_come_back():
    marker, f = object(), lambda x: x
    values = [
        None, True, 1, -(2**70), 2**63, 1.5, float("inf"), 2j, "text", "\udc80", "",
        torch.float16, torch.device("cuda:1"), torch.strided, torch.channels_last,
        (), (1,), [], [1, [2, (3,)]], {}, {"a": 1, 2: None}, slice(1, None, 2),
        range(3), Ellipsis, Point(1, 2), torch.Size([1, 2]), marker, f, some_function,
        int, torch.relu, operator.add, torch.ops.aten.add.Tensor, torch.ops.aten.add,
        Point, len, torch.nn.ReLU, b"bytes", frozenset([1]), sys,
    ]  # fmt: skip
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    for v in values:
        graph.create_node("call_function", f, (x, v), {"k": v, "l": [x, {"n": x}]})
    graph.create_node("call_function", some_function, (Point(x, 1), slice(x, None)))
    graph.output(x)
    new = _torch.to_graph(fxopt.from_torch(graph), graph)
    for a, b in zip(graph.nodes, new.nodes):
        assert (a.op, a.name) == (b.op, b.name)
        assert a.target is b.target or a.target == b.target
        assert repr(a.args) == repr(b.args) and repr(a.kwargs) == repr(b.kwargs)
        for v, w in zip(a.args[1:], b.args[1:]):
            if not isinstance(v, (tuple, list, dict, slice, float, complex, int, str)):
                assert v is w or v == w
            if type(v) is not torch.Size:
                assert type(v) is type(w)
    (made,) = (n for n in new.nodes if n.target is some_function)
    assert type(made.args[0]) is Point


def test_callables_of_one_name_are_told_apart():
    def make(k):
        def same(x):
            return x + k

        return same

    a, b = make(1), make(2)
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    outs = [graph.call_function(f, (x,)) for f in (a, b, a)]
    graph.output(tuple(outs))
    gm = torch.fx.GraphModule({}, graph)
    # Nothing is known of their effects: nothing is merged or removed.
    assert not fxopt.run(gm, "cse,dce").changed
    assert [n.target for n in gm.graph.nodes][1:4] == [a, b, a]


def test_equal_objects_are_not_the_same():
    class Same:
        def __eq__(self, other):
            return True

        def __hash__(self):
            return 0

    one, two = Same(), Same()
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    a, b, c = (graph.call_function(torch.mul, (x, o)) for o in (one, two, one))
    total = graph.call_function(torch.add, (graph.call_function(torch.add, (a, b)), c))
    graph.output(total)
    assert fxopt.run(graph, "cse").changed
    left = graph.find_nodes(op="call_function", target=torch.mul)
    assert len(left) == 2 and left[0].args[1] is one and left[1].args[1] is two


def test_hooks():
    gm = torch.fx.symbolic_trace(Net())
    made, erased, replaced = [], [], []
    gm._register_create_node_hook(lambda n: made.append(n.name))
    gm._register_erase_node_hook(lambda n: erased.append(n.name))
    gm._register_replace_node_hook(
        lambda old, new, user: replaced.append((old.name, new, user.name))
    )
    fxopt.run(gm, "lower-modules")
    assert "relu" in made and "act" in erased
    assert ("drop", "dropout", "output") in replaced


def test_a_changed_graph_is_not_written():
    gm = twins()
    m = fxopt.from_torch(gm)
    m.run("cse")
    node = next(iter(gm.graph.nodes)).next
    node.args = (node.args[0],)
    before = str(gm.graph)
    with pytest.raises(fxopt.StaleNodeError, match="changed by Python code"):
        m.write_back()
    assert str(gm.graph) == before


def test_a_write_makes_the_code_again():
    def f(x):
        return torch.relu(x) + 1

    for recompile, expected in ((True, 0.0), (False, 2.0)):
        gm = torch.fx.symbolic_trace(f)
        m = fxopt.from_torch(gm)
        m.graph.find_node("relu").target = torch.neg
        m.write_back(recompile=recompile)
        assert gm(torch.ones(1)).item() == expected
    # A graph alone has no code.
    gm = torch.fx.symbolic_trace(f)
    m = fxopt.from_torch(gm.graph)
    m.graph.find_node("relu").target = torch.neg
    assert m.write_back()[1] == 1 and "neg" in str(gm.graph)


def test_several_runs_and_writes():
    gm = torch.fx.symbolic_trace(Net())
    m = fxopt.from_torch(gm)
    m.run("lower-modules")
    same, changed, new, erased = m.write_back()
    assert new and erased
    assert m.write_back() == (len(gm.graph.nodes), 0, 0, 0)
    m.run("rename-nodes")
    m.write_back()
    gm.graph.lint()
    assert m.text("fx") == str(gm.graph) + "\n"
    gm.recompile()
    gm(torch.randn(2, 3))


def test_a_new_node_in_the_place_of_an_operand():
    traced = torch.fx.symbolic_trace(lambda x: torch.sin(torch.relu(x)))
    module = fxopt.from_torch(traced)
    graph = module.graph
    x, relu, sin, _ = graph.nodes
    # The new node gets the number of the one that is gone.
    relu.replace_all_uses_with(x)
    graph.erase_node(relu)
    with graph.inserting_before(sin):
        sin.args = (graph.call_function(torch.tanh, (x,)),)
    module.write_back()
    assert [n.name for n in traced.graph.nodes] == ["x", "tanh", "sin", "output"]
    traced.graph.lint()
    traced.recompile()
    one = torch.ones(1)
    assert torch.equal(traced(one), torch.sin(torch.tanh(one)))


def test_failed_runs_change_nothing():
    gm = twins()
    before, nodes = str(gm.graph), list(gm.graph.nodes)
    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, "cse,infer-values")
    with pytest.raises(fxopt.PipelineError):
        fxopt.run(gm, "cse,nothing")
    assert str(gm.graph) == before
    assert all(a is b for a, b in zip(gm.graph.nodes, nodes))


def test_metadata_after_a_failed_run():
    gm = torch.fx.symbolic_trace(Net())
    for n in gm.graph.nodes:
        n.meta["from"] = n.name
    m = fxopt.from_torch(gm)
    with pytest.raises(fxopt.PassError):
        m.run("lower-modules,infer-values")
    m.run("lower-modules")
    m.write_back()
    (act,) = gm.graph.find_nodes(op="call_function", target=torch.nn.functional.relu)
    assert act.meta["from"] == "act"


def test_names_without_an_object():
    m = fxopt.loads(
        "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    %a : [num_users=1] = call_function[target=nowhere.f](args = (%x,), kwargs = {})\n"
        "    %b : [num_users=1] = call_function[target=nowhere.g](args = (%a,), kwargs = {})\n"
        "    return %b\n"
    )
    with pytest.raises(fxopt.ResolveError) as caught:
        m.to_torch()
    assert caught.value.names == ["nowhere.f", "nowhere.g"]
    assert isinstance(caught.value, LookupError)


def test_text_to_torch():
    gm = twins()
    again = fxopt.loads(fxopt.from_torch(gm).text()).to_torch()
    assert str(again.graph) == str(gm.graph)
    x = torch.randn(3)
    for a, b in zip(again(x), gm(x)):
        assert torch.equal(a, b)


def test_state_comes_from_a_root():
    net = Net().eval()
    gm = torch.fx.symbolic_trace(net)
    m = fxopt.loads(fxopt.from_torch(gm).text())
    with pytest.raises(fxopt.ResolveError, match="linear"):
        m.to_torch()
    x = torch.randn(2, 3)
    assert torch.equal(m.to_torch(net)(x), net(x))


def test_to_torch_leaves_the_original():
    gm = torch.fx.symbolic_trace(Net()).eval()
    before = str(gm.graph)
    next(iter(gm.graph.nodes)).tag = "here"
    m = fxopt.from_torch(gm)
    m.run("lower-modules")
    new = m.to_torch()
    assert str(gm.graph) == before and new is not gm
    assert next(iter(new.graph.nodes)).tag == "here"
    assert new.linear.weight is gm.linear.weight
    x = torch.randn(2, 3)
    assert torch.equal(new(x), gm(x))


def test_many_new_nodes_and_the_collector():
    root = torch.nn.Module()
    root.act = torch.nn.ReLU()
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    for _ in range(3000):
        x = graph.call_module("act", (x,))
    graph.output(x)
    gm = torch.fx.GraphModule(root, graph)
    assert gc.isenabled()
    fxopt.run(gm, "lower-modules", recompile=False)
    assert gc.isenabled()
    gm.graph.lint()
    assert len(gm.graph.find_nodes(op="call_function", target=torch.nn.functional.relu)) == 3000


def test_erasing_leaves_what_torch_leaves():
    def nested(x, y):
        a = torch.cat([x, y])
        b = torch.add(x, y)
        c = x[0:1]
        d = torch.clamp(y, min=x)
        return torch.relu(x)

    def erased(graph):
        return [n for n in graph.nodes if n.op == "call_function" and not n.users]

    def left(graph, gone):
        gone = [(n._erased, n.args, n.kwargs, list(n._input_nodes)) for n in gone]
        table = graph._find_nodes_lookup_table.table
        found = {k: [n.name for n in v] for k, v in table.items() if v}
        users = [[u.name for u in n.users] for n in graph.nodes]
        return gone, found, users, len(graph.nodes)

    ours, theirs = torch.fx.symbolic_trace(nested), torch.fx.symbolic_trace(nested)
    gone = erased(theirs.graph)
    assert len(gone) == 4
    for n in gone:
        theirs.graph.erase_node(n)
    expected = left(theirs.graph, gone)
    gone = erased(ours.graph)
    m = fxopt.from_torch(ours)
    for name in [n.name for n in gone]:
        m.graph.erase_node(m.graph.find_node(name))
    assert m.write_back() == (4, 0, 0, 4)
    assert left(ours.graph, gone) == expected
    ours.graph.lint()


def test_handles_and_passes_hand_metadata_on():
    def f(x):
        return torch.relu(x) + torch.neg(x)

    gm = torch.fx.symbolic_trace(f)
    for n in gm.graph.nodes:
        n.meta["mine"] = n.name
    m = fxopt.from_torch(gm)
    assert [n.meta.get("mine") for n in m.to_torch().graph.nodes] == [n.name for n in gm.graph.nodes]
    old = m.graph.find_node("relu")
    assert old.torch_node.name == "relu"
    with m.graph.inserting_before(old):
        new = m.graph.call_function(torch.tanh, old.args)
        bare = m.graph.call_function(torch.abs, (new,))
    old.replace_all_uses_with(bare)
    assert new.torch_node is None
    old.replace_all_uses_with(new, propagate_meta=True)
    assert new.torch_node.name == "relu"
    m.graph.erase_node(old)
    m.write_back()
    assert {n.name: n.meta.get("mine") for n in gm.graph.nodes} == {
        "x": "x", "tanh": "relu", "abs_1": None, "neg": "neg", "add": "add", "output": "output",
    }  # fmt: skip
    # What was new is the source of what a pass makes of it.
    gm.graph.find_nodes(op="call_function", target=torch.abs)[0].meta["mine"] = "abs"
    m.run("normalize-args")
    m.graph.find_node("abs_1").args = (m.graph.find_node("x"),)
    assert m.graph.find_node("abs_1").torch_node.meta["mine"] == "abs"
    m.write_back()
    gm.graph.lint()


def test_nothing_leaks():
    class Payload:
        pass

    gm = twins()
    payload = Payload()
    next(iter(gm.graph.nodes)).meta["payload"] = payload
    m = fxopt.from_torch(gm)
    # A cycle through the module.
    gm.module_of_fxopt = [m]
    seen = weakref.ref(payload)
    del gm, m, payload
    gc.collect()
    assert seen() is None


def test_counts_of_references_stay():
    gm = twins()
    fxopt.run(gm, "cse")
    node = list(gm.graph.nodes)[1]
    gc.collect()
    before = [sys.getrefcount(o) for o in (node, node.args, node.target, None)]
    for _ in range(50):
        m = fxopt.from_torch(gm)
        m.run("dce")
        m.write_back()
        _torch.to_graph(m)
    del m
    gc.collect()
    after = [sys.getrefcount(o) for o in (node, node.args, node.target, None)]
    assert before[:3] == after[:3]
    assert abs(before[3] - after[3]) < 200


def test_wrong_types():
    with pytest.raises(TypeError, match="not int"):
        fxopt.from_torch(1)
    with pytest.raises(TypeError, match="not ReLU"):
        fxopt.run(torch.nn.ReLU(), "dce")
    with pytest.raises(TypeError, match="not made by fxopt.from_torch"):
        fxopt.loads("fx 1\ngraph():\n    return None\n").write_back()
