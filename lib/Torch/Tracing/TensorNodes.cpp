//===- TensorNodes.cpp - Which node has which tensor ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNodes.h"

using namespace fx;
using namespace fx::torch_impl;

static const c10::StorageImpl *storageOf(const at::Tensor &T) {
  if (T.layout() != c10::Layout::Strided || !T.has_storage())
    return nullptr;
  return T.storage().unsafeGetStorageImpl();
}

void TensorNodes::bind(const at::Tensor &T, TensorNode Of) {
  const c10::TensorImpl *Address = T.unsafeGetTensorImpl();
  auto [It, IsNew] =
      Tensors.try_emplace(Address, Entry{WeakTensor(T.getIntrusivePtr()), Of});
  if (!IsNew)
    It->second.Of = Of;
  const c10::StorageImpl *Storage = storageOf(T);
  if (!Storage)
    return;
  std::unique_ptr<TensorMemory> &Shared = Memory[Storage];
  if (!Shared)
    Shared = std::make_unique<TensorMemory>(T.storage());
  TensorMemory::View View = {Of, T.sizes().vec(), T.strides().vec(),
                             T.storage_offset(), T.requires_grad()};
  if (!Shared->First)
    Shared->First = std::move(View);
  else
    Shared->Last = std::move(View);
}

TensorNode *TensorNodes::find(const at::Tensor &T) {
  auto It = Tensors.find(T.unsafeGetTensorImpl());
  return It == Tensors.end() ? nullptr : &It->second.Of;
}

TensorMemory *TensorNodes::memory(const at::Tensor &T) {
  const c10::StorageImpl *Storage = storageOf(T);
  auto It = Storage ? Memory.find(Storage) : Memory.end();
  return It == Memory.end() ? nullptr : It->second.get();
}
