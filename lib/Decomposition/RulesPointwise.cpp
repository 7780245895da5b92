//===- RulesPointwise.cpp - Arithmetic on elements ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/Analysis/ValueCall.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// `x * n`, left out where n is 1.
static Value scaled(const Value &V, const Argument &Factor) {
  if (Factor == Argument(1) || Factor == Argument(1.0))
    return V;
  return V * Factor;
}

static Value rsubScalar(Call &C) {
  return subtractFrom(C.arg(1), scaled(C[0], C.arg(2)));
}
static Value rsubTensor(Call &C) {
  return C.call("sub.Tensor", {C[1], C[0]}, {named("alpha", C.arg(2))});
}
static Value subtract(Call &C) {
  return C.call("sub.Tensor", {C[0], C.arg(1)}, {named("alpha", C.arg(2))});
}
static Value multiply(Call &C) { return C[0] * C.arg(1); }
static Value divide(Call &C) { return C[0] / C.arg(1); }
static Value divideMode(Call &C) {
  return C.call("div.Tensor_mode", {C[0], C.arg(1)},
                {named("rounding_mode", C.arg(2))});
}
static Value floorDivide(Call &C) {
  return C.call("div.Tensor_mode", {C[0], C.arg(1)},
                {named("rounding_mode", C.string("floor"))});
}

/// The first \p Count operands in the type that the result has.
static SmallVector<Value, 3> promoted(Call &C, unsigned Count) {
  Promotion Types;
  for (unsigned I = 0; I != Count; ++I)
    Types.add(C[I].type());
  SmallVector<Value, 3> Result;
  for (unsigned I = 0; I != Count; ++I)
    Result.push_back(convertTo(C[I], Types.result().value_or(C[I].dtype())));
  return Result;
}

static Value addcmul(Call &C) {
  SmallVector<Value, 3> X = promoted(C, 3);
  return X[0] + scaled(X[1], C.arg(3)) * X[2];
}
static Value addcdiv(Call &C) {
  SmallVector<Value, 3> X = promoted(C, 3);
  return X[0] + scaled(X[1], C.arg(3)) / X[2];
}

static Value lerp(Call &C) {
  Value Weight = C[2];
  if (!C.isTensor(2))
    Weight =
        C.call("full", {Argument::list({}), C.arg(2)},
               {named("dtype", C[0].dtype()), named("layout", Layout::Strided),
                named("device", C[0].device()), named("pin_memory", false)});
  // From the nearer end, so that both ends are met exactly.
  Value Far = C.call("abs", {Weight}) >= 0.5;
  Value Factor = C.call("where.self", {Far, Weight - Argument(1), Weight});
  Value Base = C.call("where.self", {Far, C[1], C[0]});
  return Factor * (C[1] - C[0]) + Base;
}

static Value frac(Call &C) { return C[0] - C.call("trunc", {C[0]}); }
static Value square(Call &C) { return C.call("pow.Tensor_Scalar", {C[0], 2}); }

static Value floatPower(Call &C) {
  auto Wide = [&](unsigned I) -> Argument {
    if (!C.isTensor(I))
      return C.arg(I).kind() == ArgKind::Complex ? C.arg(I)
                                                 : Argument(C.number(I));
    DType T = C[I].dtype();
    return convertTo(C[I],
                     isComplexType(T) ? DType::Complex128 : DType::Float64);
  };
  bool LeftIsTensor = C.isTensor(0), RightIsTensor = C.isTensor(1);
  StringRef Op = !LeftIsTensor    ? "pow.Scalar"
                 : !RightIsTensor ? "pow.Tensor_Scalar"
                                  : "pow.Tensor_Tensor";
  Argument Left = Wide(0);
  return C.call(Op, {Left, Wide(1)});
}

