//===- TermCompiler.cpp - Conditions, constants and results of rules ------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Match/RuleFunctions.h"
#include "RuleCompiler.h"
#include "fx/IR/FormulaArith.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

Term *RuleCompiler::makeTerm(Term::TermKind Kind, const Expr &E) {
  Term &T = R->Terms.emplace_back();
  T.Kind = Kind;
  T.Source = &E;
  return &T;
}

const Term *RuleCompiler::addKids(Term *T, const Expr &E, Scope &S,
                                  bool IsResult) {
  for (const Expr *Kid : E.Kids) {
    const Term *K = Kid ? term(*Kid, S, IsResult) : nullptr;
    if (Kid && !K)
      return nullptr;
    T->Kids.push_back(K);
    T->IsGraph |= K && K->IsGraph;
  }
  return T;
}

/// `%x` or `$k`.
const Term *RuleCompiler::ref(const Expr &E, Scope &S) {
  bool IsValue = E.Kind == ExprKind::Value;
  std::string Key = ((IsValue ? "%" : "$") + E.Text).str();
  if (S.Of) {
    auto Param = S.Params.find(Key);
    if (Param != S.Params.end()) {
      const Expr &Given = *Param->second;
      if (Given.Kind == ExprKind::Value || Given.Kind == ExprKind::Constant)
        return ref(Given, *S.Caller);
      if (std::optional<Argument> Value = literalValue(Given)) {
        Term *T = makeTerm(Term::Literal, E);
        T->Value = *Value;
        return T;
      }
    }
  }
  auto It = S.Slots.find(Key);
  if (It == S.Slots.end()) {
    error(diag::err_rules_unbound, E.Loc, Key);
    return nullptr;
  }
  Term *T = makeTerm(Term::Ref, E);
  T->SlotOf = It->second;
  T->IsGraph = IsValue;
  return T;
}

/// A bare name: of a comprehension, or of an operator that was captured.
const Term *RuleCompiler::named(const Expr &E, Scope &S) {
  for (size_t I = Items.size(); I-- != 0;)
    if (Items[I] == E.Text) {
      Term *T = makeTerm(Term::Item, E);
      T->ItemOf = I;
      return T;
    }
  auto It = RuleScope.Slots.find(("f " + E.Text).str());
  if (It == RuleScope.Slots.end()) {
    DiagnosticBuilder B = error(diag::err_rules_unbound, E.Loc, E.Text);
    if (std::optional<DType> T = dtypeOfKind(E.Text))
      B.note(diag::note_did_you_mean, SMLoc(), toString(*T));
    return nullptr;
  }
  Term *T = makeTerm(Term::Ref, E);
  T->SlotOf = It->second;
  return T;
}

/// Whether \p T makes nodes.
static bool makesNodes(const Term &T) {
  return is_contained({Term::Call, Term::Update, Term::Chain, Term::Fold},
                      T.Kind) ||
         any_of(T.Kids,
                [](const Term *Kid) { return Kid && makesNodes(*Kid); });
}

const Term *RuleCompiler::comprehension(const Expr &E, Scope &S,
                                        bool IsResult) {
  Term *T = makeTerm(Term::Comprehension, E);
  const Term *List = term(*E.Kids[1], S, IsResult);
  if (!List)
    return nullptr;
  T->ItemOf = Items.size();
  Items.push_back(E.Text);
  const Term *Value = term(*E.Kids[0], S, IsResult);
  const Term *If = Value && E.Kids[2] ? term(*E.Kids[2], S, IsResult) : nullptr;
  Items.pop_back();
  if (!Value || (E.Kids[2] && !If))
    return nullptr;
  if (makesNodes(*Value)) {
    error(diag::err_rules_misplaced, E.Kids[0]->Loc, "a call",
          "a list that 'for' makes");
    return nullptr;
  }
  T->Kids = {Value, List, If};
  return T;
}

const Term *RuleCompiler::binary(const Expr &E, Scope &S, bool IsResult) {
  const Term *A = term(*E.Kids[0], S, IsResult);
  const Term *B = A ? term(*E.Kids[1], S, IsResult) : nullptr;
  if (!B)
    return nullptr;
  if (!A->IsGraph && !B->IsGraph) {
    Term *T = makeTerm(Term::Binary, E);
    T->Sign = E.Text;
    T->Kids = {A, B};
    return T;
  }
  if (!IsResult) {
    const Expr *Which = A->IsGraph ? E.Kids[0] : E.Kids[1];
    error(diag::err_rules_not_constant, Which->Loc, "%" + Which->Text);
    return nullptr;
  }
  const Term *Both[] = {A, B};
  for (auto [Kid, Of] : zip(E.Kids, Both))
    if (Of->Kind == Term::List || Of->Kind == Term::Comprehension) {
      error(diag::err_rules_misplaced, Kid->Loc, "a list",
            "'" + E.Text + "' of values of the graph");
      return nullptr;
    }
  const OpTarget *Target =
      lookupFunction(formula::operatorFunction(E.Text, false));
  OpChoice Op = lookupRuleOp(E.Text == "//" ? "floor_divide"
                             : Target       ? Target->op().name()
                                            : "");
  return result(E, {Op}, NoSlot, {A, B}, {"", ""});
}

