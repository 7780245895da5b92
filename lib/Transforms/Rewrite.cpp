//===- Rewrite.cpp - Applies rewrite rules --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/CheckedRewrites.h"
#include "Rules/RuleMatches.h"
#include "Selected.h"
#include "fx/Pass/Pass.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Rewrite/RuleLoader.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Transforms/BuiltinRules.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/RuleFolding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_REWRITE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

/// Rules with their texts.
class LoadedRules {
public:
  explicit LoadedRules(Context &Ctx) : Set(Ctx) { Set.setHost(makeRuleHost); }

  /// Reads the files of `--load-rules`, those at \p Paths, and with \p Builtin
  /// the rules of fx-opt. False when messages in \p Diags say why not.
  bool load(ArrayRef<std::string> Paths, bool Builtin, DiagnosticEngine &Diags);
  RuleSet &set() { return Set; }

private:
  bool loadAll(ArrayRef<std::string> Paths, bool Builtin,
               DiagnosticEngine &Local);
  std::shared_ptr<SourceMgr> Source = std::make_shared<SourceMgr>();
  RuleSet Set;
};

/// The rules of passes that name no files: a pipeline compiles them once.
class CommonRules {
public:
  static constexpr StringLiteral AnalysisName = "common-rules";
  static constexpr bool IsImmutable = true;
  explicit CommonRules(GraphModule &M) : Ctx(M.context()) {}

  /// Null when messages say why they cannot be loaded.
  RuleSet *get(bool Builtin, DiagnosticEngine &Diags);

private:
  Context &Ctx;
  /// Without and with the rules of fx-opt.
  std::unique_ptr<LoadedRules> Loaded[2];
};

struct Rewrite : impl::RewriteBase<Rewrite> {
  Expected<bool> run(GraphModule &M) override;

private:
  RewriteOptions options();
  Error explain(RuleSet &Set, GraphModule &M);
  Error find(RuleSet &Set, GraphModule &M, RewriteOptions &Options);
  Expected<bool> apply(RuleSet &Set, GraphModule &M, RewriteOptions &Options);
  Expected<bool> applyListed(RuleSet &Set, GraphModule &M,
                             RewriteOptions &Options);
  void reportOthers(ArrayRef<MatchRecord> Listed);
  /// Null where nothing is to be checked.
  Expected<std::unique_ptr<CheckedRewrites>> makeChecks(GraphModule &M);
  using Selection = std::vector<const CompiledRule *>;
  bool applyTo(RuleSet &Set, const Selection &Chosen, Graph &G, GraphModule &M,
               RewriteOptions &Options);

  SelectedNodes Selected;
};

} // namespace

/// The rules that come with fx-opt. They are read once: reading them takes
/// longer than applying them to a small graph.
static ArrayRef<std::unique_ptr<RuleFile>> builtinFiles() {
  // They are never freed, which would only delay the end of a tool.
  static const RuleLoader::Files &Read = *[] {
    auto *Files = new RuleLoader::Files();
    auto Source = std::make_shared<SourceMgr>();
    DiagnosticEngine Diags(Source.get());
    RuleLoader Loader(Source, Diags);
    [[maybe_unused]] bool Good = true;
    for (const BuiltinRules &File : builtinRules())
      Good &= Loader.readText(File.Name, File.Text, *Files, /*Examples=*/false);
    assert(Good && "rules of fx-opt are wrong");
    // The first look-up of a line makes a table, which threads must not do.
    for (unsigned I = 1; I <= Source->getNumBuffers(); ++I)
      (void)Source->FindLineNumber(
          SMLoc::getFromPointer(Source->getMemoryBuffer(I)->getBufferStart()),
          I);
    return Files;
  }();
  return Read;
}

bool LoadedRules::load(ArrayRef<std::string> Paths, bool Builtin,
                       DiagnosticEngine &Diags) {
  // Places in rules are not those of the module.
  DiagnosticEngine Local(Source.get());
  Local.setHandler([&](const Diagnostic &D) {
    Diagnostic Message = D;
    Message.Source = Source.get();
    Message.OwnedSource = Source;
    Diags.report(std::move(Message));
  });
  return loadAll(Paths, Builtin, Local) && Set.finish(Local);
}

