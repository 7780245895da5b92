//===- ZipWriterTest.cpp - Zip archives as PyTorch writes them ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace fx;
using namespace fx::test;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// Keeps what is written by its offset, but for what is copied.
class SkeletonOutput : public ByteOutput {
public:
  std::map<uint64_t, char> Bytes;

protected:
  Error writeBytes(StringRef Text) override {
    uint64_t At = tell() - Text.size();
    for (char C : Text)
      Bytes[At++] = C;
    return Error::success();
  }
  Error copyRange(const FileRange &) override { return Error::success(); }
};

/// Lines `OFFSET HEX` of a file.
std::map<uint64_t, char> readSkeleton(StringRef Name) {
  std::map<uint64_t, char> Bytes;
  std::string Text = readInput(Name);
  llvm::SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    auto [Offset, Hex] = Line.split(' ');
    uint64_t At;
    if (Line.starts_with("#") || Offset.getAsInteger(10, At))
      continue;
    for (char C : llvm::fromHex(Hex))
      Bytes[At++] = C;
  }
  return Bytes;
}

/// Writes the records of zip64.txt, the first of them of \p Size bytes that are
/// not there.
std::map<uint64_t, char> writeLarge(uint64_t Size, uint32_t CRC) {
  std::shared_ptr<MappedFile> File =
      MappedFile::fromBuffer(llvm::MemoryBuffer::getMemBuffer("", "large"));
  SkeletonOutput Out;
  ZipWriter Zip(Out, "archive");
  EXPECT_EQ(message(Zip.add("w0", Payload::range({File.get(), 0, Size}, CRC))),
            "");
  EXPECT_EQ(message(Zip.add("w1", "hello")), "");
  EXPECT_EQ(message(Zip.add("e", "")), "");
  EXPECT_EQ(message(Zip.add(".data/version", "6\n")), "");
  EXPECT_EQ(message(Zip.add("byteorder", "little")), "");
  EXPECT_EQ(message(Zip.add(".data/serialization_id", Zip.serializationId())),
            "");
  EXPECT_EQ(message(Zip.finish()), "");
  return Out.Bytes;
}

/// Where the bytes of a record are.
uint64_t offsetOf(const ZipReader &Zip, StringRef Name) {
  return llvm::cantFail(Zip.storedRange(*Zip.find(Name))).Offset;
}
} // namespace

TEST(ZipWriterTest, WritesLargeArchivesAsPyTorch) {
  EXPECT_EQ(writeLarge(1ull << 32, 0xd202ef8d), readSkeleton("zip64.txt"));
  EXPECT_EQ(writeLarge((1ull << 32) - 2, 0x0f6a7026),
            readSkeleton("zip64-offsets.txt"));
}

TEST(ZipWriterTest, LargeArchivesAreRead) {
  TemporaryFolder Folder;
  {
    // A file with a hole.
    std::error_code EC;
    llvm::raw_fd_ostream OS(Folder / "large.pt2", EC);
    ASSERT_FALSE(EC);
    uint64_t At = 0;
    for (auto [Offset, Byte] : readSkeleton("zip64.txt")) {
      if (Offset != At)
        OS.seek(Offset);
      OS << Byte;
      At = Offset + 1;
    }
  }
  auto Zip = llvm::cantFail(ZipReader::open(Folder / "large.pt2"));
  const ZipEntry *Large = Zip->find("archive/w0");
  ASSERT_NE(Large, nullptr);
  EXPECT_EQ(Large->Size, 1ull << 32);
  EXPECT_EQ(llvm::cantFail(Zip->read(*Large)).size(), 1ull << 32);
  EXPECT_EQ(offsetOf(*Zip, "archive/w0"), 64u);
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("archive/w1"))), "hello");
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("archive/e"))), "");

  // Copied by range: the large record is never read.
  SkeletonOutput Out;
  ZipWriter Writer(Out, "archive");
  for (const ZipEntry &Entry : Zip->entries())
    EXPECT_EQ(message(Writer.copy(Entry.Name.drop_front(8), *Zip, Entry)), "");
  EXPECT_EQ(message(Writer.finish()), "");
  auto Skeleton = readSkeleton("zip64.txt");
  for (auto [Offset, Byte] : Out.Bytes)
    EXPECT_EQ(Byte, Skeleton[Offset]);
}

TEST(ZipWriterTest, CountsMoreThan16Bits) {
  std::vector<RecordText> Records;
  for (unsigned I = 0; I != 70000; ++I)
    Records.push_back({std::to_string(I), I % 2 ? "x" : ""});
  std::string Bytes = writeArchive(Records);
  auto Zip = llvm::cantFail(openZip(Bytes));
  EXPECT_EQ(Zip->entries().size(), 70000u);
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("m/69999"))), "x");
  // The plain end record has no room for the number.
  EXPECT_EQ(StringRef(Bytes).take_back(14).take_front(4), "\xff\xff\xff\xff");
}

TEST(ZipWriterTest, AlignsRecords) {
  auto Zip = llvm::cantFail(openZip(writeArchive(
      {{"a", "1"}, {"bcd", ""}, {"ef", std::string(99, '2')}, {"g", "3"}})));
  for (const ZipEntry &Entry : Zip->entries())
    EXPECT_EQ(offsetOf(*Zip, Entry.Name) % 64, 0u);
}

