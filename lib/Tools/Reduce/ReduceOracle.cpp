//===- ReduceOracle.cpp - Whether a smaller program still fails -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceOracle.h"
#include "Bisect/PipelineChild.h"
#include "fx/IR/Printer.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Pass/PassManager.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <unistd.h>

using namespace fx;
using namespace llvm;

ReduceOracle::~ReduceOracle() = default;
ReduceOracle::Trial::~Trial() = default;

Candidate Candidate::clone() const {
  return {M->clone(), Passes, TypedInputs, RandomWeights, Seed};
}

std::string Candidate::pipeline() const { return join(Passes, ","); }

std::string Candidate::text() const {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << pipeline() << '\n' << RandomWeights << TypedInputs << Seed << '\n';
  printModule(*M, OS, PrintFormat::Native);
  return Text;
}

std::vector<std::string> fx::elementTexts(const PassPipeline &Pipeline) {
  std::vector<std::string> Texts;
  for (const PassPipeline::Element &E : Pipeline.elements()) {
    PassPipeline One;
    if (E.P)
      One.add(E.P->clone());
    else
      One.add(FixpointGroup{E.Group->Body.clone(), E.Group->MaxIterations});
    raw_string_ostream OS(Texts.emplace_back());
    One.print(OS);
  }
  return Texts;
}

/// Flags that every run of fx-opt needs.
static std::vector<std::string> commonFlags(const FXOptConfig &Config) {
  std::vector<std::string> Words;
  auto Add = [&](StringRef Flag, const std::vector<std::string> &Files) {
    for (const std::string &File : Files)
      Words.push_back(("--" + Flag + "=" + File).str());
  };
  Add(PluginFlag, Config.Plugins);
  Add(SchemaFlag, Config.Schemas);
  Add("load-rules", Config.RuleFiles);
  Add("torch-library", Config.TorchLibraries);
  if (Config.NoVerify)
    Words.push_back("--no-verify");
  if (!Config.VerifyEach)
    Words.push_back("--verify-each=0");
  return Words;
}

FailureTest fx::pipelineTest(const FXOptConfig &Config, const Candidate &C) {
  FailureTest Test;
  Test.Words = commonFlags(Config);
  if (!C.Passes.empty())
    Test.Words.push_back("--passes=" + C.pipeline());
  return Test;
}

/// Whether \p M has weights: those of its tree, or those that the modules which
/// it calls have of their own.
static bool hasState(GraphModule &M) {
  bool Any = false;
  M.forEachState([&](TensorAttr &, StringRef) { Any = true; });
  M.forEachGraph([&](Graph &G, StringRef) {
    Any |= any_of(G.nodes(), [](const Node *N) { return N->isCallModule(); });
  });
  return Any;
}

FailureTest fx::differenceTest(const FXOptConfig &Config,
                               const NumericsOptions &Options,
                               const Candidate &C, bool Runs) {
  FailureTest Test = pipelineTest(Config, C);
  Test.Words.push_back("--check-numerics=end");
  if (!C.TypedInputs) {
    for (const std::string &Spec : Options.Inputs.Specs)
      Test.Words.push_back("--input=" + Spec);
    if (!Options.Inputs.File.empty())
      Test.Words.push_back("--inputs=" + Options.Inputs.File);
  }
  if (hasState(*C.M) && (C.RandomWeights || Options.Run.RandomWeights))
    Test.Words.push_back("--random-weights=" +
                         utostr(Options.Run.RandomWeights.value_or(C.Seed)));
  if (C.Seed)
    Test.Words.push_back("--seed=" + utostr(C.Seed));
  for (auto [Flag, Value, Default] :
       {std::tuple("rtol", Options.Rtol, NumericsOptions().Rtol),
        std::tuple("atol", Options.Atol, NumericsOptions().Atol)})
    if (Value != Default)
      Test.Words.push_back(formatv("--{0}={1:e}", Flag, Value).str());
  Test.Words.push_back("--numerics-file=%t.fx");
  Test.ExitCode = ExitInvalid;
  Test.Message =
      Runs ? "'" + C.pipeline() + "' changed what the model computes: "
           : "the module cannot be run after '" + C.pipeline() + "': ";
  return Test;
}

