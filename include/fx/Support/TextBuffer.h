//===- TextBuffer.h - Fast writing of text ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What the printers write into: like a raw_ostream, but everything that a line
/// of a graph consists of is inlined. Pieces are short, so a copy costs less
/// than a call.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_TEXTBUFFER_H
#define FX_SUPPORT_TEXTBUFFER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace fx {

/// Collects text.
class TextBuffer {
public:
  /// Collects text and passes it to \p OS in large pieces, at the latest when
  /// it is destroyed.
  explicit TextBuffer(llvm::raw_ostream &OS, size_t Capacity = 1 << 16)
      : OS(&OS) {
    allocate(Capacity);
  }
  /// Keeps all text in memory; see text(). \p Expected bytes need no growth.
  explicit TextBuffer(size_t Expected = 4096) : OS(nullptr) {
    allocate(Expected);
    useHugePages();
  }
  TextBuffer(const TextBuffer &) = delete;
  TextBuffer &operator=(const TextBuffer &) = delete;
  ~TextBuffer() {
    flush();
    std::free(Begin);
  }

  /// What was written since the last flush.
  llvm::StringRef text() const { return {Begin, size_t(Cur - Begin)}; }
  size_t size() const { return Cur - Begin; }
  /// Forgets what was written after the first \p Size bytes; only for buffers
  /// that keep all text.
  void truncate(size_t Size) { Cur = Begin + Size; }
  /// Writes \p Length bytes from \p Offset on once more; only for buffers that
  /// keep all text.
  void repeat(size_t Offset, size_t Length) {
    reserve(Length);
    std::memcpy(Cur, Begin + Offset, Length);
    Cur += Length;
  }
  void clear() { Cur = Begin; }
  void flush() {
    if (OS) {
      OS->write(Begin, Cur - Begin);
      Cur = Begin;
    }
  }

  TextBuffer &operator<<(char C) {
    reserve(1);
    *Cur++ = C;
    return *this;
  }
  TextBuffer &operator<<(llvm::StringRef Text) {
    if (LLVM_LIKELY(Text.size() <= 32)) {
      reserve(32);
      copyShort(Text.data(), Text.size());
      return *this;
    }
    writeLong(Text);
    return *this;
  }
  /// String literals: their length is known when this is compiled.
  template <size_t N> TextBuffer &operator<<(const char (&Text)[N]) {
    reserve(N);
    std::memcpy(Cur, Text, N - 1);
    Cur += N - 1;
    return *this;
  }
  TextBuffer &operator<<(uint32_t Number) {
    reserve(10);
    char Digits[10];
    char *P = Digits + 10;
    do
      *--P = char('0' + Number % 10);
    while (Number /= 10);
    copyShort(P, Digits + 10 - P);
    return *this;
  }

private:
  static constexpr uintptr_t HugePage = 2 * 1024 * 1024;

  /// A page fault takes longer than filling the page.
  void useHugePages() {
    uintptr_t From =
        llvm::alignTo(reinterpret_cast<uintptr_t>(Begin), HugePage);
    uintptr_t To = reinterpret_cast<uintptr_t>(End) & ~(HugePage - 1);
    if (From < To)
      madvise(reinterpret_cast<void *>(From), To - From, MADV_HUGEPAGE);
  }
  void allocate(size_t Capacity) {
    Begin = Cur = static_cast<char *>(std::malloc(Capacity));
    if (!Begin)
      llvm::report_bad_alloc_error("out of memory for text");
    End = Begin + Capacity;
  }
  void reserve(size_t Bytes) {
    if (LLVM_UNLIKELY(size_t(End - Cur) < Bytes))
      makeRoom(Bytes);
  }
  LLVM_ATTRIBUTE_NOINLINE void makeRoom(size_t Bytes) {
    flush();
    if (size_t(End - Cur) >= Bytes)
      return;
    size_t Used = Cur - Begin;
    size_t Capacity = std::max(2 * size_t(End - Begin), Used + Bytes);
    char *New = static_cast<char *>(std::realloc(Begin, Capacity));
    if (!New)
      llvm::report_bad_alloc_error("out of memory for text");
    Begin = New;
    Cur = New + Used;
    End = New + Capacity;
  }
  LLVM_ATTRIBUTE_NOINLINE void writeLong(llvm::StringRef Text) {
    if (OS && Text.size() > size_t(End - Begin)) {
      flush();
      OS->write(Text.data(), Text.size());
      return;
    }
    reserve(Text.size());
    std::memcpy(Cur, Text.data(), Text.size());
    Cur += Text.size();
  }
  /// At most 32 bytes, by two copies of known length that may overlap.
  void copyShort(const char *From, size_t Size) {
    char *To = Cur;
    Cur += Size;
    if (Size >= 16) {
      copyBothEnds<16>(To, From, Size);
    } else if (Size >= 8) {
      copyBothEnds<8>(To, From, Size);
    } else if (Size >= 4) {
      copyBothEnds<4>(To, From, Size);
    } else if (Size) {
      To[0] = From[0];
      To[Size / 2] = From[Size / 2];
      To[Size - 1] = From[Size - 1];
    }
  }
  template <size_t N>
  static void copyBothEnds(char *To, const char *From, size_t Size) {
    char Head[N], Tail[N];
    std::memcpy(Head, From, N);
    std::memcpy(Tail, From + Size - N, N);
    std::memcpy(To, Head, N);
    std::memcpy(To + Size - N, Tail, N);
  }

  llvm::raw_ostream *OS;
  char *Begin, *Cur, *End;
};

} // namespace fx

#endif // FX_SUPPORT_TEXTBUFFER_H
