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
