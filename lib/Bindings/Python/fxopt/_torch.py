# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What needs torch: graphs in and out. Imported on first use."""

import builtins
import copy
import functools
import importlib
import inspect
import operator
import os
import sysconfig

import torch
import torch.fx
from torch.fx.immutable_collections import immutable_dict, immutable_list
from torch.fx.node import Node, _get_qualified_name, _type_repr, map_arg

from . import _fx, _state
from ._errors import ResolveError
from ._module import Module, Pipeline

# ---------------------------------------------------------------------------
# The structure of a node
# ---------------------------------------------------------------------------


def _probe():
    """A node whose fields hold different objects, or None if it cannot be read
    at offsets."""
    base = Node.__mro__[1]
    needed = ("_update_args_kwargs", "_prepend", "_remove_from_list")
    if base is object or not all(n in base.__dict__ for n in needed):
        return None
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return None
    graph = torch.fx.Graph()
    a = graph.placeholder("a")
    node = graph.call_function(operator.add, (a, a), {"k": 1}, type_expr=complex)
    graph.output(node)
    return node


# What the extension has to know of PyTorch in either way of reading nodes.
_TYPES = {
    "Node": Node,
    "Size": torch.Size,
    "immutable_list": immutable_list,
    "immutable_dict": immutable_dict,
    "dtype": torch.dtype,
    "device": torch.device,
    "layout": torch.layout,
    "memory_format": torch.memory_format,
}


def _setup():
    probe = _probe()
    base = Node.__mro__[1]
    types = dict(_TYPES)
    if probe is not None:
        types["init"] = base.__init__
        types["update"] = base._update_args_kwargs
        types["prepend"] = base._prepend
        types["remove"] = base._remove_from_list
    return _fx.set_torch_types(types, probe, Node.__basicsize__)


# Whether nodes are read at offsets; else as attributes, which is slower.
DIRECT = _setup()


def use_attributes(on=True):
    """Read nodes as attributes, as with versions whose structure is unknown: for
    tests."""
    global DIRECT
    if on:
        _fx.set_torch_types(_TYPES, None, 0)
        DIRECT = False
    else:
        DIRECT = _setup()


# ---------------------------------------------------------------------------
# Names of callables and objects
# ---------------------------------------------------------------------------

_ALIASES = {"_operator": "operator"}


def _find(name):
    """The object that a qualified name leads to, or None."""
    parts = name.split(".")
    if parts[0] not in ("torch", "operator", "math", "builtins"):
        if len(parts) == 1:
            return getattr(builtins, name, None)
    obj = None
    for split in range(len(parts) - 1, 0, -1):
        path = ".".join(parts[:split])
        if path == "torch.ops" or path.startswith("torch.ops."):
            path, split = "torch", 1
        try:
            obj = importlib.import_module(path)
        except ImportError:
            continue
        for part in parts[split:]:
            obj = getattr(obj, part, None)
            if obj is None:
                return None
        return obj
    return None


def resolve(name):
    return None if name.startswith("python.") else _find(name)


def _attribute(obj, name):
    """That of an object which may raise anything."""
    try:
        return getattr(obj, name, None)
    except Exception:
        return None


# Only what a name leads back to, which lives as long as the process.
_known = {}


def describe(obj):
    """The qualified name of `obj`, and whether it leads back to it."""
    try:
        known = _known.get(obj)
    except Exception:
        known = None
    if known is not None and known[1] is obj:
        return known[0], True
    kind = type(obj)
    name = None
    if isinstance(obj, torch._ops.OpOverload):
        name = f"torch.ops.{obj}"
    elif isinstance(obj, torch._ops.OpOverloadPacket):
        name = f"torch.ops.{obj}"
    elif isinstance(obj, type):
        name = f"{obj.__module__}.{obj.__qualname__}"
    elif callable(obj) and isinstance(_attribute(obj, "__name__"), str):
        if obj.__name__ != "<lambda>":
            try:
                name = _get_qualified_name(obj)
            except Exception:
                name = None
    if name is not None:
        head, _, tail = name.partition(".")
        name = _ALIASES.get(head, head) + ("." + tail if tail else "")
        # As torch.fx prints it, and the operator tables call it.
        if not tail and _find(name) is obj:
            name = f"builtins.{name}"
        if not name.startswith("__main__.") and _find(name) is obj:
            try:
                _known[obj] = (name, obj)
            except TypeError:
                pass
            return name, True
    shown = _attribute(obj, "__qualname__")
    if not isinstance(shown, str):
        shown = f"{kind.__module__}.{kind.__qualname__}"
    clean = "".join(c if c.isalnum() or c in "_." else "_" for c in shown)
    return clean.replace("_locals_", "locals").strip("._") or "object", False


