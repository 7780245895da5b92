//===- NameTable.h - The nodes of a text by name ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Almost every name of a graph is a base that many nodes share and a number:
/// `add_12345`. So names are looked up as a base, in a small hash table, and a
/// number, in a dense vector of that base.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NAMETABLE_H
#define FX_IR_NAMETABLE_H

#include "fx/IR/Namespace.h"
#include "fx/IR/SymbolCache.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace fx {

/// Nodes by name.
class NameTable {
public:
  explicit NameTable(SymbolCache &Symbols) : Symbols(Symbols) { clear(); }
  void clear();

  /// A name, as a base of this table.
  struct Key {
    uint32_t Base;
    uint32_t Suffix;
  };
  /// The key of an identifier. Its text must outlive the table.
  Key key(const char *Begin, const char *End) {
    uint32_t Suffix = Name::NoSuffix;
    const char *Digits = End;
    uint32_t Number = 0, Power = 1;
    for (; Digits != Begin && isClass(Digits[-1], CC_Digit); Power *= 10)
      Number += uint32_t(*--Digits - '0') * Power;
    size_t Count = End - Digits;
    // As Namespace::parse splits: nine digits always fit.
    if (Count && Count <= 9 && Digits - Begin >= 2 && Digits[-1] == '_' &&
        (*Digits != '0' || Count == 1)) {
      Suffix = Number + 1;
      End = Digits - 1;
    } else if (LLVM_UNLIKELY(Count > 9)) {
      Suffix = longSuffix(Begin, Digits, End);
    }
    return {base({Begin, size_t(End - Begin)}), Suffix};
  }

  /// The id of the node with that name; 0 when there is none yet.
  uint32_t lookup(Key K) const {
    const BaseEntry &B = Bases[K.Base];
    if (K.Suffix == Name::NoSuffix)
      return B.Bare;
    if (B.Run) {
      const std::vector<uint32_t> &Run = Runs[B.Run];
      if (K.Suffix < Run.size() && Run[K.Suffix])
        return Run[K.Suffix];
    }
    return Sparse.empty() ? 0 : Sparse.lookup({K.Base, K.Suffix});
  }
  void set(Key K, uint32_t Node) {
    BaseEntry &B = Bases[K.Base];
    if (K.Suffix == Name::NoSuffix) {
      B.Bare = Node;
      return;
    }
    if (!B.Run) {
      B.Run = Runs.size();
      Runs.emplace_back();
    }
    std::vector<uint32_t> &Run = Runs[B.Run];
    if (LLVM_UNLIKELY(K.Suffix >= Run.size()) && !grow(Run, K.Suffix)) {
      Sparse[{K.Base, K.Suffix}] = Node;
      return;
    }
    Run[K.Suffix] = Node;
  }

  Name name(Key K) {
    BaseEntry &B = Bases[K.Base];
    if (!B.Symbol)
      B.Symbol = Symbols.intern({B.Text, B.Length}).id();
    return {B.Symbol, K.Suffix};
  }

private:
  struct BaseEntry {
    const char *Text;
    uint32_t Length;
    uint32_t Symbol; ///< 0 if it was not asked for yet.
    uint32_t Bare;   ///< The node whose name is the base without a number.
    uint32_t Run;    ///< Its numbered nodes in Runs; 0 for none.
  };
  struct Slot {
    uint32_t Tag = 0;
    uint32_t Base = 0; ///< Plus one; 0 for an empty slot.
  };

  uint32_t base(llvm::StringRef Text) {
    uint64_t Hash = hashShort(Text.data(), Text.size());
    uint32_t Tag = uint32_t(Hash >> 32);
    size_t Mask = Slots.size() - 1;
    for (size_t I = Hash & Mask;; I = (I + 1) & Mask) {
      const Slot &S = Slots[I];
      if (!S.Base)
        return add(Text, Hash);
      if (S.Tag != Tag)
        continue;
      const BaseEntry &B = Bases[S.Base - 1];
      if (B.Length == Text.size() &&
          std::memcmp(B.Text, Text.data(), Text.size()) == 0)
        return S.Base - 1;
    }
  }
  uint32_t add(llvm::StringRef Text, uint64_t Hash);
  static uint32_t longSuffix(const char *Begin, const char *Digits,
                             const char *&End);
  static bool grow(std::vector<uint32_t> &Run, uint32_t Suffix);

  SymbolCache &Symbols;
  std::vector<Slot> Slots;
  std::vector<BaseEntry> Bases;
  std::vector<std::vector<uint32_t>> Runs;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Sparse;
};

} // namespace fx

#endif // FX_IR_NAMETABLE_H
