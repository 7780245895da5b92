//===- BisectMinimal.cpp - Which rewrites make a failure together ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisector.h"
#include "Common/StateFile.h"
#include "PipelineChild.h"
#include "RewriteKeeper.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {

/// A part of what a pipeline does that can be left out: a rewrite of a pass
/// that asks before it makes one (Pass::mayRewrite), else a whole pass.
struct StepUnit {
  /// As RewriteKeeper takes it.
  std::string Item;
  /// Number of the pass in the pipeline, from 1.
  unsigned Number = 0;
  std::string Pass;
  /// Text of a rewrite.
  StepText Text;
};

/// What is left of a module after the pipeline has done some items alone.
struct PartialRun {
  std::unique_ptr<GraphModule> M;
  PassResult Result = PassResult::Unchanged;
  /// The pass that failed or left an invalid graph, with the id of its first
  /// error.
  std::string Failure;
};

} // namespace

/// All that the pipeline has done, each once, in order.
static std::vector<StepUnit> unitsOf(const BisectRun &Run,
                                     ArrayRef<TrackedPass> Passes) {
  auto Numbers = RewriteKeeper::numberPasses(Run.Manager.pipeline());
  auto WasAsked = [](const TrackedPass &T, const StepText &Text) {
    return T.Asked.contains(Text.What + "@" + Text.At);
  };
  // The runs of a pass in a group count as one.
  std::vector<bool> Asks(Numbers.size() + 1);
  for (const TrackedPass &T : Passes)
    for (const StepText &Text : T.Texts)
      if (T.Rewrites && WasAsked(T, Text))
        Asks[Numbers.lookup(T.Source)] = true;
  std::vector<StepUnit> Units;
  StringSet<> Seen;
  for (const TrackedPass &T : Passes) {
    unsigned Number = Numbers.lookup(T.Source);
    auto Add = [&](std::string Item, const StepText &Text) {
      if (Seen.insert(Item).second)
        Units.push_back({std::move(Item), Number, T.P->name().str(), Text});
    };
    if (!Asks[Number]) {
      Add(RewriteKeeper::item(Number), {});
      continue;
    }
    for (const StepText &Text : T.Texts) {
      if (WasAsked(T, Text))
        Add(RewriteKeeper::item(Number, Text.At, Text.What), Text);
      else
        // It does so whatever it may do besides.
        Add(RewriteKeeper::item(Number) + ":", {"", "what it always does"});
    }
  }
  return Units;
}

/// The numbers below \p Count that are needed so that \p IsBad is true: none of
/// them can be left out alone. \p IsBad is true of all. This is ddmin of Zeller
/// and Hildebrandt: few questions where those that are needed lie together,
/// at most O(Count^2) where they do not.
static std::vector<size_t>
minimize(size_t Count, function_ref<bool(ArrayRef<size_t>)> IsBad) {
  std::vector<size_t> Left(Count);
  for (size_t I = 0; I != Count; ++I)
    Left[I] = I;
  if (IsBad({}))
    return {};
  size_t Parts = 2;
  while (Left.size() > 1) {
    Parts = std::min(Parts, Left.size());
    auto Bound = [&](size_t Part) { return Left.size() * Part / Parts; };
    bool IsLess = false;
    // One part alone, then all but one. With two parts that is the same.
    for (bool Without : {false, true}) {
      if (Without && Parts == 2)
        break;
      for (size_t Part = 0; Part != Parts && !IsLess; ++Part) {
        auto Begin = Left.begin() + Bound(Part);
        auto End = Left.begin() + Bound(Part + 1);
        std::vector<size_t> Tried;
        if (Without) {
          Tried.assign(Left.begin(), Begin);
          Tried.insert(Tried.end(), End, Left.end());
        } else {
          Tried.assign(Begin, End);
        }
        if (!IsBad(Tried))
          continue;
        Left = std::move(Tried);
        Parts = Without ? std::max<size_t>(Parts - 1, 2) : 2;
        IsLess = true;
      }
      if (IsLess)
        break;
    }
    if (IsLess)
      continue;
    if (Parts == Left.size())
      break;
    Parts = std::min(Parts * 2, Left.size());
  }
  return Left;
}

/// Runs the pipeline on \p M, which does \p Items alone.
static PassResult runKeeping(const BisectRun &Run, GraphModule &M,
                             ArrayRef<std::string> Items,
                             StepProgress &Progress, DiagnosticEngine &Diags,
                             unsigned Seconds = 0) {
  PassManager Manager(Run.Manager.pipeline().clone());
  Manager.setVerifyEach(Run.Config.VerifyEach && !Run.Config.NoVerify);
  Manager.setCompletion(completeChangedProgram);
  Manager.addVerifier([&](const GraphModule &Changed, DiagnosticEngine &D) {
    return verifyProgramAgain(Changed, D, Run.Odd);
  });
  Manager.addInstrumentation(
      std::make_unique<RewriteKeeper>(Manager.pipeline(), Items));
  auto Tracker = std::make_unique<StepTracker>();
  Tracker->Progress = &Progress;
  Tracker->Seconds = Seconds;
  Tracker->ListensToEdits = false;
  Manager.addInstrumentation(std::move(Tracker));
  return Manager.run(M, Diags);
}

