//===- Adapters.h - Python's parameters, an operator's arguments -*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_ADAPTERS_H
#define FX_LIB_TORCH_EXECUTION_ADAPTERS_H

#include "llvm/ADT/ArrayRef.h"

namespace fx::torch_impl {

/// A function of Python that is one operator with its arguments in other
/// places. Several of one name are tried in order. A parameter that the
/// operator does not get must be False where it is a bool.
struct Adapter {
  const char *Name;
  /// Parameters and results in the dispatcher's syntax, for Python's binding.
  const char *Schema;
  /// `aten::batch_norm`, an overload after a point.
  const char *Operator;
  /// What runs where `inplace` is true; empty: that is refused.
  const char *InPlace;
  /// What the operator gets: parameters, and constants (None, True, 1, []).
  const char *Arguments;
};

llvm::ArrayRef<Adapter> adapters();

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_ADAPTERS_H
