//===- ValuesNormalization.cpp - Norms, softmax, attention, losses --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// softmax and log_softmax: another type on request.
static Argument softmax(ValueCall &C) {
  TensorValue T = C.tensor("self");
  DType Type = C.dtype("dtype", T.dtype());
  if (C.flag("half_to_float"))
    Type = DType::Float32;
  return C.resultLike(T, Type);
}

/// batch_norm, instance_norm: as the input.
static Argument norm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  return C.resultLike(T, T.dtype());
}

/// layer_norm, group_norm, rms_norm: contiguous.
static Argument contiguousNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// Statistics are computed in single precision at least.
static DType statisticsType(DType T) {
  return T == DType::Float16 || T == DType::BFloat16 ? DType::Float32 : T;
}

static Argument nativeLayerNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  size_t Normalized = C.sizes("normalized_shape").size();
  if (Normalized > T.rank())
    return C.fail("normalized_shape has more dimensions than the input");
  Dims Statistics(T.sizes());
  for (size_t I = T.rank() - Normalized; I != T.rank(); ++I)
    Statistics[I] = 1;
  Argument S = C.result(statisticsType(T.dtype()), Statistics, T.device());
  return valueTuple({C.result(T.dtype(), T.sizes(), T.device()), S, S});
}

static Argument nativeGroupNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  Argument S = C.result(T.dtype(), {C.size("N"), C.size("group")}, T.device());
  return valueTuple({C.result(T.dtype(), T.sizes(), T.device()), S, S});
}

/// native_batch_norm and relatives: statistics of the batch when training.
static Argument nativeBatchNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  if (T.rank() < 2)
    return C.fail("the input has fewer than two dimensions");
  bool Training = C.hasParam("training") && C.flag("training");
  // The last of them say nothing when they were not computed.
  Dims Shape;
  Shape.push_back(Training ? T.sizes()[1] : Dim(0));
  Argument S = C.result(statisticsType(T.dtype()), Shape, T.device());
  SmallVector<Argument, 5> Results = {C.resultLike(T, T.dtype()), S, S};
  // The functional form returns the running statistics as well.
  for (StringRef Name : {"running_mean", "running_var"})
    if (Results.size() < C.schema().returns().size()) {
      TensorValue Running = C.tensor(Name);
      Results.push_back(C.resultLike(Running, Running.dtype()));
    }
  return valueTuple(Results);
}

static Argument weightNorm(ValueCall &C) {
  TensorValue V = C.tensor("v"), G = C.tensor("g");
  Argument W = C.resultLike(V, V.dtype());
  if (C.schema().returns().size() == 1)
    return W;
  return valueTuple({W, C.resultLike(G, G.dtype())});
}

/// scaled_dot_product_attention and the kernels behind it.
static Argument attention(ValueCall &C) {
  TensorValue Q = C.tensor("query"), K = C.tensor("key"), V = C.tensor("value");
  if (Q.rank() < 2 || V.rank() < 2 || K.rank() < 2)
    return C.fail("an operand has fewer than two dimensions");
  Dims Sizes = C.broadcast(
      Q.sizes().drop_back(2),
      K.sizes().drop_back(2).empty() ? DimsRef() : Q.sizes().drop_back(2));
  Sizes.push_back(Q.sizes()[Q.rank() - 2]);
  Sizes.push_back(V.sizes().back());
  return C.result(Q.dtype(), Sizes, Q.device());
}

