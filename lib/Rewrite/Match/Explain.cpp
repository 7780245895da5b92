//===- Explain.cpp - Where rules fit, and where nearly --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/Rewriter.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

void Rewriter::find(function_ref<void(const RuleMatch &)> Found) {
  for (Node *N : G.nodes()) {
    uint16_t Head = N->isCall() ? Shapes.number(*N) : 0;
    if (!Head || (Where && !Where->matches(*N)))
      continue;
    for (const Candidate &C : ByHead[Head]) {
      const CompiledRule &Rule = *Rules[C.Rule];
      std::string Why;
      if (!Match.match(Rule, N) || !checkSteps(Rule, &Why))
        continue;
      if (prepare(Rule, Why))
        Emit.undo();
      else if (Why.empty())
        continue; // Nothing would change.
      Found({Rule.Name, N, Match.nodes(), Why});
    }
  }
}

/// What a part of a pattern says, and where.
static std::pair<std::string, std::string> placeOf(const CompiledRule &Rule,
                                                   const Pattern &Pat) {
  std::string Text, Place;
  raw_string_ostream TextOS(Text), PlaceOS(Place);
  printExpr(*Pat.Source, TextOS);
  const SourceMgr &Source = *Rule.File->Source;
  SMLoc Loc = SMLoc::getFromPointer(Pat.Source->Loc);
  if (unsigned Buffer = Source.FindBufferContainingLoc(Loc)) {
    auto [Line, Column] = Source.getLineAndColumn(Loc, Buffer);
    PlaceOS << Source.getMemoryBuffer(Buffer)->getBufferIdentifier() << ':'
            << Line << ':' << Column;
  }
  return {Text, Place};
}

static std::string reasonOf(const NearMiss &Miss) {
  return Miss.Where ? "at %" + Miss.Where->name() + ", " + Miss.Why : Miss.Why;
}

/// Match has to be tracing.
std::optional<NearMiss> Rewriter::missAt(const CompiledRule &Rule, Node *Root) {
  if (!Match.match(Rule, Root))
    return Match.nearest();
  NearMiss Miss;
  if (checkSteps(Rule, &Miss.Why))
    return std::nullopt;
  Miss.Calls = Match.nodes().size();
  return Miss;
}

std::string Rewriter::whyNot(const CompiledRule &Rule, Node &Root) {
  Match.trace(true);
  std::optional<NearMiss> Miss = missAt(Rule, &Root);
  return Miss ? reasonOf(*Miss) : "";
}

bool Rewriter::isRefused(const CompiledRule &Rule, std::string &Why) {
  if (!prepare(Rule, Why))
    return true;
  Emit.undo();
  return false;
}

void Rewriter::explain(const CompiledRule &Rule, StringRef NodeName) {
  struct Entry {
    NearMiss Miss;
    Node *Root;
    unsigned Count;
  };
  std::vector<Entry> Entries;
  std::vector<std::pair<Node *, std::string>> Refused;
  const Pattern &Root = Rule.Patterns[Rule.Root];
  Match.trace(true);
  for (Node *N : G.nodes()) {
    if (!N->isCall() || !is_contained(Root.Heads, Shapes.number(*N)) ||
        (!NodeName.empty() && N->name() != NodeName))
      continue;
    std::optional<NearMiss> Miss = missAt(Rule, N);
    std::string Why;
    if (!Miss && isRefused(Rule, Why)) {
      Refused.emplace_back(N, Why.empty() ? "nothing would change" : Why);
      continue;
    }
    if (!Miss) {
      Diags
          .report(diag::remark_rules_near, *N, Rule.Name, Rule.NumCalls,
                  Rule.NumCalls, "it matches here")
          .in(M.source());
      continue;
    }
    auto Same = find_if(Entries, [&](const Entry &E) {
      return E.Miss.At == Miss->At && E.Miss.Why == Miss->Why &&
             E.Miss.Calls == Miss->Calls;
    });
    if (Same != Entries.end())
      ++Same->Count;
    else
      Entries.push_back({*Miss, N, 1});
  }
  for (const auto &[N, Why] : Refused)
    Diags.report(diag::remark_rules_refused, *N, Rule.Name, Why).in(M.source());
  stable_sort(Entries, [](const Entry &A, const Entry &B) {
    return A.Miss.Calls > B.Miss.Calls;
  });
  for (const Entry &E : Entries) {
    std::string Why = reasonOf(E.Miss);
    if (E.Count > 1)
      Why += "; likewise at " + std::to_string(E.Count - 1) + " others";
    DiagnosticBuilder B =
        Diags.report(diag::remark_rules_near, *E.Root, Rule.Name,
                     std::min(E.Miss.Calls, Rule.NumCalls), Rule.NumCalls, Why);
    if (E.Miss.At) {
      auto [Text, Place] = placeOf(Rule, *E.Miss.At);
      B.note(diag::note_rules_pattern, SMLoc(), Text, Place);
    }
    B.in(M.source());
  }
}

void Rewriter::summarize() {
  struct Entry {
    unsigned Fits = 0, Misses = 0, Refused = 0;
    std::string FirstRefused;
    NearMiss Nearest;
    const Node *Root = nullptr;
  };
  std::vector<Entry> Entries(Rules.size());
  Match.trace(true);
  for (Node *N : G.nodes()) {
    uint16_t Head = N->isCall() ? Shapes.number(*N) : 0;
    if (!Head)
      continue;
    for (const Candidate &C : ByHead[Head]) {
      Entry &E = Entries[C.Rule];
      std::optional<NearMiss> Miss = missAt(*Rules[C.Rule], N);
      std::string Why;
      if (!Miss && isRefused(*Rules[C.Rule], Why)) {
        if (!E.Refused++)
          E.FirstRefused = "at %" + N->name() + ", " +
                           (Why.empty() ? "nothing would change" : Why);
        continue;
      }
      if (!Miss) {
        ++E.Fits;
        continue;
      }
      if (!E.Misses++ || Miss->Calls > E.Nearest.Calls) {
        E.Nearest = *Miss;
        E.Root = N;
      }
    }
  }
  SmallVector<unsigned, 32> Order;
  for (unsigned I = 0; I != Rules.size(); ++I)
    if (Entries[I].Fits || Entries[I].Refused || Entries[I].Misses)
      Order.push_back(I);
  auto Missing = [&](unsigned I) {
    return std::tuple(Entries[I].Fits != 0, Entries[I].Refused != 0,
                      int(Entries[I].Nearest.Calls) - int(Rules[I]->NumCalls));
  };
  stable_sort(Order,
              [&](unsigned A, unsigned B) { return Missing(A) < Missing(B); });
  for (unsigned I : Order) {
    const Entry &E = Entries[I];
    std::string Text = "there is no other candidate";
    if (E.Misses)
      Text = "of " + std::to_string(E.Misses) +
             " other candidates the nearest is %" + E.Root->name() +
             ", where " +
             std::to_string(std::min(E.Nearest.Calls, Rules[I]->NumCalls)) +
             " of " + std::to_string(Rules[I]->NumCalls) +
             " operators fit: " + reasonOf(E.Nearest);
    if (E.Refused)
      Text = "it matches and is not applied " + std::to_string(E.Refused) +
             " times, first " + E.FirstRefused + "; " + Text;
    Diags
        .report(diag::remark_rules_summary, SMLoc(), Rules[I]->Name, E.Fits,
                Text)
        .in(M.source());
  }
}
