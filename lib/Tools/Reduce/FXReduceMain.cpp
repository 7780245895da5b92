//===- FXReduceMain.cpp - The driver of fx-reduce -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXReduceMain.h"
#include "Bisect/PipelineChild.h"
#include "Common/CommandLine.h"
#include "Common/StateFile.h"
#include "Common/StoredWords.h"
#include "Common/ToolOutput.h"
#include "Opt/FXOptSession.h"
#include "Opt/FXOptSetup.h"
#include "ReducedFile.h"
#include "ReducedTest.h"
#include "Reducer.h"
#include "fx/IR/Verifier.h"
#include "fx/Pass/PassOption.h"
#include "fx/Tools/AllPasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <thread>

using namespace fx;
using namespace llvm;

namespace {

struct ReduceConfig : FXOptConfig {
  bool Crash = false, NotFinite = false;
  /// An id; empty: any error.
  std::optional<std::string> Message;
  /// A command.
  std::string Test;
  /// Names of rules.
  std::string Fires, Refuses;
  /// What --opt-bisect has found: its flags come before those that are given.
  std::string FromBisect;
  ReduceOptions Reduce;
};

class ReduceSession {
public:
  ReduceSession(ReduceConfig &Config, const PassRegistry &Registry,
                PassPipeline Pipeline)
      : Config(Config), Registry(Registry), Pipeline(std::move(Pipeline)) {}
  int run();

private:
  bool read(InputFile &In);
  std::unique_ptr<ReduceOracle> chooseOracle(const ReduceContext &Context,
                                             Candidate &Start,
                                             std::string &Signature);
  int fail(const Twine &Text);
  int reduce(const ReduceContext &Context, ReduceOracle &Oracle,
             Candidate Start, StringRef Signature);

  ReduceConfig &Config;
  const PassRegistry &Registry;
  PassPipeline Pipeline;
  OddValues Odd;
};

} // namespace

int ReduceSession::fail(const Twine &Text) {
  DiagnosticEngine Diags;
  Diags.setColors(Config.Colors);
  Diags.report(diag::err_pass, SMLoc(), "fx-reduce", Text.str())
      .file(Config.Input);
  return ExitFailure;
}

bool ReduceSession::read(InputFile &In) {
  In.Diags.setColors(Config.Colors);
  if (!readInput(In, Config, /*IsOther=*/false))
    return false;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (!verify(*M, In.Diags) ||
        In.Diags.report(completeProgram(*M), M->source()) ||
        !verifyProgram(*M, In.Diags, &Odd))
      return false;
  return takeWeights(In, Config.WeightsFile);
}

