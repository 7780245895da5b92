//===- RuleChecker.cpp - Rules on tensors ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "AllValues.h"
#include "CheckPrograms.h"
#include "ExampleGraph.h"
#include "PatternWays.h"
#include "RuleCompiler.h"
#include "RuleVariants.h"
#include "Surroundings.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/Module.h"
#include "fx/IR/TensorType.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <deque>
#include <set>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Stands around an example in place of a seed: results are copied.
static constexpr uint64_t CopiedResults = UINT64_MAX;

/// One rewrite after another is not tried: a rule that undoes itself might be
/// applied an even number of times.
static RewriteOptions singleRewrites() {
  RewriteOptions Options;
  Options.Inference = true;
  Options.MaxGenerations = 1;
  return Options;
}

namespace {

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
    Repeats = false;
  }
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
  CheckCounts Counts;

private:
  using Inputs = SmallVector<std::string, 4>;

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
  /// Runs \p Before, which is \p Left, and \p After on all rounds of values;
  /// \p Double, unless null, is \p Left in float64. Sets \p HasRun where both
  /// ran.
  std::string compareSides(const CompiledRule &Rule, const GraphModule &Left,
                           GraphRunner &Before, GraphRunner &After,
                           GraphModule *Double, ArrayRef<double> Near,
                           uint64_t Seed, bool &HasRun);
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
  /// for them.
  std::string checkGradients(const CompiledRule &Rule, RuleFile &File,
                             RuleVariants &Variants, const Clause &C,
                             uint64_t Seed);
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
  std::unique_ptr<GraphRunner> prepare(GraphModule *M, std::string &Failure) {
    return prepareCheck(Torch, *M, Failure);
  }
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
  /// How it fitted where it was applied last.
  std::optional<PatternFit> LastFit;
  /// The ways in which it fitted programs that were run, or all values.
  std::set<PatternWay> Ran, Proven;
  /// Programs that checkWays() made, to prove the rule there too.
  std::vector<Clause> Instances;
  std::vector<CheckCounts::Proof> Proofs;
  /// It is applied to its own results without end.
  bool Repeats = false;
  /// @}
  /// Those of new programs.
  std::deque<std::string> Texts;
};

} // namespace

/// What \p C says, or null where that is not a program.
std::unique_ptr<GraphModule>
RuleChecker::graphOf(RuleFile &File, const Clause &C, const Clause &As,
                     uint64_t Seed, uint64_t Around) {
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  CompiledRule Terms;
  RuleCompiler Compiler(P, File, Silent);
  if (!Compiler.compileExample(C, false, Terms))
    return nullptr;
  auto M = std::make_unique<GraphModule>(*P.Ctx);
  auto Bytes = [&](unsigned I, DType T, size_t Count) {
    std::optional<DType> Of = dtypeOfKind(As.Inputs[I].Type.Kinds[0]);
    if (!Of || *Of == T)
      return constantValues(T, Count, Seed + 2 * I);
    return convertValues(constantValues(*Of, Count, Seed + 2 * I), *Of, T);
  };
  std::unique_ptr<RuleHost> Host = P.host(*M, /*Inference=*/true);
  if (!makeGraph(*M, C, Terms, Host.get(), Bytes, /*Fresh=*/Around).empty())
    return nullptr;
  bool IsProgram = Around == CopiedResults ? copyResults(*M)
                                           : !Around || surround(*M, Around);
  return IsProgram ? std::move(M) : nullptr;
}

CheckedRun RuleChecker::run(GraphRunner &Runner, ArrayRef<TensorType> Types,
                            const Inputs &Values) {
  std::vector<RunValuePtr> Given;
  double Epsilon = 0;
  for (auto [Type, Elements] : zip(Types, Values)) {
    Epsilon = std::max(Epsilon, epsilonOf(Type.dtype()));
    Expected<RunValuePtr> Value = makeInput(Torch, Type, Elements);
    if (!Value) {
      CheckedRun Result;
      Result.Failure = toString(Value.takeError());
      return Result;
    }
    Given.push_back(*Value);
  }
  ++Counts.Runs;
  CheckedRun Result = runCheck(Torch, *P.Ctx, Runner, Given);
  Result.Epsilon = Epsilon;
  for (size_t I = 0; I != Given.size(); ++I) {
    Expected<std::optional<TensorBytes>> Now = Torch.bytesOf(*Given[I]);
    if (!Now)
      consumeError(Now.takeError());
    else if (*Now && (*Now)->Bytes != Values[I])
      Result.Written = I + 1;
  }
  return Result;
}

