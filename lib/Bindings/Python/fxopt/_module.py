# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules, pipelines and reports; nothing here needs torch."""

import errno
import os
import warnings

from . import _fx
from ._errors import FxWarning


class Pipeline:
    """Passes in order, as `fx-opt --passes=` takes them: `"cse,fix(dce)"`.

    A pipeline never changes. It is equal to another one of the same canonical
    text, which `str` gives, and can be hashed, pickled and shared by threads.
    """

    __slots__ = ("_pipeline",)

    def __init__(self, text=""):
        if isinstance(text, Pipeline):
            text = text.text
        elif not isinstance(text, str):
            raise TypeError(
                "a pipeline is a str or a fxopt.Pipeline, not "
                f"{type(text).__name__}"
            )
        self._pipeline = _fx.Pipeline(text)

    @property
    def text(self):
        """The canonical text."""
        return self._pipeline.text

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

    def __eq__(self, other):
        if isinstance(other, Pipeline):
            return self.text == other.text
        return NotImplemented

    def __hash__(self):
        return hash((Pipeline, self.text))

    def __add__(self, other):
        if isinstance(other, str):
            other = Pipeline(other)
        if not isinstance(other, Pipeline):
            return NotImplemented
        return Pipeline(",".join(t for t in (self.text, other.text) if t))

    def __reduce__(self):
        return Pipeline, (self.text,)


class Report:
    """What a run did.

    `changed`: whether any pass changed anything; `nodes_before`, `nodes_after`;
    `stats`: the numbers that passes count, by the name of the pass;
    `diagnostics`: warnings and remarks.
    """

    __slots__ = ("changed", "nodes_before", "nodes_after", "stats", "diagnostics")

    def __init__(self, changed, nodes_before, nodes_after, stats, diagnostics):
        self.changed = changed
        self.nodes_before = nodes_before
        self.nodes_after = nodes_after
        self.stats = stats
        self.diagnostics = diagnostics

    def __repr__(self):
        return (
            f"fxopt.Report(changed={self.changed}, "
            f"nodes={self.nodes_before} -> {self.nodes_after})"
        )


def _warn(diagnostics):
    for d in diagnostics:
        if d.severity == "warning":
            place = f"{d.file}:{d.line}: " if d.file and d.line else ""
            warnings.warn(place + d.text, FxWarning, stacklevel=3)


class Module:
    """A graph with its tree of modules, in the IR of fx-opt.

    Made by `fxopt.load`, `fxopt.loads` and `fxopt.from_torch`.
    """

    __slots__ = ("_module", "_origin", "__weakref__")

    def __init__(self, module, origin=None):
        if not isinstance(module, _fx.Module):
            raise TypeError("use fxopt.load, fxopt.loads or fxopt.from_torch")
        self._module = module
        # The GraphModule or Graph that it was made from.
        self._origin = origin

    def run(self, pipeline, *, verify=True):
        """Run passes; if one fails, the module is as before.

        `verify=False` leaves out the checks after each pass.
        """
        if not isinstance(pipeline, Pipeline):
            pipeline = Pipeline(pipeline)
        report = Report(**self._module.run(pipeline._pipeline, verify))
        _warn(report.diagnostics)
        return report

    def text(self, format="native"):
        """The text that `fx-opt --print-format=FORMAT` prints.

        Formats are native, fx, fx-1.13, python and tabular.
        """
        return self._module.text(format)

    def save(self, path, format=None):
        """Write what `fx-opt -o PATH` writes: an archive to `.pt2`, else text."""
        self._module.write(os.fspath(path), format or "")

    def info(self):
        """What `fx-translate --info --json` says of the model, as a dict."""
        import json

        return json.loads(self._module.info())

    def write_back(self):
        """Change the graph that the module was taken from to what it is now.

        Returns how many nodes are the same, changed, new and erased.
        """
        from . import _torch

        return _torch.write_back(self)

    def to_torch(self, root=None):
        """A new `torch.fx.GraphModule`.

        `root`, a module or a dict by path, holds the submodules and tensors that
        the graph names; those of a module from `from_torch` are the default.
        """
        from . import _torch

        return _torch.to_torch(self, root)

    def __len__(self):
        return self._module.num_nodes

    def __bool__(self):
        return True

    def __str__(self):
        return self.text()

    def __repr__(self):
        name = self._module.name
        return f"fxopt.Module({name + ', ' if name else ''}{len(self)} nodes)"


def _opened(module):
    _warn(module.diagnostics())
    return Module(module)


def load(source):
    """Read a file with one model: an archive of torch.export, or text.

    `source` is a path, bytes, or an open file.
    """
    if hasattr(source, "read"):
        source = source.read()
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _opened(_fx.open_bytes(bytes(source), "<bytes>"))
    path = os.fsdecode(source)
    if not os.path.exists(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return _opened(_fx.open(path))


def loads(text):
    """Read one model from text: native, or what torch.fx prints."""
    if not isinstance(text, str):
        raise TypeError(f"the text is a str, not {type(text).__name__}")
    return _opened(_fx.open_bytes(text.encode(), "<string>"))


def list_passes():
    """The names of all passes, with their summaries."""
    return dict(_fx.passes())
