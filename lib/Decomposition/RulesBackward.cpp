//===- RulesBackward.cpp - Gradients --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// The gradient of a function with the derivative \p Slope.
static Value gradientBy(Call &C, const Value &Slope) {
  return C[0] * (isComplexType(Slope.dtype()) ? C.call("conj_physical", {Slope})
                                              : Slope);
}
static Value tanhBackward(Call &C) { return gradientBy(C, 1 - C[1] * C[1]); }
static Value sigmoidBackward(Call &C) {
  return gradientBy(C, C[1] * (1 - C[1]));
}
static Value thresholdBackward(Call &C) {
  return where(C[1] <= C.arg(2), 0, C[0]);
}
static Value leakyReluBackward(Call &C) {
  return C.call("where.self", {C[1] > 0, C[0], C[0] * C.arg(2)});
}
// hardtanh_backward(grad_output, self, min_val, max_val)
static Value hardtanhBackward(Call &C) {
  Value Outside =
      C.call("bitwise_or.Tensor", {C[1] <= C.arg(2), C[1] >= C.arg(3)});
  return where(Outside, 0.0, C[0]);
}
static Value hardsigmoidBackward(Call &C) {
  Value Inside = C.call("bitwise_and.Tensor", {C[1] > -3.0, C[1] < 3.0});
  return where(Inside, C[0] * Argument(1.0 / 6.0), 0.0);
}
static Value hardswishBackward(Call &C) {
  Value Low = C[1] <= -3;
  Value Middle = C[0] * (C[1] / 3 + Argument(0.5));
  return where(Low, 0.0, C.call("where.self", {C[1] < 3, Middle, C[0]}));
}
static Value siluBackward(Call &C) {
  Value Sigmoid = C.call("sigmoid", {C[1]});
  Value Grad = C[0] * Sigmoid;
  return Grad * (C[1] * (1 - Sigmoid) + Argument(1));
}

// gelu_backward(grad_output, self, *, approximate)
static Value geluBackward(Call &C) {
  constexpr double Root2 = 1.4142135623730951, Half = 0.7071067811865476;
  constexpr double TwoByRootPi = 1.1283791670955126;
  Value X = C[1];
  if (C.text(2) == "tanh") {
    double Beta = Root2 * TwoByRootPi * 0.5, Kappa = 0.044715;
    Value Square = X * X;
    Value Inner = (X + Square * X * Argument(Kappa)) * Argument(Beta);
    Value Tanh = C.call("tanh", {Inner});
    Value Left = X * Argument(0.5);
    Value LeftGrad = (Tanh + Argument(1)) * Argument(0.5);
    Value TanhGrad = 1 - Tanh * Tanh;
    Value InnerGrad =
        (Square * Argument(3 * Kappa) + Argument(1)) * Argument(Beta);
    return C[0] * (LeftGrad + Left * TanhGrad * InnerGrad);
  }
  Value Cdf =
      (C.call("erf", {X * Argument(Half)}) + Argument(1)) * Argument(0.5);
  Value Pdf = C.call("exp", {X * X * Argument(-0.5)}) *
              Argument(TwoByRootPi * Half * 0.5);
  return C[0] * (Cdf + X * Pdf);
}

// elu_backward(grad, alpha, scale, input_scale, is_result, self_or_result)
static Value eluBackward(Call &C) {
  double Negative = C.number(1) * C.number(2), Input = C.number(3);
  Value X = C[5], Low = X <= 0;
  Value Factor =
      C.flag(4) ? X + Argument(Negative)
                : C.call("exp", {X * Argument(Input)}) * Argument(Negative);
  Value Slope = C[0] * Argument(Input) * Factor;
  return C.call("where.self", {Low, Slope, C[0] * C.arg(2)});
}

// softplus_backward(grad, self, beta, threshold)
static Value softplusBackward(Call &C) {
  Value Scaled = C[1] * C.arg(2);
  Value Z = C.call("exp", {Scaled});
  Value Product = C[0] * Z;
  Value Slope = Product / (Z + Argument(1.0));
  return C.call("where.self", {Scaled > C.arg(3), C[0], Slope});
}

// _softmax_backward_data(grad_output, output, dim, input_dtype)
static Value softmaxBackward(Call &C) {
  Value Grad = C[0] * C[1];
  Value Sum = sumOf(Grad, {C.integer(2)}, true);
  Value Result = Grad - C[1] * Sum;
  return C.call("contiguous",
                {convertTo(Result, C.dtype(3).value_or(Result.dtype()))});
}
static Value logSoftmaxBackward(Call &C) {
  Value Exp = C.call("exp", {C[1]});
  Value Result = C[0] - Exp * sumOf(C[0], {C.integer(2)}, true);
  return convertTo(Result, C.dtype(3).value_or(Result.dtype()));
}

