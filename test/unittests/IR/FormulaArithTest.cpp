//===- FormulaArithTest.cpp - Arithmetic of formulas ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/formula-arith.txt has operations on many constants, and their results.
// Where it has a value, that is Python's.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/FormulaArith.h"
#include "fx/IR/Context.h"
#include "fx/IR/Formula.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {
class FormulaArithTest : public testing::Test {
protected:
  std::string text(Expected<Argument> A) {
    if (!A)
      return "error: " + toString(A.takeError());
    std::string Result;
    raw_string_ostream OS(Result);
    printArgument(*A, Ctx, OS);
    return Result;
  }
  static Expected<Argument> argument(Expected<bool> B) {
    if (!B)
      return B.takeError();
    return Argument(*B);
  }
  Argument read(StringRef Text) { return cantFail(parseLiteral(Ctx, Text)); }

  /// What `OP A B` is, the parts of a line.
  std::string compute(StringRef Op, StringRef A, StringRef B) {
    Argument X = read(A);
    if (B.empty()) {
      if (Op == "bool")
        return text(argument(formula::truth(X)));
      if (Op.consume_front("unary "))
        return text(formula::foldUnary(Op, X));
      return text(formula::foldHelper(Ctx, Op, X));
    }
    Argument Y = read(B);
    if (Op == "item")
      return text(formula::foldItem(X, Y));
    if (Op.consume_front("helper "))
      return text(formula::foldHelper(Ctx, Op, {X, Y}));
    if (is_contained({"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in"},
                     Op))
      return text(argument(formula::foldComparison(Op, X, Y)));
    return text(formula::foldBinary(Ctx, Op, X, Y));
  }
  Context Ctx;
};
} // namespace

TEST_F(FormulaArithTest, ComputesAsPython) {
  const char *Path =
      FX_TEST_SOURCE_DIR "/unittests/IR/Inputs/formula-arith.txt";
  auto Buffer = MemoryBuffer::getFile(Path);
  ASSERT_TRUE(bool(Buffer));
  size_t Count = 0;
  for (StringRef Line : split((*Buffer)->getBuffer(), '\n')) {
    SmallVector<StringRef, 4> Parts;
    Line.split(Parts, '\t', 3);
    if (Parts.size() != 4)
      continue;
    ++Count;
    EXPECT_EQ(compute(Parts[0], Parts[1], Parts[2]), Parts[3]) << Line.str();
  }
  EXPECT_GT(Count, 1000u);
}

TEST_F(FormulaArithTest, KnowsFunctionsOfOperators) {
  std::string Text;
  for (StringRef Op : {"+", "-",  "*", "/",  "//", "%",  "**", "&", "|",  "^",
                       "<", "<=", ">", ">=", "==", "!=", "~",  "@", "in", "is"})
    Text += (Op + " " + formula::operatorFunction(Op, false) + " " +
             formula::operatorFunction(Op, true) + "\n")
                .str();
  EXPECT_EQ(Text, R"(+ operator.add operator.pos
- operator.sub operator.neg
* operator.mul 
/ operator.truediv 
// operator.floordiv 
% operator.mod 
** operator.pow 
& operator.and_ 
| operator.or_ 
^ operator.xor 
< operator.lt 
<= operator.le 
> operator.gt 
>= operator.ge 
== operator.eq 
!= operator.ne 
~  operator.invert
@ operator.matmul 
in  
is  
)");
}

// Code of every form, with a name that has no value in each place that has an
// expression: the error gets out, and code that is skipped has none.
TEST_F(FormulaArithTest, PassesErrorsOn) {
  class Host : public FormulaHost {
  } Unknown;
  auto Run = [&](StringRef Code) {
    Graph G(Ctx);
    SmallVector<Node *, 4> Created;
    return text(evaluateFormula(Code, G, {}, Unknown, Created));
  };
  for (StringRef Form :
       {"t2;##", "l3;###", ":###", "&K1;#", "|K0;#", "&##", "?###", "b+;##",
        "u-;#", "c<;##", "i##", "Hlen;1;0;#", "Cf;2;1;##k;#", "Xm;1;0;#",
        "mf;#0;0;", "mf;K1;1;0;#", "gf;#", "!#"}) {
    ASSERT_TRUE(Form.contains('#'));
    for (size_t At = Form.find('#'); At != StringRef::npos;
         At = Form.find('#', At + 1)) {
      std::string Code;
      for (size_t I = 0; I != Form.size(); ++I)
        Code += Form[I] != '#' ? std::string(1, Form[I])
                : I == At      ? "Lq;"
                               : "t1;K1;";
      // The first of two conditions decides which part is run.
      if (Form == "?###" && At == 3)
        Code = "?K0;K1;Lq;";
      EXPECT_EQ(Run(Code), "error: 'q' has no value yet") << Code;
      for (const char *Statement : {"R", "E", "=a;", "U2;a;b;"})
        EXPECT_EQ(Run("{1;" + std::string(Statement) + Code),
                  "error: 'q' has no value yet")
            << Statement << Code;
      EXPECT_EQ(Run("{1;Y" + Code + "{0;{0;"), "error: 'q' has no value yet");
      EXPECT_EQ(Run("{2;YK0;{1;R" + Code + "{0;RK2;"), "2") << Code;
      EXPECT_EQ(Run("{2;YK1;{0;{1;E" + Code + "RK2;"), "2") << Code;
      EXPECT_EQ(Run("{2;RK2;U2;a;b;" + Code), "2") << Code;
      EXPECT_EQ(Run("&K0;" + Code), "0") << Code;
      EXPECT_EQ(Run("|K3;" + Code), "3") << Code;
      EXPECT_EQ(Run("?K1;K4;" + Code), "4") << Code;
      EXPECT_EQ(Run("?K0;" + Code + "K5;"), "5") << Code;
    }
  }
  EXPECT_EQ(Run("{0;"), "error: the formula does not return");
  EXPECT_EQ(Run("Z"), "error: malformed formula code");
  EXPECT_EQ(Run("{1;ES4;oops"), "error: oops");
  EXPECT_EQ(Run("{1;EK1;"), "error: the formula raises");
  EXPECT_EQ(Run("Ax;"), "error: there is no 'self.x'");
  EXPECT_EQ(Run("Mx;"), "error: there is no 'init.x'");
  EXPECT_EQ(Run("Xx;0;0;"), "error: there is no submodule 'x'");
}
