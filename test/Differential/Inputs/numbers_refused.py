"""Numbers, words and dtypes that kernels refuse are refused by the rules for values.

numbers_refused.py               all of them
numbers_refused.py --only=REGEX  the operators whose name matches
numbers_refused.py --show=N      N calls of each parameter for which a refused call has a
                                 value

refusals.py asks fake tensors, which do not look at these arguments. Here each call of
value_calls.txt, in place too, is made with other numbers, words and dtypes, one at a
time, and with operands of other types; a child makes them, since some kernels end the process. What the kernel refuses
with operands of zeros, ones and fractions is refused, and what it makes has to have a
value.
"""

import argparse
import collections
import copy
import logging
import os
import pickle
import re
import resource
import sys
import tempfile
import warnings

import torch

from common import Comparison

from refusals import ask
from value_table import TENSOR, Call, Program, Variant
from value_table import described, overload_of, table_lines, tensors_of

OTHERS = {
    "int": [-7, -2, -1, 0, 1, 2, 7],
    "float": [-1.0, 0.0, 0.5, 1.0, 2.0, float("inf"), float("nan")],
    "number": [-300, -7, -1, 0, 1, 2, 300, 40000, 2**31, -0.5, 0.5, 1.5, 7e4, 1e300]
    + [float("nan"), float("inf"), float("-inf"), True, 1 + 0j, 1j],
    "str": ["", "sum", "mean", "none", "nonsense", "tanh"],
    "bool": [True, False],
}
DTYPES = ["torch." + name for name in ("int64", "float64", "bool", "complex64", "float16")]
# How large a tensor is, and where it lies, is refusals.py's.
LEFT_OUT = ("layout", "memory_format", "pin_memory", "half_to_float", "reduction")
LEFT_OUT += ("output_size",)
# Calls that fake tensors cannot compare, or of other dtypes.
MORE = [
    ["normal_.default", ["f32[3,4]"], {}],
    ["uniform_.default", ["f32[3,4]"], {}],
    ["random_.from", ["u8[3,4]", 0, 5], {}],
    ["random_.from", ["f32[3,4]", 0, 5], {}],
    ["random_.to", ["b8[3,4]", 1], {}],
    ["random_.to", ["i8[3,4]", 5], {}],
    ["geometric_.default", ["i64[3,4]", "float:0.5"], {}],
    ["exponential_.default", ["f32[3,4]"], {}],
    ["cauchy_.default", ["f32[3,4]"], {}],
    ["log_normal_.default", ["f32[3,4]"], {}],
    ["bernoulli_.float", ["f32[3,4]", "float:0.5"], {}],
    ["rand_like.default", ["f32[3]"], {}],
    ["randn_like.default", ["f32[3]"], {}],
    ["rand.default", [[3]], {}],
    ["randint.default", [5, [3]], {"dtype": "torch.uint8"}],
    ["randint_like.low_dtype", ["u8[3]", 1, 5], {}],
    ["dropout_.default", ["f32[3,4]", "float:0.5", True], {}],
    ["cumsum_.default", ["i64[3,4]", 0], {}],
    ["renorm_.default", ["f32[3,4]", 2, 0, 1], {}],
    ["fill_.Scalar", ["u8[3]", 1], {}],
    ["fill_.Scalar", ["f16[3]", 1], {}],
    ["masked_fill_.Scalar", ["bf16[3]", "b8[3]", 1], {}],
    ["index_fill_.int_Scalar", ["i32[3]", 0, "i64[2]", 1], {}],
    ["full.default", [[3], 1], {"dtype": "torch.uint8"}],
    ["clamp_.default", ["u8[3]", 0, 1], {}],
    ["add_.Scalar", ["u8[3]", 1], {}],
    ["add.Tensor", ["b8[3]", "b8[3]"], {}],
    ["addmm.default", ["i64[3,3]", "i64[3,3]", "i64[3,3]"], {}],
    ["addcmul.default", ["i64[3]", "i64[3]", "i64[3]"], {}],
    ["mul_.Scalar", ["f16[3]", 1], {}],
]


def of_parameter(parameter):
    if parameter.name in LEFT_OUT:
        return []
    if parameter.name == "dtype":
        return DTYPES
    kind = re.sub(r"Optional\[(.*)\]", r"\1", str(parameter.type))
    return OTHERS.get({"Scalar": "number", "SymInt": "int"}.get(kind, kind), [])


def written(argument):
    """As value_calls.txt has it."""
    if isinstance(argument, (float, complex)):
        return f"{type(argument).__name__}:{argument!r}"
    return argument


def with_others(op, args, kwargs):
    """The parameter and the arguments of each call with one other argument."""
    parameters = op._schema.arguments
    for place, parameter in enumerate(parameters):
        for other in map(written, of_parameter(parameter)):
            changed, named = copy.deepcopy(args), dict(kwargs)
            if place < len(changed):
                changed[place] = other
            elif parameter.kwarg_only or parameter.name in named:
                named[parameter.name] = other
            elif all(p.has_default_value() for p in parameters[len(args) : place]):
                changed += [written(p.default_value) for p in parameters[len(args) : place]]
                changed.append(other)
            else:
                continue
            yield parameter.name, changed, named


