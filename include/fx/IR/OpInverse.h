//===- OpInverse.h - Undoing a call -----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Builds the nodes that undo a call, from the inverse formulas of the td
/// files. Transforms/Invert.h inverts whole graphs with it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPINVERSE_H
#define FX_IR_OPINVERSE_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace fx {

class Graph;

/// Recovers Operand, which Call takes as one of its arguments, from the result
/// of Call: makes the nodes at the insertion point of Into and returns the
/// value. Other arguments of Call are used through Map (null: as they are),
/// which gives the value in Into of a node of Call's graph.
///
/// The rules are in the td files, e.g. `y = 2 * x` gives `x = y / 2`, and
/// `torch.tan` is undone by `torch.arctan`, on the principal values. Fails,
/// making no node, when the operator is not known or has no inverse for this
/// operand, when the arguments fit no signature, when Operand occurs more than
/// once or inside a container, and when the call writes to its operand.
llvm::Expected<Argument>
invertCall(Graph &Into, const Node &Call, const Node &Operand,
           const Argument &Result,
           llvm::function_ref<llvm::Expected<Argument>(Node *)> Map = nullptr);

} // namespace fx

#endif // FX_IR_OPINVERSE_H
