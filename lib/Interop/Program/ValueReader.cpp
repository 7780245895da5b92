//===- ValueReader.cpp - Descriptions of values from JSON -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "SchemaNames.h"
#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/xxhash.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

bool ProgramReader::readDType(DType &T) {
  int64_t Number;
  const char *At = (R.peek(), R.position());
  if (!R.readInt(Number))
    return false;
  std::optional<DType> Known = dtypeFromNumber(Number);
  T = Known.value_or(DType::Float32);
  return Known || R.fail("unknown dtype " + Twine(Number), At);
}

bool ProgramReader::readLayout(Layout &L) {
  int64_t Number;
  const char *At = (R.peek(), R.position());
  if (!R.readInt(Number))
    return false;
  std::optional<Layout> Known = layoutFromNumber(Number);
  L = Known.value_or(Layout::Strided);
  return Known || R.fail("unknown layout " + Twine(Number), At);
}

bool ProgramReader::readMemoryFormat(MemoryFormat &F) {
  int64_t Number;
  const char *At = (R.peek(), R.position());
  if (!R.readInt(Number))
    return false;
  std::optional<MemoryFormat> Known = memoryFormatFromNumber(Number);
  F = Known.value_or(MemoryFormat::Contiguous);
  return Known || R.fail("unknown memory format " + Twine(Number), At);
}

bool ProgramReader::readDevice(Symbol &Device) {
  static constexpr StringLiteral Fields[] = {"type", "index"};
  SmallString<16> Name;
  std::optional<int64_t> Index;
  const char *At = (R.peek(), R.position());
  if (!readStruct(Fields, 1, [&](unsigned I) {
        if (I == 1)
          return R.consumeNull() || R.readInt(Index.emplace());
        StringRef Type;
        if (!R.readString(Type))
          return false;
        Name = Type;
        return true;
      }))
    return false;
  if (Name.empty() || Name.str().contains(':') || (Index && *Index < 0))
    return R.fail("not a device", At);
  if (Index)
    (Name += ":") += std::to_string(*Index);
  Device = intern(Name);
  return true;
}

//===----------------------------------------------------------------------===//
// Symbolic expressions
//===----------------------------------------------------------------------===//

/// The text of an expression in the graph. It stands for one spelling and one
/// type only; another one with the same text keeps its own spelling.
Symbol ProgramReader::textOfExpression(Symbol Source,
                                       SymbolicInfo::TypeKind Type,
                                       Argument Hint) {
  auto [It, New] = Expressions.try_emplace({Source, unsigned(Type)}, Symbol());
  if (!New)
    return It->second;
  Symbol Text = Source;
  if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Source.str()))
    if (std::optional<std::string> Printed = E->str())
      Text = intern(*Printed);
  if (const SymbolicInfo *Info = Program->symbolic(Text);
      Info && (Info->Source != Source || Info->Type != Type))
    Text = Source;
  It->second = Text;
  if (!Program->symbolic(Text))
    Program->addSymbolic({Text, Source, Type, std::move(Hint)});
  return Text;
}

/// `{"expr_str": "...", "hint": {"as_int": 3}}`
bool ProgramReader::readExpression(SymbolicInfo::TypeKind Type,
                                   Argument &Value) {
  static constexpr StringLiteral Fields[] = {"expr_str", "hint"};
  Symbol Source;
  Argument Hint;
  if (!readStruct(Fields, 1, [&](unsigned I) {
        if (I == 0)
          return readSymbol(Source);
        if (R.consumeNull())
          return true;
        // PyTorch 2.1 knew integers only.
        if (int64_t Int; isFirstSchema() && R.peek() != '{') {
          if (!R.readInt(Int))
            return false;
          Hint = Int;
          return true;
        }
        return readUnion([&](StringRef Key) {
          if (Key == "as_int") {
            int64_t Int;
            if (!R.readInt(Int))
              return false;
            Hint = Int;
          } else if (Key == "as_float") {
            double Float;
            if (!R.readFloat(Float))
              return false;
            Hint = Float;
          } else {
            bool Bool;
            if (Key != "as_bool")
              return R.fail("unknown member '" + Key + "'");
            if (!R.readBool(Bool))
              return false;
            Hint = Bool;
          }
          return true;
        });
      }))
    return false;
  if (isOld())
    Source = upgradeExpression(Source.str());
  Symbol Text = textOfExpression(Source, Type, Hint);
  Value = Argument::symExpr(Text);
  const SymbolicInfo *Info = Program->symbolic(Text);
  Unusual |= Info->Type != Type || !(Info->Hint == Hint);
  return true;
}

