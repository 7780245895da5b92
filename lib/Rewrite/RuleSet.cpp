//===- RuleSet.cpp - Rules that run together ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleSet.h"
#include "Apply/Rewriter.h"
#include "Compile/NeededOps.h"
#include "Compile/Program.h"
#include "Compile/RuleCompiler.h"
#include "Proof/PlaceProof.h"
#include "fx/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

RuleSet::RuleSet(Context &Ctx) : P(std::make_unique<Program>()) {
  P->Ctx = &Ctx;
}
RuleSet::~RuleSet() = default;

RuleHost::~RuleHost() = default;

void RuleSet::setHost(HostMaker Make) { P->MakeHost = std::move(Make); }

size_t RuleSet::size() const { return P->Rules.size(); }
StringRef fx::rewrite::ruleName(const CompiledRule &Rule) { return Rule.Name; }

SMLoc fx::rewrite::rulePlace(const CompiledRule &Rule) {
  return SMLoc::getFromPointer(Rule.Def->Loc);
}

std::optional<EngineGuard> fx::rewrite::parseGuard(StringRef Name) {
  return StringSwitch<std::optional<EngineGuard>>(Name)
      .Case("write", EngineGuard::Write)
      .Case("write-after", EngineGuard::WriteAfter)
      .Case("returned", EngineGuard::Returned)
      .Case("type", EngineGuard::Type)
      .Case("effects", EngineGuard::Effects)
      .Case("place", EngineGuard::Place)
      .Case("shape", EngineGuard::Shape)
      .Case("by-place", EngineGuard::ByPlace)
      .Default(std::nullopt);
}

bool RuleSet::add(std::unique_ptr<RuleFile> File, DiagnosticEngine &Diags) {
  RuleFile &Kept = *P->Files.emplace_back(std::move(File));
  return RuleCompiler(*P, Kept, Diags).compile();
}

bool RuleSet::addBuiltin(RuleFile &File, DiagnosticEngine &Diags) {
  StringSet<> Others;
  for (const CompiledRule &R : P->Rules)
    Others.insert(R.Name);
  return RuleCompiler(*P, File, Diags).declare(Others);
}

RuleSet::Selection RuleSet::compiled(ArrayRef<const CompiledRule *> Rules,
                                     const Graph *G, DiagnosticEngine &Diags) {
  SmallVector<CompiledRule *, 0> Waiting;
  if (!all_of(Rules, [](const CompiledRule *R) { return R->IsCompiled; })) {
    SmallPtrSet<const CompiledRule *, 32> Wanted(Rules.begin(), Rules.end());
    for (CompiledRule &R : P->Rules)
      if (!R.IsCompiled && Wanted.contains(&R))
        Waiting.push_back(&R);
  }
  std::optional<PossibleOps> Ops;
  if (G && !Waiting.empty()) {
    Ops.emplace(*G);
    for (const CompiledRule *R : Rules)
      if (R->IsCompiled)
        Ops->addResults(*R);
  }
  // What a rule makes may be what another one, maybe before it, needs.
  for (bool Again = true; Again;) {
    Again = false;
    for (CompiledRule *&R : Waiting) {
      if (!R || (Ops && !Ops->mayFit(*R)))
        continue;
      if (RuleCompiler(*P, *R->File, Diags).compileBody(*R) && Ops) {
        Ops->addResults(*R);
        Again = true;
      }
      R = nullptr;
    }
  }
  Selection Ready;
  copy_if(Rules, std::back_inserter(Ready),
          [](const CompiledRule *R) { return R->IsCompiled; });
  return Ready;
}

/// The text of the parts of a rule that say what it matches, or what it gives.
static std::string textOf(const RuleDef &R, bool Results) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const Clause &C : R.Clauses) {
    if (Results ? C.Kind != Clause::With && C.Kind != Clause::Let
                : C.Kind != Clause::Match && C.Kind != Clause::Where)
      continue;
    for (const Line &L : C.Body.Lines) {
      for (const Expr *E : L.Results) {
        printExpr(*E, OS);
        OS << '=';
      }
      printExpr(*L.Value, OS);
      OS << '\n';
    }
    if (C.Value)
      printExpr(*C.Value, OS);
  }
  return Text;
}

