//===- Reducer.h - Makes a failing program smaller ------------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCER_H
#define FX_LIB_TOOLS_REDUCE_REDUCER_H

#include "ReduceEdits.h"
#include "ReduceOracle.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>

namespace fx {

struct ReduceOptions {
  /// How many candidates are tried at once, where that is possible.
  unsigned Jobs = 1;
  /// Seconds; 0: as long as it takes.
  double MaxTime = 0;
  /// When these began.
  std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
  /// Stay a program.
  bool KeepProgram = false;
  /// Another failure will do.
  bool AnyFailure = false;
  /// Where a file of rules goes that is smaller than the one that passes read;
  /// empty: nowhere.
  std::string RuleFile;
  /// Print what each strategy did.
  bool Table = false;
};

/// The pass that the element \p Text of a pipeline is, alone; empty for a
/// group.
PassPipeline onePass(llvm::StringRef Text, const PassRegistry &Registry);
std::string textOf(const PassPipeline &P);

/// Tries edits of the best candidate so far, and keeps those that still fail
/// with the same signature. What is kept does not depend on the number of jobs.
class Reducer {
public:
  Reducer(const ReduceContext &Context, ReduceOracle &Oracle,
          const ReduceOptions &Options)
      : Context(Context), Oracle(Oracle), Options(Options) {}

  /// Called after each strategy that made \p Best smaller.
  std::function<void(const Candidate &Best)> OnImproved;

  /// Reduces \p Start, which fails with \p Signature.
  void run(Candidate Start, llvm::StringRef Signature);

  Candidate &best() { return Best; }
  const ReduceSize &size() const { return Size; }
  size_t numTries() const { return Tries; }
  /// How the best one fails.
  llvm::StringRef signature() const { return Signature; }

private:
  /// Files of rules that are larger stay as they are.
  static constexpr size_t MaxRuleText = 1 << 20;

  using Edit = llvm::function_ref<bool(Candidate &, size_t Index)>;
  bool outOfTime() const;
  bool fails(llvm::StringRef Found);
  /// Whether models run with values that the user gave.
  bool hasGivenInputs() const;
  void setBest(Candidate C, std::string Text);
  bool prepare(Candidate &C, std::string &Text, bool MustBeSmaller);
  bool tryOnce(llvm::function_ref<bool(Candidate &)> E,
               bool MustBeSmaller = true);
  std::optional<size_t> tryFirst(size_t From, size_t To, Edit E);
  bool tryEach(llvm::function_ref<size_t()> Count, Edit E);
  bool tryRanges(llvm::function_ref<size_t()> Count,
                 llvm::function_ref<bool(Candidate &, size_t, size_t)> E);

  void prepareStart();
  void prepareTypes();
  void prepareWeights();
  void nameRules();
  bool reducePasses();
  bool reduceRules();
  bool reduceRuleFile(size_t Place, llvm::StringRef File);
  bool startBeforePass();
  bool reduceRounds();
  bool reduceProgram();
  bool reduceGraphs();
  bool inlineGraphs();
  bool returnEarliest(bool KeepsWrites);
  bool reduceOutputs();
  bool reduceCalls();
  bool reduceOperands();
  bool reduceInputs();
  bool reduceArguments();
  bool reduceTargets();
  bool reduceSizes();
  bool reduceModules();
  bool reduceText();
  bool reduceValues();
  bool addValues();
  void finish();
  bool runStrategy(llvm::StringRef Name, bool (Reducer::*Strategy)());

  const ReduceContext &Context;
  ReduceOracle &Oracle;
  ReduceOptions Options;
  Candidate Best;
  ReduceSize Size;
  std::string BestText, Signature;
  /// Hashes of texts of candidates that were tried.
  llvm::DenseSet<uint64_t> Seen;
  /// Dead code may be what fails.
  bool RemovesDead = true;
  /// Names say nothing of the failure, so that no node keeps one of a call that
  /// it was before.
  bool RenamesAll = false;
  /// What is left to be tried does not look at the time.
  bool IsFinishing = false;
  size_t Tries = 0;
  Progress Tried{"candidates tried"};
};

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCER_H
