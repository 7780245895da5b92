"""Spoils calls of models and lets fx-reduce make the failures small.

usage: reduce_planted.py PLUGIN FOLDER MODEL... [--how=HOW,...] [--ops=N]

For each way to fail, the first call of some operators of each model is spoiled by
the pass test-damage. What comes out must fail in the same way, which fx-reduce
checks by its own RUN line, and have at most ten lines besides those of modules.
"""

import os
import re
import subprocess
import sys
import time

MOST = 10
arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
flags = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
plugin, folder, *models = arguments
kinds = flags.get("how", "value,nan,alias,invalid,crash,error").split(",")
number = int(flags.get("ops", "1"))
ORACLES = {"crash": ["--crash"], "error": ["--message"], "invalid": ["--message"],
           "value": ["--check-numerics"], "nan": ["--check-numerics"], "alias": ["--check-numerics"]}
# What says the same twice gives a value of another shape, or none.
SAME_SHAPE = re.compile(r"aten\.(relu|gelu|silu|tanh|sigmoid|softmax|_softmax|layer_norm|batch_norm|add|mul|sub|div|"
                        r"neg|exp|sin|cos|dropout|clone|abs|hardtanh|relu6|sqrt|rsqrt|pow)\b")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace")


def operators(model):
    """The operators of tensors that a model calls, the rarest last."""
    text = run("fx-opt", model, "--to=native").stdout
    found = re.findall(r"call_function\[target=(torch\.ops\.aten\.[\w.]+)\].*?val: tensor\(torch\.(?:b?float)", text)
    names = list(dict.fromkeys(found))
    return names, [n for n in names if SAME_SHAPE.search(n)]


def lines_of(path):
    """Lines but for those of the block of modules."""
    count, inside = 0, False
    with open(path, encoding="utf-8") as file:
        for line in file:
            if re.match(r"(module|program) .*\{$|(module|program) \{$", line):
                inside = True
            count += not inside
            if line.startswith("}"):
                inside = False
    return count


os.makedirs(folder, exist_ok=True)
tried = small = 0
worst = 0.0
for at, model in enumerate(models):
    every, same = operators(model)
    for k, how in enumerate(kinds):
        names = same if how == "alias" else every
        # Others in each round, spread over the model.
        for n in range(min(number, len(names))):
            name = names[(at * 7 + k * 3 + n * max(1, len(names) // number)) % len(names)]
            out = os.path.join(folder, f"{os.path.basename(model)}-{how}-{n}.fx")
            passes = f"cse,test-damage{{target={name} how={how}}},dce"
            begin = time.time()
            done = run("fx-reduce", model, f"--load-pass-plugin={plugin}", f"--passes={passes}", *ORACLES[how],
                       "--max-time=60", "-o", out)
            seconds = time.time() - begin
            if "does not fail as" in done.stderr or "nothing fails" in done.stderr:
                # Nobody sees that value.
                continue
            tried += 1
            worst = max(worst, seconds)
            if done.returncode:
                print(f"{model}: {how} at {name}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
                continue
            length = lines_of(out)
            small += length <= MOST
            if length > MOST:
                print(f"{model}: {how} at {name}: {length} lines in {seconds:.1f} s: {done.stderr.strip()[-200:]}")
print(f"{small} of {tried} have at most {MOST} lines; {worst:.1f} s at most", file=sys.stderr)
print("all are small" if tried and small == tried else f"{small} of {tried}")
