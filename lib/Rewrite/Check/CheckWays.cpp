//===- CheckWays.cpp - What one change of an example does not show --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckPrograms.h"
#include "RuleTrials.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

std::string RuleChecker::checkFar(const CompiledRule &Rule, RuleFile &File,
                                  RuleVariants &Variants, uint64_t Seed) {
  constexpr unsigned Enough = 2;
  std::map<unsigned, uint64_t> Compared;
  for (const RuleVariants::FarVariant &Far : Variants.makeFar()) {
    if (Far.Group && Compared[Far.Group] >= Enough)
      continue;
    uint64_t Before = NumCompared;
    std::string Why =
        checkConstants(Rule, File, Variants, Far.Program, ++Seed, !Far.IsUsual);
    if (!Why.empty())
      return inProgram(Far.Program, Why);
    Compared[Far.Group] += NumCompared - Before;
  }
  return "";
}

std::string RuleChecker::checkResults(const CompiledRule &Rule, RuleFile &File,
                                      RuleVariants &Variants, uint64_t Seed) {
  bool IsEach = any_of(Rule.Def->Clauses, [](const Clause &C) {
    return C.Kind == Clause::Match &&
           any_of(C.Body.Lines, [](const Line &L) { return L.Each; });
  });
  for (unsigned Times = 1; IsEach && Times != 3; ++Times) {
    Clause More = Variants.repeatLastResult(Times);
    std::string Why = checkVariant(Rule, File, Variants, More, ++Seed);
    if (!Why.empty())
      return inProgram(More, Why);
  }
  return "";
}

std::string RuleChecker::checkChains(const CompiledRule &Rule, RuleFile &File,
                                     const Clause &Example,
                                     const PatternFit &Fit, uint64_t Seed) {
  std::map<PatternId, const Expr *> Below;
  std::optional<Clause> Plain =
      Fit.instantiate(*Programs, Example, nullptr, "2", Texts, &Below);
  const Clause &Base = Plain ? *Plain : Example;
  RuleVariants Variants(*Programs, *Rule.Def, Base, Seed);
  for (auto [Id, Pat] : enumerate(Rule.Patterns)) {
    if (Pat.Kind != Pattern::Chain || (Plain && !Below.count(Id)))
      continue;
    const Expr *To = Plain ? Below[Id] : nullptr;
    for (const Clause &C : Variants.addLinks(Pat.LinkOps, To)) {
      std::string Why = checkVariant(Rule, File, Variants, C, ++Seed,
                                     /*Around=*/0, /*IsUnusual=*/true);
      if (!Why.empty())
        return inProgram(C, Why);
    }
  }
  return "";
}

std::string RuleChecker::checkWays(const CompiledRule &Rule, RuleFile &File,
                                   const Clause &Example, const PatternFit &Fit,
                                   uint64_t Seed) {
  // Other numbers, such as a negative variance, leave little of a formula.
  bool IsExact =
      Rule.Class == Exactness::Exact || Rule.Class == Exactness::CPUExact;
  auto Try = [&](const Clause &Program, bool Numbers) -> std::string {
    RuleVariants Variants(*Programs, *Rule.Def, Program, Seed);
    bool IsFirst = true;
    for (const Clause &C : Variants.make(/*NumRandom=*/0, Numbers)) {
      LastFit.reset();
      std::string Why = checkVariant(Rule, File, Variants, C, ++Seed);
      if (!Why.empty())
        return inProgram(C, Why);
      if (std::exchange(IsFirst, false) && !LastFit)
        return "";
    }
    Instances.push_back(Program);
    std::string Why = checkGradients(Rule, File, Program, Seed);
    return Why.empty() ? "" : inProgram(Program, Why);
  };
  if (std::optional<Clause> Plain =
          Fit.instantiate(*Programs, Example, nullptr, "2", Texts))
    // Those near the example were tried.
    if (std::string Why = Try(*Plain, /*Numbers=*/false); !Why.empty())
      return Why;
  for (const PatternWay &Way : waysOf(Rule)) {
    for (StringRef Unknown : {"2", "0.5", "-1", "torch.float16", "True"}) {
      if (Ran.count(Way))
        break;
      std::optional<Clause> New =
          Fit.instantiate(*Programs, Example, &Way, Unknown, Texts);
      if (!New)
        break;
      if (std::string Why = Try(*New, IsExact); !Why.empty())
        return Why;
    }
    const Pattern &Pat = Rule.Patterns[Way.first];
    if (Ran.count(Way) || Pat.Kind != Pattern::Call)
      continue;
    // With the arguments of the example that the pattern does not name.
    SmallVector<const OpInfo *, 8> Ops;
    for (const OpChoice &Op : Pat.Ops)
      Ops.push_back(Op.Op);
    RuleVariants Exchanged(*Programs, *Rule.Def, Example, Seed);
    const OpChoice &Op = Pat.Ops[Way.second];
    for (const Clause &New : Exchanged.exchangeOperator(
             Ops, Op.Only ? Op.Only->name() : Op.Op->name()))
      if (std::string Why = Try(New, IsExact); !Why.empty())
        return Why;
  }
  return "";
}

