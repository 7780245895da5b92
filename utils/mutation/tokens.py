# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C++ text as tokens, as far as planting mistakes needs it.

The project's code is formatted by clang-format: a binary operator has spaces around it, a
template's angle brackets, a reference and a unary operator have none. That distinguishes them
without a parser. What is read wrongly does not compile, and is dropped then.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<space>[ \t\r\n]+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?<![^\n])[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<string>(?:u8|u|U|L)?R"(?P<delimiter>[^()\\ ]*)\(.*?\)(?P=delimiter)"
              |(?:u8|u|U|L)?"(?:\\.|[^"\\\n])*")
  | (?P<char>(?:u8|u|U|L)?'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[0-9a-zA-Z_.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<mark><<=|>>=|<=>|->\*|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.DOTALL)

OPEN = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int
    # The other bracket of a pair.
    mate: int = -1
    # An angle bracket of a template.
    angle: bool = False


def tokenize(text):
    """The tokens of a file without spaces and comments, brackets paired."""
    tokens = []
    at = 0
    while at < len(text):
        m = TOKEN.match(text, at)
        kind = m.lastgroup if m.lastgroup != "delimiter" else "string"
        if m.group("directive") is not None:
            kind = "directive"
        elif m.group("space") is not None:
            kind = "space"
        if kind not in ("space", "directive"):
            tokens.append(Token(kind, m.group(), m.start(), m.end()))
        at = m.end()
    tokens = _pair(tokens)
    return tokens


def _pair(tokens):
    out, stack = [], []
    for token in tokens:
        pieces = [token]
        if token.text == "<<" or token.text == "<":
            before = out[-1] if out else None
            if token.text == "<" and before is not None and (
                    (before.kind == "word" and before.end == token.begin) or before.text == "template"):
                token.angle = True
        elif token.text in (">", ">>", ">=", ">>=") and stack and out[stack[-1]].angle:
            # Several angle brackets close at once.
            token.angle = True
            if len(token.text) > 1 and token.text[1] == ">":
                pieces = [Token("mark", ">", token.begin, token.begin + 1, angle=True),
                          Token("mark", ">", token.begin + 1, token.begin + 2, angle=True)]
        for piece in pieces:
            index = len(out)
            out.append(piece)
            if piece.text in "([{" or (piece.text == "<" and piece.angle):
                stack.append(index)
            elif piece.text in ")]}" or (piece.text == ">" and piece.angle):
                # A bracket that was none.
                while stack and OPEN[out[stack[-1]].text] != piece.text and out[stack[-1]].text == "<":
                    out[stack.pop()].angle = False
                if stack and OPEN[out[stack[-1]].text] == piece.text:
                    mate = stack.pop()
                    out[mate].mate, piece.mate = index, mate
    return out
