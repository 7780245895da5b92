"""Models as people write them: attention, loops, images, experts, codes.

The texts are in ../models. A model begins with `model:` and its name. Behind
`inputs:`, `state:` and `forward:` are statements; a statement goes on in the lines below
that are indented. `{a|b}` is one of several texts, and a capital letter in inputs a size,
which may be dynamic. Further lines say `training: yes`, `gradients: yes` and, of a model
that torch.fx.symbolic_trace does not record, `traced: no`.
"""

import glob
import os
import re

from . import INGREDIENTS, program_class
from ..program import Variant
from .traced import FORBIDDEN

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "models")
CHOICE = re.compile(r"\{([^{}]*\|[^{}]*)\}")
SIZE = re.compile(r"\b[A-Z]\b")
TARGETS = re.compile(r"(?m)^\s*(\w+(?:, \w+)*) = ")
LISTS = "inputs", "state", "forward"


def read():
    """The models by name: lists of statements, and what else is said of them."""
    found = {}
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.models"))):
        with open(path) as file:
            lines = file.read().splitlines()
        for line in lines:
            if not line.strip() or line.startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if key == "model":
                model = found[value.strip()] = {name: [] for name in LISTS}
            elif key in LISTS and colon and not value:
                statements = model[key]
            elif key in ("training", "gradients", "traced"):
                model[key] = value.strip()
            elif line.startswith(" "):
                statements[-1] += "\n" + line
            else:
                statements.append(line)
    return found


MODELS = read()


def choose(b, text):
    return CHOICE.sub(lambda match: b.random.choice(match[1].split("|")), text)


def renamed(statements, known):
    """What statements assign is called v1, v2 and so on, as in all programs."""
    names = dict.fromkeys(known)
    for statement in statements:
        for targets in TARGETS.findall(statement):
            for target in targets.split(", "):
                if not target.startswith("self"):
                    names.setdefault(target)
    count = 0
    for name in names:
        if name not in known:
            count += 1
            names[name] = "v%d" % count
    # Not the names of members, and of keywords.
    pattern = re.compile(r"(?<![\w.'])(%s)(?![\w'])(?!=[^=])" % "|".join(map(re.escape, names)))
    return [pattern.sub(lambda m: names[m[1]] or m[1], s) for s in statements], count


def sizes_of(b, name, values):
    return SIZE.sub(lambda match: str(values[match[0]]), name)


def add_inputs(b, statements):
    """Inputs, and others with other sizes where these are dynamic."""
    values = {"N": b.pick(2, 2, 3), "T": b.pick(3, 4, 5)}
    others = [{"N": values["N"] + 1, "T": values["T"] - 1}, {"N": 5, "T": 2}]
    dynamic = b.chance(0.5)
    texts = [dict() for _ in others]
    for statement in statements:
        name, value = choose(b, statement).split(" = ", 1)
        b.input(name, sizes_of(b, value, values))
        for text, sizes in zip(texts, others):
            text[name] = sizes_of(b, value, sizes)
        tensor = eval(sizes_of(b, value, others[0]), dict(b.names))
        if isinstance(tensor, int):
            continue
        was = b.names[name]
        at = [i for i, (a, c) in enumerate(zip(was.shape, tensor.shape)) if a != c]
        if dynamic and at:
            kind = b.pick("Dim.AUTO", "Dim.DYNAMIC")
            b.program.dynamic[name] = "{%s}" % ", ".join("%d: %s" % (i, kind) for i in at)
    if b.program.dynamic:
        b.program.variants = [Variant("sizes", text) for text in texts]


def add_model(b, name):
    """The statements of a model."""
    model = MODELS[name]
    add_inputs(b, model["inputs"])
    b.program.training = model.get("training") == "yes" or b.chance(0.3)
    for statement in model["state"]:
        b.state(choose(b, statement))
    statements, b.count = renamed([choose(b, s) for s in model["forward"]], [i.name for i in b.program.inputs])
    for statement in statements:
        b.statement(statement)
    b.program.gradients = model.get("gradients") == "yes" and b.program.source == "export"


def model_inputs(source):
    names = [n for n, m in MODELS.items() if source == "export" or m.get("traced") != "no"]

    def make(b):
        b.program.source = source
        add_model(b, b.random.choice(names))
        if source != "export":
            b.program.dynamic = {}
            b.forbidden = FORBIDDEN

    return make


#: A model is a program by itself.
INGREDIENTS["nothing"] = lambda b: True
REST = {"nothing": 12, "pointwise": 1, "view": 1, "write": 1, "read view": 1}
program_class("models", model_inputs("export"), **REST)
program_class("traced models", model_inputs("fx"), **REST)
program_class("jit models", model_inputs("jit"), **REST)
