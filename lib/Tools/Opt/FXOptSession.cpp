//===- FXOptSession.cpp - One run of fx-opt -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXOptSession.h"
#include "Bisect/OptBisect.h"
#include "Bisect/RewriteKeeper.h"
#include "Bisect/RewriteSkipper.h"
#include "Common/ArchiveOutput.h"
#include "Common/ToolOutput.h"
#include "Common/TreeFlags.h"
#include "FXOptSetup.h"
#include "PassDump.h"
#include "Reduce/Reproducer.h"
#include "Rules/RuleReport.h"
#include "Update/ExpectedDiagnostics.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Analysis/ProgramDiff.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Support/PrintAtOnce.h"
#include "fx/Translate/ModelDiff.h"
#include "fx/Translate/NodeList.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// The graver of two.
static ExitCode worse(ExitCode A, ExitCode B) { return std::max(A, B); }

static bool useColors(const FXOptConfig &Config) {
  return Config.Colors.value_or(errs().has_colors());
}

namespace {
/// Notes which passes run.
class PassNames : public PassInstrumentation {
public:
  explicit PassNames(std::set<std::string, std::less<>> &Names)
      : Names(Names) {}
  bool hearsRewrites() const override { return false; }
  void beforePass(const Pass &P, const GraphModule &) override {
    Names.insert(P.name().str());
  }

private:
  std::set<std::string, std::less<>> &Names;
};
} // namespace

FXOptSession::FXOptSession(const FXOptConfig &Config, PassPipeline Pipeline)
    : Config(Config), Manager(std::move(Pipeline)) {
  Manager.setVerifyEach(Config.VerifyEach && !Config.NoVerify);
  Manager.setVerifyIdempotence(Config.VerifyIdempotence);
  Manager.setCompletion(completeChangedProgram);
  Manager.addVerifier([this](const GraphModule &M, DiagnosticEngine &Diags) {
    return verifyProgramAgain(M, Diags, Odd);
  });
  if (Config.Print.any()) {
    PassPrintOptions Print = Config.Print;
    Print.Colors = useColors(Config);
    // Those who want no graph at the end want to see these.
    if (std::optional<PrintFormat> Format =
            Config.To ? printFormatOf(*Config.To) : std::nullopt;
        Format && Format != PrintFormat::None)
      Print.Format = *Format;
    if (!Config.FilterModule.empty())
      // The pattern was checked with the command line.
      Print.Filter = [this, Glob = cantFail(GlobPattern::create(
                                Config.FilterModule))](const GraphModule &M) {
        bool Matches = Glob.match(M.name().str());
        MatchedFilter |= Matches;
        return Matches;
      };
    Manager.addInstrumentation(createPassPrinter(std::move(Print), errs()));
    Manager.addInstrumentation(std::make_unique<PassNames>(RanPasses));
  }
  if (Config.Numerics.Mode != NumericsOptions::Off && !bisects()) {
    auto Checker = std::make_unique<NumericsChecker>(Config.Numerics);
    Numerics = Checker.get();
    Manager.addInstrumentation(std::move(Checker));
  }
  if (!Config.SkippedRewrites.empty()) {
    auto Owned = std::make_unique<RewriteSkipper>(Config.SkippedRewrites);
    Skipper = Owned.get();
    Manager.addInstrumentation(std::move(Owned));
  }
  if (!Config.OnlyRewrites.empty()) {
    auto Owned = std::make_unique<RewriteKeeper>(Manager.pipeline(),
                                                 Config.OnlyRewrites);
    Keeper = Owned.get();
    Manager.addInstrumentation(std::move(Owned));
  }
  if (!bisects()) {
    auto Owned = std::make_unique<Reproducer>(Config, Odd);
    Repro = Owned.get();
    Manager.addInstrumentation(std::move(Owned));
  }
  if (Config.Report || !Config.ExpectedRules.empty()) {
    auto Owned = std::make_unique<RuleReport>();
    Report = Owned.get();
    Manager.addInstrumentation(std::move(Owned));
  }
  if (!Config.DumpFolder.empty()) {
    auto Owned =
        std::make_unique<PassDump>(Config.DumpFolder, Config.DumpsDifferences);
    Dump = Owned.get();
    Manager.addInstrumentation(std::move(Owned));
  }
  // Added last, so that printing is not timed.
  if (isTimed())
    Manager.addInstrumentation(createPassTiming(Times));
}