/// The kernel for the CPU works on (batch, length, heads, size) and returns a
/// view of that, and the logarithm of the sums.
static Argument flashAttentionForCpu(ValueCall &C) {
  TensorValue Q = C.tensor("query");
  if (Q.rank() != 4)
    return C.fail("the query has " + Twine(Q.rank()) + " dimensions");
  SymbolicMath &Math = C.math();
  Dims Sizes(Q.sizes());
  const Dim &B = Sizes[0], &H = Sizes[1], &L = Sizes[2], &E = Sizes[3];
  Dim HE = Math.mul(H, E);
  Dims Strides = {Math.mul(L, HE), E, HE, Dim(1)};
  Dims LogSizes = {B, H, L};
  Dims LogStrides = {Math.mul(L, H), Dim(1), H};
  return valueTuple(
      {C.result(Q.dtype(), Sizes, Strides, Q.device()),
       C.result(statisticsType(Q.dtype()), LogSizes, LogStrides, Q.device())});
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// nll_loss: one number, or one for each element of the target.
static Argument nllLoss(ValueCall &C) {
  TensorValue T = C.tensor("self"), Target = C.tensor("target");
  bool None = C.integer("reduction") == 0;
  Argument Loss = None ? C.result(T.dtype(), Target.sizes(), T.device())
                       : C.result(T.dtype(), {}, T.device());
  if (C.schema().returns().size() == 1)
    return Loss;
  return valueTuple({Loss, C.result(T.dtype(), {}, T.device())});
}

static Argument crossEntropy(ValueCall &C) {
  TensorValue T = C.tensor("self"), Target = C.tensor("target");
  if (C.integer("reduction") != 0)
    return C.result(T.dtype(), {}, T.device());
  if (Target.rank() != T.rank())
    return C.result(T.dtype(), Target.sizes(), T.device());
  Dims Sizes(T.sizes());
  if (Sizes.size() > 1)
    Sizes.erase(Sizes.begin() + 1);
  else
    Sizes.clear();
  return C.result(T.dtype(), Sizes, T.device());
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

/// gru.input, rnn_tanh.input, lstm.input: output and last states.
static Argument recurrent(ValueCall &C) {
  TensorValue X = C.tensor("input");
  SmallVector<TensorValue, 4> States;
  if (C.get("hx").kind() == ArgKind::TensorType)
    States.push_back(C.tensor("hx"));
  else
    States = C.tensors("hx");
  if (C.failed() || States.empty() || X.rank() < 2 || !States[0].rank() ||
      !C.hasParam("batch_first"))
    return C.fail("the states do not fit");
  Dims Sizes(X.sizes());
  Dim Width = States[0].sizes().back();
  if (C.flag("bidirectional"))
    Width = C.math().mul(Width, 2);
  Sizes.back() = Width;
  Dims Strides = C.contiguousStrides(Sizes);
  if (Sizes.size() == 3 && C.flag("batch_first")) {
    // Computed with the length first.
    Dims Turned = {Sizes[1], Sizes[0], Sizes[2]};
    Dims S = C.contiguousStrides(Turned);
    Strides = {S[1], S[0], S[2]};
  }
  SmallVector<Argument, 3> Results = {
      C.result(X.dtype(), Sizes, Strides, X.device())};
  for (const TensorValue &S : States)
    Results.push_back(C.result(S.dtype(), S.sizes(), S.device()));
  return valueTuple(Results);
}

/// lstm_cell and gru_cell: the new states.
static Argument recurrentCell(ValueCall &C) {
  if (C.get("hx").kind() == ArgKind::TensorType) {
    TensorValue H = C.tensor("hx");
    return C.result(H.dtype(), H.sizes(), H.device());
  }
  SmallVector<Argument, 2> Results;
  for (const TensorValue &S : C.tensors("hx"))
    Results.push_back(C.result(S.dtype(), S.sizes(), S.device()));
  return valueTuple(Results);
}

static constexpr NamedValueRule Rules[] = {
    {"attention", attention},
    {"contiguous-norm", contiguousNorm},
    {"cross-entropy", crossEntropy},
    {"flash-attention-for-cpu", flashAttentionForCpu},
    {"native-batch-norm", nativeBatchNorm},
    {"native-group-norm", nativeGroupNorm},
    {"native-layer-norm", nativeLayerNorm},
    {"nll-loss", nllLoss},
    {"norm", norm},
    {"recurrent", recurrent},
    {"recurrent-cell", recurrentCell},
    {"softmax", softmax},
    {"weight-norm", weightNorm},
};

ArrayRef<NamedValueRule> fx::normalizationValueRules() { return Rules; }
