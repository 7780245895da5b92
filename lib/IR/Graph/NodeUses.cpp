//===- NodeUses.cpp - Use lists -------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every value has a doubly linked list of its uses in insertion order, in which
// the uses by one node are neighbors: that makes users() and numUsers() a walk
// without a set. Appending keeps the rule while a node's operands are attached
// one after the other; insertUse() keeps it for single operands.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace fx;
using namespace llvm;

void Graph::appendUse(uint32_t UseId, Node *Value) {
  Use &U = Store.use(UseId);
  U.Value = Value->id();
  U.Next = 0;
  U.Prev = Value->LastUse;
  (Value->LastUse ? Store.use(Value->LastUse).Next : Value->FirstUse) = UseId;
  Value->LastUse = UseId;
}

/// Adds a use after the uses of \p Value that \p Owner already has.
void Graph::insertUse(uint32_t UseId, Node *Value, Node *Owner) {
  // Look for one from both sides, so that neither a value with many uses nor a
  // node with many operands makes this slow alone.
  uint32_t OwnerId = Owner->id(), ValueId = Value->id(), Found = 0;
  uint32_t Candidate = Value->FirstUse;
  for (uint32_t I = 0; Candidate && I != Owner->OperandCount; ++I) {
    uint32_t Own = Owner->OperandBegin + I;
    if (Own != UseId && use(Own).Value == ValueId) {
      Found = Own;
      break;
    }
    if (use(Candidate).Owner == OwnerId) {
      Found = Candidate;
      break;
    }
    Candidate = use(Candidate).Next;
  }
  if (!Found)
    return appendUse(UseId, Value);
  Use &U = Store.use(UseId);
  U.Value = ValueId;
  U.Prev = Found;
  U.Next = use(Found).Next;
  (U.Next ? Store.use(U.Next).Prev : Value->LastUse) = UseId;
  Store.use(Found).Next = UseId;
}

void Graph::removeUse(uint32_t UseId) {
  Use &U = Store.use(UseId);
  Node *Value = node(U.Value);
  (U.Prev ? Store.use(U.Prev).Next : Value->FirstUse) = U.Next;
  (U.Next ? Store.use(U.Next).Prev : Value->LastUse) = U.Prev;
}

void Graph::attachOperands(Node *N, ArrayRef<Node *> Operands) {
  N->OperandCount = Operands.size();
  if (Operands.empty()) {
    N->OperandBegin = 0;
    return;
  }
  uint32_t First = N->OperandBegin = Store.allocateUses(Operands.size());
  uint32_t Owner = N->id();
  for (uint32_t I = 0; I != Operands.size(); ++I) {
    // While these operands are attached no others come between them, so
    // appending keeps the uses of one value together.
    Store.use(First + I).Owner = Owner;
    appendUse(First + I, Operands[I]);
  }
}

void Graph::detachOperands(Node *N) {
  if (!N->OperandCount)
    return;
  for (uint32_t I = 0; I != N->OperandCount; ++I)
    removeUse(N->OperandBegin + I);
  Store.freeUses(N->OperandBegin, N->OperandCount);
  N->OperandBegin = N->OperandCount = 0;
}

void Node::setOperand(unsigned I, Node *Value) {
  Graph &G = graph();
  if (LLVM_UNLIKELY(I >= OperandCount))
    return G.refuse("cannot set operand " + Twine(I) + " of %" + name() +
                    ": it has " + Twine(OperandCount));
  if (G.refuses("cannot use", Value))
    return;
  uint32_t UseId = OperandBegin + I;
  if (G.use(UseId).Value == Value->id())
    return;
  G.removeUse(UseId);
  G.insertUse(UseId, Value, this);
  G.notifyChanged(*this, NodeChange::Operands);
}

void Node::replaceInputWith(Node *Old, Node *New) {
  if (Old == New)
    return;
  Graph &G = graph();
  if (G.refuses("cannot replace", Old) || G.refuses("cannot use", New))
    return;
  uint32_t OldId = Old->id();
  bool Changed = false;
  for (uint32_t I = 0; I != OperandCount; ++I) {
    uint32_t UseId = OperandBegin + I;
    if (G.use(UseId).Value != OldId)
      continue;
    G.removeUse(UseId);
    G.insertUse(UseId, New, this);
    Changed = true;
  }
  if (Changed)
    G.notifyChanged(*this, NodeChange::Operands);
}

