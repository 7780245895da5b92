//===- ValueInferenceTest.cpp - Values of nodes from their operands -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueInference.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpRegistry.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {
class ValueInferenceTest : public testing::Test {
protected:
  ValueInferenceTest() : M(Ctx), G(M.graph()) {}

  Argument tensor(DType T, llvm::ArrayRef<int64_t> Sizes) {
    llvm::SmallVector<Argument, 4> Dims(Sizes.begin(), Sizes.end());
    llvm::SmallVector<Argument, 4> Strides(Dims.size());
    int64_t Product = 1;
    for (size_t I = Dims.size(); I-- != 0; Product *= Sizes[I])
      Strides[I] = Product;
    return Argument::tensorType(T, Argument::tuple(Dims),
                                Argument::tuple(Strides),
                                Argument::device(Ctx, "cpu"));
  }
  Node *input(DType T, llvm::ArrayRef<int64_t> Sizes) {
    Node *N = G.placeholder("x");
    N->setMeta("val", tensor(T, Sizes));
    return N;
  }
  std::string failure(const Node &N) {
    llvm::Expected<Argument> Value = inferValue(N, &M);
    return Value ? "" : llvm::toString(Value.takeError());
  }

  Context Ctx;
  GraphModule M;
  Graph &G;
};
} // namespace

TEST_F(ValueInferenceTest, TypesArePromoted) {
  // torch.promote_types
  EXPECT_EQ(promoteTypes(DType::Int32, DType::Float16), DType::Float16);
  EXPECT_EQ(promoteTypes(DType::Float16, DType::BFloat16), DType::Float32);
  EXPECT_EQ(promoteTypes(DType::UInt8, DType::Int8), DType::Int16);
  EXPECT_EQ(promoteTypes(DType::Float64, DType::Complex64), DType::Complex128);
  EXPECT_EQ(promoteTypes(DType::Bool, DType::UInt8), DType::UInt8);
  // torch.result_type: numbers and tensors without dimensions count less.
  Promotion P;
  P.add(TensorValue(tensor(DType::Int32, {2})));
  P.addNumber(DType::Int64);
  EXPECT_EQ(P.result(), DType::Int32);
  P.add(TensorValue(tensor(DType::Float64, {})));
  EXPECT_EQ(P.result(), DType::Float64);
  P.add(TensorValue(tensor(DType::Float16, {2})));
  EXPECT_EQ(P.result(), DType::Float16);
}

TEST_F(ValueInferenceTest, NewNodesGetValues) {
  Node *X = input(DType::Float32, {2, 3});
  Node *Sum = G.callFunction("torch.ops.aten.sum.dim_IntList",
                             {X, Argument::list({1})});
  Node *Out = G.callFunction("torch.ops.aten.add.Tensor", {X, 1});
  G.output(Argument::tuple({Sum, Out}));
  llvm::Expected<unsigned> Count = inferMissingValues(M);
  ASSERT_TRUE(bool(Count));
  EXPECT_EQ(*Count, 2u);
  EXPECT_EQ(*Sum->meta("val"), tensor(DType::Float32, {2}));
  EXPECT_EQ(*Out->meta("val"), tensor(DType::Float32, {2, 3}));
}

TEST_F(ValueInferenceTest, Failures) {
  Node *X = input(DType::Float32, {2, 3});
  std::string NoRule =
      failure(*G.callFunction("torch.ops.mine.op.default", {X}));
  EXPECT_TRUE(llvm::StringRef(NoRule).starts_with(
      "there is no rule for the value of 'torch.ops.mine.op.default'"))
      << NoRule;
  // Rules meet arguments of any kind and number.
  for (const char *Target :
       {"torch.ops.aten.mm.default", "torch.ops.aten.cat.default",
        "torch.ops.aten.view.default", "torch.ops.aten.conv2d.default",
        "torch.ops.aten.slice.Tensor", "torch.ops.aten.index.Tensor",
        "torch.ops.aten.max_pool2d.default", "torch.ops.aten.permute.default",
        "torch.ops.aten.split.Tensor", "torch.ops.aten.topk.default"}) {
    EXPECT_NE(failure(*G.callFunction(Target)), "") << Target;
    EXPECT_NE(failure(*G.callFunction(Target, {1, Argument::none()})), "")
        << Target;
    EXPECT_NE(failure(*G.callFunction(Target, {X, X})), "") << Target;
    EXPECT_NE(failure(*G.callFunction(
                  Target, {X, Argument::list({Argument::list({})})})),
              "")
        << Target;
  }
  EXPECT_NE(failure(*G.callFunction("torch.ops.aten.select.int", {X, 7, 0})),
            "");
}

static Argument pairs(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Dims Sizes(T.sizes());
  Sizes.push_back(2);
  return C.result(T.dtype(), Sizes, T.device());
}

TEST_F(ValueInferenceTest, RulesHaveNames) {
  EXPECT_FALSE(lookupValueRule("test-pairs"));
  EXPECT_TRUE(registerValueRule("test-pairs", pairs));
  EXPECT_FALSE(registerValueRule("test-pairs", pairs));
  EXPECT_EQ(lookupValueRule("test-pairs"), pairs);
  // Each rule that the table of operators names is there.
  forEachDeclaredOp([](const OpInfo &Op) {
    if (!Op.valueRule().empty()) {
      EXPECT_TRUE(lookupValueRule(Op.valueRule())) << Op.name().str();
    }
  });
}
