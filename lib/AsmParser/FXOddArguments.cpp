//===- FXOddArguments.cpp - Odd arguments of print(graph) -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXOddArguments.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool FXOddArguments::parse(StringRef Text) {
  static constexpr StringLiteral Middle = "), kwargs = {";
  if (!Text.consume_back("})"))
    return Out.expected("'})' at the end of the call", Text.end());
  Pieces.begin(Text);
  size_t Found = Text.find(Middle);
  if (Found == StringRef::npos)
    return Out.expected("'), kwargs = {'", Text.end());
  // The first one that no bracket before it encloses, or just the first.
  size_t Checked = 0, Reach = 0;
  for (size_t At = Found; At != StringRef::npos;
       At = Text.find(Middle, At + 1)) {
    for (; Checked != At; ++Checked)
      if (isOpenBracket(Text[Checked])) {
        size_t Close = Pieces.brackets().findClose(Text.drop_front(Checked));
        if (Close != StringRef::npos)
          Reach = std::max(Reach, Checked + Close);
      }
    if (Reach < At) {
      Found = At;
      break;
    }
  }
  return addArgs(Text.take_front(Found)) &&
         addKwargs(Text.drop_front(Found + Middle.size()));
}

bool FXOddArguments::addArgs(StringRef Inner) {
  if (Inner.empty())
    return true;
  FXPieces::List Items;
  Pieces.split(Inner, /*Keywords=*/false, Items);
  // A tuple of one ends in a comma, and only that.
  if (Inner.ends_with(",")) {
    if (Items.size() == 1 || all_of(Items, [&](StringRef Item) {
          return Pieces.isBareString(Item);
        }))
      Items.assign(1, Inner.drop_back());
  } else {
    FXPieces::List Joined = Items;
    Pieces.joinProse(Joined);
    if (Joined.size() > 1)
      Items = std::move(Joined);
    if (Items.size() == 1)
      return Out.expected("',', which makes this a tuple of one", Inner.end());
  }
  FXPlace At;
  Pieces.reportNeighbors(Items, At, /*InList=*/false);
  for (StringRef Item : Items) {
    Args.beginArg();
    addValue(Item, At, 0);
    ++At.Index;
  }
  return true;
}