StringRef fx::withoutPlace(StringRef Message) {
  return Message.take_front(Message.rfind(" (in %"));
}

std::string fx::withoutNames(StringRef Text, bool Digits) {
  std::string Result;
  SmallVector<StringRef> Words;
  Text.split(Words, ' ');
  for (StringRef Word : Words) {
    if (Word.contains('%'))
      Word = Word.ends_with(",") ? "%," : "%";
    for (char C : Word)
      if (Digits || !isDigit(C))
        Result += C;
    Result += ' ';
  }
  return Result;
}

namespace {

/// Asks a child that runs the pipeline.
class PipelineOracle : public ReduceOracle {
public:
  PipelineOracle(const ReduceContext &Context, bool WantsCrash, StringRef Id)
      : Context(Context), WantsCrash(WantsCrash), Id(Id) {}
  StringRef name() const override { return WantsCrash ? "crash" : "message"; }
  bool isParallel() const override { return true; }

  std::unique_ptr<Trial> start(const Candidate &C) override {
    return std::make_unique<ChildTrial>(*this, C);
  }
  std::string whyNotTried() const override { return NotTried; }
  bool hasHung() const override { return !NotTried.empty(); }
  FailureTest test(const Candidate &C) override {
    PipelineOutcome Outcome = PipelineChild(Context, C, seconds()).finish();
    FailureTest Test = pipelineTest(Context.Config, C);
    Test.ExitCode = Outcome.Signal ? -1 : Outcome.ExitCode;
    Test.Message = withoutPlace(Outcome.Message);
    return Test;
  }

private:
  class ChildTrial final : public Trial {
  public:
    ChildTrial(PipelineOracle &Owner, const Candidate &C)
        : Owner(Owner), Child(Owner.Context, C, Owner.seconds()) {}
    std::string finish() override { return Owner.judge(Child.finish()); }

  private:
    PipelineOracle &Owner;
    PipelineChild Child;
  };

  unsigned seconds() const { return Seconds ? Seconds : Context.FirstSeconds; }

  std::string judge(const PipelineOutcome &Outcome) {
    NotTried.clear();
    if (Outcome.HasHung) {
      NotTried = "pass '" + Outcome.Pass + "' has not ended after " +
                 utostr(seconds()) + " s";
      return "";
    }
    // Others may take ten times as long as the first.
    if (!Seconds)
      Seconds = unsigned(std::max(1.0, 10 * Outcome.Seconds + 0.5));
    if (WantsCrash)
      return Outcome.Signal
                 ? ("signal " + Twine(Outcome.Signal) + " in " + Outcome.Pass)
                       .str()
                 : std::string();
    if (Outcome.Id.empty() || (!Id.empty() && Outcome.Id != Id))
      return "";
    std::string Signature = Outcome.Id + " in " + Outcome.Pass;
    // This one is of all plugins.
    if (Outcome.Id == diag::name(diag::err_pass))
      Signature += ": " + withoutNames(Outcome.Message, /*Digits=*/false);
    return Signature;
  }

  ReduceContext Context;
  bool WantsCrash;
  std::string Id, NotTried;
  /// Most that a candidate may take; 0: not known yet.
  unsigned Seconds = 0;
};

/// Runs model and pipeline in a child: what is left of a loop may never end.
class DifferenceOracle final : public ReduceOracle {
public:
  explicit DifferenceOracle(const ReduceContext &Context)
      : Context(Context), Options(Context.Config.Numerics) {}
  StringRef name() const override { return "numerics"; }
  bool runsModels() const override { return true; }
  bool addTypes(Candidate &C) override;
  std::string whyNotTried() const override { return NotTried; }
  bool hasHung() const override { return HasHung; }

