"""Writes a finding down: as a script that shows it, and as native text."""

import os
import re
import shutil

from .program import IMPORTS


def commands(program, finding):
    """The module and the commands that show it, of a program that torch.fx traced."""
    code = "\n".join(program.setup + [program.code()] + inputs(program))
    lines = ["# " + str(finding), *needed(IMPORTS, code), code]
    lines.append("# The graph of torch.fx.symbolic_trace(Net()) is in the .fx file beside this:")
    lines.append("# fx-opt FILE.fx --passes='%s' -o after.fx && fx-translate after.fx -o after.py"
                 % finding.pipeline)
    return "\n".join(lines) + "\n"


def script(program, finding):
    """Python that prints what PyTorch computes before and after fx-opt."""
    if program.source != "export":
        return commands(program, finding)
    lines = ["# " + str(finding), "import os, subprocess"]
    rest = program.setup + [program.code()] + inputs(program) + [str(program.dynamic)]
    lines += needed(IMPORTS, "\n".join(rest))
    lines += program.setup
    lines += program.code().rstrip().splitlines()
    args = ", ".join(i.name for i in program.inputs if i.default is None)
    keywords = ", ".join("%s=%s" % (i.name, i.name) for i in program.inputs if i.default is not None)
    variant = next((v for v in program.variants if v.kind == finding.variant), None)
    lines += inputs(program)
    dynamic = ""
    if program.dynamic:
        shapes = ", ".join("%r: %s" % (i.name, program.dynamic.get(i.name)) for i in program.inputs)
        dynamic = ", dynamic_shapes={%s}" % shapes
    options = "".join(", %s=%s" % item for item in program.options.items())
    comma = "," if args else ""
    end = ".run_decompositions()" if program.decomposed else ""
    lines.append("model = Net().%s()" % ("train" if program.training else "eval"))
    lines.append("program = torch.export.export(model, (%s%s), dict(%s)%s%s)%s" % (
        args, comma, keywords, dynamic, options, end))
    lines.append('torch.export.save(program, "before.pt2")')
    lines.append('tool = os.environ.get("FX_BIN", "build/bin") + "/fx-opt"')
    passes = "" if finding.pipeline.startswith("=") else finding.pipeline.replace('"', '\\"')
    lines.append('subprocess.run([tool, "before.pt2", "--passes=%s", "-o", "after.pt2"], check=True)'
                 % passes)
    lines.append('for name in ("before.pt2", "after.pt2"):')
    lines += ["    " + line for line in inputs(program, variant)]
    call = ", ".join(filter(None, [args, keywords]))
    lines.append("    torch.manual_seed(0)")
    lines.append("    print(name, torch.export.load(name).module()(%s), %s)" % (call, args or "''"))
    return "\n".join(lines) + "\n"


def needed(imports, text):
    """The lines of imports that a text needs, and torch."""
    lines = []
    for line in imports.strip().splitlines():
        start, names = line.rsplit("import ", 1)
        used = [
            name for name in names.split(", ")
            if re.search(r"\b%s\b" % name.split(" as ")[-1], text) or name == "torch"
        ]
        if used:
            lines.append(start + "import " + ", ".join(used))
    return lines


def inputs(program, variant=None):
    values = program.values_of(variant)
    lines = ["%s = %s" % item for item in values.items()]
    if any("rand" in value for value in values.values()):
        lines.insert(0, "torch.manual_seed(7)")
    return lines


STRIPPED = "strip-metadata{keys=stack_trace,nn_module_stack,torch_fn,from_node,source_fn_stack}"


def native(subject, finding):
    """The program as a lit test, to be finished by hand."""
    path = subject.path("report.fx")
    if subject.program.source != "export":
        path = subject.carrier.path
    message = path == subject.path("report.fx") and subject.tools.opt(
        subject.carrier.path, "--passes=" + STRIPPED, "-o", path)
    if message:
        return "not written: " + message
    with open(path) as file:
        head, *rest = file.read().splitlines()
    run = "// RUN: fx-opt %%s --passes='%s' | FileCheck %%s" % finding.pipeline
    return "\n".join([head, run, *rest]) + "\n"


def write(folder, name, program, finding, subject):
    """Writes both; the path of the script."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".py")
    with open(path, "w") as file:
        file.write(script(program, finding))
    text = native(subject, finding)
    if os.path.exists(subject.path("program.safetensors")):
        text = text.replace("program.safetensors", name + ".safetensors")
        shutil.copy(subject.path("program.safetensors"), os.path.join(folder, name + ".safetensors"))
    with open(os.path.join(folder, name + ".fx"), "w") as file:
        file.write(text)
    return path