void FXOptSession::configure(DiagnosticEngine &Diags) const {
  Diags.setColors(Config.Colors);
  Diags.setShowIds(Config.ShowDiagnosticIds);
  if (Config.Errors)
    Diags.setHandler([Errors = Config.Errors](const Diagnostic &D) {
      if (D.Sev == Severity::Error)
        *Errors += D.Text + '\n';
    });
}

ExitCode FXOptSession::fail(Error E, StringRef File) {
  DiagnosticEngine Diags;
  configure(Diags);
  Diags.report(std::move(E), File);
  return ExitFailure;
}

ExitCode FXOptSession::verifyAll(InputFile &In, bool Again) {
  if (Config.NoVerify)
    return ExitDone;
  TimeScope Scope(times(), "(verify)");
  bool Valid = true;
  if (Again)
    for (const std::unique_ptr<GraphModule> &M : In.Modules)
      Valid &=
          verifyAgain(*M, In.Diags) && verifyProgramAgain(*M, In.Diags, Odd);
  else
    Valid = verifyRead(In, &Odd);
  return Valid ? ExitDone : ExitInvalid;
}

bool fx::applyTrees(InputFile &In, const FXOptConfig &Config, bool IsOther) {
  if (!Config.ModulesFile.empty() &&
      !attachModuleTree(In, Config.ModulesFile, IsOther))
    return false;
  return applyModuleClasses(In, Config.ModuleClasses);
}

bool fx::readInput(InputFile &In, const FXOptConfig &Config, bool IsOther) {
  In.Examples = Config.Numerics.Inputs;
  In.AllowNoOutput = Config.AllowNoOutput;
  if (Error E = loadTorchLibraries(Config.TorchLibraries))
    return !In.Diags.report(std::move(E));
  if (!readModel(In, IsOther ? std::nullopt : Config.From))
    return false;
  return applyTrees(In, Config, IsOther);
}

ExitCode FXOptSession::read(InputFile &In, bool IsOther) {
  {
    TimeScope Scope(times(), "(read)");
    if (!readInput(In, Config, IsOther))
      return ExitFailure;
  }
  if (ExitCode Code = verifyAll(In, /*Again=*/false))
    return Code;
  if (IsOther)
    return ExitDone;
  if (!takeWeights(In, Config.WeightsFile))
    return ExitFailure;
  std::vector<FlagFile> Outputs = sideOutputs(Config);
  // In place the result has them; other texts that name them would be broken.
  if (!sys::fs::equivalent(Config.Input, Config.Output))
    Outputs.push_back({"-o", Config.Output});
  if (Outputs.empty())
    return ExitDone;
  std::vector<std::string> Weights;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    append_range(Weights, weightFilesOf(*M));
  return checkNotRead(Config.Tool, Outputs, Weights, In.Diags) ? ExitDone
                                                               : ExitUsage;
}

ExitCode FXOptSession::runPasses(GraphModule &M, InputFile &In) {
  DiagnosticEngine &Diags = In.Diags;
  Repro->setInput(In);
  bool Checks = Numerics && !Manager.pipeline().empty();
  if (Checks)
    if (Error E = Numerics->begin(M)) {
      Diags.report(std::move(E), M.source());
      return ExitFailure;
    }
  switch (Manager.run(M, Diags)) {
  case PassResult::Failed:
    Repro->keep(In.Diags);
    return ExitFailure;
  case PassResult::Invalid:
    // No pass has done that.
    if (Dump && Dump->hasFailed())
      return ExitFailure;
    Repro->keep(In.Diags);
    return ExitInvalid;
  default:
    break;
  }
  if (!Checks)
    return ExitDone;
  std::string Pipeline;
  raw_string_ostream OS(Pipeline);
  Manager.pipeline().print(OS);
  if (Error E = Numerics->finish(M, Pipeline)) {
    Diags.report(std::move(E), M.source());
    return ExitInvalid;
  }
  return ExitDone;
}