bool RuleSet::finish(DiagnosticEngine &Diags) {
  // Tests check those that come with fx-opt.
  if (all_of(P->Rules, [](const CompiledRule &R) { return R.IsBuiltin; }))
    return true;
  StringMap<const CompiledRule *> Names, Patterns;
  bool Good = true;
  auto Report = [&](DiagnosticBuilder B, const CompiledRule &Other) {
    B.note(diag::note_rules_other, SMLoc::getFromPointer(Other.Def->Loc));
    Good = false;
  };
  for (const CompiledRule &R : P->Rules) {
    SMLoc Loc = SMLoc::getFromPointer(R.Def->Loc);
    auto [Name, NewName] = Names.try_emplace(R.Name, &R);
    if (!NewName)
      Report(Diags.report(diag::err_rules_redefined, Loc, "rule", R.Name),
             *Name->second);
    auto [Pat, NewPat] = Patterns.try_emplace(textOf(*R.Def, false), &R);
    if (!NewPat && R.Benefit == Pat->second->Benefit &&
        textOf(*R.Def, true) != textOf(*Pat->second->Def, true))
      Report(Diags.report(diag::err_rules_same_pattern, Loc, Pat->second->Name,
                          R.Name),
             *Pat->second);
  }
  return Good;
}

Expected<RuleSet::Selection>
RuleSet::select(const RewriteOptions &Options) const {
  Selection Selected;
  StringSet<> Known;
  for (const CompiledRule &R : P->Rules) {
    Known.insert(R.Name);
    if (!Options.Only.empty() && !is_contained(Options.Only, R.Name))
      continue;
    if (is_contained(Options.Except, R.Name))
      continue;
    if (Options.Level && (!R.Level || R.Level > Options.Level))
      continue;
    StringRef Phase = R.Phase.empty() ? "clean" : R.Phase;
    if (Options.Phase && Phase != *Options.Phase)
      continue;
    Selected.push_back(&R);
  }
  for (const std::vector<std::string> *Names : {&Options.Only, &Options.Except})
    for (const std::string &Name : *Names)
      if (!Known.contains(Name)) {
        DiagnosticBuilder B =
            makeError(diag::err_rules_unknown, SMLoc(), "rule", Name);
        SmallVector<StringRef> Names(Known.keys());
        if (StringRef Near = nearestWord(Name, Names); !Near.empty())
          B.note(diag::note_did_you_mean, SMLoc(), Near);
        return B;
      }
  return Selected;
}

/// Whether a smaller form of the pattern ends inside a larger one: that is to
/// be found first.
static bool hasOptionalRoot(const CompiledRule &R) {
  const Expr *Root = R.Patterns[R.Root].Source;
  return Root && Root->Optional;
}

uint64_t RuleSet::apply(ArrayRef<const CompiledRule *> Rules, Graph &G,
                        GraphModule &M, RewriteOptions &Options,
                        DiagnosticEngine &Diags,
                        std::vector<RuleStatistics> *Statistics) {
  uint64_t Count = 0;
  Selection Ready = compiled(Rules, &G, Diags);
  for (bool Reverse : {false, true}) {
    Selection Part;
    for (const CompiledRule *R : Ready)
      if (Options.Reverse.value_or(R->Phase == "recognise" ||
                                   R->Phase == "fuse" || hasOptionalRoot(*R)) ==
          Reverse)
        Part.push_back(R);
    if (Part.empty())
      continue;
    Rewriter R(*P, Part, G, M, Options, Diags);
    Count += R.run(Reverse);
    if (Statistics)
      append_range(*Statistics, R.statistics());
  }
  return Count;
}

void RuleSet::find(ArrayRef<const CompiledRule *> Rules, Graph &G,
                   GraphModule &M, RewriteOptions &Options,
                   DiagnosticEngine &Diags,
                   function_ref<void(const RuleMatch &)> Found) {
  Selection Ready = compiled(Rules, &G, Diags);
  Rewriter(*P, Ready, G, M, Options, Diags).find(Found);
}

void RuleSet::summarize(ArrayRef<const CompiledRule *> Rules, Graph &G,
                        GraphModule &M, RewriteOptions &Options,
                        DiagnosticEngine &Diags) {
  Selection Ready = compiled(Rules, nullptr, Diags);
  Rewriter(*P, Ready, G, M, Options, Diags).summarize();
}

std::vector<SizeProof> RuleSet::proveForAllSizes() const {
  std::vector<SizeProof> Proofs;
  for (const CompiledRule &R : P->Rules) {
    PlaceProof Proof = provePlaces(R);
    if (Proof.IsAboutPlaces)
      Proofs.push_back({R.Name, std::move(Proof.Why), Proof.NumCases});
  }
  return Proofs;
}

std::string RuleSet::whyNot(const CompiledRule &Rule, Graph &G, GraphModule &M,
                            Node &Root, RewriteOptions &Options,
                            DiagnosticEngine &Diags) {
  Selection Ready = compiled({&Rule}, nullptr, Diags);
  return Rewriter(*P, Ready, G, M, Options, Diags).whyNot(Rule, Root);
}

void RuleSet::explain(const CompiledRule &Rule, Graph &G, GraphModule &M,
                      StringRef NodeName, RewriteOptions &Options,
                      DiagnosticEngine &Diags) {
  Selection Ready = compiled({&Rule}, nullptr, Diags);
  Rewriter(*P, Ready, G, M, Options, Diags).explain(Rule, NodeName);
}
