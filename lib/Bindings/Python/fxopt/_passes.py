# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes that are functions in Python."""

import keyword
import os

from . import _fx
from ._errors import PipelineError


class Selector(str):
    """The type of an option of a pass that is a selector."""


_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_OTHERS = _LETTERS | frozenset("0123456789")


def _is_name(text):
    """Whether it is words of small letters and digits, with dashes between."""
    return bool(text) and text[0] in _LETTERS and all(
        word and _OTHERS.issuperset(word) for word in text.split("-")
    )


def _kind(annotation, name):
    """What an option of that annotation is called in `fx-opt --help`, and the
    words that it may be."""
    import typing

    if annotation in (bool, int, float):
        return annotation.__name__, ()
    if annotation is Selector:
        return "selector", ()
    if annotation is str:
        return "str", ()
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal and all(isinstance(a, str) for a in args):
        return "words", args
    if origin is list and args in ((int,), (str,)):
        return args[0].__name__ + "s", ()
    raise TypeError(
        f"the option {name!r} needs a type: bool, int, float, str, fxopt.Selector, "
        "list[int], list[str] or a Literal of texts"
    )


def quoted(text):
    """A value as pipelines read it: what printOptionValue() writes."""
    import re

    if re.fullmatch(r"[A-Za-z0-9_.*:/-]+", text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(quoted(_text(v)) for v in value)
    return str(value)


def _name(function):
    import functools

    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__qualname__", type(function).__qualname__)


def _underlying(function):
    """The function whose annotations those of a callable are: that of a partial, or of
    the class of an object."""
    import functools
    import inspect

    while isinstance(function, functools.partial):
        function = function.func
    if inspect.isroutine(function) or isinstance(function, type):
        return function
    return getattr(function, "__wrapped__", None) or type(function).__call__


def _flag(name):
    """The option of pipelines that a parameter is: `from_` is `from`."""
    if name.endswith("_") and keyword.iskeyword(name[:-1]):
        name = name[:-1]
    return name.replace("_", "-")


def parameter_name(flag):
    """The reverse of it."""
    name = flag.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _options(function):
    import inspect
    import typing

    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    if len(parameters) < 2 or any(
        p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        for p in parameters[:2]
    ):
        name = _name(function)
        hint = "; fxopt.torch_pass makes one of a function of a GraphModule"
        raise TypeError(
            "a pass is a function of a module and a context, and of options by "
            f"keyword; {name} takes {signature}" + hint * (len(parameters) == 1)
        )
    hints = typing.get_type_hints(_underlying(function))
    options = []
    for p in parameters[2:]:
        if p.kind is not p.KEYWORD_ONLY or p.default is p.empty:
            raise TypeError(
                f"the option {p.name!r} of {_name(function)} needs a default, "
                "and a * in front of it"
            )
        kind, words = _kind(hints.get(p.name), p.name)
        default = _text(p.default)
        if words and default not in words:
            raise TypeError(f"the default of {p.name!r} is none of its words")
        options.append((_flag(p.name), kind, default, "", tuple(words)))
    return options


def _doc(function):
    import functools
    import inspect

    while isinstance(function, functools.partial):
        function = function.func
    return inspect.getdoc(function)


#: The modules that passes are functions of.
_modules = set()


def are_of_script():
    """Whether another process needs the script for the passes of this one."""
    return "__main__" in _modules


def modules():
    """What another process has to import for the passes that this one has, but the
    script."""
    return sorted(_modules - {"__main__"})


def _define(function, name, idempotent, values):
    where = getattr(function, "__module__", None)
    if isinstance(where, str):
        _modules.add(where)
    doc = _doc(function) or name
    summary, _, description = doc.partition("\n")
    return _fx.PassDefinition(
        name,
        summary.rstrip("."),
        description.strip() or doc,
        _options(function),
        function,
        idempotent,
        values,
    )


def register_pass(name, *, idempotent=False, values=False):
    """Give a pass in Python a name in pipelines.

    The function takes a `Module`, a `PassContext` and options by keyword, and
    returns whether it changed anything; None lets fx-opt find out. The types of
    options are read from their annotations. `idempotent` says that a second run
    changes nothing, `values` that the pass uses the types of values.
    """
    if not isinstance(name, str) or not _is_name(name):
        raise ValueError(
            f"the name of a pass is words of small letters with dashes, not {name!r}"
        )

    def decorate(function):
        definition = _define(function, name, idempotent, values)
        _fx.register_pass(definition)
        try:
            function._fxopt_pass = function, definition
        except AttributeError:
            pass
        return function

    return decorate


def definition_of(function):
    """The definition of a function in a pipeline, registered or not."""
    known = getattr(function, "_fxopt_pass", None)
    # Whoever wraps a function takes over its attributes.
    if known is not None and known[0] is function:
        return known[1]
    name = _name(function).rpartition(".")[2]
    words = "".join(c if c in _OTHERS else " " for c in name.lower()).split()
    name = "-".join(words)
    if not _is_name(name):
        name = "pass-" + name if name else "pass"
    return _define(function, name, False, False)


# ---------------------------------------------------------------------------
# Passes of other packages
# ---------------------------------------------------------------------------

_looked = False


def discover():
    """Load what other packages bring, once: the entry points of the groups
    `fxopt.passes`, each a function that is a pass, and `fxopt.plugins`, each a
    function that gives the path of a plugin. Returns whether it looked."""
    global _looked
    if _looked or os.environ.get("FXOPT_PLUGINS") == "0":
        return False
    _looked = True
    from importlib.metadata import entry_points

    for point in entry_points(group="fxopt.passes"):
        function = point.load()
        if getattr(function, "_fxopt_pass", None) is None:
            register_pass(point.name)(function)
    for point in entry_points(group="fxopt.plugins"):
        load_plugin(point.load()())
    return True


# The files that were loaded.
plugins = []


def load_plugin(path):
    """Load a plugin: a shared library with passes, built for this libFX. A second
    time changes nothing."""
    if os.path.abspath(path) in plugins:
        return
    _fx.load_plugin(os.fspath(path))
    if os.path.isfile(path):
        plugins.append(os.path.abspath(path))


def parse(text):
    """A pipeline from its text; passes of other packages are looked for when a
    name is unknown."""
    try:
        return _fx.Pipeline(text)
    except PipelineError as e:
        if not any(d.id == "err_pipeline_unknown_pass" for d in e.diagnostics):
            raise
        if not discover():
            raise
    return _fx.Pipeline(text)


# ---------------------------------------------------------------------------
# Passes of torch.fx
# ---------------------------------------------------------------------------


def torch_pass(function):
    """A pass of torch.fx, a function from a `GraphModule` to a `GraphModule`, a
    `PassResult`, or None where it changes what it gets, as one of fx-opt.

    It works on a copy; its edits are brought back, so a failure undoes them."""
    if not callable(function):
        raise TypeError(f"a pass of torch.fx is a function, not {function!r}")

    def run(module, ctx):
        from . import _torch_passes

        return _torch_passes.run_torch_pass(module, function, ctx)

    run.__name__ = getattr(function, "__name__", "torch-pass")
    run.__doc__ = _doc(function) or "A pass of torch.fx"
    return run
