//===- ScriptState.h - Tensors that a model of TorchScript holds *- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters and buffers keep what a run writes; what the examples write to
// them is taken back. What is written at all may not be computed with while a
// model is imported.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSTATE_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSTATE_H

#include "ScriptTree.h"
#include "ScriptValue.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace fx::torch_impl {

class ScriptState {
public:
  using StorageSet = llvm::DenseSet<const void *>;
  /// Nothing is to be computed of the state in \p Variable, which may change.
  ScriptState(const ScriptTree &Tree, const StorageSet &Variable)
      : Tree(Tree), Variable(Variable) {}

  /// Null for tensors without.
  static const void *storageOf(const at::Tensor &T) {
    return T.defined() && T.has_storage() ? T.storage().unsafeGetStorageImpl()
                                          : nullptr;
  }

  /// Whether \p T is a parameter or buffer, or a part of one.
  bool isState(const at::Tensor &T);
  /// Whether \p V is known, and state that a run writes.
  bool isWritten(const ScriptValue &V) const;
  /// Whether each run of the program makes \p Known, which the import has
  /// computed, again: it is neither state nor a constant that the program
  /// holds.
  bool isMadeByRuns(const at::Tensor &Known);

  /// State is about to be written. Throws when something was computed of it.
  void save(const at::Tensor &T);
  /// Parameters and buffers become what they were before the examples ran.
  void restore();
  /// \p V was computed with while the model is imported.
  void noteFolded(const ScriptValue &V);
  /// The tensors of \p Constant stand in the code.
  void noteCode(const c10::IValue &Constant);
  /// A tensor that keeps what \p Constant holds by now, the same one until
  /// something is written. Views of one memory stay views of one; those of
  /// state show the state.
  at::Tensor contentsNow(const at::Tensor &Constant);

  /// State of which something was computed.
  const StorageSet &folded() const { return Folded; }
  /// That of it which is written afterwards, so that the evaluation failed.
  const StorageSet &foldedTooEarly() const { return TooEarly; }

private:
  const ScriptTree &Tree;
  const StorageSet &Variable;
  /// Storages of parameters and buffers.
  StorageSet Storages;
  StorageSet Folded, TooEarly;
  /// Storages of the tensors that stand in the code.
  StorageSet CodeStorages;
  /// For each storage, all of state that is written, and what it was.
  llvm::DenseMap<const void *, std::pair<at::Tensor, at::Tensor>> Saved;
  /// What constants of the graph held when it took them, by their storage: it
  /// may be written while the model is imported.
  struct ConstantContents {
    at::Tensor Original, Copy;
    int64_t Version = -1;
    llvm::DenseMap<const void *, at::Tensor> Views;
  };
  llvm::DenseMap<const void *, ConstantContents> Contents;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSTATE_H
