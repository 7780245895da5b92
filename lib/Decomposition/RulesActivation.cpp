//===- RulesActivation.cpp - Activations ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/Support/WholeNumber.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

static Value silu(Call &C) { return C[0] * C.call("sigmoid", {C[0]}); }

static Value softplusOf(Call &C, const Value &X, double Beta,
                        double Threshold) {
  Value Scaled = Beta == 1.0 ? X : X * Argument(Beta);
  Value Soft = C.call("log1p", {C.call("exp", {Scaled})});
  if (Beta != 1.0)
    Soft = Soft / Argument(Beta);
  std::optional<int64_t> Whole = wholeNumber(Threshold);
  Argument Limit = Whole ? Argument(*Whole) : Argument(Threshold);
  return C.call("where.self", {Scaled > Limit, X, Soft});
}
static Value softplus(Call &C) {
  return softplusOf(C, C[0], C.number(1, 1), C.number(2, 20));
}
static Value mish(Call &C) {
  return C[0] * C.call("tanh", {softplusOf(C, C[0], 1, 20)});
}

static Value celu(Call &C) {
  double Alpha = C.number(1, 1);
  Value Low = Alpha == 1.0 ? C.call("expm1", {C[0]})
                           : C.call("expm1", {C[0] / C.arg(1)}) * C.arg(1);
  return C.call("where.self", {C[0] > 0, C[0], Low});
}

static Value selu(Call &C) {
  return C.call("elu", {C[0], 1.6732632423543772, 1.0507009873554805});
}
static Value relu6(Call &C) { return C.call("hardtanh", {C[0], 0, 6}); }

static Value upToSix(Call &C) {
  Value Up = C.call("clamp", {C[0] + Argument(3), 0});
  return C.call("clamp", {Up, Argument(), 6});
}
static Value hardswish(Call &C) { return C[0] * upToSix(C) / 6; }
static Value hardsigmoid(Call &C) { return upToSix(C) / 6; }

static Value hardshrink(Call &C) {
  return where(C.call("abs", {C[0]}) <= C.arg(1), 0, C[0]);
}
static Value softshrink(Call &C) {
  Value Far = C.call("abs", {C[0]}) > C.arg(1);
  Value Shrunk = C[0] - C.call("sign", {C[0]}) * C.arg(1);
  return C.call("where.self", {Far, Shrunk, C[0] * Argument(0)});
}
static Value threshold(Call &C) {
  // For integers, both numbers lose their fractions.
  if (isIntegral(C[0].dtype(), /*IncludingBool=*/false)) {
    std::optional<int64_t> Limit = truncated(C.number(1)),
                           Less = truncated(C.number(2));
    if (!Limit || !Less)
      return C.keep();
    return where(C[0] <= *Limit, *Less, C[0]);
  }
  return where(C[0] <= C.arg(1), C.arg(2), C[0]);
}

static Value logSigmoidForward(Call &C) {
  Value Zero = C.call("new_zeros", {C[0], Argument::list({})});
  Value Least = C.call("minimum", {Zero, C[0]});
  Value Z = C.call("exp", {-C.call("abs", {C[0]})});
  Value Result = Least - C.call("log1p", {Z});
  return C.tuple({Result, Z});
}
static Value logSigmoid(Call &C) {
  return C.call("log_sigmoid_forward", {C[0]})[0];
}

static Value glu(Call &C) {
  int64_t D = C.dim(1, C[0].rank());
  Dim Size = C[0].size(D);
  Dim Half = C.floorDiv(Size, Dim(2));
  Value A = C.call("slice.Tensor", {C[0], D, 0, Half});
  Value B = C.call("slice.Tensor", {C[0], D, Half, C.mul(Half, Dim(2))});
  return A * C.call("sigmoid", {B});
}

static Value prelu(Call &C) {
  Value Weight = C[1];
  int64_t Rank = C[0].rank();
  if (Weight.rank() != Rank) {
    Dims Shape(Rank, Dim(1));
    if (Rank > 1)
      Shape[1] = Weight.rank() == 0 ? Dim(1) : Weight.size(0);
    Weight = Rank == 0 ? C.call("squeeze", {Weight}) : C.reshape(Weight, Shape);
  }
  return C.call("_prelu_kernel", {C[0], Weight});
}
static Value preluKernel(Call &C) {
  return C.call("where.self", {C[0] > 0, C[0], C[1] * C[0]});
}

static Value softmaxInto(Call &C, StringRef Op) {
  Value V = C[0];
  if (std::optional<DType> T = C.dtype(2); T && *T != V.dtype())
    V = C.call("_to_copy", {V},
               {named("dtype", *T), named("layout", Layout::Strided),
                named("device", V.device())});
  return C.call(Op, {V, C.arg(1), false});
}
static Value softmax(Call &C) { return softmaxInto(C, "_softmax"); }
static Value logSoftmax(Call &C) { return softmaxInto(C, "_log_softmax"); }

static Value safeSoftmax(Call &C) {
  Value Soft = C.call("softmax.int", {C[0], C.arg(1), C.arg(2)});
  Value Masked = equals(C[0], -INFINITY);
  // Where everything is masked the result is zero.
  Value AllMasked = C.call("all.dim", {Masked, C.arg(1), true});
  return C.call("where.self", {AllMasked, C.call("zeros_like", {Soft}), Soft});
}

static Value logNdtr(Call &C) {
  Value T = C[0] * Argument(0.7071067811865476);
  Value Square = T * T;
  Value Low = C.call("log", {C.call("special_erfcx", {-T}) / 2}) - Square;
  Value High = C.call("log1p", {-(C.call("erfc", {T}) / 2)});
  return C.call("where.self", {C[0] < 1.0, Low, High});
}

ArrayRef<Entry> fx::decomposition::activationRules() {
  static const Entry Rules[] = {
      {"silu", silu, InFloat32},
      {"softplus", softplus, InFloat32},
      {"mish", mish, InFloat32},
      {"celu", celu, InFloat32},
      {"selu", selu, InFloat32},
      {"relu6", relu6},
      {"hardswish", hardswish, InFloat32},
      {"hardsigmoid", hardsigmoid, InFloat32},
      {"hardshrink", hardshrink},
      {"softshrink", softshrink},
      {"threshold", threshold, InFloat32},
      {"log_sigmoid_forward.default", logSigmoidForward, InFloat32},
      {"log_sigmoid", logSigmoid},
      {"glu", glu, InFloat32},
      {"prelu", prelu},
      {"_prelu_kernel", preluKernel},
      {"softmax.int", softmax},
      {"special_softmax", softmax},
      {"log_softmax.int", logSoftmax},
      {"special_log_softmax", logSoftmax},
      {"_safe_softmax", safeSoftmax},
      {"special_log_ndtr", logNdtr, InFloat32},
  };
  return Rules;
}