/// A call of an operator in a result.
const Term *RuleCompiler::result(const Expr &E, ArrayRef<OpChoice> Ops,
                                 SlotId Of, ArrayRef<const Term *> Args,
                                 ArrayRef<StringRef> Names) {
  Term *T = makeTerm(Term::Call, E);
  T->IsGraph = true;
  T->SlotOf = Of;
  T->Ops.assign(Ops.begin(), Ops.end());
  T->Kids.assign(Args.begin(), Args.end());
  T->ArgNames.assign(Names.begin(), Names.end());
  SmallVector<OpChoice, 1> Checked(T->Ops);
  if (!Ops.empty() && !findSignatures(E, Checked, {Names}, false))
    return nullptr;
  return T;
}

/// Whether any kid is a value of the graph.
static bool anyGraph(ArrayRef<const Term *> Kids) {
  return any_of(Kids, [](const Term *K) { return K && K->IsGraph; });
}

/// `update %c(weight=E)`: the call that was matched, with other arguments.
const Term *RuleCompiler::updated(const Expr &E, Scope &S) {
  const Expr &Name = *E.Kids[0];
  auto Line = Lines.find(Name.Text);
  Pattern *Call = Line != Lines.end() && Line->second.Id
                      ? &R->Patterns[*Line->second.Id]
                      : nullptr;
  if (!Call || Call->Kind != Pattern::Call) {
    error(diag::err_expected, Name.Loc,
          "a value that a line of the pattern names, and that is a call");
    return nullptr;
  }
  Term *T = makeTerm(Term::Update, E);
  T->IsGraph = true;
  T->SlotOf = Call->SlotOf;
  for (size_t I = 1; I != E.Kids.size(); ++I) {
    const Term *Value = term(*E.Kids[I], S, true);
    if (!Value)
      return nullptr;
    T->Kids.push_back(Value);
    T->ArgNames.push_back(E.ArgNames[I]);
  }
  // There other names would stand for other operands.
  erase_if(Call->Ops, [](const OpChoice &Choice) { return Choice.IsReversed; });
  Call->Heads.clear();
  for (const OpChoice &Choice : Call->Ops)
    Call->Heads.push_back(P.Numbers.add(Choice.Op));
  for (const OpChoice &Choice : Call->Ops)
    for (StringRef Param : T->ArgNames) {
      bool IsKnown = false;
      forEachOverload(*Choice.Op, [&](const OpTarget &, const OpSchema &Of) {
        IsKnown |= any_of(Of.params(), [&](const SchemaParam &P) {
          return canonicalParam(P.Name) == canonicalParam(Param);
        });
      });
      if (!IsKnown) {
        error(diag::err_rules_unknown, E.Loc,
              ("parameter of '" + Choice.Op->name() + "' that is called").str(),
              Param);
        return nullptr;
      }
    }
  return T;
}

/// `~c(E)`: the same chain on E.
const Term *RuleCompiler::chained(const Expr &E, Scope &S) {
  auto It = RuleScope.Slots.find(("~ " + E.Text).str());
  if (It == RuleScope.Slots.end() || !E.OpCapture.empty()) {
    error(diag::err_rules_unbound, E.Loc, "~" + E.Text);
    return nullptr;
  }
  Term *T = makeTerm(Term::Chain, E);
  T->SlotOf = It->second;
  const Term *Of = term(*E.Kids[0], S, true);
  if (!Of)
    return nullptr;
  if (!Of->IsGraph) {
    error(diag::err_rules_not_value, E.Kids[0]->Loc, "this");
    return nullptr;
  }
  T->Kids = {Of};
  T->IsGraph = true;
  return T;
}

/// `fold(E)` and `fold64(E)`: what E is, now.
const Term *RuleCompiler::folded(const Expr &E, Scope &S) {
  StringRef Name = E.Ops[0].Text;
  if (E.Kids.size() != 1) {
    error(diag::err_rules_arguments, E.Loc, Name, "1 argument", E.Kids.size());
    return nullptr;
  }
  if (Name == "fold64" &&
      (R->Class == Exactness::Exact || R->Class == Exactness::CPUExact)) {
    error(diag::err_rules_misplaced, E.Loc,
          "'fold64', which rounds once where the pattern rounds at each step,",
          "an exact rule");
    return nullptr;
  }
  const Term *Of = term(*E.Kids[0], S, true);
  if (!Of || !Of->IsGraph)
    return Of;
  R->Folds = true;
  Term *T = makeTerm(Term::Fold, E);
  T->Sign = Name;
  T->Kids = {Of};
  T->IsGraph = true;
  return T;
}