bool RuleChecker::apply(const CompiledRule &Rule, GraphModule &M,
                        RewriteOptions &Rewriting) {
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  const CompiledRule *Only[] = {&Rule};
  return Set.apply(Only, M.graph(), M, Rewriting, Silent) != 0;
}

bool RuleChecker::repeats(const CompiledRule &Rule, RuleFile &File,
                          const Clause &Example) {
  std::unique_ptr<GraphModule> M = graphOf(File, Example, Example, 0);
  if (!M)
    return false;
  bool Repeats = false;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    Repeats |= D.Id == diag::warn_rules_generations;
  });
  RewriteOptions Rewriting;
  Rewriting.Inference = true;
  Rewriting.MaxGenerations = 16;
  const CompiledRule *Only[] = {&Rule};
  Set.apply(Only, M->graph(), *M, Rewriting, Diags);
  return Repeats;
}

/// Whether an example shows that the rule leaves this to the engine.
bool RuleChecker::showsRefusal(const CompiledRule &Rule, RuleFile &File,
                               StringRef Kind) {
  for (const Clause &C : Rule.Def->Clauses) {
    if (C.Kind != Clause::Example || !C.Negative)
      continue;
    std::unique_ptr<GraphModule> M = graphOf(File, C, C, 0);
    if (!M)
      continue;
    RewriteOptions Rewriting;
    Rewriting.Inference = true;
    bool Shows = false;
    Rewriting.Refused = [&](StringRef Why) {
      Shows |= kindOfRefusal(Why) == Kind;
    };
    apply(Rule, *M, Rewriting);
    if (Shows)
      return true;
  }
  return false;
}

std::string RuleChecker::checkRefused(const CompiledRule &Rule, RuleFile &File,
                                      GraphModule &Left, StringRef Why,
                                      uint64_t Seed) {
  StringRef Kind = kindOfRefusal(Why);
  if (Kind.empty() || showsRefusal(Rule, File, Kind))
    return "";
  // What fails before may fail after.
  std::string Failure;
  std::unique_ptr<GraphRunner> Before = prepare(&Left, Failure);
  if (!Before)
    return "";
  SmallVector<TensorType, 4> Types = inputTypes(Left);
  Inputs Values;
  for (const TensorType &T : Types)
    Values.push_back(
        checkValues(T.dtype(), elementCountOf(T), 0, ValueRange::Tame, Seed));
  CheckedRun L = run(*Before, Types, Values);
  if (!L.Failure.empty())
    return "";
  return "it matches, and only the engine refuses it: " + Why.str() +
         "; add a condition, or an 'example no' that shows it";
}

void RuleChecker::recordFit(const CompiledRule &Rule, GraphModule &M,
                            RewriteOptions &Rewriting) {
  std::shared_ptr<RuleHost> Host = P.host(M, /*Inference=*/true);
  auto Fit = std::make_shared<std::optional<PatternFit>>();
  Rewriting.Fitted = [&Rule, Fit, Host](Matcher &Match) {
    Fit->emplace(Rule, Match, Host.get());
  };
  Rewriting.Applied = [this, Fit](StringRef, StringRef) {
    if (*Fit)
      LastFit.emplace(std::move(**Fit));
    Fit->reset();
  };
}

