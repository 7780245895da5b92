//===- PythonTree.h - How values nest, for code -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONTREE_H
#define FX_LIB_TRANSLATE_PYTHONTREE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// A tree of containers (torch.utils._pytree: TreeSpec), as archives have it.
struct PythonTree {
  /// `builtins.tuple`; empty for a leaf.
  std::string Type;
  /// What the container is besides its children: JSON, as text that stood in a
  /// string or as a value.
  std::string Context;
  std::vector<PythonTree> Children;
  /// The text of this tree.
  llvm::StringRef Text;

  bool isLeaf() const { return Type.empty(); }
  bool isSequence() const {
    return Type == "builtins.tuple" || Type == "builtins.list";
  }
  bool isDict() const {
    return Type == "builtins.dict" || Type == "collections.OrderedDict";
  }
  bool isNamedTuple() const { return Type == "collections.namedtuple"; }
  size_t numLeaves() const;
  /// The keys of a dictionary as Python writes them; std::nullopt where one is
  /// neither a string nor a number, or where they are not as many as children.
  std::optional<std::vector<std::string>> keys() const;
  /// The same, but strings without quotes; std::nullopt if others occur.
  std::optional<std::vector<std::string>> names() const;

  /// Reads `[1, {...}]`, which outlives the tree; std::nullopt for anything
  /// else.
  static std::optional<PythonTree> parse(llvm::StringRef Text);
};

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONTREE_H
