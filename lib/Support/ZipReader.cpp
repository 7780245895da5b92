//===- ZipReader.cpp - Zip archives over a memory map ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/ZipReader.h"
#include "ZipFormat.h"
#include "fx/Support/Checksum.h"
#include "fx/Support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <zlib.h>

using namespace fx;
using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;
using support::endian::read64le;

const char *zip::findNameProblem(StringRef Name) {
  if (Name.empty())
    return "it has no name";
  if (Name.contains('\0'))
    return "its name holds a NUL";
  if (Name.contains('\\'))
    return "its name holds a backslash";
  if (Name.starts_with("/"))
    return "its name is an absolute path";
  for (size_t At = Name.find(".."); At != StringRef::npos;
       At = Name.find("..", At + 1))
    if ((At == 0 || Name[At - 1] == '/') &&
        (At + 2 == Name.size() || Name[At + 2] == '/'))
      return "its name leads out of its folder";
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The directory
//===----------------------------------------------------------------------===//

/// Reads end records and central directory.
class ZipReader::DirectoryParser {
public:
  explicit DirectoryParser(ZipReader &Zip)
      : Zip(Zip), Bytes(Zip.File->bytes()), Data(Bytes.data()) {}

  Error parse() {
    if (Error E = findDirectory())
      return E;
    if (Error E = parseEntries())
      return E;
    if (Error E = checkOverlaps())
      return E;
    if (const ZipEntry *Second = Zip.indexNames())
      return bad(*Second, "there are two of that name");
    return Error::success();
  }

private:
  Error damaged(const Twine &What) const {
    return makeFileError(diag::err_archive_damaged, Zip.File->path(), What);
  }
  Error bad(const ZipEntry &Entry, const Twine &What) const {
    return Zip.recordError(Entry, What);
  }

  Error findDirectory();
  Error findEndRecord(uint64_t &EndOffset) const;
  Error readEnd64(uint64_t EndOffset);
  Error parseEntries();
  Error parseZip64(ZipEntry &Entry, StringRef Extra) const;
  Error checkName(const ZipEntry &Entry) const;
  Error checkOverlaps();

  ZipReader &Zip;
  StringRef Bytes;
  const char *Data;
  /// The directory: how many entries, where it begins, how long it is.
  uint64_t Count = 0, Offset = 0, Size = 0;
  /// Where the first end record begins.
  uint64_t DirectoryEnd = 0;
};

/// The end record is the last thing in the archive but for its comment.
Error ZipReader::DirectoryParser::findEndRecord(uint64_t &EndOffset) const {
  if (Bytes.size() < zip::EndRecordSize)
    return damaged("it is too short");
  uint64_t Last = Bytes.size() - zip::EndRecordSize;
  uint64_t First = Last > 0xffff ? Last - 0xffff : 0;
  for (EndOffset = Last; read32le(Data + EndOffset) != zip::EndRecord;
       --EndOffset)
    if (EndOffset == First)
      return damaged("it has no end record: it may have been cut off");
  // Every reader takes the last signature; one that takes it for part of a
  // comment would see another archive.
  uint64_t Comment = read16le(Data + EndOffset + 20);
  if (EndOffset + zip::EndRecordSize + Comment != Bytes.size())
    return damaged("its end record is not at its end");
  return Error::success();
}

Error ZipReader::DirectoryParser::findDirectory() {
  if (Bytes.starts_with("PYTORCH1"))
    return damaged("it is a container of a PyTorch before 1.0");
  uint64_t EndOffset;
  if (Error E = findEndRecord(EndOffset))
    return E;
  const char *End = Data + EndOffset;
  if (read16le(End + 4) || read16le(End + 6))
    return damaged("it spans several disks");
  if (read16le(End + 8) != read16le(End + 10))
    return damaged("its end record counts its records in two ways");
  Count = read16le(End + 10);
  Size = read32le(End + 12);
  Offset = read32le(End + 16);
  DirectoryEnd = EndOffset;
  if (EndOffset >= zip::End64LocatorSize &&
      read32le(End - zip::End64LocatorSize) == zip::End64Locator)
    if (Error E = readEnd64(EndOffset))
      return E;

  if (Offset > DirectoryEnd || Size != DirectoryEnd - Offset)
    return damaged("its directory is not where the end record says; bytes may "
                   "be missing, or there may be bytes before the first record");
  if (Count > Size / zip::CentralHeaderSize)
    return damaged("its directory is too short for " + Twine(Count) +
                   " records");
  if (Count > Zip.Limits.MaxEntries)
    return damaged(Twine(Count) + " records are more than the limit of " +
                   Twine(Zip.Limits.MaxEntries));
  return Error::success();
}

Error ZipReader::DirectoryParser::readEnd64(uint64_t EndOffset) {
  uint64_t LocatorOffset = EndOffset - zip::End64LocatorSize;
  const char *Locator = Data + LocatorOffset;
  uint64_t Offset64 = read64le(Locator + 8);
  if (read32le(Locator + 4) || read32le(Locator + 16) > 1)
    return damaged("it spans several disks");
  if (Offset64 > LocatorOffset ||
      LocatorOffset - Offset64 < zip::End64RecordSize ||
      read32le(Data + Offset64) != zip::End64Record ||
      read64le(Data + Offset64 + 4) != LocatorOffset - Offset64 - 12)
    return damaged("its 64-bit end record is not where its locator says");
  const char *End = Data + Offset64;
  if (read32le(End + 16) || read32le(End + 20))
    return damaged("it spans several disks");
  uint64_t Count64 = read64le(End + 32), Size64 = read64le(End + 40),
           Start64 = read64le(End + 48);
  // The plain record says the same or refers to this one.
  if (read64le(End + 24) != Count64 ||
      (Count != Count64 && Count != zip::In64Short) ||
      (Size != Size64 && Size != zip::In64) ||
      (Offset != Start64 && Offset != zip::In64))
    return damaged("its two end records contradict each other");
  Count = Count64;
  Size = Size64;
  Offset = Start64;
  DirectoryEnd = Offset64;
  return Error::success();
}

Error ZipReader::DirectoryParser::parseEntries() {
  Zip.Entries.reserve(Count);
  uint64_t At = Offset;
  for (uint64_t Index = 0; Index != Count; ++Index) {
    uint64_t Left = DirectoryEnd - At;
    const char *Header = Data + At;
    if (Left < zip::CentralHeaderSize || read32le(Header) != zip::CentralHeader)
      return damaged("entry " + Twine(Index) + " of its directory is damaged");
    uint64_t NameLength = read16le(Header + 28);
    uint64_t ExtraLength = read16le(Header + 30);
    uint64_t CommentLength = read16le(Header + 32);
    uint64_t Length =
        zip::CentralHeaderSize + NameLength + ExtraLength + CommentLength;
    if (Left < Length)
      return damaged("entry " + Twine(Index) + " of its directory is damaged");

    ZipEntry Entry;
    Entry.Name = Bytes.substr(At + zip::CentralHeaderSize, NameLength);
    uint16_t Flags = read16le(Header + 8);
    Entry.Method = read16le(Header + 10);
    Entry.CRC = read32le(Header + 16);
    Entry.StoredSize = read32le(Header + 20);
    Entry.Size = read32le(Header + 24);
    Entry.HeaderOffset = read32le(Header + 42);
    if (Error E = checkName(Entry))
      return E;
    if (Flags & (zip::Encrypted | zip::StrongEncryption | zip::MaskedHeaders))
      return bad(Entry, "it is encrypted");
    if (read16le(Header + 34))
      return bad(Entry, "it is on another disk");
    if (Error E = parseZip64(
            Entry, Bytes.substr(At + zip::CentralHeaderSize + NameLength,
                                ExtraLength)))
      return E;
    if (Entry.Method == ZipEntry::Stored && Entry.Size != Entry.StoredSize)
      return bad(Entry, "it is stored as it is, yet with two sizes");
    Zip.Entries.push_back(Entry);
    At += Length;
  }
  if (At != DirectoryEnd)
    return damaged("its directory has more than the " + Twine(Count) +
                   " entries it counts");
  return Error::success();
}

/// Replaces what did not fit into 32 bits by the values of the 64-bit field.
Error ZipReader::DirectoryParser::parseZip64(ZipEntry &Entry,
                                             StringRef Extra) const {
  StringRef Values;
  while (!Extra.empty()) {
    if (Extra.size() < 4 || Extra.size() - 4 < read16le(Extra.data() + 2))
      return bad(Entry, "its extra fields are damaged");
    uint64_t Length = read16le(Extra.data() + 2);
    if (read16le(Extra.data()) == zip::Zip64Field)
      Values = Extra.substr(4, Length);
    Extra = Extra.drop_front(4 + Length);
  }
  for (uint64_t *Value :
       {&Entry.Size, &Entry.StoredSize, &Entry.HeaderOffset}) {
    if (*Value != zip::In64)
      continue;
    if (Values.size() < 8)
      return bad(Entry, "its 64-bit sizes are missing");
    *Value = read64le(Values.data());
    Values = Values.drop_front(8);
  }
  return Error::success();
}

Error ZipReader::DirectoryParser::checkName(const ZipEntry &Entry) const {
  if (Entry.Name.size() > Zip.Limits.MaxNameLength)
    return bad(Entry, "its name has " + Twine(Entry.Name.size()) +
                          " bytes, more than " +
                          Twine(Zip.Limits.MaxNameLength));
  if (const char *Problem = zip::findNameProblem(Entry.Name))
    return bad(Entry, Problem);
  return Error::success();
}

/// Gives every entry its limit. Local headers are not looked at: a record has
/// at least its header, its name and its bytes.
Error ZipReader::DirectoryParser::checkOverlaps() {
  std::vector<ZipEntry> &Entries = Zip.Entries;
  auto Check = [&](ZipEntry &Entry, const ZipEntry *Next) -> Error {
    Entry.Limit = Next ? Next->HeaderOffset : Offset;
    if (Entry.HeaderOffset <= Entry.Limit) {
      uint64_t Room = Entry.Limit - Entry.HeaderOffset;
      uint64_t Fixed = zip::LocalHeaderSize + Entry.Name.size();
      if (Fixed <= Room && Entry.StoredSize <= Room - Fixed)
        return Error::success();
    }
    if (Next)
      return bad(Entry, "it overlaps record '" +
                            detail::diagArgument(Next->Name) + "'");
    return bad(Entry, "it ends after the records' end");
  };

  auto IsBefore = [](const ZipEntry &A, const ZipEntry &B) {
    return A.HeaderOffset < B.HeaderOffset;
  };
  if (is_sorted(Entries, IsBefore)) {
    for (size_t I = 0, E = Entries.size(); I != E; ++I)
      if (Error Err = Check(Entries[I], I + 1 != E ? &Entries[I + 1] : nullptr))
        return Err;
    return Error::success();
  }
  std::vector<std::pair<uint64_t, uint32_t>> Sorted;
  Sorted.reserve(Entries.size());
  for (const ZipEntry &Entry : Entries)
    Sorted.emplace_back(Entry.HeaderOffset, &Entry - Entries.data());
  llvm::sort(Sorted);
  for (size_t I = 0, E = Sorted.size(); I != E; ++I)
    if (Error Err =
            Check(Entries[Sorted[I].second],
                  I + 1 != E ? &Entries[Sorted[I + 1].second] : nullptr))
      return Err;
  return Error::success();
}

const ZipEntry *ZipReader::indexNames() {
  Names.reserve(Entries.size());
  for (const ZipEntry &Entry : Entries)
    Names.push_back(
        {xxh3_64bits(Entry.Name), uint32_t(&Entry - Entries.data())});
  llvm::sort(Names, [&](NameHash A, NameHash B) {
    return A.Hash != B.Hash ? A.Hash < B.Hash
                            : Entries[A.Index].Name < Entries[B.Index].Name;
  });
  for (size_t I = 1; I < Names.size(); ++I)
    if (Names[I - 1].Hash == Names[I].Hash &&
        Entries[Names[I - 1].Index].Name == Entries[Names[I].Index].Name)
      return &Entries[Names[I].Index];
  return nullptr;
}

//===----------------------------------------------------------------------===//
// ZipReader
//===----------------------------------------------------------------------===//

ZipReader::~ZipReader() = default;

Expected<std::unique_ptr<ZipReader>>
ZipReader::open(std::shared_ptr<const MappedFile> File, ZipLimits Limits) {
  std::unique_ptr<ZipReader> Zip(new ZipReader(std::move(File), Limits));
  if (Error E = DirectoryParser(*Zip).parse())
    return E;
  return Zip;
}

Expected<std::unique_ptr<ZipReader>> ZipReader::open(StringRef Path,
                                                     ZipLimits Limits) {
  Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Path);
  if (!File)
    return File.takeError();
  return open(std::move(*File), Limits);
}

