//===- SymbolicPrintingTest.cpp - Symbolic sizes as Python text -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

/// Writes `<s0>`, `<u0>`, `<zuf0>` and `<-1>` out as srepr does.
static std::string expand(StringRef Short) {
  std::string Source;
  while (!Short.empty()) {
    auto [Before, Rest] = Short.split('<');
    auto [Name, After] = Rest.split('>');
    Source += Before;
    Short = After;
    if (Name.empty())
      break;
    if (Name.front() == '-' || llvm::isDigit(Name.front()))
      Source += ("Integer(" + Name + ")").str();
    else
      Source += ("Symbol('" + Name + "'" +
                 (Name.starts_with("s")   ? ", positive=True, integer=True"
                  : Name.starts_with("u") ? ", integer=True"
                                          : "") +
                 ")")
                    .str();
  }
  return Source;
}

// What srepr and str of torch 2.13 print: where parentheses stand.
TEST(SymbolicPrinting, PutsParenthesesAsPythonDoes) {
  static const struct {
    const char *Source, *Text;
  } Cases[] = {
      {"Mul(<-1>, <s0>)", "-s0"},
      {"Mul(<-1>, <2>, <s0>)", "-2*s0"},
      {"Mul(<-1>, <s0>, <s1>)", "-s0*s1"},
      {"Mul(<-1>, <3>, <s0>, <s1>)", "-3*s0*s1"},
      {"Add(Mul(<-1>, <s0>), <s1>)", "-s0 + s1"},
      {"Add(Mul(<-1>, <2>, <s0>), <s1>)", "-2*s0 + s1"},
      {"Mul(<s0>, Add(<s1>, <-2>))", "s0*(s1 - 2)"},
      {"Mul(<-1>, <s0>, Add(<s1>, <-2>))", "-s0*(s1 - 2)"},
      {"FloorDiv(Add(Mul(<-1>, <s0>), <u0>), <2>)", "((-s0 + u0)//2)"},
      {"FloorDiv(Mul(<s0>, <u0>), Add(<s1>, <1>))", "((s0*u0)//(s1 + 1))"},
      {"FloorDiv(Mul(<-1>, <2>, <u0>), <s1>)", "((-2*u0)//s1)"},
      {"FloorDiv(<u0>, Mul(<3>, <s1>))", "(u0//(3*s1))"},
      {"Mul(<2>, Mod(<u0>, <3>))", "2*(Mod(u0, 3))"},
      {"Add(Mod(<u0>, <3>), <-1>)", "(Mod(u0, 3)) - 1"},
      {"Mul(<-1>, Mod(<u0>, <3>))", "-(Mod(u0, 3))"},
      {"Mod(Mul(<-1>, <u0>), <3>)", "Mod(-u0, 3)"},
      {"Pow(<u0>, <2>)", "u0**2"},
      {"Pow(Add(<u0>, <-1>), <2>)", "(u0 - 1)**2"},
      {"Mul(<-1>, Pow(<u0>, <2>))", "-u0**2"},
      {"Mul(Pow(<s0>, <3>), Pow(<u0>, <3>))", "s0**3*u0**3"},
      {"Mul(<s0>, Pow(<u0>, <2>))", "s0*u0**2"},
      {"Max(<1>, <u0>)", "Max(1, u0)"},
      {"Mul(<-1>, Max(<1>, <u0>))", "-Max(1, u0)"},
      {"Add(Max(<s0>, <u0>), <2>)", "Max(s0, u0) + 2"},
      {"Mul(<2>, Max(<s0>, <u0>))", "2*Max(s0, u0)"},
      {"Pow(Min(<3>, <u0>), <2>)", "Min(3, u0)**2"},
      {"Equality(<u0>, <3>)", "Eq(u0, 3)"},
      {"Unequality(<u0>, <-3>)", "Ne(u0, -3)"},
      {"LessThan(<u0>, <3>)", "u0 <= 3"},
      {"StrictLessThan(Mul(<-1>, <u0>), <3>)", "-u0 < 3"},
      {"StrictGreaterThan(Mul(<2>, <u0>), <s0>)", "2*u0 > s0"},
      {"GreaterThan(Add(<u0>, <-1>), <s0>)", "u0 - 1 >= s0"},
      {"FloorDiv(Max(<2>, <u0>), <s0>)", "(Max(2, u0)//s0)"},
      {"Add(PythonMod(<u0>, <s0>), <1>)", "(PythonMod(u0, s0)) + 1"},
      {"Mul(<2>, PythonMod(<u0>, <-3>))", "2*(PythonMod(u0, -3))"},
      {"Mul(<5>, ModularIndexing(<u0>, <2>, <3>))",
       "5*(ModularIndexing(u0, 2, 3))"},
      {"Mul(<2>, PowByNatural(<u0>, <s0>))", "2*(PowByNatural(u0, s0))"},
      {"Add(PowByNatural(<u0>, <s0>), <1>)", "PowByNatural(u0, s0) + 1"},
      {"Add(FloatTrueDiv(<zuf0>, Float('2.0', precision=53)), <1>)",
       "(FloatTrueDiv(zuf0, 2.0)) + 1"},
      {"Mul(<zuf0>, IntTrueDiv(<u0>, <s0>))", "zuf0*(IntTrueDiv(u0, s0))"},
      {"Mul(<2>, Identity(<u0>))", "2*((u0))"},
      {"Add(Identity(<u0>), <1>)", "((u0)) + 1"},
      {"Mul(Float('2.5', precision=53), <zuf0>)", "2.5*zuf0"},
      {"Add(<zuf0>, Float('-0.5', precision=53))", "zuf0 - 0.5"},
      {"Mul(<-1>, Float('0.5', precision=53), <zuf0>)", "-0.5*zuf0"},
      {"Mul(<2>, Where(StrictGreaterThan(<u0>, <2>), <s0>, <s1>))",
       "2*(Where(u0 > 2, s0, s1))"},
      {"Piecewise(ExprCondPair(<s0>, StrictGreaterThan(<u0>, <2>)), "
       "ExprCondPair(<s1>, true))",
       "Piecewise((s0, u0 > 2), (s1, True))"},
      {"Mul(<3>, FloatPow(<zuf0>, Float('2.0', precision=53)))",
       "3*FloatPow(zuf0, 2.0)"},
      {"Add(Mul(<s0>, <s1>), <u0>, <1>)", "s0*s1 + u0 + 1"},
      {"FloorDiv(<-3>, <u0>)", "((-3)//u0)"},
      {"FloorDiv(<u0>, <-3>)", "(u0//(-3))"},
      {"Pow(Mul(<-1>, <u0>), <2>)", "(-u0)**2"},
      {"Pow(<-2>, <3>)", "(-2)**3"},
      {"Equality(<-3>, <u0>)", "Eq(-3, u0)"},
  };
  for (const auto &[Source, Text] : Cases) {
    std::string Expanded = expand(Source);
    std::optional<SymbolicExpr> E = SymbolicExpr::parse(Expanded);
    ASSERT_TRUE(E.has_value()) << Source;
    EXPECT_EQ(E->str().value_or("not printed"), Text) << Source;
  }
}

