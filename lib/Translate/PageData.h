//===- PageData.h - Columns and strings of the page -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PAGEDATA_H
#define FX_LIB_TRANSLATE_PAGEDATA_H

#include "GraphView.h"
#include "fx/Translate/Overlay.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace fx {

/// Each string once; the first is empty.
class StringTable {
public:
  StringTable() { add(""); }
  /// The number of \p Text, of which what is no UTF-8 is replaced.
  uint32_t add(llvm::StringRef Text);
  void write(llvm::json::OStream &J) const;

private:
  llvm::StringMap<uint32_t> Index;
  std::vector<llvm::StringRef> Order;
};

/// Arrays of numbers, one after the other in a block of bytes.
class Columns {
public:
  void add(llvm::StringRef Name, llvm::ArrayRef<uint8_t> Values);
  void add(llvm::StringRef Name, llvm::ArrayRef<uint16_t> Values);
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

/// What the picture, the tree and the search need.
void addSkeleton(const GraphView &View, Columns &C);
/// JSON with arguments and metadata of all nodes.
std::string detailsOf(const GraphView &View);

/// Text that a browser takes for bytes: base64 of \p Bytes as zlib packs them.
std::string packed(llvm::StringRef Bytes);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PAGEDATA_H
