//===- ArgumentClassTest.cpp - What the dispatcher binds to what ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kind of value for every kind of parameter.
// test/Differential/binding.test asks PyTorch the same.
//
//===----------------------------------------------------------------------===//

#include "Operators/ArgumentClass.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/OpSchema.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {

/// The values of one call.
constexpr StringRef Values = R"(fx 1
graph():
    %scalar = placeholder[target=scalar] {val: tensor(torch.float32, (), (), device("cpu"))}
    %one = placeholder[target=one] {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %three = placeholder[target=three] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %ints = placeholder[target=ints] {val: tensor(torch.int64, (3, 1), (1, 1), device("cpu"))}
    %complexes = placeholder[target=complexes] {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %matrix = placeholder[target=matrix] {val: tensor(torch.int64, (3, 2), (2, 1), device("cpu"))}
    %empty = placeholder[target=empty] {val: tensor(torch.int64, (0,), (1,), device("cpu"))}
    %symbolic = placeholder[target=symbolic] {val: tensor(torch.float32, (1, sym("s0")), (sym("s0"), 1), device("cpu"))}
    %unknown = placeholder[target=unknown]
    %number = placeholder[target=number] {val: 3}
    %object = placeholder[target=object] {val: "a"}
    %list = placeholder[target=list] {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %call = call_function[target=my.f](args = (None, True, 3, 9223372036854775808, 18446744073709551616, 2.5, complex(1.0, 2.0), sym("s0"), sym("<class 'int'>"), "a b", "cpu", "cuda:1", ":1", "1a", "cpu:x", device("cpu"), torch.float32, torch.strided, torch.contiguous_format, range(0, 3, 1), slice(None, 1, None), ..., fn("f"), enum("a.B.C"), {"a": 1}, namedtuple("a.P", x="a"), %scalar, %one, %three, %ints, %complexes, %matrix, %empty, %symbolic, %unknown, %number, %object, %list, (), [1], [1, True], [1.5], [2, 1.5], [None], ["a"], [torch.float32], [[1], [2]], [[1.5]], [(%three,)], [%scalar], [%three], [%three, None], [%number, 2], [%object], {}), kwargs = {})
    return %call
)";

} // namespace

TEST(ArgumentClassTest, Matrix) {
  Context Ctx;
  std::unique_ptr<GraphModule> M = llvm::cantFail(parseModule(Ctx, Values));
  const Node &Call = *M->graph().outputNode()->arg(0).asNode();
  struct {
    StringRef Op, Type, Binds;
  } Rows[] = {
      // clang-format off
      {"relu.default", "Tensor", "........1..............1..111111111.1.................."},
      {"relu.default", "Tensor?", "1.......1..............1..111111111.1.................."},
      {"relu.default", "Tensor[]", "........1..............1.1........1.111..........11..1."},
      {"relu.default", "Tensor[2]", "........1..............1.1........1.111..........11..1."},
      {"relu.default", "Tensor?[]", "........1..............1.1.11111111.111....1.....111.1."},
      {"relu.default", "Tensor[]?", "1.......1..............1.1........1.111..........11..1."},
      {"relu.default", "int", ".11....11.......111....1..11....11111.................."},
      {"relu.default", "int?", "111....11.......111....1..11....11111.................."},
      {"relu.default", "int[]", "........1..........1...1.1........1.1.111........1..11."},
      {"relu.default", "int[2]", ".11....11..........1...1.1........111.111........1..11."},
      {"relu.default", "int[2]?", "111....11..........1...1.1........111.111........1..11."},
      {"relu.default", "SymInt", ".11....11..............1..11....11111.................."},
      {"relu.default", "SymInt?", "111....11..............1..11....11111.................."},
      {"relu.default", "SymInt[]", "........1..........1...1.1...1..1.1.1.111........1..11."},
      {"relu.default", "SymInt[2]", "........1..........1...1.1...1..1.1.1.111........1..11."},
      {"relu.default", "float", ".11111.11..............1..11....11111.................."},
      {"relu.default", "float?", "111111.11..............1..11....11111.................."},
      {"relu.default", "float[]", "........1..........1...1.1........1.1.11111......1..11."},
      {"relu.default", "float[2]", ".....1.11..........1...1.1........1.1.11111......1..11."},
      {"relu.default", "complex", ".11111111..............1..11....11111.................."},
      {"relu.default", "Scalar", ".111.1111.......11.....1..........111.................."},
      {"relu.default", "Scalar?", "1111.1111.......11.....1..........111.................."},
      {"relu.default", "Scalar[]", "........1..........1...1.1........1.1.11111..1......11."},
      {"relu.default", "bool", "111111111..........1...1..11....11111.................."},
      {"relu.default", "bool[]", "........1..........1...1.1........1.1.111111.....1..11."},
      {"relu.default", "bool[3]", "........1..........1...1.1........1.1.111111.....1..11."},
      {"relu.default", "SymBool", "111111111..........1...1..11....11111.................."},
      {"relu.default", "str", "........1111111........1..........1.1.................."},
      {"relu.default", "str?", "1.......1111111........1..........1.1.................."},
      {"relu.default", "str[]", "........1111111........111........1.1.1.....1........11"},
      {"relu.default", "Device", "........1.11...1.......1..........1.1.................."},
      {"relu.default", "Device?", "1.......1.11...1.......1..........1.1.................."},
      {"relu.default", "ScalarType", ".11....11.......1......1..11....11111.................."},
      {"relu.default", "ScalarType?", "111....11.......1......1..11....11111.................."},
      {"relu.default", "ScalarType[]", "........1..............1.1........1.1.111....1...1..11."},
      {"relu.default", "Layout?", "111....11........1.....1..11....11111.................."},
      {"relu.default", "MemoryFormat?", "111....11.........1....1..11....11111.................."},
      {"relu.default", "Generator?", "1.......1...........1111..........1.1.................."},
      {"relu.default", "int[][]", "........1..........1...1.1........1.1.1.......1......1."},
      {"relu.default", "float[][]", "........1..........1...1.1........1.1.1.......11.....1."},
      {"relu.default", "Any", "1111111111111111111111111111111111111111111111111111111"},
      {"relu.default", "Any[]", "1111111111111111111111111111111111111111111111111111111"},
      {"relu.default", "Stream", "1111111111111111111111111111111111111111111111111111111"},
      {"relu.default", "Storage", "1111111111111111111111111111111111111111111111111111111"},
      {"relu.default", "QScheme", "1111111111111111111111111111111111111111111111111111111"},
      {"add.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"add_.Scalar", "Tensor", ".111.1111..............1..11111111111.................."},
      {"mul.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"sub.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"div.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"floor_divide_.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"true_divide.Tensor", "Tensor", ".111.1111..............1..11111111111.................."},
      {"to.dtype", "Tensor", ".111.1111..............1..11111111111.................."},
      {"copy_.default", "Tensor", ".111.1111..............1..11111111111.................."},
      {"_to_copy.default", "Tensor", ".111.1111..............1..11111111111.................."},
      {"maximum.default", "Tensor", "........1..............1..111111111.1.................."},
      {"sigmoid_backward.default", "Tensor", "1.......1..............1..111111111.1.................."},
      {"rsub.Tensor", "Tensor", "........1..............1..111111111.1.................."},
      {"sigmoid_backward.default", "Tensor[]", "........1..............1.1........1.111..........11..1."},
      {"add.Tensor", "Tensor[]", "........1..............1.1........1.111..........11..1."},
      {"sigmoid_backward.default", "int", ".11....11.......111....1..11....11111.................."},
      {"add.Tensor", "int", ".11....11.......111....1..11....11111.................."},
      // clang-format on
  };
  for (auto [Op, Type, Binds] : Rows) {
    SchemaType Parsed = llvm::cantFail(parseSchemaType(Type));
    ArgumentBinder Binder(*lookupFunction(("torch.ops.aten." + Op).str()));
    std::string Found;
    for (const Argument &Value : Call.args())
      Found += Binder.binds(Value, Parsed) ? '1' : '.';
    EXPECT_EQ(Found, Binds) << "{\"" << Op.str() << "\", \"" << Type.str()
                            << "\", \"" << Found << "\"},";
  }
}
