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
import json
import logging
import os
import random
import re
import sys

import torch

from common import Comparison, Version
from native import value

# What fake tensors say differs between versions.
if Version < (2, 13):
    print("values: skipped, 0 differ")
    sys.exit()
from torch._subclasses.fake_tensor import FakeTensorMode

DTYPES = {
    "f32": torch.float32,
    "f64": torch.float64,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "i64": torch.int64,
    "i32": torch.int32,
    "i16": torch.int16,
    "i8": torch.int8,
    "u8": torch.uint8,
    "b8": torch.bool,
    "c64": torch.complex64,
    "c128": torch.complex128,
    "c32": torch.complex32,
}
TENSOR = re.compile(r"(%s)\[([\d,]*)\]$" % "|".join(DTYPES))
HERE = os.path.dirname(os.path.abspath(__file__))


# ---------------------------------------------------------------------------
# Layouts: strides for sizes, or None where there is no such layout.
# ---------------------------------------------------------------------------


def strides_in_order(sizes, order, pad=None):
    """Strides without holes when the dimensions stand in this order, innermost first."""
    strides, product = [0] * len(sizes), 1
    for place, dim in enumerate(order):
        strides[dim] = product
        product *= max(sizes[dim], 1) + (pad if pad and place == 0 else 0)
    return strides


def usual(sizes):
    return list(range(len(sizes)))[::-1]


def contiguous(sizes):
    return strides_in_order(sizes, usual(sizes))


def transposed(sizes):
    if len(sizes) < 2:
        return None
    order = usual(sizes)
    order[0], order[1] = order[1], order[0]
    return strides_in_order(sizes, order)


def reversed_(sizes):
    return strides_in_order(sizes, range(len(sizes))) if len(sizes) > 2 else None


def rotated(sizes):
    order = usual(sizes)
    return strides_in_order(sizes, order[-1:] + order[:-1]) if len(sizes) > 2 else None


def channels_last(sizes):
    if not 3 <= len(sizes) <= 5:
        return None
    return strides_in_order(sizes, [1] + list(range(2, len(sizes)))[::-1] + [0])


def padded_channels_last(sizes):
    if len(sizes) != 4:
        return None
    return strides_in_order(sizes, [1, 3, 2, 0], pad=2)


def step(sizes):
    return [2 * s for s in contiguous(sizes)] if sizes else None


def step_of_transposed(sizes):
    return [3 * s for s in transposed(sizes)] if len(sizes) > 1 else None


def rows(sizes):
    return strides_in_order(sizes, usual(sizes), pad=3) if len(sizes) > 1 else None


def expanded_first(sizes):
    return [0] + contiguous(sizes)[1:] if sizes else None


def expanded_last(sizes):
    return contiguous(sizes[:-1]) + [0] if sizes else None


def expanded(sizes):
    return [0] * len(sizes) if sizes else None


def overlapping(sizes):
    return [1] * len(sizes) if len(sizes) > 1 else None


def odd_ones(sizes):
    if 1 not in sizes:
        return None
    return [5 if n == 1 else s for n, s in zip(sizes, contiguous(sizes))]


def offset(sizes):
    return contiguous(sizes)


LAYOUTS = {
    "contiguous": contiguous,
    "transposed": transposed,
    "reversed": reversed_,
    "rotated": rotated,
    "channels-last": channels_last,
    "padded-channels-last": padded_channels_last,
    "step": step,
    "step-of-transposed": step_of_transposed,
    "rows": rows,
    "expanded": expanded,
    "expanded-first": expanded_first,
    "expanded-last": expanded_last,
    "overlapping": overlapping,
    "odd-ones": odd_ones,
    "offset": offset,
}
# What becomes of the shapes of a call: one size is another one in all tensors.
SHAPES = ("same", "size-0", "size-1")
# What becomes of its dtypes: those of floating point, of all tensors or one.
TYPES = ["f32", "f64", "f16", "bf16", "i64", "i32", "u8", "b8", "c64"]

# Where values are those of the kernel, which does not keep the strides that fake tensors
# have: a view of the result must be possible in the run.
KERNELS = {
    "native_batch_norm",
    "_native_batch_norm_legit",
    "_native_batch_norm_legit_no_training",
    "_native_batch_norm_legit_functional",
}


