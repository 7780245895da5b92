//===- ValuesData.cpp - Values that depend on data ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and numbers that only a run determines become new symbols of the
// program, with the limits that PyTorch gives them (torch: unbacked symbols).
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"

using namespace fx;
using namespace llvm;

Dim fx::sizeFromData(ValueCall &C, const Dim &Most, int64_t Least) {
  std::optional<int64_t> Max;
  if (Most.isInt())
    Max = Most.asInt();
  if (C.failed())
    return Argument::none();
  Argument Size = C.math().fresh(/*IsFloat=*/false, Least, Max);
  if (Size.isNone())
    C.fail("the number of results depends on data");
  return Size;
}

/// The places of the elements, as columns of memory.
static Argument nonzero(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Dim Count = sizeFromData(C, C.numel(T.sizes()));
  if (C.failed())
    return Argument::none();
  return C.result(DType::Int64, {Count, int64_t(T.rank())}, {1, Count},
                  T.device());
}

static Argument maskedSelect(ValueCall &C) {
  TensorValue T = C.tensor("self"), Mask = C.tensor("mask");
  Dim Count = sizeFromData(C, C.numel(C.broadcast(T.sizes(), Mask.sizes())));
  return C.failed() ? Argument::none()
                    : C.result(T.dtype(), {Count}, T.device());
}

static Argument bincount(ValueCall &C) {
  TensorValue T = C.tensor("self"), Weights = C.optionalTensor("weights");
  Dim Count = sizeFromData(C, Argument::none(), C.integer("minlength"));
  DType Type = !Weights                            ? DType::Int64
               : Weights.dtype() == DType::Float32 ? DType::Float32
                                                   : DType::Float64;
  return C.failed() ? Argument::none() : C.result(Type, {Count}, T.device());
}

/// The elements or slices that there are, and where asked for the place of each
/// one of the operand among them, and how many of each there are.
static Argument uniqueElements(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes, Places(T.sizes());
  Dim Most = C.numel(T.sizes());
  if (C.hasParam("dim") && C.isGiven("dim")) {
    unsigned D = C.dim("dim", T.rank());
    if (C.failed() || !T.rank())
      return C.fail("the operand has no dimension");
    Most = T.sizes()[D];
    Places = {Most};
    Sizes = Dims(T.sizes());
    Sizes[D] = sizeFromData(C, Most);
    Most = Sizes[D];
  } else {
    Most = sizeFromData(C, Most);
    Sizes = {Most};
  }
  Dims Counts = {Most}, None = {0};
  auto Asked = [&](StringRef Flag, const Dims &Shape) {
    bool Given = C.hasParam(Flag) && C.flag(Flag);
    return C.result(DType::Int64, Given ? Shape : None, T.device());
  };
  if (C.failed())
    return Argument::none();
  return valueTuple({C.result(T.dtype(), Sizes, T.device()),
                     Asked("return_inverse", Places),
                     Asked("return_counts", Counts)});
}

/// The one element of a tensor; a truth value is whether a number is 1.
static Argument numberFromData(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  DType Type = T.dtype();
  Argument Number;
  if (C.failed())
    return Number;
  if (Type == DType::Bool) {
    Number = C.math().fresh(/*IsFloat=*/false, 0, 1);
    if (!Number.isNone())
      Number = C.math().apply(SymbolicMath::Eq, Number, 1);
  } else if (isIntegral(Type, /*IncludingBool=*/false)) {
    Number = C.math().fresh(/*IsFloat=*/false);
  } else if (realType(Type) == Type) {
    Number = C.math().fresh(/*IsFloat=*/true);
  }
  return Number.isNone() ? C.fail("the number depends on data") : Number;
}

static constexpr NamedValueRule Rules[] = {
    {"bincount", bincount},     {"masked-select", maskedSelect},
    {"nonzero", nonzero},       {"number-from-data", numberFromData},
    {"unique", uniqueElements},
};

ArrayRef<NamedValueRule> fx::dataValueRules() { return Rules; }
