//===- WeightStoreTest.cpp - Records of several files ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/WeightStore.h"
#include "TestArchives.h"

using namespace fx;
using namespace fx::test;
using llvm::cantFail;
using llvm::StringRef;

namespace {

/// Writes a safetensors file of one tensor of two bytes.
void writeTensor(StringRef Path, StringRef Name, StringRef Bytes) {
  std::string Header = ("{\"" + Name +
                        "\":{\"dtype\":\"U8\",\"shape\":[2],"
                        "\"data_offsets\":[0,2]}}")
                           .str();
  std::error_code EC;
  llvm::raw_fd_ostream(Path, EC) << u64(Header.size()) << Header << Bytes;
  EXPECT_FALSE(EC);
}

} // namespace

TEST(WeightStoreTest, AsksTheFilesInTheirOrder) {
  TemporaryFolder Folder;
  writeTensor(Folder / "1.safetensors", "a", "12");
  writeTensor(Folder / "2.safetensors", "a", "34");
  writeTensor(Folder / "3.safetensors", "c", "56");
  WeightStore Store;
  for (StringRef Name : {"1.safetensors", "2.safetensors", "3.safetensors"})
    Store.addFile(Folder / Name);
  EXPECT_EQ(cantFail(Store.read("a")), "12");
  EXPECT_EQ(cantFail(Store.read("c")), "56");
  EXPECT_EQ(cantFail(Store.payload("c")).size(), 2u);
  EXPECT_EQ(message(Store.read("b")), ": no weight file has the record 'b'");
  WeightStore::Place Place = cantFail(Store.find("c"));
  EXPECT_TRUE(Place);
  EXPECT_EQ(Place.dtype(), DType::UInt8);
  EXPECT_EQ(Place.sizes().size(), 1u);
  EXPECT_FALSE(cantFail(Store.find("b")));
  // What is added comes before the files, under a name that none of them has.
  EXPECT_EQ(cantFail(Store.add("c", "7")), "c_1");
  EXPECT_TRUE(Store.lend("a", "8"));
  EXPECT_EQ(cantFail(Store.read("a")), "8");
  EXPECT_FALSE(cantFail(Store.find("a")).dtype());
  EXPECT_TRUE(cantFail(Store.find("a")).sizes().empty());
}

TEST(WeightStoreTest, SaysThatAFileIsMissing) {
  WeightStore Store;
  Store.addFile("no/such.safetensors");
  std::string Missing =
      "no/such.safetensors: cannot read: No such file or directory";
  EXPECT_EQ(message(Store.find("a")), Missing);
  EXPECT_EQ(message(Store.read("a")), Missing);
  EXPECT_EQ(message(Store.payload("a")), Missing);
  EXPECT_EQ(message(Store.add("a", "1")), Missing);
  EXPECT_EQ(message(Store.archives()), Missing);
  EXPECT_EQ(Store.identityOf("a"), "a");
  // What is added needs no file.
  EXPECT_TRUE(Store.lend("b", "2"));
  EXPECT_EQ(cantFail(Store.read("b")), "2");
}
