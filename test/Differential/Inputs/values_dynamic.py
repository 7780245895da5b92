"""The value that fx-opt infers for a call with symbolic sizes is the one of PyTorch's fake tensors.

values_dynamic.py               one call of each overload, with a layout
values_dynamic.py --all         all calls of value_calls.txt
values_dynamic.py --only=REGEX  the operators whose name matches
values_dynamic.py --seed=N      another sample

Every size above one is a symbol of its own. What fx-opt says is compared as expressions, and
where those differ, by their values at several sizes that the guards of the call allow.
"""

import argparse
import collections
import logging
import random
import re
import sys

import torch

from common import Comparison

import sympy
from torch._export.serde.serialize import _print_sympy
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
)
from torch._dynamo.source import ConstantSource

from native import value
from value_table import KERNELS, LAYOUTS, Call, Program, Variant, ask, real, table_lines, tensors_of

HEADER = """fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {%s}
  symbolics = {%s}
  module_calls = []
}
graph():
"""


class Symbols:
    """The symbols of all calls, numbered through."""

    def __init__(self):
        self.count = 0
        self.hints, self.texts = {}, {}

    def new(self, hint):
        self.count += 1
        symbol = sympy.Symbol(f"s{self.count}", positive=True, integer=True)
        self.hints[symbol] = hint
        return symbol

    def text(self, expression):
        """A size in native text."""
        if isinstance(expression, int) or expression.is_Integer:
            return str(int(expression))
        text = str(expression)
        hint = expression.xreplace(self.hints)
        self.texts[text] = (_print_sympy(expression), int(hint))
        return f"sym({value(text)})"


class Traced:
    """A call with symbolic sizes, its value, and what holds of the sizes."""

    def __init__(self, call, symbols):
        self.env = ShapeEnv()
        self.mode = FakeTensorMode(shape_env=self.env)
        self.call, self.names = call, {}
        self.operands = []
        with torch.no_grad():
            result = call.run(self.operand)
        self.symbols = symbols
        self.inputs = [self.described(t) for t in self.operands]
        self.result = self.described(result)
        self.guards = [
            self.renamed(guard.expr) for guard in self.env.guards if not guard.expr.is_Boolean or guard.expr.free_symbols
        ]

    def operand(self, dtype, sizes, strides, offset):
        tensor = real(dtype, sizes, strides, offset)
        context = StatelessSymbolicContext(
            dynamic_sizes=[DimDynamic.DYNAMIC if n > 1 else DimDynamic.STATIC for n in sizes]
        )
        fake = self.mode.from_tensor(
            tensor,
            symbolic_context=context,
            source=ConstantSource(f"x{len(self.operands)}"),
        )
        # What the call writes to keeps the sizes that it was given here.
        self.operands.append((fake.dtype, tuple(fake.size()), tuple(fake.stride())))
        with self.mode:
            return fake

    def renamed(self, expression):
        expression = self.env.simplify(sympy.sympify(expression))
        for symbol in expression.free_symbols:
            if symbol not in self.names:
                hint = self.env.var_to_hint_override.get(symbol) or self.env.backed_var_to_val[symbol]
                self.names[symbol] = self.symbols.new(sympy.Integer(int(hint)))
        return expression.xreplace(self.names)

    def size(self, n):
        if isinstance(n, torch.SymInt):
            if self.env.is_unbacked_symint(n.node.expr) if n.node.expr.is_Symbol else n.node._hint is None:
                raise NotImplementedError("a size that only data tell")
            return self.renamed(n.node.expr)
        return sympy.Integer(int(n))

    def described(self, thing):
        if isinstance(thing, torch.Tensor):
            thing = (thing.dtype, tuple(thing.size()), tuple(thing.stride()))
        if isinstance(thing, tuple) and thing and isinstance(thing[0], torch.dtype):
            dtype, sizes, strides = thing
            return (dtype, tuple(map(self.size, sizes)), tuple(map(self.size, strides)))
        if isinstance(thing, (tuple, list)):
            return [self.described(part) for part in thing]
        if isinstance(thing, (torch.SymInt, int)) and not isinstance(thing, bool):
            return self.size(thing)
        raise NotImplementedError("no tensor")

    def allows(self, sizes):
        """Whether the guards hold for these numbers."""
        return all(guard.xreplace(sizes) == True for guard in self.guards)  # noqa: E712