std::string RuleChecker::checkVariant(const CompiledRule &Rule, RuleFile &File,
                                      RuleVariants &Variants, const Clause &C,
                                      uint64_t Seed, uint64_t Around,
                                      bool IsUnusual) {
  std::unique_ptr<GraphModule> Left = graphOf(File, C, C, Seed, Around);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, C, C, Seed, Around) : nullptr;
  if (!Right || readsOutside(*Left))
    return "";
  RewriteOptions Rewriting = singleRewrites();
  std::string Refused;
  Rewriting.Refused = [&](StringRef Why) { Refused = Why.str(); };
  Rewriting.Broken = Options.Broken;
  recordFit(Rule, *Right, Rewriting);
  if (Around)
    Rewriting.Admits = [](StringRef, const Node &Root) {
      return !isCopyOfInput(Root);
    };
  if (!apply(Rule, *Right, Rewriting)) {
    if (Around)
      return "";
    // It may be wrong besides.
    if (StringRef(Refused).starts_with("alias: "))
      return checkVariant(Rule, File, Variants, C, Seed, CopiedResults,
                          IsUnusual);
    // What the author did not think of, the engine may refuse.
    if (IsUnusual || Variants.isUnusual(C))
      return "";
    return checkRefused(Rule, File, *Left, Refused, Seed);
  }
  ++Counts.Cases;
  std::set<PatternWay> Ways = LastFit ? LastFit->Ways : std::set<PatternWay>();
  // Running removes dead code.
  std::string Program = Around ? nodesOnOneLine(*Left) : "";
  CheckedRun Failed;
  std::unique_ptr<GraphRunner> Before = prepare(&*Left, Failed.Failure);
  if (!Before)
    return ""; // This LibTorch does not have it.
  std::unique_ptr<GraphRunner> After = prepare(&*Right, Failed.Failure);
  if (!After)
    return "the result cannot be run: " + Failed.Failure;
  std::unique_ptr<GraphModule> Double;
  if (Rule.Class == Exactness::Rounding || Rule.Class == Exactness::Finite)
    Double = graphOf(File, Variants.inDouble(C), C, Seed, Around);
  bool IsSurrounded = Around && Around != CopiedResults;
  SmallVector<double, 32> Near;
  if (Rule.Class != Exactness::Finite && !IsSurrounded)
    Near = numbersNear(C);
  bool HasRun = false;
  std::string Why = compareSides(Rule, *Left, *Before, *After, Double.get(),
                                 Near, Seed, HasRun);
  if (!Why.empty())
    return IsSurrounded ? Why + ", in " + Program : Why;
  if (HasRun) {
    ++NumCompared;
    Ran.insert(Ways.begin(), Ways.end());
  }
  return "";
}

/// Whether this LibTorch has no kernel for a type of the program.
static bool lacksKernel(const CheckedRun &Run) {
  return StringRef(Run.Failure).contains("not implemented for");
}

std::string RuleChecker::compareSides(const CompiledRule &Rule,
                                      const GraphModule &Left,
                                      GraphRunner &Before, GraphRunner &After,
                                      GraphModule *Double,
                                      ArrayRef<double> Near, uint64_t Seed,
                                      bool &HasRun) {
  SmallVector<TensorType, 4> Types = inputTypes(Left);
  // Values inside may be rounded to another type.
  double Coarsest = coarsestOf(Left);
  std::unique_ptr<GraphRunner> Exactly;
  SmallVector<TensorType, 4> DoubleTypes;
  if (Double) {
    std::string Failure;
    DoubleTypes = inputTypes(*Double);
    Exactly = prepare(Double, Failure);
  }
  ValueRange Range = Rule.Class == Exactness::Finite     ? ValueRange::Tame
                     : Rule.Class == Exactness::Rounding ? ValueRange::Narrow
                                                         : ValueRange::All;
  auto ValuesOf = [&](unsigned Round, size_t I) {
    DType T = Types[I].dtype();
    size_t Count = elementCountOf(Types[I]);
    if (Round < Options.Rounds)
      return checkValues(T, Count, Round, Range, Seed + Round * 64 + I);
    return valuesNear(
        T, Count, (Round - Options.Rounds + 3 * I) * std::max<size_t>(Count, 1),
        Near);
  };
  unsigned NumRounds = Options.Rounds + roundsNear(Near.size(), Types);
  for (unsigned Round = 0; Round != NumRounds; ++Round) {
    Inputs Values, Doubles;
    for (size_t I = 0; I != Types.size(); ++I) {
      Values.push_back(ValuesOf(Round, I));
      if (Exactly)
        Doubles.push_back(convertValues(Values.back(), Types[I].dtype(),
                                        DoubleTypes[I].dtype()));
    }
    CheckedRun L = run(Before, Types, Values);
    if (!L.Failure.empty())
      return "";
    L.Epsilon = std::max(L.Epsilon, Coarsest);
    CheckedRun R = run(After, Types, Values);
    if (lacksKernel(R))
      return "";
    CheckedRun E;
    if (Exactly) {
      ScaleObserver Observer(Torch);
      Exactly->setObserver(&Observer);
      E = run(*Exactly, DoubleTypes, Doubles);
      E.Scale = Observer.scale();
      Exactly->setObserver(nullptr);
    }
    std::string Why = compareRuns(Rule, L, R, Exactly ? &E : nullptr);
    if (!Why.empty())
      return isDetermined(Before, Types, Values, L) ? Why : "";
  }
  HasRun = true;
  return "";
}

