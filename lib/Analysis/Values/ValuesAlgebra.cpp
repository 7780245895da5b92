//===- ValuesAlgebra.cpp - Decompositions of matrices ---------------------===//
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

static constexpr NamedValueRule Rules[] = {
    {"like-matrix", likeMatrix},
    {"per-matrix", perMatrix},
    {"qr", qr},
};

ArrayRef<NamedValueRule> fx::algebraValueRules() { return Rules; }
