//===- ValueTypesTest.cpp - Types of results ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueCall.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

TEST(ValueTypesTest, PromotionIsPyTorchs) {
  constexpr DType Types[] = {
      DType::Bool,      DType::UInt8,   DType::Int8,      DType::Int16,
      DType::Int32,     DType::Int64,   DType::Float16,   DType::BFloat16,
      DType::Float32,   DType::Float64, DType::Complex32, DType::Complex64,
      DType::Complex128};
  constexpr StringLiteral Codes[] = {"b1", "u1", "i1", "i2", "i4", "i8", "f2",
                                     "bf", "f4", "f8", "c4", "c8", "cg"};
  // What torch.promote_types says of each pair.
  constexpr StringLiteral Expected[] = {
      "b1 u1 i1 i2 i4 i8 f2 bf f4 f8 c4 c8 cg",
      "u1 u1 i2 i2 i4 i8 f2 bf f4 f8 c4 c8 cg",
      "i1 i2 i1 i2 i4 i8 f2 bf f4 f8 c4 c8 cg",
      "i2 i2 i2 i2 i4 i8 f2 bf f4 f8 c4 c8 cg",
      "i4 i4 i4 i4 i4 i8 f2 bf f4 f8 c4 c8 cg",
      "i8 i8 i8 i8 i8 i8 f2 bf f4 f8 c4 c8 cg",
      "f2 f2 f2 f2 f2 f2 f2 f4 f4 f8 c4 c8 cg",
      "bf bf bf bf bf bf f4 bf f4 f8 c8 c8 cg",
      "f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 c8 c8 cg",
      "f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 cg cg cg",
      "c4 c4 c4 c4 c4 c4 c4 c8 c8 cg c4 c8 cg",
      "c8 c8 c8 c8 c8 c8 c8 c8 c8 cg c8 c8 cg",
      "cg cg cg cg cg cg cg cg cg cg cg cg cg"};
  for (size_t A = 0; A != std::size(Types); ++A) {
    std::string Row;
    for (DType B : Types) {
      DType Result = promoteTypes(Types[A], B);
      Row += (Row.empty() ? "" : " ") +
             Codes[find(Types, Result) - std::begin(Types)].str();
    }
    EXPECT_EQ(Row, Expected[A].str()) << Codes[A].str();
  }
}