/// The oracle that was asked for, or else the first that fails. Null, with a
/// message, if none does.
std::unique_ptr<ReduceOracle>
ReduceSession::chooseOracle(const ReduceContext &Context, Candidate &Start,
                            std::string &Signature) {
  std::vector<std::unique_ptr<ReduceOracle>> Oracles;
  bool Checks = Config.Numerics.Mode != NumericsOptions::Off;
  bool Any = !Config.Crash && !Config.Message && !Checks && !Config.NotFinite &&
             Config.Test.empty() && Config.Fires.empty() &&
             Config.Refuses.empty();
  if (!Config.Test.empty())
    Oracles.push_back(createTestOracle(Context, Config.Test));
  if (!Config.Fires.empty())
    Oracles.push_back(createFiresOracle(Context, Config.Fires));
  if (!Config.Refuses.empty())
    Oracles.push_back(createRefusesOracle(Context, Config.Refuses));
  if (Config.NotFinite)
    Oracles.push_back(createFiniteOracle(Context));
  std::string NoChildren = whyNoChildren();
  if (Config.Crash && !NoChildren.empty()) {
    fail(NoChildren);
    return nullptr;
  }
  explainDeathWithoutChildren();
  if (Config.Crash || (Any && NoChildren.empty()))
    Oracles.push_back(createCrashOracle(Context));
  if (Any || Config.Message)
    Oracles.push_back(
        createMessageOracle(Context, Config.Message.value_or("")));
  if (Any || Checks) {
    // Crashes and messages are asked for first: they need no LibTorch.
    Oracles.push_back(createDifferenceOracle(Context));
  }
  for (std::unique_ptr<ReduceOracle> &Oracle : Oracles) {
    // Three times: what changes its mind cannot be followed.
    Signature = Oracle->signatureOf(Start);
    // Not all values show a failure.
    bool MakesUp = Oracle->runsModels() && !Start.Seed &&
                   Config.Numerics.Inputs.File.empty() &&
                   Oracle->whyNotTried().empty();
    for (uint64_t Seed = 1; MakesUp && Signature.empty() && Seed != NumSeeds;
         ++Seed) {
      Start.Seed = Seed;
      Signature = Oracle->signatureOf(Start);
    }
    if (Signature.empty())
      Start.Seed = Config.Numerics.Inputs.Seed;
    if (Oracle->hasHung()) {
      fail(Oracle->whyNotTried() +
           (Oracle->name() == "crash" ? ""
            : Oracle->runsModels() || Oracle->name() == "test"
                ? "; a command with a limit makes it small: --test='timeout 5 "
                  "fx-opt {} ...; test $? = 124'"
                : "; --crash makes what hangs small"));
      return nullptr;
    }
    if (Signature.empty())
      continue;
    for (unsigned I = 0; I != 2; ++I)
      if (std::string Other = Oracle->signatureOf(Start); Other != Signature) {
        fail("the oracle '" + Oracle->name() +
             "' says two things of the input: first '" + Signature +
             "', then " +
             (Other.empty() ? "that nothing is wrong" : "'" + Other + "'"));
        return nullptr;
      }
    return std::move(Oracle);
  }
  // Only what runs a command says why.
  if ((!Config.Test.empty() || !Config.Fires.empty()) && Oracles.size() == 1) {
    fail("the input does not fail as '" + Oracles.front()->name() +
         "' asks: " + Oracles.front()->whyNotTried());
    return nullptr;
  }
  if (NoChildren.empty() && !Config.Crash)
    if (std::string Crash = createCrashOracle(Context)->signatureOf(Start);
        !Crash.empty()) {
      fail("the input does not fail as '" + Oracles.front()->name() +
           "' asks; --crash would find: " + Crash);
      return nullptr;
    }
  std::string Message = createMessageOracle(Context, "")->test(Start).Message;
  if (!Message.empty()) {
    fail("the input does not fail as '" + Oracles.front()->name() +
         "' asks; the pipeline ends with the error: " + Message);
    return nullptr;
  }
  // The oracle that runs models is the last one.
  if (std::string Why = Oracles.back()->whyNotTried(); !Why.empty()) {
    fail("the model cannot be run before the passes: " + Why);
    return nullptr;
  }
  fail(Any ? "nothing fails: the pipeline ends without an error and the "
             "results are the same"
           : "the input does not fail as '" + Oracles.front()->name() +
                 "' asks");
  return nullptr;
}

