//===- TestFormulas.cpp - A plugin with formulas --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ModuleInfo.h"
#include "fx/Pass/PassPlugin.h"

namespace {
#include "TestFormulas.h.inc"
}

FX_PASS_PLUGIN("test-formulas", "1.0", [](fx::PluginHost &Host) {
  Host.addModuleClasses(TestFormulas);
})
