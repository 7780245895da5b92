//===- OpSchemaTest.cpp - Schemas, literals, binding by name ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpSchema.h"
#include "fx/IR/Context.h"
#include "fx/IR/Literal.h"
#include "fx/IR/SchemaMemory.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {

std::string print(const OpSchema &Schema) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Schema.print(OS);
  return Text;
}

std::string errorOf(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::Expected<OpSchema> Schema = parseOpSchema(Text, Memory);
  return Schema ? "" : llvm::toString(Schema.takeError());
}

TEST(OpSchema, RoundTrips) {
  llvm::BumpPtrAllocator Memory;
  for (
      StringRef Text :
      {"() -> ()", "(Tensor input, bool inplace=False) -> Tensor",
       "(Tensor(a!) self, *, Tensor? other=None, Scalar alpha=1) -> Tensor(a!)",
       "(Any a, Any b, /) -> Any",
       "(int *size, ScalarType? dtype=None) -> Tensor",
       "(Any *args, Any **kwargs) -> (Tensor values, Tensor[] rest)",
       "(int[2]? output_size, Tensor?[] indices, Tensor(a)[] t) -> Tensor(a)[]",
       "(str mode='a, b', int[] dims=[0, 1]) -> (Tensor)",
       "(Tensor(a0!) x, Tensor(a99) y, Tensor(a1!)[] z) -> Tensor(a1)",
       "(int[2][] pairs, Tensor(*)? any) -> (Tensor(z!) first, int)",
       "(Any a, /, Any b, *, Any c) -> ()"}) {
    llvm::Expected<OpSchema> Schema = parseOpSchema(Text, Memory);
    ASSERT_TRUE(bool(Schema)) << llvm::toString(Schema.takeError());
    EXPECT_EQ(print(*Schema), Text);
  }
}

TEST(OpSchema, ReadsTypes) {
  llvm::Expected<SchemaType> Type = parseSchemaType("Tensor(b!)?[]");
  ASSERT_TRUE(bool(Type));
  EXPECT_EQ(Type->Kind, SchemaKind::Tensor);
  EXPECT_EQ(Type->AliasSet, 'b');
  EXPECT_TRUE(Type->Written);
  EXPECT_TRUE(Type->ElementOptional);
  EXPECT_FALSE(Type->Optional);
  EXPECT_EQ(Type->ListDepth, 1);
  Type = parseSchemaType("__torch__.torch.classes.quantized.Params");
  ASSERT_TRUE(bool(Type));
  EXPECT_EQ(Type->Kind, SchemaKind::Class);
}

// Each differs from all others in one respect.
TEST(OpSchema, TypesAreEqualToThemselvesAlone) {
  static constexpr StringRef Types[] = {
      "Tensor",     "Tensor?",       "Tensor[]",     "Tensor?[]", "Tensor[]?",
      "Tensor[][]", "Tensor(a)",     "Tensor(a!)",   "Tensor(b)", "Tensor(a0)",
      "Tensor(a1)", "Tensor(*)",     "int",          "int[]",     "int[2]",
      "int[3]",     "__torch__.One", "__torch__.Two"};
  for (StringRef A : Types)
    for (StringRef B : Types)
      EXPECT_EQ(llvm::cantFail(parseSchemaType(A)) ==
                    llvm::cantFail(parseSchemaType(B)),
                A == B)
          << A.str() << " and " << B.str();
}

TEST(OpSchema, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf("Tensor x"), "column 1: expected '('");
  EXPECT_EQ(errorOf("(Tensor) -> Tensor"),
            "column 8: expected the name of a parameter");
  EXPECT_EQ(errorOf("(tensor x) -> Tensor"), "column 8: unknown type 'tensor'");
  EXPECT_EQ(errorOf("(Tensor x, Tensor x) -> Tensor"),
            "column 20: a second parameter 'x'");
  EXPECT_EQ(errorOf("(int a=1, int b) -> int"),
            "column 16: parameter 'b' without a default follows one with a "
            "default");
  EXPECT_EQ(errorOf("(int a, *, *) -> int"), "column 13: a second '*'");
  EXPECT_EQ(errorOf("(/) -> int"),
            "column 3: '/' must follow positional parameters");
  EXPECT_EQ(errorOf("(Any **k, int a) -> int"),
            "column 16: nothing may follow the '**' parameter");
  EXPECT_EQ(errorOf("(str a='x) -> int"),
            "column 18: the default of a parameter does not end");
  EXPECT_EQ(errorOf("(int a)"), "column 8: expected '->'");
  EXPECT_EQ(errorOf("(int a) -> int x y"), "column 18: text after the schema");
  EXPECT_EQ(errorOf("(int[0] a) -> int"),
            "column 7: a fixed size must be between 1 and 255");
  EXPECT_EQ(errorOf("(int?? a) -> int"), "column 7: a second '?'");
  EXPECT_EQ(errorOf("(Tensor(1) a) -> int"),
            "column 9: expected the letter of an alias set");
  EXPECT_EQ(errorOf("(Tensor(b1) a) -> int"),
            "column 11: an alias set is a letter, or a0 to a99");
  EXPECT_EQ(errorOf("(Tensor(a100) a) -> int"),
            "column 13: an alias set is a letter, or a0 to a99");
  EXPECT_EQ(errorOf("(Tensor(a! a) -> int"),
            "column 12: expected ')' after an alias set");
}

