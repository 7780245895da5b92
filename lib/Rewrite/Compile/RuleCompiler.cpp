//===- RuleCompiler.cpp - Checks rules and prepares them ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleCompiler.h"
#include "Match/NativeParts.h"
#include "NeededOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

void RuleCompiler::unknown(const char *At, StringRef What, StringRef Name,
                           ArrayRef<StringRef> Known) {
  DiagnosticBuilder B = error(diag::err_rules_unknown, At, What, Name);
  StringRef Nearest;
  unsigned Best = Name.size() / 3 + 2;
  for (StringRef K : Known)
    if (unsigned Distance = K.edit_distance(Name, true, Best);
        Distance < Best) {
      Best = Distance;
      Nearest = K;
    }
  if (!Nearest.empty())
    B.note(diag::note_did_you_mean, SMLoc(), Nearest);
}

bool RuleCompiler::isNew(StringRef What, StringRef Name, const char *Loc) {
  auto [It, New] = Seen.try_emplace((What + " " + Name).str(), Loc);
  if (!New)
    error(diag::err_rules_redefined, Loc, What, Name)
        .note(diag::note_rules_other, SMLoc::getFromPointer(It->second));
  return New;
}

/// Checks names of sets and definitions against each other.
void RuleCompiler::checkNames() {
  // Those of used files first, so that what this one says again is the mistake.
  SmallVector<RuleFile *, 4> Used;
  File.forEachUsed([&](RuleFile &Of) { Used.push_back(&Of); });
  for (RuleFile *Of : reverse(Used)) {
    for (const SetDef &S : Of->Sets)
      isNew("set", S.Name, S.Loc);
    for (const Define &D : Of->Defines)
      isNew("definition", D.Name, D.Loc);
  }
}

bool RuleCompiler::compile() {
  checkNames();
  for (const RuleDef &Def : File.Rules)
    if (isNew("rule", Def.Name, Def.Loc))
      compileRule(Def);
  return Good;
}

bool RuleCompiler::declare(const StringSet<> &Except) {
  checkNames();
  for (const RuleDef &Def : File.Rules) {
    if (Except.contains(Def.Name) || !isNew("rule", Def.Name, Def.Loc) ||
        !declareRule(Def))
      continue;
    R->IsBuiltin = true;
    findNeededOps(Def, File, R->NeededOps);
  }
  return Good;
}

/// Null where it is wrong, or for a target that is not there.
CompiledRule *RuleCompiler::declareRule(const RuleDef &Def) {
  R = &P.Rules.emplace_back();
  R->Def = &Def;
  R->File = &File;
  R->Name = Def.Name;
  if (readAttributes(Def) && !R->IsMissingOp)
    return R;
  P.Rules.pop_back();
  return nullptr;
}

bool RuleCompiler::compileBody(CompiledRule &Rule) {
  R = &Rule;
  RuleScope = {};
  Lines.clear();
  Tuples.clear();
  const RuleDef &Def = *R->Def;
  R->IsCompiled =
      checkMatch(Def) && compileClauses(Def) && checkStatements() && Good;
  return R->IsCompiled;
}

void RuleCompiler::compileRule(const RuleDef &Def) {
  bool Before = std::exchange(Good, true);
  CompiledRule *Declared = declareRule(Def);
  if (Declared && !compileBody(*Declared))
    P.Rules.pop_back();
  Good &= Before;
}

