//===- SymbolicText.cpp - Symbolic sizes in Python's spelling -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to PyTorch 2.5 archives spell expressions as str() does, `2*s0 + 1`, which
// does not say what a symbol is; its name does.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SymbolicExpr.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

namespace {
/// Reads an expression and writes it as calls. Recursion ends at MaxDepth.
class PythonExpression {
public:
  explicit PythonExpression(StringRef Text) : Rest(Text) {}
  std::optional<std::string> read();

private:
  /// A part, and its number where it is one.
  struct Part {
    std::string Source;
    std::optional<int64_t> Number;
  };

  bool comparison(Part &Result, unsigned Depth);
  bool sum(Part &Result, unsigned Depth);
  bool product(Part &Result, unsigned Depth);
  bool sign(Part &Result, unsigned Depth);
  bool power(Part &Result, unsigned Depth);
  bool atom(Part &Result, unsigned Depth);
  bool number(Part &Result);
  bool name(Part &Result, unsigned Depth);
  bool consume(StringRef Text) {
    Rest = Rest.ltrim(' ');
    return Rest.consume_front(Text);
  }

  static Part integer(int64_t Value) {
    return {"Integer(" + std::to_string(Value) + ")", Value};
  }
  static Part call(StringRef Function, ArrayRef<std::string> Operands) {
    return {(Function + "(" + join(Operands, ", ") + ")").str(), std::nullopt};
  }

  StringRef Rest;
  unsigned NumParts = 0;
};
} // namespace

std::optional<std::string> PythonExpression::read() {
  Part Result;
  if (!comparison(Result, 0) || !Rest.trim(' ').empty())
    return std::nullopt;
  return Result.Source;
}

bool PythonExpression::comparison(Part &Result, unsigned Depth) {
  if (!sum(Result, Depth))
    return false;
  // Those of two letters first.
  static constexpr std::pair<StringLiteral, StringLiteral> Operators[] = {
      {"<=", "LessThan"},      {">=", "GreaterThan"},
      {"<", "StrictLessThan"}, {">", "StrictGreaterThan"},
      {"==", "Equality"},      {"!=", "Unequality"}};
  for (const auto &[Text, Function] : Operators)
    if (consume(Text)) {
      Part Right;
      if (!sum(Right, Depth))
        return false;
      Result = call(Function, {Result.Source, Right.Source});
      return true;
    }
  return true;
}

bool PythonExpression::sum(Part &Result, unsigned Depth) {
  if (Depth > SymbolicExpr::MaxDepth || !product(Result, Depth))
    return false;
  std::vector<std::string> Terms{Result.Source};
  while (true) {
    bool Minus = consume("-");
    if (!Minus && !consume("+"))
      break;
    Part Term;
    if (!product(Term, Depth))
      return false;
    if (Minus && Term.Number)
      Term = integer(-*Term.Number);
    else if (Minus)
      Term = call("Mul", {"Integer(-1)", Term.Source});
    Terms.push_back(Term.Source);
  }
  if (Terms.size() > 1)
    Result = call("Add", Terms);
  return true;
}

bool PythonExpression::product(Part &Result, unsigned Depth) {
  if (!sign(Result, Depth))
    return false;
  std::vector<std::string> Factors{Result.Source};
  auto Flush = [&] {
    if (Factors.size() > 1)
      Result = call("Mul", Factors);
    Factors = {Result.Source};
  };
  while (true) {
    Part Right;
    if (consume("//")) {
      Flush();
      if (!sign(Right, Depth))
        return false;
      Result = call("FloorDiv", {Result.Source, Right.Source});
      Factors = {Result.Source};
    } else if (consume("/")) {
      // A quotient with a constant is an exact one.
      if (!sign(Right, Depth) || !Right.Number || *Right.Number <= 0)
        return false;
      std::string Divisor = std::to_string(*Right.Number);
      if (Factors.size() == 1 && Result.Number) {
        Result = {"Rational(" + std::to_string(*Result.Number) + ", " +
                      Divisor + ")",
                  std::nullopt};
        Factors = {Result.Source};
      } else {
        Factors.insert(Factors.begin(), "Rational(1, " + Divisor + ")");
      }
    } else if (consume("*")) {
      if (!sign(Right, Depth))
        return false;
      Factors.push_back(Right.Source);
    } else {
      break;
    }
  }
  Flush();
  return true;
}