/// The source of what Python prints.
static std::string fromPython(StringRef Text) {
  return SymbolicExpr::fromPython(Text).value_or("not read");
}

// What sympy's srepr says of the text, in the order of the text.
TEST(SymbolicPrinting, ReadsWhatPythonPrints) {
  static const struct {
    const char *Text, *Source;
  } Cases[] = {
      {"s0", "<s0>"},
      {" 7 ", "<7>"},
      {"-7", "<-7>"},
      {"- -7", "<7>"},
      {"-9223372036854775808", "<-9223372036854775808>"},
      {"9223372036854775807", "<9223372036854775807>"},
      {"2.5", "Float('2.5', precision=53)"},
      {"True", "true"},
      {"False", "false"},
      {"zuf0", "Symbol('zuf0')"},
      {"zf1", "Symbol('zf1')"},
      {"f2", "Symbol('f2')"},
      {"-s0", "Mul(<-1>, <s0>)"},
      {"s0 + u0", "Add(<s0>, <u0>)"},
      {"s0 - u0", "Add(<s0>, Mul(<-1>, <u0>))"},
      {"s0 - 3", "Add(<s0>, <-3>)"},
      {"s0 + u0 - 3 + s1", "Add(<s0>, <u0>, <-3>, <s1>)"},
      {"2*s0", "Mul(<2>, <s0>)"},
      {"2*s0*u0", "Mul(<2>, <s0>, <u0>)"},
      {"-2*s0", "Mul(<-2>, <s0>)"},
      {"s0**2", "Pow(<s0>, <2>)"},
      {"s0**-2", "Pow(<s0>, <-2>)"},
      {"-s0**2", "Mul(<-1>, Pow(<s0>, <2>))"},
      {"s0//2", "FloorDiv(<s0>, <2>)"},
      {"2*s0//3*u0", "Mul(FloorDiv(Mul(<2>, <s0>), <3>), <u0>)"},
      {"s0//2//3", "FloorDiv(FloorDiv(<s0>, <2>), <3>)"},
      {"1/2", "Rational(1, 2)"},
      {"s0/2", "Mul(Rational(1, 2), <s0>)"},
      {"3*s0/2", "Mul(Rational(1, 2), <3>, <s0>)"},
      {"1/2*s0", "Mul(Rational(1, 2), <s0>)"},
      {"(s0 + 1)*2", "Mul(Add(<s0>, <1>), <2>)"},
      {"((s0))", "<s0>"},
      {"s0 <= 3", "LessThan(<s0>, <3>)"},
      {"s0 >= 3", "GreaterThan(<s0>, <3>)"},
      {"s0 < 3", "StrictLessThan(<s0>, <3>)"},
      {"s0 > 3", "StrictGreaterThan(<s0>, <3>)"},
      {"s0 == 3", "Equality(<s0>, <3>)"},
      {"s0 != u0 + 1", "Unequality(<s0>, Add(<u0>, <1>))"},
      {"Eq(s0, 3)", "Equality(<s0>, <3>)"},
      {"Ne(s0, 3)", "Unequality(<s0>, <3>)"},
      {"Max(1, s0, u0)", "Max(<1>, <s0>, <u0>)"},
      {"Min(2, s0)", "Min(<2>, <s0>)"},
      {"Mod(s0, 2)", "Mod(<s0>, <2>)"},
      {"PythonMod(s0, 2)", "PythonMod(<s0>, <2>)"},
      {"CeilDiv(s0, 2)", "CeilDiv(<s0>, <2>)"},
      {"CleanDiv(s0, 2)", "CleanDiv(<s0>, <2>)"},
      {"ModularIndexing(s0, 2, 3)", "ModularIndexing(<s0>, <2>, <3>)"},
      {"ToFloat(s0)", "ToFloat(<s0>)"},
      {"IntTrueDiv(s0, 2)", "IntTrueDiv(<s0>, <2>)"},
      {"TruncToInt(zuf0)", "TruncToInt(Symbol('zuf0'))"},
      {"PowByNatural(s0, 2)", "PowByNatural(<s0>, <2>)"},
      {"Max(1, s0) + 2*Min(u0, 3)",
       "Add(Max(<1>, <s0>), Mul(<2>, Min(<u0>, <3>)))"},
  };
  for (const auto &[Text, Source] : Cases)
    EXPECT_EQ(fromPython(Text), expand(Source)) << Text;
}

