//===- SymbolicExpr.cpp - Symbolic sizes ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SymbolicExpr.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <charconv>

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace fx {
/// Reads one expression. Recursion ends at MaxDepth.
class SymbolicParser {
public:
  explicit SymbolicParser(StringRef Text) : Rest(Text) {}
  std::optional<SymbolicExpr> parse();

private:
  using Node = SymbolicExpr::Node;
  bool expression(uint32_t &Id, unsigned Depth);
  bool call(Node &N, unsigned Depth);
  bool symbol(Node &N);
  bool integer(Node &N);
  bool real(Node &N);
  bool quoted(StringRef &Text);
  bool keyword();
  void blanks() { Rest = Rest.ltrim(' '); }
  bool consume(StringRef Text) {
    blanks();
    return Rest.consume_front(Text);
  }

  StringRef Rest;
  SymbolicExpr E;
};
} // namespace fx

std::optional<SymbolicExpr> SymbolicParser::parse() {
  if (!expression(E.Root, 0))
    return std::nullopt;
  blanks();
  if (!Rest.empty())
    return std::nullopt;
  return std::move(E);
}

bool SymbolicParser::quoted(StringRef &Text) {
  if (!consume("'"))
    return false;
  size_t Close = Rest.find_first_of("'\\");
  if (Close == StringRef::npos || Rest[Close] != '\'')
    return false;
  Text = Rest.take_front(Close);
  Rest = Rest.drop_front(Close + 1);
  return true;
}

/// `, positive=True`
bool SymbolicParser::keyword() {
  size_t Length = Rest.find_if_not(isNameStart);
  if (Length == 0 || Length == StringRef::npos)
    return false;
  Rest = Rest.drop_front(Length);
  return consume("=") && (consume("True") || consume("False"));
}

bool SymbolicParser::symbol(Node &N) {
  N.Kind = SymbolicExpr::Symbol;
  // A name that printed would read as a number or a constant is none.
  if (!quoted(N.Text) || N.Text.empty() || isDigit(N.Text.front()) ||
      N.Text == "True" || N.Text == "False" || !all_of(N.Text, isNameChar))
    return false;
  while (consume(",")) {
    blanks();
    if (!keyword())
      return false;
  }
  return consume(")");
}

bool SymbolicParser::integer(Node &N) {
  N.Kind = SymbolicExpr::Integer;
  auto [Stop, EC] = std::from_chars(Rest.begin(), Rest.end(), N.Value);
  if (EC != std::errc())
    return false;
  Rest = Rest.drop_front(Stop - Rest.begin());
  return consume(")");
}

/// `Float('0.5', precision=53)`
bool SymbolicParser::real(Node &N) {
  N.Kind = SymbolicExpr::Float;
  if (!quoted(N.Text))
    return false;
  auto [Stop, EC] = std::from_chars(N.Text.begin(), N.Text.end(), N.Real);
  if (EC != std::errc() || Stop != N.Text.end())
    return false;
  return consume(", precision=53)") || consume(")");
}

bool SymbolicParser::call(Node &N, unsigned Depth) {
  N.Kind = SymbolicExpr::Call;
  SmallVector<uint32_t, 8> Operands;
  while (!consume(")")) {
    if (!Operands.empty() && !consume(","))
      return false;
    uint32_t Id;
    if (!expression(Id, Depth + 1))
      return false;
    Operands.push_back(Id);
  }
  N.FirstOperand = E.Operands.size();
  N.NumOperands = Operands.size();
  append_range(E.Operands, Operands);
  return true;
}

