//===- FXValues.cpp - Ordinary arguments of print(graph) ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the arguments of a call. At anything that could be part of an
// unquoted string the functions give up without a message, and the call is read
// again from the outside (FXText.cpp).
//
//===----------------------------------------------------------------------===//

#include "FXParser.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

/// After `(args = (`.
bool FXParser::parseArguments() {
  Place At;
  bool Single = false;
  bool LastIsString = false;
  if (LLVM_LIKELY(Cur != End && *Cur != ')')) {
    while (true) {
      Args.beginArg();
      size_t Offset = Args.Bytes.size();
      if (!parseValue(')', At, 0))
        return false;
      ++At.Index;
      // Two strings in a row could be one.
      bool IsString = isStringAt(Offset);
      if (LLVM_UNLIKELY(IsString && LastIsString))
        return false;
      LastIsString = IsString;
      if (consumeText(", "))
        continue;
      Single = At.Index == 1 && consumeText(",)");
      break;
    }
    // Nothing else prints a bracket around one value.
    if (At.Index == 1 && !Single)
      return false;
  }
  if (!Single && !consumeText(")"))
    return false;
  if (LLVM_LIKELY(consumeText(", kwargs = {})")))
    return true;
  return consumeText(", kwargs = {") && parseKwargs();
}

bool FXParser::parseKwargs() {
  Place At;
  while (true) {
    const char *KeyBegin = Cur;
    Cur = skipClass(Cur, End, CC_Name);
    StringRef Key(KeyBegin, Cur - KeyBegin);
    if (Key.empty() || isClass(*KeyBegin, CC_Digit) || !consumeText(": "))
      return false;
    At.Keyword = Symbols.intern(Key);
    for (const ArgSpec::Item &Item :
         ArrayRef(Args.Items).drop_front(Args.NumArgs))
      if (Item.Keyword == At.Keyword.id())
        return false;
    Args.beginKwarg(At.Keyword);
    if (!parseValue('}', At, 0))
      return false;
    if (consumeText("})"))
      return true;
    if (!consumeText(", "))
      return false;
  }
}

bool FXParser::parseValue(char Close, const Place &At, unsigned Depth) {
  if (LLVM_UNLIKELY(Cur == End))
    return false;
  switch (*Cur) {
  case '%': {
    const char *NameBegin = Cur + 1;
    Cur = skipClass(NameBegin, End, CC_Name);
    if (LLVM_UNLIKELY(Cur == NameBegin || isClass(*NameBegin, CC_Digit) ||
                      Cur == End || (*Cur != ',' && *Cur != Close)))
      return false;
    Builder.addReference(Args, NameBegin, Cur);
    return true;
  }
  case '(':
    return parseItems(ArgKind::Tuple, ')', At, Depth);
  case '[':
    return parseItems(ArgKind::List, ']', At, Depth);
  case '{':
    return parseEntries(At, Depth);
  default:
    return parseWord(Close, At);
  }
}

bool FXParser::parseItems(ArgKind Kind, char Close, const Place &At,
                          unsigned Depth) {
  if (LLVM_UNLIKELY(Depth >= MaxArgumentDepth))
    return false;
  ++Cur;
  size_t Offset = Args.beginAggregate(Kind);
  uint32_t Count = 0;
  bool Comma = false, LastIsString = false;
  if (Cur != End && *Cur != Close) {
    while (true) {
      size_t Value = Args.Bytes.size();
      if (!parseValue(Close, At, Depth + 1))
        return false;
      ++Count;
      bool IsString = isStringAt(Value);
      if (LLVM_UNLIKELY(IsString && LastIsString))
        return false;
      LastIsString = IsString;
      if (consumeText(", "))
        continue;
      if (Kind == ArgKind::Tuple && Count == 1)
        Comma = consumeText(",");
      break;
    }
  }
  if (Cur == End || *Cur != Close)
    return false;
  if (Kind == ArgKind::Tuple && Count == 1 && !Comma)
    return false;
  ++Cur;
  Args.endAggregate(Offset, Count);
  return true;
}

