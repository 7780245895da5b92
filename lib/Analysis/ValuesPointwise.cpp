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

/// The type in which PyTorch computes on the CPU what has type \p T.
static DType computationType(DType T) {
  if (T == DType::Float16 || T == DType::BFloat16)
    return DType::Float32;
  return T == DType::Complex32 ? DType::Complex64 : T;
}

static bool isSymbolic(const TensorValue &T) {
  auto IsExpr = [](const Dim &D) { return D.kind() == ArgKind::SymExpr; };
  return any_of(T.sizes(), IsExpr) || any_of(T.strides(), IsExpr);
}

/// Of symbolic sizes fake tensors add and multiply in another way, which looks
/// at operands before they are broadcast (make_fast_binary_impl). None where
/// that does not serve.
static Argument symbolicPointwise(ValueCall &C, const Operands &All, DType T) {
  StringRef Name = C.opName();
  if (Name != "add" && Name != "sub" && Name != "mul" && Name != "div")
    return Argument::none();
  if (C.isGiven("rounding_mode") || none_of(All.Tensors, isSymbolic))
    return Argument::none();
  bool Contiguous = true, ChannelsLast = true;
  for (const TensorValue &Operand : All.Tensors) {
    Contiguous &= C.isContiguous(Operand);
    ChannelsLast &= Operand.rank() == 4 && C.isChannelsLast(Operand);
  }
  if (!Contiguous && !ChannelsLast)
    return Argument::none();
  TensorValue Whole(C.elementwise(All.Tensors, T));
  if (!Whole || none_of(All.Tensors, [&](const TensorValue &Operand) {
        return Operand.rank() == Whole.rank() &&
               all_of(zip(Operand.sizes(), Whole.sizes()), [&](auto P) {
                 return C.math().equal(std::get<0>(P), std::get<1>(P));
               });
      }))
    return Argument::none();
  return C.result(T, Whole.sizes(),
                  Contiguous ? C.contiguousStrides(Whole.sizes())
                             : C.channelsLastStrides(Whole.sizes()),
                  Whole.device());
}

/// torch's add, mul, ...: operands are promoted.
static Argument pointwise(ValueCall &C, DType (*Adjust)(DType)) {
  Operands All = collect(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed())
    return C.fail("there is no tensor");
  DType Result = Adjust(*T);
  if (Argument Fast = symbolicPointwise(C, All, Result); !Fast.isNone())
    return Fast;
  DType Computed = computationType(isFloatType(Result) ? Result : *T);
  for (TensorValue &Operand : All.Tensors)
    Operand = C.converted(Operand, Computed);
  return C.elementwise(All.Tensors, Result, /*Expanded=*/true);
}

/// where(condition of the operands, operands, number)
static Argument chosen(ValueCall &C, bool TwoConditions) {
  Operands All = collect(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed())
    return C.fail("there is no tensor");
  for (TensorValue &Operand : All.Tensors)
    Operand = C.converted(Operand, computationType(*T));
  Argument Test = C.elementwise(All.Tensors, DType::Bool);
  if (C.failed())
    return Argument::none();
  if (TwoConditions)
    Test = C.elementwise(TensorValue(Test), DType::Bool);
  SmallVector<TensorValue, 3> Choice = {TensorValue(Test)};
  append_range(Choice, All.Tensors);
  if (Choice.size() == 2)
    Choice.push_back(TensorValue(C.result(*T, {}, Choice[1].device())));
  return C.elementwise(Choice, *T, /*Expanded=*/true);
}

/// clamp_min, clamp_max: where(a >= bound or isnan(a), a, bound).
static Argument clampOneSide(ValueCall &C) { return chosen(C, true); }

/// relu, threshold: where(a <= bound, number, a).
static Argument rectify(ValueCall &C) { return chosen(C, false); }

static DType same(DType T) { return T; }
static DType boolType(DType) { return DType::Bool; }

static Argument sameType(ValueCall &C) { return pointwise(C, same); }

/// Integers become floating point.
static Argument floating(ValueCall &C) { return pointwise(C, floatingType); }

/// What comes out of several operations, the last of which has nothing but
/// their results for operands: strides that do not matter are those of a new
/// tensor.
static Argument inSteps(ValueCall &C, Argument Value) {
  TensorValue T(Value);
  return T ? C.elementwise(T, T.dtype()) : Value;
}

static Argument sameTypeInSteps(ValueCall &C) {
  return inSteps(C, sameType(C));
}

static Argument floatingInSteps(ValueCall &C) {
  return inSteps(C, floating(C));
}

static Argument booleanInSteps(ValueCall &C) {
  return inSteps(C, pointwise(C, boolType));
}

/// logical_and and relatives: of operands that are made truth values, each of
/// them broadcast.
static Argument logical(ValueCall &C) {
  Operands All = collect(C);
  TensorValue Whole(All.Tensors.empty()
                        ? C.fail("there is no tensor")
                        : C.elementwise(All.Tensors, DType::Bool));
  if (!Whole)
    return Argument::none();
  for (TensorValue &T : All.Tensors)
    if (T.dtype() != DType::Bool)
      T = TensorValue(
          C.result(DType::Bool, Whole.sizes(),
                   C.elementwiseStrides(T, Whole.sizes(), /*Expanded=*/true),
                   Whole.device()));
  return C.elementwise(All.Tensors, DType::Bool, /*Expanded=*/true);
}

static Argument floatingContiguous(ValueCall &C) {
  return valueContiguous(C, floating(C));
}

