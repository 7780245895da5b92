"""--inline-module=relu is what a tracer that appends to the graph makes."""

import random
import sys

import torch
import torch.fx
from torch.fx.proxy import GraphAppendingTracer, Proxy

from common import Comparison, Format, graph_text

NAMES = ["relu", "relu_1", "relu_2", "add", "0", "1", "act", "layer", "class", "Relu_3"]


def tree(r, depth=0):
    module = torch.nn.Sequential() if r.random() < 0.5 else torch.nn.ModuleDict()
    for name in r.sample(NAMES, r.choice([1, 2, 3])):
        kind = r.random()
        if kind < 0.25 and depth < 2:
            child = tree(r, depth + 1)
        elif kind < 0.7:
            child = torch.nn.ReLU(inplace=r.random() < 0.5)
        else:
            child = r.choice([torch.nn.Tanh(), torch.nn.ReLU6(), torch.nn.Linear(2, 2)])
        module.add_module(name, child)
    return module


def inline(root, graph):
    tracer = GraphAppendingTracer(graph)
    for node in list(graph.nodes):
        if node.op != "call_module":
            continue
        module = root.get_submodule(node.target)
        if type(module) is not torch.nn.ReLU:
            continue
        with graph.inserting_before(node):
            args, kwargs = torch.fx.node.map_arg(
                (node.args, node.kwargs), lambda n: Proxy(n, tracer)
            )
            result = module(*args, **kwargs)
        node.replace_all_uses_with(result.node)
        graph.erase_node(node)


def build(seed):
    r = random.Random(seed)
    root = tree(r)
    leaves = [n for n, m in root.named_modules() if n and not list(m.children())]
    graph = torch.fx.Graph()
    values = [graph.placeholder("x")]
    for _ in range(r.choice([1, 4, 12])):
        value = r.choice(values[-3:])
        kind = r.random()
        if kind < 0.6 and leaves:
            values.append(graph.call_module(r.choice(leaves), (value,)))
        elif kind < 0.8:
            values.append(graph.call_function(torch.relu, (value,)))
        else:
            args = (value, {"mode": [value, r.choice(values)]})
            name = r.choice(["relu_5", "relu_1", "relu_01", "relu"])
            values.append(graph.create_node("call_function", torch.add, args, {}, name))
    graph.output(tuple(values[-2:]))
    return root, graph


compare = Comparison("inline")
for seed in range(int(sys.argv[1])):
    root, graph = build(seed)
    text = graph_text(graph)
    path = compare.write(f"{seed}.fx.txt", text)
    modules = compare.write(f"{seed}.modules.txt", f"{root}\n")
    inline(root, graph)
    result = compare.run(
        path, f"--module-tree={modules}", "--inline-module=relu", f"--print-format={Format}"
    )
    if "[target=torch.nn.functional.relu]" not in graph_text(graph):
        continue
    compare.check(f"seed {seed}", graph_text(graph), result, f"{text}{root}")
compare.finish()
