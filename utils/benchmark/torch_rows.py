# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of utils/benchmark/run that need LibTorch: running, importing, tracing."""

import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# Row, what it is, its unit, microseconds in it, and in how many parts the time of
# fx-torch-benchmark goes.
ROWS = [
    ("chain", "an operator on 4 floats, in a chain", "us", 1, 999),
    ("net32", "a run of 32 operators", "us", 1, 1),
    ("net32_fused", "the same, batch normalizations fused", "us", 1, 1),
    ("import_resnet50", "import of ResNet-50", "ms", 1000, 1),
    ("import_transformer24", "import of a transformer of 24 layers", "ms", 1000, 1),
    ("trace_dispatch", "tracing C++ code, a node", "us", 1, 999),
]
COLUMNS = {"fx": "fx-opt", "boxed": "dispatcher", "jit": "torch::jit",
           "torch.fx": "torch.fx", "Python code": "Python code"}


def make_models(python, tool, folder):
    """What torch_run.py scripts, and the fused network."""
    made = python and subprocess.run(
        [python, os.path.join(HERE, "torch_run.py"), "make", folder],
        stdout=subprocess.DEVNULL).returncode == 0
    if not made:
        return False
    net = os.path.join(folder, "net32")
    return subprocess.run([tool, f"{net}.pt", "--fuse-conv-bn", "-o",
                           f"{net}.fused.fx"]).returncode == 0


def run_fx(build, folder, has_models):
    environment = dict(os.environ)
    environment.pop("FX_BENCHMARK_MODELS", None)
    if has_models:
        environment["FX_BENCHMARK_MODELS"] = folder
    out = subprocess.run(
        [os.path.join(build, "bin", "fx-torch-benchmark"), "--benchmark_format=json",
         "--benchmark_min_time=0.2", "--benchmark_repetitions=3",
         # So that what else the machine does hits all peers.
         "--benchmark_enable_random_interleaving=true"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
        env=environment)
    result = json.loads(out.stdout)
    found = {}
    for b in result["benchmarks"]:
        if b.get("aggregate_name") or b.get("error_occurred"):
            continue
        row, by = b["name"].split("/")
        us = b["cpu_time"] * {"ns": 1e-3, "us": 1.0, "ms": 1e3}[b["time_unit"]]
        us /= next(parts for name, _, _, _, parts in ROWS if name == row)
        found[row, by] = min(us, found.get((row, by), us))
    return found, result["context"]["libtorch"]


def torch_table(build, python, say):
    """Lines of a table, none where there is no LibTorch."""
    built = subprocess.run(["ninja", "-C", build, "fx-torch-benchmark", "fx-opt"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if built.returncode or not os.path.exists(
            os.path.join(build, "bin", "fx-torch-benchmark")):
        say("fx-torch-benchmark: not built, for there is no LibTorch")
        return []
    with tempfile.TemporaryDirectory() as folder:
        has_models = make_models(python, os.path.join(build, "bin", "fx-opt"), folder)
        found, version = run_fx(build, folder, has_models)
    columns = dict(COLUMNS, jit=f"torch::jit {version}")
    say("fx-torch-benchmark: done")
    if python:
        out = subprocess.run(
            [python, "-c", "import torch; print(torch.__version__.split('+')[0])"],
            stdout=subprocess.PIPE, text=True)
        columns["torch.fx"] += " " + out.stdout.strip()
        out = subprocess.run([python, os.path.join(HERE, "torch_run.py"), "measure"],
                             stdout=subprocess.PIPE, text=True)
        for line in out.stdout.splitlines():
            r = json.loads(line)
            found[r["row"], r["by"]] = r["us"]
        say("torch_run.py: done")

    def line(*cells):
        return "| " + " | ".join(cells) + " |"

    lines = [line("work", "unit", *columns.values()),
             "|---|---|" + "---:|" * len(columns)]
    for row, what, unit, scale, _ in ROWS:
        if (row, "fx") not in found:
            continue
        cells = [found.get((row, by)) for by in columns]
        lines.append(line(what, unit, *("–" if c is None else f"{c / scale:,.3g}"
                                        for c in cells)))
    return lines
