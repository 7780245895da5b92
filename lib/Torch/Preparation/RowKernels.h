//===- RowKernels.h - Kernels for a few rows of numbers ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_PREPARATION_ROWKERNELS_H
#define FX_LIB_TORCH_PREPARATION_ROWKERNELS_H

#include "KernelChain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace fx::torch_impl::chain {

/// What the places of steps stand for.
struct RowMemory {
  int64_t Rows = 0;
  llvm::SmallVector<const float *, 4> Inputs;
  llvm::SmallVector<float *, 4> Outputs;
  float *Scratch = nullptr;
  const float *Weights = nullptr;
};

/// Runs steps one after the other, with the widest vectors that the processor
/// has. A result may be the memory of an operand that has its width.
void runSteps(llvm::ArrayRef<Step> Steps, const RowMemory &Memory);

} // namespace fx::torch_impl::chain

#endif // FX_LIB_TORCH_PREPARATION_ROWKERNELS_H