TEST(ZipWriterTest, CanDoWithoutAFolder) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter Zip(Out, "");
  EXPECT_EQ(message(Zip.add("x.npy", "1")), "");
  EXPECT_EQ(message(Zip.add("../y", "2")),
            ": record '../y': its name leads out of its folder");
  EXPECT_EQ(message(Zip.finish()), "");
  auto Reader = llvm::cantFail(openZip(OS.str()));
  ASSERT_EQ(Reader->entries().size(), 1u);
  EXPECT_EQ(Reader->entries()[0].Name, "x.npy");
}

TEST(ZipWriterTest, RefusesNamesAndContents) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter Zip(Out, "m");
  EXPECT_EQ(message(Zip.add("a", "x")), "");
  EXPECT_TRUE(Zip.contains("a"));
  EXPECT_FALSE(Zip.contains("b"));
  EXPECT_EQ(message(Zip.add("a", "x")),
            ": record 'm/a': there are two of that name");
  EXPECT_EQ(message(Zip.add("../a", "x")),
            ": record 'm/../a': its name leads out of its folder");
  EXPECT_EQ(message(Zip.add("b\\c", "x")),
            ": record 'm/b\\c': its name holds a backslash");
  EXPECT_EQ(message(Zip.add("b/", "x")),
            ": record 'm/b/': a folder has no contents");
  EXPECT_NE(message(Zip.add(std::string(5000, 'x'), "x"))
                .find("its name is too long"),
            std::string::npos);
}

TEST(ZipWriterTest, WritesStreams) {
  std::string Text(200000, 'x');
  auto Write = [&](uint64_t Size, std::string &Bytes) {
    llvm::raw_string_ostream OS(Bytes);
    StreamOutput Out(OS);
    ZipWriter Zip(Out, "m");
    std::string Problem = message(
        Zip.add("a", Payload::stream(Size, [&](llvm::raw_ostream &Stream) {
                  Stream << StringRef(Text).take_front(5)
                         << StringRef(Text).drop_front(5);
                  return Error::success();
                })));
    return Problem.empty() ? message(Zip.finish()) : Problem;
  };
  std::string Bytes;
  EXPECT_EQ(Write(Text.size(), Bytes), "");
  EXPECT_EQ(Bytes, writeArchive({{"a", Text}}));
  EXPECT_EQ(Write(Text.size() + 1, Bytes),
            ": record 'm/a': it has 200000 bytes instead of 200001");
  EXPECT_EQ(Write(70000, Bytes),
            ": record 'm/a': it has 200000 bytes instead of 70000");

  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter Zip(Out, "m");
  EXPECT_EQ(
      message(Zip.add("a", Payload::stream(3,
                                           [](llvm::raw_ostream &) {
                                             return llvm::createStringError(
                                                 "no data");
                                           }))),
      "no data");
}

TEST(ZipWriterTest, WritesRecordsInPieces) {
  auto Write = [](bool InPieces) {
    std::string Bytes;
    llvm::raw_string_ostream OS(Bytes);
    StreamOutput Out(OS);
    ZipWriter Zip(Out, "m");
    for (StringRef Text : {"", "a", "some text"}) {
      std::string Name = "n" + std::to_string(Text.size());
      if (!InPieces) {
        EXPECT_EQ(message(Zip.add(Name, Text)), "");
        continue;
      }
      EXPECT_EQ(message(Zip.open(Name)), "");
      EXPECT_EQ(message(Zip.append("")), "");
      EXPECT_EQ(message(Zip.append(Text.take_front(3))), "");
      EXPECT_EQ(message(Zip.append(
                    Text.drop_front(std::min<size_t>(Text.size(), 3)))),
                "");
      EXPECT_EQ(message(Zip.close()), "");
    }
    EXPECT_EQ(message(Zip.finish()), "");
    return Bytes;
  };
  EXPECT_EQ(Write(true), Write(false));
}

TEST(ZipWriterTest, CopiesDeflatedRecordsAsTheyAre) {
  std::string Text(1000, 'x');
  auto Zip = llvm::cantFail(openZip(ZipParts{
      {{"r/a", deflate(Text), 8, 0, Text.size()},
       {"r/b", "abc"}}}.str()));
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter Writer(Out, "m");
  EXPECT_EQ(message(Writer.copy("a", *Zip, Zip->entries()[0])), "");
  EXPECT_EQ(message(Writer.copy("b", *Zip, Zip->entries()[1])), "");
  EXPECT_EQ(message(Writer.finish()), "");
  EXPECT_LT(Bytes.size(), 600u);
  auto Copy = llvm::cantFail(openZip(Bytes));
  EXPECT_EQ(llvm::cantFail(Copy->read(*Copy->find("m/a"))), Text);
  EXPECT_EQ(llvm::cantFail(Copy->read(*Copy->find("m/b"))), "abc");
}

TEST(ZipWriterTest, KeepsPlacesInBlocks) {
  std::string Large(100000, 'x');
  auto Source = llvm::cantFail(
      openZip(writeArchive({{"a", "1"}, {"b", Large}, {"c", Large}})));
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  ZipWriter::Options Options;
  Options.KeepPlaceInBlock = true;
  ZipWriter Writer(Out, "m", Options);
  EXPECT_EQ(message(Writer.add("new", std::string(5000, 'y'))), "");
  for (const ZipEntry &Entry : Source->entries())
    EXPECT_EQ(message(Writer.copy(Entry.Name.drop_front(2), *Source, Entry)),
              "");
  EXPECT_EQ(message(Writer.finish()), "");
  auto Zip = llvm::cantFail(openZip(Bytes));
  for (StringRef Name : {"m/b", "m/c"}) {
    EXPECT_EQ(offsetOf(*Zip, Name) % 4096, offsetOf(*Source, Name) % 4096);
    EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find(Name))), Large);
  }
}
