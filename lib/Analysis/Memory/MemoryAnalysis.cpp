//===- MemoryAnalysis.cpp - Who shares and writes memory ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/MemoryAnalysis.h"

using namespace fx;
using namespace llvm;

/// Whether a call with a side effect only looks at values and may raise. Other
/// side effects may change what later calls do, as the grad mode does.
static bool onlyChecks(const Node &N) {
  StringRef Target = N.targetText();
  return Target.contains("assert") || Target.contains("sym_constrain_range");
}

MemoryAnalysis::MemoryAnalysis(const Graph &G) : Flags(G.idBound()) {
  for (Node *N : G.nodes())
    classify(*N);
  markEscaping(G);
  if (AnyWriter)
    makeGroups(G);
}

void MemoryAnalysis::classify(const Node &N) {
  uint8_t &F = Flags[N.id()];
  if (N.isPlaceholder() || N.isOutput())
    return;
  const EffectSummary &E = Effects.get(N);
  if (E.ReadsState)
    F |= ReadsState;
  if (!E.Aliases.empty() || E.SharesState || E.Unknown)
    F |= Shares;
  if (E.isRemovable()) {
    F |= Pure;
    ++NumPure;
    return;
  }
  if (E.Unknown || E.WritesState || !E.Writes.empty() ||
      (E.SideEffect && !onlyChecks(N))) {
    F |= Writer;
    AnyWriter = true;
  }
}

void MemoryAnalysis::markEscaping(const Graph &G) {
  SmallVector<const Node *, 16> Worklist;
  auto Mark = [&](const Node *N) {
    if (escapes(*N))
      return;
    setEscapes(*N);
    if (Flags[N->id()] & Shares)
      Worklist.push_back(N);
  };
  for (Node *N : G.reversedNodes()) {
    if (!N->isOutput())
      continue;
    for (const Use &U : N->operandUses())
      Mark(G.node(U.Value));
  }
  while (!Worklist.empty()) {
    const Node *N = Worklist.pop_back_val();
    const EffectSummary &E = Effects.get(*N);
    if (E.Unknown)
      for (const Use &U : N->operandUses())
        Mark(G.node(U.Value));
    else
      for (uint32_t I : E.Aliases)
        Mark(N->operand(I));
  }
}

uint32_t MemoryAnalysis::group(uint32_t Id) const {
  while (Parent[Id] != Id) {
    Parent[Id] = Parent[Parent[Id]];
    Id = Parent[Id];
  }
  return Id;
}

void MemoryAnalysis::join(uint32_t A, uint32_t B) {
  A = group(A);
  B = group(B);
  // The outside stays the representative, and of others the first.
  if (A < B)
    Parent[B] = A;
  else
    Parent[A] = B;
}

void MemoryAnalysis::makeGroups(const Graph &G) {
  Parent.resize(Flags.size());
  for (uint32_t I = 0; I != Parent.size(); ++I)
    Parent[I] = I;
  for (Node *N : G.nodes()) {
    uint32_t Id = N->id();
    if (N->isPlaceholder() || N->isGetAttr()) {
      join(Id, External);
      continue;
    }
    if (!(Flags[Id] & (Shares | Writer)))
      continue;
    const EffectSummary &E = Effects.get(*N);
    if (E.Unknown || E.SharesState)
      join(Id, External);
    if (E.Unknown || (!E.Writes.empty() && mayCapture(*N)))
      for (const Use &U : N->operandUses())
        join(Id, U.Value);
    else
      for (uint32_t I : E.Aliases)
        join(Id, N->operand(I)->id());
  }
  Written.resize(Flags.size());
  for (Node *N : G.nodes())
    if (isWriter(*N))
      for (uint32_t Group : writes(*N).Groups)
        Written[Group] = true;
}

const Node *MemoryAnalysis::writerBetween(const Node &Value, const Node &From,
                                          const Node &To) {
  if (!AnyWriter)
    return nullptr;
  for (const Node *N = From.next(); N && N != &To; N = N->next()) {
    if (!isWriter(*N))
      continue;
    WriteSet Set = writes(*N);
    if (Set.Global || is_contained(Set.Groups, group(Value)))
      return N;
  }
  return nullptr;
}

MemoryAnalysis::WriteSet MemoryAnalysis::writes(const Node &N) {
  WriteSet Set;
  const EffectSummary &E = Effects.get(N);
  if (E.Unknown || E.WritesState)
    Set.Groups.push_back(externalGroup());
  // What something unknown gets belongs to the outside.
  for (uint32_t I : E.Writes) {
    uint32_t Group = group(*N.operand(I));
    if (!is_contained(Set.Groups, Group))
      Set.Groups.push_back(Group);
  }
  Set.Global = E.Unknown || (E.SideEffect && !onlyChecks(N));
  return Set;
}
