//===- NodeRange.h - Iterating over the nodes of a graph --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Iteration survives inserting, moving and erasing. A graph knows the
/// iterators that stand on its nodes: the slot of such a node is not used again
/// before the last of them has left it, all others are used again at once.
/// Functions defined in terms of the graph are inline in Graph.h: include that.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NODERANGE_H
#define FX_IR_NODERANGE_H

#include "fx/IR/Node.h"
#include "llvm/ADT/SmallVector.h"

namespace fx {

/// The position of an iteration: on a node, which may be erased meanwhile, or
/// at the end. The base of iterators; copying one is O(1), as is moving on.
class NodeCursor {
public:
  /// The end.
  NodeCursor() = default;
  NodeCursor(const NodeCursor &O) { enter(O); }
  NodeCursor &operator=(const NodeCursor &O);
  ~NodeCursor() {
    if (G)
      leave();
  }
  Node *operator*() const { return Cur; }
  bool operator==(const NodeCursor &O) const { return Cur == O.Cur; }

protected:
  NodeCursor(const Graph &G, Node *N, bool Reverse);
  /// To the neighbor in the graph's order; from an erased node to the one that
  /// followed it when it was erased, or has followed that since.
  void advance();
  /// To \p N, of the same graph; null for the end.
  void moveTo(Node *N);

private:
  friend class Graph;
  void enter(const NodeCursor &O);
  void link();
  void leave();
  void leaveNode(const Node *N, bool Erased);

  const Graph *G = nullptr; ///< Null: no graph knows this.
  Node *Cur = nullptr;
  Node *Resume = nullptr; ///< The next position, if Cur is erased.
  bool Reverse = false;
  NodeCursor *NextCursor = nullptr; ///< The graph's list of cursors.
  NodeCursor **Link = nullptr;      ///< What points to this in the list.
};

/// The nodes of a graph, in order or against it (torch.fx: Graph.nodes). New
/// nodes are visited if they are after the current one. After a node that was
/// moved, the iteration continues at its new place; after an erased node, at
/// its old place.
class NodeRange {
public:
  class iterator
      : public NodeCursor,
        public llvm::iterator_facade_base<iterator, std::forward_iterator_tag,
                                          Node *, std::ptrdiff_t, Node **,
                                          Node *> {
  public:
    iterator() = default;
    iterator(const Graph &G, Node *N, bool Reverse)
        : NodeCursor(G, N, Reverse) {}
    using NodeCursor::operator*;
    bool operator==(const iterator &O) const {
      return NodeCursor::operator==(O);
    }
    iterator &operator++() {
      advance();
      return *this;
    }
  };
  NodeRange(const Graph &G, bool Reverse) : G(&G), Reverse(Reverse) {}
  iterator begin() const;
  iterator end() const { return iterator(); }

private:
  const Graph *G;
  bool Reverse;
};

/// The result of findNodes: a snapshot in graph order, whose iterators skip
/// nodes that were erased meanwhile.
class FoundNodes {
public:
  class iterator
      : public NodeCursor,
        public llvm::iterator_facade_base<iterator, std::forward_iterator_tag,
                                          Node *, std::ptrdiff_t, Node **,
                                          Node *> {
  public:
    iterator() = default;
    iterator(const Graph &G, llvm::ArrayRef<NodeRef> Nodes)
        : NodeCursor(G, nextLiving(Nodes), false), Rest(Nodes) {}
    using NodeCursor::operator*;
    bool operator==(const iterator &O) const {
      return NodeCursor::operator==(O);
    }
    iterator &operator++() {
      moveTo(nextLiving(Rest));
      return *this;
    }

  private:
    /// The first node that was not erased, and the \p Nodes after it.
    static Node *nextLiving(llvm::ArrayRef<NodeRef> &Nodes);
    llvm::ArrayRef<NodeRef> Rest;
  };
  FoundNodes(const Graph &G, llvm::ArrayRef<Node *> Nodes)
      : G(&G), Nodes(Nodes.begin(), Nodes.end()) {}
  iterator begin() const { return {*G, Nodes}; }
  iterator end() const { return iterator(); }
  bool empty() const { return begin() == end(); }
  /// Number of nodes found, those included that were erased since.
  size_t size() const { return Nodes.size(); }

private:
  const Graph *G;
  llvm::SmallVector<NodeRef, 8> Nodes;
};

} // namespace fx

#endif // FX_IR_NODERANGE_H
