//===- PyLiterals.cpp - Values as Python writes them ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/PyLiterals.h"
#include "fx/Support/TextBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace fx;
using namespace llvm;

namespace {
struct CodePointRange {
  uint32_t First, Last;
};
} // namespace

#include "PyUnicode.inc"

static bool isIn(ArrayRef<CodePointRange> Ranges, uint32_t CodePoint) {
  auto It =
      upper_bound(Ranges, CodePoint, [](uint32_t C, const CodePointRange &R) {
        return C < R.First;
      });
  return It != Ranges.begin() && CodePoint <= std::prev(It)->Last;
}

bool py::isPrintable(uint32_t C) {
  if (C < 0x7F)
    return C >= 0x20;
  return C >= 0x80 && !isIn(NonPrintable, C);
}

bool py::isSpace(uint32_t C) {
  if (C < 0x80)
    return (C >= 9 && C <= 13) || (C >= 28 && C <= 32);
  return C == 0x85 || C == 0xA0 || C == 0x1680 ||
         (C >= 0x2000 && C <= 0x200A) || C == 0x2028 || C == 0x2029 ||
         C == 0x202F || C == 0x205F || C == 0x3000;
}

uint32_t py::takeCodePoint(StringRef &Text) {
  auto Byte = [&](size_t I) { return uint8_t(Text[I]); };
  uint8_t Lead = Byte(0);
  unsigned Length = Lead < 0x80   ? 1
                    : Lead < 0xC2 ? 0
                    : Lead < 0xE0 ? 2
                    : Lead < 0xF0 ? 3
                    : Lead < 0xF5 ? 4
                                  : 0;
  uint32_t C = Length > 1 ? Lead & (0x7F >> Length) : Lead;
  bool Valid = Length != 0 && Length <= Text.size();
  for (unsigned I = 1; Valid && I < Length; ++I) {
    Valid = (Byte(I) & 0xC0) == 0x80;
    C = C << 6 | (Byte(I) & 0x3F);
  }
  // Overlong forms, and what lies beyond Unicode.
  if (Length == 3)
    Valid &= C >= 0x800;
  if (Length == 4)
    Valid &= C >= 0x10000 && C <= 0x10FFFF;
  if (!Valid) {
    Text = Text.drop_front();
    return 0xDC00 + Lead;
  }
  Text = Text.drop_front(Length);
  return C;
}

size_t py::countCodePoints(StringRef Text) {
  size_t Count = 0;
  while (!Text.empty()) {
    size_t Ascii = 0;
    while (Ascii != Text.size() && uint8_t(Text[Ascii]) < 0x80)
      ++Ascii;
    Count += Ascii;
    Text = Text.drop_front(Ascii);
    if (Text.empty())
      break;
    takeCodePoint(Text);
    ++Count;
  }
  return Count;
}

bool py::isIdentifier(StringRef Text) {
  bool First = true;
  while (!Text.empty()) {
    uint32_t C = takeCodePoint(Text);
    bool Ok;
    if (C < 0x80)
      Ok = C == '_' || isAlpha(char(C)) || (!First && isDigit(char(C)));
    else
      Ok = isIn(IdentifierStart, C) || (!First && isIn(IdentifierContinue, C));
    if (!Ok)
      return false;
    First = false;
  }
  return !First;
}

static void writeHex(TextBuffer &Out, uint32_t Value, unsigned Digits) {
  for (unsigned I = Digits; I--;)
    Out << hexdigit(Value >> (4 * I) & 15, /*LowerCase=*/true);
}

void py::writeEscape(TextBuffer &Out, uint32_t CodePoint) {
  if (CodePoint == '\t')
    Out << "\\t";
  else if (CodePoint == '\n')
    Out << "\\n";
  else if (CodePoint == '\r')
    Out << "\\r";
  else if (CodePoint <= 0xFF)
    writeHex(Out << "\\x", CodePoint, 2);
  else if (CodePoint <= 0xFFFF)
    writeHex(Out << "\\u", CodePoint, 4);
  else
    writeHex(Out << "\\U", CodePoint, 8);
}

void py::writeStringRepr(TextBuffer &Out, StringRef Text) {
  char Quote = Text.contains('\'') && !Text.contains('"') ? '"' : '\'';
  Out << Quote;
  while (!Text.empty()) {
    // What stands for itself, in one piece.
    size_t Plain = 0;
    while (Plain != Text.size() && Text[Plain] >= 0x20 && Text[Plain] != 0x7F &&
           Text[Plain] != Quote && Text[Plain] != '\\')
      ++Plain;
    Out << Text.take_front(Plain);
    Text = Text.drop_front(Plain);
    if (Text.empty())
      break;
    StringRef Rest = Text;
    uint32_t C = takeCodePoint(Rest);
    StringRef Bytes = Text.drop_back(Rest.size());
    Text = Rest;
    if (C == uint32_t(Quote) || C == '\\')
      Out << '\\' << char(C);
    else if (C >= 0x80 && isPrintable(C))
      Out << Bytes;
    else
      writeEscape(Out, C);
  }
  Out << Quote;
}

/// \p PointZero: whether `.0` marks a number without a fraction.
static void writeFloat(TextBuffer &Out, double Value, bool PointZero) {
  if (std::isnan(Value)) {
    Out << "nan";
    return;
  }
  if (std::isinf(Value)) {
    Out << StringRef(Value < 0 ? "-inf" : "inf");
    return;
  }
  // Digits and exponent from `d.ddde[+-]xx`, the shortest that read back.
  char Text[32];
  auto [End, Code] = std::to_chars(Text, Text + sizeof(Text), Value,
                                   std::chars_format::scientific);
  (void)Code;
  const char *P = Text;
  if (*P == '-') {
    Out << '-';
    ++P;
  }
  char Digits[24];
  unsigned Count = 0;
  for (; *P != 'e'; ++P)
    if (*P != '.')
      Digits[Count++] = *P;
  int Exponent = 0;
  std::from_chars(P[1] == '+' ? P + 2 : P + 1, End, Exponent);
  StringRef All(Digits, Count);
  if (Exponent < -4 || Exponent >= 16) {
    Out << Digits[0];
    if (Count > 1)
      Out << '.' << All.drop_front();
    unsigned Size = Exponent < 0 ? -Exponent : Exponent;
    Out << 'e' << (Exponent < 0 ? '-' : '+');
    if (Size < 10)
      Out << '0';
    Out << Size;
    return;
  }
  if (Exponent < 0) {
    Out << "0.";
    for (int I = -1; I > Exponent; --I)
      Out << '0';
    Out << All;
    return;
  }
  unsigned Whole = Exponent + 1;
  Out << All.take_front(Whole);
  for (unsigned I = Count; I < Whole; ++I)
    Out << '0';
  if (Count > Whole)
    Out << '.' << All.drop_front(Whole);
  else if (PointZero)
    Out << ".0";
}

void py::writeFloatRepr(TextBuffer &Out, double Value) {
  writeFloat(Out, Value, /*PointZero=*/true);
}

void py::writeComplexRepr(TextBuffer &Out, double Real, double Imag) {
  if (Real == 0 && !std::signbit(Real)) {
    writeFloat(Out, Imag, /*PointZero=*/false);
    Out << 'j';
    return;
  }
  Out << '(';
  writeFloat(Out, Real, /*PointZero=*/false);
  if (std::isnan(Imag) || !std::signbit(Imag))
    Out << '+';
  writeFloat(Out, Imag, /*PointZero=*/false);
  Out << "j)";
}
