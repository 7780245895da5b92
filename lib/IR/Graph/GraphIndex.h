//===- GraphIndex.h - Finding nodes by target and by name -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_GRAPH_GRAPHINDEX_H
#define FX_LIB_IR_GRAPH_GRAPHINDEX_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"

namespace fx {

struct Graph::Index {
  /// Ids by opcode and target symbol.
  llvm::DenseMap<std::pair<unsigned, uint32_t>, std::vector<uint32_t>> ByTarget;
  std::array<std::vector<uint32_t>, NumOpcodes> ByOpcode;
  /// Name::key() to id.
  llvm::DenseMap<uint64_t, uint32_t> ByName;
  size_t NumEntries = 0;
};

/// Drops stale and repeated ids from \p Ids and appends the nodes of the rest
/// to \p Found in graph order.
template <typename Predicate>
inline void collect(const Graph &G, std::vector<uint32_t> &Ids, Predicate Is,
                    llvm::SmallVectorImpl<Node *> &Found) {
  size_t Begin = Found.size();
  for (uint32_t Id : Ids) {
    Node *N = G.node(Id);
    if (!N->isErased() && Is(*N))
      Found.push_back(N);
  }
  auto InOrder = [](const Node *A, const Node *B) { return A->isBefore(B); };
  if (!llvm::is_sorted(llvm::drop_begin(Found, Begin), InOrder))
    llvm::sort(llvm::drop_begin(Found, Begin), InOrder);
  // A node that came back to an old target, or a slot that was used again,
  // is there twice.
  Found.erase(std::unique(Found.begin() + Begin, Found.end()), Found.end());
  if (Found.size() - Begin == Ids.size())
    return;
  Ids.clear();
  for (Node *N : llvm::drop_begin(Found, Begin))
    Ids.push_back(N->id());
}

} // namespace fx

#endif // FX_LIB_IR_GRAPH_GRAPHINDEX_H
