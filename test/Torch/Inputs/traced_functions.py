"""Functions that Python has in another form than the operators that traces hold:
traced_functions.py TOOLS FOLDER. Imports a trace of each, and compares what fx-run
and the source of Python compute with what TorchScript does. Then fx-run gets what
torch.fx.symbolic_trace makes of each, which names the functions of Python."""
import importlib.util
import json
import os
import subprocess
import sys
import warnings

import torch

sys.dont_write_bytecode = True
from function_table import TABLE

warnings.filterwarnings("ignore")
tools, folder = sys.argv[1:]


def several(functions):
    def forward(x):
        return [torch.utils._pytree.tree_leaves(f(x)) for f in functions]

    def call(x):
        return tuple(leaf for leaves in forward(x) for leaf in leaves)

    return call


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace") if done.returncode else None


def load(path):
    """The outputs in a safetensors file, by place."""
    with open(path, "rb") as f:
        header = json.loads(f.read(int.from_bytes(f.read(8), "little")))
        data = bytearray(f.read())
    header.pop("__metadata__", None)
    types = {"F64": torch.float64, "F32": torch.float32, "I64": torch.int64, "I32": torch.int32, "BOOL": torch.bool, "C64": torch.complex64}
    result = []
    for name in sorted(header, key=int):
        begin, end = header[name]["data_offsets"]
        kind, shape = types[header[name]["dtype"]], header[name]["shape"]
        part = data[begin:end]
        result.append(torch.frombuffer(part, dtype=kind).reshape(shape) if part else torch.empty(shape, dtype=kind))
    return result


def check(functions, x, place):
    """The names of the functions that differ, with how."""
    names = list(functions)
    place = os.path.join(folder, place)
    torch.manual_seed(0)
    traced = torch.jit.trace(several(functions.values()), x, check_trace=False)
    want = traced(x)
    owners = [name for name in names for _ in torch.utils._pytree.tree_leaves(functions[name](x))]
    traced.save(place + ".pt")
    torch.save([x], place + ".in.pt")
    error = run(os.path.join(tools, "fx-opt"), place + ".pt", "-o", place + ".fx")
    if error is not None:
        return {",".join(names): "import: " + error}
    result = {}

    def compare(how, got):
        for name, a, b in zip(owners, want, got):
            if b is None or a.dtype != b.dtype or a.shape != b.shape or not torch.allclose(a, b, 1e-4, 1e-5, True):
                result.setdefault(name, how + " differs")

    error = run(os.path.join(tools, "fx-run"), place + ".fx", "--inputs=" + place + ".in.pt",
                "--outputs=" + place + ".out.safetensors")
    if error is None:
        compare("fx-run", load(place + ".out.safetensors"))
    else:
        result[",".join(names)] = "fx-run: " + error
    error = run(os.path.join(tools, "fx-translate"), place + ".fx", "-o", place + ".py")
    if error is None:
        spec = importlib.util.spec_from_file_location("traced", place + ".py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        kind = next(k for k in vars(module).values() if isinstance(k, type) and issubclass(k, torch.nn.Module))
        try:
            model = kind()
            weights = place + ".weights"
            compare("source", model(x))
        except Exception as e:
            result.setdefault(",".join(names), "source: %s" % e)
    return result


def names_a_tensor(function, x):
    """Whether torch.fx can trace it, and its result is one tensor."""
    if not isinstance(function(x), torch.Tensor):
        return False
    try:
        torch.fx.symbolic_trace(function)
    except Exception:
        return False
    return True


def check_symbolic(functions, x, place):
    """The same of a graph of torch.fx, as it is and with normal arguments."""
    place = os.path.join(folder, place + "-fx")
    functions = {name: f for name, f in functions.items() if names_a_tensor(f, x)}
    traced = torch.fx.symbolic_trace(lambda x: tuple(f(x) for f in functions.values()))
    with open(place + ".fx.txt", "w", encoding="utf-8") as file:
        file.write(str(traced.graph) + "\n")
    torch.save({n.target: getattr(traced, n.target) for n in traced.graph.find_nodes(op="get_attr")},
               place + ".pt")
    torch.save([x], place + ".in.pt")
    torch.manual_seed(0)
    want, result = traced(x), {}
    for how in ((), ("--normalize-args",)):
        text = place + ".args.fx.txt"
        outputs = place + ".out.safetensors"
        error = run(os.path.join(tools, "fx-opt"), place + ".fx.txt", *how, "--to=fx", "-o", text) or run(
            os.path.join(tools, "fx-run"), text, "--inputs=" + place + ".in.pt", "--weights=" + place + ".pt",
            "--seed=0", "--outputs=" + outputs)
        if error is not None:
            return {"symbolic, " + place: error}
        for name, a, b in zip(functions, want, load(outputs)):
            if a.dtype != b.dtype or a.shape != b.shape or not torch.allclose(a, b, 1e-4, 1e-5, True):
                result["symbolic, " + name] = "differs"
    return result


total, failures = 0, {}
for place, (functions, value) in TABLE.items():
    total += len(functions)
    failures.update(check_symbolic(functions, value, place))
    found = check(functions, value, place)
    if any("," in name and name not in functions for name in found) and len(functions) > 1:
        # One stops the others: each alone.
        found = {}
        for i, (name, f) in enumerate(functions.items()):
            found.update(check({name: f}, value, place + str(i)))
    failures.update(found)
for name, why in failures.items():
    print("%s: %s" % (name, why.strip()))
print("%d functions, %d differ" % (total, len(failures)))
sys.exit(1 if failures else 0)
