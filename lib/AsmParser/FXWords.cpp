//===- FXWords.cpp - What bare words of print(graph) are ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `1`, `1.0`, `None`, `torch.float32`, `cuda:1` and `reflect` all are there
// without quotes, and each of them could be a string. A word is a typed leaf if
// that leaf prints as exactly this word (`1e5` is not a float: that would print
// as `100000.0`), and if the operator's schema does not ask for a string.
//
//===----------------------------------------------------------------------===//

#include "FXWords.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/PyLiterals.h"
#include <charconv>
#include <cmath>

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

/// A symbolic size, such as `s0` or `2*s0 + 1`.
static bool isSymbolic(StringRef Word) {
  if (Word.empty() || !isClass(Word.back(), CC_Name | CC_Word) ||
      Word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                             "XYZ0123456789_+-*/. ") != StringRef::npos)
    return false;
  // Some letter with a digit after it.
  for (size_t I = 1; I < Word.size(); ++I)
    if (isClass(Word[I], CC_Digit) && isClass(Word[I - 1], CC_NameStart))
      return true;
  return false;
}

bool FXWords::addBySchema(StringRef Word, SchemaKind Kind) {
  switch (Kind) {
  case SchemaKind::Device:
    if (!Schemas.takesDevices() || !isDeviceText(Word))
      return false;
    Out.Args.addText(ArgKind::Device, Out.Symbols.intern(Word));
    return true;
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Float:
  case SchemaKind::Bool:
  case SchemaKind::SymBool:
  case SchemaKind::Scalar:
    if (!isSymbolic(Word))
      return false;
    Out.Args.addText(ArgKind::SymExpr, Out.Symbols.intern(Word));
    return true;
  default:
    break;
  }
  if (!Schemas.isOperator(Word))
    return false;
  Out.Args.addText(ArgKind::Function,
                   Out.Symbols.intern(("torch.ops." + Word).str()));
  return true;
}

void FXWords::add(StringRef Word, const FXPlace &At) {
  if (LLVM_UNLIKELY(Schemas.wantsText(At)) && Word != "None")
    return Out.addString(Word);
  if (addLeaf(Word) || addEnum(Word))
    return;
  SchemaKind Kind = Schemas.kindAt(At);
  if (!addBySchema(Word, Kind))
    Out.addString(Word);
}

/// `Color.RED`, which is spelled as Python's enumerations are.
bool FXWords::addEnum(StringRef Word) {
  auto [Class, Member] = Word.split('.');
  auto IsUpper = [](char C) {
    return (C >= 'A' && C <= 'Z') || isClass(C, CC_Digit) || C == '_';
  };
  if (Class.empty() || Member.empty() || !(Word.front() >= 'A') ||
      Word.front() > 'Z' || !all_of(Class, isNameChar) ||
      all_of(Class, IsUpper) || !all_of(Member, IsUpper) ||
      isClass(Member.front(), CC_Digit))
    return false;
  Out.Args.addText(ArgKind::Enum, Out.Symbols.intern(Word));
  Out.warnAmbiguous(diag::warn_ambiguous_enum, Word);
  return true;
}

bool FXWords::addLeaf(StringRef Word) {
  if (Word.empty())
    return false;
  switch (Word.front()) {
  case 'N':
    if (Word != "None")
      break;
    Out.Args.addPlain(ArgKind::None);
    return true;
  case 'T':
  case 'F':
    if (Word != "True" && Word != "False")
      break;
    Out.Args.addSmall(ArgKind::Bool, Word == "True");
    return true;
  case 'E':
    if (Word != "Ellipsis")
      break;
    Out.Args.addPlain(ArgKind::Ellipsis);
    return true;
  case 't':
    if (Word.starts_with("torch."))
      return addTorchWord(Word);
    break;
  case '(':
    return addComplex(Word);
  case 'i':
    if (Word.starts_with("inf"))
      return addNumber(Word);
    break;
  case 'n':
    if (Word.starts_with("nan"))
      return addNumber(Word);
    break;
  default:
    if (Word.front() == '-' || isClass(Word.front(), CC_Digit))
      return addNumber(Word);
    break;
  }
  // A device with its index can hardly be anything else.
  if (Word.contains(':') && isDeviceText(Word)) {
    Out.Args.addText(ArgKind::Device, Out.Symbols.intern(Word));
    return true;
  }
  return false;
}

