//===- SharedBlocksTest.cpp - Sharing blocks instead of copying -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few file systems share blocks, so this program takes the place of the one
// call of the kernel that does: it checks what is asked for and answers as such
// a file system would, or as one that cannot.
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include <cerrno>
#include <cstdarg>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#ifdef FICLONERANGE
using namespace fx;
using namespace fx::test;
using llvm::StringRef;

namespace {
struct FileSystem {
  /// What the call answers; 0: it works.
  int Error = 0;
  uint64_t Shared = 0;
  unsigned Calls = 0;
};
/// Null: calls go to the kernel.
FileSystem *Simulated = nullptr;

int share(FileSystem &FS, int FD, const file_clone_range &Range) {
  ++FS.Calls;
  // Whole blocks only, on both sides.
  EXPECT_EQ(Range.src_offset % 4096, 0u);
  EXPECT_EQ(Range.src_length % 4096, 0u);
  EXPECT_EQ(Range.dest_offset % 4096, 0u);
  EXPECT_NE(Range.src_length, 0u);
  if (FS.Error) {
    errno = FS.Error;
    return -1;
  }
  std::string Bytes(Range.src_length, 0);
  EXPECT_EQ(pread(Range.src_fd, Bytes.data(), Bytes.size(), Range.src_offset),
            ssize_t(Bytes.size()));
  EXPECT_EQ(pwrite(FD, Bytes.data(), Bytes.size(), Range.dest_offset),
            ssize_t(Bytes.size()));
  FS.Shared += Bytes.size();
  return 0;
}
} // namespace

extern "C" int ioctl(int FD, unsigned long Request, ...) noexcept {
  va_list Args;
  va_start(Args, Request);
  void *Argument = va_arg(Args, void *);
  va_end(Args);
  if (Simulated && Request == FICLONERANGE)
    return share(*Simulated, FD,
                 *static_cast<const file_clone_range *>(Argument));
  return syscall(SYS_ioctl, FD, Request, Argument);
}

namespace {
class SharedBlocksTest : public ::testing::Test {
protected:
  SharedBlocksTest() {
    // Records of several blocks, and one that is too small to be shared.
    std::vector<RecordText> Records = usualRecords();
    std::string Large;
    for (unsigned I = 0; Large.size() < LargeSize; ++I)
      Large += std::to_string(I) + ' ';
    for (const auto &[Name, Text] : {std::pair("extra/a", Large),
                                     {"extra/b", "small"},
                                     {"extra/c", Large}})
      Records.insert(Records.begin(), {Name, Text});
    writeFile(Folder / "a.pt2", writeArchive(Records));
    Archive = llvm::cantFail(PT2Archive::open(Folder / "a.pt2"));
  }
  ~SharedBlocksTest() override { Simulated = nullptr; }

  /// The archive with another record, in bytes.
  std::string write(bool ShareBlocks) {
    PT2Writer Writer(*Archive);
    Writer.set("extra/new", Payload::owned("new"));
    EXPECT_EQ(message(Writer.write(Folder / "b.pt2", {ShareBlocks})), "");
    return readFile(Folder / "b.pt2");
  }
  void expectRecords(StringRef Bytes) {
    auto B = llvm::cantFail(openPT2(Bytes));
    for (const ZipEntry &Entry : Archive->entries()) {
      StringRef Name = Archive->name(Entry);
      if (Archive->kind(Entry) == PT2Kind::SerializationId)
        continue;
      EXPECT_EQ(llvm::cantFail(B->read(Name)),
                llvm::cantFail(Archive->read(Entry)))
          << Name.str();
    }
  }

  static constexpr size_t LargeSize = 300000;
  TemporaryFolder Folder;
  std::unique_ptr<PT2Archive> Archive;
};

TEST_F(SharedBlocksTest, LargeRecordsAreShared) {
  FileSystem FS;
  Simulated = &FS;
  expectRecords(write(/*ShareBlocks=*/true));
  EXPECT_EQ(FS.Calls, 2u);
  // All but what is in the first and the last block.
  EXPECT_GE(FS.Shared, 2 * (LargeSize - 2 * 4096));
}

TEST_F(SharedBlocksTest, NothingIsSharedUnasked) {
  FileSystem FS;
  Simulated = &FS;
  expectRecords(write(/*ShareBlocks=*/false));
  EXPECT_EQ(FS.Calls, 0u);
}

TEST_F(SharedBlocksTest, OtherFileSystemsCopy) {
  std::string Shared = write(/*ShareBlocks=*/true);
  for (int Error : {EOPNOTSUPP, EXDEV, EINVAL, ENOTTY, EPERM}) {
    FileSystem FS;
    FS.Error = Error;
    Simulated = &FS;
    EXPECT_EQ(write(/*ShareBlocks=*/true), Shared) << Error;
    EXPECT_EQ(FS.Shared, 0u);
    EXPECT_EQ(FS.Calls, 2u);
  }
  expectRecords(Shared);
}

TEST_F(SharedBlocksTest, FullDiskIsAnError) {
  FileSystem FS;
  FS.Error = ENOSPC;
  Simulated = &FS;
  PT2Writer Writer(*Archive);
  Writer.set("extra/new", Payload::owned("new"));
  EXPECT_NE(message(Writer.write(Folder / "b.pt2", {/*ShareBlocks=*/true})),
            "");
  EXPECT_EQ(Folder.files(), std::vector<std::string>{"a.pt2"});
}
} // namespace
#endif
