//===- FXRepr.cpp - Python's repr in print(graph) -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is returned, the default of a placeholder and a slice are printed by
// Python: nodes without a percent sign, strings inside containers in quotes.
//
//===----------------------------------------------------------------------===//

#include "FXRepr.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/PyLiterals.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

/// Whether \p Word can be the name of a symbolic size, such as `s0`.
static bool isSymbolName(StringRef Word) {
  StringRef Letters = Word.take_while([](char C) { return isLower(C); });
  StringRef Digits = Word.drop_front(Letters.size());
  return !Letters.empty() && Letters.size() <= 4 && !Digits.empty() &&
         all_of(Digits, isDigit);
}

/// Whether \p Text can be an expression over symbolic sizes.
static bool isExpression(StringRef Text) {
  return all_of(Text, [](char C) {
    return isAlnum(C) || StringRef("_+-*/%() .,<>=!&|").contains(C);
  });
}

void FXRepr::addPrinted(StringRef Text, bool IsReturn) {
  if (Text.empty())
    return Out.addString(Text);
  char C = Text.front();
  // The oldest versions put the sign before a node that is returned.
  if (IsReturn && C == '%' && isIdentifier(Text.drop_front()))
    return Out.addReference(Text.drop_front());
  if (IsReturn && isIdentifier(Text) && Out.Builder.find(Text))
    return Out.addReference(Text);
  if (Words.addLeaf(Text))
    return;
  if (!IsReturn && Words.addEnum(Text))
    return;
  bool Container = C == '(' || C == '[' || C == '{';
  if ((Container || Text.contains('(')) && tryRepr(Text, 0, IsReturn))
    return;
  Out.addString(Text);
  if (Container || Text.contains('\n'))
    Out.warnAmbiguous(diag::warn_ambiguous_text, Text);
  else if (IsReturn && isIdentifier(Text))
    Out.Report.warning(diag::warn_returned_word, Text.begin(), Text)
        .range(makeRange(Text.begin(), Text.end()));
}

bool FXRepr::tryRepr(StringRef Text, unsigned Depth, bool Nodes) {
  FXOutput::Mark M = Out.mark();
  StringRef Rest = Text;
  if (addValue(Rest, Depth) && Rest.empty() &&
      (Nodes || Out.hasNoNodesSince(M)))
    return true;
  Out.rollBack(M);
  return false;
}

/// A value, whatever it is.
void FXRepr::add(StringRef &Text, unsigned Depth) {
  FXOutput::Mark M = Out.mark();
  StringRef Rest = Text;
  // After a value that was understood there is a separator.
  if (addValue(Rest, Depth) &&
      (Rest.empty() || StringRef(",)]}:").contains(Rest.front()))) {
    Text = Rest;
    return;
  }
  Out.rollBack(M);
  addOpaque(Text);
}

