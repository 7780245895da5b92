//===- Alignment.h - Which nodes of two graphs are the same -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Pairs the nodes of a graph with those of another version of it: before and
/// after a pass, two exports of a model that grew. Graphs have long stretches
/// that repeat, so hashes and names alone mislead; the order of the nodes is
/// what decides (docs/Diff.md has the steps).
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_ALIGNMENT_H
#define FX_ANALYSIS_ALIGNMENT_H

#include "fx/IR/Graph.h"
#include <string>
#include <vector>

namespace fx {

/// What may be taken for a hint.
struct AlignmentOptions {
  /// Names of nodes, and of parameters.
  bool Names = true;
  /// The modules that nodes come from.
  bool Modules = true;
};

/// Pairs of nodes of two graphs, which must not change while this is used. Each
/// node is in one pair at most, and both nodes of a pair have one operator.
class Alignment {
public:
  const Graph &first() const { return *A; }
  const Graph &second() const { return *B; }

  /// The node that \p N, of either graph, is paired with, or null. O(1).
  const Node *partner(const Node &N) const {
    return &N.graph() == A ? PartnerOfA[N.id()] : PartnerOfB[N.id()];
  }
  size_t numPairs() const { return NumPairs; }

  /// Whether the pair of \p N, which has a partner, stands elsewhere among the
  /// others: a longest list of pairs that are in order in both graphs does not
  /// have it. O(1).
  bool isMoved(const Node &N) const {
    return &N.graph() == A ? Moved[N.id()] : Moved[partner(N)->id()];
  }

  /// The node of the other graph that should have the value of \p N: its
  /// partner; where paired users agree that another node took its place, that
  /// one, whose operator may differ. A batch normalization folded into a
  /// convolution gives way to it. Null if there is none. O(users).
  const Node *counterpart(const Node &N) const;

private:
  friend class Aligner;
  const Graph *A = nullptr, *B = nullptr;
  /// Indexed by node id.
  std::vector<const Node *> PartnerOfA, PartnerOfB;
  std::vector<bool> Moved;
  size_t NumPairs = 0;
};

/// Aligns \p A and \p B, which may be of two contexts, and one graph and its
/// clone. O(nodes + uses) for graphs that are similar; what differs much is
/// compared in pieces, so that the time stays linear. Deterministic.
Alignment alignGraphs(const Graph &A, const Graph &B,
                      AlignmentOptions Options = {});

/// What two nodes of a pair have in common: the operator under whatever
/// spelling, the class of a module that is called, the opcode of the rest.
std::string operatorKey(const Node &N);

} // namespace fx

#endif // FX_ANALYSIS_ALIGNMENT_H
