# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values of nodes: what `meta` says of them, and what new nodes get."""

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx.node import map_arg

#: Where torch.export, AOTAutograd and Dynamo leave the value of a node.
KEYS = ("val", "example_value")

_TENSORS = (torch.Tensor, FakeTensor, torch.nn.Parameter)
_SYMBOLS = (torch.SymInt, torch.SymFloat, torch.SymBool)


def _number(value):
    return value if isinstance(value, int) else str(value.node.expr)


def _tensor(value):
    if type(value) not in _TENSORS or value.layout != torch.strided:
        return ...
    if value.is_quantized or value.is_nested:
        return ...
    return (
        str(value.dtype),
        tuple(_number(s) for s in value.shape),
        tuple(_number(s) for s in value.stride()),
        str(value.device),
        value.requires_grad,
        _number(value.storage_offset()),
    )


def describe(value):
    """What the extension takes for `value`; an Ellipsis for what it has no form
    for, such as tensors of other classes."""
    if isinstance(value, torch.Tensor):
        return _tensor(value)
    if isinstance(value, _SYMBOLS):
        return str(value.node.expr)
    if value is None or type(value) in (bool, int, float):
        return value
    if isinstance(value, (tuple, list)):
        items = [describe(v) for v in value]
        if any(i is ... for i in items):
            return ...
        return items if isinstance(value, list) else tuple(items)
    return ...


def _state(owner, path):
    for part in path.split("."):
        owner = getattr(owner, part, None)
    return describe(owner) if isinstance(owner, torch.Tensor) else ...


def of_graph(graph, owner, example_inputs=None):
    """The description of each node: by its metadata, else of inputs by
    `example_inputs`, and of state by the module."""
    inputs = iter(() if example_inputs is None else example_inputs)
    found = []
    for node in graph.nodes:
        example = next(inputs, ...) if node.op == "placeholder" else ...
        value = ...
        for key in KEYS:
            if key in node.meta:
                value = describe(node.meta[key])
                break
        if value is ... and example is not ...:
            value = describe(example)
        if value is ... and node.op == "get_attr" and owner is not None:
            value = _state(owner, node.target)
        found.append(... if node.op == "output" else value)
    return found


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
        with mode:
            node.meta[key] = node.target(*args, **kwargs)
