#!/usr/bin/env python3
# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints lib/Support/PyUnicode.inc, the character classes of Python's str.

    python3.11 utils/generators/py-unicode.py > lib/Support/PyUnicode.inc

The tables are those of the Python that runs this, so it must be one with
Unicode 14.0.0. utils/generate finds it.
"""
import sys
import unicodedata

UNICODE = "14.0.0"
HEADER = """\
//===- PyUnicode.inc - Character classes of Python's str --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of code points, first and last, as CPython 3.11 (Unicode 14.0.0)
// classifies them. PyLiterals.cpp handles the code points below 0x80 itself.
//
// Made by utils/generators/py-unicode.py. Do not edit.
//
//===----------------------------------------------------------------------===//
"""
TABLES = [
    ("NonPrintable", "not str.isprintable()",
     lambda c: not c.isprintable()),
    ("IdentifierStart", "str.isidentifier()",
     lambda c: c.isidentifier()),
    ("IdentifierContinue", "('a' + c).isidentifier(), but not c.isidentifier()",
     lambda c: ("a" + c).isidentifier() and not c.isidentifier()),
]


def ranges(holds):
    """First and last code point of each run for which HOLDS."""
    first = None
    for code in range(0x80, sys.maxunicode + 2):
        inside = code <= sys.maxunicode and holds(chr(code))
        if inside and first is None:
            first = code
        elif not inside and first is not None:
            yield first, code - 1
            first = None


def lines(words):
    """WORDS joined to lines of 80 columns, as clang-format breaks them."""
    line = "   "
    for word in words:
        if len(line) + 1 + len(word) > 80:
            yield line
            line = "   "
        line += " " + word
    yield line


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    if unicodedata.unidata_version != UNICODE:
        sys.exit(f"this Python has Unicode {unicodedata.unidata_version}, "
                 f"not {UNICODE}; run it with Python 3.11")
    print(HEADER, end="")
    for name, comment, holds in TABLES:
        print(f"\n// {comment}")
        print(f"static constexpr CodePointRange {name}[] = {{")
        words = [f"{{0x{first:X}, 0x{last:X}}}," for first, last in ranges(holds)]
        print("\n".join(lines(words)))
        print("};")


main()
