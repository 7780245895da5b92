//===- RuleTokens.cpp - Kinds of words in files of rules ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleNames.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx::lsp;
using namespace llvm;

/// Those of the grammars in utils/editors.
static constexpr StringLiteral Keywords[] = {
    "fxr", "use", "match",  "where",  "with", "let",   "metadata", "example",
    "no",  "of",  "giving", "update", "each", "phase", "and",      "or",
    "not", "in",  "if",     "else",   "for",  "as",    "native"};
static constexpr StringLiteral Declarations[] = {"rule", "define", "set"};
static constexpr StringLiteral Classes[] = {"exact", "rounding", "finite",
                                            "O1",    "O2",       "O3"};
static constexpr StringLiteral Constants[] = {"None", "True", "False"};

namespace {
/// Reads a text word by word. It takes every text, since a file that is being
/// written has mistakes.
class RuleScanner {
public:
  explicit RuleScanner(StringRef Text) : Text(Text) {}
  std::vector<WordRange> scan();

private:
  /// \p Size characters, which are passed.
  void add(size_t Size, WordRange::KindTy Kind, bool IsDefinition = false) {
    Words.push_back({At, At + Size, Kind, IsDefinition});
    At += Size;
  }
  StringRef rest() const { return Text.drop_front(At); }
  void string();
  void word();

  StringRef Text;
  size_t At = 0;
  /// Nothing but blanks stands before it in its line.
  bool IsFirst = true;
  std::vector<WordRange> Words;
};
} // namespace

/// A string, which ends with its line at the latest.
void RuleScanner::string() {
  StringRef Line = rest().take_until([](char C) { return C == '\n'; });
  size_t Size = 1;
  while (Size < Line.size() && Line[Size] != '"')
    Size += Line[Size] == '\\' ? 2 : 1;
  add(std::min(Size + 1, Line.rtrim('\r').size()), WordRange::String);
}

void RuleScanner::word() {
  bool WasFirst = std::exchange(IsFirst, false);
  StringRef Name =
      rest().take_while([](char C) { return fx::isNameChar(C) || C == '.'; });
  Name = Name.rtrim('.');
  StringRef After = rest().drop_front(Name.size());
  if (WasFirst && is_contained(Declarations, Name)) {
    add(Name.size(), WordRange::Keyword);
    At +=
        rest().take_while([](char C) { return C == ' ' || C == '\t'; }).size();
    size_t Size =
        rest()
            .take_while([](char C) { return fx::isNameChar(C) || C == '-'; })
            .size();
    if (Size)
      add(Size, WordRange::Function, /*IsDefinition=*/true);
    return;
  }
  StringRef Next = After.ltrim(" \t");
  if (is_contained(Constants, Name))
    add(Name.size(), WordRange::Class);
  else if (After.starts_with("("))
    add(Name.size(), is_contained(Keywords, Name) ? WordRange::Keyword
                                                  : WordRange::Function);
  else if (Next.starts_with("=") && !Next.starts_with("=="))
    add(Name.size(), WordRange::Property);
  else if (is_contained(Keywords, Name))
    add(Name.size(), WordRange::Keyword);
  else if (is_contained(Classes, Name))
    add(Name.size(), WordRange::Class);
  // The input of an example, and its type.
  else if (After.starts_with(":"))
    add(Name.size(), WordRange::Variable, /*IsDefinition=*/true);
  else if (After.starts_with("[") || Name.contains('.'))
    add(Name.size(), WordRange::Type);
  else
    At += Name.size();
}

std::vector<WordRange> RuleScanner::scan() {
  while (At < Text.size()) {
    char C = Text[At];
    auto Size = [&](size_t Sign) {
      return Sign + rest().drop_front(Sign).take_while(fx::isNameChar).size();
    };
    if (C == '\n') {
      IsFirst = true;
      ++At;
    } else if (rest().starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (C == '"') {
      string();
    } else if ((C == '%' || C == '$') && Size(1) > 1) {
      size_t Length = Size(1);
      StringRef After = rest().drop_front(Length);
      bool HasMark = After.starts_with("!") && !After.starts_with("!=");
      add(Length + HasMark, WordRange::Variable);
    } else if (isDigit(C)) {
      StringRef Number = rest().take_while(
          [](char D) { return fx::isNameChar(D) || D == '.'; });
      size_t Length = Number.size();
      // The sign of an exponent.
      if (Number.back() == 'e' || Number.back() == 'E')
        if (StringRef After = rest().drop_front(Length);
            After.starts_with("-") || After.starts_with("+"))
          Length += 1 + After.drop_front().take_while(isDigit).size();
      add(Length, WordRange::Number);
    } else if (fx::isNameChar(C)) {
      word();
      continue;
    } else {
      ++At;
      // A blank is not a word of the line.
      if (C == ' ' || C == '\t' || C == '\r')
        continue;
    }
    IsFirst &= C == '\n';
  }
  return std::move(Words);
}

std::vector<WordRange> fx::lsp::ruleWords(StringRef Text) {
  return RuleScanner(Text).scan();
}
