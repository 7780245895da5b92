//===- Lowering.h - Python's calls as operators -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What torch.fx and TorchScript call (functions, methods and operators of
/// Python, indices, sizes) becomes calls of operators of ATen, as torch.export
/// writes them. Nothing is decomposed, and what writes to memory goes on doing
/// so.
///
//===----------------------------------------------------------------------===//

#ifndef FX_DECOMPOSITION_LOWERING_H
#define FX_DECOMPOSITION_LOWERING_H

#include "llvm/Support/Error.h"
#include <functional>
#include <memory>

namespace fx {

class GraphModule;

/// What lowering needs from outside.
struct LoweringOptions {
  /// Runs a module with one call, and gives the operators that the dispatcher
  /// got from it: for functions that are Python code. The placeholders of \p
  /// Call have types of fixed sizes. Unset: such calls are errors.
  std::function<llvm::Expected<std::unique_ptr<GraphModule>>(GraphModule &Call)>
      Trace;
};

/// Lowers the graph of \p M, which has a program() that knows the symbols in
/// the types of its placeholders, each of which has one. A placeholder of a
/// container becomes one for each leaf. What is a number or a size is computed
/// where that is possible, and calls that have no users and no effects go.
/// Errors name the node and say what has no operator: err_lower_call; part of
/// the graph is lowered then. O(nodes of the result).
llvm::Error lowerToOperators(GraphModule &M, const LoweringOptions &Options);

} // namespace fx

#endif // FX_DECOMPOSITION_LOWERING_H
