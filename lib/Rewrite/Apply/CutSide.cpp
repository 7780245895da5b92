//===- CutSide.cpp - One side of a rewrite, cut out -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutSide.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Gives \p M what \p N, a node of a graph of \p From, names of its module.
static void takeState(GraphModule &M, GraphModule &From, const Node &N) {
  Module *Owner = N.graph().owningModule();
  StringRef Path = N.targetText();
  if (N.isCallModule() && Owner && !M.submodule(Path))
    if (const Module *Sub = Owner->lookup(Path))
      M.root().addSubmodule(Path, Sub->clone());
  if (!N.isGetAttr() || M.state(Path))
    return;
  std::string Full = Owner ? Owner->path() : std::string();
  Full += (Full.empty() ? "" : ".") + Path.str();
  const TensorAttr *T = From.state(Full);
  if (!T)
    return;
  TensorAttr Copy = *T;
  if (!Copy.Record && Full != Path)
    Copy.Record = M.context().intern(Full);
  M.addState(Path, std::move(Copy));
}

CutSide
rewrite::cutSide(GraphModule &From, ArrayRef<Node *> Inside,
                 ArrayRef<Node *> Results, ArrayRef<Node *> Inputs,
                 function_ref<Node *(GraphModule &, Node *)> MakeInput) {
  CutSide Side;
  Side.M = std::make_unique<GraphModule>(From.context());
  GraphModule &M = *Side.M;
  M.setTreeKind(GraphModule::TreeKind::Closed);
  M.root().setTraining(From.root().isTraining());
  M.setWeightFiles(From.weightFiles());
  M.setWeightStore(From.weightStore());
  Graph &G = M.graph();
  DenseMap<Node *, Node *> Copies;
  for (Node *N : Inputs)
    Copies[N] = MakeInput(M, N);
  auto Map = [&](Node *N) {
    Node *&Copy = Copies[N];
    if (!Copy) {
      Copy = G.nodeCopy(N);
      takeState(M, From, *N);
    }
    return Argument(Copy);
  };
  SmallVector<Node *, 8> Order(Inside);
  sort(Order, [](Node *A, Node *B) { return A->isBefore(B); });
  Order.erase(llvm::unique(Order), Order.end());
  for (Node *N : Order) {
    Node *Copy = G.nodeCopy(N, Map);
    Copies[N] = Copy;
    Side.Originals[Copy->name()] = N;
    takeState(M, From, *N);
  }
  SmallVector<Argument, 2> Values;
  for (Node *N : Results)
    Values.push_back(Map(N));
  G.output(Argument::tuple(Values));
  return Side;
}
