//===- MappedFile.h - Files in memory, and parts of them --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Archives and files of weights are mapped, not read: looking at a few bytes
/// of a 10 GB file touches a few pages. The file stays open besides, so that
/// the kernel can copy or share parts of it without their passing through here.
///
/// A mapped file must not be cut short by others meanwhile; fx-opt itself
/// replaces files as a whole (OutputFile.h), which leaves a mapping alone.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_MAPPEDFILE_H
#define FX_SUPPORT_MAPPEDFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace fx {

/// The bytes of a file, mapped, with the file still open. Shared by all users
/// of its parts.
class MappedFile {
public:
  /// Errors: err_open_input.
  static llvm::Expected<std::shared_ptr<MappedFile>> open(llvm::StringRef Path);
  /// Bytes that are in memory already, under the name of the buffer.
  static std::shared_ptr<MappedFile>
  fromBuffer(std::unique_ptr<llvm::MemoryBuffer> Buffer);
  /// Part of another file under a name of its own: an archive in an archive.
  static std::shared_ptr<MappedFile>
  slice(std::shared_ptr<const MappedFile> File, uint64_t Offset, uint64_t Size,
        llvm::StringRef Name);
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  llvm::StringRef bytes() const { return Buffer->getBuffer(); }
  uint64_t size() const { return Buffer->getBufferSize(); }
  /// As it was given to open().
  llvm::StringRef path() const { return Buffer->getBufferIdentifier(); }
  /// The open file; -1 for bytes that come from none.
  int fd() const { return FD; }
  /// Where bytes() begins in it.
  uint64_t start() const { return Start; }

private:
  MappedFile(std::unique_ptr<llvm::MemoryBuffer> Buffer, int FD)
      : Buffer(std::move(Buffer)), FD(FD) {}

  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  int FD;
  uint64_t Start = 0;
  /// The file this is a slice of.
  std::shared_ptr<const MappedFile> Outer;
};

/// A part of a mapped file. The file must outlive it.
struct FileRange {
  const MappedFile *File = nullptr;
  uint64_t Offset = 0;
  uint64_t Size = 0;

  llvm::StringRef bytes() const { return File->bytes().substr(Offset, Size); }
};

} // namespace fx

#endif // FX_SUPPORT_MAPPEDFILE_H
