"""Reads graphs that PyTorch printed, and prints what PyTorch prints.

usage: round_trips.py FX_OPT FOLDER

Each X.fx.txt of the folder comes back byte for byte, also by way of native text,
which is stable and equal. Where it stands there, X.code.txt is the generated code
but for the annotation of what it returns, X.modules.txt is print(module), and
X.lowered.txt is what tracing with no leaf gives, but for names.
"""

import os
import re
import subprocess
import sys
import tempfile

from same_but_names import canonical

fx_opt, folder = sys.argv[1:]
scratch = tempfile.mkdtemp()
compared = failures = 0


def run(*arguments):
    process = subprocess.run([fx_opt, *arguments], capture_output=True, timeout=300)
    if process.returncode:
        return process.stderr
    return process.stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check(what, expected, found):
    global compared, failures
    compared += 1
    if expected != found:
        failures += 1
        print(f"{what}: expected\n{expected!r}\nfound\n{found!r}", file=sys.stderr)


for name in sorted(os.listdir(folder)):
    if not name.endswith(".fx.txt"):
        continue
    graph = os.path.join(folder, name)
    model = graph[: -len(".fx.txt")]
    text = read(graph)
    form = "--print-format=" + ("fx-1.13" if b"[#users=" in text else "fx")
    native = os.path.join(scratch, "native.fx")
    check(name, text, run(graph, form))
    check(name + ", written", b"", run(graph, "-o", native))
    check(name + ", native", text, run(native, form))
    check(name + ", native twice", read(native), run(native))
    check(name + ", equal", b"", run(native, f"--diff={graph}", "--print-format=none"))
    if os.path.exists(model + ".code.txt"):
        code = re.sub(rb"(?m)^(def forward\(.*\)) -> .*:$", rb"\1:", read(model + ".code.txt"))
        check(name + ", code", code.rstrip(b"\n"), run(graph, "--to=code").rstrip(b"\n"))
    if not os.path.exists(model + ".modules.txt"):
        continue
    tree = f"--module-tree={model}.modules.txt"
    check(name + ", tree written", b"", run(graph, tree, "-o", native))
    check(name + ", tree", text, run(native, form))
    check(name + ", tree twice", read(native), run(native))
    if os.path.exists(model + ".lowered.txt"):
        mode = "training" if "_train" in name else ""
        lowered = os.path.join(scratch, "lowered.txt")
        run(graph, tree, f"--passes=lower-modules{{{mode}}}", form, "-o", lowered)
        check(name + ", lowered", canonical(model + ".lowered.txt"), canonical(lowered))

print(f"{compared} compared, {failures} differ")
sys.exit(1 if failures or not compared else 0)
