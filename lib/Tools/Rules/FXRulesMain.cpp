//===- FXRulesMain.cpp - The driver of fx-rules ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXRulesMain.h"
#include "Common/CommandLine.h"
#include "Common/ToolHelp.h"
#include "Common/ToolOutput.h"
#include "Opt/FXOptConfig.h"
#include "Opt/FXOptSession.h"
#include "Opt/FXOptSetup.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Execution/TorchRun.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/Pass/PassOption.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Rewrite/RuleFromGraph.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Rewrite/RuleLoader.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Support/NearestWord.h"
#include "fx/Tools/FXOptMain.h"
#include "fx/Transforms/BuiltinRules.h"
#include "fx/Transforms/RuleFolding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {

struct RulesConfig : FXOptConfig {
  /// Check rules on tensors.
  bool Run = false;
  /// Prove rules that only move elements for all sizes.
  bool Sizes = false;
  /// Print which rules hold for all values of small types, or all sizes.
  bool ListProofs = false;
  CheckOptions Check;
};

class RulesSession {
public:
  explicit RulesSession(RulesConfig &Config) : Config(Config) {
    Diags.setSource(Source.get());
    Diags.setColors(Config.Colors);
    Diags.setShowIds(Config.ShowDiagnosticIds);
  }
  bool load(ArrayRef<const char *> Args, const CommandLine &Flags);
  int format(StringRef Path);
  int check(ArrayRef<std::string> Paths);
  int page(ArrayRef<std::string> Paths);
  int from(StringRef Path, StringRef Place);

private:
  bool runRules(RuleSet &Set, std::string &Text);
  void proveSizes(const RuleSet &Set, std::string &Text);
  /// Warns of rules that nothing was said of; \p Text says how many.
  void findReplaced(ArrayRef<std::unique_ptr<RuleFile>> Files);
  void findUnchecked(const RuleSet &Set, std::string &Text);
  /// Null when messages say why.
  std::unique_ptr<RuleFile> read(StringRef Path);

