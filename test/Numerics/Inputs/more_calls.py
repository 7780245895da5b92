"""The calls of a list as one graph that returns all results. Prints native text.

more_calls.py more-calls.txt
more_calls.py --promotions     operands of all pairs of dtypes instead
"""

import re
import sys

DTYPES = {"f": "float32", "d": "float64", "i": "int64", "b": "bool", "c": "complex64"}
ALL = (
    "uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128 bool"
).split()
# What random numbers are made to be: of -1 and 1, positive, less than 1, ascending, zeros.
MADE = {"s": "sign", "q": "abs", "u": "sigmoid", "a": "exp", "o": "zeros_like"}
TENSOR = re.compile(r"\b([fdibcsquao]|%s)\[([\d,]*)\]('+|[a-z]\b)?" % "|".join(ALL))


class Graph:
    def __init__(self):
        self.inputs, self.calls, self.known = [], [], {}

    def tensor(self, match):
        text, kind, sizes = match[0], match[1], [int(n) for n in match[2].split(",") if n]
        if text in self.known:
            return self.known[text]
        name = f"x{len(self.known)}"
        strides = [1] * len(sizes)
        for i in reversed(range(len(sizes) - 1)):
            strides[i] = strides[i + 1] * max(1, sizes[i + 1])
        dtype = kind if kind in ALL else DTYPES.get(kind, "int64" if kind == "o" else "float32")
        shape = "".join(f"{n}," for n in sizes), "".join(f"{n}," for n in strides)
        self.inputs.append(
            f"    %{name} = placeholder[target={name}] {{val: tensor(torch.{dtype}, ({shape[0]}), "
            f'({shape[1]}), device("cpu"))}}'
        )
        self.known[text] = "%" + name
        if kind in MADE:
            self.call(name + "_made", MADE[kind] + ".default", "%" + name, "")
            self.known[text] = f"%{name}_made"
        if kind == "a":
            self.call(name + "_sums", "cumsum.default", f"%{name}_made, 0", "")
            self.known[text] = f"%{name}_sums"
        return self.known[text]

    def call(self, name, op, args, kwargs):
        self.calls.append(
            f"    %{name} = call_function[target=torch.ops.aten.{op}]"
            f"(args = ({args},), kwargs = {{{kwargs}}})"
        )

    def text(self, results):
        returned = "".join(f"%{name}, " for name in results)
        return "\n".join(["fx 1", "graph():", *self.inputs, *self.calls, f"    return ({returned})", ""])


def promotions():
    """Tensors with tensors, with those of no dimensions, and with numbers."""
    for a in ALL:
        for b in ALL:
            for op in ("add", "mul", "true_divide", "pow", "eq"):
                if (op, a, b) == ("pow", "bool", "bool"):
                    continue
                yield f"{op}.Tensor{'_Tensor' if op == 'pow' else ''}|{a}[2],{b}[2]'|"
            yield f"add.Tensor|{a}[2],{b}[]|"
            yield f"mul.Tensor|{a}[],{b}[2]|"
            yield f"add.Tensor|{a}[],{b}[]'|"
            yield f"where.self|b[2],{a}[2],{b}[]|"
            yield f"cat.default|[{a}[2],{b}[1]]|"
        for number in ("True", "2", "2.5", "complex(1.0, 2.0)"):
            yield f"add.Scalar|{a}[2],{number}|"
            yield f"mul.Scalar|{a}[],{number}|"
            yield f"ne.Scalar|{a}[2],{number}|"
            yield f"where.ScalarOther|b[2],{a}[2],{number}|"
        for op in ("sum", "mean", "exp", "abs", "prod", "cumsum", "any", "bitwise_not", "floor"):
            if (op, a) in KERNELS_MISSING or (op == "mean" and a in ALL[:5] + ["bool"]):
                continue
            yield f"{op}.default|{a}[3]{',0' if op == 'cumsum' else ''}|"


# What PyTorch does not compute.
KERNELS_MISSING = {
    ("abs", "bool"),
    *((op, a) for op in ("floor",) for a in ("complex64", "complex128", "bool")),
    *(("bitwise_not", a) for a in ALL[5:11]),
}


def main():
    graph, results = Graph(), []
    if sys.argv[1] == "--promotions":
        lines = list(promotions())
    else:
        with open(sys.argv[1]) as file:
            lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        op, args, kwargs = line.split("|")
        args = TENSOR.sub(graph.tensor, args)
        results.append(f"line{number}")
        graph.call(results[-1], op, args, kwargs)
    print(graph.text(results), end="")


main()
