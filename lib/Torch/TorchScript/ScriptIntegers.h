//===- ScriptIntegers.h - Sizes that traces hold as tensors -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.jit.trace makes tensors of sizes: of `x.reshape(n, c * 2)` remains
// int(mul(NumToTensor(size), 2)). What becomes a number again is computed from
// numbers, as it was in Python; the tensors go where nothing else needs them.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTINTEGERS_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTINTEGERS_H

#include "ScriptValue.h"
#include "llvm/ADT/DenseMap.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

class ScriptEvaluator;

class ScriptIntegers {
public:
  explicit ScriptIntegers(ScriptEvaluator &E) : E(E) {}

  /// Records \p N if it makes such a tensor, or a number of one; none for other
  /// operators.
  std::optional<ScriptValue> record(torch::jit::Node *N,
                                    const std::vector<ScriptValue> &In);
  /// Tensors of sizes that only numbers were needed of leave the graph.
  void eraseUnused();

private:
  /// An int, or a tensor of one, that no run changes.
  std::optional<int64_t> knownInteger(const ScriptValue &V);
  /// \p T as a number; nothing when it is none, or may have been written.
  std::optional<ScriptValue> numberOf(Node *T);

  /// A tensor of one integer: what Python's operator, if there is one, makes
  /// of others and of numbers.
  struct HeldInteger {
    llvm::StringRef Operator;
    std::vector<ScriptValue> Operands;
    ScriptValue Number; ///< None before the first use.
  };
  ScriptEvaluator &E;
  llvm::DenseMap<Node *, HeldInteger> Integers;
  std::vector<Node *> Tensors;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTINTEGERS_H
