//===- JSONPatchTest.cpp - What stands for unknown members ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program/JSONPatch.h"
#include "fx/IR/Context.h"
#include "fx/IR/Literal.h"
#include "gtest/gtest.h"

using namespace fx;

// Texts may hold anything; only what has this form is applied.
TEST(JSONPatchTest, PatchesHaveOneForm) {
  Context Ctx;
  auto Is = [&](llvm::StringRef Text) {
    return interop::isPatch(llvm::cantFail(parseLiteral(Ctx, Text)));
  };
  EXPECT_TRUE(Is("('add', 'path', 'key', 3, '1')"));
  EXPECT_TRUE(Is("('drop', 'path', 'key', '1')"));
  EXPECT_TRUE(Is("('replace', 'path', '1', '2')"));
  for (llvm::StringRef Text :
       {"1", "()", "'add'", "('add',)", "['drop', 'path', 'key', '1']",
        "(1, 'path', 'key', '1')", "('other', 'path', 'key', '1')",
        "('add', 'path', 'key', '3', '1')", "('add', 'path', 3, 3, '1')",
        "('add', 'path', 'key', 3)", "('add', 'path', 'key', 3, '1', '2')",
        "('add', 'path', 'key', 3, 1)", "('drop', 'path', 'key')",
        "('drop', 'path', 'key', 3)", "('drop', 'path', 'key', '1', '2')",
        "('replace', 'path', '1')", "('replace', 'path', '1', '2', '3')",
        "('replace', 1, '1', '2')", "('replace', 'path', '1', None)"})
    EXPECT_FALSE(Is(Text)) << Text.str();
}
