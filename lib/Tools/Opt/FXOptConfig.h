//===- FXOptConfig.h - What a command line of fx-opt asks for ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_OPT_FXOPTCONFIG_H
#define FX_LIB_TOOLS_OPT_FXOPTCONFIG_H

#include "CheckNumerics.h"
#include "Common/CommandLine.h"
#include "Common/OutputForm.h"
#include "Common/ToolHelp.h"
#include "Common/Weights.h"
#include "fx/Pass/PassPrinting.h"
#include "fx/Tools/TestUpdate.h"
#include "fx/Translate/InputFile.h"
#include <optional>
#include <string>
#include <vector>

namespace fx {

class PassRegistry;
struct ExpectationChanges;

/// Passes asked for by one flag.
struct PassRequest {
  /// Flag of the pass; empty: Text is a pipeline.
  std::string Pass;
  std::string Text;
};

/// What --opt-bisect asks for.
struct BisectOptions {
  enum ModeKind : uint8_t { Off, Auto, Minimal, List, Stop } Mode = Off;
  /// Of Auto and Minimal: `crash`, `verifier`, `numerics`, `command` or
  /// `selector`; empty: the first of the first three that something is wrong
  /// with.
  std::string Oracle;
  /// Argument of the oracle: an id, a command, a selector.
  std::string Argument;
  /// Judge states between passes only.
  bool PassesOnly = false;
  /// Where what was found goes as JSON; empty: nowhere.
  std::string Report;
  /// Most that a run of a pass may take, and where it was asked for also a
  /// command.
  std::optional<unsigned> Seconds;
  unsigned secondsOfPass() const { return Seconds.value_or(60); }
  /// Where to Stop: after so many steps, of this pass if it is not empty.
  uint64_t At = 0;
  std::string Pass;

  /// Whether a state is looked for, and none is written.
  bool searches() const { return Mode == Auto || Mode == Minimal; }
};

/// What --expect-fire asks of one rule.
struct FireExpectation {
  enum CompareKind : uint8_t { AtLeast, Exactly, AtMost } Compare = AtLeast;
  std::string Rule;
  uint64_t Count = 1;
};

struct FXOptConfig {
  std::string Tool;
  /// The command line after that.
  std::vector<std::string> Words;
  std::string Input = "-";
  std::string Output = "-";
  /// What the input is; unset: its name and its first bytes decide.
  std::optional<InputKind> From;
  /// Form of --to; unset: the ending of the output decides.
  std::optional<OutputForm> To;
  /// Options of pictures and pages.
  PageOptions Page;
  /// A file whose weights replace those of the model; empty: none.
  std::string WeightsFile;
  WeightsMode SaveWeights = WeightsMode::Reference;
  /// Read texts of torch.fx that have no output.
  bool AllowNoOutput = false;
  std::string ModulesFile;
  std::vector<std::string> ModuleClasses;
  std::string DiffFile;
  /// Say no more than the first difference.
  bool DiffFirst = false;
  /// The selector of --list-nodes; the graph is not printed then.
  std::optional<std::string> ListNodes;
  /// The pipeline, which may name files.
  std::string PassesText;
  /// Libraries with operators of LibTorch.
  std::vector<std::string> TorchLibraries;

  /// In the order of the command line.
  std::vector<PassRequest> Passes;
  /// -O1 to -O3 may take parameters for constants.
  bool Inference = false;
  std::vector<std::string> Plugins;
  std::vector<std::string> Schemas;
  /// Files of rewrite rules.
  std::vector<std::string> RuleFiles;
  /// Passes only say something about the graph: it is printed where a file or a
  /// format is named.
  bool AsksOnly = false;
  /// Where --report writes JSON; empty: a table on the screen.
  std::optional<std::string> Report;
  std::vector<FireExpectation> ExpectedRules;
  /// How many rewrites of each rule are run before and after; -1: all.
  std::optional<int64_t> CheckedRewrites;
  bool VerifyEach = true;
  bool NoVerify = false;
  bool CompareWeights = false;
  bool VerifyIdempotence = false;
  NumericsOptions Numerics;
  BisectOptions Bisect;
  /// Where a test of what fails goes; empty: nowhere.
  std::string Reproducer;
  /// Where the journal of the passes goes; empty: nowhere.
  std::string Journal;
  /// Nodes and patterns that --why and --where-did ask about.
  std::vector<std::string> Why, WhereDid;
  /// `RUN:WHAT@NODE`: rewrites of runs of passes that must not be made.
  std::vector<std::string> SkippedRewrites;
  /// A journal: the model must be the one that it begins with, if not empty.
  std::string InputOf;
  /// `PASS` and `PASS:WHAT@NODE`: what passes may do, if not empty.
  std::vector<std::string> OnlyRewrites;
  bool wantsJournal() const {
    return !Journal.empty() || !Why.empty() || !WhereDid.empty();
  }

