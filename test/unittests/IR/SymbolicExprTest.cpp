//===- SymbolicExprTest.cpp - Symbolic sizes ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SymbolicExpr.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

static std::string print(StringRef Source) {
  std::optional<SymbolicExpr> E = SymbolicExpr::parse(Source);
  if (!E)
    return "not read";
  return E->str().value_or("not printed");
}

#define S77 "Symbol('s77', positive=True, integer=True)"
#define S16 "Symbol('s16', positive=True, integer=True)"
#define U0 "Symbol('u0', integer=True)"

// The right sides are what Python prints with torch 2.13.
TEST(SymbolicExpr, PrintsAsPython) {
  EXPECT_EQ(print(S77), "s77");
  EXPECT_EQ(print("Symbol('zuf0')"), "zuf0");
  EXPECT_EQ(print("Symbol('a', integer=True, positive=False)"), "a");
  EXPECT_EQ(print("Mul(Integer(2), " S77 ")"), "2*s77");
  EXPECT_EQ(print("Mul(Integer(-1), " S77 ")"), "-s77");
  EXPECT_EQ(print("Mul(Integer(-1), Integer(2), " S77 ")"), "-2*s77");
  EXPECT_EQ(print("Add(" S77 ", Integer(1))"), "s77 + 1");
  EXPECT_EQ(print("Add(" S77 ", Integer(-1))"), "s77 - 1");
  EXPECT_EQ(print("Add(Integer(8), Mul(Integer(-1), " S77 "))"), "8 - s77");
  EXPECT_EQ(
      print("Mul(Integer(-1), Integer(3), " S16 ", Add(" S77 ", Integer(1)))"),
      "-3*s16*(s77 + 1)");
  EXPECT_EQ(print("Pow(Add(" S77 ", Integer(1)), Integer(2))"), "(s77 + 1)**2");
  EXPECT_EQ(print("Pow(" S77 ", Integer(2))"), "s77**2");
  EXPECT_EQ(print("Mul(Integer(2), Pow(" S77 ", Integer(2)))"), "2*s77**2");
  EXPECT_EQ(print("FloorDiv(Add(" S16 ", Integer(-1)), Integer(8))"),
            "((s16 - 1)//8)");
  EXPECT_EQ(print("Add(FloorDiv(Add(" S16 ", Integer(-1)), Integer(2)), "
                  "Integer(1))"),
            "(((s16 - 1)//2)) + 1");
  EXPECT_EQ(print("Mod(" S77 ", Integer(3))"), "Mod(s77, 3)");
  EXPECT_EQ(print("Max(Integer(4), " S77 ")"), "Max(4, s77)");
  EXPECT_EQ(print("LessThan(" U0 ", Integer(5))"), "u0 <= 5");
  EXPECT_EQ(print("StrictGreaterThan(" U0 ", Integer(0))"), "u0 > 0");
  EXPECT_EQ(print("Equality(" U0 ", Integer(1))"), "Eq(u0, 1)");
  EXPECT_EQ(print("ToFloat(" S77 ")"), "ToFloat(s77)");
  EXPECT_EQ(print("Piecewise(ExprCondPair(Integer(1), Equality(" U0
                  ", Integer(1))), ExprCondPair(Integer(0), true))"),
            "Piecewise((1, Eq(u0, 1)), (0, True))");
}

TEST(SymbolicExpr, RefusesWhatItDoesNotUnderstand) {
  for (StringRef Source : {"",
                           "s77 + 1",
                           "__import__('os').system('x')",
                           "Symbol('')",
                           "Symbol('a b')",
                           "Symbol('2')",
                           "Symbol('True')",
                           "Symbol('a\\'b')",
                           "Symbol('a\\)",
                           "Float('1\\)",
                           "Symbol('a'",
                           "Symbol(a)",
                           "Symbol('a', positive=1)",
                           "Integer(1.5)",
                           "Integer()",
                           "Integer(99999999999999999999)",
                           "Add(Integer(1)",
                           "Add(Integer(1),)",
                           "Add(Integer(1)) x",
                           "Float('nine')"})
    EXPECT_EQ(print(Source), "not read") << Source.str();
  EXPECT_EQ(print("Pow(" S77 ", Integer(-1))"), "not printed");
}