  RulesConfig &Config;
  /// Passes of plugins have to go somewhere.
  PassRegistry Registry;
  std::shared_ptr<SourceMgr> Source = std::make_shared<SourceMgr>();
  DiagnosticEngine Diags;
  /// Rules that are proven for all sizes.
  StringSet<> ForAllSizes;
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

/// Loads what --load-pass-plugin and --schema name.
bool RulesSession::load(ArrayRef<const char *> Args, const CommandLine &Flags) {
  return loadPlugins(Args, Flags, Registry, Diags) &&
         loadSchemas(Config, *Source, Diags);
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
  Set.setHost(makeRuleHost);
  bool Good = true;
  RuleLoader Loader(Source, Diags);
  RuleLoader::Files Files;
  for (const std::string &Path : Paths)
    Good &= Loader.readFile(Path, Files);
  // Those of plugins.
  forEachRuleText([&](StringRef Name, StringRef Text) {
    Good &= Loader.readText(Name, Text, Files);
  });
  findReplaced(Files);
  for (std::unique_ptr<RuleFile> &File : Files)
    Good &= Set.add(std::move(File), Diags);
  Good = Good && Set.finish(Diags);
  if (!Good)
    return ExitFailure;
  unsigned Examples = Set.checkExamples(Diags);
  // That an example is wrong says nothing of other rules.
  if (Diags.numErrors() && !Config.Run)
    return ExitFailure;
  std::string Runs;
  if (Config.Sizes && !Diags.numErrors())
    proveSizes(Set, Runs);
  if (Config.Run && !runRules(Set, Runs))
    return ExitFailure;
  findUnchecked(Set, Runs);
  outs() << Set.size() << (Set.size() == 1 ? " rule, " : " rules, ") << Examples
         << (Examples == 1 ? " example" : " examples") << Runs << '\n';
  return ExitDone;
}

/// Warns of rules whose names those of fx-opt have, unless these are checked.
void RulesSession::findReplaced(ArrayRef<std::unique_ptr<RuleFile>> Files) {
  DiagnosticEngine Silent(Source.get());
  RuleLoader Loader(Source, Silent);
  RuleLoader::Files Builtin;
  for (const BuiltinRules &File : builtinRules())
    Loader.readText(File.Name, File.Text, Builtin, /*Examples=*/false);
  auto FileOf = [&](const RuleDef &Rule) {
    unsigned Id =
        Source->FindBufferContainingLoc(SMLoc::getFromPointer(Rule.Loc));
    return sys::path::filename(
        Source->getMemoryBuffer(Id)->getBufferIdentifier());
  };
  StringMap<StringRef> Known;
  for (const std::unique_ptr<RuleFile> &File : Builtin)
    for (const RuleDef &Rule : File->Rules)
      Known[Rule.Name] = FileOf(Rule);
  for (const std::unique_ptr<RuleFile> &File : Files)
    for (const RuleDef &Rule : File->Rules) {
      auto It = Known.find(Rule.Name);
      SMLoc Loc = SMLoc::getFromPointer(Rule.Loc);
      if (It != Known.end() && FileOf(Rule) != It->second)
        Diags.report(diag::warn_pass, Loc, "rule '" + Rule.Name + "'",
                     "where it is loaded, the rule of fx-opt that is called "
                     "so is not applied; another name leaves both");
    }
}

/// Tries to prove rules about places; \p Text says for how many that went well.
void RulesSession::proveSizes(const RuleSet &Set, std::string &Text) {
  unsigned NumProven = 0;
  for (const SizeProof &P : Set.proveForAllSizes()) {
    NumProven += P.Why.empty();
    if (P.Why.empty())
      ForAllSizes.insert(P.Rule);
    if (!Config.ListProofs)
      continue;
    outs() << P.Rule << ": ";
    if (P.Why.empty())
      outs() << "ok for all sizes up to rank 5 (" << P.NumCases << " cases)\n";
    else
      outs() << "not proven for all sizes: " << P.Why << '\n';
  }
  raw_string_ostream(Text) << ", " << NumProven
                           << (NumProven == 1 ? " rule" : " rules")
                           << " proven for all sizes up to rank 5";
}

void RulesSession::findUnchecked(const RuleSet &Set, std::string &Text) {
  unsigned Count = 0;
  for (const CompiledRule *Rule : Set.withoutExample()) {
    if (ForAllSizes.contains(ruleName(*Rule)))
      continue;
    ++Count;
    Diags.report(
        diag::warn_pass, rulePlace(*Rule), "rule '" + ruleName(*Rule) + "'",
        "it has no example of where it is applied, so that nothing of it "
        "is checked");
  }
  if (Count)
    raw_string_ostream(Text) << ", " << Count << " not checked";
}

/// Tries the rules on tensors. False when one is wrong, or nothing can be run;
/// else \p Text says how much was tried.
bool RulesSession::runRules(RuleSet &Set, std::string &Text) {
  // Programs near the examples make LibTorch warn of much.
  setenv("TORCH_CPP_LOG_LEVEL", "ERROR", /*replace=*/0);
  Expected<TorchBackend &> Torch = loadTorchBackend();
  if (!Torch)
    return !Diags.report(Torch.takeError());
  Torch->setThreads(1);
  // Each rule has at most one.
  Diags.setErrorLimit(0);
  CheckCounts Counts = Set.checkOnTensors(*Torch, Config.Check, Diags);
  StringSet<> Proven;
  for (const CheckCounts::Proof &P : Counts.Proofs) {
    Proven.insert(P.Rule);
    if (Config.ListProofs)
      outs() << P.Rule << ": all values of " << P.Types << " in " << P.Example
             << '\n';
  }
  raw_string_ostream(Text) << ", " << Counts.Cases << " programs rewritten, "
                           << Counts.Runs << " runs of LibTorch "
                           << Torch->version() << ", " << Proven.size()
                           << (Proven.size() == 1 ? " rule" : " rules")
                           << " proven for small types";
  return Diags.numErrors() == 0;
}

int RulesSession::page(ArrayRef<std::string> Paths) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const std::string &Path : Paths) {
    std::unique_ptr<RuleFile> File = read(Path);
    if (!File)
      return ExitFailure;
    printRulesPage(*File, sys::path::filename(Path), OS);
  }
  Error E = writeOutput(Config.Output, [&](raw_ostream &Out) { Out << Text; });
  return Diags.report(std::move(E)) ? ExitFailure : ExitDone;
}