  PassPrintOptions Print;
  std::string FilterModule;
  /// Where times and counts go as JSON; empty: a table on the screen.
  std::optional<std::string> TimePasses, Statistics;
  /// Files, if not empty.
  std::string TimeTrace, DumpFolder;
  /// What is dumped after passes are differences.
  bool DumpsDifferences = false;
  /// Microseconds.
  unsigned TimeTraceGranularity = 100;
  std::optional<bool> Colors;
  bool ShowDiagnosticIds = false;

  bool SplitInput = false;
  /// Leave out what AOTInductor compiled of a program that changes.
  bool DropAOTI = false;
  bool VerifyDiagnostics = false;
  /// Takes what is wrong with expected-error comments, in place of messages;
  /// no graph is written then.
  ExpectationChanges *ExpectedChanges = nullptr;
  /// Where errors go, without names of files, in place of a terminal.
  std::string *Errors = nullptr;
  /// A file and what is read in its place, if it has a name.
  std::pair<std::string, std::string> ReplacedInput;

  /// Write what the tests expect that the command line names.
  bool UpdateChecks = false, UpdateDiagnostics = false;
  TestUpdateOptions TestUpdate;

  /// What is shown instead of running.
  HelpRequest Help;
  bool ListPasses = false, PrintPipeline = false;
  std::vector<std::string> ListedPasses;

  /// What --to says, else the ending of the output, else native.
  OutputForm form() const;
  bool writesArchive() const { return form() == OutputForm::Archive; }
};

/// \name Flags that several tools have
/// @{
void addReadFlags(CommandLine &Flags, FXOptConfig &Config,
                  CommandLineFlag::Visibility From = CommandLineFlag::Hidden);
void addTreeFlags(CommandLine &Flags, FXOptConfig &Config);
/// `-o FILE` and `--to=FORM`.
void addOutputFlags(CommandLine &Flags, FXOptConfig &Config);
/// `--weights=FILE`, which also takes what --save-weights was called.
void addWeightsFlag(CommandLine &Flags, FXOptConfig &Config,
                    CommandLineFlag::Visibility V = CommandLineFlag::Shown);
void addSaveWeightsFlag(CommandLine &Flags, FXOptConfig &Config,
                        CommandLineFlag::Visibility V);
void addMessageFlags(CommandLine &Flags, FXOptConfig &Config);
/// What says which passes there are, and which are run.
void addPipelineFlags(CommandLine &Flags, FXOptConfig &Config);
/// One flag for each pass.
void addPassFlags(CommandLine &Flags, FXOptConfig &Config,
                  const PassRegistry &Registry);
/// @}

/// What each tool begins with: reads \p Args, what is not a flag into \p Words,
/// and lets messages look as the flags say, also those about \p Args. A topic
/// of help is no longer among the words. \p Registry has the passes, in a tool
/// that has passes. False when there were mistakes.
bool parseFlags(const ToolInfo &Info, llvm::ArrayRef<const char *> Args,
                FXOptConfig &Config, CommandLine &Flags,
                const PassRegistry *Registry, DiagnosticEngine &Diags,
                std::vector<std::string> &Words);

/// Adds --report and what asks rules something.
void addRuleFlags(CommandLine &Flags, FXOptConfig &Config);

/// Reads the value of --time-limit.
llvm::Error parseTimeLimit(llvm::StringRef Text,
                           std::optional<unsigned> &Seconds);
/// Adds --opt-bisect and --reproducer.
void addBisectFlags(CommandLine &Flags, FXOptConfig &Config);

/// Adds --update-checks and what belongs to it.
void addTestFlags(CommandLine &Flags, FXOptConfig &Config);

/// Makes the flags that fill \p Config: fx-opt's own and one for each pass.
void addFlags(CommandLine &Flags, FXOptConfig &Config,
              const PassRegistry &Registry);

/// The name of the flag that loads plugins.
inline constexpr llvm::StringLiteral PluginFlag = "load-pass-plugin";
inline constexpr llvm::StringLiteral SchemaFlag = "schema";

/// Prints what --list-passes shows: all passes, or those called \p Names with
/// everything that is known of them.
void printPassList(llvm::raw_ostream &OS, const PassRegistry &Registry,
                   llvm::ArrayRef<std::string> Names);

} // namespace fx

#endif // FX_LIB_TOOLS_OPT_FXOPTCONFIG_H
