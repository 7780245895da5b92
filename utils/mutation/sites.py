# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where mistakes can be planted in a C++ file, and the file with all of them in it.

A mutant is a small mistake: a comparison turned, a bound moved by one, a condition dropped, a
line left out, plus for minus, a constant changed. All chosen mutants of a file are compiled at
once; `fx_mutant(N)` is true for the one that a run is about.
"""

import re
from dataclasses import dataclass, field

from .tokens import tokenize

# Binary operators by how strongly they bind.
PRECEDENCE = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<=>": 7,
    "<": 6, ">": 6, "<=": 6, ">=": 6, "==": 5, "!=": 5, "&": 4, "^": 3, "|": 2, "&&": 1, "||": 0,
}
TURNED = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
          "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&"}
ASSIGNED = {"+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "|=": "&=", "&=": "|="}
# An operand ends there, whatever the operator.
BOUNDARY = {",", ";", "?", ":", "=", "return", "case", "else", "do", "co_return", "throw", "+=", "-=", "*=",
            "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "...", "(", "[", "{", ")", "]", "}"}
# What stands in the arguments of these is not a computation, or not of interest.
OPAQUE = {"assert", "static_assert", "LLVM_DEBUG", "llvm_unreachable", "alignas", "sizeof", "decltype",
          "reserve", "noexcept"}
# No statement begins so that could be left out.
NO_CALL = {"return", "if", "for", "while", "do", "switch", "case", "default", "else", "using", "typedef",
           "static", "const", "constexpr", "auto", "struct", "class", "enum", "union", "template", "goto",
           "throw", "try", "delete", "unsigned", "int", "bool", "char", "double", "float", "long", "short",
           "size_t", "void", "static_assert", "assert", "friend", "typename", "consumeError", "operator",
           "llvm_unreachable", "LLVM_DEBUG", "union", "public", "private", "protected", "mutable", "inline"}
NOT_LEFT_OUT = re.compile(r"\b(reserve|consumeError|shrink_to_fit|shrink_and_clear|assert)\(")


@dataclass
class Site:
    """Text that one mutant or several change."""
    begin: int
    end: int
    # What was done, and the text with the mistake, for each mutant.
    changes: list
    # How the choice is made: by a conditional expression or statement.
    is_statement: bool = False
    is_condition: bool = False


@dataclass
class Mutant:
    site: Site
    what: str
    text: str
    line: int
    number: int = -1


@dataclass
class SourceFile:
    text: str
    tokens: list = field(default_factory=list)

    def __post_init__(self):
        self.tokens = tokenize(self.text)

    def source(self, first, last):
        """The text of the tokens FIRST to LAST."""
        return self.text[self.tokens[first].begin:self.tokens[last].end]


def _bodies(tokens):
    """The ranges of tokens that are bodies of functions which are not constants."""
    i = 0
    start = 0
    while i < len(tokens):
        t = tokens[i]
        if t.text == "{" and t.mate > 0:
            before = [x.text for x in tokens[start:i]]
            is_scope = any(x in before for x in ("namespace", "enum")) or (
                any(x in before for x in ("struct", "class", "union")) and ")" not in before) or (
                before and before[-1] == '"C"')
            is_table = bool(before) and before[-1] in ("=",) or (before and before[-1] not in (
                ")", "const", "override", "noexcept", "final", "}") and "->" not in before)
            if is_scope:
                start = i + 1
            elif not is_table and "(" in before and "constexpr" not in before and "consteval" not in before:
                # The list of initializers of a constructor is left alone.
                yield i, t.mate
                i = start = t.mate
            else:
                i = t.mate
        if tokens[i].text in (";", "}"):
            start = i + 1
        i += 1


class Finder:
    def __init__(self, file):
        self.file = file
        self.tokens = file.tokens
        self.sites = {}

    def run(self):
        # The bracket that each token stands in.
        self.outer, stack = [], [0]
        for i, t in enumerate(self.tokens):
            if t.mate >= 0 and t.mate < i:
                stack.pop()
            self.outer.append(stack[-1])
            if t.mate > i:
                stack.append(i)
        for first, last in _bodies(self.tokens):
            self.skipped = self._skipped(first, last)
            for i in range(first + 1, last):
                if i not in self.skipped:
                    self._at(i, first, last)
        return [self.sites[k] for k in sorted(self.sites, key=lambda k: (k[0], -k[1]))]

    def _skipped(self, first, last):
        """What stands in templates, labels, constants and assertions."""
        skipped = set()
        i = first
        while i < last:
            t = self.tokens[i]
            if t.angle and t.text == "<" and t.mate > 0:
                skipped.update(range(i, t.mate + 1))
            elif t.text in OPAQUE and self.tokens[i + 1].text == "(" and self.tokens[i + 1].mate > 0:
                skipped.update(range(i, self.tokens[i + 1].mate + 1))
            elif t.text == "case":
                j = i
                while self.tokens[j].text != ":":
                    j += 1
                skipped.update(range(i, j + 1))
            elif t.text == "constexpr" and self.tokens[i - 1].text == "if":
                skipped.update(range(i, self.tokens[i + 1].mate + 1))
            elif t.text in ("constexpr", "using"):
                j = i
                while j < last and self.tokens[j].text != ";":
                    j = max(j, self.tokens[j].mate) + 1
                skipped.update(range(i, j + 1))
            i += 1
        return skipped

    def _spaced(self, i):
        t, text = self.tokens[i], self.file.text
        return text[t.begin - 1] in " \n" and text[t.end] in " \n"

    def _is_binary(self, i):
        t = self.tokens[i]
        return (t.kind == "mark" and t.text in PRECEDENCE and not t.angle and self._spaced(i)
                and self.tokens[i - 1].text not in BOUNDARY - {")", "]", "}"}
                and self.tokens[i - 1].text != "operator")

    def _left(self, i, level):
        """The first token of the left operand of an operator at I."""
        j = i - 1
        while True:
            t = self.tokens[j]
            if t.text in (")", "]", "}") or (t.text == ">" and t.angle):
                if t.mate < 0:
                    return None
                if t.text == "}" and self.tokens[t.mate - 1].text in (";", "{", "}", ")", "else", "do"):
                    # The end of a statement or of a lambda; lambdas are operands.
                    if not (self.tokens[t.mate - 1].text == ")" and j + 1 < i):
                        return j + 1 if j + 1 < i else None
                j = t.mate - 1
                continue
            if t.text in BOUNDARY or (t.text in PRECEDENCE and self._is_binary(j)
                                      and PRECEDENCE[t.text] < level):
                return j + 1 if j + 1 < i else None
            j -= 1

    def _right(self, i, level):
        """The last token of the right operand."""
        j = i + 1
        while True:
            t = self.tokens[j]
            if t.text in ("(", "[", "{") or (t.text == "<" and t.angle):
                if t.mate < 0:
                    return None
                j = t.mate + 1
                continue
            if t.text in BOUNDARY or (t.text in PRECEDENCE and self._is_binary(j)
                                      and PRECEDENCE[t.text] <= level):
                return j - 1 if j - 1 > i else None
            j += 1

    def _postfix(self, i):
        """The last token of the operand of a unary operator at I - 1."""
        j = i
        while self.tokens[j].text in ("!", "*", "-", "~", "&"):
            j += 1
        if self.tokens[j].kind not in ("word", "number", "string", "char") and self.tokens[j].text not in ("(", "::"):
            return None
        while True:
            t = self.tokens[j]
            if t.text in ("(", "[", "{") or (t.text == "<" and t.angle):
                if t.mate < 0:
                    return None
                j = t.mate
            after = self.tokens[j + 1]
            if after.text in ("(", "[", ".", "->", "::") or (after.text == "<" and after.angle) or (
                    after.text == "{" and after.begin == self.tokens[j].end) or (
                    t.text in (".", "->", "::", "template") and after.kind == "word"):
                j += 1
                continue
            return j

    def _add(self, first, last, what, text, statement=False, condition=False):
        begin, end = self.tokens[first].begin, self.tokens[last].end
        site = self.sites.setdefault((begin, end, statement), Site(begin, end, [], statement))
        site.is_condition |= condition
        if all(text != t for _, t in site.changes):
            site.changes.append((what, text))

    def _at(self, i, first, last):
        t = self.tokens[i]
        src = self.file.source
        if self._is_binary(i) and (t.text in TURNED or t.text in ARITHMETIC or t.text in ("&&", "||")):
            left, right = self._left(i, PRECEDENCE[t.text]), self._right(i, PRECEDENCE[t.text])
            if left is None or right is None:
                return
            a, b = src(left, i - 1), src(i + 1, right)
            for other in TURNED.get(t.text, ()):
                self._add(left, right, f"'{t.text}' is '{other}'", f"{a} {other} {b}", condition=True)
            if t.text in ARITHMETIC:
                other = ARITHMETIC[t.text]
                self._add(left, right, f"'{t.text}' is '{other}'", f"{a} {other} {b}")
            if t.text in ("&&", "||"):
                self._add(left, right, f"without '{t.text} {_short(b)}'", f"bool({a})", condition=True)
                if self._left(i, PRECEDENCE[t.text] + 1) == left:
                    self._add(left, right, f"without '{_short(a)} {t.text}'", f"bool({b})", condition=True)
        elif t.text == "!" and self.tokens[i + 1].begin == t.end:
            end = self._postfix(i + 1)
            if end is not None:
                self._add(i, end, "without '!'", f"bool({src(i + 1, end)})", condition=True)
        elif t.text == "?" and self._spaced(i):
            left = self._left(i, -1)
            if left is not None:
                self._add(left, i - 1, "the other of '? :'", f"!({src(left, i - 1)})", condition=True)
        elif t.text in ("if", "while") and self.tokens[i + 1].text == "(":
            self._condition(i + 1, t.text)
        elif t.kind == "number":
            self._number(i)
        elif t.text in ("true", "false"):
            other = "false" if t.text == "true" else "true"
            self._add(i, i, f"'{t.text}' is '{other}'", other)
        if self._begins_statement(i, first):
            self._statement(i, last)

    def _condition(self, i, word):
        """`if (...)` without a declaration in it."""
        mate = self.tokens[i].mate
        begin = i + 1
        for j in range(i + 1, mate):
            if self.tokens[j].text == ";":
                begin = j + 1
        depth_ok = True
        j = begin
        while j < mate:
            if self.tokens[j].text == "=":
                depth_ok = False
            if self.tokens[j].text in "([{" and self.tokens[j].mate > j:
                j = self.tokens[j].mate
            j += 1
        if not depth_ok or begin >= mate:
            return
        if word == "if":
            self._add(begin, mate - 1, "the condition is true", "true", condition=True)
        self._add(begin, mate - 1, "the condition is false", "false", condition=True)

    def _number(self, i):
        text = self.tokens[i].text
        # How many elements an array has is not a computation: `int Numbers[2]`.
        outer = self.outer[i]
        name, kind = self.tokens[outer - 1], self.tokens[outer - 2]
        if self.tokens[outer].text == "[" and name.kind == "word" and (
                kind.angle or (kind.kind == "word" and kind.text not in ("return", "else", "case"))):
            return
        m = re.fullmatch(r"(\d+)([uUlLzZ]*)", text)
        if m:
            value = int(m[1])
            others = [1] if value == 0 else [value - 1, value + 1]
            for other in others:
                self._add(i, i, f"'{text}' is '{other}{m[2]}'", f"{other}{m[2]}")
        elif re.fullmatch(r"\d+\.\d*[fF]?", text):
            self._add(i, i, f"'{text}' is '{text} + 1'", f"({text} + 1)")

    def _begins_statement(self, i, first):
        before = self.tokens[i - 1]
        if self.tokens[self.outer[i]].text != "{":
            return False
        if before.text in ("{", "}", ";", "else", "do"):
            # Not in a list of initializers or the head of a loop.
            return before.text != "{" or self.tokens[before.mate - 1].text in (";", "}")
        if before.text == ")" and before.mate > 0:
            return self.tokens[before.mate - 1].text in ("if", "for", "while")
        if before.text == ":":
            j = i - 1
            while j > first and self.tokens[j].text not in (";", "{", "}", "?", "("):
                if self.tokens[j].text in ("case", "default"):
                    return True
                j -= 1
        return False

    def _statement(self, i, last):
        """A call, an assignment or a jump that can be left out."""
        end = i
        while end < last and self.tokens[end].text != ";":
            if self.tokens[end].text in ("(", "[", "{") or (self.tokens[end].text == "<" and self.tokens[end].angle):
                if self.tokens[end].mate < 0:
                    return
                end = self.tokens[end].mate
            if self.tokens[end].text in (")", "]", "}") and self.tokens[end].mate < i:
                return
            end += 1
        if end >= last:
            return
        words = [x.text for x in self.tokens[i:end]]
        text = self.file.source(i, end)
        if len(words) == 1 and words[0] in ("continue", "break", "return"):
            self._add(i, end, f"without '{text}'", "", statement=True)
            return
        if not words or words[0] in NO_CALL or words[0] == "{" or NOT_LEFT_OUT.search(text):
            return
        # A declaration: two names follow one another.
        j = i
        while self.tokens[j].kind == "word" or self.tokens[j].text == "::" or (
                self.tokens[j].text == "<" and self.tokens[j].angle):
            if self.tokens[j].text == "<":
                j = self.tokens[j].mate
            if self.tokens[j].text != "::" and self.tokens[j + 1].kind == "word":
                return
            j += 1
        while self.tokens[j].text in ("*", "&", "&&") and j > i:
            if self.tokens[j + 1].kind == "word":
                return
            j += 1
        self._add(i, end, f"without '{_short(text)}'", "", statement=True)
        for k in range(i, end):
            other = ASSIGNED.get(self.tokens[k].text)
            if other and self._spaced(k) and "{" not in words and "[" not in words[:k - i][-1:]:
                self._add(i, end, f"'{self.tokens[k].text}' is '{other}'",
                          self.file.source(i, k - 1) + f" {other} " + self.file.source(k + 1, end),
                          statement=True)
                break


def _short(text):
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:47] + "..."


def find_mutants(file):
    """All mutants of a file, in its order."""
    mutants = []
    for site in Finder(file).run():
        line = file.text.count("\n", 0, site.begin) + 1
        mutants += [Mutant(site, what, text, line) for what, text in site.changes]
    return mutants


def plant(file, mutants):
    """The file with mutants in it, and for each line of that the numbers of those it belongs to.

    What a site contains is planted in the original alone: a mutant changes one place.
    """
    sites = {}
    for m in mutants:
        sites.setdefault((m.site.begin, -m.site.end, not m.site.is_statement), []).append(m)
    order = [sites[k] for k in sorted(sites)]
    out, owners = [], []

    def emit(text, number=None):
        out.append(text)
        owners.extend([number] * text.count("\n"))

    def copy(begin, end, at):
        """Writes a part of the file, with the sites from AT on that are in it."""
        while at < len(order):
            group = order[at]
            site = group[0].site
            if site.begin >= end:
                break
            if site.end > end or site.begin < begin:
                at += 1
                continue
            emit(file.text[begin:site.begin])
            mark = tuple(m.number for m in group)
            if site.is_statement:
                emit("\n{")
                for m in group:
                    emit(f" if (fx_mutant({m.number})) {{ {_flat(m.text)} }} else\n", mark)
                emit("\n{")
                at = copy(site.begin, site.end, at + 1)
                emit(" } }\n")
            else:
                emit("\n(")
                for m in group:
                    value = f"bool({_flat(m.text)})" if site.is_condition else _flat(m.text)
                    emit(f"fx_mutant({m.number}) ? ({value}) :\n", mark)
                emit("bool(" if site.is_condition else "(", None)
                at = copy(site.begin, site.end, at + 1)
                emit("))\n", mark)
            begin = site.end
        emit(file.text[begin:end])
        return at

    copy(0, len(file.text), 0)
    return "".join(out), owners + [None]


def _flat(text):
    """On one line: lines say whose an error is."""
    return " ".join(re.sub(r"//[^\n]*", "", text).split("\n"))
