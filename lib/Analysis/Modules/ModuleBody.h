//===- ModuleBody.h - What a call of a module computes ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nodes behind a call of a module, in a graph of their own: those of the
// module's graph, or those that the formula of its class makes. The graph with
// the call stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_MODULEBODY_H
#define FX_LIB_ANALYSIS_MODULEBODY_H

#include "fx/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace fx {

struct ModuleBody {
  /// Its placeholders stand for operands of the call and have their values.
  std::unique_ptr<Graph> Nodes;
  /// What the call gives, in terms of nodes of the graph.
  Argument Result;
};

/// The body of \p Call, of a module whose tree is that of \p M. The error says
/// why there is none: an unknown class, arguments that do not fit, or such as
/// the tree hides.
llvm::Expected<ModuleBody> bodyOfCall(const Node &Call, const GraphModule &M);

} // namespace fx

#endif // FX_LIB_ANALYSIS_MODULEBODY_H
