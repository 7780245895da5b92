//===- RuleChecker.cpp - Rules on tensors ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "AllValues.h"
#include "ExampleGraph.h"
#include "RuleCompiler.h"
#include "RuleVariants.h"
#include "Surroundings.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "fx/IR/TensorType.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

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

  /// Tries a rule near one of its examples. What is wrong; empty when nothing
  /// is.
  std::string check(const CompiledRule &Rule, RuleFile &File,
                    const Clause &Example);
  /// Tries all values of small types where an example of a rule that is exact
  /// allows it. The same.
  std::string prove(const CompiledRule &Rule, RuleFile &File,
                    const Clause &Example);
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
                           uint64_t Seed, uint64_t Around = 0);
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

  RuleSet &Set;
  Program &P;
  TorchBackend &Torch;
  const CheckOptions &Options;
};

} // namespace

static size_t elementCountOf(const TensorType &T) {
  size_t Count = 1;
  SmallVector<int64_t, 6> Sizes = *T.fixedSizes();
  for (int64_t Size : Sizes)
    Count *= Size;
  return Count;
}

static SmallVector<TensorType, 4> inputTypes(const GraphModule &M) {
  SmallVector<TensorType, 4> Types;
  for (Node *N : M.graph().nodes())
    if (N->op() == Opcode::Placeholder)
      Types.push_back(N->tensorType());
  return Types;
}

/// What \p C says, or null where that is no program.
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
    TensorBytes Bytes;
    Bytes.Type = Type.dtype();
    Epsilon = std::max(Epsilon, epsilonOf(Bytes.Type));
    SmallVector<int64_t, 6> Sizes = *Type.fixedSizes();
    Bytes.Sizes.assign(Sizes.begin(), Sizes.end());
    Bytes.Bytes = Elements;
    Expected<RunValuePtr> Value = Torch.makeTensor(Bytes);
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

static std::string describe(const Clause &C) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  OS << '(';
  for (const Clause::Input &I : C.Inputs) {
    OS << Comma << I.Name << (I.IsConstant ? ": const " : ": ")
       << I.Type.Kinds[0] << '[';
    ListSeparator Between;
    for (const DimPattern &D : I.Type.Dims)
      OS << Between << D.Text;
    OS << ']';
  }
  OS << ") ";
  ListSeparator Between(C.Before.Braces ? "; " : ", ");
  for (const Line &L : C.Before.Lines) {
    OS << Between;
    if (!L.Results.empty())
      OS << '%' << L.Results[0]->Text << " = ";
    printExpr(*L.Value, OS);
  }
  return Text;
}

/// The kind of what the engine refuses since the result cannot be right, which
/// a condition of the rule should exclude; empty for other refusals. Dtypes and
/// strides are left to the engine.
static StringRef kindOfRefusal(StringRef Why) {
  static constexpr StringLiteral Kinds[] = {
      "invalid: ", "overwritten: ", "lost: "};
  // Of one result, or of one of several.
  if (Why.starts_with("type: ") && Why.contains(" its sizes are "))
    return "type: ";
  if (Why.contains("there is no rule for the value"))
    return "";
  for (StringRef Kind : Kinds)
    if (Why.starts_with(Kind))
      return Kind;
  return "";
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
    DiagnosticEngine Silent;
    Silent.setHandler([](const Diagnostic &) {});
    RewriteOptions Rewriting;
    Rewriting.Inference = true;
    bool Shows = false;
    Rewriting.Refused = [&](StringRef Why) {
      Shows |= kindOfRefusal(Why) == Kind;
    };
    const CompiledRule *Only[] = {&Rule};
    Set.apply(Only, M->graph(), *M, Rewriting, Silent);
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

std::string RuleChecker::checkVariant(const CompiledRule &Rule, RuleFile &File,
                                      RuleVariants &Variants, const Clause &C,
                                      uint64_t Seed, uint64_t Around) {
  std::unique_ptr<GraphModule> Left = graphOf(File, C, C, Seed, Around);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, C, C, Seed, Around) : nullptr;
  if (!Right)
    return "";
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  RewriteOptions Rewriting = singleRewrites();
  const CompiledRule *Only[] = {&Rule};
  std::string Refused;
  Rewriting.Refused = [&](StringRef Why) { Refused = Why.str(); };
  Rewriting.Broken = Options.Broken;
  if (Around)
    Rewriting.Admits = [](StringRef, const Node &Root) {
      return !isCopyOfInput(Root);
    };
  if (!Set.apply(Only, Right->graph(), *Right, Rewriting, Silent)) {
    if (Around)
      return "";
    // It may be wrong besides.
    if (StringRef(Refused).starts_with("alias: "))
      return checkVariant(Rule, File, Variants, C, Seed, CopiedResults);
    // What the author did not think of, the engine may refuse.
    if (Variants.isUnusual(C))
      return "";
    return checkRefused(Rule, File, *Left, Refused, Seed);
  }
  ++Counts.Cases;
  // Running removes dead code.
  std::string Program = Around ? nodesOnOneLine(*Left) : "";
  CheckedRun Failed;
  std::unique_ptr<GraphRunner> Before = prepare(&*Left, Failed.Failure);
  if (!Before)
    return ""; // This LibTorch does not have it.
  std::unique_ptr<GraphRunner> After = prepare(&*Right, Failed.Failure);
  if (!After)
    return "the result cannot be run: " + Failed.Failure;
  SmallVector<TensorType, 4> Types = inputTypes(*Left);
  std::unique_ptr<GraphModule> Double;
  std::unique_ptr<GraphRunner> Exactly;
  SmallVector<TensorType, 4> DoubleTypes;
  bool IsRounded =
      Rule.Class == Exactness::Rounding || Rule.Class == Exactness::Finite;
  if (IsRounded)
    Double = graphOf(File, Variants.inDouble(C), C, Seed, Around);
  if (Double) {
    DoubleTypes = inputTypes(*Double);
    Exactly = prepare(&*Double, Failed.Failure);
  }
  ValueRange Range = Rule.Class == Exactness::Finite ? ValueRange::Tame
                     : IsRounded                     ? ValueRange::Narrow
                                                     : ValueRange::All;
  for (unsigned Round = 0; Round != Options.Rounds; ++Round) {
    Inputs Values, Doubles;
    for (size_t I = 0; I != Types.size(); ++I) {
      auto Sizes = *Types[I].fixedSizes();
      size_t Count = 1;
      for (int64_t Size : Sizes)
        Count *= Size;
      Values.push_back(checkValues(Types[I].dtype(), Count, Round, Range,
                                   Seed + Round * 64 + I));
      if (Exactly)
        Doubles.push_back(convertValues(Values.back(), Types[I].dtype(),
                                        DoubleTypes[I].dtype()));
    }
    CheckedRun L = run(*Before, Types, Values);
    if (!L.Failure.empty())
      return "";
    CheckedRun R = run(*After, Types, Values);
    // This LibTorch has no kernel for the type.
    if (StringRef(R.Failure).contains("not implemented for"))
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
      return Around ? Why + ", in " + Program : Why;
  }
  return "";
}

