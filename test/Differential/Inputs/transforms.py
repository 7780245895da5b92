"""Passes change nothing that can be told from outside.

Runs random graphs with views, in-place operators, `out`, random numbers and
modules before and after a pipeline, and compares results, inputs afterwards,
buffers, and which of all these share memory.
"""

import copy
import operator
import random
import sys

import torch
import torch.fx
from torch import nn
from torch.nn import functional as F

from common import Comparison
from native import functions, native

MODULES = {
    "relu": "ReLU()",
    "relu_inplace": "ReLU(inplace=True)",
    "linear": "Linear(4, 4)",
    "norm": "BatchNorm1d(4)",
    "layer_norm": "LayerNorm(4)",
    "dropout": "Dropout(0.5)",
    "identity": "Identity()",
    "flatten": "Flatten(0)",
    "softmax": "Softmax(-1)",
    "rrelu": "RReLU()",
}
UNARY = [torch.relu, torch.neg, torch.tanh, torch.abs, torch.clone, torch.t, torch.flatten]
UNARY += [torch.sum, torch.numel, torch.squeeze, torch.real, torch.positive, operator.neg]
UNARY += [torch.ops.aten.relu.default, torch.ops.aten.t.default, torch.rand_like, F.relu]
UNARY += [torch.atleast_2d, torch.max, torch.zeros_like, torch.sigmoid]
BINARY = [torch.add, torch.mul, torch.sub, torch.maximum, operator.add, operator.mul]
BINARY += [operator.matmul, torch.eq, torch.ops.aten.add.Tensor, torch.broadcast_tensors]
UNARY_METHODS = "relu abs neg clone contiguous t detach flatten float double sum mean numel"
UNARY_METHODS += " size dim unbind max sort squeeze ravel round"
BINARY_METHODS = "add mul view_as type_as expand_as eq __add__ maximum"
VIEWS = [("view", (-1,)), ("view", (4, -1)), ("reshape", ((-1,),)), ("permute", (1, 0))]
VIEWS += [("transpose", (0, 1)), ("unsqueeze", (0,)), ("select", (0, 0)), ("narrow", (0, 1, 1))]
VIEWS += [("expand", (4, 4)), ("chunk", (2,)), ("split", (2,)), ("diagonal", ()), ("flip", (0,))]
VIEWS += [("to", (torch.float32,)), ("to", (torch.float64,)), ("unfold", (0, 2, 1))]
WRITES = [("add_", 2), ("mul_", 2), ("sub_", 2), ("copy_", 2), ("relu_", 1), ("zero_", 1)]
WRITES += [("t_", 1), ("sigmoid_", 1), ("uniform_", 1), ("neg_", 1), ("set_", 2)]
INDICES = [0, -1, slice(None, 2), slice(1, None), (slice(None), 0), ..., None, (0, 1), [0, 1]]
ATTRIBUTES = ["T", "shape", "data", "ndim", "dtype", "mT", "real"]
PASSES = ["cse", "dce", "normalize-args", "normalize-args{defaults=drop only-kwargs}"]
PASSES += ["functional-methods", "lower-modules", "inline-module{modules=relu}", "fix(cse,dce)"]


