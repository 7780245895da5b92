//===- Dimensions.h - What the dimensions of calls count --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Facts about dimensions that the verifier and the proofs of rules share.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_DIMENSIONS_H
#define FX_IR_DIMENSIONS_H

#include "llvm/ADT/StringRef.h"

namespace fx {

/// Whether a dimension of the ATen operator \p Name, such as `unsqueeze`, may
/// be one that the operand does not have yet: -1 is then the one after its
/// last.
bool addsDimension(llvm::StringRef Name);

} // namespace fx

#endif // FX_IR_DIMENSIONS_H
