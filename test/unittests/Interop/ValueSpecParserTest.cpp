//===- ValueSpecParserTest.cpp - Inputs as the command line describes them ===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/ValueSpecParser.h"
#include "../TextTable.h"
#include "TestArchives.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {
class ValueSpecParserTest : public testing::Test {
protected:
  std::string read(StringRef Spec);
  void
  expectTexts(std::initializer_list<std::pair<StringRef, StringRef>> Table) {
    test::expectTexts([&](StringRef T) { return read(T); }, Table);
  }
  std::string defaultOf(StringRef Val, StringRef Program = "");
  std::string text(const Argument &A) const;
  std::string text(const ValueSpec &V) const;
  Context Ctx;
};
} // namespace

std::string ValueSpecParserTest::text(const Argument &A) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printArgument(A, Ctx, OS);
  return Text;
}

/// A value as one line: fill, dtype, sizes, numbers.
std::string ValueSpecParserTest::text(const ValueSpec &V) const {
  static const char *const Fills[] = {"randn", "rand",  "randint", "zeros",
                                      "ones",  "full",  "arange",  "number",
                                      "list",  "tuple", "dict"};
  std::string Text = Fills[V.Fill];
  if (V.Fill == ValueSpec::Number)
    return Text + " " + text(V.Scalar);
  if (V.Fill >= ValueSpec::List) {
    for (size_t I = 0; I != V.Items.size(); ++I)
      Text += std::string(I ? "; " : " ") +
              (I < V.Keys.size() ? text(V.Keys[I]) + ": " : std::string()) +
              "{" + text(V.Items[I]) + "}";
    return Text;
  }
  Text += " " + fx::toString(V.Type).str() + " [";
  for (size_t I = 0; I != V.Sizes.size(); ++I)
    Text += (I ? "," : "") + std::to_string(V.Sizes[I]);
  Text += "]";
  for (const Argument &Number : V.Args) {
    Text += Number.isInt() ? " " + std::to_string(Number.asInt())
                           : llvm::formatv(" {0}", Number.asFloat()).str();
  }
  return Text;
}

/// The value, or what is wrong with it.
std::string ValueSpecParserTest::read(StringRef Spec) {
  llvm::Expected<NamedValueSpec> Read = parseValueSpec(Spec, Ctx);
  if (!Read) {
    std::string Text = llvm::toString(Read.takeError());
    return StringRef(Text)
        .split("input: ")
        .second.split("; inputs look like")
        .first.str();
  }
  std::string Name = Read->Name.empty() ? "" : Read->Name + " = ";
  return Name + (Read->File.empty() ? text(Read->Value) : Read->File);
}

/// What the placeholder of a graph gets.
std::string ValueSpecParserTest::defaultOf(StringRef Val, StringRef Program) {
  auto M = llvm::cantFail(parseModule(
      Ctx, ("fx 1\n" + Program +
            "graph():\n    %x : [num_users=1] = placeholder[target=x] "
            "{val: " +
            Val + "}\n    return %x\n")
               .str()));
  std::optional<ValueSpec> Spec =
      defaultInput(*M, **M->graph().nodes().begin());
  return Spec ? text(*Spec) : "none";
}

TEST_F(ValueSpecParserTest, Numbers) {
  expectTexts({{"2.5", "number 2.5"},
               {" -3 ", "number -3"},
               {"True", "number True"},
               {"true", "number True"},
               {"False", "number False"},
               {"false", "number False"},
               {"None", "number None"},
               {"none", "number None"},
               {"\"a b\"", "number \"a b\""},
               {"'x'", "number \"x\""},
               {"''", "number \"\""}});
}

TEST_F(ValueSpecParserTest, NamesAndFiles) {
  expectTexts({{"x=1", "x = number 1"},
               {" *args_0 = ones(2)", "*args_0 = ones torch.float32 [2]"},
               {"w.safetensors", "w.safetensors"},
               {"x=a/w.safetensors", "x = a/w.safetensors"}});
  // What stands before '=' is a type here, and no name.
  expectTexts({{"f32[2]=ones", "ones torch.float32 [2]"},
               {"1x=2", "'1x=2' is neither a tensor nor a number nor a file"}});
  // A file whose name says nothing.
  expectTexts({{test::inputPath("make_archives.py"),
                "inputs are in .safetensors, .npy, .npz and .pt files"}});
}

