//===- RulesRandom.cpp - Random numbers -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

// bernoulli(self, *, generator)
static Value bernoulli(Call &C) {
  if (C.isGiven(1))
    return C.keep();
  Value Random =
      C.call("rand", {Call::list(C[0].sizes())},
             {named("dtype", DType::Float32), named("device", C[0].device()),
              named("pin_memory", false)});
  return convertTo(Random < C[0], C[0].dtype());
}

// rrelu(self, lower, upper, training, generator)
static Value rrelu(Call &C) {
  Value Noise =
      C.call("empty.memory_format", {Call::list(C[0].sizes())},
             {named("dtype", C[0].dtype()), named("layout", Layout::Strided),
              named("device", C[0].device()), named("pin_memory", false),
              named("memory_format", MemoryFormat::Contiguous)});
  return C.call("rrelu_with_noise_functional",
                {C[0], Noise, C.arg(1), C.arg(2), C.arg(3), C.arg(4)})[0];
}

ArrayRef<Entry> fx::decomposition::randomRules() {
  static const Entry Rules[] = {
      {"bernoulli.default", bernoulli},
      {"rrelu", rrelu},
  };
  return Rules;
}