bool FXRepr::addValue(StringRef &Text, unsigned Depth) {
  if (Text.empty())
    return false;
  char C = Text.front();
  switch (C) {
  case '\'':
  case '"':
    return addString(Text);
  case '<':
    return addOperator(Text);
  case '(': {
    // A complex number has its own brackets.
    StringRef Number = Text.take_front(Text.find(')') + 1);
    if (Number.ends_with("j)") && Words.addLeaf(Number)) {
      Text = Text.drop_front(Number.size());
      return true;
    }
    break;
  }
  case '[':
  case '{':
    break;
  case '%': {
    const char *Stop = skipClass(Text.begin() + 1, Text.end(), CC_Name);
    StringRef Name(Text.begin() + 1, Stop - Text.begin() - 1);
    if (!isIdentifier(Name))
      return false;
    Out.addReference(Name);
    Text = Text.drop_front(Name.size() + 1);
    return true;
  }
  default:
    return addWord(Text, Depth);
  }
  if (Depth >= MaxArgumentDepth) {
    Out.Report.error(diag::err_too_deep, Text.begin(), MaxArgumentDepth);
    // There is no use in reading the rest.
    Out.Args.addPlain(ArgKind::None);
    Text = Text.drop_front(Text.size());
    return true;
  }
  Text = Text.drop_front();
  if (C == '(')
    return addItems(Text, ArgKind::Tuple, ')', Depth);
  if (C == '[')
    return addItems(Text, ArgKind::List, ']', Depth);
  return addDict(Text, Depth);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

/// `a, b)`, after the bracket.
bool FXRepr::addItems(StringRef &Text, ArgKind Kind, char Close,
                      unsigned Depth) {
  size_t Offset = Out.Args.beginAggregate(Kind);
  uint32_t Count = 0;
  bool Comma = false;
  if (Text.empty() || Text.front() != Close) {
    do {
      add(Text, Depth + 1);
      ++Count;
    } while (Text.consume_front(", "));
    if (Kind == ArgKind::Tuple && Count == 1)
      Comma = Text.consume_front(",");
  }
  if (Text.empty() || Text.front() != Close)
    return false;
  if (Kind == ArgKind::Tuple && Count == 1 && !Comma)
    return false;
  Text = Text.drop_front();
  Out.Args.endAggregate(Offset, Count);
  return true;
}

/// `'a': 1}`, after the bracket.
bool FXRepr::addDict(StringRef &Text, unsigned Depth) {
  size_t Offset = Out.Args.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (!Text.starts_with("}")) {
    do {
      FXOutput::Mark M = Out.mark();
      if (!addValue(Text, Depth + 1) || !Text.consume_front(": ") ||
          !Out.hasNoNodesSince(M))
        return false;
      add(Text, Depth + 1);
      Count += 2;
    } while (Text.consume_front(", "));
  }
  if (!Text.consume_front("}"))
    return false;
  Out.Args.endAggregate(Offset, Count);
  return true;
}

/// `a=1, b=x)`, the fields of a named tuple after the bracket.
bool FXRepr::addFields(StringRef Class, StringRef &Text, unsigned Depth) {
  size_t Offset =
      Out.Args.beginAggregate(ArgKind::NamedTuple, Out.Symbols.intern(Class));
  uint32_t Count = 0;
  do {
    const char *Stop = skipClass(Text.begin(), Text.end(), CC_Name);
    StringRef Field(Text.begin(), Stop - Text.begin());
    Text = Text.drop_front(Field.size());
    if (!isIdentifier(Field) || !Text.consume_front("="))
      return false;
    Out.addString(Field);
    add(Text, Depth + 1);
    Count += 2;
  } while (Text.consume_front(", "));
  if (!Text.consume_front(")"))
    return false;
  Out.Args.endAggregate(Offset, Count);
  return true;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool FXRepr::addWord(StringRef &Text, unsigned Depth) {
  const char *Stop = Text.begin();
  while (Stop != Text.end() &&
         (isClass(*Stop, CC_Target) || *Stop == '+' || *Stop == ':')) {
    // The colon after a key is none of its own.
    if (*Stop == ':' && Stop + 1 != Text.end() && Stop[1] == ' ')
      break;
    ++Stop;
  }
  StringRef Word(Text.begin(), Stop - Text.begin());
  if (Word.empty())
    return false;
  StringRef Rest = Text.drop_front(Word.size());
  if (Rest.starts_with("(")) {
    Rest = Rest.drop_front();
    if (!addCall(Word, Rest, Depth))
      return false;
    Text = Rest;
    return true;
  }
  if (!Words.addLeaf(Word)) {
    if (!isIdentifier(Word))
      return false;
    if (!Out.Builder.find(Word) && isSymbolName(Word))
      return false;
    Out.addReference(Word);
  }
  Text = Rest;
  return true;
}

/// `WORD(...)`, after the bracket.
bool FXRepr::addCall(StringRef Word, StringRef &Text, unsigned Depth) {
  if (Depth >= MaxArgumentDepth)
    return false;
  if (Word == "device")
    return addDevice(Text);
  bool Slice = Word == "slice";
  if (!Slice && Word != "range")
    return isIdentifier(Word) && addFields(Word, Text, Depth);
  size_t Offset =
      Out.Args.beginAggregate(Slice ? ArgKind::Slice : ArgKind::Range);
  add(Text, Depth + 1);
  if (!Text.consume_front(", "))
    return false;
  add(Text, Depth + 1);
  size_t Step = Out.Args.Bytes.size();
  if (Text.consume_front(", ")) {
    add(Text, Depth + 1);
    // A step of one is not printed.
    if (!Slice && ArgKind(Out.Args.Bytes[Step]) == ArgKind::Int &&
        Out.Args.Bytes[Step + 1] == 1)
      return false;
  } else if (Slice) {
    return false;
  } else {
    Out.Args.addInt(1);
  }
  Out.Args.endAggregate(Offset, 3);
  return Text.consume_front(")");
}

/// `type='cuda', index=0)`
bool FXRepr::addDevice(StringRef &Text) {
  if (!Text.consume_front("type='"))
    return false;
  size_t Quote = Text.find('\'');
  if (Quote == StringRef::npos)
    return false;
  std::string Device = Text.take_front(Quote).str();
  Text = Text.drop_front(Quote + 1);
  if (Text.consume_front(", index=")) {
    const char *Stop = skipClass(Text.begin(), Text.end(), CC_Digit);
    Device += ':';
    Device.append(Text.begin(), Stop);
    Text = Text.drop_front(Stop - Text.begin());
  }
  if (!isDeviceText(Device) || !Text.consume_front(")"))
    return false;
  Out.Args.addText(ArgKind::Device, Out.Symbols.intern(Device));
  return true;
}

/// `<OpOverload(op='aten.add', overload='Tensor')>`, and packets.
bool FXRepr::addOperator(StringRef &Text) {
  StringRef Rest = Text;
  bool Packet = Rest.consume_front("<OpOverloadPacket(op='");
  if (!Packet && !Rest.consume_front("<OpOverload(op='"))
    return false;
  size_t Quote = Rest.find('\'');
  if (Quote == StringRef::npos)
    return false;
  std::string Qualified = "torch.ops." + Rest.take_front(Quote).str();
  Rest = Rest.drop_front(Quote + 1);
  if (!Packet) {
    if (!Rest.consume_front(", overload='"))
      return false;
    Quote = Rest.find('\'');
    if (Quote == StringRef::npos)
      return false;
    Qualified += "." + Rest.take_front(Quote).str();
    Rest = Rest.drop_front(Quote + 1);
  }
  if (!Rest.consume_front(")>"))
    return false;
  Out.Args.addText(ArgKind::Function, Out.Symbols.intern(Qualified));
  Text = Rest;
  return true;
}

/// Text that is not understood, up to the next separator outside of brackets
/// and quotes. It is kept as an expression, which prints as it is.
void FXRepr::addOpaque(StringRef &Text) {
  size_t I = 0;
  unsigned Depth = 0;
  for (; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '\'' || C == '"') {
      // A quote that nothing closes is a character like any other.
      size_t Close = I + 1;
      while (Close < Text.size() && Text[Close] != C)
        Close += Text[Close] == '\\' ? 2 : 1;
      if (Close < Text.size())
        I = Close;
    } else if (C == '(' || C == '[' || C == '{') {
      ++Depth;
    } else if (C == ')' || C == ']' || C == '}') {
      if (!Depth)
        break;
      --Depth;
    } else if (!Depth && C == ',') {
      break;
    }
  }
  StringRef Opaque = Text.take_front(I);
  Text = Text.drop_front(I);
  Out.Args.addText(ArgKind::SymExpr, Out.Symbols.intern(Opaque));
  if (!isExpression(Opaque))
    Out.warnAmbiguous(diag::warn_opaque_text, Opaque);
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

static void appendUTF8(SmallVectorImpl<char> &Out, uint32_t C) {
  if (C < 0x80) {
    Out.push_back(char(C));
    return;
  }
  unsigned Tail = C < 0x800 ? 1 : C < 0x10000 ? 2 : 3;
  static constexpr uint8_t Leads[] = {0, 0xC0, 0xE0, 0xF0};
  Out.push_back(char(Leads[Tail] | C >> (6 * Tail)));
  while (Tail--)
    Out.push_back(char(0x80 | (C >> (6 * Tail) & 0x3F)));
}

/// Takes the escape after a backslash off \p Text.
static bool takeEscape(StringRef &Text, SmallVectorImpl<char> &Out) {
  if (Text.empty())
    return false;
  char C = Text.front();
  Text = Text.drop_front();
  unsigned Digits = 0;
  switch (C) {
  case '\\':
  case '\'':
  case '"':
    Out.push_back(C);
    return true;
  case 'n':
    Out.push_back('\n');
    return true;
  case 't':
    Out.push_back('\t');
    return true;
  case 'r':
    Out.push_back('\r');
    return true;
  case 'x':
    Digits = 2;
    break;
  case 'u':
    Digits = 4;
    break;
  case 'U':
    Digits = 8;
    break;
  default:
    return false;
  }
  uint32_t Code;
  if (Text.size() < Digits || Text.take_front(Digits).getAsInteger(16, Code) ||
      Code > 0x10FFFF)
    return false;
  Text = Text.drop_front(Digits);
  appendUTF8(Out, Code);
  return true;
}

bool FXRepr::addString(StringRef &Text) {
  char Quote = Text.front();
  StringRef Rest = Text.drop_front();
  SmallString<64> Value;
  while (true) {
    size_t Stop = Rest.find_first_of(Quote == '\'' ? "'\\\n" : "\"\\\n");
    if (Stop == StringRef::npos || Rest[Stop] == '\n')
      return false;
    Value += Rest.take_front(Stop);
    bool Closed = Rest[Stop] == Quote;
    Rest = Rest.drop_front(Stop + 1);
    if (Closed)
      break;
    if (!takeEscape(Rest, Value))
      return false;
  }
  // Only what Python would print so.
  Printed.clear();
  py::writeStringRepr(Printed, Value);
  if (Printed.text() != Text.drop_back(Rest.size()))
    return false;
  Out.addString(Value);
  Text = Rest;
  return true;
}