static Value clampMin(Call &C) {
  return C.call(C.isTensor(1) ? "clamp.Tensor" : "clamp", {C[0], C.arg(1)});
}
static Value clampMax(Call &C) {
  return C.call(C.isTensor(1) ? "clamp.Tensor" : "clamp",
                {C[0], Argument(), C.arg(1)});
}
static Value clip(Call &C) {
  return C.call("clamp", {C[0], C.arg(1), C.arg(2)});
}
static Value clipTensor(Call &C) {
  return C.call("clamp.Tensor", {C[0], C.arg(1), C.arg(2)});
}
static Value maximum(Call &C) { return C.call("maximum", {C[0], C[1]}); }
static Value minimum(Call &C) { return C.call("minimum", {C[0], C[1]}); }

static Value isFinite(Call &C) {
  if (!isFloatType(C[0].dtype()) && !isComplexType(C[0].dtype()))
    return C.call("ones_like", {C[0]}, {named("dtype", DType::Bool)});
  // The absolute value may overflow where the parts do not.
  if (isComplexType(C[0].dtype()))
    return C.call("isfinite", {C.call("real", {C[0]})}) *
           C.call("isfinite", {C.call("imag", {C[0]})});
  Value Bounded = differs(C.call("abs", {C[0]}), INFINITY);
  return equals(C[0], C[0]) * Bounded;
}
template <bool Negative> static Value isInfiniteOf(Call &C) {
  if (!isFloatType(C[0].dtype()))
    return C.call("zeros_like", {C[0]}, {named("dtype", DType::Bool)});
  return equals(C[0], Negative ? -INFINITY : INFINITY);
}
static Value isReal(Call &C) {
  if (isComplexType(C[0].dtype()))
    return equals(C.call("imag", {C[0]}), 0);
  return C.call("ones_like", {C[0]},
                {named("dtype", DType::Bool),
                 named("memory_format", MemoryFormat::Preserve)});
}

static Value isClose(Call &C) {
  if (!isFloatType(C[0].dtype()) || C.flag(4))
    return C.keep();
  Value Close = equals(C[0], C[1]);
  Value Allowed = C.call(
      "add.Scalar",
      {C.call("abs", {C.call("mul.Scalar", {C[1], C.arg(2)})}), C.arg(3)});
  Value Apart = C.call("abs", {C[0] - C[1]});
  Value Near = C.call("bitwise_and.Tensor",
                      {C.call("isfinite", {Apart}), Apart <= Allowed});
  return C.call("bitwise_or.Tensor", {Close, Near});
}

static Value logAddExp(Call &C) {
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  Value First = C[0] >= C[1];
  Value Greater = C.call("where.self", {First, C[0], C[1]});
  Value Less = C.call("where.self", {First, C[1], C[0]});
  // Equal infinities are their own sum.
  Value Infinite = C.call("logical_and",
                          {C.call("logical_not", {C.call("isfinite", {C[0]})}),
                           equals(C[0], C[1])});
  Value Sum = Greater + C.call("log1p", {C.call("exp", {Less - Greater})});
  return C.call("where.self", {Infinite, C[0], Sum});
}

/// The product with a logarithm, which is 0 where the first factor is.
static Value timesLog(Call &C, StringRef Log) {
  Value X = C[0], Y = C[1];
  // A number beside a tensor of integers is not an integer.
  auto NumberBeside = [&](unsigned I, Value Tensor) {
    DType T = Tensor.dtype();
    return scalarTensor(C, C.arg(I), isFloatType(T) ? T : DType::Float32,
                        Tensor.device());
  };
  if (!C.isTensor(0))
    X = NumberBeside(0, Y);
  if (!C.isTensor(1))
    Y = NumberBeside(1, X);
  // The logarithm of an integer has no more bits than a float.
  Promotion Types;
  Types.add(X.type());
  Types.add(Y.type());
  if (std::optional<DType> T = Types.result(); T && isFloatType(*T))
    Y = convertTo(Y, *T);
  Value Zero = equals(X, 0);
  Value Product = X * C.call(Log, {Y});
  Value Result = where(Zero, 0, Product);
  return where(C.call("isnan", {Y}), NAN, Result);
}
static Value xlogy(Call &C) { return timesLog(C, "log"); }
static Value xlog1py(Call &C) { return timesLog(C, "log1p"); }

