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

ValueOperands fx::valueOperands(ValueCall &C) {
  ValueOperands Result;
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

DType fx::computationType(DType T) {
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
static Argument symbolicPointwise(ValueCall &C, const ValueOperands &All,
                                  DType T) {
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
  ValueOperands All = valueOperands(C);
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

static Argument floatingContiguous(ValueCall &C) {
  return valueContiguous(C, floating(C));
}

/// square: of truth values it is a number.
static Argument square(ValueCall &C) {
  return pointwise(C,
                   [](DType T) { return T == DType::Bool ? DType::Int64 : T; });
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
static Argument makeComplex(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.size() != 2 || C.failed())
    return C.fail("two tensors are needed");
  C.require(All.Tensors[0].dtype() == All.Tensors[1].dtype(),
            "the parts have different types");
  for (TensorValue &Operand : All.Tensors)
    Operand = C.converted(Operand, complexType(*T));
  return C.elementwise(All.Tensors, complexType(*T), /*Expanded=*/true);
}

/// native_dropout_backward(gradient, mask, scale).
static Argument dropoutBackward(ValueCall &C) {
  TensorValue T = C.tensor(0u), Mask = C.tensor("mask");
  if (C.failed() || Dims(T.sizes()) == Dims(Mask.sizes()))
    return C.resultSuggested(T, floatingType(T.dtype()), T.sizes());
  return C.elementwise({T, Mask}, floatingType(T.dtype()), /*Expanded=*/true);
}

/// The first tensor alone decides about type and shape.
static Argument likeFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  size_t Least = C.opName() == "fliplr" ? 2 : C.opName() == "flipud";
  C.require(!T || T.rank() >= Least,
            "the operand has fewer dimensions than " + Twine(Least));
  return C.elementwise(T, T.dtype());
}

/// prelu: a weight for all channels, or one for each.
static Argument prelu(ValueCall &C) {
  TensorValue T = C.tensor("self"), Weight = C.tensor("weight");
  Dim Count = C.numel(Weight.sizes());
  Dim Channels = T.rank() >= 2 ? T.sizes()[1] : Dim(1);
  if (!C.failed() && !SymbolicMath::isInt(Count, 1))
    C.require(!surelyDiffer(Count, Channels),
              "the weight has not as many elements as the input has channels");
  return likeFirst(C);
}

static Argument likeFirstInSteps(ValueCall &C) {
  return inSteps(C, likeFirst(C));
}

/// What a copy of the first tensor becomes when it is written to.
static Argument copyOfFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultLike(T, T.dtype());
}

/// fake_quantize_per_tensor_affine_cachemask and the like: what is rounded, and
/// where it was not cut off.
static Argument fakeQuantizedAndMask(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return valueTuple({C.resultLike(T, T.dtype()), C.resultLike(T, DType::Bool)});
}

/// _fused_moving_avg_obs_fq_helper_functional: what is rounded, where it was
/// not cut off, and what the observer knows by then, parameters 3 to 6.
static Argument observedAndQuantized(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  SmallVector<Argument, 6> Results = {C.resultLike(T, T.dtype()),
                                      C.resultLike(T, DType::Bool)};
  for (unsigned I = 3; I != 7; ++I) {
    TensorValue Known = C.tensor(I);
    Results.push_back(C.resultLike(Known, Known.dtype()));
  }
  return C.failed() ? Argument::none() : valueTuple(Results);
}

/// rrelu_with_noise_functional: each of the two as a copy of its operand.
static Argument likeFirstAndNoise(ValueCall &C) {
  TensorValue T = C.tensor(0u), Noise = C.tensor("noise");
  if (C.failed())
    return Argument::none();
  return valueTuple(
      {C.resultLike(T, T.dtype()), C.resultLike(Noise, Noise.dtype())});
}

/// bernoulli: contiguous; with a tensor of probabilities, a copy is written.
static Argument bernoulli(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (C.get("p").kind() == ArgKind::TensorType)
    return C.resultLike(T, T.dtype());
  return C.result(T, T.sizes());
}

/// The same, and contiguous in the end.
static Argument contiguousLikeFirst(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  C.require(T.rank() >= 2, "the operand has fewer than two dimensions");
  return valueContiguous(C, C.elementwise(T, T.dtype()));
}

/// For real numbers, the result is the operand itself.
static Argument physicalConjugate(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return isComplexType(T.dtype()) ? sameType(C) : T.value();
}

/// dropout and relatives: the operand itself when there is nothing to drop,
/// else it times noise, of which there is as much as there are channels for
/// some.
static Argument dropout(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Argument P = C.get("p");
  auto Is = [&](double Value) {
    return (P.isFloat() && P.asFloat() == Value) ||
           SymbolicMath::isInt(P, int64_t(Value));
  };
  if (!C.flag("train") || Is(0) || C.math().hint(C.numel(T.sizes())) == 0)
    return T.value();
  ValueSteps Step(C, T.dtype());
  if (Is(1))
    return Step({T, Step.number(T)}).value();
  if (!C.opName().starts_with("feature"))
    return Step({T, Step(T)}).value();
  Dims Sizes(T.rank(), Dim(1));
  for (unsigned I = 0; I < 2 && I < T.rank(); ++I)
    Sizes[I] = T.sizes()[I];
  TensorValue Noise(C.result(T, Sizes));
  return Step({T, Noise}).value();
}

/// where(condition, self, other): the condition has no part in the type.
static Argument where(ValueCall &C) {
  if (C.schema().params().size() == 1)
    return C.fail("the number of results depends on data");
  SmallVector<TensorValue, 3> Tensors = {C.tensor("condition")};
  C.require(!Tensors[0] || Tensors[0].dtype() == DType::Bool ||
                Tensors[0].dtype() == DType::UInt8,
            "the condition is not a truth value");
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
  // The kernel expands numbers, too.
  bool Expanded = !hasSymbols(Tensors);
  if (Expanded && Tensors.size() < 3)
    Tensors.push_back(TensorValue(C.result(*T, {}, Tensors[0].device())));
  return C.elementwise(Tensors, *T, Expanded);
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
    bool Last = Format == MemoryFormat::ChannelsLast ||
                Format == MemoryFormat::ChannelsLast3d;
    if (Preserve || Last == C.suggestsChannelsLast(T))
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

/// _cast_Float, Tensor.float and the like: the name has the type.
static Argument cast(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  std::optional<DType> Type =
      StringSwitch<std::optional<DType>>(C.opName())
          .Cases("_cast_Byte", "to_byte", DType::UInt8)
          .Cases("_cast_Char", "to_char", DType::Int8)
          .Cases("_cast_Double", "to_double", DType::Float64)
          .Cases("_cast_Float", "to_float", DType::Float32)
          .Cases("_cast_Half", "to_half", DType::Float16)
          .Cases("_cast_Int", "to_int", DType::Int32)
          .Cases("_cast_Long", "to_long", DType::Int64)
          .Cases("_cast_Short", "to_short", DType::Int16)
          .Case("to_bfloat16", DType::BFloat16)
          .Case("to_bool", DType::Bool)
          .Default(std::nullopt);
  if (!Type)
    return C.fail("the name does not give a type");
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

/// uniform: the strides of the operand, whatever they are.
static Argument stridesOfFirst(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return C.result(T.dtype(), T.sizes(), T.strides(), T.device());
}

/// isin: of the first operand's shape.
static Argument isIn(ValueCall &C) {
  TensorValue T(C.get(0u)), Among(C.get(1u));
  if (!T)
    return C.result(DType::Bool, {}, C.tensor(1u).device());
  // Compared with one number.
  if (!Among || !Among.rank())
    return inSteps(C, C.elementwise(T, DType::Bool));
  return C.result(DType::Bool, T.sizes(), T.device());
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

/// The type is an argument that must be given.
static Argument dequantizeGroups(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultLike(T, C.dtype("output_dtype", DType::Float32));
}

/// Scales and zero points. The kernels of rows give float32; PyTorch's types
/// say what is here.
static Argument scalesOf(ValueCall &C, DimsRef Sizes, const TensorValue &T) {
  return valueTuple({C.result(DType::Float64, Sizes, T.device()),
                     C.result(DType::Int64, Sizes, T.device())});
}

static Argument chooseScale(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.failed() ? Argument::none() : scalesOf(C, {Dim(1)}, T);
}

static Argument chooseScalesOfRows(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.failed() || !T.rank())
    return C.fail("there are no rows");
  Dims Sizes(T.sizes());
  Sizes.back() = 1;
  return scalesOf(C, Sizes, T);
}

/// result_type(tensor or number, tensor or number)
static Argument resultType(ValueCall &C) {
  Promotion Types;
  for (unsigned I = 0; I != 2; ++I) {
    Argument A = C.get(I);
    if (TensorValue T(A); T)
      Types.add(T);
    else if (std::optional<DType> Category = numberCategory(C, A))
      Types.addNumber(*Category);
    else
      return C.fail("it is neither a tensor nor a number");
  }
  return Argument(*Types.result());
}

static Argument promotedType(ValueCall &C) {
  Argument A = C.get(0u), B = C.get(1u);
  if (A.kind() != ArgKind::DType || B.kind() != ArgKind::DType)
    return C.fail("one of the types is not known");
  return Argument(promoteTypes(A.asDType(), B.asDType()));
}

static constexpr NamedValueRule Rules[] = {
    {"bernoulli", bernoulli},
    {"boolean", boolean},
    {"boolean-in-steps", booleanInSteps},
    {"cast", cast},
    {"choose-scale", chooseScale},
    {"choose-scales-of-rows", chooseScalesOfRows},
    {"clone", clone},
    {"complex", makeComplex},
    {"contiguous", contiguous},
    {"copy-of-first", copyOfFirst},
    {"fake-quantized-and-mask", fakeQuantizedAndMask},
    {"dequantize", dequantize},
    {"dequantize-groups", dequantizeGroups},
    {"double", doublePrecision},
    {"dropout", dropout},
    {"dropout-backward", dropoutBackward},
    {"like-first-and-noise", likeFirstAndNoise},
    {"floating", floating},
    {"floating-contiguous", floatingContiguous},
    {"floating-in-steps", floatingInSteps},
    {"frexp", frexp},
    {"is-in", isIn},
    {"contiguous-like-first", contiguousLikeFirst},
    {"like-first", likeFirst},
    {"prelu", prelu},
    {"like-first-in-steps", likeFirstInSteps},
    {"observed-and-quantized", observedAndQuantized},
    {"physical-conjugate", physicalConjugate},
    {"pointwise", sameType},
    {"pointwise-in-steps", sameTypeInSteps},
    {"promoted-type", promotedType},
    {"quantize", quantize},
    {"real", real},
    {"real-floating", realFloating},
    {"result-type", resultType},
    {"square", square},
    {"strides-of-first", stridesOfFirst},
    {"to", to},
    {"to-copy", toCopy},
    {"where", where},
};

ArrayRef<NamedValueRule> fx::pointwiseValueRules() { return Rules; }
