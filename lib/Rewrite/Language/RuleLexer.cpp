//===- RuleLexer.cpp - Words and signs of rule files ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleLexer.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

RuleLexer::RuleLexer(StringRef Text, DiagnosticEngine &Diags)
    : Diags(Diags), Cur(Text.begin()), End(Text.end()) {}

std::vector<StringRef> RuleLexer::takeComments() {
  return std::exchange(Comments, {});
}

std::vector<StringRef> RuleLexer::takeDocs() {
  size_t End = Comments.size();
  while (End && !Comments[End - 1].data())
    --End;
  size_t Begin = End;
  while (Begin && Comments[Begin - 1].starts_with("/"))
    --Begin;
  std::vector<StringRef> Docs;
  if (Begin == End)
    return Docs;
  for (size_t I = Begin; I != End; ++I)
    Docs.push_back(Comments[I].drop_front());
  Comments.resize(Begin);
  return Docs;
}

char RuleLexer::peek(const char *At) const {
  while (At != End && (*At == ' ' || *At == '\t'))
    ++At;
  return At == End || *At == '\n' || *At == '\r' ? 0 : *At;
}

bool RuleLexer::isAssigned(const Token &T) const {
  StringRef Rest(T.End_, End - T.End_);
  Rest = Rest.ltrim(" \t");
  return Rest.starts_with("=") && !Rest.starts_with("==") &&
         !Rest.starts_with("=>");
}

/// Whether the line at \p At goes on with what the line before it began.
bool RuleLexer::continues(const char *At) const {
  while (At != End && (*At == ' ' || *At == '\t' || *At == '\n' || *At == '\r'))
    ++At;
  return At != End && *At == '|';
}

void RuleLexer::takeComment() {
  const char *Begin = Cur;
  while (Cur != End && *Cur != '\n')
    ++Cur;
  StringRef Text = StringRef(Begin, Cur - Begin).rtrim();
  Comments.push_back(Text.drop_front(2));
  // A blank line after comments is kept: they are not about what follows.
  StringRef Rest(Cur, End - Cur);
  if (Rest.consume_front("\n") && Rest.ltrim(" \t\r").starts_with("\n"))
    Comments.push_back(StringRef());
}

void RuleLexer::skipClause() {
  unsigned Open = 0;
  for (; Cur != End; ++Cur) {
    switch (*Cur) {
    case '(':
    case '[':
    case '{':
      ++Open;
      break;
    case ')':
    case ']':
    case '}':
      if (!Open)
        return;
      --Open;
      break;
    case '\n': {
      if (!Open && !continues(Cur))
        return;
      // What a comment says opens nothing.
      StringRef Line(Cur + 1, End - Cur - 1);
      if (Line.ltrim(" \t").starts_with("//"))
        Cur = Line.substr(0, Line.find('\n')).end() - 1;
      break;
    }
    case '"':
      (void)lexString();
      --Cur;
      break;
    default:
      break;
    }
  }
}

/// Whether a line end was passed that counts.
bool RuleLexer::skipBlanks(bool InBrackets) {
  bool Passed = false;
  while (Cur != End) {
    if (*Cur == ' ' || *Cur == '\t' || *Cur == '\r') {
      ++Cur;
    } else if (*Cur == '\n') {
      Passed |= !InBrackets && !continues(Cur);
      AtLineBegin = true;
      ++Cur;
    } else if (AtLineBegin && StringRef(Cur, End - Cur).starts_with("//")) {
      takeComment();
    } else {
      break;
    }
  }
  AtLineBegin = false;
  return Passed;
}

Token RuleLexer::make(Token::TokenKind Kind, const char *Begin,
                      StringRef Text) {
  Token T;
  T.Kind = Kind;
  T.Begin = Begin;
  T.End_ = Cur;
  T.Text = Text;
  return T;
}

Token RuleLexer::lexNumber() {
  const char *Begin = Cur;
  while (Cur != End) {
    bool Exponent = (*Cur == '+' || *Cur == '-') &&
                    (Cur[-1] == 'e' || Cur[-1] == 'E') && Cur != Begin;
    if (!isClass(*Cur, CC_Word) && !Exponent)
      break;
    ++Cur;
  }
  StringRef Text(Begin, Cur - Begin);
  // Dots that belong to a range of dimensions do not end a number.
  if (size_t Dots = Text.find(".."); Dots != StringRef::npos) {
    Cur = Begin + Dots;
    Text = Text.take_front(Dots);
  }
  double Value;
  if (Text.getAsDouble(Value)) {
    Diags.report(diag::err_bad_number, SMLoc::getFromPointer(Begin), Text);
    return make(Token::Bad, Begin, Text);
  }
  return make(Token::Number, Begin, Text);
}