/// Whether a program computes \p Before again: kernels may read what is not
/// theirs.
bool RuleChecker::isDetermined(GraphRunner &Runner, ArrayRef<TensorType> Types,
                               const Inputs &Values, const CheckedRun &Before) {
  constexpr unsigned NumRuns = 3;
  for (unsigned I = 0; I != NumRuns; ++I) {
    CheckedRun Again = run(Runner, Types, Values);
    if (Again.Results.size() != Before.Results.size())
      return false;
    for (auto [Old, New] : zip(Before.Results, Again.Results))
      if (Old.Bytes != New.Bytes)
        return false;
  }
  return true;
}

std::string RuleChecker::checkGradients(const CompiledRule &Rule,
                                        RuleFile &File, RuleVariants &Variants,
                                        const Clause &C, uint64_t Seed) {
  if (Rule.Inference)
    return "";
  // In float64, where gradients that differ are not near each other.
  Clause Wide = Variants.inDouble(C);
  std::unique_ptr<GraphModule> Left =
      graphOf(File, Wide, Wide, Seed, CopiedResults);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, Wide, Wide, Seed, CopiedResults) : nullptr;
  if (!Right)
    return "";
  RewriteOptions Rewriting = singleRewrites();
  Rewriting.Inference = false;
  Rewriting.Admits = [](StringRef, const Node &Root) {
    return !isCopyOfInput(Root);
  };
  if (!apply(Rule, *Right, Rewriting))
    return "";
  Left->graph().eliminateDeadCode();
  Right->graph().eliminateDeadCode();
  std::string Why =
      compareGradientsOf(Torch, *Left, *Right, cornersOf(C), Seed, Counts.Runs);
  return Why.empty() ? "" : Why + "; the attribute 'inference' allows it";
}

std::string RuleChecker::check(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  std::string Text = describeProgram(Example);
  uint64_t Seed = xxh3_64bits(Text);
  RuleVariants Variants(File, Example, Seed);
  unsigned Number = 0;
  std::optional<PatternFit> Fit;
  LastFit.reset();
  for (const Clause &C : Variants.make(Options.Mixtures)) {
    Seed += 1024;
    // Of constants every third has signs.
    Seed = (Seed & ~uint64_t(1)) | (++Number % 3 == 0);
    std::string Why = checkVariant(Rule, File, Variants, C, Seed);
    if (!Why.empty())
      return "in " + describeProgram(C) + ": " + Why;
    if (!Fit && LastFit)
      Fit.emplace(std::move(*LastFit));
  }
  if (std::string Why = checkGradients(Rule, File, Variants, Example, Seed);
      !Why.empty())
    return "in " + Text + ": " + Why;
  for (unsigned I = 0; I != Options.Mixtures / 2; ++I) {
    std::string Why =
        checkVariant(Rule, File, Variants, Example, Seed, Seed + I + 1);
    if (!Why.empty())
      return "around " + Text + ": " + Why;
  }
  if (std::string Why = checkFar(Rule, File, Variants, Seed); !Why.empty())
    return Why;
  if (std::string Why = checkResults(Rule, File, Variants, Seed); !Why.empty())
    return Why;
  if (!Fit || Example.Negative)
    return "";
  Repeats |= repeats(Rule, File, Example);
  std::string Why = checkWays(Rule, File, Example, *Fit, Seed);
  return Why.empty() ? checkChains(Rule, File, Example, *Fit, Seed) : Why;
}

std::string RuleChecker::checkFar(const CompiledRule &Rule, RuleFile &File,
                                  RuleVariants &Variants, uint64_t Seed) {
  constexpr unsigned Enough = 2;
  std::map<unsigned, uint64_t> Compared;
  for (const RuleVariants::FarVariant &Far : Variants.makeFar()) {
    if (Far.Group && Compared[Far.Group] >= Enough)
      continue;
    uint64_t Before = NumCompared;
    std::string Why = checkVariant(Rule, File, Variants, Far.Program, ++Seed,
                                   /*Around=*/0, !Far.IsUsual);
    if (!Why.empty())
      return "in " + describeProgram(Far.Program) + ": " + Why;
    Compared[Far.Group] += NumCompared - Before;
  }
  return "";
}

