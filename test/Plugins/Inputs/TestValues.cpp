//===- TestValues.cpp - A plugin's rule for values ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The example of docs/Plugins.md.
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueCall.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx;

static Argument pairs(ValueCall &C) {
  TensorValue T = C.tensor("x");
  Dims Sizes(T.sizes());
  Sizes.push_back(2);
  return C.result(T.dtype(), Sizes, T.device());
}

#include "TestValues.h.inc"

FX_PASS_PLUGIN("test-values", "1.0", [](PluginHost &Host) {
  Host.addOps(TestValues);
  registerValueRule("mylib-pairs", pairs);
})
