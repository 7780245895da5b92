//===- RuleChecker.cpp - Rules on tensors ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "CheckPrograms.h"
#include "Compile/RuleCompiler.h"
#include "ExampleGraph.h"
#include "RuleTrials.h"
#include "Surroundings.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

RewriteOptions fx::rewrite::singleRewrites() {
  RewriteOptions Options;
  Options.Inference = true;
  Options.MaxGenerations = 1;
  return Options;
}

/// What \p C says, or null where that is not a program.
std::unique_ptr<GraphModule>
RuleChecker::graphOf(RuleFile &File, const Clause &C, const Clause &As,
                     uint64_t Seed, uint64_t Around) {
  if (hasLargeInput(C))
    return nullptr;
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
  // A padding may be any number; what it makes says nothing that less does not.
  if (any_of(M->graph().nodes(), [](Node *N) { return isLarge(*N); }))
    return nullptr;
  bool IsProgram = Around == CopiedResults ? copyResults(*M)
                                           : !Around || surround(*M, Around);
  return IsProgram ? std::move(M) : nullptr;
}

CheckedRun RuleChecker::run(GraphRunner &Runner, ArrayRef<TensorType> Types,
                            const Inputs &Values) {
  std::vector<RunValuePtr> Given;
  for (auto [Type, Elements] : zip(Types, Values)) {
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
  for (size_t I = 0; I != Given.size(); ++I) {
    Expected<std::optional<TensorBytes>> Now = Torch.bytesOf(*Given[I]);
    if (!Now)
      consumeError(Now.takeError());
    else if (*Now && (*Now)->Bytes != Values[I] && Result.Failure.empty()) {
      Result.Written |= uint64_t(1) << std::min<size_t>(I, 63);
      Result.Results.push_back(
          takeCheckedTensor(Torch, *P.Ctx, *Given[I], Result.Failure));
    }
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
  std::unique_ptr<GraphRunner> Before = prepareCheck(Torch, Left, Failure);
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
  std::string Why;
  Rewriting.Refused = [&](StringRef Text) { Why = Text.str(); };
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
    if (StringRef(Why).starts_with("alias: "))
      return checkVariant(Rule, File, Variants, C, Seed, CopiedResults,
                          IsUnusual);
    // What the author did not think of, the engine may refuse; and types are
    // its own.
    if (IsUnusual || Variants.isUnusual(C) ||
        (StringRef(Why).starts_with("invalid: ") && Variants.hasOtherTypes(C)))
      return "";
    if (Refused)
      return "";
    if (std::string Text = checkRefused(Rule, File, *Left, Why, Seed);
        !Text.empty())
      Refused = {describeProgram(C), Text, ""};
    return "";
  }
  ++Counts.Cases;
  std::set<PatternWay> Ways = LastFit ? LastFit->Ways : std::set<PatternWay>();
  // Running removes dead code.
  std::string Program = Around ? nodesOnOneLine(*Left) : "";
  std::string Failure;
  std::unique_ptr<Sides> S = prepareSides(
      Rule, File, C, std::move(Left), std::move(Right), Seed, Around, Failure);
  if (!S)
    return Failure;
  bool IsSurrounded = Around && Around != CopiedResults;
  SmallVector<double, 32> Near;
  if (!IsSurrounded)
    Near = numbersNear(C, Rule.Class);
  Witness New;
  switch (compareSides(Rule, *S, Near, Seed, New)) {
  case SideState::NotRun:
    return "";
  case SideState::Same:
    ++NumCompared;
    Ran.insert(Ways.begin(), Ways.end());
    return "";
  case SideState::Differ:
    break;
  }
  if (IsSurrounded)
    return New.Why + ", in " + Program;
  New.Program = C;
  New.Around = Around;
  shrink(Rule, File, New);
  return Found.emplace(describe(New)).Why;
}

std::string RuleChecker::checkConstants(const CompiledRule &Rule,
                                        RuleFile &File, RuleVariants &Variants,
                                        const Clause &C, uint64_t Seed,
                                        bool IsUnusual) {
  uint64_t Before = NumCompared;
  std::string Why =
      checkVariant(Rule, File, Variants, C, Seed, /*Around=*/0, IsUnusual);
  bool HasConstants =
      any_of(C.Inputs, [](const Clause::Input &I) { return I.IsConstant; });
  if (!Why.empty() || !HasConstants || Before != NumCompared)
    return Why;
  return checkVariant(Rule, File, Variants, C, Seed ^ 1, /*Around=*/0,
                      IsUnusual);
}

std::unique_ptr<RuleChecker::Sides>
RuleChecker::prepareSides(const CompiledRule &Rule, RuleFile &File,
                          const Clause &C, std::unique_ptr<GraphModule> Left,
                          std::unique_ptr<GraphModule> Right, uint64_t Seed,
                          uint64_t Around, std::string &Failure) {
  auto S = std::make_unique<Sides>();
  S->Left = std::move(Left);
  S->Right = std::move(Right);
  std::string Ignored;
  S->Before = prepareCheck(Torch, *S->Left, Ignored);
  if (!S->Before)
    return nullptr; // This LibTorch does not have it.
  S->After = prepareCheck(Torch, *S->Right, Failure);
  if (!S->After) {
    Failure = "the result cannot be run: " + Failure;
    return nullptr;
  }
  S->Types = inputTypes(*S->Left);
  // Values inside may be rounded to another type.
  S->Coarsest = coarsestOf(*S->Left);
  if (Rule.Class == Exactness::Rounding || Rule.Class == Exactness::Finite)
    S->Double = graphOf(File, RuleVariants::inDouble(C), C, Seed, Around);
  if (S->Double) {
    S->DoubleTypes = inputTypes(*S->Double);
    for (auto [Own, Wide] : zip(S->Types, S->DoubleTypes))
      if (Own.dtype() != Wide.dtype()) {
        keepLimitsOf(*S->Double, Own.dtype());
        break;
      }
    S->Exactly = prepareCheck(Torch, *S->Double, Ignored);
  }
  return S;
}

bool fx::rewrite::lacksKernel(const CheckedRun &Run) {
  return StringRef(Run.Failure).contains("not implemented for");
}

/// Whether the sizes of results are those that values say: kernels, such as
/// that of pixel_unshuffle for empty tensors, may give others.
static bool hasTypesOf(const CheckedRun &Run, const GraphModule &M) {
  Argument Returned = M.graph().outputNode()->args()[0];
  auto IsSame = [&](size_t I, const Argument &Result) {
    TensorType Said =
        Result.isNode() ? Result.asNode()->tensorType() : TensorType();
    TensorType Is(Run.Results[I].Type);
    return !Said || !Is || Said.sizes() == Is.sizes();
  };
  // After them is what was written.
  if (!Returned.isSequence())
    return Run.Results.empty() || IsSame(0, Returned);
  if (Returned.size() > Run.Results.size())
    return true;
  for (size_t I = 0; I != Returned.size(); ++I)
    if (!IsSame(I, Returned[I]))
      return false;
  return true;
}

RuleChecker::SideState RuleChecker::compareOn(const CompiledRule &Rule,
                                              Sides &S, const Inputs &Values,
                                              std::string &Why) {
  // Zeros are finite, but not what is divided by them, or by -1 + 1. Of values
  // that are larger than those of most rounds, powers, sums and squares are
  // not.
  bool IsFinite = Rule.Class == Exactness::Finite, OnlyFinite = false;
  if (IsFinite || Rule.Class == Exactness::Rounding)
    for (auto [Type, Bytes] : zip(S.Types, Values))
      OnlyFinite |= largestOf(Type.dtype(), Bytes) > (IsFinite ? 4 : 1e5) ||
                    (IsFinite && hasWhole(Type.dtype(), Bytes));
  ScaleObserver Inside(Torch);
  S.Before->setObserver(OnlyFinite ? &Inside : nullptr);
  CheckedRun L = run(*S.Before, S.Types, Values);
  S.Before->setObserver(nullptr);
  if (!L.Failure.empty() || !hasTypesOf(L, *S.Left))
    return SideState::NotRun;
  ++NumRan;
  if (!Inside.isFinite())
    return SideState::Same;
  L.Epsilon = S.Coarsest;
  CheckedRun R = run(*S.After, S.Types, Values);
  if (lacksKernel(R))
    return SideState::NotRun;
  CheckedRun E;
  if (S.Exactly) {
    Inputs Doubles;
    for (auto [Bytes, From, To] : zip(Values, S.Types, S.DoubleTypes))
      Doubles.push_back(convertValues(Bytes, From.dtype(), To.dtype()));
    ScaleObserver Observer(Torch);
    S.Exactly->setObserver(&Observer);
    E = run(*S.Exactly, S.DoubleTypes, Doubles);
    E.Scale = Observer.scale();
    S.Exactly->setObserver(nullptr);
  }
  Why = compareRuns(Rule, L, R, S.Exactly ? &E : nullptr);
  if (Why.empty())
    return SideState::Same;
  return isDetermined(*S.Before, S.Types, Values, L) ? SideState::Differ
                                                     : SideState::NotRun;
}

RuleChecker::SideState
RuleChecker::compareSides(const CompiledRule &Rule, Sides &S,
                          ArrayRef<double> Near, uint64_t Seed, Witness &Found,
                          function_ref<bool(StringRef)> Admits) {
  ValueRange Range = Rule.Class == Exactness::Finite     ? ValueRange::Tame
                     : Rule.Class == Exactness::Rounding ? ValueRange::Narrow
                                                         : ValueRange::All;
  bool HasLeast = !divides(*S.Left) && !divides(*S.Right);
  SmallVector<ValueRange, 4> More;
  if (Range == ValueRange::Tame)
    More = {ValueRange::Wide, ValueRange::Small};
  else if (Range == ValueRange::Narrow)
    More = {ValueRange::Large, ValueRange::Small, ValueRange::Mixed,
            ValueRange::Few};
  else
    More = {ValueRange::Few, ValueRange::Few, ValueRange::Halfway};
  // The example has all of these, each with two magnitudes or sets of numbers;
  // of many programs near it, some have them.
  if (IsExample)
    for (size_t I = 0, E = More.size(); I != E; ++I)
      More.insert(More.begin() + 2 * I, More[2 * I]);
  else if ((Seed >> 10) % 2)
    More.clear();
  // Which numbers an index may have, and which others.
  int64_t Bound = 0;
  SmallVector<int64_t, 4> OddIndices;
  unsigned NumRounds = Options.Rounds + roundsNear(Near.size(), S.Types);
  unsigned NumAll = NumRounds + More.size();
  auto ValuesOf = [&](unsigned Round, size_t I) {
    DType T = S.Types[I].dtype();
    size_t Count = elementCountOf(S.Types[I]);
    if (Bound && mayBeIndex(T))
      return indexValues(T, Count, Bound, Seed + Round * 64 + I,
                         Round >= NumAll
                             ? std::optional(OddIndices[Round - NumAll])
                             : std::nullopt);
    if (Round >= NumRounds && Round < NumAll) {
      ValueRange Chosen = More[Round - NumRounds];
      // The numbers that others have are 0 and 1 then, too.
      if (Chosen == ValueRange::Mixed && I != (Seed >> 11) % S.Types.size())
        Chosen = ValueRange::Corners;
      return checkValues(T, Count, Round, Chosen, Seed + Round * 64 + I,
                         HasLeast);
    }
    if (Round < Options.Rounds || Round >= NumAll)
      return checkValues(T, Count, Round,
                         Range == ValueRange::Tame && Round % 3 == 1
                             ? ValueRange::Corners
                             : Range,
                         Seed + Round * 64 + I, HasLeast);
    return valuesNear(
        T, Count, (Round - Options.Rounds + 3 * I) * std::max<size_t>(Count, 1),
        Near);
  };
  auto Compare = [&](unsigned Round, Inputs &Values) {
    Values.clear();
    for (size_t I = 0; I != S.Types.size(); ++I)
      Values.push_back(ValuesOf(Round, I));
    return compareOn(Rule, S, Values, Found.Why);
  };
  for (unsigned Round = 0; Round != NumAll + OddIndices.size(); ++Round) {
    Inputs Values;
    SideState State = Compare(Round, Values);
    // What fails for a number of any size may be an index.
    if (State == SideState::NotRun && Round == 0 &&
        (Bound = leastSize(S.Types))) {
      State = Compare(Round, Values);
      addOddIndices(*S.Left, Bound, OddIndices);
      addOddIndices(*S.Right, Bound, OddIndices);
    }
    if (State == SideState::NotRun && Round >= NumAll)
      continue;
    if (State == SideState::Same ||
        (State == SideState::Differ && !Admits(Found.Why)))
      continue;
    if (State == SideState::Differ) {
      Found.Seed = Seed;
      Found.Types = S.Types;
      Found.Values = std::move(Values);
    }
    return State;
  }
  return SideState::Same;
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
                                        RuleFile &File, const Clause &C,
                                        uint64_t Seed, bool IsShort) {
  if (Rule.Inference)
    return "";
  // In float64, where gradients that differ are not near each other.
  Clause Wide = RuleVariants::inDouble(C);
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
  std::string Why = compareGradientsOf(Torch, *Left, *Right, cornersOf(C), Seed,
                                       IsShort, Counts.Runs);
  return Why.empty() ? "" : Why + "; the attribute 'inference' allows it";
}

std::string RuleChecker::check(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  std::string Text = describeProgram(Example);
  if (hasLargeInput(Example))
    return "in " + Text + ": an input has more than " +
           std::to_string(MaxElements) +
           " elements; give the example smaller sizes";
  uint64_t Seed = xxh3_64bits(Text);
  RuleVariants Variants(*Programs, *Rule.Def, Example, Seed);
  unsigned Number = 0;
  std::optional<PatternFit> Fit;
  LastFit.reset();
  for (const Clause &C : Variants.make(Options.Mixtures)) {
    Seed += 1024;
    // Every third of the constants has signs.
    Seed = (Seed & ~uint64_t(1)) | (++Number % 3 == 0);
    uint64_t Before = NumRan;
    // The first one is the example itself.
    IsExample = Number == 1;
    std::string Why = checkConstants(Rule, File, Variants, C, Seed);
    HasRun |= std::exchange(IsExample, false) && NumRan != Before;
    if (!Why.empty())
      return inProgram(C, Why);
    if (!Fit && LastFit)
      Fit.emplace(std::move(*LastFit));
  }
  if (std::string Why = checkGradients(Rule, File, Example, Seed); !Why.empty())
    return "in " + Text + ": " + Why;
  for (const Clause &C : Variants.makeForGradients())
    if (std::string Why = checkGradients(Rule, File, C, Seed, /*IsShort=*/true);
        !Why.empty())
      return "in " + describeProgram(C) + ": " + Why;
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

void RuleChecker::checkRule(const CompiledRule &Rule, RuleFile &File,
                            DiagnosticEngine &Diags) {
  begin();
  HasRun = false;
  const Clause *First = nullptr, *Refusing = nullptr;
  auto Report = [&](const Clause &C, StringRef Why) {
    return Diags.report(diag::err_rules_example, SMLoc::getFromPointer(C.Loc),
                        Rule.Name, Why);
  };
  for (const Clause &C : Rule.Def->Clauses) {
    if (C.Kind != Clause::Example)
      continue;
    if (!First && !C.Negative)
      First = &C;
    std::string Why = check(Rule, File, C);
    if (Why.empty() && !C.Negative)
      Why = prove(Rule, File, C);
    if (Refused && !Refusing)
      Refusing = &C;
    if (Why.empty())
      continue;
    DiagnosticBuilder B = Report(C, Why);
    if (Found && !Found->Inputs.empty())
      B.note(diag::note_pass, SMLoc(), "with " + Found->Inputs);
    return;
  }
  if (Refusing)
    Report(*Refusing, "in " + Refused->Program + ": " + Refused->Why);
  else if (First)
    finish(Rule, Diags);
  if (First && !Refusing && !HasRun)
    Diags.report(diag::warn_pass, SMLoc::getFromPointer(First->Loc),
                 ("rule '" + Rule.Name + "'").str(),
                 "its examples fail wherever they are run, so that nothing of "
                 "them was compared");
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
      if (!Rule.IsMissingOp)
        Checker.checkRule(Rule, *File, Diags);
    }
  return Checker.Counts;
}
