//===- SymbolicMathTest.cpp - Arithmetic with symbolic sizes --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace fx;
using llvm::StringRef;

namespace {
class SymbolicMathTest : public testing::Test {
protected:
  SymbolicMathTest() : M(Ctx), Math(Ctx, &M.makeProgram()) {
    S = add("s0", "Symbol('s0', positive=True, integer=True)", 12);
    T = add("s1", "Symbol('s1', positive=True, integer=True)", 5);
    U = add("u0", "Symbol('u0', integer=True)", Argument());
  }

  Argument add(StringRef Text, StringRef Source, Argument Hint) {
    M.program()->addSymbolic({Ctx.intern(Text), Ctx.intern(Source),
                              SymbolicInfo::Int, std::move(Hint)});
    return Argument::symExpr(Ctx.intern(Text));
  }
  /// The text of a result, and how archives spell it.
  std::string text(const Argument &A) {
    return A.isInt() ? std::to_string(A.asInt()) : A.str().str();
  }
  std::string source(const Argument &A) {
    Math.explain(A, *M.program());
    return M.program()->symbolic(A.symbol())->Source.str().str();
  }

  Context Ctx;
  GraphModule M;
  SymbolicMath Math;
  Argument S, T, U;
};
} // namespace

TEST_F(SymbolicMathTest, IntegersAsPythonHasThem) {
  EXPECT_EQ(Math.floorDiv(-7, 2), Argument(-4));
  EXPECT_EQ(Math.apply(SymbolicMath::Mod, -7, 2), Argument(1));
  EXPECT_TRUE(Math.floorDiv(1, 0).isNone());
  EXPECT_TRUE(Math.add(INT64_MAX, 1).isNone());
  EXPECT_TRUE(Math.floorDiv(INT64_MIN, -1).isNone());
  EXPECT_EQ(Math.apply(SymbolicMath::TrueDiv, 1, 2), Argument(0.5));
}

// Python's results for all small numbers.
TEST_F(SymbolicMathTest, OperationsOnNumbersArePythons) {
  for (int64_t A = -9; A != 10; ++A)
    for (int64_t B = -9; B != 10; ++B) {
      SCOPED_TRACE(std::to_string(A) + ", " + std::to_string(B));
      EXPECT_EQ(Math.add(A, B), Argument(A + B));
      EXPECT_EQ(Math.sub(A, B), Argument(A - B));
      EXPECT_EQ(Math.mul(A, B), Argument(A * B));
      EXPECT_EQ(Math.max(A, B), Argument(std::max(A, B)));
      EXPECT_EQ(Math.min(A, B), Argument(std::min(A, B)));
      auto Is = [&](SymbolicMath::Operation Op, bool Expected) {
        EXPECT_EQ(Math.apply(Op, A, B), Argument(Expected)) << unsigned(Op);
        EXPECT_EQ(Math.apply(Op, double(A), B), Argument(Expected));
        EXPECT_EQ(Math.apply(Op, A, double(B)), Argument(Expected));
      };
      Is(SymbolicMath::Eq, A == B);
      Is(SymbolicMath::Ne, A != B);
      Is(SymbolicMath::Lt, A < B);
      Is(SymbolicMath::Le, A <= B);
      Is(SymbolicMath::Gt, A > B);
      Is(SymbolicMath::Ge, A >= B);
      Argument Quotient = Math.floorDiv(A, B);
      Argument Rest = Math.apply(SymbolicMath::Mod, A, B);
      Argument Exact = Math.apply(SymbolicMath::TrueDiv, A, B);
      if (B == 0) {
        EXPECT_TRUE(Quotient.isNone() && Rest.isNone() && Exact.isNone());
        continue;
      }
      int64_t Floor = int64_t(std::floor(double(A) / double(B)));
      EXPECT_EQ(Quotient, Argument(Floor));
      EXPECT_EQ(Rest, Argument(A - Floor * B));
      EXPECT_EQ(Exact, Argument(double(A) / double(B)));
      if (B < 0)
        continue;
      int64_t Power = 1;
      for (int64_t I = 0; I != B; ++I)
        Power *= A;
      EXPECT_EQ(Math.apply(SymbolicMath::Pow, A, B), Argument(Power));
    }
  auto Power = [&](int64_t A, int64_t B) {
    return Math.apply(SymbolicMath::Pow, A, B);
  };
  EXPECT_EQ(Power(0, 100), Argument(0));
  EXPECT_EQ(Power(1, 100), Argument(1));
  EXPECT_EQ(Power(-1, 100), Argument(1));
  EXPECT_EQ(Power(-1, 101), Argument(-1));
  EXPECT_EQ(Power(2, 62), Argument(int64_t(1) << 62));
  EXPECT_TRUE(Power(2, 63).isNone());
  EXPECT_TRUE(Power(2, 65).isNone());
  EXPECT_EQ(Power(4, -1), Argument(0.25));
  EXPECT_TRUE(Power(0, -1).isNone());
}

