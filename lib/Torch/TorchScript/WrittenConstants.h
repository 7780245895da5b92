//===- WrittenConstants.h - Constants that TorchScript writes ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known is computed while a model is imported, torch.zeros(3) too. When
// something traced is written to it, it is not a constant any more: a run makes
// a copy, and what the evaluator knows as the constant, or as a view of it, is
// that copy from there on.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_WRITTENCONSTANTS_H
#define FX_LIB_TORCH_TORCHSCRIPT_WRITTENCONSTANTS_H

#include "ScriptValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <torch/csrc/jit/ir/ir.h>
#include <utility>
#include <vector>

namespace fx::torch_impl {

class ScriptEvaluator;

class WrittenConstants {
public:
  explicit WrittenConstants(ScriptEvaluator &E) : E(E) {}

  /// The copy that \p V, a constant or a part of one, belongs to; null when
  /// nothing is written to it.
  Node *copyOf(const ScriptValue &V) const {
    const Entry *Known = find(V);
    return Known ? Known->Copy : nullptr;
  }
  /// The node that \p Constant is now; made at the first call for its storage.
  ScriptValue valueOf(const at::Tensor &Constant);
  /// What \p N, which is to be recorded, writes to or makes a view of becomes a
  /// value of each run.
  void own(torch::jit::Node *N, llvm::MutableArrayRef<ScriptValue> In);
  /// A copy in \p G that nobody writes or gets is as good as the constant.
  void eraseUnusedCopies(Graph &G);

private:
  struct Entry {
    Node *Copy = nullptr;
    at::Tensor Original;
    /// The tensors of this storage that have a node. Two of one layout are two
    /// tensors for whoever gets them.
    std::vector<std::pair<at::Tensor, Node *>> Parts;
  };
  const Entry *find(const ScriptValue &V) const;

  ScriptEvaluator &E;
  /// Keys are storages.
  llvm::DenseMap<const void *, Entry> Entries;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_WRITTENCONSTANTS_H