int ReduceSession::reduce(const ReduceContext &Context, ReduceOracle &Oracle,
                          Candidate Start, StringRef Signature) {
  auto Begin = std::chrono::steady_clock::now();
  std::string Text;
  ReduceSize Old = sizeOf(*Start.M, Text);
  Reducer R(Context, Oracle, Config.Reduce);
  ReducedFile File(Context, Oracle);
  R.OnImproved = [&](const Candidate &Best) {
    // The last one counts; this is for those who do not wait.
    if (Config.Output != "-")
      consumeError(File.write(Best));
  };
  R.run(std::move(Start), Signature);
  if (Error E = File.write(R.best()))
    return fail(toString(std::move(E)));
  std::chrono::duration<double> Seconds =
      std::chrono::steady_clock::now() - Begin;
  auto Line = [](const ReduceSize &S) {
    return formatv("{0} node{1}, {2} input{3}, {4} element{5}", S.Nodes,
                   S.Nodes == 1 ? "" : "s", S.Inputs, S.Inputs == 1 ? "" : "s",
                   S.Elements, S.Elements == 1 ? "" : "s")
        .str();
  };
  hideProgress();
  errs() << Config.Input << ": " << Line(Old) << " -> " << Line(R.size())
         << formatv("; {0} tries in {1:f1} s: ", R.numTries(), Seconds.count())
         << R.signature() << '\n';
  if (Config.Output == "-")
    return ExitDone;
  if (Error E = runTest(Oracle.test(R.best()), Config.Output))
    return fail(toString(std::move(E)));
  return ExitDone;
}

int ReduceSession::run() {
  Expected<std::unique_ptr<MemoryBuffer>> Whole = openInput(Config.Input);
  if (!Whole)
    return fail(toString(Whole.takeError()));
  InputFile In(std::move(*Whole));
  if (!read(In))
    return ExitFailure;
  if (In.Modules.size() != 1)
    return fail("expected one module, not " + Twine(In.Modules.size()));
  if (!checkNotRead(Config.Tool, {{"-o", Config.Output}},
                    weightFilesOf(*In.Modules.front()), In.Diags))
    return ExitUsage;
  ReduceContext Context{Config, Registry, Odd, In,
                        unsigned(std::ceil(Config.Reduce.MaxTime))};
  Candidate Start;
  Start.M = In.Modules.front()->clone();
  Start.Passes = elementTexts(Pipeline);
  Start.Seed = Config.Numerics.Inputs.Seed;
  std::string Signature;
  std::unique_ptr<ReduceOracle> Oracle =
      chooseOracle(Context, Start, Signature);
  if (!Oracle)
    return ExitFailure;
  return reduce(Context, *Oracle, std::move(Start), Signature);
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static Error parseJobs(StringRef Text, unsigned &Jobs) {
  if (Text.getAsInteger(10, Jobs) || !Jobs)
    return createStringError("expected a number from 1 on, not '" + Text + "'");
  return Error::success();
}

static void addReduceFlags(CommandLine &Flags, ReduceConfig &C) {
  using Flag = CommandLineFlag;
  Flags.text("o", "FILE", C.Output,
             "Write the test to FILE, by its ending as fx-opt does; only .fx "
             "has a RUN line");
  addFormFlag(Flags, C.To);
  Flags.flag("crash", C.Crash,
             "The pipeline dies of a signal, or does not end");
  Flags.add({"time-limit", Flag::RequiredValue, "SECONDS",
             "A pipeline that takes longer does not end (default: 60)",
             Flag::Shown, [&C](std::optional<StringRef> Text) {
               return parseTimeLimit(*Text, C.Bisect.Seconds);
             }});
  Flags.flag("nan", C.NotFinite,
             "A result is NaN or infinite, after the passes if there are any");
  Flags.add({"message", Flag::OptionalValue, "ID",
             "The pipeline ends with an error, with this id", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Message = Text.value_or("").str();
               return Error::success();
             }});
  Flags.add({"test", Flag::RequiredValue, "COMMAND",
             "A command exits with 0; {} is the file", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Test = Text->str();
               if (!Text->contains("{}"))
                 return createStringError("the command does not look at the "
                                          "file, which is {} there");
               return checkCommandsAllowed();
             },
             /*IsOnce=*/true});
  Flags.text("fires", "RULE", C.Fires, "The rule is applied");
  Flags.text("refuses", "RULE[@NODE]", C.Refuses,
             "After the passes the rule is not applied, for the same reason");
  ReduceOptions &R = C.Reduce;
  Flags.text("from-bisect", "FILE", C.FromBisect,
             "Reduce what --bisect-report has written");
  Flags.flag("any", R.AnyFailure, "Another failure of that kind will do");
  R.Jobs = std::max(1U, std::thread::hardware_concurrency());
  Flags.add({"j", Flag::RequiredValue, "N",
             "Try so many at once (default: one for each processor)",
             Flag::Shown, [&R](std::optional<StringRef> Text) -> Error {
               return parseJobs(*Text, R.Jobs);
             }});
  Flags.add({"max-time", Flag::RequiredValue, "SECONDS",
             "Stop with the best so far", Flag::Shown,
             [&R](std::optional<StringRef> Text) -> Error {
               if (Text->getAsDouble(R.MaxTime) || !(R.MaxTime > 0))
                 return createStringError("expected a number above 0, not '" +
                                          *Text + "'");
               return Error::success();
             }});
  Flags.flag("keep-program", R.KeepProgram,
             "Do not make a program a plain graph");
  Flags.flag("table", R.Table, "Print what each strategy did");
}