// Whatever form an expression gets, its value for the hints stays.
TEST_F(SymbolicMathTest, RandomExpressionsKeepTheirValue) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 300; ++Round) {
    std::vector<std::pair<Argument, int64_t>> Pool = {
        {S, 12}, {T, 5}, {1, 1}, {2, 2}, {3, 3}, {-1, -1}, {7, 7}};
    for (unsigned Step = 0; Step != 12; ++Step) {
      auto [A, X] = Pool[Random() % Pool.size()];
      auto [B, Y] = Pool[Random() % Pool.size()];
      std::pair<Argument, int64_t> New;
      switch (Random() % 7) {
      case 0:
        New = {Math.add(A, B), X + Y};
        break;
      case 1:
        New = {Math.sub(A, B), X - Y};
        break;
      case 2:
        New = {Math.mul(A, B), X * Y};
        break;
      case 3:
        New = {Math.max(A, B), std::max(X, Y)};
        break;
      case 4:
        New = {Math.min(A, B), std::min(X, Y)};
        break;
      default: {
        if (Y == 0)
          continue;
        int64_t Floor = int64_t(std::floor(double(X) / double(Y)));
        New = {Math.floorDiv(A, B), Floor};
        if (Random() % 2)
          New = {Math.apply(SymbolicMath::Mod, A, B), X - Floor * Y};
        break;
      }
      }
      if (New.first.isNone() || std::abs(New.second) > 1'000'000)
        continue;
      ASSERT_EQ(Math.hint(New.first), New.second) << text(New.first);
      ASSERT_EQ(Math.equal(New.first, Math.add(New.first, 1)), false);
      ASSERT_TRUE(Math.equal(Math.sub(Math.add(New.first, A), A), New.first))
          << text(New.first);
      Pool.push_back(New);
    }
  }
}

TEST_F(SymbolicMathTest, TextsAreSymPys) {
  EXPECT_EQ(text(Math.add(1, Math.mul(2, S))), "2*s0 + 1");
  EXPECT_EQ(source(Math.add(1, Math.mul(S, 2))),
            "Add(Mul(Integer(2), Symbol('s0', positive=True, integer=True)), "
            "Integer(1))");
  EXPECT_EQ(text(Math.mul(T, S)), "s0*s1");
  EXPECT_EQ(text(Math.add(S, Math.mul(S, S))), "s0**2 + s0");
  EXPECT_EQ(text(Math.add(Math.mul(S, S), S)), "s0**2 + s0");
  EXPECT_EQ(text(Math.sub(1, S)), "1 - s0");
  EXPECT_EQ(text(Math.sub(S, S)), "0");
  EXPECT_EQ(text(Math.mul(2, Math.add(S, 1))), "2*s0 + 2");
  EXPECT_EQ(text(Math.floorDiv(Math.sub(S, 1), 2)), "((s0 - 1)//2)");
}

TEST_F(SymbolicMathTest, Division) {
  EXPECT_EQ(text(Math.floorDiv(Math.mul(2, S), 2)), "s0");
  EXPECT_EQ(text(Math.floorDiv(Math.mul(S, T), S)), "s1");
  EXPECT_EQ(text(Math.floorDiv(Math.add(Math.mul(2, S), 4), 2)), "s0 + 2");
  EXPECT_EQ(text(Math.floorDiv(Math.mul(S, 6), 4)), "((3*s0)//2)");
  Argument Sum = Math.add(Math.mul(S, T), Math.mul(2, T));
  EXPECT_EQ(text(Math.floorDiv(Sum, T)), "s0 + 2");
  EXPECT_EQ(text(Math.floorDiv(Math.add(Sum, 1), T)),
            "((s0*s1 + 2*s1 + 1)//s1)");
  // Nested ones are one.
  Argument Half = Math.floorDiv(Math.sub(S, 1), 2);
  EXPECT_EQ(text(Math.floorDiv(Half, 2)), "((s0 - 1)//4)");
  EXPECT_TRUE(Math.floorDiv(S, 0).isNone());
  EXPECT_TRUE(Math.floorDiv(S, Argument()).isNone());
  EXPECT_TRUE(Math.floorDiv(Argument(), S).isNone());
}

