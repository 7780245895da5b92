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

/// softmax and log_softmax: another type on request. Of x that is contiguous,
/// exp(x - max) / sum, or x - max - log(sum).
static Argument softmax(ValueCall &C) {
  TensorValue T = C.tensor("self");
  DType Type = C.dtype("dtype", T.dtype());
  if (C.flag("half_to_float"))
    Type = DType::Float32;
  bool Safe = C.opName() == "_safe_softmax";
  if (C.get("dim").isNone() || Safe || !T.rank())
    return C.result(Type, T.sizes(), T.device());
  unsigned D = C.dim("dim", T.rank());
  T = TensorValue(valueContiguous(C, C.converted(T, Type).value()));
  if (C.failed())
    return Argument::none();
  Dims Sizes(T.sizes());
  Sizes[D] = 1;
  TensorValue Statistic(C.result(Type, Sizes, T.device()));
  ValueSteps Step(C, Type);
  TensorValue Shifted = Step({T, Statistic});
  if (!C.opName().contains("log_softmax"))
    Shifted = Step(Shifted);
  return Step({Shifted, Statistic}).value();
}

/// (T - mean) * scale, with one of each for a channel.
static Argument normalizedChannels(ValueCall &C, const TensorValue &T) {
  Dims Sizes(T.rank(), Dim(1));
  if (T.rank() > 1)
    Sizes[1] = T.sizes()[1];
  TensorValue Mean(C.result(T.dtype(), Sizes, T.device()));
  return C.elementwise({T, Mean}, T.dtype());
}

/// Requires that each of \p Parameters has a number for each channel of \p T.
static void requirePerChannel(ValueCall &C, const TensorValue &T,
                              ArrayRef<StringRef> Parameters) {
  for (StringRef Name : Parameters)
    if (TensorValue P = C.optionalTensor(Name); P && T.rank() >= 2)
      C.require(!surelyDiffer(C.numel(P.sizes()), T.sizes()[1]),
                Name + " has not as many elements as the input has channels");
}

/// batch_norm: as the input.
static Argument norm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  // Nothing is looked at where nothing is computed.
  if (C.math().hint(C.numel(T.sizes())) != 0) {
    requirePerChannel(C, T, {"weight", "bias", "running_mean", "running_var"});
    return normalizedChannels(C, T);
  }
  // A copy, which is multiplied and added to.
  bool Affine = C.isGiven("weight") || C.isGiven("bias");
  return Affine ? C.elementwise(T, T.dtype()) : C.resultLike(T, T.dtype());
}

/// instance_norm: the channels of all examples are those of one.
static Argument instanceNorm(ValueCall &C) {
  requirePerChannel(C, C.tensor("input"),
                    {"weight", "bias", "running_mean", "running_var"});
  TensorValue T(valueContiguous(C, C.tensor("input").value()));
  if (T.rank() < 2)
    return C.fail("the input has fewer than two dimensions");
  Dims Joined(T.sizes().drop_front());
  Joined[0] = C.math().mul(T.sizes()[0], T.sizes()[1]);
  Joined.insert(Joined.begin(), Dim(1));
  TensorValue One(valueReshape(C, T, Joined, /*MayCopy=*/true));
  TensorValue Normal(C.failed() ? Argument() : normalizedChannels(C, One));
  return C.failed()
             ? Argument::none()
             : valueReshape(C, Normal, Dims(T.sizes()), /*MayCopy=*/true);
}

/// Requires that the last dimensions of \p T are those of normalized_shape, and
/// that parameters have just these.
static bool checkNormalized(ValueCall &C, const TensorValue &T) {
  Dims Shape = C.sizes("normalized_shape");
  if (C.failed() || !C.require(!Shape.empty(), "normalized_shape is empty") ||
      !C.require(Shape.size() <= T.rank(),
                 "normalized_shape has more dimensions than the input"))
    return false;
  requireSameSizes(C, T.sizes().take_back(Shape.size()), Shape);
  for (StringRef Name : {"weight", "bias"})
    if (TensorValue P = C.optionalTensor(Name); P)
      requireSameSizes(C, P.sizes(), Shape);
  return !C.failed();
}

/// rms_norm: x / root, and contiguous unless it is channels-last.
static Argument rmsNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  size_t Normalized = C.sizes("normalized_shape").size();
  if (!checkNormalized(C, T))
    return Argument::none();
  bool Last = C.suggestsChannelsLast(T);
  Dims Sizes(T.sizes());
  std::fill(Sizes.end() - Normalized, Sizes.end(), Dim(1));
  ValueSteps Step(C, T.dtype());
  TensorValue Root(C.result(T.dtype(), Sizes, T.device()));
  TensorValue X = Step({C.converted(T, computationType(T.dtype())), Root});
  if (TensorValue Weight = C.optionalTensor("weight"); Weight)
    X = Step({X, Weight});
  return Last ? X.value() : valueContiguous(C, X.value());
}