static void addFlags(CommandLine &Flags, ReduceConfig &C,
                     const PassRegistry &Registry) {
  addReduceFlags(Flags, C);
  addPipelineFlags(Flags, C);
  addNumericsFlags(Flags, C.Numerics);
  addWeightsFlag(Flags, C);
  addReadFlags(Flags, C);
  addTreeFlags(Flags, C);
  Flags.list("torch-library", "FILE", C.TorchLibraries,
             "Load operators that the model needs");
  addMessageFlags(Flags, C);
  addHelpFlags(Flags, C.Help);
  addPassFlags(Flags, C, Registry);
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static ReduceConfig Config;
  static const PassRegistry *Registry = [] {
    static PassRegistry All;
    registerAllPasses(All);
    return &All;
  }();
  addFlags(Flags, Config, *Registry);
}

static constexpr StringLiteral Usages[] = {
    "FILE [passes] [--crash|--message|--check-numerics] -o TEST.fx",
    "FILE --test=COMMAND -o TEST.fx"};
const ToolInfo fx::FXReduceTool = {
    "fx-reduce", "makes a program that shows a failure small", Usages,
    "FILE is what fx-opt reads. What fails after the passes still fails in the "
    "same way in TEST.fx, a test with a RUN line.",
    addAllFlags};

/// `-j2` as `-j=2`.
static std::string withEqualsSign(StringRef Word) {
  if (Word.size() > 2 && Word.starts_with("-j") && isDigit(Word[2]))
    return ("-j=" + Word.substr(2)).str();
  return Word.str();
}

/// Puts the flags that the file \p Path of --from-bisect names before the
/// others, which are \p Given; \p Input is the model that they are of.
static Error takeBisection(StringRef Path, const CommandLine &Known,
                           ArrayRef<const char *> Given,
                           std::vector<std::string> &Words,
                           std::string &Input) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(Path);
  if (!File)
    return createStringError("cannot read '" + Path +
                             "': " + File.getError().message());
  Expected<json::Value> Value = json::parse((*File)->getBuffer());
  if (!Value)
    return Value.takeError();
  const json::Object *Found = Value->getAsObject();
  if (!Found || Found->getString("format") != "fx-bisect" ||
      Found->getInteger("version") != 1)
    return createStringError("'" + Path +
                             "' is not what --bisect-report writes");
  const json::Array *Flags = Found->getArray("reduce");
  if (!Flags)
    return createStringError(
        "'" + Path +
        "' does not say what fx-reduce has to look for: the search found "
        "nothing, or asked a command or a selector; use fx-reduce "
        "--test=COMMAND, without the report");
  std::vector<std::string> Stored;
  for (const json::Array *List : {Found->getArray("arguments"), Flags})
    if (List)
      for (const json::Value &Word : *List)
        Stored.push_back(Word.getAsString().value_or("").str());
  Expected<std::vector<std::string>> Before =
      takeStoredWords(Known, Stored, Given);
  if (!Before)
    return createStringError("'" + Path + "': " + toString(Before.takeError()));
  Input = Found->getString("input").value_or("").str();
  Words.insert(Words.begin(), Before->begin(), Before->end());
  return Error::success();
}