  std::unique_ptr<Trial> start(const Candidate &C) override {
    return std::make_unique<RunTrial>(*this, C);
  }
  FailureTest test(const Candidate &C) override {
    return differenceTest(Context.Config, Options, C, judge(C) != NotRun);
  }

private:
  /// The signature of a model that cannot be run after the passes.
  static constexpr StringLiteral NotRun = "not run";

  class RunTrial final : public Trial {
  public:
    RunTrial(DifferenceOracle &Owner, const Candidate &C)
        : Owner(Owner), C(C) {}
    std::string finish() override { return Owner.judge(C); }

  private:
    DifferenceOracle &Owner;
    const Candidate &C;
  };

  std::string judge(const Candidate &C) {
    useOneThread();
    auto Begin = std::chrono::steady_clock::now();
    unsigned Most = Seconds ? Seconds : Context.FirstSeconds;
    std::optional<std::string> Text = textOfChild(
        Most,
        [&](raw_ostream &OS) {
          std::string Signature = judgeHere(C);
          OS << Signature << '\0' << NotTried;
        },
        &HasHung);
    if (!Text) {
      NotTried =
          HasHung ? "the model has not ended after the passes" : "it died";
      return "";
    }
    std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Begin;
    if (!Seconds)
      Seconds = secondsAfter(Time.count());
    auto [Signature, Why] = StringRef(*Text).split('\0');
    NotTried = Why.str();
    return Signature.str();
  }

  /// Most that a candidate may take after the first took \p Time.
  static unsigned secondsAfter(double Time) {
    return unsigned(std::max(2.0, 10 * Time + 0.5));
  }

  std::string judgeHere(const Candidate &C) {
    auto Begin = std::chrono::steady_clock::now();
    NumericsOptions Run = Options;
    if (C.TypedInputs)
      Run.Inputs = {};
    Run.Inputs.Seed = C.Seed;
    if (C.RandomWeights && !Run.Run.RandomWeights)
      Run.Run.RandomWeights = C.Seed;
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
    std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Begin;
    if (unsigned Most = secondsAfter(2 * Time.count());
        !Seconds && (!Context.FirstSeconds || Most < Context.FirstSeconds))
      alarm(Most);
    Expected<std::string> Difference = Checker.probe(*After);
    if (!Difference) {
      consumeError(Difference.takeError());
      return NotRun.str();
    }
    return Difference->empty() ? "" : signatureOfDifference(*Difference);
  }

  /// Models become small, and threads that wait for each other take more time
  /// than they save.
  void useOneThread() {
    if (HasOneThread)
      return;
    HasOneThread = true;
    if (Expected<TorchBackend &> Torch = loadTorchBackend())
      Torch->setThreads(1);
    else
      consumeError(Torch.takeError());
  }

  ReduceContext Context;
  NumericsOptions Options;
  std::string NotTried;
  bool HasHung = false, HasOneThread = false;
  /// Most that a candidate may take; 0: not known yet.
  unsigned Seconds = 0;
};
} // namespace

bool DifferenceOracle::addTypes(Candidate &C) {
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
  C.TypedInputs = true;
  return true;
}

std::unique_ptr<ReduceOracle>
fx::createCrashOracle(const ReduceContext &Context) {
  return std::make_unique<PipelineOracle>(Context, /*WantsCrash=*/true, "");
}

std::unique_ptr<ReduceOracle>
fx::createMessageOracle(const ReduceContext &Context, StringRef Id) {
  return std::make_unique<PipelineOracle>(Context, /*WantsCrash=*/false, Id);
}

std::unique_ptr<ReduceOracle>
fx::createDifferenceOracle(const ReduceContext &Context) {
  return std::make_unique<DifferenceOracle>(Context);
}
