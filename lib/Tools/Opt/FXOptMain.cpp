//===- FXOptMain.cpp - The driver of fx-opt -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXOptMain.h"
#include "Bisect/RewriteSkipper.h"
#include "Common/CommandLine.h"
#include "Common/ToolOutput.h"
#include "FXOptSession.h"
#include "FXOptSetup.h"
#include "fx/Tools/AllPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Checks names of passes given to other flags.
static void checkPassNames(StringRef Flag, ArrayRef<std::string> Names,
                           const FXOptConfig &Config,
                           const PassRegistry &Registry,
                           DiagnosticEngine &Diags) {
  for (const std::string &Name : Names) {
    if (Registry.lookup(Name))
      continue;
    DiagnosticBuilder B =
        Diags.report(diag::err_unknown_pass_name, SMLoc(), Flag, Name);
    B.file(Config.Tool);
    if (StringRef Nearest = Registry.nearest(Name); !Nearest.empty())
      B.note(diag::note_did_you_mean, SMLoc(), Nearest);
    else
      B.note(diag::note_list_passes, SMLoc());
  }
}

/// Reports what cannot be asked of a run that --opt-bisect stops, or repeats.
static void checkBisection(const FXOptConfig &Config, DiagnosticEngine &Diags) {
  const BisectOptions &B = Config.Bisect;
  if (!B.Report.empty() && !B.searches())
    Diags
        .report(diag::err_flag_needs_flag, SMLoc(), "--bisect-report",
                "--opt-bisect=auto or --opt-bisect=minimal")
        .file(Config.Tool);
  if (B.Mode == BisectOptions::Off)
    return;
  auto Refuse = [&](bool IsGiven, StringRef Flag, const Twine &Other) {
    if (IsGiven)
      Diags.report(diag::err_flags_exclusive, SMLoc(), Flag, Other.str())
          .file(Config.Tool);
  };
  // These describe a whole run.
  Refuse(!Config.Journal.empty(), "--journal", "--opt-bisect");
  Refuse(!Config.Why.empty(), "--why", "--opt-bisect");
  Refuse(!Config.WhereDid.empty(), "--where-did", "--opt-bisect");
  Refuse(!Config.DumpFolder.empty(), "--dump-dir", "--opt-bisect");
  Refuse(!Config.Reproducer.empty(), "--reproducer", "--opt-bisect");
  Refuse(Config.Report.has_value(), "--report", "--opt-bisect");
  Refuse(!Config.ExpectedRules.empty(), "--expect-fire", "--opt-bisect");
  if (!B.searches())
    return;
  // A search has no result to compare, and asks one oracle.
  StringRef Search = B.Mode == BisectOptions::Auto ? "--opt-bisect=auto"
                                                   : "--opt-bisect=minimal";
  Refuse(!Config.DiffFile.empty(), "--diff", Search);
  Refuse(Config.Numerics.Mode != NumericsOptions::Off && !B.Oracle.empty() &&
             B.Oracle != "numerics",
         "--check-numerics", Search + "=" + B.Oracle);
}

static bool checkConfig(const FXOptConfig &Config, const PassRegistry &Registry,
                        DiagnosticEngine &Diags) {
  unsigned ErrorsBefore = Diags.numErrors();
  checkPassNames("--print-before", Config.Print.Before, Config, Registry,
                 Diags);
  checkPassNames("--print-after", Config.Print.After, Config, Registry, Diags);
  checkPassNames("--list-passes", Config.ListedPasses, Config, Registry, Diags);
  if (Expected<GlobPattern> Glob = GlobPattern::create(Config.FilterModule);
      !Glob)
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--filter-module",
                toString(Glob.takeError()))
        .file(Config.Tool);
  checkBisection(Config, Diags);
  for (StringRef Item : Config.SkippedRewrites)
    if (!RewriteSkipper::isItem(Item))
      Diags
          .report(diag::err_flag_bad_value, SMLoc(), "--skip-rewrites",
                  "expected RUN:WHAT@NODE, as fx-journal prints it, not '" +
                      Item + "'")
          .file(Config.Tool);
  if (Config.To)
    checkName(Config.Tool, Config.Output, *Config.To, Diags);
  else
    checkEnding(Config.Tool, Config.Output, outputEndings(), Diags);
  if (!Config.Reproducer.empty())
    checkEnding(Config.Tool, Config.Reproducer, {".fx", ".fx.txt", ".test"},
                Diags, "--reproducer");
  return Diags.numErrors() == ErrorsBefore;
}