bool ProgramReader::readSymbolic(SymbolicInfo::TypeKind Type, Argument &Value) {
  return readUnion([&](StringRef Key) {
    if (Key == "as_expr")
      return readExpression(Type, Value);
    if (Key == "as_int" && Type == SymbolicInfo::Int) {
      int64_t Int;
      if (!R.readInt(Int))
        return false;
      Value = Int;
      return true;
    }
    if (Key == "as_float" && Type == SymbolicInfo::Float) {
      double Float;
      if (!R.readFloat(Float))
        return false;
      Value = Float;
      return true;
    }
    if (Key == "as_bool" && Type == SymbolicInfo::Bool) {
      bool Bool;
      if (!R.readBool(Bool))
        return false;
      Value = Bool;
      return true;
    }
    return R.fail("unknown member '" + Key + "'");
  });
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool ProgramReader::readTensorMetaFields(Argument &Value) {
  static constexpr StringLiteral Fields[] = {
      "dtype",   "sizes",          "requires_grad", "device",
      "strides", "storage_offset", "layout"};
  DType T = DType::Float32;
  SmallVector<Argument, 6> Sizes, Strides;
  bool RequiresGrad = false;
  Symbol Device;
  Argument Offset = 0;
  Layout L = Layout::Strided;
  auto Shape = [&](SmallVectorImpl<Argument> &Out) {
    return readArray(
        [&] { return readSymbolic(SymbolicInfo::Int, Out.emplace_back()); });
  };
  if (!readStruct(Fields, 7, [&](unsigned I) {
        switch (I) {
        case 0:
          return readDType(T);
        case 1:
          return Shape(Sizes);
        case 2:
          return R.readBool(RequiresGrad);
        case 3:
          return readDevice(Device);
        case 4:
          return Shape(Strides);
        case 5:
          if (int64_t Int; isOld() && R.peek() != '{') {
            if (!R.readInt(Int))
              return false;
            Offset = Int;
            return true;
          }
          return readSymbolic(SymbolicInfo::Int, Offset);
        default:
          return readLayout(L);
        }
      }))
    return false;
  Value = Argument::tensorType(
      T, Argument::tuple(Sizes), Argument::tuple(Strides),
      Argument::device(Device), RequiresGrad, std::move(Offset), L);
  return true;
}

bool ProgramReader::readTensorMeta(Argument &Value) {
  R.peek();
  const char *Begin = R.position();
  // PyTorch writes the layout last; what is before it decides. A text that
  // is not so is read like any other.
  static constexpr StringLiteral Last = "\"layout\": ";
  StringRef Rest(Begin, Text.end() - Begin);
  size_t Length = Rest.take_front(4096).find(Last);
  if (Length == StringRef::npos || Rest.size() < Length + Last.size() + 2 ||
      Rest[Length + Last.size() + 1] != '}')
    return readTensorMetaFields(Value);
  StringRef Raw = Rest.take_front(Length + Last.size() + 2);
  // Hostile texts have no two alike.
  if (TensorMetas.size() > MaxTensorMetas)
    TensorMetas.clear();
  auto [It, New] = TensorMetas.try_emplace(xxh3_64bits(Raw));
  if (!New && It->second.first == Raw) {
    R.setPosition(Raw.end());
    Value = It->second.second;
    return true;
  }
  if (!readTensorMetaFields(Value))
    return false;
  // Only if the text ended where it seemed to.
  auto Known = TensorMetas.find(xxh3_64bits(Raw));
  if (R.position() == Raw.end())
    Known->second = {Raw, Value};
  return true;
}
