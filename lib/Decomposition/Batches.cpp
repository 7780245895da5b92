//===- Batches.cpp - Memory that calls which stay show --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls inside torch.vmap stay as they are, and so do views that only Python
// spells. What comes out may be a view of what went in, or two results may show
// the same memory, in a way that no view of the engine describes. Such memory
// is read, but not written.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/SchemaMemory.h"

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
