//===- Invert.h - The inverse of a graph ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Inverts graphs: from the output back to one input. IR/OpInverse.h inverts
/// single calls.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_INVERT_H
#define FX_TRANSFORMS_INVERT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace fx {

class Graph;

/// Makes the graph that computes what \p Input, a placeholder of \p G, was from
/// what G returned. Its first placeholder is called like G's output; what does
/// not depend on the input (parameters, other placeholders, constants computed
/// from them) is copied, and each step from the output back to the input is
/// undone by the rules of the operator table. \p Input may be empty when the
/// output depends on one placeholder only.
///
/// Fails, naming the node and the reason, when there is not one output that is
/// one value, when a step uses the input in more than one place or inside a
/// container, has effects, is not known, or has no inverse. O(nodes).
llvm::Expected<std::unique_ptr<Graph>> invertGraph(const Graph &G,
                                                   llvm::StringRef Input = {});

} // namespace fx

#endif // FX_TRANSFORMS_INVERT_H
