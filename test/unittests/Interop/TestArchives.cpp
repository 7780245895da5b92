//===- TestArchives.cpp - Archives made byte by byte ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include <zlib.h>

using namespace fx;
using namespace fx::test;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static std::string littleEndian(uint64_t Value, unsigned Bytes) {
  std::string Result;
  for (unsigned I = 0; I != Bytes; ++I)
    Result += char(Value >> (8 * I));
  return Result;
}
std::string test::u16(uint64_t Value) { return littleEndian(Value, 2); }
std::string test::u32(uint64_t Value) { return littleEndian(Value, 4); }
std::string test::u64(uint64_t Value) { return littleEndian(Value, 8); }

std::string ZipParts::str() const {
  std::string Zip, Directory;
  for (const ZipPart &P : Parts) {
    uint64_t Offset = P.HeaderOffset.value_or(Zip.size());
    uint64_t Stored = P.StoredSize.value_or(P.Bytes.size());
    uint64_t Size = P.Size.value_or(P.Bytes.size());
    std::string LocalName = P.LocalName.value_or(P.Name);
    Zip += "PK\3\4" + u16(20) + u16(P.Flags) + u16(P.Method) + u32(0) + u32(0) +
           u32(P.Bytes.size()) + u32(Size) + u16(LocalName.size()) +
           u16(P.LocalExtra.size()) + LocalName + P.LocalExtra + P.Bytes;
    Directory += "PK\1\2" + u16(20) + u16(20) + u16(P.Flags) + u16(P.Method) +
                 u32(0) + u32(0) + u32(Stored) + u32(Size) +
                 u16(P.Name.size()) + u16(P.CentralExtra.size()) + u16(0) +
                 u16(0) + u16(0) + u32(0) + u32(Offset) + P.Name +
                 P.CentralExtra;
  }
  uint64_t Offset = Zip.size();
  uint64_t NumParts = Count.value_or(Parts.size());
  Zip += Directory;
  if (End64) {
    uint64_t At = Zip.size();
    Zip += "PK\6\6" + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) +
           u64(NumParts) + u64(NumParts) + u64(Directory.size()) + u64(Offset) +
           "PK\6\7" + u32(0) + u64(At) + u32(1);
  }
  Zip += "PK\5\6" + u16(0) + u16(0) + u16(End64 ? 0xffff : NumParts) +
         u16(End64 ? 0xffff : NumParts) +
         u32(End64 ? 0xffffffff : Directory.size()) +
         u32(End64 ? 0xffffffff : Offset) + u16(Comment.size()) + Comment;
  return Zip;
}

std::string test::deflate(StringRef Bytes) {
  std::string Result(compressBound(Bytes.size()) + 16, '\0');
  z_stream Stream = {};
  EXPECT_EQ(deflateInit2(&Stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY),
            Z_OK);
  Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
  Stream.avail_in = Bytes.size();
  Stream.next_out = reinterpret_cast<Bytef *>(Result.data());
  Stream.avail_out = Result.size();
  EXPECT_EQ(::deflate(&Stream, Z_FINISH), Z_STREAM_END);
  Result.resize(Stream.total_out);
  deflateEnd(&Stream);
  return Result;
}

Expected<std::unique_ptr<ZipReader>> test::openZip(StringRef Bytes,
                                                   ZipLimits Limits) {
  return ZipReader::open(
      MappedFile::fromBuffer(
          llvm::MemoryBuffer::getMemBufferCopy(Bytes, "a.pt2")),
      Limits);
}

Expected<std::unique_ptr<PT2Archive>> test::openPT2(StringRef Bytes) {
  Expected<std::unique_ptr<ZipReader>> Zip = openZip(Bytes);
  if (!Zip)
    return Zip.takeError();
  return PT2Archive::open(std::move(*Zip));
}

std::string test::message(Error E) {
  std::string Text;
  llvm::handleAllErrors(
      std::move(E),
      [&](const DiagnosticError &D) {
        Text += D.diagnostic().File + ": " + D.diagnostic().str();
      },
      [&](const llvm::ErrorInfoBase &Other) { Text += Other.message(); });
  return Text;
}

std::vector<RecordText> test::usualRecords() {
  return {
      {"data/weights/weight_0", std::string("\0\1\2\3\4\5\6\7", 8)},
      {"data/weights/model_weights_config.json", "{\"config\": {}}"},
      {"data/constants/tensor_0", "abc"},
      {"data/constants/model_constants_config.json", "{\"config\": {}}"},
      {"models/model.json", "{\"program\": 1}"},
      {"data/sample_inputs/model.pt", ""},
      {"archive_format", "pt2"},
      {"archive_version", "0"},
      {".data/version", "6\n"},
      {"byteorder", "little"},
      {".data/serialization_id", ""},
  };
}

std::string test::writeArchive(llvm::ArrayRef<RecordText> Records,
                               StringRef Root) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter Zip(Out, Root);
  for (const RecordText &R : Records)
    EXPECT_EQ(message(Zip.add(R.Name, R.Name == pt2::SerializationId
                                          ? Zip.serializationId()
                                          : R.Text)),
              "");
  EXPECT_EQ(message(Zip.finish()), "");
  return Bytes;
}

std::string test::writeToString(const PT2Writer &Writer) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  EXPECT_EQ(message(Writer.write(Out)), "");
  return Bytes;
}

std::vector<std::string> test::recordNames(StringRef Archive) {
  std::vector<std::string> Names;
  Expected<std::unique_ptr<PT2Archive>> A = openPT2(Archive);
  if (!A) {
    Names.push_back(message(A.takeError()));
    return Names;
  }
  for (const ZipEntry &Entry : (*A)->entries())
    Names.push_back((*A)->name(Entry).str());
  return Names;
}

std::string test::inputPath(StringRef Name) {
  return (FX_TEST_SOURCE_DIR "/Interop/Inputs/" + Name).str();
}
std::string test::readInput(StringRef Name) {
  return readFile(inputPath(Name));
}

std::vector<std::string> TemporaryFolder::files() const {
  std::vector<std::string> Names;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator It(Path, EC), End; It != End && !EC;
       It.increment(EC))
    Names.push_back(llvm::sys::path::filename(It->path()).str());
  llvm::sort(Names);
  return Names;
}

std::string test::readFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    ADD_FAILURE() << Path.str() << ": " << Buffer.getError().message();
    return "";
  }
  return (*Buffer)->getBuffer().str();
}

void test::writeFile(StringRef Path, StringRef Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  ASSERT_FALSE(EC) << EC.message();
  OS << Bytes;
}
