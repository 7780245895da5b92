//===- ModuleRuns.cpp - Where the nodes of a module stand -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleRuns.h"
#include "fx/Analysis/ModuleStack.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

void ModuleRuns::count(const Graph &G, Counts &Runs) {
  ModuleStack Last;
  for (const Node *N : G.nodes()) {
    std::optional<ModuleStack> Stack = moduleStack(*N);
    if (!Stack || isMadeUp(*Stack))
      continue;
    for (const ModuleStackEntry &Entry : *Stack)
      if (!is_contained(Last, Entry))
        ++Runs[Entry.Key];
    Last = std::move(*Stack);
  }
}

void ModuleRuns::cut(ArrayRef<Graph *> Graphs) const {
  Counts Now;
  for (const Graph *G : Graphs)
    count(*G, Now);
  auto IsSplit = [&](const ModuleStackEntry &Entry) {
    return Before.lookup(Entry.Key) == 1 && Now.lookup(Entry.Key) > 1;
  };
  for (Graph *G : Graphs)
    for (Node *N : G->nodes()) {
      std::optional<ModuleStack> Stack = moduleStack(*N);
      if (!Stack || isMadeUp(*Stack) || Stack->size() < 2)
        continue;
      // The model itself is a call that everything belongs to.
      auto *Split = find_if(drop_begin(*Stack), IsSplit);
      if (Split != Stack->end())
        N->setMeta("nn_module_stack",
                   takeModuleStack(G->context(), *N->meta("nn_module_stack"),
                                   Split - Stack->begin()));
    }
}
