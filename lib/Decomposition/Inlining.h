//===- Inlining.h - Regions that only set a mode ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_DECOMPOSITION_INLINING_H
#define FX_LIB_DECOMPOSITION_INLINING_H

#include <set>
#include <string>

namespace fx {
class Graph;
class GraphModule;
} // namespace fx

namespace fx::decomposition {

/// Replaces calls of wrap_with_set_grad_enabled and wrap_with_autocast by the
/// graphs they call, with the conversions that autocast makes. Adds the paths
/// of these to \p Regions and returns whether anything changed.
bool inlineModes(Graph &G, const GraphModule &M,
                 std::set<std::string> &Regions);

} // namespace fx::decomposition

#endif // FX_LIB_DECOMPOSITION_INLINING_H
