# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What runs imported TorchScript and compares it with TorchScript itself."""
import ctypes
import importlib.util
import inspect
import json
import os
import struct
import subprocess

# Each runs alone on the imported graph.
PASSES = [
    "inline-module{modules=leaf}", "normalize-args", "functional-methods",
    "cse", "dce", "fold-constants", "fuse-conv-bn",
]
RTOL = 1e-4
DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "I64": "int64",
    "I32": "int32", "U8": "uint8", "BOOL": "bool",
}


def run(folder, tool, *arguments):
    """Exit status, standard output, and what is wrong, of a tool in a folder."""
    done = subprocess.run(
        [os.path.join(folder, tool), *arguments], capture_output=True, text=True
    )
    # A crash has no text of its own.
    error = done.stderr.strip() or "exit status %d" % done.returncode
    return done.returncode, done.stdout, error


def flatten(value):
    """The tensors of a result, in order; a number is one without dimensions."""
    import torch

    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (bool, int)):
        return [torch.tensor(value)]
    if isinstance(value, float):
        return [torch.tensor(value, dtype=torch.float64)]
    if isinstance(value, dict):
        return [t for v in value.values() for t in flatten(v)]
    if isinstance(value, (list, tuple)):
        return [t for v in value for t in flatten(v)]
    return []


def contents(tensor):
    """The bytes of a dense tensor. Not every PyTorch has NumPy beside it."""
    tensor = tensor.detach().contiguous()
    return ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())


def save(path, tensors):
    """Writes a .safetensors file."""
    header, data = {}, b""
    names = {v: k for k, v in DTYPES.items()}
    for name, t in tensors.items():
        raw = contents(t)
        header[name] = {
            "dtype": names[str(t.dtype).split(".")[1]], "shape": list(t.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def load(path):
    """The tensors of a .safetensors file whose names are numbers."""
    import torch

    with open(path, "rb") as f:
        data = f.read()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:begin])
    header.pop("__metadata__", None)
    result = []
    for name in sorted(header, key=int):
        entry = header[name]
        low, high = entry["data_offsets"]
        dtype = getattr(torch, DTYPES[entry["dtype"]])
        raw = bytearray(data[begin + low : begin + high])
        t = torch.frombuffer(raw, dtype=dtype) if raw else torch.empty(0, dtype=dtype)
        result.append(t.reshape(entry["shape"]))
    return result


def difference(expected, found):
    """What is different between two lists of tensors; empty for nothing."""
    import torch

    if len(expected) != len(found):
        return "%d results and %d" % (len(expected), len(found))
    for i, (x, y) in enumerate(zip(expected, found)):
        if x.shape != y.shape or x.dtype != y.dtype:
            return "result %d is %s %s and %s %s" % (
                i, x.dtype, list(x.shape), y.dtype, list(y.shape))
        if not x.numel():
            continue
        x, y = x.double(), y.double()
        largest = x.abs().nan_to_num(0, 0, 0).max().item()
        if not torch.allclose(y, x, RTOL, 1e-5 * largest, equal_nan=True):
            gap = (x - y).abs().max().item()
            return "result %d differs by %.2g of %.2g" % (i, gap, largest)
    return ""


def is_rounding(expected, found, exact):
    """Whether single precision cannot tell two lists of tensors apart: what was
    found is no further from the results in double precision than twice what was
    expected is, and that is no more than a thousandth of the largest value."""
    for x, y, z in zip(expected, found, exact):
        if x.shape != z.shape:
            return False
        if difference([x], [y]):
            x, y = x.double(), y.double()
            error, largest = (x - z).abs().max().item(), x.abs().max().item()
            if not error <= 1e-3 * largest or not (y - z).abs().max().item() <= 2 * error:
                return False
    return True


class Runs:
    """Two inputs, and what TorchScript computes of them."""

    def __init__(self, tools, folder, scripted, inputs, options=(), exact=None):
        """inputs(seed) makes the arguments: tensors and lists of tensors.

        exact computes the results in double precision."""
        import torch

        self.tools, self.folder, self.options, self.cases = tools, folder, options, []
        self.exact, self.inputs = exact, inputs
        for seed in (1, 2):
            values, tensors = inputs(seed), {}
            for i, v in enumerate(values):
                is_list = isinstance(v, list)
                items = {".%d" % j: t for j, t in enumerate(v)} if is_list else {"": v}
                tensors.update({"%d%s" % (i, k): t for k, t in items.items()})
            path = os.path.join(folder, "inputs-%d.safetensors" % seed)
            save(path, tensors)
            with torch.no_grad():
                self.cases.append((path, flatten(scripted(*values))))
        self.elements = sum(t.numel() for _, ts in self.cases for t in ts)

    def check(self, module):
        """`equal`, `rounding`, or what is different when fx-run runs a graph."""
        outputs = os.path.join(self.folder, "outputs.safetensors")

        def results(seed, path):
            code, _, error = run(
                self.tools, "fx-run", module, "--inputs=" + path, "--outputs=" + outputs,
                "--threads=1", *self.options
            )
            return "error: " + error[:300] if code else load(outputs)

        return self.compare(results)

    def check_python(self, module, model):
        """The same of what fx-translate makes of a graph for Python. Modules that
        nothing describes come from the model."""
        import torch

        path = os.path.join(self.folder, "as_python.py")
        code, _, error = run(self.tools, "fx-translate", module, "-o", path)
        if code:
            return "error: " + error[:300]
        try:
            spec = importlib.util.spec_from_file_location("as_python", path)
            source = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(source)
            made = [c for c in vars(source).values()
                    if inspect.isclass(c) and c.__module__ == "as_python"][-1]
            needs = "root" in inspect.signature(made.__init__).parameters
            made = made(model) if needs else made()

            def results(seed, path):
                with torch.no_grad():
                    return flatten(made(*self.inputs(seed)))

            return self.compare(results)
        except Exception as e:
            return "%s: %s" % (type(e).__name__, str(e)[:300])

    def compare(self, results):
        state = "equal"
        for seed, (path, expected) in enumerate(self.cases, 1):
            found = results(seed, path)
            if isinstance(found, str):
                return found
            what = difference(expected, found)
            if not what:
                continue
            if len(expected) != len(found) or not self.exact:
                return what
            if not is_rounding(expected, found, flatten(self.exact(*self.inputs(seed)))):
                return what
            state = "rounding"
        return state


def without_weights(path):
    """The text without the lines that name files of weights."""
    with open(path) as f:
        return [line for line in f if not line.startswith("weights ")]


def check_passes(folder, imported, runs, passes=PASSES):
    """What each pass, alone, does to the results."""
    result = {}
    for i, name in enumerate(passes):
        short = name.split("{")[0]
        changed = os.path.join(folder, "pass-%d.fx" % i)
        code, _, error = run(
            runs.tools, "fx-opt", imported, "--passes=" + name, "-o", changed, *runs.options
        )
        if code:
            result[short] = "error: " + error[:300]
        elif without_weights(changed) == without_weights(imported):
            result[short] = "unchanged"
        else:
            result[short] = runs.check(changed)
    return result