TEST(SymbolicExpr, IsBounded) {
  std::string Deep;
  for (unsigned I = 0; I != 100'000; ++I)
    Deep += "Add(";
  EXPECT_EQ(print(Deep), "not read");
  std::string Wide = "Add(";
  for (unsigned I = 0; I != 20'000; ++I)
    Wide += "Integer(1), ";
  Wide += "Integer(1))";
  EXPECT_EQ(print(Wide), "not read");
}

static std::optional<int64_t> evaluate(StringRef Source) {
  return SymbolicExpr::parse(Source)->evaluate(
      [](StringRef Name) -> std::optional<int64_t> {
        if (Name == "s77")
          return 7;
        return Name == "s16" ? std::optional<int64_t>(-16) : std::nullopt;
      });
}

TEST(SymbolicExpr, Evaluates) {
  EXPECT_EQ(evaluate("Add(Mul(Integer(2), " S77 "), Integer(1))"), 15);
  EXPECT_EQ(evaluate("FloorDiv(" S16 ", Integer(3))"), -6);
  EXPECT_EQ(evaluate("Mod(" S16 ", Integer(3))"), 2);
  EXPECT_EQ(evaluate("CeilDiv(" S77 ", Integer(2))"), 4);
  EXPECT_EQ(evaluate("Pow(" S77 ", Integer(2))"), 49);
  EXPECT_EQ(evaluate("Max(" S16 ", " S77 ", Integer(3))"), 7);
  EXPECT_EQ(evaluate("LessThan(" S77 ", Integer(7))"), 1);
  EXPECT_EQ(evaluate("StrictLessThan(" S77 ", Integer(7))"), 0);
  // Rounding is that of Python, for all signs, with and without a rest.
  EXPECT_EQ(evaluate("FloorDiv(" S16 ", Integer(8))"), -2);
  EXPECT_EQ(evaluate("FloorDiv(" S16 ", Integer(-3))"), 5);
  EXPECT_EQ(evaluate("FloorDiv(" S77 ", Integer(-2))"), -4);
  EXPECT_EQ(evaluate("FloorDiv(" S77 ", Integer(-1))"), -7);
  EXPECT_EQ(evaluate("FloorDiv(" S77 ", Integer(7))"), 1);
  EXPECT_EQ(evaluate("FloorDiv(" S77 ", Integer(2))"), 3);
  EXPECT_EQ(evaluate("CeilDiv(" S77 ", Integer(7))"), 1);
  EXPECT_EQ(evaluate("CeilDiv(" S16 ", Integer(3))"), -5);
  EXPECT_EQ(evaluate("CeilDiv(" S16 ", Integer(4))"), -4);
  EXPECT_EQ(evaluate("FloorDiv(Integer(-9223372036854775808), Integer(-1))"),
            std::nullopt);
  EXPECT_EQ(evaluate("FloorDiv(Integer(-9223372036854775808), Integer(1))"),
            INT64_MIN);
  // No value, no division by zero, no overflow.
  EXPECT_EQ(evaluate("Add(" U0 ", Integer(1))"), std::nullopt);
  EXPECT_EQ(evaluate("FloorDiv(" S77 ", Integer(0))"), std::nullopt);
  EXPECT_EQ(evaluate("Mul(" S77 ", Integer(9223372036854775807))"),
            std::nullopt);
  EXPECT_EQ(evaluate("ToFloat(" S77 ")"), std::nullopt);
  EXPECT_EQ(evaluate("Add()"), std::nullopt);
  EXPECT_EQ(evaluate("Mod(" S77 ")"), std::nullopt);
}

static std::string source(StringRef Text) {
  return SymbolicExpr::fromPython(Text).value_or("not understood");
}

// The right sides are what sympy makes of the text when the names stand for
// such symbols, but for the order of operands.
TEST(SymbolicExpr, ReadsPython) {
  EXPECT_EQ(source("s77"), S77);
  EXPECT_EQ(source("u0"), U0);
  EXPECT_EQ(source("zuf0"), "Symbol('zuf0')");
  EXPECT_EQ(source("-3"), "Integer(-3)");
  EXPECT_EQ(source("2*s77"), "Mul(Integer(2), " S77 ")");
  EXPECT_EQ(source("-s77"), "Mul(Integer(-1), " S77 ")");
  EXPECT_EQ(source("8 - s77"), "Add(Integer(8), Mul(Integer(-1), " S77 "))");
  EXPECT_EQ(source("s77 - 1"), "Add(" S77 ", Integer(-1))");
  EXPECT_EQ(source("s16*s77 + 2*s16"),
            "Add(Mul(" S16 ", " S77 "), Mul(Integer(2), " S16 "))");
  EXPECT_EQ(source("(s77 + 1)**2"),
            "Pow(Add(" S77 ", Integer(1)), Integer(2))");
  EXPECT_EQ(source("(((s16 - 1)//2)) + 1"),
            "Add(FloorDiv(Add(" S16 ", Integer(-1)), Integer(2)), "
            "Integer(1))");
  EXPECT_EQ(source("s16*s77//2"),
            "FloorDiv(Mul(" S16 ", " S77 "), Integer(2))");
  EXPECT_EQ(source("s16*s77/2"), "Mul(Rational(1, 2), " S16 ", " S77 ")");
  EXPECT_EQ(source("3/2"), "Rational(3, 2)");
  EXPECT_EQ(source("floor(s77/2)"), "floor(Mul(Rational(1, 2), " S77 "))");
  EXPECT_EQ(source("Max(4, s77)"), "Max(Integer(4), " S77 ")");
  EXPECT_EQ(source("Eq(Mod(s77, 2), 0)"),
            "Equality(Mod(" S77 ", Integer(2)), Integer(0))");
  EXPECT_EQ(source("u0 >= -9223372036854775808"),
            "GreaterThan(" U0 ", Integer(-9223372036854775808))");
  EXPECT_EQ(source("u0 < 3"), "StrictLessThan(" U0 ", Integer(3))");
  EXPECT_EQ(source("0.5*zuf0"),
            "Mul(Float('0.5', precision=53), Symbol('zuf0'))");
  EXPECT_EQ(source("True"), "true");
  for (StringRef Other :
       {"", "s", "x", "2*", "s0 s1", "(s0", "s0)", "f(s0)", "s0/s1", "s0 % 2",
        "__import__('os')", "s0.x", "s0[0]", "99999999999999999999", "Max()"})
    EXPECT_EQ(source(Other), "not understood") << Other.str();
  EXPECT_EQ(source(std::string(200, '(') + "s0" + std::string(200, ')')),
            "not understood");
  EXPECT_EQ(source(std::string(200, '-') + "s0"), "not understood");
  std::string Long = "s0";
  for (int I = 0; I != 20000; ++I)
    Long += "+s0";
  EXPECT_EQ(source(Long), "not understood");
}
