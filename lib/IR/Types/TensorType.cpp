//===- TensorType.cpp - What is known of a tensor -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/TensorType.h"
#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

/// The places of the facts in the argument. Those from RequiresGradPart on are
/// left out where all of them are as usual.
enum Part : unsigned {
  DTypePart,
  SizesPart,
  StridesPart,
  DevicePart,
  RequiresGradPart,
  OffsetPart,
  LayoutPart,
  NumParts,
};

TensorType::TensorType(Argument A) {
  // The verifier reports a type that lacks facts (V7). Here it is none.
  if (A.kind() != ArgKind::TensorType || A.elements().size() <= DevicePart)
    return;
  Value = std::move(A);
  ArrayRef<Argument> Parts = Value.elements();
  Type = Parts[DTypePart].asDType();
  Sizes = Parts[SizesPart].elements();
  Strides = Parts[StridesPart].elements();
}

const Argument &TensorType::device() const {
  static const Argument None;
  return Value.isNone() ? None : Value.elements()[DevicePart];
}

bool TensorType::isOnCPU() const {
  return device().isNone() || device().str() == "cpu";
}

bool TensorType::requiresGrad() const {
  ArrayRef<Argument> Parts = Value.elements();
  return Parts.size() == NumParts && Parts[RequiresGradPart] == Argument(true);
}

Argument TensorType::offset() const {
  ArrayRef<Argument> Parts = Value.elements();
  return Parts.size() == NumParts ? Parts[OffsetPart] : Argument(0);
}

Layout TensorType::layout() const {
  ArrayRef<Argument> Parts = Value.elements();
  return Parts.size() == NumParts ? Parts[LayoutPart].asLayout()
                                  : Layout::Strided;
}

std::optional<SmallVector<int64_t, 6>>
fx::fixedIntegers(ArrayRef<Argument> Items) {
  SmallVector<int64_t, 6> Numbers;
  for (const Argument &A : Items) {
    if (!A.isInt())
      return std::nullopt;
    Numbers.push_back(A.asInt());
  }
  return Numbers;
}

std::optional<SmallVector<int64_t, 6>> TensorType::fixedSizes() const {
  return fixedIntegers(Sizes);
}

std::optional<SmallVector<int64_t, 6>> TensorType::fixedStrides() const {
  if (hasStrides())
    return fixedIntegers(Strides);
  std::optional<SmallVector<int64_t, 6>> Numbers = fixedSizes();
  if (!Numbers)
    return std::nullopt;
  int64_t Stride = 1;
  for (int64_t &Number : reverse(*Numbers)) {
    int64_t Size = std::max<int64_t>(Number, 1);
    Number = Stride;
    if (MulOverflow(Stride, Size, Stride))
      return std::nullopt;
  }
  return Numbers;
}

bool TensorType::hasMoreElements(uint64_t Limit) const {
  auto Numbers = fixedSizes();
  if (!Numbers)
    return false;
  std::optional<uint64_t> Count = elementCount(*Numbers);
  return !Count || *Count > Limit;
}

bool TensorType::isContiguous() const {
  auto Numbers = fixedSizes(), Steps = fixedStrides();
  if (!Numbers || !Steps)
    return false;
  return fx::isContiguous(*Numbers, *Steps);
}

std::optional<int64_t> TensorType::fixedOffset() const {
  Argument Offset = offset();
  if (!Offset.isInt())
    return std::nullopt;
  return Offset.asInt();
}

TensorType TensorType::withDType(DType T) const {
  SmallVector<Argument, NumParts> Parts(Value.elements());
  Parts[DTypePart] = T;
  return TensorType(Argument::aggregate(ArgKind::TensorType, Symbol(), Parts));
}

TensorType TensorType::withRequiresGrad(bool Wanted) const {
  ArrayRef<Argument> Parts = Value.elements();
  return TensorType(Argument::tensorType(Type, Parts[SizesPart],
                                         Parts[StridesPart], device(), Wanted,
                                         offset(), layout()));
}

TensorType TensorType::withDevice(Argument Device) const {
  SmallVector<Argument, NumParts> Parts(Value.elements());
  Parts[DevicePart] = Device;
  return TensorType(Argument::aggregate(ArgKind::TensorType, Symbol(), Parts));
}

Argument fx::deviceOfTensors(Context &Ctx, StringRef Name) {
  bool IsAlone = Name == "cpu" || Name == "meta" || Name.contains(':');
  return Argument::device(Ctx, IsAlone ? Name.str() : Name.str() + ":0");
}

TensorType TensorType::fresh() const {
  ArrayRef<Argument> Parts = Value.elements();
  return TensorType(Argument::tensorType(Type, Parts[SizesPart],
                                         Parts[StridesPart], device()));
}

TensorType TensorType::withStrides(Argument NewStrides) const {
  return TensorType(Argument::tensorType(Type, Value.elements()[SizesPart],
                                         std::move(NewStrides), device(),
                                         requiresGrad(), offset(), layout()));
}
