//===- Devices.h - Devices besides the CPU ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libFXTorch is linked with the kernels for the CPU alone. A LibTorch that has
// those for GPUs has them in a library of its own, which is loaded where there
// is a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_DEVICES_H
#define FX_LIB_TORCH_DEVICES_H

#include "fx/IR/TensorType.h"
#include "llvm/Support/Error.h"
#include <ATen/core/Tensor.h>

namespace fx {
class GraphModule;
} // namespace fx

namespace fx::torch_impl {

/// Loads the kernels for GPUs, if this LibTorch has them and the machine has a
/// driver. Wants to be called before LibTorch is asked about devices, since
/// that keeps the answer.
void loadDeviceKernels();

/// Where a tensor of \p Type lies in a run; the CPU where it does not say.
c10::Device deviceOf(const TensorType &Type);

/// Whether the state, values and arguments of \p M can be on their devices.
/// Error: err_run_device. O(nodes).
llvm::Error checkDevices(GraphModule &M);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_DEVICES_H
