//===- PassSteps.cpp - A run of a pipeline, step by step ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSteps.h"
#include "PipelineChild.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fx;
using namespace llvm;

namespace {
/// Leaves passes out.
class Skipper final : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  explicit Skipper(std::function<bool()> Skips) : Skips(std::move(Skips)) {}
  bool skipsPass(const Pass &, const GraphModule &) override {
    return Skips && Skips();
  }

private:
  std::function<bool()> Skips;
};
} // namespace

PassResult PassSteps::record(std::function<bool(const PassSteps &)> Skips) {
  auto Owned = std::make_unique<StepTracker>();
  Tracker = Owned.get();
  Tracker->KeepPasses = Tracker->KeepTexts = true;
  if (Skips)
    Run.Manager.addInstrumentation(std::make_unique<Skipper>(
        [this, Skips = std::move(Skips)] { return Skips(*this); }));
  Run.Manager.addInstrumentation(std::move(Owned));
  return Run.Manager.run(*Run.In.Modules.front(), Run.In.Diags);
}

const TrackedPass *PassSteps::culprit(PassResult Result) const {
  if (Result == PassResult::Failed)
    return Tracker->HasFailed ? &Tracker->Current : nullptr;
  return Tracker->Current.P ? &Tracker->Current : &passes().back();
}

size_t PassSteps::size() const { return begin(passes().size()); }

size_t PassSteps::begin(size_t I) const {
  size_t Sum = 0;
  for (const TrackedPass &T : passes().take_front(I))
    Sum += T.numSteps();
  return Sum;
}

size_t PassSteps::passOf(size_t Step) const {
  size_t I = 0;
  while (begin(I + 1) < Step)
    ++I;
  return I;
}

/// Runs \p T again on \p M, a copy of what it was given.
static void runAgain(PassManager &Manager, const TrackedPass &T,
                     GraphModule &M) {
  Manager.setVerifyEach(false);
  // What passes say was said when the pipeline ran.
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  AnalysisManager Analyses(M);
  std::unique_ptr<Pass> P = T.P->clone();
  (void)Manager.run(*P, M, Analyses, Silent);
}

std::unique_ptr<GraphModule> PassSteps::state(size_t Step) const {
  if (Step == size())
    return Run.In.Modules.front()->clone();
  size_t I = passOf(Step + 1);
  const TrackedPass &T = passes()[I];
  size_t Inside = Step - begin(I);
  std::unique_ptr<GraphModule> M = T.Before->clone();
  if (!Inside)
    return M;
  PassManager Manager;
  auto Owned = std::make_unique<StepTracker>();
  StepTracker &Again = *Owned;
  Again.CaptureAt = Inside;
  Again.CaptureUnit = T.unit();
  Manager.addInstrumentation(std::move(Owned));
  runAgain(Manager, T, *M);
  if (Again.Captured)
    if (Error E = completeProgram(*Again.Captured))
      consumeError(std::move(E));
  return std::move(Again.Captured);
}

bool PassSteps::repeats(const TrackedPass &T) const {
  constexpr unsigned NumRuns = 3;
  std::string First;
  for (unsigned I = 0; I != NumRuns; ++I) {
    std::unique_ptr<GraphModule> M = T.Before->clone();
    PassManager Manager;
    runAgain(Manager, T, *M);
    std::string Text;
    raw_string_ostream OS(Text);
    printModule(*M, OS, PrintFormat::Native);
    if (I == 0)
      First = std::move(Text);
    else if (Text != First)
      return false;
  }
  return true;
}

bool PassCrash::hasHung() const { return Signal == SIGALRM; }

std::string PassCrash::signature() const {
  std::string How = hasHung() ? "timeout"
                    : Signal  ? "signal " + utostr(Signal)
                              : "exit code " + utostr(ExitCode);
  return How + " in " + Where.Pass;
}

std::optional<PassCrash> fx::crashOf(function_ref<void(StepProgress &)> Work) {
  void *Shared = mmap(nullptr, sizeof(StepProgress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return std::nullopt;
  auto *Progress = new (Shared) StepProgress;
  outs().flush();
  pid_t Child = fork();
  if (Child == 0) {
    becomeSilentChild();
    limitMemory();
    Work(*Progress);
    Progress->IsDone = true;
    _exit(0);
  }
  std::optional<PassCrash> Crash;
  int Status = 0;
  if (Child > 0 && waitpid(Child, &Status, 0) == Child && !Progress->IsDone)
    Crash = {WIFSIGNALED(Status) ? WTERMSIG(Status) : 0,
             WIFEXITED(Status) ? WEXITSTATUS(Status) : 0, *Progress};
  munmap(Shared, sizeof(StepProgress));
  return Crash;
}

std::optional<PassCrash> fx::findCrash(const BisectRun &Run) {
  // A child of a process with the threads of LibTorch may wait for them.
  if (isTorchBackendLoaded())
    return std::nullopt;
  return crashOf([&](StepProgress &Progress) {
    auto Tracker = std::make_unique<StepTracker>();
    Tracker->Progress = &Progress;
    Tracker->Seconds = Run.Config.Bisect.secondsOfPass();
    Run.Manager.addInstrumentation(std::move(Tracker));
    (void)Run.Manager.run(*Run.In.Modules.front(), Run.In.Diags);
  });
}
