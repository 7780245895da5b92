//===- Rewrite.cpp - Applies rewrite rules --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/NodeSelector.h"
#include "fx/Pass/Pass.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Transforms/BuiltinRules.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/RuleFolding.h"
#include "llvm/Support/MemoryBuffer.h"
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
  bool addText(StringRef Name, StringRef Text, DiagnosticEngine &Local,
               bool IsBuiltin);

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
  Error explain(RuleSet &Set, GraphModule &M);
};

} // namespace

bool LoadedRules::addText(StringRef Name, StringRef Text,
                          DiagnosticEngine &Local, bool IsBuiltin) {
  unsigned Id = Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, Name), SMLoc());
  std::unique_ptr<RuleFile> File = parseRules(Source, Id, Local);
  return File && Set.add(std::move(File), Local, /*Weak=*/IsBuiltin);
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
  forEachRuleText([&](StringRef Name, StringRef Text) {
    Good &= addText(Name, Text, Local, false);
  });
  for (const std::string &Path : Paths) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
        MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Text) {
      Local.report(diag::err_open_input, SMLoc(), Text.getError().message())
          .file(Path);
      Good = false;
      continue;
    }
    Good &= addText(Path, (*Text)->getBuffer(), Local, false);
  }
  if (Builtin)
    for (const BuiltinRules &File : builtinRules())
      Good &= addText(File.Name, File.Text, Local, true);
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

Error Rewrite::explain(RuleSet &Set, GraphModule &M) {
  auto [Name, NodeName] = StringRef(Explain.get()).split('@');
  NodeName.consume_front("%");
  RewriteOptions Options;
  Options.Only = {Name.str()};
  Options.Inference = Inference;
  Expected<std::vector<const CompiledRule *>> Selected = Set.select(Options);
  if (!Selected)
    return Selected.takeError();
  M.forEachGraph([&](Graph &G, StringRef) {
    Set.explain(*Selected->front(), G, M, NodeName, Options, diags());
  });
  return Error::success();
}

Expected<bool> Rewrite::run(GraphModule &M) {
  Expected<NodeSelector> Selector =
      NodeSelector::parse(Where.get(), M.context());
  if (!Selector)
    return Selector.takeError();
  RewriteOptions Options;
  Options.Only.assign(Only.begin(), Only.end());
  Options.Except.assign(Except.begin(), Except.end());
  Options.Level = Level;
  if (!Phase->empty())
    Options.Phase = Phase.get();
  if (Order != OrderKind::Phase)
    Options.Reverse = Order == OrderKind::Reverse;
  Options.Inference = Inference;
  Options.Remarks = Remarks;
  if (Limit >= 0)
    Options.Limit = Limit;
  Options.Where = &*Selector;
  if (isWatched())
    Options.Applied = [this](StringRef Root, StringRef Rule) {
      rewrote(Root, Rule);
    };
  bool HasFiles = !Rules.empty();
  forEachRuleText([&](StringRef, StringRef) { HasFiles = true; });
  bool Chooses = !Only.empty() || Level != 0 || !Explain->empty();
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
  if (!Explain->empty()) {
    if (Error E = explain(*Set, M))
      return E;
    return false;
  }
  Expected<std::vector<const CompiledRule *>> Selected = Set->select(Options);
  if (!Selected)
    return Selected.takeError();
  SmallVector<Graph *, 4> Graphs;
  M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
  uint64_t Count = 0;
  std::vector<RuleStatistics> Statistics;
  for (Graph *G : Graphs)
    Count += Set->apply(*Selected, *G, M, Options, diags(), &Statistics);
  NumApplied += Count;
  for (const RuleStatistics &S : Statistics)
    NumRefused += S.Refused;
  return Count != 0;
}
