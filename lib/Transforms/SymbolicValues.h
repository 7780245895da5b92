//===- SymbolicValues.h - Values with symbols in them -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_SYMBOLICVALUES_H
#define FX_LIB_TRANSFORMS_SYMBOLICVALUES_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/STLExtras.h"

namespace fx {

/// Whether a number in \p Val is symbolic.
inline bool hasSymbols(const Argument &Val) {
  return Val.kind() == ArgKind::SymExpr ||
         llvm::any_of(Val.elements(), hasSymbols);
}

} // namespace fx

#endif // FX_LIB_TRANSFORMS_SYMBOLICVALUES_H
