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
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

namespace {
/// Letters stand for 0 to 51, upper case first; an ellipsis for 52.
constexpr unsigned Ellipsis = 52, NumLabels = 53;
using Labels = SmallVector<unsigned, 8>;

class Einsum {
public:
  Einsum(ValueCall &C, ArrayRef<TensorValue> Tensors)
      : C(C), Math(C.math()), Tensors(Tensors) {}
  Argument run(StringRef Equation);

private:
  bool parse(StringRef Text, Labels &Into);
  bool parseTerms(StringRef Equation);
  bool orderLabels();
  TensorValue withAllDims(const TensorValue &T, ArrayRef<unsigned> Term);
  TensorValue summed(const TensorValue &T, ArrayRef<unsigned> Along);
  TensorValue product(TensorValue A, TensorValue B, ArrayRef<unsigned> SumDims);
  bool isOne(const TensorValue &T, unsigned D) const {
    return SymbolicMath::isInt(T.sizes()[D], 1);
  }

  ValueCall &C;
  SymbolicMath &Math;
  ArrayRef<TensorValue> Tensors;
  SmallVector<Labels, 3> Terms;
  Labels Output;
  bool HasOutput = false;
  unsigned EllipsisRank = 0, OutputRank = 0, Rank = 0;
  int Places[NumLabels];
};
} // namespace

bool Einsum::parse(StringRef Text, Labels &Into) {
  while (!Text.empty()) {
    char Letter = Text.front();
    if (Text.consume_front("...")) {
      if (is_contained(Into, Ellipsis))
        return false;
      Into.push_back(Ellipsis);
      continue;
    }
    if (Letter >= 'A' && Letter <= 'Z')
      Into.push_back(Letter - 'A');
    else if (Letter >= 'a' && Letter <= 'z')
      Into.push_back(Letter - 'a' + 26);
    else
      return false;
    Text = Text.drop_front();
  }
  return true;
}

bool Einsum::parseTerms(StringRef Equation) {
  std::string Text;
  for (char Letter : Equation)
    if (Letter != ' ')
      Text += Letter;
  auto [Left, Right] = StringRef(Text).split("->");
  HasOutput = StringRef(Text).contains("->");
  SmallVector<StringRef, 4> Parts;
  Left.split(Parts, ',');
  if (Parts.size() != Tensors.size() || !parse(Right, Output))
    return false;
  for (auto [Part, T] : zip(Parts, Tensors)) {
    Labels Term;
    if (!parse(Part, Term) || T.strides().size() != T.rank())
      return false;
    bool Any = is_contained(Term, Ellipsis);
    size_t Named = Term.size() - Any;
    if (Any ? Named > T.rank() : Named != T.rank())
      return false;
    if (Any)
      EllipsisRank = std::max<unsigned>(EllipsisRank, T.rank() - Named);
    Terms.push_back(std::move(Term));
  }
  return true;
}

/// Where each label stands among all dimensions.
bool Einsum::orderLabels() {
  unsigned Counts[NumLabels] = {};
  for (const Labels &Term : Terms)
    for (unsigned Label : Term)
      ++Counts[Label];
  if (!HasOutput) {
    Output.push_back(Ellipsis);
    for (unsigned Label = 0; Label != Ellipsis; ++Label)
      if (Counts[Label] == 1)
        Output.push_back(Label);
  }
  std::fill(std::begin(Places), std::end(Places), -1);
  auto Place = [&](unsigned Label) {
    Places[Label] = Rank;
    Rank += Label == Ellipsis ? EllipsisRank : 1;
  };
  for (unsigned Label : Output) {
    if (Places[Label] != -1 || (!Counts[Label] && Label != Ellipsis))
      return false;
    Place(Label);
  }
  OutputRank = Rank;
  for (unsigned Label = 0; Label != NumLabels; ++Label)
    if (Counts[Label] && Places[Label] == -1)
      Place(Label);
  return true;
}

/// An operand with one dimension for each label; a label that it has twice
/// stands for the diagonal.
TensorValue Einsum::withAllDims(const TensorValue &T, ArrayRef<unsigned> Term) {
  Dims Sizes(Rank, Dim(1)), Strides(Rank, Dim(1));
  SmallVector<bool, 8> Known(Rank, false);
  unsigned D = 0;
  for (unsigned Label : Term) {
    if (Label != Ellipsis) {
      unsigned P = Places[Label];
      if (Known[P] && !C.same(Sizes[P], T.sizes()[D])) {
        C.fail("the equation does not fit the operands");
        return {};
      }
      Strides[P] =
          Known[P] ? Math.add(Strides[P], T.strides()[D]) : T.strides()[D];
      Sizes[P] = T.sizes()[D++];
      Known[P] = true;
      continue;
    }
    // Its own are the last of them.
    unsigned Present = T.rank() - (Term.size() - 1);
    for (unsigned I = EllipsisRank - Present; I != EllipsisRank; ++I) {
      Sizes[Places[Ellipsis] + I] = T.sizes()[D];
      Strides[Places[Ellipsis] + I] = T.strides()[D++];
    }
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

Argument Einsum::run(StringRef Equation) {
  if (!parseTerms(Equation) || !orderLabels())
    return C.fail("the equation does not fit the operands");
  SmallVector<TensorValue, 4> Operands;
  SmallVector<unsigned, 8> Uses(Rank, 0);
  for (auto [T, Term] : zip(Tensors, Terms)) {
    TensorValue Whole = withAllDims(T, Term);
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
  Argument Equation = C.get("equation");
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  if (!Equation.isString() || C.failed())
    return C.fail("there is no equation");
  return Einsum(C, Tensors).run(Equation.str());
}

static constexpr NamedValueRule Rules[] = {{"einsum", einsum}};

ArrayRef<NamedValueRule> fx::einsumValueRules() { return Rules; }
