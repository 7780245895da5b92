# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses interpreters that the extension is not made for, when it is imported."""


def _is_main():
    try:
        import _interpreters as interpreters  # From Python 3.13 on.
    except ImportError:
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            return True

    def number(interpreter):
        return int(interpreter[0] if isinstance(interpreter, tuple) else interpreter)

    return number(interpreters.get_current()) == number(interpreters.get_main())


# A second import would take the types of the extension from the first one.
if not _is_main():
    raise ImportError(
        "fxopt works in the main interpreter of a process alone, not in a "
        "subinterpreter; use threads or processes"
    )