bool LoadedRules::loadAll(ArrayRef<std::string> Paths, bool Builtin,
                          DiagnosticEngine &Local) {
  bool Good = true;
  RuleLoader Loader(Source, Local);
  RuleLoader::Files Files;
  forEachRuleText([&](StringRef Name, StringRef Text) {
    Good &= Loader.readText(Name, Text, Files);
  });
  for (const std::string &Path : Paths)
    Good &= Loader.readFile(Path, Files);
  for (std::unique_ptr<RuleFile> &File : Files)
    Good &= Set.add(std::move(File), Local);
  if (!Builtin)
    return Good;
  for (const std::unique_ptr<RuleFile> &File : builtinFiles())
    Good &= Set.addBuiltin(*File, Local);
  return Good;
}

RuleSet *CommonRules::get(bool Builtin, DiagnosticEngine &Diags) {
  std::unique_ptr<LoadedRules> &Rules = Loaded[Builtin];
  if (!Rules) {
    auto New = std::make_unique<LoadedRules>(Ctx);
    if (!New->load({}, Builtin, Diags))
      return nullptr;
    Rules = std::move(New);
  }
  return &Rules->set();
}

/// What the options of the pass say, but for the roots.
RewriteOptions Rewrite::options() {
  RewriteOptions Options;
  Options.Only.assign(Only.begin(), Only.end());
  Options.Except.assign(Except.begin(), Except.end());
  Options.Level = Level;
  if (!Phase->empty())
    Options.Phase = Phase.get();
  if (Order != OrderKind::Phase)
    Options.Reverse = Order == OrderKind::Reverse;
  Options.Inference = Inference;
  Options.OtherLayouts = true;
  Options.Remarks = Remarks;
  if (Limit >= 0)
    Options.Limit = Limit;
  if (isWatched()) {
    Options.Admits = [this](StringRef Rule, const Node &Root) {
      return mayRewrite(Root, Rule);
    };
    Options.Applied = [this](StringRef Root, StringRef Rule) {
      rewrote(Root, Rule);
    };
  }
  return Options;
}

Error Rewrite::explain(RuleSet &Set, GraphModule &M) {
  auto [Name, NodeName] = StringRef(Explain.get()).split('@');
  NodeName.consume_front("%");
  RewriteOptions Options;
  bool All = Name == "all";
  if (!All)
    Options.Only = {Name.str()};
  Options.Inference = Inference;
  Options.OtherLayouts = true;
  Expected<Selection> Chosen = Set.select(Options);
  if (!Chosen)
    return Chosen.takeError();
  bool IsSaid = false;
  DiagnosticEngine Heard(diags().source());
  Heard.setHandler([&](const Diagnostic &D) {
    IsSaid = true;
    diags().report(D);
  });
  Node *Asked = nullptr;
  M.forEachGraph([&](Graph &G, StringRef) {
    if (!Asked && !NodeName.empty())
      Asked = G.findByName(NodeName);
    if (All)
      Set.summarize(*Chosen, G, M, Options, Heard);
    else
      Set.explain(*Chosen->front(), G, M, NodeName, Options, Heard);
  });
  if (!Asked && !NodeName.empty())
    return makeError(diag::err_rules_unknown, SMLoc(), "node", NodeName);
  if (IsSaid)
    return Error::success();
  // Something has to be said: who asks would take nothing for "it fits".
  if (All)
    remark(DiagnosticPlace(), "no rule has a candidate");
  else if (Asked)
    remark(*Asked, "%" + NodeName + " is not a candidate for rule '" + Name +
                       "': it calls no operator that its pattern ends with");
  else
    remark(DiagnosticPlace(),
           "there is no candidate for rule '" + Name +
               "': nothing calls an operator that its pattern ends with");
  return Error::success();
}

