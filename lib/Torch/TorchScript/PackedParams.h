//===- PackedParams.h - Objects of C++ that hold weights --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantized modules keep their weights in the form that kernels read: in
// objects of classes of C++ (torch.classes), which are neither tensors nor
// values of a graph. Of some of them, LibTorch says what they were made from.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_PACKEDPARAMS_H
#define FX_LIB_TORCH_TORCHSCRIPT_PACKEDPARAMS_H

#include <ATen/core/ivalue.h>
#include <optional>
#include <vector>

namespace fx::torch_impl {

/// Whether \p V is an object of a class of C++, or a list or the like of one.
bool holdsForeignObject(const c10::IValue &V);

/// A call that packs weights.
struct PackingCall {
  /// `torch.ops.quantized.linear_prepack.default`
  const char *Target;
  /// The first is the weight.
  std::vector<c10::IValue> Args;
};

/// The call that makes \p Object again; nothing where it cannot be known.
std::optional<PackingCall> packingCall(const c10::IValue &Object);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_PACKEDPARAMS_H
