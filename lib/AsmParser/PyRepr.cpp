//===- PyRepr.cpp - Values as Python's repr shows them --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../IR/PyValues.h"
#include "FXReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

namespace {

class ReprReader {
public:
  ReprReader(StringRef Text, GraphBuilder &Builder, SymbolCache &Symbols,
             ArgSpecBuilder &B)
      : Cur(Text.begin()), End(Text.end()), Builder(Builder), Symbols(Symbols),
        B(B) {}

  bool value(unsigned Depth);
  const char *position() const { return Cur; }
  bool sawOpaque() const { return Opaque; }

private:
  StringRef rest() const { return {Cur, size_t(End - Cur)}; }
  bool consume(StringRef Text) {
    if (!rest().starts_with(Text))
      return false;
    Cur += Text.size();
    return true;
  }
  bool sequence(ArgKind Kind, char Close, unsigned Depth);
  bool items(char Close, unsigned Depth, uint32_t &Count);
  bool dict(unsigned Depth);
  bool three(ArgKind Kind, unsigned Depth);
  bool range();
  bool string();
  bool escape(std::string &Out);
  bool number();
  bool complex();
  bool word(unsigned Depth);
  bool device();
  bool namedTuple(StringRef Class, unsigned Depth);
  bool opaque();
  static void appendUTF8(uint32_t Code, std::string &Out);

  const char *Cur, *End;
  GraphBuilder &Builder;
  SymbolCache &Symbols;
  ArgSpecBuilder &B;
  bool Opaque = false;
};

} // namespace

bool ReprReader::value(unsigned Depth) {
  if (Cur == End || Depth > MaxArgumentDepth)
    return false;
  const char *Start = Cur;
  size_t Bytes = B.Bytes.size(), Operands = B.Operands.size();
  bool Read;
  switch (*Cur) {
  case '(':
    Read = complex() || sequence(ArgKind::Tuple, ')', Depth);
    break;
  case '[':
    Read = sequence(ArgKind::List, ']', Depth);
    break;
  case '{':
    Read = dict(Depth);
    break;
  case '\'':
  case '"':
    Read = string();
    break;
  case '<':
    Read = word(Depth);
    break;
  default:
    Read = isClass(*Cur, CC_Digit) || *Cur == '-' ? number() : word(Depth);
    break;
  }
  // A value ends where its container goes on.
  if (Read && (Cur == End || StringRef(",)]}:").contains(*Cur)))
    return true;
  Cur = Start;
  B.Bytes.truncate(Bytes);
  B.Operands.truncate(Operands);
  return opaque();
}

bool ReprReader::items(char Close, unsigned Depth, uint32_t &Count) {
  Count = 0;
  if (Cur != End && *Cur == Close) {
    ++Cur;
    return true;
  }
  while (true) {
    if (!value(Depth + 1))
      return false;
    ++Count;
    if (consume(", "))
      continue;
    if (Close == ')' && Count == 1)
      return consume(",)");
    return consume(StringRef(&Close, 1));
  }
}

bool ReprReader::sequence(ArgKind Kind, char Close, unsigned Depth) {
  ++Cur;
  size_t Place = B.beginAggregate(Kind);
  uint32_t Count;
  if (!items(Close, Depth, Count))
    return false;
  B.endAggregate(Place, Count);
  return true;
}

bool ReprReader::dict(unsigned Depth) {
  ++Cur;
  size_t Place = B.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (consume("}")) {
    B.endAggregate(Place, 0);
    return true;
  }
  while (true) {
    size_t Operands = B.Operands.size();
    if (!value(Depth + 1) || B.Operands.size() != Operands || !consume(": ") ||
        !value(Depth + 1))
      return false;
    Count += 2;
    if (consume(", "))
      continue;
    if (!consume("}"))
      return false;
    B.endAggregate(Place, Count);
    return true;
  }
}

/// `slice(a, b, c)`.
bool ReprReader::three(ArgKind Kind, unsigned Depth) {
  size_t Place = B.beginAggregate(Kind);
  for (unsigned I = 0; I != 3; ++I)
    if ((I && !consume(", ")) || !value(Depth + 1))
      return false;
  B.endAggregate(Place, 3);
  return consume(")");
}

/// `range(a, b)` or `range(a, b, c)`.
bool ReprReader::range() {
  size_t Place = B.beginAggregate(ArgKind::Range);
  for (unsigned I = 0; I != 3; ++I) {
    if (I == 2 && !rest().starts_with(", ")) {
      B.addInt(1);
      break;
    }
    if ((I && !consume(", ")) || !number())
      return false;
  }
  B.endAggregate(Place, 3);
  return consume(")");
}

