//===- OutputFile.cpp - Writing files whole or not at all -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Finishes \p OS and says whether everything was written. The destructor of a
/// stream that still has an error ends the process.
static Error finish(raw_fd_ostream &OS, StringRef Path) {
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  std::error_code EC = OS.error();
  OS.clear_error();
  return createFileError(Path, EC);
}

/// Writes to an open file, which stays open.
static Error writeOpen(int FD, StringRef Path,
                       function_ref<void(raw_ostream &)> Write) {
  raw_fd_ostream OS(FD, /*shouldClose=*/false);
  Write(OS);
  return finish(OS, Path);
}

static Error writeInPlace(StringRef Path,
                          function_ref<void(raw_ostream &)> Write) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return createFileError(Path, EC);
  Write(OS);
  OS.close();
  return finish(OS, Path);
}

static Error writeBeside(StringRef Path, bool Exists, sys::fs::perms Mode,
                         function_ref<void(raw_ostream &)> Write) {
  using namespace sys;
  if (Exists)
    if (std::error_code EC = fs::access(Path, fs::AccessMode::Write))
      return createFileError(Path, EC);
  SmallString<128> Model(path::parent_path(Path));
  path::append(Model, "." + path::filename(Path) + ".%%%%%%");
  Expected<fs::TempFile> Temp =
      fs::TempFile::create(Model, fs::all_read | fs::all_write);
  if (!Temp)
    return createFileError(Path, Temp.takeError());
  Error E = writeOpen(Temp->FD, Path, Write);
  if (!E && Exists)
    if (std::error_code EC = fs::setPermissions(Temp->FD, Mode))
      E = createFileError(Path, EC);
  if (!E) {
    E = Temp->keep(Path);
    return E ? createFileError(Path, std::move(E)) : Error::success();
  }
  consumeError(Temp->discard());
  return E;
}

Error fx::writeOutput(StringRef Path, function_ref<void(raw_ostream &)> Write) {
  // Opening /dev/stdout anew would begin at the file's start.
  if (Path == "-" || Path == "/dev/stdout") {
    Write(outs());
    return finish(outs(), "standard output");
  }
  int FD;
  if (Path == "/dev/stderr")
    return writeOpen(2, Path, Write);
  if (StringRef Number = Path;
      Number.consume_front("/dev/fd/") && !Number.getAsInteger(10, FD))
    return writeOpen(FD, Path, Write);

  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::directory_file)
    return createFileError(Path, make_error_code(errc::is_a_directory));
  if (Exists && Status.type() != sys::fs::file_type::regular_file)
    return writeInPlace(Path, Write);
  // A link keeps pointing where it points.
  SmallString<128> Real(Path);
  if (Exists)
    if (std::error_code EC = sys::fs::real_path(Path, Real))
      return createFileError(Path, EC);
  if (!Exists && sys::fs::is_symlink_file(Path))
    return writeInPlace(Path, Write);
  return writeBeside(Real, Exists, Status.permissions(), Write);
}