struct Bound {
  BindFailure Failure;
  llvm::SmallVector<BoundSlot, 8> Slots;
  std::string Text;
};

Bound bind(StringRef Schema, unsigned Positional,
           llvm::ArrayRef<StringRef> Keywords,
           const BindOptions &Options = {}) {
  static llvm::BumpPtrAllocator Memory;
  OpSchema Parsed = llvm::cantFail(parseOpSchema(Schema, Memory));
  Bound Result;
  Result.Failure =
      bindArguments(Parsed, Positional, Keywords, Result.Slots, Options);
  Result.Text = describeBindFailure(Parsed, Result.Failure, Keywords);
  return Result;
}

TEST(OpSchema, BindsByPythonsRules) {
  StringRef Schema = "(Tensor x, int n=1, *, bool k=False) -> Tensor";
  Bound B = bind(Schema, 1, {"k", "n"});
  EXPECT_FALSE(bool(B.Failure));
  EXPECT_EQ(B.Slots[1].Kind, BoundSlot::Keyword);
  EXPECT_EQ(B.Slots[1].Index, 1u);
  EXPECT_EQ(bind(Schema, 3, {}).Text,
            "takes at most 2 positional arguments, 3 given");
  EXPECT_EQ(bind(Schema, 0, {}).Text, "missing argument 'x'");
  EXPECT_EQ(bind(Schema, 2, {"n"}).Text, "got more than one value for 'n'");
  EXPECT_EQ(bind(Schema, 1, {"z"}).Text, "has no parameter 'z'");
  EXPECT_EQ(bind("(Any a, /) -> Any", 0, {"a"}).Text, "has no parameter 'a'");
}

TEST(OpSchema, BindsVariadicParameters) {
  Bound B = bind("(Any f, Any *rest, Any **named) -> Any", 3, {"p", "q"});
  EXPECT_FALSE(bool(B.Failure));
  EXPECT_EQ(B.Slots[1].Kind, BoundSlot::Rest);
  EXPECT_EQ(B.Slots[1].Index, 1u);
  EXPECT_EQ(B.Slots[2].Kind, BoundSlot::Rest);
}

TEST(OpSchema, SpreadsTheOnlyIntList) {
  BindOptions Options;
  Options.SpreadIntList = true;
  Options.SkipFirst = 1;
  Bound B = bind("(Tensor self, SymInt[] size) -> Tensor", 4, {}, Options);
  EXPECT_FALSE(bool(B.Failure));
  EXPECT_EQ(B.Slots[1].Kind, BoundSlot::Rest);
  EXPECT_TRUE(
      bool(bind("(Tensor self, SymInt[] size) -> Tensor", 4, {}).Failure));
  EXPECT_TRUE(
      bool(bind("(Tensor self, int[] d, bool k=True) -> Tensor", 4, {}, Options)
               .Failure));
}

TEST(OpSchema, AcceptsNumPyNames) {
  BindOptions Options;
  Options.NumpyNames = true;
  StringRef Schema = "(Tensor input, int dim, bool keepdim=False) -> Tensor";
  EXPECT_FALSE(bool(bind(Schema, 1, {"axis", "keepdims"}, Options).Failure));
  EXPECT_TRUE(bool(bind(Schema, 1, {"axis"}).Failure));
}

