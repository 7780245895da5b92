//===- NativeValues.cpp - Values in native text ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <charconv>

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool NativeParser::checkDepth(unsigned Depth, const char *At) {
  if (LLVM_LIKELY(Depth < MaxArgumentDepth))
    return true;
  Report.error(diag::err_too_deep, At, MaxArgumentDepth);
  return false;
}

bool NativeParser::parseValue(unsigned Depth) {
  skipBlanks();
  if (LLVM_UNLIKELY(atEnd()))
    return expected("a value");
  char C = *Cur;
  if (C == '%')
    return parseReference();
  const char *ValueBegin = Cur;
  if (isClass(C, CC_Digit) || C == '-') {
    if (!parseNumber())
      return false;
    note(SyntaxMap::Number, ValueBegin);
    return true;
  }
  switch (C) {
  case '"': {
    StringRef Text;
    if (!parseString(Text))
      return false;
    B->addText(ArgKind::String, Symbols.intern(Text));
    note(SyntaxMap::String, ValueBegin);
    return true;
  }
  case '(':
    return parseSequence(ArgKind::Tuple, ')', Depth);
  case '[':
    return parseSequence(ArgKind::List, ']', Depth);
  case '{':
    return parseDict(Depth);
  case '.':
    if (consumeText("...")) {
      B->addPlain(ArgKind::Ellipsis);
      return true;
    }
    break;
  default:
    if (isClass(C, CC_NameStart))
      return parseWord(Depth);
  }
  return expected("a value");
}

