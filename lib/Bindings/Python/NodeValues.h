//===- NodeValues.h - Values of nodes from what Python says -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_NODEVALUES_H
#define FX_LIB_BINDINGS_PYTHON_NODEVALUES_H

#include "fx/IR/Context.h"
#include <nanobind/nanobind.h>

namespace fxpy {

/// The `val` that fxopt._values describes: a number, None, a str for a symbolic
/// number, `(..., dtype, sizes, strides, device, requires_grad, offset)` for a
/// tensor, and lists and tuples of these. An Ellipsis for a dtype that fx-opt
/// does not know and for what 64 bits do not hold; raises for anything else.
fx::Argument describedValue(fx::Context &Ctx, nanobind::handle O);

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_NODEVALUES_H