class Variant:
    """How the tensors of one call differ from those of the line in the file."""

    def __init__(self, layouts, shape, dtype, first_only, tensors):
        self.ok = True
        self.layouts, self.shape, self.dtype = layouts, shape, dtype
        self.first_only = first_only
        self.count = 0
        sizes = [n for _, s in tensors for n in s if n > 1]
        # One of the larger sizes, if there is one.
        self.old = sizes[len(layouts) % len(sizes)] if sizes else None
        if shape != "same" and self.old is None:
            self.ok = False

    def make(self, name, sizes):
        """The description of the next tensor: dtype, sizes, strides and offset."""
        place, self.count = self.count, self.count + 1
        if self.shape != "same":
            new = 0 if self.shape == "size-0" else 1
            sizes = [new if n == self.old else n for n in sizes]
        layout = self.layouts[place % len(self.layouts)]
        strides = LAYOUTS[layout](sizes)
        if strides is None:
            strides = contiguous(sizes)
            if len(self.layouts) == 1 and place == 0:
                self.ok = False
        if self.dtype and name[0] == MAIN and not (self.first_only and place):
            name = self.dtype
        return DTYPES[name], tuple(sizes), tuple(strides), 7 if layout == "offset" else 0


MAIN = "f"


def tensors_of(argument):
    if isinstance(argument, str):
        match = TENSOR.match(argument)
        if match:
            return [(match[1], [int(n) for n in match[2].split(",") if n])]
    if isinstance(argument, dict):
        argument = list(argument.values())
    if isinstance(argument, list):
        return [t for part in argument for t in tensors_of(part)]
    return []


def numel(sizes):
    result = 1
    for size in sizes:
        result *= size
    return result


class Call:
    """One call with tensors of one kind."""

    def __init__(self, op, args, kwargs, variant):
        self.op, self.variant, self.tensors = op, variant, []
        self.args = [self.lift(a) for a in args]
        self.kwargs = {k: self.lift(v) for k, v in kwargs.items()}

    def lift(self, argument):
        if isinstance(argument, list):
            return [self.lift(a) for a in argument]
        if not isinstance(argument, str):
            return argument
        match = TENSOR.match(argument)
        if match:
            sizes = [int(n) for n in match[2].split(",") if n]
            self.tensors.append(self.variant.make(match[1], sizes))
            return Operand(len(self.tensors) - 1)
        kind, _, rest = argument.partition(":")
        if kind == "float":
            return float(rest)
        if kind == "complex":
            return complex(rest)
        if kind == "device":
            return torch.device(rest)
        if argument.startswith("torch.") and hasattr(torch, argument[6:]):
            return getattr(torch, argument[6:])
        return argument

    def fill(self, argument, values):
        if isinstance(argument, Operand):
            return values[argument.index]
        if isinstance(argument, list):
            return [self.fill(a, values) for a in argument]
        return argument

    def run(self, make):
        values = [make(*t) for t in self.tensors]
        args = [self.fill(a, values) for a in self.args]
        kwargs = {k: self.fill(v, values) for k, v in self.kwargs.items()}
        return self.op(*args, **kwargs)

    def __str__(self):
        def text(argument):
            if isinstance(argument, Operand):
                dtype, sizes, strides, _ = self.tensors[argument.index]
                return f"{str(dtype)[6:]}{list(sizes)}{list(strides)}"
            if isinstance(argument, list):
                return "[" + ", ".join(map(text, argument)) + "]"
            return repr(argument)

        args = [text(a) for a in self.args] + [f"{k}={text(v)}" for k, v in self.kwargs.items()]
        return f"{str(self.op)[5:]}({', '.join(args)})"


class Operand:
    def __init__(self, index):
        self.index = index


def described(result):
    """A result in words that can be compared, or None where it depends on data."""
    if isinstance(result, torch.Tensor):
        if result.layout != torch.strided or result.is_quantized:
            return None
        if not all(isinstance(n, int) for n in (*result.size(), *result.stride())):
            return None
        return (result.dtype, tuple(result.size()), tuple(result.stride()))
    if isinstance(result, (tuple, list)):
        parts = [described(part) for part in result]
        return None if None in parts else parts
    if isinstance(result, (bool, int, float)):
        return result
    return None


def types(d):
    """The dtypes in a description, which PyTorch agrees about with itself."""
    if isinstance(d, list):
        return [types(part) for part in d]
    return d[0] if isinstance(d, tuple) else None


def literal(a):
    if isinstance(a, complex):
        return f"complex({value(a.real)}, {value(a.imag)})"
    if isinstance(a, list):
        return "[" + ", ".join(map(literal, a)) + "]"
    if isinstance(a, Operand):
        return a
    return value(a)


def val_text(d):
    if isinstance(d, list):
        return "[" + ", ".join(map(val_text, d)) + "]"
    if isinstance(d, tuple):
        dtype, sizes, strides = d
        return f'tensor({dtype}, {value(sizes)}, {value(strides)}, device("cpu"))'
    return value(d)


