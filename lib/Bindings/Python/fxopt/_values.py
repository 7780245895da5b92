# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values of nodes: what `meta` says of them, and what new nodes get."""

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx.node import map_arg

from . import _fx

#: Where torch.export, AOTAutograd and Dynamo leave the value of a node.
KEYS = ("val", "example_value")

_TENSORS = (torch.Tensor, FakeTensor, torch.nn.Parameter)
_SYMBOLS = (torch.SymInt, torch.SymFloat, torch.SymBool)


class Symbols:
    """The symbolic expressions of a graph: by text what SymPy prints of them, their
    type, and the least and the greatest number."""

    def __init__(self):
        self.found = {}

    def text(self, value):
        """The text of a `SymInt`, `SymFloat` or `SymBool`."""
        node = value.node
        text = str(node.expr)
        if text not in self.found:
            self._add(text, node.expr, node.pytype.__name__, node.shape_env)
            for symbol in node.expr.free_symbols:
                if str(symbol) not in self.found:
                    self._add(str(symbol), symbol, "int", node.shape_env)
        return text

    def _add(self, text, expression, kind, shape_env):
        from sympy import srepr

        low = high = None
        known = None if shape_env is None else shape_env.var_to_range.get(expression)
        if known is not None and kind == "int":
            # There is more than one infinity.
            low, high = (
                int(n) if n.is_Integer and abs(n) < 1 << 62 else None
                for n in (known.lower, known.upper)
            )
        self.found[text] = (srepr(expression), kind, low, high)


def _number(value, symbols):
    return value if isinstance(value, int) else symbols.text(value)


def _tensor(value, symbols):
    if type(value) not in _TENSORS or value.layout != torch.strided:
        return ...
    if value.is_quantized or value.is_nested:
        return ...
    # A tuple of values does not begin like this.
    return (
        ...,
        str(value.dtype),
        tuple(_number(s, symbols) for s in value.shape),
        tuple(_number(s, symbols) for s in value.stride()),
        str(value.device),
        value.requires_grad,
        _number(value.storage_offset(), symbols),
    )


def describe(value, symbols, depth=0):
    """What the extension takes for `value`; an Ellipsis for what it has no form
    for, such as tensors of other classes, and lists that hold themselves."""
    if isinstance(value, torch.Tensor):
        return _tensor(value, symbols)
    if isinstance(value, _SYMBOLS):
        return symbols.text(value)
    if value is None or type(value) in (bool, int, float):
        return value
    if isinstance(value, (tuple, list)):
        if depth > 50:
            return ...
        items = [describe(v, symbols, depth + 1) for v in value]
        if any(i is ... for i in items):
            return ...
        return items if isinstance(value, list) else tuple(items)
    return ...


def _state(owner, path):
    for part in path.split("."):
        owner = getattr(owner, part, None)
    return describe(owner, Symbols()) if isinstance(owner, torch.Tensor) else ...


def add_tensors(module, graph, owner):
    """Say of which types the tensors of called modules are: their values follow."""
    symbols = Symbols()
    called = {n.target for n in graph.nodes if n.op == "call_module"}
    for top, module_at in owner.named_modules(remove_duplicate=False):
        if top not in called:
            continue
        for path, sub in module_at.named_modules(prefix=top, remove_duplicate=False):
            for tensors in (sub._parameters, sub._buffers):
                for name, tensor in tensors.items():
                    described = describe(tensor, symbols)
                    if isinstance(described, tuple):
                        is_buffer = tensors is sub._buffers
                        module.add_tensor(path, name, described, is_buffer)


