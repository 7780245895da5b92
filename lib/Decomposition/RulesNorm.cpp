//===- RulesNorm.cpp - Normalization --------------------------------------===//
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

static Value first(const Value &Results) { return Results[0]; }

/// Statistics are neither computed nor written where there are no elements.
static Value batchNormOfNone(Call &C) {
  auto First = [&](const Value &V) {
    return C.call("select.int", {V, Argument(0), Argument(0)});
  };
  Value X = C.call("clone", {C[0]});
  if (!C[1].isNone())
    X = C.call("mul.Tensor", {X, First(C[1])});
  if (!C[2].isNone())
    X = C.call("add.Tensor", {X, First(C[2])});
  return X;
}

// batch_norm(input, weight, bias, running_mean, running_var, training,
//            momentum, eps, cudnn_enabled)
static Value batchNorm(Call &C) {
  Value X = C[0], Weight = C[1], Bias = C[2], Mean = C[3], Var = C[4];
  Argument Momentum = C.arg(6), Eps = C.arg(7);
  if (is_contained(X.sizes(), Dim(0)))
    return batchNormOfNone(C);
  if (!C.flag(5)) {
    if (Mean.isNone() || Var.isNone())
      return C.fail("there are no running statistics, which evaluation needs");
    return first(C.call("_native_batch_norm_legit_no_training",
                        {X, Weight, Bias, Mean, Var, Momentum, Eps}));
  }
  if (Mean.isNone() || Var.isNone())
    return first(C.call("_native_batch_norm_legit.no_stats",
                        {X, Weight, Bias, true, Momentum, Eps}));
  Value Results = C.call("_native_batch_norm_legit_functional",
                         {X, Weight, Bias, Mean, Var, true, Momentum, Eps});
  if (C.failed() || Results.size() < 5)
    return C.keep();
  C.write(Mean, Results[3]);
  C.write(Var, Results[4]);
  return Results[0];
}

// native_batch_norm(input, weight, bias, running_mean, running_var, training,
//                   momentum, eps), _native_batch_norm_legit
static Value nativeBatchNorm(Call &C) {
  Value X = C[0], Weight = C[1], Bias = C[2], Mean = C[3], Var = C[4];
  Argument Momentum = C.arg(6), Eps = C.arg(7);
  if (!C.flag(5))
    return C.call("_native_batch_norm_legit_no_training",
                  {X, Weight, Bias, Mean, Var, Momentum, Eps});
  if (Mean.isNone() || Var.isNone())
    return C.call("_native_batch_norm_legit.no_stats",
                  {X, Weight, Bias, true, Momentum, Eps});
  Value Results = C.call("_native_batch_norm_legit_functional",
                         {X, Weight, Bias, Mean, Var, true, Momentum, Eps});
  if (C.failed() || Results.size() < 5)
    return C.keep();
  C.write(Mean, Results[3]);
  C.write(Var, Results[4]);
  return C.tuple({Results[0], Results[1], Results[2]});
}

// instance_norm(input, weight, bias, running_mean, running_var,
//               use_input_stats, momentum, eps, cudnn_enabled)
static Value instanceNorm(Call &C) {
  Dims Shape = C[0].sizes();
  if (Shape.size() < 2)
    return failRank(C, 0, "2 or more, the second of which is for channels");
  Dim Batch = Shape[0], Channels = Shape[1];
  // The channels of all samples are those of one.
  auto Repeat = [&](const Value &V) {
    if (V.isNone())
      return V;
    return C.call("repeat", {V, Argument::list({Batch})});
  };
  Value Weight = Repeat(C[1]), Bias = Repeat(C[2]);
  Value Mean = Repeat(C[3]), Var = Repeat(C[4]);
  Dims Folded = {Dim(1), C.mul(Batch, Channels)};
  Folded.append(Shape.begin() + 2, Shape.end());
  Value X = C.reshape(C.call("contiguous", {C[0]}), Folded);
  Value Result = C.call("batch_norm", {X, Weight, Bias, Mean, Var, C.arg(5),
                                       C.arg(6), C.arg(7), C.arg(8)});
  if (C.flag(5))
    for (auto [Running, Repeated] : {std::pair(C[3], Mean), {C[4], Var}}) {
      if (Running.isNone())
        continue;
      Value Now = C.value(C.written(Repeated));
      Value Target = C.call("alias", {Running});
      Value Each = C.call("view", {Now, Argument::list({Batch, Channels})});
      C.call("copy_",
             {Target, C.call("mean.dim", {Each, Call::list({0}), false})});
    }
  return C.call("view", {Result, Call::list(Shape)});
}

