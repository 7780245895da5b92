//===- Matcher.h - Finds where a rule fits ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine with a list of goals and a stack of choices, so that nothing here
// recurses on the graph or the pattern. A candidate has MaxSteps steps.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_MATCHER_H
#define FX_LIB_REWRITE_MATCHER_H

#include "CallShape.h"
#include "NativeParts.h"
#include "Terms.h"

namespace fx::rewrite {

/// How far a pattern fitted, and what did not.
struct NearMiss {
  unsigned Calls = 0; ///< Operators that fitted.
  const Pattern *At = nullptr;
  const Node *Where = nullptr; ///< Null: a constant, or nothing.
  std::string Why;
};

/// Which of several ways a part of a pattern fitted: the operator of a Call,
/// the kid of a Choice; of an Any, what is there.
struct TakenWay {
  PatternId Part = 0;
  unsigned Way = 0;
  Argument Subject;
};

class Matcher {
public:
  Matcher(const Program &P, CallShapes &Shapes, EffectCache &Effects,
          TermEvaluator &Terms)
      : P(P), Shapes(Shapes), Effects(Effects), Terms(Terms) {}

  /// Whether the pattern of \p Rule fits with \p Root at its root.
  bool match(const CompiledRule &Rule, Node *Root);

  /// \name Of the last match
  /// @{
  llvm::MutableArrayRef<Binding> bindings() { return Bindings; }
  /// The nodes that the pattern covers, the root first, each once.
  llvm::ArrayRef<Node *> nodes() const { return Nodes; }
  /// What is replaced: by the number of the root, or all of `match each` in the
  /// order of the graph.
  llvm::ArrayRef<Node *> roots() const { return Roots; }
  /// The ways that it took; nothing without record().
  llvm::ArrayRef<TakenWay> taken() const { return Taken; }
  /// What the C++ part of a rule has found.
  const MatchedNodes &native() const { return Native; }
  /// @}

  /// Lets calls match whatever else they do.
  void ignoreEffects() { IgnoresEffects = true; }
  /// Lets match() remember its nearest miss.
  void trace(bool On) { Tracing = On; }
  const NearMiss &nearest() const { return Nearest; }
  /// Lets match() remember which ways it took.
  void record(bool On) { Recording = On; }

private:
  static constexpr unsigned MaxSteps = 4096;
  static constexpr unsigned MaxLeaves = 8;
  static constexpr uint32_t NoGoal = ~0u;

  struct Goal {
    enum GoalKind : uint8_t { Match, Assign, Guard } Kind = Match;
    PatternId Pat = 0;
    uint32_t Next = NoGoal;
    Argument Subject;
    /// For an Assign: the leaves, those in use, the next operand.
    uint32_t Variant = 0, Used = 0, Operand = 0;
  };
  /// What else could be tried.
  struct Choice {
    Goal Of;
    uint32_t Alternative;
    size_t NumTrail, NumNodes, NumTaken;
  };
  /// The operands of a sum or product, and the nodes between.
  struct Variant {
    llvm::SmallVector<Argument, 4> Leaves;
    llvm::SmallVector<Node *, 4> Inner;
  };

  uint32_t push(Goal G) {
    Goals.push_back(std::move(G));
    return Goals.size() - 1;
  }
  uint32_t pushMatch(PatternId Pat, const Argument &Subject, uint32_t Next);
  bool run(uint32_t First);
  bool matchNative(Node *Root);
  bool matchEach(Node *Root);
  bool matchOther(PatternId Root);
  bool matchStatement(PatternId Statement);
  /// Matches one more root; takes back what it bound where that fails.
  bool matchMore(PatternId Root, Node *N);
  /// The calls that may fit \p Root and use what it names, in order.
  llvm::SmallVector<Node *, 8> candidates(PatternId Root);
  const Node *boundNode(PatternId Pat, unsigned Depth);
  /// Handles \p G; on success Rest is what remains.
  bool step(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepMatch(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepCall(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepChoice(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepChain(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepList(const Goal &G, uint32_t &Rest);
  bool stepNAry(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepAssign(const Goal &G, uint32_t Alternative, uint32_t &Rest);
  bool stepGuard(const Goal &G, uint32_t &Rest);
  void later(const Goal &G, uint32_t Alternative);

  bool bindValue(const Pattern &Pat, const Argument &Subject);
  bool bindConst(const Pattern &Pat, const Argument &Subject,
                 const Node *Call = nullptr,
                 const SchemaParam *Param = nullptr);
  bool bind(SlotId Slot, const Argument &Value,
            std::optional<int64_t> Rank = std::nullopt);
  bool fitsType(const Pattern &Pat, const Node &N);
  bool fitsLiteral(const Pattern &Pat, const Argument &Subject,
                   const Node *Call = nullptr,
                   const SchemaParam *Param = nullptr);
  bool mayFit(const Pattern &Pat, const Argument &Subject);
  bool hasUsableEffects(const Pattern &Pat, const OpChoice &Op, const Node &N);
  void cover(Node *N);
  void take(PatternId Part, size_t Way, const Argument &Subject) {
    if (Recording)
      Taken.push_back({Part, unsigned(Way), Subject});
  }
  void set(SlotId Slot, Binding B);
  bool miss(const Pattern &Pat, const Argument &Subject,
            const llvm::Twine &Why);

  bool takeApart(Node *N, bool IsProduct, Argument Operands[2]);
  void findVariants(const Pattern &Pat, Variant Current, size_t From);

  const Program &P;
  CallShapes &Shapes;
  EffectCache &Effects;
  TermEvaluator &Terms;
  const CompiledRule *R = nullptr;
  std::vector<Binding> Bindings;
  std::vector<Node *> Nodes;
  llvm::SmallVector<Node *, 1> Roots;
  MatchedNodes Native;
  std::vector<std::pair<SlotId, Binding>> Trail;
  std::vector<Goal> Goals;
  std::vector<Choice> Choices;
  std::vector<Variant> Variants;
  unsigned Steps = 0;
  std::vector<TakenWay> Taken;
  bool Tracing = false, IgnoresEffects = false, Recording = false;
  NearMiss Nearest;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_MATCHER_H
