"""The value that fx-opt infers for a call is the one of PyTorch's fake tensors.

values.py                 a sample of operators x layouts x dtypes
values.py --all           all of them; takes minutes
values.py --eager         says where PyTorch's kernels differ from its fake tensors, too
values.py --only=REGEX    the operators whose name matches
values.py --seed=N        another sample
values.py --keep=FILE     writes the calls whose values are known, for test/Analysis/values.test

value_calls.txt has the calls, a line each: an overload, its arguments and keyword arguments.
"f32[2,3]" stands for a tensor. Each is made again with tensors of other layouts, sizes and dtypes.
PyTorch decides which of these it can run; those that it cannot must not end fx-opt either.
"""

import argparse
import collections
import glob
import logging
import os
import random
import re
import sys

import torch

from common import Comparison

from torch._subclasses.fake_tensor import FakeTensorMode

from value_table import (
    HERE,
    KERNELS,
    LAYOUTS,
    SHAPES,
    TYPES,
    Call,
    Program,
    Variant,
    ask,
    described,
    real,
    table_lines,
    tensors_of,
    types,
)


# What models call: texts that torch.export gave.
MODELS = os.path.join(HERE, "..", "..", "Models", "exported", "*.fx.txt")


def variants(rng, tensors, everything, draws):
    """The first is the call as it stands."""
    yield Variant(["contiguous"], "same", None, False, tensors)
    if not tensors:
        return
    names = list(LAYOUTS)

    def mixed():
        return [rng.choice(names) for _ in range(2 + rng.randrange(3))]

    if everything:
        for layout in names[1:]:
            yield Variant([layout], "same", None, False, tensors)
            for shape in SHAPES[1:]:
                yield Variant([layout], shape, None, False, tensors)
        for _ in range(10):
            yield Variant(mixed(), rng.choice(SHAPES), None, False, tensors)
        for dtype in TYPES:
            yield Variant([rng.choice(names)], "same", dtype, False, tensors)
            yield Variant([rng.choice(names)], "same", dtype, True, tensors)
            yield Variant(mixed(), "same", dtype, rng.random() < 0.5, tensors)
        return
    for _ in range(draws):
        layouts = [rng.choice(names)] if rng.random() < 0.6 else mixed()
        shape = "same" if rng.random() < 0.7 else rng.choice(SHAPES)
        dtype = rng.choice(TYPES) if shape == "same" and rng.random() < 0.5 else None
        yield Variant(layouts, shape, dtype, rng.random() < 0.3, tensors)


def plain(dtype, sizes, strides, offset):
    return torch.zeros(sizes, dtype=dtype)


def result_of(call, make):
    """What the call gives, in words; None if PyTorch refuses it."""
    try:
        with torch.no_grad():
            return described(call.run(make))
    except Exception:
        return None


def computes(call, expected):
    """Whether PyTorch has kernels for these dtypes, which give what fake tensors say."""
    if call.variant.shape != "same":
        return True  # Kernels may end the process on empty tensors.
    seen = result_of(call, plain)
    return seen is not None and types(seen) == types(expected)


