//===- FormulaParser.cpp - Checks and compiles formulas ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormulaParser.h"
#include "fx/IR/FormulaCode.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

struct Token {
  enum TokenKind { Name, Number, String, Symbol, NewLine, Indent, Dedent, End };
  TokenKind Kind = End;
  StringRef Text;
  unsigned Line = 1;
};

/// Python's lines and indentation as tokens.
class Lexer {
public:
  explicit Lexer(StringRef Text) : Text(Text) {}
  Expected<std::vector<Token>> run();

private:
  Error fail(const llvm::Twine &Message) const {
    return llvm::createStringError("line " + llvm::Twine(Line) + ": " +
                                   Message);
  }
  void add(Token::TokenKind Kind, size_t Begin) {
    Tokens.push_back({Kind, Text.slice(Begin, At), Line});
  }
  Error startLine();
  Error lexToken();

  StringRef Text;
  size_t At = 0;
  unsigned Line = 1;
  unsigned Depth = 0;
  std::vector<unsigned> Indents;
  std::vector<Token> Tokens;
};

} // namespace

/// Measures the indentation of a line that is not blank.
Error Lexer::startLine() {
  size_t Begin = At;
  while (At < Text.size() && Text[At] == ' ')
    ++At;
  if (At == Text.size() || Text[At] == '\n' || Text[At] == '#')
    return Error::success();
  unsigned Column = At - Begin;
  if (Indents.empty())
    Indents.push_back(Column);
  if (Column > Indents.back()) {
    Indents.push_back(Column);
    add(Token::Indent, At);
  }
  while (Column < Indents.back()) {
    Indents.pop_back();
    if (Indents.empty() || Column > Indents.back())
      return fail("the indentation fits no line above");
    add(Token::Dedent, At);
  }
  return Error::success();
}

Error Lexer::lexToken() {
  static constexpr llvm::StringLiteral Symbols[] = {
      "**", "//", "<<", ">>", "==", "!=", "<=", ">=", "(", ")",
      "[",  "]",  ",",  ":",  ".",  "=",  "+",  "-",  "*", "/",
      "%",  "@",  "&",  "|",  "^",  "~",  "<",  ">"};
  size_t Begin = At;
  char C = Text[At];
  if (isNameStart(C)) {
    while (At < Text.size() && isNameChar(Text[At]))
      ++At;
    add(Token::Name, Begin);
    return Error::success();
  }
  if (llvm::isDigit(C)) {
    while (At < Text.size() &&
           (llvm::isAlnum(Text[At]) || Text[At] == '.' ||
            ((Text[At] == '-' || Text[At] == '+') && Text[At - 1] == 'e')))
      ++At;
    add(Token::Number, Begin);
    return Error::success();
  }
  if (C == '\'' || C == '"') {
    size_t End = Text.find(C, At + 1);
    if (End == StringRef::npos || Text.slice(At, End).contains('\n'))
      return fail("the string does not end");
    if (Text.slice(At, End).contains('\\'))
      return fail("strings have no escapes here");
    At = End + 1;
    add(Token::String, Begin);
    return Error::success();
  }
  for (StringRef Symbol : Symbols) {
    if (!Text.substr(At).starts_with(Symbol))
      continue;
    At += Symbol.size();
    if (Symbol == "(" || Symbol == "[")
      ++Depth;
    if ((Symbol == ")" || Symbol == "]") && Depth)
      --Depth;
    add(Token::Symbol, Begin);
    return Error::success();
  }
  return fail("unexpected character '" + llvm::Twine(C) + "'");
}

