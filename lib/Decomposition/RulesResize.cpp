//===- RulesResize.cpp - Images in other sizes ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/Support/WholeNumber.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {
/// Where an image goes in each dimension.
struct Resizing {
  SmallVector<int64_t, 3> In, Out;
  /// As given; none: from the sizes.
  SmallVector<std::optional<double>, 3> Scales;
  bool AlignCorners = false;
};
} // namespace

/// From output_size and scale_factors, one of which is None.
static std::optional<Resizing> resizing(Call &C, unsigned Space,
                                        unsigned SizeArg, unsigned ScaleArg) {
  Resizing R;
  Dims Sizes = C[0].sizes();
  if (Sizes.size() != Space + 2) {
    failRank(C, 0, Twine(Space + 2));
    return std::nullopt;
  }
  Dims Output = C.dims(SizeArg);
  const Argument &Scales = C.arg(ScaleArg);
  for (unsigned I = 0; I != Space; ++I) {
    if (!Sizes[2 + I].isInt()) {
      C.fail("the size of the image is symbolic");
      return std::nullopt;
    }
    int64_t In = Sizes[2 + I].asInt();
    R.In.push_back(In);
    if (C.isGiven(SizeArg)) {
      if (Output.size() != Space || !Output[I].isInt()) {
        C.fail("the size of the image is symbolic");
        return std::nullopt;
      }
      R.Out.push_back(Output[I].asInt());
      R.Scales.push_back(std::nullopt);
    } else if (Scales.isSequence() && Scales.size() == Space &&
               (Scales[I].isFloat() || Scales[I].isInt())) {
      double Scale =
          Scales[I].isFloat() ? Scales[I].asFloat() : double(Scales[I].asInt());
      std::optional<int64_t> Out = truncated(std::floor(double(In) * Scale));
      if (!Out) {
        C.fail("the scale is too large for 64 bits");
        return std::nullopt;
      }
      R.Out.push_back(*Out);
      R.Scales.push_back(Scale);
    } else {
      C.fail("neither size nor scale is a constant");
      return std::nullopt;
    }
  }
  return R;
}

static DType workType(Call &C) {
  DType T = C[0].dtype();
  return isFloatType(T) ? T : DType::Float32;
}

static double scaleOf(const Resizing &R, unsigned I) {
  double In = R.In[I], Out = R.Out[I];
  if (R.AlignCorners)
    return Out > 1 ? (In - 1.0) / (Out - 1.0) : 0;
  if (R.Scales[I] && *R.Scales[I] > 0)
    return 1.0 / *R.Scales[I];
  return In / Out;
}

/// Elements of the image at the places \p Indices of its last dimensions.
static Value at(Call &C, ArrayRef<Value> Indices) {
  SmallVector<Argument, 5> All(2);
  for (const Value &I : Indices)
    All.push_back(I);
  return C.call("_unsafe_index.Tensor", {C[0], Argument::list(All)});
}

template <unsigned Space, bool Exact> static Value nearest(Call &C) {
  std::optional<Resizing> R = resizing(C, Space, 1, 2);
  if (!R)
    return C.none();
  SmallVector<Value, 3> Indices;
  for (unsigned I = 0; I != Space; ++I) {
    Value Range = arange(C, 0, Dim(R->Out[I]), C[0].device(), DType::Float32);
    double Scale = R->Scales[I] ? 1.0 / *R->Scales[I]
                                : double(R->In[I]) / double(R->Out[I]);
    Value Index = convertTo(
        (Range + Argument(Exact ? 0.5 : 0.0)) * Argument(Scale), DType::Int64);
    for (unsigned J = I + 1; J < Space; ++J)
      Index = C.call("unsqueeze", {Index, -1});
    Indices.push_back(Index);
  }
  return inFormatOf(C[0], at(C, Indices));
}

/// The places in the image of the output's, as numbers of \p T.
static Value sources(Call &C, const Resizing &R, unsigned I, DType T) {
  Value Range = convertTo(arange(C, 0, Dim(R.Out[I]), C[0].device()), T);
  Argument Scale = scaleOf(R, I);
  if (R.AlignCorners)
    return Range * Scale;
  return (Range + Argument(0.5)) * Scale - Argument(0.5);
}

