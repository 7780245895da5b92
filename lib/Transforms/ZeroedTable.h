//===- ZeroedTable.h - A large array of zeros -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_ZEROEDTABLE_H
#define FX_LIB_TRANSFORMS_ZEROEDTABLE_H

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <sys/mman.h>

namespace fx {

/// 64-bit zeros for a hash table. A large one is made of huge pages: a table of
/// small pages costs a miss of the address translation per access.
class ZeroedTable {
public:
  explicit ZeroedTable(size_t Size) : Count(Size) {
    // Room to begin at a huge page.
    Bytes = Size * sizeof(uint64_t);
    if (Bytes >= HugePage)
      Bytes += HugePage;
    Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      llvm::report_bad_alloc_error("out of memory for a table");
    uintptr_t Begin = reinterpret_cast<uintptr_t>(Memory);
    if (Bytes >= HugePage) {
      Begin = llvm::alignTo(Begin, HugePage);
      madvise(reinterpret_cast<void *>(Begin), Size * sizeof(uint64_t),
              MADV_HUGEPAGE);
    }
    Entries = reinterpret_cast<uint64_t *>(Begin);
  }
  ~ZeroedTable() { munmap(Memory, Bytes); }
  ZeroedTable(const ZeroedTable &) = delete;
  ZeroedTable &operator=(const ZeroedTable &) = delete;

  size_t size() const { return Count; }
  uint64_t &operator[](size_t I) { return Entries[I]; }
  const uint64_t &operator[](size_t I) const { return Entries[I]; }

private:
  static constexpr size_t HugePage = size_t(2) << 20;
  size_t Count;
  size_t Bytes;
  void *Memory;
  uint64_t *Entries;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_ZEROEDTABLE_H
