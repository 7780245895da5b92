//===- CheckLines.cpp - Lines for FileCheck -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckLines.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

std::string fx::checkText(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I != Text.size(); ++I) {
    bool IsMarkup =
        Text.substr(I).starts_with("{{") || Text.substr(I).starts_with("[[");
    if (IsMarkup)
      Result += Text[I] == '{' ? "{{[{]}}" : "{{\\[}}";
    else
      Result += Text[I];
  }
  return StringRef(Result).rtrim().str();
}

/// The length of a string in quotes at the beginning of \p Text.
static size_t quotedLength(StringRef Text) {
  size_t I = 1;
  while (I < Text.size() && Text[I] != Text[0])
    I += Text[I] == '\\' ? 2 : 1;
  return std::min(I + 1, Text.size());
}

/// The part of \p Text up to the bracket that ends the one it begins with.
static size_t bracketLength(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"' || C == '\'')
      I += quotedLength(Text.substr(I)) - 1;
    else if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if ((C == ')' || C == ']' || C == '}') && --Depth == 0)
      return I + 1;
  }
  return Text.size();
}

/// Of longer lines the rest is not looked at: FileCheck takes the square of the
/// length once a line has an expression.
static constexpr size_t MaxLength = 500;
/// It is matched all the same: the next check is not to be found in it.
static constexpr StringLiteral AnyRest = "{{.*}}";

/// What a check has of \p Text: the words that come before it is too long.
static StringRef beginOf(StringRef Text) {
  if (Text.size() <= MaxLength)
    return Text;
  StringRef Begin = Text.take_front(MaxLength);
  if (size_t End = Begin.rfind(' '); End != StringRef::npos && End)
    Begin = Begin.take_front(End);
  // One long word: not in the middle of a character.
  while (Begin.size() > 1 && (Text[Begin.size()] & 0xC0) == 0x80)
    Begin = Begin.drop_back();
  // Nor of what FileCheck takes for the beginning of an expression.
  return Begin.rtrim("{[ ");
}

namespace {
class LineWriter {
public:
  explicit LineWriter(const CheckLineStyle &Style) : Style(Style) {
    for (const std::string &Prefix : Style.Prefixes)
      Taken.insert(Prefix);
  }
  std::string write(StringRef Output);

private:
  void add(const Twine &Pattern, bool IsPart);
  bool addNode(StringRef Line);
  void addOther(StringRef Line);
  std::string names(StringRef Text, bool Bare) const;
  std::string definition(StringRef Name);
  std::string withoutFolders(StringRef Line) const;

  const CheckLineStyle &Style;
  std::string Result;
  /// The last line of the output has a check, so that the next one can say
  /// NEXT.
  bool Follows = false;
  StringMap<std::string> Variables;
  StringSet<> Taken;
};
} // namespace

/// \p IsPart: the line of the output may go on.
void LineWriter::add(const Twine &Pattern, bool IsPart) {
  Result += Style.Leader;
  Result += Style.Prefix;
  Result += Follows ? "-NEXT: " : ":      ";
  Result += Pattern.str();
  if (IsPart && Style.WholeLines)
    Result += "{{.*}}";
  Result += '\n';
  Follows = true;
}

/// What a definition of the node \p Name is written as.
std::string LineWriter::definition(StringRef Name) {
  if (!Style.AnyName)
    return ("%" + Name).str();
  std::string &Variable = Variables[Name];
  if (Variable.empty()) {
    Variable = Name.upper();
    for (unsigned I = 1; !Taken.insert(Variable).second; ++I)
      Variable = Name.upper() + "_OTHER" + utostr(I);
  }
  return "%[[" + Variable + ":[A-Za-z_0-9]+]]";
}