std::unique_ptr<ZipReader>
ZipReader::compose(std::shared_ptr<const MappedFile> File,
                   std::vector<Part> All) {
  std::unique_ptr<ZipReader> Zip(new ZipReader(std::move(File), ZipLimits()));
  StringSet<> Taken;
  for (Part &P : All)
    if (Taken.insert(P.Name).second)
      Zip->Parts.push_back(std::move(P));
  Zip->Texts.resize(Zip->Parts.size());
  for (auto [P, Text] : zip_equal(Zip->Parts, Zip->Texts)) {
    ZipEntry Entry = {};
    if (P.Zip) {
      Entry = *P.Entry;
    } else {
      Text = MappedFile::fromBuffer(MemoryBuffer::getMemBuffer(P.Text, P.Name));
      Entry.Size = Entry.StoredSize = P.Text.size();
      Entry.CRC = checksum(P.Text);
      Entry.Method = ZipEntry::Stored;
    }
    Entry.Name = P.Name;
    Zip->Entries.push_back(Entry);
  }
  Zip->indexNames();
  return Zip;
}

StringRef ZipReader::originalName(const ZipEntry &Entry) const {
  const Part *P = partOf(Entry);
  return P && P->Zip ? P->Zip->originalName(*P->Entry) : Entry.Name;
}

