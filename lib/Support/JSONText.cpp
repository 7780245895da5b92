//===- JSONText.cpp - Writing JSON as Python does -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/JSONText.h"
#include "fx/Support/PyLiterals.h"
#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace fx;
using namespace llvm;

/// Whether a character stands for itself.
static bool isPlain(char C) {
  return C >= 0x20 && C < 0x7f && C != '"' && C != '\\';
}

/// The length of the run of characters at the beginning that stand for
/// themselves.
static size_t plainLength(StringRef Text) {
  const char *P = Text.begin(), *End = Text.end();
#if defined(__SSE2__)
  const __m128i Quote = _mm_set1_epi8('"'), Slash = _mm_set1_epi8('\\'),
                Delete = _mm_set1_epi8(0x7f), Blank = _mm_set1_epi8(0x20);
  for (; End - P >= 16; P += 16) {
    __m128i Block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(P));
    // Signed: bytes from 0x80 on are less than a blank too.
    __m128i Odd = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(Block, Quote),
                                            _mm_cmpeq_epi8(Block, Slash)),
                               _mm_or_si128(_mm_cmpeq_epi8(Block, Delete),
                                            _mm_cmplt_epi8(Block, Blank)));
    if (unsigned Mask = _mm_movemask_epi8(Odd))
      return P + __builtin_ctz(Mask) - Text.begin();
  }
#endif
  while (P != End && isPlain(*P))
    ++P;
  return P - Text.begin();
}

static void writeUnit(TextBuffer &Out, uint32_t Unit) {
  static constexpr char Digits[] = "0123456789abcdef";
  char Text[] = {'\\',
                 'u',
                 Digits[Unit >> 12],
                 Digits[Unit >> 8 & 15],
                 Digits[Unit >> 4 & 15],
                 Digits[Unit & 15]};
  Out << StringRef(Text, sizeof(Text));
}

void fx::writeJSONString(TextBuffer &Out, StringRef Text) {
  Out << '"';
  while (true) {
    size_t Plain = plainLength(Text);
    Out << Text.take_front(Plain);
    Text = Text.drop_front(Plain);
    if (Text.empty())
      break;
    switch (char C = Text.front()) {
    case '"':
      Out << "\\\"";
      break;
    case '\\':
      Out << "\\\\";
      break;
    case '\n':
      Out << "\\n";
      break;
    case '\r':
      Out << "\\r";
      break;
    case '\t':
      Out << "\\t";
      break;
    case '\b':
      Out << "\\b";
      break;
    case '\f':
      Out << "\\f";
      break;
    default: {
      if (uint8_t(C) < 0x80) {
        writeUnit(Out, uint8_t(C));
        break;
      }
      uint32_t CodePoint = py::takeCodePoint(Text);
      if (CodePoint >= 0x10000) {
        CodePoint -= 0x10000;
        writeUnit(Out, 0xD800 | CodePoint >> 10);
        CodePoint = 0xDC00 | (CodePoint & 0x3FF);
      }
      writeUnit(Out, CodePoint);
      continue;
    }
    }
    Text = Text.drop_front();
  }
  Out << '"';
}

void fx::writeJSONInt(TextBuffer &Out, int64_t Value) {
  if (LLVM_LIKELY(Value >= 0 && Value <= UINT32_MAX))
    Out << uint32_t(Value);
  else
    Out << StringRef(std::to_string(Value));
}

void fx::writeJSONFloat(TextBuffer &Out, double Value) {
  if (std::isnan(Value))
    Out << "\"NaN\"";
  else if (std::isinf(Value))
    Out << StringRef(Value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  else
    py::writeFloatRepr(Out, Value);
}
