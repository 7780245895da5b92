//===- RenameNodes.cpp - Canonical names ----------------------------------===//
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
#define GEN_PASS_DEF_RENAMENODES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct RenameNodes : impl::RenameNodesBase<RenameNodes> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    M.forEachGraph(
        [&](Graph &G, StringRef) { Changed |= G.renameNodesToCanonical(); });
    return Changed;
  }
};
} // namespace
