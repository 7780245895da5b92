"""Runs the Python source that fx-translate writes of exported programs.

python_programs.py DIRECTORY [EXPECTATIONS]

The source of each archive has to compute what the program itself computes in this torch,
from the sample inputs of the archive, changes of state included.
"""

import copy
import glob
import importlib.util
import os
import subprocess
import sys
import tempfile

import torch

from common import finish

directory = sys.argv[1]
sys.path.insert(0, directory)
try:
    # What some programs need registered, where there is such a file.
    import needs

    for need in needs.NEEDS:
        try:
            needs.register([need])
        except Exception:
            pass
except ImportError:
    pass
translate = os.path.join(os.path.dirname(os.environ["FX_OPT"]), "fx-translate")
verbose = os.environ.get("FX_VERBOSE")


def source_module(path, folder):
    """The class or classes of the source, by the names of the models."""
    target = os.path.join(folder, os.path.basename(path)[:-4] + ".py")
    tool = subprocess.run([translate, path, "-o", target], capture_output=True, text=True)
    if tool.returncode:
        raise RuntimeError(tool.stderr)
    spec = importlib.util.spec_from_file_location("generated", target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "MODELS"):
        return module.MODELS
    classes = [v for v in vars(module).values() if getattr(v, "__module__", "") == "generated" and isinstance(v, type) and issubclass(v, torch.nn.Module)]
    return {"model": classes[-1]}


def load(path):
    try:
        from torch.export.pt2_archive._package import load_pt2

        return load_pt2(path).exported_programs
    except Exception as error:  # The reason is PyTorch's.
        return error


def run(module, example):
    args, kwargs = copy.deepcopy(example)
    torch.manual_seed(0)
    result = module(*args, **kwargs)
    leaves = torch.utils._pytree.tree_leaves((result, args, kwargs))
    return leaves, type(result)


def same(first, second):
    if isinstance(first, torch.Tensor):
        if not isinstance(second, torch.Tensor):
            return False
        first, second = first.detach(), second.detach()
        if first.layout != torch.strided:
            first, second = first.to_dense(), second.to_dense()
        if first.dtype != second.dtype or first.shape != second.shape:
            return False
        if first.is_floating_point() and first.element_size() == 1:
            first, second = first.float(), second.float()
        return torch.allclose(first, second, rtol=1e-5, atol=1e-5, equal_nan=True)
    return type(first) is type(second) and (first == second or first != first)


total = compared = differ = 0
with tempfile.TemporaryDirectory() as folder:
    for path in sorted(glob.glob(os.path.join(directory, "*.pt2"))):
        total += 1
        name = os.path.basename(path)
        programs = load(path)
        if isinstance(programs, Exception):
            if verbose:
                print("not loaded:", name, str(programs)[:80])
            continue
        try:
            classes = source_module(path, folder)
        except Exception as error:
            print("differ: %s: %s" % (name, error))
            differ += 1
            continue
        for model, program in programs.items():
            if program.example_inputs is None:
                if verbose:
                    print("no inputs:", name)
                continue
            original = None
            try:
                original = program.module()
                expected, kind = run(original, program.example_inputs)
            except Exception as error:  # Some cannot run in PyTorch either.
                if verbose:
                    print("not run:", name, str(error)[:80])
                continue
            compared += 1
            try:
                module = classes[model]()
                actual, other_kind = run(module, program.example_inputs)
                for key, value in original.state_dict().items():
                    expected.append(value)
                    actual.append(module.state_dict()[key])
            except Exception as error:
                print("differ: %s does not run: %s: %s" % (name, type(error).__name__, str(error)[:300]))
                differ += 1
                continue
            if len(expected) != len(actual) or not all(map(same, expected, actual)):
                print("differ: %s computes something else" % name)
                differ += 1
            elif kind is not other_kind and kind.__name__ != other_kind.__name__:
                print("differ: %s returns a %s, not a %s" % (name, other_kind, kind))
                differ += 1
finish("python: %d archives, %d run" % (total, compared), compared, differ)