JUDGEMENT = re.compile(
    r"(error|remark): the value of %(\w+) (is wrong|was not checked): (.*)"
)


class Program:
    """Calls as one graph of native text, which fx-opt judges."""

    def __init__(self):
        self.inputs, self.lines, self.calls = {}, [], {}

    def operand(self, tensor):
        return self.inputs.setdefault(tensor, f"x{len(self.inputs)}")

    def add(self, call, expected):
        def text(argument):
            if isinstance(argument, Operand):
                return "%" + self.operand(call.tensors[argument.index])
            if isinstance(argument, list):
                return "[" + ", ".join(map(text, argument)) + "]"
            return literal(argument)

        name = f"c{len(self.lines)}"
        args = ", ".join(map(text, call.args)) + ("," if len(call.args) == 1 else "")
        kwargs = ", ".join(f"{k}: {text(v)}" for k, v in call.kwargs.items())
        val = val_text(expected)
        self.lines.append(
            f"    %{name} = call_function[target=torch.ops.{call.op}]"
            f"(args = ({args}), kwargs = {{{kwargs}}}) {{val: {val}}}"
        )
        self.calls[name] = (call, expected)

    def text(self, lines=None):
        inputs = [
            f"    %{name} = placeholder[target={name}] {{val: tensor({t[0]}, {value(t[1])},"
            f' {value(t[2])}, device("cpu"){f", offset={t[3]}" if t[3] else ""})}}'
            for t, name in self.inputs.items()
        ]
        # Numbers of users are not known before; fx-opt counts them itself.
        return "fx 1\ngraph():\n" + "\n".join(inputs + (self.lines if lines is None else lines)) + "\n    return None\n"


    def brief(self, left_out):
        """The calls as lines that test/Analysis/Inputs/values.sed makes native text of."""

        def tensor(dtype, sizes, strides, offset=0):
            sizes, strides = (value(n).replace(" ", "") for n in (sizes, strides))
            return f"~{str(dtype)[6:]},{sizes},{strides}{f'@{offset}' if offset else ''}~"

        def argument(a, call):
            if isinstance(a, Operand):
                return tensors[call.tensors[a.index]]
            if isinstance(a, list):
                return "[" + ", ".join(argument(part, call) for part in a) + "]"
            return literal(a)

        def result(d):
            if isinstance(d, list):
                return "[" + ", ".join(map(result, d)) + "]"
            return tensor(*d) if isinstance(d, tuple) else value(d)

        tensors, lines = {}, []
        for name, (call, expected) in self.calls.items():
            if name in left_out:
                continue
            for t in call.tensors:
                if t not in tensors:
                    tensors[t] = f"%x{len(tensors)}"
                    lines.append(f"{tensors[t][1:]} {tensor(*t)}")
            args = "".join(argument(a, call) + "," for a in call.args)
            kwargs = ", ".join(f"{k}: {argument(v, call)}" for k, v in call.kwargs.items())
            lines.append(f"{name}|{str(call.op)[5:]}|{args}|{kwargs}|{result(expected)}")
        # Inputs come first.
        return "".join(line + "\n" for line in sorted(lines, key=lambda line: "|" in line))


