//===- RulesNetwork.cpp - Convolution, dropout, embedding -----------------===//
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

static Argument zeros(size_t N) {
  return Argument::list(SmallVector<Argument, 4>(N, Argument(0)));
}

/// A list for all \p N dimensions.
static Argument spread(const Argument &A, size_t N) {
  if (A.isSequence() && A.size() == 1 && N > 1)
    return Argument::list(SmallVector<Argument, 4>(N, A[0]));
  return A;
}

static Value convolve(Call &C, Value X, const Argument &Stride,
                      const Argument &Padding, const Argument &Dilation,
                      bool Transposed, const Argument &OutputPadding,
                      const Argument &Groups, bool Batched) {
  if (!Batched)
    X = C.call("unsqueeze", {X, 0});
  Value Result =
      C.call("convolution", {X, C[1], C[2], Stride, Padding, Dilation,
                             Transposed, OutputPadding, Groups});
  return Batched ? Result : C.call("squeeze.dim", {Result, 0});
}

// conv2d(input, weight, bias, stride, padding, dilation, groups)
template <int N> static Value conv(Call &C) {
  // The kernels behind `convolution` have no complex numbers.
  if (isComplexType(C[0].dtype()))
    return C.keep();
  bool Batched = C[0].rank() == N + 2;
  return convolve(C, C[0], spread(C.arg(3), N), spread(C.arg(4), N),
                  spread(C.arg(5), N), false, zeros(N), C.arg(6), Batched);
}

// conv2d.padding: `same` or `valid`
template <int N> static Value convPadding(Call &C) {
  if (isComplexType(C[0].dtype()))
    return C.keep();
  Value X = C[0];
  bool Batched = X.rank() == N + 2;
  Argument Stride = spread(C.arg(3), N), Dilation = spread(C.arg(5), N);
  if (!Dilation.isSequence() || Dilation.size() != N)
    return failCount(C, 5, Dilation.isSequence() ? Dilation.size() : 1,
                     Twine(N));
  if (C.text(4) == "valid")
    return convolve(C, X, Stride, zeros(1), Dilation, false, zeros(1), C.arg(6),
                    Batched);
  SmallVector<Argument, 3> Padding;
  SmallVector<Argument, 6> More(2 * N, Argument(0));
  bool Even = true;
  for (int I = 0; I != N; ++I) {
    Dim Kernel = C[1].size(2 + I);
    if (!Kernel.isInt() || !Dilation[I].isInt())
      return C.fail("the size or the dilation of the kernel is symbolic");
    int64_t All = Dilation[I].asInt() * (Kernel.asInt() - 1);
    Padding.push_back(All / 2);
    // An odd row goes to the end.
    if (All % 2) {
      More[2 * (N - 1 - I) + 1] = Argument(1);
      Even = false;
    }
  }
  if (!Even)
    X = C.call("constant_pad_nd", {X, Argument::list(More)});
  return convolve(C, X, Stride, Argument::list(Padding), Dilation, false,
                  zeros(N), C.arg(6), Batched);
}

// conv_transpose2d(input, weight, bias, stride, padding, output_padding,
//                  groups, dilation)
template <int N> static Value convTranspose(Call &C) {
  if (isComplexType(C[0].dtype()))
    return C.keep();
  bool Batched = C[0].rank() == N + 2;
  return convolve(C, C[0], spread(C.arg(3), N), spread(C.arg(4), N),
                  spread(C.arg(7), N), true, spread(C.arg(5), N), C.arg(6),
                  Batched);
}

// _convolution(input, weight, bias, stride, padding, dilation, transposed,
//              output_padding, groups, ...)
static Value convolutionImpl(Call &C) {
  return C.call("convolution", {C[0], C[1], C[2], C.arg(3), C.arg(4), C.arg(5),
                                C.arg(6), C.arg(7), C.arg(8)});
}

static Value dropout(Call &C) {
  // Nothing is drawn where nothing is kept.
  if (C.flag(2) && C.number(1) == 1)
    return C[0] * C.call("zeros_like", {C[0]});
  if (C.flag(2) && C.number(1) != 0)
    return C.call("native_dropout", {C[0], C.arg(1), true})[0];
  return C.call("clone", {C[0]});
}

/// Zeros and ones, of which a part \p P is zero, for whole channels.
static Value noise(Call &C, bool Feature) {
  Value Empty;
  if (Feature) {
    Dims Shape = C[0].sizes();
    for (size_t I = 2; I < Shape.size(); ++I)
      Shape[I] = Dim(1);
    Empty = C.call("new_empty", {C[0], Call::list(Shape)});
  } else {
    Empty = C.call("empty_like", {C[0]});
  }
  return C.call("bernoulli.p", {Empty, 1.0 - C.number(1)});
}

