//===- Decompose.cpp - Operators in terms of core ones --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Decomposition/Decompose.h"
#include "AtenCalls.h"
#include "Selected.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Module.h"
#include "fx/IR/Structural.h"
#include "fx/Transforms/ModuleInlining.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_DECOMPOSE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct Decompose : impl::DecomposeBase<Decompose> {
  Expected<bool> run(GraphModule &M) override {
    Expected<NodeSelector> Selector =
        Selected.parse(*this, Where.get(), M, diags());
    if (!Selector)
      return Selector.takeError();
    DecomposeOptions Options;
    for (const std::string &Name : Keep)
      Options.Keep.insert(Name);
    auto Selects = [&](const Node &N) { return Selector->matches(N, M); };
    if (!Selector->matchesAll())
      Options.Selects = Selects;
    auto Admits = [this](const Node &N, StringRef Name, StringRef Op) {
      return mayRewrite(N, Name, Op);
    };
    auto Done = [this](const Node *N, StringRef Name, StringRef What) {
      N ? rewrote(*N, Name, What) : rewrote(Name, What);
    };
    if (isWatched()) {
      Options.Admits = Admits;
      Options.Done = Done;
    }
    uint64_t Before = structuralHash(M);
    if (!M.program() && Selector->matchesAll())
      if (Error E = lower(M))
        return E;
    Expected<DecomposeResult> Result = decompose(M, Options);
    if (!Result)
      return Result.takeError();
    NumDecomposed += Result->NumDecomposed;
    for (const auto &[Name, Why] : Result->Refused)
      diags().report(diag::remark_decompose_kept, DiagnosticPlace(), Name, Why);
    return Result->Changed || structuralHash(M) != Before;
  }

  /// Makes calls of operators of what torch.fx traced: calls of modules by
  /// their formulas, functions and methods by the operator table.
  Error lower(GraphModule &M) {
    Expected<ModulePattern> Leaves = ModulePattern::parse("leaf");
    if (!Leaves)
      return Leaves.takeError();
    InlineModulesOptions Options;
    Options.Modules = *Leaves;
    Options.KeepUnknown = true;
    if (isWatched()) {
      Options.Admits = [this](const Node &Call, StringRef Class) {
        return mayRewrite(Call, Class);
      };
      Options.Inlined = [this](StringRef Call, StringRef Class) {
        rewrote(Call, Class);
      };
    }
    inlineModules(M, Options, diags());
    M.forEachGraph([&](Graph &G, StringRef) {
      ValueInference Inference(G, &M);
      for (Node *N : G.nodes()) {
        if (mayRewrite(*N, "lowered") && makeAtenCall(*N) && isWatched())
          rewrote(N->name(), "lowered");
        // What has no value keeps those after it from having one; it stays,
        // and they do.
        if (!N->val() && !N->isOutput())
          consumeError(Inference.inferAndSet(*N, M));
      }
    });
    return Error::success();
  }

  SelectedNodes Selected;
};
} // namespace
