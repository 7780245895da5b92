//===- AtenTable.cpp - The packed operator list -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtenTable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"

using namespace fx;
using llvm::StringRef;

namespace {
#include "fx/IR/AtenTable.h.inc"
} // namespace

unsigned aten::size() { return AtenCount; }

StringRef aten::name(unsigned Index) {
  return AtenNames + AtenNameOffsets[Index];
}

aten::Range aten::lookup(StringRef Base) {
  // `aten::add`, `aten::add.Tensor`, `aten::add_`: '.' sorts before every
  // character of a name, so the overloads of one operator are neighbors.
  unsigned Low = 0, High = AtenCount;
  while (Low != High) {
    unsigned Middle = (Low + High) / 2;
    if (name(Middle) < Base)
      Low = Middle + 1;
    else
      High = Middle;
  }
  Range Result = {Low, Low};
  while (Result.End != AtenCount && baseName(name(Result.End)) == Base)
    ++Result.End;
  return Result;
}

/// Appends the unpacked line to Text; stops after Limit characters `|`.
static void unpack(unsigned Index, llvm::SmallVectorImpl<char> &Text,
                   unsigned Limit) {
  llvm::SmallVector<uint8_t, 32> Stack;
  for (uint32_t I = AtenLineOffsets[Index], E = AtenLineOffsets[Index + 1] - 1;
       I != E; ++I) {
    Stack.push_back(AtenLines[I]);
    while (!Stack.empty()) {
      uint8_t Code = Stack.pop_back_val();
      if (Code & 0x80) {
        Stack.push_back(AtenPairs[Code & 0x7f][1]);
        Stack.push_back(AtenPairs[Code & 0x7f][0]);
        continue;
      }
      Text.push_back(Code);
      if (Code == '|' && --Limit == 0)
        return;
    }
  }
}

static uint16_t readTags(StringRef Letters) {
  uint16_t Tags = 0;
  for (char Letter : Letters) {
    switch (Letter) {
    case 'r':
      Tags |= ST_Random;
      break;
    case 'a':
      Tags |= ST_MayAlias;
      break;
    case 'p':
      Tags |= ST_Pointwise;
      break;
    case 'd':
      Tags |= ST_Reduction;
      break;
    case 'i':
      Tags |= ST_InPlace;
      break;
    case 'o':
      Tags |= ST_Out;
      break;
    case 'k':
      Tags |= ST_Core;
      break;
    case 'v':
      Tags |= ST_ViewCopy;
      break;
    case 'g':
      Tags |= ST_Generated;
      break;
    case 'y':
      Tags |= ST_DataShape;
      break;
    case 'c':
      Tags |= ST_Composite;
      break;
    case 'e':
      Tags |= ST_Decomposed;
      break;
    }
  }
  return Tags;
}

aten::Line aten::read(unsigned Index, llvm::BumpPtrAllocator &Memory) {
  llvm::SmallString<256> Text;
  unpack(Index, Text, ~0u);
  auto [Letters, Rest] = Text.str().copy(Memory).split('|');
  auto [Bindings, Schema] = Rest.split('|');
  StringRef Overload = name(Index).split('.').second;
  Line Result;
  Result.Bindings = Bindings;
  // fx-tblgen has parsed each line with the same code.
  Result.Schema = llvm::cantFail(
      parseOpSchema(Schema, Memory, Overload, readTags(Letters)));
  return Result;
}

StringRef aten::readBindings(unsigned Index, llvm::BumpPtrAllocator &Memory) {
  llvm::SmallString<32> Text;
  unpack(Index, Text, 2);
  return Text.str().drop_back().split('|').second.copy(Memory);
}
