//===- ValuesAlgebra.cpp - Decompositions of matrices, transforms ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"

using namespace fx;
using namespace llvm;

/// Column-major in the last two dimensions, as LAPACK leaves its results.
static Argument columnMajor(ValueCall &C, DType T, const Dims &Sizes,
                            const Argument &Device) {
  Dims Turned(Sizes);
  std::swap(Turned[Turned.size() - 2], Turned[Turned.size() - 1]);
  Dims Strides = C.contiguousStrides(Turned);
  std::swap(Strides[Strides.size() - 2], Strides[Strides.size() - 1]);
  return C.result(T, Sizes, Strides, Device);
}

static bool isMatrix(ValueCall &C, const TensorValue &T) {
  if (T.rank() >= 2)
    return true;
  C.fail("the operand has fewer than two dimensions");
  return false;
}

/// linalg_qr: Q and R.
static Argument qr(ValueCall &C) {
  TensorValue A = C.tensor(0u);
  if (!isMatrix(C, A))
    return Argument::none();
  const Dim &M = A.sizes()[A.rank() - 2], &N = A.sizes()[A.rank() - 1];
  Dim K = C.math().min(M, N);
  Argument Mode = C.get("mode");
  StringRef Word = Mode.isString() ? Mode.str() : "reduced";
  Dims Q(A.sizes()), R(A.sizes());
  bool Complete = Word == "complete";
  Q.back() = Complete ? M : K;
  R[R.size() - 2] = Complete ? M : K;
  Argument QValue = Word == "r" ? C.result(A.dtype(), {Dim(0)}, A.device())
                                : columnMajor(C, A.dtype(), Q, A.device());
  return valueTuple({QValue, columnMajor(C, A.dtype(), R, A.device())});
}

/// linalg_det and relatives: one number for each matrix.
static Argument perMatrix(ValueCall &C) {
  TensorValue A = C.tensor(0u);
  if (!isMatrix(C, A))
    return Argument::none();
  return C.result(A.dtype(), A.sizes().drop_back(2), A.device());
}

/// linalg_inv, cholesky: column-major, of the operand's shape.
static Argument likeMatrix(ValueCall &C) {
  TensorValue A = C.tensor(0u);
  if (!isMatrix(C, A))
    return Argument::none();
  return columnMajor(C, A.dtype(), Dims(A.sizes()), A.device());
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

/// fft and ifft: complex, as long as the operand or as told.
static Argument complexTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes(T.sizes());
  if (C.hasParam("n")) {
    unsigned D = C.dim("dim", T.rank());
    Dim N = C.size("n");
    if (!Sizes.empty() && !C.failed() && !N.isNone())
      Sizes[D] = N;
  } else if (C.hasParam("s") && !C.get("s").isNone()) {
    return C.fail("sizes were given");
  }
  return C.result(complexType(floatingType(T.dtype())), Sizes, T.device());
}

/// rfft: half the spectrum and one.
static Argument realTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  Dims Sizes(T.sizes());
  Dim N = C.size("n");
  Sizes[D] = C.math().add(C.math().floorDiv(N.isNone() ? Sizes[D] : N, 2), 1);
  return C.result(complexType(floatingType(T.dtype())), Sizes, T.device());
}

/// rfft2, rfftn: the last of the dimensions.
static Argument realTransforms(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (!T.rank() || C.isGiven("s"))
    return C.fail("sizes were given");
  SmallVector<int64_t, 6> Along = C.integers("dim");
  unsigned D = C.wrapDim(Along.empty() ? -1 : Along.back(), T.rank());
  if (C.failed())
    return Argument::none();
  Dims Sizes(T.sizes());
  Sizes[D] = C.math().add(C.math().floorDiv(Sizes[D], 2), 1);
  return C.result(complexType(floatingType(T.dtype())), Sizes, T.device());
}

/// irfft: real, twice as many but two.
static Argument inverseRealTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  Dims Sizes(T.sizes());
  Dim N = C.size("n");
  Sizes[D] = N.isNone() ? C.math().mul(2, C.math().sub(Sizes[D], 1)) : N;
  return C.result(realType(floatingType(T.dtype())), Sizes, T.device());
}

/// _fft_c2c, _fft_r2c, _fft_c2r.
static Argument plainComplexTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return C.result(T.dtype(), T.sizes(), T.strides(), T.device());
}

static Argument plainRealTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes(T.sizes());
  SmallVector<int64_t, 6> Along = C.integers("dim");
  if (Along.empty() || Sizes.empty())
    return C.fail("there is no dimension to transform");
  unsigned D = C.wrapDim(Along.back(), T.rank());
  if (C.flag("onesided") && !C.failed())
    Sizes[D] = C.math().add(C.math().floorDiv(Sizes[D], 2), 1);
  return C.result(complexType(T.dtype()), Sizes, T.device());
}

static Argument plainInverseTransform(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes(T.sizes());
  SmallVector<int64_t, 6> Along = C.integers("dim");
  if (Along.empty() || Sizes.empty())
    return C.fail("there is no dimension to transform");
  unsigned D = C.wrapDim(Along.back(), T.rank());
  if (!C.failed())
    Sizes[D] = C.size("last_dim_size");
  return C.result(realType(T.dtype()), Sizes, T.device());
}

static constexpr NamedValueRule Rules[] = {
    {"complex-transform", complexTransform},
    {"inverse-real-transform", inverseRealTransform},
    {"like-matrix", likeMatrix},
    {"per-matrix", perMatrix},
    {"plain-complex-transform", plainComplexTransform},
    {"plain-inverse-transform", plainInverseTransform},
    {"plain-real-transform", plainRealTransform},
    {"qr", qr},
    {"real-transform", realTransform},
    {"real-transforms", realTransforms},
};

ArrayRef<NamedValueRule> fx::algebraValueRules() { return Rules; }
