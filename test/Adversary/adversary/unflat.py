"""Programs that keep signatures of modules: torch.export.unflatten makes modules of them."""

import torch

from . import compare, observe, program as programs
from .finding import Finding


def unflattened(carrier, path, decomposed=False):
    """Two outcomes; an exception where PyTorch fails."""
    try:
        program = carrier.load(path)
        module = torch.export.unflatten(program.run_decompositions() if decomposed else program)
        return observe.observe_twice(module, lambda: programs.make_inputs(carrier.program))
    except Exception as error:
        return error


def differences(before, now, rules):
    for a, b in zip(before, now):
        for difference in compare.compare(a, b, rules):
            if difference.what in ("result", "input", "state", "randomness"):
                yield difference


def check(carrier, pipeline, result, rules):
    """The finding of a program that fx-opt wrote, or nothing."""
    if "preserve_module_call_signature" not in carrier.program.options:
        return None
    if "strip-metadata" in pipeline:
        return None  # Which modules nodes are of is what it strips.
    if "outline" in pipeline:
        # What is called as a graph of its own is in no module of the signatures.
        return None
    before = unflattened(carrier, carrier.path)
    if isinstance(before, Exception):
        return None
    now = unflattened(carrier, result)
    known = set()
    rules.names = False
    if rules.decomposes:
        # What PyTorch's own decompositions do to it, with writes that follow a call.
        theirs = unflattened(carrier, carrier.path, decomposed=True)
        if isinstance(theirs, Exception):
            return None
        known = {d.place for d in differences(before, theirs, rules)}
    if isinstance(now, Exception):
        return Finding(pipeline, "unflatten", "%s: %s" % (type(now).__name__, str(now).strip()[:200]))
    for difference in differences(before, now, rules):
        if difference.place not in known:
            return Finding(pipeline, "unflatten " + difference.what, str(difference))
    return None
