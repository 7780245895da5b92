# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What decides about what a pipeline does: for caches."""

import hashlib
import inspect
import os
import re
import types

from . import _fx, _passes

_files = {}


def _digest(path):
    """That of a file, which is read again where it has changed."""
    state = os.stat(path)
    key = path, state.st_mtime_ns, state.st_size
    if key not in _files:
        with open(path, "rb") as file:
            _files[key] = hashlib.sha256(file.read()).hexdigest()
    return _files[key]


def _library():
    """The files that the passes of fx-opt are in."""
    try:
        with open("/proc/self/maps") as maps:
            mapped = {line.split(None, 5)[5].strip() for line in maps if "/libFX" in line}
    except OSError:
        return [_fx.__file__]
    return [_fx.__file__, *sorted(filter(os.path.exists, mapped))]


_EMPTY = types.CellType()


def _is_plain(value):
    """Whether `repr` says all of a value."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (bool, int, float, str))


def _function_digest(function):
    """What a pass in Python is: its file, and what it was made with there; if it
    decorates another function, that too. None where that cannot be told."""
    parts = []
    while function is not None:
        # Neither an instance nor the variables of another function are in a file.
        if not inspect.isfunction(function):
            return None
        inner = getattr(function, "__wrapped__", None)
        held = [cell.cell_contents for cell in function.__closure__ or () if cell != _EMPTY]
        defaults = (
            function.__defaults__,
            tuple((function.__kwdefaults__ or {}).items()),
        )
        path = inspect.getsourcefile(function)
        if (
            any(value is not inner for value in held)
            or not _is_plain(defaults)
            or path is None
            or not os.path.exists(path)
        ):
            return None
        line = function.__code__.co_firstlineno
        parts.append(f"{function.__qualname__}:{line}:{defaults}:{_digest(path)}")
        function = inner
    return "\n".join(parts)


def of_pipeline(pipeline, *parts):
    """A text that is another one after a change of this fx-opt, its plugins, the
    pipeline, the files that it names, and the files of its passes in Python. None for
    passes of which that cannot be told."""
    functions = [_function_digest(f) for f in pipeline._pipeline.functions]
    if None in functions:
        return None
    named = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s,{}()="]+)', pipeline.text)
    paths = {a.replace("\\", "") or b for a, b in named}
    paths = [p for p in sorted(paths) if os.path.isfile(p)]
    files = [_digest(p) for p in (*_library(), *_passes.plugins, *paths)]
    text = "\n".join([_fx.version(), pipeline.text, *parts, *functions, *files])
    return hashlib.sha256(text.encode()).hexdigest()
