//===- LiteralTest.cpp - Python literals as arguments ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Literal.h"
#include "../TextTable.h"
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
  void
  expectTexts(std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>>
                  Table) {
    test::expectTexts([&](llvm::StringRef T) { return read(T); }, Table);
  }
  Context Ctx;
};
} // namespace

TEST_F(LiteralTest, Numbers) {
  expectTexts(
      {{"0", "0"},
       {"-1", "-1"},
       {"+12", "12"},
       {" 7 ", "7"},
       {"123456789012345678901234567890", "123456789012345678901234567890"},
       {"1.5", "1.5"},
       {"-.5", "-0.5"},
       {"1e-05", "1e-05"},
       {"1E+2", "100.0"},
       {"2e3", "2000.0"},
       {"inf", "inf"},
       {"-inf", "-inf"},
       {"+inf", "inf"},
       {"[-inf, 1]", "[-inf, 1]"},
       {"nan", "nan"}});
}

TEST_F(LiteralTest, Strings) {
  expectTexts({{"'mean'", "\"mean\""},
               {"\"it's\"", "\"it's\""},
               {"''", "\"\""},
               {R"('a\nb\tc\\d\'e')", R"("a\nb\tc\\d'e")"},
               {"['a', \"b\"]", "[\"a\", \"b\"]"}});
}

TEST_F(LiteralTest, Names) {
  expectTexts({{"None", "None"},
               {"True", "True"},
               {"False", "False"},
               {"torch.float32", "torch.float32"},
               {"torch.strided", "torch.strided"},
               {"torch.contiguous_format", "torch.contiguous_format"},
               {"operator.add", "fn(\"operator.add\")"},
               {"_operator.add", "fn(\"_operator.add\")"},
               {"...", "..."},
               {"[..., 1]", "[..., 1]"}});
}

TEST_F(LiteralTest, Sequences) {
  expectTexts({{"[]", "[]"},
               {"()", "()"},
               {"[0, 1]", "[0, 1]"},
               {"[ 0 , 1 , ]", "[0, 1]"},
               {"[1]", "[1]"},
               {"(1,)", "(1,)"},
               {"(1)", "1"},
               {"(1, 2)", "(1, 2)"},
               {"[(1, [2]), 'x']", "[(1, [2]), \"x\"]"}});
}

TEST_F(LiteralTest, SaysWhereReadingStopped) {
  expectTexts({{"", "column 1: expected a value"},
               {"  ", "column 3: expected a value"},
               {"1 2", "column 3: text after the value"},
               {"[1 2]", "column 4: expected ',' or ']'"},
               {"(1 2)", "column 4: expected ',' or ')'"},
               {"[1, ", "column 5: expected a value"},
               {"[,]", "column 2: expected a value"},
               {"'a", "column 3: the string does not end"},
               {"'a\\", "column 4: the string does not end"},
               {"-", "column 2: expected a value"},
               {"--1", "column 2: expected a value"},
               {"1.2.3", "column 6: malformed number"},
               {"name", "column 5: unknown name 'name'"},
               {"?", "column 1: expected a value"}});
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
