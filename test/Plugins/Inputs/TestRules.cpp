//===- TestRules.cpp - A plugin with rewrite rules ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPlugin.h"
#include "fx/Rewrite/RuleLibrary.h"

using namespace fx;

static constexpr llvm::StringLiteral Rules = R"(fxr 1

rule test-cos : O2, rounding {
  match cos(neg(%x))
  with cos(%x)
  example (x: f32[3]) cos(neg(%x)) => cos(%x)
}

rule test-exp : exact {
  match exp(neg(neg(%x)))
  with exp(%x)
  example (x: f32[3]) exp(neg(neg(%x))) => exp(%x)
}
)";

FX_PASS_PLUGIN("test-rules", "1.0", [](PluginHost &) {
  rewrite::registerRules("test-rules.fxr", Rules);
})
