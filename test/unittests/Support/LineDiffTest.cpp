//===- LineDiffTest.cpp - The difference of two texts ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/LineDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace fx;
using llvm::StringRef;

namespace {

std::string diff(StringRef Before, StringRef After, unsigned Context = 3) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printLineDiff(Before, After, OS, /*Colors=*/false, Context);
  return Text;
}

TEST(LineDiffTest, SaysNothingAboutEqualTexts) {
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("a\nb\n", "a\nb\n"), "");
}

TEST(LineDiffTest, ShowsContext) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nx\n5\n6\n7\n", 1),
            "@@ -3,3 +3,3 @@\n 3\n-4\n+x\n 5\n");
  EXPECT_EQ(diff("", "a\nb\n"), "@@ -1,0 +1,2 @@\n+a\n+b\n");
  EXPECT_EQ(diff("a\nb\n", "b\n", 0), "@@ -1,1 +1,0 @@\n-a\n");
}

TEST(LineDiffTest, JoinsHunksWhoseContextTouches) {
  std::string Near = diff("a\n1\n2\nb\n", "A\n1\n2\nB\n", 1);
  EXPECT_EQ(StringRef(Near).count("@@ -"), 1u);
  std::string Far = diff("a\n1\n2\n3\nb\n", "A\n1\n2\n3\nB\n", 1);
  EXPECT_EQ(StringRef(Far).count("@@ -"), 2u);
}

TEST(LineDiffTest, ColoursChangesOnly) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS.enable_colors(true);
  printLineDiff("a\nb\n", "a\nc\n", OS, /*Colors=*/true);
  EXPECT_NE(Text.find("\033[0;31m-b"), std::string::npos);
  EXPECT_NE(Text.find("\033[0;32m+c"), std::string::npos);
  EXPECT_NE(Text.find("\n a\n"), std::string::npos);
}

/// With all lines as context the marks alone give both texts back.
void checkRestores(StringRef Before, StringRef After) {
  std::string Text = diff(Before, After, 1u << 30);
  if (Text.empty()) {
    EXPECT_EQ(Before, After);
    return;
  }
  std::string Old, New;
  llvm::SmallVector<StringRef, 0> Lines;
  StringRef(Text).drop_back().split(Lines, '\n');
  for (StringRef Line : llvm::ArrayRef(Lines).drop_front()) {
    if (Line[0] != '+')
      Old += (Line.drop_front() + "\n").str();
    if (Line[0] != '-')
      New += (Line.drop_front() + "\n").str();
  }
  EXPECT_EQ(Old, Before);
  EXPECT_EQ(New, After);
}

TEST(LineDiffTest, RestoresBothTexts) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round != 500; ++Round) {
    unsigned Kinds = 1 + Random() % 40;
    auto Make = [&] {
      std::string Text;
      for (unsigned I = 0, E = Random() % 60; I != E; ++I)
        Text += std::to_string(Random() % Kinds) + "\n";
      return Text;
    };
    std::string Before = Make();
    checkRestores(Before, Make());
    // A few edits of the same text.
    llvm::SmallVector<StringRef, 0> Lines;
    StringRef(Before).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    std::string After;
    for (StringRef Line : Lines) {
      if (Random() % 8)
        After += (Line + "\n").str();
      if (Random() % 8 == 0)
        After += "new\n";
    }
    checkRestores(Before, After);
  }
}

TEST(LineDiffTest, TakesLargeTexts) {
  // Too many edits between two anchors for the exact algorithm.
  std::string Before, After;
  for (unsigned I = 0; I != 20000; ++I) {
    Before += "same\n";
    After += I % 2 ? "same\n" : "other\n";
  }
  checkRestores(Before, After);
  // All lines are anchors.
  Before.clear();
  After.clear();
  for (unsigned I = 0; I != 100000; ++I) {
    Before += std::to_string(I) + "\n";
    if (I % 3)
      After += std::to_string(I) + "\n";
  }
  checkRestores(Before, After);
}

} // namespace
