//===- PassManager.cpp - Runs pipelines -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassManager.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include <utility>

using namespace fx;
using namespace llvm;

/// One run of a pipeline on one module.
struct PassManager::Run {
  GraphModule &Module;
  AnalysisManager &Analyses;
  DiagnosticEngine &Diags;
  /// Hash of the module as it is, if it was computed since the last change.
  std::optional<uint64_t> Hash;
  /// The pass that made the last change.
  StringRef LastChange;
};

bool fx::verifyAgain(const GraphModule &M, DiagnosticEngine &Diags) {
  DiagnosticEngine Filter(Diags.source());
  Filter.setErrorLimit(0);
  Filter.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error)
      Diags.report(D);
  });
  return verify(M, Filter);
}

bool PassManager::runVerifier(Run &R) {
  for (const auto &I : Instrumentations)
    I->beforeVerifier(R.Module);
  bool Valid = verifyAgain(R.Module, R.Diags);
  for (const auto &Verifier : Verifiers)
    Valid = Valid && Verifier(R.Module, R.Diags);
  for (const auto &I : reverse(Instrumentations))
    I->afterVerifier(R.Module);
  return Valid;
}

/// Reports what the graphs refused to \p P and returns whether there was any.
static bool reportRefusals(const Pass &P, GraphModule &M,
                           DiagnosticEngine &Diags) {
  bool Any = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    std::string Why = G.takeRefusal();
    if (Why.empty())
      return;
    Diags.report(diag::err_pass_refused, SMLoc(), P.name(), Why).in(M.source());
    Any = true;
  });
  return Any;
}

PassResult PassManager::runPass(Pass &P, Run &R) {
  for (const auto &I : Instrumentations)
    if (I->skipsPass(P, R.Module))
      return PassResult::Unchanged;
  if (VerifyEach && !R.Hash)
    R.Hash = structuralHash(R.Module);
  for (const auto &I : Instrumentations)
    I->beforePass(P, R.Module);

  // Places that are nodes become lines on the way.
  DiagnosticEngine Diags(R.Diags.source());
  Diags.setErrorLimit(0);
  Diags.setHandler([&](Diagnostic D) {
    D.resolve(R.Module.source());
    R.Diags.report(std::move(D));
  });
  P.Diags = &Diags;
  P.Analyses = &R.Analyses;
  P.Running = &R.Module;
  P.Watchers = Instrumentations;
  P.IsWatched = any_of(Instrumentations,
                       [](const auto &I) { return I->hearsRewrites(); });
  P.Preserved = {};
  for (StringRef Name : P.info().Preserved)
    P.Preserved.preserve(Name);
  // Where the pass before left the insertion point is no place for this one.
  R.Module.forEachGraph(
      [](Graph &G, StringRef) { G.setInsertionPoint(nullptr); });
  Expected<bool> Changed = P.run(R.Module);
  P.Diags = nullptr;
  P.Analyses = nullptr;
  P.Running = nullptr;
  P.Watchers = {};
  P.IsWatched = false;
  P.Asked.clear();

  if (!Changed || Diags.numErrors()) {
    if (!Changed)
      handleAllErrors(
          Changed.takeError(),
          [&](DiagnosticError &E) { Diags.report(E.take()); },
          [&](const ErrorInfoBase &E) {
            Diags.report(diag::err_pass, SMLoc(), P.name(), E.message());
          });
    for (const auto &I : reverse(Instrumentations))
      I->afterPassFailed(P, R.Module);
    return PassResult::Failed;
  }

  // Edits that were refused explain what is missing, and so does a graph that
  // is wrong without values.
  bool IsRefused = VerifyEach && reportRefusals(P, R.Module, R.Diags);
  Error Incomplete = *Changed && Completion && !IsRefused ? Completion(R.Module)
                                                          : Error::success();
  if (IsRefused || Incomplete) {
    if (VerifyEach && !IsRefused && !verifyAgain(R.Module, R.Diags))
      consumeError(std::move(Incomplete));
    else
      R.Diags.report(std::move(Incomplete), R.Module.source());
    if (!IsRefused)
      R.Diags.report(diag::err_pass_left_invalid, SMLoc(), P.name())
          .in(R.Module.source());
    for (const auto &I : reverse(Instrumentations))
      I->afterPassFailed(P, R.Module);
    return PassResult::Invalid;
  }

  PassResult Result = *Changed ? PassResult::Changed : PassResult::Unchanged;
  std::optional<uint64_t> Before;
  if (*Changed) {
    Before = std::exchange(R.Hash, std::nullopt);
    R.LastChange = P.name();
    R.Analyses.invalidate(P.Preserved);
  }
  for (const auto &I : reverse(Instrumentations))
    I->afterPass(P, R.Module, *Changed);
  if (VerifyEach && !*Changed && structuralHash(R.Module) != *R.Hash) {
    R.Diags.report(diag::err_pass_denies_change, SMLoc(), P.name())
        .in(R.Module.source());
    return PassResult::Invalid;
  }
  if (VerifyEach && *Changed && !runVerifier(R)) {
    R.Diags.report(diag::err_pass_left_invalid, SMLoc(), P.name())
        .in(R.Module.source());
    return PassResult::Invalid;
  }
  // Only a valid graph can be hashed.
  if (VerifyEach && *Changed) {
    R.Hash = structuralHash(R.Module);
    if (R.Hash == Before)
      R.Diags.report(diag::warn_pass_claims_change, SMLoc(), P.name())
          .in(R.Module.source());
  }
  if (*Changed)
    for (const auto &I : Instrumentations)
      if (Error E = I->checkModule(P, R.Module)) {
        R.Diags.report(std::move(E), R.Module.source());
        return PassResult::Invalid;
      }
  return Result;
}

