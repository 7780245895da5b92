//===- CallPatterns.cpp - Calls in patterns of rules ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleCompiler.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

bool RuleCompiler::findOps(ArrayRef<OpName> Names,
                           SmallVectorImpl<OpChoice> &Ops, bool &BySet) {
  for (const OpName &Name : Names) {
    if (!Name.IsSet) {
      OpChoice Choice = lookupRuleOp(Name.Text);
      if (!Choice.Op) {
        SmallVector<StringRef, 0> Known;
        forEachDeclaredOp(
            [&](const OpInfo &Op) { Known.push_back(Op.name()); });
        File.forEachUsed([&](RuleFile &Used) {
          for (const Define &D : Used.Defines)
            Known.push_back(D.Name);
        });
        unknown(Name.Loc, "operator", Name.Text, Known);
        return false;
      }
      Ops.push_back(std::move(Choice));
      continue;
    }
    BySet = true;
    const SetDef *Set = File.findSet(Name.Text);
    SmallVector<const OpInfo *, 0> Members;
    if (Set) {
      if (!findOps(Set->Ops, Ops, BySet))
        return false;
    } else if (lookupRuleSet(Name.Text, Members)) {
      for (const OpInfo *Op : Members)
        Ops.emplace_back().Op = Op;
    } else {
      SmallVector<StringRef, 12> Known(opSetNames());
      Known.push_back("pointwise");
      unknown(Name.Loc, "set", Name.Text, Known);
      return false;
    }
  }
  return true;
}

bool RuleCompiler::findSignatures(const Expr &E, SmallVectorImpl<OpChoice> &Ops,
                                  const GivenArgs &Args, bool BySet) {
  SmallVector<OpChoice, 4> Fitting;
  for (OpChoice &Op : Ops) {
    if (rewrite::findSignatures(Op, Args)) {
      Fitting.push_back(std::move(Op));
    } else if (!BySet) {
      error(diag::err_rules_overload, E.Loc, Op.Op->name())
          .note(diag::note_rules_overload, SMLoc(), describeSchemas(*Op.Op));
      return false;
    }
  }
  Ops.assign(std::make_move_iterator(Fitting.begin()),
             std::make_move_iterator(Fitting.end()));
  if (Ops.empty())
    error(diag::err_rules_overload, E.Loc, "the set");
  return !Ops.empty();
}

void RuleCompiler::addSecondName(Pattern &Call, const GivenArgs &Args) {
  if (Call.Ops.size() != 1 || Call.Ops[0].Only || Call.Kids.empty())
    return;
  const SecondName *Second = lookupSecondName(*Call.Ops[0].Op);
  if (!Second)
    return;
  // Both operands come first, by place; that of the other name is a tensor.
  if (Second->IsReversed && (Call.Kids.size() < 2 || !Args.Names[0].empty() ||
                             !Args.Names[1].empty()))
    return;
  const Pattern &First = R->Patterns[Call.Kids[Second->IsReversed]];
  if (First.Kind == Pattern::Literal || First.Kind == Pattern::Const)
    return;
  OpChoice Other = lookupRuleOp(Second->Name);
  if (!Other.Op || !rewrite::findSignatures(Other, Args))
    return;
  Other.IsSecond = true;
  Other.IsReversed = Second->IsReversed;
  for (auto &Names : Other.Signatures)
    for (StringRef &Name : Names)
      if (Other.IsReversed && is_contained({"self", "input", "other"}, Name))
        Name = Name == "other" ? "self" : "other";
  Call.Ops.push_back(std::move(Other));
}

void RuleCompiler::finishCall(Pattern &Call, size_t NumNamed) {
  Call.CallId = P.NumCalls++;
  Call.Commutes = Call.Kids.size() == 2 && !NumNamed && !Call.AllowsOthers &&
                  all_of(Call.Ops, [](const OpChoice &C) {
                    return C.IsSecond || C.Op->isCommutative();
                  });
  for (const OpChoice &Choice : Call.Ops)
    Call.Heads.push_back(P.Numbers.add(Choice.Op));
}

