//===- OutputFileTest.cpp - Writing files whole or not at all -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include <unistd.h>

using namespace fx;
using namespace fx::test;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
using Files = std::vector<std::string>;

TEST(OutputFileTest, ReplacesFilesOnCommitOnly) {
  TemporaryFolder Folder;
  writeFile(Folder / "a", "old");
  ASSERT_FALSE(fs::setPermissions(Folder / "a", fs::perms(0640)));
  {
    auto File = llvm::cantFail(OutputFile::create(Folder / "a"));
    EXPECT_EQ(message(File->write(std::string(1 << 20, 'x'))), "");
    EXPECT_EQ(message(File->flush()), "");
    EXPECT_EQ(Folder.files().size(), 2u);
    EXPECT_EQ(readFile(Folder / "a"), "old");
  }
  EXPECT_EQ(Folder.files(), Files{"a"});
  EXPECT_EQ(readFile(Folder / "a"), "old");

  auto File = llvm::cantFail(OutputFile::create(Folder / "a"));
  EXPECT_EQ(message(File->write("new ")), "");
  EXPECT_EQ(message(File->write("text")), "");
  EXPECT_EQ(File->tell(), 8u);
  EXPECT_EQ(message(File->commit()), "");
  EXPECT_EQ(Folder.files(), Files{"a"});
  EXPECT_EQ(readFile(Folder / "a"), "new text");
  EXPECT_EQ(*fs::getPermissions(Folder / "a"), fs::perms(0640));
}

TEST(OutputFileTest, KeepsLinks) {
  TemporaryFolder Folder;
  writeFile(Folder / "a", "old");
  ASSERT_FALSE(fs::create_link(Folder / "a", Folder / "link"));
  ASSERT_FALSE(fs::create_link(Folder / "new", Folder / "dangling"));
  for (const char *Name : {"link", "dangling"}) {
    auto File = llvm::cantFail(OutputFile::create(Folder / Name));
    EXPECT_EQ(message(File->write("new")), "");
    EXPECT_EQ(message(File->commit()), "");
    EXPECT_TRUE(fs::is_symlink_file(Folder / Name));
  }
  EXPECT_EQ(readFile(Folder / "a"), "new");
  EXPECT_EQ(readFile(Folder / "new"), "new");
}

TEST(OutputFileTest, CopiesPartsOfFiles) {
  TemporaryFolder Folder;
  std::string Text;
  for (unsigned I = 0; Text.size() < (3 << 20); ++I)
    Text += std::to_string(I) + " ";
  writeFile(Folder / "a", Text);
  auto Source = llvm::cantFail(MappedFile::open(Folder / "a"));
  auto Memory = MappedFile::fromBuffer(
      llvm::MemoryBuffer::getMemBuffer(Text, "text", false));
  for (bool Share : {false, true}) {
    // Over the file itself, too.
    auto File = llvm::cantFail(OutputFile::create(Folder / "a"));
    if (Share)
      File->shareBlocks();
    std::string Result = "begin";
    EXPECT_EQ(message(File->write("begin")), "");
    auto Copy = [&](const MappedFile &From, uint64_t Offset, uint64_t Size) {
      EXPECT_EQ(message(File->copy({&From, Offset, Size})), "");
      Result += Text.substr(Offset, Size);
    };
    Copy(*Source, 100, 10);
    Copy(*Source, 4096 + Result.size(), 1 << 20);
    Copy(*Source, 77, 1 << 20);
    Copy(*Memory, 77, 1 << 20);
    Copy(*Source, 0, 0);
    Copy(*Source, 0, Text.size());
    // Part of a part.
    auto Slice =
        MappedFile::slice(MappedFile::slice(Source, 1000, 2 << 20, "outer"),
                          234, 1 << 20, "inner");
    EXPECT_EQ(Slice->path(), "inner");
    EXPECT_EQ(Slice->bytes(), StringRef(Text).substr(1234, 1 << 20));
    EXPECT_EQ(message(File->copy({Slice.get(), 6, 1 << 19})), "");
    Result += Text.substr(1240, 1 << 19);
    EXPECT_EQ(message(File->write("end")), "");
    Result += "end";
    EXPECT_EQ(File->tell(), Result.size());
    EXPECT_EQ(message(File->commit()), "");
    EXPECT_EQ(readFile(Folder / "a"), Result);
    writeFile(Folder / "a", Text);
    Source = llvm::cantFail(MappedFile::open(Folder / "a"));
  }
}

TEST(OutputFileTest, WritesInPlaceWhereItMust) {
  auto File = llvm::cantFail(OutputFile::create("/dev/null"));
  EXPECT_EQ(message(File->write("x")), "");
  EXPECT_EQ(message(File->commit()), "");

  File = llvm::cantFail(OutputFile::create("/dev/full"));
  EXPECT_EQ(message(File->write("x")), "");
  EXPECT_EQ(message(File->commit()),
            "/dev/full: cannot write: No space left on device");

  TemporaryFolder Folder;
  int FD;
  ASSERT_FALSE(fs::openFileForWrite(Folder / "a", FD));
  File = llvm::cantFail(OutputFile::create("/dev/fd/" + std::to_string(FD)));
  EXPECT_EQ(message(File->write("x")), "");
  EXPECT_EQ(message(File->commit()), "");
  // It stays open: it is not ours.
  EXPECT_EQ(::write(FD, "y", 1), 1);
  ::close(FD);
  EXPECT_EQ(readFile(Folder / "a"), "xy");
}

TEST(OutputFileTest, SaysWhyItCannotWrite) {
  TemporaryFolder Folder;
  EXPECT_EQ(message(OutputFile::create(Folder / "none/a")),
            (Folder / "none/a") + ": cannot write: there is no folder '" +
                (Folder / "none") + "'");
  EXPECT_EQ(message(OutputFile::create(Folder / "")),
            (Folder / "") + ": cannot write: this is a folder; give a file");
}
