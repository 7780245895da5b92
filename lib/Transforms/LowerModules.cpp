//===- LowerModules.cpp - Inlining every leaf -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/ModuleInlining.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_LOWERMODULES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct LowerModules : impl::LowerModulesBase<LowerModules> {
  Expected<bool> run(GraphModule &M) override {
    Expected<ModulePattern> Leaves = ModulePattern::parse("leaf");
    if (!Leaves)
      return Leaves.takeError();
    InlineModulesOptions Options;
    Options.Modules = *Leaves;
    Options.KeepModules = KeepModules;
    Options.KeepUnknown = KeepUnknown;
    if (Training || Eval)
      Options.Training = Training;
    if (isWatched()) {
      Options.Admits = [this](const Node &Call, StringRef Class) {
        return mayRewrite(Call, Class);
      };
      Options.Inlined = [this](StringRef Call, StringRef Class) {
        rewrote(Call, Class);
      };
    }
    InlineModulesResult Result = inlineModules(M, Options, diags());
    NumInlined += Result.Calls;
    NumRemoved += Result.Removed;
    return Result.Calls != 0;
  }
};

} // namespace
