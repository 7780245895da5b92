//===- FXArguments.cpp - Arguments that have one reading ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../IR/PyLiterals.h"
#include "../IR/TextBuffer.h"
#include "FXReader.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// Whether a leaf may go on with \p C without a doubt about where it ends.
static bool isLeafChar(char C) {
  switch (C) {
  case '(':
  case ')':
  case '[':
  case ']':
  case '{':
  case '}':
  case '%':
  case '\'':
  case '"':
  case '\n':
    return false;
  default:
    return true;
  }
}

bool FXReader::parseSimpleArguments(const char *LineEnd) {
  // Cur is behind `(args = (`. Everything below stops at the line's end.
  const char *OldEnd = End;
  End = LineEnd;
  auto Restore = make_scope_exit([&] { End = OldEnd; });
  Args.clear();
  Keyword = StringRef();
  bool LastWasString = false;
  Position = 0;
  if (Cur != End && *Cur == ')') {
    ++Cur;
  } else {
    while (true) {
      if (Cur == End)
        return false;
      Args.beginArg();
      bool Leaf = *Cur != '%' && *Cur != '[' && *Cur != '(' && *Cur != '{';
      size_t Before = Args.Bytes.size();
      if (!parseSimpleItem(1))
        return false;
      bool String = Leaf && Args.Bytes[Before] == uint8_t(ArgKind::String);
      if (String && LastWasString)
        return false;
      LastWasString = String;
      ++Position;
      if (End - Cur < 2)
        return false;
      if (Cur[0] == ',' && Cur[1] == ' ') {
        Cur += 2;
        continue;
      }
      if (Position == 1) {
        if (Cur[0] != ',' || Cur[1] != ')')
          return false;
        Cur += 2;
        break;
      }
      if (Cur[0] != ')')
        return false;
      ++Cur;
      break;
    }
  }
  StringRef Rest(Cur, End - Cur);
  if (!Rest.consume_front(", kwargs = {"))
    return false;
  Cur = Rest.begin();
  if (Cur != End && *Cur == '}') {
    ++Cur;
  } else {
    while (true) {
      const char *KeyEnd = skipClass(Cur, End, CC_Name);
      Keyword = StringRef(Cur, KeyEnd - Cur);
      if (Keyword.empty() || !StringRef(KeyEnd, End - KeyEnd).starts_with(": "))
        return false;
      Symbol Key = Symbols.intern(Keyword);
      if (isClass(*Cur, CC_Digit) ||
          any_of(drop_begin(Args.Items, Args.NumArgs),
                 [&](const ArgSpec::Item &I) { return I.Keyword == Key.id(); }))
        return false;
      Args.beginKwarg(Key);
      Cur = KeyEnd + 2;
      if (!parseSimpleItem(1) || Cur == End)
        return false;
      if (*Cur == '}') {
        ++Cur;
        break;
      }
      if (End - Cur < 2 || Cur[0] != ',' || Cur[1] != ' ')
        return false;
      Cur += 2;
    }
  }
  return End - Cur == 1 && *Cur == ')';
}

bool FXReader::parseSimpleItem(unsigned Depth) {
  if (Cur == End || Depth > MaxArgumentDepth)
    return false;
  switch (*Cur) {
  case '%': {
    const char *Stop = skipClass(Cur + 1, End, CC_Name);
    if (Stop == Cur + 1 || Stop == End || !StringRef(",)]}").contains(*Stop) ||
        isClass(Cur[1], CC_Digit))
      return false;
    Builder.addReference(Args, Cur + 1, Stop);
    Cur = Stop;
    return true;
  }
  case '(':
    return parseSimpleSequence(ArgKind::Tuple, ')', Depth);
  case '[':
    return parseSimpleSequence(ArgKind::List, ']', Depth);
  case '{':
    return parseSimpleDict(Depth);
  case 's':
  case 'r':
    if (StringRef(Cur, End - Cur).starts_with("slice(") ||
        StringRef(Cur, End - Cur).starts_with("range("))
      return parseRepr(End);
    return parseSimpleLeaf();
  default:
    return parseSimpleLeaf();
  }
}

bool FXReader::parseSimpleSequence(ArgKind Kind, char Close, unsigned Depth) {
  ++Cur;
  size_t Place = Args.beginAggregate(Kind);
  uint32_t Count = 0;
  bool LastWasString = false;
  if (Cur != End && *Cur == Close) {
    ++Cur;
    Args.endAggregate(Place, 0);
    return true;
  }
  while (true) {
    size_t Before = Args.Bytes.size();
    if (!parseSimpleItem(Depth + 1) || End - Cur < 2)
      return false;
    ++Count;
    bool String = Args.Bytes[Before] == uint8_t(ArgKind::String);
    if (String && LastWasString)
      return false;
    LastWasString = String;
    if (Cur[0] == ',' && Cur[1] == ' ') {
      Cur += 2;
      continue;
    }
    if (Kind == ArgKind::Tuple && Count == 1) {
      if (Cur[0] != ',' || Cur[1] != ')')
        return false;
      Cur += 2;
      break;
    }
    if (*Cur != Close)
      return false;
    ++Cur;
    break;
  }
  Args.endAggregate(Place, Count);
  return true;
}