Expected<std::vector<Token>> Lexer::run() {
  bool LineStart = true;
  while (At < Text.size()) {
    if (LineStart) {
      LineStart = false;
      if (Error E = startLine())
        return E;
      continue;
    }
    char C = Text[At];
    if (C == ' ' || C == '\t') {
      ++At;
    } else if (C == '#') {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (C == '\n') {
      if (Depth == 0 && !Tokens.empty() &&
          Tokens.back().Kind != Token::NewLine &&
          Tokens.back().Kind != Token::Indent &&
          Tokens.back().Kind != Token::Dedent)
        add(Token::NewLine, At);
      LineStart = Depth == 0;
      ++At;
      ++Line;
    } else if (Error E = lexToken()) {
      return E;
    }
  }
  if (Depth)
    return fail("a bracket is not closed");
  if (!Tokens.empty() && Tokens.back().Kind != Token::NewLine)
    add(Token::NewLine, At);
  for (size_t I = 1; I < Indents.size(); ++I)
    add(Token::Dedent, At);
  add(Token::End, At);
  return std::move(Tokens);
}

namespace {

/// Recursive descent; each function returns the code of what it read.
class Parser {
public:
  Parser(llvm::ArrayRef<Token> Tokens, const FormulaScope &Scope)
      : Tokens(Tokens), Scope(Scope), Locals(Scope.Locals) {}

  std::string parseFormula();
  std::string parseSingleExpression();
  std::string ErrorText;

private:
  bool failed() const { return !ErrorText.empty(); }
  std::string fail(const llvm::Twine &Message) {
    if (!failed())
      ErrorText = ("line " + llvm::Twine(peek().Line) + ": " + Message).str();
    return "";
  }
  const Token &peek(unsigned Ahead = 0) const {
    return Tokens[std::min(At + Ahead, Tokens.size() - 1)];
  }
  void advance() {
    if (At + 1 < Tokens.size())
      ++At;
  }
  bool isSymbol(StringRef Text, unsigned Ahead = 0) const {
    const Token &T = peek(Ahead);
    return T.Kind == Token::Symbol && T.Text == Text;
  }
  bool isWord(StringRef Text, unsigned Ahead = 0) const {
    const Token &T = peek(Ahead);
    return T.Kind == Token::Name && T.Text == Text;
  }
  bool takeSymbol(StringRef Text) {
    if (!isSymbol(Text))
      return false;
    advance();
    return true;
  }
  bool takeWord(StringRef Text) {
    if (!isWord(Text))
      return false;
    advance();
    return true;
  }
  void expectSymbol(StringRef Text) {
    if (!takeSymbol(Text))
      fail("expected '" + Text + "', found " + describe(peek()));
  }
  void expectKind(Token::TokenKind Kind, StringRef What) {
    if (peek().Kind != Kind)
      fail("expected " + What + ", found " + describe(peek()));
    else
      advance();
  }
  static std::string describe(const Token &T);

  std::string parseBlock(bool &Returns);
  std::string parseStatement(bool &Returns);
  std::string parseIf(bool &Returns);
  std::string parseAssignment();
  std::string parseTuple();
  std::string parseExpression();
  std::string parseOr();
  std::string parseAnd();
  std::string parseNot();
  std::string parseComparison();
  std::string parseBinary(unsigned Level);
  std::string parseUnary();
  std::string parsePower();
  std::string parsePostfix();
  std::string parseAtom();
  std::string parseName();
  std::string parseSelf();
  std::string parseSubscript();
  std::string parseArguments(unsigned &Count);
  std::string parseList(StringRef Close, unsigned &Count, bool &Comma);

  llvm::ArrayRef<Token> Tokens;
  const FormulaScope &Scope;
  llvm::StringSet<> Locals;
  size_t At = 0;
  unsigned Depth = 0;
};

std::string word(const llvm::Twine &Text) { return (Text + ";").str(); }

bool isKeyword(StringRef Name) {
  static constexpr llvm::StringLiteral Keywords[] = {
      "if",    "elif",   "else", "return", "raise", "and",  "or",    "not",
      "in",    "is",     "None", "True",   "False", "for",  "while", "def",
      "class", "import", "with", "lambda", "self",  "init", "F"};
  return llvm::is_contained(Keywords, Name);
}

} // namespace

std::string Parser::describe(const Token &T) {
  switch (T.Kind) {
  case Token::NewLine:
    return "the end of the line";
  case Token::Indent:
    return "an indented line";
  case Token::Dedent:
    return "the end of the block";
  case Token::End:
    return "the end of the formula";
  default:
    return ("'" + T.Text + "'").str();
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

std::string Parser::parseFormula() {
  bool Returns = false;
  std::string Code = parseBlock(Returns);
  if (!failed() && peek().Kind != Token::End)
    fail("unexpected " + describe(peek()));
  if (!failed() && !Returns)
    fail("the formula may end without 'return'");
  return Code;
}

std::string Parser::parseSingleExpression() {
  std::string Code = parseExpression();
  if (peek().Kind == Token::NewLine)
    advance();
  if (!failed() && peek().Kind != Token::End)
    fail("unexpected " + describe(peek()));
  return Code;
}

std::string Parser::parseBlock(bool &Returns) {
  std::string Code;
  unsigned Count = 0;
  Returns = false;
  while (!failed() && peek().Kind != Token::Dedent &&
         peek().Kind != Token::End) {
    if (Returns)
      return fail("a statement that is never reached");
    Code += parseStatement(Returns);
    ++Count;
  }
  if (!failed() && Count == 0)
    return fail("expected a statement, found " + describe(peek()));
  return "{" + word(llvm::Twine(Count)) + Code;
}

std::string Parser::parseStatement(bool &Returns) {
  std::string Code;
  if (takeWord("if"))
    return parseIf(Returns);
  if (takeWord("return")) {
    Returns = true;
    Code = "R" + parseTuple();
  } else if (takeWord("raise")) {
    Returns = true;
    Code = "E" + parseExpression();
  } else {
    Code = parseAssignment();
  }
  if (!failed())
    expectKind(Token::NewLine, "the end of the line");
  return Code;
}

std::string Parser::parseIf(bool &Returns) {
  if (++Depth > formula::MaxDepth)
    return fail("statements nest too deeply");
  std::string Code = "Y" + parseExpression();
  expectSymbol(":");
  expectKind(Token::NewLine, "the end of the line");
  expectKind(Token::Indent, "an indented line");
  bool Then = false, Else = false;
  Code += parseBlock(Then);
  expectKind(Token::Dedent, "the end of the block");
  if (takeWord("elif")) {
    Code += "{" + word("1") + parseIf(Else);
  } else if (takeWord("else")) {
    expectSymbol(":");
    expectKind(Token::NewLine, "the end of the line");
    expectKind(Token::Indent, "an indented line");
    Code += parseBlock(Else);
    expectKind(Token::Dedent, "the end of the block");
  } else {
    Code += "{" + word("0");
  }
  --Depth;
  Returns = Then && Else;
  return Code;
}

std::string Parser::parseAssignment() {
  llvm::SmallVector<StringRef, 4> Names;
  do {
    StringRef Name = peek().Text;
    if (peek().Kind != Token::Name || isKeyword(Name))
      return fail("expected a statement, found " + describe(peek()));
    Names.push_back(Name);
    advance();
  } while (takeSymbol(","));
  expectSymbol("=");
  std::string Value = parseTuple();
  for (StringRef Name : Names)
    Locals.insert(Name);
  if (Names.size() == 1)
    return "=" + word(Names[0]) + Value;
  std::string Code = "U" + word(llvm::Twine(Names.size()));
  for (StringRef Name : Names)
    Code += word(Name);
  return Code + Value;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// One expression, or several with commas: a tuple.
std::string Parser::parseTuple() {
  std::string First = parseExpression();
  if (failed() || !isSymbol(","))
    return First;
  unsigned Count = 1;
  while (takeSymbol(",")) {
    if (peek().Kind == Token::NewLine)
      break;
    First += parseExpression();
    ++Count;
  }
  return "t" + word(llvm::Twine(Count)) + First;
}

std::string Parser::parseExpression() {
  if (failed())
    return "";
  if (++Depth > formula::MaxDepth)
    return fail("expressions nest too deeply");
  std::string Value = parseOr();
  if (takeWord("if")) {
    std::string Condition = parseOr();
    if (!takeWord("else"))
      return fail("expected 'else', found " + describe(peek()));
    Value = "?" + Condition + Value + parseExpression();
  }
  --Depth;
  return Value;
}

std::string Parser::parseOr() {
  std::string Left = parseAnd();
  while (takeWord("or"))
    Left = "|" + Left + parseAnd();
  return Left;
}

std::string Parser::parseAnd() {
  std::string Left = parseNot();
  while (takeWord("and"))
    Left = "&" + Left + parseNot();
  return Left;
}

std::string Parser::parseNot() {
  unsigned Count = 0;
  while (takeWord("not"))
    ++Count;
  std::string Code = parseComparison();
  while (Count--)
    Code = "!" + Code;
  return Code;
}

std::string Parser::parseComparison() {
  std::string Left = parseBinary(0);
  for (StringRef Op : {"==", "!=", "<=", ">=", "<", ">"})
    if (takeSymbol(Op))
      return "c" + word(Op) + Left + parseBinary(0);
  if (takeWord("is")) {
    StringRef Op = takeWord("not") ? "is not" : "is";
    if (!takeWord("None"))
      return fail("only 'is None' and 'is not None' are understood");
    return "c" + word(Op) + Left + "K" + word("None");
  }
  if (isWord("not") && isWord("in", 1)) {
    advance();
    advance();
    return "!c" + word("in") + Left + parseBinary(0);
  }
  if (takeWord("in"))
    return "c" + word("in") + Left + parseBinary(0);
  return Left;
}

std::string Parser::parseBinary(unsigned Level) {
  // From the loosest to the tightest.
  static const std::vector<std::vector<StringRef>> Levels = {
      {"|"},        {"^"},      {"&"},
      {"<<", ">>"}, {"+", "-"}, {"*", "//", "/", "%", "@"}};
  if (Level == Levels.size())
    return parseUnary();
  std::string Left = parseBinary(Level + 1);
  while (!failed()) {
    bool Found = false;
    for (StringRef Op : Levels[Level]) {
      if (!takeSymbol(Op))
        continue;
      Left = "b" + word(Op) + Left + parseBinary(Level + 1);
      Found = true;
      break;
    }
    if (!Found)
      break;
  }
  return Left;
}

std::string Parser::parseUnary() {
  llvm::SmallVector<StringRef, 4> Ops;
  while (isSymbol("-") || isSymbol("+") || isSymbol("~")) {
    Ops.push_back(peek().Text);
    advance();
  }
  if (Ops.size() > formula::MaxDepth)
    return fail("expressions nest too deeply");
  std::string Code;
  // A negative number is one constant.
  if (!Ops.empty() && Ops.back() == "-" && peek().Kind == Token::Number &&
      !isSymbol("**", 1)) {
    Ops.pop_back();
    Code = parsePower();
    if (!failed())
      Code.insert(1, "-");
  } else {
    Code = parsePower();
  }
  for (StringRef Op : llvm::reverse(Ops))
    Code = "u" + word(Op) + Code;
  return Code;
}

std::string Parser::parsePower() {
  std::string Left = parsePostfix();
  if (!takeSymbol("**"))
    return Left;
  if (++Depth > formula::MaxDepth)
    return fail("expressions nest too deeply");
  std::string Right = parseUnary();
  --Depth;
  return "b" + word("**") + Left + Right;
}

/// The elements of a call, up to Close, which is taken.
std::string Parser::parseList(StringRef Close, unsigned &Count, bool &Comma) {
  std::string Code;
  Count = 0;
  Comma = false;
  while (!failed() && !takeSymbol(Close)) {
    if (Count && !Comma)
      return fail("expected ',' or '" + Close + "', found " + describe(peek()));
    Code += parseExpression();
    ++Count;
    Comma = takeSymbol(",");
  }
  return Code;
}

/// Arguments after the opening parenthesis, as `POSITIONAL;KEYWORD;...`.
std::string Parser::parseArguments(unsigned &Count) {
  std::string Code;
  unsigned Positional = 0, Keyword = 0;
  llvm::StringSet<> Names;
  bool Comma = true;
  while (!failed() && !takeSymbol(")")) {
    if (!Comma)
      return fail("expected ',' or ')', found " + describe(peek()));
    if (peek().Kind == Token::Name && isSymbol("=", 1)) {
      StringRef Name = peek().Text;
      if (!Names.insert(Name).second)
        return fail("a second argument '" + Name + "'");
      advance();
      advance();
      Code += word(Name) + parseExpression();
      ++Keyword;
    } else {
      if (Keyword)
        return fail("a positional argument follows a keyword argument");
      Code += parseExpression();
      ++Positional;
    }
    Comma = takeSymbol(",");
  }
  Count = Positional + Keyword;
  return word(llvm::Twine(Positional)) + word(llvm::Twine(Keyword)) + Code;
}

std::string Parser::parseSubscript() {
  std::string None = "K" + word("None");
  std::string Start = isSymbol(":") ? None : parseTuple();
  if (!isSymbol(":"))
    return Start;
  std::string Stop = None, Step = None;
  takeSymbol(":");
  if (!isSymbol("]") && !isSymbol(":"))
    Stop = parseExpression();
  if (takeSymbol(":") && !isSymbol("]"))
    Step = parseExpression();
  return ":" + Start + Stop + Step;
}

std::string Parser::parsePostfix() {
  std::string Code = parseAtom();
  unsigned Chain = 0;
  while (!failed()) {
    if (++Chain > formula::MaxDepth)
      return fail("expressions nest too deeply");
    if (takeSymbol("[")) {
      Code = "i" + Code + parseSubscript();
      expectSymbol("]");
      continue;
    }
    if (!takeSymbol("."))
      break;
    if (peek().Kind != Token::Name)
      return fail("expected a name after '.'");
    StringRef Name = peek().Text;
    advance();
    if (takeSymbol("(")) {
      unsigned Count;
      std::string Args = parseArguments(Count);
      Code = "m" + word(Name) + Code + Args;
    } else {
      Code = "g" + word(Name) + Code;
    }
  }
  return Code;
}

/// `self.x`, `self.x(...)`, `self.x.y` of a tensor with such a name.
std::string Parser::parseSelf() {
  if (!takeSymbol("."))
    return fail("'self' must be followed by '.'");
  std::string Name = peek().Text.str();
  expectKind(Token::Name, "a name after '.'");
  while (!Scope.Attributes.contains(Name) && !Scope.Submodules.contains(Name) &&
         isSymbol(".") && peek(1).Kind == Token::Name) {
    advance();
    Name += "." + peek().Text.str();
    advance();
  }
  if (failed())
    return "";
  if (takeSymbol("(")) {
    bool All = Name == "children";
    if (!All && !Scope.Submodules.contains(Name))
      return fail("the class has no submodule '" + Name + "'");
    unsigned Count;
    std::string Args = parseArguments(Count);
    if (All && !failed() && Count != 1)
      return fail("'self.children' takes one argument");
    return "X" + word(All ? "*" : Name) + Args;
  }
  if (Name != "training" && Name != "from_torch1" &&
      !Scope.Attributes.contains(Name))
    return fail("the class has no parameter or tensor '" + Name + "'");
  return "A" + word(Name);
}

std::string Parser::parseName() {
  const Token &First = peek();
  StringRef Name = First.Text;
  advance();
  if (Name == "None" || Name == "True" || Name == "False")
    return "K" + word(Name);
  if (Name == "self")
    return parseSelf();
  if (Name == "init") {
    expectSymbol(".");
    StringRef Param = peek().Text;
    if (!failed() && !Scope.InitParams.contains(Param))
      return fail("the constructor has no parameter '" + Param + "'");
    advance();
    return "M" + word(Param);
  }
  if (Locals.contains(Name))
    return "L" + word(Name);
  if (takeSymbol("(")) {
    const formula::Helper *Helper = formula::findHelper(Name);
    if (!Helper)
      return fail("unknown helper '" + Name + "'");
    unsigned Count;
    std::string Args = parseArguments(Count);
    if (!failed() && (Count < Helper->MinArgs || Count > Helper->MaxArgs))
      return fail("'" + Name + "' takes " + llvm::Twine(Helper->MinArgs) +
                  " arguments, not " + llvm::Twine(Count));
    return "H" + word(Name) + Args;
  }
  if (!isSymbol("."))
    return fail("unknown name '" + Name + "'");
  std::string Qualified = Name == "F" ? "torch.nn.functional" : Name.str();
  while (takeSymbol(".")) {
    Qualified += "." + peek().Text.str();
    expectKind(Token::Name, "a name after '.'");
  }
  if (failed())
    return "";
  if (!takeSymbol("(")) {
    // A constant such as torch.float32.
    return "K" + word(Qualified);
  }
  unsigned Count;
  return "C" + word(Qualified) + parseArguments(Count);
}

std::string Parser::parseAtom() {
  const Token &T = peek();
  unsigned Count = 0;
  bool Comma = false;
  switch (T.Kind) {
  case Token::Number: {
    double Value;
    if (T.Text.getAsDouble(Value))
      return fail("malformed number '" + T.Text + "'");
    advance();
    return "K" + word(T.Text);
  }
  case Token::String: {
    StringRef Text = T.Text.drop_front().drop_back();
    advance();
    return "S" + word(llvm::Twine(Text.size())) + Text.str();
  }
  case Token::Name:
    if (!Locals.contains(T.Text) && isKeyword(T.Text) && T.Text != "None" &&
        T.Text != "True" && T.Text != "False" && T.Text != "self" &&
        T.Text != "init" && T.Text != "F")
      return fail("unexpected '" + T.Text + "'");
    return parseName();
  case Token::Symbol:
    if (takeSymbol("(")) {
      std::string Items = parseList(")", Count, Comma);
      if (Count == 1 && !Comma)
        return Items;
      return "t" + word(llvm::Twine(Count)) + Items;
    }
    if (takeSymbol("[")) {
      std::string Items = parseList("]", Count, Comma);
      return "l" + word(llvm::Twine(Count)) + Items;
    }
    [[fallthrough]];
  default:
    return fail("expected a value, found " + describe(T));
  }
}

//===----------------------------------------------------------------------===//
// The public functions
//===----------------------------------------------------------------------===//

static Expected<std::string> compile(StringRef Text, const FormulaScope &Scope,
                                     bool Formula) {
  Expected<std::vector<Token>> Tokens = Lexer(Text).run();
  if (!Tokens)
    return Tokens.takeError();
  Parser P(*Tokens, Scope);
  std::string Code = Formula ? P.parseFormula() : P.parseSingleExpression();
  if (!P.ErrorText.empty())
    return llvm::createStringError(P.ErrorText);
  return Code;
}

Expected<std::string> fx::tblgen::compileFormula(StringRef Text,
                                                 const FormulaScope &Scope) {
  return compile(Text, Scope, /*Formula=*/true);
}

Expected<std::string> fx::tblgen::compileExpression(StringRef Text,
                                                    const FormulaScope &Scope) {
  return compile(Text, Scope, /*Formula=*/false);
}
