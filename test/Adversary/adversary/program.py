"""A generated program: small pieces of Python, so that it can be cut down.

Every part is text. A program is a module with statements in its constructor and in
its forward, inputs that are expressions, and further sets of inputs.
"""

import dataclasses
import linecache
import math
import operator
import textwrap

import torch

from . import observe

IMPORTS = """\
import math, operator
import torch
from torch import cond, inf, nan, nn
from torch.nn import functional as F
from torch._higher_order_ops import associative_scan, map, scan, while_loop
from torch.export import Dim
"""


@dataclasses.dataclass
class Input:
    """A parameter of forward, and what it is called with."""

    name: str
    value: str
    #: Given by keyword, with this default.
    default: str = None


@dataclasses.dataclass
class Variant:
    """Other values for the inputs, by name. Later ones may name earlier ones."""

    kind: str
    values: dict


@dataclasses.dataclass
class Program:
    kind: str = ""
    #: Statements that run once in a process: operators, classes.
    setup: list = dataclasses.field(default_factory=list)
    #: Statements of the constructor.
    state: list = dataclasses.field(default_factory=list)
    inputs: list = dataclasses.field(default_factory=list)
    body: list = dataclasses.field(default_factory=list)
    #: Expressions that are returned.
    results: list = dataclasses.field(default_factory=list)
    #: How they are returned: what format() makes of their list.
    structure: str = "({},)"
    variants: list = dataclasses.field(default_factory=list)
    #: The dynamic sizes by input: text of a dictionary of torch.export.
    dynamic: dict = dataclasses.field(default_factory=dict)
    #: Further arguments of torch.export.export.
    options: dict = dataclasses.field(default_factory=dict)
    training: bool = False
    #: Whether gradients are compared.
    gradients: bool = False
    #: Whether run_decompositions() comes before it is saved.
    decomposed: bool = False
    #: How it becomes a graph: export, or fx for symbolic_trace.
    source: str = "export"
    #: Schemas of its operators, for --schema.
    schemas: list = dataclasses.field(default_factory=list)

    def code(self):
        """The text of its class."""
        arguments = ["self"]
        if any(i.default is None for i in self.inputs):
            arguments += [i.name for i in self.inputs if i.default is None]
        if any(i.default is not None for i in self.inputs):
            arguments += ["*"] + [
                "%s=%s" % (i.name, i.default) for i in self.inputs if i.default is not None
            ]
        lines = ["class Net(nn.Module):"]
        if self.state:
            lines += ["    def __init__(self):", "        super().__init__()"]
            lines += [textwrap.indent(s, 8 * " ") for s in self.state]
        lines.append("    def forward(%s):" % ", ".join(arguments))
        lines += [textwrap.indent(s, 8 * " ") for s in self.body]
        lines.append("        return " + self.structure.format(", ".join(self.results)))
        return "\n".join(lines) + "\n"

    def copy(self, **changes):
        return dataclasses.replace(self, **changes)

    def values_of(self, variant=None):
        """The text of each input in a variant."""
        values = {i.name: i.value for i in self.inputs}
        if variant is not None:
            values.update({n: v for n, v in variant.values.items() if n in values})
        return values


def namespace():
    """What the code of a program may name."""
    names = {}
    exec(IMPORTS, names)
    return names


NAMESPACE = namespace()
#: The statements of setup that ran in this process.
_DONE = set()


def run_setup(program):
    for statement in program.setup:
        if statement not in _DONE:
            exec(statement, NAMESPACE)
            _DONE.add(statement)


def source_name(code):
    """A name under which TorchScript finds the text of a class."""
    name = "<program %d>" % (hash(code) & 0xFFFFFF)
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    return name


def make_exact(tensor):
    """Gives a weight values that every float type holds: casts of them are exact."""
    if not tensor.is_floating_point() or tensor.element_size() == 1:
        return
    if tensor.layout != torch.strided:
        return
    if 0 in tensor.stride():
        return
    with torch.no_grad():
        rounded = tensor.bfloat16()
        half = rounded.half()
        tensor.copy_(torch.where(half.isinf(), rounded, half.bfloat16()))


def make_module(program):
    """An object of the class that the program is. Its state is the same each time."""
    run_setup(program)
    names = dict(NAMESPACE)
    code = program.code()
    exec(compile(code, source_name(code), "exec"), names)
    observe.seed(11)
    module = names["Net"]()
    for tensor in observe.state_of(module).values():
        make_exact(tensor)
    return module.train(program.training)


def without_gaps(value):
    return value.contiguous().clone() if value.layout == torch.strided else value


def make_inputs(program, variant=None, dense=False):
    """The positional inputs and those by keyword; `dense` lays them out one element after
    the other."""
    names = dict(NAMESPACE)
    observe.seed(7)
    args, kwargs = [], {}
    for name, value in program.values_of(variant).items():
        names[name] = eval(value, names)
    for entry in program.inputs:
        if entry.default is None:
            args.append(names[entry.name])
        else:
            kwargs[entry.name] = names[entry.name]
    if dense:
        return torch.utils._pytree.tree_map_only(torch.Tensor, without_gaps, (tuple(args), kwargs))
    return tuple(args), kwargs


def dynamic_shapes(program):
    """What torch.export.export is told of sizes."""
    if not program.dynamic:
        return None
    return {
        i.name: eval(program.dynamic.get(i.name, "None"), dict(NAMESPACE))
        for i in program.inputs
    }


def export(program):
    """The program as torch.export has it; raises what PyTorch raises."""
    module = make_module(program)
    args, kwargs = make_inputs(program)
    options = {k: eval(v, dict(NAMESPACE)) for k, v in program.options.items()}
    observe.seed(3)
    exported = torch.export.export(
        module, args, kwargs, dynamic_shapes=dynamic_shapes(program), **options
    )
    return exported.run_decompositions() if program.decomposed else exported
