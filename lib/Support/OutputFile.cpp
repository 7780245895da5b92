//===- OutputFile.cpp - Writing files whole or not at all -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/OutputFile.h"
#include "fx/Support/Diagnostic.h"
#include "fx/Support/Progress.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

using namespace fx;
using namespace llvm;
namespace fs = llvm::sys::fs;

/// What is gathered before it is written.
static constexpr size_t BufferSize = 128 << 10;
/// Parts that are smaller are not worth a system call of their own.
static constexpr uint64_t SmallCopy = 64 << 10;
/// What one system call writes at most, so that progress is seen.
static constexpr size_t MaxPiece = 64 << 20;
/// Block size of file systems that share blocks; where it is wrong, bytes are
/// copied.
static constexpr uint64_t BlockSize = 4096;

ByteOutput::~ByteOutput() = default;

Error ByteOutput::copyRange(const FileRange &Range) {
  return writeBytes(Range.bytes());
}

Error StreamOutput::writeBytes(StringRef Bytes) {
  OS << Bytes;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Creating and completing
//===----------------------------------------------------------------------===//

Error fx::makeWriteError(StringRef Path, std::error_code EC) {
  StringRef Folder = sys::path::parent_path(Path);
  std::string Why = EC.message();
  if (sys::fs::is_directory(Path))
    Why = "this is a folder; give a file";
  else if (EC == std::errc::no_such_file_or_directory && !Folder.empty() &&
           !sys::fs::exists(Folder))
    Why = ("there is no folder '" + Folder + "'").str();
  return makeFileError(diag::err_write_output,
                       Path == "-" ? StringRef("standard output") : Path, Why);
}

Error OutputFile::fail(std::error_code EC) const {
  return makeWriteError(Path, EC);
}

Error OutputFile::failErrno() const {
  return fail(std::error_code(errno, std::generic_category()));
}

Expected<std::unique_ptr<OutputFile>> OutputFile::create(StringRef Path) {
  auto Create = [&](int FD, bool Owned) {
    return std::unique_ptr<OutputFile>(new OutputFile(Path, FD, Owned));
  };
  // Opening /dev/stdout again would begin at the file's start.
  if (Path == "-" || Path == "/dev/stdout") {
    // What is written this way are archives and tensors.
    if (sys::Process::StandardOutIsDisplayed())
      return makeFileError(diag::err_write_output, "standard output",
                           "this is not text for a terminal; name a file, or "
                           "pipe it into another command");
    return Create(STDOUT_FILENO, /*Owned=*/false);
  }
  if (Path == "/dev/stderr")
    return Create(STDERR_FILENO, /*Owned=*/false);
  int Number;
  if (StringRef Digits = Path;
      Digits.consume_front("/dev/fd/") && !Digits.getAsInteger(10, Number))
    return Create(Number, /*Owned=*/false);

  std::unique_ptr<OutputFile> File = Create(-1, /*Owned=*/true);
  fs::file_status Status;
  bool Exists = !fs::status(Path, Status);
  if (Exists && Status.type() == fs::file_type::directory_file)
    return File->fail(make_error_code(errc::is_a_directory));
  // A link that leads nowhere makes the file it names.
  if (Exists ? Status.type() != fs::file_type::regular_file
             : fs::is_symlink_file(Path)) {
    if (std::error_code EC = fs::openFileForWrite(Path, File->FD))
      return File->fail(EC);
    return File;
  }

  // A link keeps pointing where it points.
  SmallString<128> Real(Path);
  if (Exists) {
    if (std::error_code EC = fs::real_path(Path, Real))
      return File->fail(EC);
    if (std::error_code EC = fs::access(Real, fs::AccessMode::Write))
      return File->fail(EC);
  }
  SmallString<128> Model(sys::path::parent_path(Real));
  sys::path::append(Model, "." + sys::path::filename(Real) + ".%%%%%%");
  Expected<fs::TempFile> Temp =
      fs::TempFile::create(Model, fs::all_read | fs::all_write);
  if (!Temp)
    return File->fail(errorToErrorCode(Temp.takeError()));
  File->Temp = std::move(*Temp);
  File->FD = File->Temp->FD;
  File->Target = std::string(Real);
  if (Exists)
    if (std::error_code EC = fs::setPermissions(File->FD, Status.permissions()))
      return File->fail(EC);
  return File;
}

Error OutputFile::write(StringRef Path, bool ShareBlocks,
                        function_ref<Error(ByteOutput &)> Fn) {
  Expected<std::unique_ptr<OutputFile>> Out = create(Path);
  if (!Out)
    return Out.takeError();
  if (ShareBlocks)
    (*Out)->shareBlocks();
  if (Error E = Fn(**Out))
    return E;
  return (*Out)->commit();
}

OutputFile::~OutputFile() {
  if (Temp)
    consumeError(Temp->discard());
  else if (Owned && FD != -1)
    ::close(FD);
}

Error OutputFile::complete() {
  if (Error E = flush())
    return E;
  // Some file systems say at closing only that there was no space.
  if (Temp)
    if (int Copy = ::dup(FD); Copy != -1 && ::close(Copy))
      return failErrno();
  return Error::success();
}

/// Calls the file beside \p Name.
Error OutputFile::place(StringRef Name) {
  Error E = Temp->keep(Name);
  Temp.reset();
  FD = -1;
  return E ? fail(errorToErrorCode(std::move(E))) : Error::success();
}

Error OutputFile::commit() {
  if (Error E = complete())
    return E;
  if (Temp)
    return place(Target);
  if (Owned && ::close(std::exchange(FD, -1)))
    return failErrno();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Error OutputFile::writeAll(StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Written =
        ::write(FD, Bytes.data(), std::min<size_t>(Bytes.size(), MaxPiece));
    if (Written < 0) {
      if (errno == EINTR || errno == EAGAIN)
        continue;
      return failErrno();
    }
    Bytes = Bytes.drop_front(Written);
    Progress::advanceBytes(Written);
  }
  return Error::success();
}

Error OutputFile::flush() {
  Error E = writeAll(Buffer);
  Buffer.clear();
  return E;
}

Error OutputFile::writeBytes(StringRef Bytes) {
  if (Buffer.size() + Bytes.size() > BufferSize)
    if (Error E = flush())
      return E;
  if (Bytes.size() > BufferSize)
    return writeAll(Bytes);
  Buffer += Bytes;
  return Error::success();
}

Error OutputFile::copyRange(const FileRange &Range) {
  if (Range.Size < SmallCopy || Range.File->fd() == -1)
    return writeBytes(Range.bytes());
  if (Error E = flush())
    return E;
  FileRange Left = Range;
  if (Share)
    if (Error E = shareInKernel(Left))
      return E;
  if (Error E = copyInKernel(Left))
    return E;
  return writeAll(Left.bytes());
}

/// Copies from file to file as far as that goes, and shortens \p Range.
Error OutputFile::copyInKernel(FileRange &Range) {
#ifdef __linux__
  while (Range.Size) {
    off_t From = Range.File->start() + Range.Offset;
    ssize_t Copied =
        ::copy_file_range(Range.File->fd(), &From, FD, nullptr,
                          std::min<uint64_t>(Range.Size, MaxPiece), 0);
    if (Copied < 0) {
      if (errno == EINTR)
        continue;
      if (errno == ENOSPC || errno == EIO || errno == EDQUOT || errno == EFBIG)
        return failErrno();
      break; // these files cannot be copied this way
    }
    if (Copied == 0)
      break;
    Range.Offset += Copied;
    Range.Size -= Copied;
    Progress::advanceBytes(Copied);
  }
#endif
  return Error::success();
}

/// Lets this file have the whole blocks of \p Range, after copying what stands
/// before them, and leaves in \p Range what is after. Does nothing where
/// blocks cannot be shared.
Error OutputFile::shareInKernel(FileRange &Range) {
#ifdef FICLONERANGE
  uint64_t From = Range.File->start() + Range.Offset;
  uint64_t To = tell() - Range.Size;
  off_t Real = ::lseek(FD, 0, SEEK_CUR);
  if (Real < 0 || uint64_t(Real) != To || From % BlockSize != To % BlockSize)
    return Error::success();
  uint64_t Head = alignTo(To, BlockSize) - To;
  if (Head > Range.Size)
    return Error::success();
  uint64_t Middle = alignDown(Range.Size - Head, BlockSize);
  if (!Middle)
    return Error::success();

  file_clone_range Clone = {};
  Clone.src_fd = Range.File->fd();
  Clone.src_offset = From + Head;
  Clone.src_length = Middle;
  Clone.dest_offset = To + Head;
  if (::ioctl(FD, FICLONERANGE, &Clone))
    return errno == ENOSPC || errno == EIO || errno == EDQUOT
               ? failErrno()
               : Error::success();
  if (Error E = writeAll(Range.bytes().take_front(Head)))
    return E;
  if (::lseek(FD, To + Head + Middle, SEEK_SET) < 0)
    return failErrno();
  Range.Offset += Head + Middle;
  Range.Size -= Head + Middle;
#endif
  return Error::success();
}
