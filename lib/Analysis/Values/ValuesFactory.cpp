//===- ValuesFactory.cpp - New tensors ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/IR/Context.h"
#include <cmath>

using namespace fx;
using namespace llvm;

static Argument cpu(ValueCall &C) {
  return Argument::device(C.context().intern("cpu"));
}

static Argument newTensor(ValueCall &C, DType Default, DimsRef Sizes) {
  Argument Layout = C.get("layout");
  if (Layout.kind() == ArgKind::Layout &&
      Layout.asLayout() != fx::Layout::Strided)
    return C.fail("the result is not strided");
  return C.result(C.dtype("dtype", Default), Sizes,
                  C.stridesFor(Sizes, C.memoryFormat()),
                  C.device("device", cpu(C)));
}

/// zeros, ones, empty, rand, ...
static Argument factory(ValueCall &C) {
  return newTensor(C, DType::Float32, C.sizes("size"));
}

static Argument full(ValueCall &C) {
  std::optional<DType> T = numberCategory(C, C.get("fill_value"));
  return newTensor(C, T.value_or(DType::Float32), C.sizes("size"));
}

static Argument scalarTensor(ValueCall &C) {
  return newTensor(C, DType::Float32, {});
}

static Argument randint(ValueCall &C) {
  return newTensor(C, DType::Int64, C.sizes("size"));
}

static Argument randperm(ValueCall &C) {
  return newTensor(C, DType::Int64, {C.size("n")});
}

static Argument eye(ValueCall &C) {
  Dim N = C.size("n"), M = C.hasParam("m") ? C.size("m") : N;
  return newTensor(C, DType::Float32, {N, M});
}

static Argument window(ValueCall &C) {
  return newTensor(C, DType::Float32, {C.size("window_length")});
}

static Argument arange(ValueCall &C) {
  Argument Start = C.hasParam("start") ? C.get("start") : Argument(0);
  Argument End = C.get("end");
  Argument Step = C.hasParam("step") ? C.get("step") : Argument(1);
  bool AnyFloat = false;
  for (Argument *A : {&Start, &End, &Step}) {
    if (A->isBool())
      *A = int64_t(A->asBool());
    if (!A->isInt() && !A->isFloat() && A->kind() != ArgKind::SymExpr)
      return C.fail("a bound is not a number");
    AnyFloat |= A->isFloat();
  }
  DType Type = C.dtype("dtype", AnyFloat ? DType::Float32 : DType::Int64);
  // PyTorch cuts off fractions before it counts integers of 64 bits.
  if (Type == DType::Int64 && AnyFloat) {
    for (Argument *A : {&Start, &End, &Step})
      if (A->isFloat() && std::fabs(A->asFloat()) < 9e18)
        *A = int64_t(A->asFloat());
    AnyFloat = Start.isFloat() || End.isFloat() || Step.isFloat();
  }
  Dim Length;
  SymbolicMath &Math = C.math();
  if (AnyFloat) {
    auto Value = [](const Argument &A) {
      return A.isFloat() ? A.asFloat() : double(A.isInt() ? A.asInt() : 0);
    };
    if (Start.kind() == ArgKind::SymExpr || End.kind() == ArgKind::SymExpr ||
        Step.kind() == ArgKind::SymExpr)
      return C.fail("symbolic bounds among fractions");
    double Count = std::ceil((Value(End) - Value(Start)) / Value(Step));
    if (!(Count >= 0 && Count < 9e18))
      return C.mismatch("the bounds and the step do not agree");
    Length = int64_t(Count);
  } else {
    if (SymbolicMath::isInt(Step, 0))
      return C.mismatch("the step is 0");
    Dim Reach = Math.sub(End, Start);
    if (Reach.isInt() && Step.isInt() && Reach.asInt() != 0 &&
        (Reach.asInt() < 0) != (Step.asInt() < 0))
      return C.mismatch("the bounds and the step do not agree");
    if (SymbolicMath::isInt(Step, 1)) {
      Length = Reach;
    } else {
      // Rounded up.
      Dim Up = Math.hint(Step) > 0 ? Math.sub(Step, 1) : Math.add(Step, 1);
      Length = Math.floorDiv(Math.add(Reach, Up), Step);
    }
  }
  if (Length.isInt() && Length.asInt() < 0)
    return C.fail("the bounds and the step do not agree");
  return newTensor(C, Type, {Length});
}

