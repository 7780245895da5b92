//===- DiffLine.h - Lines of nodes that are compared ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_DIFFLINE_H
#define FX_LIB_TRANSLATE_DIFFLINE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

class Node;

/// What a node does, in words of its target: `aten.conv2d`, `torch.relu`,
/// `.view`, `Conv2d layer1.0.conv1`; the opcode of what is not a call.
std::string callText(const Node &N);
/// The same of the target of a function alone.
std::string callText(llvm::StringRef Target);
/// `(%x, [2, 2], alpha=1)`; empty for what has no arguments.
std::string argumentsText(const Node &N);

/// A node as one line that depends on nothing but itself:
/// `%relu = torch.ops.aten.relu.default(%x)`.
std::string diffLine(const Node &N);

} // namespace fx

#endif // FX_LIB_TRANSLATE_DIFFLINE_H
