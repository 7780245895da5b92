//===- KernelChain.h - Small operators without a dispatcher -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator of LibTorch on some hundred numbers costs more in the dispatcher
// and the allocator than in its kernel. A chain is one call that computes
// several: linear layers, normalizations over the last dimension and
// elementwise operators, of contiguous float32 on the CPU. All its values are
// rows, as many as the inputs have; only their widths differ.
//
// The operator is
//
//   fx_opt::chain(Tensor[] inputs, Tensor weights, Tensor steps) -> Tensor[]
//
// `weights` has all constants one after the other, `steps` the fields of Step
// as integers. Where there are so many rows that LibTorch's kernels are faster,
// those compute it.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_PREPARATION_KERNELCHAIN_H
#define FX_LIB_TORCH_PREPARATION_KERNELCHAIN_H

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <vector>

namespace fx::torch_impl::chain {

enum class Op : int64_t {
  Linear,  ///< X of width Inner times Weight [Inner, Width], plus Bias.
  Norm,    ///< Layer normalization: Weight, Bias, F0 is epsilon.
  Softmax, ///< Over the row.
  // Of one operand.
  ReLU,
  GELU,
  GELUTanh,
  SiLU,
  Sigmoid,
  Tanh,
  Exp,
  Neg,
  HardTanh,  ///< From F0 to F1.
  LeakyReLU, ///< F0 is the slope.
  HardSwish,
  HardSigmoid,
  // Functions of X and Y, or of X and the number F0; Y may be a constant row.
  Add, ///< F1 times Y is added.
  Sub, ///< F1 times Y is subtracted.
  Mul,
  Div,
};

/// Where a row of numbers is.
struct Place {
  enum SpaceOf : int64_t { None, Input, Scratch, Output, Weight };
  SpaceOf Space = None;
  /// Number of the input or output; the first column of the scratch memory, or
  /// the first element of the weights.
  int64_t Index = 0;
};

struct Step {
  Op Kind = Op::ReLU;
  Place Result, X, Y;
  Place Weights, Bias;
  int64_t Width = 0; ///< Width of the result.
  int64_t Inner = 0; ///< Width of X, where that differs.
  double F0 = 0, F1 = 1;
};

/// Multiplications of a row, or what takes as long.
int64_t workOf(const Step &S);
/// The work of one call of an operator from which on LibTorch is faster.
constexpr int64_t MostWork = 1 << 15;

/// \p Steps as the tensor that the operator takes.
at::Tensor encode(const std::vector<Step> &Steps);

/// Makes the operator known. May be called by several threads, and again.
void registerOperator();

} // namespace fx::torch_impl::chain

#endif // FX_LIB_TORCH_PREPARATION_KERNELCHAIN_H