static int run(ArrayRef<const char *> Words, StringRef Tool,
               PassRegistry &Registry) {
  std::vector<std::string> Texts;
  for (const char *Word : Words)
    Texts.push_back(withEqualsSign(Word));
  ReduceConfig Config;
  Config.Tool = Tool.str();
  SourceMgr SM;
  DiagnosticEngine Diags(&SM);
  std::string BisectedInput;
  SmallVector<const char *, 32> Args;
  auto TakeTexts = [&] {
    Args.clear();
    for (const std::string &Text : Texts)
      Args.push_back(Text.c_str());
  };
  TakeTexts();
  {
    ReduceConfig Ignored;
    CommandLine Known;
    addFlags(Known, Ignored, Registry);
    for (const std::string &Path : Known.scan(Args, "from-bisect"))
      if (Error E = takeBisection(Path, Known, Args, Texts, BisectedInput)) {
        Diags
            .report(diag::err_flag_bad_value, SMLoc(), "--from-bisect",
                    toString(std::move(E)))
            .file(Tool);
        return ExitUsage;
      }
    TakeTexts();
    if (!loadPlugins(Args, Known, Registry, Diags))
      return ExitFailure;
  }
  CommandLine Flags;
  addFlags(Flags, Config, Registry);
  std::vector<std::string> Files;
  if (!parseFlags(FXReduceTool, Args, Config, Flags, &Registry, Diags, Files))
    return ExitUsage;
  if (std::optional<int> Code =
          answerHelp(FXReduceTool, Tool, Config.Help, Flags, &Registry, Diags))
    return *Code;
  if (Files.empty() && !BisectedInput.empty())
    Files.push_back(BisectedInput);
  if (Files.size() != 1) {
    DiagnosticBuilder B = Diags.report(diag::err_expected_files, SMLoc(),
                                       "one file", Files.size());
    B.file(Tool);
    noteUsage(B, FXReduceTool);
    return ExitUsage;
  }
  Config.Input = Files.front();
  if (!Config.To)
    checkEnding(Tool, Config.Output, outputEndings(), Diags);
  if (Config.form() == OutputForm::Native &&
      StringRef(Config.Test).contains('\n'))
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--test",
                "it has several lines, and a RUN line is one; write them into "
                "a script")
        .file(Tool);
  // What fails is still needed when the test of it is small.
  std::vector<std::string> Inputs = otherInputs(Config);
  Inputs.push_back(Config.Input);
  (void)checkNotRead(Tool, {{"-o", Config.Output}}, Inputs, Diags);
  // A plain graph cannot be written into an archive.
  Config.Reduce.KeepProgram |= Config.writesArchive();
  if (Config.form() == OutputForm::Native && Config.Output != "-") {
    SmallString<128> Rules(Config.Output);
    sys::path::replace_extension(Rules, "fxr");
    if (!sys::fs::exists(Rules))
      Config.Reduce.RuleFile = std::string(Rules);
  }
  PassPipeline Pipeline;
  bool Good = buildPipeline(Config, Registry, SM, Diags, Pipeline);
  if (!Good || Diags.numErrors())
    return ExitUsage;
  if (!loadSchemas(Config, SM, Diags) || !loadRules(Config, Diags))
    return ExitFailure;
  return ReduceSession(Config, Registry, std::move(Pipeline)).run();
}

int fx::FXReduceMain(int Argc, const char *const *Argv,
                     PassRegistry &Registry) {
  return runTool(Argc, Argv, "fx-reduce",
                 [&](ArrayRef<const char *> Args, StringRef Tool) {
                   return run(Args, Tool, Registry);
                 });
}
