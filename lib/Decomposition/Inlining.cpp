//===- Inlining.cpp - Regions that only set a mode ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inlining.h"
#include "fx/Analysis/Autocast.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// Converts operands of \p N as the region's mode says. The result keeps the
/// type that it was exported with.
static void castOperands(Graph &G, Node &N, DType Lower,
                         ValueInference &Inference) {
  std::optional<DType> To = autocastType(N, Lower);
  if (!To)
    return;
  InsertionGuard At = G.insertingBefore(&N);
  // The last argument is converted first.
  for (unsigned I = N.numOperands(); I-- > 0;) {
    Node *Operand = N.operand(I);
    TensorType Type = Operand->tensorType();
    if (!isAutocast(Type, "cpu", *To))
      continue;
    KwArg As = {G.context().intern("dtype"), *To};
    Node *Cast = G.callFunction("torch.ops.aten._to_copy.default",
                                {Argument(Operand)}, As);
    Cast->setMeta(N.meta());
    Expected<Argument> Val = Inference.infer(*Cast);
    if (Val)
      Cast->setVal(*Val);
    else
      consumeError(Val.takeError());
    N.setOperand(I, Cast);
  }
}

/// Puts the nodes of the graph at \p Path in the place of \p Call.
static bool inlineRegion(Graph &G, Node &Call, unsigned FirstArg,
                         std::optional<DType> Autocast, bool Detach,
                         ValueInference &Inference,
                         std::set<std::string> &Regions) {
  Node *Region = FirstArg > 0 ? Call.arg(FirstArg - 1).asNode() : nullptr;
  Module *Owner = G.owningModule();
  if (!Region || !Region->isGetAttr() || !Owner)
    return false;
  Module *Callee = Owner->lookup(Region->targetText());
  if (!Callee || !Callee->graph())
    return false;
  Regions.insert(Callee->path());
  InsertionGuard At = G.insertingBefore(&Call);
  SmallVector<Argument, 8> Inputs;
  for (unsigned I = FirstArg; I < Call.numArgs(); ++I) {
    Argument A = Call.arg(I);
    // Where no gradient is wanted, what comes from outside is detached.
    if (Detach && A.isNode() && A.asNode()->tensorType().requiresGrad() &&
        !A.asNode()->isPlaceholder()) {
      Node *Alias = G.callFunction("torch.ops.aten.alias.default", {A});
      Alias->setMeta(A.asNode()->meta());
      A = Argument(Alias);
    }
    Inputs.push_back(A);
  }
  std::optional<Argument> Copied =
      copyBody(G, *Callee->graph(), Region->targetText(), Inputs, [&](Node &N) {
        if (Autocast)
          castOperands(G, N, *Autocast, Inference);
      });
  if (!Copied)
    return false;
  Argument Result = *Copied;
  if (!Result.isSequence())
    Result = Argument::tuple({Result});
  replaceCallWith(Call, Result);
  return G.eraseIfUnused(&Call);
}

bool fx::decomposition::inlineModes(Graph &G, const GraphModule &M,
                                    std::set<std::string> &Regions) {
  ValueInference Inference(G, &M);
  bool Changed = false, HasCasts = false;
  // Regions may hold regions: what was copied is looked at next.
  bool Again = true;
  for (unsigned Round = 0; Again && Round != 64; ++Round) {
    Again = false;
    for (Node *N : G.nodes()) {
      if (!N->isCallFunction())
        continue;
      StringRef Target = N->targetText();
      if (Target == "torch.ops.higher_order.wrap_with_set_grad_enabled" &&
          N->numArgs() >= 2) {
        Again |= inlineRegion(G, *N, 2, std::nullopt,
                              N->arg(0) == Argument(false), Inference, Regions);
      } else if (Target == "torch.ops.higher_order.wrap_with_autocast" &&
                 N->numArgs() >= 5 && N->arg(0).str() == "cpu") {
        std::optional<DType> Lower;
        if (N->arg(2) == Argument(true))
          Lower = N->arg(1).kind() == ArgKind::DType ? N->arg(1).asDType()
                                                     : DType::BFloat16;
        Again |= inlineRegion(G, *N, 5, Lower, false, Inference, Regions);
        HasCasts |= Again && Lower;
      }
    }
    Changed |= Again;
  }
  if (HasCasts)
    correctTypes(G, Inference);
  return Changed;
}
