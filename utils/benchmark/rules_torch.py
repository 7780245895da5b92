#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the pattern matchers of PyTorch on the work of RuleBenchmark.cpp.

rules_torch.py subgraph_rewriter|inductor [--sizes 10000,100000] [--seconds 40]:
prints one JSON object a line, {"row": "rules_half", "n": 10000, "us": 12.3, "applied":
1667}: microseconds of processor time a node, the best of two rounds after a warm-up.
Rows whose first round takes longer than the limit end there; larger sizes are left out.
"""
import argparse
import gc
import json
import sys
import time

import torch
import torch.fx as fx

OTHERS = ["abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "erf",
          "erfc", "exp", "exp2", "expm1", "floor", "frac", "lgamma", "log", "log10", "log1p",
          "log2", "reciprocal", "round", "rsqrt", "sgn", "sign", "silu", "sin", "sinh", "sqrt",
          "square", "tan", "trunc"]
CHAIN = ["relu", "tanh", "sigmoid"]
aten = torch.ops.aten


def op(name):
    return getattr(aten, name).default


def builder():
    graph = fx.Graph()
    value = torch.empty(4, 8, device="meta")
    x = graph.placeholder("x")
    x.meta["val"] = value

    def call(target, *args):
        node = graph.call_function(target, args)
        node.meta["val"] = value
        return node

    return graph, x, call


def relus(count, period):
    graph, last, call = builder()
    for i in range(count // 3):
        last = call(op("relu"), last)
        last = call(op("relu" if period and i % period == 0 else "sin"), last)
        last = call(op("sin"), last)
    graph.output(last)
    return graph


def chain_of_three(count):
    graph, last, call = builder()
    for i in range(count):
        last = call(op(CHAIN[i % 3]), last)
    graph.output(last)
    return graph


def gelus(count):
    graph, x, call = builder()
    mul, add, power = aten.mul.Tensor, aten.add.Tensor, aten.pow.Tensor_Scalar
    for _ in range(count // 8):
        half = call(mul, x, 0.5)
        small = call(mul, call(power, x, 3), 0.044715)
        scaled = call(mul, call(add, small, x), 0.79788456)
        x = call(mul, half, call(add, call(op("tanh"), scaled), 1))
    graph.output(x)
    return graph


def fan(count):
    graph, x, call = builder()
    inner = call(op("relu"), x)
    outer = [call(op("sin"), call(op("relu"), inner)) for _ in range(count // 2)]
    graph.output(outer)
    return graph


def names_that_fail(count):
    for i in range(count):
        if i < 100:
            yield CHAIN[i % 3], CHAIN[(i + 2) % 3], OTHERS[i // 3]
        else:
            yield CHAIN[i % 3], OTHERS[(i - 100) // len(OTHERS)], OTHERS[(i - 100) % len(OTHERS)]


def fails(names):
    """A function of three calls, with the last name innermost."""
    outer, middle, inner = map(op, names)
    return lambda x: outer(middle(inner(x)))


def relu_of_relu(x):
    return op("relu")(op("relu")(x))


def relu(x):
    return op("relu")(x)


def gelu_formula(x):
    inner = aten.add.Tensor(aten.mul.Tensor(aten.pow.Tensor_Scalar(x, 3), 0.044715), x)
    tanh = op("tanh")(aten.mul.Tensor(inner, 0.79788456))
    return aten.mul.Tensor(aten.mul.Tensor(x, 0.5), aten.add.Tensor(tanh, 1))


def gelu(x):
    return op("gelu")(x, approximate="tanh")


class SubgraphRewriter:
    """replace_pattern, of patterns that were traced before."""

    def __init__(self, rules):
        from torch.fx.subgraph_rewriter import replace_pattern

        self.replace = replace_pattern
        self.rules = [tuple(map(fx.symbolic_trace, rule)) for rule in rules]

    def __call__(self, graph):
        module = fx.GraphModule(torch.nn.Module(), graph)
        # Each call compiles the module again, as its users see it.
        return lambda: sum(len(self.replace(module, *rule)) for rule in self.rules)


class Inductor:
    """register_graph_pattern, with apply alone."""

    def __init__(self, rules):
        from torch._inductor import pattern_matcher as pm

        self.matcher = pm.PatternMatcherPass()
        self.applied = 0
        for pattern, result in rules:
            pm.register_graph_pattern(self.expression(pm, fx.symbolic_trace(pattern)),
                                      pass_dict=self.matcher)(self.handler(result))

    def expression(self, pm, module):
        x = pm.KeywordArg("x")
        made = {}
        for node in module.graph.nodes:
            if node.op == "placeholder":
                made[node] = x
            elif node.op == "call_function":
                args = [made[a] if isinstance(a, fx.Node) else a for a in node.args]
                made[node] = pm.CallFunction(node.target, *args)
            else:
                return made[node.args[0]]

    def handler(self, result):
        # What the replacement calls, without tracing for each match.
        target, kwargs = next((n.target, n.kwargs) for n in fx.symbolic_trace(result).graph.nodes
                              if n.op == "call_function")

        def apply(match, x):
            root = match.output_node()
            with match.graph.inserting_before(root):
                new = match.graph.call_function(target, (x,), kwargs)
                new.meta.update(root.meta)
            root.replace_all_uses_with(new)
            match.erase_nodes()
            self.applied += 1

        return apply

    def __call__(self, graph):
        module = fx.GraphModule(torch.nn.Module(), graph)

        def run():
            self.applied = 0
            self.matcher.apply(module)
            return self.applied

        return run


RELU = [(relu_of_relu, relu)]


def rows():
    """Name, rules, graph and how often they apply; None: as the peer decides."""
    fits_none = [(fails(names), relu) for names in names_that_fail(100)]
    yield "rules_none", RELU, lambda n: relus(n, 0), lambda n: 0
    yield "rules_half", RELU, lambda n: relus(n, 2), lambda n: (n // 3 + 1) // 2
    yield "rules_all", RELU, lambda n: relus(n, 1), lambda n: n // 3
    yield "rules_gelu", [(gelu_formula, gelu)], gelus, lambda n: n // 8
    yield "rules_fan", RELU, fan, lambda n: None
    yield "rules_hundred", fits_none, chain_of_three, lambda n: 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=["subgraph_rewriter", "inductor"])
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--rows", default="")
    options = parser.parse_args()
    sys.setrecursionlimit(1_000_000)
    gc.disable()
    peer = SubgraphRewriter if options.peer == "subgraph_rewriter" else Inductor
    for row, rules, make, expected in rows():
        if options.rows and row not in options.rows.split(","):
            continue
        engine = peer(rules)
        for n in map(int, options.sizes.split(",")):
            best = None
            for turn in range(3):
                run = engine(make(n))
                begin = time.process_time()
                try:
                    applied = run()
                except RecursionError as error:
                    print(f"{row} of {n}: {error}", file=sys.stderr)
                    break
                took = time.process_time() - begin
                if turn or took > options.seconds:
                    best = min(took, best or took)
                if took > options.seconds:
                    break
                gc.collect()
            if best is None:
                break
            if expected(n) not in (None, applied):
                raise SystemExit(f"{options.peer}: {row} of {n}: {applied} times, not {expected(n)}")
            print(json.dumps({"row": row, "n": n, "us": best / n * 1e6, "applied": applied}),
                  flush=True)
            if best * 10 > options.seconds:
                break


if __name__ == "__main__":
    main()
