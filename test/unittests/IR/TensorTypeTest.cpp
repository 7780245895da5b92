//===- TensorTypeTest.cpp - Facts of tensors by name ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/TensorType.h"
#include "fx/IR/Context.h"
#include "fx/IR/Graph.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {
using Numbers = llvm::SmallVector<int64_t, 6>;

class TensorTypeTest : public ::testing::Test {
protected:
  Argument shape(llvm::ArrayRef<int64_t> Items) {
    llvm::SmallVector<Argument, 4> Args(Items.begin(), Items.end());
    return Argument::tuple(Args);
  }
  TensorType type(llvm::ArrayRef<int64_t> Sizes,
                  llvm::ArrayRef<int64_t> Strides, int64_t Offset = 0) {
    return TensorType(Argument::tensorType(
        DType::Float16, shape(Sizes), shape(Strides),
        Argument::device(Ctx, "cuda:1"), /*RequiresGrad=*/Offset != 0, Offset));
  }
  Argument symbol(llvm::StringRef Text) {
    return Argument::symExpr(Ctx.intern(Text));
  }

  Context Ctx;
};

TEST_F(TensorTypeTest, NamesEachFact) {
  TensorType T = type({2, 3}, {4, 1}, 5);
  ASSERT_TRUE(T);
  EXPECT_EQ(T.dtype(), DType::Float16);
  EXPECT_EQ(T.rank(), 2u);
  EXPECT_EQ(T.fixedSizes(), Numbers({2, 3}));
  EXPECT_EQ(T.fixedStrides(), Numbers({4, 1}));
  EXPECT_EQ(T.fixedOffset(), 5);
  EXPECT_EQ(T.device().str(), "cuda:1");
  EXPECT_FALSE(T.isOnCPU());
  EXPECT_TRUE(T.requiresGrad());
  EXPECT_TRUE(T.isStrided());
}

TEST_F(TensorTypeTest, LeavesOutWhatIsUsual) {
  TensorType T = type({2, 3}, {3, 1});
  EXPECT_EQ(T.value().elements().size(), 4u);
  EXPECT_FALSE(T.requiresGrad());
  EXPECT_EQ(T.fixedOffset(), 0);
  EXPECT_EQ(T.layout(), Layout::Strided);
  EXPECT_EQ(T.withRequiresGrad(true).withRequiresGrad(false), T);
}

TEST_F(TensorTypeTest, IsNothingForOtherArguments) {
  EXPECT_FALSE(TensorType());
  EXPECT_FALSE(TensorType(Argument(3)));
  EXPECT_FALSE(TensorType(Argument::tuple({type({}, {}).value()})));
  // A pass may have damaged it.
  EXPECT_FALSE(TensorType(Argument::aggregate(ArgKind::TensorType, Symbol(),
                                              {DType::Float32, shape({2})})));
  EXPECT_TRUE(TensorType().sizes().empty());
  EXPECT_FALSE(TensorType().hasStrides());
  EXPECT_TRUE(TensorType().device().isNone());
}

TEST_F(TensorTypeTest, HasNoNumbersForSymbols) {
  TensorType T(Argument::tensorType(
      DType::Float32, Argument::tuple({symbol("s0"), Argument(2)}),
      Argument::tuple({Argument(2), Argument(1)}), Argument(),
      /*RequiresGrad=*/false, symbol("s1")));
  EXPECT_EQ(T.fixedSizes(), std::nullopt);
  EXPECT_EQ(T.fixedStrides(), Numbers({2, 1}));
  EXPECT_EQ(T.fixedOffset(), std::nullopt);
  EXPECT_FALSE(T.isContiguous());
  EXPECT_TRUE(T.isOnCPU());
}

TEST_F(TensorTypeTest, TakesUnknownStridesForContiguousOnes) {
  TensorType T(Argument::tensorType(DType::Float32, shape({2, 0, 3}),
                                    Argument(), Argument()));
  EXPECT_FALSE(T.hasStrides());
  EXPECT_EQ(T.fixedStrides(), Numbers({3, 3, 1}));
  TensorType Huge(Argument::tensorType(
      DType::Float32, shape({1, int64_t(1) << 40, int64_t(1) << 40}),
      Argument(), Argument()));
  EXPECT_EQ(Huge.fixedStrides(), std::nullopt);
}

TEST_F(TensorTypeTest, KnowsContiguousTensors) {
  EXPECT_TRUE(type({2, 3}, {3, 1}).isContiguous());
  EXPECT_FALSE(type({2, 3}, {1, 2}).isContiguous());
  EXPECT_FALSE(type({2, 3}, {4, 1}).isContiguous());
  EXPECT_TRUE(type({2, 1, 3}, {3, 99, 1}).isContiguous()); // One place.
  EXPECT_TRUE(type({0, 3}, {7, 7}).isContiguous());        // No element.
  EXPECT_TRUE(type({}, {}).isContiguous());
}

TEST_F(TensorTypeTest, ChangesOneFact) {
  TensorType T = type({2, 3}, {4, 1}, 5);
  TensorType Wide = T.withDType(DType::Float64);
  EXPECT_EQ(Wide.dtype(), DType::Float64);
  EXPECT_EQ(Wide.fixedOffset(), 5);
  EXPECT_EQ(Wide.withDType(DType::Float16), T);
  EXPECT_EQ(T.withStrides(shape({1, 2})).fixedStrides(), Numbers({1, 2}));
  EXPECT_EQ(T.withStrides(shape({1, 2})).fixedOffset(), 5);
  TensorType Fresh = T.fresh();
  EXPECT_EQ(Fresh.fixedStrides(), Numbers({4, 1}));
  EXPECT_EQ(Fresh.fixedOffset(), 0);
  EXPECT_FALSE(Fresh.requiresGrad());
}

TEST_F(TensorTypeTest, IsTheValueOfANode) {
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  EXPECT_EQ(X->val(), nullptr);
  EXPECT_FALSE(X->tensorType());
  X->setVal(type({2}, {1}).value());
  EXPECT_EQ(X->tensorType().fixedSizes(), Numbers({2}));
  EXPECT_EQ(X->meta("val"), X->val());
  Node *First = G.callFunction("operator.getitem", {Argument(X), Argument(0)});
  EXPECT_TRUE(First->isGetItem());
  EXPECT_FALSE(X->isGetItem());
  EXPECT_FALSE(G.callMethod("operator.getitem", {Argument(X)})->isGetItem());
}
} // namespace
