//===- Lexing.h - Characters, hashes, interning -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What readers of text need at every byte. Buffers are read in place and need
/// no NUL at their end, so every access is guarded by the end.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ASMPARSER_LEXING_H
#define FX_ASMPARSER_LEXING_H

#include "fx/IR/Context.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstring>

namespace fx::asmparser {

/// Classes of bytes, as bits of a table.
enum CharClass : uint8_t {
  CC_NameStart = 1, ///< [A-Za-z_]
  CC_Digit = 2,     ///< [0-9]
  CC_Name = 4,      ///< [A-Za-z0-9_]
  CC_Word = 8,      ///< [A-Za-z0-9_.]
  CC_Target = 16,   ///< [A-Za-z0-9_.*-]: what a target needs no quotes for.
  CC_Plain = 32,    ///< Printable ASCII but for `"` and `\`.
};

constexpr std::array<uint8_t, 256> makeCharTable() {
  std::array<uint8_t, 256> Table = {};
  for (unsigned C = 0; C != 256; ++C) {
    bool Digit = C >= '0' && C <= '9';
    bool Start = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
    uint8_t Bits = 0;
    if (Start)
      Bits |= CC_NameStart;
    if (Digit)
      Bits |= CC_Digit;
    if (Start || Digit)
      Bits |= CC_Name | CC_Word | CC_Target;
    if (C == '.')
      Bits |= CC_Word | CC_Target;
    if (C == '*' || C == '-')
      Bits |= CC_Target;
    if (C >= 0x20 && C < 0x7f && C != '"' && C != '\\')
      Bits |= CC_Plain;
    Table[C] = Bits;
  }
  return Table;
}
inline constexpr std::array<uint8_t, 256> CharTable = makeCharTable();

inline bool isClass(char C, uint8_t Class) {
  return CharTable[static_cast<unsigned char>(C)] & Class;
}

/// The end of the run of characters of \p Class from \p Cur on.
inline const char *skipClass(const char *Cur, const char *End, uint8_t Class) {
  while (Cur != End && isClass(*Cur, Class))
    ++Cur;
  return Cur;
}

/// A hash of short texts; the same within one process only.
inline uint64_t hashShort(const char *P, size_t N) {
  constexpr uint64_t K = 0x9E3779B97F4A7C15ull;
  uint64_t H = N * K;
  auto Mix = [&H](uint64_t Word) {
    H = (H ^ Word) * K;
    H ^= H >> 32;
  };
  uint64_t Word;
  for (; N > 8; P += 8, N -= 8) {
    std::memcpy(&Word, P, 8);
    Mix(Word);
  }
  if (N >= 4) {
    uint32_t Head, Tail;
    std::memcpy(&Head, P, 4);
    std::memcpy(&Tail, P + N - 4, 4);
    Mix(uint64_t(Head) << 32 | Tail);
  } else if (N) {
    Mix(uint64_t(uint8_t(P[0])) << 16 | uint64_t(uint8_t(P[N / 2])) << 8 |
        uint8_t(P[N - 1]));
  }
  return H;
}

/// Answers most questions of one reader for symbols without the Context's
/// lock.
class SymbolCache {
public:
  explicit SymbolCache(Context &Ctx) : Ctx(Ctx), Entries(Size) {}
  Context &context() const { return Ctx; }
  Symbol intern(llvm::StringRef Text) {
    uint64_t Hash = hashShort(Text.data(), Text.size());
    Entry &E = Entries[Hash % Size];
    if (LLVM_LIKELY(E.Hash == Hash && E.Text.str() == Text && E.Text))
      return E.Text;
    E.Hash = Hash;
    E.Text = Ctx.intern(Text);
    return E.Text;
  }

private:
  static constexpr size_t Size = 4096;
  struct Entry {
    uint64_t Hash = 0;
    Symbol Text;
  };
  Context &Ctx;
  std::vector<Entry> Entries;
};

} // namespace fx::asmparser

#endif // FX_ASMPARSER_LEXING_H
