//===- ReduceOracle.h - Whether a smaller program still fails - -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCEORACLE_H
#define FX_LIB_TOOLS_REDUCE_REDUCEORACLE_H

#include "Bisect/BisectOracle.h"
#include "fx/Pass/PassPipeline.h"

namespace fx {

/// What is reduced.
struct Candidate {
  std::unique_ptr<GraphModule> M;
  /// The elements of the pipeline as text.
  std::vector<std::string> Passes;
  /// Inputs are made from the types of placeholders, not as flags say.
  bool TypedInputs = false;
  /// Weights are made up from a seed and come from no file.
  bool RandomWeights = false;
  /// Seed of generated values.
  uint64_t Seed = 0;
  /// A file of rules beside the test, which passes read; empty: none.
  std::string RuleFile;

  Candidate clone() const;
  /// All that distinguishes candidates.
  std::string text() const;
  std::string pipeline() const;
};

/// The texts of the elements of \p Pipeline.
std::vector<std::string> elementTexts(const PassPipeline &Pipeline);

/// \p Message without ` (in %name)`: where the test is read, the node has a
/// line in place of that.
llvm::StringRef withoutPlace(llvm::StringRef Message);

/// \p Text with `%` for names of nodes, and without digits unless \p Digits.
std::string withoutNames(llvm::StringRef Text, bool Digits);

/// How a failure shows when fx-opt runs on the file of a candidate.
struct FailureTest {
  /// What follows the name of the file.
  std::vector<std::string> Words;
  /// Exit code of fx-opt, or of a command; -1 for a signal.
  int ExitCode = 0;
  /// What it says, without its place; may be empty.
  std::string Message;
  /// What stands before that.
  llvm::StringRef Severity = "error";
  /// A pass ends the process with success: nothing is printed.
  bool IsSilent = false;
  /// What stands after `RUN:`, in place of all that.
  std::string Line;
  /// It does not end: it is killed after so many seconds, if that is not 0.
  unsigned Seconds = 0;
};

/// Flags that every run of fx-opt needs.
std::vector<std::string> flagsOfRuns(const FXOptConfig &Config);

/// The test of \p C whose pipeline fails or dies, without exit code and
/// message; and that of one which changes what is computed with the inputs of
/// \p Options, or after which nothing can be computed unless it \p Runs.
FailureTest pipelineTest(const FXOptConfig &Config, const Candidate &C);
FailureTest differenceTest(const FXOptConfig &Config,
                           const NumericsOptions &Options, const Candidate &C,
                           bool Runs);

/// Says how candidates fail. A failure has a signature: two are the same if
/// their signatures are.
class ReduceOracle {
public:
  /// A candidate that is being tried.
  class Trial {
  public:
    virtual ~Trial();
    /// The signature; empty where it does not fail. To be called once.
    virtual std::string finish() = 0;
  };

  virtual ~ReduceOracle();
  virtual llvm::StringRef name() const = 0;
  /// \p C lives until the trial is gone.
  virtual std::unique_ptr<Trial> start(const Candidate &C) = 0;
  /// Whether trials run beside each other.
  virtual bool isParallel() const { return false; }
  /// Whether a pipeline without passes cannot fail.
  virtual bool needsPasses() const { return true; }
  /// Whether models run, with inputs and weights.
  virtual bool runsModels() const { return false; }
  /// Gives nodes the types that their values have in a run, so that each can be
  /// made an input; inputs are made from these unless \p KeepsInputs. False
  /// where that cannot be done.
  virtual bool addTypes(Candidate &, bool KeepsInputs = false) {
    (void)KeepsInputs;
    return false;
  }
  /// Why the last trial could not be made, where it has no signature for that
  /// reason.
  virtual std::string whyNotTried() const { return ""; }
  /// Whether that is because it did not end.
  virtual bool hasHung() const { return false; }
  /// How the failure of \p C, the last one, is shown.
  virtual FailureTest test(const Candidate &C) = 0;

  std::string signatureOf(const Candidate &C) { return start(C)->finish(); }
};

/// What oracles know of a run of fx-reduce.
struct ReduceContext {
  const FXOptConfig &Config;
  const PassRegistry &Registry;
  const OddValues &Odd;
  const InputFile &Origin;
  /// Most seconds that the first question may take; 0: as long as it takes.
  unsigned FirstSeconds = 0;
};

/// \name The oracles of docs/Reducing.md
/// @{
/// The pipeline dies.
std::unique_ptr<ReduceOracle> createCrashOracle(const ReduceContext &Context);
/// The pipeline ends with an error, with this id if it is not empty.
std::unique_ptr<ReduceOracle> createMessageOracle(const ReduceContext &Context,
                                                  llvm::StringRef Id);
/// Most seconds that a candidate may take after the first one took \p Time.
unsigned limitAfter(double Time);

/// The pipeline changes what is computed.
std::unique_ptr<ReduceOracle>
createDifferenceOracle(const ReduceContext &Context);
/// What is computed after the pipeline is not finite.
std::unique_ptr<ReduceOracle> createFiniteOracle(const ReduceContext &Context);
/// The pipeline applies the rule called \p Rule.
std::unique_ptr<ReduceOracle> createFiresOracle(const ReduceContext &Context,
                                                llvm::StringRef Rule);
/// The rule called \p Rule, or one at a node (`RULE@NODE`), is not applied
/// after the pipeline for the reason for which it is not applied now.
std::unique_ptr<ReduceOracle> createRefusesOracle(const ReduceContext &Context,
                                                  llvm::StringRef Rule);
/// A command exits with 0.
std::unique_ptr<ReduceOracle> createTestOracle(const ReduceContext &Context,
                                               llvm::StringRef Command);
/// @}

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCEORACLE_H
