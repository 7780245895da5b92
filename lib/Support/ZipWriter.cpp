//===- ZipWriter.cpp - Zip archives as PyTorch writes them ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/ZipWriter.h"
#include "ZipFormat.h"
#include "fx/Support/Checksum.h"
#include "fx/Support/Diagnostic.h"
#include "fx/Support/ZipReader.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Copied records of this size and more keep their place in a block.
static constexpr uint64_t LargeRecord = 64 << 10;
static constexpr uint64_t BlockSize = 4096;

namespace {
/// Puts little-endian numbers together.
class Fields {
public:
  Fields &u16(uint64_t Value) { return number(uint16_t(Value)); }
  Fields &u32(uint64_t Value) { return number(uint32_t(Value)); }
  Fields &u64(uint64_t Value) { return number(Value); }
  /// 32 bits, all set when that is too little.
  Fields &max32(uint64_t Value) {
    return u32(std::min<uint64_t>(Value, zip::In64));
  }
  Fields &bytes(StringRef Bytes) {
    Text += Bytes;
    return *this;
  }
  Fields &pad(uint64_t Count) {
    Text.append(Count, 'Z');
    return *this;
  }
  StringRef text() const { return Text; }

private:
  template <typename T> Fields &number(T Value) {
    char Bytes[sizeof(T)];
    support::endian::write(Bytes, Value, endianness::little);
    Text.append(Bytes, Bytes + sizeof(T));
    return *this;
  }

  SmallString<256> Text;
};
} // namespace

/// What the headers of a record say.
struct ZipWriter::Record {
  /// Without and with the root folder.
  StringRef Name;
  std::string Path;
  /// Name, where it is not kept elsewhere.
  std::string OwnedName = {};
  uint64_t Size = 0;
  uint64_t StoredSize = 0;
  uint32_t CRC = 0;
  uint16_t Method = ZipEntry::Stored;
  uint64_t HeaderOffset = 0;

  bool hasLargeSize() const {
    return Size >= zip::In64 || StoredSize >= zip::In64;
  }
  bool hasLargeOffset() const { return HeaderOffset >= zip::In64; }
  bool isLarge() const { return hasLargeSize() || hasLargeOffset(); }

  uint16_t flags() const {
    return zip::UTF8 | (Size || StoredSize ? zip::HasDescriptor : 0);
  }
  /// The 64-bit field; the stored size is unknown before a record is written.
  void addZip64(Fields &F, bool SizeKnown) const {
    if (!isLarge())
      return;
    F.u16(zip::Zip64Field)
        .u16((hasLargeSize() ? 16 : 0) + (hasLargeOffset() ? 8 : 0));
    if (hasLargeSize())
      F.u64(Size).u64(SizeKnown ? StoredSize : 0);
    if (hasLargeOffset())
      F.u64(HeaderOffset);
  }
};

ZipWriter::ZipWriter(ByteOutput &Out, StringRef Root, Options Opts)
    : Out(Out), Root(Root), Opts(Opts) {}

ZipWriter::~ZipWriter() = default;

Error ZipWriter::recordError(StringRef Name, const Twine &What) const {
  return makeFileError(diag::err_archive_record, Out.path(),
                       Root.empty() ? Name.str() : (Root + "/" + Name).str(),
                       What);
}

/// Writes the header of a record, up to where its bytes begin. \p Source is
/// where they come from, if it matters.
Error ZipWriter::begin(Record &R, const FileRange *Source) {
  R.Path = Root.empty() ? R.Name.str() : (Root + "/" + R.Name).str();
  if (const char *Problem = zip::findNameProblem(R.Path))
    return recordError(R.Name, Problem);
  if (R.Path.size() > ZipLimits().MaxNameLength)
    return recordError(R.Name, "its name is too long");
  if (R.Path.back() == '/' && R.Size)
    return recordError(R.Name, "a folder has no contents");
  if (!Names.insert(std::string(R.Name)).second)
    return recordError(R.Name, "there are two of that name");
  R.HeaderOffset = Out.tell();

  Fields Extra;
  R.addZip64(Extra, /*SizeKnown=*/false);
  uint64_t Start = R.HeaderOffset + zip::LocalHeaderSize + R.Path.size() +
                   Extra.text().size() + 4;
  uint64_t Pad = -Start & (Opts.Alignment - 1);
  if (Opts.KeepPlaceInBlock && Source && Source->Size >= LargeRecord)
    Pad = (Source->File->start() + Source->Offset - Start) & (BlockSize - 1);
  Extra.u16(zip::PaddingField).u16(Pad).pad(Pad);

  Fields Header;
  Header.u32(zip::LocalHeader)
      .u16(0) // version needed
      .u16(R.flags())
      .u16(R.Method)
      .u32(0) // time and date
      .u32(0) // checksum
      .u64(0) // both sizes
      .u16(R.Path.size())
      .u16(Extra.text().size())
      .bytes(R.Path)
      .bytes(Extra.text());
  return Out.write(Header.text());
}

