//===- RandomWeights.h - Values for graphs without weights ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_WEIGHTS_RANDOMWEIGHTS_H
#define FX_LIB_TORCH_WEIGHTS_RANDOMWEIGHTS_H

#include "fx/IR/Module.h"
#include <ATen/core/Tensor.h>

namespace fx::torch_impl {

/// A tensor for \p Path with values that depend on \p Seed and the path alone,
/// of a size that keeps activations near 1. Sizes come from \p Attr or from the
/// class of the module and its arguments. Throws where neither gives them.
at::Tensor randomWeight(GraphModule &M, llvm::StringRef Path,
                        const TensorAttr *Attr, uint64_t Seed);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_WEIGHTS_RANDOMWEIGHTS_H
