//===- NativeLexer.cpp - Lines and words of native text -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeLexer.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool NativeLexer::atItem() const {
  static constexpr StringLiteral Words[] = {"fx",    "module",  "weights",
                                            "torch", "program", "graph"};
  return any_of(Words, [&](StringRef Word) { return peekWord(Word); });
}

void NativeLexer::skipLine() {
  const void *Newline =
      Cur == End ? nullptr : std::memchr(Cur, '\n', End - Cur);
  Cur = Newline ? static_cast<const char *>(Newline) + 1 : End;
}

bool NativeLexer::nextLine() {
  while (true) {
    skipBlanks();
    if (atEnd())
      return false;
    if (*Cur == '\n' || *Cur == '\r') {
      ++Cur;
      continue;
    }
    if (*Cur != '/' || End - Cur < 2 || Cur[1] != '/')
      return true;
    skipLine();
  }
}

bool NativeLexer::peekWord(StringRef Word) const {
  if (size_t(End - Cur) < Word.size() || StringRef(Cur, Word.size()) != Word)
    return false;
  const char *After = Cur + Word.size();
  return After == End || !isClass(*After, CC_Word);
}

bool NativeLexer::consumeWord(StringRef Word) {
  skipBlanks();
  if (!peekWord(Word))
    return false;
  Cur += Word.size();
  return true;
}

bool NativeLexer::consumeKeyword(StringRef Word) {
  if (!consumeWord(Word))
    return false;
  note(SyntaxMap::Keyword, Cur - Word.size());
  return true;
}

const char *NativeLexer::tokenEnd() const {
  if (atLineEnd())
    return Cur;
  const char *P = skipClass(*Cur == '%' ? Cur + 1 : Cur, End, CC_Word);
  return std::max(P, Cur + 1);
}

bool NativeLexer::expected(StringRef What) {
  skipBlanks();
  const char *Stop = tokenEnd();
  if (Stop == Cur)
    Report.error(diag::err_expected_at_line_end, Cur, What);
  else
    Report.error(diag::err_expected, Cur, What).range(makeRange(Cur, Stop));
  return false;
}

void NativeLexer::addToken(SyntaxMap::KindType Kind, const char *From) {
  Map->add(Kind, From, Cur);
}

bool NativeLexer::expectAfterBlanks(char C) {
  if (consume(C))
    return true;
  char Quoted[] = {'\'', C, '\''};
  return expected(StringRef(Quoted, 3));
}

bool NativeLexer::expectOddLineEnd() {
  skipBlanks();
  if (LLVM_UNLIKELY(!atLineEnd()))
    return expected("the end of the line");
  if (Cur != End && *Cur == '\r')
    ++Cur;
  if (Cur != End)
    ++Cur;
  return true;
}

bool NativeLexer::parseString(StringRef &Text) {
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
bool NativeLexer::parseEscapes(const char *TextBegin, StringRef &Text) {
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

bool NativeLexer::parseKey(Symbol &Key, SyntaxMap::KindType Kind) {
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
