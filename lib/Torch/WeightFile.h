//===- WeightFile.h - Memory of tensors from files --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_WEIGHTFILE_H
#define FX_LIB_TORCH_WEIGHTFILE_H

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <c10/core/Storage.h>
#include <memory>
#include <optional>
#include <vector>

namespace fx {
class MappedFile;
class PT2Archive;
class SafeTensors;
} // namespace fx

namespace fx::torch_impl {

/// The bytes of one record as memory of tensors.
struct WeightRecord {
  c10::Storage Storage;
  /// Of a safetensors file: what it holds.
  std::optional<DType> Type;
  std::vector<int64_t> Sizes;
};

/// A `.safetensors` file or an archive of torch.export. The file is mapped a
/// second time, so that who writes to a tensor gets a page of its own.
class WeightFile {
public:
  /// Errors: those of SafeTensors::open and PT2Archive::open.
  static llvm::Expected<std::unique_ptr<WeightFile>> open(llvm::StringRef Path);
  ~WeightFile();

  /// The record called \p Name, or null. The same memory each time. Errors:
  /// those of ZipReader.
  llvm::Expected<const WeightRecord *> find(llvm::StringRef Name);

private:
  struct Mapping;
  c10::Storage makeStorage(const MappedFile &File, llvm::StringRef Bytes);

  std::unique_ptr<SafeTensors> Tensors;
  std::unique_ptr<PT2Archive> Archive;
  std::shared_ptr<Mapping> Map;
  llvm::StringMap<WeightRecord> Records;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_WEIGHTFILE_H