/// Reports names of passes that stand where files do, and takes them away.
static bool takePassNames(std::vector<std::string> &Positional,
                          const PassRegistry &Registry,
                          DiagnosticEngine &Diags) {
  size_t Before = Positional.size();
  erase_if(Positional, [&](const std::string &Word) {
    // A file has a folder or an ending.
    bool IsWord = StringRef(Word).find_first_of("./") == StringRef::npos;
    StringRef Pass = IsWord ? Registry.nearest(Word) : "";
    if (Pass.empty() || Pass == "fix" || sys::fs::exists(Word))
      return false;
    Diags.report(diag::err_open_input, SMLoc(), "there is no such file")
        .file(Word)
        .note(diag::note_did_you_mean, SMLoc(), flagText(Pass));
    return true;
  });
  return Positional.size() == Before;
}

/// Reports selectors that stand where files do, and takes them away.
static bool takeSelectors(std::vector<std::string> &Positional,
                          const FXOptConfig &Config, DiagnosticEngine &Diags) {
  // One word alone is the file, even where there is none.
  bool IsMeant =
      Config.ListNodes == "*" &&
      (Positional.size() > 1 ||
       (Positional.size() == 1 && StringRef(Positional.front()).contains('=')));
  size_t Before = Positional.size();
  erase_if(Positional, [&](const std::string &Word) {
    if (!IsMeant || Word == "-" || sys::fs::exists(Word))
      return false;
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--list-nodes",
                "its selector follows '=', without a blank")
        .file(Config.Tool)
        .note(diag::note_did_you_mean, SMLoc(), "--list-nodes='" + Word + "'");
    return true;
  });
  return Positional.size() == Before;
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static FXOptConfig Config;
  static const PassRegistry *Registry = [] {
    static PassRegistry All;
    registerAllPasses(All);
    return &All;
  }();
  addFlags(Flags, Config, *Registry);
}

static constexpr StringLiteral Usages[] = {"[FILE|-] [options] [passes]"};
const ToolInfo fx::FXOptTool = {
    "fx-opt",
    "reads, checks, transforms and prints torch.fx graphs",
    Usages,
    "FILE is what print(graph) shows (.fx.txt), native text (.fx), an exported "
    "program (.pt2), TorchScript (.pt) or JSON. fx-run runs what fx-opt "
    "writes; fx-translate writes code and pictures.",
    addAllFlags,
    "0: done. 1: bad input, a pass failed, or --diff found a difference. 2: "
    "wrong usage. 3: the graph is not valid."};

/// --update-checks and --update-diagnostics.
static int updateTests(ArrayRef<std::string> Files, const FXOptConfig &Config,
                       PassRegistry &Registry, DiagnosticEngine &Diags) {
  int Code = ExitDone;
  auto Update = [&](StringRef File, auto &&Write) {
    std::optional<std::string> New = Write();
    if (!New) {
      Code = ExitFailure;
      return;
    }
    Expected<std::unique_ptr<MemoryBuffer>> Old = openInput(File);
    if (!Old) {
      Diags.report(Old.takeError());
      Code = ExitFailure;
      return;
    }
    bool Changes = (*Old)->getBuffer() != *New;
    if (Changes &&
        Diags.report(writeOutput(File, [&](raw_ostream &OS) { OS << *New; })))
      Code = ExitFailure;
    else
      outs() << File << (Changes ? ": updated\n" : ": unchanged\n");
  };
  for (const std::string &File : Files) {
    if (Config.UpdateDiagnostics)
      Update(File, [&] {
        return updateDiagnostics(File, Config.TestUpdate, Registry, Diags);
      });
    if (Config.UpdateChecks)
      Update(File,
             [&] { return updateChecks(File, Config.TestUpdate, Diags); });
  }
  return Code;
}

