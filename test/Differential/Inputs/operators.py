"""What dce, cse and normalize-args think of calls is what the calls do."""

import sys

import torch
import torch.fx
from torch.nn import functional as F

from common import Comparison, Version
from native import functions, native

A, B, C = "A", "B", "C"  # Tensors of two by two, the last one the place of a result.


def method(name):
    return name


CALLS = [
    (torch.relu, (A,), {}),
    (torch.add, (A, B), {"alpha": 2}),
    (torch.pow, (2, A), {}),
    (torch.pow, (A, 2), {}),
    (torch.rsub, (A, 2), {}),
    (torch.add, (A, B), {"out": C}),
    (torch.empty, ((2, 2),), {"out": C}),
    (torch.zeros, ((2, 2),), {"out": C}),
    (torch.functional.lu, (A, True, True), {}),
    (torch.functional.chain_matmul, (A,), {}),
    (torch.functional.einsum, ("ij->ji", A), {}),
    (torch.functional.atleast_1d, (A,), {}),
    (torch.t, (A,), {}),
    (torch.unsafe_split, (A, 1), {}),
    (torch.cumsum, (A, 0), {"dtype": torch.float64}),
    (torch.clamp, (A, 0.5), {}),
    (torch.sum, (A, 0), {"keepdim": True}),
    (torch.sum, (A,), {"dtype": torch.float64}),
    (torch.max, (A, 0), {}),
    (torch.max, (A, B), {}),
    (torch.real, (A,), {}),
    (torch.positive, (A,), {}),
    (torch.rand_like, (A,), {}),
    (torch.dropout, (A, 0.5, True), {}),
    (torch.dropout, (A, 0.5, False), {}),
    (torch.ops.aten.add.Tensor, (A, B), {"alpha": 2}),
    (torch.ops.aten.add_.Tensor, (A, B), {}),
    (torch.ops.aten.t.default, (A,), {}),
    (F.relu, (A,), {}),
    (F.relu, (A, True), {}),
    (F.dropout, (A,), {"training": False}),
    (F.dropout, (A,), {}),
    (F.normalize, (A,), {"out": C}),
    (F.embedding, (torch.int64, A), {"max_norm": 1.0}),
    (F.mse_loss, (A, B), {}),
    (method("copy_"), (A, B), {}),
    (method("uniform_"), (A, -1, 1), {}),
    (method("double"), (A,), {"memory_format": torch.preserve_format}),
    (method("float"), (A,), {}),
    (method("to"), (A, torch.float32), {}),
    (method("contiguous"), (A,), {}),
    (method("sum_to_size"), (A, 2, 2), {}),
    (method("view"), (A, -1), {}),
    (method("permute"), (A, 1, 0), {}),
    (method("unique_consecutive"), (A, True), {}),
    (torch.functional.unique_consecutive, (A,), {"return_inverse": True}),
    (method("__getitem__"), (A, 0), {}),
    (method("__setitem__"), (A, 0, 1.0), {}),
    (method("requires_grad_"), (A, False), {}),
]
# PyTorch 1 has the functions, but not all of them take `out`.
if Version >= (2, 0):
    CALLS += [
        (torch.slice_scatter, (A, B), {"out": C}),
        (torch.view_copy, (A, (4,)), {"out": C}),
        (torch.t_copy, (A,), {"out": C}),
        (torch.expand_copy, (A, (2, 2)), {"out": C}),
        (torch.unsqueeze_copy, (A, 0), {"out": C}),
        (torch.alias_copy, (A,), {"out": C}),
    ]

PASSES = [
    "normalize-args",
    "normalize-args{defaults=drop}",
    "normalize-args{only-kwargs}",
    "functional-methods,normalize-args{defaults=drop only-kwargs}",
]


def inputs():
    torch.manual_seed(1)
    return [torch.rand(2, 2), torch.rand(2, 2), torch.zeros(2, 2), torch.tensor([[0, 1], [1, 0]])]


