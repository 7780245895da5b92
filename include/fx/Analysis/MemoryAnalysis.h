//===- MemoryAnalysis.h - Who shares and writes memory ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Groups the values of a graph by the memory they may share, and knows which
/// groups are written. It is coarse on purpose: one group for everything that
/// exists outside the graph (inputs, parameters, buffers, whatever something
/// unknown got hold of), since inputs may be aliases of each other; and one for
/// each value of its own memory with its views. Takes a byte per node where
/// nothing is written.
///
/// It knows the graph as it was. A pass that makes nodes asks all it wants to
/// know first, and edits then: new nodes have no facts, or those of a node that
/// is erased.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_MEMORYANALYSIS_H
#define FX_ANALYSIS_MEMORYANALYSIS_H

#include "fx/IR/EffectCache.h"
#include <vector>

namespace fx {

/// Which values of a graph may share memory, and who writes to it.
class MemoryAnalysis {
public:
  /// O(nodes + uses).
  explicit MemoryAnalysis(const Graph &G);

  /// \name Facts about one node, which existed when the analysis was made
  /// @{
  /// Computes the same for the same operands, and does nothing else.
  bool isPure(const Node &N) const { return Flags[N.id()] & Pure; }
  /// Besides its operands it reads parameters or buffers.
  bool readsState(const Node &N) const { return Flags[N.id()] & ReadsState; }
  /// It writes memory, or may change global state: see writes().
  bool isWriter(const Node &N) const { return Flags[N.id()] & Writer; }
  /// Its memory may be reachable from what the graph returns.
  bool escapes(const Node &N) const { return Flags[N.id()] & Escapes; }
  void setEscapes(const Node &N) { Flags[N.id()] |= Escapes; }
  /// Some node of the graph writes its memory.
  bool isEverWritten(const Node &N) const {
    return AnyWriter && Written[group(N.id())];
  }
  /// @}

  /// Whether any node is a writer.
  bool hasWriters() const { return AnyWriter; }
  /// Number of nodes for which isPure().
  size_t numPure() const { return NumPure; }

  /// What one writer does.
  struct WriteSet {
    /// Groups that it writes.
    llvm::SmallVector<uint32_t, 4> Groups;
    /// It may change what every later call does.
    bool Global = false;
  };
  WriteSet writes(const Node &N);
  /// The first node after \p From and before \p To that may write the memory of
  /// \p Value, or change what every later call does, as a switch of autocast
  /// does; null where there is none, so that a call which reads \p Value gives
  /// the same at both places. O(nodes between).
  const Node *writerBetween(const Node &Value, const Node &From,
                            const Node &To);
  /// The group of the memory of \p N. Meaningful if there are writers.
  uint32_t group(const Node &N) const { return group(N.id()); }
  /// The group of everything outside the graph.
  uint32_t externalGroup() const { return group(External); }

private:
  enum Flag : uint8_t {
    Pure = 1,
    ReadsState = 2,
    Writer = 4,
    Escapes = 8,
    Shares = 16, ///< The result may share memory with operands or state.
  };
  // Node ids begin at 1.
  static constexpr uint32_t External = 0;

  void classify(const Node &N);
  void markEscaping(const Graph &G);
  void makeGroups(const Graph &G);
  void join(uint32_t A, uint32_t B);
  uint32_t group(uint32_t Id) const;

  EffectCache Effects;
  std::vector<uint8_t> Flags;
  size_t NumPure = 0;
  bool AnyWriter = false;
  /// The parents of a union-find, by node id; empty without writers.
  mutable std::vector<uint32_t> Parent;
  std::vector<uint8_t> Written;
};

} // namespace fx

#endif // FX_ANALYSIS_MEMORYANALYSIS_H