Token RuleLexer::lexString() {
  const char *Begin = Cur++;
  while (Cur != End && *Cur != '"' && *Cur != '\n') {
    if (*Cur == '\\') {
      Diags.report(diag::err_expected, SMLoc::getFromPointer(Cur),
                   "a string without a backslash: rules have no escapes, and "
                   "no quotes inside strings");
      while (Cur != End && *Cur != '\n')
        ++Cur;
      return make(Token::Bad, Begin, {});
    }
    ++Cur;
  }
  if (Cur == End || *Cur == '\n') {
    Diags.report(diag::err_unterminated_string, SMLoc::getFromPointer(Begin));
    return make(Token::Bad, Begin, {});
  }
  ++Cur;
  return make(Token::String, Begin, StringRef(Begin + 1, Cur - Begin - 2));
}

/// `%x`, `$k`, each maybe with a `*` that no operand follows; `%x!`.
Token RuleLexer::lexCapture() {
  const char *Begin = Cur++;
  const char *NameBegin = Cur;
  Cur = skipClass(Cur, End, CC_Name);
  Token T = make(*Begin == '%' ? Token::Value : Token::Constant, Begin,
                 StringRef(NameBegin, Cur - NameBegin));
  if (Cur != End && *Cur == '!' && *Begin == '%' &&
      (Cur + 1 == End || Cur[1] != '=')) {
    ++Cur;
    T.Bang = true;
    T.End_ = Cur;
    return T;
  }
  if (Cur == End || *Cur != '*' || (Cur + 1 != End && Cur[1] == '*'))
    return T;
  char Next = Cur + 1 == End ? 0 : Cur[1];
  if (isClass(Next, CC_Name) || Next == '%' || Next == '$' || Next == '(' ||
      Next == '-')
    return T;
  ++Cur;
  T.Star = true;
  T.End_ = Cur;
  return T;
}

/// How rules write what \p C begins in other languages.
static std::string hintFor(char C) {
  switch (C) {
  case '&':
    return "; 'and' joins conditions";
  case '!':
    return "; 'not' negates a condition";
  case '%':
    return "; a remainder is mod(a, b)";
  case '\'':
    return "; strings have double quotes";
  case '#':
    return "; comments are lines that begin with //";
  case ';':
    return "; each clause has a line of its own";
  case '\xEF':
    return "; the file may begin with a byte order mark, which is to go";
  default:
    return "";
  }
}

Token RuleLexer::next(bool InBrackets) {
  const char *Before = Cur;
  if (skipBlanks(InBrackets) && Before != Cur)
    return make(Token::NewLine, Before, {});
  if (Cur == End)
    return make(Token::End, Cur, {});
  char C = *Cur;
  char Next = Cur + 1 == End ? 0 : Cur[1];
  if (isClass(C, CC_NameStart)) {
    const char *Begin = Cur;
    Cur = skipClass(Cur, End, CC_Word);
    while (Cur[-1] == '.')
      --Cur;
    return make(Token::Name, Begin, StringRef(Begin, Cur - Begin));
  }
  if (isClass(C, CC_Digit))
    return lexNumber();
  if (C == '"')
    return lexString();
  if ((C == '%' || C == '$') && isClass(Next, CC_NameStart))
    return lexCapture();
  const char *Begin = Cur;
  for (StringRef Sign : {"...", "==", "!=", "<=", ">=", "=>", "**", "//", ".."})
    if (StringRef(Cur, End - Cur).starts_with(Sign)) {
      Cur += Sign.size();
      return make(Token::Sign, Begin, StringRef(Begin, Sign.size()));
    }
  ++Cur;
  if (StringRef("(){}[]<>=:,|+-*/@?~").contains(C))
    return make(Token::Sign, Begin, StringRef(Begin, 1));
  if (C == '&' && Next == '&')
    ++Cur;
  Diags.report(diag::err_expected, SMLoc::getFromPointer(Begin),
               "a word, a sign or a value of the rule language" + hintFor(C));
  return make(Token::Bad, Begin, {});
}

Token RuleLexer::asRuleName(const Token &T) {
  if (T.Kind != Token::Name)
    return T;
  Cur = T.Begin;
  while (Cur != End && (isClass(*Cur, CC_Name) || *Cur == '-'))
    ++Cur;
  return make(Token::Name, T.Begin, StringRef(T.Begin, Cur - T.Begin));
}
