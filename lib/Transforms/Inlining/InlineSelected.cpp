//===- InlineSelected.cpp - Inlining the modules that names pick ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/SideTables.h"
#include "fx/Transforms/ModuleInlining.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

namespace {

/// One run of inlineModules.
class InlineRun {
public:
  InlineRun(GraphModule &M, const InlineModulesOptions &Options,
            DiagnosticEngine &Diags)
      : M(M), Options(Options), Diags(Diags), Selection(Options.Modules, M),
        Inliner(M, {Options.Training,
                    [this](StringRef P, const Module *Sub) {
                      return isPicked(P, Sub, this->Options.Recursive);
                    },
                    Options.MaxNodes}) {}

  InlineModulesResult run();

private:
  bool isPicked(StringRef Path, const Module *Callee, bool Always);
  void inlineCalls(Graph &G);
  void visit(Node &Call, const std::string &Path);
  void reportHidden();
  unsigned inlinePreserved();
  void inlineSubgraphs(Graph &G);
  bool inlineSubgraph(Node &Call);

  GraphModule &M;
  const InlineModulesOptions &Options;
  DiagnosticEngine &Diags;
  ModuleSelection Selection;
  ModuleInliner Inliner;
  /// Calls of the current graph that could not be inlined.
  NodeSet Failed;
  bool AnyFailed = false;
  StringSet<> ReportedClasses;
  /// Graphs that invoke_subgraph called, how often, and nodes made for that.
  std::vector<std::string> Subgraphs;
  size_t NumSubgraphs = 0, NumSubgraphNodes = 0;
};

} // namespace

bool InlineRun::isPicked(StringRef Path, const Module *Callee, bool Always) {
  // Ask in any case: the selection keeps count.
  bool Picked = Selection.contains(Path, Callee) || Always;
  return Picked && (!Options.KeepUnknown || ModuleInliner::canInline(Callee));
}

void InlineRun::visit(Node &Call, const std::string &Path) {
  const Module *Callee = M.submodule(Path);
  if (Failed.contains(&Call) || !isPicked(Path, Callee, /*Always=*/false))
    return;
  StringRef Class =
      Callee && Callee->className() ? Callee->className().str() : "";
  if (Options.Admits && !Options.Admits(Call, Class)) {
    Failed.insert(&Call);
    return;
  }
  std::string Name = Options.Inlined ? Call.name() : std::string();
  Error E = Inliner.inlineCall(Call);
  if (!E) {
    if (Options.Inlined)
      Options.Inlined(Name, Class);
    return;
  }
  AnyFailed = true;
  Failed.insert(&Call);
  // One message about an unknown class is enough.
  bool IsUnknown =
      Callee && Callee->className() && !ModuleInliner::canInline(Callee);
  if (IsUnknown && !ReportedClasses.insert(Callee->className().str()).second)
    consumeError(std::move(E));
  else
    Diags.report(std::move(E), M.source());
}

void InlineRun::inlineCalls(Graph &G) {
  Failed = NodeSet();
  std::string Base = G.owningModule()->path();
  // What is inlined may leave calls that are picked as well.
  size_t Before;
  do {
    Before = Inliner.numInlined();
    for (Node *N : G.findNodes(Opcode::CallModule)) {
      if (Diags.tooManyErrors())
        return;
      visit(*N, joinModulePath(Base, N->targetText()));
    }
  } while (Inliner.numInlined() != Before);
}

void InlineRun::reportHidden() {
  for (const ModuleInliner::HiddenUse &H : Inliner.hiddenArguments()) {
    std::string Value = toText(H.Argument.Value, M.context());
    Diags.report(H.Argument.IsAssumed ? diag::warn_hidden_argument_assumed
                                      : diag::warn_hidden_argument,
                 SMLoc(), H.Argument.Name, H.Class->name(), Value);
  }
}

