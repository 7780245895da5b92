//===- Transformer.cpp - A graph from a graph, node by node ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/Transformer.h"

using namespace fx;
using namespace llvm;

Transformer::~Transformer() = default;

Node *Transformer::copy(const Node &N, ArrayRef<Argument> Args,
                        ArrayRef<KwArg> Kwargs) {
  Node *Copy =
      New->createNode(N.op(), N.target(), Args, Kwargs, N.name(), N.type());
  Copy->setMeta(N.meta());
  Copy->setLoc(N.loc());
  return Copy;
}

Expected<Argument> Transformer::placeholder(const Node &N) {
  return copy(N, N.args(), {});
}

Expected<Argument> Transformer::getAttr(const Node &N) {
  return copy(N, {}, {});
}

Expected<Argument> Transformer::callFunction(const Node &N,
                                             ArrayRef<Argument> Args,
                                             ArrayRef<KwArg> Kwargs) {
  return copy(N, Args, Kwargs);
}

Expected<Argument> Transformer::callMethod(const Node &N,
                                           ArrayRef<Argument> Args,
                                           ArrayRef<KwArg> Kwargs) {
  return copy(N, Args, Kwargs);
}

Expected<Argument> Transformer::callModule(const Node &N,
                                           ArrayRef<Argument> Args,
                                           ArrayRef<KwArg> Kwargs) {
  return copy(N, Args, Kwargs);
}

Expected<Argument> Transformer::output(const Node &N, ArrayRef<Argument> Args) {
  return copy(N, Args, {});
}

Expected<Argument> Transformer::run(const Node &N) {
  if (N.isPlaceholder())
    return placeholder(N);
  if (N.isGetAttr())
    return getAttr(N);
  auto Map = [&](Node *Old) { return Values.lookup(Old); };
  SmallVector<Argument, 4> Args;
  for (const Argument &A : N.args())
    Args.push_back(A.mapNodes(Map));
  SmallVector<KwArg, 4> Kwargs;
  for (const KwArg &K : N.kwargs())
    Kwargs.push_back({K.Name, K.Value.mapNodes(Map)});
  switch (N.op()) {
  case Opcode::CallFunction:
    return callFunction(N, Args, Kwargs);
  case Opcode::CallMethod:
    return callMethod(N, Args, Kwargs);
  case Opcode::CallModule:
    return callModule(N, Args, Kwargs);
  default:
    return output(N, Args);
  }
}

Expected<std::unique_ptr<Graph>> Transformer::transform() {
  New = std::make_unique<Graph>(M.context(), M.graph().owningModule());
  Values.clear();
  for (const Node *N : M.graph().nodes()) {
    Expected<Argument> Value = run(*N);
    if (!Value)
      return Value.takeError();
    if (N->isOutput())
      break;
    Values[N] = std::move(*Value);
  }
  return std::move(New);
}
