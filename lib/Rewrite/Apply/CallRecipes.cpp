//===- CallRecipes.cpp - Calls that results made before -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallRecipes.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Recipes of one call; then the oldest goes.
static constexpr unsigned MaxRecipes = 8;

/// What stands in a key for \p A; null where nothing can: a node whose value is
/// not known, or nodes in a list.
static const Argument *keyOf(const Argument &A) {
  if (A.isNode())
    return A.asNode()->val();
  return A.containsNode() ? nullptr : &A;
}

CallRecipe *CallRecipes::find(const Term &T, const OpInfo &Op,
                              bool UsesOverloads, ArrayRef<Argument> Args) {
  auto It = Known.find(&T);
  if (It == Known.end())
    return nullptr;
  for (CallRecipe &R : It->second.List) {
    if (R.Op != &Op || R.UsesOverloads != UsesOverloads ||
        R.Key.size() != Args.size())
      continue;
    bool IsSame = all_of(zip(R.Key, Args), [](auto P) {
      auto &[Wanted, Given] = P;
      const Argument *Key = keyOf(Given);
      return Key && *Key == Wanted;
    });
    if (IsSame)
      return &R;
  }
  return nullptr;
}

CallRecipe *CallRecipes::add(const Term &T, const OpInfo &Op,
                             bool UsesOverloads, ArrayRef<Argument> Args,
                             const Node &N, StringRef Name) {
  CallRecipe R;
  SmallVector<const Node *, 4> Nodes;
  for (const Argument &A : Args) {
    const Argument *Key = keyOf(A);
    // Where a node stands twice, which operand is which argument is not known.
    if (!Key || (A.isNode() && is_contained(Nodes, A.asNode())))
      return nullptr;
    Nodes.push_back(A.asNode());
    R.Key.push_back(*Key);
  }
  for (unsigned I = 0; I != N.numOperands(); ++I) {
    auto It = llvm::find(Nodes, N.operand(I));
    if (It == Nodes.end())
      return nullptr;
    R.Operands.push_back(It - Nodes.begin());
  }
  R.UsesOverloads = UsesOverloads;
  R.Op = &Op;
  R.Kind = N.op();
  R.Target = N.target();
  R.Spec = N.specId();
  R.Name = Name;
  Recipes &Of = Known[&T];
  if (Of.List.size() < MaxRecipes)
    return &Of.List.emplace_back(std::move(R));
  CallRecipe &Old = Of.List[Of.Oldest++ % MaxRecipes];
  Old = std::move(R);
  return &Old;
}

/// What a symbol is may depend on the call.
static bool hasSymbol(const Argument &A) {
  return A.kind() == ArgKind::SymExpr || any_of(A.elements(), hasSymbol);
}

void CallRecipes::noteValue(CallRecipe &R, const Node &N) {
  const MetaDict &Meta = N.meta();
  if (Meta.entries().size() == 1 && N.val() && !hasSymbol(*N.val()) &&
      none_of(R.Key, hasSymbol))
    R.Meta = &Meta;
}

Node *CallRecipes::make(const CallRecipe &R, ArrayRef<Argument> Args,
                        Graph &G) {
  SmallVector<Node *, 4> Operands;
  for (uint8_t I : R.Operands)
    Operands.push_back(Args[I].asNode());
  Name New =
      !R.Name.empty()
          ? G.names().createName(R.Name)
          : G.names().createNameFor(R.Target, R.Kind == Opcode::CallFunction
                                                  ? TargetNaming::Callable
                                                  : TargetNaming::Path);
  return G.createNamed(R.Kind, R.Target, R.Spec, Operands, New, Symbol());
}