ExitCode FXOptSession::bisect(InputFile &In) {
  if (ExitCode Code = requireOneModule(In, "--opt-bisect"))
    return Code;
  if (Config.Bisect.searches() || Config.Numerics.Mode == NumericsOptions::Off)
    return runBisection({Config, Manager, In, Odd});
  NumericsChecker Checker(Config.Numerics);
  if (Error E = Checker.begin(*In.Modules.front())) {
    In.Diags.report(std::move(E), Config.Input);
    return ExitFailure;
  }
  if (ExitCode Code = runBisection({Config, Manager, In, Odd}))
    return Code;
  std::string Done = Config.Bisect.Mode == BisectOptions::List
                         ? "all steps"
                         : "the first " + utostr(Config.Bisect.At) + " steps";
  Expected<std::string> Difference = Checker.probe(*In.Modules.front());
  if (Difference && Difference->empty())
    return ExitDone;
  DiagnosticBuilder Report =
      Difference ? In.Diags.report(diag::err_numerics_differ, SMLoc(), Done,
                                   *Difference)
                 : In.Diags.report(diag::err_numerics_run, SMLoc(), Done,
                                   toString(Difference.takeError()));
  Report.file(Config.Input);
  return ExitInvalid;
}

/// What \p Flag asks for is of one module.
ExitCode FXOptSession::requireOneModule(InputFile &In, StringRef Flag) {
  std::string Given = Config.SplitInput ? "the parts of --split-input-file"
                                        : utostr(In.Modules.size());
  if (In.Modules.size() == 1 && !Config.SplitInput)
    return ExitDone;
  In.Diags.report(diag::err_needs_one_module, SMLoc(), Flag, Given)
      .file(Config.Input);
  return ExitUsage;
}

/// --input describes inputs to what runs the model, to shape-prop, and to what
/// makes a program of it. An exported program has the types of its inputs.
ExitCode FXOptSession::checkInputsUsed(InputFile &In) {
  const RunInputSource &Given = Config.Numerics.Inputs;
  bool IsGiven = !Given.Specs.empty() || !Given.File.empty();
  bool Runs = Config.Numerics.Mode != NumericsOptions::Off ||
              Config.CheckedRewrites || bisects();
  if (!IsGiven || Runs || In.Modules.empty())
    return ExitDone;
  std::string Why;
  if (all_of(In.Modules, [](const auto &M) { return M->program(); })) {
    Why = "the exported program '" + Config.Input +
          "' has the types of its inputs already" +
          (Config.Tool == "fx-opt" ? ", and only --check-numerics runs it"
                                   : "; fx-run runs it");
  } else {
    bool Propagates = false;
    Manager.pipeline().forEachPass(
        [&](Pass &P) { Propagates |= P.name() == "shape-prop"; });
    if (Propagates || Config.writesArchive() || kindOf(In) == InputKind::Script)
      return ExitDone;
    Why = "nothing reads it; --shape-prop before the other passes gives types "
          "to the nodes, and --check-numerics runs the model";
  }
  In.Diags
      .report(diag::err_flag_bad_value, SMLoc(),
              Given.Specs.empty() ? "--inputs" : "--input", Why)
      .file(Config.Tool);
  return ExitUsage;
}

ExitCode FXOptSession::process(InputFile &In) {
  if (ExitCode Code = read(In, /*IsOther=*/false))
    return Code;
  IsRead = true;
  if (ExitCode Code = checkInputsUsed(In))
    return Code;
  if (bisects())
    return bisect(In);
  if (Config.wantsJournal())
    if (ExitCode Code = requireOneModule(In, "a journal"))
      return Code;
  if (!Config.InputOf.empty())
    for (const std::unique_ptr<GraphModule> &M : In.Modules)
      if (Error E = checkInput(*M))
        return fail(std::move(E), Config.Input);
  if (Config.wantsJournal())
    if (Error E = openJournal(*In.Modules.front()))
      return fail(std::move(E));
  ExitCode Result = ExitDone;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    Result = worse(Result, runPasses(*M, In));
  // The manager has verified what it changed unless that is switched off.
  if (!Result && !Config.VerifyEach)
    Result = verifyAll(In, /*Again=*/true);
  return Result;
}

