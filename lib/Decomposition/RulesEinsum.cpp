//===- RulesEinsum.cpp - Sums of products by labels -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/Analysis/EinsumEquation.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// The sum over \p SumDims of the products, those dimensions kept, by one
/// product of matrices. Both have dimensions of size 1 where they lack one.
static Value sumOfProducts(Call &C, Value Left, Value Right,
                           ArrayRef<int64_t> SumDims) {
  SmallVector<int64_t, 8> Both, OnlyLeft, OnlyRight, Summed;
  Dim BothSize = 1, LeftSize = 1, RightSize = 1, SumSize = 1;
  Dims L = Left.sizes(), R = Right.sizes();
  for (int64_t I = 0; I != int64_t(L.size()); ++I) {
    bool InLeft = !Call::isInt(L[I], 1), InRight = !Call::isInt(R[I], 1);
    if (is_contained(SumDims, I)) {
      Summed.push_back(I);
      SumSize = C.mul(SumSize, L[I]);
    } else if (InLeft && InRight) {
      Both.push_back(I);
      BothSize = C.mul(BothSize, L[I]);
    } else if (InLeft) {
      OnlyLeft.push_back(I);
      LeftSize = C.mul(LeftSize, L[I]);
    } else {
      OnlyRight.push_back(I);
      RightSize = C.mul(RightSize, R[I]);
    }
  }
  // The operands change places where that puts all in order.
  if (!OnlyLeft.empty() && !OnlyRight.empty() &&
      OnlyRight.back() < OnlyLeft.front())
    return sumOfProducts(C, Right, Left, SumDims);
  SmallVector<int64_t, 8> OrderL, OrderR, Order(L.size());
  Dims Shape;
  auto Append = [](SmallVectorImpl<int64_t> &To, ArrayRef<int64_t> Items) {
    To.append(Items.begin(), Items.end());
  };
  for (ArrayRef<int64_t> Part :
       {ArrayRef<int64_t>(Both), ArrayRef<int64_t>(OnlyLeft),
        ArrayRef<int64_t>(Summed), ArrayRef<int64_t>(OnlyRight)})
    Append(OrderL, Part);
  for (ArrayRef<int64_t> Part :
       {ArrayRef<int64_t>(Both), ArrayRef<int64_t>(Summed),
        ArrayRef<int64_t>(OnlyRight), ArrayRef<int64_t>(OnlyLeft)})
    Append(OrderR, Part);
  for (size_t I = 0; I != OrderL.size(); ++I)
    Order[OrderL[I]] = I;
  for (int64_t I : Both)
    Shape.push_back(L[I]);
  for (int64_t I : OnlyLeft)
    Shape.push_back(L[I]);
  for (size_t I = 0; I != Summed.size(); ++I)
    Shape.push_back(Dim(1));
  for (int64_t I : OnlyRight)
    Shape.push_back(R[I]);
  Left = C.reshape(C.call("permute", {Left, Call::list(OrderL)}),
                   {BothSize, LeftSize, SumSize});
  Right = C.reshape(C.call("permute", {Right, Call::list(OrderR)}),
                    {BothSize, SumSize, RightSize});
  Value Product = C.call("bmm", {Left, Right});
  return C.call("permute", {C.call("view", {Product, Call::list(Shape)}),
                            Call::list(Order)});
}

/// \p V with all dimensions of the product; \p Labels names those that it has.
static Value withAllDims(Call &C, Value V, ArrayRef<unsigned> Labels,
                         const EinsumEquation &Equation) {
  SmallVector<int64_t, 16> Order(Equation.rank(), -1);
  std::array<int64_t, EinsumEquation::NumLabels> At;
  At.fill(-1);
  int64_t J = 0;
  int64_t Missing =
      Equation.dotsRank() - (V.rank() - (int64_t(Labels.size()) - 1));
  for (unsigned Label : Labels) {
    unsigned Place = Equation.place(Label);
    if (Label == EinsumEquation::Dots) {
      for (int64_t K = 0; K < Missing; ++K)
        V = C.call("unsqueeze", {V, J});
      for (unsigned K = 0; K != Equation.dotsRank(); ++K)
        Order[Place + K] = J++;
    } else if (At[Label] >= 0) {
      // The same label twice is a diagonal.
      V = C.call("diagonal", {V, 0, At[Label], J});
      V = C.call("movedim.int", {V, -1, At[Label]});
    } else {
      At[Label] = J;
      Order[Place] = J++;
    }
  }
  for (int64_t &O : Order)
    if (O < 0) {
      V = C.call("unsqueeze", {V, J});
      O = J++;
    }
  return C.call("permute", {V, Call::list(Order)});
}

static Value einsum(Call &C) {
  std::optional<EinsumEquation> Equation = EinsumEquation::parse(C.text(0));
  SmallVector<Value, 6> Operands = C.values(1);
  SmallVector<size_t, 6> Ranks;
  for (const Value &V : Operands)
    Ranks.push_back(V.rank());
  if (!Equation)
    return C.fail("the equation '" + C.text(0) + "' is malformed");
  if (!Equation->fit(Ranks) || Operands.empty()) {
    std::string Found =
        join(map_range(Ranks, [](size_t R) { return utostr(R); }), ", ");
    return C.fail("the equation '" + C.text(0) + "' does not fit operands of " +
                  "rank " + Found);
  }
  int64_t Total = Equation->rank(), NumOut = Equation->outputRank();
  SmallVector<int, 16> Uses(Total, 0);
  for (auto [V, Labels] : zip(Operands, Equation->operands())) {
    V = withAllDims(C, V, Labels, *Equation);
    Dims Sizes = V.sizes();
    for (int64_t D = NumOut; D != Total; ++D)
      Uses[D] += !Call::isInt(Sizes[D], 1);
    if (C.failed())
      return C.none();
  }

  Value Result = Operands[0];
  for (size_t I = 1; I != Operands.size(); ++I) {
    Value Right = Operands[I];
    Dims L = Result.sizes(), R = Right.sizes();
    SmallVector<int64_t, 8> SumDims, LeftDims, RightDims;
    for (int64_t D = NumOut; D != Total; ++D) {
      bool InLeft = !Call::isInt(L[D], 1), InRight = !Call::isInt(R[D], 1);
      if (InLeft && InRight) {
        if (--Uses[D] == 1) {
          SumDims.push_back(D);
          Uses[D] = 0;
        }
      } else if (Uses[D] == 1) {
        if (InLeft)
          LeftDims.push_back(D);
        else if (InRight)
          RightDims.push_back(D);
        else
          continue;
        Uses[D] = 0;
      }
    }
    if (!LeftDims.empty())
      Result = sumOf(Result, LeftDims, true);
    if (!RightDims.empty())
      Right = sumOf(Right, RightDims, true);
    Result = SumDims.empty() ? Result * Right
                             : sumOfProducts(C, Result, Right, SumDims);
  }
  if (Total == NumOut)
    return Result;
  if (Operands.size() > 1) {
    Dims Sizes = Result.sizes();
    return C.call("view", {Result, Call::list(Dims(Sizes.begin(),
                                                   Sizes.begin() + NumOut))});
  }
  SmallVector<int64_t, 8> Rest;
  for (int64_t D = NumOut; D != Total; ++D)
    Rest.push_back(D);
  return sumOf(Result, Rest);
}

ArrayRef<Entry> fx::decomposition::einsumRules() {
  static const Entry Rules[] = {
      {"einsum", einsum},
  };
  return Rules;
}
