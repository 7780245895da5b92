//===- RuleNames.cpp - Names in files of rules ----------------------------===//
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

static bool isWord(char C) { return fx::isNameChar(C) || C == '-'; }
/// `-` is a sign in expressions, and a part of names of rules and sets only.

std::vector<RuleItem> fx::lsp::ruleItems(StringRef Text) {
  std::vector<RuleItem> Items;
  for (size_t At = 0; At < Text.size();) {
    StringRef Line = Text.drop_front(At).split('\n').first;
    for (StringRef Keyword : {"rule", "define", "set"}) {
      StringRef Rest = Line;
      if (!Rest.consume_front(Keyword) || !Rest.starts_with(" "))
        continue;
      size_t Begin = Line.size() - Rest.ltrim().size();
      StringRef Name = Rest.ltrim().take_while(isWord);
      if (!Items.empty())
        Items.back().End = At;
      Items.push_back({At, Text.size(), At + Begin, At + Begin + Name.size(),
                       Line.take_front(Keyword.size()), Name});
    }
    At += Line.size() + 1;
  }
  return Items;
}

/// The names of inputs that examples of \p Scope declare, without a sign.
static std::vector<std::pair<size_t, size_t>> exampleInputs(StringRef Scope) {
  std::vector<std::pair<size_t, size_t>> Inputs;
  for (size_t At = 0; At < Scope.size();) {
    StringRef Line = Scope.drop_front(At).split('\n').first;
    size_t LineBegin = std::exchange(At, At + Line.size() + 1);
    StringRef Rest = Line.ltrim();
    if (!Rest.consume_front("example "))
      continue;
    Rest = Rest.ltrim();
    if (Rest.consume_front("no"))
      Rest = Rest.ltrim();
    if (!Rest.consume_front("("))
      continue;
    // A type has brackets, and commas in them.
    unsigned Depth = 0;
    bool IsName = true;
    for (size_t I = Line.size() - Rest.size();
         I < Line.size() && (Depth || Line[I] != ')'); ++I) {
      char C = Line[I];
      Depth += C == '[' || C == '(' ? 1 : 0;
      Depth -= Depth && (C == ']' || C == ')') ? 1 : 0;
      StringRef Word = Line.drop_front(I).take_while(fx::isNameChar);
      if (IsName && !Word.empty()) {
        Inputs.emplace_back(LineBegin + I, LineBegin + I + Word.size());
        I += Word.size() - 1;
        IsName = false;
      } else if (C == ',' && !Depth) {
        IsName = true;
      }
    }
  }
  return Inputs;
}

std::optional<RuleName> fx::lsp::ruleNameAt(const Snapshot &S, size_t Offset) {
  StringRef Text = S.text();
  Offset = std::min(Offset, Text.size());
  size_t Begin = Offset;
  while (Begin && fx::isNameChar(Text[Begin - 1]))
    --Begin;
  if (Begin && (Text[Begin - 1] == '%' || Text[Begin - 1] == '$'))
    --Begin;
  bool Captures =
      Begin < Text.size() && (Text[Begin] == '%' || Text[Begin] == '$');
  StringRef Rest = Text.drop_front(Begin);
  std::vector<RuleItem> Items = ruleItems(Text);
  if (Captures) {
    StringRef Name = Rest.take_front(
        1 + Rest.drop_front().take_while(fx::isNameChar).size());
    if (Name.size() < 2)
      return std::nullopt;
    for (const RuleItem &Item : Items)
      if (Item.Begin <= Begin && Begin < Item.End)
        return RuleName{Begin, Begin + Name.size(), Item.Begin, Item.End, Name};
    return std::nullopt;
  }
  StringRef Name = Rest.take_while(fx::isNameChar);
  for (const RuleItem &Item : Items) {
    if (Begin < Item.Begin || Begin >= Item.End)
      continue;
    StringRef Scope = Text.slice(Item.Begin, Item.End);
    if (!is_contained(
            exampleInputs(Scope),
            std::pair(Begin - Item.Begin, Begin - Item.Begin + Name.size())))
      continue;
    // It is the capture that the example calls with a sign.
    std::string Sign = ("%" + Name).str();
    for (size_t At = Scope.find(Sign); At != StringRef::npos;
         At = Scope.find(Sign, At + 1))
      if (size_t End = At + Sign.size();
          End == Scope.size() || !fx::isNameChar(Scope[End]))
        return RuleName{Begin, Begin + Name.size(), Item.Begin, Item.End,
                        Scope.slice(At, End)};
  }
  for (const RuleItem &Item : Items)
    if (Item.Keyword != "rule" && !Name.empty() && Item.Name == Name)
      return RuleName{Begin, Begin + Name.size(), 0, Text.size(), Name};
  return std::nullopt;
}

std::vector<std::pair<size_t, size_t>>
fx::lsp::rulePlacesOf(const Snapshot &S, const RuleName &Name) {
  std::vector<std::pair<size_t, size_t>> Places;
  StringRef Text = S.text().take_front(Name.ScopeEnd);
  bool Captures = !fx::isNameChar(Name.Text.front());
  // The line that was looked at last; it may be very long.
  size_t LineEnd = 0, Comment = 0;
  for (size_t At = Text.find(Name.Text, Name.ScopeBegin); At != StringRef::npos;
       At = Text.find(Name.Text, At + 1)) {
    size_t End = At + Name.Text.size();
    if ((End < Text.size() && fx::isNameChar(Text[End])) ||
        (!Captures && At &&
         (fx::isNameChar(Text[At - 1]) || Text[At - 1] == '%' ||
          Text[At - 1] == '$')))
      continue;
    if (At >= LineEnd) {
      size_t LineBegin = Text.rfind('\n', At) + 1;
      LineEnd = std::min(Text.find('\n', At), Text.size());
      Comment = LineBegin + std::min(Text.slice(LineBegin, LineEnd).find("//"),
                                     LineEnd - LineBegin);
    }
    if (At > Comment)
      continue;
    Places.emplace_back(At, End);
  }
  if (Name.Text.front() == '%') {
    size_t Begin = Name.ScopeBegin;
    for (auto [First, Last] : exampleInputs(Text.drop_front(Begin)))
      if (Text.slice(Begin + First, Begin + Last) == Name.word())
        Places.emplace_back(Begin + First, Begin + Last);
    llvm::sort(Places);
  }
  // A define may stand after what uses it.
  if (!Captures)
    for (const RuleItem &Item : ruleItems(S.text()))
      if (Item.Name == Name.Text && Item.Keyword != "rule")
        llvm::stable_sort(Places, [&](const auto &A, const auto &B) {
          return (A.first == Item.NameBegin) > (B.first == Item.NameBegin);
        });
  return Places;
}
