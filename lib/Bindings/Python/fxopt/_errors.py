# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of fxopt and the messages that they carry."""


class Diagnostic:
    """One message of fx-opt. Its `id` is stable, its text is for people.

    `severity` is "error", "warning", "remark" or "note". `file`, `line`, `column`
    and `node` are None where they are not known; `notes` is a tuple.
    """

    __slots__ = ("id", "severity", "text", "file", "line", "column", "node", "notes")

    def __init__(
        self,
        id,
        severity,
        text,
        file=None,
        line=None,
        column=None,
        node=None,
        notes=(),
    ):
        self.id = id
        self.severity = severity
        self.text = text
        self.file = file
        self.line = line
        self.column = column
        self.node = node
        self.notes = notes

    def _fields(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other):
        if isinstance(other, Diagnostic):
            return self._fields() == other._fields()
        return NotImplemented

    def __hash__(self):
        return hash(self._fields())

    def __reduce__(self):
        return Diagnostic, self._fields()

    def __repr__(self):
        place = ":".join(str(p) for p in (self.file, self.line, self.column) if p)
        return f"<{place + ': ' if place else ''}{self.severity}: {self.text}>"


class Error(Exception):
    """What all exceptions of fxopt derive from.

    `str(e)` is what the tools print; `e.diagnostics` has the same as data.
    """

    def __init__(self, text="", diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)

    def __reduce__(self):
        return type(self), (str(self), self.diagnostics), dict(self.__dict__)


class ParseError(Error, ValueError):
    """A text or an archive that cannot be read."""


class WriteError(Error, OSError):
    """A file that cannot be written, or a module that has no such form."""

    def __str__(self):
        return Exception.__str__(self)


class PipelineError(Error, ValueError):
    """A pipeline with a mistake: no such pass, option or value."""


class PassError(Error, RuntimeError):
    """A pass that returned or reported an error. `pass_name` is its name; what a
    pass in Python has raised is `__cause__`."""

    pass_name = None


class NumericsError(Error, AssertionError):
    """A pass that changed what a model computes. `pass_name` is its name, `node` the
    first node with another value, or None, and `gap` the greatest difference of what
    is returned."""

    pass_name = None
    node = None
    gap = None


class RuleError(Error, ValueError):
    """Two functions that are not a rule."""


class VerifyError(Error):
    """A graph that is invalid: as it was read, or after a pass, `pass_name`."""

    pass_name = None


class PluginError(Error, ImportError):
    """A plugin that does not fit, or cannot be loaded."""


class BusyError(Error, RuntimeError):
    """A module that another thread, or the caller itself, is using."""


class StaleNodeError(Error, RuntimeError):
    """A node that was erased, or a graph that changed since it was taken."""


class ResolveError(Error, LookupError):
    """Names for which Python has no object; `e.names` lists them."""

    def __init__(self, text="", diagnostics=(), names=()):
        super().__init__(text, diagnostics)
        self.names = list(names)

    def __reduce__(self):
        return type(self), (str(self), self.diagnostics, self.names)


class FxWarning(UserWarning):
    """What fx-opt warns of."""
