"""Whether the `val` of each node is what the node computes."""

import operator

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from . import program as programs
from .finding import Finding


class Seen(Exception):
    """All that is looked at has run."""


class Watcher(torch.fx.Interpreter):
    """Notes the nodes whose values are not what `val` says, by their targets."""

    def __init__(self, module, exactly, last=None):
        super().__init__(module)
        self.wrong = {}
        self.exactly, self.last = exactly, last

    def run_node(self, node):
        value = super().run_node(node)
        if node.op == "placeholder" or node.target is operator.getitem:
            return value  # State that an earlier run resized; and what is compared as a part.
        text = difference(node.meta.get("val"), value, self.exactly)
        if text and (self.exactly or not self.fake_agrees(node)):
            self.wrong.setdefault(str(node.target), "%s: %s" % (node.target, text))
        if node.name == self.last:
            raise Seen
        return value

    def fake_agrees(self, node):
        """Whether PyTorch's fake tensors, which are not real ones, say the same of a call."""
        if node.op != "call_function":
            return False
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        args, kwargs = torch.utils._pytree.tree_map_only(
            torch.Tensor, mode.from_tensor, self.fetch_args_kwargs_from_env(node))
        with mode:
            return not difference(node.meta.get("val"), node.target(*args, **kwargs))


def difference(val, value, exactly=False):
    """What differs; strides of dimensions with one place do so exactly."""
    if isinstance(val, (list, tuple)) and isinstance(value, (list, tuple)):
        return next(filter(None, (difference(a, b, exactly) for a, b in zip(val, value))), None)
    if not isinstance(val, torch.Tensor) or not isinstance(value, torch.Tensor):
        return None
    if val.dtype != value.dtype and not value.is_quantized:
        return "%s where val says %s" % (value.dtype, val.dtype)
    # What is symbolic may be any number.
    apart = lambda a, b: type(a) is int and a != b
    if val.dim() != value.dim() or any(map(apart, val.shape, value.shape)):
        return "%s where val says %s" % (list(value.shape), list(val.shape))
    if value.numel() and value.layout == torch.strided and not value.is_quantized:
        places = [i for i, n in enumerate(value.shape) if n > 1 or exactly]
        if any(apart(val.stride(i), value.stride(i)) for i in places):
            return "strides %s where val says %s" % (value.stride(), val.stride())
    return None


#: Graphs inside that run as they are; branches and loops PyTorch would compile.
MODES = {"wrap_with_set_grad_enabled", "wrap_with_autocast"}


def wrong(program, exported, exactly=False, last=None):
    """Runs the graph node by node, to the one that is called last; what is wrong by target,
    None where that cannot be."""
    for node in exported.graph.nodes:
        if node.name == last:
            break
        if isinstance(node.target, torch._ops.HigherOrderOperator) and str(node.target) not in MODES:
            return None
    args, kwargs = programs.make_inputs(program)
    watcher = Watcher(exported.graph_module, exactly, last)
    try:
        with torch.no_grad():
            watcher.run(*exported._graph_module_flat_inputs(args, kwargs))
    except Seen:
        pass
    except Exception:
        return None
    return watcher.wrong


def is_wrong(carrier, name):
    """Whether what PyTorch exports says of a node is not what the node computes."""
    exported = getattr(carrier, "exported", None)
    targets = {n.name: str(n.target) for n in exported.graph.nodes} if exported else {}
    if name not in targets:
        return False
    found = wrong(carrier.program, carrier.load(carrier.path), exactly=True, last=name) or {}
    return targets[name] in found


def resizes_state(carrier):
    """Whether what PyTorch exports says of state is what the program's end has made of it."""
    exported = getattr(carrier, "exported", None)
    if not exported:
        return False
    saved = carrier.load(carrier.path)
    state = {**saved.state_dict, **saved.constants}
    examples = {node.name: node.meta.get("val") for node in exported.graph.nodes}
    for spec in exported.graph_signature.input_specs:
        value, example = state.get(spec.target), examples.get(spec.arg.name)
        if isinstance(value, torch.Tensor) and isinstance(example, torch.Tensor):
            if value.shape != example.shape:
                return True
    return False


def check(carrier, pipeline, result, loaded):
    """The finding of a program that fx-opt wrote to a file and that ran, or nothing."""
    if "decompose" in pipeline and any("_add_batch_dim" in str(n.target) for n in loaded.graph.nodes):
        return None  # Calls inside torch.vmap stay, and with them what they say of strides.
    if resizes_state(carrier):
        return None  # What follows from that is not what is computed.
    # State that a run resized is not what it was; the file has it.
    now = wrong(carrier.program, loaded) and wrong(carrier.program, carrier.load(result))
    if not now:
        return None
    # Some of PyTorch's own are wrong: its fake tensors are not real ones.
    theirs = wrong(carrier.program, carrier.load(carrier.path)) or {}
    if theirs and "decompose" in pipeline:
        return None  # What it says of other operators follows from what PyTorch said.
    left = [target for target in now if target not in theirs]
    if left and "decompose" in pipeline:
        try:
            program = carrier.load(carrier.path).run_decompositions()
        except Exception:
            return None
        theirs = wrong(carrier.program, program)
        left = [target for target in left if theirs is not None and target not in theirs]
    return Finding(pipeline, "val", now[left[0]]) if left else None
