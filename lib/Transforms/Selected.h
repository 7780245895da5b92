//===- Selected.h - Passes with an option `where` ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_SELECTED_H
#define FX_LIB_TRANSFORMS_SELECTED_H

#include "fx/Pass/Pass.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// Calls \p Change for every node of every graph of \p M that the selector
/// \p Where picks, adds to \p Count how many it says it changed, and returns
/// whether it changed any. Fails when \p Where is not a selector.
llvm::Expected<bool> runOnSelected(GraphModule &M, llvm::StringRef Where,
                                   PassStatistic &Count,
                                   llvm::function_ref<bool(Node &)> Change);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_SELECTED_H
