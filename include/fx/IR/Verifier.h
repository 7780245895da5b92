//===- Verifier.h - Invariants of graphs and module trees -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The verifier checks the numbered invariants that docs/LangRef.md lists. They
/// are what the data structure itself promises, what torch.fx's Graph.lint
/// demands, and what a call must satisfy to be executable at all; nothing more
/// for plain graphs. Each violation is one diagnostic whose id is
/// `err_verify_*`, at the node's line where the graph came from text.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_VERIFIER_H
#define FX_IR_VERIFIER_H

#include "llvm/ADT/StringRef.h"

namespace fx {

class DiagnosticEngine;
class Graph;
class GraphModule;

/// Checks \p M: its tree, its graph and every graph of the tree. False if
/// anything was reported as an error; warnings do not count. O(nodes + uses).
[[nodiscard]] bool verify(const GraphModule &M, DiagnosticEngine &Diags);

/// Checks \p G alone, without a module tree.
[[nodiscard]] bool verifyGraph(const Graph &G, DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_IR_VERIFIER_H
