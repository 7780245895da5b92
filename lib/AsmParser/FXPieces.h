//===- FXPieces.h - Texts of print(graph) in pieces -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a text with unquoted strings apart: at commas that stand outside of
// brackets, or, where brackets do not match, into the most likely pieces.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXPIECES_H
#define FX_LIB_ASMPARSER_FXPIECES_H

#include "FXWords.h"

namespace fx::asmparser {

inline bool isOpenBracket(char C) { return C == '(' || C == '[' || C == '{'; }
inline bool isCloseBracket(char C) { return C == ')' || C == ']' || C == '}'; }

/// Which brackets of a text belong together, by brackets alone.
class BracketMap {
public:
  void build(llvm::StringRef NewText);
  /// The place in \p Part, a piece of the text, of the bracket that closes the
  /// one it begins with; npos when there is none in it.
  size_t findClose(llvm::StringRef Part) const {
    uint32_t Close = Closes[Part.begin() - Text.begin()];
    size_t At = size_t(Close) - (Part.begin() - Text.begin());
    return Close != None && At < Part.size() ? At : llvm::StringRef::npos;
  }

private:
  static constexpr uint32_t None = ~0u;
  llvm::StringRef Text;
  std::vector<uint32_t> Closes;
};

class FXPieces {
public:
  FXPieces(FXOutput &Out, FXSchemas &Schemas, FXWords &Words)
      : Out(Out), Schemas(Schemas), Words(Words) {}

  using List = llvm::SmallVector<llvm::StringRef, 8>;

  /// Makes \p Text the one whose pieces the other functions get.
  void begin(llvm::StringRef Text) { Brackets.build(Text); }
  const BracketMap &brackets() const { return Brackets; }

  /// Appends what stands between the commas of \p Inner to \p Items.
  void split(llvm::StringRef Inner, bool Keywords, List &Items);
  /// Joins neighbors that are likely one string: words with blanks between them
  /// are prose, and so are the commas in it; and so is what the schema has no
  /// place for.
  void joinProse(List &Items);
  /// Says so when strings stand side by side that could be one with commas.
  void reportNeighbors(const List &Items, FXPlace At, bool InList);

  /// Whether \p Text is a string, unless the schema knows better: then a
  /// neighbor can be part of it.
  bool isBareString(llvm::StringRef Text);
  /// `<class 'int'>`, `tensor([0.])`, `Point(x=1)`: what an object prints that
  /// is not a value of a graph.
  bool isObject(llvm::StringRef Text) const;
  /// Whether a comma outside of brackets, or a bracket without a partner, makes
  /// \p Text odd.
  bool hasLooseParts(llvm::StringRef Text) const;
  /// The length of the keyword that \p Text begins with, `name: `; 0 for none.
  static size_t keywordLength(llvm::StringRef Text);

private:
  FXOutput &Out;
  FXSchemas &Schemas;
  FXWords &Words;
  BracketMap Brackets;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXPIECES_H
