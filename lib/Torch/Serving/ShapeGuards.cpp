//===- ShapeGuards.cpp - Conditions that torch.export writes --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   or    := and { 'or' and }          and := not { 'and' not }
//   not   := 'not' not | compare       compare := sum { op sum }
//   sum   := product { ('+'|'-') product }
//   product := unary { ('*'|'//'|'%'|'/') unary }
//   unary := '-' unary | power         power := atom [ '**' unary ]
//   atom  := NUMBER | 'True' | 'False' | '(' or ')'
//          | ('max'|'min') '(' or { ',' or } ')' | operand
//   operand := 'L' { '[' STRING-or-INT ']' | '.' NAME } [ '.size()' '[' INT ']'
//   ]
//
//===----------------------------------------------------------------------===//

#include "ProgramInputs.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/FloorDivision.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

namespace {

/// Values are doubles: sizes are exact in them. NaN for what is not known.
class GuardParser {
public:
  using Lookup = function_ref<std::optional<double>(const GuardOperand &)>;
  GuardParser(StringRef Text, Lookup ValueOf) : Rest(Text), ValueOf(ValueOf) {}

  std::optional<bool> run() {
    double Value = parseOr();
    skipSpace();
    if (Failed || !Rest.empty())
      return std::nullopt;
    return Value != 0;
  }

private:
  /// Deepest nesting that is followed.
  static constexpr unsigned MaxDepth = 100;

  void skipSpace() { Rest = Rest.ltrim(); }
  bool consume(StringRef Token) {
    skipSpace();
    return Rest.consume_front(Token);
  }
  bool consumeWord(StringRef Word) {
    skipSpace();
    if (!Rest.starts_with(Word))
      return false;
    StringRef After = Rest.drop_front(Word.size());
    if (!After.empty() && isNameChar(After.front()))
      return false;
    Rest = After;
    return true;
  }
  double fail() {
    Failed = true;
    return 0;
  }

  double parseOr();
  double parseAnd();
  double parseNot();
  double parseCompare();
  double parseSum();
  double parseProduct();
  double parseUnary();
  double parseAtom();
  double parseExtreme(bool IsMax);
  double parseOperand();
  bool parseComparison(double Left, double &Right, bool &Holds);

  StringRef Rest;
  Lookup ValueOf;
  bool Failed = false;
  unsigned Depth = 0;
};

} // namespace

double GuardParser::parseOr() {
  if (++Depth > MaxDepth)
    return fail();
  double Value = parseAnd();
  while (!Failed && consumeWord("or")) {
    double Right = parseAnd();
    Value = Value != 0 || Right != 0;
  }
  --Depth;
  return Value;
}

double GuardParser::parseAnd() {
  double Value = parseNot();
  while (!Failed && consumeWord("and")) {
    double Right = parseNot();
    Value = Value != 0 && Right != 0;
  }
  return Value;
}

double GuardParser::parseNot() {
  bool Negated = false;
  while (consumeWord("not"))
    Negated = !Negated;
  double Value = parseCompare();
  return Negated ? Value == 0 : Value;
}

bool GuardParser::parseComparison(double Left, double &Right, bool &Holds) {
  for (StringRef Op : {"==", "!=", "<=", ">=", "<", ">"}) {
    if (!consume(Op))
      continue;
    Right = parseSum();
    Holds = Op == "=="   ? Left == Right
            : Op == "!=" ? Left != Right
            : Op == "<=" ? Left <= Right
            : Op == ">=" ? Left >= Right
            : Op == "<"  ? Left < Right
                         : Left > Right;
    return true;
  }
  return false;
}

double GuardParser::parseCompare() {
  double Left = parseSum(), Right;
  bool Holds, All = true, Any = false;
  // As Python: a < b < c.
  while (!Failed && parseComparison(Left, Right, Holds)) {
    Any = true;
    All &= Holds;
    Left = Right;
  }
  return Any ? double(All) : Left;
}

