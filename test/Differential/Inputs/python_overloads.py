"""The overloads of methods and Python's functions: what fx-opt says and what PyTorch calls.

    python_overloads.py FOLDER

An exported program may not call the functions, so the verifier names the overload that
each call is. make_fx records the one that PyTorch calls. Calls that PyTorch records as
several operators, or as another one, are counted and left out.
"""
import os
import pathlib
import re
import subprocess
import sys

import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

import python_values as values
from common import finish

# Names of one computation: Python's own code calls the second one.
SAME = {
    ("norm.ScalarOpt_dim", "linalg_vector_norm.default"),
    ("norm.Scalar", "linalg_vector_norm.default"),
    ("split.sizes", "split_with_sizes.default"),
    ("to.other", "to.device"),
    ("transpose.int", "swapaxes.default"),
}

HEADER = """fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
"""


def recorded(text, tensors):
    """The overloads that PyTorch calls, as native text names them."""
    callee, _, rest = text.partition("(")
    prefix = callee if "." in callee else f"X.{callee}"
    names = list(tensors)
    function = eval(f"lambda {', '.join(names)}: {prefix}({rest}", {"torch": torch, "F": F})
    try:
        graph = make_fx(function, pre_dispatch=True)(*[t.clone() for t in tensors.values()]).graph
    except (AttributeError, RuntimeError, TypeError):
        return []
    return [f"torch.ops.{n.target}" for n in graph.nodes if isinstance(n.target, torch._ops.OpOverload)]


def short(overload):
    return overload.removeprefix("torch.ops.aten.")


def named(path, texts, tensors):
    """The overloads that fx-opt names, by call."""
    spec = 'input_spec: ("user_input",), '
    lines = [f"    %{n} = placeholder[target={n}] {{{spec}val: {values.value(t)}}}" for n, t in tensors.items()]
    calls = {}
    for text in texts:
        if line := values.call_line(len(lines), text, tensors):
            lines.append(line)
            calls[len(lines) + HEADER.count("\n")] = text
    path.write_text(HEADER + "\n".join(lines) + "\n    return %X\n")
    done = subprocess.run([os.environ["FX_OPT"], path, "-o", path.with_suffix(".out.fx")],
                          capture_output=True, text=True)
    said, line = dict.fromkeys(calls.values(), "nothing"), None
    for message in done.stderr.splitlines():
        if place := re.match(r".*?:(\d+):\d+: error: ", message):
            line = int(place[1])
        elif "note: " in message and line in calls:
            said[calls[line]] = message.rpartition(" ")[2]
    return said


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {"X": values.base, **values.OTHERS}
    texts, said = values.METHODS + values.FUNCTIONS, {}
    # After twenty errors fx-opt stops.
    for first in range(0, len(texts), 16):
        said |= named(folder / f"calls-{first}.fx", texts[first:first + 16], tensors)
    equal, wrong, other = 0, 0, 0
    for text, chosen in said.items():
        calls = recorded(text, tensors)
        if len(calls) != 1 or not chosen.startswith("torch.ops.aten."):
            other += 1
            print("other:", text, "--", chosen, calls)
        elif chosen == calls[0] or (short(chosen), short(calls[0])) in SAME:
            equal += 1
        else:
            wrong += 1
            print("wrong:", text, "--", chosen, "is", calls[0])
    finish(f"overloads: {equal} equal, {other} not compared", equal, wrong)


main(*sys.argv[1:])
