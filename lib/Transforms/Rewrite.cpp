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

struct Rewrite : impl::RewriteBase<Rewrite> {
  Expected<bool> run(GraphModule &M) override;

private:
  bool addText(RuleSet &Set, StringRef Name, StringRef Text,
               DiagnosticEngine &Local, bool IsBuiltin);
  /// Fills \p Set; false when messages say why not.
  bool loadRules(RuleSet &Set, RewriteOptions &Options);
  bool loadAll(RuleSet &Set, RewriteOptions &Options, DiagnosticEngine &Local);
  Error explain(RuleSet &Set, GraphModule &M);

  /// The texts of the rules.
  std::shared_ptr<SourceMgr> Source;
};

} // namespace

bool Rewrite::addText(RuleSet &Set, StringRef Name, StringRef Text,
                      DiagnosticEngine &Local, bool IsBuiltin) {
  unsigned Id = Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, Name), SMLoc());
  std::unique_ptr<RuleFile> File = parseRules(Source, Id, Local);
  return File && Set.add(std::move(File), Local, /*Weak=*/IsBuiltin);
}

bool Rewrite::loadRules(RuleSet &Set, RewriteOptions &Options) {
  Source = std::make_shared<SourceMgr>();
  // Places in rules are not those of the module.
  DiagnosticEngine Local(Source.get());
  Local.setHandler([&](const Diagnostic &D) {
    Diagnostic Message = D;
    Message.Source = Source.get();
    Message.OwnedSource = Source;
    diags().report(std::move(Message));
  });
  return loadAll(Set, Options, Local) && Set.finish(Local);
}

bool Rewrite::loadAll(RuleSet &Set, RewriteOptions &Options,
                      DiagnosticEngine &Local) {
  bool Good = true, HasFiles = false;
  forEachRuleText([&](StringRef Name, StringRef Text) {
    HasFiles = true;
    Good &= addText(Set, Name, Text, Local, false);
  });
  for (const std::string &Path : Rules) {
    HasFiles = true;
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
        MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Text) {
      diags()
          .report(diag::err_open_input, SMLoc(), Text.getError().message())
          .file(Path);
      Good = false;
      continue;
    }
    Good &= addText(Set, Path, (*Text)->getBuffer(), Local, false);
  }
  bool Chooses = !Only.empty() || Level != 0 || !Explain->empty();
  if (HasFiles && !Chooses)
    return Good;
  if (!Chooses)
    Options.Level = 1;
  for (const BuiltinRules &File : builtinRules())
    Good &= addText(Set, File.Name, File.Text, Local, true);
  return Good;
}

Error Rewrite::explain(RuleSet &Set, GraphModule &M) {
  auto [Name, NodeName] = StringRef(Explain.get()).split('@');
  NodeName.consume_front("%");
  RewriteOptions Options;
  Options.Only = {Name.str()};
  Expected<std::vector<const CompiledRule *>> Selected = Set.select(Options);
  if (!Selected)
    return Selected.takeError();
  M.forEachGraph([&](Graph &G, StringRef) {
    Set.explain(*Selected->front(), G, M, NodeName, diags());
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
  RuleSet Set(M.context());
  // What is wrong was reported, which ends the pipeline.
  if (!loadRules(Set, Options))
    return false;
  if (!Explain->empty()) {
    if (Error E = explain(Set, M))
      return E;
    return false;
  }
  Expected<std::vector<const CompiledRule *>> Selected = Set.select(Options);
  if (!Selected)
    return Selected.takeError();
  SmallVector<Graph *, 4> Graphs;
  M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
  uint64_t Count = 0;
  std::vector<RuleStatistics> Statistics;
  for (Graph *G : Graphs)
    Count += Set.apply(*Selected, *G, M, Options, diags(), &Statistics);
  NumApplied += Count;
  for (const RuleStatistics &S : Statistics)
    NumRefused += S.Refused;
  return Count != 0;
}
