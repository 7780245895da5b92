//===- Ops.h - Typed views of the built-in operators ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// `ops::Relu` and several hundred more, generated from include/fx/IR/Ops*.td;
/// docs/Ops.md lists them. OpView.h says what they can do.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPS_H
#define FX_IR_OPS_H

#include "fx/IR/OpView.h"

namespace fx::ops {
#include "fx/IR/Ops.h.inc"
} // namespace fx::ops

#endif // FX_IR_OPS_H
