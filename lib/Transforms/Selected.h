//===- Selected.h - Passes with an option `where` ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_SELECTED_H
#define FX_LIB_TRANSFORMS_SELECTED_H

#include "fx/Analysis/NodeSelector.h"
#include "fx/Pass/Pass.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// The option `where` of a pass. Of a pass that runs several times, as in
/// `fix(...)`, the first run may leave nothing to select.
class SelectedNodes {
public:
  /// Reads the selector \p Where of \p P, and warns the first time when it
  /// selects no node of any graph of \p M. Fails when it is not a selector.
  llvm::Expected<NodeSelector> parse(const Pass &P, llvm::StringRef Where,
                                     GraphModule &M, DiagnosticEngine &Diags);

  /// Calls \p Change for every node of every graph of \p M that the selector
  /// picks, adds to \p Count how many it says it changed, and returns whether
  /// it changed any.
  llvm::Expected<bool> run(const Pass &P, llvm::StringRef Where, GraphModule &M,
                           DiagnosticEngine &Diags, PassStatistic &Count,
                           llvm::function_ref<bool(Node &)> Change);

private:
  bool WasChecked = false;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_SELECTED_H
