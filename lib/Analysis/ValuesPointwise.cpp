//===- ValuesPointwise.cpp - Elementwise operations -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

/// Whether a number given for the parameter takes part in type promotion, as
/// operands do, or is but a constant of the operation.
static bool promotes(StringRef Param) {
  return StringSwitch<bool>(Param)
      .Cases("self", "input", "other", "exponent", "min", "max", "end", true)
      .Cases("x", "n", "a", "b", true)
      .Default(false);
}

namespace {
struct Operands {
  SmallVector<TensorValue, 3> Tensors;
  Promotion Types;
};
} // namespace

/// Every tensor of the call, and the numbers that count.
static Operands collect(ValueCall &C) {
  Operands Result;
  ArrayRef<SchemaParam> Params = C.schema().params();
  for (unsigned I = 0, E = Params.size(); I != E; ++I) {
    const SchemaParam &Param = Params[I];
    bool IsTensor = Param.Type.Kind == SchemaKind::Tensor;
    if (!IsTensor &&
        !(Param.Type.Kind == SchemaKind::Scalar && promotes(Param.Name)))
      continue;
    if (Param.Type.isList())
      continue;
    Argument A = C.get(I);
    if (TensorValue T(A); T) {
      Result.Types.add(T);
      Result.Tensors.push_back(std::move(T));
    } else if (std::optional<DType> Category = numberCategory(C, A)) {
      Result.Types.addNumber(*Category);
    }
  }
  return Result;
}

/// torch's add, mul, ...: operands are promoted.
static Argument pointwise(ValueCall &C, DType (*Adjust)(DType)) {
  Operands All = collect(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty())
    return C.fail("there is no tensor");
  return C.elementwise(All.Tensors, Adjust(*T));
}

static Argument sameType(ValueCall &C) {
  return pointwise(C, [](DType T) { return T; });
}

/// Integers become floating point.
static Argument floating(ValueCall &C) { return pointwise(C, floatingType); }

static Argument boolean(ValueCall &C) {
  return pointwise(C, [](DType) { return DType::Bool; });
}

/// Complex numbers become real ones.
static Argument real(ValueCall &C) { return pointwise(C, realType); }

static Argument realFloating(ValueCall &C) {
  return pointwise(C, [](DType T) { return floatingType(realType(T)); });
}

static Argument doublePrecision(ValueCall &C) {
  return pointwise(C, [](DType T) {
    return isComplexType(T) ? DType::Complex128 : DType::Float64;
  });
}

/// Two real tensors as one complex one.
static Argument makeComplex(ValueCall &C) { return pointwise(C, complexType); }

/// With a rounding mode integers stay integers.
static Argument divide(ValueCall &C) {
  return C.isGiven("rounding_mode") ? sameType(C) : floating(C);
}

/// The first tensor alone decides about type and shape.
static Argument likeFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.elementwise(T, T.dtype());
}

/// dropout: the operand itself when there is nothing to drop.
static Argument dropout(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Argument P = C.get("p");
  if (!C.flag("train") || (P.isFloat() && P.asFloat() == 0))
    return T.value();
  return C.elementwise(T, T.dtype());
}

/// where(condition, self, other): the condition has no part in the type.
static Argument where(ValueCall &C) {
  if (C.schema().params().size() == 1)
    return C.fail("the number of results depends on data");
  SmallVector<TensorValue, 3> Tensors = {C.tensor("condition")};
  Promotion Types;
  for (StringRef Name : {"self", "other"}) {
    Argument A = C.get(Name);
    if (TensorValue T(A); T) {
      Types.add(T);
      Tensors.push_back(std::move(T));
    } else if (std::optional<DType> Category = numberCategory(C, A)) {
      Types.addNumber(*Category);
    }
  }
  std::optional<DType> T = Types.result();
  if (!T)
    return C.fail("there is nothing to choose from");
  return C.elementwise(Tensors, *T);
}

/// Mask and random state beside the result: native_dropout.
static Argument withMask(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueTuple({C.resultLike(T, T.dtype()), C.resultLike(T, DType::Bool)});
}

