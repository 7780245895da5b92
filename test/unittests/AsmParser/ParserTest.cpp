//===- ParserTest.cpp - Reading text that is in memory --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "gtest/gtest.h"

using namespace fx;

static std::string errorOf(llvm::StringRef Text,
                           const ParserOptions &Options = {}) {
  Context Ctx;
  auto M = parseModule(Ctx, Text, Options);
  return M ? "" : llvm::toString(M.takeError());
}

TEST(ParserTest, ReadsBothForms) {
  Context Ctx;
  auto Native = parseModule(Ctx, "fx 1\ngraph():\n    return None\n");
  ASSERT_TRUE(bool(Native));
  EXPECT_EQ((*Native)->graph().size(), 1u);
  auto Printed = parseModule(Ctx, "graph():\n    return None");
  ASSERT_TRUE(bool(Printed));
  EXPECT_EQ((*Printed)->graph().size(), 1u);
}

TEST(ParserTest, NativeTextNeedsItsVersion) {
  ParserOptions Options;
  Options.Dialect = ParserOptions::Native;
  EXPECT_EQ(errorOf("graph():\n    return None\n", Options),
            "native text begins with the line 'fx 1'");
}

TEST(ParserTest, ParseModuleWantsOneModule) {
  EXPECT_EQ(errorOf("graph():\n    return None\ngraph():\n    return None\n"),
            "expected one module, found 2");
}

TEST(ParserTest, TheErrorHoldsEveryMessage) {
  std::string Text = errorOf("fx 1\ngraph():\n    %a\n    %b\n");
  EXPECT_NE(Text.find("expected '='"), std::string::npos);
  EXPECT_NE(Text.find('\n'), std::string::npos);
}
