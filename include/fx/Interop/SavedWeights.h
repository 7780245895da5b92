//===- SavedWeights.h - State dictionaries of torch.save --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads the files of named tensors that torch.save and numpy.savez write.
/// Nothing in them is executed.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_SAVEDWEIGHTS_H
#define FX_INTEROP_SAVEDWEIGHTS_H

#include "fx/Interop/NumPyFile.h"
#include "fx/Interop/TensorData.h"
#include "fx/Interop/TorchSave.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

/// One tensor of a file of named tensors.
struct SavedTensor {
  DType Type = DType::Float32;
  llvm::ArrayRef<int64_t> Sizes;
  /// The elements, contiguous; they live as long as the SavedWeights.
  llvm::StringRef Bytes;
};

/// What `torch.save(model.state_dict(), path)` wrote, or `numpy.savez(path,
/// **arrays)`. Nothing in it is run.
class SavedWeights {
public:
  /// Whether \p File is what one of these writes, and not an archive of
  /// torch.export or TorchScript.
  static bool isSaved(const ZipReader &File);
  /// Takes the tensors of the dictionary, or, where it has none, those of its
  /// entry `state_dict`, `model_state_dict` or `model`, as checkpoints have it.
  /// Tensors that are not contiguous are copied. Errors: those of
  /// TorchSaveFile and readNumPyArchive(); err_saved_weights.
  static llvm::Expected<std::unique_ptr<SavedWeights>>
  open(std::shared_ptr<const MappedFile> File);

  /// The tensor called \p Name, or null.
  const SavedTensor *find(llvm::StringRef Name) const;
  /// The names of all tensors, in no order.
  auto names() const { return Tensors.keys(); }
  const MappedFile &file() const { return *File; }

private:
  explicit SavedWeights(std::shared_ptr<const MappedFile> File)
      : File(std::move(File)) {}
  llvm::Error readTorch();
  llvm::Error readNumPy(std::unique_ptr<ZipReader> Zip);
  llvm::Error addAll(PickleValue Dict);
  llvm::Error add(llvm::StringRef Name, const PickleTensor &T);

  std::shared_ptr<const MappedFile> File;
  std::unique_ptr<TorchSaveFile> Saved; ///< Null for arrays.
  std::vector<NumPyArray> Arrays;
  llvm::StringMap<SavedTensor> Tensors;
  std::vector<TensorData> Copies;
};

} // namespace fx

#endif // FX_INTEROP_SAVEDWEIGHTS_H
