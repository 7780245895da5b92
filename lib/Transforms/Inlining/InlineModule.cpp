//===- InlineModule.cpp - The pass inline-module --------------------------===//
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
#define GEN_PASS_DEF_INLINEMODULE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct InlineModule : InliningPass<impl::InlineModuleBase<InlineModule>> {
  Expected<bool> run(GraphModule &M) override {
    if (Modules.empty())
      return makeError(diag::err_inline_no_names, SMLoc());
    Expected<std::vector<ModulePattern>> Patterns =
        parseModulePatterns(Modules);
    if (!Patterns)
      return Patterns.takeError();
    InlineModulesOptions Options;
    Options.Modules = *Patterns;
    Options.Recursive = Recursive;
    return inlineCalls(M, std::move(Options));
  }
};

} // namespace
