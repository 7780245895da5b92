//===- ValueTypes.cpp - Types of elements ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch's rules of type promotion: c10/core/ScalarType and
// aten/src/ATen/native/TypeProperties.
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueCall.h"

using namespace fx;

bool fx::isIntegral(DType T, bool IncludingBool) {
  switch (T) {
  case DType::UInt8:
  case DType::Int8:
  case DType::Int16:
  case DType::Int32:
  case DType::Int64:
  case DType::UInt16:
  case DType::UInt32:
  case DType::UInt64:
    return true;
  default:
    return IncludingBool && T == DType::Bool;
  }
}

DType fx::realType(DType T) {
  switch (T) {
  case DType::Complex32:
    return DType::Float16;
  case DType::Complex64:
    return DType::Float32;
  case DType::Complex128:
    return DType::Float64;
  default:
    return T;
  }
}

DType fx::complexType(DType T) {
  switch (T) {
  case DType::Float16:
    return DType::Complex32;
  case DType::Float64:
    return DType::Complex128;
  default:
    return isComplexType(T) ? T : DType::Complex64;
  }
}

DType fx::floatingType(DType T) {
  return isIntegral(T, true) ? DType::Float32 : T;
}

DType fx::promoteTypes(DType A, DType B) {
  if (A == B)
    return A;
  if (isComplexType(A) || isComplexType(B)) {
    DType X = floatingType(realType(A)), Y = floatingType(realType(B));
    // An integer leaves the complex type alone.
    if (isIntegral(A, true))
      return B;
    if (isIntegral(B, true))
      return A;
    return complexType(promoteTypes(X, Y) == DType::BFloat16
                           ? DType::Float32
                           : promoteTypes(X, Y));
  }
  if (isFloatType(A) || isFloatType(B)) {
    if (isIntegral(A, true))
      return B;
    if (isIntegral(B, true))
      return A;
    // Neither of the two short types holds the other; nor do the 8-bit ones.
    if (itemSize(A) == itemSize(B))
      return DType::Float32;
    return itemSize(A) > itemSize(B) ? A : B;
  }
  if (A == DType::Bool)
    return B;
  if (B == DType::Bool)
    return A;
  // uint8 with a signed type: the next larger signed one.
  if (A == DType::UInt8 || B == DType::UInt8) {
    DType Other = A == DType::UInt8 ? B : A;
    return Other == DType::Int8 ? DType::Int16 : Other;
  }
  return itemSize(A) >= itemSize(B) ? A : B;
}

static DType combineCategories(std::optional<DType> Higher,
                               std::optional<DType> Lower) {
  if (!Higher)
    return *Lower;
  if (!Lower || isComplexType(*Higher))
    return *Higher;
  if (isFloatType(*Higher))
    return isComplexType(*Lower) ? complexType(*Higher) : *Higher;
  if (*Higher == DType::Bool || isFloatType(*Lower) || isComplexType(*Lower))
    return promoteTypes(*Higher, *Lower);
  return *Higher;
}

static void combine(std::optional<DType> &Into, DType T) {
  Into = Into ? promoteTypes(*Into, T) : T;
}

void Promotion::add(const TensorValue &T) {
  combine(T.rank() ? Dimensional : ZeroDim, T.dtype());
}

void Promotion::addNumber(DType Category) { combine(Number, Category); }

std::optional<DType> Promotion::result() const {
  if (!Dimensional && !ZeroDim && !Number)
    return std::nullopt;
  std::optional<DType> Lower;
  if (ZeroDim || Number)
    Lower = combineCategories(ZeroDim, Number);
  return combineCategories(Dimensional, Lower);
}
