//===- Batches.cpp - Memory that calls which stay show --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls inside torch.vmap stay as they are, and so do views that only Python
// spells, and calls of graphs. What comes out may be a view of what went in, or
// two results may show the same memory, in a way that no view of the engine
// describes. Such memory is read, but not written.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/IR/Effects.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/SchemaMemory.h"
#include "fx/IR/VmapCalls.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

SmallVector<unsigned, 2> Engine::rootsOf(Node *N) {
  unsigned Id = Aliases[aliasOf(N)].StorageId;
  if (Storages[Id].Roots.empty())
    return {Id};
  return Storages[Id].Roots;
}

bool Engine::isShownElsewhere(Node *N, unsigned Times) {
  return any_of(rootsOf(N),
                [&](unsigned Id) { return Storages[Id].Shown > Times; });
}

/// Whether the call gives new memory.
static bool isFresh(const Node &N) {
  const OpTarget *Target = N.isCallFunction() ? N.opTarget() : nullptr;
  return Target && Target->isOperatorOverload() &&
         Target->overloads().size() == 1 &&
         returnsFreshMemory(Target->overloads().front());
}

static bool isTensor(const Node &N) {
  const Argument *Val = N.val();
  return !Val || Val->kind() == ArgKind::TensorType || Val->isSequence();
}

void Engine::noteBatched(const Node &N, ArrayRef<Argument> Args,
                         const Argument &Result, bool Leaves) {
  SmallVector<Node *, 4> Operands;
  Argument::tuple(Args).forEachNode([&](Node *Operand) {
    if (isTensor(*Operand))
      Operands.push_back(Operand);
  });
  if (isFresh(N))
    Operands.clear();
  SmallVector<unsigned, 2> Roots;
  for (Node *Operand : Operands) {
    // Those outside show it, too.
    unsigned Id = Aliases[aliasOf(Operand)].StorageId;
    if (!Storages[Id].IsInner && !Storages[Id].Shown)
      Storages[Id].Shown = 1;
    for (unsigned Root : rootsOf(Operand))
      if (!is_contained(Roots, Root))
        Roots.push_back(Root);
  }
  Result.forEachNode([&](Node *Part) {
    if (!isTensor(*Part))
      return;
    unsigned Id = Aliases[aliasOf(Part)].StorageId;
    Storages[Id].Roots = Roots;
    Storages[Id].IsInner = !Leaves;
    if (Leaves)
      for (unsigned Root : Roots)
        ++Storages[Root].Shown;
  });
}

static bool isHigherOrder(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target && Target->op().name().starts_with("higher_order.");
}

/// Whether \p G may return memory of what it is given.
static bool returnsInputs(const Graph &G);

/// Whether the graphs that \p Call, of a higher-order operator, calls may
/// return memory of its operands.
static bool returnsOperands(const Node &Call) {
  // They return new memory, whatever they call.
  StringRef Op = Call.opTarget()->op().name();
  if (is_contained({"higher_order.auto_functionalized",
                    "higher_order.auto_functionalized_v2",
                    "higher_order.associative_scan",
                    "higher_order.flex_attention", "higher_order.out_dtype"},
                   Op))
    return false;
  SmallVector<GraphCall, 2> Graphs = graphCallsOf(Call);
  return Graphs.empty() || any_of(Graphs, [](const GraphCall &G) {
           return !G.Body || returnsInputs(*G.Body);
         });
}

bool decomposition::mayShowOperands(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!N.isCall() || (Target && Target->isOperatorOverload()) ||
      N.targetText() == vmap::Begin || N.targetText() == vmap::Enter ||
      N.targetText() == vmap::End)
    return false;
  // One of several results of a call is not a view of the others: it shows what
  // the call shows.
  const Node *Shows = &N;
  Node *Several = N.isGetItem() && N.numOperands() ? N.operand(0) : nullptr;
  const OpTarget *Maker = Several ? Several->opTarget() : nullptr;
  bool IsOverload =
      Maker && Maker->isOperatorOverload() && Maker->overloads().size() == 1;
  if ((Several && Several->val() && Several->val()->isSequence()) ||
      (IsOverload && Maker->overloads().front().returnsSequence()))
    Shows = Several;
  if (isHigherOrder(*Shows))
    return returnsOperands(*Shows);
  Effects E = getEffects(*Shows);
  return E.Unknown || !E.Aliases.empty();
}

/// Whether \p N, as `to`, returns its operand only where it has the type that
/// is asked for, and that has another one.
static bool convertsType(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target || !is_contained({"to", "type_as"}, Target->op().name()))
    return false;
  TensorType New = N.tensorType(),
             Old = N.numOperands() ? N.operand(0)->tensorType() : TensorType();
  return New && Old && New.dtype() != Old.dtype();
}

static bool returnsInputs(const Graph &G) {
  SmallPtrSet<const Node *, 16> Seen;
  SmallVector<const Node *, 8> Work;
  auto Add = [&](const Node *N) {
    if (Seen.insert(N).second)
      Work.push_back(N);
  };
  if (const Node *Output = G.outputNode())
    for (const Use &U : Output->operandUses())
      Add(G.node(U.Value));
  while (!Work.empty()) {
    const Node *N = Work.pop_back_val();
    if (!N->isCall())
      return true;
    if (isHigherOrder(*N)) {
      if (returnsOperands(*N))
        return true;
      continue;
    }
    Effects E = getEffects(*N);
    if (E.Unknown || E.SharesState)
      return true;
    if (!convertsType(*N))
      for_each(E.Aliases, Add);
  }
  return false;
}
