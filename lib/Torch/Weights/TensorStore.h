//===- TensorStore.h - The tensors of a module ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors by their dotted paths, made on first use from the file that the
// module names: a mapping of its own that is copied where somebody writes, so
// that nothing is read before it is needed and the file stays as it is. Tensors
// with the same record share memory.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_WEIGHTS_TENSORSTORE_H
#define FX_LIB_TORCH_WEIGHTS_TENSORSTORE_H

#include "fx/Execution/TorchRun.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <ATen/core/Tensor.h>
#include <map>
#include <memory>

namespace fx::torch_impl {

class MappedWeights;

class TensorStore {
public:
  struct Options {
    WeightSource From;
    /// Parameters are to be differentiated.
    bool Gradients = false;
  };
  TensorStore(GraphModule &M, Options Opts);
  ~TensorStore();

  /// The tensor at \p Path. Stays where it is as long as the store. Errors:
  /// err_run_no_weights, err_run_weight, those of opening the file.
  llvm::Expected<const at::Tensor *> tensor(llvm::StringRef Path);
  /// Whether \p Path names a tensor, as far as the tree shows.
  bool isTensor(llvm::StringRef Path) const;
  /// Gives \p Path another tensor.
  void set(llvm::StringRef Path, at::Tensor T);
  /// Gives the memory of \p T, which nothing has written, back where a file has
  /// its elements: they are read again when they are needed.
  void dropPages(const at::Tensor &T) const;
  /// Calls \p Fn for each tensor that was asked for, by paths in order.
  void
  forEach(llvm::function_ref<void(llvm::StringRef Path, const at::Tensor &)> Fn)
      const;

private:
  llvm::Error open();
  llvm::Expected<at::Tensor> load(llvm::StringRef Path);
  llvm::Expected<at::Tensor> loadPickled(GraphModule &From,
                                         llvm::StringRef Path);
  /// \p IsOwn: from the files that the module names, not from
  /// Opts.From.File.
  llvm::Expected<at::Tensor> loadFrom(llvm::StringRef Path,
                                      const TensorAttr *Attr, bool IsOwn);
  c10::Storage onDevice(const c10::Storage &Storage, c10::Device Device);
  llvm::Error checkAnyFits(llvm::Error Why);
  llvm::Expected<at::Tensor> makeUp(llvm::StringRef Path,
                                    const TensorAttr *Attr);

  GraphModule &M;
  Options Opts;
  bool Opened = false;
  /// Whether the file that the user names is known to have some state of M.
  bool AnyFits = false;
  std::unique_ptr<MappedWeights> File;
  /// Those of the module besides Opts.From.File, for what no such file has.
  std::unique_ptr<MappedWeights> OwnFile;
  /// Those of the archive that Opts.From.File names.
  std::unique_ptr<Context> ArchiveCtx;
  std::vector<std::unique_ptr<GraphModule>> Programs;
  llvm::StringMap<std::unique_ptr<at::Tensor>> Tensors;
  /// Copies on other devices of storages that lie on the CPU in a file.
  std::map<std::pair<const c10::StorageImpl *, std::string>, c10::Storage>
      Copies;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_WEIGHTS_TENSORSTORE_H
