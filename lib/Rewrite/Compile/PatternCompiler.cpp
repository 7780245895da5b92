//===- PatternCompiler.cpp - Patterns of rules ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleCompiler.h"
#include "fx/IR/FormulaArith.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

Pattern *RuleCompiler::make(Pattern::PatternKind Kind, const Expr &E,
                            PatternId &Id) {
  if (R->Patterns.size() >= MaxPatternNodes) {
    if (R->Patterns.size() == MaxPatternNodes)
      error(diag::err_rules_limit, E.Loc, MaxPatternNodes,
            "parts of one pattern");
    return nullptr;
  }
  Id = R->Patterns.size();
  Pattern &Pat = R->Patterns.emplace_back();
  Pat.Kind = Kind;
  Pat.Source = &E;
  return &Pat;
}

SlotId RuleCompiler::slotFor(const Expr &E, Scope &S) {
  bool IsValue = E.Kind == ExprKind::Value;
  std::string Key = ((IsValue ? "%" : "$") + E.Text).str();
  auto [It, New] = S.Slots.try_emplace(Key, SlotId(R->Slots.size()));
  if (New)
    R->Slots.push_back({E.Text, IsValue, E.Star, E.Loc});
  else if (R->Slots[It->second].IsList != E.Star)
    error(diag::err_rules_conflict, E.Loc, Key, Key + "*");
  return It->second;
}

/// A list of what may stand at the head of any of \p Kids; nothing where one
/// fits every value.
static SmallVector<uint16_t, 4> joinHeads(const CompiledRule &R,
                                          ArrayRef<PatternId> Kids) {
  SmallVector<uint16_t, 4> Heads;
  for (PatternId Kid : Kids) {
    ArrayRef<uint16_t> Of = R.Patterns[Kid].Heads;
    if (Of.empty())
      return {};
    for (uint16_t Head : Of)
      if (!is_contained(Heads, Head))
        Heads.push_back(Head);
  }
  return Heads;
}

std::optional<Argument> RuleCompiler::literalValue(const Expr &E) {
  if (E.Kind == ExprKind::Unary && E.Text == "-") {
    std::optional<Argument> Of = literalValue(*E.Kids[0]);
    Expected<Argument> Value =
        Of ? formula::foldUnary("-", *Of) : createStringError("");
    if (Value)
      return *Value;
    consumeError(Value.takeError());
    return std::nullopt;
  }
  if (E.Kind == ExprKind::List) {
    SmallVector<Argument, 4> Items;
    for (const Expr *Kid : E.Kids) {
      std::optional<Argument> Item = literalValue(*Kid);
      if (!Item)
        return std::nullopt;
      Items.push_back(*Item);
    }
    return Argument::list(Items);
  }
  if (E.Kind != ExprKind::Literal)
    return std::nullopt;
  StringRef Text = E.Text;
  if (Text.starts_with("\""))
    return Argument::string(*P.Ctx, Text.drop_front().drop_back());
  if (Text == "inf" || Text == "nan")
    return Argument(Text == "inf" ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN());
  Expected<Argument> Value = parseLiteral(*P.Ctx, Text);
  // What has a dot and is not a dtype, layout or memory format is a function.
  if (Value && Value->kind() != ArgKind::Function)
    return *Value;
  consumeError(Value.takeError());
  error(diag::err_rules_unknown, E.Loc, "constant", Text);
  return std::nullopt;
}