static Value logit(Call &C) {
  // Integers are converted before anything is computed.
  Value V = isIntegral(C[0].dtype(), /*IncludeBool=*/true)
                ? convertTo(C[0], DType::Float32)
                : C[0];
  if (C.isGiven(1)) {
    double Low = C.number(1), High = 1.0 - Low;
    Value Below = V < Argument(Low);
    V = where(Below, Low, where(V > Argument(High), High, V));
  }
  return C.call("log", {V / (1 - V)});
}

static Value sinc(Call &C) {
  Value X = C[0] * Argument(3.141592653589793);
  Value Zero = equals(X, 0);
  Value Ratio = C.call("sin", {X}) / X;
  return where(Zero, 1, Ratio);
}

static Value sgn(Call &C) {
  if (!isComplexType(C[0].dtype()))
    return C.call("sign", {C[0]});
  Value Length = C.call("abs", {C[0]});
  Value Zero = equals(Length, 0);
  Value Unit = C[0] / Length;
  return where(Zero, 0, Unit);
}

static Value heaviside(Call &C) {
  Value Other = C[1];
  Dims Shape = C.broadcast(C[0].sizes(), Other.sizes());
  if (Other.sizes() != Shape)
    Other = C.expand(Other, Shape);
  Value Zero = equals(C[0], 0);
  Value Less = C.call("logical_or", {C[0] < 0, C.call("isnan", {C[0]})});
  Value Step = where(Less, 0, 1);
  return convertTo(C.call("where.self", {Zero, Other, Step}), C[0].dtype());
}

static Value degToRad(Call &C) { return C[0] * Argument(0.017453292519943295); }
static Value radToDeg(Call &C) { return C[0] * Argument(57.29577951308232); }

/// The number that \p A is in a kernel of \p T: infinite where it overflows.
static Argument numberIn(DType T, const Argument &A) {
  double V = A.isInt() ? double(A.asInt()) : A.isFloat() ? A.asFloat() : 0;
  double Greatest = greatestOf(T);
  if (T == DType::Float64 || !(std::fabs(V) > Greatest))
    return A;
  // Half the distance of the two greatest numbers is rounded away.
  double Half = std::ldexp(1.0, T == DType::Float16    ? 4
                                : T == DType::BFloat16 ? 119
                                                       : 103);
  return std::copysign(std::fabs(V) < Greatest + Half ? Greatest : INFINITY, V);
}

static Value nanToNum(Call &C) {
  DType T = C[0].dtype();
  if (isComplexType(T))
    return C.keep();
  if (!isFloatType(T))
    return C.call("clone", {C[0]});
  Argument Nan = C.isGiven(1) ? numberIn(T, C.arg(1)) : Argument(0.0);
  Argument High =
      C.isGiven(2) ? numberIn(T, C.arg(2)) : Argument(greatestOf(T));
  Argument Low = C.isGiven(3) ? numberIn(T, C.arg(3)) : Argument(lowestOf(T));
  Value R = where(C.call("isnan", {C[0]}), Nan, C[0]);
  R = where(equals(C[0], -INFINITY), Low, R);
  return where(equals(C[0], INFINITY), High, R);
}

