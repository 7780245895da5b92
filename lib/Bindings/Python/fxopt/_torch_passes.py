# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes of torch.fx as passes of fx-opt."""

import torch.fx
from torch.fx.node import map_arg

from . import _torch


def _fields(node):
    return node.op, node.target, node.args, node.kwargs, node.type


def _note_new_state(module, gm):
    """What the graph of `gm` names and the graph that the module came from does
    not have."""
    owner = None if module._origin is None else _torch._graph_of(module._origin)[1]
    if owner is None:
        return
    found = False
    for node in gm.graph.nodes:
        if node.op not in ("get_attr", "call_module"):
            continue
        try:
            _torch._lookup(owner, node.target)
        except AttributeError:
            value = _torch._lookup(gm, node.target)
            is_buffer = any(value is b for b in gm.buffers())
            module._new_state[node.target] = value, is_buffer
            found = True
    if found and gm.graph.find_nodes(op="call_module"):
        _torch._import_tree(module._module, gm)


def _note_new_meta(module, made, metas, handles):
    """What a pass has put into the metadata of nodes. Returns whether it is anything."""
    found = False
    for (new, old), before in zip(made, metas):
        meta = new.meta
        if meta.keys() == before.keys() and all(meta[k] is before[k] for k in meta):
            continue
        found = True
        if old is None:
            module._module.set_source(handles[new], new)
        else:
            module._new_meta[old] = dict(meta)
    return found


def run_torch_pass(module, function):
    """Run a pass of torch.fx on a copy, and make its edits in the module."""
    if _torch.is_program(module._origin) or module._module.is_program:
        raise TypeError(
            "a pass of torch.fx is for a GraphModule, not for a program of torch.export"
        )
    made = []
    gm = _torch.to_torch(module, made=made)
    metas = [dict(n.meta) for n, _ in made]
    before = {n: _fields(n) for n, _ in made}
    graph = module.graph
    handles = dict(zip(before, graph.nodes))
    result = function(gm)
    changed = _note_new_meta(module, made, metas, handles)
    modified = getattr(result, "modified", None)
    if modified is False:
        return changed
    gm = getattr(result, "graph_module", gm if result is None else result)
    if not isinstance(gm, torch.fx.GraphModule):
        raise TypeError(
            "a pass of torch.fx returns a GraphModule, a PassResult or None, not "
            f"{type(gm).__name__}"
        )
    _note_new_state(module, gm)
    now, previous = {}, None
    for node in gm.graph.nodes:
        handle = handles.pop(node, None)
        fields = _fields(node)
        if handle is not None and all(
            a is b or (isinstance(a, str) and a == b)
            for a, b in zip(before[node], fields)
        ):
            # The same, perhaps at another place.
            if handle.prev is not previous:
                changed = True
                if previous is None:
                    next(iter(graph.nodes)).prepend(handle)
                else:
                    previous.append(handle)
            now[node] = previous = handle
            continue
        changed = True
        op, target, args, kwargs, annotation = fields
        args, kwargs = map_arg((args, kwargs), now.__getitem__)
        if handle is None:
            point = (
                graph.inserting_before()
                if previous is None
                else graph.inserting_after(previous)
            )
            with point:
                handle = graph.create_node(op, target, args, kwargs, node.name)
            module._module.set_source(handle, node)
        else:
            handle.op, handle.target = op, target
            handle.args, handle.kwargs = args, kwargs
            if handle.prev is not previous and previous is not None:
                previous.append(handle)
        handle.type = None if annotation is None else _torch.type_text(annotation)
        now[node] = previous = handle
    for handle in reversed(list(handles.values())):
        changed = True
        graph.erase_node(handle)
    return changed
