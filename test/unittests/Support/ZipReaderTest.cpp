//===- ZipReaderTest.cpp - Zip archives over a memory map -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"

using namespace fx;
using namespace fx::test;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// Whether everything in an archive can be looked at. Every reference must be
/// into the file, or be as long as it says.
std::string readAll(const ZipReader &Zip) {
  StringRef File = Zip.file().bytes();
  for (const ZipEntry &Entry : Zip.entries()) {
    EXPECT_EQ(Zip.find(Entry.Name), &Entry);
    Expected<FileRange> Range = Zip.storedRange(Entry);
    if (!Range)
      return message(Range.takeError());
    EXPECT_LE(Range->Offset, File.size());
    EXPECT_LE(Range->Size, File.size() - Range->Offset);
    Expected<StringRef> Text = Zip.read(Entry);
    if (!Text)
      return message(Text.takeError());
    EXPECT_EQ(Text->size(), Entry.Size);
  }
  return "";
}

/// The error of opening an archive or of reading a record of it.
std::string problem(StringRef Bytes, ZipLimits Limits = {}) {
  Expected<std::unique_ptr<ZipReader>> Zip = openZip(Bytes, Limits);
  return Zip ? readAll(**Zip) : message(Zip.takeError());
}
std::string problem(const ZipParts &Zip, ZipLimits Limits = {}) {
  return problem(Zip.str(), Limits);
}

const char Damaged[] = "a.pt2: this is not a zip archive, or it is damaged: ";
} // namespace

TEST(ZipReaderTest, ReadsStoredAndDeflatedRecords) {
  std::string Long(100000, 'x');
  std::string Bytes = ZipParts{
      {{"r/a", "abc"},
       {"r/b", deflate(Long), 8, 0, Long.size()},
       {"r/", ""},
       {"r/empty", ""},
       {"r/deflated empty", deflate(""), 8, 0,
        0}}}.str();
  auto Zip = llvm::cantFail(openZip(Bytes));
  ASSERT_EQ(Zip->entries().size(), 5u);
  EXPECT_EQ(readAll(*Zip), "");
  StringRef A = llvm::cantFail(Zip->read(Zip->entries()[0]));
  EXPECT_EQ(A, "abc");
  // Stored records are not copied, deflated ones are inflated once.
  EXPECT_EQ(A.data(), Zip->file().bytes().data() + 33);
  StringRef B = llvm::cantFail(Zip->read(*Zip->find("r/b")));
  EXPECT_EQ(B, Long);
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("r/b"))).data(), B.data());
  EXPECT_TRUE(Zip->find("r/")->isFolder());
  EXPECT_FALSE(Zip->find("r/a")->isFolder());
  EXPECT_EQ(Zip->find("a"), nullptr);
  EXPECT_EQ(Zip->find(""), nullptr);
}

TEST(ZipReaderTest, ReadsCommentsAnd64BitEnds) {
  for (bool End64 : {false, true})
    for (size_t Length : {0, 1, 300, 0xffff}) {
      ZipParts Parts{
          {{"r/a", "abc"}, {"r/b", "de"}}, std::string(Length, '#'), End64};
      EXPECT_EQ(problem(Parts), "");
    }
  EXPECT_EQ(problem(ZipParts{{}}), "");
  EXPECT_EQ(problem(ZipParts{{}, "", true}), "");
  // Of several end records in a comment the last counts.
  EXPECT_EQ(problem(ZipParts{{{"r/a", "abc"}}, ZipParts{{}}.str()}),
            std::string(Damaged) +
                "its directory is not where the end record says; bytes may be "
                "missing, or there may be bytes before the first record");
}

TEST(ZipReaderTest, Reads64BitSizes) {
  ZipPart Part{"r/a", "abc"};
  Part.Size = Part.StoredSize = Part.HeaderOffset = 0xffffffff;
  Part.CentralExtra =
      u16(0x4246) + u16(2) + "ZZ" + u16(1) + u16(24) + u64(3) + u64(3) + u64(0);
  EXPECT_EQ(problem(ZipParts{{Part}}), "");
  // Only what did not fit stands there.
  Part.StoredSize = Part.Size = std::nullopt;
  Part.CentralExtra = u16(1) + u16(8) + u64(0);
  EXPECT_EQ(problem(ZipParts{{Part}}), "");
  Part.CentralExtra = u16(1) + u16(4) + u32(0);
  EXPECT_EQ(problem(ZipParts{{Part}}),
            "a.pt2: record 'r/a': its 64-bit sizes are missing");
  Part.CentralExtra = u16(1) + u16(9) + u64(0);
  EXPECT_EQ(problem(ZipParts{{Part}}),
            "a.pt2: record 'r/a': its extra fields are damaged");
}