static PartialRun runOnly(const BisectRun &Run, const GraphModule &Input,
                          ArrayRef<std::string> Items) {
  PartialRun Result;
  Result.M = Input.clone();
  std::string Id;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error && Id.empty())
      Id = diag::name(D.Id).str();
  });
  StepProgress Progress;
  Result.Result = runKeeping(Run, *Result.M, Items, Progress, Diags);
  if (!succeeded(Result.Result))
    Result.Failure = std::string(Progress.Pass) + ": " + Id;
  return Result;
}

/// The same in a child: how it dies, and in which pass; empty where it does
/// not.
static std::string crashOfOnly(const BisectRun &Run, const GraphModule &Input,
                               ArrayRef<std::string> Items) {
  std::optional<PassCrash> Crash = crashOf([&](StepProgress &Progress) {
    DiagnosticEngine Silent;
    Silent.setHandler([](const Diagnostic &) {});
    std::unique_ptr<GraphModule> M = Input.clone();
    (void)runKeeping(Run, *M, Items, Progress, Silent,
                     Run.Config.Bisect.secondsOfPass());
  });
  return Crash ? Crash->signature() : "";
}

//===----------------------------------------------------------------------===//
// Steps that are needed together
//===----------------------------------------------------------------------===//

/// Leaves out what is not needed for \p IsBad, and reports the rest. \p Last,
/// if not null, belongs to it, with all that it did.
ExitCode Bisector::reportSet(StringRef Oracle, const Twine &What,
                             StringRef Because, const Pass *Last,
                             function_ref<bool(ArrayRef<std::string>)> IsBad) {
  auto Numbers = RewriteKeeper::numberPasses(Run.Manager.pipeline());
  std::vector<StepUnit> Units = unitsOf(Run, Steps.passes());
  if (Last) {
    unsigned Number = Numbers.lookup(Last);
    // In a group it may have done something in a round before.
    erase_if(Units, [&](const StepUnit &U) { return U.Number == Number; });
    Units.push_back(
        {RewriteKeeper::item(Number), Number, Last->name().str(), {}});
  }
  auto ItemsOf = [&](ArrayRef<size_t> Which) {
    std::vector<std::string> Items;
    for (size_t I : Which)
      Items.push_back(Units[I].Item);
    return Items;
  };
  auto Ask = [&](ArrayRef<size_t> Which) { return IsBad(ItemsOf(Which)); };
  std::vector<size_t> All;
  for (size_t I = 0; I != Units.size(); ++I)
    All.push_back(I);
  if (!Ask(All)) {
    printSearch("the passes do something else when they are run again");
    return ExitInvalid;
  }
  std::vector<size_t> Needed = minimize(Units.size(), Ask);
  printSearch(What + " with " + Twine(Needed.size()) + " of " +
              Twine(Units.size()) + " steps alone");
  for (size_t I : Needed) {
    const StepUnit &U = Units[I];
    std::string Text = describeStep(U.Text);
    lineOfList(Text.empty() ? "pass" : "rewrite",
               U.Pass + ", pass " + Twine(U.Number) + " of " +
                   Twine(Numbers.size()) + (Text.empty() ? "" : ": ") + Text);
  }
  line("because", Because);
  line("probes", Twine(NumProbes) + " of " + Oracle);
  std::vector<std::string> Words = wordsOf("fx-opt");
  Words.push_back("--only-rewrites=" + join(ItemsOf(Needed), ","));
  line("bad", shellCommand(Words));
  printReduction(reductionOf(Oracle));
  return ExitFailure;
}

ExitCode Bisector::searchSet(StateOracle &Oracle, const Verdict &End) {
  std::unique_ptr<GraphModule> Input = Steps.state(0);
  return reportSet(Oracle.name(), badnessOf(Oracle), End.Text,
                   /*Last=*/nullptr, [&](ArrayRef<std::string> Items) {
                     PartialRun Part = runOnly(Run, *Input, Items);
                     if (Part.Result == PassResult::Failed)
                       return false;
                     return judge(Oracle, *Part.M).about(End.Signature).isBad();
                   });
}

ExitCode Bisector::searchCrashSet(const PassCrash &Crash) {
  // The passes before the one that dies, to know what they do.
  unsigned Before = Crash.Where.Runs - 1;
  std::unique_ptr<GraphModule> Input = Run.In.Modules.front()->clone();
  (void)Steps.record(
      [Before](const PassSteps &S) { return S.numRuns() >= Before; });
  std::string Signature = Crash.signature();
  return reportSet("crash", Crash.hasHung() ? "fx-opt hangs" : "fx-opt dies",
                   Signature, Crash.Where.Source,
                   [&](ArrayRef<std::string> Items) {
                     noteProbe();
                     return crashOfOnly(Run, *Input, Items) == Signature;
                   });
}

/// The pipeline has failed in \p T, or else in a group, and has said why.
ExitCode Bisector::searchFailureSet(const GraphModule &Input,
                                    const TrackedPass *T) {
  std::string Signature;
  std::string Name = T ? ("pass '" + T->P->name() + "'").str() : "the pipeline";
  return reportSet("pass", Name + " fails", "the error is reported above",
                   T ? T->Source : nullptr, [&](ArrayRef<std::string> Items) {
                     noteProbe();
                     std::string Failure = runOnly(Run, Input, Items).Failure;
                     // The first run does all.
                     if (Signature.empty())
                       Signature = Failure;
                     return !Failure.empty() && Failure == Signature;
                   });
}