TEST_F(SymbolicMathTest, Extremes) {
  EXPECT_EQ(Math.max(1, S), S);
  EXPECT_EQ(text(Math.max(1, U)), "Max(1, u0)");
  EXPECT_EQ(text(Math.max(1, Math.sub(S, 1))), "Max(1, s0 - 1)");
  // At least 1, since s0 is.
  Argument Size = Math.add(Math.floorDiv(Math.sub(S, 1), 2), 1);
  EXPECT_EQ(Math.max(1, Size), Size);
}

TEST_F(SymbolicMathTest, Equality) {
  Argument A = Math.mul(Math.add(S, 1), Math.add(T, 1));
  Argument B = Math.add(Math.add(Math.mul(S, T), S), Math.add(T, 1));
  EXPECT_FALSE(A == B);
  EXPECT_TRUE(Math.equal(A, B));
  EXPECT_FALSE(Math.equal(S, T));
  EXPECT_FALSE(Math.equal(S, 12));
}

TEST_F(SymbolicMathTest, RangesDecideExtrema) {
  Argument Size = add("s2", "Symbol('s2', integer=True)", 2);
  EXPECT_FALSE(Math.equal(Math.mul(S, Math.max(1, Size)), Math.mul(S, Size)));

  Argument Max = add("s3", "Symbol('s3', integer=True)", 9);
  SymbolicMath Bounded(Ctx, M.program());
  M.program()->Ranges.push_back({Ctx.intern("s2"), 1, 8});
  M.program()->Ranges.push_back({Ctx.intern("s3"), 8, 16});
  Argument Rows = Bounded.mul(S, Bounded.max(1, Size));
  EXPECT_TRUE(Bounded.equal(Rows, Bounded.mul(S, Size)));
  EXPECT_TRUE(Bounded.equal(Bounded.apply(SymbolicMath::Min, Size, 8), Size));
  EXPECT_FALSE(Bounded.equal(Bounded.apply(SymbolicMath::Min, Size, 7), Size));
  EXPECT_FALSE(Bounded.equal(Bounded.max(2, Size), Size));
  EXPECT_TRUE(Bounded.equal(Bounded.max(8, Size), 8));
  EXPECT_TRUE(Bounded.equal(Bounded.apply(SymbolicMath::Min, 1, Size), 1));
  EXPECT_TRUE(Bounded.equal(Bounded.apply(SymbolicMath::Min, Size, Max), Size));
  EXPECT_TRUE(Bounded.equal(Bounded.max(Size, Max), Max));
  EXPECT_FALSE(Bounded.equal(Rows, S));
}

TEST_F(SymbolicMathTest, Hints) {
  EXPECT_EQ(Math.hint(Math.mul(S, T)), 60);
  EXPECT_EQ(Math.hint(Math.floorDiv(S, T)), 2);
  EXPECT_TRUE(Math.hasHint(S));
  EXPECT_FALSE(Math.hasHint(Math.add(S, U)));
}

TEST_F(SymbolicMathTest, Comparisons) {
  EXPECT_EQ(Math.apply(SymbolicMath::Ge, S, 1), Argument(true));
  EXPECT_EQ(Math.apply(SymbolicMath::Eq, S, 0), Argument(false));
  Argument Open = Math.apply(SymbolicMath::Ge, U, 2);
  EXPECT_EQ(Open.str(), "u0 >= 2");
  EXPECT_EQ(Math.logicalNot(Open).str(), "u0 < 2");
  // An integer is compared with a float as one.
  M.program()->addSymbolic({Ctx.intern("zuf0"), Ctx.intern("Symbol('zuf0')"),
                            SymbolicInfo::Float, Argument()});
  Argument Float = Argument::symExpr(Ctx.intern("zuf0"));
  EXPECT_EQ(Math.apply(SymbolicMath::Gt, Float, 2).str(), "zuf0 > 2.0");
  EXPECT_EQ(Math.apply(SymbolicMath::Lt, 2, Float).str(), "2.0 < zuf0");
  // A product with zero is the integer, as for SymPy.
  for (Argument Zero : {Argument(int64_t(0)), Argument(0.0), Argument(-0.0)})
    EXPECT_EQ(Math.apply(SymbolicMath::Mul, Float, Zero), Argument(int64_t(0)));
}