bool FXOddArguments::addKwargs(StringRef Inner) {
  if (Inner.empty())
    return true;
  if (!FXPieces::keywordLength(Inner))
    return Out.expected("a keyword and ': '", Inner.begin());
  FXPieces::List Items;
  Pieces.split(Inner, /*Keywords=*/true, Items);
  for (StringRef Item : Items) {
    FXPlace At;
    size_t Colon = Item.find(": ");
    StringRef Key = Item.take_front(Colon);
    StringRef Value = Item.drop_front(std::min(Item.size(), Key.size() + 2));
    At.Keyword = Out.Symbols.intern(Key);
    Args.beginKwarg(At.Keyword);
    addValue(Value, At, 0);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FXOddArguments::addValue(StringRef Text, const FXPlace &At,
                              unsigned Depth) {
  if (Text.size() > 1 && Text.front() == '%' && isIdentifier(Text.drop_front()))
    return Out.addReference(Text.drop_front());
  bool IsText = Schemas.wantsText(At) && Text != "None";
  if (!IsText && !Text.empty()) {
    if (isOpenBracket(Text.front()) && addContainer(Text, At, Depth))
      return;
    if (Words.addLeaf(Text))
      return;
    if ((Text.starts_with("slice(") || Text.starts_with("range(")) &&
        Repr.tryRepr(Text, Depth, /*Nodes=*/true))
      return;
    if (Words.addEnum(Text) || addObject(Text) ||
        Words.addBySchema(Text, Schemas.kindAt(At)))
      return;
  }
  addString(Text, At);
}

/// An object is kept as an expression, which prints as it is.
bool FXOddArguments::addObject(StringRef Text) {
  if (!Pieces.isObject(Text))
    return false;
  Args.addText(ArgKind::SymExpr, Out.Symbols.intern(Text));
  Out.warnAmbiguous(diag::warn_opaque_text, Text);
  return true;
}

void FXOddArguments::addString(StringRef Text, const FXPlace &At) {
  Out.addString(Text);
  bool Odd = Pieces.hasLooseParts(Text);
  // Unless the schema knows: several lines, and what could be a container or
  // another object, such as `Point(x=1)` or `<Point object>`.
  if (!Schemas.wantsText(At) && !Text.empty())
    Odd |= Text.contains('\n') || isOpenBracket(Text.front()) ||
           Text.front() == '<' ||
           (Text.ends_with(")") && Text.find_first_of("( ") < Text.find(' '));
  if (Odd)
    Out.warnAmbiguous(diag::warn_ambiguous_text, Text);
}

/// A tuple, list or dict, if \p Text can be one that prints as \p Text.
bool FXOddArguments::addContainer(StringRef Text, const FXPlace &At,
                                  unsigned Depth) {
  if (Pieces.brackets().findClose(Text) != Text.size() - 1)
    return false;
  if (Depth >= MaxArgumentDepth) {
    Out.Report.error(diag::err_too_deep, Text.begin(), MaxArgumentDepth);
    Args.addPlain(ArgKind::None);
    return true;
  }
  char Open = Text.front();
  StringRef Inner = Text.drop_front().drop_back();
  if (Open == '{')
    return addDict(Inner, At, Depth);
  bool Tuple = Open == '(';
  FXPieces::List Items;
  if (!Inner.empty())
    Pieces.split(Inner, /*Keywords=*/false, Items);
  if (Tuple && Items.size() == 1 && !Items[0].consume_back(","))
    return false;
  Pieces.reportNeighbors(Items, At, /*InList=*/true);
  size_t Offset = Args.beginAggregate(Tuple ? ArgKind::Tuple : ArgKind::List);
  for (StringRef Item : Items)
    addValue(Item, At, Depth + 1);
  Args.endAggregate(Offset, Items.size());
  return true;
}

bool FXOddArguments::addDict(StringRef Inner, const FXPlace &At,
                             unsigned Depth) {
  FXPieces::List Items, Entries;
  if (!Inner.empty())
    Pieces.split(Inner, /*Keywords=*/false, Items);
  // What has no colon belongs to the value before it.
  for (StringRef Item : Items) {
    if (Item.contains(": "))
      Entries.push_back(Item);
    else if (Entries.empty())
      return false;
    else
      Entries.back() = StringRef(Entries.back().begin(),
                                 Item.end() - Entries.back().begin());
  }
  size_t Offset = Args.beginAggregate(ArgKind::Dict);
  for (StringRef Entry : Entries) {
    size_t Colon = 0;
    // The first colon outside of brackets, or just the first one.
    while (Colon < Entry.size() && !Entry.drop_front(Colon).starts_with(": ")) {
      size_t Close = isOpenBracket(Entry[Colon])
                         ? Pieces.brackets().findClose(Entry.drop_front(Colon))
                         : StringRef::npos;
      Colon += Close == StringRef::npos ? 1 : Close + 1;
    }
    if (Colon >= Entry.size())
      Colon = Entry.find(": ");
    addKey(Entry.take_front(Colon), Depth + 1);
    addValue(Entry.drop_front(Colon + 2), At, Depth + 1);
  }
  Args.endAggregate(Offset, 2 * Entries.size());
  return true;
}

/// Keys are printed by str() and hold no nodes.
void FXOddArguments::addKey(StringRef Text, unsigned Depth) {
  if (!Text.empty() && isOpenBracket(Text.front()) &&
      Repr.tryRepr(Text, Depth, /*Nodes=*/false))
    return;
  if (!Words.addLeaf(Text))
    addString(Text, FXPlace{~0u, Symbol()});
}
