# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules, pipelines and reports; nothing here needs torch."""

import os

# As collections.abc has it; _graph.py says why.
from _collections_abc import Sequence

from . import _fx, _graph, _passes
from ._errors import BusyError, Error, FxWarning, WriteError
from ._rules import Rule

_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Pipeline:
    """Passes in order, as `fx-opt --passes=` takes them: `"cse,fix(dce)"`.

    In place of a text it takes a list of texts, pipelines, rules and functions that
    are passes. A pipeline never changes. It is equal to another one of the same
    canonical text, which `str` gives, and can be hashed, pickled and shared by
    threads. `verify` and `print_changed` are what its runs do by default.
    """

    __slots__ = ("_pipeline", "_functions", "_rules", "_verify", "_print_changed")

    def __init__(self, text="", *, verify=None, print_changed=None):
        self._verify = None if verify is None else _verifies(verify)
        self._print_changed = _prints(print_changed)
        # What the text alone does not say: the functions, in order.
        self._functions = ()
        # Those whose names the text has.
        self._rules = ()
        if isinstance(text, Pipeline):
            self._pipeline = text._pipeline
            self._functions = text._functions
            self._rules = text._rules
            if verify is None:
                self._verify = text.verify
            if print_changed is None:
                self._print_changed = text.print_changed
        elif isinstance(text, str):
            self._pipeline = _passes.parse(text)
        elif isinstance(text, Sequence):
            parts = [Pipeline(p) for p in text]
            self._pipeline = _fx.Pipeline.join([p._pipeline for p in parts])
            self._rules = tuple(r for p in parts for r in p._rules)
            if any(p._functions for p in parts):
                self._functions = tuple(
                    f for p in parts for f in (p._functions or (p.text,)) if f
                )
        elif isinstance(text, Rule):
            self._pipeline = _passes.parse(text._passes)
            self._rules = (text,)
        elif callable(text):
            self._pipeline = _fx.Pipeline.of(_passes.definition_of(text))
            self._functions = (text,)
        else:
            raise TypeError(
                "a pipeline is a str, a fxopt.Pipeline, a fxopt.Rule, a function that "
                f"is a pass, or a list of these, not {type(text).__name__}"
            )

    @property
    def text(self):
        """The canonical text."""
        return self._pipeline.text

    @property
    def verify(self):
        """Whether its runs check the module after each pass; None where they decide."""
        return self._verify

    @property
    def print_changed(self):
        """What the reports of its runs show: "whole", "diff" or None."""
        return self._print_changed

    @property
    def wants_values(self):
        """Whether a pass of it uses the types of values."""
        return self._pipeline.wants_values

    def run(self, what, **options):
        """Run it on a `Module`, or on what `fxopt.run` takes."""
        if isinstance(what, Module):
            return what.run(self, **options)
        from . import _torch

        return _torch.run(what, self, **options)

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"fxopt.Pipeline({self.text!r})"

    def _repr_html_(self):
        from . import _html

        return _html.pipeline(self)

    def __eq__(self, other):
        if isinstance(other, Pipeline):
            return (self.text, self._functions) == (other.text, other._functions)
        return NotImplemented

    def __hash__(self):
        return hash((Pipeline, self.text))

    def __add__(self, other):
        if not _is_pipeline(other):
            return NotImplemented
        return Pipeline(
            [self, other], verify=self.verify, print_changed=self.print_changed
        )

    def __radd__(self, other):
        if not _is_pipeline(other):
            return NotImplemented
        return Pipeline(other) + self

    def __reduce__(self):
        what = list(self._functions) if self._functions else self.text
        return _unpickled, (what, self._rules, self.verify, self.print_changed)


def _verifies(verify):
    if not isinstance(verify, bool) and verify != "each":
        raise TypeError(f'verify is True, False or "each", not {verify!r}')
    return bool(verify)


def _prints(print_changed):
    if print_changed not in (None, "whole", "diff"):
        raise ValueError(
            f"print_changed is 'whole', 'diff' or None, not {print_changed!r}"
        )
    return print_changed


def _is_pipeline(what):
    return isinstance(what, (Pipeline, Rule, Sequence)) or callable(what)


def _unpickled(what, rules, verify, print_changed):
    pipeline = Pipeline(what, verify=verify, print_changed=print_changed)
    pipeline._rules = rules
    return pipeline