/// The second operand comes first in the computation: rsub is b - a * alpha,
/// xlogy chooses by a and at last by b.
static Argument swapped(ValueCall &C, DType (*Adjust)(DType), bool FirstTwice) {
  Operands All = collect(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed())
    return C.fail("there is no tensor");
  DType Type = Adjust(*T);
  for (TensorValue &Operand : All.Tensors)
    Operand = C.converted(Operand, computationType(Type));
  if (All.Tensors.size() == 1)
    return inSteps(C, C.elementwise(All.Tensors, Type));
  TensorValue A = All.Tensors[0], B = All.Tensors[1];
  TensorValue Product(C.elementwise(FirstTwice ? ArrayRef({A, B}) : A, Type));
  if (FirstTwice && Product)
    Product = TensorValue(C.elementwise({A, Product}, Type));
  return Product ? C.elementwise({B, Product}, Type, /*Expanded=*/true)
                 : Argument::none();
}

static Argument swappedSameType(ValueCall &C) {
  return swapped(C, same, false);
}
static Argument swappedFloating(ValueCall &C) {
  return swapped(C, floatingType, true);
}

/// copysign, floor_divide: strides are those of the last operand.
static Argument likeLast(ValueCall &C, DType (*Adjust)(DType)) {
  Operands All = collect(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed())
    return C.fail("there is no tensor");
  if (All.Tensors.size() == 1)
    return inSteps(C, pointwise(C, Adjust));
  TensorValue Whole(C.elementwise(All.Tensors, Adjust(*T)));
  if (!Whole)
    return Argument::none();
  return C.result(Whole.dtype(), Whole.sizes(),
                  C.elementwiseStrides(All.Tensors.back(), Whole.sizes()),
                  Whole.device());
}

static Argument likeLastSameType(ValueCall &C) { return likeLast(C, same); }
static Argument likeLastFloating(ValueCall &C) {
  return likeLast(C, floatingType);
}

static Argument boolean(ValueCall &C) { return pointwise(C, boolType); }

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
  return C.isGiven("rounding_mode") ? sameTypeInSteps(C) : floating(C);
}

/// native_dropout_backward(gradient, mask, scale).
static Argument dropoutBackward(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultSuggested(T, floatingType(T.dtype()), T.sizes());
}

/// The first tensor alone decides about type and shape.
static Argument likeFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.elementwise(T, T.dtype());
}

/// The same, and contiguous in the end.
static Argument contiguousLikeFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueContiguous(C, C.elementwise(T, T.dtype()));
}

/// tril, triu: chosen by a mask of the last two dimensions.
static Argument triangle(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (T.rank() < 2)
    return C.fail("the operand has fewer than two dimensions");
  TensorValue Mask(C.result(DType::Bool, T.sizes().take_back(2), T.device()));
  return valueContiguous(C, C.elementwise({Mask, T}, T.dtype()));
}

/// Of real numbers it is the operand itself.
static Argument physicalConjugate(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return isComplexType(T.dtype()) ? sameType(C) : T.value();
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
  for (TensorValue &Choice : MutableArrayRef(Tensors).drop_front())
    Choice = C.converted(Choice, *T);
  return C.elementwise(Tensors, *T, /*Expanded=*/true);
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
      {C.elementwise(T, T.dtype()), C.elementwise(T, DType::Int32)});
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
  return C.resultLike(T, Type, Device);
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

/// contiguous() of an operand of the computation.
Argument fx::valueContiguous(ValueCall &C, const Argument &Value) {
  TensorValue T(Value);
  if (C.failed() || !T || C.isContiguous(T))
    return Value;
  return C.result(T.dtype(), T.sizes(), T.device());
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
  // kl_div begins with the target.
  if (C.opName() == "kl_div")
    std::swap(Tensors[0], Tensors[1]);
  return C.elementwise(Tensors, T);
}

static constexpr NamedValueRule Rules[] = {
    {"boolean", boolean},
    {"boolean-in-steps", booleanInSteps},
    {"cast", cast},
    {"clamp-one-side", clampOneSide},
    {"clone", clone},
    {"complex", makeComplex},
    {"contiguous", contiguous},
    {"copy", copy},
    {"dequantize", dequantize},
    {"divide", divide},
    {"double", doublePrecision},
    {"dropout", dropout},
    {"dropout-backward", dropoutBackward},
    {"elementwise-loss", elementwiseLoss},
    {"floating", floating},
    {"floating-contiguous", floatingContiguous},
    {"floating-in-steps", floatingInSteps},
    {"floating-like-last", likeLastFloating},
    {"floating-swapped", swappedFloating},
    {"frexp", frexp},
    {"glu", glu},
    {"is-in", isIn},
    {"contiguous-like-first", contiguousLikeFirst},
    {"like-first", likeFirst},
    {"logical", logical},
    {"physical-conjugate", physicalConjugate},
    {"pointwise", sameType},
    {"pointwise-in-steps", sameTypeInSteps},
    {"pointwise-like-last", likeLastSameType},
    {"pointwise-swapped", swappedSameType},
    {"triangle", triangle},
    {"quantize", quantize},
    {"real", real},
    {"rectify", rectify},
    {"real-floating", realFloating},
    {"to", to},
    {"to-copy", toCopy},
    {"where", where},
    {"with-mask", withMask},
};

ArrayRef<NamedValueRule> fx::pointwiseValueRules() { return Rules; }
