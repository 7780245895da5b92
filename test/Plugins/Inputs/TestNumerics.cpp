//===- TestNumerics.cpp - Passes that compute something else --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mistakes that passes make: each leaves a graph that the verifier accepts.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx;
using namespace llvm;

namespace {
#include "TestNumerics.h.inc"
#define GEN_PASS_DEF_WRONGCONSTANT
#define GEN_PASS_DEF_DROPINPLACE
#define GEN_PASS_DEF_REUSEBUFFER
#define GEN_PASS_DEF_SHAREOUTPUT
#define GEN_PASS_DEF_BREAK
#include "TestNumerics.cpp.inc"

struct WrongConstant : impl::WrongConstantBase<WrongConstant> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction, "torch.mul")) {
      if (!N->arg(1).isFloat())
        continue;
      N->updateArg(1, N->arg(1).asFloat() + 1);
      Changed = true;
    }
    return Changed;
  }
};

struct DropInPlace : impl::DropInPlaceBase<DropInPlace> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallMethod))
      if (N->targetText().ends_with("_") && !N->hasUsers())
        Changed |= M.graph().eraseNode(N);
    return Changed;
  }
};

struct ReuseBuffer : impl::ReuseBufferBase<ReuseBuffer> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallFunction, "torch.add")) {
      // Whether the operand is dead it does not ask.
      if (N->kwarg("out"))
        continue;
      N->updateKwarg("out", N->arg(0));
      Changed = true;
    }
    return Changed;
  }
};

struct ShareOutput : impl::ShareOutputBase<ShareOutput> {
  Expected<bool> run(GraphModule &M) override {
    bool Changed = false;
    for (Node *N : M.graph().findNodes(Opcode::CallMethod, "clone")) {
      N->replaceAllUsesWith(N->operand(0));
      Changed |= M.graph().eraseNode(N);
    }
    return Changed;
  }
};

struct Break : impl::BreakBase<Break> {
  Expected<bool> run(GraphModule &M) override {
    for (Node *N : M.graph().findNodes(Opcode::CallFunction, "torch.mul")) {
      N->setTarget("torch.mm");
      N->setArgs({N->arg(0), N->arg(0)});
      return true;
    }
    return false;
  }
};

} // namespace

FX_PASS_PLUGIN("test-numerics", "1.0", [](PluginHost &Host) {
  registerTestNumericsPasses(Host.passes());
})