bool PythonExpression::sign(Part &Result, unsigned Depth) {
  if (!consume("-"))
    return power(Result, Depth);
  // The least number has no positive one.
  if (consume("9223372036854775808")) {
    Result = {"Integer(-9223372036854775808)", std::nullopt};
    return true;
  }
  if (Depth > SymbolicExpr::MaxDepth || !sign(Result, Depth + 1))
    return false;
  Result = Result.Number ? integer(-*Result.Number)
                         : call("Mul", {"Integer(-1)", Result.Source});
  return true;
}

bool PythonExpression::power(Part &Result, unsigned Depth) {
  if (!atom(Result, Depth))
    return false;
  if (!consume("**"))
    return true;
  Part Exponent;
  if (Depth > SymbolicExpr::MaxDepth || !sign(Exponent, Depth + 1))
    return false;
  Result = call("Pow", {Result.Source, Exponent.Source});
  return true;
}

bool PythonExpression::atom(Part &Result, unsigned Depth) {
  if (++NumParts > SymbolicExpr::MaxNodes)
    return false;
  if (consume("("))
    return comparison(Result, Depth + 1) && consume(")");
  if (!Rest.empty() && isDigit(Rest.front()))
    return number(Result);
  return name(Result, Depth);
}

bool PythonExpression::number(Part &Result) {
  size_t Length = std::min(Rest.find_if_not([](char C) { return isDigit(C); }),
                           Rest.size());
  StringRef Digits = Rest.take_front(Length);
  int64_t Value;
  if (Rest.drop_front(Length).starts_with(".")) {
    size_t End = std::min(
        Rest.find_if_not([](char C) { return isDigit(C); }, Length + 1),
        Rest.size());
    Result = {("Float('" + Rest.take_front(End) + "', precision=53)").str(),
              std::nullopt};
    Rest = Rest.drop_front(End);
    return true;
  }
  if (Digits.getAsInteger(10, Value))
    return false;
  Rest = Rest.drop_front(Length);
  Result = integer(Value);
  return true;
}

/// What srepr says of a symbol, which PyTorch names by its kind; empty for
/// other names.
static std::string symbolSource(StringRef Name) {
  StringRef Prefix = Name.rtrim("0123456789");
  if (Prefix.size() == Name.size())
    return "";
  StringRef Facts = StringSwitch<StringRef>(Prefix)
                        .Case("s", ", positive=True, integer=True")
                        .Case("u", ", integer=True")
                        .Default("");
  if (Facts.empty() && Prefix != "zuf" && Prefix != "zf" && Prefix != "f")
    return "";
  return ("Symbol('" + Name + "'" + Facts + ")").str();
}

bool PythonExpression::name(Part &Result, unsigned Depth) {
  size_t Length = std::min(Rest.find_if_not(isNameChar), Rest.size());
  StringRef Name = Rest.take_front(Length);
  Rest = Rest.drop_front(Length);
  if (!consume("(")) {
    Result = {Name == "True"    ? "true"
              : Name == "False" ? "false"
                                : symbolSource(Name),
              std::nullopt};
    return !Result.Source.empty();
  }
  StringRef Function =
      StringSwitch<StringRef>(Name)
          .Case("Eq", "Equality")
          .Case("Ne", "Unequality")
          .Cases("Max", "Min", "Mod", "PythonMod", "FloorDiv", "CeilDiv", Name)
          .Cases("CleanDiv", "ModularIndexing", "floor", "ceiling", Name)
          .Cases("ToFloat", "IntTrueDiv", "FloatTrueDiv", "TruncToInt", Name)
          .Cases("FloorToInt", "CeilToInt", "RoundToInt", "PowByNatural", Name)
          .Default("");
  if (Function.empty())
    return false;
  std::vector<std::string> Operands;
  do {
    Part Operand;
    if (!comparison(Operand, Depth + 1))
      return false;
    Operands.push_back(std::move(Operand.Source));
  } while (consume(","));
  Result = call(Function, Operands);
  return consume(")");
}

std::optional<std::string> SymbolicExpr::fromPython(StringRef Text) {
  return PythonExpression(Text).read();
}
