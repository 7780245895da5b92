//===- ValuesReduction.cpp - Reductions, scans and sorting ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/SmallBitVector.h"
#include <cmath>

using namespace fx;
using namespace llvm;

/// The dimensions of `dim`: all of them where it is not given, or empty and
/// \p EmptyIsAll.
static SmallBitVector reducedDims(ValueCall &C, size_t Rank,
                                  bool EmptyIsAll = true) {
  SmallBitVector Gone(Rank);
  Argument Given = C.get("dim");
  if (Given.isInt()) {
    unsigned D = C.wrapDim(Given.asInt(), Rank);
    if (D < Rank)
      Gone.set(D);
  } else if (Given.isNone() || (EmptyIsAll && Given.empty())) {
    Gone.set();
  } else {
    for (int64_t D : C.integers("dim")) {
      unsigned Wrapped = C.wrapDim(D, Rank);
      if (Wrapped < Rank)
        Gone.set(Wrapped);
    }
  }
  return Gone;
}

/// The sizes that are left when they are reduced.
static Dims reducedSizes(ValueCall &C, const TensorValue &T,
                         bool EmptyIsAll = true) {
  bool Keep = C.flag("keepdim");
  SmallBitVector Gone = reducedDims(C, T.rank(), EmptyIsAll);
  Dims Sizes;
  for (size_t I = 0; I != T.rank(); ++I) {
    if (!Gone.test(I))
      Sizes.push_back(T.sizes()[I]);
    else if (Keep)
      Sizes.push_back(1);
  }
  return Sizes;
}

/// Requires that each result is one of some elements.
static void requireElements(ValueCall &C, const TensorValue &T) {
  if (!T || C.failed())
    return;
  SmallBitVector Gone = reducedDims(C, T.rank());
  for (unsigned D : Gone.set_bits())
    C.require(!SymbolicMath::isInt(T.sizes()[D], 0),
              "dimension " + Twine(D) + " is empty: it has no such element");
}

/// The strides of a reduction whose dimensions are put back as views: behind an
/// empty dimension they become zero (torch._prims.broadcast_in_dim).
static Argument broadcastReduction(ValueCall &C, const TensorValue &T,
                                   DType Type) {
  if (T && T.layout() != Layout::Strided)
    return C.fail("the operand is not strided");
  Dims Sizes = reducedSizes(C, T);
  if (!C.flag("keepdim") || C.failed())
    return C.result(Type, Sizes, T.device());
  SymbolicMath &Math = C.math();
  SmallBitVector Gone = reducedDims(C, T.rank());
  Dims Strides(Sizes.size());
  Dim Product = 1, Next = 1;
  for (size_t I = Sizes.size(); I-- != 0;) {
    Strides[I] = Gone.test(I) ? Next : Product;
    if (Gone.test(I))
      continue;
    Next = Math.mul(Product, Sizes[I]);
    Product = Math.mul(Product, Math.max(1, Sizes[I]));
  }
  return C.result(Type, Sizes, Strides, T.device());
}

static Argument reduce(ValueCall &C, const TensorValue &T, DType Type,
                       bool EmptyIsAll = true) {
  if (T && T.layout() != Layout::Strided)
    return C.fail("the operand is not strided");
  return C.result(Type, reducedSizes(C, T, EmptyIsAll), T.device());
}

/// sum, prod: integers are added up in 64 bits.
static Argument sum(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  DType Default = isIntegral(T.dtype(), true) ? DType::Int64 : T.dtype();
  DType Type = C.dtype("dtype", Default);
  // Their zeros are replaced first, which makes another operator of it.
  return C.opName() == "nansum" ? reduce(C, T, Type)
                                : broadcastReduction(C, T, Type);
}

/// amax, amin.
static Argument extremum(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  requireElements(C, T);
  return broadcastReduction(C, T, T.dtype());
}

static void requireFloating(ValueCall &C, const TensorValue &T) {
  C.require(!T || isFloatType(T.dtype()) || isComplexType(T.dtype()),
            "the operand is neither floating point nor complex");
}

/// The type stays: mean, amax, var, ...
static Argument reduction(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.opName() == "nanmean" || C.get("dtype").isNone())
    requireFloating(C, T);
  return reduce(C, T, C.dtype("dtype", T.dtype()));
}

