//===- Symbol.h - Interned strings ------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Symbol is an interned, immutable string: a target, a base of names, a
/// keyword, a string argument. Two symbols of one Context are equal if and only
/// if their texts are. A symbol lives as long as its Context.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SYMBOL_H
#define FX_IR_SYMBOL_H

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <cstdint>

namespace fx {

class OpTarget;

namespace detail {
/// One interned string; the characters follow the object, NUL-terminated.
/// The atomics are caches that any thread may fill with the same value.
struct SymbolEntry {
  uint32_t Id;
  uint32_t Length;
  /// What the operator registry knows of this text as a function and as a
  /// method; unresolvedOp() before the first question.
  mutable std::atomic<const OpTarget *> FunctionOp;
  mutable std::atomic<const OpTarget *> MethodOp;
  /// Candidate names made from this text as a callable's name and as a path
  /// (see Namespace): symbol id of the base in the low, encoded suffix in the
  /// high half; 0 before the first question.
  mutable std::atomic<uint64_t> CallableName;
  mutable std::atomic<uint64_t> PathName;

  const char *data() const { return reinterpret_cast<const char *>(this + 1); }
  static const OpTarget *unresolvedOp() {
    return reinterpret_cast<const OpTarget *>(uintptr_t(1));
  }
};
} // namespace detail

/// An interned string of a Context; null by default. Cheap to copy.
class Symbol {
public:
  Symbol() = default;
  explicit Symbol(const detail::SymbolEntry *Entry) : Entry(Entry) {}

  explicit operator bool() const { return Entry; }
  llvm::StringRef str() const {
    return Entry ? llvm::StringRef(Entry->data(), Entry->Length)
                 : llvm::StringRef();
  }
  /// A small dense number, 0 for the null symbol. Stable within one Context
  /// only: never print it and never let output depend on its order.
  uint32_t id() const { return Entry ? Entry->Id : 0; }
  const detail::SymbolEntry *entry() const { return Entry; }

  friend bool operator==(Symbol A, Symbol B) { return A.Entry == B.Entry; }
  friend bool operator==(Symbol A, llvm::StringRef B) { return A.str() == B; }

private:
  const detail::SymbolEntry *Entry = nullptr;
};

} // namespace fx

namespace llvm {
template <> struct DenseMapInfo<fx::Symbol> {
  using Entry = const fx::detail::SymbolEntry *;
  static fx::Symbol getEmptyKey() {
    return fx::Symbol(reinterpret_cast<Entry>(~uintptr_t(7)));
  }
  static fx::Symbol getTombstoneKey() {
    return fx::Symbol(reinterpret_cast<Entry>(~uintptr_t(15)));
  }
  static unsigned getHashValue(fx::Symbol S) {
    return DenseMapInfo<const void *>::getHashValue(S.entry());
  }
  static bool isEqual(fx::Symbol A, fx::Symbol B) { return A == B; }
};
} // namespace llvm

#endif // FX_IR_SYMBOL_H