def _inputs_of(graph, example_inputs):
    """The example inputs, one for each placeholder: nested ones are flattened as the
    graph does it."""
    if example_inputs is None:
        return ()
    if not isinstance(example_inputs, (tuple, list)):
        raise TypeError(
            "example_inputs is a tuple of the inputs, such as (x,), not of type "
            f"{type(example_inputs).__name__}"
        )
    inputs = graph.process_inputs(*example_inputs)
    placeholders = [n for n in graph.nodes if n.op == "placeholder"]
    needed = sum(not n.args for n in placeholders)
    if any(n.target.startswith("*") for n in placeholders):
        return inputs
    if not needed <= len(inputs) <= len(placeholders):
        raise TypeError(
            f"example_inputs has {len(inputs)} inputs, but the graph has "
            f"{len(placeholders)}: {', '.join(n.name for n in placeholders)}"
        )
    return inputs


def _has_number(value):
    if isinstance(value, (tuple, list)):
        return value[:1] != (...,) and any(_has_number(v) for v in value)
    return type(value) in (bool, int, float)


def _contradicts(value, other):
    """Whether two descriptions cannot be of one tensor; symbols may be any number."""
    if not all(isinstance(v, tuple) and v[:1] == (...,) for v in (value, other)):
        return False
    (_, dtype, sizes, *_), (_, other_dtype, other_sizes, *_) = value, other
    return (
        dtype != other_dtype
        or len(sizes) != len(other_sizes)
        or any(a != b for a, b in zip(sizes, other_sizes) if type(a) is type(b) is int)
    )


def _drop_reshaped(nodes, found):
    """TorchDynamo keeps the tensor itself, not its type, and what is done to it later
    shows: nothing is known of its earlier nodes."""
    reshapes = [
        n.op == "call_method" and _fx.changes_sizes_in_place(n.target) for n in nodes
    ]
    stale = {
        id(node.meta["example_value"])
        for node, does in zip(nodes, reshapes)
        if does and "example_value" in node.meta
    }
    for i, node in enumerate(nodes if stale else ()):
        if not reshapes[i] and id(node.meta.get("example_value")) in stale:
            found[i] = ...


def of_graph(graph, owner, example_inputs=None):
    """The description of each node: by its metadata, else of inputs by
    `example_inputs`, and of state by the module; and that of their symbols. An
    example that the metadata contradicts is an error. Where state does, as after
    `gm.half()`, all metadata is of the time before, and nothing is taken from it."""
    symbols = Symbols()
    inputs = iter(_inputs_of(graph, example_inputs))
    found, known, is_stale = [], [], False
    for node in graph.nodes:
        example = next(inputs, ...) if node.op == "placeholder" else ...
        value = other = ...
        for key in KEYS:
            if key in node.meta:
                value = describe(node.meta[key], symbols)
                break
        if example is not ...:
            other = describe(example, symbols)
            # Examples give types: another call may have another number.
            if _has_number(other):
                other = ...
            if _contradicts(other, value):
                raise ValueError(
                    f"example_inputs: the input {node.name!r} is {_shown(other)}, and the "
                    f"metadata of its node says {_shown(value)}; run FakeTensorProp "
                    "again, or remove what it left"
                )
        elif node.op == "get_attr" and owner is not None:
            other = _state(owner, node.target)
            is_stale |= _contradicts(other, value)
        known.append(other)
        found.append(... if node.op == "output" else other if value is ... else value)
    _drop_reshaped(list(graph.nodes), found)
    return known if is_stale else found, symbols.found


def _shown(value):
    _, dtype, sizes, *_ = value
    return f"{dtype.removeprefix('torch.')}[{', '.join(map(str, sizes))}]"


def complete(graph, key="val"):
    """Compute the values of nodes that have none, from fake tensors, as those
    who work on graphs of AOTAutograd expect them."""
    values = [n.meta[key] for n in graph.nodes if key in n.meta]
    mode = torch._guards.detect_fake_mode(values)
    if mode is None:
        return
    for node in graph.nodes:
        if node.op != "call_function" or key in node.meta:
            continue
        if any(key not in n.meta for n in node.all_input_nodes):
            continue
        args, kwargs = map_arg((node.args, node.kwargs), lambda n: n.meta[key])
        with mode, torch.no_grad():
            node.meta[key] = node.target(*args, **kwargs)
