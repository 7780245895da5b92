//===- FXArguments.cpp - Ordinary arguments of print(graph) ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXArguments.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool FXArguments::parse() {
  FXPlace At;
  bool Single = false;
  bool LastIsString = false;
  if (LLVM_LIKELY(In.Cur != In.End && *In.Cur != ')')) {
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
      if (In.consume(", "))
        continue;
      Single = At.Index == 1 && In.consume(",)");
      break;
    }
    // Nothing else prints a bracket around one value.
    if (At.Index == 1 && !Single)
      return false;
  }
  if (!Single && !In.consume(")"))
    return false;
  if (LLVM_LIKELY(In.consume(", kwargs = {})")))
    return true;
  return In.consume(", kwargs = {") && parseKwargs();
}

bool FXArguments::parseKwargs() {
  FXPlace At;
  while (true) {
    const char *KeyBegin = In.Cur;
    In.Cur = skipClass(In.Cur, In.End, CC_Name);
    StringRef Key(KeyBegin, In.Cur - KeyBegin);
    if (Key.empty() || isClass(*KeyBegin, CC_Digit) || !In.consume(": "))
      return false;
    At.Keyword = Out.Symbols.intern(Key);
    for (const ArgSpec::Item &Item :
         ArrayRef(Args.Items).drop_front(Args.NumArgs))
      if (Item.Keyword == At.Keyword.id())
        return false;
    Args.beginKwarg(At.Keyword);
    if (!parseValue('}', At, 0))
      return false;
    if (In.consume("})"))
      return true;
    if (!In.consume(", "))
      return false;
  }
}

bool FXArguments::parseValue(char Close, const FXPlace &At, unsigned Depth) {
  if (LLVM_UNLIKELY(In.Cur == In.End))
    return false;
  switch (*In.Cur) {
  case '%': {
    const char *NameBegin = In.Cur + 1;
    In.Cur = skipClass(NameBegin, In.End, CC_Name);
    if (LLVM_UNLIKELY(In.Cur == NameBegin || isClass(*NameBegin, CC_Digit) ||
                      In.Cur == In.End || (*In.Cur != ',' && *In.Cur != Close)))
      return false;
    Builder.addReference(Args, NameBegin, In.Cur);
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

bool FXArguments::parseItems(ArgKind Kind, char Close, const FXPlace &At,
                             unsigned Depth) {
  if (LLVM_UNLIKELY(Depth >= MaxArgumentDepth))
    return false;
  ++In.Cur;
  size_t Offset = Args.beginAggregate(Kind);
  uint32_t Count = 0;
  bool Comma = false, LastIsString = false;
  if (In.Cur != In.End && *In.Cur != Close) {
    while (true) {
      size_t Value = Args.Bytes.size();
      if (!parseValue(Close, At, Depth + 1))
        return false;
      ++Count;
      bool IsString = isStringAt(Value);
      if (LLVM_UNLIKELY(IsString && LastIsString))
        return false;
      LastIsString = IsString;
      if (In.consume(", "))
        continue;
      if (Kind == ArgKind::Tuple && Count == 1)
        Comma = In.consume(",");
      break;
    }
  }
  if (In.Cur == In.End || *In.Cur != Close)
    return false;
  if (Kind == ArgKind::Tuple && Count == 1 && !Comma)
    return false;
  ++In.Cur;
  Args.endAggregate(Offset, Count);
  return true;
}

bool FXArguments::parseEntries(const FXPlace &At, unsigned Depth) {
  if (LLVM_UNLIKELY(Depth >= MaxArgumentDepth))
    return false;
  ++In.Cur;
  size_t Offset = Args.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (In.Cur != In.End && *In.Cur != '}') {
    while (true) {
      const char *KeyBegin = In.Cur;
      In.Cur = skipClass(In.Cur, In.End, CC_Target);
      StringRef Key(KeyBegin, In.Cur - KeyBegin);
      if (Key.empty() || !In.consume(": "))
        return false;
      if (!Words.addLeaf(Key))
        Out.addString(Key);
      if (!parseValue('}', At, Depth + 1))
        return false;
      Count += 2;
      if (!In.consume(", "))
        break;
    }
  }
  if (In.Cur == In.End || *In.Cur != '}')
    return false;
  ++In.Cur;
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

bool FXArguments::parseWord(char Close, const FXPlace &At) {
  const char *WordBegin = In.Cur;
  // Most words are small numbers.
  if (isClass(*In.Cur, CC_Digit)) {
    uint64_t Number = 0;
    while (In.Cur != In.End && isClass(*In.Cur, CC_Digit))
      Number = Number * 10 + uint64_t(*In.Cur++ - '0');
    if (In.Cur - WordBegin <= 18 &&
        (*WordBegin != '0' || In.Cur - WordBegin == 1) && In.Cur != In.End &&
        (*In.Cur == ',' || *In.Cur == Close) && !Schemas.wantsText(At)) {
      Args.addInt(int64_t(Number));
      return true;
    }
    In.Cur = WordBegin;
  }
  while (In.Cur != In.End && !StopTable[uint8_t(*In.Cur)])
    ++In.Cur;
  StringRef Word(WordBegin, In.Cur - WordBegin);
  if (Word.empty() || In.Cur == In.End)
    return false;
  if (*In.Cur == '(' && (Word == "slice" || Word == "range"))
    return parseSliceOrRange(Word);
  if (*In.Cur != Close && !(*In.Cur == ',' && In.Cur + 1 != In.End &&
                            (In.Cur[1] == ' ' || In.Cur[1] == Close)))
    return false;
  Words.add(Word, At);
  return true;
}

/// `slice(x, None, 2)`, where nodes have no percent sign, or `range(0, 3)`; at
/// the bracket.
bool FXArguments::parseSliceOrRange(StringRef Word) {
  ++In.Cur;
  bool Slice = Word == "slice";
  size_t Offset = Args.beginAggregate(Slice ? ArgKind::Slice : ArgKind::Range);
  if (!parseSlicePart(Slice) || !In.consume(", ") || !parseSlicePart(Slice))
    return false;
  if (!Slice && In.consume(")")) {
    Args.addInt(1);
  } else {
    size_t Step = Args.Bytes.size();
    if (!In.consume(", ") || !parseSlicePart(Slice) || !In.consume(")"))
      return false;
    // A step of one is not printed.
    if (!Slice && Args.Bytes[Step + 1] == 1)
      return false;
  }
  Args.endAggregate(Offset, 3);
  return true;
}

/// None, a number or a node of a slice; a number of a range.
bool FXArguments::parseSlicePart(bool Slice) {
  const char *PartBegin = In.Cur;
  while (In.Cur != In.End && !StopTable[uint8_t(*In.Cur)])
    ++In.Cur;
  StringRef Part(PartBegin, In.Cur - PartBegin);
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
  if (!Slice || !isIdentifier(Part) || !Builder.find(Part))
    return false;
  Out.addReference(Part);
  return true;
}
