//===- EffectOrder.h - Which nodes must keep their order --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes may change places only if no operand and no effect comes between. The
// effects of the nodes of a graph are a list of edges here, from a node to one
// that must stay after it; what follows from other edges is left out.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_EFFECTORDER_H
#define FX_LIB_ANALYSIS_EFFECTORDER_H

#include "fx/IR/Graph.h"
#include <vector>

namespace fx {

class EffectOrder {
public:
  /// \p Nodes are those of \p G in order. O(nodes + uses).
  EffectOrder(const Graph &G, llvm::ArrayRef<Node *> Nodes);

  /// Places in the list of nodes that must stay before the one at \p Place, and
  /// are not operands of it.
  llvm::ArrayRef<uint32_t> before(uint32_t Place) const {
    if (Begins.empty())
      return {};
    return llvm::ArrayRef(Edges).slice(Begins[Place],
                                       Begins[Place + 1] - Begins[Place]);
  }

private:
  /// The edges to each node, one after the other; no begins: no edges.
  std::vector<uint32_t> Edges, Begins;
};

} // namespace fx

#endif // FX_LIB_ANALYSIS_EFFECTORDER_H
