# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrite rules that are two functions in Python."""

from . import _fx
from ._errors import RuleError

_KINDS = ("exact", "cpu-exact", "rounding", "finite")


class Rule:
    """A rewrite rule, made by `fxopt.rule`. It stands in pipelines like a pass, and
    `text` is what a file of rules has of it."""

    __slots__ = ("name", "text", "_key")

    def __init__(self, name, text):
        import hashlib

        if not isinstance(name, str) or not isinstance(text, str):
            raise TypeError("a rule is made by fxopt.rule, of two functions")
        self.name = name
        self.text = text
        # Another text is another rule, also for what keeps results by pipelines.
        self._key = f"{name}@{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        _fx.provide_rules(self._key, text)

    @property
    def _passes(self):
        # Whether a rule may be applied depends on the types of values.
        return f"infer-values{{partial=true}},rewrite{{rules={self._key}}}"

    def __eq__(self, other):
        return isinstance(other, Rule) and self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def __reduce__(self):
        return Rule, (self.name, self.text)

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<fxopt.Rule {self.name}>"

    def _repr_html_(self):
        from . import _html

        return _html.rule(self)


def _is_name(text):
    """Whether a file of rules can call something that."""
    # Not by a regular expression: importing `re` takes as long as all the rest.
    return text.isascii() and text[:1] != "-" and text.replace("-", "_").isidentifier()


_NUMBERS = {int: 1, float: 1.0, bool: True}


def _name_of(function):
    return getattr(function, "__name__", None) or type(function).__name__


def _parameters_text(parameters):
    """Names, and the types of those that are constants."""
    return ", ".join(
        f"{name}: {kind.__name__}" if kind in _NUMBERS else name for name, kind in parameters
    )


def _traced(function):
    """The module of a function. What is annotated as a number, or has one as its
    default, is a constant."""
    import inspect

    import torch

    from . import _torch

    kinds = {}
    is_module = isinstance(function, torch.nn.Module)
    try:
        signature = inspect.signature(
            function.forward if is_module else function, eval_str=True
        )
    except ValueError:
        raise RuleError(
            f"{_name_of(function)} is built in and cannot be traced; write a function "
            "that calls it"
        ) from None
    for name, parameter in signature.parameters.items():
        if parameter.kind not in (
            parameter.POSITIONAL_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
        ):
            raise TypeError(f"the parameter {name!r} of a rule is not positional")
        kinds[name] = parameter.annotation
        if parameter.default is parameter.empty or kinds[name] in _NUMBERS:
            continue
        kinds[name] = type(parameter.default)
        if kinds[name] not in _NUMBERS:
            raise TypeError(
                f"the parameter {name!r} of a rule has the default "
                f"{parameter.default!r}; only numbers have, which are constants"
            )
    try:
        graph = torch.fx.symbolic_trace(function)
    except torch.fx.proxy.TraceError as e:
        raise RuleError(
            f"{_name_of(function)} is not a rule: it is traced by torch.fx, and {e}; a rule "
            "has no branches or loops that values decide, but conditions, by where="
        ) from e
    module = _torch.from_torch(graph)
    for node in module.graph.find_nodes(op="placeholder"):
        number = _NUMBERS.get(kinds[node.target])
        if number is not None:
            node.meta["val"] = number
    return module, tuple(kinds.items())


def _blame_condition(text_with, where):
    """Say which condition is wrong, if it is one of them."""
    text_with([])
    for i, condition in enumerate(where):
        try:
            text_with(where[: i + 1])
        except RuleError as e:
            raise RuleError(f"{e}\nin the condition {condition!r}", e.diagnostics) from None


def rule(pattern, replacement, *, name=None, kind="rounding", where=(), inference=False):
    if kind not in _KINDS:
        raise ValueError(f"the kind of a rule is one of {', '.join(_KINDS)}, not {kind!r}")
    for each in (pattern, replacement):
        if not callable(each):
            raise TypeError(f"a rule is made of two functions, not of {each!r}")
    is_nameless = False
    if name is None:
        name = _name_of(pattern).strip("_").replace("_", "-")
        is_nameless = name == "<lambda>"
    if not isinstance(name, str):
        raise TypeError(f"the name of a rule is a text, not {name!r}")
    if not is_nameless and not _is_name(name):
        raise RuleError(
            "the name of a rule is a letter or '_', and letters, digits, '_' and '-' after "
            f"it, not {name!r}"
        )
    if isinstance(where, str):
        where = [where]
    if not isinstance(where, (list, tuple)) or not all(isinstance(w, str) for w in where):
        raise TypeError(f"where is a text or a list of texts, not {where!r}")
    where = list(where)
    if any("\n" in text for text in where):
        raise ValueError("conditions of rules are single lines")
    before, parameters = _traced(pattern)
    after, others = _traced(replacement)
    if parameters != others:
        raise TypeError(
            "both functions of a rule have the same parameters, not "
            f"{_parameters_text(parameters)} and {_parameters_text(others)}"
        )

    def text_with(conditions):
        return _fx.rule_text(
            "lambda" if is_nameless else name,
            kind + (", inference" if inference else ""),
            conditions,
            [line.strip() for line in (pattern.__doc__ or "").strip().splitlines()],
            before._module,
            after._module,
        )

    try:
        text = text_with(where)
    except RuleError:
        _blame_condition(text_with, where)
        raise
    if is_nameless:
        raise ValueError("a lambda has no name to call the rule by; give name='my-rule'")
    return Rule(name, text)


def rules(what, **options):
    """The pipeline of one pass that applies files and rules."""
    import os

    from . import passes

    names = [w._key if isinstance(w, Rule) else os.fspath(w) for w in what]
    if not names:
        raise TypeError("rules takes files or rules")
    pipeline = passes.infer_values(partial=True) + passes.rewrite(rules=names, **options)
    pipeline._rules = tuple(w for w in what if isinstance(w, Rule))
    return pipeline
