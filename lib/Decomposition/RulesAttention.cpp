//===- RulesAttention.cpp - Scaled dot product attention ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

// scaled_dot_product_attention(query, key, value, attn_mask, dropout_p,
//                              is_causal, *, scale, enable_gqa)

/// Whether PyTorch takes its fused kernel for the CPU, whose result has another
/// order of dimensions in memory.
static bool isFused(Call &C, const Value &Q, const Value &K, const Value &V,
                    bool HasMask, int64_t MaskRank) {
  if (Q.rank() != 4 || K.rank() != 4 || V.rank() != 4)
    return false;
  if (C.number(4) != 0 || !isFloatType(Q.dtype()))
    return false;
  if (HasMask && MaskRank != 2 && MaskRank != 4)
    return false;
  bool GQA = C.flag(7);
  if (!C.same(Q.size(0), K.size(0)) || !C.same(Q.size(0), V.size(0)))
    return false;
  if (!GQA && (!C.same(Q.size(1), K.size(1)) || !C.same(Q.size(1), V.size(1))))
    return false;
  if (!C.same(Q.size(3), K.size(3)) || !C.same(Q.size(3), V.size(3)))
    return false;
  for (const Value *T : {&Q, &K, &V}) {
    TensorValue Type = T->type();

    if (!Type.strides().empty() && C.hint(Type.strides().back()) != 1)
      return false;
    if (C.hint(Type.sizes()[2]) == 0)
      return false;
  }
  return true;
}

static Value truthMask(Call &C, const Value &Mask, DType T) {
  // What is masked gets no weight.
  Value Minus = C.call("scalar_tensor", {-INFINITY},
                       {named("dtype", T), named("device", Mask.device())});
  return where(Mask, 0.0, Minus);
}

static Value attention(Call &C) {
  Value Q = C[0], K = C[1], V = C[2], Mask = C[3];
  for (unsigned I = 0; I != 3; ++I)
    if (C[I].rank() < 2)
      return failRank(C, I, "2 or more");
  DType T = Q.dtype();
  bool Causal = C.flag(5);
  bool HasMask = !Mask.isNone();
  double Scale;
  if (C.isGiven(6)) {
    Scale = C.number(6);
  } else {
    Dim E = Q.size(-1);
    if (!E.isInt())
      return C.fail("the size of the heads is symbolic");
    Scale = 1.0 / std::sqrt(double(E.asInt()));
  }
  if (!(Scale >= 0))
    return C.keep();
  Argument Root = std::sqrt(Scale);
  if (HasMask && Mask.dtype() == DType::Bool)
    Mask = truthMask(C, Mask, T);
  bool Fused = isFused(C, Q, K, V, HasMask, HasMask ? Mask.rank() : 0);
  bool Narrow = T == DType::Float16 || T == DType::BFloat16;
  if (Narrow) {
    Q = convertTo(Q, DType::Float32);
    K = convertTo(K, DType::Float32);
    V = convertTo(V, DType::Float32);
    if (HasMask)
      Mask = convertTo(Mask, DType::Float32);
  }
  Dim Rows = Q.size(-2), Columns = K.size(-2);
  Q = C.call("mul.Scalar", {Q, Root});
  if (Causal) {
    Value Ones =
        C.call("ones", {Argument::list({Rows, Columns})},
               {named("dtype", DType::Bool), named("device", Q.device())});
    Mask = truthMask(C, C.call("tril", {Ones}), Q.dtype());
    HasMask = true;
  }
  if (C.flag(7)) {
    Dim Heads = Q.size(-3);
    auto Repeat = [&](const Value &Of) {
      Dim Times = C.floorDiv(Heads, Of.size(-3));
      if (Call::isInt(Times, 1))
        return Of;
      return C.call("repeat_interleave.self_int", {Of, Times, -3});
    };
    K = Repeat(K);
    V = Repeat(V);
  }
  K = C.call("transpose.int", {K, -2, -1});
  Value Weights = C.call("matmul", {Q, C.call("mul.Scalar", {K, Root})});
  if (HasMask)
    Weights = Weights + Mask;
  Weights = C.call("_safe_softmax", {Weights, -1});
  if (double P = C.number(4); P > 0)
    Weights = C.call("dropout", {Weights, P, true});
  Value Result = C.call("matmul", {Weights, V});
  if (Narrow)
    Result = convertTo(Result, T);
  if (!Fused)
    return Result;
  Result = C.call("permute", {Result, Call::list({2, 0, 1, 3})});
  Result = C.call("contiguous", {Result});
  return C.call("permute", {Result, Call::list({1, 2, 0, 3})});
}

ArrayRef<Entry> fx::decomposition::attentionRules() {
  static const Entry Rules[] = {
      {"scaled_dot_product_attention", attention},
  };
  return Rules;
}
