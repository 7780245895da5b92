//===- ModelOracle.cpp - Whether a smaller model still fails --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelOracle.h"
#include "Bisect/PipelineChild.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace fx;
using namespace llvm;

class ModelOracle::RunTrial final : public Trial {
public:
  RunTrial(ModelOracle &Owner, const Candidate &C) : Owner(Owner), C(C) {}
  std::string finish() override { return Owner.judge(C); }

private:
  ModelOracle &Owner;
  const Candidate &C;
};

std::unique_ptr<ReduceOracle::Trial> ModelOracle::start(const Candidate &C) {
  return std::make_unique<RunTrial>(*this, C);
}

void ModelOracle::limitFirst(double Time) const {
  if (unsigned Most = limitAfter(2 * Time);
      !Seconds && (!Context.FirstSeconds || Most < Context.FirstSeconds))
    alarm(Most);
}

NumericsOptions ModelOracle::optionsOf(const Candidate &C) const {
  NumericsOptions Run = Options;
  if (C.TypedInputs)
    Run.Inputs = {};
  Run.Inputs.Seed = C.Seed;
  if (C.RandomWeights && !Run.Run.Weights.RandomSeed)
    Run.Run.Weights.RandomSeed = C.Seed;
  return Run;
}

std::string ModelOracle::judge(const Candidate &C) {
  useOneThread();
  double Begin = secondsNow();
  unsigned Most = Seconds ? Seconds : Context.FirstSeconds;
  std::optional<std::string> Text = textOfChild(
      Most,
      [&](raw_ostream &OS) {
        std::string Signature = judgeHere(C);
        OS << Signature << '\0' << NotTried;
      },
      &HasHung);
  if (!Text) {
    NotTried = HasHung ? "the model has not ended after the passes" : "it died";
    return "";
  }
  if (!Seconds)
    Seconds = limitAfter(secondsNow() - Begin);
  auto [Signature, Why] = StringRef(*Text).split('\0');
  NotTried = Why.str();
  return Signature.str();
}

/// Models become small, and threads that wait for each other take more time
/// than they save.
void ModelOracle::useOneThread() {
  if (HasOneThread)
    return;
  HasOneThread = true;
  consumeError(loadTorchForChildren().takeError());
}

bool ModelOracle::addTypes(Candidate &C, bool KeepsInputs) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend) {
    consumeError(Backend.takeError());
    return false;
  }
  auto Propagate = [&]() -> Expected<std::vector<NodeValueType>> {
    std::vector<RunInput> Known = runInputsOf(*C.M);
    Expected<std::vector<RunValuePtr>> Values =
        makeRunInputs(*Backend, *C.M, Known, Options.Inputs);
    if (!Values)
      return Values.takeError();
    return Backend->propagateShapes(*C.M, *Values, Options.Run,
                                    /*Meta=*/false);
  };
  // Whether it ends is seen in a child.
  useOneThread();
  if (!textOfChild(Seconds, [&](raw_ostream &) {
        consumeError(Propagate().takeError());
      }))
    return false;
  Expected<std::vector<NodeValueType>> Types = Propagate();
  if (!Types) {
    consumeError(Types.takeError());
    return false;
  }
  for (NodeValueType &T : *Types)
    T.N->setVal(T.Type);
  C.TypedInputs |= !KeepsInputs;
  return true;
}

//===----------------------------------------------------------------------===//
// What is computed changes
//===----------------------------------------------------------------------===//

namespace {
class DifferenceOracle final : public ModelOracle {
public:
  using ModelOracle::ModelOracle;
  StringRef name() const override { return "numerics"; }
  FailureTest test(const Candidate &C) override {
    return differenceTest(Context.Config, Options, C, judge(C) != NotRun);
  }

private:
  /// The signature of a model that cannot be run after the passes.
  static constexpr StringLiteral NotRun = "not run";

  std::string judgeHere(const Candidate &C) override {
    double Begin = secondsNow();
    NumericsOptions Run = optionsOf(C);
    NumericsChecker Checker(Run);
    NotTried.clear();
    if (Error E = Checker.begin(*C.M)) {
      NotTried = toString(std::move(E));
      return "";
    }
    std::unique_ptr<GraphModule> After = C.M->clone();
    PipelineOutcome Outcome = runPipeline(Context, C.pipeline(), *After);
    if (!Outcome.Id.empty())
      return "";
    // Nothing is known of the first one but how long it takes before the
    // passes.
    limitFirst(secondsNow() - Begin);
    Expected<std::string> Difference = Checker.probe(*After);
    if (!Difference) {
      consumeError(Difference.takeError());
      return NotRun.str();
    }
    return Difference->empty() ? "" : signatureOfDifference(*Difference);
  }
};
} // namespace

std::unique_ptr<ReduceOracle>
fx::createDifferenceOracle(const ReduceContext &Context) {
  return std::make_unique<DifferenceOracle>(Context);
}
