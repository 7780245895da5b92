//===- Namespace.h - Unique names of nodes ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Names follow torch.fx's newest rule (torch.fx: _Namespace.create_name), with
/// constant-time counters per base. A name is kept as a base symbol and a
/// suffix; its text is made only when it is printed.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_NAMESPACE_H
#define FX_IR_NAMESPACE_H

#include "fx/IR/Symbol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

class Context;

/// `base` or `base_N`. Names that a suffix cannot spell (`a_01`) have no
/// suffix and are a base of their own, so equal names are equal members.
struct Name {
  static constexpr uint32_t NoSuffix = 0;
  /// The greatest N; DenseSet keeps the two values above N + 1 for itself.
  static constexpr uint32_t MaxNumber = UINT32_MAX - 3;
  uint32_t Base = 0;          ///< Symbol id; 0 for no name.
  uint32_t Suffix = NoSuffix; ///< N + 1, or NoSuffix.

  explicit operator bool() const { return Base; }
  friend bool operator==(Name A, Name B) {
    return A.Base == B.Base && A.Suffix == B.Suffix;
  }
  std::string str(const Context &Ctx) const;
  void print(llvm::raw_ostream &OS, const Context &Ctx) const;
  uint64_t key() const { return uint64_t(Suffix) << 32 | Base; }
};

/// How torch.fx turns a target into a candidate name.
enum class TargetNaming : uint8_t {
  Callable, ///< A function: its `__name__`, snake-cased.
  Path,     ///< A placeholder, attribute, method or module: snake-cased.
};

/// The names of one graph. Names are never given back, as in torch.fx.
class Namespace {
public:
  explicit Namespace(Context &Ctx) : Ctx(&Ctx) {}

  /// A new name from any text (torch.fx: create_name). Amortised O(length).
  Name createName(llvm::StringRef Candidate);
  /// A new name from another one; the same as of its text. Amortised O(1).
  Name createName(Name Candidate);
  /// A new name from a target; the snake-cased candidate is cached in the
  /// symbol. Amortised O(1).
  Name createNameFor(Symbol Target, TargetNaming Naming);
  /// Takes exactly \p Text, a legal identifier; the null name if it is taken.
  Name claim(llvm::StringRef Text);
  /// Takes \p N itself; false if it is taken.
  bool claim(Name N);
  bool isUsed(Name N) const;

  /// Splits an identifier into base and suffix without taking it.
  static Name parse(Context &Ctx, llvm::StringRef Identifier);
  /// Python's hard keywords, CPython 3.11's builtins, and what torch.fx
  /// reserves; a bare name of this set is never given to a node by torch.fx.
  static bool isIllegal(llvm::StringRef Text);
  /// torch.fx's snake case of \p Text: `re_lu` for `ReLU`.
  static std::string snakeCase(llvm::StringRef Text);
  /// The candidate of a target, before it is made unique.
  static std::string candidateFor(llvm::StringRef Target, TargetNaming Naming);

private:
  struct Base {
    uint64_t Count = 0;    ///< Last suffix handed out, as torch.fx keeps it.
    uint32_t RunBegin = 0; ///< Suffixes [RunBegin, RunEnd) are used ...
    uint32_t RunEnd = 0;
    bool Used = false; ///< ... and so is the bare base,
    bool Illegal = false;
    std::unique_ptr<llvm::DenseSet<uint32_t>> Sparse; ///< and these.

    Base() = default;
    Base(Base &&) = default;
    Base &operator=(Base &&) = default;
    Base &operator=(const Base &O) { return *this = Base(O); }
    Base(const Base &O)
        : Count(O.Count), RunBegin(O.RunBegin), RunEnd(O.RunEnd), Used(O.Used),
          Illegal(O.Illegal),
          Sparse(O.Sparse
                     ? std::make_unique<llvm::DenseSet<uint32_t>>(*O.Sparse)
                     : nullptr) {}
  };
  Base &base(uint32_t Id);
  static bool isUsed(const Base &B, uint32_t Suffix);
  static void markUsed(Base &B, uint32_t Suffix);
  Name create(Name Candidate, uint32_t CounterBase, uint64_t Number,
              bool HasNumber);
  Name next(uint32_t BaseId, Base &B, uint64_t Number);

  friend class Graph;
  Context *Ctx;
  llvm::DenseMap<uint32_t, uint32_t> Index; ///< Symbol id to Bases.
  std::vector<Base> Bases;
};

} // namespace fx

#endif // FX_IR_NAMESPACE_H