static Argument floatingReduction(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return reduce(C, T, C.dtype("dtype", floatingType(T.dtype())));
}

/// Norms and variances of complex numbers are real.
static Argument realReduction(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return reduce(C, T, realType(C.dtype("dtype", T.dtype())));
}

static Argument variance(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return broadcastReduction(C, T, realType(T.dtype()));
}

/// Norms: where nothing but dimensions of size one is reduced and they are
/// kept, the absolute values.
static Argument vectorNorm(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  DType Type = realType(C.dtype("dtype", T.dtype()));
  Argument Order = C.get(C.hasParam("ord") ? "ord" : "p");
  double Number = Order.isFloat() ? Order.asFloat()
                  : Order.isInt() ? double(Order.asInt())
                                  : 2;
  // These are not powers of sums. Only _foreach_powsum converts.
  if (!C.node().targetText().contains("powsum") || !C.isGiven("dtype"))
    requireFloating(C, T);
  if (Number == 0 || std::isinf(Number))
    return broadcastReduction(C, T, Type);
  Argument Result =
      Number == 1 ? broadcastReduction(C, T, Type) : reduce(C, T, Type);
  if (C.failed() || !C.flag("keepdim"))
    return Result;
  SmallBitVector Gone = reducedDims(C, T.rank());
  for (unsigned D : Gone.set_bits())
    if (!SymbolicMath::isInt(T.sizes()[D], 1))
      return Result;
  T = C.converted(T, computationType(C.dtype("dtype", T.dtype())));
  return valueContiguous(C, C.elementwise(T, Type));
}

static Argument cosineSimilarity(ValueCall &C) {
  TensorValue A = C.tensor("x1"), B = C.tensor("x2");
  Promotion Types;
  Types.add(A);
  Types.add(B);
  Dims Sizes = C.broadcast(A.sizes(), B.sizes());
  unsigned D = C.dim("dim", Sizes.size());
  if (C.failed())
    return Argument::none();
  C.require(isFloatType(*Types.result()), "the operands are no floating-point "
                                          "numbers");
  if (!Sizes.empty())
    Sizes.erase(Sizes.begin() + D);
  return C.result(*Types.result(), Sizes, A.device());
}

static Argument twoRealReductions(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  requireFloating(C, T);
  DType Type = realType(T.dtype());
  Argument Spread = C.opName() == "var_mean" ? broadcastReduction(C, T, Type)
                                             : reduce(C, T, Type);
  return valueTuple({Spread, reduce(C, T, T.dtype())});
}

/// all, any.
static Argument booleanReduction(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return reduce(C, T, T.dtype() == DType::UInt8 ? DType::UInt8 : DType::Bool,
                /*EmptyIsAll=*/false);
}

/// argmax, argmin, count_nonzero.
static Argument indexReduction(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.opName().starts_with("arg"))
    requireElements(C, T);
  return reduce(C, T, DType::Int64);
}

/// max, min, median, mode: with a dimension the indices too; with another
/// tensor an elementwise operation.
static Argument reductionWithIndices(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.hasParam("other")) {
    TensorValue Other = C.tensor("other");
    Promotion Types;
    Types.add(T);
    Types.add(Other);
    DType Type = *Types.result();
    for (TensorValue *Operand : {&T, &Other})
      *Operand = C.converted(*Operand, computationType(Type));
    return C.elementwise({T, Other}, Type, /*Expanded=*/true);
  }
  if (!C.hasParam("dim")) {
    // A median of nothing is NaN.
    if (!C.opName().contains("median"))
      requireElements(C, T);
    return C.result(T.dtype(), {}, T.device());
  }
  return valueTuple({reduce(C, T, T.dtype()), reduce(C, T, DType::Int64)});
}

