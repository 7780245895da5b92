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
  if (C.hasParam("dim"))
    C.dim("dim", T.rank());
  if (C.flag("half_to_float"))
    Type = DType::Float32;
  return C.result(Type, T.sizes(), T.device());
}

/// (T - mean) * scale, with one of each for a channel.
static Argument normalizedChannels(ValueCall &C, const TensorValue &T) {
  Dims Sizes(T.rank(), Dim(1));
  if (T.rank() > 1)
    Sizes[1] = T.sizes()[1];
  TensorValue Mean(C.result(T.dtype(), Sizes, T.device()));
  return C.elementwise({T, Mean}, T.dtype());
}

/// batch_norm: as the input.
static Argument norm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  if (C.math().hint(C.numel(T.sizes())) != 0)
    return normalizedChannels(C, T);
  // A copy, which is multiplied and added to.
  bool Affine = C.isGiven("weight") || C.isGiven("bias");
  return Affine ? C.elementwise(T, T.dtype()) : C.resultLike(T, T.dtype());
}

/// layer_norm, rms_norm: contiguous.
static Argument contiguousNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// group_norm: contiguous, or channels-last as the input.
static Argument groupNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  return C.resultSuggested(T, T.dtype(), T.sizes());
}

/// Statistics are computed in single precision at least.
static DType statisticsType(DType T) {
  return T == DType::Float16 || T == DType::BFloat16 ? DType::Float32 : T;
}

static bool isOnCpu(const TensorValue &T) {
  return T.device().kind() == ArgKind::Device && T.device().str() == "cpu";
}

static Argument nativeLayerNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  size_t Normalized = C.sizes("normalized_shape").size();
  if (Normalized > T.rank())
    return C.fail("normalized_shape has more dimensions than the input");
  Dims Statistics(T.sizes());
  for (size_t I = T.rank() - Normalized; I != T.rank(); ++I)
    Statistics[I] = 1;
  // The CPU keeps them in the type of the parameters.
  TensorValue Weight = C.optionalTensor("weight");
  DType Type = !isOnCpu(T) ? statisticsType(T.dtype())
               : Weight    ? Weight.dtype()
                           : T.dtype();
  Argument S = C.result(Type, Statistics, T.device());
  Argument X = C.elementwise(
      {TensorValue(valueContiguous(C, T.value())), TensorValue(S)}, T.dtype());
  for (StringRef Name : {"weight", "bias"})
    if (TensorValue P = C.optionalTensor(Name); P && !X.isNone())
      X = C.elementwise({TensorValue(X), P}, T.dtype());
  return valueTuple({X, S, S});
}

static Argument nativeGroupNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  Argument S = C.result(T.dtype(), {C.size("N"), C.size("group")}, T.device());
  // T * w + b, with a w of each channel of each example.
  Dims Sizes(T.rank(), Dim(1));
  for (unsigned I = 0; I < 2 && I < T.rank(); ++I)
    Sizes[I] = T.sizes()[I];
  TensorValue Weight(C.result(T.dtype(), Sizes, T.device()));
  if (!Weight)
    return Argument::none();
  Argument X = C.isContiguous(T) ? C.result(T, T.sizes())
                                 : C.elementwise({T, Weight}, T.dtype());
  return valueTuple({X, S, S});
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
  Argument S = C.result(isOnCpu(T) ? T.dtype() : statisticsType(T.dtype()),
                        Shape, T.device());
  // PyTorch's fake tensors have the strides of the input, its kernels do not;
  // a view of the result must be possible in the run.
  SmallVector<Argument, 5> Results = {
      C.resultSuggested(T, T.dtype(), T.sizes()), S, S};
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

/// Whether PyTorch takes that kernel (sdp_utils_cpp.cpp, use_flash_attention).
static bool takesFlashKernel(ValueCall &C, const TensorValue &Q,
                             const TensorValue &K, const TensorValue &V) {
  Argument Dropout = C.get("dropout_p");
  bool Drops = Dropout.isFloat() && Dropout.asFloat() > 0;
  if (Drops || Q.rank() != 4 || K.rank() != 4 || V.rank() != 4 ||
      !isFloatType(Q.dtype()))
    return false;
  if (Q.device().kind() == ArgKind::Device && Q.device().str() != "cpu")
    return false;
  for (const TensorValue *T : {&Q, &K, &V}) {
    if (T->strides().size() != 4 || !SymbolicMath::isInt(T->strides()[3], 1))
      return false;
    if (C.math().hint(T->sizes()[2]) == 0)
      return false;
  }
  TensorValue Mask = C.optionalTensor("attn_mask");
  if (Mask && Mask.rank() != 2 && Mask.rank() != 4)
    return false;
  if (!C.same(Q.sizes()[3], K.sizes()[3]) ||
      !C.same(Q.sizes()[3], V.sizes()[3]) ||
      !C.same(Q.sizes()[0], K.sizes()[0]))
    return false;
  return C.flag("enable_gqa") || C.same(Q.sizes()[1], K.sizes()[1]);
}

static Argument attention(ValueCall &C) {
  TensorValue Q = C.tensor("query"), K = C.tensor("key"), V = C.tensor("value");
  if (Q.rank() < 2 || V.rank() < 2 || K.rank() < 2)
    return C.fail("an operand has fewer than two dimensions");
  if (isIntegral(Q.dtype(), /*IncludingBool=*/true))
    return C.fail("the operands are integers");
  if (takesFlashKernel(C, Q, K, V))
    return C.elementwise(Q, Q.dtype());
  Dims Sizes = Dims(Q.sizes().drop_back());
  Sizes.push_back(V.sizes().back());
  return C.result(Q.dtype(), Sizes, Q.device());
}

/// The kernel by its own name returns the logarithm of the sums as well.
static Argument flashAttentionForCpu(ValueCall &C) {
  TensorValue Q = C.tensor("query");
  if (Q.rank() != 4)
    return C.fail("the query has " + Twine(Q.rank()) + " dimensions");
  SymbolicMath &Math = C.math();
  const Dim &B = Q.sizes()[0], &H = Q.sizes()[1], &L = Q.sizes()[2];
  Dims LogSizes = {B, H, L};
  Dims LogStrides = {Math.mul(L, H), Dim(1), H};
  return valueTuple(
      {C.elementwise(Q, Q.dtype()),
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
    {"group-norm", groupNorm},
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
