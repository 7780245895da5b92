//===- operators.cpp - A library of operators -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators as a user's library registers them: with defaults, lists and
// keywords, several results, writes to one argument or two, and views.
//
//===----------------------------------------------------------------------===//

#include <ATen/ATen.h>
#include <torch/library.h>

using at::Tensor;

static Tensor scale(const Tensor &X, double Factor,
                    const c10::optional<Tensor> &Bias) {
  Tensor Result = X * Factor;
  return Bias ? Result + *Bias : Result;
}

static std::tuple<Tensor, Tensor> halves(const Tensor &X) {
  int64_t Half = X.size(0) / 2;
  return {X.narrow(0, 0, Half).clone(), X.narrow(0, Half, Half).clone()};
}

static Tensor total(at::TensorList Xs, at::IntArrayRef Weights) {
  Tensor Sum = at::zeros({}, Xs[0].options());
  for (size_t I = 0; I != Xs.size(); ++I)
    Sum = Sum + Xs[I].sum() * Weights[I];
  return Sum;
}

static Tensor &bump_(Tensor &X, int64_t By) { return X.add_(By); }

static void fillBoth(Tensor X, Tensor Y, const at::Scalar &Value) {
  X.fill_(Value);
  Y.fill_(Value);
}

static Tensor row(const Tensor &X, int64_t I) { return X.select(0, I); }

TORCH_LIBRARY(fxtest, M) {
  M.def("scale(Tensor x, float factor=2.0, *, Tensor? bias=None) -> Tensor");
  M.def("halves(Tensor x) -> (Tensor first, Tensor second)");
  M.def("total(Tensor[] xs, int[] weights) -> Tensor");
  M.def("bump_(Tensor(a!) x, int by) -> Tensor(a!)");
  M.def("fill_both(Tensor(a!) x, Tensor(b!) y, Scalar value) -> ()");
  M.def("row(Tensor(a) x, int i) -> Tensor(a)");
}

// For fake tensors too.
TORCH_LIBRARY_IMPL(fxtest, CompositeExplicitAutograd, M) {
  M.impl("scale", TORCH_FN(scale));
  M.impl("halves", TORCH_FN(halves));
  M.impl("total", TORCH_FN(total));
  M.impl("bump_", TORCH_FN(bump_));
  M.impl("fill_both", TORCH_FN(fillBoth));
  M.impl("row", TORCH_FN(row));
}
