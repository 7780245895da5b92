"""Runs passes over archives of torch.export and asks PyTorch what it thinks.

programs.py PIPELINE DIRECTORY [TOLERANCE]

Each archive that PyTorch can load has to load after the passes too, and to
compute the same from its sample inputs, changes of state included, as far as
both have it.
"""

import copy
import glob
import os
import subprocess
import sys
import tempfile

import torch

pipeline, directory = sys.argv[1:3]
tolerance = float((sys.argv[3:] or ["1e-5"])[0])
major, minor = (int(part) for part in torch.__version__.split(".")[:2])
if (major, minor) < (2, 10):
    # Older ones do not know the members of newer programs.
    print("programs: skipped, 0 differ")
    sys.exit(0)
sys.path.insert(0, directory)


def load(path):
    try:
        return torch.export.load(path)
    except Exception as error:  # The reason is PyTorch's.
        return error


def run(program):
    """What a program returns, and its state by name."""
    args, kwargs = copy.deepcopy(program.example_inputs)
    torch.manual_seed(0)
    module = program.module()
    result = module(*args, **kwargs)
    leaves = torch.utils._pytree.tree_leaves((result, args, kwargs))
    return leaves, module.state_dict()


def same(first, second):
    if isinstance(first, torch.Tensor):
        first, second = first.detach(), second.detach()
        if first.layout != torch.strided:
            first, second = first.to_dense(), second.to_dense()
        if first.dtype != second.dtype or first.shape != second.shape:
            return False
        if first.is_floating_point() and first.element_size() == 1:
            first, second = first.float(), second.float()
        return torch.allclose(
            first, second, rtol=tolerance, atol=tolerance, equal_nan=True
        )
    return type(first) is type(second) and (first == second or first != first)


total = loaded = compared = differ = 0
with tempfile.TemporaryDirectory() as folder:
    for path in sorted(glob.glob(os.path.join(directory, "*.pt2"))):
        total += 1
        before = load(path)
        if isinstance(before, Exception):
            continue
        loaded += 1
        result = os.path.join(folder, os.path.basename(path))
        command = [os.environ["FX_OPT"], path, "--passes=" + pipeline, "-o", result]
        tool = subprocess.run(command, capture_output=True, text=True)
        if tool.returncode:
            print("differ: %s: %s" % (path, tool.stderr))
            differ += 1
            continue
        after = load(result)
        if isinstance(after, Exception):
            print("differ: %s does not load: %s" % (path, after))
            differ += 1
            continue
        if before.example_inputs is None:
            continue
        try:
            expected = run(before)
        except Exception:  # Some cannot run in PyTorch either.
            continue
        compared += 1
        try:
            actual = run(after)
        except Exception as error:
            print("differ: %s does not run: %s" % (path, error))
            differ += 1
            continue
        (expected, before_state), (actual, after_state) = expected, actual
        for name in before_state.keys() & after_state.keys():
            if before_state[name].dtype == after_state[name].dtype:
                expected.append(before_state[name])
                actual.append(after_state[name])
        if len(expected) != len(actual) or not all(map(same, expected, actual)):
            print("differ: %s computes something else" % path)
            differ += 1
print(
    "programs: %d archives, %d loaded, %d run, %d differ"
    % (total, loaded, compared, differ)
)
sys.exit(1 if differ else 0)