def raise_unresolved(names):
    raise ResolveError(
        "Python has no object for: " + ", ".join(names), names=names
    )


def type_text(annotation):
    return _type_repr(annotation)


def annotation(text):
    """What a type of a node is that came as text: an object of that name, or the
    text."""
    found = _find(text) if all(map(str.isidentifier, text.split("."))) else None
    return found if found is not None and type_text(found) == text else text


def constant(text, is_device):
    return torch.device(text) if is_device else _find(text)


# ---------------------------------------------------------------------------
# What torch.fx does with nodes
# ---------------------------------------------------------------------------


def operands(node):
    found = []
    map_arg((node.args, node.kwargs), lambda n: found.append(n) or n)
    return found


def holds_node(value):
    found = []
    map_arg(value, lambda n: found.append(n) or n)
    return bool(found)


def hooks(graph):
    owner = getattr(graph, "owning_module", None)
    return (
        getattr(owner, "_create_node_hooks", None) or None,
        getattr(owner, "_replace_hooks", None) or None,
        getattr(owner, "_erase_node_hooks", None) or None,
    )


def call_replace_hooks(replace_hooks, node, before):
    after = operands(node)
    if len(before) != len(after):
        return
    seen = set()
    for old, new in zip(before, after):
        if old is not new and (old, new) not in seen:
            seen.add((old, new))
            for hook in replace_hooks:
                hook(old=old, new=new.name, user=node)


def rename(node, name, is_left):
    """Give a node a name; `is_left` says that the node which has it gives it up."""
    space = node.graph._graph_namespace
    if name in space._used_names and not is_left:
        owner = next((n for n in node.graph.nodes if n.name == name), None)
        if owner is not None:
            name = space.create_name(name, None)
    node.name = name
    space._rename_object(node, name)


def create_node(graph, before, op, target, args, kwargs, name, annotation):
    if before is graph._root:
        point = graph.inserting_before(None)
        graph._insert = before.prepend
        return graph.create_node(op, target, args, kwargs, name, annotation)
    with graph.inserting_before(before):
        return graph.create_node(op, target, args, kwargs, name, annotation)


def add_length(graph, count):
    graph._len += count


def check_state(graph, paths):
    """Fail if new nodes name state that the module does not have."""
    owner = getattr(graph, "owning_module", None)
    if owner is None or not paths:
        return
    missing = []
    for path in dict.fromkeys(paths):
        try:
            _state.lookup(owner, path)
        except AttributeError:
            missing.append(path)
    if missing:
        raise ResolveError(
            "the module has nothing at: "
            + ", ".join(missing)
            + "; passes that add state need a file",
            names=missing,
        )


# ---------------------------------------------------------------------------
# The public functions
# ---------------------------------------------------------------------------


_GLOBAL_HOOKS = (
    "_global_forward_hooks",
    "_global_forward_pre_hooks",
    "_global_backward_hooks",
    "_global_backward_pre_hooks",
)


_TORCH_FOLDER = os.path.join(os.path.dirname(torch.__file__), "")


def _is_of_torch(method):
    """Whether code of torch is what a method of a class of torch runs. A decorator copies
    the name and the module of what it stands for, but not the code."""
    while method is not None:
        code = getattr(method, "__code__", None)
        # Those of a GraphModule have no file.
        if code is None or not code.co_filename.startswith((_TORCH_FOLDER, "<eval_with_key>")):
            return False
        method = getattr(method, "__wrapped__", None)
    return True


def _has_other_forward(module):
    """Whether somebody has exchanged a method of the module, or of its class."""
    cls = type(module)
    for name, value in module.__dict__.items():
        if callable(value) and callable(getattr(cls, name, None)):
            return True
    if not cls.__module__.startswith("torch."):
        return False
    return not all(
        _is_of_torch(getattr(cls, name, None)) for name in ("forward", "_conv_forward")
    )