Error ZipReader::recordError(const ZipEntry &Entry, const Twine &What) const {
  return makeFileError(diag::err_archive_record, File->path(), Entry.Name,
                       What);
}

const ZipEntry *ZipReader::find(StringRef Name) const {
  uint64_t Hash = xxh3_64bits(Name);
  auto It = llvm::lower_bound(
      Names, Hash, [](NameHash A, uint64_t Hash) { return A.Hash < Hash; });
  for (; It != Names.end() && It->Hash == Hash; ++It)
    if (Entries[It->Index].Name == Name)
      return &Entries[It->Index];
  return nullptr;
}

Expected<FileRange> ZipReader::storedRange(const ZipEntry &Entry) const {
  if (const Part *P = partOf(Entry)) {
    if (P->Zip)
      return P->Zip->storedRange(*P->Entry);
    const MappedFile &Text = *Texts[P - Parts.data()];
    return FileRange{&Text, 0, Text.size()};
  }
  // checkOverlaps saw to it that a header and the name fit.
  const char *Header = File->bytes().data() + Entry.HeaderOffset;
  if (read32le(Header) != zip::LocalHeader)
    return recordError(Entry, "its local header is damaged");
  uint64_t NameLength = read16le(Header + 26);
  if (StringRef(Header + zip::LocalHeaderSize,
                std::min<uint64_t>(NameLength, Entry.Name.size())) !=
          Entry.Name ||
      NameLength != Entry.Name.size())
    return recordError(Entry, "its local header has another name");
  if (read16le(Header + 8) != Entry.Method)
    return recordError(Entry, "its local header has another method");
  uint64_t Offset = Entry.HeaderOffset + zip::LocalHeaderSize + NameLength +
                    read16le(Header + 28);
  if (Offset > Entry.Limit || Entry.Limit - Offset < Entry.StoredSize)
    return recordError(Entry, "its " + Twine(Entry.StoredSize) +
                                  " bytes reach into what follows it");
  return FileRange{File.get(), Offset, Entry.StoredSize};
}

