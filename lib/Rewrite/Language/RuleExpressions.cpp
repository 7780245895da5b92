//===- RuleExpressions.cpp - Expressions of rule files --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

Expr *RuleReader::binary(ExprKind Kind, StringRef Sign, Expr *A, Expr *B) {
  Expr *E = File.make(Kind, A->Loc);
  E->Text = Sign;
  E->Kids = {A, B};
  return finish(E);
}

Expr *RuleReader::readExpr() {
  SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxRuleNesting) {
    report(diag::err_rules_limit, Tok.Begin, MaxRuleNesting,
           "levels of nesting");
    Failed = true;
    return nullptr;
  }
  Expr *Value = readOr();
  if (!Value || !Tok.isWord("if"))
    return Value;
  advance();
  Expr *E = File.make(ExprKind::Conditional, Value->Loc);
  Expr *Condition = readOr();
  if (!Condition)
    return nullptr;
  if (!consumeWord("else")) {
    expected("'else'");
    return nullptr;
  }
  Expr *Other = readExpr();
  if (!Other)
    return nullptr;
  E->Kids = {Value, Condition, Other};
  return finish(E);
}

Expr *RuleReader::readOr() {
  Expr *A = readAnd();
  while (A && consumeWord("or")) {
    Expr *B = readAnd();
    A = B ? binary(ExprKind::Logic, "or", A, B) : nullptr;
  }
  return A;
}

Expr *RuleReader::readAnd() {
  Expr *A = readNot();
  while (A && consumeWord("and")) {
    Expr *B = readNot();
    A = B ? binary(ExprKind::Logic, "and", A, B) : nullptr;
  }
  return A;
}

Expr *RuleReader::readNot() {
  if (!Tok.isWord("not"))
    return readCompare();
  Expr *E = File.make(ExprKind::Unary, Tok.Begin);
  E->Text = Tok.Text;
  advance();
  SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxRuleNesting)
    return readExpr();
  Expr *Of = readNot();
  if (!Of)
    return nullptr;
  E->Kids = {Of};
  return finish(E);
}

Expr *RuleReader::readCompare() {
  Expr *First = readSum();
  if (!First)
    return nullptr;
  Expr *Chain = nullptr;
  while (true) {
    StringRef Sign;
    if (Tok.Kind == Token::Sign)
      Sign = StringSwitch<StringRef>(Tok.Text)
                 .Cases("==", "!=", "<", "<=", ">", ">=", Tok.Text)
                 .Default("");
    else if (Tok.isWord("in"))
      Sign = "in";
    else if (Tok.isWord("not"))
      Sign = "not in";
    if (Sign.empty())
      return Chain ? finish(Chain) : First;
    advance();
    if (Sign == "not in" && !consumeWord("in")) {
      expected("'in'");
      return nullptr;
    }
    if (!Chain) {
      Chain = File.make(ExprKind::Compare, First->Loc);
      Chain->Kids = {First};
    }
    Expr *Next = readSum();
    if (!Next)
      return nullptr;
    Chain->Signs.push_back(Sign);
    Chain->Kids.push_back(Next);
  }
}

Expr *RuleReader::readSum() {
  Expr *A = readProduct();
  while (A && (Tok.is("+") || Tok.is("-"))) {
    StringRef Sign = Tok.Text;
    advance();
    Expr *B = readProduct();
    A = B ? binary(ExprKind::Binary, Sign, A, B) : nullptr;
  }
  return A;
}

Expr *RuleReader::readProduct() {
  Expr *A = readUnary();
  while (A && (Tok.is("*") || Tok.is("/") || Tok.is("//") || Tok.is("@"))) {
    StringRef Sign = Tok.Text;
    advance();
    Expr *B = readUnary();
    A = B ? binary(ExprKind::Binary, Sign, A, B) : nullptr;
  }
  return A;
}

