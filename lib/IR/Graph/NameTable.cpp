//===- NameTable.cpp - The nodes of a text by name ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/NameTable.h"

using namespace fx;
using llvm::StringRef;

void NameTable::clear() {
  Slots.assign(256, Slot());
  Bases.clear();
  Runs.clear();
  Runs.emplace_back(); // Run 0 means none.
  Sparse.clear();
}

uint32_t NameTable::add(StringRef Text, uint64_t Hash) {
  auto Place = [this](uint64_t Hash, uint32_t Base) {
    size_t Mask = Slots.size() - 1;
    size_t I = Hash & Mask;
    while (Slots[I].Base)
      I = (I + 1) & Mask;
    Slots[I] = {uint32_t(Hash >> 32), Base + 1};
  };
  Bases.push_back({Text.data(), uint32_t(Text.size()), 0, 0, 0});
  if (Bases.size() * 2 > Slots.size()) {
    Slots.assign(Slots.size() * 2, Slot());
    for (uint32_t I = 0; I + 1 < Bases.size(); ++I)
      Place(hashShort(Bases[I].Text, Bases[I].Length), I);
  }
  uint32_t Base = Bases.size() - 1;
  Place(Hash, Base);
  return Base;
}

/// Splits off ten digits where a Name can hold them; longer ones it cannot.
uint32_t NameTable::longSuffix(const char *Begin, const char *Digits,
                               const char *&End) {
  if (End - Digits != 10 || Digits - Begin < 2 || Digits[-1] != '_' ||
      *Digits == '0')
    return Name::NoSuffix;
  uint64_t Number = 0;
  for (const char *P = Digits; P != End; ++P)
    Number = Number * 10 + uint64_t(*P - '0');
  if (Number > Name::MaxNumber)
    return Name::NoSuffix;
  End = Digits - 1;
  return uint32_t(Number) + 1;
}

/// Makes room for \p Suffix unless that would leave most of it empty.
bool NameTable::grow(std::vector<uint32_t> &Run, uint32_t Suffix) {
  if (Suffix > 2 * Run.size() + 64)
    return false;
  Run.resize(std::max<size_t>(size_t(Suffix) + 1, Run.size() * 3 / 2));
  return true;
}
