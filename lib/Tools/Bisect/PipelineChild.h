//===- PipelineChild.h - Running a pipeline in a child -------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_PIPELINECHILD_H
#define FX_LIB_TOOLS_BISECT_PIPELINECHILD_H

#include "Reduce/ReduceOracle.h"
#include "StepTracker.h"
#include "fx/Pass/PassInstrumentation.h"

namespace fx {

/// How a run of a pipeline ended.
struct PipelineOutcome {
  int Signal = 0;
  /// The code with which a pass has ended the process.
  std::optional<int> Ended;
  /// It was killed after its time.
  bool HasHung = false;
  /// The pass that ran last.
  std::string Pass;
  /// Id and message of the first error; empty: there was none.
  std::string Id, Message;
  int ExitCode = 0;
  /// Where it has died or was killed, before the last pass began.
  double Seconds = 0;
};

/// Runs \p Pipeline on \p M, as fx-opt does.
PipelineOutcome
runPipeline(const FXOptConfig &Config, const OddValues &Odd,
            PassPipeline Pipeline, GraphModule &M,
            StepProgress *Progress = nullptr,
            std::unique_ptr<PassInstrumentation> Watcher = nullptr);
/// The same with the text of a pipeline, which \p Watcher sees too.
PipelineOutcome
runPipeline(const ReduceContext &Context, llvm::StringRef Text, GraphModule &M,
            StepProgress *Progress = nullptr,
            std::unique_ptr<PassInstrumentation> Watcher = nullptr);

/// The same in a child, which runs meanwhile. Where whyNoChildren() says why
/// not, the pipeline runs here, and what dies is this process.
class PipelineChild {
public:
  /// A child that takes longer than \p Seconds, if that is not 0, is killed.
  PipelineChild(const ReduceContext &Context, const Candidate &C,
                unsigned Seconds);
  PipelineChild(const PipelineChild &) = delete;
  ~PipelineChild();
  PipelineOutcome finish();

private:
  void runInChild(const Candidate &C, int Pipe);

  const ReduceContext &Context;
  const Candidate &C;
  int Pid = 0;
  int Pipe = -1;
  double Begin = 0;
  StepProgress *Progress = nullptr;
};

/// What \p Work writes in a child, or none where that dies, as it does after
/// \p Seconds if that is not 0; \p HasHung says so then. Of LibTorch the
/// process has used one thread.
std::optional<std::string>
textOfChild(unsigned Seconds,
            llvm::function_ref<void(llvm::raw_ostream &)> Work,
            bool *HasHung = nullptr);

/// Loads LibTorch where children are wanted: it has one thread if nobody has
/// loaded it before.
llvm::Expected<TorchBackend &> loadTorchForChildren();

/// Why this process has no children that could die in its place; empty: it can
/// have some.
std::string whyNoChildren();
/// Where there is such a reason, lets a pass that dies tell it.
void explainDeathWithoutChildren();

/// Lets this process, a child, die of a signal as a program without handlers
/// does, also where a pass calls exit(), and say nothing.
void becomeSilentChild();
/// Lets it take no more than half of the memory of the machine: a pass that
/// never ends may ask for all of it.
void limitMemory();

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_PIPELINECHILD_H
