//===- RuleCompiler.cpp - Checks rules and prepares them ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleCompiler.h"
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

bool RuleCompiler::compile(const StringSet<> &Except) {
  StringMap<const char *> Seen;
  auto CheckNew = [&](StringRef What, StringRef Name, const char *Loc) {
    auto [It, New] = Seen.try_emplace((What + " " + Name).str(), Loc);
    if (!New)
      error(diag::err_rules_redefined, Loc, What, Name)
          .note(diag::note_rules_other, SMLoc::getFromPointer(It->second));
    return New;
  };
  for (const SetDef &S : File.Sets)
    CheckNew("set", S.Name, S.Loc);
  for (const Define &D : File.Defines)
    CheckNew("definition", D.Name, D.Loc);
  for (const RuleDef &Def : File.Rules) {
    if (!Except.contains(Def.Name) && CheckNew("rule", Def.Name, Def.Loc))
      compileRule(Def);
  }
  return Good;
}

bool RuleCompiler::compileRule(const RuleDef &Def) {
  bool Before = std::exchange(Good, true);
  R = &P.Rules.emplace_back();
  R->Def = &Def;
  R->File = &File;
  R->Name = Def.Name;
  RuleScope = {};
  Lines.clear();
  Tuples.clear();
  bool Compiled = readAttributes(Def);
  // A rule for a target that is not there is left out.
  bool Wanted = Compiled && !R->IsMissingOp;
  if (Wanted)
    Compiled = checkMatch(Def) && compileClauses(Def);
  if (!Wanted || !Compiled || !Good)
    P.Rules.pop_back();
  Good &= Before && Compiled;
  return Compiled;
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
      "shared",   "once",   "needs"};
  for (const Attribute &A : Def.Attributes) {
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
        error(diag::err_expected, A.Loc, "a number after 'benefit'");
    } else if (A.Name == "inference") {
      R->Inference = true;
    } else if (A.Name == "shared") {
      R->Shared = true;
    } else if (A.Name == "once") {
      R->Once = true;
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

/// Finds the root of the pattern and compiles it.
bool RuleCompiler::checkMatch(const RuleDef &Def) {
  const Clause *Match = nullptr, *With = nullptr;
  for (const Clause &C : Def.Clauses) {
    if (C.Kind == Clause::Match)
      Match = &C;
    else if (C.Kind == Clause::With)
      With = &C;
  }
  if (!Match || Match->Lines.empty()) {
    error(diag::err_rules_missing, Def.Loc, Def.Name, "a 'match'");
    return false;
  }
  if (!With) {
    error(diag::err_rules_missing, Def.Loc, Def.Name, "a 'with'");
    return false;
  }
  const Line *Root = &Match->Lines.back();
  for (const Line &L : Match->Lines)
    for (const Expr *E : L.Results) {
      LineState &State = Lines[E->Text];
      if (State.Of)
        error(diag::err_rules_redefined, E->Loc, "value", E->Text)
            .note(diag::note_rules_other, SMLoc::getFromPointer(State.Of->Loc));
      State.Of = &L;
    }
  std::optional<PatternId> Id;
  if (Root->Results.empty())
    Id = pattern(*Root->Value, RuleScope);
  else
    Id = line(*Root->Results[0]);
  if (!Id)
    return false;
  R->Root = *Id;
  for (const Line &L : Match->Lines) {
    if (&L == Root)
      continue;
    if (L.Results.empty()) {
      error(diag::err_rules_roots, L.Loc, "the value of this one");
      return false;
    }
    for (const Expr *E : L.Results)
      if (!Lines[E->Text].Used)
        error(diag::err_rules_roots, E->Loc, "%" + E->Text);
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
      compileResults(C);
      break;
    }
  }
  return Good;
}

bool RuleCompiler::compileResults(const Clause &C) {
  bool HasRoot = false;
  for (const Line &L : C.Lines) {
    const Term *T = term(*L.Value, RuleScope, true);
    if (!T)
      return false;
    if (L.Results.empty()) {
      if (HasRoot)
        error(diag::err_rules_redefined, L.Loc, "result", "of the root");
      HasRoot = true;
      if (!T->IsGraph)
        error(diag::err_rules_not_value, L.Loc, "this");
      R->Results.push_back({NoSlot, T});
      continue;
    }
    const Expr &Name = *L.Results[0];
    if (L.Results.size() != 1) {
      error(diag::err_rules_misplaced, L.Results[1]->Loc, "a second value",
            "a result");
      return false;
    }
    if (Lines.count(Name.Text) && Lines[Name.Text].Id == R->Root) {
      HasRoot = true;
      R->Results.push_back({NoSlot, T});
      continue;
    }
    if (RuleScope.Slots.count(("%" + Name.Text).str())) {
      error(diag::err_rules_redefined, Name.Loc, "value", Name.Text);
      return false;
    }
    R->Results.push_back({slotFor(Name, RuleScope), T});
  }
  if (!HasRoot)
    error(diag::err_rules_missing, C.Loc, R->Name,
          "a line of 'with' that replaces the root");
  return Good;
}
