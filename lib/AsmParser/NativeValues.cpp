//===- NativeValues.cpp - Values in native text ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeValues.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <charconv>

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool NativeValues::checkDepth(unsigned Depth, const char *At) {
  if (LLVM_LIKELY(Depth < MaxArgumentDepth))
    return true;
  In.Report.error(diag::err_too_deep, At, MaxArgumentDepth);
  return false;
}

bool NativeValues::parseValue(unsigned Depth) {
  In.skipBlanks();
  if (LLVM_UNLIKELY(In.atEnd()))
    return In.expected("a value");
  char C = *In.Cur;
  if (C == '%')
    return parseReference();
  const char *ValueBegin = In.Cur;
  if (isClass(C, CC_Digit) || C == '-') {
    if (!parseNumber())
      return false;
    In.note(SyntaxMap::Number, ValueBegin);
    return true;
  }
  switch (C) {
  case '"': {
    StringRef Text;
    if (!In.parseString(Text))
      return false;
    B->addText(ArgKind::String, In.Symbols.intern(Text));
    In.note(SyntaxMap::String, ValueBegin);
    return true;
  }
  case '(':
    return parseSequence(ArgKind::Tuple, ')', Depth);
  case '[':
    return parseSequence(ArgKind::List, ']', Depth);
  case '{':
    return parseDict(Depth);
  case '.':
    if (In.consumeText("...")) {
      B->addPlain(ArgKind::Ellipsis);
      return true;
    }
    break;
  default:
    if (isClass(C, CC_NameStart))
      return parseWord(Depth);
  }
  return In.expected("a value");
}