static Value featureDropout(Call &C) {
  double P = C.number(1);
  if (!C.flag(2) || P == 0)
    return C[0];
  if (P == 1)
    return C[0] * C.call("zeros_like", {C[0]});
  Value Noise = C.call("div.Scalar", {noise(C, true), 1.0 - P});
  return C[0] * Noise;
}

template <bool Feature> static Value alphaDropout(Call &C) {
  double P = C.number(1);
  if (!C.flag(2) || P == 0)
    return C[0];
  if (P == 1)
    return C[0] * C.call("zeros_like", {C[0]});
  constexpr double Alpha = 1.7580993408473766;
  Value Noise = noise(C, Feature);
  double A = 1.0 / std::sqrt((Alpha * Alpha * P + 1) * (1 - P));
  Value B = C.call("add.Scalar", {Noise, -1});
  B = C.call("mul.Scalar", {B, Alpha * A});
  B = C.call("add.Scalar", {B, Alpha * A * P});
  Value Kept = C.call("mul.Scalar", {Noise, A});
  return C[0] * Kept + B;
}

// embedding_bag(weight, indices, offsets, scale_grad, mode, sparse,
//               per_sample_weights, include_last_offset[, padding_idx])
static Value embeddingBag(Call &C) {
  Argument Padding = -1;
  if (C.schema().params().size() > 8 && C.isGiven(8)) {
    int64_t I = C.integer(8);
    Dim Rows = C[0].size(0);
    if (I < 0 && !Rows.isInt())
      return C.fail("the number of embeddings is symbolic");
    Padding = I < 0 ? I + Rows.asInt() : I;
  }
  // The kernel reads them one after the other.
  Value Indices = C.call("contiguous", {C[1]});
  Value Offsets = C.call("contiguous", {C[2]});
  return C.call("_embedding_bag", {C[0], Indices, Offsets, C.arg(3), C.arg(4),
                                   C.arg(5), C[6], C.arg(7), Padding});
}

// grid_sampler(input, grid, mode, padding, align_corners)
static Value gridSampler(Call &C) {
  return C.call(C[0].rank() == 5 ? "grid_sampler_3d" : "grid_sampler_2d",
                {C[0], C[1], C.arg(2), C.arg(3), C.arg(4)});
}

/// Coordinates from -1 to 1, of pixels' centres unless corners are aligned.
static Value coordinates(Call &C, const Dim &Size, bool AlignCorners) {
  if (!Size.isInt())
    return C.fail("the size is symbolic");
  int64_t N = Size.asInt();
  Argument Low = -1.0, High = 1.0;
  if (!AlignCorners) {
    Low = -double(N - 1) / N;
    High = double(N - 1) / N;
  }
  if (N <= 1)
    return C.call(
        "full", {Argument::list({Size}), 0.0},
        {named("dtype", C[0].dtype()), named("device", C[0].device())});
  return C.call("linspace", {Low, High, N},
                {named("dtype", C[0].dtype()), named("device", C[0].device())});
}

// affine_grid_generator(theta, size, align_corners)
static Value affineGrid(Call &C) {
  Dims Size = C.dims(1);
  bool Align = C.flag(2);
  int64_t Space = int64_t(Size.size()) - 2;
  if (Space != 2 && Space != 3)
    return failCount(C, 1, Size.size(), "4 or 5");
  // One coordinate after another, the last dimension first, and then 1.
  Dims Grid(Size.begin() + 2, Size.end());
  Grid.push_back(Dim(Space + 1));
  SmallVector<Value, 4> Parts;
  for (int64_t I = 0; I != Space; ++I) {
    int64_t Along = Space - 1 - I;
    Value X = coordinates(C, Size[2 + Along], Align);
    Dims View(Space + 1, Dim(1));
    View[Along] = Size[2 + Along];
    if (I == 0 && Space == 2)
      View = {Dim(1), Size[3], Dim(1)};
    Parts.push_back(C.call("view", {X, Call::list(View)}));
  }
  Parts.push_back(
      C.call("ones", {Call::list(Dims(Space + 1, Dim(1)))},
             {named("dtype", C[0].dtype()), named("device", C[0].device())}));
  Value Sum;
  for (int64_t I = 0; I <= Space; ++I)
    Parts[I] =
        C.call("constant_pad_nd", {Parts[I], Call::list({I, Space - I}), 0.0});
  for (const Value &P : Parts)
    Sum = Sum.isNone() ? P : Sum + P;
  Value Flat = C.reshape(Sum, {Dim(-1), Dim(Space + 1), Dim(1)});
  Value Theta = C.call("unsqueeze", {C.call("mT", {C[0]}), 1});
  Value Result = sumOf(Flat * Theta, {-2});
  Dims Shape = {Size[0]};
  Shape.append(Size.begin() + 2, Size.end());
  Shape.push_back(Dim(Space));
  return C.call("view", {Result, Call::list(Shape)});
}