/// group_norm: contiguous, or channels-last as the input.
static Argument groupNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  C.require(!T || T.rank() >= 2, "the input has no channels");
  requirePerChannel(C, T, {"weight", "bias"});
  int64_t Groups = C.integer("num_groups");
  if (!C.failed() && T.sizes()[1].isInt())
    C.require(Groups > 0 && T.sizes()[1].asInt() % Groups == 0,
              "there are not as many channels in each group");
  return C.resultSuggested(T, T.dtype(), T.sizes());
}

/// Statistics are computed in single precision at least.
static DType statisticsType(DType T) {
  return T == DType::Float16 || T == DType::BFloat16 ? DType::Float32 : T;
}

static Argument nativeLayerNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  size_t Normalized = C.sizes("normalized_shape").size();
  if (!checkNormalized(C, T))
    return Argument::none();
  Dims Statistics(T.sizes());
  for (size_t I = T.rank() - Normalized; I != T.rank(); ++I)
    Statistics[I] = 1;
  // The CPU keeps them in the type of the parameters.
  TensorValue Weight = C.optionalTensor("weight");
  DType Type = !isOnCpu(T.device()) ? statisticsType(T.dtype())
               : Weight             ? Weight.dtype()
                                    : T.dtype();
  TensorValue S(C.result(Type, Statistics, T.device()));
  ValueSteps Step(C, T.dtype());
  TensorValue X =
      Step({Step({TensorValue(valueContiguous(C, T.value())), S}), S});
  for (StringRef Name : {"weight", "bias"})
    if (TensorValue P = C.optionalTensor(Name); P)
      X = Step({X, TensorValue(valueContiguous(C, P.value()))});
  return valueTuple({X.value(), S.value(), S.value()});
}

static Argument layerNorm(ValueCall &C) {
  Argument Results = nativeLayerNorm(C);
  return C.failed() ? Argument::none() : Results[0];
}

static Argument nativeGroupNorm(ValueCall &C) {
  TensorValue T = C.tensor("input");
  Argument S = C.result(T.dtype(), {C.size("N"), C.size("group")}, T.device());
  // Normalized in groups, brought into shape, and scaled.
  if (T.rank() < 2 || C.failed())
    return C.fail("the input has fewer than two dimensions");
  Dim N = C.size("N"), Groups = C.size("group");
  Dims Shape = {N, Groups, C.math().floorDiv(C.size("C"), Groups),
                C.size("HxW")};
  ValueSteps Step(C, T.dtype());
  TensorValue X(
      valueKernelReshape(C, C.converted(T, computationType(T.dtype())), Shape,
                         /*MayCopy=*/true));
  Shape[2] = Shape[3] = 1;
  TensorValue Mean(C.result(T.dtype(), Shape, T.device()));
  X = Step({Step({X, Mean}), Mean});
  if (C.failed())
    return Argument::none();
  X = TensorValue(valueKernelReshape(C, X, T.sizes(), /*MayCopy=*/false));
  for (StringRef Name : {"weight", "bias"}) {
    TensorValue P = C.optionalTensor(Name);
    if (!P || C.failed())
      continue;
    P = TensorValue(valueUnsqueeze(C, P, 0));
    while (P && P.rank() < T.rank())
      P = TensorValue(valueUnsqueeze(C, P, P.rank()));
    X = Step({X, P});
  }
  return valueTuple(
      {C.failed() ? Argument::none()
                  : C.result(T.dtype(), X.sizes(), X.strides(), T.device()),
       S, S});
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
  Argument S =
      C.result(isOnCpu(T.device()) ? T.dtype() : statisticsType(T.dtype()),
               Shape, T.device());
  // PyTorch's fake tensors have the strides of the input, its kernels do not;
  // a view of the result must be possible in the run.
  Argument X = C.isContiguous(T) ? C.result(T, T.sizes())
                                 : C.resultSuggested(T, T.dtype(), T.sizes());
  SmallVector<Argument, 5> Results = {X, S, S};
  // The functional form returns the running statistics as well.
  for (StringRef Name : {"running_mean", "running_var"})
    if (Results.size() < C.schema().returns().size()) {
      TensorValue Running = C.tensor(Name);
      Results.push_back(C.resultLike(Running, Running.dtype()));
    }
  return valueTuple(Results);
}

