//===- NearestNode.h - The node that was probably meant ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Suggests a node for a name that does not exist, for messages.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NEARESTNODE_H
#define FX_IR_NEARESTNODE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

class Graph;

/// The name of the node of \p G that is nearest to \p Name, which none has;
/// empty when none is near. O(nodes); for messages.
std::string nearestNode(const Graph &G, llvm::StringRef Name);

} // namespace fx

#endif // FX_IR_NEARESTNODE_H
