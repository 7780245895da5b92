//===- DeviceLayouts.cpp - What the library of a device decides -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueInference.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

bool fx::isLaidOutByDevice(const Node &N, const Argument &Value) {
  const Argument *First = &Value;
  while (First->isSequence() && First->size())
    First = &First->elements().front();
  TensorType Type{*First};
  const OpTarget *Target = N.opTarget();
  if (!Type || Type.isOnCPU() || Type.device().str() == "meta" || !Target)
    return false;
  StringRef Name = Target->op().name();
  return (Name.contains("conv") && !Name.contains("convert")) ||
         Name.contains("scaled_dot_product") || Name.starts_with("fft_") ||
         Name.starts_with("_fft_") ||
         StringSwitch<bool>(Name)
             .Cases("lstm", "gru", "rnn_tanh", "rnn_relu", "_cudnn_rnn", true)
             .Default(false);
}