Expected<StringRef> ZipReader::read(const ZipEntry &Entry) const {
  if (const Part *P = partOf(Entry))
    return P->Zip ? P->Zip->read(*P->Entry) : Expected<StringRef>(P->Text);
  if (Entry.Method != ZipEntry::Stored && Entry.Method != ZipEntry::Deflated)
    return recordError(Entry, "it is compressed by method " +
                                  Twine(Entry.Method) +
                                  "; only deflate is known");
  Expected<FileRange> Range = storedRange(Entry);
  if (!Range)
    return Range.takeError();
  if (Entry.Method == ZipEntry::Stored)
    return Range->bytes();
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto It = Inflated.find(&Entry); It != Inflated.end())
    return It->second->getBuffer();
  return inflate(Entry, Range->bytes());
}

/// Inflates \p Data into a new buffer. Lock is held.
Expected<StringRef> ZipReader::inflate(const ZipEntry &Entry,
                                       StringRef Data) const {
  // No stream of deflate makes more than 1032 bytes of one.
  if (Entry.Size / 1032 > Data.size())
    return recordError(Entry, Twine(Entry.Size) +
                                  " bytes cannot have been deflated to " +
                                  Twine(Data.size()));
  uint64_t Budget =
      Limits.InflatedBytes + Limits.InflatedRatio * File->size() - NumInflated;
  if (Entry.Size > Budget)
    return recordError(Entry, "with it, records would inflate to more than " +
                                  Twine(Limits.InflatedRatio) +
                                  " times the size of the archive");
  std::unique_ptr<WritableMemoryBuffer> Buffer =
      WritableMemoryBuffer::getNewUninitMemBuffer(Entry.Size, Entry.Name);
  if (!Buffer)
    return recordError(Entry, "there is no memory for its " +
                                  Twine(Entry.Size) + " bytes");

  z_stream Stream = {};
  if (inflateInit2(&Stream, /*windowBits=*/-15) != Z_OK)
    return recordError(Entry, "zlib cannot be started");
  // zlib counts in 32 bits.
  constexpr uint64_t Chunk = 1u << 30;
  const char *In = Data.begin();
  char *Out = Buffer->getBufferStart();
  int Status = Z_OK;
  while (Status == Z_OK) {
    Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(In));
    Stream.avail_in = std::min<uint64_t>(Data.end() - In, Chunk);
    Stream.next_out = reinterpret_cast<Bytef *>(Out);
    Stream.avail_out = std::min<uint64_t>(Buffer->getBufferEnd() - Out, Chunk);
    Status = ::inflate(&Stream, Z_NO_FLUSH);
    In = reinterpret_cast<const char *>(Stream.next_in);
    Out = reinterpret_cast<char *>(Stream.next_out);
  }
  inflateEnd(&Stream);
  if (Status != Z_STREAM_END || In != Data.end() ||
      Out != Buffer->getBufferEnd())
    return recordError(Entry, "its deflated bytes are damaged");
  NumInflated += Entry.Size;
  return Inflated.try_emplace(&Entry, std::move(Buffer))
      .first->second->getBuffer();
}