bool FXParser::parseEntries(const Place &At, unsigned Depth) {
  if (LLVM_UNLIKELY(Depth >= MaxArgumentDepth))
    return false;
  ++Cur;
  size_t Offset = Args.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (Cur != End && *Cur != '}') {
    while (true) {
      const char *KeyBegin = Cur;
      Cur = skipClass(Cur, End, CC_Target);
      StringRef Key(KeyBegin, Cur - KeyBegin);
      if (Key.empty() || !consumeText(": "))
        return false;
      if (!addLeaf(Key))
        addString(Key);
      if (!parseValue('}', At, Depth + 1))
        return false;
      Count += 2;
      if (!consumeText(", "))
        break;
    }
  }
  if (Cur == End || *Cur != '}')
    return false;
  ++Cur;
  Args.endAggregate(Offset, Count);
  return true;
}

/// What ends a word or makes it odd.
static constexpr std::array<bool, 256> makeStopTable() {
  std::array<bool, 256> Table = {};
  for (unsigned C = 0; C != 0x21; ++C)
    Table[C] = true;
  for (char C : {',', '(', ')', '[', ']', '{', '}', '%', '\'', '"', '<', '>'})
    Table[uint8_t(C)] = true;
  return Table;
}
static constexpr std::array<bool, 256> StopTable = makeStopTable();

bool FXParser::parseWord(char Close, const Place &At) {
  const char *WordBegin = Cur;
  // Most words are small numbers.
  if (isClass(*Cur, CC_Digit)) {
    uint64_t Number = 0;
    while (Cur != End && isClass(*Cur, CC_Digit))
      Number = Number * 10 + uint64_t(*Cur++ - '0');
    if (Cur - WordBegin <= 18 && (*WordBegin != '0' || Cur - WordBegin == 1) &&
        Cur != End && (*Cur == ',' || *Cur == Close) && !wantsText(At)) {
      Args.addInt(int64_t(Number));
      return true;
    }
    Cur = WordBegin;
  }
  while (Cur != End && !StopTable[uint8_t(*Cur)])
    ++Cur;
  StringRef Word(WordBegin, Cur - WordBegin);
  if (Word.empty() || Cur == End)
    return false;
  if (*Cur == '(' && (Word == "slice" || Word == "range"))
    return parseSliceOrRange(Word);
  if (*Cur != Close &&
      !(*Cur == ',' && Cur + 1 != End && (Cur[1] == ' ' || Cur[1] == Close)))
    return false;
  addWord(Word, At);
  return true;
}

/// `slice(x, None, 2)`, where nodes have no percent sign, or `range(0, 3)`; at
/// the bracket.
bool FXParser::parseSliceOrRange(StringRef Word) {
  ++Cur;
  bool Slice = Word == "slice";
  size_t Offset = Args.beginAggregate(Slice ? ArgKind::Slice : ArgKind::Range);
  if (!parseSlicePart(Slice) || !consumeText(", ") || !parseSlicePart(Slice))
    return false;
  if (!Slice && consumeText(")")) {
    Args.addInt(1);
  } else {
    size_t Step = Args.Bytes.size();
    if (!consumeText(", ") || !parseSlicePart(Slice) || !consumeText(")"))
      return false;
    // A step of one is not printed.
    if (!Slice && Args.Bytes[Step + 1] == 1)
      return false;
  }
  Args.endAggregate(Offset, 3);
  return true;
}

/// None, a number or a node of a slice; a number of a range.
bool FXParser::parseSlicePart(bool Slice) {
  const char *PartBegin = Cur;
  while (Cur != End && !StopTable[uint8_t(*Cur)])
    ++Cur;
  StringRef Part(PartBegin, Cur - PartBegin);
  if (Part.empty())
    return false;
  if (Slice && Part == "None") {
    Args.addPlain(ArgKind::None);
    return true;
  }
  int64_t Number;
  if (!Part.getAsInteger(10, Number)) {
    // Only what prints the same.
    if (Part.starts_with("+") || Part == "-0" ||
        (Part.ltrim('-').starts_with("0") && Part != "0"))
      return false;
    Args.addInt(Number);
    return true;
  }
  if (!Slice || !Namespace::isIdentifier(Part) || !Builder.find(Part))
    return false;
  Builder.addReference(Args, Part.begin(), Part.end());
  return true;
}
