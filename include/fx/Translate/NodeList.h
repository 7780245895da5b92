//===- NodeList.h - Nodes in columns ----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What `fx-opt --list-nodes=SELECTOR` prints: a line for each node that is
/// picked, with what it calls, its value, the module it comes from and the line
/// of Python that made it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_NODELIST_H
#define FX_TRANSLATE_NODELIST_H

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;
class NodeSelector;

/// Writes the nodes of \p M that \p Selector picks, those of nested graphs
/// included, in columns as wide as what is in them. A column that would be
/// empty is left out. The last line counts: `3 of 70 nodes`.
void printNodeList(GraphModule &M, const NodeSelector &Selector,
                   llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_NODELIST_H
