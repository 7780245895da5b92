//===- RuleBuilder.cpp - Rules as C++ expressions -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleBuilder.h"
#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The shortest text that reads back as \p Number, and as a float.
static std::string shortest(double Number) {
  char Buffer[32];
  auto [End, Error] = std::to_chars(Buffer, std::end(Buffer), Number);
  std::string Text(Buffer, End);
  return StringRef(Text).find_first_of(".en") == StringRef::npos ? Text + ".0"
                                                                 : Text;
}

RuleExpr::RuleExpr(int64_t Number)
    : Text(std::to_string(Number)), Binding(Number < 0 ? Sign : Primary) {}
RuleExpr::RuleExpr(bool Truth)
    : Text(Truth ? "True" : "False"), Binding(Primary) {}
RuleExpr::RuleExpr(double Number)
    : Text(shortest(Number)), Binding(Number < 0 ? Sign : Primary) {}

std::string RuleExpr::in(Level Around) const {
  return Binding < Around ? "(" + Text + ")" : Text;
}

RuleExpr RuleExpr::as(const RuleExpr &Name) const {
  return {in(Primary) + " as " + Name.str(), Sign};
}

static std::string nameOf(char Sigil, StringRef Name, StringRef Type = {}) {
  std::string Text = Sigil + Name.str();
  return Type.empty() ? Text : Text + " : " + Type.str();
}
Value::Value(StringRef Name, StringRef Type)
    : RuleExpr(nameOf('%', Name, Type), Primary) {}
Constant::Constant(StringRef Name) : RuleExpr(nameOf('$', Name), Primary) {}

RuleExpr fx::rewrite::text(StringRef Text) {
  return {Text.str(), RuleExpr::Or};
}
RuleExpr fx::rewrite::anything() { return {"_", RuleExpr::Primary}; }
RuleExpr fx::rewrite::others() { return {"...", RuleExpr::Primary}; }
RuleExpr fx::rewrite::string(StringRef Text) {
  return {("\"" + Text + "\"").str(), RuleExpr::Primary};
}
RuleExpr fx::rewrite::named(StringRef Name, const RuleExpr &E) {
  return {(Name + "=" + E.str()).str(), RuleExpr::Primary};
}

static std::string joined(ArrayRef<RuleExpr> Items, StringRef Separator) {
  return join(map_range(Items, [](const RuleExpr &E) { return E.str(); }),
              Separator);
}
RuleExpr fx::rewrite::list(ArrayRef<RuleExpr> Items) {
  return {"[" + joined(Items, ", ") + "]", RuleExpr::Primary};
}
RuleExpr fx::rewrite::call(StringRef Name, ArrayRef<RuleExpr> Args) {
  return {Name.str() + "(" + joined(Args, ", ") + ")", RuleExpr::Primary};
}
RuleExpr fx::rewrite::anyOf(ArrayRef<RuleExpr> Patterns) {
  return {"(" + joined(Patterns, " | ") + ")", RuleExpr::Primary};
}

/// Operators of one level group from the left; comparisons chain in Python, so
/// one inside another has parentheses.
static RuleExpr binary(const RuleExpr &A, StringRef Sign, const RuleExpr &B,
                       RuleExpr::Level Level) {
  auto Next = RuleExpr::Level(Level + 1);
  std::string Left = A.in(Level == RuleExpr::Compare ? Next : Level);
  return {Left + " " + Sign.str() + " " + B.in(Next), Level};
}

RuleExpr fx::rewrite::operator+(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "+", B, RuleExpr::Sum);
}
RuleExpr fx::rewrite::operator-(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "-", B, RuleExpr::Sum);
}
RuleExpr fx::rewrite::operator*(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "*", B, RuleExpr::Product);
}
RuleExpr fx::rewrite::operator/(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "/", B, RuleExpr::Product);
}
RuleExpr fx::rewrite::operator-(const RuleExpr &A) {
  return {"-" + A.in(RuleExpr::Primary), RuleExpr::Sign};
}
RuleExpr fx::rewrite::operator==(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "==", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator!=(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "!=", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator<(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "<", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator<=(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "<=", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator>(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, ">", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator>=(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, ">=", B, RuleExpr::Compare);
}
RuleExpr fx::rewrite::operator&&(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "and", B, RuleExpr::And);
}
RuleExpr fx::rewrite::operator||(const RuleExpr &A, const RuleExpr &B) {
  return binary(A, "or", B, RuleExpr::Or);
}
RuleExpr fx::rewrite::operator!(const RuleExpr &A) {
  return {"not " + A.in(RuleExpr::Not), RuleExpr::Not};
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::string assigned(const RuleExpr &Name, const RuleExpr &Of) {
  return Name.str() + " = " + Of.str();
}

RuleBuilder &RuleBuilder::doc(StringRef Line) {
  Docs.push_back(Line.str());
  return *this;
}
RuleBuilder &RuleBuilder::level(unsigned L) {
  return attribute("O" + Twine(L));
}
RuleBuilder &RuleBuilder::attribute(const Twine &Text) {
  Attributes.push_back(Text.str());
  return *this;
}
RuleBuilder &RuleBuilder::match(const RuleExpr &Pattern) {
  Matches.push_back(Pattern.str());
  return *this;
}
RuleBuilder &RuleBuilder::match(const RuleExpr &Name, const RuleExpr &Pattern) {
  Matches.push_back(assigned(Name, Pattern));
  return *this;
}
RuleBuilder &RuleBuilder::where(const RuleExpr &Condition, StringRef Reason) {
  Conditions.push_back("where " + Condition.str());
  if (!Reason.empty())
    Conditions.back() += (" : \"" + Reason + "\"").str();
  return *this;
}
RuleBuilder &RuleBuilder::let(const RuleExpr &Name, const RuleExpr &Of) {
  Conditions.push_back("let " + assigned(Name, Of));
  return *this;
}
RuleBuilder &RuleBuilder::with(const RuleExpr &Result) {
  Results.push_back(Result.str());
  return *this;
}
RuleBuilder &RuleBuilder::with(const RuleExpr &Name, const RuleExpr &Result) {
  Results.push_back(assigned(Name, Result));
  return *this;
}
RuleBuilder &RuleBuilder::example(StringRef Text) {
  Examples.push_back(Text.str());
  return *this;
}

/// One line, or several in braces.
static std::string block(StringRef Word, ArrayRef<std::string> Lines) {
  std::string Text = "  " + Word.str();
  if (Lines.size() == 1)
    return Text + " " + Lines.front() + "\n";
  Text += " {\n";
  for (const std::string &Line : Lines)
    Text += "    " + Line + "\n";
  return Text + "  }\n";
}

std::string RuleBuilder::str() const {
  std::string Text;
  for (const std::string &Line : Docs)
    Text += "/// " + Line + "\n";
  Text += "rule " + Name;
  if (!Attributes.empty())
    Text += " : " + join(Attributes, ", ");
  Text += " {\n" + block("match", Matches);
  for (const std::string &Line : Conditions)
    Text += "  " + Line + "\n";
  Text += Results.empty() ? "  with nothing\n" : block("with", Results);
  for (const std::string &Line : Examples)
    Text += "  example " + Line + "\n";
  return Text + "}\n";
}

std::string RuleTable::str() const {
  std::string Text = "fxr " + std::to_string(RuleVersion) + "\n";
  for (const RuleBuilder &Rule : Rules)
    Text += "\n" + Rule.str();
  return Text;
}