bool RuleCompiler::readAttributes(const RuleDef &Def) {
  const Attribute *Level = nullptr, *Class = nullptr;
  auto Only = [&](const Attribute *&Slot, const Attribute &A) {
    if (Slot)
      error(diag::err_rules_conflict, A.Loc, Slot->Name, A.Name);
    Slot = &A;
  };
  static constexpr StringLiteral Known[] = {
      "O1",       "O2",     "O3",    "exact",   "cpu-exact",
      "rounding", "finite", "phase", "benefit", "inference",
      "shared",   "once",   "needs", "grows",   "layout"};
  for (const Attribute &A : Def.Attributes) {
    bool HasValue = !A.Value.empty() || A.IsQuoted;
    if (A.Name == "needs" && !A.IsQuoted)
      error(diag::err_expected, A.Loc, "an operator in quotes after 'needs'");
    else if (A.Name == "rounding" && A.IsQuoted)
      error(diag::err_expected, A.Loc, "a number in 'rounding(...)'");
    else if (HasValue && A.Name != "phase" && A.Name != "benefit" &&
             A.Name != "needs" && A.Name != "rounding" &&
             is_contained(Known, A.Name))
      error(diag::err_expected, A.Loc,
            ("'" + A.Name + "' without a value").str());
    if (A.Name == "O1" || A.Name == "O2" || A.Name == "O3") {
      Only(Level, A);
      R->Level = A.Name[1] - '0';
    } else if (A.Name == "exact" || A.Name == "cpu-exact" ||
               A.Name == "rounding" || A.Name == "finite") {
      Only(Class, A);
      R->Class = A.Name == "exact"       ? Exactness::Exact
                 : A.Name == "cpu-exact" ? Exactness::CPUExact
                 : A.Name == "rounding"  ? Exactness::Rounding
                                         : Exactness::Finite;
    } else if (A.Name == "phase") {
      R->Phase = A.Value;
    } else if (A.Name == "benefit") {
      if (A.Value.getAsInteger(10, R->Benefit))
        error(diag::err_expected, A.Loc,
              "a number of at least 0 after 'benefit'");
    } else if (A.Name == "inference") {
      R->Inference = true;
    } else if (A.Name == "shared") {
      R->Shared = true;
    } else if (A.Name == "once") {
      R->Once = true;
    } else if (A.Name == "grows") {
      R->Grows = true;
    } else if (A.Name == "layout") {
      R->Layout = true;
    } else if (A.Name == "needs") {
      std::string Overload = (A.Value + ".default").str();
      R->IsMissingOp |= !lookupRuleOp(A.Value).Op && !lookupRuleOp(Overload).Op;
    } else {
      SmallVector<StringRef, 16> Names(std::begin(Known), std::end(Known));
      unknown(A.Loc, "attribute", A.Name, Names);
    }
  }
  if (R->Shared && R->Once)
    error(diag::err_rules_conflict, Def.Loc, "shared", "once");
  if (!Class)
    error(diag::err_rules_missing, Def.Loc, Def.Name,
          "a class of exactness: 'exact', 'cpu-exact', 'rounding' or 'finite'");
  return Good;
}

/// Whether a line is a call that writes.
static bool writes(const Expr &E) {
  return E.Kind == ExprKind::Call &&
         any_of(E.Kids, [](const Expr *Kid) { return Kid->Written; });
}

std::optional<PatternId> RuleCompiler::statement(const Line &L) {
  IsStatement = true;
  std::optional<PatternId> Id = pattern(*L.Value, RuleScope);
  if (!Id || R->Patterns[*Id].Kind != Pattern::Call) {
    error(diag::err_expected, L.Loc, "a call of an operator that writes");
    return std::nullopt;
  }
  return Id;
}

/// The first result of \p L that is not `_`; the reader sees that there is one.
static const Expr &firstName(const Line &L) {
  return **find_if(L.Results,
                   [](const Expr *E) { return E->Kind == ExprKind::Value; });
}

/// Finds the root of the pattern and compiles it.
bool RuleCompiler::checkMatch(const RuleDef &Def) {
  const Clause *Match = nullptr, *With = nullptr;
  for (const Clause &C : Def.Clauses) {
    if (C.Kind != Clause::Match && C.Kind != Clause::With)
      continue;
    const Clause *&Of = C.Kind == Clause::Match ? Match : With;
    if (Of) {
      error(diag::err_rules_redefined, C.Loc, "clause",
            C.Kind == Clause::Match ? "match" : "with");
      return false;
    }
    Of = &C;
  }
  if (!Match || Match->Body.Lines.empty()) {
    error(diag::err_rules_missing, Def.Loc, Def.Name, "a 'match'");
    return false;
  }
  if (!With) {
    error(diag::err_rules_missing, Def.Loc, Def.Name, "a 'with'");
    return false;
  }
  const Line *Root = &Match->Body.Lines.back();
  for (const Line &L : Match->Body.Lines)
    for (const Expr *E : L.Results) {
      if (E->Kind == ExprKind::Wildcard)
        continue;
      LineState &State = Lines[E->Text];
      if (State.Of)
        error(diag::err_rules_redefined, E->Loc, "value", E->Text)
            .note(diag::note_rules_other, SMLoc::getFromPointer(State.Of->Loc));
      State.Of = &L;
    }
  std::optional<PatternId> Id;
  // What statements write is named in their order.
  for (const Line &L : Match->Body.Lines)
    if (&L != Root && L.Results.empty() && writes(*L.Value)) {
      std::optional<PatternId> Other = statement(L);
      if (!Other)
        return false;
      R->OtherRoots.push_back(*Other);
    }
  if (writes(*Root->Value)) {
    R->Statements = true;
    Id = Root->Results.empty() ? statement(*Root) : std::nullopt;
    if (!Root->Results.empty()) {
      error(diag::err_rules_misplaced, Root->Loc, "a name",
            "a line that writes");
      return false;
    }
  } else if (!R->OtherRoots.empty()) {
    error(diag::err_expected, Root->Loc, "a last line that writes, too");
    return false;
  } else if (Root->Results.empty())
    Id = pattern(*Root->Value, RuleScope);
  else
    Id = line(firstName(*Root));
  if (!Id)
    return false;
  R->Root = *Id;
  R->Each = Root->Each;
  if (R->Each && (Root->Results.size() != 1 || !Root->Results[0]->Star)) {
    error(diag::err_expected, Root->Loc,
          "a list after 'each', as in 'each %y* = linear(%x, %w*)'");
    return false;
  }
  for (const Line &L : Match->Body.Lines) {
    if (&L == Root || (L.Results.empty() && writes(*L.Value)))
      continue;
    if (L.Each || L.Results.empty()) {
      error(diag::err_rules_roots, L.Loc, "the value of this one");
      return false;
    }
    // What no line uses is another root.
    auto IsUsed = [&](const Expr *E) {
      return E->Kind == ExprKind::Value && Lines[E->Text].Used;
    };
    if (any_of(L.Results, IsUsed)) {
      for (const Expr *E : L.Results)
        if (E->Kind == ExprKind::Value && !IsUsed(E))
          error(diag::err_expected, E->Loc,
                "'_' for an item that no line uses");
      continue;
    }
    std::optional<PatternId> Other =
        L.Results.size() == 1 ? line(*L.Results[0]) : std::nullopt;
    if (!Other || R->Each || R->Statements) {
      error(diag::err_rules_roots, L.Loc, "%" + firstName(L).Text);
      return false;
    }
    R->OtherRoots.push_back(*Other);
  }
  Pattern &RootPattern = R->Patterns[R->Root];
  if (RootPattern.Heads.empty()) {
    error(diag::err_rules_any_root, Root->Value->Loc);
    return false;
  }
  measure();
  if (!R->Benefit)
    R->Benefit = R->NumCalls;
  return Good;
}

