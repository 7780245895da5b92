//===- ValuesFourier.cpp - Fourier transforms -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transforms of the user are resized operands of _fft_c2c, _fft_r2c and
// _fft_c2r, which transform the dimensions given last in memory, those that
// they leave alone in the order of the operand before them (_exec_fft). That is
// what PyTorch does where it has MKL.
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

namespace {
/// One transform: operand, dimensions from the first to the last.
struct Transform {
  TensorValue Operand;
  SmallVector<unsigned, 4> Along;
};
} // namespace

/// Sorts by decreasing strides.
static void sortByStrides(ValueCall &C, const TensorValue &T,
                          MutableArrayRef<unsigned> Along) {
  llvm::stable_sort(Along, [&](unsigned A, unsigned B) {
    return C.math().hint(T.strides()[A]) > C.math().hint(T.strides()[B]);
  });
}

/// _exec_fft.
static Argument execute(ValueCall &C, const Transform &F, DType Type,
                        const Dims &Sizes) {
  const TensorValue &T = F.Operand;
  if (C.failed() || !T || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  SmallVector<unsigned, 6> Order;
  for (unsigned I = 0; I != T.rank(); ++I)
    if (!is_contained(F.Along, I))
      Order.push_back(I);
  sortByStrides(C, T, Order);
  append_range(Order, F.Along);
  // The dimensions that are transformed have a new tensor; the rest is
  // computed.
  SymbolicMath &Math = C.math();
  Dims Strides(Sizes.size());
  Dim Inner = 1, Outer = 1;
  for (unsigned D : reverse(F.Along)) {
    Strides[D] = Inner;
    Inner = Math.mul(Inner, Math.max(1, Sizes[D]));
  }
  for (unsigned D : reverse(ArrayRef(Order).drop_back(F.Along.size()))) {
    Strides[D] = Math.mul(Outer, Inner);
    Outer = Math.mul(Outer, Sizes[D]);
  }
  return C.result(Type, Sizes, Strides, T.device());
}

static Argument complexToComplex(ValueCall &C, Transform F) {
  if (C.failed() || !F.Operand ||
      F.Operand.strides().size() != F.Operand.rank())
    return C.fail("the operand is not strided");
  const TensorValue &T = F.Operand;
  if (F.Along.empty())
    return C.resultLike(T, T.dtype());
  sortByStrides(C, T, F.Along);
  return execute(C, F, T.dtype(), Dims(T.sizes()));
}

static Argument realToComplex(ValueCall &C, Transform F, bool OneSided) {
  const TensorValue &T = F.Operand;
  if (C.failed() || F.Along.empty() || T.strides().size() != T.rank())
    return C.fail("there is no dimension to transform");
  Dims Sizes(T.sizes());
  Dim &Last = Sizes[F.Along.back()];
  if (OneSided)
    Last = C.math().add(C.math().floorDiv(Last, 2), 1);
  sortByStrides(C, T, MutableArrayRef(F.Along).drop_back());
  return execute(C, F, complexType(T.dtype()), Sizes);
}

static Argument complexToReal(ValueCall &C, Transform F, const Dim &Length) {
  if (C.failed() || F.Along.empty())
    return C.fail("there is no dimension to transform");
  unsigned Last = F.Along.pop_back_val();
  if (!F.Along.empty())
    F.Operand = TensorValue(complexToComplex(C, F));
  if (!F.Operand)
    return Argument::none();
  Dims Sizes(F.Operand.sizes());
  Sizes[Last] = Length;
  F.Along = {Last};
  return execute(C, F, realType(F.Operand.dtype()), Sizes);
}

//===----------------------------------------------------------------------===//
// What users call
//===----------------------------------------------------------------------===//

/// The operand in floating point, or complex.
static TensorValue operand(ValueCall &C, bool Complex) {
  TensorValue T = C.tensor("self");
  DType Type = floatingType(T.dtype());
  if (Complex)
    Type = complexType(Type);
  if (Type == T.dtype() || C.failed())
    return T;
  return TensorValue(C.resultLike(T, Type));
}

/// The dimensions that `dim` and `s` or `n` name; \p Lengths gets the sizes
/// that were given, None for others.
static SmallVector<unsigned, 4> dimensions(ValueCall &C, const TensorValue &T,
                                           Dims &Lengths) {
  SmallVector<unsigned, 4> Along;
  if (C.hasParam("n")) {
    Lengths.push_back(C.size("n"));
    if (!T.rank())
      C.fail("the operand has no dimension");
    else
      Along.push_back(C.dim("dim", T.rank()));
    return Along;
  }
  if (!C.get("s").isNone())
    Lengths = C.sizes("s");
  if (!C.get("dim").isNone()) {
    for (int64_t D : C.integers("dim"))
      Along.push_back(C.wrapDim(D, T.rank()));
  } else {
    size_t Count = Lengths.empty() ? T.rank() : Lengths.size();
    for (size_t I = T.rank() - std::min(Count, T.rank()); I != T.rank(); ++I)
      Along.push_back(I);
  }
  if (Lengths.empty())
    Lengths.assign(Along.size(), Argument::none());
  for (Dim &Length : Lengths)
    if (SymbolicMath::isInt(Length, -1))
      Length = Argument::none();
  if (Lengths.size() != Along.size())
    C.fail("there must be one size for each dimension");
  for (unsigned D : Along)
    if (D >= T.rank())
      C.fail("the operand has no dimension");
  return Along;
}

/// Cuts or pads (resize_fft_input).
static TensorValue resized(ValueCall &C, const TensorValue &T,
                           ArrayRef<unsigned> Along, DimsRef Lengths) {
  if (C.failed() || T.strides().size() != T.rank()) {
    C.fail("the operand is not strided");
    return {};
  }
  Dims Cut(T.sizes()), Padded(T.sizes());
  bool Pads = false;
  for (auto [D, Length] : zip(Along, Lengths)) {
    if (Length.isNone())
      continue;
    Padded[D] = Length;
    if (C.math().hint(Length) > C.math().hint(T.sizes()[D]))
      Pads = true;
    else
      Cut[D] = Length;
  }
  TensorValue Part(
      C.result(T.dtype(), Cut, T.strides(), T.device(), T.offset()));
  if (!Pads || !Part)
    return Part;
  return TensorValue(C.resultSuggested(Part, T.dtype(), Padded));
}

/// fft, ifft, fft2, fftn, ...
static Argument complexTransform(ValueCall &C) {
  // One dimension of a real operand is transformed as such.
  bool IsReal = C.hasParam("n") && !isComplexType(C.tensor("self").dtype());
  TensorValue T = operand(C, /*Complex=*/!IsReal);
  Dims Lengths;
  SmallVector<unsigned, 4> Along = dimensions(C, T, Lengths);
  if (IsReal)
    return realToComplex(C, {resized(C, T, Along, Lengths), Along},
                         /*OneSided=*/false);
  return complexToComplex(C, {resized(C, T, Along, Lengths), Along});
}

/// rfft, rfft2, rfftn: half the spectrum and one.
static Argument realTransform(ValueCall &C) {
  TensorValue T = operand(C, /*Complex=*/false);
  Dims Lengths;
  SmallVector<unsigned, 4> Along = dimensions(C, T, Lengths);
  return realToComplex(C, {resized(C, T, Along, Lengths), Along},
                       /*OneSided=*/true);
}

/// irfft, irfft2, irfftn: twice as many but two, or as many as were asked for.
static Argument inverseRealTransform(ValueCall &C) {
  TensorValue T = operand(C, /*Complex=*/true);
  Dims Lengths;
  SmallVector<unsigned, 4> Along = dimensions(C, T, Lengths);
  if (C.failed() || Along.empty())
    return C.fail("there is no dimension to transform");
  SymbolicMath &Math = C.math();
  Dim Last = Lengths.back();
  if (Last.isNone())
    Last = Math.mul(2, Math.sub(T.sizes()[Along.back()], 1));
  Lengths.back() = Math.add(Math.floorDiv(Last, 2), 1);
  return complexToReal(C, {resized(C, T, Along, Lengths), Along}, Last);
}

//===----------------------------------------------------------------------===//
// What those come to
//===----------------------------------------------------------------------===//

static Transform plain(ValueCall &C) {
  Transform F{C.tensor("self"), {}};
  for (int64_t D : C.integers("dim")) {
    F.Along.push_back(C.wrapDim(D, F.Operand.rank()));
    if (!F.Operand.rank())
      C.fail("the operand has no dimension");
  }
  return F;
}

static Argument plainComplexTransform(ValueCall &C) {
  return complexToComplex(C, plain(C));
}

static Argument plainRealTransform(ValueCall &C) {
  return realToComplex(C, plain(C), C.flag("onesided"));
}

static Argument plainInverseTransform(ValueCall &C) {
  return complexToReal(C, plain(C), C.size("last_dim_size"));
}

static constexpr NamedValueRule Rules[] = {
    {"complex-transform", complexTransform},
    {"inverse-real-transform", inverseRealTransform},
    {"plain-complex-transform", plainComplexTransform},
    {"plain-inverse-transform", plainInverseTransform},
    {"plain-real-transform", plainRealTransform},
    {"real-transform", realTransform},
};

ArrayRef<NamedValueRule> fx::fourierValueRules() { return Rules; }