bool FXReader::parseSimpleDict(unsigned Depth) {
  ++Cur;
  size_t Place = Args.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (Cur != End && *Cur == '}') {
    ++Cur;
    Args.endAggregate(Place, 0);
    return true;
  }
  while (true) {
    const char *KeyEnd = skipClass(Cur, End, CC_Word);
    StringRef Key(Cur, KeyEnd - Cur);
    if (Key.empty() || !StringRef(KeyEnd, End - KeyEnd).starts_with(": "))
      return false;
    addLeaf(Key);
    Cur = KeyEnd + 2;
    if (!parseSimpleItem(Depth + 1) || End - Cur < 2)
      return false;
    Count += 2;
    if (*Cur == '}') {
      ++Cur;
      break;
    }
    if (Cur[0] != ',' || Cur[1] != ' ')
      return false;
    Cur += 2;
  }
  Args.endAggregate(Place, Count);
  return true;
}

bool FXReader::parseSimpleLeaf() {
  const char *Stop = Cur;
  while (Stop != End && isLeafChar(*Stop)) {
    if (*Stop == ',' && Stop + 1 != End && (Stop[1] == ' ' || Stop[1] == ')'))
      break;
    if (*Stop == ':' && Stop + 1 != End && Stop[1] == ' ')
      return false;
    ++Stop;
  }
  if (Stop == Cur || Stop == End ||
      (*Stop != ',' && *Stop != ')' && *Stop != ']' && *Stop != '}'))
    return false;
  addLeaf({Cur, size_t(Stop - Cur)});
  Cur = Stop;
  return true;
}

