//===- CallFitting.h - The overloads that a call fits -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_CALLFITTING_H
#define FX_LIB_TRANSFORMS_CALLFITTING_H

#include "fx/IR/OpBinding.h"

namespace fx {

/// Arguments of a call that own their values.
struct OwnedCallArgs {
  llvm::SmallVector<Argument, 4> Args;
  llvm::SmallVector<KwArg, 4> Kwargs;

  CallArgs get() const { return {Args, Kwargs}; }
  friend bool operator==(const OwnedCallArgs &A, const OwnedCallArgs &B) {
    return A.Args == B.Args && A.Kwargs == B.Kwargs;
  }
};

/// Every overload of \p Target that \p Call fits. Which of them Python takes
/// depends on the values of nodes, so a rewriting has to be right for all.
llvm::SmallVector<BoundCall, 2> fittingOverloads(const OpTarget &Target,
                                                 const CallArgs &Call);

/// Whether the parameter was given as several positions, `x.view(2, 3)`,
/// although it is one list.
inline bool isSpreadList(const BoundCall &Call, unsigned Param) {
  return Call.slot(Param).Kind == BoundSlot::Rest &&
         !Call.schema().params()[Param].isVariadic();
}

} // namespace fx

#endif // FX_LIB_TRANSFORMS_CALLFITTING_H