TEST_F(ValueSpecParserTest, Functions) {
  expectTexts({{"randn(1,3,224,224)", "randn torch.float32 [1,3,224,224]"},
               {"rand()", "rand torch.float32 []"},
               {"zeros( 2 , 0 )", "zeros torch.float32 [2,0]"},
               {"ones(3)", "ones torch.float32 [3]"},
               {"arange(4)", "arange torch.int64 [4]"},
               {"eye(2)", "there is no function 'eye'; there are randn, "
                          "rand, zeros, ones and arange"},
               {"ones(2", "the ')' is missing"},
               {"rand(2)*3", "'*3' after the ')' is not understood"},
               {"rand(2),", "',' after the ')' is not understood"},
               {"randint(0,9)", "'randint' needs a type before it: "
                                "int64[2,3]=randint(0,9)"},
               {"full(2,3)", "'full' needs a type before it: f32[2,3]=1.5"},
               {"ones(2,-1)", "'-1' is not a size; one that may change has a "
                              "name, such as 'batch' in f32[batch,3]"},
               {"f32[None,3]", "'None' is not a size; one that may change has "
                               "a name, such as 'batch' in f32[batch,3]"},
               {"ones(2,2b)", "'2b' is not a size"}});
}

TEST_F(ValueSpecParserTest, Types) {
  for (const char *Name : {"f32", "float32", "float", "torch.float32"})
    EXPECT_EQ(read(std::string(Name) + "[1,3]"), "randn torch.float32 [1,3]");
  EXPECT_EQ(read("c64[2]"), "randn torch.complex64 [2]");
  // Whole numbers are 0 or 1 unless something else is said.
  expectTexts({{"int64[2,8]", "randint torch.int64 [2,8] 0 2"},
               {"bool[2]", "randint torch.bool [2] 0 2"},
               {"float99[2]", "'float99' is not a dtype"},
               {"f32[2", "the ']' is missing"},
               {"f32[2] ones", "expected '=' after ']'"}});
}

TEST_F(ValueSpecParserTest, Fills) {
  expectTexts(
      {{"f64[]=3", "full torch.float64 [] 3"},
       {"f32[2] = full(0.5)", "full torch.float32 [2] 0.50"},
       {"int64[2]=randint(0,30000)", "randint torch.int64 [2] 0 30000"},
       {"int64[2]=randint(7)", "randint torch.int64 [2] 0 7"},
       {"f32[2]=randint(-1,1)", "randint torch.float32 [2] -1 1"},
       {"int8[2]=arange", "arange torch.int8 [2]"},
       {"c64[2]=0.5", "full torch.complex64 [2] 0.50"},
       {"c64[2]=1e19", "full torch.complex64 [2] 10000000000000000000.00"},
       {"f32[2]=inf", "full torch.float32 [2] INF"},
       {"int64[2]=-9223372036854775808",
        "full torch.int64 [2] -9223372036854775808"}});
  const char *const NoFill =
      " is not a way to fill a tensor; there are randn, rand, zeros, ones, "
      "arange, a number, full(NUMBER) and randint(LOW, HIGH)";
  EXPECT_EQ(read("f32[2]=many"), "'many'" + std::string(NoFill));
  EXPECT_EQ(read("f32[2]=full(1"), "'full(1'" + std::string(NoFill));
  EXPECT_EQ(read("f32[2]=fill(1)"), "'fill(1)'" + std::string(NoFill));
  expectTexts({{"f32[2]=full(1,2)", "'full' takes one"},
               {"f32[2]=randint(1,2,3)", "'randint' takes two numbers"},
               {"f32[2]=full(a)", "'a' is not a number"},
               {"f32[2]=randint(2,2)", "randint needs LOW < HIGH"}});
  const char *const NoInteger = "its numbers must be integers of 64 bits";
  EXPECT_EQ(read("int64[2]=9223372036854775808"), NoInteger);
  EXPECT_EQ(read("int64[2]=full(-1e19)"), NoInteger);
  EXPECT_EQ(read("int64[2]=full(nan)"), NoInteger);
  EXPECT_EQ(read("f32[2]=randint(0,1e19)"), NoInteger);
  EXPECT_EQ(read("int64[2]=1.5"), NoInteger);
}

TEST_F(ValueSpecParserTest, NumbersAreThoseOfTheType) {
  expectTexts(
      {{"int64[]=9007199254740993", "full torch.int64 [] 9007199254740993"},
       {"int64[]=9223372036854775807",
        "full torch.int64 [] 9223372036854775807"},
       {"int64[]=1e3", "full torch.int64 [] 1000"},
       {"int8[2]=randint(-128,128)", "randint torch.int8 [2] -128 128"},
       {"int8[2]=randint(0,129)",
        "the numbers of torch.int8 are from -128 to 127"},
       {"uint8[2]=-1", "the numbers of torch.uint8 are from 0 to 255"},
       {"bool[2]=randint(0,3)", "the numbers of torch.bool are from 0 to 1"},
       {"bool[2]=0.5", "full torch.bool [2] 1"},
       {"bool[2]=-0.0", "full torch.bool [2] 0"}});
}

TEST_F(ValueSpecParserTest, DtypesAreNoSizes) {
  const char *const Hint = " is a dtype, which stands before the sizes: "
                           "bf16[2,3]=randn";
  EXPECT_EQ(read("randn(2,3,bf16)"), "'bf16'" + std::string(Hint));
  EXPECT_EQ(read("randn(2, dtype=bf16)"), "'dtype=bf16'" + std::string(Hint));
}

