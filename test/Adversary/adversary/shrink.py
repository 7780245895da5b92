"""Cuts a program down as long as the same is wrong with it."""

import re
import time

from . import pipelines
from .builder import Builder
from .simpler import simpler

#: Seconds.
BUDGET = 60


class Shrinker:
    """check(program, pipeline) gives a Finding or nothing; it must not raise."""

    def __init__(self, check, budget=BUDGET):
        self.check = check
        self.end = time.monotonic() + budget

    def shrink(self, program, finding):
        """The smallest program and its finding."""
        self.program, self.finding, self.kind = program, finding, finding.kind()
        self.passes()
        steps = [
            self.variants, self.options, self.results, self.body, self.renamed, self.body,
            self.results, self.inputs, self.state, self.passes, self.body, self.plain, self.inner,
            self.body, self.inputs, self.state,
        ]
        for step in steps:
            step()
        return self.program, self.finding

    def attempt(self, program, pipeline=None):
        """Takes the program if the same is wrong with it."""
        if time.monotonic() > self.end:
            return False
        finding = self.check(program, pipeline or self.finding.pipeline)
        if finding is None or finding.kind() != self.kind:
            return False
        self.program, self.finding = program, finding
        return True

    def passes(self):
        parts = pipelines.split(self.finding.pipeline)
        if len(parts) < 2:
            return
        for part in dict.fromkeys(parts):
            if self.attempt(self.program, part):
                return
        at = 0
        while len(parts) > 1 and at < len(parts):
            fewer = parts[:at] + parts[at + 1:]
            if self.attempt(self.program, ",".join(fewer)):
                parts = fewer
            else:
                at += 1

    def variants(self):
        if self.program.variants and not self.attempt(self.program.copy(variants=[])):
            for variant in self.program.variants:
                if self.attempt(self.program.copy(variants=[variant])):
                    break

    def options(self):
        for changes in (
            {"options": {}}, {"decomposed": False}, {"dynamic": {}}, {"training": False},
            {"gradients": False}, {"structure": "({},)"},
        ):
            name, value = next(iter(changes.items()))
            if getattr(self.program, name) != value:
                self.attempt(self.program.copy(**changes))

    def drop(self, field, least=0):
        """Drops items of a list, large parts first, the last ones first."""
        size = max(1, len(getattr(self.program, field)) // 2)
        while size:
            at = len(getattr(self.program, field)) - size
            while at >= 0:
                items = getattr(self.program, field)
                if len(items) - size >= least:
                    self.attempt(self.program.copy(**{field: items[:at] + items[at + size:]}))
                at -= size
            size //= 2

    def results(self):
        self.drop("results", 1)

    def body(self):
        self.drop("body")

    def state(self):
        self.drop("state")

    def inputs(self):
        self.drop("inputs", 1)

    def renamed(self):
        """Puts an operand into the place of what was made of it."""
        at = len(self.program.body) - 1
        while at >= 0 and at < len(self.program.body):
            statement = self.program.body[at]
            targets = Builder.targets(statement)
            if len(targets) == 1:
                operands = re.findall(r"\b(?:v\d+|[xyz])\b", statement.split("=", 1)[1])
                for operand in dict.fromkeys(operands):
                    def replace(text):
                        return re.sub(r"\b%s\b" % targets[0], operand, text)

                    body = self.program.body
                    changed = self.program.copy(
                        body=body[:at] + [replace(s) for s in body[at + 1:]],
                        results=[replace(r) for r in self.program.results],
                    )
                    if self.attempt(changed):
                        break
            at -= 1

    def inner(self):
        """What statements have in them: the functions of branches and loops, regions."""
        at = 0
        while at < len(self.program.body):
            body = self.program.body
            tries = (
                self.attempt(self.program.copy(body=[*body[:at], text, *body[at + 1:]]))
                for text in simpler(body[at]) if len(text) < len(body[at]) or "\n" in body[at]
            )
            if not any(tries):
                at += 1

    def plain(self):
        """Inputs with plain contents."""
        for place, entry in enumerate(self.program.inputs):
            for pattern, value in (
                (r"torch\.(?:randn|randint)\(.*?(\([\d, ]*\)).*?\)", r"torch.ones(\1)"),
            ):
                simple = re.sub(pattern, value, entry.value)
                if simple == entry.value:
                    continue
                inputs = list(self.program.inputs)
                inputs[place] = type(entry)(entry.name, simple, entry.default)
                self.attempt(self.program.copy(inputs=inputs))
