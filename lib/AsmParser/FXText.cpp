//===- FXText.cpp - Odd arguments of print(graph) -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments among which there are strings with blanks, commas, brackets or line
// breaks. The end of the call is known, so the text is taken apart from the
// outside: kwargs from the end, then items between commas that stand outside of
// brackets, or, where brackets do not match, the most likely pieces. Whatever
// is not a value of another kind is a string, so nothing here can fail; a
// string that could have been something else is reported once.
//
//===----------------------------------------------------------------------===//

#include "FXParser.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

static bool isOpen(char C) { return C == '(' || C == '[' || C == '{'; }
static bool isClose(char C) { return C == ')' || C == ']' || C == '}'; }

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
    if (isOpen(C)) {
      Open.push_back(I);
      ++NumOpen[IndexOf(C)];
    } else if (isClose(C)) {
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
    if (isOpen(C)) {
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
    if (isClose(Part[I]))
      return true;
    if (!isOpen(Part[I]))
      continue;
    // What a pair encloses may hold loose ones; they are part of its value.
    size_t Close = Brackets.findClose(Part.drop_front(I));
    if (Close == StringRef::npos)
      return true;
    I += Close;
  }
  return false;
}

/// Whether a keyword argument of the current call can be called so.
bool FXParser::isKeyword(StringRef Name) const {
  if (!Current || !Current->Op || Current->Op->overloads().empty())
    return true;
  for (const OpSchema &Schema : Current->Op->overloads()) {
    if (Schema.findParam(Name))
      return true;
    for (const SchemaParam &Param : Schema.params())
      if (Param.Kind == ParamKind::VarKeyword)
        return true;
  }
  return false;
}

