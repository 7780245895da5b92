//===- StepTracker.h - The steps that a pipeline makes ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A step is what bisection counts: a rewrite of a pass that says when it has
/// made one (Pass::rewrote), an edit of a pass that does not, or a whole pass
/// whose edits are not watched. The state after any step can be had again: the
/// pass is run on the module that it was given, and copied in the middle.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_STEPTRACKER_H
#define FX_LIB_TOOLS_BISECT_STEPTRACKER_H

#include "fx/IR/Module.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringSet.h"

namespace fx {

/// One step, as people read it.
struct StepText {
  std::string At;   ///< A name, without `%`; may be empty.
  std::string What; ///< `relu-relu`, `arguments`, `erased`; may be empty.
};

/// One run of a pass in a pipeline that changed something.
struct TrackedPass {
  std::unique_ptr<Pass> P;
  /// That of the pipeline, of which P is a copy.
  const Pass *Source = nullptr;
  /// Number of the run among the pipeline's runs of passes, from 1.
  unsigned Run = 0;
  /// How often this pass ran and changed something before.
  unsigned Earlier = 0;
  /// The module that the pass was given.
  std::unique_ptr<GraphModule> Before;
  size_t Rewrites = 0, Edits = 0;
  /// Where they are wanted: one for each rewrite or edit.
  std::vector<StepText> Texts;
  /// Where texts are wanted, what the pass has asked for: `WHAT@NODE`.
  llvm::StringSet<> Asked;

  enum UnitKind : uint8_t { Whole, ByEdit, ByRewrite };
  UnitKind unit() const {
    return Rewrites ? ByRewrite : Edits ? ByEdit : Whole;
  }
  size_t numSteps() const { return Rewrites ? Rewrites : Edits ? Edits : 1; }
};

/// Time of the steady clock, which is the same in all processes.
double secondsNow();

/// What a child tells its parent while passes run; lies in shared memory.
struct StepProgress {
  unsigned Runs = 0; ///< Runs of passes that have begun.
  char Pass[64] = {};
  size_t Rewrites = 0, Edits = 0; ///< Counts of the last run.
  /// What that asked for last and has not made yet: `WHAT %NODE`.
  char Asked[128] = {};
  bool InPass = false;
  /// The child has done all that it was to do.
  bool IsDone = false;
  /// When that began, in seconds of the steady clock.
  double Began = 0;
  /// The last one. The parent has it at the same address.
  const fx::Pass *Source = nullptr;
};

/// Counts the steps of passes.
class StepTracker final : public PassInstrumentation, private GraphListener {
public:
  StepTracker() = default;
  ~StepTracker() override;

  /// Keeps passes that changed something, with the modules before them.
  bool KeepPasses = false;
  bool KeepTexts = false;
  /// Whether edits are steps.
  bool ListensToEdits = true;
  /// Notified of each step; may be null.
  StepProgress *Progress = nullptr;
  /// Kills this process, a child, if a pass, or what checks its result, takes
  /// longer; 0: never.
  unsigned Seconds = 0;
  /// Copies the module after this step of the next pass that runs; steps of
  /// this kind are counted.
  size_t CaptureAt = 0;
  TrackedPass::UnitKind CaptureUnit = TrackedPass::Whole;

  std::vector<TrackedPass> Passes;
  /// Runs of passes, those too that changed nothing.
  unsigned Runs = 0;
  std::unique_ptr<GraphModule> Captured;
  /// The pass that runs, or the last one, if that is not in Passes.
  TrackedPass Current;
  /// It has failed.
  bool HasFailed = false;

  void beforePass(const Pass &P, const GraphModule &M) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  void afterPassFailed(const Pass &P, const GraphModule &M) override;
  bool refusesRewrite(const Pass &, const RewritePlace &At,
                      llvm::StringRef What) override {
    if (KeepTexts)
      Current.Asked.insert((What + "@" + At.str()).str());
    noteAsked(At, What);
    return false;
  }
  void afterRewrite(const Pass &P, const GraphModule &M, const RewritePlace &At,
                    llvm::StringRef What) override;

private:
  void nodeErased(Node &N) override;
  void nodeChanged(Node &N, NodeChange What) override;
  void usesReplaced(Node &Old, Node &New, unsigned Count,
                    llvm::ArrayRef<Node *> Chosen) override;
  void edited(const StepText &Text);
  void listen(const GraphModule &M, bool On);
  void noteAsked(const RewritePlace &At, llvm::StringRef What);
  void closeErasure();
  std::string placeOf(const Node &N) const;

  const GraphModule *Module = nullptr;
  /// An erasure that has been announced; it is done when the next edit comes.
  std::optional<StepText> Erasing;
  std::vector<StepText> EditTexts;
};

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_STEPTRACKER_H
