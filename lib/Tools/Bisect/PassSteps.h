//===- PassSteps.h - A run of a pipeline, step by step -------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_PASSSTEPS_H
#define FX_LIB_TOOLS_BISECT_PASSSTEPS_H

#include "OptBisect.h"
#include "StepTracker.h"

namespace fx {

/// The steps of one run of a pipeline, and the states between them.
class PassSteps {
public:
  explicit PassSteps(const BisectRun &Run) : Run(Run) {}

  /// Runs the pipeline on the module of the file and keeps what it did; passes
  /// for which \p Skips is true do not run.
  PassResult record(std::function<bool(const PassSteps &)> Skips = nullptr);

  llvm::ArrayRef<TrackedPass> passes() const { return Tracker->Passes; }
  /// The last pass, if it has no step.
  const TrackedPass &last() const { return Tracker->Current; }
  /// The pass that ended a pipeline with \p Result; null where it is a group
  /// that has failed.
  const TrackedPass *culprit(PassResult Result) const;
  /// Whether what that pass did is not in a step.
  bool endsBetweenSteps(PassResult Result) const {
    return Result == PassResult::Failed ||
           (Result == PassResult::Invalid && Tracker->Current.P);
  }
  unsigned numRuns() const { return Tracker->Runs; }
  /// Steps of all passes.
  size_t size() const;
  /// The steps before those of pass \p I.
  size_t begin(size_t I) const;
  /// The pass that makes step \p Step, from 1.
  size_t passOf(size_t Step) const;
  /// The module after \p Step steps, 0 to size(). Values of new nodes of
  /// programs are there where they can be computed. Null: the pass did
  /// something else when it was run again.
  std::unique_ptr<GraphModule> state(size_t Step) const;
  /// Whether three runs of \p T make the same of what it was given.
  bool repeats(const TrackedPass &T) const;

private:
  const BisectRun &Run;
  /// Owned by the manager.
  StepTracker *Tracker = nullptr;
};

/// How a child that runs a pipeline dies, and how far it has come.
struct PassCrash {
  /// That of a child which is killed after its time is SIGALRM; 0: a pass has
  /// ended the process.
  int Signal = 0;
  int ExitCode = 0;
  StepProgress Where;

  bool hasHung() const;
  /// What stays the same where a crash is the same: `signal 6 in PASS`.
  std::string signature() const;
};
/// Runs \p Work in a child, which tells how far it is; none where that does not
/// crash, or no child can be made.
std::optional<PassCrash> crashOf(llvm::function_ref<void(StepProgress &)> Work);
/// The same for the pipeline.
std::optional<PassCrash> findCrash(const BisectRun &Run);

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_PASSSTEPS_H