/// Whether PyTorch takes such windows, and 64 bits hold what is computed of
/// them.
static bool areWindows(Call &C, unsigned First, ArrayRef<int64_t> Kernel,
                       ArrayRef<int64_t> Dilation, ArrayRef<int64_t> Padding,
                       ArrayRef<int64_t> Stride) {
  auto AreWithin = [&](unsigned I, ArrayRef<int64_t> Numbers, int64_t Least) {
    if (Numbers.size() != 2) {
      failCount(C, First + I, Numbers.size(), "2");
      return false;
    }
    for (int64_t N : Numbers) {
      if (N >= Least && N <= INT32_MAX)
        continue;
      failNumber(C, First + I, N,
                 Twine(Least) + " to " + Twine(int64_t(INT32_MAX)));
      return false;
    }
    return true;
  };
  return AreWithin(0, Kernel, 1) && AreWithin(1, Dilation, 1) &&
         AreWithin(2, Padding, 0) && AreWithin(3, Stride, 1);
}

/// The positions that a window's elements have, for every place of the window.
static Value windowPlaces(Call &C, const Dim &Size, int64_t Kernel,
                          int64_t Dilation, int64_t Padding, int64_t Stride,
                          const Argument &Device) {
  Dim Blocks =
      C.sub(C.add(Size, Dim(2 * Padding)), Dim(Dilation * (Kernel - 1)));
  auto Range = [&](const Dim &End, int64_t Step) {
    return C.call("arange.start_step", {0, End, Step},
                  {named("dtype", DType::Int64), named("device", Device),
                   named("pin_memory", false)});
  };
  Value Starts = C.call("unsqueeze", {Range(Blocks, Stride), 0});
  Value Offsets =
      C.call("unsqueeze", {Range(Dim(Kernel * Dilation), Dilation), -1});
  return Starts + Offsets;
}

static Value padAround(Call &C, const Value &V, int64_t H, int64_t W) {
  return C.call("constant_pad_nd", {V, Call::list({W, W, H, H}), 0.0});
}

// im2col(self, kernel_size, dilation, padding, stride)
static Value im2col(Call &C) {
  SmallVector<int64_t, 6> K = C.integers(1), D = C.integers(2),
                          P = C.integers(3), S = C.integers(4);
  if (!areWindows(C, 1, K, D, P, S))
    return C.none();
  Value X = C[0];
  bool Batched = X.rank() == 4;
  if (!Batched)
    X = C.call("unsqueeze", {X, 0});
  Dims Size = X.sizes();
  if (Size.size() != 4)
    return failRank(C, 0, "3 or 4");
  Argument Device = X.device();
  Value Rows = windowPlaces(C, Size[2], K[0], D[0], P[0], S[0], Device);
  Value Columns = windowPlaces(C, Size[3], K[1], D[1], P[1], S[1], Device);
  Value Padded = padAround(C, X, P[0], P[1]);
  Rows = C.call("unsqueeze", {C.call("unsqueeze", {Rows, -1}), -1});
  Value Blocks =
      C.call("index.Tensor",
             {Padded, Argument::list({Argument(), Argument(), Rows, Columns})});
  Dims B = Blocks.sizes();
  if (B.size() != 6)
    return C.fail("the windows have " + Twine(B.size()) +
                  " dimensions; this rule needs 6");
  Blocks = C.call("permute", {Blocks, Call::list({0, 1, 2, 4, 3, 5})});
  Value Result = C.reshape(
      Blocks, {Size[0], C.mul(Size[1], Dim(K[0] * K[1])), C.mul(B[3], B[5])});
  return Batched ? Result : C.call("squeeze.dim", {Result, 0});
}

