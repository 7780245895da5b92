"""Compares the TextMate grammar of VS Code, and with Pygments its lexer, with what fx-lsp
says words are. usage: check-editors.py FX-LSP EDITORS FILE..."""

import json
import pathlib
import re
import sys

from client import Client, File

server, editors = sys.argv[1], pathlib.Path(sys.argv[2])
code = editors / "vscode"
package = json.loads((code / "package.json").read_text())
for part in package["contributes"]["grammars"]:
    assert (code / part["path"]).exists(), part
for part in package["contributes"]["languages"]:
    json.loads((code / part["configuration"]).read_text())
assert (code / package["main"]).exists()


def scopes(patterns, line):
    """(begin, end, scope) of the parts of a line."""
    found, at = [], 0
    while at <= len(line):
        best = None
        for pattern in patterns:
            match = re.compile(pattern.get("match") or pattern["begin"]).search(line, at)
            if match and (best is None or match.start() < best[0].start()):
                best = match, pattern
        if not best:
            return found
        match, pattern = best
        end = match.end()
        if "begin" in pattern:
            stop = end
            while stop < len(line) and line[stop] != '"':
                stop += 2 if line[stop] == "\\" else 1
            end = stop + 1
        for number, capture in pattern.get("captures", {}).items():
            found.append((*match.span(int(number)), capture["name"]))
        if "name" in pattern:
            found.append((match.start(), end, pattern["name"]))
        at = max(end, at + 1)
    return found


EXPECTED = {"variable": "variable.other", "function": "entity.name.function", "string": "string",
            "number": "constant.numeric", "keyword": "keyword", "class": "support.class"}
client = Client([server])
types = client.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
grammars = {
    ending: json.loads((code / "syntaxes" / (ending + ".tmLanguage.json")).read_text())["patterns"]
    for ending in ("fx", "fxr")
}
total = wrong = 0
for path in sys.argv[3:]:
    text = open(path).read()
    grammar = grammars["fxr" if path.endswith(".fxr") else "fx"]
    file = File(client, "file://" + path, "")
    file.change(text)
    data = file.ask("semanticTokens/full")["data"]
    lines = text.split("\n")
    number = column = 0
    cache = {}
    for i in range(0, len(data), 5):
        number, column = number + data[i], data[i + 1] + (0 if data[i] else column)
        kind = types[data[i + 3]]
        if number not in cache:
            cache[number] = scopes(grammar, lines[number])
        want = EXPECTED.get(kind)
        word = lines[number][column:column + data[i + 2]]
        # Targets in quotes are strings. What torch.fx returns has no `%`, and some
        # classes no dot: only the reader knows what these are.
        if not want or '"' in word and kind != "string":
            continue
        if kind == "variable" and word[0] != "%" or kind == "class" and "." not in word:
            continue
        total += 1
        if not any(b <= column < e and scope.startswith(want) for b, e, scope in cache[number]):
            wrong += 1
            print("%s:%d: %s is a %s, not %s" % (path, number + 1, word, kind, [
                s for b, e, s in cache[number] if b <= column < e]), file=sys.stderr)
assert client.close() == 0
print("%d words, %d of them wrong" % (total, wrong))
