//===- ModuleTest.cpp - The module tree -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Module.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

std::unique_ptr<Module> make(Context &Ctx, llvm::StringRef Class) {
  return std::make_unique<Module>(Ctx, Ctx.intern(Class));
}

TEST(ModuleTest, FindsChildrenHoweverManyThereAre) {
  Context Ctx;
  std::unique_ptr<Module> Root = make(Ctx, "Root");
  for (unsigned N = 0; N != 40; ++N) {
    std::string Name = "c" + std::to_string(N);
    EXPECT_EQ(Root->child(Name), nullptr);
    Module &C = Root->addChild(Ctx.intern(Name), make(Ctx, "A"));
    EXPECT_EQ(Root->child(Name), &C);
    EXPECT_EQ(Root->child("c0"), Root->children().front().get());
  }
  // A second child of that name takes its place.
  Module &Other = Root->addChild(Ctx.intern("c7"), make(Ctx, "B"));
  EXPECT_EQ(Root->children().size(), 40u);
  EXPECT_EQ(Root->children()[7].get(), &Other);
  EXPECT_EQ(Root->child("c7"), &Other);
  // Down to a few again.
  for (unsigned N = 0; N != 35; ++N) {
    std::string Name = "c" + std::to_string(N);
    Root->removeChild(Name);
    EXPECT_EQ(Root->child(Name), nullptr);
    EXPECT_EQ(Root->child("c39"), Root->children().back().get());
  }
  EXPECT_EQ(Root->children().size(), 5u);
}

} // namespace