Expr *RuleReader::readUnary() {
  SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxRuleNesting)
    return readExpr();
  if (Tok.is("-")) {
    Expr *E = File.make(ExprKind::Unary, Tok.Begin);
    E->Text = Tok.Text;
    advance();
    Expr *Of = readUnary();
    if (!Of)
      return nullptr;
    E->Kids = {Of};
    return finish(E);
  }
  Expr *Base = readPostfix();
  if (!Base || !Tok.is("**"))
    return Base;
  advance();
  Expr *Exponent = readUnary();
  return Exponent ? binary(ExprKind::Binary, "**", Base, Exponent) : nullptr;
}

Expr *RuleReader::readPostfix() {
  Expr *E = readPrimary();
  while (E && Tok.is("["))
    E = readIndex(E);
  if (!E || !Tok.isWord("as"))
    return E;
  advance();
  if (Tok.Kind != Token::Value) {
    expected("a value such as '%x'");
    return nullptr;
  }
  Expr *Name = readCapture();
  return Name ? binary(ExprKind::As, "as", E, Name) : nullptr;
}

Expr *RuleReader::readIndex(Expr *Of) {
  const char *Begin = Tok.Begin;
  open();
  Expr *First = nullptr;
  if (!Tok.is(":") && !(First = readExpr()))
    return nullptr;
  Expr *E;
  if (Tok.is(":")) {
    advance();
    E = File.make(ExprKind::Slice, Of->Loc);
    Expr *Stop = nullptr;
    if (!Tok.is("]") && !(Stop = readExpr()))
      return nullptr;
    E->Kids = {Of, First, Stop};
  } else {
    E = File.make(ExprKind::Index, Of->Loc);
    E->Kids = {Of, First};
  }
  return expectClose("]", Begin) ? finish(E) : nullptr;
}

Expr *RuleReader::readPrimary() {
  switch (Tok.Kind) {
  case Token::Value:
  case Token::Constant:
    return readCapture();
  case Token::Number:
  case Token::String: {
    Expr *E = File.make(ExprKind::Literal, Tok.Begin);
    // A string keeps its quotes, which tell it from a word.
    E->Text = StringRef(Tok.Begin, Tok.End_ - Tok.Begin);
    advance();
    return finish(E);
  }
  case Token::Name:
    return readName();
  default:
    break;
  }
  if (Tok.is("("))
    return readParens();
  if (Tok.is("["))
    return readList();
  if (Tok.is("..."))
    return readRest();
  if (Tok.is("~"))
    return readChain();
  if (Tok.is("{") || Tok.is("<"))
    return readCall(Tok.Begin, {});
  expected("a pattern or a value");
  return nullptr;
}

Expr *RuleReader::readCapture() {
  bool IsValue = Tok.Kind == Token::Value;
  Expr *E =
      File.make(IsValue ? ExprKind::Value : ExprKind::Constant, Tok.Begin);
  E->Text = Tok.Text;
  E->Star = Tok.Star;
  E->Written = Tok.Bang;
  advance();
  if (IsValue && !InConstants && Tok.is(":")) {
    char Next = Lex.peek(Tok.End_);
    if (isAlpha(Next) || Next == '[') {
      advance();
      E->Type = File.makeType();
      if (!readType(*E->Type))
        return nullptr;
    }
  }
  return finish(E);
}

Expr *RuleReader::readParens() {
  const char *Begin = Tok.Begin;
  open();
  Expr *First = readExpr();
  if (!First)
    return nullptr;
  if (Tok.is("|")) {
    Expr *E = File.make(ExprKind::Alternatives, Begin);
    E->Kids.push_back(First);
    while (consume("|")) {
      Expr *Next = readExpr();
      if (!Next)
        return nullptr;
      E->Kids.push_back(Next);
    }
    First = E;
  } else {
    First->Parens = true;
  }
  return expectClose(")", Begin) ? finish(First) : nullptr;
}

Expr *RuleReader::readRest() {
  Expr *E = File.make(ExprKind::Rest, Tok.Begin);
  advance();
  if (Tok.Kind == Token::Value) {
    Expr *Name = readCapture();
    if (!Name)
      return nullptr;
    E->Kids = {Name};
  }
  return finish(E);
}