// col2im(self, output_size, kernel_size, dilation, padding, stride)
static Value col2im(Call &C) {
  Dims O = C.dims(1);
  SmallVector<int64_t, 6> K = C.integers(2), D = C.integers(3),
                          P = C.integers(4), S = C.integers(5);
  if (O.size() != 2)
    return failCount(C, 1, O.size(), "2");
  if (!areWindows(C, 2, K, D, P, S))
    return C.none();
  Value X = C[0];
  bool Batched = X.rank() == 3;
  if (!Batched)
    X = C.call("unsqueeze", {X, 0});
  Dims Size = X.sizes();
  if (Size.size() != 3)
    return failRank(C, 0, "2 or 3");
  Dim Channels = C.floorDiv(Size[1], Dim(K[0] * K[1]));
  auto Blocks = [&](unsigned I) {
    Dim Span = C.sub(C.add(O[I], Dim(2 * P[I])), Dim(D[I] * (K[I] - 1) + 1));
    return C.add(C.floorDiv(Span, Dim(S[I])), Dim(1));
  };
  Dim H = Blocks(0), W = Blocks(1);
  X = C.reshape(X, {Size[0], Channels, Dim(K[0]), Dim(K[1]), H, W});
  X = C.call("permute", {X, Call::list({0, 1, 2, 4, 3, 5})});
  Argument Device = X.device();
  Value Rows = windowPlaces(C, O[0], K[0], D[0], P[0], S[0], Device);
  Rows = C.call("unsqueeze", {C.call("unsqueeze", {Rows, -1}), -1});
  Value Columns = windowPlaces(C, O[1], K[1], D[1], P[1], S[1], Device);
  Dims Padded = {Size[0], Channels, C.add(O[0], Dim(2 * P[0])),
                 C.add(O[1], Dim(2 * P[1]))};
  Value Empty = C.call("new_zeros", {X, Call::list(Padded)});
  Value Result =
      C.call("index_put",
             {Empty, Argument::list({Argument(), Argument(), Rows, Columns}), X,
              true});
  Result = padAround(C, Result, -P[0], -P[1]);
  return Batched ? Result : C.call("squeeze.dim", {Result, 0});
}

// fake_quantize_per_tensor_affine(self, scale, zero_point, quant_min,
//                                 quant_max), and of each channel, with an axis
template <bool IsPerChannel> static Value fakeQuantize(Call &C) {
  return C.call(IsPerChannel ? "fake_quantize_per_channel_affine_cachemask"
                             : "fake_quantize_per_tensor_affine_cachemask",
                C.args())[0];
}

// Scale and zero point are tensors, and so is whether it is on: always.
static Value fakeQuantizeByTensors(Call &C) {
  Value On =
      C.call("full", {Argument::list({1}), 1},
             {named("dtype", DType::Int64), named("layout", Layout::Strided),
              named("device", C[0].device()), named("pin_memory", false)});
  return C.call("_fake_quantize_per_tensor_affine_cachemask_tensor_qparams",
                {C[0], C[1], C[2], On, C.arg(3), C.arg(4)})[0];
}

/// What an operator that observes a tensor and rounds it returns; the state of
/// its observer, parameters 3 to 6, is written.
static Value observeAndQuantize(Call &C) {
  Value Results =
      C.call("_fused_moving_avg_obs_fq_helper_functional", C.args());
  if (C.failed() || Results.size() < 6)
    return C.keep();
  for (unsigned I = 0; I != 4; ++I)
    C.write(C.arg(3 + I), Results[2 + I]);
  return Results;
}

// fused_moving_avg_obs_fake_quant(self, observer_on, fake_quant_on,
//                                 running_min, running_max, scale, zero_point,
//                                 averaging_const, quant_min, quant_max,
//                                 ch_axis, per_row_fake_quant,
//                                 symmetric_quant)
static Value fusedFakeQuantize(Call &C) {
  Value Results = observeAndQuantize(C);
  return C.isKept() ? Results : Results[0];
}

// The same: _fused_moving_avg_obs_fq_helper
static Value fusedFakeQuantizeAndMask(Call &C) {
  Value Results = observeAndQuantize(C);
  return C.isKept() ? Results : C.tuple({Results[0], Results[1]});
}

ArrayRef<Entry> fx::decomposition::networkRules() {
  static const Entry Rules[] = {
      {"fake_quantize_per_tensor_affine.default", fakeQuantize<false>},
      {"fake_quantize_per_tensor_affine.tensor_qparams", fakeQuantizeByTensors},
      {"fake_quantize_per_channel_affine", fakeQuantize<true>},
      {"fused_moving_avg_obs_fake_quant", fusedFakeQuantize},
      {"_fused_moving_avg_obs_fq_helper.default", fusedFakeQuantizeAndMask},
      {"conv1d.default", conv<1>},
      {"conv2d.default", conv<2>},
      {"conv3d.default", conv<3>},
      {"conv1d.padding", convPadding<1>},
      {"conv2d.padding", convPadding<2>},
      {"conv3d.padding", convPadding<3>},
      {"conv_transpose1d", convTranspose<1>},
      {"conv_transpose2d.input", convTranspose<2>},
      {"conv_transpose3d.input", convTranspose<3>},
      {"_convolution", convolutionImpl},
      {"dropout", dropout},
      {"feature_dropout", featureDropout},
      {"alpha_dropout", alphaDropout<false>},
      {"feature_alpha_dropout", alphaDropout<true>},
      {"embedding_bag.default", embeddingBag},
      {"embedding_bag.padding_idx", embeddingBag},
      {"grid_sampler", gridSampler},
      {"affine_grid_generator", affineGrid, InFloat32},
      {"im2col", im2col},
      {"col2im", col2im, InFloat32},
  };
  return Rules;
}
