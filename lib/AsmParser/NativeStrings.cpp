//===- NativeStrings.cpp - Strings and keys in native text ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool NativeParser::parseString(StringRef &Text) {
  const char *TextBegin = ++Cur;
  while (true) {
    Cur = skipClass(Cur, End, CC_Plain);
    if (LLVM_UNLIKELY(atEnd() || *Cur == '\n')) {
      Report.error(diag::err_unterminated_string, TextBegin - 1);
      return false;
    }
    if (*Cur == '"') {
      Text = StringRef(TextBegin, Cur++ - TextBegin);
      return true;
    }
    if (*Cur == '\\')
      return parseEscapes(TextBegin, Text);
    ++Cur; // Anything else stands for itself.
  }
}

/// The rest of a string, from its first escape on.
bool NativeParser::parseEscapes(const char *TextBegin, StringRef &Text) {
  Scratch.assign(TextBegin, Cur);
  while (true) {
    if (atEnd() || *Cur == '\n') {
      Report.error(diag::err_unterminated_string, TextBegin - 1);
      return false;
    }
    char C = *Cur++;
    if (C == '"') {
      Text = Scratch;
      return true;
    }
    if (C != '\\') {
      Scratch += C;
      continue;
    }
    char Escape = atEnd() ? '\n' : *Cur++;
    unsigned High, Low;
    switch (Escape) {
    case '\\':
    case '"':
      Scratch += Escape;
      continue;
    case 'n':
      Scratch += '\n';
      continue;
    case 't':
      Scratch += '\t';
      continue;
    case 'r':
      Scratch += '\r';
      continue;
    case 'x':
      if (End - Cur >= 2 && (High = hexDigitValue(Cur[0])) < 16 &&
          (Low = hexDigitValue(Cur[1])) < 16) {
        Scratch += char(High << 4 | Low);
        Cur += 2;
        continue;
      }
      [[fallthrough]];
    default:
      const char *At = Cur - (Escape == '\n' && atEnd() ? 1 : 2);
      Report.error(diag::err_bad_escape, At);
      return false;
    }
  }
}

bool NativeParser::parseKey(Symbol &Key, SyntaxMap::KindType Kind) {
  skipBlanks();
  const char *AllBegin = Cur;
  StringRef Text;
  if (!atEnd() && *Cur == '"') {
    if (!parseString(Text))
      return false;
  } else {
    const char *KeyBegin = Cur;
    Cur = skipClass(Cur, End, CC_Name);
    Text = StringRef(KeyBegin, Cur - KeyBegin);
    if (Text.empty() || isClass(*KeyBegin, CC_Digit)) {
      Cur = KeyBegin;
      return expected("a name or a string");
    }
  }
  note(Kind, AllBegin);
  Key = Symbols.intern(Text);
  return true;
}
