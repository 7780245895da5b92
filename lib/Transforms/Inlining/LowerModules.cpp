//===- LowerModules.cpp - Inlining every leaf -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InliningPass.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_LOWERMODULES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct LowerModules : InliningPass<impl::LowerModulesBase<LowerModules>> {
  Expected<bool> run(GraphModule &M) override {
    Expected<ModulePattern> Leaves = ModulePattern::parse("leaf");
    if (!Leaves)
      return Leaves.takeError();
    InlineModulesOptions Options;
    Options.Modules = *Leaves;
    return inlineCalls(M, std::move(Options));
  }
};

} // namespace