bool SymbolicParser::expression(uint32_t &Id, unsigned Depth) {
  if (Depth > SymbolicExpr::MaxDepth ||
      E.Nodes.size() >= SymbolicExpr::MaxNodes)
    return false;
  blanks();
  const char *Begin = Rest.begin();
  size_t Length = Rest.find_if_not(isAlpha);
  StringRef Word = Rest.take_front(Length);
  if (Word.empty())
    return false;
  Rest = Rest.drop_front(Word.size());
  Node N;
  if (Word == "true" || Word == "false") {
    N.Kind = SymbolicExpr::Bool;
    N.Value = Word == "true";
  } else {
    N.Text = Word;
    if (!consume("("))
      return false;
    bool Good = Word == "Symbol"    ? symbol(N)
                : Word == "Integer" ? integer(N)
                : Word == "Float"   ? real(N)
                                    : call(N, Depth);
    if (!Good)
      return false;
  }
  N.Source = StringRef(Begin, Rest.begin() - Begin);
  Id = E.Nodes.size();
  E.Nodes.push_back(N);
  return true;
}

std::optional<SymbolicExpr> SymbolicExpr::parse(StringRef Source) {
  return SymbolicParser(Source).parse();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// Prints as SymPy's StrPrinter does. Operands are in the order in which
/// srepr has them, which is the printed one.
class SymbolicPrinter {
public:
  explicit SymbolicPrinter(const SymbolicExpr &E) : E(E) {}
  using Node = SymbolicExpr::Node;

  /// How strongly a printed operator binds; the numbers are SymPy's.
  enum Level {
    Word = 10,
    Relation = 35,
    Sum = 40,
    Product = 50,
    Power = 60,
    Function = 70,
    Atom = 1000
  };
  bool print(const Node &N, std::string &Out, Level &L);

private:
  /// Prints \p N, in brackets unless it binds more strongly than \p Outer.
  bool operand(const Node &N, Level Outer, std::string &Out);
  bool list(const Node &N, std::string &Out);
  bool sum(const Node &N, std::string &Out);
  bool product(const Node &N, std::string &Out, Level &L);
  bool infix(const Node &N, StringRef Op, std::string &Out);
  bool piecewise(const Node &N, std::string &Out);

  const SymbolicExpr &E;
};
} // namespace

bool SymbolicPrinter::operand(const Node &N, Level Outer, std::string &Out) {
  std::string Text;
  Level L;
  if (!print(N, Text, L))
    return false;
  bool Brackets = Outer == Atom ? L < Atom : L <= Outer;
  Out += Brackets ? "(" + Text + ")" : Text;
  return true;
}

bool SymbolicPrinter::list(const Node &N, std::string &Out) {
  for (unsigned I = 0; I != N.NumOperands; ++I) {
    if (I)
      Out += ", ";
    Level Ignored;
    if (!print(E.operand(N, I), Out, Ignored))
      return false;
  }
  Out += ')';
  return true;
}

bool SymbolicPrinter::sum(const Node &N, std::string &Out) {
  for (unsigned I = 0; I != N.NumOperands; ++I) {
    std::string Term;
    Level L;
    if (!print(E.operand(N, I), Term, L))
      return false;
    bool Negative = Term.front() == '-';
    if (Negative)
      Term.erase(0, 1);
    if (L < Sum)
      Term = "(" + Term + ")";
    if (I)
      Out += Negative ? " - " : " + ";
    else if (Negative)
      Out += '-';
    Out += Term;
  }
  return N.NumOperands != 0;
}

bool SymbolicPrinter::product(const Node &N, std::string &Out, Level &L) {
  L = Product;
  unsigned First = 0;
  if (N.NumOperands < 2)
    return false;
  const Node &Head = E.operand(N, 0);
  if (Head.Kind == SymbolicExpr::Integer && Head.Value < 0) {
    Out += '-';
    L = Sum;
    if (Head.Value == -1)
      First = 1;
    else if (Head.Value == INT64_MIN)
      return false;
    else {
      Out += std::to_string(-Head.Value);
      First = 1;
      Out += '*';
    }
  }
  for (unsigned I = First; I != N.NumOperands; ++I) {
    if (I != First)
      Out += '*';
    const Node &Factor = E.operand(N, I);
    // Anything that would become a division.
    if (Factor.Kind == SymbolicExpr::Call && Factor.Text == "Rational")
      return false;
    if (!operand(Factor, Product, Out))
      return false;
  }
  return true;
}