class DynamicProgram(Program):
    """Calls as one program with symbols."""

    def __init__(self, symbols):
        super().__init__()
        self.symbols = symbols

    def val(self, described):
        if isinstance(described, list):
            return "[" + ", ".join(map(self.val, described)) + "]"
        if isinstance(described, tuple):
            dtype, *lists = described
            sizes, strides = (
                "(" + ", ".join(map(self.symbols.text, l)) + ("," if len(l) == 1 else "") + ")" for l in lists
            )
            return f'tensor({dtype}, {sizes}, {strides}, device("cpu"))'
        return self.symbols.text(described)

    def add_traced(self, traced):
        names = [f"x{len(self.inputs) + i}" for i in range(len(traced.inputs))]
        for name, described, (*_, offset) in zip(names, traced.inputs, traced.call.tensors):
            val = self.val(described)
            if offset:
                val = f"{val[:-1]}, offset={offset})"
            self.inputs[name] = f'    %{name} = placeholder[target={name}] {{input_spec: ("user_input",), val: {val}}}'
        self.add_call(traced.call, names, self.val(traced.result), traced)

    def text(self, lines):
        body = "\n".join(lines)
        used = set(re.findall(r"%(x\d+)", body))
        inputs = [line for name, line in self.inputs.items() if name in used]
        symbols = set(re.findall(r"\bs\d+\b", "\n".join(inputs)))
        ranges = ", ".join(f'"{s}": (0, None)' for s in sorted(symbols))
        known = {
            text: entry
            for text, entry in self.symbols.texts.items()
            if set(re.findall(r"\bs\d+\b", text)) <= symbols
        }
        symbolics = ", ".join(
            f'{value(text)}: ({value(source)}, "int", {hint})' for text, (source, hint) in known.items()
        )
        output = "    %output = output[target=output](args = ((),), kwargs = {}) {output_specs: ()}\n"
        return HEADER % (ranges, symbolics) + "\n".join(inputs + [body]) + "\n" + output


SYM = re.compile(r'sym\("((?:[^"\\]|\\.)*)"\)')
COMPLAINT = re.compile(r"(?:in part \d+ )*its (?:sizes|strides) are (\(.*\)), not (\(.*\))(?: \(in|$)")
FUNCTIONS = {
    "FloorDiv": lambda a, b: a // b,
    "Max": max,
    "Min": min,
    "Mod": lambda a, b: a % b,
    "PythonMod": lambda a, b: a % b,
}


def equal_in_numbers(complaint, traced, rng):
    """Whether what is wrong as an expression is right for all sizes that were tried."""
    match = COMPLAINT.match(complaint)
    if not match:
        return False
    ours, theirs = (SYM.sub(lambda m: f"({m[1]})", text) for text in match.groups())
    hints = {s: traced.symbols.hints[s] for s in traced.names.values()}
    for attempt in range(40):
        # The sizes of the example come first, which the guards allow.
        sizes = {s: sympy.Integer(rng.randrange(2, 12)) if attempt else n for s, n in hints.items()}
        if attempt and not traced.allows(sizes):
            continue
        names = {str(symbol): int(n) for symbol, n in sizes.items()}
        try:
            if eval(ours, {**FUNCTIONS, **names}) != eval(theirs, {**FUNCTIONS, **names}):
                return False
        except (NameError, SyntaxError, ZeroDivisionError):
            return False
    return True


def sample(options):
    """The calls to make: each line, or one of each overload."""
    rng = random.Random(options.seed)
    lines = collections.defaultdict(list)
    for line in table_lines(options.only):
        lines[line[1]].append(line)
    for name, all_lines in lines.items():
        for _, _, op, args, kwargs in all_lines if options.all else [rng.choice(all_lines)]:
            tensors = tensors_of([args, kwargs])
            if name.partition(".")[0] in KERNELS or not any(n > 1 for _, s in tensors for n in s):
                continue
            choice = [l for l in LAYOUTS if "expanded" not in l and l != "overlapping"]
            for layout in ["contiguous", rng.choice(choice)] if options.all else [rng.choice(choice)]:
                variant = Variant([layout], "same", None, False, tensors)
                call = Call(op, args, kwargs, variant)
                if variant.ok:
                    yield name, call


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    logging.disable(logging.CRITICAL)
    compare = Comparison("values of symbolic sizes")
    symbols = Symbols()
    program = DynamicProgram(symbols)
    refused, operators = 0, set()
    for name, call in sample(options):
        try:
            traced = Traced(call, symbols)
        except Exception:
            refused += 1
            continue
        program.add_traced(traced)
        operators.add(name)
    wrong, unknown, other = ask(compare, program)
    for text in other:
        compare.fail("fx-opt", text)
    rng = random.Random(options.seed)
    numbers, without, untold, shown = 0, 0, collections.Counter(), collections.Counter()
    for name, why in unknown.items():
        if "there is no rule" in why:
            without += 1
            continue
        call, _ = program.calls[name]
        untold[str(call.op)[5:]] += 1
        if untold[str(call.op)[5:]] <= options.limit:
            print(f"untold: {call}: {why}", file=sys.stderr)
    for name, why in wrong.items():
        call, traced = program.calls[name]
        if equal_in_numbers(why, traced, rng):
            numbers += 1
            continue
        compare.failures += 1
        shown[str(call.op)[5:]] += 1
        if shown[str(call.op)[5:]] <= options.limit:
            print(f"{call}: {why}", file=sys.stderr)
    compare.compared = len(program.lines) - len(unknown)
    if untold:
        print("untold:", ", ".join(f"{k} {n}" for k, n in untold.most_common()))
    if shown:
        print("wrong:", ", ".join(f"{k} {n}" for k, n in shown.most_common()))
    print(
        f"values of symbolic sizes: {len(operators)} overloads, {len(program.lines)} calls, {symbols.count} "
        f"symbols: {compare.compared - len(wrong)} equal as expressions, {numbers} at all sizes tried, "
        f"{sum(untold.values())} untold, {without} without rule; {refused} that PyTorch refuses"
    )
    compare.finish()


main()
