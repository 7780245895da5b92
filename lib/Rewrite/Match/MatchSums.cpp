//===- MatchSums.cpp - Matches sums and products --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "fx/IR/FormulaArith.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The operands of \p N as of a sum or product of two; a division by a number
/// is a product, and a difference to a number a sum.
bool Matcher::takeApart(Node *N, bool IsProduct, Argument Operands[2]) {
  CallShape &Shape = Shapes.get(*N);
  StringRef Op = Shape.Op ? Shape.Op->name() : "";
  bool Inverts = Op == "div" || Op == "sub";
  if (Op != (IsProduct ? "mul" : "add") && Op != (IsProduct ? "div" : "sub"))
    return false;
  for (size_t I = 0; I != Shape.Params.size(); ++I) {
    if (I < 2)
      Operands[I] = Shapes.value(*N, Shape.Params[I]);
    else if (!Shape.Params[I].IsDefault)
      return false;
  }
  if (Shape.Params.size() < 2 || !Effects.get(*N).isRemovable())
    return false;
  if (!Inverts)
    return true;
  Argument Number = Operands[1];
  if (!Number.isInt() && !Number.isFloat())
    return false;
  Expected<Argument> Other =
      IsProduct ? formula::foldBinary(*P.Ctx, "/", Argument(1.0), Number)
                : formula::foldUnary("-", Number);
  if (!Other) {
    consumeError(Other.takeError());
    return false;
  }
  Operands[1] = *Other;
  return true;
}

/// Takes operands apart from \p From on until there are as many as the pattern
/// has, in every way.
void Matcher::findVariants(const Pattern &Pat, Variant Current, size_t From) {
  constexpr size_t MaxVariants = 32;
  if (Variants.size() >= MaxVariants)
    return;
  if (Current.Leaves.size() == Pat.Kids.size()) {
    Variants.push_back(std::move(Current));
    return;
  }
  for (size_t I = From; I != Current.Leaves.size(); ++I) {
    Node *Leaf = Current.Leaves[I].asNode();
    Argument Operands[2];
    if (!Leaf || !Leaf->isCall() || !Leaf->hasOneUser() ||
        !is_contained(Pat.Heads, Shapes.number(*Leaf)) ||
        !takeApart(Leaf, Pat.IsProduct, Operands))
      continue;
    Variant Next = Current;
    Next.Inner.push_back(Leaf);
    Next.Leaves[I] = Operands[0];
    Next.Leaves.insert(Next.Leaves.begin() + I + 1, Operands[1]);
    findVariants(Pat, std::move(Next), I);
  }
}

bool Matcher::stepNAry(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  Node *N = G.Subject.asNode();
  Argument Operands[2];
  if (!mayFit(Pat, G.Subject) || !takeApart(N, Pat.IsProduct, Operands))
    return miss(Pat, G.Subject,
                Pat.IsProduct ? "a product is wanted" : "a sum is wanted");
  uint32_t First = Variants.size();
  if (Alternative == 0 && Pat.Kids.size() <= MaxLeaves)
    findVariants(Pat, {{Operands[0], Operands[1]}, {N}}, 0);
  if (Alternative == 0 && First == Variants.size())
    return miss(Pat, G.Subject, "it has another number of operands");
  uint32_t Which = Alternative ? Alternative - 1 : First;
  // The variants of one sum follow one another; the last one ends them.
  if (Which + 1 < Variants.size() && Variants[Which + 1].Inner.front() == N &&
      Variants[Which + 1].Leaves.size() == Pat.Kids.size())
    later(G, Which + 2);
  for (Node *Inner : Variants[Which].Inner)
    cover(Inner);
  if (Pat.SlotOf != NoSlot && !bind(Pat.SlotOf, G.Subject))
    return false;
  Goal Assign;
  Assign.Kind = Goal::Assign;
  Assign.Pat = G.Pat;
  Assign.Next = G.Next;
  Assign.Variant = Which;
  Rest = push(std::move(Assign));
  return true;
}

/// Gives the next operand of the pattern one of the leaves that are left.
bool Matcher::stepAssign(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  if (G.Operand == Pat.Kids.size()) {
    Rest = G.Next;
    return true;
  }
  ArrayRef<Argument> Leaves = Variants[G.Variant].Leaves;
  PatternId Kid = Pat.Kids[G.Operand];
  for (uint32_t I = Alternative; I != Leaves.size(); ++I) {
    if (G.Used >> I & 1 || !mayFit(R->Patterns[Kid], Leaves[I]))
      continue;
    if (I + 1 != Leaves.size())
      later(G, I + 1);
    Goal Next = G;
    Next.Used |= 1u << I;
    ++Next.Operand;
    Rest = pushMatch(Kid, Leaves[I], push(std::move(Next)));
    return true;
  }
  return miss(Pat, Argument(), "no operand is left that fits");
}