/// The graph of an exported program has the nodes of all modules. Those that
/// were to be preserved have a signature that keeps their boundary; without it
/// they are part of what calls them.
unsigned InlineRun::inlinePreserved() {
  if (!M.program())
    return 0;
  unsigned Count = 0;
  for (ModuleCall &Call : M.program()->ModuleCalls) {
    StringRef Path = Call.Path.str();
    if (Path.empty() || !Call.HasSignature ||
        !Selection.contains(Path, M.submodule(Path)))
      continue;
    ModuleCall Plain;
    Plain.Path = Call.Path;
    Call = std::move(Plain);
    ++Count;
  }
  M.program()->noteModuleCalls();
  return Count;
}

/// Exported programs call no modules, but graphs, by an operator:
/// invoke_subgraph(graph, identifier, inputs...).
bool InlineRun::inlineSubgraph(Node &Call) {
  Graph &G = Call.graph();
  Node *Body = Call.numArgs() >= 2 ? Call.arg(0).asNode() : nullptr;
  if (!Body || !Body->isGetAttr() || Call.numKwargs() != 0)
    return false;
  StringRef Name = Body->targetText();
  std::string Path = joinModulePath(G.owningModule()->path(), Name);
  Module *Callee = Name.empty() ? nullptr : G.owningModule()->lookup(Name);
  // Graphs below one that was inlined are called by what it was.
  bool IsInner = Options.Recursive && any_of(Subgraphs, [&](StringRef Outer) {
                   return StringRef(Path).starts_with((Outer + ".").str());
                 });
  if (!Callee || !Callee->graph() || !isPicked(Path, Callee, IsInner))
    return false;
  if (NumSubgraphNodes > Options.MaxNodes) {
    Diags.report(diag::err_inline_too_many, Call, Options.MaxNodes)
        .in(M.source());
    AnyFailed = true;
    return false;
  }
  SmallVector<Argument, 8> Inputs(drop_begin(Call.args(), 2));
  std::optional<Argument> Result;
  {
    InsertionGuard At = G.insertingBefore(&Call);
    Result = copyBody(G, *Callee->graph(), Name, Inputs,
                      [&](Node &) { ++NumSubgraphNodes; });
  }
  if (!Result)
    return false;
  // What the operator returns is a tuple, whatever the graph has.
  if (Result->kind() == ArgKind::List)
    Result = Argument::tuple(Result->elements());
  replaceCallWith(Call, *Result);
  if (!is_contained(Subgraphs, Path))
    Subgraphs.push_back(Path);
  G.eraseNode(&Call);
  G.eraseIfUnused(Body);
  ++NumSubgraphs;
  return true;
}

void InlineRun::inlineSubgraphs(Graph &G) {
  bool Again = true;
  while (Again && !Diags.tooManyErrors()) {
    Again = false;
    for (Node *N : G.findNodes(Opcode::CallFunction,
                               "torch.ops.higher_order.invoke_subgraph"))
      Again |= inlineSubgraph(*N);
  }
}

InlineModulesResult InlineRun::run() {
  SmallVector<Graph *, 8> Graphs;
  M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
  for (Graph *G : Graphs) {
    inlineCalls(*G);
    inlineSubgraphs(*G);
  }
  unsigned Preserved = inlinePreserved();
  reportHidden();
  if (!AnyFailed)
    Selection.reportUnused(Diags);
  InlineModulesResult Result;
  Result.Calls = Inliner.numInlined() + Preserved + NumSubgraphs;
  if (!Options.KeepModules) {
    Result.Removed = Inliner.removeUncalled();
    Result.Removed += M.deleteUnusedSubmodules(Subgraphs);
  }
  return Result;
}

InlineModulesResult fx::inlineModules(GraphModule &M,
                                      const InlineModulesOptions &Options,
                                      DiagnosticEngine &Diags) {
  return InlineRun(M, Options, Diags).run();
}

//===----------------------------------------------------------------------===//
// Modules that are not called any more
//===----------------------------------------------------------------------===//

unsigned ModuleInliner::removeUncalled() {
  SmallVector<std::string, 16> Paths;
  for (StringRef Path : InlinedPaths)
    Paths.push_back(Path.str());
  InlinedPaths.clear();
  return M.deleteUnusedSubmodules(Paths);
}
