//===- Guards.cpp - What the engine decides for every rule ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "fx/Analysis/OutputRoles.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

bool Rewriter::checkSteps(const CompiledRule &Rule, std::string &Why) {
  Terms.setMatch(Rule, Match.bindings());
  for (const Step &S : Rule.Steps) {
    if (S.Target == NoSlot) {
      if (Terms.holds(*S.Value))
        continue;
      Why = !S.Reason.empty()        ? S.Reason.str()
            : Terms.reason().empty() ? "a condition does not hold"
                                     : Terms.reason();
      return false;
    }
    std::optional<Argument> Value = Terms.evaluate(*S.Value);
    if (!Value) {
      Why = Terms.reason();
      return false;
    }
    Match.bindings()[S.Target] = {Binding::Given, *Value};
  }
  return true;
}

/// What matched nodes read may not be written before the place of the result,
/// which is that of the root.
bool Rewriter::checkWrites(Node *Root, std::string &Why) {
  for (Node *N : Match.nodes()) {
    if (N == Root)
      continue;
    auto Refuse = [&](const Node &Value) {
      const Node *Writer = Memory->writerBetween(Value, *N, *Root);
      if (Writer)
        Why = "write: %" + Writer->name() + " comes between %" + N->name() +
              " and the root, and may change %" + Value.name();
      return Writer != nullptr;
    };
    if (Refuse(*N))
      return false;
    for (const Use &U : N->operandUses())
      if (Refuse(*G.node(U.Value)))
        return false;
  }
  return true;
}

/// Where the old and the new root share memory with other captures, nobody may
/// be able to tell: nothing of that memory is written later, and not both are
/// seen outside of the graph.
bool Rewriter::checkAliases(Node *Root, const Node &New, std::string &Why) {
  SmallVector<const Node *, 16> Inside(Match.nodes().begin(),
                                       Match.nodes().end());
  SmallVector<const Node *, 4> Old = Memory->aliases(*Root, Inside);
  append_range(Inside, Emit.created());
  SmallVector<const Node *, 4> Now = Memory->aliases(New, Inside);
  auto Check = [&](const Node &Capture) {
    for (const Node *N : {&Capture, static_cast<const Node *>(Root)}) {
      if (const Node *Writer = Memory->writerAfter(*N, *Root)) {
        Why = "alias: %" + N->name() + " would share other memory, and %" +
              Writer->name() + " writes it later";
        return false;
      }
      if (Memory->isReshapedInPlace(*N)) {
        Why = "alias: the shape of %" + N->name() + " is changed in place";
        return false;
      }
    }
    if (Memory->leavesGraph(*Root) && Memory->leavesGraph(Capture)) {
      Why = "alias: %" + Root->name() + " and %" + Capture.name() +
            " are both seen outside of the graph, and only one of the two "
            "results shares their memory";
      return false;
    }
    return true;
  };
  // One tensor in place of another: its shape is seen by all who have it.
  bool IsNew = is_contained(Emit.created(), &New) ||
               (New.isCall() && Effects.get(New).isFreshAndPure() &&
                all_of(New.users(), [&](Node *User) {
                  return is_contained(Match.nodes(), User);
                }));
  if (!IsNew)
    for (const Node *N : {static_cast<const Node *>(Root), &New})
      if (Memory->isReshapedInPlace(*N)) {
        Why = "alias: the shape of %" + N->name() + " is changed in place";
        return false;
      }
  if (haveDifferentRoles(*Root, New)) {
    Why = "alias: one of %" + Root->name() + " and %" + New.name() +
          " is a result, and the other becomes what an input or a buffer holds";
    return false;
  }
  for (const Node *Capture : Now)
    if (!is_contained(Old, Capture) && !Check(*Capture))
      return false;
  for (const Node *Capture : Old)
    if (!is_contained(Now, Capture) && !Check(*Capture))
      return false;
  return true;
}

bool Rewriter::checkGradients(const CompiledRule &Rule, std::string &Why) {
  if (!Rule.Inference || Options.Inference)
    return true;
  Why = "gradient: the rule is for inference only";
  return false;
}

/// Views, sizes and items cost nothing; what is not known is dear.
unsigned Rewriter::cost(const Node &N) {
  if (N.isGetItem() || N.isGetAttr())
    return 0;
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return 16;
  StringRef Op = Target->op().name();
  if (Op.starts_with("sym_size") || Op == "size")
    return 0;
  if (Target->op().isPointwise())
    return 1;
  const EffectSummary &E = Effects.get(N);
  if (!E.Aliases.empty() && !E.Unknown)
    return 0;
  for (const OpSchema &S : Target->overloads()) {
    if (S.hasTag(ST_Pointwise))
      return 1;
    if (S.hasTag(ST_Reduction))
      return 4;
  }
  return Op.contains("norm") || Op.contains("softmax") || Op == "mean" ||
                 Op == "sum"
             ? 4
             : 16;
}

/// Matched nodes that others use stay; then what is new may not cost more than
/// what goes.
bool Rewriter::checkCost(const CompiledRule &Rule, Node *Root,
                         std::string &Why) {
  if (Rule.Shared)
    return true;
  SmallVector<Node *, 8> Staying;
  SmallVector<Node *, 8> Nodes(Match.nodes());
  // Users come after what they use.
  sort(Nodes, [](Node *A, Node *B) { return B->isBefore(A); });
  unsigned Gain = 0;
  const Node *Shared = nullptr;
  for (Node *N : Nodes) {
    bool Stays = N != Root && any_of(N->users(), [&](Node *User) {
                   return is_contained(Staying, User) ||
                          (!is_contained(Nodes, User)) ||
                          is_contained(Emit.created(), User);
                 });
    if (Stays) {
      Staying.push_back(N);
      Shared = N;
    } else {
      Gain += cost(*N);
    }
  }
  if (!Shared)
    return true;
  unsigned Price = 0;
  for (Node *N : Emit.created())
    Price += cost(*N);
  if (!Rule.Once && Price <= Gain)
    return true;
  Why = "shared: %" + Shared->name() + " is used by others too, and stays";
  return false;
}

/// The result has dtype, sizes, strides, device and layout of what it replaces.
bool Rewriter::checkType(Node *Root, Node &New, std::string &Why) {
  const Argument *Old = Root->val(), *Now = New.val();
  if (!Old) {
    Why = "type: the value of %" + Root->name() +
          " is not known; run infer-values before";
    return false;
  }
  if (!Now) {
    Why = "type: the value of %" + New.name() +
          " is not known; run infer-values before";
    return false;
  }
  std::string Difference = compareValues(*Old, *Now, Inference.math());
  if (Difference.empty())
    return true;
  Why = "type: the result would differ: " + Difference;
  return false;
}
