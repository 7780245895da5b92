//===- GraphCalls.h - Graphs that operators call ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Which graphs an operator of higher order calls, and with what: `cond` calls
/// one of two with its last argument, `invoke_subgraph` one with all that
/// follows the name.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_GRAPHCALLS_H
#define FX_ANALYSIS_GRAPHCALLS_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace fx {

/// One graph that a node calls, and the operands that it gets.
struct GraphCall {
  struct Operand {
    Argument Given;
    /// The graph takes what this has at one place of the first dimension.
    bool IsSliced;
    /// The argument of the call that it is, or that has it as an item.
    unsigned Arg;
    std::optional<unsigned> Item = std::nullopt;

    /// Null for a constant.
    Node *value() const { return Given.asNode(); }
  };
  unsigned GraphArg; ///< Which argument of the call is the graph.
  /// The node that fetches the graph, or null.
  const Node *Fetched = nullptr;
  /// Null where the call names no graph.
  const Graph *Body = nullptr;
  /// What the placeholders of the graph are given, in order.
  llvm::SmallVector<Operand, 8> Operands;
  /// What the graph returns may be given to it again.
  bool IsLoop = false;
};

/// The graphs that \p N calls; none where it is not known how it does.
/// O(operands).
llvm::SmallVector<GraphCall, 2> graphCallsOf(const Node &N);

} // namespace fx

#endif // FX_ANALYSIS_GRAPHCALLS_H