TEST(ZipReaderTest, TakesSizesFromTheDirectory) {
  // As a data descriptor demands: the local header has zeros.
  ZipPart Part{"r/a", "abc" + u32(0x08074b50) + u32(0) + u32(3) + u32(3)};
  Part.Size = Part.StoredSize = 3;
  Part.Flags = 0x0808;
  Part.LocalExtra = "FB" + u16(5) + "ZZZZZ";
  auto Zip = llvm::cantFail(openZip(ZipParts{{Part}}.str()));
  EXPECT_EQ(llvm::cantFail(Zip->read(Zip->entries()[0])), "abc");
}

TEST(ZipReaderTest, RefusesBombs) {
  std::string Zeros(40 << 20, '\0'), Bomb = deflate(Zeros);
  ZipParts Parts{{{"r/a", Bomb, 8, 0, Zeros.size()}}};
  EXPECT_EQ(problem(Parts),
            "a.pt2: record 'r/a': with it, records would inflate to more than "
            "64 times the size of the archive");
  ZipLimits Limits;
  Limits.InflatedBytes = 64 << 20;
  EXPECT_EQ(problem(Parts, Limits), "");
  // Many small ones count as one.
  std::string Part(5 << 20, '\0'), Small = deflate(Part);
  Parts.Parts.clear();
  for (const char *Name : {"r/1", "r/2", "r/3", "r/4", "r/5"})
    Parts.Parts.push_back({Name, Small, 8, 0, Part.size()});
  EXPECT_EQ(problem(Parts),
            "a.pt2: record 'r/4': with it, records would inflate to more than "
            "64 times the size of the archive");
  // No memory is asked for what cannot be.
  Parts.Parts = {{"r/a", "abc", 8, 0, 0xfffffffe}};
  Limits.InflatedRatio = 1ull << 40;
  EXPECT_EQ(problem(Parts, Limits),
            "a.pt2: record 'r/a': 4294967294 bytes cannot have been deflated "
            "to 3");
}

TEST(ZipReaderTest, RefusesLiesAboutDeflatedBytes) {
  std::string Text(1000, 'x'), Deflated = deflate(Text);
  std::string Expected = "a.pt2: record 'r/a': its deflated bytes are damaged";
  auto Problem = [](std::string Bytes, uint64_t Size) {
    return problem(ZipParts{{{"r/a", std::move(Bytes), 8, 0, Size}}});
  };
  EXPECT_EQ(Problem(Deflated, 1000), "");
  EXPECT_EQ(Problem(Deflated, 999), Expected);
  EXPECT_EQ(Problem(Deflated, 1001), Expected);
  EXPECT_EQ(Problem(Deflated + "x", 1000), Expected);
  EXPECT_EQ(Problem(Deflated.substr(0, Deflated.size() - 1), 1000), Expected);
  EXPECT_EQ(Problem("", 0), Expected);
  EXPECT_EQ(Problem("\xff\xff", 10), Expected);
}

