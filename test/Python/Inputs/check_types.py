"""check_types.py PAGE mypy|pyright: what checkers of types say of the samples of PAGE,
and of what must be refused."""

import json
import os
import re
import subprocess
import sys
import tempfile

import fxopt

# What torch has is not looked at: that takes minutes.
SETTINGS = """
[mypy]
ignore_missing_imports = True
follow_imports = silent
[mypy-torch.*]
follow_imports = skip
"""
# What samples use of those before them.
NAMES = ("gm", "model", "x", "program", "f", "mlp", "q", "Net", "gate", "silu", "image")
WRONG = {
    "fxopt.run(1)\n": "No overload variant",
    "fxopt.loads(b'x')\n": "incompatible type",
    "fxopt.loads('x').graph.select(3)\n": "incompatible type",
    "n: int = fxopt.load('x').run('cse').changes\n": "Incompatible types in assignment",
    "fxopt.nothing\n": "has no attribute",
    "fxopt.passes.cse(commute=3)\n": "incompatible type",
    "fxopt.passes.cse(sloppy=True)\n": "Unexpected keyword argument",
    "fxopt.passes.optimize(level='O4')\n": "incompatible type",
    "fxopt.rule(len, len, kind='fast')\n": "incompatible type",
    "fxopt.batch(['a'], 'cse', executor=2.5)\n": "incompatible type",
}


# The package is typed: checkers find it beside the file.
FOLDER = os.path.dirname(os.path.dirname(fxopt.__file__))


def mypy(text):
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, "sample.py")
        settings = os.path.join(where, "mypy.ini")
        for name, contents in ((path, text), (settings, SETTINGS)):
            with open(name, "w") as file:
                file.write(contents)
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file",
             settings, f"--cache-dir={where}/c", path],
            capture_output=True, text=True, env={**os.environ, "MYPYPATH": FOLDER},
        )  # fmt: skip
    return done.stdout + done.stderr


def pyright(text):
    settings = {
        "typeCheckingMode": "standard",
        "extraPaths": [FOLDER],
        # As with mypy: torch is not looked at.
        "reportMissingImports": False,
        "reportMissingModuleSource": False,
        "venvPath": "/nonexistent",
        "venv": "none",
        "pythonVersion": "3.11",
    }
    with tempfile.TemporaryDirectory() as where:
        with open(os.path.join(where, "sample.py"), "w") as file:
            file.write(text)
        with open(os.path.join(where, "pyrightconfig.json"), "w") as file:
            json.dump(settings, file)
        done = subprocess.run(
            [sys.executable, "-m", "basedpyright", "--outputjson", "-p", where],
            capture_output=True, text=True,
        )  # fmt: skip
    found = json.loads(done.stdout)["generalDiagnostics"]
    return "".join(
        f"{d['range']['start']['line'] + 1}: {d['message']} [{d.get('rule')}]\n"
        for d in found
        if d["severity"] == "error"
    )


def sample_of(page):
    """The samples as functions: the page uses its names again for other things."""
    parts = ["import torch, fxopt, glob, tempfile\nfrom typing import Any\n"]
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    for i, block in enumerate(blocks):
        lines = [line for line in block.splitlines() if not line.startswith("import")]
        code = "\n".join(lines)
        own = {a or b for a, b in re.findall(r"^(?:def|class) (\w+)|^(\w+)(?:, \w+)* = ", code, re.M)}
        # A type of its own is that of the first value; others are of any.
        given = [n for n in NAMES if n not in own and re.search(rf"\b{n}\b", code)]
        parts.append(f"def block_{i}({', '.join(n + ': Any' for n in given)}) -> None:\n")
        parts += [f"    {line}\n" if line else "\n" for line in lines]
    return "".join(parts), len(blocks)


def main():
    with open(sys.argv[1]) as file:
        page = file.read()
    sample, count = sample_of(page)
    checker = {"mypy": mypy, "pyright": pyright}[sys.argv[2]]
    said = checker(sample)
    if said:
        sys.exit(said)
    for text, expected in WRONG.items():
        said = checker("import fxopt\n" + text)
        # Each has its own words.
        if not said or (checker is mypy and expected not in said):
            sys.exit(f"not refused: {text}{said}")
    print(f"{count} samples, {len(WRONG)} mistakes found")


if __name__ == "__main__":
    main()
