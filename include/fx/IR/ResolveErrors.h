//===- ResolveErrors.h - Errors about nodes of a module ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_RESOLVEERRORS_H
#define FX_IR_RESOLVEERRORS_H

#include "llvm/Support/Error.h"

namespace fx {

class GraphModule;

/// \p E with the nodes of \p M that it names as lines of M's text, or by name:
/// for an error that leaves the place where its module is known.
llvm::Error resolveErrors(llvm::Error E, const GraphModule &M);

} // namespace fx

#endif // FX_IR_RESOLVEERRORS_H
