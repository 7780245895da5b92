# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The passes of fx-opt as functions: each gives a `Pipeline` of one pass.

    fxopt.passes.cse(commute=True)     is fxopt.Pipeline("cse{commute=true}")

Options are keyword arguments, with a `_` behind words of Python (`from_`);
`help(fxopt.passes.cse)` explains them.
"""

import inspect as _inspect
import typing as _typing

from . import _fx, _passes
from ._module import Pipeline as _Pipeline

_TYPES = {
    "bool": bool,
    "int": int,
    "uint": int,
    "number": int,
    "N": int,
    "float": float,
    "double": float,
}


def _type(value_name, is_list):
    if is_list:
        return list
    if "|" in value_name:
        return _typing.Literal[tuple(value_name.split("|"))]
    return _TYPES.get(value_name, str)


def _default(kind, text):
    if kind is bool:
        return text == "true"
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            return None
    return [] if kind is list else text


def _shown(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ",".join(_shown(v) for v in value) + "}"
    return _passes.quoted(str(value))


def _make(flag, summary, description, options):
    names = {}
    lists = set()
    parameters = []
    lines = []
    for option, value_name, default, about, is_list in options:
        name = _passes.parameter_name(option)
        kind = _type(value_name, is_list)
        names[name] = option
        if is_list:
            lists.add(name)
        parameters.append(
            _inspect.Parameter(
                name,
                _inspect.Parameter.KEYWORD_ONLY,
                default=_default(kind, default),
                annotation=kind,
            )
        )
        lines.append(f"    {name}: {about}" if about else f"    {name}")
    signature = _inspect.Signature(parameters, return_annotation=_Pipeline)

    def function(**given):
        parts = []
        for name, value in given.items():
            if name not in names:
                raise TypeError(
                    f"{function.__name__}() has no option {name!r}; options are "
                    + (", ".join(names) or "none")
                )
            if isinstance(value, (list, tuple)) and name not in lists:
                raise TypeError(
                    f"the option {name!r} of {function.__name__}() is one value, not "
                    f"{value!r}"
                )
            # What has no default has no value unless it is given.
            if value is not None:
                parts.append(f"{names[name]}={_shown(value)}")
        return _Pipeline(flag + ("{" + " ".join(parts) + "}" if parts else ""))

    function.__name__ = function.__qualname__ = flag.replace("-", "_")
    function.__module__ = __name__
    function.__signature__ = signature
    function.__doc__ = f"{summary}.\n\n{description.strip()}\n"
    if lines:
        function.__doc__ += "\nOptions:\n" + "\n".join(lines) + "\n"
    return function


def __getattr__(name):
    flag = name.replace("_", "-")
    for _ in range(2):
        for entry in _fx.passes():
            if entry[0] == flag:
                return _make(*entry)
        if name.startswith("_") or not _passes.discover():
            break
    raise AttributeError(f"there is no pass {flag!r}; fxopt.list_passes() has all")


def __dir__():
    return sorted(entry[0].replace("-", "_") for entry in _fx.passes())
