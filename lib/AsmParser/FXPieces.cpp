//===- FXPieces.cpp - Texts of print(graph) in pieces ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXPieces.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Brackets
//===----------------------------------------------------------------------===//

void BracketMap::build(StringRef NewText) {
  Text = NewText;
  Closes.assign(Text.size(), None);
  SmallVector<uint32_t, 16> Open;
  unsigned NumOpen[3] = {};
  auto IndexOf = [](char C) { return C == '(' ? 0 : C == '[' ? 1 : 2; };
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (isOpenBracket(C)) {
      Open.push_back(I);
      ++NumOpen[IndexOf(C)];
    } else if (isCloseBracket(C)) {
      char Wanted = C == ')' ? '(' : C == ']' ? '[' : '{';
      // Brackets in between that nothing closed are text, and so is one that
      // nothing opened.
      unsigned &Count = NumOpen[IndexOf(Wanted)];
      if (!Count)
        continue;
      while (Text[Open.back()] != Wanted)
        --NumOpen[IndexOf(Text[Open.pop_back_val()])];
      Closes[Open.pop_back_val()] = I;
      --Count;
    }
  }
}

/// The first comma of \p Part that separates and stands outside of brackets;
/// the end of \p Part when there is none. Brackets without a partner are text.
template <typename Predicate>
static size_t findComma(const BracketMap &Brackets, StringRef Part,
                        Predicate Separates) {
  for (size_t I = 0; I < Part.size(); ++I) {
    char C = Part[I];
    if (isOpenBracket(C)) {
      size_t Close = Brackets.findClose(Part.drop_front(I));
      if (Close != StringRef::npos)
        I += Close;
    } else if (C == ',' && Separates(I)) {
      return I;
    }
  }
  return Part.size();
}

/// Whether some bracket of \p Part has no partner in it.
static bool hasLooseBrackets(const BracketMap &Brackets, StringRef Part) {
  for (size_t I = 0; I < Part.size(); ++I) {
    if (isCloseBracket(Part[I]))
      return true;
    if (!isOpenBracket(Part[I]))
      continue;
    // What a pair encloses may hold loose ones; they are part of its value.
    size_t Close = Brackets.findClose(Part.drop_front(I));
    if (Close == StringRef::npos)
      return true;
    I += Close;
  }
  return false;
}

size_t FXPieces::keywordLength(StringRef Text) {
  const char *Stop = Text.begin();
  // Letters of any script.
  while (Stop != Text.end() && (isClass(*Stop, CC_Name) || *Stop & 0x80))
    ++Stop;
  size_t Length = Stop - Text.begin();
  if (!Length || isClass(Text.front(), CC_Digit) ||
      !Text.drop_front(Length).starts_with(": "))
    return 0;
  return Length;
}

void FXPieces::split(StringRef Inner, bool Keywords, List &Items) {
  // A keyword that was there before can only be text.
  StringSet<> Seen;
  // One piece may refuse so many separators: looking at it takes time.
  static constexpr unsigned MaxRefused = 64;
  while (true) {
    unsigned Refused = 0;
    if (Keywords)
      Seen.insert(Inner.take_front(keywordLength(Inner)));
    auto Separates = [&](size_t I) {
      StringRef After = Inner.drop_front(I);
      if (!After.consume_front(", "))
        return false;
      if (!Keywords)
        return true;
      StringRef Name = After.take_front(keywordLength(After));
      if (Name.empty() || Seen.contains(Name))
        return false;
      // A word that the schema does not know can be part of a string, if there
      // is one before it and no other value after it.
      StringRef Next = After.drop_front(Name.size() + 2);
      if (Schemas.isKeyword(Name) || ++Refused > MaxRefused ||
          Next.starts_with("%") || Next.starts_with("slice(") ||
          (!Next.empty() && isOpenBracket(Next.front())))
        return true;
      StringRef Value = Inner.take_front(I);
      return !isBareString(Value.drop_front(Value.find(": ") + 2));
    };
    size_t Comma = findComma(Brackets, Inner, Separates);
    Items.push_back(Inner.take_front(Comma));
    if (Comma == Inner.size())
      return;
    Inner = Inner.drop_front(Comma + 2);
  }
}

bool FXPieces::isObject(StringRef Text) const {
  if (Text.front() == '<' && Text.back() == '>')
    return true;
  if (Text.size() > 2 && Text.front() == 'b' && Text[1] == Text.back() &&
      (Text[1] == '\'' || Text[1] == '"'))
    return true;
  size_t Bracket = Text.find('(');
  return Bracket != StringRef::npos && isIdentifier(Text.take_front(Bracket)) &&
         Brackets.findClose(Text.drop_front(Bracket)) ==
             Text.size() - Bracket - 1;
}

bool FXPieces::hasLooseParts(StringRef Text) const {
  auto IsComma = [&](size_t I) { return Text.substr(I, 2) == ", "; };
  return findComma(Brackets, Text, IsComma) != Text.size() ||
         hasLooseBrackets(Brackets, Text);
}

bool FXPieces::isBareString(StringRef Text) {
  if (Text.empty() || isOpenBracket(Text.front()))
    return false;
  if (Text.front() == '%' && isIdentifier(Text.drop_front()))
    return false;
  if (isObject(Text)) // Slices and ranges look like objects, too.
    return false;
  return !Words.isLeaf(Text);
}

void FXPieces::joinProse(List &Items) {
  List Joined;
  size_t Surplus = Schemas.countSurplus(Items.size());
  bool LastIsBare = false, LastHasBlank = false;
  for (StringRef Item : Items) {
    bool IsBare = isBareString(Item), HasBlank = Item.contains(' ');
    FXPlace At{uint32_t(Joined.size()), Symbol()};
    if (IsBare && LastIsBare &&
        (HasBlank || LastHasBlank || Surplus ||
         !Schemas.canHoldText(At, Item))) {
      StringRef &Last = Joined.back();
      Last = StringRef(Last.begin(), Item.end() - Last.begin());
      LastHasBlank = true;
      Surplus -= Surplus != 0;
      continue;
    }
    Joined.push_back(Item);
    LastIsBare = IsBare;
    LastHasBlank = HasBlank;
  }
  Items = std::move(Joined);
}

void FXPieces::reportNeighbors(const List &Items, FXPlace At, bool InList) {
  for (size_t I = 0; I + 1 < Items.size(); ++I) {
    size_t First = I;
    // Where the schema wants strings there are strings.
    bool Certain = true;
    while (I != Items.size() && isBareString(Items[I])) {
      if (!InList)
        At.Index = I;
      Certain &= Schemas.wantsText(At);
      ++I;
    }
    if (I - First < 2 || Certain)
      continue;
    Out.Report
        .warning(diag::warn_ambiguous_strings, Items[First].begin(), I - First)
        .range(makeRange(Items[First].begin(), Items[I - 1].end()))
        .note(diag::note_write_native, SMLoc());
    return;
  }
}
