//===- Registry.h - Rules by the names of operators -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_DECOMPOSITION_REGISTRY_H
#define FX_LIB_DECOMPOSITION_REGISTRY_H

#include "fx/Decomposition/Decomposition.h"

namespace fx::decomposition {

/// The rule for the overload \p Full (`sum.dim_IntList`) or for all overloads
/// of \p Name, or null.
const Entry *lookupRule(llvm::StringRef Full, llvm::StringRef Name);

/// \name The tables, one for each subject
/// @{
llvm::ArrayRef<Entry> shapeRules();
llvm::ArrayRef<Entry> gridRules();
llvm::ArrayRef<Entry> splitRules();
llvm::ArrayRef<Entry> creationRules();
llvm::ArrayRef<Entry> pointwiseRules();
llvm::ArrayRef<Entry> activationRules();
llvm::ArrayRef<Entry> conversionRules();
llvm::ArrayRef<Entry> reductionRules();
llvm::ArrayRef<Entry> indexingRules();
llvm::ArrayRef<Entry> linearRules();
llvm::ArrayRef<Entry> einsumRules();
llvm::ArrayRef<Entry> attentionRules();
llvm::ArrayRef<Entry> networkRules();
llvm::ArrayRef<Entry> normRules();
llvm::ArrayRef<Entry> poolRules();
llvm::ArrayRef<Entry> padRules();
llvm::ArrayRef<Entry> resizeRules();
llvm::ArrayRef<Entry> lossRules();
llvm::ArrayRef<Entry> recurrentRules();
llvm::ArrayRef<Entry> randomRules();
llvm::ArrayRef<Entry> spectralRules();
llvm::ArrayRef<Entry> backwardRules();
llvm::ArrayRef<Entry> differenceRules();
/// @}

} // namespace fx::decomposition

#endif // FX_LIB_DECOMPOSITION_REGISTRY_H