static MatchRecord recordOf(const RuleMatch &Match, StringRef Path) {
  MatchRecord Record;
  Record.Rule = Match.Rule.str();
  Record.Graph = Path.str();
  Record.Root = Match.Root->name();
  for (const Node *N : Match.Nodes)
    Record.Nodes.push_back(N->name());
  Record.Refused = Match.Why.str();
  return Record;
}

Error Rewrite::find(RuleSet &Set, GraphModule &M, RewriteOptions &Options) {
  Expected<Selection> Chosen = Set.select(Options);
  if (!Chosen)
    return Chosen.takeError();
  std::vector<MatchRecord> Matches;
  M.forEachGraph([&](Graph &G, StringRef Path) {
    Set.find(*Chosen, G, M, Options, diags(), [&](const RuleMatch &Match) {
      MatchRecord &Record = Matches.emplace_back(recordOf(Match, Path));
      if (!Find)
        return;
      if (Match.Why.empty())
        diags()
            .report(diag::remark_rules_found, *Match.Root, Match.Rule,
                    "%" + join(Record.Nodes, ", %"))
            .in(M.source());
      else
        diags()
            .report(diag::remark_rules_refused, *Match.Root, Match.Rule,
                    Match.Why)
            .in(M.source());
    });
  });
  if (WriteMatches->empty())
    return Error::success();
  return writeMatches(WriteMatches.get(), Matches);
}

bool Rewrite::applyTo(RuleSet &Set, const Selection &Chosen, Graph &G,
                      GraphModule &M, RewriteOptions &Options) {
  std::vector<RuleStatistics> Statistics;
  uint64_t Count = Set.apply(Chosen, G, M, Options, diags(), &Statistics);
  NumApplied += Count;
  for (const RuleStatistics &S : Statistics)
    NumRefused += S.Refused;
  return Count != 0;
}

static SmallVector<std::pair<Graph *, std::string>, 4>
graphsOf(GraphModule &M) {
  SmallVector<std::pair<Graph *, std::string>, 4> Graphs;
  M.forEachGraph(
      [&](Graph &G, StringRef Path) { Graphs.emplace_back(&G, Path.str()); });
  return Graphs;
}

/// Whether \p M has calls, and the value of none is known.
static bool lacksValues(GraphModule &M) {
  bool HasCalls = false, HasValues = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes())
      if (!HasValues && N->isCall()) {
        HasCalls = true;
        HasValues = N->val() != nullptr;
      }
  });
  return HasCalls && !HasValues;
}

Expected<bool> Rewrite::apply(RuleSet &Set, GraphModule &M,
                              RewriteOptions &Options) {
  Expected<Selection> Chosen = Set.select(Options);
  if (!Chosen)
    return Chosen.takeError();
  bool Changed = false;
  for (auto &[G, Path] : graphsOf(M))
    Changed |= applyTo(Set, *Chosen, *G, M, Options);
  // Whoever wrote the rules would take silence for a pattern that fits nowhere;
  // remarks have the reasons.
  if (!Changed && !Rules.empty() && !Remarks && lacksValues(M))
    warning(DiagnosticPlace(),
            "no rule is applied, and the values of the graph are not known; "
            "run infer-values before");
  return Changed;
}

/// Applies what the file of `matches` lists. What it lists and cannot be
/// applied is an error, unless it is for nodes that another match took.
Expected<bool> Rewrite::applyListed(RuleSet &Set, GraphModule &M,
                                    RewriteOptions &Options) {
  Expected<std::vector<MatchRecord>> Listed = readMatches(Matches.get());
  if (!Listed)
    return Listed.takeError();
  Options.Only.clear();
  Options.Level = 0;
  for (const MatchRecord &Match : *Listed)
    Options.Only.push_back(Match.Rule);
  if (Listed->empty())
    return false;
  Expected<Selection> Chosen = Set.select(Options);
  if (!Chosen)
    return Chosen.takeError();
  bool Changed = false;
  for (auto &[G, GraphPath] : graphsOf(M)) {
    StringRef Path = GraphPath;
    Options.Admits = [&](StringRef Rule, const Node &Root) {
      return mayRewrite(Root, Rule) &&
             any_of(*Listed, [&](const MatchRecord &Match) {
               return Match.Graph == Path && Match.Rule == Rule &&
                      Match.Root == Root.name();
             });
    };
    Options.Applied = [&](StringRef Root, StringRef Rule) {
      for (MatchRecord &Match : *Listed)
        if (Match.Graph == Path && Match.Rule == Rule && Match.Root == Root)
          Match.Applied = true;
      if (isWatched())
        rewrote(Root, Rule);
    };
    Changed |= applyTo(Set, *Chosen, *G, M, Options);
  }
  reportOthers(*Listed);
  return Changed;
}