Expr *RuleReader::readList() {
  const char *Begin = Tok.Begin;
  open();
  Expr *E = File.make(ExprKind::List, Begin);
  while (!Tok.is("]")) {
    const char *ItemBegin = Tok.Begin;
    bool Each = consumeWord("each");
    Expr *Kid = readExpr();
    if (!Kid)
      return nullptr;
    if (Each) {
      Expr *Wrapped = File.make(ExprKind::Each, ItemBegin);
      Wrapped->Kids = {Kid};
      Kid = finish(Wrapped);
    } else if (Tok.isWord("for")) {
      if (!(Kid = readComprehension(Kid)))
        return nullptr;
    }
    E->Kids.push_back(Kid);
    if (!consume(","))
      break;
  }
  return expectClose("]", Begin) ? finish(E) : nullptr;
}

Expr *RuleReader::readComprehension(Expr *Value) {
  Expr *E = File.make(ExprKind::Comprehension, Value->Loc);
  advance();
  if (Tok.Kind != Token::Name) {
    expected("a name");
    return nullptr;
  }
  E->Text = Tok.Text;
  advance();
  if (!consumeWord("in")) {
    expected("'in'");
    return nullptr;
  }
  Expr *List = readOr();
  Expr *Condition = nullptr;
  if (!List || (consumeWord("if") && !(Condition = readOr())))
    return nullptr;
  E->Kids = {Value, List, Condition};
  return finish(E);
}

/// Words that are values.
static bool isLiteralWord(StringRef Word) {
  return Word == "True" || Word == "False" || Word == "None" || Word == "inf" ||
         Word == "nan" || (Word.starts_with("torch.") && Word.count('.') == 1);
}

Expr *RuleReader::readName() {
  const char *Begin = Tok.Begin;
  StringRef Word = Tok.Text;
  if (Word == "_") {
    advance();
    return finish(File.make(ExprKind::Wildcard, Begin));
  }
  char Next = Lex.peek(Tok.End_);
  if (Next == '(' || Next == '?')
    return readCall(Begin, {});
  if (Next == ':' && !InConstants) {
    advance();
    char After = Lex.peek(Tok.End_);
    if (isAlpha(After) || After == '{' || After == '<') {
      advance();
      return readCall(Begin, Word);
    }
  } else {
    advance();
  }
  if ((Word == "sum" || Word == "product") && Tok.isWord("of"))
    return readNAry(Begin, Word);
  Expr *E = File.make(isLiteralWord(Word) ? ExprKind::Literal : ExprKind::Name,
                      Begin);
  E->Text = Word;
  return finish(E);
}

Expr *RuleReader::readNAry(const char *Begin, StringRef Word) {
  advance();
  Expr *E = File.make(ExprKind::NAry, Begin);
  E->Text = Word;
  const char *Paren = Tok.Begin;
  if (!Tok.is("(")) {
    expected("'('");
    return nullptr;
  }
  open();
  do {
    Expr *Kid = readExpr();
    if (!Kid)
      return nullptr;
    E->Kids.push_back(Kid);
  } while (consume(","));
  return expectClose(")", Paren) ? finish(E) : nullptr;
}

/// `~c:views(P)`, `~views(P)`, `~c(E)`.
Expr *RuleReader::readChain() {
  Expr *E = File.make(ExprKind::Chain, Tok.Begin);
  advance();
  if (Tok.Kind != Token::Name) {
    expected("the name of a chain or of a set of operators");
    return nullptr;
  }
  E->Text = Tok.Text;
  advance();
  if (consume(":")) {
    if (Tok.Kind != Token::Name) {
      expected("the name of a set of operators");
      return nullptr;
    }
    E->OpCapture = E->Text;
    E->Text = Tok.Text;
    advance();
  }
  const char *Begin = Tok.Begin;
  if (!Tok.is("(")) {
    expected("'('");
    return nullptr;
  }
  open();
  Expr *Kid = readExpr();
  if (!Kid)
    return nullptr;
  E->Kids = {Kid};
  return expectClose(")", Begin) ? finish(E) : nullptr;
}

