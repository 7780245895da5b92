//===- ValuesEinsum.cpp - Einstein sums -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As at::einsum does it, from left to right: each operand gets all dimensions,
// those of the result before those that are summed up; two operands are a
// product of matrices in batches, whose dimensions are put in order afterwards.
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/Analysis/EinsumEquation.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

namespace {
class Einsum {
public:
  Einsum(ValueCall &C, const EinsumEquation &Equation)
      : C(C), Math(C.math()), Equation(Equation), Rank(Equation.rank()) {}
  Argument run(ArrayRef<TensorValue> Tensors);

private:
  TensorValue withAllDims(const TensorValue &T, ArrayRef<unsigned> Labels);
  TensorValue summed(const TensorValue &T, ArrayRef<unsigned> Along);
  TensorValue product(TensorValue A, TensorValue B, ArrayRef<unsigned> SumDims);
  bool isOne(const TensorValue &T, unsigned D) const {
    return SymbolicMath::isInt(T.sizes()[D], 1);
  }

  ValueCall &C;
  SymbolicMath &Math;
  const EinsumEquation &Equation;
  unsigned Rank;
};
} // namespace

/// An operand with one dimension for each label; a label that it has twice
/// stands for the diagonal.
TensorValue Einsum::withAllDims(const TensorValue &T,
                                ArrayRef<unsigned> Labels) {
  Dims Sizes(Rank, Dim(1)), Strides(Rank, Dim(1));
  SmallVector<bool, 8> Known(Rank, false);
  unsigned D = 0;
  for (unsigned Label : Labels) {
    unsigned P = Equation.place(Label);
    if (Label == EinsumEquation::Dots) {
      // Its own are the last of them.
      unsigned Present = T.rank() - (Labels.size() - 1);
      P += Equation.dotsRank() - Present;
      for (unsigned I = 0; I != Present; ++I) {
        Sizes[P + I] = T.sizes()[D];
        Strides[P + I] = T.strides()[D++];
      }
      continue;
    }
    if (Known[P] && !C.same(Sizes[P], T.sizes()[D])) {
      C.fail("the equation does not fit the operands");
      return {};
    }
    Strides[P] =
        Known[P] ? Math.add(Strides[P], T.strides()[D]) : T.strides()[D];
    Sizes[P] = T.sizes()[D++];
    Known[P] = true;
  }
  return TensorValue(
      C.result(T.dtype(), Sizes, Strides, T.device(), T.offset()));
}

static DType sumType(DType T) {
  return isIntegral(T, /*IncludingBool=*/true) ? DType::Int64 : T;
}

/// sum(Along, keepdim=True).
TensorValue Einsum::summed(const TensorValue &T, ArrayRef<unsigned> Along) {
  Dims Sizes(T.sizes());
  for (unsigned D : Along)
    Sizes[D] = 1;
  return TensorValue(C.result(sumType(T.dtype()), Sizes, T.device()));
}

/// at::native::sumproduct_pair.
TensorValue Einsum::product(TensorValue A, TensorValue B,
                            ArrayRef<unsigned> SumDims) {
  if (SumDims.empty()) {
    Promotion Types;
    Types.add(A);
    Types.add(B);
    return TensorValue(C.elementwise({A, B}, *Types.result()));
  }
  if (A.dtype() != B.dtype())
    return TensorValue(C.mismatch("it multiplies " + toString(A.dtype()) +
                                  " and " + toString(B.dtype())));
  Dims Sizes = C.broadcast(A.sizes(), B.sizes()), Turned, Strides(Rank);
  if (C.failed())
    return {};
  SmallVector<unsigned, 8> Both, OnlyA, OnlyB;
  for (unsigned D = 0; D != Rank; ++D) {
    if (is_contained(SumDims, D))
      continue;
    bool InA = !isOne(A, D), InB = !isOne(B, D);
    (InA && InB ? Both : InA ? OnlyA : OnlyB).push_back(D);
  }
  // The operands change places where that puts all in order.
  bool Swaps = !OnlyA.empty() && !OnlyB.empty() && OnlyB.back() < OnlyA.front();
  SmallVector<unsigned, 8> Order(Both);
  append_range(Order, Swaps ? OnlyB : OnlyA);
  append_range(Order, SumDims);
  append_range(Order, Swaps ? OnlyA : OnlyB);
  for (unsigned D : SumDims)
    Sizes[D] = 1;
  for (unsigned D : Order)
    Turned.push_back(Sizes[D]);
  Dims Packed = C.contiguousStrides(Turned);
  for (auto [I, D] : enumerate(Order))
    Strides[D] = Packed[I];
  return TensorValue(C.result(A.dtype(), Sizes, Strides, A.device()));
}

Argument Einsum::run(ArrayRef<TensorValue> Tensors) {
  unsigned OutputRank = Equation.outputRank();
  SmallVector<TensorValue, 4> Operands;
  SmallVector<unsigned, 8> Uses(Rank, 0);
  for (auto [T, Labels] : zip(Tensors, Equation.operands())) {
    TensorValue Whole = withAllDims(T, Labels);
    if (!Whole)
      return Argument::none();
    for (unsigned D = 0; D != Rank; ++D)
      Uses[D] += !isOne(Whole, D);
    Operands.push_back(std::move(Whole));
  }
  TensorValue A = Operands[0];
  for (TensorValue B : ArrayRef(Operands).drop_front()) {
    SmallVector<unsigned, 8> SumDims, SumOfA, SumOfB;
    for (unsigned D = OutputRank; D != Rank; ++D) {
      if (!isOne(A, D) && !isOne(B, D)) {
        if (--Uses[D] == 1)
          SumDims.push_back(D);
      } else if (Uses[D] == 1 && (!isOne(A, D) || !isOne(B, D))) {
        (isOne(A, D) ? SumOfB : SumOfA).push_back(D);
      }
    }
    if (!SumOfA.empty())
      A = summed(A, SumOfA);
    if (!SumOfB.empty())
      B = summed(B, SumOfB);
    A = product(A, B, SumDims);
    if (!A)
      return Argument::none();
  }
  Dims Sizes(A.sizes().take_front(OutputRank));
  if (OutputRank == Rank)
    return A.value();
  if (Operands.size() > 1)
    return valueReshape(C, A, Sizes, /*MayCopy=*/false);
  return C.result(sumType(A.dtype()), Sizes, A.device());
}

static Argument einsum(ValueCall &C) {
  Argument Text;
  SmallVector<TensorValue, 4> Tensors;
  if (C.hasParam("args"))
    return C.fail("there is no equation");
  Text = C.get("equation");
  if (C.hasParam("operands")) {
    // torch.functional.einsum takes the operands one by one, too.
    Argument Operands = C.get("operands");
    for (const Argument &Item : Operands.elements())
      if (!Tensors.emplace_back(Item))
        return C.fail("an operand is not a tensor");
  } else {
    Tensors = C.tensors("tensors");
  }
  if (!Text.isString() || C.failed())
    return C.fail("there is no equation");
  std::optional<EinsumEquation> Equation = EinsumEquation::parse(Text.str());
  SmallVector<size_t, 4> Ranks;
  for (const TensorValue &T : Tensors) {
    if (!T.hasStrides())
      return C.fail("the equation does not fit the operands");
    Ranks.push_back(T.rank());
  }
  if (!Equation || !Equation->fit(Ranks))
    return C.fail("the equation does not fit the operands");
  return Einsum(C, *Equation).run(Tensors);
}

static constexpr NamedValueRule Rules[] = {{"einsum", einsum}};

ArrayRef<NamedValueRule> fx::einsumValueRules() { return Rules; }