static Argument linspace(ValueCall &C) {
  requireNumber(C, "start");
  requireNumber(C, "end");
  return newTensor(C, DType::Float32, {C.size("steps")});
}

/// zeros_like, full_like, rand_like, ...
static Argument like(ValueCall &C) {
  TensorValue T = C.tensor("self");
  DType Type = C.dtype("dtype", T.dtype());
  Argument Device = C.device("device", T.device());
  std::optional<MemoryFormat> Format = C.memoryFormat();
  if (Format && *Format != MemoryFormat::Preserve)
    return C.result(Type, T.sizes(), C.stridesFor(T.sizes(), Format), Device);
  if (T.layout() != Layout::Strided || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  return C.result(Type, T.sizes(), C.elementwiseStrides(T, T.sizes()), Device);
}

/// new_zeros, new_full, ...
static Argument newLike(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes = C.sizes("size");
  return C.result(C.dtype("dtype", T.dtype()), Sizes,
                  C.device("device", T.device()));
}

static Argument newStrided(ValueCall &C) {
  TensorValue T = C.optionalTensor("self");
  Argument Device = C.device("device", T ? T.device() : cpu(C));
  Dims Sizes = C.sizes("size"), Strides = C.sizes("stride");
  if (Sizes.size() != Strides.size())
    return C.mismatch("there must be one stride for each size");
  // A negative stride stands for the one that comes next.
  for (size_t I = Strides.size(); I-- != 0;)
    if (Strides[I].isInt() && Strides[I].asInt() < 0)
      Strides[I] =
          I + 1 == Strides.size()
              ? Dim(1)
              : C.math().mul(Strides[I + 1], C.math().max(1, Sizes[I + 1]));
  return C.result(C.dtype("dtype", T ? T.dtype() : DType::Float32), Sizes,
                  Strides, Device);
}

static Argument emptyPermuted(ValueCall &C) {
  Dims Sizes = C.sizes("size");
  SmallVector<int64_t, 6> Order = C.integers("physical_layout");
  Dims Strides(Sizes.size());
  Dim Product = 1;
  if (Order.size() != Sizes.size())
    return C.fail("the layout does not fit the sizes");
  for (int64_t D : reverse(Order)) {
    unsigned I = C.wrapDim(D, Sizes.size());
    if (C.failed())
      return Argument::none();
    Strides[I] = Product;
    Product = C.math().mul(Product, Sizes[I]);
  }
  return C.result(C.dtype("dtype", DType::Float32), Sizes, Strides,
                  C.device("device", cpu(C)));
}

static Argument triangleIndices(ValueCall &C) {
  int64_t Rows = C.integer("row"), Columns = C.integer("col"),
          Shift = C.integer("offset");
  bool Lower = C.opName().starts_with("tril");
  constexpr int64_t MaxRows = 1 << 24;
  if (Rows < 0 || Columns < 0 || Rows > MaxRows)
    return C.fail("the matrix is too large");
  int64_t Count = 0;
  for (int64_t I = 0; I != Rows; ++I) {
    int64_t First =
        std::clamp<int64_t>(I + Shift + (Lower ? 1 : 0), 0, Columns);
    Count += Lower ? First : Columns - First;
  }
  return newTensor(C, DType::Int64, {Dim(2), Dim(Count)});
}

static constexpr NamedValueRule Rules[] = {
    {"arange", arange},
    {"empty-permuted", emptyPermuted},
    {"eye", eye},
    {"factory", factory},
    {"full", full},
    {"like", like},
    {"linspace", linspace},
    {"new-like", newLike},
    {"new-strided", newStrided},
    {"randint", randint},
    {"randperm", randperm},
    {"scalar-tensor", scalarTensor},
    {"triangle-indices", triangleIndices},
    {"window", window},
};

ArrayRef<NamedValueRule> fx::factoryValueRules() { return Rules; }
