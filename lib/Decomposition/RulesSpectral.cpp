//===- RulesSpectral.cpp - Fourier transforms -----------------------------===//
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

namespace {
/// How a transform divides: not, by the root, or by the number of elements.
enum NormKind : int64_t { NoNorm, ByRoot, ByCount };
} // namespace

static std::optional<int64_t> normOf(Call &C, unsigned I, bool Forward) {
  StringRef Mode = C.text(I);
  if (Mode.empty() || Mode == "backward")
    return Forward ? NoNorm : ByCount;
  if (Mode == "ortho")
    return ByRoot;
  if (Mode == "forward")
    return Forward ? ByCount : NoNorm;
  C.fail("the normalization '" + Mode +
         "' is not known; there are 'backward', 'ortho' and 'forward'");
  return std::nullopt;
}

/// Cuts or fills the dimensions \p Along to the sizes \p Sizes.
static Value resized(Call &C, Value V, ArrayRef<int64_t> Along,
                     ArrayRef<Dim> Sizes) {
  int64_t Rank = V.rank();
  if (C.failed() || Along.size() != Sizes.size())
    return C.fail(Twine(Sizes.size()) + " sizes are given for " +
                  Twine(Along.size()) + " dimensions");
  Dims Pads(2 * Rank, Dim(0));
  bool Fills = false;
  for (size_t I = 0; I != Along.size(); ++I) {
    if (Along[I] < 0 || Along[I] >= Rank)
      return C.fail(noDimension(Along[I], Rank));
    Dim Have = V.size(Along[I]);
    if (Call::isInt(Sizes[I], -1) || C.same(Have, Sizes[I]))
      continue;
    if (C.hint(Have) < C.hint(Sizes[I])) {
      Pads[Pads.size() - 1 - 2 * Along[I]] = C.sub(Sizes[I], Have);
      Fills = true;
    } else {
      V = C.call("slice.Tensor", {V, Along[I], 0, Sizes[I]});
    }
  }
  return Fills ? C.call("constant_pad_nd", {V, Call::list(Pads), 0.0}) : V;
}

static Value toComplex(const Value &V) {
  DType T = V.dtype();
  if (isComplexType(T))
    return V;
  return convertTo(V, complexType(isFloatType(T) ? T : DType::Float32));
}
static Value toReal(const Value &V) {
  return isFloatType(V.dtype()) ? V : convertTo(V, DType::Float32);
}

// fft_fft(self, n, dim, norm)
template <bool Forward> static Value fft(Call &C) {
  Value V = toComplex(C[0]);
  int64_t D = C.dim(2, V.rank());
  if (C.isGiven(1))
    V = resized(C, V, {D}, {C.dims(1)[0]});
  std::optional<int64_t> Norm = normOf(C, 3, Forward);
  if (!Norm)
    return C.none();
  return C.call("_fft_c2c", {V, Call::list({D}), *Norm, Forward});
}

static Value rfft(Call &C) {
  Value V = toReal(C[0]);
  int64_t D = C.dim(2, V.rank());
  if (C.isGiven(1))
    V = resized(C, V, {D}, {C.dims(1)[0]});
  std::optional<int64_t> Norm = normOf(C, 3, true);
  if (!Norm)
    return C.none();
  return C.call("_fft_r2c", {V, Call::list({D}), *Norm, true});
}

static Value irfft(Call &C) {
  Value V = toComplex(C[0]);
  int64_t D = C.dim(2, V.rank());
  Dim Last =
      C.isGiven(1) ? C.dims(1)[0] : C.mul(C.sub(V.size(D), Dim(1)), Dim(2));
  if (C.isGiven(1))
    V = resized(C, V, {D}, {C.add(C.floorDiv(Last, Dim(2)), Dim(1))});
  std::optional<int64_t> Norm = normOf(C, 3, false);
  if (!Norm)
    return C.none();
  return C.call("_fft_c2r", {V, Call::list({D}), *Norm, Last});
}

