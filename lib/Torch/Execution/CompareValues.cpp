//===- CompareValues.cpp - How far values of runs are apart ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "Handlers.h"
#include "Python/PyValue.h"
#include "RunBackend.h"
#include "fx/Torch/Values.h"
#include "llvm/Support/FormatVariadic.h"
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <cmath>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Whether they are near
//===----------------------------------------------------------------------===//

namespace {

/// What is allowed for tensors of some type.
struct Tolerance {
  double Rtol, Atol;
  /// Atol is the share of the largest magnitude.
  bool IsShare = false;
};

} // namespace

static bool isFloat(c10::ScalarType T) { return c10::isFloatingType(T); }

/// The share of the largest value by which the results of a model that is
/// computed in \p T may be apart: some units in the last place for each of its
/// layers. None: an absolute difference is allowed.
static std::optional<double> shareOf(c10::ScalarType T) {
  switch (T) {
  case c10::ScalarType::Double:
  case c10::ScalarType::Float:
    return std::nullopt;
  case c10::ScalarType::Half:
  case c10::ScalarType::ComplexHalf:
    return 1e-2;
  case c10::ScalarType::BFloat16:
    return 5e-2;
  default:
    // Floating-point types of eight bits.
    return isFloat(T) ? std::optional(0.25) : std::nullopt;
  }
}

static Tolerance toleranceOf(const CompareOptions &Options, c10::ScalarType A,
                             c10::ScalarType B) {
  Tolerance T = {Options.Rtol.value_or(1e-4), Options.Atol.value_or(1e-5)};
  // Integers are wrong by any difference, however large they are.
  if (c10::isIntegralType(A, /*includeBool=*/true)) {
    T.Rtol = 0;
    return T;
  }
  if (Options.Rtol || Options.Atol)
    return T;
  double Share = std::max(shareOf(A).value_or(0), shareOf(B).value_or(0));
  for (DType Type : Options.Computed)
    if (std::optional<c10::ScalarType> C = toTorch(Type))
      Share = std::max(Share, shareOf(*C).value_or(0));
  return Share ? Tolerance{Share, Share, /*IsShare=*/true} : T;
}

static std::string placeOf(int64_t Flat, c10::IntArrayRef Sizes) {
  std::string Text;
  for (size_t I = Sizes.size(); I-- > 0;) {
    Text = std::to_string(Flat % Sizes[I]) + (Text.empty() ? "" : ", ") + Text;
    Flat /= Sizes[I];
  }
  return "[" + Text + "]";
}

/// The largest finite magnitude; 0 where there is none.
static double largest(const at::Tensor &Wide) {
  return at::nan_to_num(Wide.abs(), 0.0, 0.0, 0.0).max().item<double>();
}

static std::string compareTensors(const at::Tensor &A, const at::Tensor &B,
                                  const CompareOptions &Options) {
  if (!A.defined() || !B.defined())
    return A.defined() == B.defined() ? "" : "one of the tensors is undefined";
  c10::ScalarType S = A.scalar_type(), T = B.scalar_type();
  bool OtherFloat = S != T && isFloat(S) && isFloat(T);
  if (A.sizes() != B.sizes() || (S != T && !(OtherFloat && Options.AnyFloat)))
    return "one is " + describe(A) + ", the other " + describe(B) +
           (A.sizes() == B.sizes() && OtherFloat &&
                    !Options.AnyFloatFlag.empty()
                ? "; " + Options.AnyFloatFlag.str() + " compares their values"
                : "");
  if (A.numel() == 0 || (A.is_meta() && B.is_meta()))
    return "";
  if (A.is_meta() || B.is_meta())
    return "one of the tensors is on the meta device";
  at::Tensor X = widen(A), Y = widen(B);
  Tolerance Allowed = toleranceOf(Options, S, T);
  if (Allowed.IsShare)
    Allowed.Atol *= largest(Y);
  at::Tensor Same =
      at::isclose(X, Y, Allowed.Rtol, Allowed.Atol, /*equal_nan=*/true);
  int64_t NumDifferent = Same.numel() - Same.sum().item<int64_t>();
  if (!NumDifferent)
    return "";
  at::Tensor Gap = at::where(Same, at::zeros_like(X), (X - Y).abs());
  // NaN on one side is as far as can be.
  Gap = at::nan_to_num(Gap, HUGE_VAL, HUGE_VAL, HUGE_VAL);
  int64_t Worst = Gap.reshape(-1).argmax().item<int64_t>();
  double L = X.reshape(-1)[Worst].item<double>();
  double R = Y.reshape(-1)[Worst].item<double>();
  return formatv("{0} of {1} elements differ, most at {2}: {3:e6} and {4:e6}, "
                 "which are {5:e2} apart",
                 NumDifferent, Same.numel(), placeOf(Worst, X.sizes()), L, R,
                 std::fabs(L - R))
      .str();
}

static std::string compareAny(const IValue &A, const IValue &B,
                              const CompareOptions &Options);

static std::string compareDicts(const c10::impl::GenericDict &A,
                                const c10::impl::GenericDict &B,
                                const CompareOptions &Options) {
  if (A.size() != B.size())
    return "one has " + std::to_string(A.size()) + " items, the other " +
           std::to_string(B.size());
  for (const auto &Entry : A) {
    auto Other = B.find(Entry.key());
    std::string Text = Other == B.end()
                           ? "only one of them has it"
                           : compareAny(Entry.value(), Other->value(), Options);
    if (!Text.empty())
      return "item " + describe(Entry.key()) + ": " + Text;
  }
  return "";
}

