//===- KernelTypes.h - Types for which PyTorch has no kernel ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_KERNELTYPES_H
#define FX_LIB_ANALYSIS_KERNELTYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fx {

class ValueCall;

/// Operators, separated by spaces, and the classes of types that none of their
/// kernels takes.
struct KernelTypes {
  unsigned Missing;
  llvm::StringLiteral Ops;
};

llvm::ArrayRef<KernelTypes> missingKernels();

/// Requires of the tensors of \p C, where all are of one class, that it is none
/// of \p Missing.
void checkKernelTypes(ValueCall &C, unsigned Missing);

} // namespace fx

#endif // FX_LIB_ANALYSIS_KERNELTYPES_H
