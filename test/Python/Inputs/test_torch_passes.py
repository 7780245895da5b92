"""What passes of torch.fx change besides the graph: state, attributes, names."""

import copy
import types
import warnings

import pytest
import torch
import torch.fx
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.passes.infra.pass_base import PassResult
from torch.fx.passes.shape_prop import ShapeProp

import fxopt


class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x):
        return x * self.by


class Shift(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.register_buffer("by", torch.full((3,), by), persistent=False)

    def forward(self, x):
        return x + self.by


class Leaves(torch.fx.Tracer):
    def is_leaf_module(self, module, path):
        return True


def trace(net):
    return torch.fx.GraphModule(net, Leaves().trace(net))


def run(gm, *passes):
    """Without a warning that a pass claims changes."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return fxopt.run(gm, [fxopt.torch_pass(p) for p in passes])


def copied(gm, path):
    sub = copy.copy(gm.get_submodule(path))
    gm.set_submodule(path, sub)
    return sub


def with_hook(gm):
    linear = copy.deepcopy(gm.get_submodule("0"))
    linear.register_forward_hook(lambda module, inputs, output: output * 100)
    gm.set_submodule("0", linear)


def with_forward(gm):
    sub = copied(gm, "1")
    sub.forward = types.MethodType(lambda self, x: x - 7, sub)


def frozen(gm):
    gm.set_submodule("0", copy.deepcopy(gm.get_submodule("0")).requires_grad_(False))


def child_in_eval(gm):
    block = copy.deepcopy(gm.get_submodule("3"))
    block.get_submodule("0").eval()
    gm.set_submodule("3", block)


@pytest.mark.parametrize(
    "change",
    [
        lambda gm: gm.set_submodule("1", Scale(20.0)),
        lambda gm: gm.set_submodule("2", Shift(5.0)),
        with_hook,
        with_forward,
        frozen,
        child_in_eval,
    ],
)
def test_replaced_modules_arrive(change):
    net = nn.Sequential(
        nn.Linear(3, 3), Scale(2.0), Shift(1.0), nn.Sequential(nn.Dropout(0.5))
    )
    expected, gm, x = trace(net), trace(net), torch.randn(2, 3)
    old = dict(net.named_modules())
    change(expected)
    assert run(gm, change).changed

    def state(gm):
        torch.manual_seed(0)
        grads = [p.requires_grad for p in gm.parameters()]
        return grads, [m.training for m in gm.modules()], gm(x).tolist()

    assert state(gm) == state(expected)
    assert not run(gm, lambda gm: None).changed
    # What the pass has left is what it was.
    same = [p for p, m in gm.named_children() if old[p] is m]
    assert len(same) == 3


def test_arguments_that_are_not_printed():
    def align(gm):
        corners = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        gm.set_submodule("0", corners)

    gm = torch.fx.symbolic_trace(
        nn.Sequential(nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False))
    )
    image = torch.arange(4.0).view(1, 1, 2, 2)
    fxopt.run(gm, [fxopt.torch_pass(align), "lower-modules"])
    expected = nn.functional.interpolate(
        image, scale_factor=2, mode="bilinear", align_corners=True
    )
    assert torch.equal(gm(image), expected)


def test_copies_are_not_new():
    net = nn.Sequential(nn.Linear(3, 3), Shift(1.0), nn.BatchNorm1d(3))
    net.get_submodule("0").register_forward_hook(print_nothing)
    net.get_submodule("2").running_mean[0] = float("nan")
    gm = trace(net)
    run(gm, copy.deepcopy)
    assert all(a is b for a, b in zip(gm.children(), net.children()))


def print_nothing(module, inputs, output):
    pass


def test_ties():
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Parameter(torch.ones(3))
            self.b = nn.Parameter(torch.ones(3))

        def forward(self, x):
            return x * self.a + self.b

    def untie(gm):
        gm.b = nn.Parameter(gm.a.detach().clone())

    def tie(gm):
        gm.b = gm.a

    gm = torch.fx.symbolic_trace(Tied())
    weight = gm.a
    assert run(gm, tie).changed and gm.b is weight
    run(gm, copy.deepcopy)
    assert gm.a is gm.b is weight
    assert run(gm, untie).changed and gm.a is weight is not gm.b


def test_tensors_without_numbers():
    def replace(gm):
        gm.set_submodule("0", nn.Linear(3, 3, device="meta"))

    gm = torch.fx.symbolic_trace(nn.Sequential(nn.Linear(3, 3, device="meta"), nn.ReLU()))
    old = gm.get_submodule("0")
    assert run(gm, replace).changed and gm.get_submodule("0") is not old

    mode = FakeTensorMode()
    with mode:
        gm = torch.fx.symbolic_trace(nn.Sequential(nn.Linear(3, 3)))

    def replace_fake(gm):
        with mode:
            gm.set_submodule("0", nn.Linear(3, 3))

    assert run(gm, replace_fake).changed
    assert not run(gm, lambda gm: None).changed


def registers(gm):
    gm.register_buffer("later", torch.ones(2))
    gm.register_buffer("used", torch.ones(3), persistent=False)
    gm.register_parameter("extra", nn.Parameter(torch.zeros(1)))
    gm.add_submodule("observer", nn.ReLU())
    gm.note = 5
    gm.meta["key"] = 1
    out = gm.graph.output_node()
    with gm.graph.inserting_before(out):
        used = gm.graph.get_attr("used")
        out.args = (gm.graph.call_function(torch.add, (out.args[0], used)),)


def uses(gm):
    """What `registers` has left without a use."""
    assert gm.note == 5 and gm.meta["key"] == 1
    out = gm.graph.output_node()
    with gm.graph.inserting_before(out):
        out.args = (gm.graph.call_module("observer", out.args),)
    gm.note = 6


def has_all(gm):
    return (
        list(gm.state_dict()) == ["extra", "later"]
        and "used" in gm._buffers
        and isinstance(gm.observer, nn.ReLU)
        and (gm.note, gm.meta["key"]) == (6, 1)
    )


def test_what_is_registered_arrives():
    net = nn.Sequential(Scale(2.0))
    gm = trace(net)
    meta, x = gm.meta, torch.tensor([-1.0, 0.0, 1.0])
    assert run(gm, registers, uses).changed
    assert has_all(gm) and gm.meta is meta
    assert torch.equal(gm(x), torch.relu(x * 2 + 1))
    assert not run(gm, lambda gm: None).changed

    gm = trace(net)
    m = fxopt.from_torch(gm)
    m.run([fxopt.torch_pass(registers), fxopt.torch_pass(uses)])
    assert has_all(m.to_torch()) and not hasattr(gm, "note") and not gm.meta


def test_a_run_that_fails_registers_nothing():
    gm = trace(nn.Sequential(Scale(2.0)))
    gm.note = 1
    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, [fxopt.torch_pass(registers), lambda module, ctx: 1 / 0])

    gm._register_create_node_hook(lambda node: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        fxopt.run(gm, fxopt.torch_pass(registers))
    assert gm.note == 1 and not gm.meta and not gm.state_dict()
    assert not hasattr(gm, "observer") and not hasattr(gm, "used")


def test_attributes_of_modules_that_hold_others():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Sequential(Scale(1.0), nn.Dropout())

        def forward(self, x):
            return self.inner(x)

    def evaluate(gm):
        gm.eval()
        gm.inner.level = 3

    class Inside(torch.fx.Tracer):
        def is_leaf_module(self, module, path):
            return path != "inner"

    net = Net()
    gm = torch.fx.GraphModule(net, Inside().trace(net))
    assert run(gm, evaluate).changed
    assert not any(m.training for m in gm.modules()) and gm.inner.level == 3


def test_names_of_nodes_arrive():
    def f(x):
        return torch.relu(x) + torch.neg(x)

    def swap(gm):
        a, b = [n for n in gm.graph.nodes if n.op == "call_function"][:2]
        a._rename("c")
        b._rename("relu_of_x")

    gm = torch.fx.symbolic_trace(f)
    nodes = list(gm.graph.nodes)
    assert run(gm, swap).changed
    assert [n.name for n in gm.graph.nodes] == ["x", "c", "relu_of_x", "add", "output"]
    assert list(gm.graph.nodes) == nodes


def test_names_of_a_new_graph_arrive():
    """The nodes that have them are gone in the end."""

    def f(x, y):
        return torch.relu(x) + torch.neg(y)

    def anew(gm):
        return torch.fx.Transformer(gm).transform()

    gm = torch.fx.symbolic_trace(f)
    names = [n.name for n in gm.graph.nodes]
    assert run(gm, anew).changed
    assert [n.name for n in gm.graph.nodes] == names == ["x", "y", "relu", "neg", "add", "output"]
    gm.graph.lint()
    assert "def forward(self, x, y):" in gm.code
    # A native pass later, and a name that torch.fx has given away before.
    x = next(iter(gm.graph.nodes))
    with gm.graph.inserting_after(x):
        assert gm.graph.call_function(torch.relu, (x,)).name == "relu_1"


def test_names_that_a_pass_exchanges():
    def swap(gm):
        a, b = [n for n in gm.graph.nodes if n.op == "call_function"][:2]
        a.name, b.name = b.name, a.name

    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.neg(x))
    assert run(gm, swap).changed
    assert [n.name for n in gm.graph.nodes] == ["x", "neg", "relu", "add", "output"]
    m = fxopt.from_torch(torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.neg(x)))
    m.run(fxopt.torch_pass(swap))
    assert [n.name for n in m.graph.nodes] == ["x", "neg", "relu", "add", "output"]
    assert m.graph.find_node("relu").target == "torch.neg"
    assert [n.name for n in m.to_torch().graph.nodes] == ["x", "neg", "relu", "add", "output"]


def test_the_tree_is_what_the_pass_has_left():
    """Also where it changes a module in place."""

    def hook(gm):
        gm.get_submodule("0").register_forward_hook(lambda m, i, o: o + 1)

    net, x = nn.Sequential(nn.ReLU()), torch.ones(2)
    gm = torch.fx.symbolic_trace(net)
    with pytest.raises(fxopt.PassError, match="hook"):
        fxopt.run(gm, [fxopt.torch_pass(hook), "lower-modules"])

    def replace(gm):
        gm.set_submodule("0", nn.Linear(2, 5))

    gm = torch.fx.symbolic_trace(nn.Sequential(nn.Linear(2, 3)))
    m = fxopt.from_torch(gm, example_inputs=(x,))
    m.run([fxopt.torch_pass(replace), "infer-values"])
    assert m.graph.find_nodes(op="call_module")[0].meta["val"].shape == (5,)


def test_a_change_without_a_new_node_is_no_false_claim():
    def in_place(gm):
        with torch.no_grad():
            gm.get_submodule("0").weight.zero_()

    def shapes(gm):
        ShapeProp(gm).propagate(torch.ones(1, 3))

    gm = torch.fx.symbolic_trace(nn.Sequential(nn.Linear(3, 3)))
    assert run(gm, shapes).changed
    assert run(gm, in_place).changed


def test_state_that_is_missing():
    def names_nothing(gm):
        out = gm.graph.output_node()
        with gm.graph.inserting_before(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out.args = (gm.graph.get_attr("nothing"),)

    gm = trace(nn.Sequential(Scale(2.0)))
    with pytest.raises(fxopt.PassError, match="names 'nothing', which the GraphModule does"):
        fxopt.run(gm, fxopt.torch_pass(names_nothing))


def test_state_in_objects_that_are_no_modules():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = types.SimpleNamespace(weight=torch.ones(3))

        def forward(self, x):
            return x

    graph = torch.fx.Graph()
    weight = graph.get_attr("table.weight")
    graph.output(graph.call_function(torch.add, (graph.placeholder("x"), weight)))
    gm = torch.fx.GraphModule(Net(), graph)
    del gm.table
    gm.table = types.SimpleNamespace(weight=torch.ones(3))

    def doubles(gm):
        gm.table.weight = gm.table.weight * 2

    with pytest.raises(fxopt.PassError):
        fxopt.run(gm, [fxopt.torch_pass(doubles), lambda module, ctx: 1 / 0])
    assert torch.equal(gm(torch.zeros(3)), torch.ones(3))
    assert run(gm, doubles).changed
    assert torch.equal(gm(torch.zeros(3)), torch.full((3,), 2.0))


def test_another_calling_convention_is_an_error():
    def flat(gm):
        gm.graph.set_codegen(torch.fx.graph.CodeGen())
        return gm

    class Net(nn.Module):
        def forward(self, x):
            return x["a"] - x["b"]

    gm = torch.export.export(Net(), ({"a": torch.ones(2), "b": torch.ones(2)},)).module()
    with pytest.raises(fxopt.PassError, match="another calling convention"):
        fxopt.run(gm, fxopt.torch_pass(flat))


def relu_and_sine(x):
    return torch.relu(x) + torch.sin(x)


def test_edits_count_whatever_a_pass_says_of_them():
    def deny(gm):
        for n in gm.graph.find_nodes(op="call_function", target=torch.relu):
            n.target = torch.tanh
        return PassResult(gm, False)

    gm = torch.fx.symbolic_trace(relu_and_sine)
    assert fxopt.run(gm, fxopt.torch_pass(deny)).changed
    assert "tanh" in gm.code
