//===- NativeParser.cpp - Lines and characters of native text -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

NativeParser::NativeParser(Context &Ctx, StringRef Text,
                           DiagnosticEngine &Diags, SyntaxMap *Map)
    : Ctx(Ctx), Map(Map), Symbols(Ctx), Report(Diags), Begin(Text.begin()),
      Cur(Begin), End(Text.end()),
      Builder(Symbols, Report, Begin, /*HasQuotes=*/true, Map), B(&Args),
      OutputTarget(Ctx.intern("output")) {
  if (Map)
    Map->begin(Text);
}

bool NativeParser::parse(std::vector<std::unique_ptr<GraphModule>> &Out) {
  Modules = &Out;
  if (!parseHeader())
    return false;
  bool Lost = false;
  while (nextLine() && !Report.hopeless()) {
    // What follows a mistake and is not a beginning of anything belongs to it.
    bool IsItem = atItem();
    if (!IsItem && !Lost)
      expected("'module', 'weights', 'program', 'torch' or 'graph():'");
    Lost = !IsItem || !parseItem();
    if (Lost)
      skipLine();
  }
  if (Pending && !Lost)
    Report.error(diag::err_module_without_graph, End);
  if (Pending && Map)
    Map->forgetModule(uint32_t(Out.size()));
  return Report.numErrors() == 0;
}

/// Whether something begins here that can stand outside of modules and graphs.
bool NativeParser::atItem() const {
  static constexpr StringLiteral Words[] = {"fx",    "module",  "weights",
                                            "torch", "program", "graph"};
  return any_of(Words, [&](StringRef Word) { return peekWord(Word); });
}

void NativeParser::skipLine() {
  const void *Newline =
      Cur == End ? nullptr : std::memchr(Cur, '\n', End - Cur);
  Cur = Newline ? static_cast<const char *>(Newline) + 1 : End;
}

bool NativeParser::nextLine() {
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

bool NativeParser::peekWord(StringRef Word) const {
  if (size_t(End - Cur) < Word.size() || StringRef(Cur, Word.size()) != Word)
    return false;
  const char *After = Cur + Word.size();
  return After == End || !isClass(*After, CC_Word);
}

bool NativeParser::consumeWord(StringRef Word) {
  skipBlanks();
  if (!peekWord(Word))
    return false;
  Cur += Word.size();
  return true;
}

bool NativeParser::consumeKeyword(StringRef Word) {
  if (!consumeWord(Word))
    return false;
  note(SyntaxMap::Keyword, Cur - Word.size());
  return true;
}

const char *NativeParser::tokenEnd() const {
  if (atLineEnd())
    return Cur;
  const char *P = skipClass(*Cur == '%' ? Cur + 1 : Cur, End, CC_Word);
  return std::max(P, Cur + 1);
}

bool NativeParser::expected(StringRef What) {
  skipBlanks();
  const char *Stop = tokenEnd();
  if (Stop == Cur)
    Report.error(diag::err_expected_at_line_end, Cur, What);
  else
    Report.error(diag::err_expected, Cur, What).range(makeRange(Cur, Stop));
  return false;
}

bool NativeParser::expect(char C) {
  if (LLVM_LIKELY(Cur != End && *Cur == C)) {
    ++Cur;
    return true;
  }
  if (consume(C))
    return true;
  char Quoted[] = {'\'', C, '\''};
  return expected(StringRef(Quoted, 3));
}

bool NativeParser::expectLineEnd() {
  skipBlanks();
  if (LLVM_UNLIKELY(!atLineEnd()))
    return expected("the end of the line");
  if (Cur != End && *Cur == '\r')
    ++Cur;
  if (Cur != End)
    ++Cur;
  return true;
}