std::optional<PatternId> RuleCompiler::operation(const Expr &E, StringRef Op,
                                                 ArrayRef<PatternId> Args) {
  PatternId Id;
  Pattern *Pat = make(Pattern::Call, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Ops.push_back(lookupRuleOp(Op));
  Pat->Named = true;
  Pat->Kids.assign(Args.begin(), Args.end());
  SmallVector<StringRef, 2> Names(Args.size());
  if (!findSignatures(E, Pat->Ops, {Names}, false))
    return std::nullopt;
  addSecondName(*Pat, {Names});
  finishCall(*Pat, 0);
  return Id;
}

std::optional<PatternId> RuleCompiler::call(const Expr &E, Scope &S) {
  bool MayWrite = std::exchange(IsStatement, false);
  if (E.Ops.size() == 1 && !E.Ops[0].IsSet && E.OpCapture.empty()) {
    if (const Define *D = File.findDefine(E.Ops[0].Text))
      return definition(E, *D, S);
    if (E.Ops[0].Text == "number" && E.Kids.size() == 1)
      return pattern(*E.Kids[0], S);
  }
  SmallVector<OpChoice, 1> Ops;
  bool BySet = false;
  if (!findOps(E.Ops, Ops, BySet))
    return std::nullopt;
  SmallVector<PatternId, 4> Kids;
  SmallVector<StringRef, 4> Names;
  SmallVector<uint8_t, 2> Writes;
  bool AllowsOthers = false;
  size_t NumNamed = 0;
  for (size_t I = 0; I != E.Kids.size(); ++I) {
    const Expr &Kid = *E.Kids[I];
    if (Kid.Kind == ExprKind::Rest && Kid.Kids.empty()) {
      AllowsOthers = true;
      continue;
    }
    std::optional<PatternId> K = pattern(Kid, S);
    if (!K)
      return std::nullopt;
    if (Kid.Written)
      Writes.push_back(Kids.size());
    Kids.push_back(*K);
    Names.push_back(E.ArgNames[I]);
    NumNamed += !E.ArgNames[I].empty();
  }
  if (!findSignatures(E, Ops, {Names, AllowsOthers}, BySet))
    return std::nullopt;
  PatternId Id;
  Pattern *Pat = make(Pattern::Call, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Ops = std::move(Ops);
  Pat->Named = !BySet;
  Pat->AllowsOthers = AllowsOthers;
  Pat->Kids.assign(Kids.begin(), Kids.end());
  Pat->Writes.assign(Writes.begin(), Writes.end());
  if (!Writes.empty() && !MayWrite) {
    error(diag::err_rules_misplaced, E.Loc, "a call that writes",
          "another one; it is a line of its own");
    return std::nullopt;
  }
  if (!BySet && E.OpCapture.empty())
    addSecondName(*Pat, {Names, AllowsOthers});
  finishCall(*Pat, NumNamed);
  if (!E.OpCapture.empty()) {
    auto [It, New] = RuleScope.Slots.try_emplace(("f " + E.OpCapture).str(),
                                                 SlotId(R->Slots.size()));
    if (New)
      R->Slots.push_back({E.OpCapture, false, false, E.Loc});
    Pat->Operator = It->second;
  }
  if (!E.Optional)
    return Id;
  if (Kids.empty()) {
    error(diag::err_expected, E.Loc,
          "an argument that stays when the operator "
          "is not there");
    return std::nullopt;
  }
  return choice(E, {Id, Kids[0]});
}

std::optional<PatternId> RuleCompiler::nary(const Expr &E, Scope &S) {
  SmallVector<PatternId, 4> Kids;
  if (!patterns(E.Kids, S, Kids))
    return std::nullopt;
  if (R->Class == Exactness::Exact) {
    error(diag::err_rules_misplaced, E.Loc,
          ("'" + E.Text + " of', which changes the order of operations,").str(),
          "an exact rule");
    return std::nullopt;
  }
  PatternId Id;
  Pattern *Pat = make(Pattern::NAry, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->IsProduct = E.Text == "product";
  Pat->Kids.assign(Kids.begin(), Kids.end());
  ArrayRef<StringLiteral> Heads;
  static constexpr StringLiteral OfProduct[] = {"mul", "div"};
  static constexpr StringLiteral OfSum[] = {"add", "sub"};
  Heads = Pat->IsProduct ? ArrayRef(OfProduct) : ArrayRef(OfSum);
  for (StringRef Head : Heads)
    if (const OpInfo *Op = lookupOp(Head))
      Pat->Heads.push_back(P.Numbers.add(Op));
  return Id;
}

/// `~c:views(P)`: P below any chain of these operators.
std::optional<PatternId> RuleCompiler::chain(const Expr &E, Scope &S) {
  SmallVector<OpChoice, 1> Ops;
  bool BySet = false;
  OpName Set = {E.Text, /*IsSet=*/true, E.Loc};
  if (!findOps(Set, Ops, BySet))
    return std::nullopt;
  std::optional<PatternId> Kid = pattern(*E.Kids[0], S);
  if (!Kid)
    return std::nullopt;
  if (R->Patterns[*Kid].Heads.empty()) {
    error(diag::err_expected, E.Kids[0]->Loc, "an operator below the chain");
    return std::nullopt;
  }
  PatternId Id;
  Pattern *Pat = make(Pattern::Chain, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Kids = {*Kid};
  Pat->Heads = R->Patterns[*Kid].Heads;
  for (const OpChoice &Op : Ops) {
    uint16_t Number = P.Numbers.add(Op.Op);
    Pat->Links.push_back(Number);
    Pat->LinkOps.push_back(Op.Op);
    if (!is_contained(Pat->Heads, Number))
      Pat->Heads.push_back(Number);
  }
  if (E.OpCapture.empty())
    return Id;
  auto [It, New] = RuleScope.Slots.try_emplace(("~ " + E.OpCapture).str(),
                                               SlotId(R->Slots.size()));
  if (!New) {
    error(diag::err_rules_redefined, E.Loc, "chain", E.OpCapture);
    return std::nullopt;
  }
  R->Slots.push_back({E.OpCapture, false, false, E.Loc});
  Pat->Operator = It->second;
  return Id;
}

std::optional<PatternId> RuleCompiler::list(const Expr &E, Scope &S) {
  PatternId Id;
  SmallVector<PatternId, 4> Kids;
  bool IsRest = false, IsEach = false;
  for (const Expr *Kid : E.Kids) {
    const Expr *Of = Kid;
    if (Kid->Kind == ExprKind::Rest || Kid->Kind == ExprKind::Each) {
      bool Last = Kid == E.Kids.back();
      if (!Last || Kid->Kids.empty() ||
          (Kid->Kind == ExprKind::Each && E.Kids.size() != 1)) {
        error(diag::err_rules_misplaced, Kid->Loc, "this",
              "a list with other items after it");
        return std::nullopt;
      }
      IsRest = Kid->Kind == ExprKind::Rest;
      IsEach = !IsRest;
      Of = Kid->Kids[0];
    }
    std::optional<PatternId> K = pattern(*Of, S);
    if (!K)
      return std::nullopt;
    Kids.push_back(*K);
  }
  Pattern *Pat = make(Pattern::List, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Kids.assign(Kids.begin(), Kids.end());
  Pat->IsRest = IsRest;
  Pat->IsEach = IsEach;
  return Id;
}
