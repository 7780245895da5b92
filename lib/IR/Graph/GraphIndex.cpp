//===- GraphIndex.cpp - Finding nodes by target and by name ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The index is built by the first question and kept up to date from then on.
// Entries are only ever added; those that went stale (the node was erased, or
// changed its target or name) are dropped when a question meets them. When most
// must have gone stale the index is dropped, so that it does not outgrow the
// graph.
//
//===----------------------------------------------------------------------===//

#include "GraphIndex.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static constexpr size_t MinIndexLimit = 1024;

void Graph::indexNode(Node *N) {
  if (LLVM_UNLIKELY(++Idx->NumEntries > 4 * NumNodes + MinIndexLimit)) {
    Idx.reset();
    return;
  }
  Idx->ByTarget[{unsigned(N->op()), N->TargetId}].push_back(N->id());
  Idx->ByOpcode[unsigned(N->op())].push_back(N->id());
  Idx->ByName[N->nameRef().key()] = N->id();
}

void Graph::buildIndex() const {
  if (Idx)
    return;
  Idx = std::make_unique<Index>();
  for (Node *N : nodes())
    const_cast<Graph *>(this)->indexNode(N);
}

FoundNodes Graph::findNodes(Opcode Op, Symbol Target) const {
  buildIndex();
  SmallVector<Node *, 16> Found;
  if (!Target) {
    collect(
        *this, Idx->ByOpcode[unsigned(Op)],
        [&](const Node &N) { return N.op() == Op; }, Found);
  } else if (auto It = Idx->ByTarget.find({unsigned(Op), Target.id()});
             It != Idx->ByTarget.end()) {
    collect(
        *this, It->second,
        [&](const Node &N) { return N.op() == Op && N.target() == Target; },
        Found);
  }
  return FoundNodes(*this, Found);
}

FoundNodes Graph::findNodes(Opcode Op, StringRef Target) const {
  Symbol S = Ctx->lookup(Target);
  return S ? findNodes(Op, S) : FoundNodes(*this, {});
}

Node *Graph::findByName(StringRef Text) const {
  buildIndex();
  // A name that no symbol spells cannot be in use.
  if (!isIdentifier(Text))
    return nullptr;
  Name N = Namespace::parse(*Ctx, Text);
  auto It = Idx->ByName.find(N.key());
  if (It == Idx->ByName.end())
    return nullptr;
  Node *Found = node(It->second);
  if (Found->isErased() || !(Found->nameRef() == N))
    return nullptr;
  return Found;
}
