"""Calls that PyTorch refuses at meta level are refused by the rules for values.

refusals.py               a sample of mistakes
refusals.py --all         all of them; takes minutes
refusals.py --only=REGEX  the operators whose name matches
refusals.py --seed=N      another sample
refusals.py --show=N      N calls of each operator for which a refused call has a value

value_calls.txt has calls that PyTorch makes. Each is made again with a mistake: a
number that is out of range, negative or repeated, a list that is too short or too long,
a tensor of another rank, size or dtype. Some are none: what PyTorch makes of such a call
fx-opt has to infer, unless the kernel disagrees with the fake tensors. Of what they refuse, fx-opt either says that it cannot be
computed, which the verifier reports for programs, or knows no value.
"""

import argparse
import collections
import copy
import logging
import os
import random
import re
import sys

import torch

from common import Comparison

from torch._subclasses import fake_tensor

from value_table import KERNELS, TENSOR, Call, Program, Variant, described, real, table_lines

# What fake tensors do not know, PyTorch may yet compute.
NO_ANSWER = tuple(
    getattr(fake_tensor, name)
    for name in (
        "UnsupportedFakeTensorException",
        "DataDependentOutputException",
        "DynamicOutputShapeException",
        "UnsupportedOperatorException",
    )
) + (NotImplementedError, MemoryError)
JUDGEMENT = re.compile(r".*?:(\d+):\d+: (error|remark): (.*)")


def places(argument, path=()):
    """The parts of an argument, as paths of indices."""
    yield path, argument
    if isinstance(argument, list):
        for i, part in enumerate(argument):
            yield from places(part, (*path, i))


def other_integers(n):
    return dict.fromkeys([-1, 0, 1, -n - 1, n + 1, n - 1, -7, 7]).keys() - {n}


def other_tensors(dtype, sizes):
    for i in range(len(sizes)):
        for n in (sizes[i] + 1, 0, 1):
            yield dtype, sizes[:i] + [n] + sizes[i + 1 :]
    if sizes:
        yield dtype, sizes[1:]
        yield dtype, sizes[:-1]
    yield dtype, [2] + sizes
    yield dtype, sizes + [1]
    for other in ("i64", "b8", "c64", "f64"):
        if other != dtype:
            yield other, sizes


def others(argument):
    """What may stand in place of an argument."""
    if isinstance(argument, bool) or argument is None:
        return
    if isinstance(argument, int):
        yield from sorted(other_integers(argument))
    elif isinstance(argument, list):
        if argument and all(isinstance(part, int) for part in argument):
            yield []
        if argument:
            yield argument[:-1]
            yield argument + argument[-1:]
        if len(argument) > 1:
            yield argument[:1] * len(argument)
    elif isinstance(argument, str):
        match = TENSOR.match(argument)
        if match:
            sizes = [int(n) for n in match[2].split(",") if n]
            for dtype, sizes in other_tensors(match[1], sizes):
                yield f"{dtype}[{','.join(map(str, sizes))}]"


def with_mistakes(args, kwargs):
    """The call with another value in one place."""
    whole = [args, list(kwargs.values())]
    for path, part in places(whole):
        if len(path) < 2:
            continue
        for other in others(part):
            changed = copy.deepcopy(whole)
            holder = changed
            for i in path[:-1]:
                holder = holder[i]
            holder[path[-1]] = other
            yield changed[0], dict(zip(kwargs, changed[1]))


def answer(mode, call):
    """What fake tensors say: a value, a text for a refusal, None for no answer."""
    try:
        with mode, torch.no_grad():
            return described(call.run(real))
    except NO_ANSWER:
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}".split("\n")[0]


def plain(dtype, sizes, strides, offset):
    return torch.zeros(sizes, dtype=dtype)


def computes(call, expected):
    """Whether PyTorch's kernel makes of the call what fake tensors say."""
    # Some kernels end the process.
    child = os.fork()
    if child == 0:
        same = False
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with torch.no_grad():
                same = described(call.run(plain)) == expected
        except BaseException:
            pass
        os._exit(0 if same else 1)
    return os.waitpid(child, 0)[1] == 0


