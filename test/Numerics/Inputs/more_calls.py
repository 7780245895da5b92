"""The calls of more-calls.txt as one graph that returns all results. Prints native text."""

import re
import sys

DTYPES = {"f": "float32", "d": "float64", "i": "int64", "b": "bool", "c": "complex64"}
# What random numbers are made to be: of -1 and 1, positive, less than 1, ascending, zeros.
MADE = {"s": "sign", "q": "abs", "u": "sigmoid", "a": "exp", "o": "zeros_like"}
TENSOR = re.compile(r"\b([fdibcsquao])\[([\d,]*)\]('+|[a-z]\b)?")


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
        dtype = DTYPES.get(kind, "int64" if kind == "o" else "float32")
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


def main():
    graph, results = Graph(), []
    with open(sys.argv[1]) as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#"):
                continue
            op, args, kwargs = line.rstrip("\n").split("|")
            args = TENSOR.sub(graph.tensor, args)
            results.append(f"line{number}")
            graph.call(results[-1], op, args, kwargs)
    print(graph.text(results), end="")


main()
