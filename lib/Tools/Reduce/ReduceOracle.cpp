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
#include "fx/Tools/FXOptMain.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace fx;
using namespace llvm;

ReduceOracle::~ReduceOracle() = default;
ReduceOracle::Trial::~Trial() = default;

unsigned fx::limitAfter(double Time) {
  return unsigned(std::max(2.0, 10 * Time + 0.5));
}

Candidate Candidate::clone() const {
  return {M->clone(), Passes, TypedInputs, RandomWeights, Seed, RuleFile};
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

std::vector<std::string> fx::flagsOfRuns(const FXOptConfig &Config) {
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
  Test.Words = flagsOfRuns(Config);
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
  if (hasState(*C.M) && (C.RandomWeights || Options.Run.Weights.RandomSeed))
    Test.Words.push_back(
        "--random-weights=" +
        utostr(Options.Run.Weights.RandomSeed.value_or(C.Seed)));
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
    FailureTest Test = pipelineTest(Context.Config, C);
    // What hangs takes its time each time.
    if (WantsCrash && Hung.contains(xxh3_64bits(C.text()))) {
      Test.Seconds = seconds();
      return Test;
    }
    PipelineOutcome Outcome =
        Failed && Failed->first == xxh3_64bits(C.text())
            ? Failed->second
            : PipelineChild(Context, C, seconds()).finish();
    Test.ExitCode =
        Outcome.Signal ? -1 : Outcome.Ended.value_or(Outcome.ExitCode);
    Test.IsSilent = Outcome.Ended == 0;
    Test.Message = withoutPlace(Outcome.Message);
    return Test;
  }

private:
  class ChildTrial final : public Trial {
  public:
    ChildTrial(PipelineOracle &Owner, const Candidate &C)
        : Owner(Owner), C(C), Child(Owner.Context, C, Owner.seconds()) {}
    std::string finish() override { return Owner.judge(C, Child.finish()); }

  private:
    PipelineOracle &Owner;
    const Candidate &C;
    PipelineChild Child;
  };

  unsigned seconds() const {
    if (Seconds)
      return Seconds;
    return isCutShort() ? Context.FirstSeconds
                        : Context.Config.Bisect.secondsOfPass();
  }

  /// Whether the first one has less time than a pass may take. What the user
  /// says of a pass counts before what is left for all.
  bool isCutShort() const {
    const auto &Bisect = Context.Config.Bisect;
    return !Seconds && !Bisect.Seconds && Context.FirstSeconds &&
           Context.FirstSeconds < Bisect.secondsOfPass();
  }

  std::string judge(const Candidate &C, const PipelineOutcome &Outcome) {
    std::string Signature = signature(C, Outcome);
    if (!Signature.empty())
      Failed = {xxh3_64bits(C.text()), Outcome};
    return Signature;
  }

  std::string signature(const Candidate &C, const PipelineOutcome &Outcome) {
    NotTried.clear();
    if (Outcome.HasHung && WantsCrash && isCutShort()) {
      NotTried = "pass '" + Outcome.Pass + "' has not ended after the " +
                 utostr(seconds()) +
                 " s of --max-time, and whether it ever does is not known; "
                 "--time-limit=SECONDS says how long a pass may take";
      return "";
    }
    if (Outcome.HasHung && WantsCrash) {
      // What ends does so soon.
      Seconds = std::min(seconds(), limitAfter(Outcome.Seconds));
      Hung.insert(xxh3_64bits(C.text()));
      return "timeout in " + Outcome.Pass;
    }
    if (Outcome.HasHung) {
      NotTried = "pass '" + Outcome.Pass + "' has not ended after " +
                 utostr(seconds()) + " s";
      return "";
    }
    if (!Seconds)
      Seconds = limitAfter(Outcome.Seconds);
    if (WantsCrash && Outcome.Signal)
      return ("signal " + Twine(Outcome.Signal) + " in " + Outcome.Pass).str();
    if (WantsCrash && Outcome.Ended)
      return ("exit code " + Twine(*Outcome.Ended) + " in " + Outcome.Pass)
          .str();
    if (WantsCrash)
      return "";
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
  /// Hashes of the texts of those that hang.
  DenseSet<uint64_t> Hung;
  /// The last failure, and the hash of the text of what failed so.
  std::optional<std::pair<uint64_t, PipelineOutcome>> Failed;
  std::string Id, NotTried;
  /// Most that a candidate may take; 0: not known yet.
  unsigned Seconds = 0;
};

} // namespace

std::unique_ptr<ReduceOracle>
fx::createCrashOracle(const ReduceContext &Context) {
  return std::make_unique<PipelineOracle>(Context, /*WantsCrash=*/true, "");
}

std::unique_ptr<ReduceOracle>
fx::createMessageOracle(const ReduceContext &Context, StringRef Id) {
  return std::make_unique<PipelineOracle>(Context, /*WantsCrash=*/false, Id);
}