TEST_F(ValueSpecParserTest, NamesInOtherAlphabets) {
  expectTexts({{"größe=ones(2)", "größe = ones torch.float32 [2]"},
               {"größe.x=1", "größe.x = number 1"}});
}

TEST_F(ValueSpecParserTest, SizesAreLimited) {
  expectTexts({{"ones(131072,131072)", "ones torch.float32 [131072,131072]"},
               {"ones(131072,131073)", "it has more than 2**34 elements"}});
  // Also where the product would not fit into any integer.
  EXPECT_EQ(read("ones(0,4294967296,4294967296,4294967296)"),
            "it has more than 2**34 elements");
}

TEST_F(ValueSpecParserTest, Containers) {
  expectTexts({{"[]", "list"},
               {"(1, 2.5)", "tuple {number 1}; {number 2.5}"},
               {"(ones(2,3), [1], {\"a, b\": 'c:d', 2: (3,)})",
                "tuple {ones torch.float32 [2,3]}; {list {number 1}}; "
                "{dict \"a, b\": {number \"c:d\"}; 2: {tuple {number 3}}}"},
               {"['(', \")\", 'a,b']",
                "list {number \"(\"}; {number \")\"}; {number \"a,b\"}"},
               {"x=[f32[2]=ones, None]",
                "x = list {ones torch.float32 [2]}; {number None}"},
               {"[1", "the ']' is missing"},
               {"(1", "the ')' is missing"},
               {"{1: 2", "the '}' is missing"},
               {"[(1]", "the ')' is missing"},
               {"[\"a]", "a string is never closed"},
               {"[1,,2]", "it is empty"},
               {"{ones(2): 1}", "'ones(2)' is not a key of a dictionary"},
               {"", "it is empty"}});
}

TEST_F(ValueSpecParserTest, ContainersAreNestedSoDeep) {
  auto Nested = [](unsigned Depth) {
    return std::string(Depth, '[') + "1" + std::string(Depth, ']');
  };
  EXPECT_TRUE(StringRef(read(Nested(32))).starts_with("list {list"));
  EXPECT_EQ(read(Nested(33)), "it is nested too deep");
}

TEST_F(ValueSpecParserTest, DefaultsSayWhatTheGraphKnows) {
  EXPECT_EQ(defaultOf("tensor(torch.float32, (2, 3), (3, 1), device(\"cpu\"))"),
            "randn torch.float32 [2,3]");
  EXPECT_EQ(defaultOf("tensor(torch.complex64, (2,), (1,), device(\"cpu\"))"),
            "randn torch.complex64 [2]");
  EXPECT_EQ(defaultOf("tensor(torch.int64, (2,), (1,), device(\"cpu\"))"),
            "randint torch.int64 [2] 0 2");
  EXPECT_EQ(defaultOf("7"), "number 7");
  // Nobody says what the symbol is.
  EXPECT_EQ(defaultOf("sym(\"s0\")"), "none");
  EXPECT_EQ(
      defaultOf("tensor(torch.float32, (sym(\"s0\"),), (1,), device(\"cpu\"))"),
      "none");
}

/// What the program was exported with; else the least that is allowed.
TEST_F(ValueSpecParserTest, DefaultsOfSymbolsAreThoseOfTheProgram) {
  const char *const Program =
      "program {\n"
      "  range_constraints = {\"s1\": (5, None), \"s2\": (0, 9), "
      "\"s3\": (None, None)}\n"
      "  symbolics = {\"s0\": (\"Symbol('s0')\", \"int\", 4), "
      "\"s1\": (\"Symbol('s1')\", \"int\"), "
      "\"s2\": (\"Symbol('s2')\", \"int\"), "
      "\"s3\": (\"Symbol('s3')\", \"int\"), "
      "\"s4\": (\"Symbol('s4')\", \"int\"), "
      "\"s0 + s1\": (\"Add(Symbol('s0'), Symbol('s1'))\", \"int\")}\n"
      "}\n";
  EXPECT_EQ(defaultOf("sym(\"s0\")", Program), "number 4");
  EXPECT_EQ(defaultOf("sym(\"s1\")", Program), "number 5");
  EXPECT_EQ(defaultOf("sym(\"s2\")", Program), "number 2");
  EXPECT_EQ(defaultOf("sym(\"s3\")", Program), "number 2");
  EXPECT_EQ(defaultOf("sym(\"s4\")", Program), "none");
  EXPECT_EQ(defaultOf("sym(\"s0 + s1\")", Program), "number 9");
  EXPECT_EQ(defaultOf("tensor(torch.float32, (sym(\"s1\"), 3), (3, 1), "
                      "device(\"cpu\"))",
                      Program),
            "randn torch.float32 [5,3]");
}
