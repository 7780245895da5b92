//===- SymbolCache.h - The symbols of one reader ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Readers meet the same short texts again and again. The Context is locked for
/// each question; a cache of the reader's own is not.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SYMBOLCACHE_H
#define FX_IR_SYMBOLCACHE_H

#include "fx/IR/Context.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <vector>

namespace fx {

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

} // namespace fx

#endif // FX_IR_SYMBOLCACHE_H
