# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lexers for Pygments, which finds them by the entry points of this package: code in
documentation and notebooks, and `pygmentize net.fx`. The package itself does not need
Pygments."""

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import (Comment, Keyword, Name, Number, Operator, Punctuation, String,
                            Text)

__all__ = ["FXLexer", "FXRulesLexer"]


class FXLexer(RegexLexer):
    """Graphs of torch.fx: native text of fx-opt, and what print(graph) shows."""

    name = "torch.fx graph"
    aliases = ["fx", "torch.fx"]
    filenames = ["*.fx", "*.fx.txt"]

    tokens = {
        "root": [
            (r"//.*$", Comment.Single),
            (r"\s+", Text.Whitespace),
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (r"(\[)(target)(=)([^\]\"]+)(\])",
             bygroups(Punctuation, Name.Attribute, Operator, Name.Function, Punctuation)),
            (r"(?:num_users|#users|uses)=\d+", Comment.Special),
            (r"%[A-Za-z_]\w*", Name.Variable),
            (words(("call_function", "call_method", "call_module", "get_attr", "placeholder",
                    "graph", "return", "module", "weights", "program", "parameter", "buffer",
                    "constant", "training", "open", "loose"), prefix=r"\b",
                   suffix=r"\b(?!\s*[:.])"), Keyword),
            (words(("None", "True", "False", "inf", "nan"), prefix=r"\b", suffix=r"\b"),
             Keyword.Constant),
            (r"torch\.(?:float|bfloat|complex|u?int|bool)\w*", Keyword.Type),
            (r"-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\b", Number),
            (r"[A-Za-z_]\w*(?=\s*[:=])", Name.Attribute),
            (r"[A-Za-z_][\w.]*", Name),
            (r"[()\[\]{},:]", Punctuation),
            (r"[=*.\-+/<>!|&^~@#$;?`'\\%]", Operator),
            (r".", Text),
        ],
    }


class FXRulesLexer(RegexLexer):
    """Rewrite rules of fx-opt."""

    name = "fx-opt rules"
    aliases = ["fxr"]
    filenames = ["*.fxr"]

    tokens = {
        "root": [
            (r"//.*$", Comment.Single),
            (r"\s+", Text.Whitespace),
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (r"(rule|define|set)(\s+)([\w-]+)",
             bygroups(Keyword.Declaration, Text.Whitespace, Name.Class)),
            (r"[%$][A-Za-z_]\w*[*!]?", Name.Variable),
            (words(("use", "match", "where", "with", "let", "metadata", "example", "no", "giving",
                    "update", "each", "phase", "and", "or", "not", "in", "if", "else", "for",
                    "as", "of"), prefix=r"\b", suffix=r"\b"), Keyword),
            (words(("exact", "rounding", "finite", "O1", "O2", "O3"), prefix=r"\b",
                   suffix=r"\b"), Keyword.Type),
            (words(("None", "True", "False"), prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\b", Number),
            (r"[A-Za-z_][\w.]*(?=\()", Name.Function),
            (r"[A-Za-z_][\w.]*", Name),
            (r"[()\[\]{},:]", Punctuation),
            (r"[=*.\-+/<>!|&^~@#$;?`'\\%_]", Operator),
            (r".", Text),
        ],
    }
