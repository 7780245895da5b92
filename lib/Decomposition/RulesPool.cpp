//===- RulesPool.cpp - Pooling --------------------------------------------===//
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

/// A pool of one dimension is one of two with a dimension of size 1.
static Argument wide(const Argument &A, int64_t With) {
  if (A.isSequence() && A.empty())
    return A;
  return Argument::list({Argument(With), A.isSequence() ? A[0] : A});
}
static Argument strideOr(Call &C, unsigned I, unsigned Kernel) {
  const Argument &Stride = C.arg(I);
  return Stride.isSequence() && Stride.empty() ? C.arg(Kernel) : Stride;
}
static Value widen(Call &C) { return C.call("unsqueeze", {C[0], -2}); }
static Value narrowed(Call &C, const Value &V) {
  return C.call("squeeze.dim", {V, -2});
}

// max_pool2d(self, kernel_size, stride, padding, dilation, ceil_mode)
static Value maxPool(Call &C, StringRef Op) {
  return C.call(Op,
                {C[0], C.arg(1), C.arg(2), C.arg(3), C.arg(4), C.arg(5)})[0];
}
static Value maxPool2d(Call &C) {
  return maxPool(C, "max_pool2d_with_indices");
}
static Value maxPool3d(Call &C) {
  return maxPool(C, "max_pool3d_with_indices");
}

static Value maxPool1dBoth(Call &C) {
  return C.call("max_pool2d_with_indices",
                {widen(C), wide(C.arg(1), 1), wide(strideOr(C, 2, 1), 1),
                 wide(C.arg(3), 0), wide(C.arg(4), 1), C.arg(5)});
}
static Value maxPool1d(Call &C) { return narrowed(C, maxPool1dBoth(C)[0]); }
static Value maxPool1dIndices(Call &C) {
  Value Both = maxPool1dBoth(C);
  Value Indices = narrowed(C, Both[1]);
  return C.tuple({narrowed(C, Both[0]), Indices});
}

// avg_pool1d(self, kernel_size, stride, padding, ceil_mode, count_include_pad)
static Value avgPool1d(Call &C) {
  return narrowed(
      C, C.call("avg_pool2d",
                {widen(C), wide(C.arg(1), 1), wide(strideOr(C, 2, 1), 1),
                 wide(C.arg(3), 0), C.arg(4), C.arg(5)}));
}

static Value adaptiveAvg(Call &C, StringRef Op, ArrayRef<int64_t> Dims) {
  bool ToOne = true;
  for (const Dim &D : C.dims(1))
    ToOne &= Call::isInt(D, 1);
  if (ToOne && C.dims(1).size() == Dims.size())
    return C.call("mean.dim", {C[0], Call::list(Dims), true});
  return C.call(Op, {C[0], C.arg(1)});
}
static Value adaptiveAvg2d(Call &C) {
  return adaptiveAvg(C, "_adaptive_avg_pool2d", {-1, -2});
}
static Value adaptiveAvg3d(Call &C) {
  return adaptiveAvg(C, "_adaptive_avg_pool3d", {-1, -2, -3});
}
static Value adaptiveAvg1d(Call &C) {
  return narrowed(C,
                  C.call("adaptive_avg_pool2d", {widen(C), wide(C.arg(1), 1)}));
}
static Value adaptiveMax1d(Call &C) {
  Value Both = C.call("adaptive_max_pool2d", {widen(C), wide(C.arg(1), 1)});
  Value Indices = narrowed(C, Both[1]);
  return C.tuple({narrowed(C, Both[0]), Indices});
}

/// Puts each element where its index in the plane says
/// (torch: _max_unpoolnd).
template <int Count> static Value maxUnpool(Call &C) {
  Value X = C[0], Indices = C[1];
  int64_t Rank = X.rank();
  if (Rank < Count + 1)
    return failRank(C, 0, Twine(Count + 1) + " or more");
  Dims Sizes = X.sizes(), Ones(Rank, Dim(1)), Plane = C.dims(2);
  if (C.failed() || Plane.size() != Count)
    return failCount(C, 2, Plane.size(), Twine(Count));
  ArrayRef<Dim> Planes = ArrayRef(Sizes).drop_back(Count);
  copy(Planes, Ones.begin());
  Value First =
      C.reshape(arange(C, Dim(0), C.product(Planes), X.device()), Ones);
  Value Places = C.reshape(Indices + First * C.product(Plane), {Dim(-1)});
  Dims Whole(Planes);
  append_range(Whole, Plane);
  Value Zeros =
      C.reshape(C.call("new_zeros", {X, Call::list(Whole)}), {Dim(-1)});
  Value Result = C.call(
      "index_put", {Zeros, Argument::list({Places}), C.reshape(X, {Dim(-1)})});
  return C.call("view", {Result, Call::list(Whole)});
}

ArrayRef<Entry> fx::decomposition::poolRules() {
  static const Entry Rules[] = {
      {"max_pool1d", maxPool1d},
      {"max_pool1d_with_indices", maxPool1dIndices},
      {"max_pool2d", maxPool2d},
      {"max_unpool2d", maxUnpool<2>},
      {"max_unpool3d", maxUnpool<3>},
      {"max_pool3d", maxPool3d},
      {"avg_pool1d", avgPool1d},
      {"adaptive_avg_pool1d", adaptiveAvg1d},
      {"adaptive_avg_pool2d", adaptiveAvg2d},
      {"adaptive_avg_pool3d", adaptiveAvg3d},
      {"adaptive_max_pool1d", adaptiveMax1d},
  };
  return Rules;
}
