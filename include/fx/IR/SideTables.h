//===- SideTables.h - Side tables by node -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Dense tables indexed by Node::id(), for what a pass knows of nodes. They
/// need not be told when nodes are erased: a new node with the id of an erased
/// one is another node to them. Use a map keyed by Node pointers only where no
/// node is erased while it lives: it takes a new node for the erased one whose
/// memory it has. It is also a hundred times slower, and the order of its
/// iteration depends on addresses.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SIDETABLES_H
#define FX_IR_SIDETABLES_H

#include "fx/IR/Graph.h"
#include <deque>
#include <utility>

namespace fx {

/// A value of type \p T for every node of one graph; \p Default where none was
/// stored.
template <typename T> class NodeMap {
  static_assert(!std::is_same_v<T, bool>, "a NodeSet holds truth values");

public:
  explicit NodeMap(T Default = T()) : Default(std::move(Default)) {}
  T &operator[](const Node *N) {
    uint32_t Id = N->id();
    if (Id >= Values.size()) {
      size_t Size = std::max<size_t>(Id + 1, N->graph().idBound());
      Values.resize(Size, Default);
      Serials.resize(Size);
    }
    if (Serials[Id] != N->serial()) {
      if (Serials[Id])
        Values[Id] = Default;
      Serials[Id] = N->serial();
    }
    return Values[Id];
  }
  const T &lookup(const Node *N) const {
    return contains(N) ? Values[N->id()] : Default;
  }
  /// Whether a value was stored, or asked for with [].
  bool contains(const Node *N) const {
    uint32_t Id = N->id();
    return Id < Serials.size() && Serials[Id] == N->serial();
  }
  void erase(const Node *N) {
    if (!contains(N))
      return;
    Values[N->id()] = Default;
    Serials[N->id()] = 0;
  }

private:
  std::vector<T> Values;
  std::vector<uint32_t>
      Serials; ///< Serials of the nodes that the values are for.
  T Default;
};

/// A set of nodes of one graph.
class NodeSet {
public:
  /// Whether \p N was not there before.
  bool insert(const Node *N) {
    uint32_t Id = N->id();
    if (Id >= Serials.size())
      Serials.resize(std::max<size_t>(Id + 1, N->graph().idBound()));
    return std::exchange(Serials[Id], N->serial()) != N->serial();
  }
  bool contains(const Node *N) const {
    uint32_t Id = N->id();
    return Id < Serials.size() && Serials[Id] == N->serial();
  }
  void erase(const Node *N) {
    if (contains(N))
      Serials[N->id()] = 0;
  }

private:
  std::vector<uint32_t> Serials; ///< Indexed by node id; 0 for no value.
};

/// Nodes to visit, each at most once at a time, first in, first out.
class NodeWorklist {
public:
  void push(Node *N) {
    if (Queued.insert(N))
      Queue.push_back(N);
  }
  /// The next node that was neither removed nor erased meanwhile, or null.
  Node *pop() {
    while (!Queue.empty()) {
      Node *N = Queue.front().get();
      Queue.pop_front();
      if (!N || !Queued.contains(N))
        continue;
      Queued.erase(N);
      return N;
    }
    return nullptr;
  }
  /// Forgets \p N.
  void remove(const Node *N) { Queued.erase(N); }

private:
  std::deque<NodeRef> Queue;
  NodeSet Queued;
};

} // namespace fx

#endif // FX_IR_SIDETABLES_H
