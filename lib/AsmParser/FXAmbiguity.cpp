//===- FXAmbiguity.cpp - Lines that have several readings -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXReader.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

namespace {

/// Splits text without quotes into items, by one of two ideas of what a bracket
/// is.
class Splitter {
public:
  enum ModeKind {
    AllBrackets,  ///< Every bracket is structure; strings hold balanced ones.
    FirstBrackets ///< Only a bracket at the beginning of an item opens.
  };
  Splitter(ModeKind Mode) : Mode(Mode) {}

  /// Reads `(a, b)` as the positional arguments of a call.
  bool readArguments(StringRef Text, std::vector<TextItem> &Items) {
    return readTuple(Text, Items, 0);
  }
  /// Reads `a: b, c: d`, what stands between the braces of kwargs, where keys
  /// are identifiers.
  bool readKwargs(StringRef Text, TextItem &Dict) {
    return Text.empty() || readEntries(Text, Dict, 0);
  }
  /// How much in this reading looks wrong.
  unsigned doubts() const { return Doubts; }

private:
  static bool isOpen(char C) { return C == '(' || C == '[' || C == '{'; }
  static bool isClose(char C) { return C == ')' || C == ']' || C == '}'; }
  static char partner(char C) { return C == '(' ? ')' : C == '[' ? ']' : '}'; }

  /// Splits at `, ` outside of brackets. False when the brackets do not fit.
  bool split(StringRef Text, SmallVectorImpl<StringRef> &Parts) const {
    SmallVector<char, 16> Stack;
    size_t From = 0;
    bool ItemStart = true;
    for (size_t I = 0; I != Text.size(); ++I) {
      char C = Text[I];
      if (isOpen(C) && (Mode == AllBrackets || ItemStart)) {
        Stack.push_back(partner(C));
        ItemStart = true;
        continue;
      }
      bool Separator = C == ',' && I + 1 != Text.size() && Text[I + 1] == ' ';
      if (Separator) {
        if (Stack.empty()) {
          Parts.push_back(Text.slice(From, I));
          From = I + 2;
        }
        ++I;
        ItemStart = true;
        continue;
      }
      if (isClose(C)) {
        if (Mode == AllBrackets) {
          if (Stack.empty() || Stack.back() != C)
            return false;
          Stack.pop_back();
        } else if (!Stack.empty() && Stack.back() == C &&
                   (I + 1 == Text.size() || Text[I + 1] == ',' ||
                    isClose(Text[I + 1]))) {
          Stack.pop_back();
        }
      }
      // In a dict an item begins again behind the key.
      ItemStart = C == ' ' && I && Text[I - 1] == ':' && !Stack.empty() &&
                  Stack.back() == '}';
    }
    Parts.push_back(Text.drop_front(From));
    return Stack.empty();
  }

  bool readTuple(StringRef Text, std::vector<TextItem> &Items, unsigned Depth) {
    if (!Text.consume_front("(") || !Text.consume_back(")"))
      return false;
    if (Text.empty())
      return true;
    // One item ends in a comma, several do not.
    SmallVector<StringRef, 8> Parts;
    if (Text.ends_with(",")) {
      StringRef Only = Text.drop_back();
      if (!split(Only, Parts))
        return false;
      if (Parts.size() != 1)
        Parts.assign(1, Only); // A string with commas in it.
    } else if (!split(Text, Parts) || Parts.size() < 2) {
      return false;
    }
    for (StringRef Part : Parts)
      Items.push_back(read(Part, Depth + 1));
    return true;
  }

  bool readEntries(StringRef Text, TextItem &Dict, unsigned Depth) {
    SmallVector<StringRef, 8> Parts;
    if (!split(Text, Parts))
      return false;
    // A part that is no entry is the rest of a string before it.
    SmallVector<StringRef, 8> Entries;
    StringSet<> Seen;
    for (StringRef Part : Parts) {
      size_t Colon = Part.find(": ");
      StringRef Key = Part.take_front(Colon);
      if (Colon != StringRef::npos && (Depth || Namespace::isIdentifier(Key)) &&
          Seen.insert(Key).second)
        Entries.push_back(Part);
      else if (Entries.empty())
        return false;
      else
        Entries.back() = StringRef(Entries.back().begin(),
                                   Part.end() - Entries.back().begin());
    }
    for (StringRef Entry : Entries) {
      auto [Key, Value] = Entry.split(": ");
      Dict.Keys.push_back(Key);
      Dict.Items.push_back(read(Value, Depth + 1));
    }
    return true;
  }