std::string RuleChecker::checkResults(const CompiledRule &Rule, RuleFile &File,
                                      RuleVariants &Variants, uint64_t Seed) {
  bool IsEach = any_of(Rule.Def->Clauses, [](const Clause &C) {
    return C.Kind == Clause::Match &&
           any_of(C.Body.Lines, [](const Line &L) { return L.Each; });
  });
  for (unsigned Times = 1; IsEach && Times != 3; ++Times) {
    Clause More = Variants.repeatLastResult(Times);
    std::string Why = checkVariant(Rule, File, Variants, More, ++Seed);
    if (!Why.empty())
      return "in " + describeProgram(More) + ": " + Why;
  }
  return "";
}

std::string RuleChecker::checkChains(const CompiledRule &Rule, RuleFile &File,
                                     const Clause &Example,
                                     const PatternFit &Fit, uint64_t Seed) {
  std::map<PatternId, const Expr *> Below;
  std::optional<Clause> Plain =
      Fit.instantiate(File, Example, nullptr, "2", Texts, &Below);
  const Clause &Base = Plain ? *Plain : Example;
  RuleVariants Variants(File, Base, Seed);
  for (auto [Id, Pat] : enumerate(Rule.Patterns)) {
    if (Pat.Kind != Pattern::Chain || (Plain && !Below.count(Id)))
      continue;
    const Expr *To = Plain ? Below[Id] : nullptr;
    for (const Clause &C : Variants.addLinks(Pat.LinkOps, To)) {
      std::string Why = checkVariant(Rule, File, Variants, C, ++Seed,
                                     /*Around=*/0, /*IsUnusual=*/true);
      if (!Why.empty())
        return "in " + describeProgram(C) + ": " + Why;
    }
  }
  return "";
}

std::string RuleChecker::checkWays(const CompiledRule &Rule, RuleFile &File,
                                   const Clause &Example, const PatternFit &Fit,
                                   uint64_t Seed) {
  // Of other numbers in formulas, as a negative variance, little is left.
  bool IsExact =
      Rule.Class == Exactness::Exact || Rule.Class == Exactness::CPUExact;
  auto Try = [&](const Clause &Program, bool Numbers) -> std::string {
    RuleVariants Variants(File, Program, Seed);
    bool IsFirst = true;
    for (const Clause &C : Variants.make(/*NumRandom=*/0, Numbers)) {
      LastFit.reset();
      std::string Why = checkVariant(Rule, File, Variants, C, ++Seed);
      if (!Why.empty())
        return "in " + describeProgram(C) + ": " + Why;
      if (std::exchange(IsFirst, false) && !LastFit)
        return "";
    }
    Instances.push_back(Program);
    std::string Why = checkGradients(Rule, File, Variants, Program, Seed);
    return Why.empty() ? "" : "in " + describeProgram(Program) + ": " + Why;
  };
  if (std::optional<Clause> Plain =
          Fit.instantiate(File, Example, nullptr, "2", Texts))
    // Those near the example were tried.
    if (std::string Why = Try(*Plain, /*Numbers=*/false); !Why.empty())
      return Why;
  for (const PatternWay &Way : waysOf(Rule)) {
    for (StringRef Unknown : {"2", "0.5", "-1", "torch.float16", "True"}) {
      if (Ran.count(Way))
        break;
      std::optional<Clause> New =
          Fit.instantiate(File, Example, &Way, Unknown, Texts);
      if (!New)
        break;
      if (std::string Why = Try(*New, IsExact); !Why.empty())
        return Why;
    }
    const Pattern &Pat = Rule.Patterns[Way.first];
    if (Ran.count(Way) || Pat.Kind != Pattern::Call)
      continue;
    // With the arguments of the example that the pattern does not name.
    SmallVector<const OpInfo *, 8> Ops;
    for (const OpChoice &Op : Pat.Ops)
      Ops.push_back(Op.Op);
    RuleVariants Exchanged(File, Example, Seed);
    const OpChoice &Op = Pat.Ops[Way.second];
    for (const Clause &New : Exchanged.exchangeOperator(
             Ops, Op.Only ? Op.Only->name() : Op.Op->name()))
      if (std::string Why = Try(New, IsExact); !Why.empty())
        return Why;
  }
  return "";
}

