//===- CutSide.h - One side of a rewrite, cut out ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_CUTSIDE_H
#define FX_LIB_REWRITE_CUTSIDE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"

namespace fx::rewrite {

/// One side of a rewrite as a module of its own, to be run.
struct CutSide {
  std::unique_ptr<GraphModule> M;
  /// What the nodes of M are copies of.
  llvm::StringMap<const Node *> Originals;
};

/// Copies what of \p Inside \p Results need, and what has no users, as writes
/// may have none. \p MakeInput gives the copy of each of \p Inputs.
CutSide cutSide(GraphModule &From, llvm::ArrayRef<Node *> Inside,
                llvm::ArrayRef<Node *> Results, llvm::ArrayRef<Node *> Inputs,
                llvm::function_ref<Node *(GraphModule &, Node *)> MakeInput);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_CUTSIDE_H
