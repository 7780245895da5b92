//===- Partition.h - Parts of graphs that run as one call -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Divides nodes that have tags into parts, each of which could be one call:
/// no part needs its own results through nodes outside. A tag is one part
/// where that is possible. Otherwise its nodes have levels:
/// \code{.txt}
///   level(n) = max over all o before n of level(o) + (tag(o) != tag(n))
/// \endcode
/// where the o are operands and nodes that effects keep in front of n. An edge
/// between two parts (tag, level) leads to a higher level, so that parts cannot
/// need each other, whatever the tags. Nothing is searched or merged, and
/// nothing recurses on the depth of the graph.
///
/// Nodes with effects keep their order: writes and reads of the same memory,
/// calls that draw random numbers, checks and writes that callers see, and
/// everything around a call whose effects are not known.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_PARTITION_H
#define FX_ANALYSIS_PARTITION_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace fx {

/// How parts are made.
struct PartitionOptions {
  /// Make one part of each piece of a part that no edge connects with others.
  bool SplitIndependent = false;
  /// Smallest number of nodes of a part; smaller parts are dropped.
  size_t MinNodes = 1;
};

/// The parts of one graph, for tags that its nodes have.
class Partition {
public:
  /// No tag, or no part.
  static constexpr uint32_t None = ~0u;

  struct Part {
    uint32_t Tag = None;
    /// In the order of the graph; at least one.
    std::vector<Node *> Nodes;
  };

  /// Makes parts of the nodes of \p G that \p TagOf gives a number below \p
  /// NumTags. Only calls can be in parts: others are not asked for.
  /// O(nodes + uses).
  Partition(const Graph &G, uint32_t NumTags,
            llvm::function_ref<uint32_t(const Node &)> TagOf,
            PartitionOptions Options = {});

  /// In an order in which they can run.
  llvm::ArrayRef<Part> parts() const { return Parts; }
  /// The number of the part of \p N, a node that existed when this was made.
  uint32_t partOf(const Node &N) const {
    return N.id() < PartOfId.size() ? PartOfId[N.id()] : None;
  }
  /// All nodes of the graph in an order in which they can run, and in which
  /// the nodes of each part follow each other. It is the order of the graph as
  /// far as that is possible.
  llvm::ArrayRef<Node *> order() const { return Order; }

private:
  friend class PartFinder;
  std::vector<Part> Parts;
  std::vector<uint32_t> PartOfId;
  std::vector<Node *> Order;
};

} // namespace fx

#endif // FX_ANALYSIS_PARTITION_H
