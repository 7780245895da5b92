//===- TorchSave.cpp - What torch.save writes -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/TorchSave.h"
#include "fx/IR/NodeDiagnostic.h"

using namespace fx;
using namespace llvm;

Expected<std::unique_ptr<TorchSaveFile>>
TorchSaveFile::open(std::shared_ptr<const MappedFile> File) {
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(std::move(File));
  if (!Zip)
    return Zip.takeError();
  std::unique_ptr<TorchSaveFile> Result(new TorchSaveFile(std::move(*Zip)));
  if (Error E = Result->open())
    return E;
  return Result;
}

Expected<const ZipEntry *> TorchSaveFile::find(const Twine &Name) const {
  std::string Path = (Root + "/" + Name).str();
  if (const ZipEntry *Entry = Zip->find(Path))
    return Entry;
  return makeFileError(diag::err_archive_no_record, Zip->file().path(), Path);
}

Error TorchSaveFile::open() {
  StringRef First =
      Zip->entries().empty() ? StringRef() : Zip->entries().front().Name;
  Root = First.take_until([](char C) { return C == '/'; });
  Expected<const ZipEntry *> Entry = find("data.pkl");
  if (!Entry)
    return Entry.takeError();
  Expected<StringRef> Text = Zip->read(**Entry);
  if (!Text)
    return Text.takeError();
  PickleLimits Limits;
  Limits.MaxMemory = (16 << 20) + Zip->file().size();
  Expected<std::unique_ptr<Pickle>> Read =
      Pickle::read(*Text, Zip->file().path(), (*Entry)->Name, Limits);
  if (!Read)
    return Read.takeError();
  Contents = std::move(*Read);

  const ZipEntry *Order = Zip->find((Root + "/byteorder").str());
  if (!Order)
    return Error::success();
  if (!(Text = Zip->read(*Order)))
    return Text.takeError();
  if (Text->trim() != "big")
    return Error::success();
  return makeFileError(diag::err_archive_record, Zip->file().path(),
                       Order->Name,
                       "bytes in the order of a big-endian machine");
}

Expected<const ZipEntry *> TorchSaveFile::record(const PickleStorage &S) const {
  Expected<const ZipEntry *> Entry = find("data/" + S.Key);
  if (!Entry || (*Entry)->Size == S.numBytes())
    return Entry;
  return makeFileError(
      diag::err_archive_record, Zip->file().path(), (*Entry)->Name,
      "it has " + Twine((*Entry)->Size) + " bytes, not " + Twine(S.numBytes()));
}
