//===- Outlining.h - Submodules of parts ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Replaces parts of a graph by calls of new submodules; see the pass outline.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_OUTLINING_H
#define FX_TRANSFORMS_OUTLINING_H

#include "fx/Analysis/Partition.h"
#include "fx/IR/Module.h"
#include <functional>
#include <string>

namespace fx {

/// How parts become submodules.
struct OutlineOptions {
  /// The path of the submodule of each part, or `part_0` and so on; one that is
  /// taken, or that PyTorch could not read, gets `_1`, `_2`, ...
  std::function<std::string(size_t Part)> NameOf;
  /// Equal parts call one submodule, to which state is handed in.
  bool Dedupe = false;
  /// Called for each part that stays as it is, with the reason; may be empty.
  std::function<void(size_t Part, const std::string &Why)> Kept;
  /// Whether a part may be outlined; and what is called after it was, while its
  /// nodes are still there, without users. Both may be empty.
  std::function<bool(size_t Part)> Admits;
  std::function<void(size_t Part)> Outlined;
};

/// How many parts became calls.
struct OutlineResult {
  size_t Outlined = 0; ///< Parts that are calls now.
  size_t Shared = 0;   ///< How many of those call the module of another part.
};

/// Outlines the parts of the graph of \p M. \p P was made for the graph as it
/// is. O(nodes + uses + modules).
OutlineResult outlineParts(GraphModule &M, const Partition &P,
                           const OutlineOptions &Options);

} // namespace fx

#endif // FX_TRANSFORMS_OUTLINING_H
