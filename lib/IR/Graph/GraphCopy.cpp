//===- GraphCopy.cpp - Copying nodes and graphs ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphIndex.h"
#include "fx/IR/SideTables.h"

using namespace fx;
using namespace llvm;

/// The symbol of the same text in \p To.
static Symbol inContext(Context &To, Symbol S) {
  return S ? To.intern(S.str()) : S;
}

/// The same value with the symbols of \p To.
static Argument inContext(Context &To, const Argument &A) {
  switch (A.kind()) {
  case ArgKind::String:
    return Argument::string(inContext(To, A.symbol()));
  case ArgKind::BigInt:
    return Argument::integer(To, A.str());
  case ArgKind::Device:
    return Argument::device(inContext(To, A.symbol()));
  case ArgKind::SymExpr:
    return Argument::symExpr(inContext(To, A.symbol()));
  case ArgKind::Function:
    return Argument::function(inContext(To, A.symbol()));
  case ArgKind::Enum:
    return Argument::enumMember(inContext(To, A.symbol()));
  default:
    break;
  }
  if (!A.isAggregate() || A.kind() == ArgKind::Complex)
    return A;
  SmallVector<Argument, 8> Elements;
  for (const Argument &E : A.elements())
    Elements.push_back(inContext(To, E));
  return Argument::aggregate(A.kind(), inContext(To, A.symbol()), Elements);
}

/// A copy of a node of another context; \p Transform gives values of this one.
Node *Graph::importNode(const Node *N,
                        function_ref<Argument(Node *)> Transform) {
  auto Map = [&](const Argument &A) {
    return inContext(*Ctx, Transform ? A.mapNodes(Transform) : A);
  };
  SmallVector<Argument, 4> Args;
  for (const Argument &A : N->args())
    Args.push_back(Map(A));
  SmallVector<KwArg, 4> Kwargs;
  for (const KwArg &K : N->kwargs())
    Kwargs.push_back({inContext(*Ctx, K.Name), Map(K.Value)});
  Node *New = createNode(N->op(), inContext(*Ctx, N->target()), Args, Kwargs,
                         N->name(), inContext(*Ctx, N->type()));
  SmallVector<KwArg, 8> Meta;
  for (const KwArg &E : N->meta().entries())
    Meta.push_back({inContext(*Ctx, E.Name), inContext(*Ctx, E.Value)});
  New->setMeta(Ctx->internMeta(Meta));
  return New;
}

Node *Graph::nodeCopy(const Node *N, function_ref<Argument(Node *)> Transform) {
  if (&N->context() != Ctx)
    return importNode(N, Transform);
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
  New->setMetaId(N->MetaId);
  if (Foreign)
    noteForeign(New);
  return New;
}

/// A copy of \p N if every operand is mapped to a node: its spec stays.
Node *Graph::copyPlainly(const Node *N,
                         const DenseMap<const Node *, Argument> &Values) {
  if (&N->context() != Ctx)
    return nullptr;
  SmallVector<Node *, 8> Operands;
  for (const Use &U : N->operandUses()) {
    auto It = Values.find(N->graph().node(U.Value));
    Node *Mapped = It == Values.end() ? nullptr : It->second.asNode();
    if (!Mapped || &Mapped->graph() != this || Mapped->isErased())
      return nullptr;
    Operands.push_back(Mapped);
  }
  Node *New = create(N->op(), N->TargetId, N->SpecId, Operands,
                     Names.createName(N->nameRef()), N->TypeId);
  New->setMetaId(N->MetaId);
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
  // Copies that come to be in G itself are not copied again.
  const Node *Last = G.back();
  NodeSet Copies;
  bool IsSelf = &G == this;
  for (Node *N : G.nodes()) {
    if (Values.count(N) || (IsSelf && Copies.contains(N)))
      continue;
    if (N->isOutput()) {
      if (OutputNode)
        *OutputNode = N;
      Argument Result = N->numArgs() ? N->arg(0).mapNodes(Map) : Argument();
      return &G.context() == Ctx ? Result : inContext(*Ctx, Result);
    }
    Node *New = copyPlainly(N, Values);
    if (!New)
      New = nodeCopy(N, Map);
    Values[N] = New;
    if (IsSelf)
      Copies.insert(New);
    if (N == Last)
      break;
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
