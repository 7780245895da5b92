//===- OperationTimes.h - How long operators take ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_RECORDING_OPERATIONTIMES_H
#define FX_LIB_TORCH_RECORDING_OPERATIONTIMES_H

#include "llvm/ADT/DenseMap.h"
#include <chrono>
#include <cstdint>

namespace fx::torch_impl {

/// Times of the functions of autograd and of the operators that made them, by
/// their sequence numbers; of this thread, between start() and stop().
class OperationTimes {
public:
  OperationTimes() : Begin(std::chrono::steady_clock::now()) {}
  ~OperationTimes() { stop(); }
  OperationTimes(const OperationTimes &) = delete;
  OperationTimes &operator=(const OperationTimes &) = delete;

  void start();
  void stop();
  /// Seconds since this was made.
  double now() const;
  /// In seconds; negative: not known.
  double forward(int64_t Sequence) const;
  double backward(int64_t Sequence) const;

  struct Hooks;

private:
  struct Interval {
    double Start, Seconds;
  };
  std::chrono::steady_clock::time_point Begin;
  llvm::DenseMap<int64_t, Interval> Forward, Backward;
  uint64_t Handle = 0;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_RECORDING_OPERATIONTIMES_H
