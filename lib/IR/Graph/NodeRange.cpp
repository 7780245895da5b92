//===- NodeRange.cpp - Iterating over the nodes of a graph ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphIndex.h"

using namespace fx;
using namespace llvm;

NodeCursor::NodeCursor(const Graph &G, Node *N, bool Reverse)
    : G(N ? &G : nullptr), Cur(N), Reverse(Reverse) {
  if (N)
    link();
}

NodeCursor &NodeCursor::operator=(const NodeCursor &O) {
  // Enter first, so that the slot of a node that both stand on stays.
  NodeCursor Left(*this);
  if (G)
    leave();
  enter(O);
  return *this;
}

void NodeCursor::enter(const NodeCursor &O) {
  G = O.Cur ? O.G : nullptr;
  Cur = O.Cur;
  Resume = O.Resume;
  Reverse = O.Reverse;
  if (G)
    link();
}

void NodeCursor::link() {
  NextCursor = G->Cursors;
  if (NextCursor)
    NextCursor->Link = &NextCursor;
  Link = &G->Cursors;
  G->Cursors = this;
}

void NodeCursor::leave() {
  *Link = NextCursor;
  if (NextCursor)
    NextCursor->Link = Link;
  if (Cur && Cur->isErased())
    G->leftErased(Cur);
}

/// Goes on after \p N instead of at it.
void NodeCursor::leaveNode(const Node *N, bool Erased) {
  if (Resume == N || (Erased && Cur == N))
    Resume = Reverse ? N->prev() : N->next();
}

Node *FoundNodes::iterator::nextLiving(ArrayRef<NodeRef> &Nodes) {
  while (!Nodes.empty()) {
    Node *N = Nodes.front().get();
    Nodes = Nodes.drop_front();
    if (N)
      return N;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The graph's side
//===----------------------------------------------------------------------===//

Graph::~Graph() {
  notify([this](GraphListener &L) { L.graphDestroyed(*this); });
  for (NodeCursor *C = Cursors; C; C = C->NextCursor) {
    C->G = nullptr;
    C->Cur = nullptr;
  }
}

/// Tells the cursors that \p N is about to be erased or moved. Returns whether
/// one stands on it.
bool Graph::leaveCursors(const Node *N, bool Erased) {
  bool IsHeld = false;
  for (NodeCursor *C = Cursors; C; C = C->NextCursor) {
    C->leaveNode(N, Erased);
    IsHeld |= C->Cur == N;
  }
  return IsHeld;
}

/// A cursor went away from \p N, which is erased.
void Graph::leftErased(Node *N) const {
  for (const NodeCursor *C = Cursors; C; C = C->NextCursor)
    if (C->Cur == N)
      return;
  Store.freeNode(N);
}