SmallVector<Node *, 4> Node::allInputNodes() const {
  SmallVector<Node *, 4> Inputs;
  Graph &G = graph();
  // The uses of one value by one node are neighbors in its list: an operand is
  // the first of its value where its use has no predecessor with this owner and
  // a lower place.
  uint32_t Self = id();
  for (uint32_t I = 0; I != OperandCount; ++I) {
    const Use &U = G.use(OperandBegin + I);
    bool First = true;
    for (uint32_t P = U.Prev; P && G.use(P).Owner == Self; P = G.use(P).Prev)
      if (P < OperandBegin + I) {
        First = false;
        break;
      }
    for (uint32_t P = U.Next; First && P && G.use(P).Owner == Self;
         P = G.use(P).Next)
      First = P > OperandBegin + I;
    if (First)
      Inputs.push_back(G.node(U.Value));
  }
  return Inputs;
}

unsigned Node::numUsers() const {
  Graph &G = graph();
  unsigned Count = 0;
  uint32_t LastOwner = 0;
  for (uint32_t U = FirstUse; U; U = G.use(U).Next) {
    uint32_t Owner = G.use(U).Owner;
    Count += Owner != LastOwner;
    LastOwner = Owner;
  }
  return Count;
}

bool Node::setUserOrder(ArrayRef<Node *> Order) {
  Graph &G = graph();
  // Where each user's run of uses begins. Users that Order lacks, or names
  // twice, make the counts differ.
  DenseMap<uint32_t, uint32_t> Runs;
  for (uint32_t U = FirstUse; U; U = G.use(U).Next)
    Runs.try_emplace(G.use(U).Owner, U);
  if (Runs.size() != Order.size())
    return false;
  SmallVector<uint32_t, 16> Uses;
  for (Node *User : Order) {
    if (&User->graph() != &G)
      return false;
    auto It = Runs.find(User->id());
    if (It == Runs.end() || !It->second)
      return false;
    for (uint32_t U = It->second; U && G.use(U).Owner == User->id();
         U = G.use(U).Next)
      Uses.push_back(U);
    It->second = 0;
  }
  FirstUse = LastUse = 0;
  for (uint32_t U : Uses)
    G.appendUse(U, this);
  G.notify([&](GraphListener &L) { L.usersReordered(*this); });
  return true;
}

std::pair<uint32_t, uint32_t> Node::runOf(uint32_t UseId) const {
  Graph &G = graph();
  uint32_t OwnerId = G.use(UseId).Owner, First = UseId, Last = UseId;
  auto IsOwn = [&](uint32_t U) { return U && G.use(U).Owner == OwnerId; };
  while (IsOwn(G.use(First).Prev))
    First = G.use(First).Prev;
  while (IsOwn(G.use(Last).Next))
    Last = G.use(Last).Next;
  return {First, Last};
}

Node *Node::nextUserOf(unsigned I) const {
  Graph &G = graph();
  uint32_t Next = G.use(runOf(OperandBegin + I).second).Next;
  return Next ? G.node(G.use(Next).Owner) : nullptr;
}

bool Node::moveAmongUsersOf(unsigned I, Node *Before) {
  Graph &G = graph();
  Node *Value = operand(I);
  if (Before == this)
    return true;
  uint32_t Next = 0;
  if (Before) {
    uint32_t J = 0, ValueId = Value->id();
    while (J != Before->OperandCount &&
           G.use(Before->OperandBegin + J).Value != ValueId)
      ++J;
    if (J == Before->OperandCount)
      return false;
    Next = runOf(Before->OperandBegin + J).first;
  }
  auto [First, Last] = runOf(OperandBegin + I);
  auto Link = [&](uint32_t A, uint32_t B) {
    (A ? G.Store.use(A).Next : Value->FirstUse) = B;
    (B ? G.Store.use(B).Prev : Value->LastUse) = A;
  };
  Link(G.use(First).Prev, G.use(Last).Next);
  Link(Next ? G.use(Next).Prev : Value->LastUse, First);
  Link(Last, Next);
  G.notify([&](GraphListener &L) { L.usersReordered(*Value); });
  return true;
}