/// Processes \p In and compares the messages with the announced ones.
ExitCode FXOptSession::processVerified(InputFile &In) {
  ExpectedDiagnostics Expected(In.text(), *In.Source, In.Diags);
  In.Diags.setErrorLimit(0);
  ExitCode Code = process(In);
  In.Diags.setHandler(nullptr);
  if (Config.ExpectedChanges) {
    Expected.addChanges(*Config.ExpectedChanges);
    return ExitDone;
  }
  DiagnosticEngine Diags(In.Source.get());
  configure(Diags);
  if (!Expected.finish(Diags))
    return ExitFailure;
  // An announced error is not a failure, but there is nothing to print.
  if (Code)
    In.Modules.clear();
  return ExitDone;
}

void FXOptSession::print(raw_ostream &OS) {
  PrintFormat Format = *printFormatOf(Config.form());
  bool First = true;
  for (const std::unique_ptr<InputFile> &In : Inputs) {
    if (In->Modules.empty())
      continue;
    if (!First && Format != PrintFormat::None)
      OS << "// -----\n";
    First = false;
    for (const std::unique_ptr<GraphModule> &M : In->Modules)
      printModule(*M, OS, Format);
  }
}

/// One archive with the programs of the one input that has any.
ExitCode FXOptSession::writeArchive() {
  InputFile *Only = nullptr;
  for (const std::unique_ptr<InputFile> &In : Inputs) {
    if (In->Modules.empty())
      continue;
    if (Only)
      return fail(
          makeFileError(diag::err_program_several_parts, Config.Output));
    Only = In.get();
  }
  if (!Only)
    return ExitDone;
  return writePrograms(
             *Only, Config.Output,
             {Config.SaveWeights == WeightsMode::Link, Config.DropAOTI})
             ? ExitDone
             : ExitFailure;
}

/// All modules in one of the forms that may refuse them.
ExitCode FXOptSession::writeExported(OutputTransaction &Files) {
  std::vector<const GraphModule *> Modules;
  for (const std::unique_ptr<InputFile> &In : Inputs)
    for (const std::unique_ptr<GraphModule> &M : In->Modules)
      Modules.push_back(M.get());
  PageOptions Page = Config.Page;
  if (Page.Title.empty())
    Page.Title =
        Config.Input == "-" ? "model" : sys::path::filename(Config.Input).str();
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = writeForm(Modules, Config.form(), OS, Page))
    return fail(std::move(E), Config.Input);
  if (Error E = writeOutput(Files, Config.Output,
                            [&](raw_ostream &Out) { Out << Text; }))
    return fail(std::move(E));
  return ExitDone;
}

void FXOptSession::listNodes() {
  for (const std::unique_ptr<InputFile> &In : Inputs) {
    // The selector was checked with the command line.
    NodeSelector Selector =
        cantFail(NodeSelector::parse(*Config.ListNodes, In->Ctx));
    for (const std::unique_ptr<GraphModule> &M : In->Modules)
      printNodeList(*M, Selector, outs());
  }
}

ExitCode FXOptSession::write() {
  // A search has said what it found.
  if (Config.Bisect.searches())
    return ExitDone;
  if (Config.ListNodes)
    listNodes();
  // Asked for something else, and not to write.
  bool AsksOnly =
      !Config.DiffFile.empty() || Config.ListNodes || Config.AsksOnly;
  if (AsksOnly && Config.Output == "-" && !Config.To)
    return ExitDone;
  TimeScope Scope(times(), "(print)");
  if (Config.writesArchive())
    return writeArchive();
  OutputTransaction Files;
  bool IsPrinted = printFormatOf(Config.form()).has_value();
  if ((!IsPrinted || Config.form() == OutputForm::Native) &&
      !placeWeights(Inputs, Config.Output, Config.SaveWeights, Files,
                    otherInputs(Config)))
    return ExitFailure;
  if (!IsPrinted) {
    if (ExitCode Code = writeExported(Files))
      return Code;
  } else if (Error E = writeOutput(Files, Config.Output,
                                   [this](raw_ostream &OS) { print(OS); })) {
    return fail(std::move(E));
  }
  if (Error E = Files.commit())
    return fail(std::move(E));
  return ExitDone;
}