/// frexp: mantissa and exponent.
static Argument frexp(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueTuple(
      {C.resultLike(T, T.dtype()), C.resultLike(T, DType::Int32)});
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A copy with a dtype, device and memory format that were given or not.
static Argument converted(ValueCall &C, const TensorValue &T, DType Type,
                          const Argument &Device, bool Copy) {
  std::optional<MemoryFormat> Format = C.memoryFormat();
  bool Preserve = !Format || *Format == MemoryFormat::Preserve;
  if (!Copy && Type == T.dtype() && Device == T.device()) {
    bool Fits =
        Preserve || (*Format == MemoryFormat::Contiguous ? C.isContiguous(T)
                                                         : C.isChannelsLast(T));
    if (Fits)
      return T.value(); // The same tensor.
  }
  if (!Preserve)
    return C.result(Type, T.sizes(), C.stridesFor(T.sizes(), Format), Device);
  if (T.layout() != Layout::Strided)
    return C.fail("the operand is not strided");
  if (C.isDense(T))
    return C.result(Type, T.sizes(), T.strides(), Device);
  return C.result(Type, T.sizes(), C.elementwiseStrides(T, T.sizes()), Device);
}

static Argument toCopy(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return converted(C, T, C.dtype("dtype", T.dtype()),
                   C.device("device", T.device()), /*Copy=*/true);
}

/// to.dtype, to.device, to.dtype_layout, to.other, type_as, float(), ...
static Argument to(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  DType Type = C.dtype("dtype", T.dtype());
  Argument Device = C.device("device", T.device());
  if (C.hasParam("other")) {
    TensorValue Other = C.tensor("other");
    Type = Other.dtype();
    Device = Other.device();
  }
  return converted(C, T, Type, Device, C.flag("copy"));
}

/// _cast_Float and the like: the name has the type.
static Argument cast(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  std::optional<DType> Type = StringSwitch<std::optional<DType>>(C.opName())
                                  .Case("_cast_Byte", DType::UInt8)
                                  .Case("_cast_Char", DType::Int8)
                                  .Case("_cast_Double", DType::Float64)
                                  .Case("_cast_Float", DType::Float32)
                                  .Case("_cast_Half", DType::Float16)
                                  .Case("_cast_Int", DType::Int32)
                                  .Case("_cast_Long", DType::Int64)
                                  .Case("_cast_Short", DType::Int16)
                                  .Default(std::nullopt);
  if (!Type)
    return C.fail("the name says no type");
  return converted(C, T, *Type, T.device(), false);
}

static Argument clone(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return converted(C, T, T.dtype(), T.device(), /*Copy=*/true);
}

/// contiguous(): the same tensor where it is so.
static Argument contiguous(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  MemoryFormat Format = C.memoryFormat().value_or(MemoryFormat::Contiguous);
  bool Fits = Format == MemoryFormat::Contiguous ? C.isContiguous(T)
                                                 : C.isChannelsLast(T);
  if (Fits)
    return T.value();
  return C.result(T.dtype(), T.sizes(), C.stridesFor(T.sizes(), Format),
                  T.device());
}

/// copy(self, src): what self becomes.
static Argument copy(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return C.result(T.dtype(), T.sizes(), T.strides(), T.device());
}

/// glu: half of a dimension.
static Argument glu(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  Dims Sizes(T.sizes());
  Sizes[D] = C.math().floorDiv(Sizes[D], 2);
  TensorValue Half(C.result(T.dtype(), Sizes, T.strides(), T.device()));
  return C.result(T.dtype(), Sizes, C.elementwiseStrides(Half, Sizes),
                  T.device());
}

/// isin: of the first operand's shape.
static Argument isIn(ValueCall &C) {
  TensorValue T(C.get(0u));
  Argument Device = T ? T.device() : C.tensor(1u).device();
  return C.result(DType::Bool, T ? T.sizes() : DimsRef(), Device);
}

/// Quantization: the type is an argument.
static Argument quantize(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultLike(T, C.dtype("dtype", DType::UInt8));
}

static Argument dequantize(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultLike(T, C.dtype("out_dtype", DType::Float32));
}

/// Losses that may reduce to one number.
static Argument elementwiseLoss(ValueCall &C) {
  SmallVector<TensorValue, 2> Tensors = {C.tensor("self"), C.tensor("target")};
  Promotion Types;
  Types.add(Tensors[0]);
  Types.add(Tensors[1]);
  DType T = *Types.result();
  if (C.integer("reduction") != 0)
    return C.result(T, {}, Tensors[0].device());
  return C.elementwise(Tensors, T);
}

static constexpr NamedValueRule Rules[] = {
    {"boolean", boolean},
    {"cast", cast},
    {"clone", clone},
    {"complex", makeComplex},
    {"contiguous", contiguous},
    {"copy", copy},
    {"dequantize", dequantize},
    {"divide", divide},
    {"double", doublePrecision},
    {"dropout", dropout},
    {"elementwise-loss", elementwiseLoss},
    {"floating", floating},
    {"frexp", frexp},
    {"glu", glu},
    {"is-in", isIn},
    {"like-first", likeFirst},
    {"pointwise", sameType},
    {"quantize", quantize},
    {"real", real},
    {"real-floating", realFloating},
    {"to", to},
    {"to-copy", toCopy},
    {"where", where},
    {"with-mask", withMask},
};

ArrayRef<NamedValueRule> fx::pointwiseValueRules() { return Rules; }
