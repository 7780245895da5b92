//===- LoweringTraces.cpp - What several runs have in common --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python code that was run on several examples has called the same operators,
// with sizes that differ. Such a size is `A * m + B` or `m // Q`, where m is a
// symbol or the product of two: two examples determine the numbers, and all
// others have to agree.
//
//===----------------------------------------------------------------------===//

#include "LoweringRules.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {

/// Merges graphs node by node.
class TraceMerger {
public:
  TraceMerger(Engine &E, ExportedProgram &P, size_t NumTraces);

  bool run(ArrayRef<std::unique_ptr<GraphModule>> Traces);

private:
  using Numbers = SmallVector<int64_t, NumExamples>;
  struct Monomial {
    Argument Expr;
    Numbers Values;
  };

  bool mergeNode(ArrayRef<Node *> Nodes);
  std::optional<Argument> merge(ArrayRef<Argument> Versions);
  std::optional<Argument> solve(const Numbers &Values);

  Engine &E;
  ExportedProgram &P;
  SmallVector<Monomial, 8> Monomials;
  /// What nodes of the other traces are in the first.
  SmallVector<NodeMap<Argument>, NumExamples> InFirst;
};

} // namespace

TraceMerger::TraceMerger(Engine &E, ExportedProgram &P, size_t NumTraces)
    : E(E), P(P), InFirst(NumTraces) {
  for (const RangeConstraint &Range : P.Ranges) {
    Monomial Of{Argument::symExpr(Range.Text), {}};
    for (unsigned Scale = 1; Scale <= NumTraces; ++Scale)
      if (std::optional<int64_t> Value = evaluateScaled(P, Range.Text, Scale))
        Of.Values.push_back(*Value);
    if (Of.Values.size() == NumTraces)
      Monomials.push_back(std::move(Of));
  }
  for (size_t I = 0, Count = Monomials.size(); I != Count; ++I)
    for (size_t J = I; J != Count; ++J) {
      Monomial Of;
      Of.Expr = E.math().mul(Monomials[I].Expr, Monomials[J].Expr);
      for (auto [A, B] : zip(Monomials[I].Values, Monomials[J].Values))
        if (int64_t Product; !MulOverflow(A, B, Product))
          Of.Values.push_back(Product);
      if (!Of.Expr.isNone() && Of.Values.size() == NumTraces)
        Monomials.push_back(std::move(Of));
    }
}

std::optional<Argument> TraceMerger::solve(const Numbers &Values) {
  for (const Monomial &M : Monomials) {
    int64_t Step = M.Values[1] - M.Values[0];
    if (Step == 0)
      continue;
    int64_t Factor = (Values[1] - Values[0]) / Step, Offset;
    if (MulOverflow(Factor, M.Values[0], Offset) ||
        SubOverflow(Values[0], Offset, Offset))
      continue;
    auto IsLinear = [&](auto Pair) {
      auto [Value, Of] = Pair;
      int64_t Product;
      return !MulOverflow(Factor, Of, Product) && Value - Offset == Product;
    };
    if (Factor != 0 && all_of(zip(Values, M.Values), IsLinear))
      return E.compute(SymbolicMath::Add,
                       E.compute(SymbolicMath::Mul, M.Expr, Factor), Offset);
    if (Values[0] == 0)
      continue;
    int64_t Divisor = M.Values[0] / Values[0];
    auto IsQuotient = [&](auto Pair) {
      auto [Value, Of] = Pair;
      return Of / Divisor == Value;
    };
    if (Divisor > 1 && all_of(zip(Values, M.Values), IsQuotient))
      return E.compute(SymbolicMath::FloorDiv, M.Expr, Divisor);
  }
  return std::nullopt;
}

std::optional<Argument> TraceMerger::merge(ArrayRef<Argument> Versions) {
  const Argument &First = Versions.front();
  Numbers Values;
  for (const Argument &A : Versions) {
    if (A.kind() != First.kind() ||
        A.elements().size() != First.elements().size())
      return std::nullopt;
    if (A.isInt())
      Values.push_back(A.asInt());
  }
  if (First.isNode()) {
    for (size_t I = 1; I != Versions.size(); ++I)
      if (!(InFirst[I].lookup(Versions[I].asNode()) == First))
        return std::nullopt;
    return First;
  }
  if (First.isInt())
    return all_equal(Values) ? First : solve(Values);
  if (!First.isAggregate() || First.kind() == ArgKind::Complex)
    return all_equal(Versions) ? std::optional<Argument>(First) : std::nullopt;
  SmallVector<Argument, 8> Items;
  for (size_t I = 0; I != First.elements().size(); ++I) {
    SmallVector<Argument, NumExamples> Each;
    for (const Argument &A : Versions)
      Each.push_back(A.elements()[I]);
    std::optional<Argument> Item = merge(Each);
    if (!Item)
      return std::nullopt;
    Items.push_back(*Item);
  }
  return Argument::aggregate(First.kind(), First.symbol(), Items);
}

bool TraceMerger::mergeNode(ArrayRef<Node *> Nodes) {
  Node *First = Nodes.front();
  for (size_t I = 1; I != Nodes.size(); ++I) {
    Node *N = Nodes[I];
    if (N->op() != First->op() || N->numArgs() != First->numArgs() ||
        N->numKwargs() != First->numKwargs() ||
        (N->isCall() && N->target() != First->target()))
      return false;
    InFirst[I][N] = Argument(First);
  }
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  SmallVector<Argument, NumExamples> Each;
  for (unsigned I = 0; I != First->numArgs(); ++I) {
    Each.clear();
    for (Node *N : Nodes)
      Each.push_back(N->arg(I));
    std::optional<Argument> Merged = merge(Each);
    if (!Merged)
      return false;
    Args.push_back(*Merged);
  }
  for (unsigned I = 0; I != First->numKwargs(); ++I) {
    Each.clear();
    for (Node *N : Nodes) {
      if (N->kwargName(I) != First->kwargName(I))
        return false;
      Each.push_back(N->kwargValue(I));
    }
    std::optional<Argument> Merged = merge(Each);
    if (!Merged)
      return false;
    Kwargs.push_back({First->kwargName(I), *Merged});
  }
  First->setArgsKwargs(Args, Kwargs);
  // What the value is for all sizes; a rule may know where this does not.
  Each.clear();
  for (Node *N : Nodes)
    Each.push_back(N->val() ? *N->val() : Argument());
  if (std::optional<Argument> Val = merge(Each); Val && !Val->isNone()) {
    E.math().explain(*Val, P);
    First->setVal(*Val);
  } else {
    First->eraseMeta("val");
  }
  return true;
}

bool TraceMerger::run(ArrayRef<std::unique_ptr<GraphModule>> Traces) {
  if (any_of(Traces, [&](const std::unique_ptr<GraphModule> &M) {
        return M->graph().size() != Traces.front()->graph().size();
      }))
    return false;
  SmallVector<Node *, NumExamples> Nodes;
  for (const std::unique_ptr<GraphModule> &M : Traces)
    Nodes.push_back(M->graph().front());
  while (Nodes.front()) {
    if (!mergeNode(Nodes))
      return false;
    for (Node *&N : Nodes)
      N = N->next();
  }
  return true;
}

bool decomposition::mergeTraces(Engine &E, ExportedProgram &P,
                                ArrayRef<std::unique_ptr<GraphModule>> Traces) {
  return TraceMerger(E, P, Traces.size()).run(Traces);
}