const Term *RuleCompiler::function(const Expr &E, Scope &S, bool IsResult) {
  StringRef Name = E.Ops[0].Text;
  if (IsResult && (Name == "fold" || Name == "fold64") && E.Ops.size() == 1 &&
      !E.Ops[0].IsSet)
    return folded(E, S);
  const FunctionInfo *Info =
      E.Ops.size() == 1 && !E.Ops[0].IsSet ? lookupFunctionInfo(Name) : nullptr;
  auto Captured = RuleScope.Slots.find(("f " + Name).str());
  SlotId Of =
      Captured == RuleScope.Slots.end() ? NoSlot : SlotId(Captured->second);
  SmallVector<const Term *, 4> Kids;
  for (const Expr *Kid : E.Kids) {
    const Term *K = term(*Kid, S, IsResult);
    if (!K)
      return nullptr;
    Kids.push_back(K);
  }
  // `sum(%x)` makes a node in a result, `sum([1, 2])` is a number.
  bool IsCall = IsResult && (!Info || (!Info->TakesValues && anyGraph(Kids)));
  if (IsCall || (Of != NoSlot && IsResult)) {
    if (Of != NoSlot)
      return result(E, {}, Of, Kids, E.ArgNames);
    SmallVector<OpChoice, 1> Ops;
    bool BySet = false;
    if (!findOps(E.Ops, Ops, BySet))
      return nullptr;
    return result(E, Ops, NoSlot, Kids, E.ArgNames);
  }
  if (!Info) {
    SmallVector<StringRef, 0> Known;
    for (unsigned I = 0; I != NumFunctions; ++I)
      Known.push_back(functionName(FunctionId(I)));
    unknown(E.Loc, "function", Name, Known);
    return nullptr;
  }
  if (Kids.size() < Info->MinArgs || Kids.size() > Info->MaxArgs) {
    std::string Takes = std::to_string(Info->MinArgs);
    if (Info->MaxArgs != Info->MinArgs)
      Takes += " to " + std::to_string(Info->MaxArgs);
    error(diag::err_rules_arguments, E.Loc, Name, Takes + " arguments",
          Kids.size());
    return nullptr;
  }
  for (size_t I = 0; I != Kids.size(); ++I)
    if (Kids[I]->IsGraph && !Info->TakesValues) {
      error(diag::err_rules_not_constant, E.Kids[I]->Loc,
            "%" + E.Kids[I]->Text);
      return nullptr;
    }
  Term *T = makeTerm(Term::Function, E);
  T->Fn = Info->Id;
  T->Kids.assign(Kids.begin(), Kids.end());
  return T;
}

const Term *RuleCompiler::term(const Expr &E, Scope &S, bool IsResult) {
  switch (E.Kind) {
  case ExprKind::Value:
  case ExprKind::Constant:
    return ref(E, S);
  case ExprKind::Name:
    return named(E, S);
  case ExprKind::Literal: {
    std::optional<Argument> Value = literalValue(E);
    if (!Value)
      return nullptr;
    Term *T = makeTerm(Term::Literal, E);
    T->Value = *Value;
    return T;
  }
  case ExprKind::List:
    return addKids(makeTerm(Term::List, E), E, S, IsResult);
  case ExprKind::Rest:
    if (E.Kids.empty())
      break;
    return addKids(makeTerm(Term::Spread, E), E, S, IsResult);
  case ExprKind::Unary: {
    const Term *Of = term(*E.Kids[0], S, IsResult);
    if (!Of)
      return nullptr;
    if (Of->IsGraph && IsResult && E.Text == "-")
      return result(E, {lookupRuleOp("neg")}, NoSlot, {Of}, {""});
    Term *T = makeTerm(E.Text == "not" ? Term::Not : Term::Unary, E);
    T->Sign = E.Text;
    T->Kids = {Of};
    return T;
  }
  case ExprKind::Binary:
    return binary(E, S, IsResult);
  case ExprKind::Compare: {
    Term *T = makeTerm(Term::Compare, E);
    T->Signs.assign(E.Signs.begin(), E.Signs.end());
    const Term *Done = addKids(T, E, S, IsResult);
    T->IsGraph = false;
    return Done;
  }
  case ExprKind::Logic:
    return addKids(makeTerm(E.Text == "and" ? Term::And : Term::Or, E), E, S,
                   IsResult);
  case ExprKind::Conditional: {
    Term *T = makeTerm(Term::Conditional, E);
    if (!addKids(T, E, S, IsResult))
      return nullptr;
    T->IsGraph = T->Kids[0]->IsGraph || T->Kids[2]->IsGraph;
    return T;
  }
  case ExprKind::Index:
    return addKids(makeTerm(Term::Index, E), E, S, IsResult);
  case ExprKind::Slice:
    return addKids(makeTerm(Term::Slice, E), E, S, IsResult);
  case ExprKind::Comprehension:
    return comprehension(E, S, IsResult);
  case ExprKind::Call:
    return function(E, S, IsResult);
  case ExprKind::Chain:
    if (IsResult)
      return chained(E, S);
    break;
  case ExprKind::Update:
    return updated(E, S);
  default:
    break;
  }
  error(diag::err_rules_misplaced, E.Loc, "this",
        IsResult ? "a result" : "a condition");
  return nullptr;
}
