//===- TorchSave.h - What torch.save writes ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A zip archive with one root folder, in it a pickle, `data.pkl`, and a record
/// `data/KEY` for each storage that it names.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_TORCHSAVE_H
#define FX_INTEROP_TORCHSAVE_H

#include "fx/Interop/Pickle.h"
#include "fx/Support/ZipReader.h"

namespace fx {

/// Whether a file is one by its name.
inline bool isTorchSaveName(llvm::StringRef Path) {
  return Path.ends_with(".pt") || Path.ends_with(".pth");
}

/// An open file, or a record of another archive (MappedFile::slice).
class TorchSaveFile {
public:
  /// Reads the pickle, no storage. Errors: those of ZipReader and Pickle,
  /// err_archive_no_record, err_archive_record.
  static llvm::Expected<std::unique_ptr<TorchSaveFile>>
  open(std::shared_ptr<const MappedFile> File);

  const ZipReader &zip() const { return *Zip; }
  PickleValue root() const { return Contents->root(); }
  llvm::ArrayRef<PickleStorage> storages() const {
    return Contents->storages();
  }
  /// The bytes of a storage, as many as it says. Errors: err_archive_no_record,
  /// err_archive_record.
  llvm::Expected<const ZipEntry *> record(const PickleStorage &S) const;

private:
  explicit TorchSaveFile(std::unique_ptr<ZipReader> Zip)
      : Zip(std::move(Zip)) {}
  llvm::Error open();
  llvm::Expected<const ZipEntry *> find(const llvm::Twine &Name) const;

  std::unique_ptr<ZipReader> Zip;
  llvm::StringRef Root;
  std::unique_ptr<Pickle> Contents;
};

} // namespace fx

#endif // FX_INTEROP_TORCHSAVE_H
