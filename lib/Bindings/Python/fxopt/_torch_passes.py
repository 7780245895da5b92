# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes of torch.fx as passes of fx-opt."""

import functools
import types
from collections import OrderedDict

import torch.fx
from torch.fx.node import map_arg

from . import _state, _torch, _values


def _fields(node):
    return node.op, node.target, node.args, node.kwargs, node.type


# ---------------------------------------------------------------------------
# State
# ---------------------------------------------------------------------------

_PLAIN = frozenset(
    (
        bool, int, float, complex, str, bytes, type(None), type(...), torch.Size,
        torch.dtype, torch.device, torch.layout, torch.memory_format,
    )
)  # fmt: skip


class _Comparison:
    """Whether a pass has left state as it was, perhaps as a copy, which then need not
    take its place. Whatever is not known to be the same is another.

    Tensors and modules that were one have to be one still: each has one partner."""

    def __init__(self):
        self._partner, self._inverse = {}, {}
        self._inside = set()

    def pair(self, old, new):
        """Note that `new` stands for `old`, if neither has another partner."""
        if id(old) in self._partner or id(new) in self._inverse:
            known = self._partner.get(id(old))
            return known is not None and known is new
        self._partner[id(old)] = new
        self._inverse[id(new)] = old
        return True

    def note_same(self, value):
        """Note that the pass has left `value` itself."""
        self.pair(value, value)
        if isinstance(value, torch.nn.Module):
            for part in (*value.modules(), *value.parameters(), *value.buffers()):
                self.pair(part, part)

    def __call__(self, old, new):
        kind = type(old)
        if kind is not type(new):
            return False
        if isinstance(old, (torch.Tensor, torch.nn.Module)):
            is_known = id(old) in self._partner
            if not self.pair(old, new):
                return False
            if old is new or is_known:
                return True
            if isinstance(old, torch.Tensor):
                return self._tensors(old, new)
            return self(old.__dict__, new.__dict__)
        if old is new:
            return True
        if kind in _PLAIN:
            return old == new or (old != old and new != new)
        if kind is types.MethodType:
            return old.__func__ is new.__func__ and self(old.__self__, new.__self__)
        if kind in (set, frozenset):
            return old == new and all(type(item) in _PLAIN for item in old)
        if kind not in (dict, OrderedDict, list, tuple) or len(old) != len(new):
            return False
        # A list may hold itself.
        place = id(old), id(new)
        if place in self._inside:
            return True
        self._inside.add(place)
        try:
            if kind not in (list, tuple):
                return list(old) == list(new) and all(self(old[k], new[k]) for k in old)
            return all(map(self, old, new))
        finally:
            self._inside.discard(place)

    def _tensors(self, old, new):
        if type(old) not in (torch.Tensor, torch.nn.Parameter):
            return False
        if old.layout != torch.strided or old.is_quantized or old.is_nested:
            return False
        # Those have no numbers to compare.
        if old.device.type == "meta" or old._backward_hooks or new._backward_hooks:
            return False
        return (
            all(
                getattr(old, name) == getattr(new, name)
                for name in ("requires_grad", "dtype", "device", "layout", "shape")
            )
            and old.stride() == new.stride()
            and self(old.grad if old.is_leaf else None, new.grad if new.is_leaf else None)
            and self(old.__dict__, new.__dict__)
            and _state.have_equal_bits(old, new)
        )


def _named(nodes):
    return [n.target for n in nodes if n.op in ("get_attr", "call_module")]


def _holders(paths):
    """The modules that `GraphModule` makes to hold what a graph names at `paths`."""
    holders = {"": None}
    for path in paths:
        while "." in path:
            path = path.rpartition(".")[0]
            holders[path] = None
    return list(holders)


def _module_at(root, path):
    found = _state.lookup_or_none(root, path)
    return found if isinstance(found, torch.nn.Module) else None


class _Before:
    """What a pass is given, as far as it cannot be asked for afterwards."""

    def __init__(self, gm, made):
        nodes = [new for new, _ in made]
        self.fields = {n: _fields(n) for n in nodes}
        self.names = {n: n.name for n in nodes}
        self.metas = [dict(n.meta) for n in nodes]
        self.named = _named(nodes)
        self.attributes = {
            path: dict(_state.lookup(gm, path).__dict__)
            for path in _holders(self.named)
        }
        self.attributes[""]["meta"] = dict(gm.meta)
        self.tensors = [(t, *_state_of(t)) for t in (*gm.parameters(), *gm.buffers())]
        self.tree = _tree(gm)
        self.convention = _convention(gm)


def _convention(gm):
    """How the graph is called: in what its inputs and outputs nest."""
    codegen = gm.graph._codegen
    return type(codegen), getattr(codegen, "pytree_info", None)


def _state_of(tensor):
    """What an edit in place changes."""
    try:
        version = tensor._version
    except RuntimeError:
        version = 0  # Inference tensors count none.
    return version, tensor.requires_grad


def _tree(gm):
    """What the IR knows of modules, and more."""
    return [
        (
            path,
            _torch.class_name(sub),
            sub.extra_repr(),
            {k: v for k, v in sub.__dict__.items() if type(v) in _PLAIN},
        )
        for path, sub in gm.named_modules(remove_duplicate=False)
        if path
    ]


