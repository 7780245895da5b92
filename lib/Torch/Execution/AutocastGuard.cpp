//===- AutocastGuard.cpp - Regions of autocast ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutocastGuard.h"
#include "Handlers.h"
#include <ATen/autocast_mode.h>
#include <memory>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

bool torch_impl::isAutocastOn(c10::DeviceType Type) {
#if TORCH_VERSION_MAJOR >= 2
  return at::autocast::is_autocast_enabled(Type);
#else
  return Type == c10::DeviceType::CUDA ? at::autocast::is_enabled()
                                       : at::autocast::is_cpu_enabled();
#endif
}

void torch_impl::turnAutocast(c10::DeviceType Type, bool On) {
#if TORCH_VERSION_MAJOR >= 2
  at::autocast::set_autocast_enabled(Type, On);
#else
  if (Type == c10::DeviceType::CUDA)
    at::autocast::set_enabled(On);
  else
    at::autocast::set_cpu_enabled(On);
#endif
}

AutocastGuard::AutocastGuard(c10::DeviceType Type, bool On, const IValue &DType,
                             const IValue &Cache)
    : Type(Type), WasOn(isAutocastOn(Type)),
      Cached(at::autocast::is_autocast_cache_enabled()) {
#if TORCH_VERSION_MAJOR >= 2
  Old = at::autocast::get_autocast_dtype(Type);
#else
  Old = Type == c10::DeviceType::CUDA ? at::autocast::get_autocast_gpu_dtype()
                                      : at::autocast::get_autocast_cpu_dtype();
#endif
  set(On, toScalarType(DType).value_or(Old));
  if (!Cache.isNone())
    at::autocast::set_autocast_cache_enabled(isTrue(Cache));
  at::autocast::increment_nesting();
}

AutocastGuard::~AutocastGuard() {
  if (at::autocast::decrement_nesting() == 0)
    at::autocast::clear_cache();
  set(WasOn, Old);
  at::autocast::set_autocast_cache_enabled(Cached);
}

void AutocastGuard::set(bool On, c10::ScalarType DType) {
  turnAutocast(Type, On);
#if TORCH_VERSION_MAJOR >= 2
  at::autocast::set_autocast_dtype(Type, DType);
#else
  if (Type == c10::DeviceType::CUDA)
    at::autocast::set_autocast_gpu_dtype(DType);
  else
    at::autocast::set_autocast_cpu_dtype(DType);
#endif
}

//===----------------------------------------------------------------------===//
// Regions that calls open and close
//===----------------------------------------------------------------------===//

/// Those of this thread, the innermost last.
static thread_local std::vector<std::unique_ptr<AutocastGuard>> Entered;

size_t torch_impl::autocastNesting() { return Entered.size(); }

void torch_impl::leaveAutocasts(size_t Nesting) {
  while (Entered.size() > Nesting)
    Entered.pop_back();
}

/// _enter_autocast(device_type, dtype, enabled, cache_enabled). The result is
/// for _exit_autocast alone.
static IValue doEnterAutocast(PyCall &C) {
  c10::Device Device(C.get(0, "device_type").toStringRef());
  auto Nesting = int64_t(Entered.size());
  Entered.push_back(std::make_unique<AutocastGuard>(
      Device.type(), isTrue(C.getOr(2, "enabled", true)),
      C.getOr(1, "dtype", IValue()), C.getOr(3, "cache_enabled", IValue())));
  return Nesting;
}

static IValue doExitAutocast(PyCall &C) {
  leaveAutocasts(size_t(toInteger(C.get(0, "mode"))));
  return IValue();
}

static constexpr HandlerEntry Functions[] = {
    {"torch.amp.autocast_mode._enter_autocast", doEnterAutocast},
    {"torch.amp.autocast_mode._exit_autocast", doExitAutocast},
};

ArrayRef<HandlerEntry> torch_impl::autocastHandlers() { return Functions; }
