"""Makes a random program of a class."""

import re

from . import classes, scripts
from .builder import Builder
from .program import Variant
from .tensors import tensor

STRUCTURES = ["({},)"] * 6 + ["[{}]", "{{'first': ({},)}}", "(({},), {{'rest': [1, None]}})"]
#: What torch.export refuses: a bool of Python that data decide.
NOT_EXPORTED = re.compile(r"torch\.equal\(")
#: What programs of every class may have besides.
COMMON = {"view": 2, "write": 1, "pointwise": 2, "read view": 1, "reduction": 1}


def generate(seed, only=None):
    """The program of a seed; of the classes in only, if there are any."""
    classes.load()
    builder = Builder(seed)
    names = sorted(only or classes.CLASSES)
    kind = names[seed % len(names)]
    builder.program.kind = kind
    inputs = classes.INPUTS.get(kind, plain_inputs)
    inputs(builder)
    builder.forbidden = builder.forbidden or NOT_EXPORTED
    weights = dict(classes.CLASSES[kind])
    length = builder.pick(3, 5, 8, 8, 12, 16)
    for _ in range(length):
        table = COMMON if builder.chance(0.15) else weights
        name = builder.random.choices(list(table), list(table.values()))[0]
        classes.INGREDIENTS[name](builder)
    program = builder.program
    choose_results(builder)
    use_regions(builder)
    if program.source == "script":
        scripts.settle(builder)
    prune(builder)
    program.structure = builder.pick(*STRUCTURES[: 7 if program.source != "export" else None])
    if not program.variants:
        add_variants(builder)
    if program.source == "export":
        # There PyTorch's values of products in a region have the wrong type.
        if builder.chance(0.1) and kind != "autocast":
            program.options["strict"] = "True"
        program.decomposed = builder.chance(0.08)
    return program


def plain_inputs(builder):
    sizes = builder.pick([3, 4], [4], [2, 3], [2, 2, 3], [4, 4], [1, 3, 4, 4], [6], [])
    for name in "xyz"[: builder.pick(1, 2, 2, 3)]:
        if builder.chance(0.65):
            builder.input(name, tensor(builder.random, sizes))
        else:
            builder.input(name, tensor(builder.random))


def choose_results(builder):
    """What is returned: rather new values, at times one twice, or an input."""
    import torch

    simple = (torch.Tensor, int, float, bool, type(None))
    names = builder.values(lambda v: isinstance(v, simple))
    made = [n for n in names if re.fullmatch(r"v\d+", n)] or names
    tensors = [n for n in made if isinstance(builder.names[n], torch.Tensor)]
    results = builder.random.sample(made, min(len(made), builder.random.randint(1, 3)))
    if tensors:
        results.append(tensors[-1])
    if builder.chance(0.1):
        results.append(builder.random.choice(names))
    if builder.chance(0.08):
        results.append(results[0])
    if not builder.chance(0.1):
        results = list(dict.fromkeys(results))
    builder.program.results = results


def use_regions(builder):
    """PyTorch does not save a region of which nothing is used."""
    import torch

    program = builder.program
    for place, statement in enumerate(program.body):
        if not statement.startswith("with "):
            continue
        made = builder.targets(statement)
        rest = "\n".join([*program.body[place + 1:], *program.results])
        if not any(re.search(r"\b%s\b" % name, rest) for name in made):
            tensors = [n for n in made if isinstance(builder.names[n], torch.Tensor)]
            program.results += tensors[-1:]


def prune(builder):
    """Drops inputs that nothing names, but for a few."""
    program = builder.program
    text = "\n".join([*program.body, *program.results, *(i.value for i in program.inputs)])
    for entry in list(program.inputs):
        if not re.search(r"\b%s\b" % entry.name, text) and builder.chance(0.8):
            if len(program.inputs) > 1:
                program.inputs.remove(entry)


def add_variants(builder):
    """Inputs that share memory, and inputs that lie otherwise in it."""
    import torch

    program = builder.program
    tensors = {
        i.name: builder.names[i.name] for i in program.inputs
        if isinstance(eval_input(builder, i), torch.Tensor)
    }
    alike = [
        (a, b) for a in tensors for b in tensors
        if a < b and describe(tensors[a]) == describe(tensors[b])
    ]
    if alike:
        first, second = builder.random.choice(alike)
        value = builder.pick(first, "%s.view(%s.shape)" % (first, first), "%s.detach()" % first)
        program.variants.append(Variant("alias", {second: value}))
    if tensors:
        name = builder.random.choice(sorted(tensors))
        sizes, dtype = describe(tensors[name])
        if sizes:
            layout = builder.pick(
                "transposed", "step", "rows", "last", "flipped", "channels_last", "expanded")
            value = tensor(builder.random, sizes, str(dtype).split(".")[1], layout)
            program.variants.append(Variant("layout", {name: value}))


def eval_input(builder, entry):
    return eval(entry.value, dict(builder.names))


def describe(value):
    return list(value.shape), value.dtype