bool RuleCompiler::compileClauses(const RuleDef &Def) {
  for (const Clause &C : Def.Clauses) {
    switch (C.Kind) {
    case Clause::Match:
    case Clause::Example:
      break;
    case Clause::Where:
      if (const Term *T = term(*C.Value, RuleScope, false))
        R->Steps.push_back({NoSlot, T, C.Reason, &C});
      break;
    case Clause::Let: {
      const Term *T = term(*C.Value, RuleScope, false);
      if (RuleScope.Slots.count(("$" + C.Target->Text).str()))
        error(diag::err_rules_redefined, C.Target->Loc, "constant",
              C.Target->Text);
      SlotId Slot = slotFor(*C.Target, RuleScope);
      if (T)
        R->Steps.push_back({Slot, T, {}, &C});
      break;
    }
    case Clause::Metadata:
      if (const Term *T = ref(*C.Value, RuleScope))
        R->MetadataFrom = T->SlotOf;
      break;
    case Clause::With:
      if (C.IsNative)
        compileNative(C);
      else
        compileResults(C);
      break;
    }
  }
  return Good;
}

/// A write of the pattern is one of the result, or nobody misses it.
bool RuleCompiler::checkStatements() {
  for (const Pattern &Pat : R->Patterns)
    for (uint8_t I : Pat.Writes) {
      SlotId Slot = R->Patterns[Pat.Kids[I]].SlotOf;
      bool IsKept =
          Slot == NoSlot || any_of(R->Terms, [&](const Term &T) {
            if (T.Kind == Term::Function)
              return T.Fn == FunctionId::DeadMemory &&
                     T.Kids[0]->SlotOf == Slot;
            return T.Kind == Term::Ref && T.SlotOf == Slot && T.Source->Written;
          });
      if (IsKept)
        continue;
      std::string Name = R->Slots[Slot].shown();
      error(diag::err_rules_missing, Pat.Source->Loc, R->Name,
            "'where dead(" + Name + ")', since the result does not write " +
                Name + " as this does");
      return false;
    }
  return checkResultWrites();
}

/// The value that a call of a result changes in place; NoSlot for others.
static SlotId changedInPlace(const Term &T) {
  if (T.Kind != Term::Call || T.Ops.size() != 1 || T.Kids.empty() ||
      T.Kids[0]->Kind != Term::Ref || T.Source->Kind != ExprKind::Call)
    return NoSlot;
  auto IsInPlace = [](StringRef Name) {
    return Name.ends_with("_") && !Name.ends_with("__");
  };
  return IsInPlace(T.Ops[0].Op->name()) || IsInPlace(T.Source->Ops[0].Text)
             ? T.Kids[0]->SlotOf
             : NoSlot;
}