TEST(Literal, ReadsDefaults) {
  Context Ctx;
  auto Read = [&](StringRef Text) {
    return llvm::cantFail(parseLiteral(Ctx, Text));
  };
  EXPECT_TRUE(Read("None").isNone());
  EXPECT_EQ(Read("-7").asInt(), -7);
  EXPECT_EQ(Read("1e-05").asFloat(), 1e-05);
  EXPECT_EQ(Read("0.3333333333333333").asFloat(), 1.0 / 3);
  EXPECT_EQ(Read("'a\\'b'").str(), "a'b");
  EXPECT_EQ(Read("(1,)"), Argument::tuple({Argument(1)}));
  EXPECT_EQ(Read("(1)").asInt(), 1);
  EXPECT_EQ(Read("[0, [1, 2]]").size(), 2u);
  EXPECT_EQ(Read("torch.float").asDType(), DType::Float32);
  EXPECT_EQ(Read("torch.contiguous_format").asMemoryFormat(),
            MemoryFormat::Contiguous);
  EXPECT_EQ(Read("torch.nn.functional.relu").kind(), ArgKind::Function);
  EXPECT_EQ(Read("99999999999999999999").kind(), ArgKind::BigInt);
  EXPECT_GT(Read("inf").asFloat(), 1e308);
}

TEST(Literal, SaysWhatIsWrong) {
  Context Ctx;
  auto Error = [&](StringRef Text) {
    return llvm::toString(parseLiteral(Ctx, Text).takeError());
  };
  EXPECT_EQ(Error(""), "column 1: expected a value");
  EXPECT_EQ(Error("[1"), "column 3: expected ',' or ']'");
  EXPECT_EQ(Error("'a"), "column 3: the string does not end");
  EXPECT_EQ(Error("1 2"), "column 3: text after the value");
  EXPECT_EQ(Error("maybe"), "column 6: unknown name 'maybe'");
  EXPECT_EQ(Error(std::string(300, '[')), "column 202: values nest too deeply");
}

// Written, shared, neither; then the viewed parameter and whether results are
// memory of their own.
TEST(OpSchema, SaysWhatMemoryIsShared) {
  struct {
    StringRef Schema, Params;
    int Viewed;
    bool IsFresh;
  } Cases[] = {
      {"(Tensor x, Tensor y) -> Tensor", "--", -1, true},
      {"(Tensor(a!) x, Tensor y) -> Tensor(a!)", "w-", -1, false},
      {"(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", "-w", -1, false},
      {"(Tensor(a!) x) -> ()", "w", -1, true},
      {"(Tensor(a) x, int n) -> Tensor(a)", "s-", 0, false},
      {"(int n, Tensor(a) x) -> Tensor(a)", "-s", 1, false},
      {"(Tensor(a) x, Tensor(b) y) -> Tensor(b)", "-s", 1, false},
      {"(Tensor(a) x, Tensor(b) y) -> (Tensor(a), Tensor(b))", "ss", 0, false},
      {"(Tensor x, Tensor(b) y) -> (Tensor, Tensor(b))", "-s", -1, false},
      {"(Tensor(a) x) -> Tensor(*)", "s", -1, false},
      {"(Tensor(a) x) -> (Tensor(b), Tensor(*))", "s", -1, false},
      {"(Tensor(a!) x, Tensor(a) y) -> Tensor(a)", "ws", 1, false},
      {"(Tensor(a) x) -> Tensor(b)", "-", -1, false},
      {"(Tensor(a) x) -> Tensor", "-", -1, true},
      {"(Tensor(a) x) -> (Tensor, Tensor(a))", "s", -1, false},
      {"(Tensor(a) x) -> Tensor(a)[]", "s", 0, false}};
  for (auto [Text, Params, Viewed, IsFresh] : Cases) {
    llvm::BumpPtrAllocator Memory;
    OpSchema Schema = llvm::cantFail(parseOpSchema(Text, Memory));
    std::string Found;
    for (unsigned I = 0; I != Schema.params().size(); ++I) {
      ParamMemory Of = memoryOfParam(Schema, I);
      EXPECT_TRUE(Of.Shared || !Of.Written) << Text.str();
      Found += Of.Written ? 'w' : Of.Shared ? 's' : '-';
    }
    EXPECT_EQ(Found, Params) << Text.str();
    EXPECT_EQ(viewedParam(Schema), Viewed) << Text.str();
    EXPECT_EQ(returnsFreshMemory(Schema), IsFresh) << Text.str();
  }
}

} // namespace
