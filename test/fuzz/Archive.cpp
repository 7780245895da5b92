//===- Archive.cpp - Fuzz target: zip archives and .pt2 files -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An archive that is taken can be read, or says why not, and comes out of the
// writer with the same records.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "fx/Interop/PT2Writer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using fx::fuzz::check;
using fx::fuzz::checkError;
using llvm::Expected;
using llvm::StringRef;

static Expected<std::unique_ptr<ZipReader>> openZip(StringRef Bytes) {
  ZipLimits Limits;
  Limits.InflatedBytes = 1 << 20;
  return ZipReader::open(
      MappedFile::fromBuffer(
          llvm::MemoryBuffer::getMemBuffer(Bytes, "fuzz.pt2", false)),
      Limits);
}

/// Contents of a record; nothing where they cannot be read.
static std::optional<StringRef> read(const ZipReader &Zip,
                                     const ZipEntry &Entry) {
  Expected<StringRef> Text = Zip.read(Entry);
  if (Text) {
    check(Text->size() == Entry.Size, "size of a record");
    return *Text;
  }
  checkError(Text.takeError());
  return std::nullopt;
}

static std::optional<std::string> rewrite(const PT2Writer &Writer) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  if (llvm::Error E = Writer.write(Out)) {
    llvm::consumeError(std::move(E));
    return std::nullopt;
  }
  return Bytes;
}

/// An older archive is written as a new one, or it is said why not.
static int checkUpgrade(std::unique_ptr<PT2Archive> Old) {
  Expected<std::unique_ptr<PT2Archive>> New =
      PT2Archive::upgrade(std::move(Old));
  if (!New) {
    checkError(New.takeError());
    return 0;
  }
  std::optional<std::string> Bytes = rewrite(PT2Writer(**New));
  // What only local headers show keeps records from being copied.
  if (!Bytes)
    return 0;
  Expected<std::unique_ptr<ZipReader>> Zip = openZip(*Bytes);
  check(bool(Zip), "a written archive is refused");
  Expected<std::unique_ptr<PT2Archive>> Again =
      PT2Archive::open(std::move(*Zip));
  check(bool(Again), "an upgraded archive is refused");
  check((*Again)->generation() == PT2Archive::Generation::C &&
            (*Again)->models().size() == (*New)->models().size(),
        "an upgraded archive is not of generation C");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes = fuzz::asText(Data, Size);
  Expected<std::unique_ptr<ZipReader>> Zip = openZip(Bytes);
  if (!Zip) {
    checkError(Zip.takeError());
    return 0;
  }
  for (const ZipEntry &Entry : (*Zip)->entries()) {
    check((*Zip)->find(Entry.Name) == &Entry, "looking up a name");
    (void)read(**Zip, Entry);
  }

  Expected<std::unique_ptr<PT2Archive>> Archive =
      PT2Archive::open(std::move(*Zip));
  if (!Archive) {
    checkError(Archive.takeError());
    return 0;
  }
  if ((*Archive)->generation() != PT2Archive::Generation::C)
    return checkUpgrade(std::move(*Archive));
  const PT2Archive &A = **Archive;
  PT2Writer Writer(A);
  check(rewrite(Writer) == Bytes.str(), "an unchanged archive changes");

  Writer.set("extra/fuzz", Payload::owned("new"));
  std::optional<std::string> Changed = rewrite(Writer);
  // What only local headers show keeps records from being copied.
  if (!Changed)
    return 0;
  Expected<std::unique_ptr<ZipReader>> Again = openZip(*Changed);
  check(bool(Again), "a written archive is refused");
  for (const ZipEntry &Entry : A.entries()) {
    if (A.kind(Entry) == PT2Kind::SerializationId || A.name(Entry).empty() ||
        A.name(Entry) == "extra/fuzz")
      continue;
    const ZipEntry *Copy = (*Again)->find(Entry.Name);
    check(Copy, "a record is lost");
    check(read(A.zip(), Entry) == read(**Again, *Copy), "a record changes");
  }
  return 0;
}
