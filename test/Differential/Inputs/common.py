"""What the comparisons with torch.fx share."""

import difflib
import os
import re
import subprocess
import sys
import tempfile

import torch

Version = tuple(int(part) for part in torch.__version__.split(".")[:2])
# How this torch spells print(graph), and the fx-opt format that gives it.
Format = "fx" if Version >= (2, 1) else "fx-1.13"


def finish(text, compared, differ):
    """Ends a comparison: it fails where something differs, and where nothing was
    compared."""
    print(f"{text}, {differ} differ")
    if not compared:
        print("nothing was compared", file=sys.stderr)
    sys.exit(1 if differ or not compared else 0)


class Comparison:
    """Runs fx-opt over texts and collects what differs."""

    def __init__(self, name):
        self.name = name
        self.compared = 0
        self.failures = 0
        self.folder = tempfile.TemporaryDirectory(prefix="fx-differential-")

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run(self, *arguments):
        """Returns the exit status, standard output and standard error."""
        process = subprocess.run(
            # Some graphs have no output.
            [os.environ["FX_OPT"], "--allow-no-output", *arguments],
            capture_output=True,
            timeout=300,
        )
        return (
            process.returncode,
            process.stdout.decode("utf-8", "replace"),
            process.stderr.decode("utf-8", "replace"),
        )

    def fail(self, what, text):
        self.failures += 1
        if self.failures <= 5:
            print(f"{self.name}: {what}\n{text}\n", file=sys.stderr)

    def check(self, what, expected, result, source=""):
        """Compares what fx-opt printed with what torch.fx prints."""
        self.compared += 1
        status, output, errors = result
        if status == 0 and output == expected:
            return True
        lines = difflib.unified_diff(
            expected.split("\n"), output.split("\n"), "torch.fx", "fx-opt", "", "", 1, ""
        )
        text = f"exit status {status}\n{errors}" + "\n".join(list(lines)[:40])
        if source:
            text += f"\ninput:\n{source}"
        self.fail(what, text)
        return False

    def finish(self):
        finish(f"{self.name}, torch {torch.__version__}: {self.compared} compared",
               self.compared, self.failures)


def graph_text(graph):
    return str(graph) + "\n"


NODE = re.compile(
    r"    %(\S+) : (.*?)\[(?:#|num_)users=(\d+)\] = (\w+)\[target=(.*?)\](\(args = .*)?$"
)
WORD = re.compile(r"[A-Za-z_]\w*")


def canonical(text):
    """The graph of a text up to the names of nodes and the places of get_attr."""
    names, lines = {}, []

    def word(match):
        return names.get(match[0], match[0])

    def reference(match):
        return "%" + names.get(match[1], match[1])

    for line in text.split("\n")[1:]:
        match = NODE.match(line)
        if not match:
            lines.append(WORD.sub(word, line) if "return" in line else line)
            continue
        name, type_, users, op, target, rest = match.groups()
        if op == "get_attr":
            names[name] = "@" + target
            continue
        rest = re.sub(r"%([A-Za-z_]\w*)", reference, rest or "")
        rest = re.sub(r"slice\([^()]*\)", lambda m: WORD.sub(word, m[0]), rest)
        names[name] = f"n{len(lines)}"
        lines.append(f"{names[name]} {type_}{users} {op} {target}{rest}")
    return "\n".join(lines)