/// Whether two matches have a node in common.
static bool overlap(const MatchRecord &A, const MatchRecord &B) {
  return A.Graph == B.Graph && any_of(A.Nodes, [&](const std::string &Name) {
           return is_contained(B.Nodes, Name);
         });
}

/// Reports listed matches that were not applied.
void Rewrite::reportOthers(ArrayRef<MatchRecord> Listed) {
  for (const MatchRecord &Match : Listed) {
    if (Match.Applied)
      continue;
    const MatchRecord *Other = find_if(Listed, [&](const MatchRecord &M) {
      return M.Applied && overlap(M, Match);
    });
    if (Other != Listed.end())
      diags().report(diag::warn_pass, DiagnosticPlace(), "rewrite",
                     "rule '" + Match.Rule + "' is not applied at %" +
                         Match.Root + ": '" + Other->Rule + "' at %" +
                         Other->Root + " took nodes of it");
    else
      diags().report(
          diag::err_rules_no_match, DiagnosticPlace(), Match.Rule, Match.Root,
          Matches.get(),
          "it does not fit there, or is refused; 'remarks' says why");
  }
}

Expected<std::unique_ptr<CheckedRewrites>> Rewrite::makeChecks(GraphModule &M) {
  if (!Check)
    return nullptr;
  CheckedRewrites::Options Options;
  if (Check > 0)
    Options.PerRule = uint64_t(Check.get());
  Options.Inputs.assign(Inputs.begin(), Inputs.end());
  Options.File = CheckFile.get();
  Options.RuleFiles.assign(Rules.begin(), Rules.end());
  Options.Inference = Inference;
  return CheckedRewrites::make(M, Options, diags());
}

Expected<bool> Rewrite::run(GraphModule &M) {
  Expected<NodeSelector> Selector =
      Selected.parse(*this, Where.get(), M, diags());
  if (!Selector)
    return Selector.takeError();
  RewriteOptions Options = options();
  Options.Where = &*Selector;
  bool HasFiles = !Rules.empty();
  forEachRuleText([&](StringRef, StringRef) { HasFiles = true; });
  bool Chooses =
      !Only.empty() || Level != 0 || !Explain->empty() || !Matches->empty();
  bool Builtin = Chooses || !HasFiles;
  if (!HasFiles && !Chooses)
    Options.Level = 1;
  std::optional<LoadedRules> Own;
  RuleSet *Set = nullptr;
  if (Rules.empty()) {
    Set = getAnalysis<CommonRules>().get(Builtin, diags());
  } else if (Own.emplace(M.context())
                 .load(ArrayRef<std::string>(Rules.begin(), Rules.end()),
                       Builtin, diags())) {
    Set = &Own->set();
  }
  // What is wrong was reported, which ends the pipeline.
  if (!Set)
    return false;
  if (!Explain->empty() || Find || !WriteMatches->empty()) {
    if (Error E = !Explain->empty() ? explain(*Set, M) : find(*Set, M, Options))
      return E;
    return false;
  }
  Expected<std::unique_ptr<CheckedRewrites>> Checks = makeChecks(M);
  if (!Checks)
    return Checks.takeError();
  if (*Checks)
    (*Checks)->watch(Options);
  Expected<bool> Changed = Matches->empty() ? apply(*Set, M, Options)
                                            : applyListed(*Set, M, Options);
  if (*Checks)
    NumChecked += (*Checks)->finish();
  return Changed;
}
