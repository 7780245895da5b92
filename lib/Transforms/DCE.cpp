//===- DCE.cpp - Removing dead nodes --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/EffectCache.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_DCE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct DCE : impl::DCEBase<DCE> {
  Expected<bool> run(GraphModule &M) override {
    size_t Before = countNodes(M);
    M.forEachGraph([&](Graph &G, StringRef) {
      if (isWatched())
        eraseOneByOne(G);
      else
        G.eliminateDeadCode();
    });
    size_t Erased = Before - countNodes(M);
    NumErased += Erased;
    return Erased != 0;
  }

  /// The same, and reports each node.
  void eraseOneByOne(Graph &G) {
    EffectCache Effects;
    for (Node *N : G.reversedNodes()) {
      if (N->hasUsers() || N->isPlaceholder() || N->isOutput() ||
          !Effects.get(*N).isRemovable() || !mayRewrite(*N, "erased"))
        continue;
      std::string Name = N->name();
      if (G.eraseNode(N))
        rewrote(Name, "erased");
    }
  }

  static size_t countNodes(GraphModule &M) {
    size_t Count = 0;
    M.forEachGraph([&](Graph &G, StringRef) { Count += G.size(); });
    return Count;
  }
};
} // namespace