/// The length of the keyword that \p Text begins with, `name: `; 0 for none.
static size_t keywordLength(StringRef Text) {
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

void FXParser::splitItems(StringRef Inner, bool Keywords, Pieces &Out) {
  // A keyword that was there before can only be text.
  StringSet<> Seen;
  // One piece may refuse so many separators: looking at it takes time.
  static constexpr unsigned MaxRefused = 64;
  while (true) {
    unsigned Refused = 0;
    if (Keywords)
      Seen.insert(Inner.take_front(keywordLength(Inner)));
    auto Separates = [&](size_t I) {
      StringRef Behind = Inner.drop_front(I);
      if (!Behind.consume_front(", "))
        return false;
      if (!Keywords)
        return true;
      StringRef Name = Behind.take_front(keywordLength(Behind));
      if (Name.empty() || Seen.contains(Name))
        return false;
      // A word that the schema does not know can be part of a string, if there
      // is one before it and no other value after it.
      StringRef Next = Behind.drop_front(Name.size() + 2);
      if (isKeyword(Name) || ++Refused > MaxRefused || Next.starts_with("%") ||
          Next.starts_with("slice(") || (!Next.empty() && isOpen(Next.front())))
        return true;
      StringRef Value = Inner.take_front(I);
      return !isBareString(Value.drop_front(Value.find(": ") + 2));
    };
    size_t Comma = findComma(Brackets, Inner, Separates);
    Out.push_back(Inner.take_front(Comma));
    if (Comma == Inner.size())
      return;
    Inner = Inner.drop_front(Comma + 2);
  }
}

/// Whether \p Text is a string, unless the schema knows better: then a
/// neighbor can be part of it.
bool FXParser::isBareString(StringRef Text) {
  if (Text.empty() || isOpen(Text.front()))
    return false;
  if (Text.front() == '%' && Namespace::isIdentifier(Text.drop_front()))
    return false;
  if (isObject(Text)) // Slices and ranges look like objects, too.
    return false;
  Mark M = mark();
  bool Leaf = addLeaf(Text);
  rollBack(M);
  return !Leaf;
}

/// Whether the argument at \p At can be a text at all.
bool FXParser::canHoldText(const Place &At, StringRef Text) {
  switch (kindAt(At)) {
  case SchemaKind::Tensor:
  case SchemaKind::Bool:
  case SchemaKind::Complex:
  case SchemaKind::DType:
  case SchemaKind::Layout:
  case SchemaKind::MemoryFormat:
  case SchemaKind::Generator:
    return false;
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Float:
  case SchemaKind::Scalar:
    // The name of a symbolic size, but no sentence.
    return !Text.contains(' ');
  default:
    return true;
  }
}

/// How many of \p NumArgs arguments are more than any overload takes.
size_t FXParser::countSurplus(size_t NumArgs) {
  const OpTarget *Op = targetInfo().Op;
  if (!Op || Op->overloads().empty() || Op->bindOptions().SpreadIntList)
    return 0;
  size_t Most = 0;
  for (const OpSchema &Schema : Op->overloads()) {
    for (const SchemaParam &Param : Schema.params())
      if (Param.Kind == ParamKind::VarPositional)
        return 0;
    Most = std::max<size_t>(Most, Schema.numPositional());
  }
  return NumArgs > Most ? NumArgs - Most : 0;
}

/// Joins neighbors that are likely one string: words with blanks between them
/// are prose, and so are the commas in it; and so is what the schema has no
/// place for.
void FXParser::joinProse(Pieces &Items) {
  Pieces Joined;
  size_t Surplus = countSurplus(Items.size());
  bool LastIsBare = false, LastHasBlank = false;
  for (StringRef Item : Items) {
    bool IsBare = isBareString(Item), HasBlank = Item.contains(' ');
    Place At{uint32_t(Joined.size()), Symbol()};
    if (IsBare && LastIsBare &&
        (HasBlank || LastHasBlank || Surplus || !canHoldText(At, Item))) {
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

/// Says so when strings stand side by side that could be one with commas.
void FXParser::reportNeighbours(const Pieces &Items, Place At, bool InList) {
  for (size_t I = 0; I + 1 < Items.size(); ++I) {
    size_t First = I;
    // Where the schema wants strings there are strings.
    bool Certain = true;
    while (I != Items.size() && isBareString(Items[I])) {
      if (!InList)
        At.Index = I;
      Certain &= wantsText(At);
      ++I;
    }
    if (I - First < 2 || Certain)
      continue;
    Report
        .warning(diag::warn_ambiguous_strings, Items[First].begin(), I - First)
        .range(makeRange(Items[First].begin(), Items[I - 1].end()))
        .note(diag::note_write_native, SMLoc());
    return;
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// After `(args = (`, up to the `})` of the call.
bool FXParser::parseOddArguments(StringRef Text) {
  static constexpr StringLiteral Middle = "), kwargs = {";
  if (!Text.consume_back("})"))
    return expected("'})' at the end of the call", Text.end());
  Brackets.build(Text);
  size_t Found = Text.find(Middle);
  if (Found == StringRef::npos)
    return expected("'), kwargs = {'", Text.end());
  // The first one that no bracket before it encloses, or just the first.
  size_t Checked = 0, Reach = 0;
  for (size_t At = Found; At != StringRef::npos;
       At = Text.find(Middle, At + 1)) {
    for (; Checked != At; ++Checked)
      if (isOpen(Text[Checked])) {
        size_t Close = Brackets.findClose(Text.drop_front(Checked));
        if (Close != StringRef::npos)
          Reach = std::max(Reach, Checked + Close);
      }
    if (Reach < At) {
      Found = At;
      break;
    }
  }
  targetInfo();
  return addOddArgs(Text.take_front(Found)) &&
         addOddKwargs(Text.drop_front(Found + Middle.size()));
}

bool FXParser::addOddArgs(StringRef Inner) {
  if (Inner.empty())
    return true;
  Pieces Items;
  splitItems(Inner, /*Keywords=*/false, Items);
  // A tuple of one ends in a comma, and only that.
  if (Inner.ends_with(",")) {
    if (Items.size() == 1 ||
        all_of(Items, [&](StringRef Item) { return isBareString(Item); }))
      Items.assign(1, Inner.drop_back());
  } else {
    Pieces Joined = Items;
    joinProse(Joined);
    if (Joined.size() > 1)
      Items = std::move(Joined);
    if (Items.size() == 1)
      return expected("',', which makes this a tuple of one", Inner.end());
  }
  Place At;
  reportNeighbours(Items, At, /*InList=*/false);
  for (StringRef Item : Items) {
    Args.beginArg();
    addOddValue(Item, At, 0);
    ++At.Index;
  }
  return true;
}

bool FXParser::addOddKwargs(StringRef Inner) {
  if (Inner.empty())
    return true;
  if (!keywordLength(Inner))
    return expected("a keyword and ': '", Inner.begin());
  Pieces Items;
  splitItems(Inner, /*Keywords=*/true, Items);
  for (StringRef Item : Items) {
    Place At;
    size_t Colon = Item.find(": ");
    StringRef Key = Item.take_front(Colon);
    StringRef Value = Item.drop_front(std::min(Item.size(), Key.size() + 2));
    At.Keyword = Symbols.intern(Key);
    Args.beginKwarg(At.Keyword);
    addOddValue(Value, At, 0);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FXParser::addOddValue(StringRef Text, const Place &At, unsigned Depth) {
  if (Text.size() > 1 && Text.front() == '%' &&
      Namespace::isIdentifier(Text.drop_front()))
    return Builder.addReference(Args, Text.begin() + 1, Text.end());
  bool IsText = wantsText(At) && Text != "None";
  if (!IsText && !Text.empty()) {
    if (isOpen(Text.front()) && addOddContainer(Text, At, Depth))
      return;
    if (addLeaf(Text))
      return;
    if ((Text.starts_with("slice(") || Text.starts_with("range(")) &&
        tryRepr(Text, Depth, /*Nodes=*/true))
      return;
    if (addEnum(Text) || addObject(Text) || addBySchema(Text, kindAt(At)))
      return;
  }
  addOddString(Text, At);
}

/// `<class 'int'>`, `tensor([0.])`, `Point(x=1)`: what an object prints that is
/// no value of a graph.
bool FXParser::isObject(StringRef Text) const {
  if (Text.front() == '<' && Text.back() == '>')
    return true;
  if (Text.size() > 2 && Text.front() == 'b' && Text[1] == Text.back() &&
      (Text[1] == '\'' || Text[1] == '"'))
    return true;
  size_t Bracket = Text.find('(');
  return Bracket != StringRef::npos &&
         Namespace::isIdentifier(Text.take_front(Bracket)) &&
         Brackets.findClose(Text.drop_front(Bracket)) ==
             Text.size() - Bracket - 1;
}

/// An object is kept as an expression, which prints as it is.
bool FXParser::addObject(StringRef Text) {
  if (!isObject(Text))
    return false;
  Args.addText(ArgKind::SymExpr, Symbols.intern(Text));
  Report.warning(diag::warn_opaque_text, Text.begin(), Text)
      .range(makeRange(Text.begin(), Text.end()))
      .note(diag::note_write_native, SMLoc());
  return true;
}

void FXParser::addOddString(StringRef Text, const Place &At) {
  addString(Text);
  // A comma outside of brackets, or brackets that do not match.
  auto IsComma = [&](size_t I) { return Text.substr(I, 2) == ", "; };
  bool Odd = findComma(Brackets, Text, IsComma) != Text.size() ||
             hasLooseBrackets(Brackets, Text);
  // Unless the schema knows: several lines, and what could be a container or
  // another object, such as `Point(x=1)` or `<Point object>`.
  if (!wantsText(At) && !Text.empty())
    Odd |= Text.contains('\n') || isOpen(Text.front()) || Text.front() == '<' ||
           (Text.ends_with(")") && Text.find_first_of("( ") < Text.find(' '));
  if (Odd)
    Report.warning(diag::warn_ambiguous_text, Text.begin(), Text)
        .range(makeRange(Text.begin(), Text.end()))
        .note(diag::note_write_native, SMLoc());
}

/// A tuple, list or dict, if \p Text can be one that prints as \p Text.
bool FXParser::addOddContainer(StringRef Text, const Place &At,
                               unsigned Depth) {
  if (Brackets.findClose(Text) != Text.size() - 1)
    return false;
  if (Depth >= MaxArgumentDepth) {
    Report.error(diag::err_too_deep, Text.begin(), MaxArgumentDepth);
    Args.addPlain(ArgKind::None);
    return true;
  }
  char Open = Text.front();
  StringRef Inner = Text.drop_front().drop_back();
  if (Open == '{')
    return addOddDict(Inner, At, Depth);
  bool Tuple = Open == '(';
  Pieces Items;
  if (!Inner.empty())
    splitItems(Inner, /*Keywords=*/false, Items);
  if (Tuple && Items.size() == 1 && !Items[0].consume_back(","))
    return false;
  reportNeighbours(Items, At, /*InList=*/true);
  size_t Offset = Args.beginAggregate(Tuple ? ArgKind::Tuple : ArgKind::List);
  for (StringRef Item : Items)
    addOddValue(Item, At, Depth + 1);
  Args.endAggregate(Offset, Items.size());
  return true;
}

bool FXParser::addOddDict(StringRef Inner, const Place &At, unsigned Depth) {
  Pieces Items, Entries;
  if (!Inner.empty())
    splitItems(Inner, /*Keywords=*/false, Items);
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
      size_t Close = isOpen(Entry[Colon])
                         ? Brackets.findClose(Entry.drop_front(Colon))
                         : StringRef::npos;
      Colon += Close == StringRef::npos ? 1 : Close + 1;
    }
    if (Colon >= Entry.size())
      Colon = Entry.find(": ");
    addOddKey(Entry.take_front(Colon), Depth + 1);
    addOddValue(Entry.drop_front(Colon + 2), At, Depth + 1);
  }
  Args.endAggregate(Offset, 2 * Entries.size());
  return true;
}

/// Keys are printed by str() and hold no nodes.
void FXParser::addOddKey(StringRef Text, unsigned Depth) {
  if (!Text.empty() && isOpen(Text.front()) &&
      tryRepr(Text, Depth, /*Nodes=*/false))
    return;
  if (!addLeaf(Text))
    addOddString(Text, Place{~0u, Symbol()});
}
