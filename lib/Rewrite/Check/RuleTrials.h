//===- RuleTrials.h - Looks for mistakes of rules ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes programs near the examples of a rule, and runs those in which it is
// applied before and after. What shows a mistake is made as small as possible.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULETRIALS_H
#define FX_LIB_REWRITE_RULETRIALS_H

#include "AllValues.h"
#include "PatternWays.h"
#include "RuleChecker.h"
#include "RuleVariants.h"
#include "fx/IR/TensorType.h"
#include "fx/Rewrite/RuleSet.h"
#include <deque>
#include <set>

namespace fx::rewrite {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// Stands around an example in place of a seed: results are copied.
inline constexpr uint64_t CopiedResults = UINT64_MAX;

/// One rewrite after another is not tried: a rule that undoes itself might be
/// applied an even number of times.
RewriteOptions singleRewrites();

/// What shows that a rule is wrong.
struct Witness {
  Clause Program;
  /// What decides the elements of constants, and CopiedResults or 0.
  uint64_t Seed = 0, Around = 0;
  llvm::SmallVector<TensorType, 4> Types;
  /// The bytes of each input.
  llvm::SmallVector<std::string, 4> Values;
  std::string Why;
};

/// The same as text.
struct Finding {
  std::string Program, Why;
  /// Such as `%x = -0, %y = [1, nan]`; empty where they are many.
  std::string Inputs;
};
Finding describe(const Witness &W);

class RuleChecker {
public:
  RuleChecker(RuleSet &Set, Program &P, TorchBackend &Torch,
              const CheckOptions &Options)
      : Set(Set), P(P), Torch(Torch), Options(Options) {}

  /// Forgets the rule before.
  void begin() {
    LastFit.reset();
    Ran.clear();
    Proven.clear();
    Instances.clear();
    Proofs.clear();
    Found.reset();
    Refused.reset();
    Repeats = false;
    Programs.emplace();
    Texts.clear();
  }
  /// Tries a rule near its examples, and says what is wrong.
  void checkRule(const CompiledRule &Rule, RuleFile &File,
                 DiagnosticEngine &Diags);
  CheckCounts Counts;

private:
  /// Tries a rule near one of its examples. What is wrong; empty when nothing
  /// is.
  std::string check(const CompiledRule &Rule, RuleFile &File,
                    const Clause &Example);
  /// Tries all values of small types where an example of a rule that is exact
  /// allows it. The same.
  std::string prove(const CompiledRule &Rule, RuleFile &File,
                    const Clause &Example);
  /// Counts what is proven of \p Rule, where each way in which it fits was
  /// tried; else warns of those that were not.
  void finish(const CompiledRule &Rule, DiagnosticEngine &Diags);

  using Inputs = SmallVector<std::string, 4>;
  /// A program before and after the rule, and before it in float64 where the
  /// class asks for a reference.
  struct Sides {
    std::unique_ptr<GraphModule> Left, Right, Double;
    std::unique_ptr<GraphRunner> Before, After, Exactly;
    SmallVector<TensorType, 4> Types, DoubleTypes;
    double Coarsest = 0;
  };
  enum class SideState : uint8_t { Same, Differ, NotRun };

