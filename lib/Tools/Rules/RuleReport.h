//===- RuleReport.h - What rules and passes did -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RULES_RULEREPORT_H
#define FX_LIB_TOOLS_RULES_RULEREPORT_H

#include "fx/Analysis/CostAnalysis.h"
#include "fx/IR/Graph.h"
#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fx {

class DiagnosticEngine;
struct FireExpectation;

/// Counts what each rewrite and each pass saves, for --report and
/// --expect-fire.
class RuleReport final : public PassInstrumentation, GraphListener {
public:
  ~RuleReport() override { unlisten(); }
  void beforePipeline(const GraphModule &M) override;
  void afterPipeline(const GraphModule &M) override;
  void beforePass(const Pass &P, const GraphModule &M) override;
  void afterRewrite(const Pass &P, const GraphModule &M, const RewritePlace &At,
                    llvm::StringRef What) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  void afterPassFailed(const Pass &, const GraphModule &) override {
    unlisten();
  }

  /// Reports the expectations that the model in \p File does not meet. False
  /// where there is one.
  bool check(llvm::ArrayRef<FireExpectation> Expected, llvm::StringRef File,
             DiagnosticEngine &Diags) const;
  /// Columns for people.
  void print(llvm::raw_ostream &OS) const;
  void printJSON(llvm::raw_ostream &OS) const;

private:
  void nodeCreated(Node &N) override { Created.insert(&N); }
  void nodeErased(Node &N) override;
  void graphDestroyed(Graph &G) override { llvm::erase(Listened, &G); }
  void unlisten();

  struct Cost {
    double FLOPs = 0, Bytes = 0;
    void operator+=(const Cost &C) {
      FLOPs += C.FLOPs;
      Bytes += C.Bytes;
    }
  };
  Cost costOf(const Node &N);
  uint64_t numRefused() const;

  struct Entry {
    uint64_t Applied = 0; ///< For a pass, runs that changed something.
    int64_t Saved = 0;    ///< Nodes; less than 0 where the graph grew.
    Cost SavedCost; ///< Costs that a rule saved, as far as types are known.
  };
  struct Totals {
    void add(const GraphModule &M);

    uint64_t Nodes = 0;
    /// What CostAnalysis says, where all values have types.
    bool IsTyped = true;
    double FLOPs = 0, Bytes = 0, PeakBytes = 0;
  };
  std::map<std::string, Entry> Rules;
  /// What passes do beside the rewrites of rules.
  std::map<std::string, Entry> Passes;
  /// That passes named.
  std::set<std::string> RuleFiles;
  /// Matches that the last run of each pass refused, and those of all its runs.
  std::map<const Pass *, std::pair<uint64_t, uint64_t>> Refused;
  uint64_t Nodes = 0;
  /// \name Of the pass that runs
  /// @{
  std::optional<CostAnalysis> Costs;
  std::vector<Graph *> Listened;
  /// Since the last rewrite.
  llvm::SetVector<Node *> Created;
  Cost Erased;
  /// @}
  /// Of all models.
  Totals Before, After;
};

} // namespace fx

#endif // FX_LIB_TOOLS_RULES_RULEREPORT_H
