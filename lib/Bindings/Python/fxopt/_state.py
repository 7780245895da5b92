# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State of modules of PyTorch by path, and changes of it that can be undone."""

import functools

import torch


def have_equal_bits(a, b):
    """Whether two dense tensors of one type and shape hold the same bits."""

    def bits(t):
        t = t.detach().resolve_conj().resolve_neg()
        return t.contiguous().reshape(-1).view(torch.uint8)

    return torch.equal(bits(a), bits(b))


def are_equal(a, b):
    """Whether two tensors of one class hold the same, in the same places."""
    if (a.dtype, a.device, a.layout, a.shape) != (b.dtype, b.device, b.layout, b.shape):
        return False
    if a.layout != torch.strided or a.is_quantized or a.is_nested:
        return torch.equal(a, b)
    # On the device meta there are no elements.
    return a.stride() == b.stride() and (a.is_meta or have_equal_bits(a, b))


def lookup(root, path):
    for part in path.split(".") if path else ():
        root = getattr(root, part)
    return root


def lookup_or_none(root, path):
    try:
        return lookup(root, path)
    except AttributeError:
        return None


def _assign(root, path, state):
    """Set what `path` names to a value; `state` has it and whether it is a buffer of
    `state_dict`, or None if it is not a buffer. Returns how to undo it."""
    *folders, name = path.split(".")
    undo = None
    for part in folders:
        if not hasattr(root, part):
            undo = undo or functools.partial(delattr, root, part)
            setattr(root, part, torch.nn.Module())
        root = getattr(root, part)
    if hasattr(root, name):
        undo = undo or functools.partial(_put, root, name, _get(root, name))
    _put(root, name, state)
    return undo or functools.partial(delattr, root, name)


def _get(root, name):
    if not isinstance(root, torch.nn.Module):
        return getattr(root, name), None
    is_buffer = name in root._buffers
    persistent = name not in root._non_persistent_buffers_set if is_buffer else None
    return getattr(root, name), persistent


def _put(root, name, state):
    value, persistent = state
    # A graph may name what is in an object that is not a module.
    if not isinstance(root, torch.nn.Module):
        setattr(root, name, value)
        return
    if persistent is None:
        if name in root._parameters and not isinstance(value, torch.nn.Parameter):
            delattr(root, name)
        setattr(root, name, value)
        return
    if name in root._buffers:
        root._buffers[name] = value
    else:
        if hasattr(root, name):
            delattr(root, name)
        root.register_buffer(name, value)
    if persistent:
        root._non_persistent_buffers_set.discard(name)
    else:
        root._non_persistent_buffers_set.add(name)


def _set_attribute(root, place, value):
    """Set a plain attribute. Returns how to undo it."""
    path, name = place
    holder = lookup(root, path)
    if place == ("", "meta"):
        undo = functools.partial(replace, holder.meta, dict(holder.meta))
        replace(holder.meta, value)
        return undo
    if name in holder.__dict__:
        undo = functools.partial(setattr, holder, name, holder.__dict__[name])
    else:
        undo = functools.partial(delattr, holder, name)
    setattr(holder, name, value)
    return undo


def replace(table, entries):
    """Give a dictionary, which stays the same one, other entries."""
    table.clear()
    table.update(entries)


def _shallow(module):
    """A module with the same children and tensors, which may be given others."""
    copied = object.__new__(type(module))
    copied.__dict__.update(module.__dict__)
    for part in ("_modules", "_parameters", "_buffers"):
        copied.__dict__[part] = dict(module.__dict__[part])
    # The attribute of any module; a ScriptModule has it elsewhere.
    if "_non_persistent_buffers_set" in copied.__dict__:
        copied._non_persistent_buffers_set = set(copied._non_persistent_buffers_set)
    return copied


def apply(owner, notes, undo):
    """Change the state and the attributes of a model to what is noted; `undo` gets what
    takes it back."""
    for path, state in notes.state.items():
        undo.append(_assign(owner, path, state))
    for place, value in notes.attributes.items():
        undo.append(_set_attribute(owner, place, value))


def changed_copy(root, notes):
    """What `GraphModule` can copy the state that is noted from; `root` stays as it is."""
    copied = torch.nn.Module()
    copied.__dict__.update(_shallow(root).__dict__)
    copies = {""}
    for path, value in notes.state.items():
        parent, prefix = copied, ""
        for part in path.split(".")[:-1]:
            prefix += part + "."
            child = parent._modules.get(part)
            if child is not None and prefix not in copies:
                child = parent._modules[part] = _shallow(child)
                copies.add(prefix)
            if child is None:
                break
            parent = child
        _assign(copied, path, value)
    return copied


def complete(gm, notes):
    """Give a new `GraphModule` what its graph does not name."""
    for path, (value, persistent) in notes.state.items():
        # What the graph does not name, and what is not part of state_dict.
        if lookup_or_none(gm, path) is not value or persistent is False:
            _assign(gm, path, (value, persistent))
    for place, value in notes.attributes.items():
        if lookup_or_none(gm, place[0]) is not None:
            _set_attribute(gm, place, value)
