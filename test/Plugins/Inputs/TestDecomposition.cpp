//===- TestDecomposition.cpp - A rule of a plugin -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Decomposition/Decomposition.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx::decomposition;

namespace {

/// gelu(self, *, approximate) by its tanh form.
Value gelu(Call &C) {
  Value Cube = C.call("pow.Tensor_Scalar", {C[0], 3});
  Value Inner =
      (C[0] + Cube * fx::Argument(0.044715)) * fx::Argument(0.7978845608028654);
  Value Part = C.call("tanh", {Inner}) + fx::Argument(1);
  return C[0] * fx::Argument(0.5) * Part;
}

/// Says why it does not apply.
Value relu(Call &C) {
  if (C[0].rank() != 2)
    return C.fail("only matrices are clamped");
  return C.call("clamp_min", {C[0], 0});
}

const Entry Rules[] = {{"gelu", gelu, InFloat32}, {"relu.default", relu}};

} // namespace

FX_PASS_PLUGIN("test-decomposition", "1.0",
               [](fx::PluginHost &) { registerDecompositions(Rules); })
