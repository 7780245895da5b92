//===- TestMistakes.cpp - Passes that change programs ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mistakes in exported programs, one a pass, which test/Adversary has to find.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"
#include <cstdlib>

using namespace fx;
using namespace llvm;

namespace {
#include "TestMistakes.h.inc"
#define GEN_PASS_DEF_OTHERCONSTANT
#define GEN_PASS_DEF_LOSEWRITE
#define GEN_PASS_DEF_LOSERANDOM
#define GEN_PASS_DEF_SHARERESULT
#define GEN_PASS_DEF_LOSELAYOUT
#define GEN_PASS_DEF_LOSEGRADIENT
#define GEN_PASS_DEF_LOSEINPUT
#define GEN_PASS_DEF_UNKNOWN
#define GEN_PASS_DEF_DIE
#include "TestMistakes.cpp.inc"

struct OtherConstant : impl::OtherConstantBase<OtherConstant> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction,
                                       "torch.ops.aten.mul.Tensor")) {
      if (!N->arg(1).isInt())
        continue;
      N->updateArg(1, N->arg(1).asInt() + 1);
      Changed = true;
    }
    return Changed;
  }
};

/// Erases the calls without users whose target has a part.
static bool eraseCalls(Graph &G, StringRef Part) {
  bool Changed = false;
  for (Node *N : G.findNodes(Opcode::CallFunction))
    if (N->targetText().contains(Part) && !N->hasUsers())
      Changed |= G.eraseNode(N);
  return Changed;
}

struct LoseWrite : impl::LoseWriteBase<LoseWrite> {
  Expected<bool> run(GraphModule &M) override {
    return eraseCalls(M.graph(), "_.");
  }
};

struct LoseRandom : impl::LoseRandomBase<LoseRandom> {
  Expected<bool> run(GraphModule &M) override {
    return eraseCalls(M.graph(), "aten.rand");
  }
};

struct ShareResult : impl::ShareResultBase<ShareResult> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction,
                                       "torch.ops.aten.clone.default")) {
      N->replaceAllUsesWith(N->operand(0));
      Changed |= M.graph().eraseNode(N);
    }
    return Changed;
  }
};

struct LoseLayout : impl::LoseLayoutBase<LoseLayout> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction)) {
      StringRef Target = N->targetText();
      if (!Target.contains("aten.transpose.") && !Target.contains("aten.t."))
        continue;
      InsertionGuard At = M.graph().insertingAfter(N);
      Node *Dense =
          M.graph().callFunction("torch.ops.aten.contiguous.default", {N});
      N->replaceAllUsesWith(Dense);
      Changed = true;
    }
    return Changed;
  }
};

struct LoseGradient : impl::LoseGradientBase<LoseGradient> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction,
                                       "torch.ops.aten.add.Tensor")) {
      InsertionGuard At = M.graph().insertingAfter(N);
      Node *Detached =
          M.graph().callFunction("torch.ops.aten.detach.default", {N});
      N->replaceAllUsesWith(Detached);
      Changed = true;
    }
    return Changed;
  }
};

struct LoseInput : impl::LoseInputBase<LoseInput> {
  Expected<bool> run(GraphModule &M) override {
    Node *Last = nullptr;
    for (Node *N : M.graph().findNodes(Opcode::Placeholder))
      Last = N;
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::Placeholder)) {
      if (!N->hasUsers())
        continue;
      InsertionGuard At = M.graph().insertingAfter(Last);
      Node *Copy = M.graph().callFunction("torch.ops.aten.clone.default", {N});
      N->replaceAllUsesWith(Copy);
      Changed = true;
    }
    return Changed;
  }
};

struct Unknown : impl::UnknownBase<Unknown> {
  Expected<bool> run(GraphModule &M) override {
    for (Node *N : M.graph().findNodes(Opcode::CallFunction,
                                       "torch.ops.aten.sin.default")) {
      InsertionGuard At = M.graph().insertingAfter(N);
      M.graph().callFunction("torch.ops.nobody.log.default");
      return true;
    }
    return false;
  }
};

struct Die : impl::DieBase<Die> {
  Expected<bool> run(GraphModule &M) override {
    for (Node *N : M.graph().nodes())
      if (N->targetText().contains("tanh"))
        std::abort();
    return false;
  }
};
} // namespace

FX_PASS_PLUGIN("test-mistakes", "1.0", [](PluginHost &Host) {
  registerTestMistakesPasses(Host.passes());
})
