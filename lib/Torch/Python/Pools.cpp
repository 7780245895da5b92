//===- Pools.cpp - Pools that return indices too --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `max_pool2d(x, 2, return_indices=True)` is another function in Python, and
// another operator: max_pool2d_with_indices.
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

bool torch_impl::wantsIndices(StringRef Target, const PyCall &Call) {
  unsigned Place = Target.contains("adaptive") ? 2 : 6;
  const c10::IValue *Flag = Call.find(Place, "return_indices");
  return Flag && Flag->isBool() && Flag->toBool();
}

static c10::IValue withIndices(PyCall &Call) {
  std::string Name = (Call.Target + "_with_indices").str();
  return (*lookupCallable(Name, /*IsMethod=*/false))(Call);
}

static constexpr auto WithIndices = HandlerEntry::WithIndices;

static constexpr HandlerEntry Pools[] = {
    {"torch.nn.functional.max_pool1d", withIndices, WithIndices},
    {"torch.nn.functional.max_pool2d", withIndices, WithIndices},
    {"torch.nn.functional.max_pool3d", withIndices, WithIndices},
    {"torch.nn.functional.adaptive_max_pool1d", withIndices, WithIndices},
    {"torch.nn.functional.adaptive_max_pool2d", withIndices, WithIndices},
    {"torch.nn.functional.adaptive_max_pool3d", withIndices, WithIndices},
};

ArrayRef<HandlerEntry> torch_impl::poolHandlers() { return Pools; }
