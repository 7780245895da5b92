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

#include "FXParser.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/PyLiterals.h"
#include <charconv>
#include <cmath>

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

const FXParser::TargetInfo &FXParser::targetInfo() {
  if (Current)
    return *Current;
  static constexpr TargetInfo Unknown;
  if (CurrentOp != Opcode::CallFunction && CurrentOp != Opcode::CallMethod)
    return *(Current = &Unknown);
  bool Method = CurrentOp == Opcode::CallMethod;
  uint64_t Key = uint64_t(CurrentTarget.id()) << 1 | Method;
  auto [It, New] = Targets.try_emplace(Key);
  TargetInfo &Info = It->second;
  if (New) {
    Info.Op =
        Method ? Ctx.methodOp(CurrentTarget) : Ctx.functionOp(CurrentTarget);
    Info.IsGetItem = !Method && CurrentTarget == "operator.getitem";
    if (Info.Op)
      for (const OpSchema &Schema : Info.Op->overloads())
        for (const SchemaParam &Param : Schema.params())
          Info.TakesText |= Param.Type.Kind == SchemaKind::Str;
  }
  // Valid until the next call: the map may grow.
  return *(Current = &Info);
}

/// The parameter that takes the argument at \p At, or null.
static const SchemaParam *findParam(const OpSchema &Schema, uint32_t Index,
                                    Symbol Keyword) {
  ArrayRef<SchemaParam> Params = Schema.params();
  if (Keyword) {
    std::optional<unsigned> Found = Schema.findParam(Keyword.str());
    return Found ? &Params[*Found] : nullptr;
  }
  for (const SchemaParam &Param : Params) {
    if (Param.Kind == ParamKind::VarPositional)
      return &Param;
    if (Param.Kind == ParamKind::KeywordOnly ||
        Param.Kind == ParamKind::VarKeyword)
      return nullptr;
    if (Index-- == 0)
      return &Param;
  }
  return nullptr;
}

SchemaKind FXParser::kindAt(const Place &At) {
  const OpTarget *Op = targetInfo().Op;
  if (!Op)
    return SchemaKind::Any;
  std::optional<SchemaKind> Kind;
  for (const OpSchema &Schema : Op->overloads()) {
    const SchemaParam *Param = findParam(Schema, At.Index, At.Keyword);
    if (!Param)
      continue;
    if (Kind && *Kind != Param->Type.Kind)
      return SchemaKind::Any;
    Kind = Param->Type.Kind;
  }
  return Kind.value_or(SchemaKind::Any);
}

/// Whether a value of the annotation \p Type is a dictionary with texts for
/// keys: `typing.Dict[str, torch.Tensor]`.
static bool hasTextKeys(StringRef Type) {
  auto [Class, Keys] = Type.split('[');
  return (Class.ends_with_insensitive("dict") || Class.ends_with("Mapping")) &&
         Keys.starts_with("str, ");
}

bool FXParser::isTextKey(const Place &At) const {
  if (At.Keyword || At.Index != 1 || Args.Operands.empty() ||
      ArgKind(Args.Bytes.front()) != ArgKind::Node)
    return false;
  Symbol Type = Args.Operands.front()->type();
  return Type && hasTextKeys(Type.str());
}

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

/// Words that only the schema gives a type.
bool FXParser::addBySchema(StringRef Word, SchemaKind Kind) {
  switch (Kind) {
  case SchemaKind::Device:
    // Python functions take a device as a string too.
    if (!targetInfo().Op->isOperatorOverload() || !isDeviceText(Word))
      return false;
    Args.addText(ArgKind::Device, Symbols.intern(Word));
    return true;
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Float:
  case SchemaKind::Bool:
  case SchemaKind::SymBool:
  case SchemaKind::Scalar:
    if (!isSymbolic(Word))
      return false;
    Args.addText(ArgKind::SymExpr, Symbols.intern(Word));
    return true;
  default:
    break;
  }
  // `aten.add.Tensor` as an argument.
  if (Word.count('.') < 1 || Word.starts_with("torch.") ||
      Word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                             "XYZ0123456789_.") != StringRef::npos)
    return false;
  std::string Qualified = ("torch.ops." + Word).str();
  bool TakesOps = CurrentOp == Opcode::CallFunction &&
                  CurrentTarget.str().starts_with("torch.ops.higher_order.") &&
                  Word.count('.') == 2;
  if (!TakesOps && !lookupFunction(Qualified))
    return false;
  Args.addText(ArgKind::Function, Symbols.intern(Qualified));
  return true;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

