"""A program in other forms: native text, JSON, Python source, and run by LibTorch."""

import dataclasses
import filecmp

import torch

from . import compare, observe, pipelines, program as programs, safetensors
from .exported import first_line
from .finding import Finding
from .pysource import generated

EXACT = pipelines.Rules("")
CLOSE = EXACT.but_close()


def check(subject, form):
    """The finding of a form, or nothing."""
    return CHECKS[form](subject)


def same_file(subject, form, result):
    if filecmp.cmp(subject.carrier.path, result, shallow=False):
        return None
    return Finding(form, "bytes", "another file")


def check_file(subject):
    result = subject.path("again.pt2")
    if message := subject.opt(subject.carrier.path, "-o", result):
        return Finding("=file", "refused", message)
    return same_file(subject, "=file", result)


def check_text(subject):
    text, result = subject.path("text.fx"), subject.path("again.pt2")
    for command in ([subject.carrier.path, "-o", text], [text, "-o", result]):
        if message := subject.opt(*command):
            return Finding("=text", "refused", message)
    return same_file(subject, "=text", result)


def check_json(subject):
    text, result = subject.path("text.json"), subject.path("again.pt2")
    for command in ([subject.carrier.path, "-o", text], [text, "-o", result]):
        if message := subject.tools.translate(*command):
            return Finding("=json", "refused", message)
    return same_file(subject, "=json", result)


def check_python(subject):
    path = subject.path("program.py")
    if message := subject.tools.translate(subject.carrier.path, "-o", path):
        if "symbolic expression" in message:
            return None  # As docs/Translate.md says.
        return Finding("=python", "refused", message)
    program = subject.program
    for place, variant in enumerate(subject.carrier.variants):
        before = subject.carrier.before[place]
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
            if found and subject.rounds():
                # What runs without gradients goes another way in PyTorch.
                found = [d for d in compare.compare(a, b, CLOSE) if "gradient" not in d.what]
            if found:
                kind = variant.kind if variant else ""
                return Finding("=python", found[0].what, str(found[0]), kind)
    return None


def check_run(subject):
    """fx-run, which has no outputs but the results."""
    if subject.program.setup:
        return None  # Operators and classes of Python.
    args, kwargs = programs.make_inputs(subject.program)
    leaves = torch.utils._pytree.tree_leaves((args, kwargs))
    if not all(isinstance(leaf, torch.Tensor) for leaf in leaves):
        return None
    if not all(leaf.is_contiguous() and leaf.untyped_storage().nbytes() == leaf.nbytes for leaf in leaves):
        return None  # Files of tensors hold no strides, and no more than the tensors.
    seen = subject.carrier.before[0][0].results
    tensors = [*leaves, *(s.value for s in seen if isinstance(s.value, torch.Tensor))]
    if any(t.dtype not in safetensors.NAMES or t.layout != torch.strided for t in tensors):
        return None
    inputs, outputs = subject.path("in.safetensors"), subject.path("out.safetensors")
    safetensors.save(inputs, {str(i): leaf for i, leaf in enumerate(leaves)})
    status, errors = subject.tools.run(
        "fx-run", subject.carrier.path, "--inputs=" + inputs, "--outputs=" + outputs, "--seed=5",
        "--threads=1",
    )
    if status:
        from .tool import message_of

        return Finding("=run", "refused", message_of(errors))
    made = safetensors.load(outputs)
    text = missed(seen, made)
    if text and text.endswith("other values"):
        # What fx-run runs is not trained and lies elsewhere: PyTorch may take other kernels then.
        others = (runs[0][0].results for runs in subject.carrier.elsewhere())
        if not all(missed(results, made) for results in others):
            return None
    return Finding("=run", "result", text) if text else None


def missed(seen, made):
    """What is wrong with the results that fx-run wrote, or nothing."""
    for place, leaf in enumerate(seen):
        if not isinstance(leaf.value, torch.Tensor):
            continue
        if str(place) not in made:
            return "result %d is missing" % place
        if text := compare.difference(leaf.value, made[str(place)], False):
            return "result %d: %s" % (place, text)
    return None


def check_plain(subject):
    """Native text of torch.fx, written again and as Python."""
    plain = subject.carrier.plain()
    if isinstance(plain, str):
        return Finding("=plain", "refused", plain)
    with open(subject.path("plain.fx"), "wb") as file:
        file.write(plain)
    return subject.judge("=plain", subject.path("plain.fx"), EXACT)


def check_import(subject):
    """Whether fx-opt reads an archive that PyTorch runs."""
    refusal = subject.carrier.refusal
    return Finding("=import", "refused", refusal) if refusal else None


def check_graph_json(subject):
    """The same by way of JSON."""
    text, first, second = (subject.path(n) for n in ("text.json", "first.fx", "second.fx"))
    for command in ([subject.carrier.path, "-o", text], [text, "-o", first],
                    [subject.carrier.path, "-o", second]):
        if message := subject.tools.translate(*command):
            return Finding("=graph-json", "refused", message)
    if filecmp.cmp(first, second, shallow=False):
        return None
    return Finding("=graph-json", "bytes", "another text")


CHECKS = {
    "=import": check_import,
    "=plain": check_plain, "=graph-json": check_graph_json,
    "=file": check_file, "=text": check_text, "=json": check_json, "=python": check_python,
    "=run": check_run,
}