std::string RuleChecker::checkAll(const CompiledRule &Rule, RuleFile &File,
                                  const AllValues &All, bool &IsProof) {
  std::unique_ptr<GraphModule> Left =
      graphOf(File, All.Program, All.Program, 0);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, All.Program, All.Program, 0) : nullptr;
  bool IsSigned = All.Type.starts_with("i");
  if (!Right || !isElementwise(*Left) || (IsSigned && divides(*Left)))
    return "";
  RewriteOptions Rewriting = singleRewrites();
  LastFit.reset();
  recordFit(Rule, *Right, Rewriting);
  if (!apply(Rule, *Right, Rewriting) || !isElementwise(*Right))
    return "";
  std::string Failure;
  std::unique_ptr<GraphRunner> Before = prepare(&*Left, Failure);
  std::unique_ptr<GraphRunner> After = prepare(&*Right, Failure);
  if (!Before || !After)
    return "";
  SmallVector<TensorType, 4> InputTypes = inputTypes(*Left);
  Inputs Values(All.Inputs.begin(), All.Inputs.end());
  CheckedRun L = run(*Before, InputTypes, Values);
  CheckedRun R = run(*After, InputTypes, Values);
  if (!L.Failure.empty() || lacksKernel(R))
    return "";
  std::string Why = compareRuns(Rule, L, R, nullptr);
  IsProof = Why.empty();
  return Why.empty() ? "" : "in " + describeProgram(All.Program) + ": " + Why;
}

std::string RuleChecker::prove(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  if (Rule.Class != Exactness::Exact && Rule.Class != Exactness::CPUExact)
    return "";
  std::vector<Clause> Programs = {Example};
  append_range(Programs, std::exchange(Instances, {}));
  for (const Clause &Program : Programs) {
    std::string Types;
    // What is proven already needs no line.
    bool IsNew = &Program == &Programs.front();
    for (const AllValues &All : allValuesOf(Program)) {
      bool IsProof = false;
      std::string Why = checkAll(Rule, File, All, IsProof);
      if (!Why.empty())
        return Why;
      if (!IsProof)
        continue;
      Types += (Types.empty() ? "" : ", ") + All.Type.str();
      if (LastFit)
        for (const PatternWay &Way : LastFit->Ways)
          IsNew |= Proven.insert(Way).second;
    }
    if (IsNew && !Types.empty())
      Proofs.push_back({Rule.Name.str(), describeProgram(Program), Types});
  }
  return "";
}

void RuleChecker::finish(const CompiledRule &Rule, DiagnosticEngine &Diags) {
  std::vector<PatternWay> Ways = waysOf(Rule);
  if (all_of(Ways, [&](PatternWay Way) { return Proven.count(Way) != 0; }))
    append_range(Counts.Proofs, Proofs);
  // A definition that is used twice is the same text.
  erase_if(Ways, [&](PatternWay Way) {
    return any_of(Ran, [&](PatternWay Other) {
      return Other.second == Way.second && Rule.Patterns[Other.first].Source ==
                                               Rule.Patterns[Way.first].Source;
    });
  });
  if (Repeats)
    Diags.report(diag::warn_pass, SMLoc::getFromPointer(Rule.Def->Loc),
                 "rule '" + Rule.Name + "'",
                 "it is applied to its own result again and again");
  if (!Ways.empty())
    Diags.report(diag::warn_pass, SMLoc::getFromPointer(Rule.Def->Loc),
                 "rule '" + Rule.Name + "'",
                 "no example covers " + describeWays(Rule, Ways) +
                     ", which is not tried");
}

CheckCounts RuleSet::checkOnTensors(TorchBackend &Torch,
                                    const CheckOptions &Options,
                                    DiagnosticEngine &Diags) {
  RuleChecker Checker(*this, *P, Torch, Options);
  Progress Checked("rules tried on tensors", P->Rules.size());
  for (const auto &File : P->Files)
    for (const CompiledRule &Rule : P->Rules) {
      if (Rule.File != File.get())
        continue;
      Checked.advance();
      if (Rule.IsMissingOp)
        continue;
      Checker.begin();
      bool Good = true, HasExample = false;
      for (const Clause &C : Rule.Def->Clauses) {
        if (C.Kind != Clause::Example)
          continue;
        HasExample |= !C.Negative;
        std::string Why = Checker.check(Rule, *File, C);
        if (Why.empty() && !C.Negative)
          Why = Checker.prove(Rule, *File, C);
        if (Why.empty())
          continue;
        Diags.report(diag::err_rules_example, SMLoc::getFromPointer(C.Loc),
                     Rule.Name, Why);
        Good = false;
        break;
      }
      if (Good && HasExample)
        Checker.finish(Rule, Diags);
    }
  return Checker.Counts;
}