def make(call, times=1, output=True):
    """A graph that makes the call so many times, and its nodes."""
    graph = torch.fx.Graph()
    places = {}
    for place, name in zip((A, B, C, torch.int64), "abci"):
        places[place] = graph.placeholder(name)

    def lift(x):
        if isinstance(x, (tuple, list)):
            return type(x)(map(lift, x))
        return places[x] if isinstance(x, (str, torch.dtype)) and x in places else x

    target, args, kwargs = call
    kwargs = {k: lift(v) for k, v in kwargs.items()}
    create = graph.call_method if isinstance(target, str) else graph.call_function
    nodes = [create(target, lift(args), kwargs) for _ in range(times)]
    if output:
        graph.output(tuple(nodes))
    return graph, nodes


def tensors(x):
    if isinstance(x, torch.Tensor):
        return [x]
    return [t for e in x for t in tensors(e)] if isinstance(x, (tuple, list)) else []


def same(x, y):
    if isinstance(x, torch.Tensor):
        return isinstance(y, torch.Tensor) and x.dtype == y.dtype and torch.equal(x, y)
    if isinstance(x, (tuple, list)):
        return len(x) == len(y) and all(map(same, x, y))
    return x == y


def run(function, seed=0):
    """The result of a call, its inputs afterwards, and which of them it shares."""
    given = inputs()
    torch.manual_seed(seed)
    result = function(None, *given)
    shared = {t.data_ptr() for t in tensors(result)} & {t.data_ptr() for t in given}
    return result, given, bool(shared)


def texts(output):
    """What fx-opt printed, module by module."""
    return output.split("\nmodule ")[1:]


compare = Comparison("operators")


def ask(graphs, passes, *flags):
    text = "fx 1\n" + "".join(native(g, f"m{i}") for i, g in enumerate(graphs))
    status, output, errors = compare.run(
        compare.write("x.fx", text), f"--passes={passes}", *flags
    )
    if status or errors:
        compare.fail(passes, errors)
        sys.exit(1)
    return output


def expect(call, what, condition):
    compare.compared += 1
    if not condition:
        compare.fail(str(call), what)


# What the calls do.
plain = [make(call)[0] for call in CALLS]
original = functions(ask(plain, "", "--to=code"))
facts = []
for function, _ in original:
    result, given, shares = run(function)
    again = run(function, seed=2)
    writes = not all(map(same, given, inputs())) or any(t._version for t in given)
    facts.append((result, given, shares, writes, not same(result, again[0])))

# What dce thinks: calls that nobody uses.
dead = []
for call in CALLS:
    graph, _ = make(call, output=False)
    graph.output(None)
    dead.append(graph)
for call, text, fact in zip(CALLS, texts(ask(dead, "dce")), facts):
    writes, random = fact[3:]
    expect(call, "dce removed", "call_" in text or not (writes or random))

# What cse thinks: calls that are made twice, and their results added up.
for call, text, fact in zip(CALLS, texts(ask([make(c, 2)[0] for c in CALLS], "cse")), facts):
    expect(call, "cse merged", text.count("call_") == 2 or not (fact[3] or fact[4]))

# Whose memory a result is: nothing that shares it is merged once it is written.
graphs = []
for call in CALLS:
    graph, nodes = make(call, output=False)
    first = nodes[0]
    with graph.inserting_before(first):
        for place in [n for n in graph.nodes if n.op == "placeholder" and n.users]:
            copies = [graph.call_function(torch.neg, (place,)) for _ in range(2)]
            first.replace_input_with(place, copies[0])
    graph.output(graph.call_method("add_", (first, 1)))
    graphs.append(graph)
for call, graph, text, fact in zip(CALLS, graphs, texts(ask(graphs, "cse")), facts):
    count = sum(node.target is torch.neg for node in graph.nodes)
    expect(call, "cse misses a view", not fact[2] or text.count("torch.neg") > count // 2)

# Calls that are spelled in another way compute the same.
for passes in PASSES:
    for call, pair, fact in zip(
        CALLS, functions(ask(plain, passes, "--to=code")), facts
    ):
        try:
            result, given, _ = run(pair[0])
            expect(call, f"{passes}\n{pair[1]}", same(result, fact[0]) and same(given, fact[1]))
        except (TypeError, RuntimeError) as error:
            expect(call, f"{passes}: {error}\n{pair[1]}", False)
compare.finish()
