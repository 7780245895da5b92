//===- ValuesTest.cpp -----------------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Values.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/scalar_tensor.h>
#include <gtest/gtest.h>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

class ValuesTest : public testing::Test {
protected:
  static const IValue *noNode(const Node *) { return nullptr; }

  /// The value of \p A for parameter \p Param of \p Op, described.
  std::string asParameter(const Argument &A, const char *Op,
                          const char *Overload, StringRef Param) {
    auto Handle = c10::Dispatcher::singleton().findSchemaOrThrow(Op, Overload);
    for (const c10::Argument &P : Handle.schema().arguments()) {
      if (P.name() != Param)
        continue;
      Expected<IValue> V = toIValue(A, noNode, P.type().get(), fixedSizeOf(P));
      if (!V)
        return "error: " + toString(V.takeError());
      Expected<Argument> Back = toArgument(
          Ctx, *V, [&](const at::Tensor &T) { return tensorTypeOf(Ctx, T); },
          P.real_type().get());
      return describeValue(*V) + " = " +
             (Back ? text(*Back) : "error: " + toString(Back.takeError()));
    }
    return "no such parameter";
  }

  std::string text(const Argument &A) {
    std::string Text;
    raw_string_ostream OS(Text);
    printArgument(A, Ctx, OS);
    return Text;
  }
  std::string thereAndBack(const Argument &A) {
    Expected<IValue> V = toIValue(A, noNode);
    if (!V)
      return "error: " + toString(V.takeError());
    Expected<Argument> Back = valueTypeOf(Ctx, *V);
    return Back ? text(*Back) : "error: " + toString(Back.takeError());
  }

  Context Ctx;
};

TEST_F(ValuesTest, KindsSurvive) {
  Argument Word = Argument::string(Ctx, "mean");
  Argument Values[] = {
      Argument(),
      true,
      -7,
      0.1,
      Argument::complex(1, -2),
      Word,
      Argument::device(Ctx, "cuda:1"),
      Argument::list({1, 2}),
      Argument::list({}),
      Argument::list({1, 2.5, Word}),
      Argument::tuple({1, Argument::list({true}), Argument()}),
      Argument::namedTuple(Ctx.intern("torch.return_types.max"),
                           {Argument::string(Ctx, "values"), 1,
                            Argument::string(Ctx, "indices"), 2}),
      Argument::dict({Word, 1, Argument::string(Ctx, "b"), 2.0}),
  };
  for (const Argument &A : Values)
    EXPECT_EQ(thereAndBack(A), text(A));
}

TEST_F(ValuesTest, WhatHasNoForm) {
  EXPECT_EQ(thereAndBack(Argument::slice(0, 1, Argument())),
            "error: a slice has no form in LibTorch's operators");
  EXPECT_EQ(thereAndBack(Argument::ellipsis()),
            "error: '...' has no form in LibTorch's operators");
  EXPECT_EQ(thereAndBack(Argument::function(Ctx.intern("math.sin"))),
            "error: 'math.sin' has no form in LibTorch's operators");
  EXPECT_EQ(thereAndBack(Argument::symExpr(Ctx.intern("s0*2"))),
            "error: the symbolic size 's0*2' has no value");
  EXPECT_EQ(thereAndBack(Argument::integer(Ctx, "9223372036854775808")),
            "error: the integer 9223372036854775808 has more than 64 bits");
  EXPECT_TRUE(StringRef(thereAndBack(Argument::device(Ctx, "cpux:1")))
                  .starts_with("error: "));
  Graph G(Ctx);
  EXPECT_EQ(thereAndBack(G.placeholder("x")), "error: %x has no value");
}

