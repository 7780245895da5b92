//===- NodeDiagnostic.h - Messages about nodes ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Nodes and symbols as arguments of messages. A node is a place, too:
/// `makeError(diag::err_foo, *N)`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NODEDIAGNOSTIC_H
#define FX_IR_NODEDIAGNOSTIC_H

#include "fx/IR/Symbol.h"
#include "fx/Support/Diagnostic.h"

namespace fx {

class Node;

inline std::string diagArgument(Symbol Text) {
  return detail::diagArgument(Text.str());
}
/// `%name`
std::string diagArgument(const Node &N);
inline std::string diagArgument(const Node *N) { return diagArgument(*N); }

} // namespace fx

#endif // FX_IR_NODEDIAGNOSTIC_H