  TextItem read(StringRef Text, unsigned Depth) {
    TextItem Item;
    Item.Text = Text;
    if (Depth < MaxArgumentDepth && Text.size() >= 2 &&
        readContainer(Item, Depth))
      return Item;
    Item.Items.clear();
    Item.Keys.clear();
    StringRef Name = Text;
    if (Name.consume_front("%") && Namespace::isIdentifier(Name)) {
      Item.Kind = TextItem::Reference;
      Item.Text = Name;
      return Item;
    }
    Item.Kind = TextItem::Leaf;
    bool Number = Text.starts_with("(") && Text.ends_with("j)");
    if (!Number && !Text.starts_with("slice(") && !Text.starts_with("range("))
      Doubts += Text.contains(", ") + Text.contains('%') + Text.empty() +
                (Text.find_first_of("()[]{}") != StringRef::npos);
    return Item;
  }

  bool readContainer(TextItem &Item, unsigned Depth) {
    StringRef Text = Item.Text;
    unsigned Before = Doubts;
    auto Undo = [&] {
      Doubts = Before;
      return false;
    };
    if (Text.starts_with("(")) {
      Item.Kind = TextItem::Tuple;
      return readTuple(Text, Item.Items, Depth) || Undo();
    }
    if (Text.starts_with("[") && Text.ends_with("]")) {
      Item.Kind = TextItem::List;
      StringRef Inside = Text.drop_front().drop_back();
      SmallVector<StringRef, 8> Parts;
      if (Inside.empty())
        return true;
      if (!split(Inside, Parts))
        return Undo();
      for (StringRef Part : Parts)
        Item.Items.push_back(read(Part, Depth + 1));
      return true;
    }
    if (Text.starts_with("{") && Text.ends_with("}")) {
      Item.Kind = TextItem::Dict;
      StringRef Inside = Text.drop_front().drop_back();
      return Inside.empty() || readEntries(Inside, Item, Depth + 1) || Undo();
    }
    return false;
  }

  ModeKind Mode;
  unsigned Doubts = 0;
};

struct Reading {
  std::vector<TextItem> Positional;
  TextItem Keywords;
  unsigned Doubts = ~0u;
};

} // namespace

/// A reading of `(args...), kwargs = {...})`: the one with the fewest doubts.
static bool findReading(StringRef Text, Reading &Best) {
  if (!Text.ends_with("})"))
    return false;
  static constexpr StringLiteral Between(", kwargs = {");
  // Where strings hold the separator itself there are several places to try;
  // a hostile text must not make this quadratic.
  unsigned Tries = 0;
  for (size_t At = 0;
       (At = Text.find(Between, At)) != StringRef::npos && Tries != 16;
       ++At, ++Tries) {
    StringRef Positional = Text.take_front(At);
    StringRef Keywords = Text.substr(At + Between.size()).drop_back(2);
    for (auto Mode : {Splitter::AllBrackets, Splitter::FirstBrackets}) {
      Splitter S(Mode);
      Reading R;
      R.Keywords.Kind = TextItem::Dict;
      if (!S.readArguments(Positional, R.Positional) ||
          !S.readKwargs(Keywords, R.Keywords))
        continue;
      R.Doubts = S.doubts();
      if (R.Doubts < Best.Doubts)
        Best = std::move(R);
    }
  }
  if (Best.Doubts != ~0u)
    return true;
  // Brackets that fit in no way: the arguments are one string.
  size_t At = Text.rfind(Between);
  if (At == StringRef::npos)
    return false;
  StringRef Positional = Text.take_front(At);
  StringRef Keywords = Text.substr(At + Between.size()).drop_back(2);
  if (!Positional.consume_front("(") || !Positional.consume_back(",)"))
    return false;
  TextItem Whole;
  Whole.Text = Positional;
  Best.Positional.push_back(Whole);
  Best.Keywords.Kind = TextItem::Dict;
  Best.Doubts = 1;
  Splitter S(Splitter::FirstBrackets);
  return S.readKwargs(Keywords, Best.Keywords);
}

bool FXReader::isString(const TextItem &Item) const {
  if (Item.Kind != TextItem::Leaf)
    return false;
  // Whatever is not exactly another leaf is a string.
  auto *Self = const_cast<FXReader *>(this);
  size_t Before = Args.Bytes.size();
  bool String = !Item.Text.starts_with("slice(") &&
                !Item.Text.starts_with("range(") && Self->addLeaf(Item.Text);
  Self->Args.Bytes.truncate(Before);
  return String;
}