bool NativeValues::parseReference() {
  const char *Percent = In.Cur++;
  const char *NameBegin = In.Cur;
  In.Cur = skipClass(In.Cur, In.End, CC_Name);
  if (LLVM_UNLIKELY(In.Cur == NameBegin || isClass(*NameBegin, CC_Digit))) {
    In.Cur = NameBegin;
    return In.expected("the name of a node");
  }
  if (LLVM_UNLIKELY(B != &Args)) {
    In.Report.error(diag::err_node_in_constant, Percent)
        .range(makeRange(Percent, In.Cur));
    return false;
  }
  Builder.addReference(*B, NameBegin, In.Cur);
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool NativeValues::parseNumber() {
  const char *NumberBegin = In.Cur;
  bool Negative = *In.Cur == '-';
  if (Negative)
    ++In.Cur;
  const char *DigitsBegin = In.Cur;
  uint64_t Number = 0;
  while (In.Cur != In.End && isClass(*In.Cur, CC_Digit))
    Number = Number * 10 + uint64_t(*In.Cur++ - '0');
  size_t Count = In.Cur - DigitsBegin;
  // What 18 digits can say needs no further thought.
  if (LLVM_LIKELY(Count && Count <= 18 &&
                  (*DigitsBegin != '0' || (Count == 1 && !Negative)) &&
                  (In.Cur == In.End || !isClass(*In.Cur, CC_Word)))) {
    B->addInt(Negative ? -int64_t(Number) : int64_t(Number));
    return true;
  }
  if (Negative && !Count && In.consumeWord("inf")) {
    B->addFloat(-std::numeric_limits<double>::infinity());
    return true;
  }
  return parseLongNumber(NumberBegin);
}

/// Floats and integers that do not fit into 64 bits.
bool NativeValues::parseLongNumber(const char *NumberBegin) {
  In.Cur = NumberBegin + (*NumberBegin == '-');
  bool Float = false;
  while (In.Cur != In.End) {
    char C = *In.Cur;
    if (C == '.' || C == 'e' || C == 'E')
      Float = true;
    else if (!isClass(C, CC_Name) &&
             !((C == '+' || C == '-') &&
               (In.Cur[-1] == 'e' || In.Cur[-1] == 'E')))
      break;
    ++In.Cur;
  }
  StringRef Text(NumberBegin, In.Cur - NumberBegin);
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
  In.Report.error(diag::err_bad_number, NumberBegin, Text)
      .range(makeRange(NumberBegin, In.Cur));
  return false;
}

/// What follows `nan`: nothing, or the bits of one that is not Python's.
bool NativeValues::parseNaN() {
  uint64_t Bits = 0x7ff8000000000000;
  if (In.isNext('(')) {
    ++In.Cur;
    In.skipBlanks();
    StringRef Digits(In.Cur, std::min<size_t>(In.End - In.Cur, 18));
    if (!Digits.consume_front("0x") || Digits.size() != 16 ||
        Digits.getAsInteger(16, Bits) ||
        (Bits & ~(1ull << 63)) <= 0x7ff0000000000000)
      return In.expected("the bits of a NaN, 0x and 16 hexadecimal digits");
    In.Cur += 18;
    if (!In.expect(')'))
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

bool NativeValues::parseWord(unsigned Depth) {
  const char *WordBegin = In.Cur;
  In.Cur = skipClass(In.Cur, In.End, CC_Word);
  StringRef Word(WordBegin, In.Cur - WordBegin);
  In.note(SyntaxMap::Word, WordBegin);
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
  if (In.isNext('('))
    return parseTyped(Word, Depth);
  In.Report.error(diag::err_unknown_word, WordBegin, Word)
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
bool NativeValues::parseTyped(StringRef Word, unsigned Depth) {
  std::optional<ArgKind> Kind = kindOfWord(Word);
  if (!Kind) {
    In.Report.error(diag::err_unknown_word, Word.begin(), Word)
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
bool NativeValues::parseComplex() {
  size_t Place = B->beginAggregate(ArgKind::Complex);
  if (!In.expect('(') || !parseFloat() || !In.expect(',') || !parseFloat())
    return false;
  B->endAggregate(Place, 2);
  return In.expect(')');
}

bool NativeValues::parseFloat() {
  In.skipBlanks();
  const char *At = In.Cur;
  size_t Offset = B->Bytes.size();
  if (In.atEnd() ||
      !(isClass(*In.Cur, CC_Digit | CC_NameStart) || *In.Cur == '-'))
    return In.expected("a float");
  if (!parseValue(0))
    return false;
  if (ArgKind(B->Bytes[Offset]) == ArgKind::Float)
    return true;
  In.Cur = At;
  return In.expected("a float");
}

bool NativeValues::parseTextCall(ArgKind Kind) {
  StringRef Text;
  if (!In.expect('('))
    return false;
  In.skipBlanks();
  if (!In.isNext('"'))
    return In.expected("a string");
  const char *TextBegin = In.Cur;
  if (!In.parseString(Text))
    return false;
  B->addText(Kind, In.Symbols.intern(Text));
  In.note(SyntaxMap::String, TextBegin);
  return In.expect(')');
}

/// `(a, b, c)` with exactly \p Count values.
bool NativeValues::parseFixed(ArgKind Kind, unsigned Count, unsigned Depth) {
  size_t Place = B->beginAggregate(Kind);
  char Before = '(';
  for (unsigned I = 0; I != Count; ++I, Before = ',')
    if (!In.expect(Before) || !parseValue(Depth + 1))
      return false;
  B->endAggregate(Place, Count);
  return In.expect(')');
}

/// `(dtype, sizes, strides, device)`, and after them what is not as usual:
/// `requires_grad=True`, `offset=4`, `layout=torch.sparse_coo`, in this order.
bool NativeValues::parseTensorValue(unsigned Depth) {
  size_t Place = B->beginAggregate(ArgKind::TensorType);
  char Before = '(';
  for (unsigned I = 0; I != 4; ++I, Before = ',')
    if (!In.expect(Before) || !parseValue(Depth + 1))
      return false;
  size_t Usual = B->Bytes.size();
  bool Comma = In.consume(','), Written = false;
  for (StringRef Key : {"requires_grad", "offset", "layout"}) {
    if (Comma && In.consumeWord(Key)) {
      size_t Value = B->Bytes.size();
      if (!In.expect('=') || !parseValue(Depth + 1))
        return false;
      // All three are zeros where they are as usual.
      Written |= B->Bytes.back() != 0 || B->Bytes.size() != Value + 2;
      Comma = In.consume(',');
    } else if (Key == "requires_grad") {
      B->addSmall(ArgKind::Bool, false);
    } else if (Key == "offset") {
      B->addInt(0);
    } else {
      B->addSmall(ArgKind::Layout, uint8_t(Layout::Strided));
    }
  }
  if (Comma)
    return In.expected("'requires_grad', 'offset' or 'layout', in this order");
  if (!Written)
    B->Bytes.resize(Usual);
  B->endAggregate(Place, Written ? 7 : 4);
  return In.expect(')');
}

bool NativeValues::checkTensorType(size_t Offset, const char *At) {
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
  bool Good = R.next().Kind == ArgKind::DType, IsStrided = true;
  ArgToken Sizes = R.next();
  Good = Good && IsShape(Sizes);
  uint32_t NumStrides = Sizes.Count;
  if (Good) {
    ArgToken Strides = R.next();
    Good = Strides.Kind == ArgKind::None || IsShape(Strides);
    if (Strides.Kind != ArgKind::None)
      NumStrides = Strides.Count;
  }
  if (Good) {
    ArgKind Kind = R.next().Kind;
    Good = Kind == ArgKind::None || Kind == ArgKind::Device;
  }
  if (Good && Count == 7) {
    ArgKind Grad = R.next().Kind, Offset = R.next().Kind;
    ArgToken Of = R.next();
    IsStrided = Of.Small == uint8_t(Layout::Strided);
    Good = Grad == ArgKind::Bool &&
           (Offset == ArgKind::Int || Offset == ArgKind::SymExpr) &&
           Of.Kind == ArgKind::Layout;
  }
  if (!Good)
    In.Report.error(diag::err_bad_tensor_type, At).range(makeRange(At, In.Cur));
  // An empty tuple stands for strides that are not known, too.
  if (Good && IsStrided && NumStrides && NumStrides != Sizes.Count) {
    In.Report.error(diag::err_tensor_strides, At, Sizes.Count, NumStrides)
        .range(makeRange(At, In.Cur));
    return false;
  }
  return Good;
}

bool NativeValues::parseNamedTuple(unsigned Depth) {
  ++In.Cur;
  StringRef Text;
  if (!In.isNext('"'))
    return In.expected("a string, the class of the named tuple");
  if (!In.parseString(Text))
    return false;
  size_t Place =
      B->beginAggregate(ArgKind::NamedTuple, In.Symbols.intern(Text));
  uint32_t Count = 0;
  for (; !In.isNext(')'); Count += 2) {
    Symbol Field;
    if (!In.expect(',') || !In.parseKey(Field) || !In.expect('='))
      return false;
    B->addText(ArgKind::String, Field);
    if (!parseValue(Depth + 1))
      return false;
  }
  ++In.Cur;
  B->endAggregate(Place, Count);
  return true;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

bool NativeValues::parseSequence(ArgKind Kind, char Close, unsigned Depth) {
  const char *Open = In.Cur++;
  if (!checkDepth(Depth, Open))
    return false;
  size_t Place = B->beginAggregate(Kind);
  uint32_t Count = 0;
  bool Comma = true;
  while (!In.isNext(Close)) {
    if (!Comma) {
      char Choices[] = "',' or ' '";
      Choices[8] = Close;
      return In.expected(Choices);
    }
    if (!parseValue(Depth + 1))
      return false;
    ++Count;
    Comma = In.consume(',');
  }
  // `(x)` is not a tuple in Python, so it is nothing here.
  if (Kind == ArgKind::Tuple && Count == 1 && !Comma)
    return In.expected("',', which makes this a tuple of one");
  ++In.Cur;
  B->endAggregate(Place, Count);
  return true;
}

bool NativeValues::parseDict(unsigned Depth) {
  const char *Open = In.Cur++;
  if (!checkDepth(Depth, Open))
    return false;
  size_t Place = B->beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  bool Comma = true;
  while (!In.isNext('}')) {
    if (!Comma)
      return In.expected("',' or '}'");
    size_t Operands = B->Operands.size();
    const char *Key = In.Cur;
    if (!parseValue(Depth + 1))
      return false;
    if (B->Operands.size() != Operands) {
      In.Report.error(diag::err_node_in_key, Key).range(makeRange(Key, In.Cur));
      return false;
    }
    if (!In.expect(':') || !parseValue(Depth + 1))
      return false;
    Count += 2;
    Comma = In.consume(',');
  }
  ++In.Cur;
  B->endAggregate(Place, Count);
  return true;
}

bool NativeValues::parseConstant(Argument &Value) {
  ArgSpecBuilder *Saved = std::exchange(B, &Constants);
  Constants.clear();
  Constants.beginArg();
  bool Good = parseValue(0);
  B = Saved;
  if (Good)
    Value = Constants.value(Ctx, 0);
  return Good;
}