std::string RuleChecker::check(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  std::string Text = describe(Example);
  uint64_t Seed = xxh3_64bits(Rule.Name) + xxh3_64bits(Text);
  RuleVariants Variants(File, Example, Seed);
  unsigned Number = 0;
  for (const Clause &C : Variants.make(Options.Mixtures)) {
    Seed += 1024;
    // Of constants every third has signs.
    Seed = (Seed & ~uint64_t(1)) | (++Number % 3 == 0);
    std::string Why = checkVariant(Rule, File, Variants, C, Seed);
    if (!Why.empty())
      return "in " + describe(C) + ": " + Why;
  }
  for (unsigned I = 0; I != Options.Mixtures / 2; ++I) {
    std::string Why =
        checkVariant(Rule, File, Variants, Example, Seed, Seed + I + 1);
    if (!Why.empty())
      return "around " + Text + ": " + Why;
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
  DiagnosticEngine Silent;
  Silent.setHandler([](const Diagnostic &) {});
  RewriteOptions Rewriting = singleRewrites();
  const CompiledRule *Only[] = {&Rule};
  if (!Set.apply(Only, Right->graph(), *Right, Rewriting, Silent) ||
      !isElementwise(*Right))
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
  // This LibTorch has no kernel for the type.
  if (!L.Failure.empty() ||
      StringRef(R.Failure).contains("not implemented for"))
    return "";
  std::string Why = compareRuns(Rule, L, R, nullptr);
  IsProof = Why.empty();
  return Why.empty() ? "" : "in " + describe(All.Program) + ": " + Why;
}

std::string RuleChecker::prove(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  if (Rule.Class != Exactness::Exact && Rule.Class != Exactness::CPUExact)
    return "";
  std::string Proven;
  for (const AllValues &All : allValuesOf(Example)) {
    bool IsProof = false;
    std::string Why = checkAll(Rule, File, All, IsProof);
    if (!Why.empty())
      return Why;
    if (IsProof)
      Proven += (Proven.empty() ? "" : ", ") + All.Type.str();
  }
  if (!Proven.empty())
    Counts.Proofs.push_back({Rule.Name.str(), describe(Example), Proven});
  return "";
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
      for (const Clause &C : Rule.Def->Clauses) {
        if (C.Kind != Clause::Example)
          continue;
        std::string Why = Checker.check(Rule, *File, C);
        if (Why.empty() && !C.Negative)
          Why = Checker.prove(Rule, *File, C);
        if (Why.empty())
          continue;
        Diags.report(diag::err_rules_example, SMLoc::getFromPointer(C.Loc),
                     Rule.Name, Why);
        break;
      }
    }
  return Checker.Counts;
}