int fx::runFXOpt(ArrayRef<const char *> Args, FXOptConfig &Config,
                 PassRegistry &Registry) {
  SourceMgr SM;
  DiagnosticEngine Diags(&SM);
  {
    FXOptConfig Ignored;
    CommandLine Known;
    addFlags(Known, Ignored, Registry);
    if (!loadPlugins(Args, Known, Registry, Diags))
      return ExitFailure;
  }

  CommandLine Flags;
  addFlags(Flags, Config, Registry);
  std::vector<std::string> Positional;
  bool Good =
      parseFlags(FXOptTool, Args, Config, Flags, &Registry, Diags, Positional);
  Good = takePassNames(Positional, Registry, Diags) && Good;
  Good = takeSelectors(Positional, Config, Diags) && Good;
  bool UpdatesTests = Config.UpdateChecks || Config.UpdateDiagnostics;
  if (UpdatesTests && Positional.empty() && Good) {
    Diags.report(diag::err_expected, SMLoc(), "a test, as a file")
        .file(Config.Tool);
    Good = false;
  }
  // After an unknown flag, its value may stand where files do.
  if (!UpdatesTests)
    Good = Good && Flags.checkOneFile(Positional, Config.Tool, Diags);
  if (!Positional.empty())
    Config.Input = Positional.front();
  Good &= checkConfig(Config, Registry, Diags);
  PassPipeline Pipeline;
  Good &= buildPipeline(Config, Registry, SM, Diags, Pipeline);
  if (Good && !Config.RuleFiles.empty() && Pipeline.empty() &&
      !Config.ListPasses) {
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--load-rules",
                "no pass applies the rules; add --rewrite or -O1, say")
        .file(Config.Tool);
    Good = false;
  }
  if (!Good)
    return ExitUsage;
  if (!loadSchemas(Config, SM, Diags) || !loadRules(Config, Diags))
    return ExitFailure;

  if (std::optional<int> Code = answerHelp(FXOptTool, Config.Tool, Config.Help,
                                           Flags, &Registry, Diags))
    return *Code;
  if (UpdatesTests)
    return updateTests(Positional, Config, Registry, Diags);
  if (Config.ListPasses) {
    printPassList(outs(), Registry, Config.ListedPasses);
  } else if (Config.PrintPipeline) {
    Pipeline.print(outs());
    outs() << '\n';
  } else {
    for (const std::string &File : Config.Plugins)
      Config.Numerics.OtherFlags.push_back({PluginFlag, File});
    for (const std::string &File : Config.Schemas)
      Config.Numerics.OtherFlags.push_back({SchemaFlag, File});
    for (const std::string &File : Config.TorchLibraries)
      Config.Numerics.OtherFlags.push_back({"torch-library", File});
    raw_string_ostream OS(Config.PassesText);
    Pipeline.print(OS);
    if (!checkOutputs(Config, Diags))
      return ExitUsage;
    noteTerminal(Config.Input, Config.Tool);
    return FXOptSession(Config, std::move(Pipeline)).run();
  }
  return ExitDone;
}

int fx::FXOptMain(int Argc, const char *const *Argv, PassRegistry &Registry) {
  return runTool(Argc, Argv, "fx-opt",
                 [&](ArrayRef<const char *> Args, StringRef Tool) {
                   FXOptConfig Config;
                   Config.Tool = Tool.str();
                   Config.Words.assign(Args.begin(), Args.end());
                   return runFXOpt(Args, Config, Registry);
                 });
}