bool SymbolicPrinter::infix(const Node &N, StringRef Op, std::string &Out) {
  return N.NumOperands == 2 && operand(E.operand(N, 0), Relation, Out) &&
         (Out += Op, operand(E.operand(N, 1), Relation, Out));
}

bool SymbolicPrinter::piecewise(const Node &N, std::string &Out) {
  Out += "Piecewise(";
  for (unsigned I = 0; I != N.NumOperands; ++I) {
    const Node &Pair = E.operand(N, I);
    if (Pair.Kind != SymbolicExpr::Call || Pair.Text != "ExprCondPair" ||
        Pair.NumOperands != 2)
      return false;
    Out += I ? ", (" : "(";
    if (!list(Pair, Out))
      return false;
  }
  Out += ')';
  return true;
}

bool SymbolicPrinter::print(const Node &N, std::string &Out, Level &L) {
  L = Atom;
  switch (N.Kind) {
  case SymbolicExpr::Symbol:
    Out += N.Text;
    return true;
  case SymbolicExpr::Integer:
    Out += std::to_string(N.Value);
    if (N.Value < 0)
      L = Sum;
    return true;
  case SymbolicExpr::Bool:
    Out += N.Value ? "True" : "False";
    return true;
  case SymbolicExpr::Float:
    Out += N.Text;
    if (N.Text.starts_with("-"))
      L = Sum;
    return true;
  case SymbolicExpr::Call:
    break;
  }
  if (N.Text == "Add") {
    L = Sum;
    return sum(N, Out);
  }
  if (N.Text == "Mul")
    return product(N, Out, L);
  if (N.Text == "Pow") {
    L = Power;
    if (N.NumOperands != 2)
      return false;
    const Node &Exponent = E.operand(N, 1);
    return Exponent.Kind == SymbolicExpr::Integer && Exponent.Value > 0 &&
           operand(E.operand(N, 0), Power, Out) &&
           (Out += "**", operand(Exponent, Power, Out));
  }
  if (N.Text == "FloorDiv" || N.Text == "CleanDiv") {
    if (N.NumOperands != 2)
      return false;
    Out += '(';
    L = Relation;
    return operand(E.operand(N, 0), Atom, Out) &&
           (Out += "//", operand(E.operand(N, 1), Atom, Out)) &&
           (Out += ')', true);
  }
  StringRef Op = StringSwitch<StringRef>(N.Text)
                     .Case("LessThan", " <= ")
                     .Case("GreaterThan", " >= ")
                     .Case("StrictLessThan", " < ")
                     .Case("StrictGreaterThan", " > ")
                     .Default("");
  if (!Op.empty()) {
    L = Relation;
    return infix(N, Op, Out);
  }
  if (N.Text == "Piecewise") {
    L = Function;
    return piecewise(N, Out);
  }
  StringRef Name = StringSwitch<StringRef>(N.Text)
                       .Case("Equality", "Eq")
                       .Case("Unequality", "Ne")
                       .Case("Rational", "")
                       .Case("ExprCondPair", "")
                       .Default(N.Text);
  if (Name.empty())
    return false; // No function of its own.
  // Functions that PyTorch has given the precedence of an operator.
  L = StringSwitch<Level>(N.Text)
          .Cases("Mod", "PythonMod", "ModularIndexing", "Where", Relation)
          .Cases("FloatTrueDiv", "IntTrueDiv", Relation)
          .Case("PowByNatural", Product)
          .Case("FloatPow", Power)
          .Cases("Max", "Min", Atom)
          .Default(Function);
  if (N.Text == "Identity") {
    L = Word;
    Name = "";
  }
  Out += Name;
  Out += '(';
  return list(N, Out);
}