// upsample_linear1d.vec(input, output_size, align_corners, scale_factors)
template <unsigned Space> static Value linear(Call &C) {
  std::optional<Resizing> R = resizing(C, Space, 1, 3);
  if (!R)
    return C.none();
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  R->AlignCorners = C.flag(2);
  DType T = workType(C);
  SmallVector<Value, 3> Exact, Low, High;
  for (unsigned I = 0; I != Space; ++I) {
    Value X = C.call("clamp", {sources(C, *R, I, T), 0.0});
    Dims Shape(Space - I, Dim(1));
    Shape[0] = Dim(R->Out[I]);
    X = C.call("view", {X, Call::list(Shape)});
    Exact.push_back(X);
    Value Below = convertTo(X, DType::Int64);
    Low.push_back(Below);
    High.push_back(
        C.call("clamp", {Below + Argument(1), Argument(), R->In[I] - 1}));
  }
  // The corners of the cell, and then their means along one dimension after
  // another, the last first.
  SmallVector<Value, 8> Corners;
  for (unsigned Bits = 0; Bits != 1u << Space; ++Bits) {
    SmallVector<Value, 3> Indices;
    for (unsigned I = 0; I != Space; ++I)
      Indices.push_back(Bits & 1u << (Space - 1 - I) ? High[I] : Low[I]);
    Corners.push_back(at(C, Indices));
  }
  for (unsigned I = Space; I-- > 0;) {
    Value Part = C.call("clamp", {Exact[I] - Low[I], 0.0, 1.0});
    SmallVector<Value, 8> Means;
    for (size_t J = 0; J + 1 < Corners.size(); J += 2)
      Means.push_back(Corners[J] + (Corners[J + 1] - Corners[J]) * Part);
    Corners = Means;
  }
  return inFormatOf(C[0], Corners[0]);
}

/// Weights of the four neighbors of a place \p T between the inner two.
static SmallVector<Value, 4> cubicWeights(Call &C, const Value &T) {
  constexpr double A = -0.75;
  auto Stack = [&](const Value &First, const Value &Second) {
    return C.call("stack", {Argument::list({First, Second}), 0});
  };
  Value Inner = Stack(T, 1.0 - T);
  Value Outer = T + Argument(1.0);
  Outer = Stack(Outer, 2.0 - T);
  Value Far =
      ((Outer * Argument(A) - Argument(5 * A)) * Outer + Argument(8 * A)) *
          Outer -
      Argument(4 * A);
  Value Near =
      (Inner * Argument(A + 2) - Argument(A + 3)) * Inner * Inner + Argument(1);
  Value Outside = C.call("unbind.int", {Far, 0});
  Value Inside = C.call("unbind.int", {Near, 0});
  return {Outside[0], Inside[0], Inside[1], Outside[1]};
}

static Value weighted(ArrayRef<Value> Points, ArrayRef<Value> Weights) {
  Value Sum;
  for (auto [Point, Weight] : zip_equal(Points, Weights)) {
    Value Term = Point * Weight;
    Sum = Sum.isNone() ? Term : Sum + Term;
  }
  return Sum;
}

static Value bicubicOf(Call &C, Resizing R) {
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  DType T = workType(C);
  Argument Device = C[0].device();
  Value I = convertTo(arange(C, 0, Dim(R.Out[0]), Device), T);
  Value J = convertTo(arange(C, 0, Dim(R.Out[1]), Device), T);
  auto Source = [&](const Value &Range, unsigned D) {
    Argument Scale = scaleOf(R, D);
    if (R.AlignCorners)
      return Range * Scale;
    return (Range + Argument(0.5)) * Scale - Argument(0.5);
  };
  Value X = Source(J, 1), Y = Source(I, 0);
  Y = C.call("unsqueeze", {Y, -1});
  Value FloorX = C.call("floor", {X}), FloorY = C.call("floor", {Y});
  Value PartY = C.call("clamp", {Y - FloorY, 0.0, 1.0});
  Value PartX = C.call("clamp", {X - FloorX, 0.0, 1.0});
  Value AtX = convertTo(FloorX, DType::Int64);
  Value AtY = convertTo(FloorY, DType::Int64);
  SmallVector<Value, 4> Ys = {AtY - Argument(1), AtY, AtY + Argument(1),
                              AtY + Argument(2)};
  SmallVector<Value, 4> Xs = {AtX - Argument(1), AtX, AtX + Argument(1),
                              AtX + Argument(2)};
  if (C.failed())
    return C.none();
  SmallVector<Value, 4> WeightsX = cubicWeights(C, PartX);
  SmallVector<Value, 4> WeightsY = cubicWeights(C, PartY);
  SmallVector<Value, 4> Rows;
  for (const Value &Row : Ys) {
    SmallVector<Value, 4> Points;
    for (const Value &Column : Xs) {
      Value IndexY = C.call("clamp", {Row, 0, R.In[0] - 1});
      Value IndexX = C.call("clamp", {Column, 0, R.In[1] - 1});
      Points.push_back(at(C, {IndexY, IndexX}));
    }
    Rows.push_back(weighted(Points, WeightsX));
  }
  return inFormatOf(C[0], weighted(Rows, WeightsY));
}

