//===- MappedFile.cpp - Files in memory, and parts of them ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/MappedFile.h"
#include "fx/Support/Diagnostic.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"

using namespace fx;
using namespace llvm;

Expected<std::shared_ptr<MappedFile>> MappedFile::open(StringRef Path) {
  auto Fail = [&](std::error_code EC) -> Error {
    return makeFileError(diag::err_open_input, Path, EC.message());
  };
  Expected<sys::fs::file_t> FD = sys::fs::openNativeFileForRead(Path);
  if (!FD)
    return Fail(errorToErrorCode(FD.takeError()));
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(*FD, Status);
  if (!EC && Status.type() == sys::fs::file_type::directory_file)
    EC = make_error_code(errc::is_a_directory);
  if (!EC) {
    // Other files have no known size: they are read to their end.
    bool Regular = Status.type() == sys::fs::file_type::regular_file;
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
        *FD, Path, Regular ? Status.getSize() : uint64_t(-1),
        /*RequiresNullTerminator=*/false);
    if (Buffer) {
      if (!Regular)
        sys::fs::closeFile(*FD);
      return std::shared_ptr<MappedFile>(
          new MappedFile(std::move(*Buffer), Regular ? *FD : -1));
    }
    EC = Buffer.getError();
  }
  sys::fs::closeFile(*FD);
  return Fail(EC);
}

std::shared_ptr<MappedFile>
MappedFile::fromBuffer(std::unique_ptr<MemoryBuffer> Buffer) {
  return std::shared_ptr<MappedFile>(new MappedFile(std::move(Buffer), -1));
}

std::shared_ptr<MappedFile>
MappedFile::slice(std::shared_ptr<const MappedFile> File, uint64_t Offset,
                  uint64_t Size, StringRef Name) {
  std::shared_ptr<MappedFile> Slice(new MappedFile(
      MemoryBuffer::getMemBuffer(File->bytes().substr(Offset, Size), Name,
                                 /*RequiresNullTerminator=*/false),
      File->FD));
  Slice->Start = File->Start + Offset;
  Slice->Outer = std::move(File);
  return Slice;
}

MappedFile::~MappedFile() {
  if (FD != -1 && !Outer)
    sys::fs::closeFile(FD);
}