// mse_loss_backward(grad_output, self, target, reduction)
static Value mseBackward(Call &C) {
  double Norm = 2.0;
  if (C.integer(3) == 1) {
    Dim Count = C.product(C[1].sizes());
    if (!Count.isInt() || Count.asInt() == 0)
      return C.fail("the number of elements is symbolic or 0; a mean needs a "
                    "constant");
    Norm /= double(Count.asInt());
  }
  return (C[1] - C[2]) * Argument(Norm) * C[0];
}

// native_dropout_backward(grad_output, mask, scale)
static Value dropoutBackward(Call &C) {
  Value Mask = convertTo(C[1], C[0].dtype());
  return C.call("clone", {C[0] * (Mask * C.arg(2))});
}

// select_backward(grad_output, input_sizes, dim, index)
static Value selectBackward(Call &C) {
  Value Zeros = C.call("new_zeros", {C[0], C.arg(1)});
  return C.call("select_scatter", {Zeros, C[0], C.arg(2), C.arg(3)});
}
// slice_backward(grad_output, input_sizes, dim, start, end, step)
static Value sliceBackward(Call &C) {
  Value Zeros = C.call("new_zeros", {C[0], C.arg(1)});
  return C.call("slice_scatter",
                {Zeros, C[0], C.arg(2), C.arg(3), C.arg(4), C.arg(5)});
}
// diagonal_backward(grad_output, input_sizes, offset, dim1, dim2)
static Value diagonalBackward(Call &C) {
  Value Zeros = C.call("new_zeros", {C[0], C.arg(1)});
  return C.call("diagonal_scatter",
                {Zeros, C[0], C.arg(2), C.arg(3), C.arg(4)});
}
// unfold_backward(grad_in, input_sizes, dim, size, step)
static Value unfoldBackward(Call &C) {
  Dims Shape = C.dims(1);
  if (Shape.empty())
    return C.call("squeeze", {C[0]});
  int64_t Rank = Shape.size(), D = C.dim(2, Rank);
  Value Places = arange(C, 0, Shape[D], C[0].device());
  Places = C.call("unfold", {Places, 0, C.arg(3), C.arg(4)});
  Places = C.reshape(Places, {C.product(Places.sizes())});
  Value Grad = C.call("movedim.int", {C[0], -1, D + 1});
  Dims Flat;
  Dims Sizes = Grad.sizes();
  for (int64_t I = 0; I != int64_t(Sizes.size()); ++I) {
    if (I == D + 1)
      Flat.back() = C.mul(Flat.back(), Sizes[I]);
    else
      Flat.push_back(Sizes[I]);
  }
  Grad = C.reshape(Grad, Flat);
  Value Zeros = C.call("new_zeros", {C[0], C.arg(1)});
  SmallVector<Argument, 6> Indices(D);
  Indices.push_back(Places);
  return C.call("index_put", {Zeros, Argument::list(Indices), Grad, true});
}

ArrayRef<Entry> fx::decomposition::backwardRules() {
  static const Entry Rules[] = {
      {"tanh_backward", tanhBackward, InFloat32},
      {"sigmoid_backward", sigmoidBackward, InFloat32},
      {"threshold_backward", thresholdBackward},
      {"leaky_relu_backward", leakyReluBackward, InFloat32},
      {"hardtanh_backward", hardtanhBackward, InFloat32},
      {"hardsigmoid_backward", hardsigmoidBackward, InFloat32},
      {"hardswish_backward", hardswishBackward, InFloat32},
      {"silu_backward", siluBackward, InFloat32},
      {"gelu_backward", geluBackward, InFloat32},
      {"elu_backward", eluBackward, InFloat32},
      {"softplus_backward", softplusBackward, InFloat32},
      {"_softmax_backward_data", softmaxBackward, InFloat32},
      {"_log_softmax_backward_data", logSoftmaxBackward, InFloat32},
      {"mse_loss_backward", mseBackward, InFloat32},
      {"native_dropout_backward", dropoutBackward},
      {"select_backward", selectBackward},
      {"slice_backward", sliceBackward},
      {"diagonal_backward", diagonalBackward},
      {"unfold_backward", unfoldBackward},
  };
  return Rules;
}
