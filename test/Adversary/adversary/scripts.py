"""Leaves out of a program what TorchScript does not compile."""

import re

import torch

from . import program as programs
from .builder import Builder

#: What the compiler marks in the source.
MARKED = re.compile(r"^(.*)\n[ ]*~+[ ~.]*<--- HERE", re.M)
LIMIT = 20


def settle(builder):
    """Drops the statements that torch.jit.script refuses, and what needs them."""
    program = builder.program
    for _ in range(LIMIT):
        try:
            torch.jit.script(programs.make_module(program))
            return
        except Exception as error:
            marked = [line.strip() for line in MARKED.findall(str(error))]
        bad = [s for s in program.body if any(line in s for line in marked if line)]
        if not bad:
            return  # It will be skipped.
        drop(program, bad[-1])
    return


def drop(program, statement):
    """Takes out a statement and those that need its values."""
    lost = set(Builder.targets(statement))
    kept = []
    for other in program.body:
        if other is statement or lost & set(re.findall(r"\bv\d+\b", other)):
            lost |= set(Builder.targets(other))
        else:
            kept.append(other)
    program.body = kept
    program.results = [r for r in program.results if r not in lost] or [program.inputs[0].name]
