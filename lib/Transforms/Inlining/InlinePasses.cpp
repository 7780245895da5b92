//===- InlinePasses.cpp - inline-module and lower-modules -----------------===//
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
#define GEN_PASS_DEF_INLINEMODULE
#define GEN_PASS_DEF_LOWERMODULES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

/// What inline-module and lower-modules do with the options and statistics that
/// both have. \p BaseT is the base of the pass.
template <typename BaseT> struct InliningPass : BaseT {
protected:
  /// Inlines calls of what \p Options pick. Returns whether there were any.
  bool inlineCalls(GraphModule &M, InlineModulesOptions Options) {
    Options.KeepModules = this->KeepModules;
    Options.KeepUnknown = this->KeepUnknown;
    if (this->Training || this->Eval)
      Options.Training = this->Training;
    if (this->isWatched()) {
      Options.Admits = [this](const Node &Call, StringRef Class) {
        return this->mayRewrite(Call, Class);
      };
      Options.Inlined = [this](StringRef Call, StringRef Class) {
        this->rewrote(Call, Class);
      };
    }
    InlineModulesResult Result = inlineModules(M, Options, this->diags());
    this->NumInlined += Result.Calls;
    this->NumRemoved += Result.Removed;
    return Result.Calls != 0;
  }
};

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