TEST_F(ValuesTest, Parameters) {
  // An int where a float is wanted, one int for two, a tuple for a list.
  EXPECT_EQ(asParameter(1, "aten::dropout", "", "p"), "float 1 = 1.0");
  EXPECT_EQ(asParameter(3, "aten::avg_pool2d", "", "kernel_size"),
            "[int 3, int 3] = [3, 3]");
  EXPECT_EQ(asParameter(Argument::tuple({2, 3}), "aten::reshape", "", "shape"),
            "[int 2, int 3] = [2, 3]");
  EXPECT_EQ(asParameter(2, "aten::add", "Scalar", "other"), "int 2 = 2");
  EXPECT_EQ(asParameter(2, "aten::add", "Tensor", "other"),
            "i64[] = tensor(torch.int64, (), (), device(\"cpu\"))");
  EXPECT_EQ(asParameter(Argument(), "aten::conv2d", "", "bias"), "None = None");
  EXPECT_EQ(asParameter(Argument(DType::Float64), "aten::to", "dtype", "dtype"),
            "int 7 = torch.float64");
  EXPECT_EQ(asParameter(Argument(MemoryFormat::ChannelsLast), "aten::clone", "",
                        "memory_format"),
            "int 2 = torch.channels_last");
  EXPECT_EQ(
      asParameter(Argument(Layout::Strided), "aten::ones_like", "", "layout"),
      "int 0 = torch.strided");
  EXPECT_EQ(asParameter(Argument::string(Ctx, "cuda"), "aten::ones_like", "",
                        "device"),
            "Device = device(\"cuda\")");
  EXPECT_EQ(asParameter(Argument::list({Argument()}), "aten::index", "Tensor",
                        "indices"),
            "[None] = [None]");

  EXPECT_EQ(asParameter(Argument::string(Ctx, "a"), "aten::dropout", "", "p"),
            "error: 'a' is not of type float");
  EXPECT_EQ(asParameter(2.5, "aten::reshape", "", "shape"),
            "error: float 2.5 is not of type int[]");
  EXPECT_EQ(asParameter(Argument(), "aten::relu", "", "self"),
            "error: None is not of type Tensor");
}

TEST_F(ValuesTest, DTypesOfThisLibTorch) {
  for (unsigned I = 0; I != NumDTypes; ++I) {
    std::optional<c10::ScalarType> T = toTorch(DType(I));
    EXPECT_TRUE(!T || fromTorch(*T) == DType(I));
  }
  EXPECT_FALSE(fromTorch(c10::ScalarType::Undefined));
  EXPECT_EQ(toTorch(DType::BFloat16), c10::ScalarType::BFloat16);
}

TEST_F(ValuesTest, ScalarTensorsAreNumbers) {
  IValue V = at::scalar_tensor(3, at::kLong);
  ASSERT_FALSE(bool(convertTo(V, *c10::FloatType::get())));
  EXPECT_EQ(describeValue(V), "float 3");
  V = at::ones({2});
  Error E = convertTo(V, *c10::FloatType::get());
  EXPECT_EQ(toString(std::move(E)), "f32[2] is not of type float");
}

TEST_F(ValuesTest, ListsOfNodes) {
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  IValue Of = at::ones({2});
  auto Values = [&](const Node *) { return &Of; };
  c10::TypePtr Tensors = c10::ListType::ofTensors();
  Expected<IValue> V = toIValue(Argument::tuple({X, X}), Values, Tensors.get());
  ASSERT_TRUE(bool(V));
  EXPECT_TRUE(V->isTensorList());
  EXPECT_EQ(describeValue(*V), "[f32[2], f32[2]]");
}

TEST_F(ValuesTest, TensorTypes) {
  at::Tensor T = at::ones({2, 3}).t().slice(0, 1);
  Expected<Argument> A = tensorTypeOf(Ctx, T);
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(text(*A), "tensor(torch.float32, (2, 2), (1, 3), "
                      "device(\"cpu\"), offset=1)");
  EXPECT_EQ(text(cantFail(tensorTypeOf(Ctx, T.to_sparse()))),
            "tensor(torch.float32, (2, 2), None, device(\"cpu\"), "
            "layout=torch.sparse_coo)");
}

} // namespace