/// Node by node. Of programs counts what findProgramDifference() looks at.
Error FXOptSession::printAllDifferences(GraphModule &Ours, GraphModule &Other,
                                        bool ArePrograms) {
  ModelDiffOptions Options;
  Options.Names = Options.Metadata = Options.Users = !ArePrograms;
  if (ArePrograms && Config.CompareWeights)
    Options.SameBytes = [&](StringRef Path) {
      return sameStateBytes(Ours, Other, Path);
    };
  Expected<ModelDiff> D = diffModels(Ours, Other, Options);
  if (!D)
    return D.takeError();
  DiffTextOptions Text;
  Text.Before = Config.Input;
  Text.After = Config.DiffFile;
  Text.Colors = Config.Colors.value_or(outs().has_colors());
  printModelDiff(*D, outs(), Text);
  return Error::success();
}

/// Whether the result is what the other file holds.
ExitCode FXOptSession::compare() {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Config.DiffFile);
  if (!Text)
    return fail(Text.takeError());
  InputFile Other(std::move(*Text));
  configure(Other.Diags);
  if (ExitCode Code = read(Other, /*IsOther=*/true))
    return Code;
  SmallVector<GraphModule *, 4> Ours;
  for (const std::unique_ptr<InputFile> &In : Inputs)
    for (const std::unique_ptr<GraphModule> &M : In->Modules)
      Ours.push_back(M.get());
  if (Ours.size() != Other.Modules.size()) {
    outs() << Config.Input << " and " << Config.DiffFile
           << " differ: " << Ours.size() << " modules and "
           << Other.Modules.size() << '\n';
    return ExitFailure;
  }
  TimeScope Scope(times(), "(diff)");
  ExitCode Result = ExitDone;
  for (size_t I = 0; I != Ours.size(); ++I) {
    bool ArePrograms = Ours[I]->program() && Other.Modules[I]->program();
    std::optional<StructuralDifference> Difference =
        ArePrograms ? findProgramDifference(*Ours[I], *Other.Modules[I])
                    : findDifference(*Ours[I], *Other.Modules[I]);
    if (ArePrograms && !Difference && Config.CompareWeights) {
      Expected<std::optional<StructuralDifference>> InWeights =
          findWeightDifference(*Ours[I], *Other.Modules[I]);
      if (!InWeights)
        return fail(InWeights.takeError());
      Difference = std::move(*InWeights);
    }
    if (!Difference)
      continue;
    Result = ExitFailure;
    outs() << Config.Input << " and " << Config.DiffFile << " differ";
    if (Ours[I]->name())
      outs() << " in module " << Ours[I]->name().str();
    if (!Difference->Path.empty())
      outs() << ", at " << Difference->Path;
    outs() << ": " << Difference->Text << '\n';
    if (Config.DiffFirst)
      continue;
    if (Error E = printAllDifferences(*Ours[I], *Other.Modules[I], ArePrograms))
      return fail(std::move(E));
  }
  return Result;
}

/// What --report and --expect-fire ask for.
ExitCode FXOptSession::report() {
  if (Config.Report && Config.Report->empty())
    printAtOnce(errs(), [&](raw_ostream &OS) { Report->print(OS); });
  else if (Config.Report)
    if (Error E = writeOutput(*Config.Report,
                              [&](raw_ostream &OS) { Report->printJSON(OS); }))
      return fail(std::move(E));
  DiagnosticEngine Diags;
  configure(Diags);
  return Report->check(Config.ExpectedRules, Config.Input, Diags) ? ExitDone
                                                                  : ExitInvalid;
}

