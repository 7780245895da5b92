"""Checks that every diagnostic is shown by a lit test.

check-ids.py Diagnostics.td TESTS: for each id there must be a test file that
names it in a line with `diag:` and holds the longest literal piece of its text.
"""
import os
import re
import sys


def tests(folder):
    for where, _, files in os.walk(folder):
        for name in files:
            if name.endswith((".fx", ".txt", ".test", ".td", ".py", ".cpp")):
                with open(os.path.join(where, name), encoding="utf-8",
                          errors="replace") as f:
                    yield f.read()


def main():
    td, folder = sys.argv[1:]
    with open(td, encoding="utf-8") as f:
        found = re.findall(
            r'^def (\w+)\s*:\s*\w+<((?:\s*"(?:[^"\\]|\\.)*")+)>;', f.read(), re.M)
    assert len(found) > 20, "the td file is not read any more"
    named = {}
    for text in tests(folder):
        for ids in re.findall(r"diag:(.*)", text):
            for word in ids.split():
                named.setdefault(word, []).append(text)
    wrong = 0
    for name, quoted in found:
        text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', quoted))
        text = text.replace('\\"', '"').replace("\\\\", "\\")
        text = text.replace("{{", "\0").replace("}}", "\1")
        piece = max(re.split(r"\{\d+\}", text), key=len).strip()
        piece = piece.replace("\0", "{").replace("\1", "}")
        if name not in named:
            print(f"{name}: no test names it")
        elif not any(piece in t for t in named[name]):
            print(f"{name}: no test that names it holds '{piece}'")
        else:
            continue
        wrong += 1
    known = {name for name, _ in found}
    for name in sorted(set(named) - known):
        if name.startswith(("err_", "warn_", "note_", "remark_")):
            print(f"{name}: named by a test, but there is no such diagnostic")
            wrong += 1
    print(f"{len(found)} diagnostics, {wrong} wrong")
    sys.exit(wrong != 0)


main()