/// `update %x(weight=E, bias=E)`.
Expr *RuleReader::readUpdate() {
  Expr *E = File.make(ExprKind::Update, Tok.Begin);
  advance();
  Expr *Value = readCapture();
  if (!Value)
    return nullptr;
  E->Kids = {Value};
  E->ArgNames = {StringRef()};
  if (!readArguments(*E))
    return nullptr;
  for (size_t I = 1; I != E->Kids.size(); ++I)
    if (E->ArgNames[I].empty()) {
      report(diag::err_expected, E->Kids[I]->Loc,
             "an argument by name, as in 'weight=%w'");
      Failed = true;
      return nullptr;
    }
  return finish(E);
}

bool RuleReader::readOperator(Expr &Call) {
  if (Tok.is("<")) {
    advance();
    if (Tok.Kind != Token::Name)
      return expected("the name of a set of operators");
    Call.Ops.push_back({Tok.Text, true, Tok.Begin});
    advance();
    return expect(">");
  }
  if (Tok.Kind != Token::Name)
    return expected("the name of an operator");
  Call.Ops.push_back({Tok.Text, false, Tok.Begin});
  advance();
  return true;
}

bool RuleReader::readOperators(Expr &Call) {
  const char *Begin = Tok.Begin;
  if (!Tok.is("{"))
    return readOperator(Call);
  Call.Braces = true;
  open();
  do {
    if (!readOperator(Call))
      return false;
  } while (consume(","));
  return expectClose("}", Begin);
}

Expr *RuleReader::readCall(const char *Begin, StringRef Capture) {
  Expr *E = File.make(ExprKind::Call, Begin);
  E->OpCapture = Capture;
  if (!readOperators(*E))
    return nullptr;
  E->Optional = consume("?");
  return readArguments(*E) ? finish(E) : nullptr;
}

bool RuleReader::readArguments(Expr &Call) {
  const char *Begin = Tok.Begin;
  if (!Tok.is("("))
    return expected("'('");
  open();
  while (!Tok.is(")")) {
    StringRef Name;
    if (Tok.Kind == Token::Name && Lex.isAssigned(Tok)) {
      Name = Tok.Text;
      advance();
      advance();
    }
    Expr *Kid = readExpr();
    if (Kid && Tok.isWord("for"))
      Kid = readComprehension(Kid);
    if (!Kid)
      return false;
    Call.Kids.push_back(Kid);
    Call.ArgNames.push_back(Name);
    if (!consume(","))
      break;
  }
  return expectClose(")", Begin);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool RuleReader::readType(TypePattern &Type) {
  Type.Loc = Tok.Begin;
  while (Tok.Kind == Token::Name) {
    Type.Kinds.push_back(Tok.Text);
    advance();
    if (Brackets && Tok.is("|") && isAlpha(Lex.peek(Tok.End_)))
      advance();
    else
      break;
  }
  if (!Tok.is("["))
    return !Type.Kinds.empty() || expected("a type such as 'f32[2, 3]'");
  Type.HasShape = true;
  return readDims(Type);
}

bool RuleReader::readDims(TypePattern &Type) {
  const char *Begin = Tok.Begin;
  open();
  while (!Tok.is("]")) {
    DimPattern D;
    D.Loc = Tok.Begin;
    D.Text = Tok.Text;
    if (Tok.Kind == Token::Number) {
      D.Kind = DimPattern::Number;
    } else if (Tok.isWord("_")) {
      D.Kind = DimPattern::Any;
    } else if (Tok.Kind == Token::Name) {
      D.Kind = DimPattern::Bind;
    } else if (Tok.is("..")) {
      D.Kind = DimPattern::Rest;
      D.Text = {};
    } else {
      return expected("a size: a number, a name, '_' or '..'");
    }
    advance();
    if (D.Kind == DimPattern::Rest && Tok.Kind == Token::Name) {
      D.Text = Tok.Text;
      advance();
    }
    Type.Dims.push_back(D);
    if (!consume(","))
      break;
  }
  return expectClose("]", Begin);
}