/// The node that \p Name, with or without `%`, is of \p G; null for others.
static Node *findNode(Graph &G, StringRef Name) {
  Name = Name.trim();
  Name.consume_front("%");
  return G.findByName(Name);
}

/// Fills the ends of \p Place, which is `A..B`, `A,C..B` or `B`, in \p G.
static bool findEnds(Graph &G, StringRef Place, SmallVectorImpl<Node *> &First,
                     Node *&Last, std::string &Missing) {
  auto [Firsts, End] = Place.split("..");
  if (End.empty())
    End = Firsts;
  Missing = End.trim().str();
  if (!(Last = findNode(G, End)))
    return false;
  for (StringRef Name : split(Firsts, ',')) {
    Missing = Name.trim().str();
    if (!First.emplace_back(findNode(G, Name)))
      return false;
  }
  return true;
}

/// Gives the nodes of \p G a value where it is known.
static void inferKnownValues(Graph &G, GraphModule &M) {
  ValueInference Inference(G, &M);
  for (Node *N : G.nodes())
    if (!N->val() && !N->isPlaceholder() && !N->isOutput())
      consumeError(Inference.inferAndSet(*N, M));
}

int RulesSession::from(StringRef Path, StringRef Place) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Diags.report(Text.takeError()), ExitFailure;
  InputFile In(std::move(*Text));
  if (!readInput(In, Config, /*IsOther=*/false) || !verifyRead(In))
    return ExitFailure;
  std::string Missing, Rule;
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    Error Failed = Error::success();
    M->forEachGraph([&](Graph &G, StringRef) {
      SmallVector<Node *, 2> First;
      Node *Last = nullptr;
      std::string Name;
      if (Failed || !Rule.empty() || !findEnds(G, Place, First, Last, Name)) {
        if (Missing.empty())
          Missing = Name;
        return;
      }
      // Types are for the example, and decide whether numbers are values.
      inferKnownValues(G, *M);
      Expected<std::vector<Node *>> Nodes = nodesBetween(First, *Last);
      Expected<std::string> Made =
          Nodes ? ruleFrom(*M, G, *Nodes) : Nodes.takeError();
      if (Made)
        Rule = std::move(*Made);
      else
        Failed = Made.takeError();
    });
    if (Failed)
      return In.Diags.report(std::move(Failed), M->source()), ExitFailure;
  }
  if (Rule.empty()) {
    In.Diags.report(diag::err_rules_unknown, SMLoc(), "node", Missing)
        .file(Path);
    return ExitFailure;
  }
  Error E = writeOutput(Config.Output, [&](raw_ostream &OS) { OS << Rule; });
  return Diags.report(std::move(E)) ? ExitFailure : ExitDone;
}