static std::string compareNumbers(const IValue &A, const IValue &B,
                                  const CompareOptions &Options) {
  double X = toFloat(A), Y = toFloat(B);
  double Rtol = A.isInt() && B.isInt() ? 0 : Options.Rtol.value_or(1e-4);
  bool Same =
      X == Y || (std::isnan(X) && std::isnan(Y)) ||
      std::fabs(X - Y) <= Options.Atol.value_or(1e-5) + Rtol * std::fabs(Y);
  return Same ? "" : describe(A) + " and " + describe(B);
}

static std::string compareAny(const IValue &A, const IValue &B,
                              const CompareOptions &Options) {
  if (A.isTensor() && B.isTensor())
    return compareTensors(A.toTensor(), B.toTensor(), Options);
  if (isSequence(A) && isSequence(B)) {
    if (lengthOf(A) != lengthOf(B))
      return "one has " + std::to_string(lengthOf(A)) + " items, the other " +
             std::to_string(lengthOf(B));
    for (size_t I = 0; I != lengthOf(A); ++I) {
      std::string Text = compareAny(itemOf(A, I), itemOf(B, I), Options);
      if (!Text.empty())
        return "item " + std::to_string(I) + ": " + Text;
    }
    return "";
  }
  if ((A.isDouble() || A.isInt()) && (B.isDouble() || B.isInt()))
    return compareNumbers(A, B, Options);
  if (A.isGenericDict() && B.isGenericDict())
    return compareDicts(A.toGenericDict(), B.toGenericDict(), Options);
  if (A.isCapsule() || B.isCapsule() || areEqual(A, B))
    return "";
  return describe(A) + " and " + describe(B);
}

ValueComparison LibTorchBackend::compare(const RunValue &A, const RunValue &B,
                                         const CompareOptions &Options) {
  Expected<std::string> Text =
      catching([&] { return compareAny(valueOf(A), valueOf(B), Options); });
  std::string Difference = Text ? *Text : toString(Text.takeError());
  return {Difference.empty(), Difference};
}

//===----------------------------------------------------------------------===//
// How far they are apart
//===----------------------------------------------------------------------===//

static std::optional<ValueErrors> errorsOfTensors(const at::Tensor &A,
                                                  const at::Tensor &B) {
  if (!A.defined() || !B.defined() || A.sizes() != B.sizes() || A.is_meta() ||
      B.is_meta())
    return std::nullopt;
  ValueErrors E;
  E.Type = describe(A);
  if (std::string Other = describe(B); Other != E.Type)
    E.Type += " for " + Other;
  if (A.numel() == 0)
    return E;
  at::Tensor X = widen(A), Y = widen(B), Zero = at::zeros_like(X);
  // Equal infinities have no difference.
  at::Tensor Same = X.eq(Y).logical_or(X.isnan().logical_and(Y.isnan()));
  at::Tensor Gap = at::nan_to_num(at::where(Same, Zero, (X - Y).abs()),
                                  HUGE_VAL, HUGE_VAL, HUGE_VAL);
  E.MaxAbs = Gap.max().item<double>();
  E.MaxRel =
      at::where(Same, Zero,
                at::nan_to_num(Gap / Y.abs(), HUGE_VAL, HUGE_VAL, HUGE_VAL))
          .max()
          .item<double>();
  double Largest = largest(Y);
  E.OfLargest = E.MaxAbs == 0 ? 0 : E.MaxAbs / Largest;
  at::Tensor Finite = X.isfinite().logical_and(Y.isfinite());
  at::Tensor U = at::where(Finite, X, Zero).reshape(-1);
  at::Tensor V = at::where(Finite, Y, Zero).reshape(-1);
  // What is left of it says nothing where a number became none.
  if (std::isinf(E.MaxAbs)) {
    E.Cosine = 0;
    return E;
  }
  double Norms = U.norm().item<double>() * V.norm().item<double>();
  if (Norms > 0)
    E.Cosine = U.dot(V).item<double>() / Norms;
  else if (E.MaxAbs != 0)
    E.Cosine = 0;
  return E;
}

/// Adds what \p A and \p B are apart to \p All; false where they are of
/// another form.
static bool addErrors(const IValue &A, const IValue &B,
                      std::optional<ValueErrors> &All) {
  if (A.isTensor() && B.isTensor()) {
    std::optional<ValueErrors> E = errorsOfTensors(A.toTensor(), B.toTensor());
    if (!E)
      return false;
    if (!All) {
      All = std::move(E);
      return true;
    }
    All->MaxAbs = std::max(All->MaxAbs, E->MaxAbs);
    All->MaxRel = std::max(All->MaxRel, E->MaxRel);
    All->OfLargest = std::max(All->OfLargest, E->OfLargest);
    All->Cosine = std::min(All->Cosine, E->Cosine);
    return true;
  }
  if (!isSequence(A) || !isSequence(B))
    return true;
  if (lengthOf(A) != lengthOf(B))
    return false;
  for (size_t I = 0; I != lengthOf(A); ++I)
    if (!addErrors(itemOf(A, I), itemOf(B, I), All))
      return false;
  if (All)
    All->Type = std::to_string(lengthOf(A)) + " values";
  return true;
}

std::optional<ValueErrors> LibTorchBackend::errors(const RunValue &A,
                                                   const RunValue &B) {
  std::optional<ValueErrors> All;
  Expected<bool> Fit =
      catching([&] { return addErrors(valueOf(A), valueOf(B), All); });
  if (!Fit)
    consumeError(Fit.takeError());
  return Fit && *Fit ? All : std::nullopt;
}
