//===- AugmentedAssignments.cpp - x += y ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AugmentedAssignments.h"
#include "ScriptExamples.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

/// Whether `x * y` has another dtype than \p N, which writes to x, as far as
/// the examples say: an int8 tensor times one of uint8 is int16.
static bool isPromoted(const Node &N, const ScriptExamples &Examples) {
  auto Example = [&](unsigned I) -> const c10::IValue * {
    const Node *Operand = N.numArgs() > I ? N.arg(I).asNode() : nullptr;
    const VaryingArgument *Known = Operand ? Examples.find(Operand) : nullptr;
    return Known && Known->Example.isTensor() ? &Known->Example : nullptr;
  };
  const c10::IValue *Left = Example(0), *Right = Example(1);
  if (!Left || !Right)
    return false;
  const at::Tensor &Written = Left->toTensor();
  return at::result_type(Written, Right->toTensor()) != Written.scalar_type();
}

void AugmentedAssignments::fix(const ScriptExamples &Examples) {
  if (Nodes.empty())
    return;
  const Graph &G = Nodes.front()->graph();
  SmallVector<std::string, 8> Plain;
  for (Node *N : Nodes) {
    Plain.push_back(N->targetText().str());
    StringRef Name = N->targetText().rsplit('.').second;
    Name.consume_back("_");
    N->setTarget(("operator.i" + Name).str());
  }
  MemoryAnalysis Memory(G);
  DenseMap<uint32_t, SmallVector<Node *, 4>> Groups;
  for (Node *N : G.nodes())
    Groups[Memory.group(*N)].push_back(N);
  for (auto [N, Target] : zip(Nodes, Plain)) {
    Node *Changed = N->arg(0).asNode();
    if (!Changed)
      continue;
    uint32_t Group = Memory.group(*Changed);
    bool IsSeen =
        Group == Memory.externalGroup() || isPromoted(*N, Examples) ||
        any_of(Groups[Group], [&, N = N](Node *Other) {
          return Other->isBefore(N) && any_of(Other->users(), [&](Node *User) {
                   return N->isBefore(User);
                 });
        });
    if (!IsSeen)
      N->setTarget(Target);
  }
}
