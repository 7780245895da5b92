//===- ThreadsTest.cpp - Archives and weights on several threads ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ZipReader.h and WeightStore.h promise. The thread sanitizer sees more in
// it than the comparison does (docs/Testing.md).
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include "fx/Interop/WeightStore.h"
#include <atomic>
#include <set>
#include <thread>

using namespace fx;
using namespace fx::test;
using llvm::StringRef;

namespace {

constexpr unsigned NumThreads = 4;

/// Calls \p Body with a number on each of several threads.
template <typename Fn> void onThreads(Fn Body) {
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != NumThreads; ++I)
    Threads.emplace_back(Body, I);
  for (std::thread &Thread : Threads)
    Thread.join();
}

TEST(Threads, ReadRecordsOfOneArchive) {
  std::vector<ZipPart> Parts;
  for (unsigned I = 0; I != 8; ++I) {
    std::string Text(10000 + I, char('a' + I));
    Parts.push_back(
        {"r/" + std::to_string(I), deflate(Text), 8, 0, Text.size()});
  }
  auto Zip = llvm::cantFail(openZip(ZipParts{Parts}.str()));
  std::vector<std::vector<const char *>> Read(NumThreads);
  onThreads([&](unsigned I) {
    for (const ZipEntry &Entry : Zip->entries())
      Read[I].push_back(llvm::cantFail(Zip->read(Entry)).data());
  });
  // Each record was inflated once, whoever came first.
  for (const std::vector<const char *> &Texts : Read)
    EXPECT_EQ(Texts, Read[0]);
}

TEST(Threads, ShareAStore) {
  WeightStore Store;
  Store.addFile(inputPath("mlp_minimal.pt2"));
  std::vector<std::vector<std::string>> Names(NumThreads);
  onThreads([&](unsigned I) {
    for (unsigned Round = 0; Round != 50; ++Round) {
      std::string Bytes = std::to_string(I) + "." + std::to_string(Round);
      std::string Name = llvm::cantFail(Store.add("new", Bytes));
      EXPECT_EQ(llvm::cantFail(Store.read(Name)), Bytes);
      EXPECT_TRUE(Store.isAdded(Name));
      EXPECT_FALSE(bool(llvm::cantFail(Store.find("nothing"))));
      EXPECT_EQ(llvm::cantFail(Store.archives()).size(), 1u);
      Names[I].push_back(Name);
    }
  });
  std::set<std::string> All;
  for (const std::vector<std::string> &Some : Names)
    All.insert(Some.begin(), Some.end());
  EXPECT_EQ(All.size(), NumThreads * 50u);
}

TEST(Threads, LendBytesToAStore) {
  WeightStore Store;
  std::string Bytes = "1234";
  std::atomic<unsigned> Lent = 0;
  onThreads([&](unsigned) { Lent += Store.lend("lent", Bytes); });
  EXPECT_EQ(Lent, 1u);
  // They are read where they are, and stay apart from what is added.
  EXPECT_EQ(llvm::cantFail(Store.read("lent")).data(), Bytes.data());
  EXPECT_EQ(llvm::cantFail(Store.add("lent", "5")), "lent_1");
  EXPECT_FALSE(Store.lend("lent_1", Bytes));
  EXPECT_EQ(llvm::cantFail(Store.read("lent_1")), "5");
}

} // namespace