  /// Elements of constants follow from \p Seed; those of \p As, which may be
  /// another type of \p C, are converted.
  /// \p Around, unless 0, says what stands around the example: CopiedResults,
  /// or a seed.
  std::unique_ptr<GraphModule> graphOf(RuleFile &File, const Clause &C,
                                       const Clause &As, uint64_t Seed,
                                       uint64_t Around = 0);
  std::string checkVariant(const CompiledRule &Rule, RuleFile &File,
                           RuleVariants &Variants, const Clause &C,
                           uint64_t Seed, uint64_t Around = 0,
                           bool IsUnusual = false);
  /// The same; where nothing could be compared, once more with constants of
  /// which some are negative, or of which none is.
  std::string checkConstants(const CompiledRule &Rule, RuleFile &File,
                             RuleVariants &Variants, const Clause &C,
                             uint64_t Seed, bool IsUnusual = false);
  /// Prepares both sides of \p C, or of what stands \p Around it, where
  /// \p Right is what the rule made of \p Left. Null where LibTorch cannot run
  /// one; \p Failure says why the result cannot be run.
  std::unique_ptr<Sides> prepareSides(const CompiledRule &Rule, RuleFile &File,
                                      const Clause &C,
                                      std::unique_ptr<GraphModule> Left,
                                      std::unique_ptr<GraphModule> Right,
                                      uint64_t Seed, uint64_t Around,
                                      std::string &Failure);
  /// The same of a program that the rule is applied to; null where it is not.
  std::unique_ptr<Sides> sidesOf(const CompiledRule &Rule, RuleFile &File,
                                 const Clause &C, const Witness &As);
  /// Runs both sides on all rounds of values, also on those \p Near. Sets
  /// \p Found where they differ, and \p Admits does not want another round.
  SideState compareSides(
      const CompiledRule &Rule, Sides &S, ArrayRef<double> Near, uint64_t Seed,
      Witness &Found,
      llvm::function_ref<bool(StringRef Why)> Admits = [](StringRef) {
        return true;
      });
  /// The same for one round.
  SideState compareOn(const CompiledRule &Rule, Sides &S, const Inputs &Values,
                      std::string &Why);
  /// Looks for a smaller program, with simpler values, that shows the same.
  void shrink(const CompiledRule &Rule, RuleFile &File, Witness &Found);
  void shrinkSizes(const CompiledRule &Rule, RuleFile &File, Witness &Found);
  void shrinkValues(const CompiledRule &Rule, RuleFile &File, Witness &Found);
  /// Halves inputs that run through all values, down to those at which the
  /// sides differ.
  void halveInputs(const CompiledRule &Rule, RuleFile &File, Witness &Found);
  /// Makes \p C with \p Values, or with any unless they are given, the new
  /// witness where it shows the same.
  bool accept(const CompiledRule &Rule, RuleFile &File, const Clause &C,
              const Inputs *Values, Witness &Found);
  /// \p Why with the program, which is \p C unless a smaller one is known.
  std::string inProgram(const Clause &C, StringRef Why) const;
  /// Tries the pattern itself: with plain inputs, and in each way that nothing
  /// before has shown.
  std::string checkWays(const CompiledRule &Rule, RuleFile &File,
                        const Clause &Example, const PatternFit &Fit,
                        uint64_t Seed);
  /// Tries what differs from an example in a larger way.
  std::string checkFar(const CompiledRule &Rule, RuleFile &File,
                       RuleVariants &Variants, uint64_t Seed);
  /// Tries more calls of a rule that takes all that fit.
  std::string checkResults(const CompiledRule &Rule, RuleFile &File,
                           RuleVariants &Variants, uint64_t Seed);
  /// Tries each operator of the chains of the pattern.
  std::string checkChains(const CompiledRule &Rule, RuleFile &File,
                          const Clause &Example, const PatternFit &Fit,
                          uint64_t Seed);
  /// Compares the gradients of a rule that may be applied where somebody asks
  /// for them, with \p IsShort on fewer values.
  std::string checkGradients(const CompiledRule &Rule, RuleFile &File,
                             const Clause &C, uint64_t Seed,
                             bool IsShort = false);
  /// Whether \p Rule is applied to its own result again and again.
  bool repeats(const CompiledRule &Rule, RuleFile &File, const Clause &Example);
  /// Whether \p Rule is applied to \p M.
  bool apply(const CompiledRule &Rule, GraphModule &M, RewriteOptions &Options);
  /// Takes the ways in which \p Rule fits where it is applied to \p M.
  void recordFit(const CompiledRule &Rule, GraphModule &M,
                 RewriteOptions &Options);
  /// Sets \p IsProof where the rule was applied and both sides ran.
  std::string checkAll(const CompiledRule &Rule, RuleFile &File,
                       const AllValues &All, bool &IsProof);
  /// What is wrong with a rule that the engine refuses for \p Why.
  std::string checkRefused(const CompiledRule &Rule, RuleFile &File,
                           GraphModule &Left, StringRef Why, uint64_t Seed);
  bool showsRefusal(const CompiledRule &Rule, RuleFile &File, StringRef Kind);
  CheckedRun run(GraphRunner &Runner, ArrayRef<TensorType> Types,
                 const Inputs &Values);
  bool isDetermined(GraphRunner &Runner, ArrayRef<TensorType> Types,
                    const Inputs &Values, const CheckedRun &Before);

  RuleSet &Set;
  Program &P;
  TorchBackend &Torch;
  const CheckOptions &Options;
  /// Programs whose results were compared.
  uint64_t NumCompared = 0;
  /// \name Of the rule that is checked
  /// @{
  /// What check() or prove() found, where a program and its inputs show it.
  std::optional<Finding> Found;
  /// Where the engine refused it first though it matched. A difference, which
  /// another program may show, says more.
  std::optional<Finding> Refused;
  /// How it fitted where it was applied last.
  std::optional<PatternFit> LastFit;
  /// Runs of programs that did not fail.
  uint64_t NumRan = 0;
  /// Whether one of its examples did not fail.
  bool HasRun = false;
  /// The program that is checked is an example as it stands.
  bool IsExample = false;
  /// The ways in which it fitted programs that were run, or all values.
  std::set<PatternWay> Ran, Proven;
  /// Programs that checkWays() made, to prove the rule there too.
  std::vector<Clause> Instances;
  std::vector<CheckCounts::Proof> Proofs;
  /// It is applied to its own results without end.
  bool Repeats = false;
  /// The expressions of new programs, and their texts.
  std::optional<RuleFile> Programs;
  std::deque<std::string> Texts;
  /// @}
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULETRIALS_H
