//===- Dimensions.h - What the dimensions of calls count --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Facts about dimensions that the verifier, rules and their proofs share.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_DIMENSIONS_H
#define FX_IR_DIMENSIONS_H

#include "llvm/ADT/StringRef.h"

namespace fx {

/// Whether a parameter of the name \p Param is a dimension or a list of them,
/// if it holds integers; negative ones count from the end.
bool isDimension(llvm::StringRef Param);

/// Whether a dimension of the ATen operator \p Name, such as `unsqueeze`, may
/// be one that the operand does not have yet: -1 is then the one after its
/// last.
bool addsDimension(llvm::StringRef Name);

} // namespace fx

#endif // FX_IR_DIMENSIONS_H