bool FXWords::isLeaf(StringRef Word) {
  FXOutput::Mark M = Out.mark();
  bool Leaf = addLeaf(Word);
  Out.rollBack(M);
  return Leaf;
}

bool FXWords::addTorchWord(StringRef Word) {
  if (std::optional<DType> T = parseDType(Word)) {
    Out.Args.addSmall(ArgKind::DType, uint8_t(*T));
    return true;
  }
  if (std::optional<Layout> L = parseLayout(Word)) {
    Out.Args.addSmall(ArgKind::Layout, uint8_t(*L));
    return true;
  }
  if (std::optional<MemoryFormat> F = parseMemoryFormat(Word)) {
    Out.Args.addSmall(ArgKind::MemoryFormat, uint8_t(*F));
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Whether Python prints the float that \p Text spells as just \p Text, as far
/// as that is known without printing.
static bool isPlainDecimal(StringRef Text) {
  Text.consume_front("-");
  auto [Whole, Fraction] = Text.split('.');
  auto AllDigits = [](StringRef T) {
    return !T.empty() && T.find_first_not_of("0123456789") == StringRef::npos;
  };
  if (!AllDigits(Whole) || !AllDigits(Fraction) ||
      Whole.size() + Fraction.size() > 15)
    return false;
  if (Whole.size() > 1 && Whole.front() == '0')
    return false;
  if (Fraction.size() > 1 && Fraction.back() == '0')
    return false;
  // Small ones have an exponent.
  return Whole != "0" || Fraction.size() == 1 || !Fraction.starts_with("0000");
}

/// The float at the front of \p Text, which it is taken off.
static bool takeFloat(StringRef &Text, double &Value) {
  bool Negative = Text.consume_front("-");
  if (Text.consume_front("inf")) {
    Value = std::numeric_limits<double>::infinity();
  } else if (Text.consume_front("nan")) {
    Value = std::numeric_limits<double>::quiet_NaN();
  } else {
    if (Text.empty() || !isClass(Text.front(), CC_Digit))
      return false;
    auto [Stop, Code] = std::from_chars(Text.begin(), Text.end(), Value);
    if (Code != std::errc())
      return false;
    Text = Text.drop_front(Stop - Text.begin());
  }
  if (Negative)
    Value = -Value;
  return true;
}

/// An integer, a float, or an imaginary number without brackets.
bool FXWords::addNumber(StringRef Word) {
  StringRef Digits = Word;
  bool Negative = Digits.consume_front("-");
  if (!Digits.empty() &&
      Digits.find_first_not_of("0123456789") == StringRef::npos) {
    if ((Digits.size() > 1 && Digits.front() == '0') ||
        (Negative && Digits == "0"))
      return false;
    int64_t Number;
    if (Word.getAsInteger(10, Number))
      Out.Args.addValue(Argument::integer(Out.Symbols.context(), Word));
    else
      Out.Args.addInt(Number);
    return true;
  }
  double Value;
  StringRef Rest = Word;
  if (!takeFloat(Rest, Value))
    return false;
  if (Rest == "j")
    return addComplex(Word);
  if (!Rest.empty())
    return false;
  if (!isPlainDecimal(Word)) {
    Printed.clear();
    py::writeFloatRepr(Printed, Value);
    if (Printed.text() != Word)
      return false;
  }
  Out.Args.addFloat(Value);
  return true;
}

/// `2j` or `(1-2j)`.
bool FXWords::addComplex(StringRef Word) {
  double Real = 0, Imag;
  StringRef Rest = Word;
  bool Whole = Rest.consume_front("(");
  if (Whole) {
    if (!takeFloat(Rest, Real))
      return false;
    Rest.consume_front("+");
  }
  if (!takeFloat(Rest, Imag) || Rest != (Whole ? "j)" : "j"))
    return false;
  Printed.clear();
  py::writeComplexRepr(Printed, Real, Imag);
  if (Printed.text() != Word)
    return false;
  size_t Offset = Out.Args.beginAggregate(ArgKind::Complex);
  Out.Args.addFloat(Real);
  Out.Args.addFloat(Imag);
  Out.Args.endAggregate(Offset, 2);
  return true;
}