/// v * (g / norm), with a norm for each place of one dimension; the operator of
/// users makes both contiguous first.
static Argument weightNorm(ValueCall &C) {
  TensorValue V = C.tensor("v"), G = C.tensor("g");
  bool One = C.schema().returns().size() == 1;
  if (One) {
    V = TensorValue(valueContiguous(C, V.value()));
    G = TensorValue(valueContiguous(C, G.value()));
  }
  unsigned D = C.dim("dim", V.rank());
  if (C.failed() || !V.rank())
    return C.fail("the operand has no dimension");
  DType Type =
      G.dtype() == DType::BFloat16 ? DType::Float32 : realType(V.dtype());
  Dims Sizes(V.rank(), Dim(1));
  Sizes[D] = V.sizes()[D];
  bool Whole = all_of(enumerate(V.sizes()), [&](auto P) {
    return P.index() == D || SymbolicMath::isInt(P.value(), 1);
  });
  ValueSteps Step(C, V.dtype());
  TensorValue Norm(Whole ? valueContiguous(C, C.elementwise(V, Type))
                         : C.result(Type, Sizes, V.device()));
  TensorValue W = Step({V, Step({G, Norm})});
  return One ? W.value() : valueTuple({W.value(), Norm.value()});
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
  // All have one batch size and head size; heads may be shared by queries.
  for (unsigned D : {0, 3})
    if (!C.same(Q.sizes()[D], K.sizes()[D]) ||
        !C.same(Q.sizes()[D], V.sizes()[D]))
      return false;
  return C.same(K.sizes()[1], V.sizes()[1]) &&
         (C.flag("enable_gqa") || C.same(Q.sizes()[1], K.sizes()[1]));
}

static Argument attention(ValueCall &C) {
  TensorValue Q = C.tensor("query"), K = C.tensor("key"), V = C.tensor("value");
  if (Q.rank() < 2 || V.rank() < 2 || K.rank() < 2)
    return C.fail("an operand has fewer than two dimensions");
  if (isIntegral(Q.dtype(), /*IncludingBool=*/true))
    return C.fail("the operands are integers");
  if (takesFlashKernel(C, Q, K, V)) {
    Argument Flash = C.elementwise(Q, Q.dtype());
    // That kernel has no gradient for the mask: PyTorch takes the other one
    // where the mask needs one, which only a leaf says. Both are right for what
    // is computed, so the value that the node has decides.
    TensorValue Mask = C.optionalTensor("attn_mask");
    if (!Mask || !isFloatType(Mask.dtype()))
      return Flash;
    Argument Plain = C.result(Q.dtype(), Q.sizes(), Q.device());
    const Argument *Known = C.node().val();
    if (Known && (*Known == Flash || *Known == Plain))
      return *Known;
    return Mask.requiresGrad() ? Plain : Flash;
  }
  // Nothing is weighed then, and no other size is looked at.
  if (is_contained(V.sizes(), Dim(0))) {
    Dims Sizes(Q.sizes());
    Sizes.back() = V.sizes().back();
    return C.result(Q.dtype(), Sizes, Q.device());
  }
  if (surelyDiffer(Q.sizes().back(), K.sizes().back()))
    return C.mismatch("query and key differ in their last dimension");
  if (surelyDiffer(K.sizes()[K.rank() - 2], V.sizes()[V.rank() - 2]))
    return C.mismatch("key and value differ in length");
  // Heads that are shared are repeated before.
  Dims Sizes(Q.sizes().drop_back(2));
  if (!C.flag("enable_gqa"))
    Sizes = C.broadcast(C.broadcast(Sizes, K.sizes().drop_back(2)),
                        V.sizes().drop_back(2));
  Sizes.push_back(Q.sizes()[Q.rank() - 2]);
  Sizes.push_back(V.sizes().back());
  return C.result(Q.dtype(), Sizes, Q.device());
}

