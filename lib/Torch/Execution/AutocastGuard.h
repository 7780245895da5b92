//===- AutocastGuard.h - Regions of autocast --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_AUTOCASTGUARD_H
#define FX_LIB_TORCH_EXECUTION_AUTOCASTGUARD_H

#include <ATen/core/ivalue.h>
#include <c10/core/DeviceType.h>

namespace fx::torch_impl {

/// Whether autocast is on for a type of devices, and turning it on or off,
/// which LibTorch 1 has two functions each for.
bool isAutocastOn(c10::DeviceType Type);
void turnAutocast(c10::DeviceType Type, bool On);

/// Sets autocast for a device, and sets it back.
class AutocastGuard {
public:
  /// None for \p DType and \p Cache keeps what there is.
  AutocastGuard(c10::DeviceType Type, bool On, const c10::IValue &DType,
                const c10::IValue &Cache);
  ~AutocastGuard();
  AutocastGuard(const AutocastGuard &) = delete;
  AutocastGuard &operator=(const AutocastGuard &) = delete;

private:
  void set(bool On, c10::ScalarType DType);

  c10::DeviceType Type;
  bool WasOn, Cached;
  c10::ScalarType Old = c10::ScalarType::Float;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_AUTOCASTGUARD_H
