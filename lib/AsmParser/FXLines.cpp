//===- FXLines.cpp - Lines of print(graph) --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXLines.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

void BracketBalance::feed(StringRef Text) {
  for (char C : Text) {
    if (Escaped)
      Escaped = false;
    else if (Quote) {
      Escaped = C == '\\';
      if (C == Quote)
        Quote = 0;
    } else if (C == '\'' || C == '"')
      Quote = C;
    else if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}')
      --Depth;
  }
}

const char *FXLines::lineEnd(const char *P) const {
  const void *Newline = P == End ? nullptr : std::memchr(P, '\n', End - P);
  if (!Newline)
    return End;
  const char *Stop = static_cast<const char *>(Newline);
  return CarriageReturns && Stop != P && Stop[-1] == '\r' ? Stop - 1 : Stop;
}

const char *FXLines::nextLineBegin(const char *P) const {
  const void *Newline = P == End ? nullptr : std::memchr(P, '\n', End - P);
  return Newline ? static_cast<const char *>(Newline) + 1 : End;
}

void FXLines::followHeader(const char *Header) {
  const char *HeaderEnd = nextLineBegin(Header);
  CarriageReturns =
      HeaderEnd - Header >= 2 && HeaderEnd[-1] == '\n' && HeaderEnd[-2] == '\r';
}

/// `graph():`, and for the oldest versions `graph(x, y):`.
bool FXLines::isHeaderLine(const char *P) const {
  StringRef Line(P, lineEnd(P) - P);
  return Line.starts_with("graph(") && Line.rtrim(" \t\r").ends_with("):");
}

/// `%name : ... [num_users=1] = ...`
bool FXLines::isNodeLine(const char *P) const {
  const char *Stop = lineEnd(P);
  const char *Name = P + 1;
  P = skipClass(Name, Stop, CC_Name);
  StringRef Rest(P, Stop - P);
  if (P == Name || !Rest.starts_with(" : "))
    return false;
  for (StringRef Word : {"users=", "uses="}) {
    size_t At = 0;
    while ((At = Rest.find(Word, At)) != StringRef::npos) {
      At += Word.size();
      StringRef After = Rest.drop_front(At).ltrim("0123456789");
      if (After.starts_with("] = "))
        return true;
    }
  }
  return false;
}

FXLines::Kind FXLines::classify(const char *P) const {
  P = skipBlanks(P);
  if (P == End)
    return Kind::End;
  switch (*P) {
  case '\n':
    return Kind::Blank;
  case '\r':
    return P + 1 == End || P[1] == '\n' ? Kind::Blank : Kind::Text;
  case '%':
    return isNodeLine(P) ? Kind::Node : Kind::Text;
  case '/':
    return End - P >= 2 && P[1] == '/' ? Kind::Comment : Kind::Text;
  case 'g':
    return isHeaderLine(P) ? Kind::Header : Kind::Text;
  case 'r': {
    StringRef Line(P, lineEnd(P) - P);
    return Line.starts_with("return ") || Line == "return" ? Kind::Return
                                                           : Kind::Text;
  }
  default:
    return Kind::Text;
  }
}

const char *FXLines::findNodeEnd(const char *P, bool Call) const {
  // Where the text could end although a line follows that is not part of the
  // graph.
  const char *Fallback = nullptr;
  while (true) {
    const char *Stop = lineEnd(P);
    bool Complete = Call ? Stop - P >= 2 && Stop[-1] == ')' && Stop[-2] == '}'
                         : Stop != P && (Stop[-1] == ']' || Stop[-1] == ')');
    P = nextLineBegin(P);
    Kind Next = classify(P);
    if (Complete) {
      if (Next != Kind::Text)
        return Stop;
      if (!Fallback)
        Fallback = Stop;
    }
    // A string may hold a line that says `return x`, or `//`; one that holds
    // the line of a node is less likely than a mistake.
    if (Next == Kind::Node || Next == Kind::Header || Next == Kind::End)
      return Fallback;
  }
}

const char *FXLines::findReturnEnd(const char *P) const {
  const char *FirstStop = lineEnd(P);
  // A container goes on until it is closed: the print of a tensor has several
  // lines. A string may have any, but does not end the text with empty ones.
  bool Container = P != FirstStop && (*P == '(' || *P == '[' || *P == '{');
  BracketBalance Brackets;
  Brackets.feed({P, size_t(FirstStop - P)});
  const char *Stop = FirstStop;
  const char *BlankUntil = P;
  while (!Container || !Brackets.isClosed()) {
    P = nextLineBegin(P);
    Kind Next = classify(P);
    if (Next == Kind::Node || Next == Kind::Header || Next == Kind::Return ||
        Next == Kind::End)
      return Container ? FirstStop : Stop;
    if (!Container && Next == Kind::Comment)
      return Stop;
    if (!Container && Next == Kind::Blank && P >= BlankUntil) {
      BlankUntil = P;
      while (classify(BlankUntil) == Kind::Blank)
        BlankUntil = nextLineBegin(BlankUntil);
      if (classify(BlankUntil) != Kind::Text)
        return Stop;
    }
    Stop = lineEnd(P);
    if (Container)
      Brackets.feed({P, size_t(Stop - P)});
  }
  return Stop;
}

bool FXLines::consumeLineEnd(const char *&P) const {
  if (LLVM_UNLIKELY(P == End))
    return true;
  if (LLVM_UNLIKELY(*P == '\r') && P + 1 != End && P[1] == '\n')
    ++P;
  if (*P != '\n')
    return false;
  // The usual next line costs nothing; any other one may be part of a string.
  const char *Next = skipBlanks(P + 1);
  if (LLVM_LIKELY(Next != End && *Next == '%') ||
      classify(P + 1) != Kind::Text) {
    ++P;
    return true;
  }
  return false;
}
