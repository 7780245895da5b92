//===- ReduceSignature.h - Edits of what a program takes and returns ------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A plain graph takes and returns what its nodes say. Of a program the trees
/// of inputs and outputs, names of arguments, guards and sample inputs say it
/// too.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCESIGNATURE_H
#define FX_LIB_TOOLS_REDUCE_REDUCESIGNATURE_H

#include "fx/IR/Module.h"

namespace fx {

/// Returns these values and no others. False where that is not possible; the
/// graph may have changed then.
bool setReturned(GraphModule &M, llvm::ArrayRef<Node *> Nodes);
/// Erases the input \p N, which has no users.
bool eraseInput(GraphModule &M, Node &N);
/// A new last input with the value of \p N; null where there cannot be one.
/// What is inserted next comes after it.
Node *addInputLike(GraphModule &M, const Node &N, llvm::StringRef Name);
/// Forgets what was said of inputs whose types have changed.
void forgetInputTypes(GraphModule &M);
/// Whether \p N is an input that reads state.
bool isStateInput(const Node &N);

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCESIGNATURE_H
