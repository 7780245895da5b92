//===- NeededOps.cpp - Operators without which no rule fits ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeededOps.h"
#include "RuleOps.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

static void findNeeded(const Expr &E, RuleFile &File, OpGroups &Needed) {
  switch (E.Kind) {
  case ExprKind::As:
    return findNeeded(*E.Kids[0], File, Needed);
  case ExprKind::List:
    for (const Expr *Kid : E.Kids)
      findNeeded(*Kid, File, Needed);
    return;
  case ExprKind::Call:
    break;
  default:
    return;
  }
  SmallVector<const OpInfo *, 1> Group;
  for (const OpName &Name : E.Ops) {
    const OpInfo *Op = Name.IsSet || File.findDefine(Name.Text)
                           ? nullptr
                           : lookupRuleOp(Name.Text).Op;
    if (!Op)
      return;
    Group.push_back(Op);
    if (const SecondName *Second = lookupSecondName(*Op))
      if (const OpInfo *Other = lookupOp(Second->Name))
        Group.push_back(Other);
  }
  // The arguments of an optional call are needed, and it is not.
  if (!E.Optional)
    Needed.push_back(std::move(Group));
  for (const Expr *Kid : E.Kids)
    findNeeded(*Kid, File, Needed);
}

void fx::rewrite::findNeededOps(const RuleDef &Def, RuleFile &File,
                                OpGroups &Needed) {
  for (const Clause &C : Def.Clauses)
    if (C.Kind == Clause::Match)
      for (const Line &L : C.Body.Lines)
        findNeeded(*L.Value, File, Needed);
}

PossibleOps::PossibleOps(const Graph &G) {
  for (StringRef Name : {"getitem", "sym_size"})
    if (const OpInfo *Op = lookupOp(Name))
      Ops.insert(Op);
  for (const Node *N : G.nodes()) {
    // A module that is one call fits patterns of that call.
    AreAll |= N->isCallModule();
    if (const OpTarget *Target = N->opTarget())
      Ops.insert(&Target->op());
  }
}

void PossibleOps::addResults(const CompiledRule &Rule) {
  AreAll |= Rule.Native != nullptr;
  for (const Term &T : Rule.Terms)
    for (const OpChoice &Choice : T.Ops)
      Ops.insert(Choice.Op);
}

bool PossibleOps::mayFit(const CompiledRule &Rule) const {
  return AreAll || all_of(Rule.NeededOps, [&](const auto &Group) {
           return any_of(Group,
                         [&](const OpInfo *Op) { return Ops.contains(Op); });
         });
}