/// Joins neighbours that can be one string where the schema takes fewer
/// positional arguments than there are.
void FXReader::joinByCount(std::vector<TextItem> &Items) const {
  (void)wanted();
  if (!Target || Target->overloads().empty())
    return;
  size_t Most = 0;
  for (const OpSchema &Schema : Target->overloads()) {
    for (const SchemaParam &P : Schema.params())
      if (P.Kind == ParamKind::VarPositional)
        return;
    Most = std::max<size_t>(Most, Schema.numPositional());
  }
  if (Target->bindOptions().SpreadIntList || Items.size() <= Most || !Most)
    return;
  size_t Extra = Items.size() - Most;
  for (size_t I = 0; I + Extra < Items.size(); ++I) {
    bool Fits = true;
    for (size_t J = I; J <= I + Extra; ++J)
      Fits &= Items[J].Kind == TextItem::Leaf;
    const_cast<FXReader *>(this)->Position = I;
    SchemaKind Kind = wanted().Kind;
    if (!Fits || (Kind != SchemaKind::Str && Kind != SchemaKind::Any))
      continue;
    Items[I].Text =
        StringRef(Items[I].Text.begin(),
                  Items[I + Extra].Text.end() - Items[I].Text.begin());
    Items.erase(Items.begin() + I + 1, Items.begin() + I + Extra + 1);
    return;
  }
}

/// Whether neighbours could as well be one string.
bool FXReader::isDoubtful(const std::vector<TextItem> &Items,
                          bool TopLevel) const {
  auto *Self = const_cast<FXReader *>(this);
  bool LastWasString = false, Exact = false;
  size_t Least = 0;
  if (TopLevel) {
    (void)wanted();
    if (Target && !Target->overloads().empty()) {
      Exact = true;
      Least = ~size_t(0);
      for (const OpSchema &Schema : Target->overloads())
        Least = std::min<size_t>(
            Least, count_if(Schema.params(), [](const SchemaParam &P) {
              return P.isRequired() && P.Kind != ParamKind::KeywordOnly;
            }));
    }
  }
  for (size_t I = 0; I != Items.size(); ++I) {
    if (TopLevel)
      Self->Position = I;
    bool String = isString(Items[I]);
    // One argument less would leave a parameter without a value.
    if (String && LastWasString && !(Exact && Items.size() <= Least))
      return true;
    LastWasString = String;
    if (isDoubtful(Items[I].Items, false))
      return true;
  }
  return false;
}

void FXReader::addItem(const TextItem &Item) {
  auto AddAll = [&](ArgKind Kind) {
    size_t Place = Args.beginAggregate(Kind);
    for (const TextItem &I : Item.Items)
      addItem(I);
    Args.endAggregate(Place, Item.Items.size());
  };
  switch (Item.Kind) {
  case TextItem::Reference:
    Builder.addReference(Args, Item.Text.begin(), Item.Text.end());
    return;
  case TextItem::Tuple:
    if (!addComplex(Item.Text))
      AddAll(ArgKind::Tuple);
    return;
  case TextItem::List:
    return AddAll(ArgKind::List);
  case TextItem::Dict: {
    size_t Place = Args.beginAggregate(ArgKind::Dict);
    for (size_t I = 0; I != Item.Items.size(); ++I) {
      // Keys are shown by str(), as leaves are.
      addLeaf(Item.Keys[I]);
      addItem(Item.Items[I]);
    }
    Args.endAggregate(Place, 2 * Item.Items.size());
    return;
  }
  case TextItem::Leaf:
    break;
  }
  if (Item.Text.starts_with("slice(") || Item.Text.starts_with("range(")) {
    const char *Saved = Cur;
    Cur = Item.Text.begin();
    size_t Bytes = Args.Bytes.size(), Operands = Args.Operands.size();
    size_t Mark = Builder.unresolvedMark();
    bool Read = parseRepr(Item.Text.end()) && Cur == Item.Text.end();
    Cur = Saved;
    if (Read)
      return;
    Args.Bytes.truncate(Bytes);
    Args.Operands.truncate(Operands);
    Builder.dropUnresolved(Mark);
  }
  addLeaf(Item.Text);
}

bool FXReader::parseAmbiguousArguments(StringRef Text) {
  Reading R;
  if (!findReading(Text, R))
    return false;
  Args.clear();
  Keyword = StringRef();
  Position = 0;
  joinByCount(R.Positional);
  Args.clear();
  bool Doubtful = R.Doubts != 0 || isDoubtful(R.Positional, true);
  Args.clear();
  Position = 0;
  for (const TextItem &Item : R.Positional) {
    Args.beginArg();
    addItem(Item);
    ++Position;
  }
  for (size_t I = 0; I != R.Keywords.Items.size(); ++I) {
    Keyword = R.Keywords.Keys[I];
    Args.beginKwarg(Symbols.intern(Keyword));
    addItem(R.Keywords.Items[I]);
    Doubtful |= isDoubtful(R.Keywords.Items[I].Items, false);
  }
  if (Doubtful)
    Report.warning(diag::warn_fx_ambiguous, Text.begin())
        .range(makeRange(Text.begin(), Text.end()))
        .note(diag::note_fx_ambiguous, SMLoc());
  return true;
}
