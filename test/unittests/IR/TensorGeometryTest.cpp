//===- TensorGeometryTest.cpp - Tests of sizes and strides ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is expected is what PyTorch 2.13 says.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/TensorGeometry.h"
#include "gtest/gtest.h"

using namespace fx;

static constexpr int64_t Huge = int64_t(1) << 40;

TEST(TensorGeometryTest, ContiguousStrides) {
  EXPECT_EQ(contiguousStrides({2, 3, 4}), (Extents{12, 4, 1}));
  EXPECT_EQ(contiguousStrides({}), Extents());
  // What is empty counts as one.
  EXPECT_EQ(contiguousStrides({2, 0, 4}), (Extents{4, 4, 1}));
}

TEST(TensorGeometryTest, Contiguous) {
  EXPECT_TRUE(isContiguous({2, 3}, {3, 1}));
  EXPECT_FALSE(isContiguous({2, 3}, {1, 2}));
  EXPECT_FALSE(isContiguous({2, 3}, {4, 1}));
  EXPECT_FALSE(isContiguous({2, 3}, {0, 1}));
  EXPECT_TRUE(isContiguous({}, {}));
  // Strides of dimensions of size one, and of what is empty, say nothing.
  EXPECT_TRUE(isContiguous({1, 3}, {77, 1}));
  EXPECT_TRUE(isContiguous({3, 1}, {1, 0}));
  EXPECT_TRUE(isContiguous({3, 0}, {5, 7}));
  EXPECT_FALSE(isContiguous({Huge, Huge}, {Huge, 2}));
}

TEST(TensorGeometryTest, ChannelsLast) {
  EXPECT_TRUE(isChannelsLast({2, 3, 4, 5}, {60, 1, 15, 3}));
  EXPECT_FALSE(isChannelsLast({2, 3, 4, 5}, {60, 20, 5, 1}));
  EXPECT_FALSE(isChannelsLast({2, 3, 4, 5}, {120, 1, 30, 6}));
  // One channel is both.
  EXPECT_TRUE(isChannelsLast({2, 1, 4, 5}, {20, 20, 5, 1}));
  EXPECT_TRUE(isChannelsLast({2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}));
  EXPECT_FALSE(isChannelsLast({2, 3, 4}, {12, 1, 3}));
  // Unlike contiguity it looks at the strides of what is empty.
  EXPECT_FALSE(isChannelsLast({2, 0, 4, 5}, {20, 20, 5, 1}));
}

TEST(TensorGeometryTest, Dense) {
  EXPECT_TRUE(isDense({2, 3, 4}, {1, 2, 6}));
  EXPECT_TRUE(isDense({2, 1, 3}, {3, 77, 1}));
  EXPECT_TRUE(isDense({0, 3}, {9, 2}));
  EXPECT_FALSE(isDense({2, 3}, {4, 1}));
  EXPECT_FALSE(isDense({2, 2}, {1, 1}));
  EXPECT_FALSE(isDense({2, 3}, {0, 1}));
}

TEST(TensorGeometryTest, Overlap) {
  EXPECT_FALSE(mayOverlap({2, 3}, {4, 1}));
  EXPECT_FALSE(mayOverlap({2, 0}, {0, 0}));
  EXPECT_TRUE(mayOverlap({2, 3}, {0, 1}));
  EXPECT_TRUE(mayOverlap({Huge, Huge}, {Huge, 2}));
  // Dimensions that do not nest, but whose elements are apart: 0 2 4 3 5 7.
  EXPECT_TRUE(mayOverlap({3, 2}, {2, 3}));
  EXPECT_FALSE(overlaps({3, 2}, {2, 3}));
  EXPECT_TRUE(overlaps({4, 2}, {2, 3 * 2}));
  EXPECT_TRUE(overlaps({4, 3}, {2, 3}));
  EXPECT_TRUE(overlaps({2, 3}, {0, 1}));
  EXPECT_TRUE(overlaps({3, 3}, {1, 1}));
  EXPECT_FALSE(overlaps({2, 3}, {3, 1}));
  EXPECT_FALSE(overlaps({2, 0}, {0, 0}));
  // Too many to look at each.
  EXPECT_TRUE(overlaps({Huge, 2}, {2, 3}));
}

TEST(TensorGeometryTest, DenseStrides) {
  EXPECT_EQ(denseStrides({4, 3}, {1, 8}), (Extents{1, 4}));
  EXPECT_EQ(denseStrides({2, 3, 4, 5}, {120, 2, 30, 6}),
            (Extents{60, 1, 15, 3}));
  EXPECT_EQ(denseStrides({3, 4}, {0, 1}), (Extents{4, 1}));
  EXPECT_EQ(denseStrides({2, 3}, {1, 1}), (Extents{1, 2}));
  // What is dense stays as it is.
  EXPECT_EQ(denseStrides({2, 1, 3}, {3, 77, 1}), (Extents{3, 77, 1}));
}

using Order = llvm::SmallVector<unsigned, 6>;

TEST(TensorGeometryTest, IterationOrder) {
  IterationOrder Both({2, 3, 4});
  EXPECT_EQ(Both.find(), (Order{2, 1, 0}));
  EXPECT_TRUE(Both.areContiguous());
  // The first operand decides; the next ones where its strides are zero.
  Both.add({2, 3, 4}, {0, 0, 0});
  Both.add({2, 3, 4}, {1, 2, 6});
  EXPECT_FALSE(Both.areContiguous());
  EXPECT_EQ(Both.find(), (Order{0, 1, 2}));
  Both.add({2, 3, 4}, {12, 4, 1});
  EXPECT_EQ(Both.find(), (Order{0, 1, 2}));
}

TEST(TensorGeometryTest, ExpandedOperands) {
  // A dimension that is repeated has the stride zero, one of size one that is
  // new continues the next, and a new last one has the stride one.
  IterationOrder Column({10, 1});
  Column.add({}, {});
  Column.add({10, 1}, {1, 10});
  EXPECT_FALSE(Column.areContiguous());
  EXPECT_EQ(Column.find(), (Order{0, 1}));

  IterationOrder Rows({3, 4});
  Rows.add({4}, {1});
  Rows.add({3, 1}, {1, 1});
  EXPECT_EQ(Rows.find(), (Order{1, 0}));

  IterationOrder Pictures({2, 3, 4, 5});
  Pictures.add({2, 3, 4, 5}, {60, 1, 15, 3});
  EXPECT_TRUE(Pictures.areChannelsLast());
  EXPECT_EQ(Pictures.find(), (Order{1, 3, 2, 0}));
  Pictures.add({5}, {1});
  EXPECT_FALSE(Pictures.areChannelsLast());
}
