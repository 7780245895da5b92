//===- WriteGuards.cpp - Rules that write, or replace what writes ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The root, or of several the last one.
const Node *Rewriter::lastOfMatch() {
  const Node *Last = Match.roots().front();
  for (const Node *Root : Match.roots())
    if (Last->isBefore(Root))
      Last = Root;
  return Last;
}

SmallVector<Node *, 2> Rewriter::writtenByMatch() {
  SmallVector<Node *, 2> Written;
  for (Node *N : Match.nodes())
    for (uint32_t I : SmallVector<uint32_t, 2>(Effects.get(*N).Writes))
      if (!is_contained(Written, N->operand(I)))
        Written.push_back(N->operand(I));
  return Written;
}

bool Rewriter::isFresh(const Node &N) {
  if (!Memory)
    Memory.emplace(G, Effects);
  return N.isCall() && Effects.get(N).isFreshAndPure() &&
         !Memory->leavesGraph(N);
}

bool Rewriter::isLastUse(const Node &N) {
  const Node *Last = lastOfMatch();
  return none_of(N.users(),
                 [&](const Node *User) { return Last->isBefore(User); });
}

/// Adds the operands that autograd may save when it runs \p N.
static void collectSaved(const Node &N,
                         SmallSetVector<const Node *, 8> &Saved) {
  const OpTarget *Target = N.opTarget();
  if (!N.isCall() || (Target && (Target->op().isIn(OpSet::SavesNoOperand) ||
                                 Target->op().isIn(OpSet::Views))))
    return;
  SmallVector<const Node *, 4> Operands;
  for (const Node *Operand : N.allInputNodes()) {
    TensorType Type = Operand->tensorType();
    if (!Type || isFloatType(Type.dtype()) || isComplexType(Type.dtype()))
      Operands.push_back(Operand);
  }
  if (Target && Target->op().name() == "mul" && Operands.size() < 2)
    return;
  Saved.insert(Operands.begin(), Operands.end());
}

/// What autograd saves for the results and did not save before may not be
/// written before gradients are computed.
bool Rewriter::checkSaved(std::string &Why) {
  if (Options.Inference || !Memory || !Memory->hasWriters() ||
      isBroken(EngineGuard::WriteAfter))
    return true;
  SmallSetVector<const Node *, 8> Before;
  for (const Node *N : Match.nodes())
    collectSaved(*N, Before);
  for (const Node *New : Emit.created()) {
    SmallSetVector<const Node *, 8> Saved;
    collectSaved(*New, Saved);
    for (const Node *Operand : Saved) {
      if (Before.contains(Operand) || is_contained(Emit.created(), Operand))
        continue;
      const Node *Writer = Memory->writerAfter(*Operand, *Place);
      if (!Writer)
        continue;
      Why = "gradient: %" + Operand->name() +
            " may be saved for gradients then, and %" + Writer->name() +
            " writes it";
      return false;
    }
  }
  return true;
}

/// Whether \p User may hand on the memory of \p Value.
static bool mayKeep(EffectCache &Effects, const Node &User, const Node &Value) {
  const EffectSummary &E = Effects.get(User);
  return E.Unknown || any_of(E.Aliases, [&](uint32_t I) {
           return User.operand(I) == &Value;
         });
}

static bool writesTo(EffectCache &Effects, const Node &N, const Node &Value) {
  return any_of(Effects.get(N).Writes,
                [&](uint32_t I) { return N.operand(I) == &Value; });
}

/// Nothing reads the memory of \p N after the match: N is memory of its own,
/// and no other value has a part of it.
bool Rewriter::isDead(const Node &N) {
  if (!isFresh(N))
    return false;
  const Node *Last = lastOfMatch();
  return none_of(N.users(), [&](const Node *User) {
    return !is_contained(Match.nodes(), User) &&
           !is_contained(Emit.created(), User) &&
           (Last->isBefore(User) || mayKeep(Effects, *User, N));
  });
}

/// Statements of a pattern stand alone: nobody else reads or writes their
/// memory between the first and the last, and no write is lost.
bool Rewriter::checkStatements(const CompiledRule &Rule, std::string &Why) {
  if (!Rule.Statements)
    return true;
  Node *Last = Match.roots().front(), *First = Match.roots().back();
  for (Node *Value : writtenByMatch()) {
    if (!Memory->isBase(*Value)) {
      Why = "write: %" + Value->name() + " is a part of other memory";
      return false;
    }
    for (Node *User : Value->users()) {
      if (is_contained(Match.nodes(), User) ||
          is_contained(Emit.created(), User) || !User->isBefore(Last))
        continue;
      if (First->isBefore(User) || mayKeep(Effects, *User, *Value)) {
        Why = "write: %" + User->name() + " uses the memory of %" +
              Value->name() + " between the statements";
        return false;
      }
    }
    // A statement of the result may be one that is there already.
    auto Writes = [&](Node *N) { return writesTo(Effects, *N, *Value); };
    bool IsWritten = any_of(Emit.created(), Writes) || any_of(News, Writes);
    if (!IsWritten && !isDead(*Value)) {
      Why = "lost: the write to %" + Value->name() +
            " goes, and its memory is read later or leaves the graph";
      return false;
    }
    bool IsRead = First != Last && any_of(Emit.created(), [&](Node *N) {
                    return is_contained(N->allInputNodes(), Value);
                  });
    if (IsRead && !IsWritten) {
      Why = "write: the result reads %" + Value->name() +
            ", which nothing writes any more";
      return false;
    }
  }
  return true;
}

/// The values whose memory \p Written may be, through calls of the result.
static SmallVector<Node *, 2>
memoryOf(EffectCache &Effects, ArrayRef<Node *> Created, Node *Written) {
  SmallVector<Node *, 2> Bases, Work = {Written};
  while (!Work.empty()) {
    Node *N = Work.pop_back_val();
    if (!is_contained(Created, N)) {
      Bases.push_back(N);
      continue;
    }
    for (uint32_t I : SmallVector<uint32_t, 2>(Effects.get(*N).Aliases))
      Work.push_back(N->operand(I));
  }
  return Bases;
}

/// What a result writes is memory that only the match used.
bool Rewriter::checkNewWrites(std::string &Why) {
  SmallVector<Node *, 2> Written = writtenByMatch();
  auto IsOurs = [&](Node &Value) {
    return is_contained(Written, &Value) ||
           (isFresh(Value) && all_of(Value.users(), [&](Node *User) {
              return is_contained(Match.nodes(), User) ||
                     is_contained(Emit.created(), User);
            }));
  };
  for (Node *N : Emit.created())
    for (uint32_t I : SmallVector<uint32_t, 2>(Effects.get(*N).Writes))
      for (Node *Value : memoryOf(Effects, Emit.created(), N->operand(I)))
        if (!IsOurs(*Value)) {
          Why = "overwritten: the result writes %" + Value->name() +
                ", which others use, or which is seen outside of the graph";
          return false;
        }
  return true;
}
