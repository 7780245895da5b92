//===- NativeLexer.h - Lines and words of native text -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place in the text, and what steps over lines, words, strings and keys.
// There is no token in between; functions that read something return false
// after they have reported what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVELEXER_H
#define FX_LIB_ASMPARSER_NATIVELEXER_H

#include "Reporter.h"
#include "fx/AsmParser/SyntaxMap.h"
#include "fx/IR/SymbolCache.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/SmallString.h"

namespace fx::asmparser {

class NativeLexer {
public:
  /// \p Map is filled, or null.
  NativeLexer(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags,
              SyntaxMap *Map)
      : Map(Map), Symbols(Ctx), Report(Diags), Cur(Text.begin()),
        End(Text.end()) {}

  bool atEnd() const { return Cur == End; }
  bool atLineEnd() const {
    return Cur == End || *Cur == '\n' || (*Cur == '\r' && isCarriageReturn());
  }
  bool isCarriageReturn() const { return Cur + 1 == End || Cur[1] == '\n'; }
  void skipBlanks() {
    while (Cur != End && (*Cur == ' ' || *Cur == '\t'))
      ++Cur;
  }
  /// To the beginning of the next line.
  void skipLine();
  /// To the next line that is neither empty nor a comment, after its
  /// indentation. False at the end of the text.
  bool nextLine();
  /// Steps over \p C, and blanks before it.
  bool consume(char C) {
    skipBlanks();
    if (Cur == End || *Cur != C)
      return false;
    ++Cur;
    return true;
  }
  /// Steps over \p Text where it stands, without looking for blanks.
  template <size_t N> bool consumeText(const char (&Text)[N]) {
    if (size_t(End - Cur) < N - 1 || std::memcmp(Cur, Text, N - 1) != 0)
      return false;
    Cur += N - 1;
    return true;
  }
  /// Steps over a word of exactly this text, and blanks before it.
  bool consumeWord(llvm::StringRef Word);
  /// Whether a word of exactly this text comes next.
  bool peekWord(llvm::StringRef Word) const;
  /// The same of a word that begins or ends something; the map has it.
  bool consumeKeyword(llvm::StringRef Word);
  void note(SyntaxMap::KindType Kind, const char *From) {
    if (LLVM_UNLIKELY(Map != nullptr))
      addToken(Kind, From);
  }
  bool expect(char C) {
    if (LLVM_UNLIKELY(Cur == End || *Cur != C))
      return expectAfterBlanks(C);
    ++Cur;
    return true;
  }
  bool expectLineEnd() {
    if (LLVM_UNLIKELY(Cur == End || *Cur != '\n'))
      return expectOddLineEnd();
    ++Cur;
    return true;
  }
  bool expected(llvm::StringRef What);
  bool isNext(char C) {
    skipBlanks();
    return Cur != End && *Cur == C;
  }
  /// Whether something begins here that can stand outside of modules and
  /// graphs.
  bool atItem() const;

  /// Reads a string in quotes; the result lives until the next one is read.
  bool parseString(llvm::StringRef &Text);
  /// A key of kwargs, metadata or a constructor: a name or a string.
  bool parseKey(Symbol &Key, SyntaxMap::KindType Kind = SyntaxMap::Key);

  SyntaxMap *const Map;
  SymbolCache Symbols;
  Reporter Report;
  const char *Cur, *const End;

private:
  /// The end of what is at Cur, for messages.
  const char *tokenEnd() const;
  LLVM_ATTRIBUTE_NOINLINE void addToken(SyntaxMap::KindType Kind,
                                        const char *From);
  bool expectAfterBlanks(char C);
  bool expectOddLineEnd();
  bool parseEscapes(const char *Begin, llvm::StringRef &Text);

  llvm::SmallString<128> Scratch;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVELEXER_H
