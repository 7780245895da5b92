//===- OutputFile.h - Writing files whole or not at all ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A file under construction stands beside the one it will replace, and takes
/// its name when it is complete: whatever fails meanwhile leaves what was
/// there. It is written from front to back. Parts of mapped files are copied by
/// the kernel, or shared where file system and user want that.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_OUTPUTFILE_H
#define FX_SUPPORT_OUTPUTFILE_H

#include "fx/Support/MappedFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace fx {

/// Where bytes go, one after the other. After an error nothing more may be
/// written.
class ByteOutput {
public:
  virtual ~ByteOutput();

  /// The file, for messages; may be empty.
  virtual llvm::StringRef path() const { return {}; }
  /// Whether a failed write leaves the old file.
  virtual bool canDiscard() const { return false; }
  /// How many bytes write() and copy() were given.
  uint64_t tell() const { return Position; }
  llvm::Error write(llvm::StringRef Bytes) {
    Position += Bytes.size();
    return writeBytes(Bytes);
  }
  /// Writes a part of a mapped file.
  llvm::Error copy(const FileRange &Range) {
    Position += Range.Size;
    return copyRange(Range);
  }

protected:
  virtual llvm::Error writeBytes(llvm::StringRef Bytes) = 0;
  virtual llvm::Error copyRange(const FileRange &Range);

private:
  uint64_t Position = 0;
};

/// Writes to a stream, whose errors are its owner's.
class StreamOutput : public ByteOutput {
public:
  explicit StreamOutput(llvm::raw_ostream &OS) : OS(OS) {}

protected:
  llvm::Error writeBytes(llvm::StringRef Bytes) override;

private:
  llvm::raw_ostream &OS;
};

/// The error err_write_output of \p Path: what \p EC says, or what it does not
/// say, such as that a folder does not exist.
llvm::Error makeWriteError(llvm::StringRef Path, std::error_code EC);

/// Writes to a file. A regular file is written beside and renamed by commit();
/// without that, nothing happened. A symbolic link stays one, and permissions
/// are kept. Standard output (`-`), pipes, devices and the like are written in
/// place. Errors: err_write_output.
class OutputFile : public ByteOutput {
public:
  static llvm::Expected<std::unique_ptr<OutputFile>>
  create(llvm::StringRef Path);
  /// Writes a whole file: what \p Fn writes, if it returns no error.
  static llvm::Error write(llvm::StringRef Path, bool ShareBlocks,
                           llvm::function_ref<llvm::Error(ByteOutput &Out)> Fn);
  using ByteOutput::write;
  /// Discards what was not committed.
  ~OutputFile() override;

  llvm::StringRef path() const override { return Path; }
  bool canDiscard() const override { return Temp.has_value(); }
  /// From now on copy() shares the blocks of its source where the file system
  /// can, that is where both places begin at the same byte of a block.
  void shareBlocks() { Share = true; }

  /// Writes the buffer. To be called before writing to fd().
  llvm::Error flush();
  int fd() const { return FD; }
  /// Completes the file and gives it its name. Nothing can be written then.
  llvm::Error commit();
  /// The first half of commit(): what fails when the disk is full has
  /// happened then.
  llvm::Error complete();

protected:
  llvm::Error writeBytes(llvm::StringRef Bytes) override;
  llvm::Error copyRange(const FileRange &Range) override;

private:
  friend class OutputTransaction;
  OutputFile(llvm::StringRef Path, int FD, bool Owned)
      : Path(Path), FD(FD), Owned(Owned) {}
  llvm::Error fail(std::error_code EC) const;
  llvm::Error failErrno() const;
  llvm::Error place(llvm::StringRef Name);
  llvm::Error writeAll(llvm::StringRef Bytes);
  llvm::Error copyInKernel(FileRange &Range);
  llvm::Error shareInKernel(FileRange &Range);

  std::string Path;
  /// Path without links.
  std::string Target;
  int FD;
  /// Whether FD is closed at the end.
  bool Owned;
  bool Share = false;
  llvm::SmallString<0> Buffer;
  /// A file beside the one that commit() makes of it.
  std::optional<llvm::sys::fs::TempFile> Temp;
};

} // namespace fx

#endif // FX_SUPPORT_OUTPUTFILE_H