TEST(ZipReaderTest, RefusesOverlaps) {
  EXPECT_EQ(
      problem(ZipParts{{{"r/a", "abc"}, {.Name = "r/b", .HeaderOffset = 0}}}),
      "a.pt2: record 'r/a': it overlaps record 'r/b'");
  // A record that holds another one, as bombs without compression do.
  ZipPart Outer{"r/a", ""};
  Outer.Size = Outer.StoredSize = 20;
  EXPECT_EQ(problem(ZipParts{{Outer, {"r/b", "abc"}}}),
            "a.pt2: record 'r/a': it overlaps record 'r/b'");
  EXPECT_EQ(problem(ZipParts{{{"r/b", "abc"}, Outer}}),
            "a.pt2: record 'r/a': it ends after the records' end");
  // Where only the local header shows it.
  ZipPart Long{"r/a", "abc"};
  Long.LocalExtra = "1234";
  std::string Bytes = ZipParts{{Long, {"r/b", "abc"}}}.str();
  EXPECT_EQ(problem(Bytes), "");
  Bytes[28] = 5;
  EXPECT_EQ(problem(Bytes),
            "a.pt2: record 'r/a': its 3 bytes reach into what follows it");
  // The directory may name them in another order.
  ZipPart First{"r/a", "abc"}, Second{"r/b", "de"};
  First.HeaderOffset = 35;
  Second.HeaderOffset = 0;
  std::swap(First.LocalName, Second.LocalName);
  Bytes = ZipParts{{{"r/a", "abc"}, {"r/b", "def"}}}.str();
  size_t Directory = Bytes.find("PK\1\2");
  std::string Swapped =
      Bytes.substr(0, Directory) + Bytes.substr(Directory + 49, 49) +
      Bytes.substr(Directory, 49) + Bytes.substr(Directory + 98);
  auto Zip = llvm::cantFail(openZip(Swapped));
  EXPECT_EQ(readAll(*Zip), "");
  EXPECT_EQ(Zip->entries()[0].Name, "r/b");
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("r/a"))), "abc");
}

TEST(ZipReaderTest, RefusesNames) {
  auto Problem = [](std::string Name) {
    return problem(ZipParts{{{std::move(Name), "abc"}}});
  };
  EXPECT_EQ(Problem("r/..a/b../...//."), "");
  EXPECT_EQ(Problem("r/\xC3\xA4"), "");
  EXPECT_EQ(Problem(""), "a.pt2: record '': it has no name");
  EXPECT_EQ(Problem("/etc"),
            "a.pt2: record '/etc': its name is an absolute path");
  EXPECT_EQ(Problem("r\\a"),
            "a.pt2: record 'r\\a': its name holds a backslash");
  EXPECT_EQ(Problem(std::string("r/a\0b", 5)),
            "a.pt2: record 'r/a\\x00b': its name holds a NUL");
  for (std::string Name : {"..", "../a", "r/../a", "r/.."})
    EXPECT_EQ(Problem(Name),
              "a.pt2: record '" + Name + "': its name leads out of its folder");
  EXPECT_NE(Problem(std::string(4097, 'a'))
                .find("its name has 4097 bytes, more than 4096"),
            std::string::npos);
}

TEST(ZipReaderTest, RefusesDuplicates) {
  EXPECT_EQ(problem(ZipParts{{{"r/a", "abc"}, {"r/b", ""}, {"r/a", "d"}}}),
            "a.pt2: record 'r/a': there are two of that name");
}

TEST(ZipReaderTest, RefusesWhatItCannotRead) {
  EXPECT_EQ(problem(ZipParts{{{"r/a", "abc", 12}}}),
            "a.pt2: record 'r/a': it is compressed by method 12; only deflate "
            "is known");
  for (uint16_t Flag : {1, 1 << 6, 1 << 13})
    EXPECT_EQ(problem(ZipParts{{{"r/a", "abc", 0, Flag}}}),
              "a.pt2: record 'r/a': it is encrypted");
  EXPECT_EQ(problem(ZipParts{{{"r/a", "abc", 0, 0, 4}}}),
            "a.pt2: record 'r/a': it is stored as it is, yet with two sizes");
  ZipPart Part{"r/a", "abc"};
  for (const char *Name : {"r/b", "r/aa"}) {
    Part.LocalName = Name;
    EXPECT_EQ(problem(ZipParts{{Part, {"r/z", "..."}}}),
              "a.pt2: record 'r/a': its local header has another name");
  }
  EXPECT_EQ(problem("PYTORCH1" + std::string(30, 'x')),
            std::string(Damaged) + "it is a container of a PyTorch before 1.0");
  EXPECT_EQ(problem(""), std::string(Damaged) + "it is too short");
  EXPECT_EQ(problem(std::string(100000, 'x')),
            std::string(Damaged) +
                "it has no end record: it may have been cut off");
}