class Report:
    """What a run did.

    `changed`: whether any pass changed anything; `nodes_before`, `nodes_after`;
    `stats`: the numbers that passes count, by the name of the pass; `timing`: the
    seconds that passes, analyses and the verifier took, by name; `changes`: what
    `print_changed` asked for; `diagnostics`: warnings and remarks.
    """

    __slots__ = (
        "changed",
        "nodes_before",
        "nodes_after",
        "stats",
        "timing",
        "changes",
        "diagnostics",
    )

    def __init__(
        self, changed, nodes_before, nodes_after, stats, timing, changes, diagnostics
    ):
        self.changed = changed
        self.nodes_before = nodes_before
        self.nodes_after = nodes_after
        self.stats = stats
        if isinstance(timing, str):
            import json

            timing = {t["name"]: t["seconds"] for t in json.loads(timing)}
        self.timing = timing
        self.changes = changes
        self.diagnostics = diagnostics

    def __reduce__(self):
        return Report, tuple(getattr(self, name) for name in self.__slots__)

    def __repr__(self):
        return (
            f"fxopt.Report(changed={self.changed}, "
            f"nodes={self.nodes_before} -> {self.nodes_after})"
        )

    def _repr_html_(self):
        from . import _html

        return _html.report(self)


# Passes that read or make the numbers of weights.
_OF_WEIGHTS = frozenset(
    ("cast-weights", "dedupe-state", "fold-constants", "freeze", "fuse-conv-bn")
)


def _warn_of_weights(pipeline):
    names = dict.fromkeys(pipeline._pipeline.names)
    if "fold-constants" in names:
        import re

        # Levels of optimize fold what they can.
        options = re.findall(r"\bfold-constants\b(\{[^}]*\})?", pipeline.text)
        if all("optional=true" in each for each in options):
            del names["fold-constants"]
    for name in names:
        if name in _OF_WEIGHTS:
            import warnings

            warnings.warn(
                f"the pass '{name}' needs the numbers of weights, which a graph of "
                "torch.fx does not bring; run it on a program of torch.export",
                FxWarning,
                stacklevel=_level(),
            )


def _level():
    """The `stacklevel` of who called the package."""
    import sys

    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename.startswith(_FOLDER):
        frame, level = frame.f_back, level + 1
    return level


def _warn(diagnostics):
    for d in diagnostics:
        if d.severity == "warning":
            import warnings

            place = f"{d.file}:{d.line}: " if d.file and d.line else ""
            warnings.warn(place + d.text, FxWarning, stacklevel=_level())


class _Notes:
    """What passes of torch.fx have changed that the graph does not say."""

    __slots__ = ("state", "attributes", "meta", "has_changes", "has_tensors")

    def __init__(self):
        # Tensors and modules that were registered or replaced, by path: the value, and
        # whether it is a buffer of state_dict, or None if it is not a buffer.
        self.state = {}
        # Plain attributes of modules, by path of the module and name.
        self.attributes = {}
        # The metadata of nodes of the graph that was taken.
        self.meta = {}
        # Whether there is anything, changes in place included.
        self.has_changes = False
        # Whether the module knows of which types the tensors of modules are.
        self.has_tensors = False

    def copy(self):
        copied = _Notes()
        copied.state.update(self.state)
        copied.attributes.update(self.attributes)
        copied.meta.update(self.meta)
        copied.has_changes = self.has_changes
        copied.has_tensors = self.has_tensors
        return copied

    def clear(self):
        for table in (self.state, self.attributes, self.meta):
            table.clear()
        self.has_changes = False

    def set_state(self, path, state):
        """Note what is at `path` now; what was noted of its parts is over."""
        for old in [p for p in self.state if f"{p}.".startswith(f"{path}.")]:
            del self.state[old]
        self.state[path] = state

    def lookup(self, owner, path):
        """What is at `path` of a model with these changes, or None."""
        parts = path.split(".")
        found = owner
        for i in range(len(parts), 0, -1):
            noted = self.state.get(".".join(parts[:i]))
            if noted is not None:
                found, parts = noted[0], parts[i:]
                break
        for part in parts:
            found = getattr(found, part, None)
        return found


def _reproduce(path, error):
    """Write the reproducer. Where that fails, `error` is still what matters."""
    import warnings

    from ._numerics import write_reproducer

    try:
        write_reproducer(path, error)
    except OSError as e:
        message = f"the reproducer was not written: {e}"
        warnings.warn(message, FxWarning, stacklevel=_level())


