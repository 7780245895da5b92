//===- PyMath.cpp - Python's module math, and symbolic numbers ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/Functions.h>
#include <cmath>
#include <numeric>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

static double number(PyCall &C, unsigned I = 0) {
  return toFloat(C.get(I, "x"));
}

template <double (*Fn)(double)> static IValue real1(PyCall &C) {
  double X = number(C), R = Fn(X);
  if (std::isnan(R) && !std::isnan(X))
    fail("math domain error");
  return R;
}

template <double (*Fn)(double, double)> static IValue real2(PyCall &C) {
  return Fn(number(C, 0), number(C, 1));
}

/// ceil, floor and trunc give ints; of tensors what torch does.
template <double (*Fn)(double)> static IValue whole(PyCall &C) {
  const IValue &V = C.get(0, "x");
  if (V.isInt())
    return V;
  return toInteger(IValue(Fn(toFloat(V))));
}

static IValue doLog(PyCall &C) {
  double X = number(C);
  if (X <= 0)
    fail("math domain error");
  if (C.Args.size() < 2)
    return std::log(X);
  return std::log(X) / std::log(number(C, 1));
}

static IValue doProd(PyCall &C) {
  const IValue *Start = C.keyword("start");
  IValue Total = Start ? *Start : IValue(int64_t(1));
  for (const IValue &V : itemsOf(C.get(0, "iterable")))
    Total = callFunction("operator.mul", {Total, V});
  return Total;
}

static IValue doSqrtInt(PyCall &C) {
  int64_t N = toInteger(C.get(0, "n"));
  if (N < 0)
    fail("isqrt() of a negative number");
  auto R = int64_t(std::sqrt(double(N)));
  while (R * R > N)
    --R;
  while ((R + 1) * (R + 1) <= N)
    ++R;
  return R;
}

static IValue doGcd(PyCall &C) {
  int64_t R = 0;
  for (const IValue &V : C.Args)
    R = std::gcd(R, toInteger(V));
  return R;
}

static IValue doIsClose(PyCall &C) {
  double A = number(C, 0), B = number(C, 1);
  double Rel = toFloat(C.getOr(9, "rel_tol", 1e-9));
  double Abs = toFloat(C.getOr(9, "abs_tol", 0.0));
  return A == B ||
         std::fabs(A - B) <=
             std::max(Rel * std::max(std::fabs(A), std::fabs(B)), Abs);
}

static IValue isNaN(PyCall &C) { return bool(std::isnan(number(C))); }
static IValue isInf(PyCall &C) { return bool(std::isinf(number(C))); }
static IValue isFinite(PyCall &C) { return bool(std::isfinite(number(C))); }

static double degrees(double X) { return X * 180 / llvm::numbers::pi; }
static double radians(double X) { return X * llvm::numbers::pi / 180; }

static constexpr HandlerEntry Math[] = {
    {"math.acos", real1<std::acos>},
    {"math.acosh", real1<std::acosh>},
    {"math.asin", real1<std::asin>},
    {"math.asinh", real1<std::asinh>},
    {"math.atan", real1<std::atan>},
    {"math.atanh", real1<std::atanh>},
    {"math.cbrt", real1<std::cbrt>},
    {"math.cos", real1<std::cos>},
    {"math.cosh", real1<std::cosh>},
    {"math.degrees", real1<degrees>},
    {"math.erf", real1<std::erf>},
    {"math.erfc", real1<std::erfc>},
    {"math.exp", real1<std::exp>},
    {"math.exp2", real1<std::exp2>},
    {"math.expm1", real1<std::expm1>},
    {"math.fabs", real1<std::fabs>},
    {"math.gamma", real1<std::tgamma>},
    {"math.lgamma", real1<std::lgamma>},
    {"math.log10", real1<std::log10>},
    {"math.log1p", real1<std::log1p>},
    {"math.log2", real1<std::log2>},
    {"math.radians", real1<radians>},
    {"math.sin", real1<std::sin>},
    {"math.sinh", real1<std::sinh>},
    {"math.sqrt", real1<std::sqrt>},
    {"math.tan", real1<std::tan>},
    {"math.tanh", real1<std::tanh>},
    {"math.atan2", real2<std::atan2>},
    {"math.copysign", real2<std::copysign>},
    {"math.fmod", real2<std::fmod>},
    {"math.hypot", real2<std::hypot>},
    {"math.nextafter", real2<std::nextafter>},
    {"math.pow", real2<std::pow>},
    {"math.remainder", real2<std::remainder>},
    {"math.ceil", whole<std::ceil>},
    {"math.floor", whole<std::floor>},
    {"math.trunc", whole<std::trunc>},
    {"math.log", doLog},
    {"math.prod", doProd},
    {"math.isqrt", doSqrtInt},
    {"math.gcd", doGcd},
    {"math.isclose", doIsClose},
    {"math.isnan", isNaN},
    {"math.isinf", isInf},
    {"math.isfinite", isFinite},
};

ArrayRef<HandlerEntry> torch_impl::mathHandlers() { return Math; }

//===----------------------------------------------------------------------===//
// Symbolic numbers, which are numbers in a run
//===----------------------------------------------------------------------===//

static IValue symSize(PyCall &C) {
  const at::Tensor &T = C.get(0, "self").toTensor();
  if (!C.find(1, "dim"))
    return callFunction("builtins.getattr", {T, IValue("shape")});
  return T.size(toInteger(C.get(1, "dim")));
}

static IValue symStride(PyCall &C) {
  return C.get(0, "self").toTensor().stride(toInteger(C.get(1, "dim")));
}