def ask(compare, program):
    """What fx-opt says of the calls: name to complaint, for wrong and unknown values."""
    wrong, unknown, other = {}, {}, []
    # So many calls at once that it tells all that it has to say.
    parts = [program.lines[i : i + 400] for i in range(0, len(program.lines), 400)]
    while parts:
        lines = parts.pop(0)
        path = compare.write("values.fx", program.text(lines))
        status, output, errors = compare.run(
            path, "--passes=check-values{remarks}", "--print-format=none", "--stats"
        )
        if "too many errors" in errors:
            parts[:0] = [lines[: len(lines) // 2], lines[len(lines) // 2 :]]
            continue
        counts = {name: int(n) for n, name in re.findall(r"(\d+) num-(\w+)", errors)}
        told = {"error": 0, "remark": 0}
        for line in errors.split("\n"):
            match = JUDGEMENT.search(line)
            if match:
                told[match[1]] += 1
                (wrong if match[1] == "error" else unknown)[match[2]] = match[4]
            elif re.search(r"(error|warning): ", line):
                other.append(line)
        equal = len(lines) - sum(told.values())
        expected = {"equal": equal, "different": told["error"], "unknown": told["remark"]}
        if any(counts.get(k, 0) != n for k, n in expected.items()):
            other.append(f"exit status {status}, {counts}\n{errors[-2000:]}")
    return wrong, unknown, other


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
    global MAIN
    valid, invalid = Program(), Program()
    layouts, dtypes, operators, shapes = set(), set(), set(), set()
    eager_differs = collections.Counter()
    disputed = 0
    with open(os.path.join(HERE, "value_calls.txt"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    mode = FakeTensorMode()
    cache = {}

    def fake(dtype, sizes, strides, offset):
        # A new one each time: the call may write to it.
        length = 1 + offset + sum((n - 1) * s for n, s in zip(sizes, strides) if n)
        base = torch.empty(length, dtype=dtype)
        return base.as_strided(sizes, strides, offset)

    def real(dtype, sizes, strides, offset):
        length = 1 + offset + sum((n - 1) * s for n, s in zip(sizes, strides) if n)
        return torch.zeros(length, dtype=dtype).as_strided(sizes, strides, offset)

    def real_result(call):
        try:
            with torch.no_grad():
                return described(call.run(real))
        except Exception:
            return None

    def plain(dtype, sizes, strides, offset):
        return torch.zeros(sizes, dtype=dtype)

    def computes(call, expected):
        """Whether PyTorch has kernels for these dtypes, which give what fake tensors say."""
        if call.variant.shape != "same":
            return True  # Kernels may end the process on empty tensors.
        try:
            with torch.no_grad():
                return types(described(call.run(plain))) == types(expected)
        except Exception:
            return False

    for number, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        name, args, kwargs = json.loads(line)
        if options.only and not re.search(options.only, name):
            continue
        packet, _, overload = name.partition(".")
        op = getattr(getattr(torch.ops.aten, packet, None), overload, None)
        if op is None:
            continue
        tensors = tensors_of([args, kwargs])
        MAIN = "f" if any(t[0][0] == "f" for t in tensors) else tensors[0][0][0] if tensors else ""
        rng = random.Random(f"{options.seed} {number}")
        for variant in variants(rng, tensors, options.all, options.draws):
            if not variant.ok:
                continue
            call = Call(op, args, kwargs, variant)
            if not variant.ok:
                continue
            key = str(call)
            if key in cache:
                continue
            cache[key] = True
            try:
                with mode, torch.no_grad():
                    expected = described(call.run(fake))
            except Exception:
                if len(invalid.lines) < 4 * len(valid.lines):
                    invalid.add(call, (torch.float32, (97,), (89,)))
                continue
            if packet in KERNELS:
                seen = real_result(call)
                expected = seen if types(seen) == types(expected) else None
            if expected is None:
                continue
            if variant.dtype and not computes(call, expected):
                disputed += 1
                continue
            if options.eager:
                if real_result(call) not in (None, expected):
                    eager_differs[packet] += 1
            valid.add(call, expected)
            operators.add(name)
            shapes.add(variant.shape)
            layouts.update(variant.layouts)
            dtypes.update(t[0] for t in call.tensors)

    wrong, unknown, other = ask(compare, valid)
    if options.keep:
        with open(options.keep, "w", encoding="utf-8") as file:
            file.write(valid.brief({*wrong, *unknown}))
    for text in other[:10]:
        compare.fail("fx-opt", text)
    without, untold, shown = collections.Counter(), collections.Counter(), collections.Counter()
    for name, why in unknown.items():
        call, expected = valid.calls[name]
        if "there is no rule" in why:
            without[str(call.op)[5:]] += 1
        else:
            untold[str(call.op)[5:]] += 1
            if options.only or untold[str(call.op)[5:]] <= 1:
                print(f"untold: {call}: {why}", file=sys.stderr)
    for name, why in wrong.items():
        call, expected = valid.calls[name]
        compare.failures += 1
        shown[str(call.op)] += 1
        if shown[str(call.op)] <= options.limit:
            print(f"{call}: {why}", file=sys.stderr)
    # What PyTorch refuses is refused, or some value: never a crash.
    for text in ask(compare, invalid)[2]:
        compare.fail("invalid calls", text)
    compare.compared = len(valid.lines) - len(unknown)
    print(
        f"values: {len(operators)} overloads x {len(layouts)} layouts x {len(dtypes)} dtypes, "
        f"{len(valid.lines)} calls: {compare.compared - len(wrong)} equal, "
        f"{sum(untold.values())} untold, {sum(without.values())} without rule; "
        f"{len(invalid.lines)} invalid calls, {disputed} of dtypes without kernels"
    )
    if without:
        names = ", ".join(f"{k} {n}" for k, n in without.most_common())
        print(f"without rule: {len(without)} overloads: {names}")
    if untold:
        print("untold:", ", ".join(f"{k} {n}" for k, n in untold.most_common()))
    if shown:
        print("wrong:", ", ".join(f"{k[5:]} {n}" for k, n in shown.most_common()))
    if options.eager:
        print("eager differs:", dict(eager_differs.most_common()))
    compare.finish()


main()