std::string RuleChecker::checkAll(const CompiledRule &Rule, RuleFile &File,
                                  const AllValues &All, bool &IsProof) {
  std::unique_ptr<GraphModule> Left =
      graphOf(File, All.Program, All.Program, 0);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, All.Program, All.Program, 0) : nullptr;
  bool IsSigned = All.Type.starts_with("i");
  if (!Right || !isElementwise(*Left) || (IsSigned && divides(*Left)))
    return "";
  RewriteOptions Rewriting = singleRewrites();
  LastFit.reset();
  recordFit(Rule, *Right, Rewriting);
  if (!apply(Rule, *Right, Rewriting) || !isElementwise(*Right))
    return "";
  std::string Ignored;
  std::unique_ptr<Sides> S =
      prepareSides(Rule, File, All.Program, std::move(Left), std::move(Right),
                   /*Seed=*/0, /*Around=*/0, Ignored);
  if (!S)
    return "";
  Witness New;
  New.Values.append(All.Inputs.begin(), All.Inputs.end());
  SideState State = compareOn(Rule, *S, New.Values, New.Why);
  IsProof = State == SideState::Same;
  if (State != SideState::Differ)
    return "";
  New.Program = All.Program;
  New.Types = S->Types;
  halveInputs(Rule, File, New);
  Found = describe(New);
  return inProgram(New.Program, New.Why);
}

std::string RuleChecker::prove(const CompiledRule &Rule, RuleFile &File,
                               const Clause &Example) {
  if (Rule.Class != Exactness::Exact && Rule.Class != Exactness::CPUExact)
    return "";
  std::vector<Clause> Programs = {Example};
  append_range(Programs, std::exchange(Instances, {}));
  for (const Clause &Program : Programs) {
    std::string Types;
    // What is proven already needs no line.
    bool IsNew = &Program == &Programs.front();
    for (const AllValues &All : allValuesOf(Program)) {
      bool IsProof = false;
      std::string Why = checkAll(Rule, File, All, IsProof);
      if (!Why.empty())
        return Why;
      if (!IsProof)
        continue;
      Types += (Types.empty() ? "" : ", ") + All.Type.str();
      if (LastFit)
        for (const PatternWay &Way : LastFit->Ways)
          IsNew |= Proven.insert(Way).second;
    }
    if (IsNew && !Types.empty())
      Proofs.push_back({Rule.Name.str(), describeProgram(Program), Types});
  }
  return "";
}

void RuleChecker::finish(const CompiledRule &Rule, DiagnosticEngine &Diags) {
  std::vector<PatternWay> Ways = waysOf(Rule);
  if (all_of(Ways, [&](PatternWay Way) { return Proven.count(Way) != 0; }))
    append_range(Counts.Proofs, Proofs);
  // A definition that is used twice is the same text.
  erase_if(Ways, [&](PatternWay Way) {
    return any_of(Ran, [&](PatternWay Other) {
      return Other.second == Way.second && Rule.Patterns[Other.first].Source ==
                                               Rule.Patterns[Way.first].Source;
    });
  });
  if (Repeats)
    Diags.report(diag::warn_pass, SMLoc::getFromPointer(Rule.Def->Loc),
                 "rule '" + Rule.Name + "'",
                 "it is applied to its own result again and again");
  if (!Ways.empty())
    Diags.report(diag::warn_pass, SMLoc::getFromPointer(Rule.Def->Loc),
                 "rule '" + Rule.Name + "'",
                 "no example covers " + describeWays(Rule, Ways) +
                     ", which is not tried");
}