static Value bicubic(Call &C) {
  std::optional<Resizing> R = resizing(C, 2, 1, 3);
  if (!R)
    return C.none();
  R->AlignCorners = C.flag(2);
  return bicubicOf(C, *R);
}

/// Smoothed resizing by the size alone.
// _upsample_bilinear2d_aa.vec(input, output_size, align_corners, scales)
static Value antialiased(Call &C, StringRef Op) {
  std::optional<Resizing> R = resizing(C, 2, 1, 3);
  if (!R)
    return C.none();
  auto Scale = [&](unsigned I) {
    return R->Scales[I] ? Argument(*R->Scales[I]) : Argument();
  };
  return C.call(Op, {C[0], Call::list({R->Out[0], R->Out[1]}), C.arg(2),
                     Scale(0), Scale(1)});
}
static Value bilinearAA(Call &C) {
  return antialiased(C, "_upsample_bilinear2d_aa");
}
static Value bicubicAA(Call &C) {
  return antialiased(C, "_upsample_bicubic2d_aa");
}

/// upsample_nearest2d(self, output_size, scales_h, scales_w) and the like: what
/// is core takes a list of scales.
static Value toVector(Call &C, StringRef Op, unsigned FirstScale,
                      bool HasCorners) {
  SmallVector<Argument, 3> Scales;
  bool All = true, Any = false;
  Dims From = C[0].sizes(), To = C.dims(1);
  for (size_t I = FirstScale; I != C.schema().params().size(); ++I) {
    Argument Scale = C.arg(I);
    Scales.push_back(Scale);
    All &= C.isGiven(I);
    Any |= C.isGiven(I);
    // A scale that the size does not follow from says how places are computed.
    size_t D = I - FirstScale;
    if (Scale.isFloat() && D < To.size() && D + 2 < From.size() &&
        From[D + 2].isInt() && To[D].isInt() &&
        std::floor(From[D + 2].asInt() * Scale.asFloat()) != To[D].asInt())
      return C.keep();
  }
  if (Any && !All)
    return C.keep();
  // Size or scales; the size says the same, but for how places are computed.
  Argument Size = All ? Argument() : C.arg(1);
  Argument Factors = All ? Argument::list(Scales) : Argument();
  if (HasCorners)
    return C.call(Op, {C[0], Size, C.arg(2), Factors});
  return C.call(Op, {C[0], Size, Factors});
}
static Value nearest2dDefault(Call &C) {
  return toVector(C, "upsample_nearest2d.vec", 2, false);
}
static Value bilinear2dDefault(Call &C) {
  return toVector(C, "upsample_bilinear2d.vec", 3, true);
}

ArrayRef<Entry> fx::decomposition::resizeRules() {
  static const Entry Rules[] = {
      {"upsample_nearest1d.vec", nearest<1, false>, KnowsLayout},
      {"upsample_nearest3d.vec", nearest<3, false>, KnowsLayout},
      {"_upsample_nearest_exact1d.vec", nearest<1, true>, KnowsLayout},
      {"_upsample_nearest_exact2d.vec", nearest<2, true>, KnowsLayout},
      {"_upsample_nearest_exact3d.vec", nearest<3, true>, KnowsLayout},
      {"upsample_linear1d.vec", linear<1>, InFloat32 | KnowsLayout},
      {"upsample_trilinear3d.vec", linear<3>, InFloat32 | KnowsLayout},
      {"upsample_bicubic2d.vec", bicubic, InFloat32 | KnowsLayout},
      {"_upsample_bilinear2d_aa.vec", bilinearAA},
      {"_upsample_bicubic2d_aa.vec", bicubicAA},
      {"upsample_nearest2d.default", nearest2dDefault},
      {"upsample_bilinear2d.default", bilinear2dDefault},
  };
  return Rules;
}
