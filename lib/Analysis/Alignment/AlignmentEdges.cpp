//===- AlignmentEdges.cpp - Pairs along the edges of two graphs -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Aligner.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::alignment;
using namespace llvm;

/// From each pair to the operands at one place, and to users that use the two
/// at one place.
void Aligner::pairAlongEdges() {
  constexpr unsigned MaxUsers = 64;
  std::vector<uint32_t> Queue;
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I)
    if (SideA.Partner[I] != None)
      Queue.push_back(I);
  auto Try = [&](uint32_t I, uint32_t J) {
    if (!fits(I, J))
      return false;
    pair(I, J);
    Queue.push_back(I);
    return true;
  };
  auto Users = [&](const Side &S, uint32_t I) {
    SmallVector<uint32_t, 8> List;
    for (const Node *User : S.Nodes[I]->users()) {
      if (List.size() == MaxUsers)
        return SmallVector<uint32_t, 8>();
      List.push_back(S.place(User));
    }
    return List;
  };
  auto UsesAlike = [&](uint32_t U, uint32_t I, uint32_t V, uint32_t J) {
    unsigned E = SideA.Nodes[U]->numOperands();
    if (E != SideB.Nodes[V]->numOperands())
      return false;
    for (unsigned K = 0; K != E; ++K)
      if ((SideA.operand(U, K) == I) != (SideB.operand(V, K) == J))
        return false;
    return true;
  };
  for (size_t Next = 0; Next != Queue.size(); ++Next) {
    uint32_t I = Queue[Next], J = SideA.Partner[I];
    unsigned E =
        std::min(SideA.Nodes[I]->numOperands(), SideB.Nodes[J]->numOperands());
    for (unsigned K = 0; K != E; ++K)
      Try(SideA.operand(I, K), SideB.operand(J, K));
    SmallVector<uint32_t, 8> Ours = Users(SideA, I), Theirs = Users(SideB, J);
    for (uint32_t U : Ours) {
      if (SideA.Partner[U] != None)
        continue;
      for (uint32_t V : Theirs)
        if (UsesAlike(U, I, V, J) && Try(U, V))
          break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Better partners
//===----------------------------------------------------------------------===//

/// Users of a value that everything uses say little, and there are many.
constexpr unsigned MaxSupporters = 16;

/// Calls \p Fn with the users of \p I that have partners, and these.
void Aligner::forEachPairedUser(
    uint32_t I, function_ref<void(uint32_t, uint32_t)> Fn) const {
  unsigned Seen = 0;
  for (const Node *User : SideA.Nodes[I]->users()) {
    if (++Seen > MaxSupporters)
      break;
    uint32_t U = SideA.place(User), V = SideA.Partner[U];
    if (V != None)
      Fn(U, V);
  }
}

/// How much speaks for a pair of places: operands and users that are paired
/// where the two stand in them, equal constants, the module.
unsigned Aligner::support(uint32_t I, uint32_t J) const {
  const Node &N = *SideA.Nodes[I], &M = *SideB.Nodes[J];
  unsigned Count = SideA.Strict[I] == SideB.Strict[J];
  if (SideA.Module[I] != None && SideA.Module[I] == SideB.Module[J])
    ++Count;
  for (unsigned K = 0, E = std::min(N.numOperands(), M.numOperands()); K != E;
       ++K)
    Count += SideA.Partner[SideA.operand(I, K)] == SideB.operand(J, K);
  forEachPairedUser(I, [&](uint32_t U, uint32_t V) {
    unsigned E =
        std::min(SideA.Nodes[U]->numOperands(), SideB.Nodes[V]->numOperands());
    for (unsigned K = 0; K != E; ++K)
      if (SideA.operand(U, K) == I && SideB.operand(V, K) == J) {
        ++Count;
        break;
      }
  });
  return Count;
}

/// The places that paired operands and users of \p I point to.
void Aligner::candidates(uint32_t I, SmallVectorImpl<uint32_t> &List) const {
  List.clear();
  auto Add = [&](uint32_t J) {
    if (SideB.Operator[J] == SideA.Operator[I] && J != SideA.Partner[I] &&
        !is_contained(List, J))
      List.push_back(J);
  };
  const Node &N = *SideA.Nodes[I];
  for (unsigned K = 0, E = N.numOperands(); K != E; ++K) {
    uint32_t Y = SideA.Partner[SideA.operand(I, K)];
    if (Y == None)
      continue;
    unsigned Seen = 0;
    for (const Node *User : SideB.Nodes[Y]->users()) {
      if (++Seen > MaxSupporters)
        break;
      if (K < User->numOperands() && SideB.place(User->operand(K)) == Y)
        Add(SideB.place(User));
    }
  }
  forEachPairedUser(I, [&](uint32_t U, uint32_t V) {
    unsigned E =
        std::min(SideA.Nodes[U]->numOperands(), SideB.Nodes[V]->numOperands());
    for (unsigned K = 0; K != E; ++K)
      if (SideA.operand(U, K) == I)
        Add(SideB.operand(V, K));
  });
}

/// Order says nothing of which node of several equal ones in a row was changed;
/// the nodes around them do. A node takes the partner for which more speaks
/// than for its own, and for that one's.
void Aligner::settle() {
  std::vector<uint32_t> Queue;
  std::vector<bool> Waits(SideA.Nodes.size());
  auto Push = [&](uint32_t I) {
    if (Waits[I] || IsNamed[I])
      return;
    Waits[I] = true;
    Queue.push_back(I);
  };
  auto PushAround = [&](uint32_t I) {
    const Node &N = *SideA.Nodes[I];
    for (unsigned K = 0, E = N.numOperands(); K != E; ++K)
      Push(SideA.operand(I, K));
    unsigned Seen = 0;
    for (const Node *User : N.users())
      if (++Seen <= MaxSupporters)
        Push(SideA.place(User));
  };
  // All is well with a node whose operands and users are paired alike.
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I) {
    const Node &N = *SideA.Nodes[I];
    unsigned Full = N.numOperands();
    for (auto User = N.users().begin(), End = N.users().end();
         User != End && Full != N.numOperands() + MaxSupporters; ++User)
      ++Full;
    uint32_t J = SideA.Partner[I];
    if (J == None || support(I, J) < Full)
      Push(I);
  }
  // Two nodes could push each other to and fro.
  size_t Budget = 8 * SideA.Nodes.size();
  SmallVector<uint32_t, 16> List;
  for (size_t Next = 0; Next != Queue.size() && Budget--; ++Next) {
    uint32_t I = Queue[Next];
    Waits[I] = false;
    candidates(I, List);
    uint32_t Old = SideA.Partner[I], Best = None;
    unsigned Most = Old == None ? 0 : support(I, Old);
    for (uint32_t J : List) {
      uint32_t Owner = SideB.Partner[J];
      if (Owner != None && IsNamed[Owner])
        continue;
      unsigned Count = support(I, J);
      if (Count > Most && (Owner == None || Count > support(Owner, J))) {
        Most = Count;
        Best = J;
      }
    }
    if (Best == None)
      continue;
    if (Old != None)
      part(I);
    if (uint32_t Owner = SideB.Partner[Best]; Owner != None) {
      part(Owner);
      PushAround(Owner);
      Push(Owner);
    }
    pair(I, Best);
    PushAround(I);
  }
}
