"""Compares graphs of torch.fx with what comes back of them from the IR."""

import torch.fx
from torch.fx.node import map_arg

import fxopt


def rebuild(graph, keeps_names=False):
    """A new graph, from the IR; with all that a graph has besides nodes."""
    module = fxopt.from_torch(graph)
    new = torch.fx.Graph(
        tracer_cls=graph._tracer_cls, tracer_extras=graph._tracer_extras
    )
    new._codegen = graph._codegen
    for copy, old in module._module.copy_to(new):
        copy.meta = dict(old.meta)
        copy.__dict__.update(old.__dict__)
        if hasattr(old, "_repr_fn"):
            copy._repr_fn = old._repr_fn
    space, old_space = new._graph_namespace, graph._graph_namespace
    if keeps_names:
        space._used_names = set(old_space._used_names)
        space._base_count = dict(old_space._base_count)
    for key, value in graph.__dict__.items():
        new.__dict__.setdefault(key, value)
    new._owning_module = getattr(graph, "_owning_module", None)
    new._co_fields = getattr(graph, "_co_fields", None)
    return new


def difference(graph, new):
    """What is not the same in both, or None."""
    a, b = list(graph.nodes), list(new.nodes)
    if len(a) != len(b) or graph._len != new._len:
        return "length"
    if str(graph) != str(new):
        return "text"
    old = dict(zip(b, a))
    for x, y in zip(a, b):
        if (x.op, x.name) != (y.op, y.name):
            return f"name of {x}"
        if x.target is not y.target and not (
            isinstance(x.target, str) and x.target == y.target
        ):
            return f"target of {x}"
        if x.type is not y.type:
            return f"type of {x}"
        args = map_arg(y.args, old.__getitem__)
        kwargs = map_arg(y.kwargs, old.__getitem__)
        if repr((args, kwargs)) != repr((x.args, x.kwargs)):
            return f"arguments of {x}"
        if [old[u] for u in y.users] != list(x.users):
            return f"users of {x}"
        if [old[u] for u in y._input_nodes] != list(x._input_nodes):
            return f"inputs of {x}"
    return None


def snapshot(graph):
    """The objects that nodes are and have."""
    return [
        (n, n.op, n.target, n.name, n._args, n._kwargs, n.meta, dict(n.meta), list(n.users))
        for n in graph.nodes
    ]


def same_objects(before, after):
    return len(before) == len(after) and all(
        all(x is y for x, y in zip(a[:7], b[:7]))
        and a[7].keys() == b[7].keys()
        and all(a[7][key] is b[7][key] for key in a[7])
        and a[8] == b[8]
        for a, b in zip(before, after)
    )


def written_back(graph):
    """What an unchanged graph does not keep when it is written back, or None."""
    before = snapshot(graph)
    counts = fxopt.from_torch(graph).write_back()
    if counts != (len(before), 0, 0, 0):
        return f"{counts} of {len(before)} nodes are the same, changed, new and erased"
    if not same_objects(before, snapshot(graph)):
        return "objects changed"
    return None
