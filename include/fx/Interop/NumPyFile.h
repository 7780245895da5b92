//===- NumPyFile.h - Arrays of NumPy ----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads `.npy` files (numpy.save) and `.npz` archives of them (numpy.savez,
/// compressed or not), of numbers and booleans. Objects, which are pickles, and
/// strings are refused.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_NUMPYFILE_H
#define FX_INTEROP_NUMPYFILE_H

#include "fx/IR/TorchTypes.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace fx {

class ZipReader;

/// One array, the last dimension innermost. Its bytes live as long as Owner.
struct NumPyArray {
  /// In an archive, without `.npy`; empty for a file of its own.
  std::string Name;
  DType Type = DType::Float32;
  std::vector<int64_t> Sizes;
  llvm::StringRef Bytes;
  std::shared_ptr<const void> Owner;
};

/// Whether a file is one by its name.
bool isNumPyName(llvm::StringRef Path);

/// The arrays of a file, in its order. Errors: err_open_input where the file
/// cannot be read or is not such a file; those of ZipReader.
llvm::Expected<std::vector<NumPyArray>> readNumPyFile(llvm::StringRef Path);

/// Whether \p File is what numpy.savez writes.
bool isNumPyArchive(const ZipReader &File);

/// The arrays in it, in its order. Errors: as readNumPyFile().
llvm::Expected<std::vector<NumPyArray>>
readNumPyArchive(std::shared_ptr<const ZipReader> File);

/// The array that the bytes of one `.npy` file hold, which live as long as its
/// own, unless Owner is set: arrays in Fortran's order are copied.
llvm::Expected<NumPyArray> parseNumPyArray(llvm::StringRef Bytes);

} // namespace fx

#endif // FX_INTEROP_NUMPYFILE_H