/// \p Text for FileCheck, with variables where nodes are named. \p Bare: they
/// have no `%`, as what FX returns.
std::string LineWriter::names(StringRef Text, bool Bare) const {
  if (!Style.AnyName)
    return checkText(Text);
  std::string Written, Plain;
  auto Flush = [&] {
    // A blank at the end counts here.
    size_t Kept = StringRef(Plain).rtrim().size();
    Written += checkText(Plain) + Plain.substr(Kept);
    Plain.clear();
  };
  while (!Text.empty()) {
    char C = Text.front();
    size_t Length = 1;
    if (C == '"' || C == '\'') {
      Length = quotedLength(Text);
    } else if (C == '%' || isClass(C, CC_Word)) {
      bool Named = C == '%';
      StringRef Word = Text.drop_front(Named).take_while(
          [&](char D) { return isClass(D, Named ? CC_Name : CC_Word); });
      Length = Word.size() + Named;
      auto It = Variables.find(Word);
      if (It != Variables.end() && (Named || Bare)) {
        if (Named)
          Plain += '%';
        Flush();
        Written += "[[" + It->second + "]]";
        Text = Text.drop_front(Length);
        continue;
      }
    }
    Plain += Text.take_front(Length);
    Text = Text.drop_front(Length);
  }
  Flush();
  return StringRef(Written).rtrim().str();
}

/// `%name : TYPE [num_users=1] = OPCODE[target=T](...) {META}`.
bool LineWriter::addNode(StringRef Line) {
  StringRef Rest = Line;
  if (!Rest.consume_front("%"))
    return false;
  StringRef Name = Rest.take_while(isNameChar);
  Rest = Rest.drop_front(Name.size());
  size_t Users = Rest.find("[num_users=");
  if (Name.empty() || !Rest.starts_with(" : ") || Users == StringRef::npos)
    return false;
  Rest = Rest.drop_front(Users);
  Rest = Rest.drop_front(bracketLength(Rest));
  if (!Rest.consume_front(" = "))
    return false;
  size_t Length = Rest.find('[');
  if (Length == StringRef::npos)
    return false;
  Length += bracketLength(Rest.substr(Length));
  if (Rest.substr(Length).starts_with("("))
    Length += bracketLength(Rest.substr(Length));
  StringRef Whole = Rest.take_front(Length), Begin = beginOf(Whole);
  std::string Operation = names(Begin, /*Bare=*/false);
  if (Begin.size() != Whole.size())
    Operation += AnyRest;
  add(definition(Name) + " : {{.*}} = " + Operation,
      /*IsPart=*/Begin.size() == Whole.size());
  return true;
}

std::string LineWriter::withoutFolders(StringRef Line) const {
  std::string Written;
  while (!Line.empty()) {
    size_t First = StringRef::npos, Length = 0;
    for (const std::string &Folder : Style.Folders)
      if (size_t At = Line.find(Folder + "/"); At < First) {
        First = At;
        Length = Folder.size() + 1;
      }
    Written += checkText(Line.take_front(First));
    if (First == StringRef::npos)
      break;
    // The blank that checkText() takes away.
    if (First && Line[First - 1] == ' ')
      Written += ' ';
    Written += "{{.*}}";
    Line = Line.drop_front(First + Length);
    // `file.fx:12:5: error`: the number of the line will change.
    size_t NameLength = Line.find_first_of(": ");
    if (NameLength == StringRef::npos || Line[NameLength] != ':')
      continue;
    StringRef Digits = Line.drop_front(NameLength + 1).take_while(isDigit);
    if (Digits.empty())
      continue;
    Written += checkText(Line.take_front(NameLength)) + ":{{[0-9]+}}";
    Line = Line.drop_front(NameLength + 1 + Digits.size());
  }
  return Written;
}

void LineWriter::addOther(StringRef Line) {
  // Versions, places of weights and separators are not what a test is about.
  StringRef First = Line.split(' ').first;
  bool HasNumber = Line.drop_front(First.size()).ltrim().starts_with("1") ||
                   Line.drop_front(First.size()).ltrim().starts_with("2");
  if (Line.empty() || First == "weights" || Line.starts_with("// -----") ||
      ((First == "fx" || First == "torch") && HasNumber)) {
    Follows = false;
    return;
  }
  StringRef Begin = beginOf(Line);
  std::string Pattern =
      First == "return" ? names(Begin, /*Bare=*/true) : withoutFolders(Begin);
  if (Begin.size() != Line.size())
    Pattern += AnyRest;
  add(Pattern, /*IsPart=*/false);
}

std::string LineWriter::write(StringRef Output) {
  while (!Output.empty()) {
    auto [Line, Rest] = Output.split('\n');
    Output = Rest;
    Line = Line.trim(" \t\r");
    if (!addNode(Line))
      addOther(Line);
  }
  return std::move(Result);
}

std::string fx::checkLines(StringRef Output, const CheckLineStyle &Style) {
  return LineWriter(Style).write(Output);
}
