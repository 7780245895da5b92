"""A program on its way through torch.fx.symbolic_trace, native text and Python."""

import copy
import ctypes
import inspect
import os
import sys

import torch
import torch.fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.passes.fake_tensor_prop import FakeTensorProp

from . import observe, pipelines, program as programs, safetensors
from .exported import NotRun, first_line
from .pysource import generated

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(os.path.dirname(HERE)), "Differential", "Inputs"))
from native import native


class Traced:
    """What PyTorch makes of a program, before fx-opt sees it."""

    passes = pipelines.GRAPHS
    mixed = pipelines.GRAPHS
    forms = ["=plain", "=graph-json"]
    #: Whether fx-opt gets all the state that the program has, by its names.
    keeps_names = True
    ending = ".fx"
    #: Why fx-opt does not read what PyTorch runs.
    refusal = None

    def __init__(self, program, folder, tools):
        self.program, self.folder, self.tools = program, folder, tools
        self.path = os.path.join(folder, "program.fx")
        try:
            self.write()
            self.before = self.runs_with(self.original)
        except Exception as error:
            raise NotRun("trace: " + first_line(error)) from error

    @property
    def variants(self):
        # Types say which sizes inputs have.
        return [None, *(v for v in self.program.variants if v.kind != "sizes" or not self.typed)]

    def trace(self):
        observe.seed(3)
        traced = torch.fx.symbolic_trace(programs.make_module(self.program))
        # Tracing runs what is done to state alone.
        for tensor in observe.state_of(traced).values():
            programs.make_exact(tensor)
        return traced

    def original(self):
        return self.trace()

    def write(self):
        traced = self.trace()
        self.typed = infer(traced, *programs.make_inputs(self.program))
        storages = Storages()
        tree = list(members(traced, storages, "  "))
        text = native(traced.graph, "net", tree)
        text = text.replace("\ngraph():", '\nweights "program.safetensors"\ngraph():', 1)
        with open(self.path, "w") as file:
            file.write("fx 1\n" + text)
        safetensors.save(os.path.join(self.folder, "program.safetensors"), storages.rows())

    def plain(self):
        """The bytes that fx-opt writes without passes; a message where it cannot."""
        result = os.path.join(self.folder, "plain.fx")
        if message := self.tools.opt(self.path, "-o", result):
            return message
        with open(result, "rb") as file:
            return file.read()

    def load(self, path):
        """The text as Python source; a function that makes the module."""
        source = os.path.splitext(path)[0] + ".py"
        if message := self.tools.translate(path, "-o", source):
            raise RuntimeError("fx-translate: " + message)
        kind = generated(source)
        # Where the tree does not tell how to make a module, the class takes them.
        takes = "root" in inspect.signature(kind.__init__).parameters
        return lambda: (kind(self.trace()) if takes else kind()).train(self.program.training)

    def runs_of(self, make, kinds=None, backward=True):
        return self.runs_with(make)

    def runs_with(self, make, dense=False):
        found = []
        for variant in self.variants:
            try:
                found.append(observe.observe_twice(
                    make(), lambda: programs.make_inputs(self.program, variant, dense)))
            except Exception as error:
                if variant is None:
                    raise
                found.append(first_line(error))
        return found

    def elsewhere(self):
        """What the program does where its state lies elsewhere, where it is not trained, and
        where no input has gaps."""
        for place in observe.move_state, observe.freeze_state:
            yield self.runs_with(lambda: place(self.original()))
        yield self.runs_with(self.original, dense=True)

    def further(self, pipeline, result, loaded, rules):
        return None

    def decomposed(self):
        return RuntimeError("text of torch.fx has no decompositions")


def infer(traced, args, kwargs):
    """Gives nodes the types that rules ask for; false where no fake tensors know them."""
    # It counts the batches of normalizations.
    twin = copy.deepcopy(traced)
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    try:
        FakeTensorProp(twin, mode).propagate(*args, *kwargs.values())
    except Exception:
        return False
    for node, known in zip(traced.graph.nodes, twin.graph.nodes):
        if "val" in known.meta:
            node.meta["val"] = known.meta["val"]
    return True


class Storages:
    """The storages of tensors as rows of bytes."""

    def __init__(self):
        self.names, self.kept = {}, []

    def name(self, tensor):
        storage = tensor.untyped_storage()
        if storage._cdata not in self.names:
            self.names[storage._cdata] = "storage%d" % len(self.kept)
            self.kept.append(storage)
        return self.names[storage._cdata]

    def rows(self):
        return {
            self.names[s._cdata]: torch.tensor(list(ctypes.string_at(s.data_ptr(), s.nbytes())), dtype=torch.uint8)
            for s in self.kept
        }


def arguments(module):
    """What the constructor of a module of torch.nn was given, as far as it matters."""
    given = []
    for parameter in inspect.signature(type(module)).parameters.values():
        name = parameter.name
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            continue
        value = getattr(module, name, parameter.default)
        if value is parameter.empty:
            return ""  # Layers of transformers do not keep what they need.
        if isinstance(module, torch.nn.MultiheadAttention):
            # It does not keep these, only what they made.
            value = {"bias": module.in_proj_bias is not None,
                     "add_bias_kv": module.bias_k is not None}.get(name, value)
        elif name == "bias" and not isinstance(value, bool):
            value = value is not None
        if value is parameter.default or (value == parameter.default and type(value) is type(parameter.default)):
            continue
        if value is None or isinstance(value, (bool, int, float, str, tuple)):
            given.append("%s=%s" % (name, '"%s"' % value if isinstance(value, str) else value))
    return ", ".join(given)


def members(module, storages, indent):
    """The lines of a module tree."""
    for role, table in (
        ("parameter", module._parameters), ("buffer", module._buffers), ("constant", vars(module)),
    ):
        for name, tensor in table.items():
            if isinstance(tensor, torch.Tensor):
                extra = ""
                if name in module._non_persistent_buffers_set:
                    extra = ", persistent=False"
                yield '%s%s = %s(type=tensor(%s, %s, %s, device("cpu"), offset=%d), record="%s"%s)' % (
                    indent, name, role, tensor.dtype, tuple(tensor.shape), tuple(tensor.stride()),
                    tensor.storage_offset(), storages.name(tensor), extra)
    for name, inner in module.named_children():
        kind = type(inner)
        known = kind.__module__.startswith("torch.nn")
        spelled = "torch.nn." + kind.__name__ if known else "my." + kind.__name__
        lines = list(members(inner, storages, indent + "  "))
        head = "%s%s = %s(%s)%s" % (
            indent, name if not name.isdigit() else '"%s"' % name, spelled,
            arguments(inner) if known else "",
            " training" if inner.training else "")
        if lines:
            yield head + " {"
            yield from lines
            yield indent + "}"
        else:
            yield head
