//===- PassOption.cpp - Typed options of passes -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassOption.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using llvm::Error;
using llvm::StringRef;

PassOptionBase::PassOptionBase(PassOptions &Owner, llvm::StringRef Flag)
    : Flag(Flag) {
  Owner.Options.push_back(this);
}

PassOptionBase::~PassOptionBase() = default;

PassOptionBase *PassOptions::findOption(StringRef Flag) const {
  for (PassOptionBase *Option : Options)
    if (Option->flag() == Flag)
      return Option;
  return nullptr;
}

Error PassOptions::setOption(StringRef Flag, StringRef Text) {
  if (PassOptionBase *Option = findOption(Flag)) {
    if (Error E = Option->parse(Text))
      return llvm::createStringError("option '" + Flag +
                                     "': " + llvm::toString(std::move(E)));
    return Error::success();
  }
  if (Options.empty())
    return llvm::createStringError("there is no option '" + Flag +
                                   "', nor any other");
  std::string Message = ("there is no option '" + Flag + "'").str();
  PassOptionBase *Nearest = nullptr;
  unsigned Distance = 3;
  for (PassOptionBase *Option : Options) {
    unsigned D = Option->flag().edit_distance(Flag, true, Distance);
    if (D < Distance) {
      Distance = D;
      Nearest = Option;
    }
  }
  if (Nearest)
    return llvm::createStringError(Message + "; did you mean '" +
                                   Nearest->flag() + "'?");
  Message += "; there is ";
  llvm::raw_string_ostream OS(Message);
  llvm::interleaveComma(Options, OS,
                        [&](PassOptionBase *Option) { OS << Option->flag(); });
  return llvm::createStringError(Message);
}

void PassOptions::copyOptionValues(const PassOptions &From) {
  for (size_t I = 0, E = std::min(Options.size(), From.Options.size()); I != E;
       ++I)
    Options[I]->copyFrom(*From.Options[I]);
}

void PassOptions::printOptions(llvm::raw_ostream &OS) const {
  llvm::ListSeparator Separator(" ");
  for (const PassOptionBase *Option : Options) {
    if (Option->hasDefaultValue())
      continue;
    OS << Separator << Option->flag() << '=';
    Option->print(OS);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Error fx::parseOptionValue(StringRef Text, bool &Value) {
  auto Word = llvm::StringSwitch<std::optional<bool>>(Text.lower())
                  .Cases("", "true", "1", "yes", "on", true)
                  .Cases("false", "0", "no", "off", false)
                  .Default(std::nullopt);
  if (!Word)
    return llvm::createStringError("expected true or false, not '" + Text +
                                   "'");
  Value = *Word;
  return Error::success();
}

static Error expectedInteger(const llvm::Twine &What, StringRef Text) {
  llvm::APInt Value;
  StringRef Digits = Text;
  Digits.consume_front("-");
  if (!Digits.getAsInteger(0, Value) && Value.getActiveBits() > 63)
    return llvm::createStringError("expected a number of 64 bits, not '" +
                                   Text + "'");
  return llvm::createStringError("expected " + What + ", not '" + Text + "'");
}

Error fx::parseOptionValue(StringRef Text, int64_t &Value) {
  if (Text.getAsInteger(0, Value))
    return expectedInteger("an integer", Text);
  return Error::success();
}

Error fx::parseOptionValue(StringRef Text, uint64_t &Value) {
  if (Text.getAsInteger(0, Value))
    return expectedInteger("a number that is not negative", Text);
  return Error::success();
}

Error fx::parseOptionValue(StringRef Text, double &Value) {
  if (Text.getAsDouble(Value))
    return llvm::createStringError("expected a number, not '" + Text + "'");
  return Error::success();
}

Error fx::parseOptionValue(StringRef Text, std::string &Value) {
  if (Text.size() < 2 || Text.front() != '"' || Text.back() != '"') {
    Value = Text.str();
    return Error::success();
  }
  Value.clear();
  StringRef Inner = Text.drop_front().drop_back();
  for (size_t I = 0; I != Inner.size(); ++I) {
    if (Inner[I] == '\\' && I + 1 != Inner.size())
      ++I;
    else if (Inner[I] == '"')
      return llvm::createStringError("text after the closing '\"'");
    Value += Inner[I];
  }
  return Error::success();
}

void fx::printOptionValue(llvm::raw_ostream &OS, bool Value) {
  OS << (Value ? "true" : "false");
}

void fx::printOptionValue(llvm::raw_ostream &OS, int64_t Value) { OS << Value; }

void fx::printOptionValue(llvm::raw_ostream &OS, uint64_t Value) {
  OS << Value;
}

void fx::printOptionValue(llvm::raw_ostream &OS, double Value) {
  // The shortest text that reads back.
  for (int Digits = 6; Digits <= 17; ++Digits) {
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::format("%.*g", Digits, Value);
    double Read;
    if (Digits == 17 || (!StringRef(Text).getAsDouble(Read) && Read == Value)) {
      OS << Text;
      return;
    }
  }
}

void fx::printOptionValue(llvm::raw_ostream &OS, const std::string &Value) {
  bool Bare = !Value.empty() && llvm::all_of(Value, [](char C) {
    return llvm::isAlnum(C) || StringRef("_-.*:/").contains(C);
  });
  if (Bare) {
    OS << Value;
    return;
  }
  OS << '"';
  for (char C : Value) {
    if (C == '"' || C == '\\')
      OS << '\\';
    OS << C;
  }
  OS << '"';
}

llvm::Expected<unsigned> fx::parseOptionWord(StringRef Text,
                                             llvm::ArrayRef<StringRef> Words) {
  for (unsigned I = 0, E = Words.size(); I != E; ++I)
    if (Words[I] == Text)
      return I;
  // Words that are dtypes have the other names of these, too.
  if (std::optional<DType> Type = parseDTypeName(Text))
    for (unsigned I = 0, E = Words.size(); I != E; ++I)
      if (parseDTypeName(Words[I]) == Type)
        return I;
  return llvm::createStringError("expected " + llvm::join(Words, " or ") +
                                 ", not '" + Text + "'");
}

llvm::SmallVector<StringRef, 4> fx::splitOptionList(StringRef Text) {
  llvm::SmallVector<StringRef, 4> Items;
  Text = Text.trim();
  if (Text.size() >= 2 && Text.front() == '{' && Text.back() == '}')
    Text = Text.drop_front().drop_back();
  if (Text.trim().empty())
    return Items;
  unsigned Depth = 0;
  bool Quoted = false;
  size_t Begin = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (Quoted) {
      if (C == '\\')
        I = std::min(I + 1, Text.size() - 1);
      else if (C == '"')
        Quoted = false;
    } else if (C == '"') {
      Quoted = true;
    } else if (C == '{' || C == '[' || C == '(') {
      ++Depth;
    } else if ((C == '}' || C == ']' || C == ')') && Depth) {
      --Depth;
    } else if (C == ',' && !Depth) {
      Items.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
    }
  }
  Items.push_back(Text.drop_front(Begin).trim());
  return Items;
}

void fx::printOptionListPart(llvm::raw_ostream &OS, char Part) { OS << Part; }
