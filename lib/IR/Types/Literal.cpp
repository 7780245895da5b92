//===- Literal.cpp - Python literals as arguments ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Literal.h"
#include "fx/IR/Context.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace fx;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

class LiteralReader {
public:
  LiteralReader(Context &Ctx, StringRef Text) : Ctx(Ctx), Text(Text) {}

  Expected<Argument> readAll() {
    Expected<Argument> Value = readValue(0);
    if (Value && (skipBlanks(), At != Text.size()))
      return fail("text after the value");
    return Value;
  }

private:
  Error fail(const llvm::Twine &Message) const {
    return llvm::createStringError("column " + llvm::Twine(At + 1) + ": " +
                                   Message);
  }
  void skipBlanks() {
    while (At < Text.size() && Text[At] == ' ')
      ++At;
  }
  bool take(char C) {
    skipBlanks();
    if (At == Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }
  Expected<Argument> readValue(unsigned Depth);
  Expected<Argument> readSequence(char Close, unsigned Depth);
  Expected<Argument> readString(char Quote);
  Expected<Argument> readNumber();
  Expected<Argument> readName();

  Context &Ctx;
  StringRef Text;
  size_t At = 0;
};

} // namespace

Expected<Argument> LiteralReader::readSequence(char Close, unsigned Depth) {
  llvm::SmallVector<Argument, 8> Items;
  bool Comma = false;
  while (!take(Close)) {
    if (!Items.empty() && !Comma)
      return fail("expected ',' or '" + llvm::Twine(Close) + "'");
    Expected<Argument> Item = readValue(Depth + 1);
    if (!Item)
      return Item;
    Items.push_back(*Item);
    Comma = take(',');
  }
  if (Close == ']')
    return Argument::list(Items);
  if (Items.size() == 1 && !Comma)
    return Items.front();
  return Argument::tuple(Items);
}

Expected<Argument> LiteralReader::readString(char Quote) {
  std::string Value;
  for (; At != Text.size() && Text[At] != Quote; ++At) {
    if (Text[At] == '\\' && At + 1 != Text.size()) {
      ++At;
      Value += Text[At] == 'n' ? '\n' : Text[At] == 't' ? '\t' : Text[At];
      continue;
    }
    Value += Text[At];
  }
  if (At == Text.size())
    return fail("the string does not end");
  ++At;
  return Argument::string(Ctx, Value);
}

Expected<Argument> LiteralReader::readNumber() {
  size_t Begin = At;
  if (Text[At] == '-' || Text[At] == '+')
    ++At;
  StringRef Rest = Text.substr(At);
  if (Rest.consume_front("inf")) {
    At += 3;
    double Infinity = std::numeric_limits<double>::infinity();
    return Argument(Text[Begin] == '-' ? -Infinity : Infinity);
  }
  bool Float = false;
  for (; At != Text.size(); ++At) {
    char C = Text[At];
    bool Exponent = C == 'e' || C == 'E';
    if (Exponent && At + 1 != Text.size() &&
        (Text[At + 1] == '-' || Text[At + 1] == '+'))
      ++At;
    else if (!llvm::isDigit(C) && C != '.' && !Exponent)
      break;
    Float |= C == '.' || Exponent;
  }
  StringRef Number = Text.slice(Begin, At);
  if (!Float) {
    StringRef Digits = Number.ltrim("+-");
    if (Digits.empty() || !llvm::all_of(Digits, llvm::isDigit))
      return fail("expected a value");
    return Argument::integer(Ctx, Number.ltrim('+'));
  }
  double Value;
  if (Number.getAsDouble(Value))
    return fail("malformed number");
  return Argument(Value);
}

Expected<Argument> LiteralReader::readName() {
  size_t Begin = At;
  while (At != Text.size() && isDottedNameChar(Text[At]))
    ++At;
  StringRef Name = Text.slice(Begin, At);
  if (Name == "None")
    return Argument::none();
  if (Name == "True" || Name == "False")
    return Argument(Name == "True");
  if (Name == "inf")
    return Argument(std::numeric_limits<double>::infinity());
  if (Name == "nan")
    return Argument(std::numeric_limits<double>::quiet_NaN());
  if (std::optional<DType> T = parseDTypeOrAlias(Name))
    return Argument(*T);
  if (std::optional<Layout> L = parseLayout(Name))
    return Argument(*L);
  if (std::optional<MemoryFormat> F = parseMemoryFormat(Name))
    return Argument(*F);
  if (!Name.contains('.'))
    return fail("unknown name '" + Name + "'");
  return Argument::function(Ctx.intern(Name));
}

Expected<Argument> LiteralReader::readValue(unsigned Depth) {
  if (Depth > MaxArgumentDepth)
    return fail("values nest too deeply");
  skipBlanks();
  if (At == Text.size())
    return fail("expected a value");
  if (Text.substr(At).starts_with("...")) {
    At += 3;
    return Argument::ellipsis();
  }
  char C = Text[At];
  if (C == '[' || C == '(') {
    ++At;
    return readSequence(C == '[' ? ']' : ')', Depth);
  }
  if (C == '\'' || C == '"') {
    ++At;
    return readString(C);
  }
  if (isNameStart(C))
    return readName();
  return readNumber();
}

Expected<Argument> fx::parseLiteral(Context &Ctx, StringRef Text) {
  return LiteralReader(Ctx, Text).readAll();
}
