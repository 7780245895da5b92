//===- LiteralTest.cpp - Python literals as arguments ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Literal.h"
#include "fx/IR/Context.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {
class LiteralTest : public testing::Test {
protected:
  /// The value as native text, or the error.
  std::string read(llvm::StringRef Text) {
    llvm::Expected<Argument> Value = parseLiteral(Ctx, Text);
    if (!Value)
      return llvm::toString(Value.takeError());
    std::string Result;
    llvm::raw_string_ostream OS(Result);
    printArgument(*Value, Ctx, OS);
    return Result;
  }
  Context Ctx;
};
} // namespace

TEST_F(LiteralTest, Numbers) {
  EXPECT_EQ(read("0"), "0");
  EXPECT_EQ(read("-1"), "-1");
  EXPECT_EQ(read("+12"), "12");
  EXPECT_EQ(read(" 7 "), "7");
  EXPECT_EQ(read("123456789012345678901234567890"),
            "123456789012345678901234567890");
  EXPECT_EQ(read("1.5"), "1.5");
  EXPECT_EQ(read("-.5"), "-0.5");
  EXPECT_EQ(read("1e-05"), "1e-05");
  EXPECT_EQ(read("1E+2"), "100.0");
  EXPECT_EQ(read("2e3"), "2000.0");
  EXPECT_EQ(read("inf"), "inf");
  EXPECT_EQ(read("-inf"), "-inf");
  EXPECT_EQ(read("+inf"), "inf");
  EXPECT_EQ(read("[-inf, 1]"), "[-inf, 1]");
  EXPECT_EQ(read("nan"), "nan");
}

TEST_F(LiteralTest, Strings) {
  EXPECT_EQ(read("'mean'"), "\"mean\"");
  EXPECT_EQ(read("\"it's\""), "\"it's\"");
  EXPECT_EQ(read("''"), "\"\"");
  EXPECT_EQ(read(R"('a\nb\tc\\d\'e')"), R"("a\nb\tc\\d'e")");
  EXPECT_EQ(read("['a', \"b\"]"), "[\"a\", \"b\"]");
}

TEST_F(LiteralTest, Names) {
  EXPECT_EQ(read("None"), "None");
  EXPECT_EQ(read("True"), "True");
  EXPECT_EQ(read("False"), "False");
  EXPECT_EQ(read("torch.float32"), "torch.float32");
  EXPECT_EQ(read("torch.strided"), "torch.strided");
  EXPECT_EQ(read("torch.contiguous_format"), "torch.contiguous_format");
  EXPECT_EQ(read("operator.add"), "fn(\"operator.add\")");
  EXPECT_EQ(read("_operator.add"), "fn(\"_operator.add\")");
  EXPECT_EQ(read("..."), "...");
  EXPECT_EQ(read("[..., 1]"), "[..., 1]");
}

TEST_F(LiteralTest, Sequences) {
  EXPECT_EQ(read("[]"), "[]");
  EXPECT_EQ(read("()"), "()");
  EXPECT_EQ(read("[0, 1]"), "[0, 1]");
  EXPECT_EQ(read("[ 0 , 1 , ]"), "[0, 1]");
  EXPECT_EQ(read("[1]"), "[1]");
  EXPECT_EQ(read("(1,)"), "(1,)");
  EXPECT_EQ(read("(1)"), "1");
  EXPECT_EQ(read("(1, 2)"), "(1, 2)");
  EXPECT_EQ(read("[(1, [2]), 'x']"), "[(1, [2]), \"x\"]");
}

TEST_F(LiteralTest, SaysWhereReadingStopped) {
  EXPECT_EQ(read(""), "column 1: expected a value");
  EXPECT_EQ(read("  "), "column 3: expected a value");
  EXPECT_EQ(read("1 2"), "column 3: text after the value");
  EXPECT_EQ(read("[1 2]"), "column 4: expected ',' or ']'");
  EXPECT_EQ(read("(1 2)"), "column 4: expected ',' or ')'");
  EXPECT_EQ(read("[1, "), "column 5: expected a value");
  EXPECT_EQ(read("[,]"), "column 2: expected a value");
  EXPECT_EQ(read("'a"), "column 3: the string does not end");
  EXPECT_EQ(read("'a\\"), "column 4: the string does not end");
  EXPECT_EQ(read("-"), "column 2: expected a value");
  EXPECT_EQ(read("--1"), "column 2: expected a value");
  EXPECT_EQ(read("1.2.3"), "column 6: malformed number");
  EXPECT_EQ(read("name"), "column 5: unknown name 'name'");
  EXPECT_EQ(read("?"), "column 1: expected a value");
}

TEST_F(LiteralTest, ValuesNestSoDeep) {
  auto Nested = [](unsigned Depth) {
    return std::string(Depth, '[') + std::string(Depth, ']');
  };
  unsigned Depth = 1;
  while (Depth < 100'000 && bool(read(Nested(Depth)) == Nested(Depth)))
    Depth *= 2;
  EXPECT_GT(Depth, 8u);
  EXPECT_LT(Depth, 100'000u);
  EXPECT_NE(read(Nested(Depth)).find("values nest too deeply"),
            std::string::npos);
}
