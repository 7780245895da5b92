"""A program in other forms: native text, JSON, Python source, and run by LibTorch."""

import dataclasses
import filecmp

import torch

from . import compare, observe, pipelines, program as programs, safetensors
from .exported import first_line
from .finding import Finding

EXACT = pipelines.Rules("")
#: Without pipelines.
FORMS = ["=file", "=text", "=json", "=python"]


def check(subject, form):
    """The finding of a form, or nothing."""
    return CHECKS[form](subject)


def same_file(subject, form, result):
    if filecmp.cmp(subject.exported.path, result, shallow=False):
        return None
    return Finding(form, "bytes", "another file")


def check_file(subject):
    result = subject.path("again.pt2")
    if message := subject.opt(subject.exported.path, "-o", result):
        return Finding("=file", "refused", message)
    return same_file(subject, "=file", result)


def check_text(subject):
    text, result = subject.path("text.fx"), subject.path("again.pt2")
    for command in ([subject.exported.path, "-o", text], [text, "-o", result]):
        if message := subject.opt(*command):
            return Finding("=text", "refused", message)
    return same_file(subject, "=text", result)


def check_json(subject):
    text, result = subject.path("text.json"), subject.path("again.pt2")
    for command in ([subject.exported.path, "-o", text], [text, "-o", result]):
        if message := subject.tools.translate(*command):
            return Finding("=json", "refused", message)
    return same_file(subject, "=json", result)


def generated(path, weights=True):
    """The module that Python source makes."""
    names = {"__file__": path, "__name__": "generated"}
    with open(path) as file:
        exec(compile_source(file.read(), path), names)
    kinds = [
        value for value in names.values()
        if isinstance(value, type) and issubclass(value, torch.nn.Module)
        and value.__module__ == "generated"
    ]
    return kinds[-1]


def compile_source(text, path):
    return compile(text, path, "exec")


def check_python(subject):
    path = subject.path("program.py")
    if message := subject.tools.translate(subject.exported.path, "-o", path):
        if "symbolic expression" in message:
            return None  # As docs/Translate.md says.
        return Finding("=python", "refused", message)
    program = subject.program
    for place, variant in enumerate(subject.exported.variants):
        before = subject.exported.before[place]
        if isinstance(before, str):
            continue
        try:
            module = generated(path)().train(False)
            after = observe.observe_twice(module, lambda: programs.make_inputs(program, variant))
        except Exception as error:
            return Finding("=python", "run", first_line(error), variant.kind if variant else "")
        for a, b in zip(before, after):
            # Names of state are the generated class's own.
            a, b = (dataclasses.replace(outcome, state={}) for outcome in (a, b))
            found = [d for d in compare.compare(a, b, EXACT) if "gradient" not in d.what]
            if found:
                kind = variant.kind if variant else ""
                return Finding("=python", found[0].what, str(found[0]), kind)
    return None


def check_run(subject):
    """fx-run, which has no outputs but the results."""
    args, kwargs = programs.make_inputs(subject.program)
    leaves = torch.utils._pytree.tree_leaves((args, kwargs))
    if not all(isinstance(leaf, torch.Tensor) for leaf in leaves):
        return None
    seen = subject.exported.before[0][0].results
    tensors = [*leaves, *(s.value for s in seen if isinstance(s.value, torch.Tensor))]
    if any(t.dtype not in safetensors.NAMES or t.layout != torch.strided for t in tensors):
        return None
    inputs, outputs = subject.path("in.safetensors"), subject.path("out.safetensors")
    safetensors.save(inputs, {str(i): leaf for i, leaf in enumerate(leaves)})
    status, _, errors = subject.tools.run(
        "fx-run", subject.exported.path, "--inputs=" + inputs, "--outputs=" + outputs, "--seed=5",
        "--threads=1",
    )
    if status:
        from .tool import message_of

        return Finding("=run", "refused", message_of(errors))
    made = safetensors.load(outputs)
    for place, leaf in enumerate(seen):
        if not isinstance(leaf.value, torch.Tensor):
            continue
        if str(place) not in made:
            return Finding("=run", "result", "result %d is missing" % place)
        if text := compare.difference(leaf.value, made[str(place)], False):
            return Finding("=run", "result", "result %d: %s" % (place, text))
    return None


CHECKS = {
    "=file": check_file, "=text": check_text, "=json": check_json, "=python": check_python,
    "=run": check_run,
}
