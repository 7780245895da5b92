//===- TensorNodes.h - Which node has which tensor --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors that traced code has met, and the nodes that made them. A tensor
// is known by its address, which a weak reference keeps from being used again
// without keeping its memory.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TRACING_TENSORNODES_H
#define FX_LIB_TORCH_TRACING_TENSORNODES_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"
#include <ATen/core/Tensor.h>
#include <optional>

namespace fx::torch_impl {

/// Node of a tensor: the value of N, or an item of it.
struct TensorNode {
  Node *N = nullptr;
  int Item = -1;
};

/// Memory that tensors share.
struct TensorMemory {
  /// The node of a tensor in this memory, and how it lies there.
  struct View {
    TensorNode Of;
    std::vector<int64_t> Sizes, Strides;
    int64_t Offset;
    bool RequiresGrad;
  };
  /// Keeps its address from being used again.
  c10::weak_intrusive_ptr<c10::StorageImpl> Address;
  /// The first and the last one that were met.
  std::optional<View> First, Last;
  /// Of memory that was not seen to be written: the call that made it, and the
  /// tensor that it returned.
  Node *Factory = nullptr;
  at::Tensor Fresh;

  explicit TensorMemory(const c10::Storage &S)
      : Address(S.getWeakStorageImpl()) {}
};

class TensorNodes {
public:
  /// \p T is now the value of \p Of.
  void bind(const at::Tensor &T, TensorNode Of);
  /// The node of \p T, or null.
  TensorNode *find(const at::Tensor &T);
  /// The memory of \p T if a tensor in it was met, or null.
  TensorMemory *memory(const at::Tensor &T);

private:
  using WeakTensor =
      c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
  struct Entry {
    WeakTensor Address;
    TensorNode Of;
  };
  llvm::DenseMap<const c10::TensorImpl *, Entry> Tensors;
  llvm::DenseMap<const c10::StorageImpl *, std::unique_ptr<TensorMemory>>
      Memory;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TRACING_TENSORNODES_H
