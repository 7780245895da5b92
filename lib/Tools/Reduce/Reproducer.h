//===- Reproducer.h - A test of a pass that fails ------------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REPRODUCER_H
#define FX_LIB_TOOLS_REDUCE_REPRODUCER_H

#include "ReduceOracle.h"
#include "fx/Pass/PassInstrumentation.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Translate/InputFile.h"

namespace fx {

/// What a handler of signals prints, and the files that it makes before that.
struct CrashReport {
  struct File {
    /// Where its bytes are.
    int From;
    std::string Target;
    /// Whether it begins with the RUN line.
    bool IsTest;
  };

  /// The tool; where it crashed, or was stopped; and where the test of that is.
  std::string Tool, Message, Told;
  std::vector<File> Files;
};

/// Tells which pass dies, or was stopped before it ended, and with --reproducer
/// leaves a test of it, of one that fails, and of one that the verifier or
/// --check-numerics refuses.
///
/// The test is written to a temporary file before each pass, so that a handler
/// of signals has nothing to do but to copy it and to print a text that is
/// there. Where nothing fails, the file that was named is not touched.
class Reproducer final : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  Reproducer(const FXOptConfig &Config, const OddValues &Odd);
  ~Reproducer() override;

  /// What the modules of the next runs came from.
  void setInput(const InputFile &In) { Input = &In; }
  /// The pipeline has failed: writes how, and says where.
  void keep(DiagnosticEngine &Diags);

  void beforePass(const Pass &P, const GraphModule &M) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  void afterPipeline(const GraphModule &M) override;

private:
  llvm::Error write(const FailureTest &Test, OutputTransaction &Files);
  llvm::Error keepForCrash(const FailureTest &Test);
  void announce(const llvm::Twine &What, const GraphModule &M);

  const FXOptConfig &Config;
  const OddValues &Odd;
  const InputFile *Input = nullptr;
  unsigned Runs = 0;
  /// The last pass that began, and the module that it was given.
  std::unique_ptr<Pass> Last;
  std::unique_ptr<GraphModule> Before;
  /// The test in case that the pass dies.
  std::optional<OutputTransaction> Files;
  /// What the handler does.
  CrashReport Crash;
};

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REPRODUCER_H
