# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes of torch.fx as passes of fx-opt."""

import torch.fx
from torch.fx.node import map_arg

from . import _torch


def _fields(node):
    return node.op, node.target, node.args, node.kwargs, node.type


def _is_equal(old, new):
    """Whether a pass has left state as it was, perhaps as a copy."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, torch.Tensor):
        return (
            old.requires_grad == new.requires_grad
            and old.dtype == new.dtype
            and old.device == new.device
            and old.layout == new.layout == torch.strided
            and torch.equal(old, new)
        )
    if not isinstance(old, torch.nn.Module):
        return False
    a, b = old.state_dict(), new.state_dict()
    return (
        old.training == new.training
        and repr(old) == repr(new)
        and a.keys() == b.keys()
        and all(_is_equal(a[k], b[k]) for k in a)
    )


def _note_new_state(module, gm):
    """What the graph of `gm` names and the graph that the module came from does
    not have, or has another of. Returns whether it is anything."""
    owner = None if module._origin is None else _torch._graph_of(module._origin)[1]
    if owner is None:
        return False
    found = False
    for node in gm.graph.nodes:
        if node.op not in ("get_attr", "call_module"):
            continue
        value = _torch._lookup(gm, node.target)
        try:
            old = _torch._lookup(owner, node.target)
        except AttributeError:
            old = None
        if node.target in module._new_state:
            old = module._new_state[node.target][0]
        if old is None or not _is_equal(old, value):
            is_buffer = any(value is b for b in gm.buffers())
            module._new_state[node.target] = value, is_buffer
            found = True
    if found and gm.graph.find_nodes(op="call_module"):
        _torch._import_tree(module._module, gm)
    return found


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


def _forget_values(graph, stale):
    """Forget the types of `stale` nodes and of what is computed from them: a pass of
    torch.fx does not keep them, and passes after it believe them."""
    for node in graph.nodes:
        if node in stale or any(n in stale for n in node.all_input_nodes):
            stale.add(node)
            node.meta.pop("val", None)


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
    changed |= _note_new_state(module, gm)
    now, previous, stale = {}, None, set()
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
        stale.add(handle)
    if stale:
        _forget_values(graph, stale)
    for handle in reversed(list(handles.values())):
        changed = True
        graph.erase_node(handle)
    return changed
