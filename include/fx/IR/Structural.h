//===- Structural.h - Hash and comparison of graphs -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Whether two graphs, or module trees with graphs, are the same: opcode,
/// target, arguments and order of every node, order of users, and what the
/// options add. Ids, addresses and places in a text never count, so a graph
/// equals its clone and what is read back from its native text. Nothing here
/// allocates per node or recurses on the graph's depth.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_STRUCTURAL_H
#define FX_IR_STRUCTURAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fx {

class Argument;
class Graph;
class GraphModule;
class Node;

/// What counts besides opcodes, targets, arguments, order and module tree.
struct StructuralOptions {
  bool Names = true;    ///< Names of nodes.
  bool Metadata = true; ///< Metadata of nodes, in its order.
  bool Types = true;    ///< Annotations of results.
  bool Users = true;    ///< The order of the users of a value.
  bool Tree = true;     ///< The module tree, nested graphs included.
};

/// Where two graphs first differ.
struct StructuralDifference {
  /// Path of the module whose graph or tree differs; empty: the root.
  std::string Path;
  /// Name of the node in the first graph, or in the second where the first has
  /// none; empty when it is not about a node.
  std::string Node;
  /// In words: `argument 1 of %add is 2 here and 3 there`.
  std::string Text;
};

/// Equal graphs of one Context have equal hashes. The value depends on the
/// Context and the process: never print or keep it. O(nodes + uses).
uint64_t structuralHash(const Graph &G, StructuralOptions Options = {});
uint64_t structuralHash(const GraphModule &M, StructuralOptions Options = {});

/// The first difference in graph order, or none where the two are equal. They
/// may be of two contexts. O(nodes + uses + size of the trees).
std::optional<StructuralDifference>
findDifference(const Graph &A, const Graph &B, StructuralOptions Options = {});
std::optional<StructuralDifference>
findDifference(const GraphModule &A, const GraphModule &B,
               StructuralOptions Options = {});

/// Whether \p A and \p B, which may be of two contexts, are the same value,
/// floats bit for bit, and nodes in them by \p SameNode.
bool sameArgument(
    const Argument &A, const Argument &B,
    llvm::function_ref<bool(const Node &OfA, const Node &OfB)> SameNode);

} // namespace fx

#endif // FX_IR_STRUCTURAL_H
