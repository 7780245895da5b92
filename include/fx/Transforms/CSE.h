//===- CSE.h - Computing equal things once ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Common subexpression elimination as a function, for passes and programs that
/// do not run the pass `cse`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_CSE_H
#define FX_TRANSFORMS_CSE_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <functional>

namespace fx {

class Graph;
class Node;

/// What counts as equal.
struct CSEOptions {
  /// Take `f(a, b)` for `f(b, a)` where the operator table says so. The values
  /// are the same; strides may differ when those of a and b do.
  bool Commute = false;
  /// Whether a node may be merged with the earlier one; unset: all.
  std::function<bool(const Node &)> Admits;
  /// Called with the name of each node that was merged.
  std::function<void(llvm::StringRef)> Merged;
};

/// Replaces each node by an earlier one that computes the same, and returns how
/// many were replaced. Two nodes are the same when they have the opcode, target
/// and arguments in common. A node stays
///  - when it has effects, draws random numbers or is not known;
///  - when something it reads may have been written since the earlier node, or
///    global state (grad mode) may have changed;
///  - when the memory of either result is ever written in the graph, or may be
///    because it is passed to something unknown;
///  - when both results leave the graph, which would make outputs alias.
/// The earlier node keeps its own metadata. (torch.fx: CSEPass, made sound.)
/// O(nodes + uses) expected.
size_t eliminateCommonSubexpressions(Graph &G, CSEOptions Options = {});

} // namespace fx

#endif // FX_TRANSFORMS_CSE_H
