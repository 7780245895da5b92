"""Graphs that are broken, or that objects change while they are read: an exception, which
says which node it is about, and never a crash."""

import os

import pytest
import torch
import torch.fx

import fxopt
from fxopt import _torch

if os.environ.get("FXOPT_ATTRIBUTES"):
    _torch.use_attributes()


def twins():
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + torch.relu(x))
    return gm, {n.name: n for n in gm.graph.nodes}


@pytest.mark.parametrize(
    "field", ["op", "target", "name", "_args", "_kwargs", "users", "type", "_next"]
)
def test_fields_that_are_gone(field):
    gm, nodes = twins()
    try:
        delattr(nodes["relu"], field)
    except (AttributeError, TypeError) as e:
        pytest.skip(f"PyTorch does not delete it: {e}")
    with pytest.raises(AttributeError):
        fxopt.run(gm, "cse")


@pytest.mark.parametrize("field", ["op", "target", "name", "_args", "_kwargs", "_next"])
def test_fields_that_are_gone_before_writing(field):
    gm, nodes = twins()
    m = fxopt.from_torch(gm)
    m.run("cse")
    try:
        delattr(nodes["relu_1"], field)
    except (AttributeError, TypeError) as e:
        pytest.skip(f"PyTorch does not delete it: {e}")
    with pytest.raises((AttributeError, fxopt.StaleNodeError)):
        m.write_back()


WRONG = {
    "op": "banana", "name": None, "_args": [1], "_kwargs": (1,), "users": [],
}  # fmt: skip


@pytest.mark.parametrize("field", WRONG)
def test_fields_of_another_type(field):
    gm, nodes = twins()
    try:
        setattr(nodes["relu"], field, WRONG[field])
    except (AttributeError, TypeError) as e:
        pytest.skip(f"PyTorch does not take it: {e}")
    with pytest.raises(ValueError, match="the node '(relu|[?])': "):
        fxopt.from_torch(gm)


def stale_user(nodes, other):
    nodes["x"].users[other["relu"]] = None


def no_users(nodes, other):
    nodes["relu"].users.clear()


def another_user(nodes, other):
    nodes["relu"].users.clear()
    nodes["relu"].users[nodes["x"]] = None


@pytest.mark.parametrize("change", [stale_user, no_users, another_user])
def test_users_that_are_not_those_who_use_it(change):
    gm, nodes = twins()
    change(nodes, twins()[1])
    with pytest.raises(ValueError, match="'(x|relu)': its users are not the nodes that use it"):
        fxopt.run(gm, "cse")


def test_operands_that_are_not_in_the_graph():
    gm, nodes = twins()
    nodes["relu"].args = (twins()[1]["x"],)
    with pytest.raises(ValueError, match="'relu': it uses 'x', which is not before it"):
        fxopt.run(gm, "cse")
    gm, nodes = twins()
    nodes["relu"].args = (nodes["relu"],)
    with pytest.raises(ValueError, match="'relu': it uses 'relu'"):
        fxopt.run(gm, "cse")


class Editor:
    """Changes a graph when it is asked for its name."""

    def __init__(self, edit):
        self.edit = edit

    def __call__(self):
        pass

    @property
    def __name__(self):
        self.edit()
        # What was freed is used again.
        self.junk = [(i,) * 5 for i in range(2000)] + [[i] for i in range(2000)]
        return "editor"


def change_arguments(graph):
    for n in graph.nodes:
        if n.op == "call_function":
            n.args, n.kwargs = (), {}


def erase(graph):
    for n in reversed(graph.nodes):
        if n.op != "placeholder":
            n.args = ()
            graph.erase_node(n)


def insert(graph):
    with graph.inserting_before(next(iter(graph.nodes))):
        graph.call_function(torch.rand, (2,))


@pytest.mark.parametrize("edit", [change_arguments, erase, insert])
@pytest.mark.parametrize("place", range(5))
def test_objects_that_change_the_graph_while_it_is_read(edit, place):
    gm, nodes = twins()
    node = nodes["relu"]
    x, thing = node.args[0], Editor(lambda: edit(gm.graph))
    node.args, node.kwargs = [
        ((x, thing, thing, [thing]), {}),
        ((x, [[thing, x], thing]), {}),
        ((x,), {"a": thing, "b": (x, thing)}),
        ((x, {"a": thing, "b": [thing, x]}), {}),
        ((x, slice(thing, x), (thing, x)), {"c": thing}),
    ][place]
    with pytest.raises(ValueError, match="while it was read|users are not|is not before it"):
        fxopt.run(gm, "cse")


def test_metadata_that_is_no_dict():
    class Table(dict):
        pass

    gm = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
    for n in gm.graph.nodes:
        n.meta = Table(mine=n.name)
    fxopt.run(gm, "lower-modules,tag-nodes{tag=hot}")
    assert [n.meta["mine"] for n in gm.graph.nodes] == ["input_1", "_0", "output"]
    assert all("hot" in str(n.meta) for n in gm.graph.nodes)


def test_modules_that_cannot_be_printed():
    class Odd(torch.nn.ReLU):
        def extra_repr(self):
            raise ValueError("no")

    class Leaf(torch.fx.Tracer):
        def is_leaf_module(self, m, name):
            return True

    net = torch.nn.Sequential(Odd())
    gm = torch.fx.GraphModule(net, Leaf().trace(net))
    assert not fxopt.run(gm, "cse,dce").changed
    with pytest.raises(fxopt.PassError, match="0"):
        fxopt.run(gm, "lower-modules")