TEST(ZipReaderTest, RefusesFalseEndRecords) {
  std::string Bytes = ZipParts{{{"r/a", "abc"}}}.str();
  auto With = [&](size_t FromEnd, const std::string &Value) {
    std::string Changed = Bytes;
    Changed.replace(Changed.size() - FromEnd, Value.size(), Value);
    return problem(Changed);
  };
  EXPECT_EQ(With(18, u16(1)), std::string(Damaged) + "it spans several disks");
  EXPECT_EQ(With(16, u16(1)), std::string(Damaged) + "it spans several disks");
  EXPECT_EQ(With(14, u16(2)),
            std::string(Damaged) +
                "its end record counts its records in two ways");
  EXPECT_EQ(With(14, u16(2) + u16(2)),
            std::string(Damaged) + "its directory is too short for 2 records");
  EXPECT_EQ(With(14, u16(0) + u16(0)),
            std::string(Damaged) +
                "its directory has more than the 0 entries it counts");
  std::string Wrong =
      std::string(Damaged) +
      "its directory is not where the end record says; bytes may be missing, "
      "or there may be bytes before the first record";
  EXPECT_EQ(With(10, u32(1)), Wrong);
  EXPECT_EQ(With(6, u32(1)), Wrong);
  EXPECT_EQ(With(6, u32(0xffffffff)), Wrong);
  EXPECT_EQ(With(2, u16(1)),
            std::string(Damaged) + "its end record is not at its end");
  EXPECT_EQ(problem(Bytes + "x"),
            std::string(Damaged) + "its end record is not at its end");
  EXPECT_EQ(problem("x" + Bytes), Wrong);
  EXPECT_EQ(With(22 + 49, "PK\1\1"),
            std::string(Damaged) + "entry 0 of its directory is damaged");
  EXPECT_EQ(With(22 + 49 - 28, u16(4)),
            std::string(Damaged) + "entry 0 of its directory is damaged");
  EXPECT_EQ(With(22 + 49 - 34, u16(1)),
            "a.pt2: record 'r/a': it is on another disk");

  Bytes = ZipParts{{{"r/a", "abc"}}, "", true}.str();
  EXPECT_EQ(With(22 + 16, u32(1)),
            std::string(Damaged) + "it spans several disks");
  EXPECT_EQ(With(22 + 4, u32(2)),
            std::string(Damaged) + "it spans several disks");
  EXPECT_EQ(With(22 + 20 + 40, u32(1)),
            std::string(Damaged) + "it spans several disks");
  std::string Misplaced = std::string(Damaged) +
                          "its 64-bit end record is not where its locator says";
  EXPECT_EQ(With(22 + 12, u64(1)), Misplaced);
  EXPECT_EQ(With(22 + 12, u64(~0ull)), Misplaced);
  EXPECT_EQ(With(22 + 20 + 52, u64(45)), Misplaced);
  std::string Contradiction =
      std::string(Damaged) + "its two end records contradict each other";
  EXPECT_EQ(With(22 + 20 + 32, u64(2)), Contradiction);
  EXPECT_EQ(With(14, u16(3) + u16(3)), Contradiction);
  EXPECT_EQ(With(10, u32(3)), Contradiction);
  EXPECT_EQ(With(6, u32(3)), Contradiction);
  EXPECT_EQ(With(22 + 20 + 32, u64(1ull << 40) + u64(1ull << 40)),
            std::string(Damaged) +
                "its directory is too short for 1099511627776 records");
}

TEST(ZipReaderTest, LimitsTheNumberOfRecords) {
  ZipParts Parts;
  for (unsigned I = 0; I != 100; ++I)
    Parts.Parts.push_back({"r/" + std::to_string(I), "abc"});
  ZipLimits Limits;
  Limits.MaxEntries = 100;
  EXPECT_EQ(problem(Parts, Limits), "");
  Limits.MaxEntries = 99;
  EXPECT_EQ(problem(Parts, Limits),
            std::string(Damaged) + "100 records are more than the limit of 99");
}

/// Three kinds of archives, small.
static std::vector<std::string> smallArchives() {
  std::string Text(300, 'x');
  return {writeArchive({{"a", "abc"}, {"b/c", ""}, {"d", "e"}}),
          ZipParts{{{"r/a", "abc"}, {"r/b", deflate(Text), 8, 0, Text.size()}},
                   "comment"}
              .str(),
          ZipParts{{{"r/a", "abc"}}, "", true}.str()};
}

