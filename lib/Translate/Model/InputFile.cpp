//===- InputFile.cpp - Files and their parts ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

InputFile::InputFile(std::unique_ptr<MemoryBuffer> Text, Context *C)
    : OwnContext(C ? nullptr : std::make_unique<Context>()),
      Ctx(C ? *C : *OwnContext), Source(std::make_shared<SourceMgr>()) {
  BufferId = Source->AddNewSourceBuffer(std::move(Text), SMLoc());
  Diags.setSource(Source.get());
}

StringRef InputFile::text() const {
  return Source->getMemoryBuffer(BufferId)->getBuffer();
}

Expected<std::unique_ptr<MemoryBuffer>> fx::openInput(StringRef Path) {
  // As a program does whose caller gave no argument.
  if (Path.empty())
    return makeFileError(diag::err_open_input, "''",
                         "the path is empty; give that of a model");
  if (sys::fs::is_directory(Path))
    return makeFileError(diag::err_open_input, Path,
                         "this is a folder; give a file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFileOrSTDIN(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  // An archive in a pipe cannot be opened a second time.
  if (Buffer && Path != "-" && (*Buffer)->getBuffer().starts_with("PK") &&
      !sys::fs::is_regular_file(Path))
    return MemoryBuffer::getMemBufferCopy((*Buffer)->getBuffer(),
                                          "<" + Path + ">");
  if (Buffer)
    return std::move(*Buffer);
  return makeFileError(diag::err_open_input, Path, Buffer.getError().message());
}

bool fx::isUnnamedInput(StringRef Name) {
  return Name.starts_with("<") && Name.ends_with(">");
}

std::vector<std::unique_ptr<MemoryBuffer>>
fx::splitInput(std::unique_ptr<MemoryBuffer> Whole) {
  static constexpr StringLiteral Marker = "// -----";
  StringRef Text = Whole->getBuffer(), Rest = Text, Name;
  Name = Whole->getBufferIdentifier();
  std::vector<std::unique_ptr<MemoryBuffer>> Parts;
  size_t LinesBefore = 0;
  while (true) {
    // A marker is at the start of a line.
    size_t At = Rest.starts_with(Marker) ? 0 : Rest.find("\n// -----");
    if (At != StringRef::npos && !Rest.starts_with(Marker))
      ++At;
    StringRef Part = Rest.take_front(At);
    Parts.push_back(MemoryBuffer::getMemBufferCopy(
        std::string(LinesBefore, '\n') + Part.str(), Name));
    if (At == StringRef::npos)
      return Parts;
    LinesBefore += Part.count('\n');
    Rest = Rest.drop_front(At);
    size_t End = Rest.find('\n');
    if (End == StringRef::npos)
      return Parts;
    Rest = Rest.drop_front(End + 1);
    ++LinesBefore;
  }
}
