//===- PassManager.h - Runs pipelines ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Runs pipelines, and checks after each pass what the pass claims: the module
/// is valid, and it has not changed if the pass says so.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSMANAGER_H
#define FX_PASS_PASSMANAGER_H

#include "fx/Pass/PassInstrumentation.h"
#include "fx/Pass/PassPipeline.h"
#include <optional>

namespace fx {

/// How a run of passes ended.
enum class PassResult : uint8_t {
  Unchanged,
  Changed,
  /// A pass returned or reported an error, or a group found no fixpoint.
  Failed,
  /// A pass left an invalid graph, or changed one and returned that it did not.
  Invalid,
};

inline bool succeeded(PassResult R) {
  return R == PassResult::Unchanged || R == PassResult::Changed;
}

/// Runs a pipeline over modules: keeps analyses, verifies after each pass that
/// changed something, checks with a structural hash that a pass which returns
/// "not changed" is right, and calls instrumentations.
class PassManager {
public:
  explicit PassManager(PassPipeline Pipeline = {})
      : Pipeline(std::move(Pipeline)) {}

  PassPipeline &pipeline() { return Pipeline; }
  /// Whether to verify and to check claims between passes; on at first.
  void setVerifyEach(bool On) { VerifyEach = On; }
  /// Whether to run each pass that changed something again, which must change
  /// nothing unless the pass declares that it does; off at first. For tests.
  void setVerifyIdempotence(bool On) { VerifyIdempotence = On; }
  /// Called after each pass that changed something, before anything is checked:
  /// what completes a module, such as values of new nodes. An error counts as a
  /// graph that the pass left invalid.
  void setCompletion(std::function<llvm::Error(GraphModule &)> C) {
    Completion = std::move(C);
  }
  /// A check besides verify(); reports errors and returns whether there were
  /// none.
  void
  addVerifier(std::function<bool(const GraphModule &, DiagnosticEngine &)> V) {
    Verifiers.push_back(std::move(V));
  }
  void addInstrumentation(std::unique_ptr<PassInstrumentation> I) {
    Instrumentations.push_back(std::move(I));
  }

  /// Runs the pipeline on \p Module and reports what goes wrong to \p Diags.
  PassResult run(GraphModule &Module, DiagnosticEngine &Diags);
  /// Runs one pass. The caller keeps \p Analyses from run to run.
  PassResult run(Pass &P, GraphModule &Module, AnalysisManager &Analyses,
                 DiagnosticEngine &Diags);

private:
  struct Run;
  PassResult runAll(const PassPipeline &Elements, Run &R);
  PassResult runGroup(const FixpointGroup &Group, Run &R);
  PassResult runPass(Pass &P, Run &R);
  PassResult runAgain(Pass &P, Run &R);
  bool runVerifier(Run &R);

  PassPipeline Pipeline;
  std::function<llvm::Error(GraphModule &)> Completion;
  std::vector<std::function<bool(const GraphModule &, DiagnosticEngine &)>>
      Verifiers;
  std::vector<std::unique_ptr<PassInstrumentation>> Instrumentations;
  bool VerifyEach = true;
  bool VerifyIdempotence = false;
};

/// Verifies a module that was verified before: reports errors only, for the
/// warnings have been seen.
[[nodiscard]] bool verifyAgain(const GraphModule &M, DiagnosticEngine &Diags);

/// Runs \p P alone on \p Module, with all checks; for tests and for code that
/// needs one pass.
PassResult runPass(Pass &P, GraphModule &Module, DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_PASS_PASSMANAGER_H