TEST(ZipReaderTest, RefusesEveryTruncation) {
  for (const std::string &Bytes : smallArchives()) {
    EXPECT_EQ(problem(Bytes), "");
    for (size_t Length = 0; Length != Bytes.size(); ++Length)
      EXPECT_NE(problem(Bytes.substr(0, Length)), "") << Length;
    // Also without what stands before.
    for (size_t Start = 1; Start < Bytes.size(); ++Start)
      EXPECT_NE(problem(Bytes.substr(Start)), "") << Start;
  }
}

TEST(ZipReaderTest, SurvivesEveryDamagedByte) {
  for (const std::string &Bytes : smallArchives())
    for (size_t At = 0; At != Bytes.size(); ++At)
      for (int Change : {0x00, 0xff, 0x01, 0x80, 0x7f}) {
        std::string Damaged = Bytes;
        Damaged[At] = Change == 0x00   ? 0
                      : Change == 0xff ? char(0xff)
                                       : char(Damaged[At] ^ Change);
        // readAll checks that nothing leads out of the file.
        (void)problem(Damaged);
      }
}

TEST(ZipReaderTest, OpensFiles) {
  TemporaryFolder Folder;
  std::string Long(50000, 'x');
  writeFile(Folder / "a.zip", ZipParts{{{"r/a", Long}}}.str());
  auto Zip = llvm::cantFail(ZipReader::open(Folder / "a.zip"));
  EXPECT_EQ(llvm::cantFail(Zip->read(*Zip->find("r/a"))), Long);
  EXPECT_NE(Zip->file().fd(), -1);
  EXPECT_EQ(message(ZipReader::open(Folder / "none.zip")),
            (Folder / "none.zip") + ": cannot read: No such file or directory");
  EXPECT_EQ(message(ZipReader::open(Folder / "")),
            (Folder / "") + ": cannot read: Is a directory");
}

TEST(ZipReaderTest, ComposesArchives) {
  auto First =
      llvm::cantFail(openZip(ZipParts{{{"r/a", "one"}, {"r/b", "two"}}}.str()));
  std::vector<ZipReader::Part> Parts;
  Parts.push_back({"m/x", First.get(), &First->entries()[0]});
  Parts.push_back({"m/text", nullptr, nullptr, "three"});
  Parts.push_back({"m/x", nullptr, nullptr, "never seen"});
  auto Zip = ZipReader::compose(First->sharedFile(), std::move(Parts));
  EXPECT_TRUE(Zip->isComposed());
  EXPECT_FALSE(First->isComposed());
  ASSERT_EQ(Zip->entries().size(), 2u);
  const ZipEntry *X = Zip->find("m/x"), *Text = Zip->find("m/text");
  ASSERT_TRUE(X && Text);
  EXPECT_EQ(Zip->find("r/a"), nullptr);
  EXPECT_EQ(llvm::cantFail(Zip->read(*X)), "one");
  EXPECT_EQ(llvm::cantFail(Zip->read(*Text)), "three");
  EXPECT_EQ(llvm::cantFail(Zip->storedRange(*X)).bytes(), "one");
  EXPECT_EQ(llvm::cantFail(Zip->storedRange(*Text)).bytes(), "three");
  EXPECT_EQ(Zip->originalName(*X), "r/a");
  EXPECT_EQ(Zip->originalName(*Text), "m/text");
  EXPECT_EQ(Zip->file().path(), "a.pt2");
}

/// A directory behind the record that says where it is; begin and size add up.
TEST(ZipReaderTest, RefusesDirectoriesBehindTheirEnd) {
  std::string Bytes = ZipParts{{{"r/a", "abc"}}, "", true}.str();
  size_t End = Bytes.find("PK\6\6");
  ASSERT_NE(End, std::string::npos);
  Bytes.replace(End + 40, 16, u64(-16) + u64(End + 16));
  EXPECT_EQ(problem(Bytes),
            std::string(Damaged) +
                "its directory is not where the end record says; bytes may be "
                "missing, or there may be bytes before the first record");
}
