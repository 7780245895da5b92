//===- Decompose.h - Programs of core operators -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Applies the rules of Decomposition.h to graphs
/// (torch.export: ExportedProgram.run_decompositions).
///
//===----------------------------------------------------------------------===//

#ifndef FX_DECOMPOSITION_DECOMPOSE_H
#define FX_DECOMPOSITION_DECOMPOSE_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <string>

namespace fx {

class GraphModule;
class Node;

/// Which calls decompose() takes apart, and whom it notifies.
struct DecomposeOptions {
  /// Names of operators that stay: `silu`, `sum.dim_IntList`, `ns::name`.
  llvm::StringSet<> Keep;
  /// Whether a node is to be decomposed. Unset: all are, writes to memory
  /// become values (torch: functionalization), and the nodes get new names.
  std::function<bool(const Node &)> Selects;
  /// \name Steps
  /// Both may be empty.
  ///
  /// Admits returns whether the rule of the operator \p Op may be applied to
  /// \p N; \p Name is the name that the node had in the input.
  ///
  /// Done is called when a node has been handled; the node still exists.
  /// \p What is the operator, such as `aten.silu`, if its rule was applied, and
  /// `copied` if no rule was. Done is also called twice without a node: with
  /// `begins` when the old nodes have been renamed and the sizes of inputs are
  /// computed, and with `outputs` at the end.
  /// @{
  std::function<bool(const Node &N, llvm::StringRef Name, llvm::StringRef Op)>
      Admits;
  std::function<void(const Node *N, llvm::StringRef Name, llvm::StringRef What)>
      Done;
  /// @}
};

/// What decompose() did.
struct DecomposeResult {
  bool Changed = false;
  /// How many rules were applied.
  unsigned NumDecomposed = 0;
  /// Operators that have a rule which did not work for some call, and why.
  std::map<std::string, std::string> Refused;
};

/// Decomposes the graphs of \p M. After an error, which names the node, part of
/// \p M is decomposed. O(nodes of the result).
llvm::Expected<DecomposeResult> decompose(GraphModule &M,
                                          const DecomposeOptions &Options);

} // namespace fx

#endif // FX_DECOMPOSITION_DECOMPOSE_H
