//===- PT2Writer.cpp - Writing what torch.export saves --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/PT2Writer.h"
#include "PT2Names.h"
#include "fx/Interop/ZipWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace llvm;

/// One record to be written.
struct PT2Writer::Record {
  std::string Name;
  PT2Kind Kind;
  /// Either a payload or a record of an archive.
  std::optional<Payload> Contents = std::nullopt;
  const PT2Archive *From = nullptr;
  const ZipEntry *Entry = nullptr;
  /// The record of the source whose place it has, if any.
  const ZipEntry *Original = nullptr;
  bool Dropped = false;
};

PT2Writer::~PT2Writer() = default;

PT2Writer::PT2Writer(StringRef Root) : Root(Root) {
  set(pt2::ArchiveFormat, Payload::owned("pt2"));
  set(pt2::ArchiveVersion, Payload::owned("0"));
  set(pt2::Version, Payload::owned("6\n"));
  set(pt2::ByteOrder, Payload::owned("little"));
  set(pt2::SerializationId, Payload::owned(""));
}

PT2Writer::PT2Writer(const PT2Archive &Source)
    : Source(&Source), Root(Source.root()) {
  for (const ZipEntry &Entry : Source.entries()) {
    StringRef Name = Source.name(Entry);
    // The root folder itself needs no record.
    if (Name.empty())
      continue;
    Records.push_back(std::make_unique<Record>(
        Record{Name.str(), Source.kind(Entry), std::nullopt, &Source, &Entry,
               &Entry}));
    Index[Name] = Records.back().get();
  }
}

StringRef PT2Writer::rootFor(StringRef Path) {
  return Path == "-" ? "archive" : sys::path::stem(Path);
}

bool PT2Writer::contains(StringRef Name) const {
  auto It = Index.find(Name);
  return It != Index.end() && !It->second->Dropped;
}

std::string PT2Writer::freeName(StringRef Prefix) const {
  uint64_t Free = 0;
  for (const std::unique_ptr<Record> &R : Records) {
    StringRef Digits = R->Name;
    uint64_t Number;
    if (Digits.consume_front(Prefix) && !Digits.getAsInteger(10, Number))
      Free = std::max(Free, Number + 1);
  }
  return (Prefix + Twine(Free)).str();
}

//===----------------------------------------------------------------------===//
// Editing
//===----------------------------------------------------------------------===//

/// Records that belong to a model come first, in any order.
static unsigned sectionOf(PT2Kind Kind) {
  return std::max(unsigned(Kind), unsigned(PT2Kind::PickledState));
}

/// Where PyTorch would write a new record.
size_t PT2Writer::placeFor(PT2Kind Kind, StringRef Name,
                           StringRef Model) const {
  std::string Table = Kind == PT2Kind::Weight ? pt2::weightsConfigName(Model)
                      : Kind == PT2Kind::Constant
                          ? pt2::constantsConfigName(Model)
                          : std::string();
  if (auto It = Index.find(Table); It != Index.end()) {
    size_t Place = 0;
    while (Records[Place].get() != It->second)
      ++Place;
    // Tensors stand before objects.
    if (Name.starts_with(pt2::TensorPrefix))
      while (
          Place && Records[Place - 1]->Kind == PT2Kind::Constant &&
          !StringRef(Records[Place - 1]->Name).starts_with(pt2::TensorPrefix))
        --Place;
    return Place;
  }
  if (Kind == PT2Kind::Other)
    Kind = PT2Kind::ExecuTorch;
  return llvm::find_if(Records,
                       [&](const std::unique_ptr<Record> &R) {
                         return R->Kind != PT2Kind::Other &&
                                sectionOf(R->Kind) > sectionOf(Kind);
                       }) -
         Records.begin();
}

/// The record of that name, without contents.
PT2Writer::Record &PT2Writer::place(StringRef Name, StringRef Model) {
  Record *&R = Index[Name];
  if (R) {
    R->Contents = std::nullopt;
    R->From = nullptr;
    R->Entry = nullptr;
    R->Dropped = false;
    return *R;
  }
  PT2Kind Kind = pt2::classify(Name, Model);
  size_t Place = placeFor(Kind, Name, Model);
  auto New = std::make_unique<Record>(Record{Name.str(), Kind});
  R = New.get();
  Records.insert(Records.begin() + Place, std::move(New));
  return *R;
}

void PT2Writer::set(StringRef Name, Payload Contents, StringRef Model) {
  place(Name, Model).Contents = std::move(Contents);
}

void PT2Writer::set(StringRef Name, const PT2Archive &From,
                    const ZipEntry &Entry, StringRef Model) {
  Record &R = place(Name, Model);
  R.From = &From;
  R.Entry = &Entry;
}

void PT2Writer::drop(StringRef Name) {
  if (auto It = Index.find(Name); It != Index.end())
    It->second->Dropped = true;
}

void PT2Writer::drop(PT2Kind Kind) {
  for (const std::unique_ptr<Record> &R : Records)
    if (R->Kind == Kind)
      R->Dropped = true;
}

bool PT2Writer::isUnchanged(const Record &R) const {
  if (R.Dropped || !R.Original)
    return R.Dropped && !R.Original;
  if (R.Entry == R.Original)
    return true;
  auto Read = [](const PT2Archive &A, const ZipEntry &Entry) {
    Expected<StringRef> Bytes = A.read(Entry);
    return Bytes ? std::optional<StringRef>(*Bytes)
                 : (consumeError(Bytes.takeError()), std::nullopt);
  };
  if (R.Original->Size != (R.Entry ? R.Entry->Size : R.Contents->size()))
    return false;
  std::optional<StringRef> New =
      R.Entry ? Read(*R.From, *R.Entry) : R.Contents->bytes();
  return New && New == Read(*Source, *R.Original);
}

bool PT2Writer::isUnchanged(StringRef Name) const {
  auto It = Index.find(Name);
  return It == Index.end() || isUnchanged(*It->second);
}

bool PT2Writer::isUnchanged() const {
  return Source && !Source->isUpgraded() &&
         llvm::all_of(Records, [&](const std::unique_ptr<Record> &R) {
           return isUnchanged(*R);
         });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Error PT2Writer::write(ZipWriter &Zip, const Record &R) const {
  if (R.Kind == PT2Kind::SerializationId)
    return Zip.add(R.Name, Zip.serializationId());
  return R.Entry ? Zip.copy(R.Name, R.From->zip(), *R.Entry)
                 : Zip.add(R.Name, *R.Contents);
}

Error PT2Writer::write(ByteOutput &Out, Options Opts) const {
  if (isUnchanged()) {
    const MappedFile &File = Source->zip().file();
    return Out.copy({&File, 0, File.size()});
  }
  ZipWriter::Options ZipOptions;
  ZipOptions.KeepPlaceInBlock = Opts.ShareBlocks;
  ZipWriter Zip(Out, Root, ZipOptions);
  for (const std::unique_ptr<Record> &R : Records)
    if (!R->Dropped)
      if (Error E = write(Zip, *R))
        return E;
  return Zip.finish();
}

Error PT2Writer::write(StringRef Path, Options Opts) const {
  return OutputFile::write(Path, Opts.ShareBlocks,
                           [&](ByteOutput &Out) { return write(Out, Opts); });
}
