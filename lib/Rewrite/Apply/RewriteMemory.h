//===- RewriteMemory.h - Memory while a graph is rewritten ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MemoryAnalysis knows the graph as it was; this keeps what follows from nodes
// that were made since. Costs nothing where nothing is written.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_REWRITEMEMORY_H
#define FX_LIB_REWRITE_REWRITEMEMORY_H

#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/IR/SideTables.h"

namespace fx::rewrite {

class RewriteMemory {
public:
  /// O(nodes).
  RewriteMemory(Graph &G, EffectCache &Effects);

  /// A node between \p From and \p To that writes the memory of \p Value, or
  /// that changes what later calls do; null when there is none.
  /// \p Ignored do not count.
  const Node *writerBetween(const Node &Value, const Node &From, const Node &To,
                            llvm::ArrayRef<Node *> Ignored = {});
  /// A node between \p From and \p To that turns gradients on or off, which
  /// for inputs may be the call of the graph; null when there is none.
  const Node *gradientSwitchBetween(const Node &From, const Node &To);
  /// The same for inference mode, whose tensors autograd does not save.
  const Node *inferenceSwitchBetween(const Node &From, const Node &To);
  bool hasWriters() const { return !Writers.empty(); }
  /// The last writer of the memory of \p Value if it is after \p Place.
  const Node *writerAfter(const Node &Value, const Node &Place);
  /// Whether \p Value is memory of its own, no part of what another value has.
  bool isBase(const Node &Value) { return aliasedOperands(Value).empty(); }
  /// Something changes sizes or strides of \p Value, or of what shares its
  /// memory, in place; or may do so in another graph, where the value is known.
  bool isReshapedInPlace(const Node &Value);
  /// Whether a call further on takes elements of the storage of \p Value
  /// wherever its view of it begins, as as_strided does.
  bool isReadByPlace(const Node &Value);
  /// Callers may get hold of the memory of \p Value, or have it already.
  bool leavesGraph(const Node &Value);

  /// What enters \p Inside, a set of nodes, and may share memory with \p Root:
  /// operands of its nodes that are not members; \p Root alone where it is
  /// none.
  llvm::SmallVector<const Node *, 4>
  aliases(const Node &Root, llvm::ArrayRef<const Node *> Inside);
  /// \p Root and all that it may share memory with through members of
  /// \p Inside. Results of one call are different memory unless the call says
  /// that they are views.
  llvm::SmallVector<const Node *, 4>
  sharers(const Node &Root, llvm::ArrayRef<const Node *> Inside);
  /// How many of the calls between these and \p Root copy for some strides of
  /// what they are given, as reshape does; none where one copies or not for
  /// another reason.
  std::optional<unsigned> numMayCopy(const Node &Root,
                                     llvm::ArrayRef<const Node *> Inside);
  /// Whether somebody besides users of \p Inside gets hold of the memory of
  /// \p Value: callers, who gave it, or other users.
  bool isSeenBeside(const Node &Value, llvm::ArrayRef<const Node *> Inside);

  /// The engine made \p N.
  void created(const Node &N);
  /// Users of \p Old use \p New from now on.
  void replaced(const Node &Old, const Node &New);
  bool isNew(const Node &N) const { return News.contains(&N); }

private:
  struct Writer {
    const Node *N;
    llvm::SmallVector<uint32_t, 2> Groups;
    bool Global;
    bool Reshapes;
  };
  uint32_t group(const Node &N);
  uint32_t find(uint32_t Group);
  void join(uint32_t A, uint32_t B);
  bool escapes(const Node &N) const {
    return Escaping.contains(&N) || (!isNew(N) && Memory.escapes(N));
  }
  /// Callers may have the memory of \p Base, or nothing is known of it.
  bool comesFromOutside(const Node &Base);
  /// Calls \p Visit for \p N and all that it may share memory with because it
  /// was made from it, until that returns true; gives up, as with true, after
  /// many.
  bool anyBase(const Node &N, llvm::function_ref<bool(const Node &)> Visit);

  /// Calls \p Visit for \p Root and what it may share memory with, through
  /// members of \p Inside.
  void walkAliases(const Node &Root, llvm::ArrayRef<const Node *> Inside,
                   llvm::function_ref<void(const Node &)> Visit);

  const Node *switchBetween(llvm::StringRef Word, const Node &From,
                            const Node &To);

  /// The operands that the result of \p N may share memory with.
  llvm::SmallVector<Node *, 4> aliasedOperands(const Node &N);

  EffectCache &Effects;
  MemoryAnalysis Memory;
  std::vector<Writer> Writers; ///< In the order of the graph.
  llvm::DenseMap<uint32_t, const Node *> LastWriter;
  llvm::DenseMap<uint32_t, uint32_t> Parent;
  NodeMap<uint32_t> News; ///< The groups of new nodes.
  NodeSet Escaping;
  /// Whether isReadByPlace may be true for any value.
  std::optional<bool> HasPlaceReaders;
  /// The call of the graph, if it turns gradients on or off.
  std::optional<const Node *> Region;
  std::optional<bool> ReshapedOutside;
  uint32_t NextGroup;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_REWRITEMEMORY_H
