//===- ConvBNFolding.cpp - Weights of a convolution that normalizes -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvBNFolding.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace fx;
using namespace llvm;

static bool isFinite(ArrayRef<double> Values) {
  return all_of(Values, [](double V) { return std::isfinite(V); });
}

bool ConvBNFolding::fold() {
  if (!isFloatType(Weight.dtype()) || Weight.rank() < 3 || Groups < 1)
    return false;
  ArrayRef<int64_t> Sizes = Weight.sizes();
  // A transposed weight is [input channels, output channels / groups, ...].
  uint64_t Channels =
      Transposed ? uint64_t(Sizes[1]) * uint64_t(Groups) : uint64_t(Sizes[0]);
  for (const TensorData *T : {Mean, Variance, Scale, Shift, OldBias})
    if (T && (!isFloatType(T->dtype()) || T->numElements() != Channels))
      return false;
  if (Transposed && Sizes[0] % Groups != 0)
    return false;
  // One place can be multiplied by one factor alone.
  if (mayOverlap(Sizes, Weight.strides()))
    return false;

  std::vector<double> Factors(Channels), Offsets(Channels);
  for (uint64_t C = 0; C != Channels; ++C) {
    Factors[C] =
        (Scale ? Scale->get(C) : 1.0) / std::sqrt(Variance->get(C) + Epsilon);
    double Old = OldBias ? OldBias->get(C) : 0.0;
    Offsets[C] =
        (Old - Mean->get(C)) * Factors[C] + (Shift ? Shift->get(C) : 0.0);
  }

  std::vector<double> Values = Weight.toDoubles();
  uint64_t Inner = 1;
  for (int64_t Size : Sizes.drop_front(Transposed ? 2 : 1))
    Inner *= uint64_t(Size);
  uint64_t PerGroup = Transposed ? uint64_t(Sizes[1]) : 0;
  uint64_t InputsPerGroup =
      Transposed ? uint64_t(Sizes[0]) / uint64_t(Groups) : 0;
  for (uint64_t I = 0; I != Values.size(); ++I) {
    uint64_t Row = I / Inner, Channel = Row;
    if (Transposed)
      Channel = Row / PerGroup / InputsPerGroup * PerGroup + Row % PerGroup;
    Values[I] *= Factors[Channel];
  }
  DType Type = Weight.dtype();
  // The strides decide about those of the result.
  Expected<TensorData> Laid =
      TensorData::of<double>(DType::Float64, Sizes, Values)
          .to(Type)
          .withStrides(Weight.strides());
  if (!Laid) {
    consumeError(Laid.takeError());
    return false;
  }
  TensorData NewWeight = std::move(*Laid);
  TensorData NewBias =
      TensorData::of<double>(DType::Float64, {int64_t(Channels)}, Offsets)
          .to(Type);
  if (!isFinite(NewWeight.toDoubles()) || !isFinite(NewBias.toDoubles()))
    return false;
  Weight = std::move(NewWeight);
  Bias = std::move(NewBias);
  return true;
}