/// Runs a pass that has just changed something once more.
PassResult PassManager::runAgain(Pass &P, Run &R) {
  // A clone, so that what the pass counted stays what it was.
  std::unique_ptr<Pass> Clone = P.clone();
  PassResult Second = runPass(*Clone, R);
  if (Second == PassResult::Changed) {
    R.Diags.report(diag::err_pass_not_idempotent, SMLoc(), P.name())
        .in(R.Module.source());
    return PassResult::Invalid;
  }
  return succeeded(Second) ? PassResult::Changed : Second;
}

PassResult PassManager::runGroup(const FixpointGroup &Group, Run &R) {
  PassResult Whole = PassResult::Unchanged;
  for (unsigned I = 0; I != Group.MaxIterations; ++I) {
    PassResult Result = runAll(Group.Body, R);
    if (!succeeded(Result))
      return Result;
    if (Result == PassResult::Unchanged)
      return Whole;
    Whole = PassResult::Changed;
  }
  R.Diags
      .report(diag::err_no_fixpoint, SMLoc(), Group.MaxIterations, R.LastChange)
      .in(R.Module.source());
  return PassResult::Failed;
}

PassResult PassManager::runAll(const PassPipeline &Elements, Run &R) {
  PassResult Whole = PassResult::Unchanged;
  for (const PassPipeline::Element &E : Elements.elements()) {
    PassResult Result = E.P ? runPass(*E.P, R) : runGroup(*E.Group, R);
    if (E.P && Result == PassResult::Changed && VerifyIdempotence &&
        E.P->info().Idempotent)
      Result = runAgain(*E.P, R);
    if (!succeeded(Result))
      return Result;
    if (Result == PassResult::Changed)
      Whole = Result;
  }
  return Whole;
}

PassResult PassManager::run(GraphModule &Module, DiagnosticEngine &Diags) {
  AnalysisManager Analyses(Module, Instrumentations);
  Run R{Module, Analyses, Diags, std::nullopt, {}};
  for (const auto &I : Instrumentations)
    I->beforePipeline(Module);
  PassResult Result = runAll(Pipeline, R);
  for (const auto &I : reverse(Instrumentations))
    I->afterPipeline(Module);
  return Result;
}

PassResult PassManager::run(Pass &P, GraphModule &Module,
                            AnalysisManager &Analyses,
                            DiagnosticEngine &Diags) {
  Run R{Module, Analyses, Diags, std::nullopt, {}};
  return runPass(P, R);
}

PassResult fx::runPass(Pass &P, GraphModule &Module, DiagnosticEngine &Diags) {
  AnalysisManager Analyses(Module);
  return PassManager().run(P, Module, Analyses, Diags);
}
