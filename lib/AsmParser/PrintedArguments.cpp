//===- PrintedArguments.cpp - What modules print in their brackets --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/Context.h"
#include "fx/IR/Literal.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Whether the quote at \p At of \p Text begins a string: it stands where a
/// value can begin, and another one ends it.
static bool beginsString(StringRef Text, size_t At) {
  if (At && !StringRef("(,[{=: \n").contains(Text[At - 1]))
    return false;
  return Text.find(Text[At], At + 1) != StringRef::npos;
}

/// Splits \p Text at commas and line breaks outside of brackets and strings.
/// False when the brackets do not match.
static bool splitArguments(StringRef Text, SmallVectorImpl<StringRef> &Pieces) {
  SmallVector<char, 8> Closers;
  size_t Begin = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    switch (C) {
    case '\'':
    case '"':
      if (beginsString(Text, I))
        for (++I; I + 1 < Text.size() && Text[I] != C; ++I)
          I += Text[I] == '\\';
      break;
    case '(':
      Closers.push_back(')');
      break;
    case '[':
      Closers.push_back(']');
      break;
    case '{':
      Closers.push_back('}');
      break;
    case ')':
    case ']':
    case '}':
      if (Closers.empty() || Closers.pop_back_val() != C)
        return false;
      break;
    case ',':
    case '\n':
      if (!Closers.empty())
        break;
      Pieces.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
      break;
    }
  }
  if (!Closers.empty())
    return false;
  Pieces.push_back(Text.drop_front(Begin).trim());
  return true;
}

/// Whether \p Text has no blank outside of brackets and quotes, so that it can
/// be one value and not a sentence.
static bool isOneWord(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if ((C == '\'' || C == '"') && beginsString(Text, I))
      I = Text.find(C, I + 1);
    else if (C == '(' || C == '[' || C == '{' || C == '<')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}' || C == '>')
      Depth -= Depth != 0;
    else if (C == ' ' && !Depth)
      return false;
  }
  return !Text.empty();
}

static bool isKeyword(StringRef Text) {
  if (Text.empty() || isDigit(Text.front()))
    return false;
  return all_of(Text, isNameChar);
}

/// The value that \p Text shows, or \p Text itself as a string.
static Argument printedValue(Context &Ctx, StringRef Text) {
  std::string OneLine = Text.str();
  std::replace(OneLine.begin(), OneLine.end(), '\n', ' ');
  Expected<Argument> Value = parseLiteral(Ctx, OneLine);
  if (!Value) {
    consumeError(Value.takeError());
    return Argument::string(Ctx, Text);
  }
  // `a.b` reads as a function, but a word is more likely.
  if (Value->kind() == ArgKind::Function && !Text.starts_with("torch."))
    return Argument::string(Ctx, Text);
  return *Value;
}

bool fx::parsePrintedArguments(Context &Ctx, StringRef Text,
                               std::vector<Argument> &Args,
                               std::vector<KwArg> &Kwargs) {
  Args.clear();
  Kwargs.clear();
  SmallVector<StringRef, 8> Pieces;
  if (!splitArguments(Text, Pieces))
    return false;
  for (StringRef Piece : Pieces) {
    if (Piece.empty()) // `a=1,` at the end of a line
      continue;
    size_t Equals = Piece.find('=');
    StringRef Key = Piece.take_front(Equals).rtrim();
    StringRef Value = Piece;
    bool HasKey = Equals != StringRef::npos && isKeyword(Key);
    if (HasKey)
      Value = Piece.drop_front(Equals + 1).ltrim();
    bool Fits = Kwargs.empty() && isOneWord(Value);
    if (HasKey)
      Fits = none_of(Kwargs, [&](const KwArg &A) { return A.Name == Key; });
    if (!Fits || Value.empty()) {
      Args.clear();
      Kwargs.clear();
      return false;
    }
    if (HasKey)
      Kwargs.push_back({Ctx.intern(Key), printedValue(Ctx, Value)});
    else
      Args.push_back(printedValue(Ctx, Value));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The dtype of `torch.float32`, or of the class name `torch.FloatTensor`.
static std::optional<DType> printedDType(StringRef Text, bool &OnCuda) {
  if (std::optional<DType> T = parseDType(Text))
    return T;
  if (!Text.consume_front("torch.") || !Text.consume_back("Tensor"))
    return std::nullopt;
  OnCuda = Text.consume_front("cuda.");
  return StringSwitch<std::optional<DType>>(Text)
      .Case("Float", DType::Float32)
      .Case("Double", DType::Float64)
      .Case("Half", DType::Float16)
      .Case("BFloat16", DType::BFloat16)
      .Case("Byte", DType::UInt8)
      .Case("Char", DType::Int8)
      .Case("Short", DType::Int16)
      .Case("Int", DType::Int32)
      .Case("Long", DType::Int64)
      .Case("Bool", DType::Bool)
      .Case("ComplexFloat", DType::Complex64)
      .Case("ComplexDouble", DType::Complex128)
      .Default(std::nullopt);
}

bool fx::parsePrintedTensor(Context &Ctx, StringRef Line, TensorAttr &Tensor) {
  Tensor = TensorAttr();
  Line = Line.trim();
  if (!Line.consume_front("("))
    return false;
  auto [Key, What] = Line.split("): ");
  if (Key.empty() || What.empty())
    return false;
  if (What.starts_with("Object of type: "))
    return true;
  bool IsParameter = What.consume_front("Parameter containing: [");
  if ((!IsParameter && !What.consume_front("Tensor containing: [")) ||
      !What.consume_back("]"))
    return false;
  auto [TypeText, SizeText] = What.split(" of size ");
  bool OnCuda = false;
  std::optional<DType> Type = printedDType(TypeText, OnCuda);
  if (!Type)
    return false;
  // `2x3 (GPU 0)` up to PyTorch 1, `2x3 (cuda:0)` from 2.
  auto [Shape, Where] = SizeText.split(" (");
  Argument Device;
  if (Where.consume_back(")")) {
    std::string Name = Where.str();
    if (Where.consume_front("GPU "))
      Name = ("cuda:" + Where).str();
    if (!isDeviceText(Name))
      return false;
    Device = Argument::device(Ctx, Name);
  } else if (OnCuda) {
    Device = Argument::device(Ctx, "cuda");
  }
  SmallVector<Argument, 4> Sizes;
  SmallVector<StringRef, 4> Dims;
  Shape.trim().split(Dims, 'x', -1, /*KeepEmpty=*/false);
  for (StringRef Dim : Dims) {
    int64_t Size;
    if (Dim.getAsInteger(10, Size) || Size < 0)
      return false;
    Sizes.push_back(Size);
  }
  Tensor.Name = Ctx.intern(Key);
  Tensor.Role = IsParameter ? TensorAttr::Parameter : TensorAttr::Constant;
  Tensor.RequiresGrad = IsParameter;
  Tensor.Type =
      Argument::tensorType(*Type, Argument::tuple(Sizes), Argument(), Device);
  return true;
}