class Module:
    """A graph with its tree of modules, in the IR of fx-opt.

    Made by `fxopt.load`, `fxopt.loads` and `fxopt.from_torch`.
    """

    __slots__ = ("_module", "_origin", "_notes", "_graph", "__weakref__")

    def __init__(self, module, origin=None):
        if not isinstance(module, _fx.Module):
            raise TypeError("use fxopt.load, fxopt.loads or fxopt.from_torch")
        self._module = module
        # The GraphModule or Graph that it was made from.
        self._origin = origin
        self._notes = _Notes()
        # It keeps the place of new nodes.
        self._graph = None

    def run(
        self, pipeline, *, verify=None, print_changed=None, reproducer=None, _check=None
    ):
        """Run passes; if one fails, the module is as before.

        `verify=False` leaves out the checks after each pass, which `True` and
        `"each"` ask for. `print_changed` is "whole" or "diff": the report has what
        changed, as `fx-opt --print-changed` prints it. `reproducer` is a file that
        gets what a pass failed on.
        """
        if not isinstance(pipeline, Pipeline):
            pipeline = Pipeline(pipeline)
        if self._origin is not None and not self._module.is_program:
            _warn_of_weights(pipeline)
        if verify is None:
            verify = True if pipeline.verify is None else pipeline.verify
        verify = _verifies(verify)
        if print_changed is None:
            print_changed = pipeline.print_changed
        notes = self._notes.copy()
        try:
            done = self._module.run(
                self,
                pipeline._pipeline,
                verify,
                print_changed or "",
                _check,
                reproducer is not None,
            )
        except BaseException as e:
            self._notes = notes
            if reproducer is not None and isinstance(e, Error):
                _reproduce(reproducer, e)
            raise
        report = Report(**done)
        _warn(report.diagnostics)
        return report

    @property
    def graph(self):
        """The graph, to look at and to edit."""
        if self._graph is None:
            self._graph = _graph.graph_of(self._module)
        return self._graph

    def text(self, format="native"):
        """The text that `fx-opt --to=FORMAT` prints.

        Formats are native, fx, fx-1.13, code and tabular.
        """
        return self._module.text(format)

    def save(self, path, format=None):
        """Write what `fx-opt -o PATH` writes, by its ending or as FORMAT."""
        try:
            self._module.write(os.fspath(path), format or "")
        except WriteError as e:
            # What the tools have an option for.
            if "give it with --input=" in str(e):
                e.args = (f"{e}\nin Python: from_torch(gm, example_inputs=(x,))",)
            raise

    @property
    def name(self):
        """What it is called in its file; empty for the only one of most files."""
        return self._module.name

    def info(self):
        """What `fx-translate --info --json` says of the model, as a dict."""
        import json

        return json.loads(self._module.info())

    def write_back(self, *, recompile=True):
        """Change the graph that the module was taken from to what it is now.

        Returns how many nodes are the same, changed, new and erased. The code of a
        `GraphModule` is made again if anything has changed, unless `recompile` is
        false.
        """
        from . import _torch

        return _torch.write_back(self, recompile)[0]

    def to_torch(self, root=None):
        """A new `torch.fx.GraphModule`.

        `root`, a module or a dict by path, holds the submodules and tensors that
        the graph names; those of a module from `from_torch` are the default.
        """
        from . import _torch

        return _torch.to_torch(self, root)

    def __reduce__(self):
        if self._origin is not None:
            raise TypeError(
                "a module that came from torch names objects of the process, so it is "
                "neither copied nor pickled; to_torch() makes what can be"
            )
        if not self._module.is_program:
            return loads, (self.text(),)
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program.pt2")
            self.save(path)
            with open(path, "rb") as file:
                return load, (file.read(),)

    def __deepcopy__(self, memo=None):
        function, arguments = self.__reduce__()
        return function(*arguments)

    __copy__ = __deepcopy__

    def __len__(self):
        return self._module.num_nodes

    def __bool__(self):
        return True

    def __str__(self):
        return self.text()

    def __repr__(self):
        try:
            name = self._module.name
        except BusyError:
            return "<fxopt.Module in use>"
        return f"fxopt.Module({name + ', ' if name else ''}{len(self)} nodes)"

    def _repr_html_(self):
        from . import _html

        return _html.module(self)


def _opened(module):
    _warn(module.diagnostics())
    return Module(module)


def _open(source, of_file, of_bytes):
    if hasattr(source, "read"):
        source = source.read()
        if isinstance(source, str):
            source = source.encode()
    if isinstance(source, (bytes, bytearray, memoryview)):
        return of_bytes(bytes(source), "<bytes>")
    path = os.fsdecode(source)
    if not os.path.exists(path):
        import errno

        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return of_file(path)


def load(source):
    """Read a file with one model: an archive of torch.export, or text.

    `source` is a path, bytes, or an open file.
    """
    return _opened(_open(source, _fx.open, _fx.open_bytes))


def load_all(source):
    """Read a file with any number of models, such as an archive with several programs:
    a list of modules, in the order of the file. `Module.name` is what each is called
    there; saved, it is alone in its file.

    `source` is a path, bytes, or an open file.
    """
    return list(map(_opened, _open(source, _fx.open_all, _fx.open_all_bytes)))


def loads(text):
    """Read one model from text: native, or what torch.fx prints."""
    if not isinstance(text, str):
        raise TypeError(f"the text is a str, not {type(text).__name__}")
    return _opened(_fx.open_bytes(text.encode(), "<string>"))


def list_passes():
    """The names of all passes, with their summaries."""
    _passes.discover()
    return {entry[0]: entry[1] for entry in _fx.passes()}
