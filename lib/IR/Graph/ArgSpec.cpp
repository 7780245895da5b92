//===- ArgSpec.cpp - Interned shape of a node's arguments -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ArgSpec.h"
#include "llvm/Support/LEB128.h"
#include <cstring>

using namespace fx;
using namespace llvm;

// Encoding: the kind, then by kind
//   Bool, DType, Layout, MemoryFormat   one byte
//   Int                                 SLEB128
//   Float                               8 bytes
//   texts                               ULEB128 symbol id
//   NamedTuple                          ULEB128 class id, ULEB128 count
//   other aggregates                    ULEB128 count
// and the elements of aggregates follow. A Node has no payload: it is the next
// operand.

static void appendULEB(SmallVectorImpl<uint8_t> &Bytes, uint64_t Value) {
  uint8_t Buffer[10];
  Bytes.append(Buffer, Buffer + encodeULEB128(Value, Buffer));
}

void ArgSpecBuilder::addInt(int64_t Value) {
  Bytes.push_back(uint8_t(ArgKind::Int));
  if (LLVM_LIKELY(Value >= -64 && Value < 64))
    return Bytes.push_back(uint8_t(Value & 0x7f));
  uint8_t Buffer[10];
  Bytes.append(Buffer, Buffer + encodeSLEB128(Value, Buffer));
}

void ArgSpecBuilder::addFloat(double Value) {
  Bytes.push_back(uint8_t(ArgKind::Float));
  uint8_t Buffer[8];
  std::memcpy(Buffer, &Value, 8);
  Bytes.append(Buffer, Buffer + 8);
}

void ArgSpecBuilder::addText(ArgKind Kind, Symbol Text) {
  assert(Argument::hasSymbol(Kind));
  Bytes.push_back(uint8_t(Kind));
  appendULEB(Bytes, Text.id());
}

size_t ArgSpecBuilder::beginAggregate(ArgKind Kind, Symbol Class) {
  Bytes.push_back(uint8_t(Kind));
  if (Kind == ArgKind::NamedTuple)
    appendULEB(Bytes, Class.id());
  Bytes.push_back(0);
  return Bytes.size() - 1;
}

void ArgSpecBuilder::endAggregate(size_t Place, uint32_t Count) {
  if (LLVM_LIKELY(Count < 128)) {
    Bytes[Place] = uint8_t(Count);
    return;
  }
  uint8_t Buffer[10];
  unsigned Length = encodeULEB128(Count, Buffer);
  Bytes[Place] = Buffer[0];
  Bytes.insert(Bytes.begin() + Place + 1, Buffer + 1, Buffer + Length);
}

Argument ArgSpecBuilder::value(Context &Ctx, unsigned I) const {
  ArgReader R(Bytes.data() + Items[I].Offset, Items[I].Operand);
  return decodeArgument(R, Ctx, [this](uint32_t I) { return Operands[I]; });
}

void ArgSpecBuilder::encode(const Argument &A) {
  Bytes.push_back(uint8_t(A.kind()));
  switch (A.kind()) {
  case ArgKind::None:
  case ArgKind::Ellipsis:
    return;
  case ArgKind::Node:
    Operands.push_back(A.asNode());
    return;
  case ArgKind::Bool:
    Bytes.push_back(A.asBool());
    return;
  case ArgKind::DType:
    Bytes.push_back(uint8_t(A.asDType()));
    return;
  case ArgKind::Layout:
    Bytes.push_back(uint8_t(A.asLayout()));
    return;
  case ArgKind::MemoryFormat:
    Bytes.push_back(uint8_t(A.asMemoryFormat()));
    return;
  case ArgKind::Int:
    Bytes.pop_back();
    return addInt(A.asInt());
  case ArgKind::Float:
    Bytes.pop_back();
    return addFloat(A.asFloat());
  case ArgKind::BigInt:
  case ArgKind::String:
  case ArgKind::Device:
  case ArgKind::SymExpr:
  case ArgKind::Function:
  case ArgKind::Enum:
    appendULEB(Bytes, A.symbol().id());
    return;
  case ArgKind::NamedTuple:
    appendULEB(Bytes, A.symbol().id());
    [[fallthrough]];
  case ArgKind::Complex:
  case ArgKind::Tuple:
  case ArgKind::List:
  case ArgKind::Dict:
  case ArgKind::Slice:
  case ArgKind::Range:
  case ArgKind::TensorType:
    appendULEB(Bytes, A.elements().size());
    for (const Argument &E : A.elements())
      encode(E);
    return;
  }
}

static uint64_t readULEB(const uint8_t *&Cur) {
  unsigned Length;
  uint64_t Value = decodeULEB128(Cur, &Length);
  Cur += Length;
  return Value;
}

ArgToken ArgReader::next() {
  ArgToken T;
  T.Kind = ArgKind(*Cur++);
  switch (T.Kind) {
  case ArgKind::None:
  case ArgKind::Ellipsis:
    break;
  case ArgKind::Node:
    T.Operand = Operand++;
    break;
  case ArgKind::Bool:
  case ArgKind::DType:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat:
    T.Small = *Cur++;
    break;
  case ArgKind::Int: {
    unsigned Length;
    T.Int = decodeSLEB128(Cur, &Length);
    Cur += Length;
    break;
  }
  case ArgKind::Float:
    std::memcpy(&T.Float, Cur, 8);
    Cur += 8;
    break;
  case ArgKind::BigInt:
  case ArgKind::String:
  case ArgKind::Device:
  case ArgKind::SymExpr:
  case ArgKind::Function:
  case ArgKind::Enum:
    T.Text = readULEB(Cur);
    break;
  case ArgKind::NamedTuple:
    T.Text = readULEB(Cur);
    [[fallthrough]];
  case ArgKind::Complex:
  case ArgKind::Tuple:
  case ArgKind::List:
  case ArgKind::Dict:
  case ArgKind::Slice:
  case ArgKind::Range:
  case ArgKind::TensorType:
    T.Count = readULEB(Cur);
    break;
  }
  return T;
}

void ArgReader::skip() {
  for (uint64_t Left = 1; Left; --Left)
    Left += next().Count;
}
