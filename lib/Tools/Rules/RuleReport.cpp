//===- RuleReport.cpp - What rules and passes did -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleReport.h"
#include "Opt/FXOptConfig.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/Pass.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Rewrite/RuleLoader.h"
#include "fx/Rewrite/RuleSyntax.h"
#include "fx/Transforms/BuiltinRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace llvm;

/// The nodes of all graphs. O(modules).
static uint64_t countNodes(const GraphModule &M) {
  uint64_t Count = 0;
  // Nothing is changed.
  const_cast<GraphModule &>(M).forEachGraph(
      [&](Graph &G, StringRef) { Count += G.size(); });
  return Count;
}

void RuleReport::Totals::add(const GraphModule &M) {
  Nodes += countNodes(M);
  CostSummary Cost = CostAnalysis(M).summary();
  IsTyped &= Cost.Typed && !Cost.Untyped;
  FLOPs += Cost.FLOPs;
  Bytes += Cost.Bytes;
  PeakBytes = std::max(PeakBytes, Cost.PeakBytes);
}

void RuleReport::beforePipeline(const GraphModule &M) { Before.add(M); }

void RuleReport::afterPipeline(const GraphModule &M) { After.add(M); }

void RuleReport::beforePass(const Pass &P, const GraphModule &M) {
  if (P.name() == "rewrite")
    if (PassOptionBase *Given = P.findOption("rules"))
      for (const std::string &Path :
           static_cast<ListOption<std::string> *>(Given)->get())
        RuleFiles.insert(Path);
  Nodes = countNodes(M);
  unlisten();
  Costs.emplace(M);
  // A listener changes nothing.
  const_cast<GraphModule &>(M).forEachGraph([&](Graph &G, StringRef) {
    G.addListener(this);
    Listened.push_back(&G);
  });
}

void RuleReport::unlisten() {
  for (Graph *G : Listened)
    G->removeListener(this);
  Listened.clear();
  Created.clear();
  Erased = {};
}

RuleReport::Cost RuleReport::costOf(const Node &N) {
  if (!N.isCall())
    return {};
  double FLOPs = Costs->flops(N);
  return {std::isnan(FLOPs) ? 0 : FLOPs, Costs->bytesMoved(N)};
}

void RuleReport::nodeErased(Node &N) {
  if (!Created.remove(&N))
    Erased += costOf(N);
}

void RuleReport::afterRewrite(const Pass &P, const GraphModule &M,
                              const RewritePlace &, StringRef What) {
  Cost Saved = std::exchange(Erased, {});
  for (Node *N : Created) {
    Cost New = costOf(*N);
    Saved += {-New.FLOPs, -New.Bytes};
  }
  Created.clear();
  // Steps of other passes are what these do.
  if (What.empty() || P.name() != "rewrite")
    return;
  uint64_t Now = countNodes(M);
  Entry &E = Rules[What.str()];
  ++E.Applied;
  E.Saved += int64_t(Nodes) - int64_t(Now);
  Nodes = Now;
  E.SavedCost += Saved;
}

void RuleReport::afterPass(const Pass &P, const GraphModule &M, bool Changed) {
  unlisten();
  for (const PassStatistic *S : P.statistics())
    if (S->name() == "num-refused") {
      // A group that runs until nothing changes asks again and again.
      auto &[Last, All] = Refused[&P];
      Last = S->value() - All;
      All = S->value();
    }
  if (!Changed)
    return;
  uint64_t Now = countNodes(M);
  Entry &E = Passes[P.name().str()];
  ++E.Applied;
  E.Saved += int64_t(Nodes) - int64_t(Now);
}

uint64_t RuleReport::numRefused() const {
  uint64_t Sum = 0;
  for (const auto &[P, Counts] : Refused)
    Sum += Counts.first;
  return Sum;
}

namespace {
/// What a rule says of itself.
struct Promise {
  unsigned Level = 0;
  std::string Class;
};
} // namespace

/// Those of the rules of fx-opt, and of files and plugins; \p Paths are files
/// that passes named.
static StringMap<Promise> promises(const std::set<std::string> &Paths = {}) {
  StringMap<Promise> Known;
  auto Source = std::make_shared<SourceMgr>();
  DiagnosticEngine Silent(Source.get());
  Silent.setHandler([](const Diagnostic &) {});
  rewrite::RuleLoader Loader(Source, Silent);
  rewrite::RuleLoader::Files Files;
  auto Add = [&](StringRef Name, StringRef Text) {
    Loader.readText(Name, Text, Files, /*Examples=*/false);
  };
  for (const std::string &Path : Paths)
    Loader.readFile(Path, Files);
  rewrite::forEachRuleText(Add);
  for (const BuiltinRules &File : builtinRules())
    Add(File.Name, File.Text);
  for (const std::unique_ptr<rewrite::RuleFile> &File : Files)
    for (const rewrite::RuleDef &Rule : File->Rules) {
      Promise P;
      for (const rewrite::Attribute &A : Rule.Attributes) {
        if (is_contained({"O1", "O2", "O3"}, A.Name))
          A.Name.drop_front().getAsInteger(10, P.Level);
        if (is_contained({"exact", "cpu-exact", "rounding", "finite"}, A.Name))
          P.Class = A.Name.str();
      }
      Known.try_emplace(Rule.Name, std::move(P));
    }
  return Known;
}