/// aminmax.
static Argument twoReductions(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  requireElements(C, T);
  Argument One = reduce(C, T, T.dtype());
  return valueTuple({One, One});
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// cumsum: integers are added up in 64 bits.
static Argument scan(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  C.dim("dim", T.rank());
  DType Default = isIntegral(T.dtype(), true) ? DType::Int64 : T.dtype();
  return C.result(C.dtype("dtype", Default), T.sizes(), T.device());
}

static Argument scanOfSameType(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.result(T.dtype(), T.sizes(), T.device());
}

static Argument scanWithIndices(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueTuple({C.result(T.dtype(), T.sizes(), T.device()),
                     C.result(DType::Int64, T.sizes(), T.device())});
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

static Argument sort(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueTuple(
      {C.elementwise(T, T.dtype()), C.elementwise(T, DType::Int64)});
}

static Argument argsort(ValueCall &C) {
  return C.elementwise(C.tensor(0u), DType::Int64);
}

static Argument topk(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Dims Sizes(T.sizes());
  unsigned D = C.dim("dim", T.rank());
  if (C.failed())
    return Argument::none();
  Dim Count = C.size("k"), All = Sizes.empty() ? Dim(1) : Dim(Sizes[D]);
  if (Count.isInt() && All.isInt())
    C.require(Count.asInt() >= 0 && Count.asInt() <= All.asInt(),
              "there are no " + Twine(Count.asInt()) + " among " +
                  Twine(All.asInt()));
  if (!Sizes.empty())
    Sizes[D] = Count;
  return valueTuple({C.result(T.dtype(), Sizes, T.device()),
                     C.result(DType::Int64, Sizes, T.device())});
}

/// kthvalue: one of each.
static Argument kthValue(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  unsigned D = C.dim("dim", T.rank());
  Dim Count = C.size("k");
  if (C.failed())
    return Argument::none();
  requireElements(C, T);
  Dim All = T.rank() ? Dim(T.sizes()[D]) : Dim(1);
  if (Count.isInt() && All.isInt())
    C.require(Count.asInt() >= 1 && Count.asInt() <= All.asInt(),
              "there is no " + Twine(Count.asInt()) + "th value among " +
                  Twine(All.asInt()));
  return valueTuple({reduce(C, T, T.dtype()), reduce(C, T, DType::Int64)});
}

/// searchsorted(sorted, self) and bucketize(self, boundaries).
static Argument search(ValueCall &C) {
  DType Type = C.flag("out_int32") ? DType::Int32 : DType::Int64;
  bool IsBucket = C.hasParam("boundaries");
  TensorValue Sorted = C.tensor(IsBucket ? "boundaries" : "sorted_sequence");
  TensorValue T(C.get("self"));
  if (C.failed())
    return Argument::none();
  if (Sorted.rank() != 1) {
    C.require(!IsBucket && T, "the boundaries have " + Twine(Sorted.rank()) +
                                  " dimensions, and may have one");
    // One row of boundaries for each row of numbers.
    if (!IsBucket && T &&
        C.require(T.rank() == Sorted.rank() && T.rank(),
                  "the boundaries have other dimensions than the numbers"))
      requireSameSizes(C, T.sizes(), Sorted.sizes(), T.rank() - 1);
  }
  if (C.failed())
    return Argument::none();
  return T ? C.result(Type, T.sizes(), T.device())
           : C.result(Type, {}, Sorted.device());
}

static Argument histc(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.result(T.dtype(), {C.size("bins")}, T.device());
}

/// diff: as many fewer as differences are taken, and what is put around.
static Argument diff(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  requireAtLeast(C, C.get("n"), 0, "the number of differences");
  if (T.rank() == 0)
    return C.mismatch("the operand has no dimension");
  Dims Sizes(T.sizes());
  if (SymbolicMath::isInt(C.get("n"), 0))
    return C.elementwise(T, T.dtype());
  unsigned D = C.dim("dim", T.rank());
  if (C.failed())
    return Argument::none();
  // No more differences are taken than there are elements.
  if (C.math().hint(Sizes[D]) == 0 && !C.isGiven("prepend") &&
      !C.isGiven("append"))
    return T.value();
  for (StringRef Name : {"prepend", "append"})
    if (TensorValue Extra = C.optionalTensor(Name); Extra)
      Sizes[D] =
          C.math().add(Sizes[D], Extra.rank() > D ? Extra.sizes()[D] : Dim(1));
  if (C.isGiven("prepend") || C.isGiven("append"))
    T = TensorValue(C.result(T, Sizes));
  // The last elements minus the first ones, as often as there is a difference.
  // Many of them leave no other order of dimensions than some.
  constexpr int64_t Enough = 8;
  DType Type = T.dtype();
  ValueSteps Step(C, Type);
  int64_t Times = std::min(C.integer("n"), C.math().hint(Sizes[D]));
  if (Times > Enough) {
    Sizes[D] = C.math().sub(Sizes[D], Times - Enough);
    Times = Enough;
  }
  for (; Times > 0 && !C.failed(); --Times) {
    Sizes[D] = C.math().sub(Sizes[D], 1);
    TensorValue Part(C.result(Type, Sizes, T.strides(), T.device()));
    if (!Part)
      return Argument::none();
    Part = C.converted(Part, computationType(Type));
    T = Step({Part, Part});
  }
  return C.failed() ? Argument::none()
                    : C.result(Type, T.sizes(), T.strides(), T.device());
}

/// dist: one number.
static Argument oneNumber(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Promotion Types;
  Types.add(T);
  Types.add(C.tensor("other"));
  return C.result(realType(*Types.result()), {}, T.device());
}

/// trapezoid: a dimension less. Between places that are not a vector and values
/// LibTorch broadcasts what is between the samples, of which there is one less,
/// and sums along the dimension that the values alone have decided.
static Argument trapezoid(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  Dims Sizes(T.sizes());
  TensorValue X = C.optionalTensor("x");
  // There is nothing to multiply by in what is empty.
  if (C.math().hint(T.sizes()[D]) == 0) {
    Sizes.erase(Sizes.begin() + D);
    return C.result(T.dtype(), Sizes, T.device());
  }
  // Places without dimensions get those of the values before types promote.
  DType Type = T.dtype();
  if (X)
    Type = promoteTypes(Type, X.dtype());
  C.require(T.dtype() != DType::Bool && (!X || X.dtype() != DType::Bool),
            "an operand is of truth values");
  if (X && X.rank() == 1 && surelyDiffer(X.sizes()[0], T.sizes()[D]))
    return C.mismatch("there is not one place for each value");
  if (X && X.rank() != 1) {
    Dims Places(X.sizes());
    if (Places.size() < Sizes.size())
      Places.insert(Places.begin(), Sizes.size() - Places.size(), Dim(1));
    auto Between = [&](Dim Samples) {
      return C.math().max(0, C.math().sub(Samples, 1));
    };
    bool SameCount = Places[D] == Sizes[D] && Places.size() == Sizes.size();
    Places[D] = SameCount ? Dim(1) : Between(Places[D]);
    Sizes[D] = SameCount ? Dim(1) : Between(Sizes[D]);
    Sizes = C.broadcast(Sizes, Places);
  }
  if (C.failed())
    return Argument::none();
  Sizes.erase(Sizes.begin() + D);
  return C.result(floatingType(Type), Sizes, T.device());
}

/// multinomial: as many as were asked for, from each row.
static Argument multinomial(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (C.failed() || !C.require(T.rank() == 1 || T.rank() == 2,
                               "the weights have " + Twine(T.rank()) +
                                   " dimensions, and may have one or two"))
    return Argument::none();
  Dims Sizes(T.sizes().drop_back());
  Sizes.push_back(C.size("num_samples"));
  return C.result(DType::Int64, Sizes, T.device());
}

static Argument trace(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  C.require(!T || T.rank() == 2, "the trace is that of a matrix");
  return C.result(isIntegral(T.dtype(), true) ? DType::Int64 : T.dtype(), {},
                  T.device());
}

static constexpr NamedValueRule Rules[] = {
    {"argsort", argsort},
    {"boolean-reduction", booleanReduction},
    {"cosine-similarity", cosineSimilarity},
    {"diff", diff},
    {"extremum", extremum},
    {"floating-reduction", floatingReduction},
    {"histc", histc},
    {"index-reduction", indexReduction},
    {"kthvalue", kthValue},
    {"multinomial", multinomial},
    {"one-number", oneNumber},
    {"real-reduction", realReduction},
    {"reduction", reduction},
    {"reduction-with-indices", reductionWithIndices},
    {"scan", scan},
    {"scan-of-same-type", scanOfSameType},
    {"scan-with-indices", scanWithIndices},
    {"search", search},
    {"sort", sort},
    {"sum", sum},
    {"topk", topk},
    {"trace", trace},
    {"trapezoid", trapezoid},
    {"two-real-reductions", twoRealReductions},
    {"two-reductions", twoReductions},
    {"variance", variance},
    {"vector-norm", vectorNorm},
};

ArrayRef<NamedValueRule> fx::reductionValueRules() { return Rules; }
