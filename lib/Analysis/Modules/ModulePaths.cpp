//===- ModulePaths.cpp - Modules of many nodes ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModulePaths.h"
#include "fx/Analysis/ModuleStack.h"

using namespace fx;
using namespace llvm;

std::optional<StringRef> ModulePathCache::of(const Node &N) {
  auto Find = [&]() -> std::optional<StringRef> {
    if (std::optional<std::string> Path = modulePath(N))
      return Paths.insert(*Path).first->getKey();
    return std::nullopt;
  };
  const Argument *Stack = N.meta("nn_module_stack");
  // Without a stack that can be read, a call is of what it calls.
  if (!Stack || N.isCallModule())
    return Find();
  const void *Memory = Stack->isString()
                           ? static_cast<const void *>(Stack->symbol().entry())
                           : Stack->elements().data();
  if (!Memory)
    return Find();
  auto [It, New] = Known.try_emplace(Memory);
  if (New)
    It->second = Find();
  return It->second;
}
