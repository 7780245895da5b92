"""Runs pipelines over odd graphs.

usage: every_graph.py FX_OPT FOLDER

Each pipeline runs over each graph, twice: the second run must leave the text as
it is. The verifier runs after every pass. A pipeline may refuse a graph with an
error of its own (exit code 1), never in another way.
"""

import os
import subprocess
import sys

PIPELINES = [
    "tag-nodes{tag=t}",
    'tag-nodes{tag=t where="class=relu | path | users>0 & !dtype=f32 & meta.odd"}',
    "strip-metadata",
    "dce",
    "cse",
    "cse{commute}",
    "normalize-args",
    "normalize-args{defaults=drop}",
    "normalize-args{defaults=fill}",
    "normalize-args{only-kwargs}",
    "normalize-args{only-kwargs defaults=fill}",
    "functional-methods",
    "rename-nodes",
    "decompose",
    'decompose{where="target=*relu*"}',
    "print-module-paths",
    "print-execution-order",
    "fix(cse,dce),normalize-args,functional-methods,rename-nodes",
]
# Not idempotent: it goes back and forth.
ONCE = ["invert"]


def huge_graph():
    """Nodes with many operands, a long text and deep nesting; long chains."""
    lines = ["fx 1", "graph():", "    %x : [num_users=1003] = placeholder[target=x]"]
    for i in range(1000):
        operand = "x" if i % 2 else f"n{i - 1}" if i else "x"
        lines.append(f"    %n{i} = call_method[target=relu](args = (%{operand},), kwargs = {{}})")
    operands = ", ".join(f"%n{i}" for i in range(1000))
    deep = "[" * 190 + "%x" + "]" * 190
    lines.append(f"    %cat = call_function[target=torch.cat](args = ([{operands}],), kwargs = {{dim: 0}})")
    lines.append(f"    %deep = call_function[target=my.deep](args = ({deep},), kwargs = {{}})")
    text = "a b\\n" * 100000
    lines.append(f'    %text = call_function[target=my.text](args = (%x, "{text}"), kwargs = {{}})')
    lines.append("    return (%cat, %deep, %text)")
    return "\n".join(lines) + "\n"


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def main():
    fx_opt, folder = sys.argv[1:]
    graphs = {"huge": huge_graph()}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            graphs[name] = file.read()
    failed = False

    def fail(*words):
        nonlocal failed
        failed = True
        print(*words)

    for name, text in graphs.items():
        code, plain, errors = run([fx_opt, "-"], text)
        if code:
            fail(name, "is no good graph:", errors)
            continue
        for pipeline in PIPELINES + ONCE:
            output = "out.fx"
            command = [fx_opt, "-", "-o", output, "--passes=" + pipeline]
            code, _, errors = run(command, plain)
            if code == 1 and pipeline in ONCE:
                if "error: " not in errors:
                    fail(pipeline, "on", name, "fails without an error")
                continue
            if code:
                fail(pipeline, "on", name, "exits with", code, errors[:2000])
                continue
            with open(output, encoding="utf-8") as file:
                once = file.read()
            if pipeline in ONCE:
                continue
            code, _, errors = run(command, once)
            with open(output, encoding="utf-8") as file:
                twice = file.read()
            if code or once != twice:
                fail(pipeline, "on", name, "does more when it runs again", errors[:2000])
    print(len(graphs), "graphs,", len(PIPELINES) + len(ONCE), "pipelines")
    sys.exit(failed)


main()
