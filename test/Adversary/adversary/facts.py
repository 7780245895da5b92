"""Whether the `val` of each node is what the node computes."""

import torch

from . import program as programs
from .finding import Finding


class Watcher(torch.fx.Interpreter):
    """Notes the nodes whose values are not what `val` says, by their targets."""

    def __init__(self, module):
        super().__init__(module)
        self.wrong = {}

    def run_node(self, node):
        value = super().run_node(node)
        if text := difference(node.meta.get("val"), value):
            self.wrong.setdefault(str(node.target), "%s: %s" % (node.target, text))
        return value


def difference(val, value):
    if not isinstance(val, torch.Tensor) or not isinstance(value, torch.Tensor):
        return None
    if val.dtype != value.dtype and not value.is_quantized:
        return "%s where val says %s" % (value.dtype, val.dtype)
    if not all(type(n) is int for n in (*val.shape, *val.stride())):
        return None
    if val.shape != value.shape:
        return "%s where val says %s" % (list(value.shape), list(val.shape))
    if value.numel() and value.layout == torch.strided and not value.is_quantized:
        places = [i for i, n in enumerate(value.shape) if n > 1]
        if any(val.stride(i) != value.stride(i) for i in places):
            return "strides %s where val says %s" % (value.stride(), val.stride())
    return None


def wrong(program, exported):
    """Runs the graph node by node; what is wrong by target, None where that cannot be."""
    if any(node.op == "get_attr" for node in exported.graph.nodes):
        return None  # Branches and loops, which PyTorch would compile.
    args, kwargs = programs.make_inputs(program)
    watcher = Watcher(exported.graph_module)
    try:
        with torch.no_grad():
            watcher.run(*exported._graph_module_flat_inputs(args, kwargs))
    except Exception:
        return None
    return watcher.wrong


def check(carrier, pipeline, loaded):
    """The finding of a program that fx-opt wrote, or nothing."""
    now = wrong(carrier.program, loaded)
    if not now:
        return None
    # Some of PyTorch's own are wrong: its fake tensors are no real ones.
    theirs = wrong(carrier.program, carrier.load(carrier.path)) or {}
    left = [target for target in now if target not in theirs]
    if left and "decompose" in pipeline:
        try:
            program = carrier.load(carrier.path).run_decompositions()
        except Exception:
            return None
        theirs = wrong(carrier.program, program)
        left = [target for target in left if theirs is not None and target not in theirs]
    return Finding(pipeline, "val", now[left[0]]) if left else None
