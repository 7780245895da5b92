//===- LineTable.h - Offsets, and lines and columns -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_LINETABLE_H
#define FX_LIB_TOOLS_LSP_LINETABLE_H

#include "llvm/Support/JSON.h"
#include <vector>

namespace fx::lsp {

/// A place in a text, from zero; columns count units of UTF-16, as the protocol
/// does.
struct Position {
  unsigned Line = 0, Column = 0;
};

/// How long \p Text is as the protocol counts.
unsigned unitsOf(llvm::StringRef Text);

/// Positions of one text, which outlives this.
class LineTable {
public:
  explicit LineTable(llvm::StringRef Text);

  unsigned numLines() const { return unsigned(Begins.size()); }
  /// A line of the whole text, without what ends it.
  llvm::StringRef line(unsigned Number) const;
  unsigned lineOf(size_t Offset) const;
  size_t lineBegin(unsigned Number) const { return Begins[Number]; }
  Position position(size_t Offset) const;
  /// What is behind the text or a line is taken for its end.
  size_t offset(Position P) const;

  /// \name In messages
  /// @{
  llvm::json::Value toJSON(size_t Offset) const;
  llvm::json::Value toJSON(size_t Begin, size_t End) const;
  /// @}

private:
  /// A character of a long line, and its column.
  struct Mark {
    uint32_t Offset, Column;
  };
  void markLine(unsigned Number);

  llvm::StringRef Text;
  std::vector<uint32_t> Begins;
  /// Every so many bytes, in order: a file may be one line with thousands of
  /// names, and columns are not counted from its beginning for each.
  std::vector<Mark> Marks;
};

/// A position of a message; none where it is malformed.
std::optional<Position> positionOf(const llvm::json::Value *Value);

/// The path of `file:///a%20b`; empty for other schemes.
std::string pathOf(llvm::StringRef Uri);
std::string uriOf(llvm::StringRef Path);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_LINETABLE_H
