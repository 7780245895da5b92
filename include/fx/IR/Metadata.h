//===- Metadata.h - Interned metadata of nodes ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The metadata of a node (torch.fx: Node.meta) is an immutable dictionary from
/// keys to Arguments without nodes, interned in the Context: nodes with equal
/// metadata share one, copying metadata copies a number, and changing a key
/// makes (or finds) another dictionary. Dictionaries live as long as the
/// Context.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_METADATA_H
#define FX_IR_METADATA_H

#include "fx/IR/Argument.h"

namespace fx {

/// The metadata of a node: an immutable dictionary, which nodes share.
class MetaDict {
public:
  MetaDict(uint32_t Id, llvm::ArrayRef<KwArg> Entries)
      : Id(Id), Entries(Entries.begin(), Entries.end()) {}

  /// Dense number within the Context; 0 is the empty dictionary.
  uint32_t id() const { return Id; }
  /// Entries in insertion order.
  llvm::ArrayRef<KwArg> entries() const { return Entries; }
  bool empty() const { return Entries.empty(); }
  /// The value under \p Key, or null. O(entries).
  const Argument *lookup(Symbol Key) const;
  const Argument *lookup(llvm::StringRef Key) const;

private:
  uint32_t Id;
  std::vector<KwArg> Entries;
};

} // namespace fx

#endif // FX_IR_METADATA_H
