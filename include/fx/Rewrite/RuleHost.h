//===- RuleHost.h - The constants of a graph that rules compute -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What rules ask of the weights of a module. Weights are of a layer above:
/// passes give rules a host (fx/Transforms/RuleFolding.h).
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULEHOST_H
#define FX_REWRITE_RULEHOST_H

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace fx {
class Node;
} // namespace fx

namespace fx::rewrite {

/// What knows the weights that rules ask for.
class RuleHost {
public:
  virtual ~RuleHost();

  /// Whether \p N has the same elements in every run, which can be read: state
  /// that nothing writes and that is not handed out, or what is computed from
  /// such state alone by operators that fold() knows.
  virtual bool isConstant(const Node &N) = 0;
  /// The elements of a constant in row-major order.
  virtual llvm::Expected<std::vector<double>> elements(const Node &N) = 0;
  /// New state with what \p Value computes from constants; `val` says of which
  /// type. Each operator rounds to its own type, but with \p InDouble only the
  /// last one, casts, and those in fewer bits do. \p Value itself where that is
  /// state already. What the state was made of is not changed. Errors say what
  /// cannot be computed, or that an element would not be finite.
  virtual llvm::Expected<Node *> fold(Node &Value, bool InDouble) = 0;
  /// The bytes that go when \p State, whose users all go, is erased; 0 for what
  /// stays because others name it.
  virtual uint64_t bytesFreed(const Node &State) = 0;
  /// Erases state that nothing uses; false where it stays.
  virtual bool erase(Node &State) = 0;
  /// New state for an example, contiguous.
  virtual llvm::Expected<Node *> addState(llvm::StringRef Path, DType T,
                                          llvm::ArrayRef<int64_t> Sizes,
                                          llvm::StringRef Bytes) = 0;
};

} // namespace fx::rewrite

#endif // FX_REWRITE_RULEHOST_H