def _new_state(module, gm, owner, before):
    """What the pass has registered or replaced, by path."""
    named = dict.fromkeys(_named(gm.graph.nodes))
    found = {}
    for path in named:
        try:
            found[path] = _state.lookup(gm, path)
        except AttributeError:
            raise ValueError(
                f"the graph names '{path}', which the GraphModule does not have"
            ) from None
    holders = _holders([*named, *before.named])
    for holder in holders:
        parent = _module_at(gm, holder)
        if parent is None:
            continue
        for table in (parent._modules, parent._parameters, parent._buffers):
            for name, value in table.items():
                path = f"{holder}.{name}" if holder else name
                if value is not None and path not in holders:
                    found.setdefault(path, value)
    old = {path: module._notes.lookup(owner, path) for path in found}
    is_equal = _Comparison()
    for path, value in found.items():
        if old[path] is value:
            is_equal.note_same(value)
    return {
        path: (value, _persistence(gm, owner, path))
        for path, value in found.items()
        if old[path] is not value and not is_equal(old[path], value)
    }


def _persistence(gm, owner, path):
    """Whether what is at `path` is a buffer of `state_dict`; None if it is none. The
    copy of a model has no other buffers, so the model is asked first."""
    holder, _, name = path.rpartition(".")
    here, there = _module_at(gm, holder), _module_at(owner, holder)
    if here is None or name not in here._buffers:
        return None
    if there is not None and name in there._buffers:
        here = there
    return name not in here._non_persistent_buffers_set


@functools.cache
def _own_attributes():
    """The attributes that belong to a module of torch.fx itself."""
    made = torch.fx.GraphModule(torch.nn.Module(), torch.fx.Graph())
    return frozenset(made.__dict__) - {"training"}


def _new_attributes(module, gm, owner, before):
    """The plain attributes that the pass has set, by the path of the module and name."""
    found, is_equal = {}, _Comparison()
    for path in _holders([*_named(gm.graph.nodes), *before.named]):
        holder, of = _module_at(gm, path), _module_at(owner, path)
        known = before.attributes.get(path)
        if holder is None or known is None:
            continue
        for name, value in holder.__dict__.items():
            if name in _own_attributes() or known.get(name, known) is value:
                continue
            old = module._notes.attributes.get((path, name), ...)
            if old is ... and of is not None:
                old = of.__dict__.get(name, ...)
            if not is_equal(old, value):
                found[path, name] = value
    was, now = before.attributes[""]["meta"], gm.meta
    if was.keys() != now.keys() or any(was[k] is not now[k] for k in now):
        found["", "meta"] = dict(now)
    return found


def _note_beyond(module, gm, before):
    """Note what a pass has changed beyond the graph. Returns whether it is anything."""
    found = False
    owner = None if module._origin is None else _torch.graph_of(module._origin)[1]
    if owner is not None:
        state = _new_state(module, gm, owner, before)
        attributes = _new_attributes(module, gm, owner, before)
        for path, value in state.items():
            module._notes.set_state(path, value)
        module._notes.attributes.update(attributes)
        found = bool(state or attributes)
    if any(_state_of(t) != tuple(was) for t, *was in before.tensors):
        found = True
    if _tree(gm) != before.tree:
        found = True
        if gm.graph.find_nodes(op="call_module"):
            _torch.import_tree(module._module, gm)
            if module._notes.has_tensors:
                _values.add_tensors(module._module, gm.graph, gm)
    return found


# ---------------------------------------------------------------------------
# Nodes
# ---------------------------------------------------------------------------


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
            module._notes.meta[old] = dict(meta)
    return found


def _forget_values(graph, stale):
    """Forget the types of `stale` nodes and of what is computed from them: a pass of
    torch.fx does not keep them, and passes after it believe them."""
    for node in graph.nodes:
        if node in stale or any(n in stale for n in node.all_input_nodes):
            stale.add(node)
            node.meta.pop("val", None)


def run_torch_pass(module, function, ctx):
    """Run a pass of torch.fx on a copy, and make its edits in the module."""
    if _torch.is_program(module._origin) or module._module.is_program:
        raise TypeError(
            "a pass of torch.fx is for a GraphModule, not for a program of torch.export"
        )
    made = []
    gm = _torch.to_torch(module, made=made)
    before = _Before(gm, made)
    graph = module.graph
    handles = dict(zip(before.fields, graph.nodes))
    result = function(gm)
    beyond = _note_new_meta(module, made, before.metas, handles)
    # What a PassResult says of changes is for loops, and not always so.
    gm = getattr(result, "graph_module", gm if result is None else result)
    if not isinstance(gm, torch.fx.GraphModule):
        raise TypeError(
            "a pass of torch.fx returns a GraphModule, a PassResult or None, not "
            f"{type(gm).__name__}"
        )
    if _convention(gm) != before.convention:
        raise TypeError(
            "a pass of torch.fx gave the graph another calling convention (the "
            "codegen of its graph), which fxopt.torch_pass does not bring back; "
            "run it before or after the others"
        )
    beyond |= _note_beyond(module, gm, before)
    changed = _edit(module, gm, before, handles)
    if beyond:
        module._notes.has_changes = True
        ctx._note_change()
    return changed or beyond


def _edit(module, gm, before, handles):
    """Make the edits of a pass in the graph. Returns whether there are any."""
    graph = module.graph
    changed = False
    now, previous, stale, renamed = {}, None, set(), []
    for node in gm.graph.nodes:
        handle = handles.pop(node, None)
        fields = _fields(node)
        if handle is not None and node.name != before.names[node]:
            renamed.append((handle, node.name))
        if handle is not None and all(
            a is b or (isinstance(a, str) and a == b)
            for a, b in zip(before.fields[node], fields)
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
            if handle.name != node.name:
                renamed.append((handle, node.name))
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
    module._module.name_nodes(renamed)
    return changed or bool(renamed)