TEST_F(SymbolicMathTest, NewSymbolsHaveNewNames) {
  EXPECT_TRUE(Math.fresh(false).isNone());
  Math.allowFresh(true);
  EXPECT_EQ(text(Math.fresh(false)), "u1");
  EXPECT_EQ(text(Math.fresh(false, 2, 9)), "u2");
  EXPECT_EQ(text(Math.fresh(true)), "zuf0");
  add("4*u10 + u3", "4*u10 + u3", Argument());
  add("u_20", "u_20", Argument());
  add("mu30", "mu30", Argument());
  add("u4x", "u4x", Argument());
  M.program()->Ranges.push_back({Ctx.intern("u11"), 0, 1});
  EXPECT_EQ(text(Math.fresh(false)), "u12");
  Argument Last = Math.fresh(false, 2, std::nullopt);
  EXPECT_EQ(text(Last), "u13");
  EXPECT_EQ(source(Last), "Symbol('u13', integer=True)");
  auto &Ranges = M.program()->Ranges;
  ASSERT_EQ(Ranges.size(), 6u);
  EXPECT_EQ(Ranges[2].Text.str(), "u2");
  EXPECT_EQ(Ranges[2].Min, 2);
  EXPECT_EQ(Ranges[2].Max, 9);
  EXPECT_EQ(Ranges.back().Text.str(), "u13");
  EXPECT_EQ(Ranges.back().Max, std::nullopt);
  Argument Float = Math.fresh(true);
  EXPECT_EQ(text(Float), "zuf1");
  EXPECT_EQ(source(Float), "Symbol('zuf1')");
  Math.allowFresh(false);
  EXPECT_TRUE(Math.fresh(false).isNone());
}

TEST_F(SymbolicMathTest, NothingComesOfNothing) {
  for (unsigned Op = 0; Op <= SymbolicMath::Ge; ++Op)
    for (const Argument &A : {S, U, Argument(3), Argument(0.5)}) {
      auto Apply = SymbolicMath::Operation(Op);
      EXPECT_TRUE(Math.apply(Apply, A, Argument()).isNone()) << Op;
      EXPECT_TRUE(Math.apply(Apply, Argument(), A).isNone()) << Op;
    }
  for (const Argument &A : {S, Argument(3)}) {
    EXPECT_TRUE(Math.add(A, Argument()).isNone());
    EXPECT_TRUE(Math.sub(Argument(), A).isNone());
    EXPECT_TRUE(Math.mul(A, Argument()).isNone());
    EXPECT_TRUE(Math.floorDiv(A, Argument()).isNone());
    EXPECT_TRUE(Math.max(A, Argument()).isNone());
    EXPECT_TRUE(Math.min(Argument(), A).isNone());
  }
  EXPECT_TRUE(Math.toFloat(Argument()).isNone());
  EXPECT_TRUE(Math.logicalNot(Argument()).isNone());
}

TEST_F(SymbolicMathTest, WhatIsNotUnderstoodStandsForItself) {
  Argument Odd = add("odd", "__import__('os').system('true')", 3);
  EXPECT_EQ(Math.sub(Odd, Odd), Argument(0));
  EXPECT_TRUE(Math.equal(Odd, Odd));
  EXPECT_FALSE(Math.equal(Odd, S));
}

TEST_F(SymbolicMathTest, LargeExpressionsEnd) {
  // Nothing recurses without end, or grows without bound.
  Argument A = U;
  for (unsigned I = 0; I != 1000; ++I)
    A = Math.max(Math.floorDiv(Math.add(A, 1), T), Math.mul(A, I + 2));
  Math.hint(A);
  EXPECT_TRUE(A.isNone() || A.kind() == ArgKind::SymExpr);
}

namespace {
class SymbolicLimitsTest : public SymbolicMathTest {};
} // namespace

// What is computed for each of many nodes does not fill memory.
TEST_F(SymbolicLimitsTest, TermsAreLimited) {
  int64_t I = 1;
  while (I != 1 << 20 && !Math.add(S, I).isNone())
    ++I;
  EXPECT_LT(I, 1 << 20);
  // What is known stays known.
  EXPECT_EQ(text(Math.add(S, 1)), "s0 + 1");
  EXPECT_TRUE(Math.mul(Math.add(S, 1), Math.add(T, -5)).isNone());
}