// Operators under another name.
template <const char *const &Name> static Value renamed(Call &C) {
  return C.call(Name, C.args());
}
#define FX_RENAMED(FUNCTION, OP)                                               \
  static const char *const FUNCTION##Name = OP;                                \
  static Value FUNCTION(Call &C) { return renamed<FUNCTION##Name>(C); }
FX_RENAMED(toSigmoid, "sigmoid")
FX_RENAMED(toExpm1, "expm1")
FX_RENAMED(toLog1p, "log1p")
FX_RENAMED(toErf, "erf")
FX_RENAMED(toExp2, "exp2")
FX_RENAMED(toDigamma, "digamma")
FX_RENAMED(toErfc, "erfc")
FX_RENAMED(toErfinv, "erfinv")
FX_RENAMED(toLgamma, "lgamma")
FX_RENAMED(toI0, "i0")
FX_RENAMED(toPolygamma, "polygamma")
FX_RENAMED(toIgamma, "igamma")
FX_RENAMED(toIgammac, "igammac")
FX_RENAMED(toLinalgInv, "linalg_inv")
FX_RENAMED(toNonzero, "nonzero")
FX_RENAMED(toAbs, "abs")
FX_RENAMED(toNeg, "neg")
FX_RENAMED(toAcos, "acos")
FX_RENAMED(toAcosh, "acosh")
FX_RENAMED(toAsin, "asin")
FX_RENAMED(toAsinh, "asinh")
FX_RENAMED(toAtan, "atan")
FX_RENAMED(toAtanh, "atanh")
FX_RENAMED(toAtan2, "atan2")
FX_RENAMED(toTrunc, "trunc")
FX_RENAMED(toGtTensor, "gt.Tensor")
FX_RENAMED(toLtTensor, "lt.Tensor")
FX_RENAMED(toGeTensor, "ge.Tensor")
FX_RENAMED(toLeTensor, "le.Tensor")
FX_RENAMED(toNeTensor, "ne.Tensor")
FX_RENAMED(toGtScalar, "gt.Scalar")
FX_RENAMED(toLtScalar, "lt.Scalar")
FX_RENAMED(toGeScalar, "ge.Scalar")
FX_RENAMED(toLeScalar, "le.Scalar")
FX_RENAMED(toNeScalar, "ne.Scalar")
FX_RENAMED(toAndTensor, "bitwise_and.Tensor")
FX_RENAMED(toAndScalar, "bitwise_and.Scalar")
FX_RENAMED(toOrTensor, "bitwise_or.Tensor")
FX_RENAMED(toOrScalar, "bitwise_or.Scalar")
FX_RENAMED(toXorTensor, "bitwise_xor.Tensor")
FX_RENAMED(toXorScalar, "bitwise_xor.Scalar")
#undef FX_RENAMED

// special_round(self, *, decimals)
static Value specialRound(Call &C) {
  if (C.integer(1, 0) == 0)
    return C.call("round", {C[0]});
  return C.call("round.decimals", {C[0]}, {named("decimals", C.arg(1))});
}

static Value ndtr(Call &C) {
  Value Erf = C.call("erf", {C[0] / Argument(1.4142135623730951)});
  return (Erf + Argument(1)) * Argument(0.5);
}

static Value entr(Call &C) {
  Value Log = C.call("log", {C[0]});
  Value Above = C[0] > 0;
  Value Entropy = -(C[0] * Log);
  // 0 at 0, -inf below, and what is not a number stays none.
  Value Rest = where(equals(C[0], 0), 0, -INFINITY);
  Value Result = C.call("where.self", {Above, Entropy, Rest});
  return C.call("where.self", {C.call("isnan", {C[0]}), C[0], Result});
}

static Value logAddExp2(Call &C) {
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  Value First = C[0] >= C[1];
  Value Greater = C.call("where.self", {First, C[0], C[1]});
  Value Less = C.call("where.self", {First, C[1], C[0]});
  Value Infinite =
      C.call("logical_and",
             {equals(C.call("abs", {C[0]}), INFINITY), equals(C[0], C[1])});
  Value Ratio = C.call("exp2", {Less - Greater});
  Value Sum = Greater + C.call("log1p", {Ratio}) * Argument(1.4426950408889634);
  return C.call("where.self", {Infinite, C[0], Sum});
}

static Value mvlgamma(Call &C) {
  int64_t P = C.integer(1);
  if (!isFloatType(C[0].dtype()) || P < 1 || P > 64)
    return C.keep();
  Value Sum = C.call("lgamma", {C[0]});
  for (int64_t J = 1; J < P; ++J)
    Sum = Sum + C.call("lgamma", {C[0] + Argument(-0.5 * J)});
  return Sum + Argument(P * (P - 1) * 0.25 * 1.1447298858494002);
}

ArrayRef<Entry> fx::decomposition::pointwiseRules() {
  static const Entry Rules[] = {
      {"rsub.Scalar", rsubScalar},
      {"rsub.Tensor", rsubTensor},
      {"subtract.Tensor", subtract},
      {"subtract.Scalar", subtract},
      {"multiply.Tensor", multiply},
      {"multiply.Scalar", multiply},
      {"divide.Tensor", divide},
      {"divide.Scalar", divide},
      {"true_divide.Tensor", divide},
      {"true_divide.Scalar", divide},
      {"divide.Tensor_mode", divideMode},
      {"divide.Scalar_mode", divideMode},
      {"floor_divide", floorDivide},
      {"addcmul", addcmul, InFloat32},
      {"addcdiv", addcdiv, InFloat32},
      {"lerp", lerp, InFloat32},
      {"frac", frac},
      {"square", square},
      {"float_power", floatPower},
      {"clamp_min", clampMin},
      {"clamp_max", clampMax},
      {"clip.default", clip},
      {"clip.Tensor", clipTensor},
      {"max.other", maximum},
      {"min.other", minimum},
      {"isfinite", isFinite},
      {"isposinf", isInfiniteOf<false>},
      {"isneginf", isInfiniteOf<true>},
      {"isreal", isReal},
      {"isclose", isClose},
      {"logaddexp", logAddExp, InFloat32},
      {"logaddexp2", logAddExp2, InFloat32},
      {"xlogy", xlogy, InFloat32},
      {"special_xlogy", xlogy, InFloat32},
      {"special_xlog1py", xlog1py, InFloat32},
      {"special_entr", entr, InFloat32},
      {"logit", logit, InFloat32},
      {"special_logit", logit, InFloat32},
      {"sinc", sinc, InFloat32},
      {"special_sinc", sinc, InFloat32},
      {"sgn", sgn},
      {"heaviside", heaviside},
      {"deg2rad", degToRad, InFloat32},
      {"rad2deg", radToDeg, InFloat32},
      {"nan_to_num", nanToNum},
      {"mvlgamma", mvlgamma, InFloat32},
      {"special_multigammaln", mvlgamma, InFloat32},
      {"special_expit", toSigmoid},
      {"special_expm1", toExpm1},
      {"special_log1p", toLog1p},
      {"special_erf", toErf},
      {"special_exp2", toExp2},
      {"special_round", specialRound},
      {"absolute", toAbs},
      {"negative", toNeg},
      {"arccos", toAcos},
      {"arccosh", toAcosh},
      {"arcsin", toAsin},
      {"arcsinh", toAsinh},
      {"arctan", toAtan},
      {"arctanh", toAtanh},
      {"arctan2", toAtan2},
      {"fix", toTrunc},
      {"greater.Tensor", toGtTensor},
      {"greater.Scalar", toGtScalar},
      {"greater_equal.Tensor", toGeTensor},
      {"greater_equal.Scalar", toGeScalar},
      {"less.Tensor", toLtTensor},
      {"less.Scalar", toLtScalar},
      {"less_equal.Tensor", toLeTensor},
      {"less_equal.Scalar", toLeScalar},
      {"not_equal.Tensor", toNeTensor},
      {"not_equal.Scalar", toNeScalar},
      {"__and__.Tensor", toAndTensor},
      {"__and__.Scalar", toAndScalar},
      {"__or__.Tensor", toOrTensor},
      {"__or__.Scalar", toOrScalar},
      {"__xor__.Tensor", toXorTensor},
      {"__xor__.Scalar", toXorScalar},
      {"special_ndtr", ndtr, InFloat32},
      {"special_digamma", toDigamma},
      {"special_psi", toDigamma},
      {"special_erfc", toErfc},
      {"special_erfinv", toErfinv},
      {"special_gammaln", toLgamma},
      {"special_i0", toI0},
      {"special_polygamma", toPolygamma},
      {"special_gammainc", toIgamma},
      {"special_gammaincc", toIgammac},
      {"inverse", toLinalgInv},
      {"argwhere", toNonzero},
  };
  return Rules;
}