class Table:
    """The calls that PyTorch makes, with their values, and those that it refuses."""

    def __init__(self, options):
        self.options = options
        self.mode = FakeTensorMode()
        self.valid, self.invalid = Program(), Program()
        self.layouts, self.dtypes, self.operators, self.tried = set(), set(), set(), set()
        self.eager_differs = collections.Counter()
        self.disputed = 0
        self.seen = set()

    def add(self, name, call):
        key = str(call)
        if key in self.seen:
            return
        self.seen.add(key)
        self.tried.add(name)
        try:
            with self.mode, torch.no_grad():
                expected = described(call.run(real))
        except Exception:
            if len(self.invalid.lines) < 4 * len(self.valid.lines):
                self.invalid.add(call, (torch.float32, (97,), (89,)))
            return
        packet = name.partition(".")[0]
        if packet in KERNELS:
            seen = result_of(call, real)
            expected = seen if types(seen) == types(expected) else None
        if expected is None:
            return
        if call.variant.dtype and not computes(call, expected):
            self.disputed += 1
            return
        if self.options.eager and result_of(call, real) not in (None, expected):
            self.eager_differs[packet] += 1
        self.valid.add(call, expected)
        self.operators.add(name)
        self.layouts.update(call.variant.layouts)
        self.dtypes.update(t[0] for t in call.tensors)

    def fill(self):
        for number, name, op, args, kwargs in table_lines(self.options.only):
            tensors = tensors_of([args, kwargs])
            rng = random.Random(f"{self.options.seed} {number}")
            for variant in variants(rng, tensors, self.options.all, self.options.draws):
                call = Call(op, args, kwargs, variant) if variant.ok else None
                if variant.ok:
                    self.add(name, call)


def calls_of_models():
    """How often models call each overload of aten."""
    count = collections.Counter()
    for path in glob.glob(MODELS):
        with open(path, encoding="utf-8") as file:
            count.update(re.findall(r"\[target=(?:torch\.ops\.)?aten\.(\w+\.\w+)\]", file.read()))
    return count


def report(table, without, untold, wrong):
    """The last lines: what was compared, and what has no rule."""
    valid = table.valid
    equal = len(valid.lines) - sum(map(len, (untold, wrong))) - sum(without.values())
    print(
        f"values: {len(table.operators)} overloads x {len(table.layouts)} layouts x "
        f"{len(table.dtypes)} dtypes, {len(valid.lines)} calls: {equal} equal, "
        f"{len(untold)} untold, {sum(without.values())} without rule; "
        f"{len(table.invalid.lines)} invalid calls, {table.disputed} of dtypes without kernels"
    )
    models = calls_of_models()
    called = {name: models[name] for name in without if models[name]}
    never = sorted(name for name in without if not models[name])
    print(
        f"without rule: {len(without)} overloads; calls in models: "
        + (", ".join(f"{k} {n}" for k, n in sorted(called.items(), key=lambda i: -i[1])) or "none")
    )
    print("without rule, not in models:", ", ".join(never) or "none")
    unknown = sorted(set(models) - table.tried)
    if not table.options.only:
        print("in models, but not in the table:", ", ".join(unknown) or "none")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("--keep", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    # It tells of each call that it refuses.
    logging.disable(logging.CRITICAL)
    compare = Comparison("values")
    table = Table(options)
    table.fill()
    valid = table.valid
    wrong, unknown, other = ask(compare, valid)
    if options.keep:
        with open(options.keep, "w", encoding="utf-8") as file:
            file.write(valid.brief({*wrong, *unknown}))
    for text in other:
        compare.fail("fx-opt", text)
    without, shown, untold = collections.Counter(), collections.Counter(), {}
    for name, why in unknown.items():
        call, _ = valid.calls[name]
        if "there is no rule" in why:
            without[str(call.op)[5:]] += 1
        else:
            # A rule that gives up on a call that PyTorch makes has a hole.
            untold[name] = why
            compare.fail("untold", f"{call}: {why}")
    for name, why in wrong.items():
        call, _ = valid.calls[name]
        compare.failures += 1
        shown[str(call.op)[5:]] += 1
        if shown[str(call.op)[5:]] <= options.limit:
            print(f"{call}: {why}", file=sys.stderr)
    # What PyTorch refuses is refused, or some value: never a crash.
    for text in ask(compare, table.invalid)[2]:
        compare.fail("invalid calls", text)
    compare.compared = len(valid.lines) - len(unknown)
    if shown:
        print("wrong:", ", ".join(f"{k} {n}" for k, n in shown.most_common()))
    if options.eager:
        print("eager differs:", dict(table.eager_differs.most_common()))
    report(table, without, untold, wrong)
    compare.finish()


main()