/// Writes what follows the bytes of a record, and its entry in the directory.
Error ZipWriter::end(const Record &R) {
  if (R.Size || R.StoredSize) {
    // Each checksum that is not of nothing counts for the identity.
    CombinedCRC = zip::combineHashes(CombinedCRC, R.CRC);
    Fields Descriptor;
    Descriptor.u32(zip::DataDescriptor).u32(R.CRC);
    if (R.isLarge())
      Descriptor.u64(R.StoredSize).u64(R.Size);
    else
      Descriptor.u32(R.StoredSize).u32(R.Size);
    if (Error E = Out.write(Descriptor.text()))
      return E;
  }

  Fields Extra;
  R.addZip64(Extra, /*SizeKnown=*/true);
  constexpr uint32_t FolderAttribute = 0x10;
  Fields Entry;
  Entry.u32(zip::CentralHeader)
      .u16(0) // made by
      .u16(0) // version needed
      .u16(R.flags())
      .u16(R.Method)
      .u32(0) // time and date
      .u32(R.CRC)
      .max32(R.hasLargeSize() ? zip::In64 : R.StoredSize)
      .max32(R.hasLargeSize() ? zip::In64 : R.Size)
      .u16(R.Path.size())
      .u16(Extra.text().size())
      .u16(0) // length of the comment
      .u16(0) // disk
      .u16(0) // internal attributes
      .u32(R.Path.back() == '/' ? FolderAttribute : 0)
      .max32(R.HeaderOffset)
      .bytes(R.Path)
      .bytes(Extra.text());
  Directory += Entry.text();
  ++Count;
  return Error::success();
}

Error ZipWriter::add(StringRef Name, const Payload &Contents) {
  Record R;
  R.Name = Name;
  R.Size = R.StoredSize = Contents.size();
  if (Error E = begin(R, Contents.range()))
    return E;
  uint64_t Written;
  if (Error E = Contents.write(Out, Written, &R.CRC))
    return E;
  if (Written != R.Size)
    return recordError(Name, "it has " + Twine(Written) + " bytes instead of " +
                                 Twine(R.Size));
  return end(R);
}

Error ZipWriter::copy(StringRef Name, const ZipReader &From,
                      const ZipEntry &Entry) {
  Expected<FileRange> Range = From.storedRange(Entry);
  if (!Range)
    return Range.takeError();
  Record R;
  R.Name = Name;
  R.Size = Entry.Size;
  R.StoredSize = Entry.StoredSize;
  R.CRC = Entry.CRC;
  R.Method = Entry.Method;
  if (Error E = begin(R, &*Range))
    return E;
  if (Error E = Out.copy(*Range))
    return E;
  return end(R);
}

Error ZipWriter::open(StringRef Name) {
  Current = std::make_unique<Record>();
  Current->OwnedName = Name.str();
  Current->Name = Current->OwnedName;
  return Error::success();
}

Error ZipWriter::append(StringRef Bytes) {
  Record &R = *Current;
  if (Bytes.empty())
    return Error::success();
  bool IsFirst = !R.Size;
  R.Size = R.StoredSize += Bytes.size();
  if (R.hasLargeSize())
    return recordError(R.Name, "it has 4 GiB or more");
  // The header says whether there are bytes, not how many.
  if (IsFirst)
    if (Error E = begin(R, /*Source=*/nullptr))
      return E;
  R.CRC = checksum(Bytes, R.CRC);
  return Out.write(Bytes);
}

Error ZipWriter::close() {
  std::unique_ptr<Record> R = std::move(Current);
  if (!R->Size)
    if (Error E = begin(*R, /*Source=*/nullptr))
      return E;
  return end(*R);
}

std::string ZipWriter::serializationId() const {
  uint64_t NameHash = 0;
  for (const std::string &Name : Names)
    NameHash = zip::combineHashes(NameHash, std::hash<std::string>()(Name));
  std::string Id;
  raw_string_ostream(Id) << format("%020" PRIu64 "%020" PRIu64, NameHash,
                                   CombinedCRC);
  return Id;
}

Error ZipWriter::finish() {
  uint64_t Offset = Out.tell(), Size = Directory.size();
  Fields End;
  End.u32(zip::End64Record)
      .u64(zip::End64RecordSize - 12)
      .u16(0x031e) // made by
      .u16(45)     // version needed
      .u32(0)      // disk
      .u32(0)      // disk of the directory
      .u64(Count)
      .u64(Count)
      .u64(Size)
      .u64(Offset);
  End.u32(zip::End64Locator).u32(0).u64(Offset + Size).u32(1);
  End.u32(zip::EndRecord)
      .u16(0)
      .u16(0)
      .u16(std::min<uint64_t>(Count, zip::In64Short))
      .u16(std::min<uint64_t>(Count, zip::In64Short))
      .max32(Size)
      .max32(Offset)
      .u16(0); // length of the comment
  if (Error E = Out.write(Directory))
    return E;
  return Out.write(End.text());
}