bool NativeParser::parseReference() {
  const char *Percent = Cur++;
  const char *NameBegin = Cur;
  Cur = skipClass(Cur, End, CC_Name);
  if (LLVM_UNLIKELY(Cur == NameBegin || isClass(*NameBegin, CC_Digit))) {
    Cur = NameBegin;
    return expected("the name of a node");
  }
  if (LLVM_UNLIKELY(B != &Args)) {
    Report.error(diag::err_node_in_constant, Percent)
        .range(makeRange(Percent, Cur));
    return false;
  }
  Builder.addReference(*B, NameBegin, Cur);
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool NativeParser::parseNumber() {
  const char *NumberBegin = Cur;
  bool Negative = *Cur == '-';
  if (Negative)
    ++Cur;
  const char *DigitsBegin = Cur;
  uint64_t Number = 0;
  while (Cur != End && isClass(*Cur, CC_Digit))
    Number = Number * 10 + uint64_t(*Cur++ - '0');
  size_t Count = Cur - DigitsBegin;
  // What 18 digits can say needs no further thought.
  if (LLVM_LIKELY(Count && Count <= 18 &&
                  (*DigitsBegin != '0' || (Count == 1 && !Negative)) &&
                  (Cur == End || !isClass(*Cur, CC_Word)))) {
    B->addInt(Negative ? -int64_t(Number) : int64_t(Number));
    return true;
  }
  if (Negative && !Count && consumeWord("inf")) {
    B->addFloat(-std::numeric_limits<double>::infinity());
    return true;
  }
  return parseLongNumber(NumberBegin);
}

/// Floats and integers that do not fit into 64 bits.
bool NativeParser::parseLongNumber(const char *NumberBegin) {
  Cur = NumberBegin + (*NumberBegin == '-');
  bool Float = false;
  while (Cur != End) {
    char C = *Cur;
    if (C == '.' || C == 'e' || C == 'E')
      Float = true;
    else if (!isClass(C, CC_Name) &&
             !((C == '+' || C == '-') && (Cur[-1] == 'e' || Cur[-1] == 'E')))
      break;
    ++Cur;
  }
  StringRef Text(NumberBegin, Cur - NumberBegin);
  StringRef Digits = Text;
  Digits.consume_front("-");
  if (Float) {
    double Value;
    auto [Stop, Code] = std::from_chars(Text.begin(), Text.end(), Value);
    if (Code == std::errc() && Stop == Text.end()) {
      B->addFloat(Value);
      return true;
    }
  } else if (!Digits.empty() && all_of(Digits, isDigit) && Text != "-0" &&
             (Digits.size() == 1 || Digits[0] != '0')) {
    B->addValue(Argument::integer(Ctx, Text));
    return true;
  }
  Report.error(diag::err_bad_number, NumberBegin, Text)
      .range(makeRange(NumberBegin, Cur));
  return false;
}

/// What follows `nan`: nothing, or the bits of one that is not Python's.
bool NativeParser::parseNaN() {
  uint64_t Bits = 0x7ff8000000000000;
  if (isNext('(')) {
    ++Cur;
    skipBlanks();
    StringRef Digits(Cur, std::min<size_t>(End - Cur, 18));
    if (!Digits.consume_front("0x") || Digits.size() != 16 ||
        Digits.getAsInteger(16, Bits) ||
        (Bits & ~(1ull << 63)) <= 0x7ff0000000000000)
      return expected("the bits of a NaN, 0x and 16 hexadecimal digits");
    Cur += 18;
    if (!expect(')'))
      return false;
  }
  double Value;
  std::memcpy(&Value, &Bits, 8);
  B->addFloat(Value);
  return true;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool NativeParser::parseWord(unsigned Depth) {
  const char *WordBegin = Cur;
  Cur = skipClass(Cur, End, CC_Word);
  StringRef Word(WordBegin, Cur - WordBegin);
  note(SyntaxMap::Word, WordBegin);
  switch (*WordBegin) {
  case 'N':
    if (Word == "None") {
      B->addPlain(ArgKind::None);
      return true;
    }
    break;
  case 'T':
  case 'F':
    if (Word == "True" || Word == "False") {
      B->addSmall(ArgKind::Bool, Word == "True");
      return true;
    }
    break;
  case 't':
    if (!Word.starts_with("torch."))
      break;
    if (std::optional<DType> T = parseDType(Word)) {
      B->addSmall(ArgKind::DType, uint8_t(*T));
      return true;
    }
    if (std::optional<Layout> L = parseLayout(Word)) {
      B->addSmall(ArgKind::Layout, uint8_t(*L));
      return true;
    }
    if (std::optional<MemoryFormat> F = parseMemoryFormat(Word)) {
      B->addSmall(ArgKind::MemoryFormat, uint8_t(*F));
      return true;
    }
    break;
  case 'i':
    if (Word == "inf") {
      B->addFloat(std::numeric_limits<double>::infinity());
      return true;
    }
    break;
  case 'n':
    if (Word == "nan")
      return parseNaN();
    break;
  }
  if (isNext('('))
    return parseTyped(Word, Depth);
  Report.error(diag::err_unknown_word, WordBegin, Word)
      .range(makeRange(WordBegin, WordBegin + Word.size()));
  return false;
}

/// The words that are before a bracket.
static std::optional<ArgKind> kindOfWord(StringRef Word) {
  return StringSwitch<std::optional<ArgKind>>(Word)
      .Case("slice", ArgKind::Slice)
      .Case("range", ArgKind::Range)
      .Case("tensor", ArgKind::TensorType)
      .Case("complex", ArgKind::Complex)
      .Case("namedtuple", ArgKind::NamedTuple)
      .Case("device", ArgKind::Device)
      .Case("sym", ArgKind::SymExpr)
      .Case("fn", ArgKind::Function)
      .Case("enum", ArgKind::Enum)
      .Default(std::nullopt);
}

/// `WORD(...)`, at the bracket.
bool NativeParser::parseTyped(StringRef Word, unsigned Depth) {
  std::optional<ArgKind> Kind = kindOfWord(Word);
  if (!Kind) {
    Report.error(diag::err_unknown_word, Word.begin(), Word)
        .range(makeRange(Word.begin(), Word.end()));
    return false;
  }
  if (Argument::hasSymbol(*Kind))
    return parseTextCall(*Kind);
  if (!checkDepth(Depth, Word.begin()))
    return false;
  size_t Offset = B->Bytes.size();
  switch (*Kind) {
  case ArgKind::NamedTuple:
    return parseNamedTuple(Depth);
  case ArgKind::Complex:
    return parseComplex();
  case ArgKind::TensorType:
    return parseTensorValue(Depth) && checkTensorType(Offset, Word.begin());
  default:
    return parseFixed(*Kind, 3, Depth);
  }
}

/// `(1.0, -0.0)`.
bool NativeParser::parseComplex() {
  size_t Place = B->beginAggregate(ArgKind::Complex);
  if (!expect('(') || !parseFloat() || !expect(',') || !parseFloat())
    return false;
  B->endAggregate(Place, 2);
  return expect(')');
}

bool NativeParser::parseFloat() {
  skipBlanks();
  const char *At = Cur;
  size_t Offset = B->Bytes.size();
  if (atEnd() || !(isClass(*Cur, CC_Digit | CC_NameStart) || *Cur == '-'))
    return expected("a float");
  if (!parseValue(0))
    return false;
  if (ArgKind(B->Bytes[Offset]) == ArgKind::Float)
    return true;
  Cur = At;
  return expected("a float");
}

bool NativeParser::parseTextCall(ArgKind Kind) {
  StringRef Text;
  if (!expect('('))
    return false;
  skipBlanks();
  if (!isNext('"'))
    return expected("a string");
  const char *TextBegin = Cur;
  if (!parseString(Text))
    return false;
  B->addText(Kind, Symbols.intern(Text));
  note(SyntaxMap::String, TextBegin);
  return expect(')');
}

/// `(a, b, c)` with exactly \p Count values.
bool NativeParser::parseFixed(ArgKind Kind, unsigned Count, unsigned Depth) {
  size_t Place = B->beginAggregate(Kind);
  char Before = '(';
  for (unsigned I = 0; I != Count; ++I, Before = ',')
    if (!expect(Before) || !parseValue(Depth + 1))
      return false;
  B->endAggregate(Place, Count);
  return expect(')');
}

/// `(dtype, sizes, strides, device)`, and after them what is not as usual:
/// `requires_grad=True`, `offset=4`, `layout=torch.sparse_coo`, in this order.
bool NativeParser::parseTensorValue(unsigned Depth) {
  size_t Place = B->beginAggregate(ArgKind::TensorType);
  char Before = '(';
  for (unsigned I = 0; I != 4; ++I, Before = ',')
    if (!expect(Before) || !parseValue(Depth + 1))
      return false;
  size_t Usual = B->Bytes.size();
  bool Comma = consume(','), Written = false;
  for (StringRef Key : {"requires_grad", "offset", "layout"}) {
    if (Comma && consumeWord(Key)) {
      size_t Value = B->Bytes.size();
      if (!expect('=') || !parseValue(Depth + 1))
        return false;
      // All three are zeros where they are as usual.
      Written |= B->Bytes.back() != 0 || B->Bytes.size() != Value + 2;
      Comma = consume(',');
    } else if (Key == "requires_grad") {
      B->addSmall(ArgKind::Bool, false);
    } else if (Key == "offset") {
      B->addInt(0);
    } else {
      B->addSmall(ArgKind::Layout, uint8_t(Layout::Strided));
    }
  }
  if (Comma)
    return expected("'requires_grad', 'offset' or 'layout', in this order");
  if (!Written)
    B->Bytes.resize(Usual);
  B->endAggregate(Place, Written ? 7 : 4);
  return expect(')');
}

bool NativeParser::checkTensorType(size_t Offset, const char *At) {
  ArgReader R(B->Bytes.data() + Offset, 0);
  auto IsShape = [&R](ArgToken T) {
    bool Good = T.Kind == ArgKind::Tuple;
    for (uint32_t I = 0; Good && I != T.Count; ++I) {
      ArgKind Kind = R.next().Kind;
      Good = Kind == ArgKind::Int || Kind == ArgKind::SymExpr;
    }
    return Good;
  };
  uint32_t Count = R.next().Count;
  bool Good = R.next().Kind == ArgKind::DType && IsShape(R.next());
  if (Good) {
    ArgToken Strides = R.next();
    Good = Strides.Kind == ArgKind::None || IsShape(Strides);
  }
  if (Good) {
    ArgKind Kind = R.next().Kind;
    Good = Kind == ArgKind::None || Kind == ArgKind::Device;
  }
  if (Good && Count == 7) {
    ArgKind Grad = R.next().Kind, Offset = R.next().Kind;
    Good = Grad == ArgKind::Bool &&
           (Offset == ArgKind::Int || Offset == ArgKind::SymExpr) &&
           R.next().Kind == ArgKind::Layout;
  }
  if (!Good)
    Report.error(diag::err_bad_tensor_type, At).range(makeRange(At, Cur));
  return Good;
}

bool NativeParser::parseNamedTuple(unsigned Depth) {
  ++Cur;
  StringRef Text;
  if (!isNext('"'))
    return expected("a string, the class of the named tuple");
  if (!parseString(Text))
    return false;
  size_t Place = B->beginAggregate(ArgKind::NamedTuple, Symbols.intern(Text));
  uint32_t Count = 0;
  for (; !isNext(')'); Count += 2) {
    Symbol Field;
    if (!expect(',') || !parseKey(Field) || !expect('='))
      return false;
    B->addText(ArgKind::String, Field);
    if (!parseValue(Depth + 1))
      return false;
  }
  ++Cur;
  B->endAggregate(Place, Count);
  return true;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

bool NativeParser::parseSequence(ArgKind Kind, char Close, unsigned Depth) {
  const char *Open = Cur++;
  if (!checkDepth(Depth, Open))
    return false;
  size_t Place = B->beginAggregate(Kind);
  uint32_t Count = 0;
  bool Comma = true;
  while (!isNext(Close)) {
    if (!Comma) {
      char Choices[] = "',' or ' '";
      Choices[8] = Close;
      return expected(Choices);
    }
    if (!parseValue(Depth + 1))
      return false;
    ++Count;
    Comma = consume(',');
  }
  // `(x)` is not a tuple in Python, so it is nothing here.
  if (Kind == ArgKind::Tuple && Count == 1 && !Comma)
    return expected("',', which makes this a tuple of one");
  ++Cur;
  B->endAggregate(Place, Count);
  return true;
}

bool NativeParser::parseDict(unsigned Depth) {
  const char *Open = Cur++;
  if (!checkDepth(Depth, Open))
    return false;
  size_t Place = B->beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  bool Comma = true;
  while (!isNext('}')) {
    if (!Comma)
      return expected("',' or '}'");
    size_t Operands = B->Operands.size();
    const char *Key = Cur;
    if (!parseValue(Depth + 1))
      return false;
    if (B->Operands.size() != Operands) {
      Report.error(diag::err_node_in_key, Key).range(makeRange(Key, Cur));
      return false;
    }
    if (!expect(':') || !parseValue(Depth + 1))
      return false;
    Count += 2;
    Comma = consume(',');
  }
  ++Cur;
  B->endAggregate(Place, Count);
  return true;
}
