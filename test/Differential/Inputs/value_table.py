"""Calls of value_calls.txt with operands of any layout, size and dtype.

What values.py and values_dynamic.py share: layouts, calls, and what fx-opt says of them.
"""

import json
import os
import re

import torch

from native import value

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
        # The dtypes that are exchanged are of this kind: floating point if there is any.
        kinds = [t[0][0] for t in tensors]
        self.main = "f" if "f" in kinds else kinds[0] if kinds else ""
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
        if self.dtype and name[0] == self.main and not (self.first_only and place):
            name = self.dtype
        return DTYPES[name], tuple(sizes), tuple(strides), 7 if layout == "offset" else 0


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


def overload_of(name):
    """The overload of an operator that this PyTorch has, or None."""
    packet, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, packet, None), overload, None)


def table_lines(only=""):
    """The calls of the file, each with a number and an operator. The first one of each
    overload is made in place, too, if there is such an overload."""
    with open(os.path.join(HERE, "value_calls.txt"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    seen = set()
    for number, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        name, args, kwargs = json.loads(line)
        forms = [name]
        packet, _, overload = name.partition(".")
        if name not in seen and tensors_of(args[:1]) and not packet.endswith("_"):
            forms.append(f"{packet}_.{overload}")
        seen.add(name)
        for form in forms:
            op = overload_of(form)
            if op is not None and re.search(only, form):
                yield f"{number}{'_' * (form != name)}", form, op, args, kwargs


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


def real(dtype, sizes, strides, offset):
    """An operand with memory of its own: the call may write to it."""
    length = 1 + offset + sum((n - 1) * s for n, s in zip(sizes, strides) if n)
    return torch.zeros(length, dtype=dtype).as_strided(sizes, strides, offset)


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
        names = [self.operand(tensor) for tensor in call.tensors]
        self.add_call(call, names, val_text(expected), expected)

    def add_call(self, call, names, val, expected):
        def text(argument):
            if isinstance(argument, Operand):
                return "%" + names[argument.index]
            if isinstance(argument, list):
                return "[" + ", ".join(map(text, argument)) + "]"
            return literal(argument)

        name = f"c{len(self.lines)}"
        args = ", ".join(map(text, call.args)) + ("," if len(call.args) == 1 else "")
        kwargs = ", ".join(f"{k}: {text(v)}" for k, v in call.kwargs.items())
        self.lines.append(
            f"    %{name} = call_function[target=torch.ops.{call.op}]"
            f"(args = ({args}), kwargs = {{{kwargs}}}) {{val: {val}}}"
        )
        self.calls[name] = (call, expected)

    def text(self, lines):
        """A graph of these lines and the operands that they name."""
        body = "\n".join(lines)
        used = set(re.findall(r"%(x\d+)", body))
        inputs = [
            f"    %{name} = placeholder[target={name}] {{val: tensor({t[0]}, {value(t[1])},"
            f' {value(t[2])}, device("cpu"){f", offset={t[3]}" if t[3] else ""})}}'
            for t, name in self.inputs.items()
            if name in used
        ]
        # Numbers of users are not known before; fx-opt counts them itself.
        return "fx 1\ngraph():\n" + "\n".join(inputs + [body]) + "\n    return None\n"

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
            path, "--passes=check-values{remarks exact}", "--print-format=none", "--stats"
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
