//===- DeadCode.cpp - Removing dead nodes ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/EffectCache.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

using namespace fx;
using namespace llvm;

namespace {

/// The graphs below a module, by path.
class NestedGraphs {
public:
  explicit NestedGraphs(Module *Root) {
    if (!Root || Root->children().empty())
      return;
    Root->walk([&](Module &M, StringRef Path) {
      if (!Path.empty() && M.graph())
        Graphs[Path] = M.graph();
    });
  }
  bool empty() const { return Graphs.empty(); }
  Graph *lookup(StringRef Path) const { return Graphs.lookup(Path); }

private:
  StringMap<Graph *> Graphs;
};

} // namespace

/// One sweep against the order, which suffices: users are after what they
/// use. Graphs that a get_attr fetches are appended to \p Fetched.
static bool sweep(Graph &G, function_ref<bool(const Node &)> IsImpure,
                  SmallVectorImpl<Graph *> &Fetched) {
  EffectCache Effects;
  NestedGraphs Nested(G.owningModule());
  bool Changed = false;
  for (Node *N : G.reversedNodes()) {
    if (N->isGetAttr() && !Nested.empty())
      if (Graph *Inner = Nested.lookup(N->targetText()))
        Fetched.push_back(Inner);
    if (N->hasUsers() || N->isPlaceholder() || N->isOutput())
      continue;
    if (IsImpure ? IsImpure(*N) : !Effects.get(*N).isRemovable())
      continue;
    Changed |= G.eraseNode(N);
  }
  return Changed;
}

bool Graph::eliminateDeadCode(function_ref<bool(const Node &)> IsImpure) {
  SmallVector<Graph *, 4> Fetched;
  bool Changed = sweep(*this, IsImpure, Fetched);
  SmallPtrSet<Graph *, 4> Done = {this};
  while (!Fetched.empty()) {
    Graph *G = Fetched.pop_back_val();
    if (Done.insert(G).second)
      Changed |= sweep(*G, nullptr, Fetched);
  }
  return Changed;
}
