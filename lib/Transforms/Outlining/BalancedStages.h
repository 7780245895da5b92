//===- BalancedStages.h - Where to cut a graph into stages ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_BALANCEDSTAGES_H
#define FX_LIB_TRANSFORMS_BALANCEDSTAGES_H

#include "fx/IR/Module.h"
#include <vector>

namespace fx {

/// What the work of a stage is.
enum class StageCost : uint8_t {
  FLOPs, ///< Operations, and the bytes of results.
  Bytes, ///< Bytes of results, and of the state that is used first.
};

/// The first call of each stage but the first one. The stages follow the order
/// of the graph of \p M, and the greatest work of a stage is as small as
/// possible, where each byte of the values that it receives counts as \p Link;
/// of several such cuts, the one with the fewest bytes. Exact for graphs of up
/// to 2,048 calls; in larger ones, cuts are looked for at as many places, one
/// for each equal part of the work. There are fewer stages than \p Count if
/// there are fewer calls. O(nodes + uses + places² * stages).
std::vector<const Node *> balancedStages(const GraphModule &M, unsigned Count,
                                         StageCost Cost, double Link);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_BALANCEDSTAGES_H