static IValue symNumel(PyCall &C) {
  return C.get(0, "self").toTensor().numel();
}

static IValue symOffset(PyCall &C) {
  return C.get(0, "self").toTensor().storage_offset();
}

static IValue symFloat(PyCall &C) { return toFloat(C.get(0, "a")); }
static IValue symInt(PyCall &C) {
  return toInteger(IValue(std::trunc(toFloat(C.get(0, "a")))));
}
static IValue symNot(PyCall &C) { return !isTrue(C.get(0, "a")); }
static IValue symIte(PyCall &C) {
  return isTrue(C.get(0, "b")) ? C.get(1, "t") : C.get(2, "f");
}

/// As Python's max and min, but a float among the operands makes it one.
static IValue extreme(PyCall &C, StringRef Function) {
  const IValue &A = C.get(0, "a"), &B = C.get(1, "b");
  IValue R = callFunction(Function, {A, B});
  if (A.isDouble() || B.isDouble())
    return toFloat(R);
  return R;
}

static IValue symMax(PyCall &C) { return extreme(C, "builtins.max"); }
static IValue symMin(PyCall &C) { return extreme(C, "builtins.min"); }

static IValue symSum(PyCall &C) {
  return callFunction("builtins.sum", {C.get(0, "args")});
}

template <double (*Fn)(double)> static IValue symReal(PyCall &C) {
  return Fn(toFloat(C.get(0, "a")));
}

/// What only informs the tracer of ranges.
static IValue noEffect(PyCall &) { return IValue(); }

static IValue constrainRange(PyCall &C) {
  const IValue &Value = C.get(0, "size");
  if (Value.isTensor())
    return IValue();
  int64_t N = toInteger(Value);
  auto Limit = [&](StringRef Name, unsigned I) -> std::optional<int64_t> {
    const IValue *V = C.find(I, Name);
    if (!V || V->isNone())
      return std::nullopt;
    return toInteger(*V);
  };
  std::optional<int64_t> Min = Limit("min", 1), Max = Limit("max", 2);
  if ((Min && N < *Min) || (Max && N > *Max))
    fail("the value " + Twine(N) + " is outside of the range " +
         (Min ? std::to_string(*Min) : "") + " to " +
         (Max ? std::to_string(*Max) : ""));
  return IValue();
}

static IValue assertScalar(PyCall &C) {
  if (!isTrue(C.get(0, "self"))) {
    const IValue *Message = C.find(1, "assert_msg");
    fail(Message && Message->isString() ? Message->toStringRef()
                                        : "an assertion does not hold");
  }
  return IValue();
}

static IValue doAssert(PyCall &C) {
  if (!isTrue(C.get(0, "condition"))) {
    IValue Message = C.getOr(1, "message", std::string());
    fail("assertion failed: " +
         (Message.isString() ? Message.toStringRef() : describe(Message)));
  }
  return IValue();
}

static IValue assertMetadata(PyCall &C) {
  const at::Tensor &T = C.get(0, "a").toTensor();
  if (const IValue *V = C.find(3, "dtype"))
    if (auto Type = toScalarType(*V); Type && *Type != T.scalar_type())
      fail("a tensor is " + describe(T) + " and must be " + describe(*V));
  if (const IValue *V = C.find(1, "size"); V && isSequence(*V))
    if (!areEqual(*V, *attributeOf(T, "shape")))
      fail("a tensor is " + describe(T) + " and must have the sizes " +
           describe(*V));
  return IValue();
}

static constexpr HandlerEntry Symbolic[] = {
    {"torch.ops.aten.sym_size.int", symSize},
    {"torch.ops.aten.sym_size.default", symSize},
    {"torch.ops.aten.sym_stride.int", symStride},
    {"torch.ops.aten.sym_numel.default", symNumel},
    {"torch.ops.aten.sym_storage_offset.default", symOffset},
    {"torch.ops.aten.sym_constrain_range.default", constrainRange},
    {"torch.ops.aten.sym_constrain_range_for_size.default", constrainRange},
    {"torch.ops.aten._assert_scalar.default", assertScalar},
    {"torch.ops.aten._assert_tensor_metadata.default", assertMetadata},
    {"torch.sym_float", symFloat},
    {"torch.sym_int", symInt},
    {"torch.sym_not", symNot},
    {"torch.sym_max", symMax},
    {"torch.sym_min", symMin},
    {"torch.sym_sum", symSum},
    {"torch.sym_ite", symIte},
    {"torch._sym_sqrt", symReal<std::sqrt>},
    {"torch._sym_sin", symReal<std::sin>},
    {"torch._sym_cos", symReal<std::cos>},
    {"torch._sym_tan", symReal<std::tan>},
    {"torch._sym_sinh", symReal<std::sinh>},
    {"torch._sym_cosh", symReal<std::cosh>},
    {"torch._sym_tanh", symReal<std::tanh>},
    {"torch._sym_asin", symReal<std::asin>},
    {"torch._sym_acos", symReal<std::acos>},
    {"torch._sym_atan", symReal<std::atan>},
    {"torch._sym_log2", symReal<std::log2>},
    {"torch._check", doAssert},
    {"torch._check_value", doAssert},
    {"torch._check_index", doAssert},
    {"torch._check_type", doAssert},
    {"torch._check_is_size", noEffect},
    {"torch._constrain_as_size", noEffect},
    {"torch._assert", doAssert},
};

ArrayRef<HandlerEntry> torch_impl::symbolicHandlers() { return Symbolic; }
