//===- Bisector.h - The search of --opt-bisect ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_BISECTOR_H
#define FX_LIB_TOOLS_BISECT_BISECTOR_H

#include "PassSteps.h"
#include "fx/Support/Progress.h"
#include "llvm/Support/JSON.h"

namespace fx {

/// Runs a pipeline, asks oracles about its states, and says what it found.
class Bisector {
public:
  explicit Bisector(const BisectRun &Run)
      : Run(Run), Steps(Run), Numerics(Run.Config.Numerics) {}
  ExitCode list();
  ExitCode stop();
  ExitCode search();

private:
  ExitCode searchAll();
  const BisectOptions &options() const { return Run.Config.Bisect; }
  ExitCode usage(const llvm::Twine &Text);
  ExitCode reportCrash(const PassCrash &Crash);
  ExitCode reportFailure(PassResult Result);
  ExitCode ask(StateOracle &Oracle, bool &Found);
  llvm::Expected<std::unique_ptr<StateOracle>> makeOracle(llvm::StringRef Name);
  ExitCode askOtherSeeds(bool &Found);
  std::vector<std::string> wordsOf(llvm::StringRef Tool) const;
  /// Counts a question that is asked.
  void noteProbe() {
    ++NumProbes;
    if (Shown)
      Shown->advance();
  }
  Verdict judge(StateOracle &Oracle, const GraphModule &M);
  Verdict probe(StateOracle &Oracle, size_t Step);
  ExitCode searchBetween(StateOracle &Oracle, const Verdict &End);
  ExitCode
  reportSet(llvm::StringRef Oracle, const llvm::Twine &What,
            llvm::StringRef Because, const Pass *Last,
            llvm::function_ref<bool(llvm::ArrayRef<std::string>)> IsBad);
  ExitCode searchSet(StateOracle &Oracle, const Verdict &End);
  ExitCode searchCrashSet(const PassCrash &Crash);
  ExitCode searchFailureSet(const GraphModule &Input, const TrackedPass *T);
  std::optional<std::pair<size_t, Verdict>>
  probeNear(StateOracle &Oracle, llvm::ArrayRef<size_t> States,
            llvm::StringRef Signature);
  void narrow(StateOracle &Oracle, std::vector<size_t> &States, Verdict &Last);
  std::pair<size_t, size_t> findStep(StateOracle &Oracle, Verdict &Last);
  /// \p Others: what else is wrong, and begins elsewhere.
  void reportStep(StateOracle &Oracle, size_t Good, size_t BadStep,
                  const Verdict &V, llvm::ArrayRef<std::string> Others);
  void printDifference(size_t Before, size_t After);
  void line(llvm::StringRef Key, const llvm::Twine &Text);
  /// The same for one of those that are a list in the report, be it of one.
  void lineOfList(llvm::StringRef Key, const llvm::Twine &Text);
  std::string describePass(const TrackedPass &T) const;
  std::string commandWith(llvm::StringRef Value) const;
  void printSearch(const llvm::Twine &Verdict);
  void printReduction(llvm::StringRef Flag);
  ExitCode writeReport(ExitCode Code);

  const BisectRun &Run;
  /// What is said, by its key, for --bisect-report.
  llvm::json::Object Findings;
  PassSteps Steps;
  unsigned NumProbes = 0;
  /// What a terminal shows while the search runs.
  std::optional<Progress> Shown;
  /// Inputs are made up from this seed, if that is not the one that was given.
  std::optional<uint64_t> Seed;
  /// Those of the oracle that compares results.
  NumericsOptions Numerics;
  /// Only states between passes are judged.
  bool PassesOnly = false;
  /// Steps that are needed together are looked for.
  bool IsMinimal = false;
};

/// `twice-relu %again`.
std::string describeStep(const StepText &Text);
/// The flag of fx-reduce for what an oracle calls bad; empty: there is none.
llvm::StringRef reductionOf(llvm::StringRef Oracle);
/// What an oracle calls bad: `the result is wrong`.
llvm::StringRef badnessOf(const StateOracle &Oracle);

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_BISECTOR_H
