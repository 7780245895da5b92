//===- ScriptState.cpp - Tensors that a model of TorchScript holds --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptState.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

bool ScriptState::isState(const at::Tensor &T) {
  if (Storages.empty())
    for (const auto &Entry : Tree.TensorAt)
      if (const auto *Impl = static_cast<const c10::TensorImpl *>(Entry.first);
          Impl->has_storage())
        Storages.insert(Impl->storage().unsafeGetStorageImpl());
  return Storages.contains(storageOf(T));
}

void ScriptState::noteFolded(const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (Known && Known->isTensor() && isState(Known->toTensor()))
    Folded.insert(storageOf(Known->toTensor()));
}

void ScriptState::noteCode(const c10::IValue &Constant) {
  if (Constant.isTensor())
    CodeStorages.insert(storageOf(Constant.toTensor()));
  else if (Constant.isTensorList() || Constant.isList())
    for (const c10::IValue &Item : Constant.toListRef())
      noteCode(Item);
  else if (Constant.isTuple())
    for (const c10::IValue &Item : Constant.toTupleRef().elements())
      noteCode(Item);
}

bool ScriptState::isWritten(const ScriptValue &V) const {
  const c10::IValue *Known = V.known();
  const void *Storage =
      Known && Known->isTensor() ? storageOf(Known->toTensor()) : nullptr;
  return Storage && (Saved.count(Storage) || Variable.contains(Storage));
}

bool ScriptState::isMadeByRuns(const at::Tensor &Known) {
  const void *Storage = storageOf(Known);
  return Storage && !isState(Known) && !CodeStorages.contains(Storage);
}

void ScriptState::save(const at::Tensor &T) {
  if (Saved.count(storageOf(T)))
    return;
  if (Folded.contains(storageOf(T))) {
    TooEarly.insert(storageOf(T));
    throw ScriptFailure{"a buffer is written after something was computed of "
                        "it alone, which is another value in each run; write "
                        "it first"};
  }
  int64_t Size = T.storage().nbytes() / T.element_size();
  at::Tensor Whole =
      at::empty({0}, T.options()).set_(T.storage(), 0, {Size}, {1});
  Saved[storageOf(T)] = {Whole, Whole.clone()};
}

void ScriptState::restore() {
  for (auto &Entry : Saved)
    Entry.second.first.copy_(Entry.second.second);
  Saved.clear();
}

at::Tensor ScriptState::contentsNow(const at::Tensor &Constant) {
  const void *Storage = storageOf(Constant);
  if (!Storage || isState(Constant) || Constant.layout() != at::kStrided ||
      Constant.is_quantized() || Constant.is_conj() || Constant.is_neg() ||
      Constant.is_inference())
    return Constant;
  ConstantContents &Known = Contents[Storage];
  if (Known.Version != int64_t(Constant._version())) {
    int64_t Size = Constant.storage().nbytes() / Constant.element_size();
    at::Tensor Whole = at::empty({0}, Constant.options())
                           .set_(Constant.storage(), 0, {Size}, {1});
    Known = {Constant, Whole.clone(), int64_t(Constant._version()),
             DenseMap<const void *, at::Tensor>()};
  }
  at::Tensor &View = Known.Views[Constant.unsafeGetTensorImpl()];
  if (!View.defined())
    View = at::empty({0}, Constant.options())
               .set_(Known.Copy.storage(), Constant.storage_offset(),
                     Constant.sizes(), Constant.strides());
  return View;
}
