//===- SideTables.h - Side tables by node -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dense tables indexed by Node::id(), for what a pass knows of nodes. Never use
// a map keyed by Node pointers: it is a hundred times slower, and the order of
// its iteration depends on addresses.
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SIDETABLES_H
#define FX_IR_SIDETABLES_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/BitVector.h"
#include <deque>

namespace fx {

/// A value of type \p T for every node of one graph; \p Default where none was
/// stored. Ids are recycled: erase entries of nodes that are erased.
template <typename T> class NodeMap {
public:
  explicit NodeMap(T Default = T()) : Default(std::move(Default)) {}
  T &operator[](const Node *N) {
    uint32_t Id = N->id();
    if (Id >= Values.size())
      Values.resize(std::max<size_t>(Id + 1, N->graph().idBound()), Default);
    return Values[Id];
  }
  const T &lookup(const Node *N) const {
    uint32_t Id = N->id();
    return Id < Values.size() ? Values[Id] : Default;
  }
  void erase(const Node *N) {
    if (N->id() < Values.size())
      Values[N->id()] = Default;
  }

private:
  std::vector<T> Values;
  T Default;
};

/// A set of nodes of one graph.
class NodeSet {
public:
  /// Whether \p N was not there before.
  bool insert(const Node *N) {
    uint32_t Id = N->id();
    if (Id >= Bits.size())
      Bits.resize(std::max<size_t>(Id + 1, N->graph().idBound()));
    if (Bits.test(Id))
      return false;
    Bits.set(Id);
    return true;
  }
  bool contains(const Node *N) const {
    return N->id() < Bits.size() && Bits.test(N->id());
  }
  void erase(const Node *N) {
    if (N->id() < Bits.size())
      Bits.reset(N->id());
  }
  size_t size() const { return Bits.count(); }
  bool empty() const { return Bits.none(); }

private:
  llvm::BitVector Bits;
};

/// Nodes to visit, each at most once at a time, first in, first out.
class NodeWorklist {
public:
  void push(Node *N) {
    if (Queued.insert(N))
      Queue.push_back(N);
  }
  /// The next node that was not removed meanwhile, or null.
  Node *pop() {
    while (!Queue.empty()) {
      Node *N = Queue.front();
      Queue.pop_front();
      if (!Queued.contains(N))
        continue;
      Queued.erase(N);
      return N;
    }
    return nullptr;
  }
  /// Forgets \p N, for example because it is erased.
  void remove(const Node *N) { Queued.erase(N); }
  bool empty() const { return Queued.empty(); }

private:
  std::deque<Node *> Queue;
  NodeSet Queued;
};

} // namespace fx

#endif // FX_IR_SIDETABLES_H
