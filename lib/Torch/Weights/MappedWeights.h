//===- MappedWeights.h - Memory of tensors from files -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_WEIGHTS_MAPPEDWEIGHTS_H
#define FX_LIB_TORCH_WEIGHTS_MAPPEDWEIGHTS_H

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <c10/core/Storage.h>
#include <memory>
#include <optional>
#include <vector>

namespace fx {
class MappedFile;
class WeightStore;
} // namespace fx

namespace fx::torch_impl {

/// The bytes of one record as memory of tensors.
struct WeightRecord {
  c10::Storage Storage;
  /// What a safetensors file holds.
  std::optional<DType> Type;
  std::vector<int64_t> Sizes;
};

/// The records of files of weights, and those that passes have added. Files are
/// mapped a second time, so that who writes to a tensor gets a page of its own.
class MappedWeights {
public:
  /// Those of a `.safetensors` file or an archive of torch.export.
  explicit MappedWeights(llvm::StringRef Path);
  explicit MappedWeights(std::shared_ptr<WeightStore> Store);
  ~MappedWeights();

  /// The record called \p Name, or null. The same memory each time. Errors:
  /// those of WeightStore.
  llvm::Expected<const WeightRecord *> find(llvm::StringRef Name);
  /// Gives the memory of \p Bytes back, where they are mapped and nothing has
  /// written to them: they are read from the file again when they are needed.
  void dropPages(llvm::ArrayRef<char> Bytes) const;

private:
  struct Mapping;
  c10::Storage makeStorage(const MappedFile *File, llvm::StringRef Bytes);

  std::shared_ptr<WeightStore> Store;
  llvm::DenseMap<const MappedFile *, std::shared_ptr<Mapping>> Maps;
  llvm::StringMap<WeightRecord> Records;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_WEIGHTS_MAPPEDWEIGHTS_H