/// What a result changes in place is asked whether others use it.
bool RuleCompiler::checkResultWrites() {
  for (const Term &T : R->Terms) {
    SlotId Slot = changedInPlace(T);
    if (Slot == NoSlot)
      continue;
    auto IsAsked = [&](FunctionId Fn) {
      return any_of(R->Terms, [&](const Term &Asked) {
        return Asked.Kind == Term::Function && Asked.Fn == Fn &&
               Asked.Kids[0]->SlotOf == Slot;
      });
    };
    bool IsWritten = any_of(R->Patterns, [&](const Pattern &Pat) {
      return any_of(Pat.Writes, [&](uint8_t I) {
        return R->Patterns[Pat.Kids[I]].SlotOf == Slot;
      });
    });
    bool IsNew = any_of(R->Results, [&](const ResultStep &Step) {
      return Step.Target == Slot;
    });
    if (IsWritten || IsNew ||
        (IsAsked(FunctionId::LastUse) && IsAsked(FunctionId::FreshMemory)))
      continue;
    std::string Name = R->Slots[Slot].shown();
    error(diag::err_rules_missing, T.Source->Loc, R->Name,
          "'where last_use(" + Name + ") and fresh(" + Name +
              ")', since the result changes " + Name + " in place");
    return false;
  }
  return Good;
}

/// The number of the root that \p Name is; none for other names.
std::optional<unsigned> RuleCompiler::rootNumber(StringRef Name) {
  auto It = Lines.find(Name);
  if (It == Lines.end() || !It->second.Id)
    return std::nullopt;
  if (*It->second.Id == R->Root)
    return 0;
  for (unsigned I = 0; I != R->OtherRoots.size(); ++I)
    if (R->OtherRoots[I] == *It->second.Id)
      return I + 1;
  return std::nullopt;
}

/// What a line of `with` replaces or names.
bool RuleCompiler::readTargets(const Line &L, ResultStep &Step) {
  for (const Expr *Name : L.Results) {
    if (std::optional<unsigned> Root = rootNumber(Name->Text)) {
      Step.Roots.push_back(*Root);
      continue;
    }
    if (L.Results.size() != 1) {
      error(diag::err_rules_misplaced, Name->Loc,
            ("%" + Name->Text + ", which is not a root,").str(),
            "a list of what is replaced");
      return false;
    }
    if (RuleScope.Slots.count(("%" + Name->Text).str())) {
      error(diag::err_rules_redefined, Name->Loc, "value", Name->Text);
      return false;
    }
    Step.Target = slotFor(*Name, RuleScope);
  }
  return true;
}

bool RuleCompiler::compileNative(const Clause &C) {
  R->Native = findRewritePattern(R->Name);
  if (!R->Native)
    error(diag::err_rules_missing, C.Loc, R->Name,
          "a RewritePattern of that name: load the plugin that has it");
  else if (!R->OtherRoots.empty() || R->Each || R->Statements)
    error(diag::err_expected, C.Loc, "one root, as C++ makes the result");
  return Good;
}

bool RuleCompiler::compileResults(const Clause &C) {
  SmallVector<bool, 2> Replaced(R->Statements ? 1 : 1 + R->OtherRoots.size());
  for (const Line &L : C.Body.Lines) {
    ResultStep Step;
    Step.Value = term(*L.Value, RuleScope, true);
    if (!Step.Value)
      return false;
    if (!readTargets(L, Step))
      return false;
    if (L.Results.empty()) {
      // `update %c(..)` changes what %c is; that of the root replaces it.
      bool Updates = Step.Value->Kind == Term::Update;
      std::optional<unsigned> Root = Updates
                                         ? rootNumber(L.Value->Kids[0]->Text)
                                         : std::optional<unsigned>(0);
      if (Root)
        Step.Roots.push_back(*Root);
      else
        Step.Target = Step.Value->SlotOf;
      if (!Updates && !R->OtherRoots.empty() && !R->Statements) {
        error(diag::err_expected, L.Loc,
              ("the name of the root that this replaces, as no line uses '%" +
               R->Slots[R->Patterns[R->OtherRoots[0]].SlotOf].Name + "'")
                  .str());
        return false;
      }
    }
    for (unsigned Root : Step.Roots) {
      if (Replaced[Root])
        error(diag::err_rules_redefined, L.Loc, "result", "of the root");
      Replaced[Root] = true;
    }
    if (!Step.Roots.empty() && !Step.Value->IsGraph && !R->Statements)
      error(diag::err_rules_not_value, L.Loc, "this");
    R->Results.push_back(std::move(Step));
  }
  if (!all_of(Replaced, [](bool Is) { return Is; }))
    error(diag::err_rules_missing, C.Loc, R->Name,
          Replaced.size() == 1
              ? "a line of 'with' that replaces the root"
              : "a line of 'with' for each root that it replaces");
  return Good;
}
