//===- ConstantEvaluator.h - Computing single nodes -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs nodes whose operands are known, one by one, with LibTorch: what one of
// them cannot do does not stop the others.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_CONSTANTEVALUATOR_H
#define FX_LIB_TRANSFORMS_CONSTANTEVALUATOR_H

#include "fx/Execution/TorchBackend.h"
#include "fx/Interop/TensorData.h"

namespace fx {

class ConstantEvaluator {
public:
  ConstantEvaluator(GraphModule &M, TorchBackend &Backend)
      : M(M), Backend(Backend) {}

  /// The value of a node that is state.
  llvm::Expected<RunValuePtr> state(const Node &N);
  /// The value of a call, whose operands have the values \p Operand.
  llvm::Expected<RunValuePtr>
  call(const Node &N, llvm::function_ref<RunValuePtr(const Node &)> Operand);

  /// What `val` says of it.
  llvm::Expected<Argument> typeOf(const RunValue &Value) {
    return Backend.typeOf(M.context(), Value);
  }
  /// A tensor with strides and offset as it has them, in all of its memory.
  llvm::Expected<TensorData> tensorOf(const RunValue &Value);

private:
  /// A module without nodes and state, over the same weights.
  std::unique_ptr<GraphModule> makePart();
  /// The value of \p N, which \p Part returns.
  llvm::Expected<RunValuePtr> run(GraphModule &Part, const Node &N,
                                  llvm::ArrayRef<RunValuePtr> Inputs);

  GraphModule &M;
  TorchBackend &Backend;
};

/// A copy of the state at \p Path of \p M for \p Part, which has its weight
/// store, and a node with it.
Node *copyState(GraphModule &M, llvm::StringRef Path, GraphModule &Part);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_CONSTANTEVALUATOR_H
