//===- FXDiffMain.cpp - The driver of fx-diff -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXDiffMain.h"
#include "Common/ArchiveOutput.h"
#include "Common/CommandLine.h"
#include "Common/ToolOutput.h"
#include "DiffGit.h"
#include "Opt/FXOptSession.h"
#include "Run/RunSession.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Translate/Html.h"
#include "fx/Translate/ModelDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {

enum class DiffForm { Text, Unified, JSON, HTML, None };

/// As diff(1) exits.
enum DiffExit : int { ExitSame = 0, ExitDifferent = 1, ExitTrouble = 2 };

struct DiffConfig {
  RunConfig Run;
  FXOptConfig &Base = Run.Base;
  std::optional<DiffForm> Form;
  ModelDiffOptions Diff;
  DiffTextOptions Text;
  bool CompareWeights = false, Numerics = false, InstallGit = false;
  /// A selector; empty: all nodes.
  std::string Where;
};

class DiffSession {
public:
  explicit DiffSession(DiffConfig &Config) : Config(Config) {}
  int run(StringRef First, StringRef Second);

private:
  bool read(std::unique_ptr<InputFile> &Into, StringRef Path, bool IsOther);
  Expected<ModelDiff> diff(GraphModule &A, GraphModule &B);
  int fail(Error E, StringRef File = {});
  int write();
  void writeText(raw_ostream &OS);
  void writeJSON(raw_ostream &OS);
  int runBoth(StringRef First, StringRef Second);
  DiffForm form() const;

  DiffConfig &Config;
  std::unique_ptr<InputFile> A, B;
  std::vector<ModelDiff> Diffs;
};

} // namespace

DiffForm DiffSession::form() const {
  if (Config.Form)
    return *Config.Form;
  StringRef Output = Config.Base.Output;
  if (Output.ends_with(".html"))
    return DiffForm::HTML;
  if (Output.ends_with(".json"))
    return DiffForm::JSON;
  if (Output.ends_with(".diff") || Output.ends_with(".patch"))
    return DiffForm::Unified;
  return DiffForm::Text;
}

int DiffSession::fail(Error E, StringRef File) {
  DiagnosticEngine Diags;
  Diags.setColors(Config.Base.Colors);
  Diags.setShowIds(Config.Base.ShowDiagnosticIds);
  Diags.report(std::move(E), File);
  return ExitTrouble;
}

bool DiffSession::read(std::unique_ptr<InputFile> &Into, StringRef Path,
                       bool IsOther) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text) {
    fail(Text.takeError());
    return false;
  }
  Into = std::make_unique<InputFile>(std::move(*Text));
  Into->Diags.setColors(Config.Base.Colors);
  Into->Diags.setShowIds(Config.Base.ShowDiagnosticIds);
  // What git gives for a file that is new, or gone.
  if (Path == "/dev/null") {
    Into->Modules.push_back(std::make_unique<GraphModule>(Into->Ctx));
    return true;
  }
  if (!readInput(*Into, Config.Base, IsOther))
    return false;
  return Config.Base.NoVerify || verifyRead(*Into);
}

Expected<ModelDiff> DiffSession::diff(GraphModule &X, GraphModule &Y) {
  ModelDiffOptions Options = Config.Diff;
  if (Config.CompareWeights)
    Options.SameBytes = [&](StringRef Path) {
      return sameStateBytes(X, Y, Path);
    };
  if (!Config.Where.empty()) {
    // Each of the two has symbols of its own.
    NodeSelector OfX = cantFail(NodeSelector::parse(Config.Where, X.context()));
    NodeSelector OfY = cantFail(NodeSelector::parse(Config.Where, Y.context()));
    if (!selectsAny(OfX, X) && !selectsAny(OfY, Y))
      return createStringError("option '--where': no node of the two is '" +
                               Config.Where + "'");
    Options.Only = [OfX, OfY, &X, &Y](const Node &N) {
      return &N.context() == &X.context() ? OfX.matches(N, X)
                                          : OfY.matches(N, Y);
    };
    Options.State = false;
  }
  return diffModels(X, Y, Options);
}

void DiffSession::writeText(raw_ostream &OS) {
  bool IsUnified = form() == DiffForm::Unified;
  DiffTextOptions Options = Config.Text;
  for (auto [I, D] : enumerate(Diffs)) {
    if (Diffs.size() > 1) {
      Options.Before = Config.Text.Before + " " + D.Before.Name;
      Options.After = Config.Text.After + " " + D.After.Name;
    }
    if (IsUnified)
      printUnifiedDiff(D, OS, Options);
    else
      printModelDiff(D, OS, Options);
  }
}

void DiffSession::writeJSON(raw_ostream &OS) {
  json::OStream J(OS, 2);
  if (Diffs.size() == 1)
    writeModelDiff(Diffs.front(), J, Config.Text);
  else
    J.array([&] {
      for (const ModelDiff &D : Diffs)
        writeModelDiff(D, J, Config.Text);
    });
  OS << '\n';
}