static void addFlags(CommandLine &Flags, RulesConfig &Config) {
  using Flag = CommandLineFlag;
  Flags.text("o", "FILE", Config.Output,
             "Write to FILE instead of the screen: .fxr, or .md of 'page'");
  Flags.list(PluginFlag, "FILE", Config.Plugins,
             "Check the rules of a plugin, and know its operators");
  Flags.list(SchemaFlag, "FILE", Config.Schemas,
             "Know the custom operators whose schemas FILE has");
  Flags.flag("run", Config.Run,
             "Let 'check' run programs near the examples and compare");
  Flags.flag("sizes", Config.Sizes,
             "Let 'check' prove rules that only move elements for all sizes");
  Flags.flag("list-proofs", Config.ListProofs,
             "Let 'check' print which rules hold for all values, or sizes");
  Flags.add({"cases", Flag::RequiredValue, "N",
             "So many mixed changes of each example (default: 40)", Flag::Shown,
             [&Config](std::optional<StringRef> Text) -> Error {
               uint64_t Number = 0;
               if (Error E = parseOptionValue(*Text, Number))
                 return E;
               Config.Check.Mixtures = Number;
               return Error::success();
             }});
  Flags.add({"break-guard", Flag::RequiredValue, "GUARD",
             "Let 'check --run' leave a guard of the engine out", Flag::Hidden,
             [&Config](std::optional<StringRef> Text) -> Error {
               std::optional<EngineGuard> Guard = parseGuard(*Text);
               if (!Guard)
                 return createStringError("there is no guard '" + *Text + "'");
               Config.Check.Broken = *Guard;
               return Error::success();
             }});
  addMessageFlags(Flags, Config);
  addHelpFlags(Flags, Config.Help);
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static RulesConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {
    "fmt [FILE|-] [-o FILE]", "check [--run] [--sizes] FILE...",
    "page FILE... [-o FILE]", "from GRAPH A..B [-o FILE]"};
const ToolInfo fx::FXRulesTool = {
    "fx-rules", "formats, checks and describes files of rewrite rules", Usages,
    "FILE has rules as docs/RuleLanguage.md explains; fx-opt applies them.",
    addAllFlags};

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  RulesConfig Config;
  Config.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, Config);
  DiagnosticEngine Diags;
  std::vector<std::string> Words;
  if (!parseFlags(FXRulesTool, Args, Config, Flags, /*Registry=*/nullptr, Diags,
                  Words))
    return ExitUsage;
  if (std::optional<int> Code =
          answerHelp(FXRulesTool, Tool, Config.Help, Flags,
                     /*Registry=*/nullptr, Diags))
    return *Code;
  bool Formats = !Words.empty() && Words[0] == "fmt" && Words.size() <= 2;
  bool Checks = !Words.empty() && Words[0] == "check" &&
                (Words.size() >= 2 || !Config.Plugins.empty());
  bool Describes = Words.size() >= 2 && Words[0] == "page";
  bool Begins = Words.size() == 3 && Words[0] == "from";
  if (!Formats && !Checks && !Describes && !Begins) {
    DiagnosticBuilder B = Diags.report(
        diag::err_expected, SMLoc(),
        "'fmt' and at most one file, 'check' or 'page' and files, or "
        "'from', a graph and nodes of it as in 'a..b'");
    B.file(Tool);
    static constexpr StringRef Known[] = {"fmt", "check", "page", "from"};
    StringRef Meant = Words.empty() || is_contained(Known, Words[0])
                          ? ""
                          : nearestWord(Words[0], Known);
    if (!Meant.empty())
      B.note(diag::note_did_you_mean, SMLoc(), Meant);
    noteUsage(B, FXRulesTool);
    return ExitUsage;
  }
  // What the other words do not read.
  for (StringRef Flag :
       {"o", "run", "sizes", "list-proofs", "cases", "break-guard"})
    if (Flags.wasGiven(Flag) && (Flag == "o") == Checks)
      Diags
          .report(diag::err_flag_wrong_form, SMLoc(), flagText(Flag),
                  Checks ? "fmt, page and from" : "check", Words[0])
          .file(Tool);
  if (Diags.numErrors())
    return ExitUsage;
  if (!checkEnding(Tool, Config.Output, {Describes ? ".md" : ".fxr"}, Diags))
    return ExitUsage;
  RulesSession Session(Config);
  if (!Session.load(Args, Flags))
    return ExitFailure;
  if (Describes)
    return Session.page(ArrayRef(Words).drop_front());
  if (Begins)
    return Session.from(Words[1], Words[2]);
  if (Checks)
    return Session.check(ArrayRef(Words).drop_front());
  return Session.format(Words.size() == 2 ? Words[1] : "-");
}

int fx::FXRulesMain(int Argc, const char *const *Argv) {
  return runTool(Argc, Argv, "fx-rules", run);
}
