//===- fx/IR/OpSets.h - Operators that have something in common -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The sets of operators that include/fx/IR/OpSets.td declares. OpInfo::isIn
/// says whether an operator is in one, in constant time.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSETS_H
#define FX_IR_OPSETS_H

#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace fx {

/// A set of operators; rules name it in lower case.
enum class OpSet : uint8_t {
#define FX_OP_SET(DEF, NAME) DEF,
#include "fx/IR/OpSets.inc"
};

/// The set that td files and rules call \p Name, or none.
std::optional<OpSet> lookupOpSet(llvm::StringRef Name);

/// The names of all sets, in the order of OpSet.
llvm::ArrayRef<llvm::StringLiteral> opSetNames();

/// Calls \p Visit for each operator of \p Set, sorted by name.
void forEachMember(OpSet Set, llvm::function_ref<void(const OpInfo &)> Visit);

} // namespace fx

#endif // FX_IR_OPSETS_H
