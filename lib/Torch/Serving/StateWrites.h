//===- StateWrites.h - Which state a run writes -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads share the tensors that no run writes. Which those are is found out
// from the graphs: values that may share memory are in one group, and a group
// is written if an operator writes to one of its values. What is not known to
// be harmless writes to all that it gets.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SERVING_STATEWRITES_H
#define FX_LIB_TORCH_SERVING_STATEWRITES_H

#include "Execution/Plan.h"
#include "llvm/ADT/DenseSet.h"
#include <ATen/core/Tensor.h>

namespace fx::torch_impl {

class ProgramSignature;

/// What identifies the memory of \p T.
const void *memoryOf(const at::Tensor &T);

/// The memory of state that runs of \p Plans may write to in place; \p
/// Signature, that of a program, says which placeholders are state.
llvm::DenseSet<const void *>
findWrittenMemory(const PlanSet &Plans, const ProgramSignature *Signature);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SERVING_STATEWRITES_H