/// The dimensions that a transform of several goes along.
static SmallVector<int64_t, 6> along(Call &C, unsigned SizeArg,
                                     unsigned DimArg) {
  int64_t Rank = C[0].rank();
  SmallVector<int64_t, 6> Result;
  if (C.isGiven(DimArg)) {
    for (int64_t D : C.integers(DimArg))
      if (std::optional<int64_t> Wrapped = wrapDim(C, D, Rank))
        Result.push_back(*Wrapped);
    return Result;
  }
  int64_t Number = C.isGiven(SizeArg) ? C.dims(SizeArg).size() : Rank;
  if (Number > Rank)
    failCount(C, SizeArg, Number, Twine(Rank) + " or fewer");
  for (int64_t D = std::max<int64_t>(Rank - Number, 0); D < Rank; ++D)
    Result.push_back(D);
  return Result;
}

/// \p V with the sizes that are asked for along \p Dims; the last one is what
/// \p Last makes of it, where that is given.
static Value fitted(Call &C, Value V, ArrayRef<int64_t> Dims,
                    function_ref<Dim(const Dim &)> Last = nullptr) {
  if (!C.isGiven(1))
    return V;
  fx::Dims Sizes = C.dims(1);
  if (Sizes.size() != Dims.size())
    return failCount(C, 1, Sizes.size(),
                     "one for each of " + Twine(Dims.size()) + " dimensions");
  if (Last)
    Sizes.back() = Last(Sizes.back());
  return resized(C, V, Dims, Sizes);
}

/// A transform of several dimensions: (self, s, dim, norm).
static Value transform(Call &C, Value V, StringRef Op, bool Forward) {
  SmallVector<int64_t, 6> Dims = along(C, 1, 2);
  if (C.failed())
    return C.none();
  V = fitted(C, V, Dims);
  if (C.failed())
    return C.none();
  std::optional<int64_t> Norm = normOf(C, 3, Forward);
  if (!Norm)
    return C.none();
  return C.call(Op, {V, Call::list(Dims), *Norm, Forward});
}

// fft_fftn, fft_fft2
template <bool Forward> static Value fftn(Call &C) {
  return transform(C, toComplex(C[0]), "_fft_c2c", Forward);
}

static Value rfftn(Call &C) {
  return transform(C, toReal(C[0]), "_fft_r2c", true);
}

static Value irfftn(Call &C) {
  Value V = toComplex(C[0]);
  SmallVector<int64_t, 6> Dims = along(C, 1, 2);
  if (C.failed() || Dims.empty())
    return C.fail("no dimension is transformed; this rule needs 1 or more");
  Dim Last = C.mul(C.sub(V.size(Dims.back()), Dim(1)), Dim(2));
  V = fitted(C, V, Dims, [&](const Dim &Size) {
    if (!Call::isInt(Size, -1))
      Last = Size;
    return C.add(C.floorDiv(Last, Dim(2)), Dim(1));
  });
  if (C.failed())
    return C.none();
  std::optional<int64_t> Norm = normOf(C, 3, false);
  if (!Norm)
    return C.none();
  return C.call("_fft_c2r", {V, Call::list(Dims), *Norm, Last});
}

static Value shifted(Call &C, bool Back) {
  int64_t Rank = C[0].rank();
  SmallVector<int64_t, 6> Dims, Shifts;
  if (C.isGiven(1))
    Dims = C.integers(1);
  else
    for (int64_t I = 0; I != Rank; ++I)
      Dims.push_back(I);
  for (int64_t D : Dims) {
    Dim Size = C[0].size(D);
    if (!Size.isInt())
      return C.fail("the size is symbolic");
    Shifts.push_back(Back ? (Size.asInt() + 1) / 2 : Size.asInt() / 2);
  }
  return C.call("roll", {C[0], Call::list(Shifts), Call::list(Dims)});
}
static Value fftshift(Call &C) { return shifted(C, false); }
static Value ifftshift(Call &C) { return shifted(C, true); }

ArrayRef<Entry> fx::decomposition::spectralRules() {
  static const Entry Rules[] = {
      {"fft_fft", fft<true>},     {"fft_ifft", fft<false>},
      {"fft_rfft", rfft},         {"fft_irfft", irfft},
      {"fft_fft2", fftn<true>},   {"fft_ifft2", fftn<false>},
      {"fft_fftn", fftn<true>},   {"fft_ifftn", fftn<false>},
      {"fft_rfft2", rfftn},       {"fft_rfftn", rfftn},
      {"fft_irfft2", irfftn},     {"fft_irfftn", irfftn},
      {"fft_fftshift", fftshift}, {"fft_ifftshift", ifftshift},
  };
  return Rules;
}