std::optional<PatternId> RuleCompiler::literal(const Expr &E, Argument Value) {
  PatternId Id;
  Pattern *Pat = make(Pattern::Literal, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Value_ = std::move(Value);
  return Id;
}

bool RuleCompiler::patterns(ArrayRef<Expr *> Exprs, Scope &S,
                            SmallVectorImpl<PatternId> &Out) {
  for (const Expr *E : Exprs) {
    std::optional<PatternId> P = pattern(*E, S);
    if (!P)
      return false;
    Out.push_back(*P);
  }
  return true;
}

std::optional<PatternId> RuleCompiler::pattern(const Expr &E, Scope &S) {
  PatternId Id;
  switch (E.Kind) {
  case ExprKind::Value:
  case ExprKind::Constant:
    return capture(E, S);
  case ExprKind::Wildcard:
    return make(Pattern::Any, E, Id) ? std::optional(Id) : std::nullopt;
  case ExprKind::List:
    if (std::optional<Argument> Value;
        all_of(E.Kids,
               [](const Expr *Kid) {
                 return Kid->Kind == ExprKind::Literal ||
                        Kid->Kind == ExprKind::Unary;
               }) &&
        (Value = literalValue(E)))
      return literal(E, *Value);
    return list(E, S);
  case ExprKind::Literal: {
    std::optional<Argument> Value = literalValue(E);
    return Value ? literal(E, *Value) : std::nullopt;
  }
  case ExprKind::Call:
    return call(E, S);
  case ExprKind::NAry:
    return nary(E, S);
  case ExprKind::Chain:
    return chain(E, S);
  case ExprKind::Alternatives: {
    SmallVector<PatternId, 4> Kids;
    if (!patterns(E.Kids, S, Kids))
      return std::nullopt;
    return choice(E, Kids);
  }
  case ExprKind::As: {
    std::optional<PatternId> Of = pattern(*E.Kids[0], S);
    // What has a name already keeps it.
    if (Of && R->Patterns[*Of].SlotOf != NoSlot)
      Of = choice(E, {*Of});
    if (Of)
      R->Patterns[*Of].SlotOf = slotFor(*E.Kids[1], S);
    return Of;
  }
  case ExprKind::Unary: {
    if (E.Text != "-")
      break;
    if (E.Kids[0]->Kind == ExprKind::Literal)
      if (std::optional<Argument> Value = literalValue(E))
        return literal(E, *Value);
    std::optional<PatternId> Kid = pattern(*E.Kids[0], S);
    return Kid ? operation(E, "neg", {*Kid}) : std::nullopt;
  }
  case ExprKind::Binary: {
    StringRef Op = formula::operatorFunction(E.Text, false);
    std::optional<PatternId> A = pattern(*E.Kids[0], S);
    std::optional<PatternId> B = A ? pattern(*E.Kids[1], S) : std::nullopt;
    if (!B)
      return std::nullopt;
    const OpTarget *Target = lookupFunction(Op);
    if (Target && E.Text != "//")
      return operation(E, Target->op().name(), {*A, *B});
    return operation(E, "floor_divide", {*A, *B});
  }
  default:
    break;
  }
  if (E.Kind == ExprKind::Name)
    error(diag::err_rules_misplaced, E.Loc, ("the name '" + E.Text + "'").str(),
          ("a pattern; '%" + E.Text + "' is a value and '$" + E.Text +
           "' a constant")
              .str());
  else
    error(diag::err_rules_misplaced, E.Loc, "this", "a pattern");
  return std::nullopt;
}

std::optional<PatternId> RuleCompiler::choice(const Expr &E,
                                              ArrayRef<PatternId> Kids) {
  PatternId Id;
  Pattern *Pat = make(Pattern::Choice, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->Kids.assign(Kids.begin(), Kids.end());
  Pat->Heads = joinHeads(*R, Kids);
  return Id;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::optional<PatternId> RuleCompiler::capture(const Expr &E, Scope &S) {
  bool IsValue = E.Kind == ExprKind::Value;
  if (S.Of) {
    auto It = S.Params.find(((IsValue ? "%" : "$") + E.Text).str());
    if (It != S.Params.end())
      return pattern(*It->second, *S.Caller);
  } else if (IsValue && Lines.count(E.Text)) {
    return line(E);
  }
  PatternId Id;
  Pattern *Pat = make(IsValue ? Pattern::Value : Pattern::Const, E, Id);
  if (!Pat)
    return std::nullopt;
  Pat->SlotOf = slotFor(E, S);
  if (E.Type && !type(E, *Pat, S))
    return std::nullopt;
  return Id;
}

std::optional<PatternId> RuleCompiler::line(const Expr &E) {
  LineState &State = Lines[E.Text];
  State.Used = true;
  if (State.Id)
    return State.Id;
  const Line &L = *State.Of;
  if (is_contained(Busy, &L)) {
    error(diag::err_rules_recursive, E.Loc, "%" + E.Text);
    return std::nullopt;
  }
  std::optional<PatternId> Of = results(L);
  if (!Of)
    return std::nullopt;
  if (L.Results.size() > 1) {
    unsigned I = 0;
    while (L.Results[I]->Text != E.Text)
      ++I;
    Of = getItem(E, *Of, I);
    if (!Of)
      return std::nullopt;
  }
  Pattern &Pat = R->Patterns[*Of];
  if (Pat.Kind == Pattern::Value || Pat.Kind == Pattern::Const ||
      Pat.Kind == Pattern::Any) {
    error(diag::err_rules_misplaced, L.Value->Loc, "a name alone",
          "a line of its own");
    return std::nullopt;
  }
  Pat.SlotOf = slotFor(E, RuleScope);
  // The table may have grown.
  Lines[E.Text].Id = Of;
  return Of;
}

/// What the line \p L calls, whatever its results are called.
std::optional<PatternId> RuleCompiler::results(const Line &L) {
  auto It = Tuples.find(&L);
  if (It != Tuples.end())
    return It->second;
  Busy.push_back(&L);
  std::optional<PatternId> Of = pattern(*L.Value, RuleScope);
  Busy.pop_back();
  if (!Of || L.Results.size() == 1)
    return Of;
  Tuples[&L] = *Of;
  R->Patterns[*Of].SlotOf = R->Slots.size();
  R->Slots.push_back({"", true, false, L.Loc});
  return Of;
}

std::optional<PatternId> RuleCompiler::getItem(const Expr &E, PatternId Of,
                                               unsigned I) {
  std::optional<PatternId> Index = literal(E, Argument(I));
  return Index ? operation(E, "getitem", {Of, *Index}) : std::nullopt;
}

std::optional<PatternId> RuleCompiler::definition(const Expr &E,
                                                  const Define &D, Scope &S) {
  for (Scope *Around = &S; Around; Around = Around->Caller)
    if (Around->Of == &D) {
      error(diag::err_rules_recursive, E.Loc, D.Name);
      return std::nullopt;
    }
  if (E.Kids.size() != D.Params.size()) {
    error(diag::err_rules_arguments, E.Loc, D.Name,
          std::to_string(D.Params.size()) + " arguments", E.Kids.size());
    return std::nullopt;
  }
  Scope Inner;
  Inner.Caller = &S;
  Inner.Of = &D;
  SmallVector<PatternId, 4> Forms;
  for (const Form &F : D.Forms) {
    // Each form has names of its own.
    Inner.Slots.clear();
    Inner.Params.clear();
    for (size_t I = 0; I != D.Params.size(); ++I) {
      const Expr &Param = *D.Params[I];
      bool IsValue = Param.Kind == ExprKind::Value;
      Inner.Params[((IsValue ? "%" : "$") + Param.Text).str()] = E.Kids[I];
    }
    std::optional<PatternId> Of = pattern(*F.Pattern, Inner);
    if (!Of)
      return std::nullopt;
    if (F.Where || !F.Giving.empty()) {
      PatternId Id;
      Pattern *Pat = make(Pattern::Guarded, *F.Pattern, Id);
      if (!Pat)
        return std::nullopt;
      Pat->Kids = {*Of};
      Pat->Heads = R->Patterns[*Of].Heads;
      if (F.Where && !(Pat->Where = term(*F.Where, Inner, false)))
        return std::nullopt;
      for (const auto &[Target, Value] : F.Giving) {
        const Term *T = term(*Value, Inner, false);
        auto It = Inner.Params.find(("$" + Target->Text).str());
        if (It == Inner.Params.end() ||
            It->second->Kind != ExprKind::Constant) {
          error(diag::err_expected, Target->Loc,
                "a parameter that stands for a constant");
          return std::nullopt;
        }
        if (!T)
          return std::nullopt;
        // Through definitions that hand it on.
        const Expr *Given = It->second;
        Scope *At = &S;
        while (At->Of) {
          auto Outer = At->Params.find(("$" + Given->Text).str());
          if (Outer == At->Params.end())
            break;
          Given = Outer->second;
          At = At->Caller;
        }
        Pat->Giving.push_back({slotFor(*Given, *At), T});
      }
      Of = Id;
    }
    Forms.push_back(*Of);
  }
  return Forms.size() == 1 ? std::optional(Forms[0]) : choice(E, Forms);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool RuleCompiler::type(const Expr &E, Pattern &Value, Scope &S) {
  Value.Type = E.Type;
  for (StringRef Kind : E.Type->Kinds)
    if (Kind != "float" && Kind != "int" && Kind != "complex" &&
        !dtypeOfKind(Kind)) {
      error(diag::err_rules_unknown, E.Type->Loc, "type", Kind);
      return false;
    }
  for (const DimPattern &D : E.Type->Dims) {
    SlotId Slot = NoSlot;
    if (D.Kind == DimPattern::Bind ||
        (D.Kind == DimPattern::Rest && !D.Text.empty())) {
      Expr Name;
      Name.Kind = ExprKind::Constant;
      Name.Text = D.Text;
      Name.Loc = D.Loc;
      Slot = slotFor(Name, S);
    }
    Value.DimSlots.push_back(Slot);
  }
  return true;
}

/// How many operators the largest form has, and how deep it is.
static std::pair<unsigned, unsigned> measurePattern(const CompiledRule &R,
                                                    PatternId Id) {
  const Pattern &Pat = R.Patterns[Id];
  unsigned Sum = 0, Most = 0, Deepest = 0;
  for (PatternId Kid : Pat.Kids) {
    auto [Calls, Depth] = measurePattern(R, Kid);
    Sum += Calls;
    Most = std::max(Most, Calls);
    Deepest = std::max(Deepest, Depth);
  }
  switch (Pat.Kind) {
  case Pattern::Call:
    return {Sum + 1, Deepest + 1};
  case Pattern::NAry:
    return {Sum + Pat.Kids.size() - 1, Deepest + Pat.Kids.size() - 1};
  case Pattern::Choice:
    return {Most, Deepest};
  case Pattern::Chain:
    return {Sum, Deepest + MaxChain};
  default:
    return {Sum, Deepest};
  }
}

void RuleCompiler::measure() {
  std::tie(R->NumCalls, R->Depth) = measurePattern(*R, R->Root);
  for (PatternId Root : R->OtherRoots) {
    auto [Calls, Depth] = measurePattern(*R, Root);
    R->NumCalls += Calls;
    R->Depth = std::max(R->Depth, Depth);
  }
}
