//===- Rewriter.h - Applies rules to one graph ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_REWRITER_H
#define FX_LIB_REWRITE_REWRITER_H

#include "Emitter.h"
#include "LayoutSources.h"
#include "Match/Matcher.h"
#include "RewriteMemory.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/Rewrite/RuleSet.h"
#include "llvm/ADT/BitVector.h"

namespace fx {
class DiagnosticEngine;
}

namespace fx::rewrite {

class Rewriter final : public MatchPlace {
public:
  Rewriter(const Program &P, llvm::ArrayRef<const CompiledRule *> Rules,
           Graph &G, GraphModule &M, RewriteOptions &Options,
           DiagnosticEngine &Diags);

  uint64_t run(bool Reverse);
  /// \name What RuleSet has (Explain.cpp)
  /// @{
  void find(llvm::function_ref<void(const RuleMatch &)> Found);
  void explain(const CompiledRule &Rule, llvm::StringRef NodeName);
  void summarize();
  std::string whyNot(const CompiledRule &Rule, Node &Root);
  /// @}
  llvm::ArrayRef<RuleStatistics> statistics() const { return Statistics; }

  /// \name MatchPlace (WriteGuards.cpp)
  /// @{
  bool isDead(const Node &N) override;
  bool isFresh(const Node &N) override;
  bool isLastUse(const Node &N) override;
  /// @}

private:
  struct Needs {
    /// Bits of operators of which one is among the operands, for arguments of
    /// the root that are calls; 0 for none.
    uint64_t Operands[2] = {0, 0};
    /// Likewise for the operands of operands.
    uint64_t Below[2] = {0, 0};

    /// What both need.
    Needs either(const Needs &Other) const;
  };
  /// A rule by what may stand at its root.
  struct Candidate {
    uint32_t Rule;
    Needs Around;
  };
  static Needs needsOf(const CompiledRule &R, PatternId Pat, uint16_t Head);
  /// Which operators the operands of a node are, and theirs.
  struct Surroundings {
    uint64_t Operands = 0, Below = 0;
  };

  void addCandidates();
  Surroundings surroundings(const Node &N, bool Below);
  bool visit(Node *N);
  bool tryRule(uint32_t Index, Node *Root);
  bool apply(const CompiledRule &Rule, Node *Root, std::string &Why);
  /// Makes the results and asks all guards. What was made is undone where one
  /// refuses; \p Why is empty where the rule would change nothing.
  bool prepare(const CompiledRule &Rule, std::string &Why);
  /// Whether prepare() refuses what matches; nothing stays of it.
  bool isRefused(const CompiledRule &Rule, std::string &Why);
  /// Runs both sides of what was prepared. False where they differ, which is
  /// reported.
  bool runsEqually(const CompiledRule &Rule);
  /// What stands in the way of \p Rule at \p Root; nothing where it fits.
  std::optional<NearMiss> missAt(const CompiledRule &Rule, Node *Root);

  //===--- Decisions (Guards.cpp) -----------------------------------------===//

  bool isBroken(EngineGuard G) const { return Options.Broken == G; }
  /// Each returns false and says why when the rule must not be applied.
  bool checkSteps(const CompiledRule &Rule, std::string *Why = nullptr);
  bool checkWrites(std::string &Why);
  bool checkDraws(std::string &Why);
  bool checkPlace(std::string &Why);
  bool checkStatements(const CompiledRule &Rule, std::string &Why);
  bool checkNewWrites(std::string &Why);
  llvm::SmallVector<Node *, 8> stayingNodes();
  /// The values that statements of the match write.
  llvm::SmallVector<Node *, 2> writtenByMatch();
  const Node *lastOfMatch();
  bool checkRoots(const CompiledRule &Rule, std::string &Why);
  bool checkAliases(Node *Root, const Node &New, std::string &Why);
  bool checkSharing(std::string &Why);
  bool checkSaved(std::string &Why);
  bool checkGradients(const CompiledRule &Rule, std::string &Why);
  bool checkCost(const CompiledRule &Rule, std::string &Why);
  bool checkType(const CompiledRule &Rule, Node *Root, Node &New,
                 std::string &Why);
  bool checkLayout(const CompiledRule &Rule, const Node &Root, const Node &New,
                   std::string &Why);
  bool givesSameType(const Node &User, const Node &Root, Node &New);
  bool mayDifferInStrides(const Node &Root, Node &New, std::string &Why);
  bool checkSizes(std::string &Why);
  bool checkUpdates(std::string &Why);
  bool checkGrowth(const CompiledRule &Rule, std::string &Why);
  unsigned cost(const Node &N);

  //===--- Results --------------------------------------------------------===//

  void findPlace(const CompiledRule &Rule);
  bool makeResults(const CompiledRule &Rule, std::string &Why);
  bool makeNative(const CompiledRule &Rule, std::string &Why);
  Node *itemOf(const Argument &Value, unsigned I);
  Node *reuse(Node *New);
  void setMetadata(const CompiledRule &Rule);
  void finish(const CompiledRule &Rule);
  void eraseMatched();
  void revisit(Node *New, unsigned Levels);

  const Program &P;
  llvm::ArrayRef<const CompiledRule *> Rules;
  Graph &G;
  GraphModule &M;
  RewriteOptions &Options;
  DiagnosticEngine &Diags;
  ValueInference Inference;
  std::unique_ptr<RuleHost> Host;
  EffectCache Effects;
  CallShapes Shapes;
  TermEvaluator Terms;
  Matcher Match;
  Emitter Emit;
  /// Made when the first rule matches.
  std::optional<RewriteMemory> Memory;
  LayoutSources Layouts;
  std::optional<NodeMatcher> Where;
  std::vector<std::vector<Candidate>> ByHead;
  /// Whether candidates of a head look at operands of operands.
  llvm::BitVector LooksBelow;
  std::vector<RuleStatistics> Statistics;
  NodeWorklist Worklist;
  /// How many rewrites in a row a node stands for.
  NodeMap<uint8_t> Generations;
  /// Rules and nodes that were reported.
  llvm::DenseSet<uint64_t> RefusedAt;
  /// The current match: where its result stands, and what replaces each
  /// root.
  Node *Place = nullptr;
  llvm::SmallVector<Node *, 1> News;
  uint64_t Budget;
  unsigned Deepest = 0;
  bool Overloads;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_REWRITER_H
