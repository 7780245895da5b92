//===- PageData.h - Columns and strings of the page -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PAGEDATA_H
#define FX_LIB_TRANSLATE_PAGEDATA_H

#include "Picture/GraphView.h"
#include "fx/Translate/Overlay.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <memory>

namespace fx {

class Columns;

/// Each string once; the first is empty.
class StringTable {
public:
  StringTable() { add(""); }
  /// The number of \p Text, of which what is not UTF-8 is replaced.
  uint32_t add(llvm::StringRef Text);
  void write(Columns &C) const;

private:
  llvm::StringMap<uint32_t> Index;
  std::vector<llvm::StringRef> Order;
};

/// Arrays of numbers, one after the other in a block of bytes.
class Columns {
public:
  void add(llvm::StringRef Name, llvm::ArrayRef<uint8_t> Values);
  void add(llvm::StringRef Name, llvm::ArrayRef<uint16_t> Values);
  /// As differences, since most columns count upwards: each to the one before,
  /// its sign in the lowest bit, in groups of seven bits, the lowest first.
  void add(llvm::StringRef Name, llvm::ArrayRef<uint32_t> Values);
  void add(llvm::StringRef Name, llvm::ArrayRef<double> Values);

  llvm::StringRef bytes() const { return Bytes; }
  /// A member for each: type, offset and number of values.
  void write(llvm::json::OStream &J) const;

private:
  struct Column {
    std::string Name;
    llvm::StringRef Type;
    size_t Offset, Count;
  };
  void add(llvm::StringRef Name, llvm::StringRef Type, const void *Data,
           size_t Count, size_t Size);

  std::string Bytes;
  std::vector<Column> All;
};

/// Rows about nodes, for the picture, the tree and the search.
class NodeColumns {
public:
  /// The table outlives this.
  explicit NodeColumns(StringTable &Strings);
  ~NodeColumns();
  /// \name Each row has both
  /// @{
  void addFacts(const Node &N);
  /// What the box says.
  void addBox(const ViewNode &V);
  /// @}
  void write(Columns &C) const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Rows of arguments and metadata of nodes.
class NodeDetails {
public:
  NodeDetails();
  ~NodeDetails();
  /// The context of \p N outlives this.
  void add(const Node &N);
  void write(Columns &C);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Edges, blocks and layers; \p Strings, which is complete then.
void addPicture(const GraphView &View, StringTable &Strings, Columns &C);
/// All that the picture, the tree and the search need.
void addSkeleton(const GraphView &View, Columns &C);

/// Text that a browser takes for bytes: base64 of \p Bytes as zlib packs them.
std::string packed(llvm::StringRef Bytes);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PAGEDATA_H