bool ReprReader::number() {
  const char *Stop = Cur;
  while (Stop != End &&
         (isClass(*Stop, CC_Word) || *Stop == '-' || *Stop == '+'))
    ++Stop;
  StringRef Text(Cur, Stop - Cur);
  StringRef Digits = Text;
  Digits.consume_front("-");
  if (!Digits.empty() && all_of(Digits, isDigit)) {
    int64_t Value;
    if (!Text.getAsInteger(10, Value))
      B.addInt(Value);
    else
      B.addText(ArgKind::BigInt, Symbols.intern(Text));
  } else if (Text == "-inf") {
    B.addFloat(-std::numeric_limits<double>::infinity());
  } else {
    double Value;
    if (Text.consume_back("j")) {
      if (Text.getAsDouble(Value))
        return false;
      B.addValue(Argument::complex(0, Value));
    } else {
      if (Text.getAsDouble(Value))
        return false;
      B.addFloat(Value);
    }
  }
  Cur = Stop;
  return true;
}

/// `(1+2j)`; a tuple is never like that.
bool ReprReader::complex() {
  size_t Close = rest().find(')');
  if (Close == StringRef::npos)
    return false;
  StringRef Inside = rest().slice(1, Close);
  if (!Inside.consume_back("j") || Inside.contains(','))
    return false;
  size_t Split = StringRef::npos;
  for (size_t I = Inside.size(); I-- > 1;)
    if ((Inside[I] == '+' || Inside[I] == '-') && Inside[I - 1] != 'e') {
      Split = I;
      break;
    }
  double Real, Imag;
  if (Split == StringRef::npos || Inside.take_front(Split).getAsDouble(Real) ||
      Inside.substr(Split).ltrim('+').getAsDouble(Imag))
    return false;
  B.addValue(Argument::complex(Real, Imag));
  Cur += Close + 1;
  return true;
}

void ReprReader::appendUTF8(uint32_t Code, std::string &Out) {
  // Python's strings may hold lone surrogates, which LLVM refuses to convert.
  if (Code >= 0xD800 && Code < 0xE000) {
    Out += char(0xE0 | Code >> 12);
    Out += char(0x80 | (Code >> 6 & 0x3F));
    Out += char(0x80 | (Code & 0x3F));
    return;
  }
  char Buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *P = Buffer;
  if (ConvertCodePointToUTF8(Code, P))
    Out.append(Buffer, P);
}