class Builder:
    """Makes a graph whose every node has run."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        torch.manual_seed(seed)
        self.training = self.random.random() < 0.5
        self.root = nn.Module()
        self.root.register_buffer("buffer", torch.randn(4, 4))
        self.tree = ["  buffer = buffer(torch.float32, (4, 4))"]
        self.modules = self.random.sample(sorted(MODULES), self.random.randint(0, 5))
        for name in self.modules:
            module = eval("nn." + MODULES[name])
            self.root.add_module(name, module.requires_grad_(False))
            mode = " training" if self.training else ""
            self.tree.append(f"  {name} = torch.nn.{MODULES[name]}{mode}")
        self.root.train(self.training)
        self.graph = torch.fx.Graph()
        self.values = {}
        self.inputs = self.make_inputs()
        self.start = copy.deepcopy((self.inputs, self.root))
        # The nodes run on these; the start stays as it is.
        for value, name in zip(self.inputs, "xyz"):
            self.values[self.graph.placeholder(name)] = value

    def make_inputs(self):
        """Tensors that often share memory, since callers may do so."""
        base = torch.randn(4, 4)
        shared = [base, base.t(), base[0], base[:, 1:3], base.view(-1)]
        own = [torch.randn(shape) for shape in [(4, 4), (4,), (2, 4)]]
        return self.random.sample(self.random.choice([shared, own, shared + own]), 3)

    def tensor(self):
        nodes = [
            node
            for node, value in self.values.items()
            if isinstance(value, torch.Tensor) and value.is_floating_point()
        ]
        return self.random.choice(nodes[-6:] if self.random.random() < 0.6 else nodes)

    def make(self):
        r, graph, a = self.random, self.graph, self.tensor()
        b = self.tensor() if r.random() < 0.7 else r.choice([1, 0.5, 2.0, 1.0])
        kind = r.randrange(20)
        if kind < 3:
            return graph.call_function(r.choice(UNARY), (a,))
        if kind < 5:
            return graph.call_method(r.choice(UNARY_METHODS.split()), (a,))
        if kind < 7:
            function = r.choice(BINARY)
            kwargs = {"alpha": 2} if function is torch.add and r.random() < 0.3 else {}
            return graph.call_function(function, (a, b), kwargs)
        if kind == 7:
            return graph.call_method(r.choice(BINARY_METHODS.split()), (a, b))
        if kind < 10:
            name, args = r.choice(VIEWS)
            if r.random() < 0.3 and hasattr(torch, name):
                return graph.call_function(getattr(torch, name), (a, *args))
            return graph.call_method(name, (a, *args))
        if kind == 10:
            return graph.call_function(operator.getitem, (a, r.choice(INDICES)))
        if kind == 11:
            lists = [n for n, v in self.values.items() if isinstance(v, (list, tuple)) and v]
            if lists:
                return graph.call_function(operator.getitem, (r.choice(lists), r.choice([0, -1])))
            return graph.call_function(getattr, (a, r.choice(ATTRIBUTES)))
        if kind < 14:
            name, count = r.choice(WRITES)
            return graph.call_method(name, (a, b)[:count])
        if kind == 14:
            function = r.choice([operator.iadd, operator.imul, torch.ops.aten.add_.Tensor])
            return graph.call_function(function, (a, b))
        if kind == 15:
            function = r.choice([torch.add, torch.mul, torch.ops.aten.add.out])
            return graph.call_function(function, (a, b), {"out": self.tensor()})
        if kind == 16:
            index = r.choice([0, slice(None, 2), ..., (slice(None), 0)])
            return graph.call_function(operator.setitem, (a, index, b))
        if kind == 17:
            kwargs = {"inplace": r.random() < 0.4}
            function = r.choice([F.relu, F.hardtanh, F.dropout, F.leaky_relu])
            if function is F.dropout:
                kwargs["training"] = r.random() < 0.5
            return graph.call_function(function, (a,), kwargs)
        if kind == 18 and self.modules:
            return graph.call_module(r.choice(self.modules), (a,))
        if r.random() < 0.1:
            return graph.call_function(torch._C._set_grad_enabled, (r.random() < 0.5,))
        return graph.get_attr("buffer")

    def run(self, node):
        args, kwargs = torch.fx.node.map_arg(
            (node.args, dict(node.kwargs)), lambda n: self.values[n]
        )
        if node.op == "call_function":
            return node.target(*args, **kwargs)
        if node.op == "call_method":
            return getattr(args[0], node.target)(*args[1:], **kwargs)
        if node.op == "get_attr":
            return self.root.buffer
        return self.root.get_submodule(node.target)(*args, **kwargs)

    def step(self):
        """Adds a node, often one that was there before, unless it cannot run."""
        before = copy.deepcopy((list(self.values.values()), self.root))
        calls = [n for n in self.values if n.op != "placeholder"]
        if calls and self.random.random() < 0.25:
            node = self.graph.node_copy(self.random.choice(calls[-12:]))
        else:
            node = self.make()
        try:
            value = self.run(node)
            if not isinstance(value, torch.Tensor) or value.numel() < 200:
                self.values[node] = value
                return
        except (RuntimeError, TypeError, ValueError, IndexError):
            pass
        # It may have written before it failed.
        self.graph.erase_node(node)
        self.values = dict(zip(self.values, before[0]))
        self.root = before[1]

    def build(self):
        for _ in range(self.random.choice([6, 15, 30, 45])):
            self.step()
        torch.set_grad_enabled(True)
        nodes = list(self.values)
        self.graph.output(tuple(self.random.sample(nodes, min(len(nodes), 4))))
        return self


def leaves(value):
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def observe(function, start):
    """All that the caller of a function can tell."""
    inputs, root = copy.deepcopy(start)
    torch.manual_seed(5)
    results = leaves(function(root, *inputs))
    seen = [torch.is_grad_enabled()]
    torch.set_grad_enabled(True)
    # torch.fx does not record that batches are counted.
    state = [t for name, t in root.state_dict().items() if "num_batches" not in name]
    storages = {}
    for value in [*results, *inputs, *state]:
        if not isinstance(value, torch.Tensor):
            seen.append(str(value))
            continue
        storage = value.storage().data_ptr() if value.numel() else 0
        values = value.detach().double().nan_to_num(7.5).flatten().tolist()
        seen.append((value.shape, value.stride(), value.dtype, value.requires_grad, values))
        seen.append(storages.setdefault(storage, len(storages)) if storage else None)
    return seen


compare = Comparison("transforms")
BATCH = 20
for batch in range(0, int(sys.argv[1]), BATCH):
    built = [Builder(seed).build() for seed in range(batch, batch + BATCH)]
    text = "fx 1\n" + "".join(
        native(b.graph, f"m{i}", b.tree) for i, b in enumerate(built)
    )
    path = compare.write("x.fx", text)
    chosen = random.Random(batch)
    pipeline = ",".join(chosen.sample(PASSES, chosen.choice([1, 2, 4])))
    outputs = []
    for passes in ("", pipeline):
        status, output, errors = compare.run(path, f"--passes={passes}", "--to=code")
        if status:
            compare.fail(passes, errors)
            compare.finish()
        outputs.append(functions(output))
    for i, (old, new) in enumerate(zip(*outputs)):
        compare.compared += 1
        try:
            before = observe(old[0], built[i].start)
        except RuntimeError:
            continue  # Something that failed while the graph was made left traces.
        try:
            after = observe(new[0], built[i].start)
        except (RuntimeError, TypeError) as error:
            after = error
        if before != after:
            compare.fail(f"seed {batch + i}, {pipeline}", f"{old[1]}\n{new[1]}\n{after}")
compare.finish()