def ask(compare, program):
    """What fx-opt says of each call: what is wrong with it or its value, or why it has
    none."""
    said = {}
    for first in range(0, len(program.lines), 2000):
        # An error ends the work on a graph, so each call has its own.
        text = "\n// -----\n".join(
            program.text([line]) for line in program.lines[first : first + 2000]
        )
        path = compare.write("refusals.fx", text)
        status, _, errors = compare.run(
            path, "--split-input-file", "--passes=check-values{remarks}", "--print-format=none"
        )
        if status not in (0, 1, 2, 3, 4):
            compare.fail(f"exit status {status}", errors[-1000:])
        lines = text.split("\n")
        for line in errors.split("\n"):
            match = JUDGEMENT.match(line)
            node = match and re.match(r"    %(\w+) ", lines[int(match[1]) - 1])
            if node:
                said.setdefault(node[1], (match[2], match[3]))
    return said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    logging.disable(logging.CRITICAL)
    compare = Comparison("refusals")
    mode = fake_tensor.FakeTensorMode()
    accepted, refused, seen = Program(), Program(), set()
    for number, name, op, args, kwargs in table_lines(options.only):
        if number.endswith("_") or name.partition(".")[0] in KERNELS:
            continue
        mistakes = list(with_mistakes(args, kwargs))
        if not options.all:
            rng = random.Random(f"{options.seed} {number}")
            mistakes = rng.sample(mistakes, min(options.draws, len(mistakes)))
        for changed, named in mistakes:
            variant = Variant(["contiguous"], "same", None, False, [])
            call = Call(op, changed, named, variant)
            if str(call) in seen:
                continue
            seen.add(str(call))
            expected = answer(mode, call)
            if isinstance(expected, str):
                refused.add(call, (torch.float32, (97,), (89,)))
                call.error = expected
            elif expected is not None:
                accepted.add(call, expected)

    counts, by_operator = collections.Counter(), collections.defaultdict(list)
    said = ask(compare, refused)
    for name, (call, _) in refused.calls.items():
        what, why = said.get(name, ("error", "is wrong"))
        if "is wrong" in why:
            counts["has a value"] += 1
            by_operator[str(call.op)[5:]].append(call)
        elif what == "error" or "cannot be computed" in why:
            counts["refused"] += 1
        elif "there is no rule" in why:
            counts["no rule"] += 1
        else:
            counts["no value"] += 1
    said = ask(compare, accepted)
    for name, (call, expected) in accepted.calls.items():
        compare.compared += 1
        what, why = said.get(name, ("", ""))
        if not what:
            counts["equal"] += 1
        elif "there is no rule" in why:
            counts["without rule"] += 1
        elif not computes(call, expected):
            counts["disputed"] += 1
        else:
            compare.fail("PyTorch makes this call", f"{call}: {what}: {why}")
            if options.show:
                print(f"PyTorch makes {call} {expected}: {what}: {why}")
    for name, calls in sorted(by_operator.items(), key=lambda item: -len(item[1])):
        for call in calls[: options.show]:
            print(f"PyTorch refuses {call}: {call.error}")
    print(
        "a value where PyTorch refuses:",
        ", ".join(
            f"{name} {len(calls)}"
            for name, calls in sorted(by_operator.items(), key=lambda item: -len(item[1]))
        )
        or "none",
    )
    print(
        f"refusals: PyTorch refuses {len(refused.lines)} calls: {counts['refused']} cannot be "
        f"computed, {counts['no value']} have no value, {counts['has a value']} have one, "
        f"{counts['no rule']} without rule; it makes {len(accepted.lines)}: {counts['equal']} "
        f"equal, {counts['without rule']} without rule, {counts['disputed']} as the kernel "
        "has it"
    )
    compare.finish()


if __name__ == "__main__":
    main()
