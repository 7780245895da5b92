//===- FXRulesMain.cpp - The driver of fx-rules ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXRulesMain.h"
#include "CommandLine.h"
#include "FXOptConfig.h"
#include "OutputFile.h"
#include "ToolHelp.h"
#include "fx/IR/Context.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {

class RulesSession {
public:
  explicit RulesSession(FXOptConfig &Config) : Config(Config) {
    Diags.setSource(Source.get());
    Diags.setColors(Config.Colors);
    Diags.setShowIds(Config.ShowDiagnosticIds);
  }
  int format(StringRef Path);
  int check(ArrayRef<std::string> Paths);

private:
  /// Null when messages say why.
  std::unique_ptr<RuleFile> read(StringRef Path);

  FXOptConfig &Config;
  std::shared_ptr<SourceMgr> Source = std::make_shared<SourceMgr>();
  DiagnosticEngine Diags;
};

} // namespace

std::unique_ptr<RuleFile> RulesSession::read(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text) {
    Diags.report(diag::err_open_input, SMLoc(), Text.getError().message())
        .file(Path);
    return nullptr;
  }
  unsigned Id = Source->AddNewSourceBuffer(std::move(*Text), SMLoc());
  return parseRules(Source, Id, Diags);
}

int RulesSession::format(StringRef Path) {
  std::unique_ptr<RuleFile> File = read(Path);
  if (!File)
    return ExitFailure;
  Error E = writeOutput(Config.Output,
                        [&](raw_ostream &OS) { printRules(*File, OS); });
  return Diags.report(std::move(E)) ? ExitFailure : ExitDone;
}

int RulesSession::check(ArrayRef<std::string> Paths) {
  Context Ctx;
  RuleSet Set(Ctx);
  bool Good = true;
  for (const std::string &Path : Paths) {
    std::unique_ptr<RuleFile> File = read(Path);
    Good &= File && Set.add(std::move(File), Diags);
  }
  Good = Good && Set.finish(Diags);
  if (!Good)
    return ExitFailure;
  unsigned Examples = Set.checkExamples(Diags);
  if (Diags.numErrors())
    return ExitFailure;
  outs() << Set.size() << " rules, " << Examples << " examples\n";
  return ExitDone;
}

static void addFlags(CommandLine &Flags, FXOptConfig &Config) {
  Flags.text("o", "FILE", Config.Output, "Write to FILE instead of the screen");
  addMessageFlags(Flags, Config);
  addHelpFlags(Flags, Config.Help);
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static FXOptConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {"fmt [FILE|-] [-o FILE]",
                                           "check FILE..."};
const ToolInfo fx::FXRulesTool = {
    "fx-rules", "formats and checks files of rewrite rules", Usages,
    "FILE has rules as docs/RuleLanguage.md explains; fx-opt applies them.",
    addAllFlags};

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  FXOptConfig Config;
  Config.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, Config);
  nameOtherTools(Flags, FXRulesTool);
  DiagnosticEngine Diags;
  std::vector<std::string> Words;
  if (!Flags.parse(Args, Tool, Diags, Words))
    return ExitUsage;
  if (std::optional<int> Code =
          answerHelp(FXRulesTool, Tool, Config.Help, Flags,
                     /*Registry=*/nullptr, Diags))
    return *Code;
  bool Formats = !Words.empty() && Words[0] == "fmt" && Words.size() <= 2;
  bool Checks = Words.size() >= 2 && Words[0] == "check";
  if (!Formats && !Checks) {
    Diags
        .report(diag::err_expected, SMLoc(),
                "'fmt' and at most one file, or 'check' and files")
        .file(Tool);
    return ExitUsage;
  }
  RulesSession Session(Config);
  if (Checks)
    return Session.check(ArrayRef(Words).drop_front());
  return Session.format(Words.size() == 2 ? Words[1] : "-");
}

int fx::FXRulesMain(int Argc, const char *const *Argv) {
  return runTool(Argc, Argv, "fx-rules", run);
}