std::optional<std::string> SymbolicExpr::str() const {
  std::string Text;
  SymbolicPrinter::Level L;
  if (!SymbolicPrinter(*this).print(root(), Text, L))
    return std::nullopt;
  return Text;
}

//===----------------------------------------------------------------------===//
// Evaluating
//===----------------------------------------------------------------------===//

/// Rounds to negative infinity, as Python does.
static std::optional<int64_t> floorDiv(int64_t A, int64_t B) {
  if (B == 0 || (A == INT64_MIN && B == -1))
    return std::nullopt;
  int64_t Q = A / B;
  return Q - (A % B != 0 && (A < 0) != (B < 0));
}

static std::optional<int64_t> applyCall(StringRef Name,
                                        ArrayRef<int64_t> Values) {
  if (Values.empty())
    return std::nullopt;
  int64_t Result = Values[0];
  auto Fold = [&](auto Step) -> std::optional<int64_t> {
    for (int64_t V : Values.drop_front())
      if (!Step(V))
        return std::nullopt;
    return Result;
  };
  if (Name == "Add")
    return Fold([&](int64_t V) { return !AddOverflow(Result, V, Result); });
  if (Name == "Mul")
    return Fold([&](int64_t V) { return !MulOverflow(Result, V, Result); });
  if (Name == "Max" || Name == "Or")
    return Fold([&](int64_t V) { return Result = std::max(Result, V), true; });
  if (Name == "Min" || Name == "And")
    return Fold([&](int64_t V) { return Result = std::min(Result, V), true; });
  if (Name == "Not" && Values.size() == 1)
    return !Result;
  if (Values.size() != 2)
    return std::nullopt;
  int64_t A = Values[0], B = Values[1];
  if (Name == "FloorDiv" || Name == "CleanDiv")
    return floorDiv(A, B);
  if (Name == "CeilDiv") {
    std::optional<int64_t> Q = floorDiv(A, B);
    return Q && *Q * B != A ? *Q + 1 : Q;
  }
  if (Name == "Mod" || Name == "PythonMod") {
    std::optional<int64_t> Q = floorDiv(A, B);
    return Q ? std::optional<int64_t>(A - *Q * B) : std::nullopt;
  }
  if (Name == "Pow" || Name == "PowByNatural") {
    if (B < 0 || B > 64)
      return std::nullopt;
    Result = 1;
    for (int64_t I = 0; I != B; ++I)
      if (MulOverflow(Result, A, Result))
        return std::nullopt;
    return Result;
  }
  return StringSwitch<std::optional<int64_t>>(Name)
      .Case("Equality", A == B)
      .Case("Unequality", A != B)
      .Case("LessThan", A <= B)
      .Case("GreaterThan", A >= B)
      .Case("StrictLessThan", A < B)
      .Case("StrictGreaterThan", A > B)
      .Default(std::nullopt);
}

std::optional<int64_t> SymbolicExpr::evaluate(
    function_ref<std::optional<int64_t>(StringRef)> ValueOf) const {
  // Operands are before the nodes that use them.
  std::vector<std::optional<int64_t>> Values(Nodes.size());
  for (size_t I = 0; I != Nodes.size(); ++I) {
    const Node &N = Nodes[I];
    switch (N.Kind) {
    case Symbol:
      Values[I] = ValueOf(N.Text);
      break;
    case Integer:
    case Bool:
      Values[I] = N.Value;
      break;
    case Float:
      break;
    case Call: {
      SmallVector<int64_t, 8> Known;
      for (unsigned K = 0; K != N.NumOperands; ++K)
        if (std::optional<int64_t> V = Values[Operands[N.FirstOperand + K]])
          Known.push_back(*V);
      if (Known.size() == N.NumOperands)
        Values[I] = applyCall(N.Text, Known);
      break;
    }
    }
  }
  return Values[Root];
}
