//===- CpuPreparation.h - Graphs for the operators of oneDNN ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a processor runs faster than what was exported: batch normalizations go
// into the weights of convolutions, activations and additions into their calls,
// weights are packed once, images have their channels last. The operators are
// LibTorch's own, those that Inductor's freezing uses; where this LibTorch
// lacks them the graph stays as it is.
//
// Results differ from those of the graph by rounding. The graph is for running
// alone: packed weights are tensors of the store and no state of the module.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_PREPARATION_CPUPREPARATION_H
#define FX_LIB_TORCH_PREPARATION_CPUPREPARATION_H

#include "fx/IR/Module.h"
#include "llvm/ADT/DenseSet.h"

namespace fx::torch_impl {

class TensorStore;

/// Prepares the graph of \p M, an exported program; other modules stay as they
/// are. With \p Finite calls are fused that may make a number of NaN. Errors:
/// those of \p Store. May throw what LibTorch throws.
llvm::Error prepareForCPU(GraphModule &M, TensorStore &Store, bool Finite);

/// Puts `contiguous()` where calls of \p G depend on strides that the values
/// in \p Changed, and what is computed of them, no longer have.
void restoreLayouts(Graph &G, const llvm::DenseSet<Node *> &Changed);

/// Whether \p G calls what restoreLayouts() cannot make right.
bool dependsOnStorage(const Graph &G);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_PREPARATION_CPUPREPARATION_H
