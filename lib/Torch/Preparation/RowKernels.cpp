//===- RowKernels.cpp - Kernels for a few rows of numbers -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowKernels.h"
#include "llvm/Support/Compiler.h"
#include <cmath>
#include <cstring>

using namespace fx::torch_impl::chain;
using namespace llvm;

// Everything is inlined into one function for each kind of processor.
#define KERNEL static LLVM_ATTRIBUTE_ALWAYS_INLINE

namespace {
/// Numbers that are computed at a time; the compiler makes of it what the
/// processor has.
typedef float Vector __attribute__((vector_size(64)));
constexpr int64_t Lanes = sizeof(Vector) / sizeof(float);
} // namespace

KERNEL float *resultOf(const Step &S, const RowMemory &M) {
  return S.Result.Space == Place::Output ? M.Outputs[S.Result.Index]
                                         : M.Scratch + S.Result.Index * M.Rows;
}

KERNEL const float *find(const Place &P, const RowMemory &M) {
  switch (P.Space) {
  case Place::None:
    return nullptr;
  case Place::Input:
    return M.Inputs[P.Index];
  case Place::Scratch:
    return M.Scratch + P.Index * M.Rows;
  case Place::Output:
    return M.Outputs[P.Index];
  case Place::Weight:
    return M.Weights + P.Index;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Linear layers
//===----------------------------------------------------------------------===//

/// The columns from Begin on, Lanes times Blocks of them, of NumRows rows.
template <int NumRows, int Blocks>
KERNEL void linearTile(float *To, const float *X, const float *W,
                       const float *Bias, int64_t Inner, int64_t Width,
                       int64_t Begin) {
  Vector Sum[NumRows][Blocks];
  for (int B = 0; B != Blocks; ++B) {
    Vector Start = {};
    if (Bias)
      std::memcpy(&Start, Bias + Begin + B * Lanes, sizeof(Vector));
    for (int R = 0; R != NumRows; ++R)
      Sum[R][B] = Start;
  }
  for (int64_t I = 0; I != Inner; ++I)
    for (int B = 0; B != Blocks; ++B) {
      Vector Factors;
      std::memcpy(&Factors, W + I * Width + Begin + B * Lanes, sizeof(Vector));
      for (int R = 0; R != NumRows; ++R)
        Sum[R][B] += X[R * Inner + I] * Factors;
    }
  for (int R = 0; R != NumRows; ++R)
    for (int B = 0; B != Blocks; ++B)
      std::memcpy(To + R * Width + Begin + B * Lanes, &Sum[R][B],
                  sizeof(Vector));
}

template <int NumRows>
KERNEL void linearRows(float *To, const float *X, const float *W,
                       const float *Bias, int64_t Inner, int64_t Width) {
  int64_t C = 0;
  for (; C + 4 * Lanes <= Width && NumRows == 1; C += 4 * Lanes)
    linearTile<NumRows, 4>(To, X, W, Bias, Inner, Width, C);
  for (; C + Lanes <= Width; C += Lanes)
    linearTile<NumRows, 1>(To, X, W, Bias, Inner, Width, C);
  for (; C != Width; ++C)
    for (int R = 0; R != NumRows; ++R) {
      float Sum = Bias ? Bias[C] : 0;
      for (int64_t I = 0; I != Inner; ++I)
        Sum += X[R * Inner + I] * W[I * Width + C];
      To[R * Width + C] = Sum;
    }
}

KERNEL void linear(const Step &S, const RowMemory &M) {
  float *To = resultOf(S, M);
  const float *X = find(S.X, M), *W = find(S.Weights, M),
              *Bias = find(S.Bias, M);
  int64_t R = 0;
  for (; R + 4 <= M.Rows; R += 4)
    linearRows<4>(To + R * S.Width, X + R * S.Inner, W, Bias, S.Inner, S.Width);
  for (; R != M.Rows; ++R)
    linearRows<1>(To + R * S.Width, X + R * S.Inner, W, Bias, S.Inner, S.Width);
}

//===----------------------------------------------------------------------===//
// Over a row
//===----------------------------------------------------------------------===//

KERNEL void norm(const Step &S, const RowMemory &M) {
  float *To = resultOf(S, M);
  const float *X = find(S.X, M), *W = find(S.Weights, M),
              *Bias = find(S.Bias, M);
  for (int64_t R = 0; R != M.Rows; ++R, To += S.Width, X += S.Width) {
    double Sum = 0, Squares = 0;
    for (int64_t C = 0; C != S.Width; ++C)
      Sum += X[C];
    double Mean = Sum / S.Width;
    for (int64_t C = 0; C != S.Width; ++C)
      Squares += (X[C] - Mean) * (X[C] - Mean);
    float Scale = float(1 / std::sqrt(Squares / S.Width + S.F0));
    float Center = float(Mean);
    for (int64_t C = 0; C != S.Width; ++C) {
      float V = (X[C] - Center) * Scale;
      V = W ? V * W[C] : V;
      To[C] = Bias ? V + Bias[C] : V;
    }
  }
}

KERNEL void softmax(const Step &S, const RowMemory &M) {
  float *To = resultOf(S, M);
  const float *X = find(S.X, M);
  for (int64_t R = 0; R != M.Rows; ++R, To += S.Width, X += S.Width) {
    float Most = X[0];
    for (int64_t C = 1; C != S.Width; ++C)
      Most = X[C] > Most || std::isnan(X[C]) ? X[C] : Most;
    float Sum = 0;
    for (int64_t C = 0; C != S.Width; ++C) {
      To[C] = std::exp(X[C] - Most);
      Sum += To[C];
    }
    for (int64_t C = 0; C != S.Width; ++C)
      To[C] /= Sum;
  }
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

template <typename Fn>
KERNEL void unary(const Step &S, const RowMemory &M, Fn Of) {
  float *To = resultOf(S, M);
  const float *X = find(S.X, M);
  for (int64_t I = 0, E = M.Rows * S.Width; I != E; ++I)
    To[I] = Of(X[I]);
}

template <typename Fn>
KERNEL void binary(const Step &S, const RowMemory &M, Fn Of) {
  float *To = resultOf(S, M);
  const float *X = find(S.X, M), *Y = find(S.Y, M);
  int64_t Count = M.Rows * S.Width;
  if (!Y) {
    float Number = float(S.F0);
    for (int64_t I = 0; I != Count; ++I)
      To[I] = Of(X[I], Number);
    return;
  }
  if (S.Y.Space != Place::Weight) {
    for (int64_t I = 0; I != Count; ++I)
      To[I] = Of(X[I], Y[I]);
    return;
  }
  for (int64_t R = 0; R != M.Rows; ++R, To += S.Width, X += S.Width)
    for (int64_t C = 0; C != S.Width; ++C)
      To[C] = Of(X[C], Y[C]);
}

KERNEL float clamped(float X, float Low, float High) {
  // A NaN stays.
  X = X < Low ? Low : X;
  return X > High ? High : X;
}

KERNEL float sigmoid(float X) { return 1 / (1 + std::exp(-X)); }

KERNEL float geluTanh(float X) {
  constexpr float Root = 0.7978845608028654f; // sqrt(2 / pi)
  return 0.5f * X * (1 + std::tanh(Root * (X + 0.044715f * X * X * X)));
}

KERNEL void runStep(const Step &S, const RowMemory &M) {
  float F0 = float(S.F0), F1 = float(S.F1);
  switch (S.Kind) {
  case Op::Linear:
    return linear(S, M);
  case Op::Norm:
    return norm(S, M);
  case Op::Softmax:
    return softmax(S, M);
  case Op::ReLU:
    return unary(S, M, [](float X) { return X < 0 ? 0 : X; });
  case Op::GELU:
    return unary(S, M, [](float X) {
      return 0.5f * X * (1 + std::erf(X * 0.7071067811865476f));
    });
  case Op::GELUTanh:
    return unary(S, M, geluTanh);
  case Op::SiLU:
    return unary(S, M, [](float X) { return X / (1 + std::exp(-X)); });
  case Op::Sigmoid:
    return unary(S, M, sigmoid);
  case Op::Tanh:
    return unary(S, M, [](float X) { return std::tanh(X); });
  case Op::Exp:
    return unary(S, M, [](float X) { return std::exp(X); });
  case Op::Neg:
    return unary(S, M, [](float X) { return -X; });
  case Op::HardTanh:
    return unary(S, M, [=](float X) { return clamped(X, F0, F1); });
  case Op::LeakyReLU:
    return unary(S, M, [=](float X) { return X > 0 ? X : X * F0; });
  case Op::HardSwish:
    return unary(S, M, [](float X) { return X * clamped(X + 3, 0, 6) / 6; });
  case Op::HardSigmoid:
    return unary(S, M, [](float X) { return clamped(X + 3, 0, 6) / 6; });
  case Op::Add:
    return binary(S, M, [=](float X, float Y) { return X + F1 * Y; });
  case Op::Sub:
    return binary(S, M, [=](float X, float Y) { return X - F1 * Y; });
  case Op::Mul:
    return binary(S, M, [](float X, float Y) { return X * Y; });
  case Op::Div:
    return binary(S, M, [](float X, float Y) { return X / Y; });
  }
}

//===----------------------------------------------------------------------===//
// For each kind of processor
//===----------------------------------------------------------------------===//

KERNEL void runAll(ArrayRef<Step> Steps, const RowMemory &M) {
  for (const Step &S : Steps)
    runStep(S, M);
}

static void runPlain(ArrayRef<Step> Steps, const RowMemory &M) {
  runAll(Steps, M);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void runAVX2(ArrayRef<Step> Steps,
                                                        const RowMemory &M) {
  runAll(Steps, M);
}
__attribute__((target("avx512f,avx512vl,avx512dq,avx2,fma"))) static void
runAVX512(ArrayRef<Step> Steps, const RowMemory &M) {
  runAll(Steps, M);
}
#endif

static auto choose() -> void (*)(ArrayRef<Step>, const RowMemory &) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  bool HasAVX2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (HasAVX2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return runAVX512;
  if (HasAVX2)
    return runAVX2;
#endif
  return runPlain;
}

void fx::torch_impl::chain::runSteps(ArrayRef<Step> Steps,
                                     const RowMemory &Memory) {
  static const auto Run = choose();
  Run(Steps, Memory);
}