/// What --stats, --time-passes and --time-trace ask for.
Error FXOptSession::writeMeasurements() {
  Error Wrong = Error::success();
  auto Write = [&](StringRef Path, function_ref<void(raw_ostream &)> Print) {
    // Where there was no model, what is in the file stays.
    if (IsRead)
      Wrong = joinErrors(std::move(Wrong), writeOutput(Path, Print));
  };
  if (Config.Statistics && Config.Statistics->empty())
    printAtOnce(errs(), [&](raw_ostream &OS) {
      printPassStatistics(Manager.pipeline(), OS);
    });
  else if (Config.Statistics)
    Write(*Config.Statistics, [&](raw_ostream &OS) {
      printPassStatisticsJSON(Manager.pipeline(), OS);
    });
  if (Config.TimePasses && Config.TimePasses->empty())
    printAtOnce(errs(), [&](raw_ostream &OS) { Times.print(OS); });
  else if (Config.TimePasses)
    Write(*Config.TimePasses, [&](raw_ostream &OS) { Times.printJSON(OS); });
  if (!Config.TimeTrace.empty())
    Write(Config.TimeTrace, [](raw_ostream &OS) {
      SmallString<0> Text;
      raw_svector_ostream TextOS(Text);
      timeTraceProfilerWrite(TextOS);
      OS << Text << '\n';
    });
  return Wrong;
}

/// Who asks for graphs, and gets none, has probably asked for something else.
void FXOptSession::warnOfSilence() {
  DiagnosticEngine Diags;
  configure(Diags);
  auto Warn = [&](StringRef Flag, const Twine &Text) {
    Diags.report(diag::warn_pass, SMLoc(), Flag, Text).file(Config.Tool);
  };
  for (const auto &[Flag, Names] :
       {std::pair("--print-before", &Config.Print.Before),
        std::pair("--print-after", &Config.Print.After)})
    for (const std::string &Name : *Names)
      if (!RanPasses.count(Name))
        Warn(Flag, "no pass '" + Name + "' has run");
  if (!Config.FilterModule.empty() && !Config.Print.any())
    Warn("--filter-module", "nothing is printed that it could pick from; "
                            "--print-after-all prints after each pass");
  else if (!Config.FilterModule.empty() && !RanPasses.empty() && !MatchedFilter)
    Warn("--filter-module",
         "no module is called '" + Config.FilterModule + "'");
}

ExitCode FXOptSession::run() {
  if (Keeper)
    if (Error E = Keeper->check())
      return fail(std::move(E));
  if (Dump)
    if (Error E = Dump->open())
      return fail(std::move(E));
  if (!Config.TimeTrace.empty())
    timeTraceProfilerInitialize(Config.TimeTraceGranularity, "fx-opt");
  ExitCode Result = transform();
  if (!Result && !bisects())
    warnOfSilence();
  if (Dump)
    if (Error E = Dump->close())
      Result = worse(Result, fail(std::move(E)));
  if (Recorder)
    Result = worse(Result, finishJournal());
  if (!Result && Skipper)
    if (Error E = Skipper->check())
      Result = fail(std::move(E), Config.Input);
  if (!Result && Keeper)
    if (Error E = Keeper->checkKept())
      Result = fail(std::move(E), Config.Input);
  if (!Result && !Config.ExpectedChanges)
    Result = write();
  if (Error E = writeMeasurements())
    Result = worse(Result, fail(std::move(E)));
  if (!Config.TimeTrace.empty())
    timeTraceProfilerCleanup();
  return Result;
}

ExitCode FXOptSession::transform() {
  Expected<std::unique_ptr<MemoryBuffer>> Whole = openInput(Config.Input);
  if (!Whole)
    return fail(Whole.takeError());
  if (const auto &[File, Text] = Config.ReplacedInput; File == Config.Input)
    Whole = MemoryBuffer::getMemBufferCopy(Text, File);
  std::vector<std::unique_ptr<MemoryBuffer>> Texts;
  if (Config.SplitInput)
    Texts = splitInput(std::move(*Whole));
  else
    Texts.push_back(std::move(*Whole));

  ExitCode Result = ExitDone;
  for (std::unique_ptr<MemoryBuffer> &Text : Texts) {
    Inputs.push_back(std::make_unique<InputFile>(std::move(Text)));
    InputFile &In = *Inputs.back();
    configure(In.Diags);
    Result = worse(Result, Config.VerifyDiagnostics ? processVerified(In)
                                                    : process(In));
  }
  if (!Result && Report)
    Result = report();
  if (!Result && !Config.DiffFile.empty())
    Result = compare();
  return Result;
}