bool ReprReader::escape(std::string &Out) {
  if (Cur == End)
    return false;
  char C = *Cur++;
  unsigned Digits = 0;
  switch (C) {
  case 'n':
    Out += '\n';
    return true;
  case 't':
    Out += '\t';
    return true;
  case 'r':
    Out += '\r';
    return true;
  case '\\':
  case '\'':
  case '"':
    Out += C;
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
  if (size_t(End - Cur) < Digits ||
      StringRef(Cur, Digits).getAsInteger(16, Code) || Code > 0x10FFFF)
    return false;
  Cur += Digits;
  // `surrogateescape` stands for a byte that is no text.
  if (Code >= 0xDC80 && Code <= 0xDCFF)
    Out += char(Code & 0xFF);
  else
    appendUTF8(Code, Out);
  return true;
}

bool ReprReader::string() {
  char Quote = *Cur++;
  std::string Text;
  while (Cur != End && *Cur != Quote) {
    if (*Cur != '\\') {
      Text += *Cur++;
      continue;
    }
    ++Cur;
    if (!escape(Text))
      return false;
  }
  if (Cur == End)
    return false;
  ++Cur;
  B.addText(ArgKind::String, Symbols.intern(Text));
  return true;
}

/// `device(type='cuda', index=1)`; Cur is behind the parenthesis.
bool ReprReader::device() {
  if (!consume("type='"))
    return false;
  const char *Stop = skipClass(Cur, End, CC_Name);
  std::string Text(Cur, Stop);
  Cur = Stop;
  if (!consume("'"))
    return false;
  if (consume(", index=")) {
    Stop = skipClass(Cur, End, CC_Digit);
    Text += ':';
    Text.append(Cur, Stop);
    Cur = Stop;
  }
  if (!consume(")"))
    return false;
  B.addText(ArgKind::Device, Symbols.intern(Text));
  return true;
}

bool ReprReader::namedTuple(StringRef Class, unsigned Depth) {
  size_t Place = B.beginAggregate(ArgKind::NamedTuple, Symbols.intern(Class));
  uint32_t Count = 0;
  if (!consume(")"))
    while (true) {
      const char *Stop = skipClass(Cur, End, CC_Name);
      StringRef Field(Cur, Stop - Cur);
      Cur = Stop;
      if (Field.empty() || !consume("="))
        return false;
      B.addText(ArgKind::String, Symbols.intern(Field));
      if (!value(Depth + 1))
        return false;
      Count += 2;
      if (consume(", "))
        continue;
      if (!consume(")"))
        return false;
      break;
    }
  B.endAggregate(Place, Count);
  return true;
}

bool ReprReader::word(unsigned Depth) {
  if (consume("<OpOverload(op='")) {
    size_t Stop = rest().find("', overload='");
    if (Stop == StringRef::npos)
      return false;
    std::string Qualified = "torch.ops." + rest().take_front(Stop).str() + ".";
    Cur += Stop + strlen("', overload='");
    const char *NameEnd = skipClass(Cur, End, CC_Name);
    Qualified.append(Cur, NameEnd);
    Cur = NameEnd;
    B.addText(ArgKind::Function, Symbols.intern(Qualified));
    return consume("')>");
  }
  consume("%");
  const char *Stop = skipClass(Cur, End, CC_Word);
  StringRef Text(Cur, Stop - Cur);
  if (Text.empty())
    return false;
  Cur = Stop;
  if (consume("(")) {
    if (Text == "slice")
      return three(ArgKind::Slice, Depth);
    if (Text == "range")
      return range();
    if (Text == "device")
      return device();
    return namedTuple(Text, Depth);
  }
  if (Text == "None") {
    B.addPlain(ArgKind::None);
  } else if (Text == "True" || Text == "False") {
    B.addSmall(ArgKind::Bool, Text == "True");
  } else if (Text == "Ellipsis") {
    B.addPlain(ArgKind::Ellipsis);
  } else if (Text == "inf") {
    B.addFloat(std::numeric_limits<double>::infinity());
  } else if (Text == "nan") {
    B.addFloat(std::numeric_limits<double>::quiet_NaN());
  } else if (std::optional<DType> T = parseDType(Text)) {
    B.addSmall(ArgKind::DType, uint8_t(*T));
  } else if (std::optional<Layout> L = parseLayout(Text)) {
    B.addSmall(ArgKind::Layout, uint8_t(*L));
  } else if (std::optional<MemoryFormat> F = parseMemoryFormat(Text)) {
    B.addSmall(ArgKind::MemoryFormat, uint8_t(*F));
  } else if (Node *N =
                 Namespace::isIdentifier(Text) ? Builder.find(Text) : nullptr) {
    B.addNode(N);
  } else {
    return false;
  }
  return true;
}

/// Takes everything up to where the container goes on as the text of a symbolic
/// expression: that prints the same.
bool ReprReader::opaque() {
  const char *Start = Cur;
  SmallVector<char, 16> Stack;
  for (; Cur != End; ++Cur) {
    char C = *Cur;
    if (C == '\'' || C == '"') {
      const char *P = Cur + 1;
      while (P != End && *P != C)
        P += *P == '\\' && P + 1 != End ? 2 : 1;
      if (P == End)
        return false;
      Cur = P;
      continue;
    }
    if (C == '(' || C == '[' || C == '{') {
      Stack.push_back(C == '(' ? ')' : C == '[' ? ']' : '}');
      continue;
    }
    if (C == ')' || C == ']' || C == '}') {
      if (Stack.empty())
        break;
      if (Stack.pop_back_val() != C)
        return false;
      continue;
    }
    if (Stack.empty() &&
        (C == ',' || (C == ':' && Cur + 1 != End && Cur[1] == ' ')))
      break;
  }
  StringRef Text(Start, Cur - Start);
  if (Text.empty() || !Stack.empty())
    return false;
  // Sizes such as `s0*2` are what they say.
  bool Symbolic =
      isClass(Text.front(), CC_Word) &&
      all_of(Text,
             [](char C) {
               return isClass(C, CC_Word) || StringRef("+-*/ ()").contains(C);
             }) &&
      StringRef("suz").contains(Text.front());
  Opaque |= !Symbolic;
  B.addText(ArgKind::SymExpr, Symbols.intern(Text));
  return true;
}

const char *asmparser::readRepr(StringRef Text, GraphBuilder &Builder,
                                SymbolCache &Symbols, ArgSpecBuilder &B,
                                bool &Opaque) {
  ReprReader R(Text, Builder, Symbols, B);
  if (!R.value(0))
    return nullptr;
  Opaque = R.sawOpaque();
  return R.position();
}

bool asmparser::printsAs(const ArgSpecBuilder &B, size_t Offset,
                         uint32_t Operand, const Context &Ctx, StringRef Text) {
  TextBuffer Out;
  auto WriteNode = [&](const Node &N) { writeName(Out, Ctx, N.nameRef()); };
  ArgReader R(B.Bytes.data() + Offset, Operand);
  PyValueWriter(Out, Ctx, OperandList(B.Operands), WriteNode).str(R);
  return Out.text() == Text;
}