int DiffSession::write() {
  StringRef Output = Config.Base.Output;
  Error Wrong = Error::success();
  Error E = writeOutput(Output, [&](raw_ostream &OS) {
    switch (form()) {
    case DiffForm::Text:
    case DiffForm::Unified:
      return writeText(OS);
    case DiffForm::JSON:
      return writeJSON(OS);
    case DiffForm::None:
      // The exit code says it.
      return;
    case DiffForm::HTML:
      SmallVector<const GraphModule *, 1> Before, After;
      for (const std::unique_ptr<GraphModule> &M : A->Modules)
        Before.push_back(M.get());
      for (const std::unique_ptr<GraphModule> &M : B->Modules)
        After.push_back(M.get());
      Wrong = writeDiffHtml(Before, After, Diffs, OS, Config.Text);
      return;
    }
  });
  if (Error Both = joinErrors(std::move(E), std::move(Wrong)))
    return fail(std::move(Both), Output);
  return ExitSame;
}

/// Runs the two on the same inputs.
int DiffSession::runBoth(StringRef First, StringRef Second) {
  Config.Base.Input = First.str();
  Config.Run.Compare = Second.str();
  Config.Run.CompareNodes = 20;
  Config.Run.Tolerance.AnyFloat = true;
  switch (RunSession(Config.Run).run()) {
  case ExitDone:
    return ExitSame;
  case ExitInvalid:
    return ExitDifferent;
  default:
    return ExitTrouble;
  }
}

