"""Checks that every diagnostic is shown by a lit test.

check_ids.py Diagnostics.td TESTS: an id is tested by a line for FileCheck whose
prefix a RUN line uses, or by a line for --verify-diagnostics, which holds the
severity and all of the text, whatever the arguments are. Where the text says
too little, or is that of another id too, the line must hold the id, as
--show-diagnostic-ids prints it: `[err_other]`.
"""
import os
import re
import sys

# A text with fewer characters of its own could be that of anything.
MIN_LENGTH = 8

SUFFIXES = (".fx", ".txt", ".test", ".td")
SKIPPED_FOLDERS = {"Inputs", "unittests", "fuzz", "TableGen"}


class Diagnostic:
    def __init__(self, name, severity, text):
        self.name = name
        pieces = [
            piece.replace("{{", "{").replace("}}", "}")
            for piece in re.split(r"(?<!\{)\{\d\}(?!\})", text)
        ]
        self.length = sum(not c.isspace() for piece in pieces for c in piece)
        self.text = severity.lower() + ": " + text
        self.pattern = re.compile(
            re.escape(severity.lower() + ": ") + ".+".join(map(re.escape, pieces))
        )


def read_diagnostics(path):
    with open(path, encoding="utf-8") as f:
        td = f.read()
    result = []
    for name, severity, quoted in re.findall(
        r'^def (\w+)\s*:\s*(\w+)<((?:\s*"(?:[^"\\]|\\.)*")+)>;', td, re.M
    ):
        text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', quoted))
        result.append(Diagnostic(name, severity, re.sub(r"\\(.)", r"\1", text)))
    if len(result) != len(re.findall(r"^def ", td, re.M)):
        sys.exit("error: a record of the td file is not understood")
    return result


def tests(folder):
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
        for name in sorted(files):
            if name.endswith(SUFFIXES):
                with open(os.path.join(where, name), encoding="utf-8") as f:
                    yield f.read()


def run_lines(test):
    """Each command, with the lines that go on after a backslash."""
    commands = "\n".join(re.findall(r"\b(?:RUN|DEFINE):(.*)", test))
    return commands.replace("\\\n", " ").split("\n")


def checked_lines(test):
    """What the lines of this test demand to be printed."""
    prefixes = set()
    expects = False
    for command in run_lines(test):
        expects |= "--verify-diagnostics" in command
        for check in re.findall(r"\bFileCheck\b([^|;&]*)", command):
            if "%s" not in check.split():
                continue
            own = re.findall(r"--check-prefix(?:es)?[= ](\S+)", check)
            prefixes.update(",".join(own).split(",") if own else ["CHECK"])
    if prefixes:
        directive = re.compile(
            rf"(?:.*[^\w-])?(?:{'|'.join(map(re.escape, prefixes))})"
            r"(?:-NEXT|-SAME|-DAG|-LABEL|-COUNT-\d+)?(?:\{LITERAL\})?:(.*)"
        )
        for line in test.splitlines():
            if found := directive.match(line):
                yield found[1]
    if expects:
        for severity, text in re.findall(
            r"expected-(error|warning|note|remark)[^{\n]*\{\{(.*)\}\}", test
        ):
            yield f"{severity}: {text}"


def main():
    td, folder = sys.argv[1:]
    diagnostics = read_diagnostics(td)
    texts = [d.text for d in diagnostics]
    named = [
        d for d in diagnostics
        if d.length < MIN_LENGTH or texts.count(d.text) > 1
    ]
    told_by_text = [d for d in diagnostics if d not in named]
    tested = set()
    for test in tests(folder):
        for line in checked_lines(test):
            tested.update(re.findall(r"\[(\w+)\]\s*$", line))
            # `expected {0}` is part of `expected {0} before the line ends`.
            fitting = [d for d in told_by_text if d.pattern.search(line)]
            if fitting:
                tested.add(max(fitting, key=lambda d: d.length).name)
    untested = [d for d in diagnostics if d.name not in tested]
    for d in untested:
        name = f" [{d.name}]" if d in named else ""
        print(f"{d.name}: no test shows '{d.text}{name}'")
    print(f"{len(diagnostics)} diagnostics, {len(untested)} untested")
    sys.exit(bool(untested))


main()