/// The kernel by its own name returns the logarithm of the sums as well.
static Argument flashAttentionForCpu(ValueCall &C) {
  TensorValue Q = C.tensor("query");
  if (Q.rank() != 4)
    return C.fail("the query has " + Twine(Q.rank()) + " dimensions");
  const Dim &B = Q.sizes()[0], &H = Q.sizes()[1], &L = Q.sizes()[2];
  Dims LogSizes = {B, H, L};
  Dims S = C.contiguousStrides({B, L, H});
  Dims LogStrides = {S[0], S[2], S[1]};
  return valueTuple(
      {C.elementwise(Q, Q.dtype()),
       C.result(statisticsType(Q.dtype()), LogSizes, LogStrides, Q.device())});
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// The loss of each element; those of pictures are chosen by whether the target
/// is to be ignored.
static Argument eachNllLoss(ValueCall &C, const TensorValue &T,
                            const TensorValue &Target) {
  TensorValue Loss(C.result(T.dtype(), Target.sizes(), T.device()));
  if (T.rank() != 4 || Target.rank() != 3)
    return Loss.value();
  ValueSteps Step(C, T.dtype());
  return Step({Step(Target), Loss, Step.number(T)}).value();
}

/// nll_loss: one number, or one for each element of the target.
static Argument nllLoss(ValueCall &C) {
  TensorValue T = C.tensor("self"), Target = C.tensor("target");
  bool None = C.integer("reduction") == 0;
  Argument Loss =
      None ? eachNllLoss(C, T, Target) : C.result(T.dtype(), {}, T.device());
  if (C.schema().returns().size() == 1)
    return Loss;
  return valueTuple({Loss, C.result(T.dtype(), {}, T.device())});
}

static Argument crossEntropy(ValueCall &C) {
  TensorValue T = C.tensor("self"), Target = C.tensor("target");
  bool Reduced = C.integer("reduction") != 0;
  if (isIntegral(Target.dtype(), /*IncludingBool=*/true))
    return Reduced ? C.result(T.dtype(), {}, T.device())
                   : eachNllLoss(C, T, Target);
  // The type of the probabilities.
  Promotion Types;
  Types.add(T);
  Types.add(Target);
  DType Type = *Types.result();
  if (Reduced)
    return C.result(Type, {}, T.device());
  Dims Sizes(T.sizes());
  if (Sizes.size() > 1)
    Sizes.erase(Sizes.begin() + 1);
  else
    Sizes.clear();
  return C.result(Type, Sizes, T.device());
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
  DimsRef State = States[0].sizes();
  Dim Width = State[std::min<size_t>(State.size(), 3) - 1];
  Dim Layers = C.size("num_layers");
  if (C.flag("bidirectional")) {
    Width = C.math().mul(Width, 2);
    Layers = C.math().mul(Layers, 2);
  }
  // Computed with the length first.
  bool Turns = X.rank() > 2 && C.flag("batch_first");
  Dims Sizes(X.sizes());
  if (Turns)
    std::swap(Sizes[0], Sizes[1]);
  if (C.opName() == "lstm" && X.dtype() == DType::Float32) {
    // The kernel of oneDNN takes these for sizes, whatever the states have.
    Sizes.resize(std::min<size_t>(Sizes.size(), 3));
  } else if (State.size() > 2) {
    Dims Each = C.broadcast(ArrayRef(Sizes).slice(1).drop_back(),
                            State.slice(1).drop_back());
    Sizes.resize(1);
    llvm::append_range(Sizes, Each);
    Sizes.emplace_back();
  }
  Sizes.back() = Width;
  Dims Strides = C.contiguousStrides(Sizes);
  if (Turns) {
    std::swap(Sizes[0], Sizes[1]);
    std::swap(Strides[0], Strides[1]);
  }
  SmallVector<Argument, 3> Results = {
      C.result(X.dtype(), Sizes, Strides, X.device())};
  for (const TensorValue &S : States) {
    // States of more layers than there are stay out.
    Dims Last(S.sizes());
    if (!Last.empty())
      Last.front() = Layers;
    Results.push_back(C.result(S.dtype(), Last, S.device()));
  }
  return valueTuple(Results);
}

/// lstm_cell and gru_cell: the new states.
static Argument recurrentCell(ValueCall &C) {
  if (C.get("hx").kind() == ArgKind::TensorType) {
    TensorValue H = C.tensor("hx");
    DType Type =
        C.opName() == "rnn_tanh_cell" ? floatingType(H.dtype()) : H.dtype();
    TensorValue New(C.result(Type, H.sizes(), H.device()));
    // (h - new) * gate + new
    return C.opName() == "gru_cell" ? C.elementwise({H, New}, H.dtype())
                                    : New.value();
  }
  // One state is made of both.
  SmallVector<Argument, 2> Results;
  SmallVector<TensorValue, 4> States = C.tensors("hx");
  Promotion Types;
  for (const TensorValue &S : States)
    Types.add(S);
  for (const TensorValue &S : States)
    Results.push_back(C.result(*Types.result(), S.sizes(), S.device()));
  return valueTuple(Results);
}

static constexpr NamedValueRule Rules[] = {
    {"attention", attention},
    {"cross-entropy", crossEntropy},
    {"flash-attention-for-cpu", flashAttentionForCpu},
    {"group-norm", groupNorm},
    {"instance-norm", instanceNorm},
    {"layer-norm", layerNorm},
    {"native-batch-norm", nativeBatchNorm},
    {"native-group-norm", nativeGroupNorm},
    {"native-layer-norm", nativeLayerNorm},
    {"nll-loss", nllLoss},
    {"norm", norm},
    {"recurrent", recurrent},
    {"recurrent-cell", recurrentCell},
    {"rms-norm", rmsNorm},
    {"softmax", softmax},
    {"weight-norm", weightNorm},
};

ArrayRef<NamedValueRule> fx::normalizationValueRules() { return Rules; }