TEST(SymbolicPrinting, ReadsNothingElse) {
  for (const char *Text : {"",
                           "s",
                           "x0",
                           "zz0",
                           "s0 +",
                           "+ s0",
                           "s0 s1",
                           "(s0",
                           "s0)",
                           "s0 <",
                           "s0 < 1 < 2",
                           "s0/0",
                           "s0/-2",
                           "s0/u0",
                           "s0*",
                           "s0//",
                           "s0**",
                           "-",
                           "9223372036854775808",
                           "Max(",
                           "Max(s0",
                           "Max()",
                           "Max(s0,)",
                           "exec(s0)",
                           "True(s0)",
                           "Max s0",
                           "s0 = 1",
                           "[s0]"})
    EXPECT_EQ(fromPython(Text), "not read") << Text;
}

// Neither depth nor length ends the process.
TEST(SymbolicPrinting, ReadsTextsOfLimitedDepthAndLength) {
  auto Nested = [](unsigned Depth) {
    return std::string(Depth, '(') + "s0" + std::string(Depth, ')');
  };
  unsigned Depth = SymbolicExpr::MaxDepth;
  EXPECT_EQ(fromPython(Nested(Depth)), fromPython("s0"));
  EXPECT_EQ(fromPython(Nested(Depth + 1)), "not read");
  EXPECT_EQ(fromPython(Nested(100'000)), "not read");
  EXPECT_EQ(fromPython(std::string(100'000, '-') + "s0"), "not read");
  std::string Powers = "2", Sum = "1";
  for (unsigned I = 0; I != 100'000; ++I) {
    Powers += "**2";
    Sum += "+1";
  }
  EXPECT_EQ(fromPython(Powers), "not read");
  EXPECT_EQ(fromPython(Sum), "not read");
}

// What has no text of its own.
TEST(SymbolicPrinting, RefusesWhatPythonPrintsAsADivision) {
  for (const char *Source :
       {"Mul(Rational(1, 2), <s0>)", "Rational(1, 2)",
        "Add(Rational(1, 2), <s0>)", "ExprCondPair(<1>, true)",
        "Piecewise(<s0>, <1>)", "Piecewise(ExprCondPair(<1>))", "Mul(<s0>)",
        "LessThan(<s0>)", "FloorDiv(<s0>)", "Mul(<-9223372036854775808>, <s0>)",
        "Add()"}) {
    std::string Expanded = expand(Source);
    std::optional<SymbolicExpr> E = SymbolicExpr::parse(Expanded);
    EXPECT_EQ(E ? E->str() : std::nullopt, std::nullopt) << Source;
  }
}