def with_other_types(op, args, kwargs):
    """The call with every operand of floating point in another class of types, also where
    it asks for a dtype to compute in."""
    has_dtype = any(p.name == "dtype" for p in op._schema.arguments[len(args) :])
    for other in ("b8", "i64", "c64"):

        def converted(argument):
            if isinstance(argument, list):
                return [converted(part) for part in argument]
            if not isinstance(argument, str) or not TENSOR.match(argument):
                return argument
            return re.sub(r"^(b?f16|f32|f64)(?=\[)", other, argument)

        changed = converted(args), {k: converted(v) for k, v in kwargs.items()}
        if changed != (args, kwargs):
            yield "operands", *changed
            for dtype in DTYPES if has_dtype else []:
                yield "operands", changed[0], {**changed[1], "dtype": dtype}


def filled(make):
    def operand(dtype, sizes, strides, offset):
        length = 1 + offset + sum((n - 1) * s for n, s in zip(sizes, strides) if n)
        return make(max(length, 1)).to(dtype).as_strided(sizes, strides, offset)

    return operand


OPERANDS = [filled(torch.zeros), filled(torch.ones), filled(lambda n: torch.rand(n) * 0.9 + 0.05)]


def answer(call):
    """What the kernel makes: a value, a text for a refusal, None for no answer."""
    why = None
    for operand in OPERANDS:
        try:
            with torch.no_grad():
                return described(call.run(operand))
        except MemoryError:
            return None
        except Exception as error:
            why = str(error).split("\n")[0]
            if isinstance(error, NotImplementedError) and "not implemented for '" not in why:
                return None
            if "alloc" in why or "INTERNAL ASSERT" in why:
                return None
    return why


class Crashed:
    """The answer of a kernel that has ended its process."""


def answers(calls):
    """The answers of children, each of which goes on where the last one ended."""
    found = [None] * len(calls)
    first = 0
    while first < len(calls):
        with tempfile.TemporaryFile() as file:
            child = os.fork()
            if child == 0:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
                for place in range(first, min(len(calls), first + 3000)):
                    file.write(pickle.dumps((place, Crashed())))
                    file.flush()
                    file.write(pickle.dumps((place, answer(calls[place]))))
                file.flush()
                os._exit(0)
            os.waitpid(child, 0)
            file.seek(0)
            last = first
            while True:
                try:
                    last, found[last] = pickle.load(file)
                except (EOFError, pickle.UnpicklingError):
                    break
            first = last + 1
    return found


def table(only):
    """Each overload once, and what is added here."""
    seen = set()
    for _, name, op, args, kwargs in table_lines(only):
        if name not in seen and not name.startswith(("_assert", "resize", "set_")):
            seen.add(name)
            yield op, args, kwargs
    for name, args, kwargs in MORE:
        if re.search(only, name):
            yield overload_of(name), args, kwargs


def others(op, args, kwargs, shape, seen):
    """The call as it is, and with one other argument."""
    variant = Variant(["contiguous"], shape, None, False, tensors_of(args))
    plain = Call(op, args, kwargs, variant)
    if not variant.ok:
        return
    plain.like = plain
    yield plain
    mistakes = [*with_others(op, args, kwargs), *with_other_types(op, args, kwargs)]
    for name, changed, named in mistakes:
        call = Call(op, changed, named, variant)
        call.parameter, call.like = name, plain
        if str(call) not in seen:
            yield call
        seen.add(str(call))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    logging.disable(logging.CRITICAL)
    warnings.filterwarnings("ignore")
    compare = Comparison("numbers")
    calls, seen = [], set()
    for op, args, kwargs in table(options.only):
        # Kernels do not look at everything when there is nothing to compute.
        for shape in ("same", "size-0"):
            calls += others(op, args, kwargs, shape, seen)
    accepted, refused = Program(), Program()
    found = dict(zip(calls, answers(calls)))
    for call, expected in found.items():
        if call.like is call or isinstance(found[call.like], (str, Crashed)):
            continue
        if isinstance(expected, str):
            refused.add(call, (torch.float32, (97,), (89,)))
            call.error = expected
        elif not isinstance(expected, (Crashed, type(None))):
            accepted.add(call, expected)

    counts, having = collections.Counter(), collections.defaultdict(list)
    said = ask(compare, refused)
    for name, (call, _) in refused.calls.items():
        what, why = said.get(name, ("error", "is wrong"))
        if "is wrong" in why:
            counts["has a value"] += 1
            having[f"{str(call.op)[5:].partition('.')[0]} {call.parameter}"].append(call)
        elif what == "error" or "cannot be computed" in why:
            counts["refused"] += 1
        else:
            counts["no value"] += 1
    said = ask(compare, accepted)
    for name, (call, expected) in accepted.calls.items():
        compare.compared += 1
        what, why = said.get(name, ("", ""))
        if "cannot be computed" in why:
            compare.fail("PyTorch makes this call", f"{call}: {why}")
        elif what == "error":
            counts["other value"] += 1
    for name, few in sorted(having.items()):
        for call in few[: options.show]:
            print(f"PyTorch refuses {call}: {call.error}")
    print("a value where PyTorch refuses:", ", ".join(sorted(having)) or "none")
    print(
        f"numbers: kernels refuse {len(refused.lines)} calls: {counts['refused']} cannot be "
        f"computed, {counts['no value']} have no value, {counts['has a value']} have one; they "
        f"make {len(accepted.lines)}: {counts['other value']} have another value"
    )
    compare.finish()


if __name__ == "__main__":
    main()
