//===- PyLiterals.h - Values as Python writes them --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The spellings of CPython 3.11, byte for byte. Strings are UTF-8; surrogates
/// that stand alone are three bytes, and a byte that belongs to no character is
/// taken as Python takes it under `surrogateescape`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_PYLITERALS_H
#define FX_SUPPORT_PYLITERALS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

class TextBuffer;

namespace py {

/// repr of a string: quotes and escapes.
void writeStringRepr(TextBuffer &Out, llvm::StringRef Text);
/// How repr writes a character that is not printable: `\n`, `\x1b`, `\u202e`.
void writeEscape(TextBuffer &Out, uint32_t CodePoint);
/// repr of a float: the shortest digits that read back as \p Value.
void writeFloatRepr(TextBuffer &Out, double Value);
/// repr of a complex number: `(1-2j)`, `2j`.
void writeComplexRepr(TextBuffer &Out, double Real, double Imag);

/// str.isidentifier(): letters of any script count, keywords too.
bool isIdentifier(llvm::StringRef Text);
/// str.isprintable() of one character.
bool isPrintable(uint32_t CodePoint);
/// str.isspace() of one character.
bool isSpace(uint32_t CodePoint);

/// Takes the first character off \p Text, which is not empty. A byte that is
/// part of none gives 0xDC00 plus the byte.
uint32_t takeCodePoint(llvm::StringRef &Text);
/// len(): the number of characters.
size_t countCodePoints(llvm::StringRef Text);

} // namespace py
} // namespace fx

#endif // FX_SUPPORT_PYLITERALS_H