double GuardParser::parseSum() {
  double Value = parseProduct();
  while (!Failed) {
    if (consume("+"))
      Value += parseProduct();
    else if (consume("-"))
      Value -= parseProduct();
    else
      break;
  }
  return Value;
}

double GuardParser::parseProduct() {
  double Value = parseUnary();
  while (!Failed) {
    skipSpace();
    if (Rest.starts_with("**"))
      return Value;
    if (consume("//")) {
      double Right = parseUnary();
      Value = Right == 0 ? fail() : floorQuotient(Value, Right);
    } else if (consume("*")) {
      Value *= parseUnary();
    } else if (consume("/")) {
      double Right = parseUnary();
      Value = Right == 0 ? fail() : Value / Right;
    } else if (consume("%")) {
      double Right = parseUnary();
      Value = Right == 0 ? fail() : floorModulo(Value, Right);
    } else {
      break;
    }
  }
  return Value;
}

double GuardParser::parseUnary() {
  bool Negative = false;
  while (consume("-"))
    Negative = !Negative;
  double Value = parseAtom();
  if (!Failed && consume("**")) {
    if (++Depth > MaxDepth)
      return fail();
    Value = std::pow(Value, parseUnary());
    --Depth;
  }
  return Negative ? -Value : Value;
}

double GuardParser::parseExtreme(bool IsMax) {
  if (!consume("("))
    return fail();
  double Value = parseOr();
  while (!Failed && consume(",")) {
    double Right = parseOr();
    Value = IsMax ? std::max(Value, Right) : std::min(Value, Right);
  }
  return consume(")") ? Value : fail();
}

double GuardParser::parseAtom() {
  if (Failed)
    return 0;
  if (consume("(")) {
    double Value = parseOr();
    return consume(")") ? Value : fail();
  }
  if (consumeWord("True"))
    return 1;
  if (consumeWord("False"))
    return 0;
  for (StringRef Name : {"max", "Max", "sym_max"})
    if (consumeWord(Name))
      return parseExtreme(true);
  for (StringRef Name : {"min", "Min", "sym_min"})
    if (consumeWord(Name))
      return parseExtreme(false);
  skipSpace();
  size_t Length =
      Rest.find_if_not([](char C) { return isDigit(C) || C == '.'; });
  StringRef Number = Rest.take_front(Length);
  double Value;
  if (!Number.empty() && !Number.getAsDouble(Value)) {
    Rest = Rest.drop_front(Number.size());
    return Value;
  }
  if (consumeWord("L"))
    return parseOperand();
  return fail();
}

double GuardParser::parseOperand() {
  GuardOperand Operand;
  auto Add = [&](StringRef Part) {
    if (!Operand.Name.empty())
      Operand.Name += '_';
    Operand.Name += Part;
  };
  while (true) {
    if (Rest.consume_front(".size()[")) {
      auto [Number, After] = Rest.split(']');
      int64_t Dimension;
      if (Number.getAsInteger(10, Dimension))
        return fail();
      Operand.Dimension = Dimension;
      Rest = After;
      break;
    }
    if (Rest.consume_front("[")) {
      auto [Key, After] = Rest.split(']');
      Key = Key.trim();
      if (Key.size() >= 2 && (Key.front() == '\'' || Key.front() == '"'))
        Key = Key.drop_front().drop_back();
      Add(Key);
      Rest = After;
      continue;
    }
    if (Rest.starts_with(".") && Rest.size() > 1 && isNameStart(Rest[1])) {
      Rest = Rest.drop_front();
      StringRef Name = Rest.take_while(isNameChar);
      Add(Name);
      Rest = Rest.drop_front(Name.size());
      continue;
    }
    break;
  }
  std::optional<double> Value = ValueOf(Operand);
  return Value ? *Value : fail();
}

std::optional<bool> torch_impl::evaluateGuard(
    StringRef Text,
    function_ref<std::optional<double>(const GuardOperand &)> ValueOf) {
  return GuardParser(Text, ValueOf).run();
}
