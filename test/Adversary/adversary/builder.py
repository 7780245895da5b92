"""Makes programs statement by statement; every statement has run.

A template is a statement's expression with places to fill in:

    {x} {z} {f} {g} {i} {b} {c}   a tensor: any, any, float, float, integer, bool, complex
    {w}                           one that may be written to
    {m} {v} {n}                   a float matrix, vector, tensor of at least two dimensions
    {y}                           a tensor of the sizes of the first one
    {s} {k} {d}                   a number, a small whole one, a dimension of the first tensor
    {e}                           a number that every float type holds: a constant of the program
    {h}                           a value that is a number
    {a|b|c}                       one of several texts

A letter that stands for a tensor stands for the same one everywhere in a template.
"""

import random
import re

import torch

from .observe import seed as start_randomness
from .program import NAMESPACE, Input, Program, run_setup



def eager_cond(condition, yes, no, operands=()):
    return yes(*operands) if condition else no(*operands)


def eager_while_loop(condition, body, values):
    while condition(*values):
        values = body(*values)
    return values


def eager_map(function, rows, *others):
    return torch.stack([function(row, *others) for row in rows.unbind(0)])


def eager_scan(step, start, rows, dim=0, reverse=False):
    made, carry = [], start
    for row in rows.unbind(dim)[:: -1 if reverse else 1]:
        carry, out = step(carry, row)
        made.append(out)
    return carry, torch.stack(made[:: -1 if reverse else 1])


#: Outside of torch.export PyTorch compiles these, which takes seconds.
EAGER = {"cond": eager_cond, "while_loop": eager_while_loop, "map": eager_map, "scan": eager_scan}

LIMIT = 3000
PLACE = re.compile(r"\{([^{}]*)\}")
TARGETS = re.compile(r"(?m)^\s*((?:v\d+)(?:, v\d+)*) = ")

NUMBERS = "0 1 2 -1 3 0.5 2.0 -1.5 0.25 1e-3 7 True False".split()
#: Those that some float type rounds.
ROUNDED = ["1e-3", "1e30", "2**31", "-2**40"]
NUMBERS += ["-0.0", "inf", "nan", "1e30", "float('-inf')", "2**31", "-2**40"]


class Builder:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.program = Program()
        self.count = 0
        #: A regular expression of what no statement may have.
        self.forbidden = None
        self.start()

    #===------------------------------------------------------------------===//
    # Running what there is
    #===------------------------------------------------------------------===//

    def start(self):
        """Begins anew and runs everything that the program has."""
        run_setup(self.program)
        self.names = {**NAMESPACE, **EAGER}
        start_randomness(11)
        self.names["self"] = torch.nn.Module()
        for statement in self.program.state:
            exec(statement, self.names)
        self.names["self"].train(self.program.training)
        start_randomness(7)
        for entry in self.program.inputs:
            self.names[entry.name] = eval(entry.value, self.names)
        start_randomness(0)
        for statement in self.program.body:
            exec(statement, self.names)

    def setup(self, statement):
        if statement not in self.program.setup:
            self.program.setup.append(statement)
            run_setup(self.program)

    def state(self, statement):
        """Adds a statement to the constructor, unless it fails."""
        try:
            exec(statement, self.names)
        except Exception:
            return False
        self.names["self"].train(self.program.training)
        self.program.state.append(statement)
        return True

    def input(self, name, value, default=None):
        self.names[name] = eval(value, self.names)
        self.program.inputs.append(Input(name, value, default))
        return name

    def statement(self, text):
        """Adds a statement to forward, unless it fails."""
        if self.forbidden and self.forbidden.search(text):
            return False
        try:
            exec(text, self.names)
            for target in self.targets(text):
                self.admit(self.names[target])
        except Exception:
            # It may have written before it failed.
            self.start()
            return False
        finally:
            torch.set_grad_enabled(True)
        self.program.body.append(text)
        return True

    @staticmethod
    def targets(text):
        return [t for found in TARGETS.findall(text) for t in found.split(", ")]

    def admit(self, value):
        for leaf in torch.utils._pytree.tree_leaves(value):
            if isinstance(leaf, torch.Tensor):
                if leaf.numel() > LIMIT or leaf.dim() > 7:
                    raise ValueError("too large")

    def new(self):
        self.count += 1
        return "v%d" % self.count

    def assign(self, expression):
        """Adds `vN = expression`; the name, or None where it fails."""
        name = self.new()
        return name if self.statement("%s = %s" % (name, expression)) else None

    #===------------------------------------------------------------------===//
    # Choosing
    #===------------------------------------------------------------------===//

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    def values(self, accepts):
        """Names of values of which a function thinks well, in order."""
        known = [i.name for i in self.program.inputs]
        known += [t for s in self.program.body for t in self.targets(s)]
        return [n for n in dict.fromkeys(known) if n in self.names and accepts(self.names[n])]

    def tensor(self, accepts=lambda t: True):
        """The name of a tensor, rather a new one."""
        found = self.values(lambda v: isinstance(v, torch.Tensor) and accepts(v))
        if not found:
            raise LookupError
        recent = found[-4:] if self.chance(0.6) else found
        return self.random.choice(recent)

    def number(self):
        return self.random.choice(NUMBERS[: 11 if self.chance(0.8) else None])

    def fill(self, template):
        """The text of a template; LookupError where nothing fits."""
        chosen = {}

        def place(match):
            kind = match[1]
            if kind in chosen:
                return chosen[kind]
            if kind in KINDS:
                accepts = KINDS[kind]
                if kind == "y" and chosen:
                    sizes = self.names[next(iter(chosen.values()))].shape
                    accepts = lambda t: t.shape == sizes
                chosen[kind] = self.tensor(accepts)
                return chosen[kind]
            if kind == "s":
                return self.number()
            if kind == "e":
                return next(n for n in iter(self.number, None) if n not in ROUNDED)
            if kind == "h":
                found = self.values(lambda v: type(v) in (int, float, bool))
                if not found:
                    raise LookupError
                return self.random.choice(found)
            if kind == "k":
                return str(self.random.randint(0, 3))
            if kind == "d":
                if not chosen:
                    raise LookupError
                rank = self.names[next(iter(chosen.values()))].dim()
                return str(self.random.randint(-rank, rank - 1)) if rank else "0"
            return self.random.choice(kind.split("|"))

        return PLACE.sub(place, template)

    def add(self, *templates, tries=4):
        """Adds the statement that one of the templates makes: `vN = template`, or
        the template itself behind a `!`."""
        for _ in range(tries):
            try:
                text = self.fill(self.random.choice(templates))
            except LookupError:
                continue
            if text.startswith("!"):
                if self.statement(text[1:].strip()):
                    return True
            elif self.assign(text):
                return True
        return False


def writable(tensor):
    if tensor.requires_grad and tensor.is_leaf:
        return False
    return tensor.numel() < 2 or 0 not in tensor.stride()


KINDS = {
    "x": lambda t: True,
    "y": lambda t: True,
    "z": lambda t: True,
    "g": lambda t: t.is_floating_point(),
    "n": lambda t: t.is_floating_point() and t.dim() >= 2,
    "f": lambda t: t.is_floating_point(),
    "i": lambda t: not t.is_floating_point() and not t.is_complex() and t.dtype != torch.bool,
    "b": lambda t: t.dtype == torch.bool,
    "c": lambda t: t.is_complex(),
    "w": writable,
    "m": lambda t: t.is_floating_point() and t.dim() == 2,
    "v": lambda t: t.is_floating_point() and t.dim() == 1,
}
