//===- CheckNumerics.h - Whether passes keep what is computed ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_OPT_CHECKNUMERICS_H
#define FX_LIB_TOOLS_OPT_CHECKNUMERICS_H

#include "Common/CommandLine.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Pass/PassInstrumentation.h"
#include "fx/Support/Progress.h"

namespace fx {

struct NumericsOptions {
  enum ModeKind : uint8_t { Off, Each, End } Mode = Off;
  RunInputSource Inputs;
  RunOptions Run;
  double Rtol = 1e-4, Atol = 1e-5;
  /// Where the module before a pass that changed results goes.
  std::string Reproducer = "fx-opt-numerics.fx";
  /// Flags that the run of that module needs besides: `--schema`, `ops.txt`.
  std::vector<std::pair<llvm::StringRef, std::string>> OtherFlags;
};

/// Adds --input and --inputs, which fill \p Inputs. \p Help is that of the
/// first, \p File says who sees the second.
void addRunInputFlags(
    CommandLine &Flags, RunInputSource &Inputs, llvm::StringRef Help,
    CommandLineFlag::Visibility File = CommandLineFlag::Shown);
/// Adds --random-weights, which sets \p Seed: 0 where it has no value.
void addRandomWeightsFlag(CommandLine &Flags, std::optional<uint64_t> &Seed,
                          CommandLineFlag::Visibility Visibility);
/// Adds the flags that fill \p Options.
void addNumericsFlags(CommandLine &Flags, NumericsOptions &Options);

/// Runs a module before and after passes on the same inputs and compares what
/// it returns, what it did to its state and its inputs, and which results share
/// memory.
class NumericsChecker final : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  explicit NumericsChecker(const NumericsOptions &Options) : Options(Options) {}
  ~NumericsChecker() override;

  /// Runs \p M, which no pass has seen. Errors: those of running.
  llvm::Error begin(const GraphModule &M);
  /// What \p M does differently from what begin() saw; empty: nothing. Errors:
  /// those of running.
  llvm::Expected<std::string> probe(const GraphModule &M);
  /// All that \p M does differently, what probe() finds first.
  llvm::Expected<std::vector<std::string>> probeAll(const GraphModule &M);
  llvm::Error checkModule(const Pass &P, const GraphModule &M) override;
  /// Compares with what begin() saw, if that was not done.
  llvm::Error finish(const GraphModule &M, llvm::StringRef Pipeline);

private:
  /// What one run left.
  struct Sample {
    std::unique_ptr<GraphModule> M;
    std::unique_ptr<GraphRunner> Runner;
    std::vector<std::string> InputNames;
    std::vector<RunValuePtr> Inputs, Outputs;
    /// Paths of the state that it may have written.
    std::vector<std::string> Written;
    ExampleSizes Sizes = ExampleSizes::AsExported;
  };

  llvm::Expected<Sample> run(const GraphModule &M, RunObserver *Observer,
                             ExampleSizes Sizes);
  void beginWithOtherSizes(const GraphModule &M);
  llvm::Error check(const GraphModule &M, llvm::StringRef What, bool IsOnePass);
  CompareOptions tolerance() const;
  /// Calls \p Take with each difference until it returns true.
  void differences(const Sample &Before, const Sample &After,
                   llvm::function_ref<bool(std::string)> Take);
  std::string difference(const Sample &Before, const Sample &After);
  std::string sharingDifference(const Sample &Before, const Sample &After);
  static RunValuePtr stateOf(const Sample &S, llvm::StringRef Path);
  std::string memoryOf(const Sample &S, size_t Output);
  llvm::Error report(const GraphModule &After, llvm::StringRef What,
                     bool IsOnePass, const Sample &Before,
                     llvm::StringRef Difference);
  llvm::Expected<std::string> writeReproducer(llvm::StringRef Pipeline);

  const NumericsOptions &Options;
  /// Of the module before: with the sizes of the export and, where the program
  /// has other ones, with these.
  std::vector<Sample> Last;
  /// From begin() to finish(): how often the module has run.
  std::optional<Progress> Runs;
};

} // namespace fx

#endif // FX_LIB_TOOLS_OPT_CHECKNUMERICS_H
