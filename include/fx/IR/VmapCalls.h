//===- VmapCalls.h - What torch.vmap leaves in programs ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The calls by which torch.export records torch.vmap
/// (torch/_functorch/predispatch.py).
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_VMAPCALLS_H
#define FX_IR_VMAPCALLS_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/StringRef.h"

namespace fx::vmap {

/// \name Around all calls that vmap makes
/// @{
inline constexpr llvm::StringLiteral Begin =
    "torch._functorch.predispatch._vmap_increment_nesting";
inline constexpr llvm::StringLiteral End =
    "torch._functorch.predispatch._vmap_decrement_nesting";
/// @}
/// \name Around the values that have a dimension which is not seen
/// @{
inline constexpr llvm::StringLiteral Enter =
    "torch._functorch.predispatch._add_batch_dim";
inline constexpr llvm::StringLiteral Leave =
    "torch._functorch.predispatch._remove_batch_dim";
/// @}

/// Follows the calls of vmap along the nodes of a graph.
class Nesting {
public:
  explicit Nesting(const Context &Ctx)
      : BeginCall(Ctx.lookup(Begin)), EndCall(Ctx.lookup(End)) {}

  /// Whether any graph of the context may have such calls. O(1).
  bool isPossible() const { return bool(BeginCall); }
  /// Whether \p N, the node after the one that was asked for before, is within
  /// a vmap, whose first and last calls are. O(1).
  bool isInside(const Node &N) {
    Depth += BeginCall && N.target() == BeginCall;
    bool Inside = Depth;
    Depth -= Inside && N.target() == EndCall;
    return Inside;
  }

private:
  Symbol BeginCall, EndCall;
  unsigned Depth = 0;
};

} // namespace fx::vmap

#endif // FX_IR_VMAPCALLS_H
