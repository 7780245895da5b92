//===- FloorDivisionTest.cpp - Python's // and % of doubles ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/FloorDivision.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

// What Python 3 answers.
TEST(FloorDivision, TheRemainderDecides) {
  EXPECT_EQ(floorQuotient(1.0, 0.1), 9.0);
  EXPECT_EQ(floorQuotient(7.0, 2.0), 3.0);
  EXPECT_EQ(floorQuotient(-7.0, 2.0), -4.0);
  EXPECT_EQ(floorQuotient(7.0, -2.0), -4.0);
  EXPECT_EQ(floorQuotient(-7.0, -2.0), 3.0);
  EXPECT_EQ(floorQuotient(6.0, 3.0), 2.0);
  EXPECT_EQ(floorQuotient(0.3, 0.1), 2.0);
  EXPECT_EQ(floorQuotient(1e300, 3.0), 3.3333333333333335e+299);
  EXPECT_TRUE(std::signbit(floorQuotient(-0.0, 2.0)));
  EXPECT_TRUE(std::isnan(floorQuotient(INFINITY, 2.0)));
}

TEST(FloorDivision, RemaindersHaveTheSignOfTheDivisor) {
  EXPECT_EQ(floorModulo(1.0, 0.1), 0.09999999999999995);
  EXPECT_EQ(floorModulo(-7.0, 2.0), 1.0);
  EXPECT_EQ(floorModulo(7.0, -2.0), -1.0);
  EXPECT_TRUE(std::signbit(floorModulo(6.0, -3.0)));
}

} // namespace