bool RuleReport::check(ArrayRef<FireExpectation> Expected, StringRef File,
                       DiagnosticEngine &Diags) const {
  bool Good = true;
  // A misspelled name would never be applied, as `=0` asks.
  StringMap<Promise> Known = promises(RuleFiles);
  for (const FireExpectation &E : Expected) {
    auto Found = Rules.find(E.Rule);
    uint64_t Count = Found == Rules.end() ? 0 : Found->second.Applied;
    if (Found == Rules.end() && !Known.count(E.Rule)) {
      Diags.report(diag::err_rules_unknown, SMLoc(), "rule", E.Rule).file(File);
      Good = false;
      continue;
    }
    StringRef Words;
    if (E.Compare == FireExpectation::AtLeast && Count < E.Count)
      Words = "at least ";
    else if (E.Compare == FireExpectation::AtMost && Count > E.Count)
      Words = "at most ";
    else if (E.Compare != FireExpectation::Exactly || Count == E.Count)
      continue;
    Diags
        .report(diag::err_rules_count, SMLoc(), E.Rule, Count,
                Words + Twine(E.Count))
        .file(File);
    Good = false;
  }
  return Good;
}

void RuleReport::print(raw_ostream &OS) const {
  StringMap<Promise> Known = promises();
  OS << "Nodes: " << Before.Nodes << " before, " << After.Nodes << " after\n";
  if (Before.IsTyped && After.IsTyped) {
    auto Print = [&](StringRef What, double Old, double New) {
      OS << formatv("{0}: {1:n} before, {2:n} after\n", What,
                    uint64_t(std::min(Old, 1e19)),
                    uint64_t(std::min(New, 1e19)));
    };
    Print("FLOPs", Before.FLOPs, After.FLOPs);
    Print("Bytes moved", Before.Bytes, After.Bytes);
    Print("Peak bytes", Before.PeakBytes, After.PeakBytes);
  }
  if (uint64_t Count = numRefused())
    OS << "Matches of rules that were refused: " << Count
       << "; the option 'remarks' and --explain-rule=RULE say why\n";
  bool IsTyped = Before.IsTyped && After.IsTyped;
  OS << "  applied  nodes saved"
     << (IsTyped ? "  FLOPs saved  bytes saved" : "") << '\n';
  auto Print = [&](StringRef Name, const Entry &E, StringRef Note,
                   bool HasCost) {
    OS << format("%9llu", (unsigned long long)E.Applied)
       << format("%13lld", (long long)E.Saved);
    if (IsTyped && HasCost)
      OS << format("%13.0f%13.0f", E.SavedCost.FLOPs, E.SavedCost.Bytes);
    else if (IsTyped)
      OS.indent(26);
    OS << "  " << Name << Note << '\n';
  };
  for (const auto &[Name, E] : Rules) {
    auto P = Known.find(Name);
    Print(Name, E, P == Known.end() ? "" : " (" + P->second.Class + ")", true);
  }
  for (const auto &[Name, E] : Passes)
    Print("--" + Name, E, "", false);
}

void RuleReport::printJSON(raw_ostream &OS) const {
  StringMap<Promise> Known = promises();
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("nodes_before", Before.Nodes);
    J.attribute("nodes_after", After.Nodes);
    if (Before.IsTyped && After.IsTyped) {
      J.attribute("flops_before", Before.FLOPs);
      J.attribute("flops_after", After.FLOPs);
      J.attribute("bytes_before", Before.Bytes);
      J.attribute("bytes_after", After.Bytes);
      J.attribute("peak_bytes_before", Before.PeakBytes);
      J.attribute("peak_bytes_after", After.PeakBytes);
    }
    J.attribute("refused", numRefused());
    J.attributeArray("rules", [&] {
      for (const auto &[Name, E] : Rules)
        J.object([&] {
          J.attribute("rule", Name);
          auto P = Known.find(Name);
          if (P != Known.end()) {
            J.attribute("class", P->second.Class);
            J.attribute("level", P->second.Level);
          }
          J.attribute("applied", E.Applied);
          J.attribute("nodes_saved", E.Saved);
          if (Before.IsTyped && After.IsTyped) {
            J.attribute("flops_saved", E.SavedCost.FLOPs);
            J.attribute("bytes_saved", E.SavedCost.Bytes);
          }
        });
    });
    J.attributeArray("passes", [&] {
      for (const auto &[Name, E] : Passes)
        J.object([&] {
          J.attribute("pass", Name);
          J.attribute("changed", E.Applied);
          J.attribute("nodes_saved", E.Saved);
        });
    });
  });
  OS << '\n';
}
