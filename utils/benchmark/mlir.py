#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times mlir-opt on text of the size that fx-benchmark uses.

mlir.py MLIR_OPT [--sizes 10000,100000,1000000]: prints one JSON object a line,
as torch_fx.py does; the figures are those of --mlir-timing.
"""
import argparse
import json
import re
import subprocess
import tempfile


def module(n, twice):
    lines = ["func.func @f(%x: f32) -> f32 {"]
    last = "%x"
    if twice:
        for i in range(n // 3):
            lines.append(f"  %a{i} = arith.negf {last} : f32")
            lines.append(f"  %b{i} = arith.negf {last} : f32")
            lines.append(f"  %c{i} = arith.addf %a{i}, %b{i} : f32")
            last = f"%c{i}"
    else:
        for i in range(n):
            lines.append(f"  %v{i} = arith.addf {last}, %x : f32")
            last = f"%v{i}"
    return "\n".join(lines + [f"  return {last} : f32", "}"]) + "\n"


def timing(tool, text, *flags):
    """Seconds by phase, the best of two runs."""
    best = {}
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        for _ in range(2):
            out = subprocess.run(
                [tool, file.name, "-o", "/dev/null", "--verify-each=0",
                 "--mlir-disable-threading", "--mlir-timing",
                 "--mlir-timing-display=list", *flags],
                capture_output=True, text=True, check=True).stderr
            for seconds, phase in re.findall(
                    r"^\s*([\d.]+) \(.*?%\)\s+(.+?)$", out, re.M):
                best[phase] = min(best.get(phase, 1e30), float(seconds))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--sizes", default="10000,100000,1000000")
    args = parser.parse_args()
    for n in map(int, args.sizes.split(",")):
        plain = timing(args.tool, module(n, False), "--remove-dead-values")
        twice = timing(args.tool, module(n, True), "--cse")
        rows = {
            "parse/native": plain.get("Parser"),
            "print/native": plain.get("Output"),
            "dce": plain.get("RemoveDeadValues"),
            "cse": twice.get("CSE"),
        }
        for row, seconds in rows.items():
            if seconds is not None:
                print(json.dumps({"row": row, "n": n,
                                  "us": seconds / n * 1e6}), flush=True)


if __name__ == "__main__":
    main()