// layer_norm(input, normalized_shape, weight, bias, eps, cudnn_enable)
static Value layerNorm(Call &C) {
  return first(
      C.call("native_layer_norm", {C[0], C.arg(1), C[2], C[3], C.arg(4)}));
}

// group_norm(input, num_groups, weight, bias, eps, cudnn_enabled)
static Value groupNorm(Call &C) {
  Dims Shape = C[0].sizes();
  if (Shape.size() < 2)
    return failRank(C, 0, "2 or more, the second of which is for channels");
  Dim Space = C.product(ArrayRef(Shape).drop_front(2));
  // Its kernel takes no other layouts.
  Value X = C[0];
  if (!C.isContiguous(X, MemoryFormat::ChannelsLast) &&
      !C.isContiguous(X, MemoryFormat::ChannelsLast3d))
    X = C.call("contiguous", {X});
  auto Contiguous = [&](unsigned I) {
    return C.isGiven(I) && !C.isContiguous(C[I]) ? C.call("contiguous", {C[I]})
                                                 : C[I];
  };
  Value Weight = Contiguous(2), Bias = Contiguous(3);
  return first(C.call("native_group_norm", {X, Weight, Bias, Shape[0], Shape[1],
                                            Space, C.arg(1), C.arg(4)}));
}

// _fused_rms_norm(input, normalized_shape, weight, eps)
static Value fusedRmsNorm(Call &C) {
  int64_t Rank = C[0].rank();
  DType T = C[0].dtype();
  DType Wide = T == DType::Float16 || T == DType::BFloat16 ? DType::Float32 : T;
  SmallVector<int64_t, 6> Dims;
  for (size_t I = 0; I != C.dims(1).size(); ++I)
    Dims.push_back(Rank - 1 - int64_t(I));
  Value X = convertTo(C[0], Wide);
  Argument Eps = C.isGiven(3) ? C.arg(3) : Argument(epsilonOf(Wide));
  Value Mean = C.call("mean.dim", {C.call("pow.Tensor_Scalar", {X, 2}),
                                   Call::list(Dims), true});
  Value Inverse = C.call("rsqrt", {C.call("add.Scalar", {Mean, Eps})});
  Value Result = X * Inverse;
  if (C.isGiven(2))
    Result = Result * C[2];
  if (Wide != T)
    Result = C.call("type_as", {Result, C[0]});
  return C.tuple({Result, Inverse});
}
static Value rmsNorm(Call &C) {
  return first(C.call("_fused_rms_norm", {C[0], C.arg(1), C[2], C.arg(3)}));
}

// _weight_norm(v, g, dim)
static Value weightNorm(Call &C) {
  int64_t Rank = C[0].rank(), D = C.integer(2);
  SmallVector<int64_t, 6> Others;
  if (D < -1 || D >= Rank)
    return C.fail(noDimension(D, Rank));
  for (int64_t I = 0; I != Rank; ++I)
    if (I != D)
      Others.push_back(I);
  Value Norm = D == -1 ? C.call("linalg_vector_norm", {C[0], 2})
                       : C.call("linalg_vector_norm",
                                {C[0], 2, Call::list(Others), true});
  return C[0] * (C[1] / Norm);
}
static Value weightNormInterface(Call &C) {
  int64_t Rank = C[0].rank(), D = C.integer(2);
  SmallVector<int64_t, 6> Others;
  for (int64_t I = 0; I != Rank; ++I)
    if (I != D)
      Others.push_back(I);
  Value Norm =
      C.call("linalg_vector_norm", {C[0], 2, Call::list(Others), true});
  return C.tuple({C[0] * (C[1] / Norm), Norm});
}

ArrayRef<Entry> fx::decomposition::normRules() {
  static const Entry Rules[] = {
      {"batch_norm", batchNorm, KnowsLayout},
      {"native_batch_norm", nativeBatchNorm},
      {"_native_batch_norm_legit.default", nativeBatchNorm},
      {"instance_norm", instanceNorm},
      {"layer_norm", layerNorm},
      {"group_norm", groupNorm},
      {"rms_norm", rmsNorm},
      {"_fused_rms_norm", fusedRmsNorm},
      {"_weight_norm", weightNorm},
      {"_weight_norm_interface", weightNormInterface},
  };
  return Rules;
}