int DiffSession::run(StringRef First, StringRef Second) {
  Config.Text.Before = First.str();
  Config.Text.After = Second.str();
  if (!read(A, First, /*IsOther=*/false) || !read(B, Second, /*IsOther=*/true))
    return ExitTrouble;
  if (A->Modules.size() != B->Modules.size()) {
    outs() << First << " -> " << Second << ": " << A->Modules.size() << " -> "
           << B->Modules.size() << " models\n";
    return ExitDifferent;
  }
  int Result = ExitSame;
  for (size_t I = 0; I != A->Modules.size(); ++I) {
    Expected<ModelDiff> D = diff(*A->Modules[I], *B->Modules[I]);
    if (!D)
      return fail(D.takeError(), First);
    if (!D->isSame())
      Result = ExitDifferent;
    Diffs.push_back(std::move(*D));
  }
  // What programs and browsers read has the values in it.
  bool HasValues = form() == DiffForm::JSON || form() == DiffForm::HTML;
  if (Config.Numerics && HasValues) {
    Config.Run.OnMeasured = [&](std::vector<ValueDistance> Values) {
      Diffs.front().Values = std::move(Values);
    };
    Result = std::max(Result, runBoth(First, Second));
    if (Result == ExitTrouble)
      return Result;
  }
  if (int Code = write())
    return Code;
  if (Config.Numerics && !HasValues) {
    // Tables and messages of the run come after.
    outs().flush();
    Result = std::max(Result, runBoth(First, Second));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static Error parseIgnored(StringRef List, ModelDiffOptions &Diff) {
  for (StringRef Word : split(List, ',')) {
    bool *Field = StringSwitch<bool *>(Word)
                      .Case("names", &Diff.Names)
                      .Case("metadata", &Diff.Metadata)
                      .Case("types", &Diff.Types)
                      .Case("order", &Diff.Order)
                      .Case("users", &Diff.Users)
                      .Case("weights", &Diff.State)
                      .Default(nullptr);
    if (!Field)
      return expectedValue("names, metadata, types, order, users or weights",
                           Word);
    *Field = false;
  }
  return Error::success();
}

static void addRunFlags(CommandLine &Flags, DiffConfig &C) {
  Flags.flag("numerics", C.Numerics,
             "Run both on the same inputs and show the nodes that differ most");
  addRunInputFlags(Flags, C.Base.Numerics.Inputs,
                   "An input for --numerics, or an example for TorchScript: "
                   "randn(1,3,8,8), x=ones(2)");
  addRandomWeightsFlag(Flags, C.Run.RandomWeights, CommandLineFlag::Hidden);
  for (StringRef Name : {"input", "inputs", "random-weights"})
    Flags.needs(Name, {"numerics"});
}

static void addFlags(CommandLine &Flags, DiffConfig &C) {
  using Flag = CommandLineFlag;
  Flags.text("o", "FILE", C.Base.Output,
             "Write to FILE; its ending says how: .txt, .diff, .json, .html");
  constexpr StringLiteral Forms = "text, unified, json, html or none";
  auto SetForm = [&C, Forms](std::optional<StringRef> Text) -> Error {
    C.Form = StringSwitch<std::optional<DiffForm>>(*Text)
                 .Case("text", DiffForm::Text)
                 .Case("unified", DiffForm::Unified)
                 .Case("json", DiffForm::JSON)
                 .Case("html", DiffForm::HTML)
                 .Case("none", DiffForm::None)
                 .Default(std::nullopt);
    return C.Form ? Error::success() : expectedValue(Forms, *Text);
  };
  Flags.add(
      {"to", Flag::RequiredValue, "FORM", Forms.str(), Flag::Shown, SetForm});
  Flags.add({"print-format", Flag::RequiredValue, "FORM",
             "The same as --to: " + Forms.str(), Flag::Hidden, SetForm});
  Flags.renamed("format", "to");
  Flags.flag("stat", C.Text.HeadOnly, "Print the numbers of the whole alone");
  Flags.flag("all", C.Text.All,
             "Show each change, also equal ones and those of metadata");
  Flags.add({"ignore", Flag::RequiredValue, "LIST",
             "What does not count: names, metadata, types, order, users, "
             "weights",
             Flag::Shown, [&C](std::optional<StringRef> Text) -> Error {
               return parseIgnored(*Text, C.Diff);
             }});
  Flags.add({"where", Flag::RequiredValue, "SELECTOR",
             "Show changes of these nodes: 'path=layer1.*'", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Where = Text->str();
               Context Ctx;
               return NodeSelector::parse(C.Where, Ctx).takeError();
             }});
  Flags.renamed("only", "where");
  Flags.flag("compare-weights", C.CompareWeights,
             "Compare the bytes of weights too");
  // Without a value it is what --compare-weights was called.
  Flags.add({"weights", Flag::OptionalValue, "FILE",
             "Let --numerics take weights from this .safetensors, .pt or .pt2 "
             "file",
             Flag::Hidden,
             [&C, &Flags](std::optional<StringRef> Text) -> Error {
               if (Text) {
                 C.Base.WeightsFile = Text->str();
                 return checkTensorFile(*Text);
               }
               C.CompareWeights = true;
               Flags.warnOldSpelling("--weights", "--compare-weights");
               return Error::success();
             },
             /*IsOnce=*/true});
  addRunFlags(Flags, C);
  Flags.flag("install-git", C.InstallGit,
             "Let git diff of this repository show .pt2 files");
  addReadFlags(Flags, C.Base);
  addTreeFlags(Flags, C.Base);
  Flags.list("torch-library", "FILE", C.Base.TorchLibraries,
             "Load operators that the model needs");
  Flags.flag("no-verify", C.Base.NoVerify, "Verify nothing", Flag::Hidden);
  addMessageFlags(Flags, C.Base);
  addHelpFlags(Flags, C.Base.Help);
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static DiffConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {"BEFORE AFTER [options]",
                                           "--install-git"};
const ToolInfo fx::FXDiffTool = {
    "fx-diff",
    "says in what two versions of a model differ",
    Usages,
    "BEFORE and AFTER are what fx-opt reads. Exit codes are those of diff: 0 "
    "the same, 1 different, 2 an error.",
    addAllFlags,
    "0: the two are the same. 1: they differ. 2: wrong usage, or a file that "
    "cannot be read."};

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  DiffConfig C;
  C.Base.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, C);
  DiagnosticEngine Diags;
  std::vector<std::string> Files;
  if (!parseFlags(FXDiffTool, Args, C.Base, Flags, /*Registry=*/nullptr, Diags,
                  Files))
    return ExitTrouble;
  if (std::optional<int> Code = answerHelp(FXDiffTool, Tool, C.Base.Help, Flags,
                                           /*Registry=*/nullptr, Diags))
    return *Code;
  if (C.InstallGit) {
    if (!Files.empty()) {
      Diags
          .report(diag::err_expected_files, SMLoc(),
                  "no file beside --install-git", Files.size())
          .file(Tool);
      return ExitTrouble;
    }
    Error E = installGitDiff(outs());
    if (!E)
      return ExitSame;
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--install-git",
                toString(std::move(E)))
        .file(Tool);
    return ExitTrouble;
  }
  if (Files.size() != 2) {
    DiagnosticBuilder B = Diags.report(diag::err_expected_files, SMLoc(),
                                       "two files", Files.size());
    B.file(Tool);
    noteUsage(B, FXDiffTool);
    return ExitTrouble;
  }
  if (!C.Form)
    checkEnding(Tool, C.Base.Output,
                {".txt", ".diff", ".patch", ".json", ".html"}, Diags);
  checkNotRead(Tool, {{"-o", C.Base.Output}},
               {Files[0], Files[1], C.Base.WeightsFile}, Diags);
  if (C.Form == DiffForm::None)
    checkName(Tool, C.Base.Output, OutputForm::None, Diags);
  if (Diags.numErrors())
    return ExitTrouble;
  C.Text.Colors =
      C.Base.Colors.value_or(outs().has_colors()) && C.Base.Output == "-";
  return DiffSession(C).run(Files[0], Files[1]);
}

int fx::FXDiffMain(int Argc, const char *const *Argv) {
  return runTool(Argc, Argv, "fx-diff", run);
}