def _repeated_padding(module):
    """What a convolution keeps of its padding for other modes than zeros."""
    sides = []
    for d in reversed(range(len(module.kernel_size))):
        if module.padding == "same":
            total = module.dilation[d] * (module.kernel_size[d] - 1)
            sides += [total // 2, total - total // 2]
        elif module.padding == "valid":
            sides += [0, 0]
        else:
            sides += [module.padding[d]] * 2
    return sides


def _has_other_attributes(module):
    """Whether attributes contradict what the constructor makes of them."""
    # A missing attribute of a module takes long to ask for.
    own = module.__dict__
    if "track_running_stats" in own and hasattr(module, "running_mean"):
        return own["track_running_stats"] != (module.running_mean is not None)
    if own.get("padding_mode", "zeros") == "zeros":
        return False
    kept = own.get("_reversed_padding_repeated_twice")
    return kept is not None and list(kept) != _repeated_padding(module)


def _what_else(module):
    """What a call does more than the class says; messages name it."""
    if _has_other_forward(module):
        return "with_its_own_forward"
    if _has_other_attributes(module):
        return "with_other_attributes"
    if hasattr(module, "parametrizations"):
        return "with_parametrizations"
    if (
        module._forward_hooks
        or module._forward_pre_hooks
        or module._backward_hooks
        or module._backward_pre_hooks
    ):
        return "with_hooks"
    if any(getattr(torch.nn.modules.module, h, None) for h in _GLOBAL_HOOKS):
        return "with_global_hooks"
    return None


def class_name(module):
    cls = type(module)
    more = _what_else(module)
    if more is not None:
        return f"python.{more}.{cls.__qualname__}"
    if getattr(torch.nn, cls.__name__, None) is cls:
        return f"torch.nn.{cls.__name__}"
    if isinstance(module, torch.fx.GraphModule):
        # Each has a class of its own, within a function.
        return "torch.fx.GraphModule"
    name = f"{cls.__module__}.{cls.__qualname__}"
    # A class that only says that it is of PyTorch is another one.
    if name.startswith(("torch.", "torchvision.")) and _find(name) is not cls:
        return f"python.{name}"
    return name


def _is_plain(value):
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return value is None or type(value) in (bool, int, float, str)


def _arguments(module, names):
    """Arguments of the constructor that the module has as attributes."""
    found = {}
    is_attention = isinstance(module, torch.nn.MultiheadAttention)
    for name in names:
        # These are the tensors that the arguments ask for.
        if name == "bias":
            value = getattr(module, "in_proj_bias" if is_attention else name, ...)
            value = value if value is ... else value is not None
        elif name == "add_bias_kv" and is_attention:
            value = module.bias_k is not None
        elif name in ("size_average", "reduce"):
            # Old spellings, which the constructor turns into a reduction.
            value = None
        else:
            value = getattr(module, name, ...)
            if value is ... and name == "p":
                value = getattr(module, "norm", ...)
            # Weights that were given are there; which they are is not asked.
            if isinstance(value, torch.Tensor):
                value = True
        if _is_plain(value):
            found[name] = tuple(value) if type(value) is torch.Size else value
    return found


def _shown(module, failed):
    """What print(module) shows where some modules cannot say what they are, such as a
    convolution with `padding = 1`. Adds these to `failed`."""
    try:
        own = module.extra_repr().splitlines()
    except Exception:
        failed.add(module)
        own = []
    below = [
        f"({name}): " + _shown(sub, failed).replace("\n", "\n  ")
        for name, sub in module._modules.items()
        if sub is not None
    ]
    if not below and len(own) <= 1:
        return f"{module._get_name()}({''.join(own)})"
    return f"{module._get_name()}(\n  " + "\n  ".join(own + below) + "\n)"


def import_tree(module, gm):
    failed = set()
    try:
        shown = torch.nn.Module.__repr__(gm)
    except Exception:
        shown = _shown(gm, failed)
    if not module.set_tree(shown):
        return
    for path, sub in gm.named_modules(remove_duplicate=False):
        name = class_name(sub)
        if sub in failed:
            name = f"python.with_a_repr_that_fails.{type(sub).__qualname__}"
        hidden = module.set_module(path, name, sub.training)
        if hidden and (found := _arguments(sub, hidden)):
            module.add_arguments(path, found)


def graph_of(gm):
    if isinstance(gm, torch.fx.Graph):
        return gm, gm.owning_module
    if isinstance(gm, torch.fx.GraphModule):
        return gm.graph, gm
    raise TypeError(
        "fxopt takes a torch.fx.GraphModule, a torch.fx.Graph or an ExportedProgram, not "
        f"{type(gm).__name__}; torch.fx.symbolic_trace makes one"
    )


_NO_EXAMPLES = "a program knows the types of its values; it takes no example_inputs"


def is_program(what):
    """Whether it is a program of torch.export, which need not be imported."""
    if type(what).__name__ != "ExportedProgram":
        return False
    return isinstance(what, torch.export.ExportedProgram)


def from_torch(gm, *, values=False, example_inputs=None):
    if is_program(gm):
        from . import _program

        if example_inputs is not None:
            raise TypeError(_NO_EXAMPLES)
        return _program.from_program(gm)
    graph, owner = graph_of(gm)
    module = _fx.import_graph(graph)
    if owner is not None and graph.find_nodes(op="call_module"):
        import_tree(module, owner)
    if values or example_inputs is not None:
        from . import _values

        if owner is not None:
            _values.add_tensors(module, graph, owner)
        module.set_values(*_values.of_graph(graph, owner, example_inputs))
    taken = Module(module, gm)
    taken._notes.has_tensors = values or example_inputs is not None
    return taken


def write_back(module, recompile):
    """Change the graph that the module was taken from, and its code. Returns how many
    nodes are the same, changed, new and erased, and whether anything is not as it was."""
    if module._origin is None:
        raise TypeError("the module was not made by fxopt.from_torch")
    if is_program(module._origin):
        raise TypeError("a program does not change; to_torch() gives a new one")
    graph, owner = graph_of(module._origin)
    notes, undo = module._notes, []
    try:
        if owner is not None:
            _state.apply(owner, notes, undo)
        # First, as new nodes take over what those have that they come from.
        for node, meta in notes.meta.items():
            undo.append(functools.partial(_state.replace, node.meta, dict(node.meta)))
            _state.replace(node.meta, meta)
        *counts, changed = module._module.write_back(graph)
    except BaseException:
        for step in reversed(undo):
            step()
        raise
    changed = changed or notes.has_changes
    notes.clear()
    if changed and recompile and isinstance(module._origin, torch.fx.GraphModule):
        module._origin.recompile()
    return tuple(counts), changed


def run(
    gm,
    pipeline,
    *,
    recompile=True,
    verify=None,
    values=None,
    example_inputs=None,
    print_changed=None,
    check=None,
    reproducer=None,
):
    options = {
        "verify": verify,
        "print_changed": print_changed,
        "reproducer": reproducer,
    }
    if is_program(gm):
        from . import _program

        if example_inputs is not None:
            raise TypeError(_NO_EXAMPLES)
        return _program.run(gm, pipeline, check=check, **options)
    if not isinstance(pipeline, Pipeline):
        pipeline = Pipeline(pipeline)
    if values is None:
        values = pipeline.wants_values
    module = from_torch(gm, values=values, example_inputs=example_inputs)
    if check is not None:
        from ._numerics import Checker

        if not isinstance(gm, torch.fx.GraphModule):
            raise TypeError("a check runs the model, and a graph alone has no state")
        check = Checker(gm, check)
    report = module.run(pipeline, _check=check, **options)
    finish(module, report, recompile)
    return report


def finish(module, report, recompile=True):
    """Write back what a run has changed. Types of values that it has found stay in the
    module, so they are not a change here."""
    if report.changed:
        report.changed = write_back(module, recompile)[1]


def to_graph(module, like=None, made=None):
    """A new `torch.fx.Graph`. Nodes take `meta` and other attributes from those
    that they were made from; `like` gives the code generation and the counters.
    `made` is a list that gets the nodes, each with the one that it was made from."""
    graph = torch.fx.Graph()
    if like is not None:
        graph = torch.fx.Graph(
            tracer_cls=like._tracer_cls, tracer_extras=like._tracer_extras
        )
        graph._codegen = copy.copy(like._codegen)
    for new, old in module._module.copy_to(graph):
        if made is not None:
            made.append((new, old))
        if old is None:
            continue
        if old in module._notes.meta:
            new.meta = dict(module._notes.meta[old])
        for key, value in old.__dict__.items():
            new.__dict__.setdefault(key, value)
    return graph


def to_torch(module, root=None, made=None):
    origin = module._origin
    if root is None and (is_program(origin) or module._module.is_program):
        from . import _program

        return _program.to_program(module)
    if root is not None and not isinstance(root, (torch.nn.Module, dict)):
        raise TypeError(f"the root is a module, or a dict by path, not {type(root).__name__}")
    like = graph_of(origin)[0] if origin is not None else None
    if root is None:
        root = origin if isinstance(origin, torch.nn.Module) else None
        if root is None and like is not None:
            root = like.owning_module
    if root is None:
        paths = list(dict.fromkeys(module._module.state_paths()))
        if paths:
            raise ResolveError(
                "the graph names state, give to_torch a root that has it: "
                + ", ".join(paths),
                names=paths,
            )
        root = torch.nn.Module()
    name = type(root).__name__ if isinstance(root, torch.fx.GraphModule) else "GraphModule"
    notes = module._notes
    if isinstance(root, dict):
        root = {**root, **{path: value for path, (value, _) in notes.state.items()}}
    elif notes.state:
        root = _state.changed_copy(root, notes)
    gm = torch.fx.GraphModule(root, to_graph(module, like, made), name)
    owner = None if like is None else like.owning_module
    if owner is not None:
        gm.meta.update(owner.meta)
    _state.complete(gm, notes)
    return gm
