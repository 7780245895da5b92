//===- ModuleBody.cpp - What a call of a module computes ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleBody.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// A copy of the graph of a module, with \p Inputs in the place of its
/// placeholders.
static Expected<Argument> copyGraph(Graph &Into, const Graph &Body,
                                    const CallArgs &Inputs) {
  DenseMap<const Node *, Argument> Values;
  for (Node *N : Body.nodes()) {
    if (!N->isPlaceholder())
      continue;
    if (Values.size() == Inputs.Args.size() || !Inputs.Kwargs.empty())
      return createStringError("the call does not have one argument for each "
                               "input of its graph");
    Values.try_emplace(N, Inputs.Args[Values.size()]);
  }
  return Into.graphCopy(Body, Values);
}

static Expected<Argument> applyFormula(Graph &Into, Module &Callee,
                                       const CallArgs &Inputs, bool OpenTree,
                                       bool OldTorch) {
  const ModuleInfo *Class = classOf(Callee);
  if (!Class)
    return createStringError(
        "fx-opt does not know what " +
        (Callee.className()
             ? "the class '" + Callee.className().str() + "' computes"
             : Twine("its class computes")));
  ExpansionOptions Options;
  Options.OpenTree = OpenTree;
  Options.OldTorch = OldTorch;
  Expected<Expansion> Made =
      expandModule(Into, Callee, *Class, "", Inputs, Options);
  if (!Made)
    return Made.takeError();
  if (!Made->Hidden.empty())
    return createStringError("the tree of modules does not show its argument "
                             "'" +
                             Made->Hidden.front().Name + "'");
  return Made->Result;
}

Expected<ModuleBody> fx::bodyOfCall(const Node &Call, const GraphModule &M) {
  Module *Owner = Call.graph().owningModule();
  StringRef Path = Call.targetText();
  Module *Callee = Owner && !Path.empty() ? Owner->lookup(Path) : nullptr;
  if (!Callee)
    return createStringError("the tree of modules does not have it");
  // A body names state and modules as the module itself does.
  ModuleBody Body{std::make_unique<Graph>(Call.context(), Callee), Argument()};
  CallInside Inside(*Body.Nodes, Call);
  for (auto [Operand, Input] : zip_equal(Call.allInputNodes(), Inside.Inputs))
    if (const Argument *Val = Operand->val())
      Input->setVal(*Val);
  Expected<Argument> Result =
      Callee->graph()
          ? copyGraph(*Body.Nodes, *Callee->graph(), Inside.args())
          : applyFormula(*Body.Nodes, *Callee, Inside.args(),
                         M.treeKind() == GraphModule::TreeKind::Open,
                         M.isFromOldTorch());
  if (!Result)
    return Result.takeError();
  Body.Result = *Result;
  return Body;
}
