//===- TreeSpec.h - How inputs and outputs nest -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads and writes the JSON of torch.utils._pytree that says how the inputs
/// and outputs of a program nest.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ASMPARSER_TREESPEC_H
#define FX_ASMPARSER_TREESPEC_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// Containers and leaves, as `in_spec` and `out_spec` of a program describe
/// them in JSON (torch.utils._pytree: TreeSpec). Contexts are kept as they are
/// spelled.
struct TreeSpec {
  /// The registered name of the container, `builtins.tuple`; empty for a leaf.
  std::string Type;
  /// JSON text.
  std::string Context = "null";
  std::vector<TreeSpec> Children;

  /// The deepest nesting of containers.
  static constexpr unsigned MaxDepth = 200;

  static llvm::Expected<TreeSpec> parse(llvm::StringRef Text);
  /// The text that PyTorch writes.
  std::string str() const;

  bool isLeaf() const { return Type.empty(); }
  /// A tuple or a list.
  bool isSequence() const {
    return Type == "builtins.tuple" || Type == "builtins.list";
  }
  bool isDict() const {
    return Type == "builtins.dict" || Type == "collections.OrderedDict";
  }
  bool isNamedTuple() const { return Type == "collections.namedtuple"; }
  /// What a child is found by: a string, or the number if there is one.
  struct Key {
    std::string Text;
    std::optional<int64_t> Number;
  };
  /// The keys of a dict, or the fields of a class where the context names them
  /// (`["loss", "logits"]`, or that as the first of several lists). None where
  /// it does not say so, or not one for each child.
  std::optional<std::vector<Key>> keys() const;
  /// The context if it is a string, else its text.
  std::string contextText() const;
  unsigned numLeaves() const;
  /// Places of children on the way to leaf \p I, in the order of flattening.
  llvm::SmallVector<unsigned, 4> pathTo(unsigned I) const;
  /// Adds a leaf at the end of a tuple or list; false for anything else.
  bool addLeaf();
  /// Takes leaf \p I out of the tuple, list or dict that holds it; false,
  /// changing nothing, if something else does.
  bool removeLeaf(unsigned I);
};

} // namespace fx

#endif // FX_ASMPARSER_TREESPEC_H