unsigned Node::replaceAllUsesWith(Node *New, function_ref<bool(Node *)> Filter,
                                  bool PropagateMeta) {
  Graph &G = graph();
  if (G.refuses("cannot replace", this) || G.refuses("cannot use", New))
    return 0;
  if (PropagateMeta) {
    assert(!New->hasMeta() && "the new node has metadata of its own");
    New->setMetaId(MetaId);
  }
  if (New == this || !FirstUse)
    return 0;
  uint32_t NewId = New->id();
  unsigned Count = 0;

  auto Tell = [&](ArrayRef<Node *> Chosen) {
    if (Count)
      G.notify([&](GraphListener &L) {
        L.usesReplaced(*this, *New, Count, Chosen);
      });
    return Count;
  };
  if (!Filter && !New->FirstUse && !G.UsersAreHeard) {
    // New has no users yet: relabel the list and hand it over whole, leaving
    // out what New itself uses.
    uint32_t Kept = 0, KeptLast = 0, First = 0, Last = 0;
    for (uint32_t Id = FirstUse; Id;) {
      Use &U = G.Store.use(Id);
      uint32_t Next = U.Next;
      if (LLVM_UNLIKELY(U.Owner == NewId)) {
        U.Prev = KeptLast;
        U.Next = 0;
        (KeptLast ? G.Store.use(KeptLast).Next : Kept) = Id;
        KeptLast = Id;
        if (Last)
          G.Store.use(Last).Next = Next;
      } else {
        U.Value = NewId;
        U.Prev = Last;
        if (!First)
          First = Id;
        Last = Id;
        ++Count;
      }
      Id = Next;
    }
    New->FirstUse = First;
    New->LastUse = Last;
    FirstUse = Kept;
    LastUse = KeptLast;
    return Tell({});
  }

  // Not through the users' operands: there may be many others among them.
  uint32_t OldId = id();
  SmallVector<uint32_t, 16> Uses;
  for (uint32_t Id = FirstUse; Id; Id = G.use(Id).Next)
    Uses.push_back(Id);
  SmallVector<Node *, 8> Chosen;
  for (size_t I = 0; I != Uses.size();) {
    uint32_t OwnerId = G.use(Uses[I]).Owner;
    size_t Begin = I;
    while (I != Uses.size() && G.use(Uses[I]).Owner == OwnerId)
      ++I;
    Node *User = G.node(OwnerId);
    if (User == New || (Filter && !Filter(User)))
      continue;
    MutableArrayRef<uint32_t> Own(Uses.begin() + Begin, Uses.begin() + I);
    llvm::sort(Own); // In the order of the operands.
    for (uint32_t UseId : Own) {
      // A filter may have changed the user.
      if (UseId - User->OperandBegin >= User->OperandCount ||
          G.use(UseId).Value != OldId)
        continue;
      G.removeUse(UseId);
      G.insertUse(UseId, New, User);
      ++Count;
    }
    if (Filter && !G.Listeners.empty())
      Chosen.push_back(User);
    if (G.UsersAreHeard)
      G.notifyUser(*User);
  }
  return Tell(Chosen);
}

unsigned Node::replaceAllUsesWith(const Argument &New,
                                  function_ref<bool(Node *)> Filter) {
  if (Node *N = New.asNode())
    return replaceAllUsesWith(N, Filter);
  unsigned Count = 0;
  SmallVector<Node *, 16> Users(users());
  SmallVector<Node *, 8> Inside;
  New.forEachNode([&](Node *N) { Inside.push_back(N); });
  for (Node *User : Users) {
    if (is_contained(Inside, User) || (Filter && !Filter(User)))
      continue;
    auto Replace = [&](Node *N) -> Argument {
      if (N != this)
        return N;
      ++Count;
      return New;
    };
    SmallVector<Argument, 4> Args = User->args();
    SmallVector<KwArg, 4> Kwargs = User->kwargs();
    for (Argument &A : Args)
      A = A.mapNodes(Replace);
    for (KwArg &K : Kwargs)
      K.Value = K.Value.mapNodes(Replace);
    User->setArgsKwargs(Args, Kwargs);
  }
  return Count;
}
