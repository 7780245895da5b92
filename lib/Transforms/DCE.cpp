//===- DCE.cpp - Removing dead nodes --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
    M.forEachGraph([](Graph &G, StringRef) { G.eliminateDeadCode(); });
    size_t Erased = Before - countNodes(M);
    NumErased += Erased;
    return Erased != 0;
  }

  static size_t countNodes(GraphModule &M) {
    size_t Count = 0;
    M.forEachGraph([&](Graph &G, StringRef) { Count += G.size(); });
    return Count;
  }
};
} // namespace
