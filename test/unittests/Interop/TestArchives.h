//===- TestArchives.h - Archives made byte by byte --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_INTEROP_TESTARCHIVES_H
#define FX_TEST_UNITTESTS_INTEROP_TESTARCHIVES_H

#include "fx/Interop/PT2Writer.h"
#include "fx/Support/ZipWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace fx::test {

/// A record as the parts of a zip archive say it is: anything may be a lie.
struct ZipPart {
  std::string Name;
  /// As it is stored.
  std::string Bytes;
  uint16_t Method = 0;
  uint16_t Flags = 0;
  /// Of the directory; Bytes' size where not given.
  std::optional<uint64_t> Size = std::nullopt;
  std::optional<uint64_t> StoredSize = std::nullopt;
  std::optional<uint64_t> HeaderOffset = std::nullopt;
  /// Of the local header; Name where not given.
  std::optional<std::string> LocalName = std::nullopt;
  /// Between name and bytes, and in the directory.
  std::string LocalExtra = {};
  std::string CentralExtra = {};
};

struct ZipParts {
  std::vector<ZipPart> Parts;
  std::string Comment = {};
  /// 64-bit end record and locator.
  bool End64 = false;
  std::optional<uint16_t> Count = std::nullopt;

  std::string str() const;
};

/// Deflates as Python's zipfile does.
std::string deflate(llvm::StringRef Bytes);
/// Little-endian numbers.
std::string u16(uint64_t Value);
std::string u32(uint64_t Value);
std::string u64(uint64_t Value);

/// Opens bytes under the name `a.pt2`.
llvm::Expected<std::unique_ptr<ZipReader>> openZip(llvm::StringRef Bytes,
                                                   ZipLimits Limits = {});
llvm::Expected<std::unique_ptr<PT2Archive>> openPT2(llvm::StringRef Bytes);
/// `a.pt2: text` of an error; empty for none.
std::string message(llvm::Error E);
template <typename T> std::string message(llvm::Expected<T> Value) {
  return Value ? std::string() : message(Value.takeError());
}

/// A small archive of generation C, made by ZipWriter from its records.
struct RecordText {
  std::string Name;
  std::string Text;
};
std::vector<RecordText> usualRecords();
std::string writeArchive(llvm::ArrayRef<RecordText> Records,
                         llvm::StringRef Root = "m");
/// What PT2Writer makes of it.
std::string writeToString(const PT2Writer &Writer);
/// Names of the records, in their order.
std::vector<std::string> recordNames(llvm::StringRef Archive);

/// Reads a file of test/Interop/Inputs.
std::string readInput(llvm::StringRef Name);
std::string inputPath(llvm::StringRef Name);

/// A folder that is removed at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("fx-interop", Path));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(Path); }
  std::string operator/(llvm::StringRef Name) const {
    llvm::SmallString<128> Result(Path);
    llvm::sys::path::append(Result, Name);
    return std::string(Result);
  }
  /// Names of the files in it, sorted.
  std::vector<std::string> files() const;

private:
  llvm::SmallString<128> Path;
};
std::string readFile(llvm::StringRef Path);
void writeFile(llvm::StringRef Path, llvm::StringRef Bytes);

} // namespace fx::test

#endif // FX_TEST_UNITTESTS_INTEROP_TESTARCHIVES_H
