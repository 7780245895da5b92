//===- NamespaceTest.cpp - Names against torch.fx ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Namespace.h"
#include "fx/IR/Context.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

// torch.fx: _Namespace.create_name, Graph._target_to_str
TEST(Namespace, NamesAreThoseOfTorchFX) {
  auto Buffer =
      llvm::MemoryBuffer::getFile(FX_TEST_SOURCE_DIR "/unittests/IR/Inputs/"
                                                     "names-2.13.txt");
  ASSERT_TRUE(bool(Buffer)) << Buffer.getError().message();
  unsigned Names = 0;
  auto Context = std::make_unique<fx::Context>();
  auto Space = std::make_unique<Namespace>(*Context);
  for (StringRef Line : llvm::split((*Buffer)->getBuffer(), '\n')) {
    if (Line.starts_with("#"))
      continue;
    llvm::SmallVector<StringRef, 3> Fields;
    Line.split(Fields, '\t');
    if (Fields.size() == 2) {
      EXPECT_EQ(Space->createName(Fields[0]).str(*Context), Fields[1]);
      ++Names;
      continue;
    }
    Space = std::make_unique<Namespace>(*Context);
    if (Fields.size() != 3)
      continue;
    Name N = Fields[0] == "explicit"
                 ? Space->createName(Fields[1])
                 : Space->createNameFor(Context->intern(Fields[1]),
                                        Fields[0] == "path"
                                            ? TargetNaming::Path
                                            : TargetNaming::Callable);
    EXPECT_EQ(N.str(*Context), Fields[2]) << Line.str();
    ++Names;
  }
  EXPECT_GT(Names, 1000u);
}

TEST(Namespace, HugeSuffixesStayUnique) {
  Context Ctx;
  Namespace Space(Ctx);
  llvm::SmallVector<std::string, 8> Seen;
  for (unsigned I = 0; I != 8; ++I) {
    std::string Text = Space.createName("x_99999999999999999999").str(Ctx);
    EXPECT_FALSE(llvm::is_contained(Seen, Text)) << Text;
    Seen.push_back(Text);
  }
}

TEST(Namespace, GreatestSuffixes) {
  Context Ctx;
  Namespace Space(Ctx);
  Space.createName("x_5");
  Space.createName("x_9");
  for (uint64_t N = uint64_t(UINT32_MAX) - 4; N != uint64_t(UINT32_MAX) + 3;
       ++N) {
    std::string Text = "x_" + std::to_string(N);
    EXPECT_EQ(Namespace::parse(Ctx, Text).str(Ctx), Text);
    EXPECT_FALSE(Space.isUsed(Namespace::parse(Ctx, Text)));
    EXPECT_EQ(Space.createName(Text).str(Ctx), Text);
    EXPECT_TRUE(Space.isUsed(Namespace::parse(Ctx, Text)));
  }
}

// A graph that was read goes on numbering as the one that was printed.
TEST(Namespace, ClaimedNamesCount) {
  Context Ctx;
  Namespace Space(Ctx);
  EXPECT_TRUE(bool(Space.claim("relu_5")));
  EXPECT_TRUE(bool(Space.claim("relu")));
  EXPECT_FALSE(bool(Space.claim("relu")));
  EXPECT_EQ(Space.createName("relu").str(Ctx), "relu_6");
}
