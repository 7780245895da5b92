//===- FXLines.h - Lines of print(graph) ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings of print(graph) have no quotes and may hold line breaks, so that
// where a node ends is found from what its neighbors look like.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXLINES_H
#define FX_LIB_ASMPARSER_FXLINES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstring>

namespace fx::asmparser {

/// Follows brackets outside of quotes through a text.
class BracketBalance {
public:
  void feed(llvm::StringRef Text);
  bool isClosed() const { return Depth <= 0; }

private:
  int64_t Depth = 0;
  char Quote = 0;
  bool Escaped = false;
};

/// The place in a text that a reader is at. Its parts share one, so that it
/// stays where it is while they hand over to one another.
struct FXCursor {
  const char *Cur, *const End;

  bool atEnd() const { return Cur == End; }
  /// Steps over \p Text.
  template <size_t N> bool consume(const char (&Text)[N]) {
    if (size_t(End - Cur) < N - 1 || std::memcmp(Cur, Text, N - 1) != 0)
      return false;
    Cur += N - 1;
    return true;
  }
};

class FXLines {
public:
  explicit FXLines(llvm::StringRef Text)
      : Begin(Text.begin()), End(Text.end()) {}

  const char *begin() const { return Begin; }
  const char *end() const { return End; }

  /// What the line at some place is.
  enum class Kind { Node, Return, Header, Comment, Blank, Text, End };
  Kind classify(const char *P) const;
  const char *skipBlanks(const char *P) const {
    while (P != End && (*P == ' ' || *P == '\t'))
      ++P;
    return P;
  }
  /// The end of the line that \p P is in, without the characters that end it.
  const char *lineEnd(const char *P) const;
  const char *nextLineBegin(const char *P) const;
  /// From the line at \p Header on, lines end as that one does.
  void followHeader(const char *Header);

  /// The end of the text that belongs to the call, or the other node, whose
  /// line \p P is in; null when it stops in the middle.
  const char *findNodeEnd(const char *P, bool Call) const;
  /// The end of the value at \p P, which is returned and is not one name.
  const char *findReturnEnd(const char *P) const;
  /// Whether what follows a complete node is a new line, and steps to it.
  bool consumeLineEnd(const char *&P) const;

private:
  bool isNodeLine(const char *P) const;
  bool isHeaderLine(const char *P) const;

  const char *Begin, *End;
  /// The lines end in `\r\n`.
  bool CarriageReturns = false;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXLINES_H
