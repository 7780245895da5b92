//===- GraphCopy.cpp - Copying nodes and graphs ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphIndex.h"
#include "fx/IR/Graph.h"

using namespace fx;
using namespace llvm;

Node *Graph::nodeCopy(const Node *N, function_ref<Argument(Node *)> Transform) {
  ArgSpecBuilder B;
  auto Map = [&](const Argument &A) {
    return Transform ? A.mapNodes(Transform) : A;
  };
  for (const Argument &A : N->args())
    B.addArg(Map(A));
  for (const KwArg &K : N->kwargs())
    B.addKwarg(K.Name, Map(K.Value));
  bool Foreign = sanitizeOperands(B);
  Node *New = create(N->op(), N->TargetId, internSpec(B), B.Operands,
                     Names.createName(N->nameRef()), N->TypeId);
  New->MetaId = N->MetaId;
  if (Foreign)
    noteForeign(New);
  return New;
}

Argument Graph::graphCopy(const Graph &G,
                          DenseMap<const Node *, Argument> &Values,
                          Node **OutputNode) {
  if (OutputNode)
    *OutputNode = nullptr;
  auto Map = [&](Node *N) -> Argument {
    auto It = Values.find(N);
    return It == Values.end() ? Argument(N) : It->second;
  };
  for (Node *N : G.nodes()) {
    if (Values.count(N))
      continue;
    if (N->isOutput()) {
      if (OutputNode)
        *OutputNode = N;
      return N->numArgs() ? N->arg(0).mapNodes(Map) : Argument();
    }
    // Where every input maps to a node the spec stays as it is.
    SmallVector<Node *, 8> Operands;
    for (unsigned I = 0, E = N->numOperands(); I != E; ++I) {
      auto It = Values.find(N->operand(I));
      Node *Mapped = It == Values.end() ? nullptr : It->second.asNode();
      if (!Mapped || &Mapped->graph() != this)
        break;
      Operands.push_back(Mapped);
    }
    Node *New;
    if (Operands.size() == N->numOperands()) {
      New = create(N->op(), N->TargetId, N->SpecId, Operands,
                   Names.createName(N->nameRef()), N->TypeId);
      New->MetaId = N->MetaId;
    } else {
      New = nodeCopy(N, Map);
    }
    Values[N] = New;
  }
  return Argument();
}

std::unique_ptr<Graph> Graph::clone(Module *NewOwner) const {
  auto Copy = std::make_unique<Graph>(*Ctx, NewOwner);
  Copy->Store.copyFrom(Store);
  Copy->FirstNode = FirstNode;
  Copy->LastNode = LastNode;
  Copy->NumNodes = NumNodes;
  Copy->LastSerial = LastSerial;
  Copy->Names = Names;
  Copy->Foreign = Foreign;
  // Nothing iterates over the copy yet.
  SmallVector<const Node *, 4> Held;
  for (const NodeCursor *C = Cursors; C; C = C->NextCursor)
    if (C->Cur && C->Cur->isErased() && !is_contained(Held, C->Cur)) {
      Held.push_back(C->Cur);
      Copy->Store.freeNode(Copy->node(C->Cur->id()));
    }
  return Copy;
}