void FXParser::addString(StringRef Text) {
  Args.addText(ArgKind::String, Symbols.intern(Text));
}

void FXParser::addWord(StringRef Word, const Place &At) {
  if (LLVM_UNLIKELY(wantsText(At)) && Word != "None")
    return addString(Word);
  if (addLeaf(Word) || addEnum(Word))
    return;
  SchemaKind Kind = kindAt(At);
  if (!addBySchema(Word, Kind))
    addString(Word);
}

/// `Color.RED`, which is spelled as Python's enumerations are.
bool FXParser::addEnum(StringRef Word) {
  auto [Class, Member] = Word.split('.');
  auto IsUpper = [](char C) {
    return (C >= 'A' && C <= 'Z') || isClass(C, CC_Digit) || C == '_';
  };
  auto IsName = [](char C) { return isClass(C, CC_Name); };
  if (Class.empty() || Member.empty() || !(Word.front() >= 'A') ||
      Word.front() > 'Z' || !all_of(Class, IsName) || all_of(Class, IsUpper) ||
      !all_of(Member, IsUpper) || isClass(Member.front(), CC_Digit))
    return false;
  Args.addText(ArgKind::Enum, Symbols.intern(Word));
  Report.warning(diag::warn_ambiguous_enum, Word.begin(), Word)
      .range(makeRange(Word.begin(), Word.end()))
      .note(diag::note_write_native, SMLoc());
  return true;
}

bool FXParser::addLeaf(StringRef Word) {
  if (Word.empty())
    return false;
  switch (Word.front()) {
  case 'N':
    if (Word != "None")
      break;
    Args.addPlain(ArgKind::None);
    return true;
  case 'T':
  case 'F':
    if (Word != "True" && Word != "False")
      break;
    Args.addSmall(ArgKind::Bool, Word == "True");
    return true;
  case 'E':
    if (Word != "Ellipsis")
      break;
    Args.addPlain(ArgKind::Ellipsis);
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
    Args.addText(ArgKind::Device, Symbols.intern(Word));
    return true;
  }
  return false;
}

bool FXParser::addTorchWord(StringRef Word) {
  if (std::optional<DType> T = parseDType(Word)) {
    Args.addSmall(ArgKind::DType, uint8_t(*T));
    return true;
  }
  if (std::optional<Layout> L = parseLayout(Word)) {
    Args.addSmall(ArgKind::Layout, uint8_t(*L));
    return true;
  }
  if (std::optional<MemoryFormat> F = parseMemoryFormat(Word)) {
    Args.addSmall(ArgKind::MemoryFormat, uint8_t(*F));
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
bool FXParser::addNumber(StringRef Word) {
  StringRef Digits = Word;
  bool Negative = Digits.consume_front("-");
  if (!Digits.empty() &&
      Digits.find_first_not_of("0123456789") == StringRef::npos) {
    if ((Digits.size() > 1 && Digits.front() == '0') ||
        (Negative && Digits == "0"))
      return false;
    int64_t Number;
    if (Word.getAsInteger(10, Number))
      Args.addValue(Argument::integer(Ctx, Word));
    else
      Args.addInt(Number);
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
  Args.addFloat(Value);
  return true;
}

/// `2j` or `(1-2j)`.
bool FXParser::addComplex(StringRef Word) {
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
  size_t Offset = Args.beginAggregate(ArgKind::Complex);
  Args.addFloat(Real);
  Args.addFloat(Imag);
  Args.endAggregate(Offset, 2);
  return true;
}
