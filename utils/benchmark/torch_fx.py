#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times torch.fx on the work that fx-benchmark does.

torch_fx.py [--rounds N] [--sizes 10000,100000]: prints one JSON object a line,
{"row": "create", "n": 10000, "us": 7.4}, microseconds of processor time per node, the
best round after a warm-up. Every figure comes from a process of its own, so that the
state of the allocator does not carry over.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import time


def chain(n):
    import operator

    import torch.fx as fx

    g = fx.Graph()
    x = last = g.placeholder("x")
    for _ in range(n):
        last = g.call_function(operator.add, (last, x))
    g.output(last)
    return g


def best(work, rounds, setup=lambda: None):
    times = []
    for _ in range(rounds + 1):
        state = setup()
        begin = time.process_time()
        work(state)
        times.append(time.process_time() - begin)
    return min(times[1:])


def iterate(g):
    for node in g.nodes:
        for _ in node.all_input_nodes:
            pass


def rewrite(g):
    import operator

    for node in list(g.nodes):
        if node.op == "call_function":
            with g.inserting_before(node):
                new = g.call_function(operator.mul, node.args)
            node.replace_all_uses_with(new)
            g.erase_node(node)


def replace_uses(g):
    x = next(iter(g.nodes))
    x.replace_all_uses_with(g.placeholder("y"))


def copy(g):
    import torch.fx as fx

    fx.Graph().graph_copy(g, {})


def pairs(n):
    """Every computation stands twice."""
    import torch
    import torch.fx as fx

    g = fx.Graph()
    last = g.placeholder("x")
    for _ in range(n // 3):
        a = g.call_function(torch.ops.aten.relu.default, (last,))
        b = g.call_function(torch.ops.aten.relu.default, (last,))
        last = g.call_function(torch.ops.aten.add.Tensor, (a, b))
    g.output(last)
    return fx.GraphModule(torch.nn.Module(), g)


def cse(gm):
    from torch.fx.passes.dialect.common.cse_pass import CSEPass

    CSEPass()(gm)


def trace(n):
    import torch.fx as fx

    def program(x):
        y = x
        for _ in range(n):
            y = y + x
        return y

    return fx.symbolic_trace(program)


def resident():
    with open("/proc/self/statm", encoding="ascii") as f:
        return int(f.read().split()[1]) * resource.getpagesize()


def measure(row, n, rounds):
    import torch  # The import is not part of any figure.

    torch.set_num_threads(1)
    graph = lambda: chain(n)
    work = {
        "create": (lambda _: chain(n), lambda: None),
        "iterate": (iterate, graph),
        "replace_uses": (replace_uses, graph),
        "rewrite": (rewrite, graph),
        "print/fx": (str, graph),
        "print/python": (lambda g: g.python_code("self"), graph),
        "verify": (lambda g: g.lint(), graph),
        "copy": (copy, graph),
        "dce": (lambda g: g.eliminate_dead_code(), graph),
        "cse": (cse, lambda: pairs(n)),
        "trace": (lambda _: trace(n), lambda: None),
    }
    if row == "bytes":
        before = resident()
        keep = chain(n)
        return (resident() - before) / len(keep.nodes)
    return best(*work[row][:1], rounds, work[row][1]) / n * 1e6


# Seconds for a row; names that are made up take torch.fx 1.13 time that grows with
# the square of the graph.
LONGEST = 300

ROWS = [
    "create", "iterate", "replace_uses", "rewrite", "print/fx", "print/python",
    "verify", "copy", "dce", "cse", "trace", "bytes",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(measure(args.one[0], int(args.one[1]), args.rounds))
        return
    for n in map(int, args.sizes.split(",")):
        for row in ROWS:
            try:
                out = subprocess.run(
                    [sys.executable, os.path.abspath(__file__), "--rounds",
                     str(args.rounds), "--one", row, str(n)],
                    capture_output=True, text=True, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                print(f"torch.fx: {row} of {n} nodes takes more than {LONGEST} s",
                      file=sys.stderr)
                continue
            if out.returncode:
                print(out.stderr.strip().splitlines()[-1], file=sys.stderr)
                continue
            print(json.dumps({"row": row, "n": n,
                              "us": float(out.stdout.split()[-1])}), flush=True)


if __name__ == "__main__":
    main()