bool FXReader::parseRepr(const char *Stop) {
  bool Opaque = false;
  size_t Offset = Args.Bytes.size();
  uint32_t Operand = Args.Operands.size();
  StringRef Text(Cur, Stop - Cur);
  const char *ValueEnd = readRepr(Text, Builder, Symbols, Args, Opaque);
  if (!ValueEnd || Opaque ||
      !printsAs(Args, Offset, Operand, Ctx, {Cur, size_t(ValueEnd - Cur)}))
    return false;
  Cur = ValueEnd;
  return true;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

FXReader::Wanted FXReader::wanted() const {
  auto *Self = const_cast<FXReader *>(this);
  if (!TargetKnown) {
    Self->TargetKnown = true;
    Self->Target = TargetOp == Opcode::CallFunction
                       ? Ctx.functionOp(TargetSymbol)
                   : TargetOp == Opcode::CallMethod ? Ctx.methodOp(TargetSymbol)
                                                    : nullptr;
  }
  Wanted W;
  if (!Target)
    return W;
  W.Exact = Target->isOperatorOverload();
  bool First = true;
  for (const OpSchema &Schema : Target->overloads()) {
    const SchemaParam *Param = nullptr;
    if (!Keyword.empty()) {
      if (std::optional<unsigned> I = Schema.findParam(Keyword))
        Param = &Schema.params()[*I];
    } else if (Position < Schema.params().size()) {
      Param = &Schema.params()[Position];
      if (Param->Kind == ParamKind::KeywordOnly ||
          Param->Kind == ParamKind::VarKeyword)
        Param = nullptr;
    }
    if (!Param)
      continue;
    // Overloads that disagree say nothing.
    if (!First && W.Kind != Param->Type.Kind)
      return {SchemaKind::Any, W.Exact};
    W.Kind = Param->Type.Kind;
    First = false;
  }
  return W;
}

/// Whether any parameter of the current target is a string; most have none,
/// and then words that look like numbers need no schema.
bool FXReader::targetTakesStrings() {
  if (TargetOp == Opcode::CallModule || !TargetSymbol)
    return false;
  uint64_t Key = uint64_t(TargetSymbol.id()) << 3 | unsigned(TargetOp);
  auto [It, New] = TakesStrings.try_emplace(Key, false);
  if (New) {
    (void)wanted();
    if (Target)
      for (const OpSchema &Schema : Target->overloads())
        for (const SchemaParam &P : Schema.params())
          if (P.Type.Kind == SchemaKind::Str)
            It->second = true;
  }
  return It->second;
}

void FXReader::addString(StringRef Text) {
  Args.addText(ArgKind::String, Symbols.intern(Text));
}

/// Whether \p Text is how Python prints an integer.
static bool isCanonicalInteger(StringRef Text) {
  Text.consume_front("-");
  if (Text.empty() || !all_of(Text, isDigit))
    return false;
  return Text.size() == 1 || Text[0] != '0';
}

bool FXReader::addNumber(StringRef Text) {
  if (isCanonicalInteger(Text)) {
    if (Text == "-0")
      return false;
    int64_t Value;
    if (!Text.getAsInteger(10, Value))
      Args.addInt(Value);
    else
      Args.addText(ArgKind::BigInt, Symbols.intern(Text));
    return true;
  }
  double Value;
  if (Text == "inf")
    Value = std::numeric_limits<double>::infinity();
  else if (Text == "-inf")
    Value = -std::numeric_limits<double>::infinity();
  else if (Text == "nan")
    Value = std::numeric_limits<double>::quiet_NaN();
  else if (!all_of(Text,
                   [](char C) {
                     return isDigit(C) || C == '.' || C == 'e' || C == '-' ||
                            C == '+';
                   }) ||
           Text.getAsDouble(Value, /*AllowInexact=*/true))
    return false;
  TextBuffer Canonical;
  py::writeFloatRepr(Canonical, Value);
  if (Canonical.text() != Text)
    return false;
  Args.addFloat(Value);
  return true;
}

/// `1j`, `(1-2.5j)`: only if Python prints the number so.
bool FXReader::addComplex(StringRef Text) {
  StringRef Inside = Text;
  if (Inside.consume_front("(") && !Inside.consume_back(")"))
    return false;
  if (!Inside.consume_back("j") || Inside.empty())
    return false;
  // The sign of the imaginary part is the last one that no exponent has.
  size_t Split = Inside.size();
  for (size_t I = Inside.size(); I-- > 1;)
    if ((Inside[I] == '+' || Inside[I] == '-') && Inside[I - 1] != 'e') {
      Split = I;
      break;
    }
  auto Part = [](StringRef T, double &Value) {
    T.consume_front("+");
    bool Negative = T.consume_front("-");
    if (T == "inf")
      Value = std::numeric_limits<double>::infinity();
    else if (T == "nan")
      Value = std::numeric_limits<double>::quiet_NaN();
    else if (T.empty() || !isDigit(T[0]) || T.getAsDouble(Value))
      return false;
    if (Negative)
      Value = -Value;
    return true;
  };
  double Real = 0, Imag;
  if (Split == Inside.size()) {
    if (!Part(Inside, Imag))
      return false;
  } else if (!Part(Inside.take_front(Split), Real) ||
             !Part(Inside.substr(Split), Imag)) {
    return false;
  }
  TextBuffer Canonical;
  py::writeComplexRepr(Canonical, Real, Imag);
  if (Canonical.text() != Text)
    return false;
  Args.addValue(Argument::complex(Real, Imag));
  return true;
}

bool FXReader::addTorchConstant(StringRef Text) {
  if (std::optional<DType> T = parseDType(Text)) {
    Args.addSmall(ArgKind::DType, uint8_t(*T));
    return true;
  }
  if (std::optional<Layout> L = parseLayout(Text)) {
    Args.addSmall(ArgKind::Layout, uint8_t(*L));
    return true;
  }
  if (std::optional<MemoryFormat> F = parseMemoryFormat(Text)) {
    Args.addSmall(ArgKind::MemoryFormat, uint8_t(*F));
    return true;
  }
  return false;
}

/// Whether a schema of this kind wants a number, so that a word is a symbolic
/// one.
static bool isNumeric(SchemaKind Kind) {
  switch (Kind) {
  case SchemaKind::Scalar:
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Float:
  case SchemaKind::SymBool:
    return true;
  default:
    return false;
  }
}

bool FXReader::addLeaf(StringRef Text) {
  if (Text == "None") {
    Args.addPlain(ArgKind::None);
    return false;
  }
  if (LLVM_UNLIKELY(targetTakesStrings() && wanted().Kind == SchemaKind::Str)) {
    addString(Text);
    return true;
  }
  if (Text == "True" || Text == "False") {
    Args.addSmall(ArgKind::Bool, Text == "True");
    return false;
  }
  if (Text == "Ellipsis") {
    Args.addPlain(ArgKind::Ellipsis);
    return false;
  }
  if (!Text.empty()) {
    char First = Text.front();
    if ((isDigit(First) || First == '-' || First == 'i' || First == 'n') &&
        addNumber(Text))
      return false;
    if ((First == '(' || Text.back() == 'j') && addComplex(Text))
      return false;
    if (Text.starts_with("torch.") && addTorchConstant(Text))
      return false;
  }
  if (isDeviceText(Text)) {
    Wanted W = wanted();
    if (Text.contains(':') || (W.Exact && W.Kind == SchemaKind::Device)) {
      Args.addText(ArgKind::Device, Symbols.intern(Text));
      return false;
    }
    addString(Text);
    return true;
  }
  // Operators are values only for higher-order operators.
  if (TargetOp == Opcode::CallFunction && TargetSymbol &&
      TargetSymbol.str().starts_with("torch.ops.") && !Text.empty()) {
    Wanted W = wanted();
    if (W.Exact && isNumeric(W.Kind)) {
      Args.addText(ArgKind::SymExpr, Symbols.intern(Text));
      return false;
    }
    if (TargetSymbol.str().starts_with("torch.ops.higher_order.") &&
        Text.count('.') == 2) {
      Symbol Qualified = Symbols.intern(("torch.ops." + Text).str());
      if (Ctx.functionOp(Qualified)) {
        Args.addText(ArgKind::Function, Qualified);
        return false;
      }
    }
  }
  addString(Text);
  return true;
}
