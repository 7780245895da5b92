//===- PartMemory.h - What a part of a program shares memory with -*- C++ -*-=//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exported program calls a graph by an operator, for which PyTorch demands
// that the results are memory of their own and that nothing outside is written.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_PARTMEMORY_H
#define FX_LIB_TRANSFORMS_PARTMEMORY_H

#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <string>

namespace fx {

class PartMemory {
public:
  /// \p PartOf says in which part a node is. O(nodes + uses).
  PartMemory(GraphModule &M, llvm::function_ref<uint32_t(const Node &)> PartOf);

  /// Whether \p N only is another view of an operand.
  bool isView(const Node &N);
  /// Why the call \p N, of the part \p Part, cannot be in a graph that is
  /// called; empty: it can.
  std::string whyNotInside(const Node &N, uint32_t Part);
  /// Likewise why the value of \p N, which is of no part that is called, cannot
  /// be handed in.
  std::string whyNotInput(const Node &N);
  /// Likewise why the value of \p N, which is not a view, cannot be a result.
  std::string whyNotResult(const Node &N);
  /// Whether a node of the part \p Part writes to the memory of \p N.
  bool isWrittenInside(const Node &N, uint32_t Part);
  /// A number that values have in common whose memory may be the same; none
  /// where that does not matter.
  std::optional<uint32_t> groupOf(const Node &N) const;

private:
  void findVmap();
  bool isMarked(const Node &N);

  GraphModule &M;
  MemoryAnalysis Memory;
  EffectCache Effects;
  /// The part that has all of a group of memory with writers, indexed by group.
  std::vector<uint32_t> Owner;
  /// Groups with the parts that write to them.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> Writers;
  /// Calls that are made while torch.vmap runs.
  llvm::DenseSet<const Node *> InVmap;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_PARTMEMORY_H
