"""Compares the table of lib/IR/Graph/AttributeNames.cpp with keywords of Python and the
attributes of the modules that torch.export and torch.fx make."""

import keyword
import pathlib
import re

import torch

from common import finish

ROOT = pathlib.Path(__file__).parents[3]


def attributes(module):
    return {name for name in dir(module) if not re.fullmatch("__.*__", name)}


def main():
    text = (ROOT / "lib/IR/Graph/AttributeNames.cpp").read_text()
    table = set(re.findall(r'^    "(\w+)"', text, re.MULTILINE))
    model = torch.nn.Sequential(torch.nn.ReLU())
    program = torch.export.export(model, (torch.zeros(1, 2),))
    wanted = {*keyword.kwlist, "self"}
    for module in (program.graph_module, program.module(), torch.fx.symbolic_trace(model)):
        wanted |= attributes(module) - {"0"}
    missing = sorted(wanted - table)
    for name in missing:
        print("missing:", name)
    finish(f"attribute names: {len(wanted)} of {len(table)} in the table", len(wanted),
           len(missing))


main()
