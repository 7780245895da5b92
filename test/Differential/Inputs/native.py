"""Native text of torch.fx graphs, and running the Python that fx-opt prints."""

import builtins
import math
import operator
import re

import torch
import torch.fx


def quoted(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def value(argument):
    if isinstance(argument, torch.fx.Node):
        return f"%{argument.name}"
    if isinstance(argument, str):
        return quoted(argument)
    if argument is Ellipsis:
        return "..."
    if isinstance(argument, slice):
        parts = (argument.start, argument.stop, argument.step)
        return f"slice({', '.join(map(value, parts))})"
    if isinstance(argument, tuple):
        return f"({', '.join(map(value, argument))}{',' if len(argument) == 1 else ''})"
    if isinstance(argument, list):
        return f"[{', '.join(map(value, argument))}]"
    if isinstance(argument, torch.device):
        return f"device({quoted(str(argument))})"
    assert argument is None or isinstance(
        argument, (bool, int, float, torch.dtype, torch.layout, torch.memory_format)
    ), argument
    return str(argument)


def qualified(function):
    if getattr(function, "__module__", None) == "_operator":
        return f"operator.{function.__name__}"
    return torch.fx.node._get_qualified_name(function)


def tensor_type(val):
    """The val of a node that is a dense tensor."""
    text = f"tensor({val.dtype}, {value(tuple(val.shape))}, {value(val.stride())}, device(\"cpu\")"
    if offset := val.storage_offset():
        text += f", offset={offset}"
    if val.requires_grad:
        text += ", requires_grad=True"
    return text + ")"


def native(graph, name, tree=()):
    """A module of native text; the lines of its tree are given."""
    lines = [f"module {name} = my.Module {{", *tree, "}", "graph():"]
    for node in graph.nodes:
        if node.op == "output":
            lines.append(f"    return {value(node.args[0])}")
            continue
        target = qualified(node.target) if node.op == "call_function" else node.target
        users = len(node.users)
        line = f"    %{node.name} : [num_users={users}] = {node.op}[target={target}]"
        if node.op not in ("placeholder", "get_attr"):
            kwargs = ", ".join(f"{k}: {value(v)}" for k, v in node.kwargs.items())
            line += f"(args = {value(tuple(node.args))}, kwargs = {{{kwargs}}})"
        val = node.meta.get("val")
        if isinstance(val, torch.Tensor) and val.layout == torch.strided:
            line += f" {{val: {tensor_type(val)}}}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def member(owner, words):
    """torch_relu is torch.relu: the attribute that words joined by _ name."""
    if not words:
        return owner
    for count in range(len(words), 0, -1):
        inner = getattr(owner, "_".join(words[:count]), None)
        if inner is not None and (found := member(inner, words[count:])) is not None:
            return found
    return None


ROOTS = {"operator": operator, "math": math, "torch": torch, "builtins": builtins}


def functions(code):
    """The functions of the modules in the Python that fx-opt printed, and their text."""
    result = []
    for text in re.split(r"(?m)^(?=def forward)", code)[1:]:
        text = re.split(r"(?m)^torch\.fx\._symbolic_trace", text)[0]
        names = {"torch": torch, "device": torch.device, "inf": math.inf, "nan": math.nan}
        for name in set(re.findall(r"\b_?(?:operator|math|torch|builtins)_\w+\b", text)):
            root, *words = name.lstrip("_").split("_")
            names[name] = member(ROOTS[root], words)
        exec(compile(text, "<fx-opt>", "exec"), names)
        result.append((names["forward"], text))
    return result
