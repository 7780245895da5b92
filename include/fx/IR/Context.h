//===- Context.h - What graphs share ----------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Context owns everything that is interned: symbols, argument specs,
/// metadata. It outlives every module made in it. Its functions may be called
/// from several threads; a GraphModule belongs to one thread at a time.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_CONTEXT_H
#define FX_IR_CONTEXT_H

#include "fx/IR/ArgSpec.h"
#include "fx/IR/Metadata.h"
#include "fx/IR/Symbol.h"
#include <memory>

namespace fx {

namespace detail {
/// Append-only table from dense ids to pointers; reading an id that was handed
/// out needs no lock.
template <typename T> class IdTable {
public:
  ~IdTable() {
    for (auto &Segment : Segments)
      delete[] Segment.load(std::memory_order_relaxed);
  }
  T *operator[](uint32_t Id) const {
    unsigned S = segmentOf(Id);
    return Segments[S].load(std::memory_order_acquire)[Id - firstOf(S)];
  }
  uint32_t size() const { return Size; }
  /// Not thread-safe: the caller holds the lock of what is interned.
  void push_back(T *Value) {
    unsigned S = segmentOf(Size);
    T **Segment = Segments[S].load(std::memory_order_relaxed);
    if (!Segment) {
      Segment = new T *[size_t(FirstSize) << (S ? S - 1 : 0)];
      Segments[S].store(Segment, std::memory_order_release);
    }
    Segment[Size - firstOf(S)] = Value;
    ++Size;
  }

private:
  // Segment 0 holds FirstSize ids, segment S > 0 as many as all before it.
  static constexpr uint32_t FirstSize = 256;
  static unsigned segmentOf(uint32_t Id) {
    return Id < FirstSize ? 0 : 32 - __builtin_clz(Id / FirstSize);
  }
  static uint32_t firstOf(unsigned S) { return S ? FirstSize << (S - 1) : 0; }
  std::atomic<T **> Segments[26] = {};
  uint32_t Size = 0;
};
} // namespace detail

/// What graphs share: symbols, metadata, and tables of what they hold.
class Context {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// The symbol of \p Text, made when it is new.
  Symbol intern(llvm::StringRef Text);
  /// The symbol of \p Text if there is one, else null.
  Symbol lookup(llvm::StringRef Text) const;
  Symbol symbol(uint32_t Id) const { return Symbol(Symbols[Id]); }

  /// \name Symbols that are asked for at every node
  /// @{
  Symbol valKey() const { return ValKey; }
  Symbol getItem() const { return GetItem; }
  /// @}

  /// The spec with the contents of \p B.
  const ArgSpec &internSpec(const ArgSpecBuilder &B);
  const ArgSpec &spec(uint32_t Id) const { return *Specs[Id]; }

  /// The dictionary with \p Entries, whose keys are distinct and whose values
  /// hold no node.
  const MetaDict &internMeta(llvm::ArrayRef<KwArg> Entries);
  const MetaDict &meta(uint32_t Id) const { return *Metas[Id]; }

  /// What the operator table knows of a call_function target (by qualified
  /// name) or a call_method target; null when nothing. Cached in the symbol.
  const OpTarget *functionOp(Symbol Target) const;
  const OpTarget *methodOp(Symbol Target) const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
  detail::IdTable<const detail::SymbolEntry> Symbols;
  detail::IdTable<const ArgSpec> Specs;
  detail::IdTable<const MetaDict> Metas;
  Symbol ValKey, GetItem;
};

} // namespace fx

#endif // FX_IR_CONTEXT_H
