//===- FiniteOracle.cpp - A model whose results are not numbers -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect/PipelineChild.h"
#include "Common/StateFile.h"
#include "ModelOracle.h"
#include "ReducedTest.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// `NaN`, `infinity`, or nothing, as \p Backend describes \p Value.
static StringRef kindOf(TorchBackend &Backend, const RunValue &Value) {
  std::string Text = Backend.describe(Value);
  // `f32[2], from nan to INF, mean nan`, as fx-run prints it.
  StringRef Numbers = StringRef(Text).split(", from ").second;
  return Numbers.contains("nan")   ? "NaN"
         : Numbers.contains("INF") ? "infinity"
                                   : "";
}

namespace {
/// The first call that makes what is not finite of what is.
class FirstMaker final : public RunObserver {
public:
  explicit FirstMaker(TorchBackend &Backend) : Backend(Backend) {}
  void after(const RunEvent &E, function_ref<RunValuePtr()> Value) override {
    if (E.Inner)
      return;
    RunValuePtr Result = Value();
    if (!Result || kindOf(Backend, *Result).empty())
      return;
    bool IsFirst = none_of(E.N.allInputNodes(), [&](const Node *Operand) {
      return Bad.contains(Operand);
    });
    Bad.insert(&E.N);
    if (IsFirst && E.N.isCall() && Name.empty())
      Name = E.N.targetText().str();
  }

  /// What that calls; empty: there is none.
  std::string Name;

private:
  TorchBackend &Backend;
  DenseSet<const Node *> Bad;
};

class FiniteOracle final : public ModelOracle {
public:
  using ModelOracle::ModelOracle;
  StringRef name() const override { return "nan"; }
  bool needsPasses() const override { return false; }
  FailureTest test(const Candidate &C) override;

private:
  std::string judgeHere(const Candidate &C) override;
};
} // namespace

std::string FiniteOracle::judgeHere(const Candidate &C) {
  NotTried.clear();
  std::unique_ptr<GraphModule> M = C.M->clone();
  PipelineOutcome Outcome = runPipeline(Context, C.pipeline(), *M);
  if (!Outcome.Id.empty()) {
    NotTried = "the pipeline ends with the error: " + Outcome.Message;
    return "";
  }
  auto Run = [&]() -> Expected<std::string> {
    Expected<TorchBackend &> Backend = loadTorchBackend();
    if (!Backend)
      return Backend.takeError();
    NumericsOptions O = optionsOf(C);
    Expected<std::unique_ptr<GraphRunner>> Runner =
        Backend->prepareRun(*M, O.Run);
    if (!Runner)
      return Runner.takeError();
    Expected<std::vector<RunValuePtr>> Inputs =
        makeRunInputs(*Backend, *M, (*Runner)->inputs(), O.Inputs);
    if (!Inputs)
      return Inputs.takeError();
    Backend->seed(O.Inputs.Seed);
    FirstMaker Maker(*Backend);
    (*Runner)->setObserver(&Maker);
    Expected<std::vector<RunValuePtr>> Outputs = (*Runner)->run(*Inputs);
    if (!Outputs)
      return Outputs.takeError();
    for (const RunValuePtr &Value : *Outputs)
      if (StringRef Kind = kindOf(*Backend, *Value); !Kind.empty())
        return (Kind + " of a result" +
                (Maker.Name.empty() ? "" : ", first of " + Maker.Name))
            .str();
    return "";
  };
  Expected<std::string> Signature = Run();
  if (Signature)
    return *Signature;
  NotTried = toString(Signature.takeError());
  return "";
}

/// fx-run prints about the results, after the pipeline if there is one.
FailureTest FiniteOracle::test(const Candidate &C) {
  std::string Signature = judge(C);
  FailureTest Passes = pipelineTest(Context.Config, C);
  FailureTest Numbers =
      differenceTest(Context.Config, Options, C, /*Runs=*/true);
  FailureTest Test;
  // What the values are made of.
  std::vector<std::string> Flags;
  for (StringRef Word : Numbers.Words)
    for (StringRef Flag : {"--input", "--inputs", "--random-weights", "--seed"})
      if (Word.split('=').first == Flag)
        Flags.push_back(Word.str());
  std::vector<std::string> Run = {"fx-run"};
  if (!C.Passes.empty()) {
    Test.Line =
        "fx-opt %s " + wordsInTest(Passes.Words, Context.Config.Output) + " | ";
    Run.push_back("-");
  }
  Test.Line += litCommand(Run) + (C.Passes.empty() ? " %s" : "");
  if (!Flags.empty())
    Test.Line += " " + wordsInTest(Flags, Context.Config.Output);
  Test.Line +=
      StringRef(Signature).starts_with("NaN") ? " | grep nan" : " | grep INF";
  return Test;
}

std::unique_ptr<ReduceOracle>
fx::createFiniteOracle(const ReduceContext &Context) {
  return std::make_unique<FiniteOracle>(Context);
}
