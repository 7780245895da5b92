//===- Affine.h - Integer polynomials and what follows from them -*- C++ -*-==//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes, bounds and places of elements are polynomials over whole numbers that
// are not known. Whether something follows from facts about them is decided by
// Fourier-Motzkin elimination with each monomial as an unknown, rounded to
// whole numbers: what is said to follow does; what does follow may not be
// found.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_AFFINE_H
#define FX_LIB_REWRITE_AFFINE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace fx::rewrite {

/// A sum of products of unknowns. Unknowns are numbered by a Facts.
class Poly {
public:
  /// Unknowns in order, one twice for its square; empty: 1.
  using Monomial = std::vector<uint16_t>;

  Poly() = default;
  Poly(int64_t Constant) { add({}, Constant); }
  static Poly unknown(uint16_t Number) {
    Poly P;
    P.add({Number}, 1);
    return P;
  }

  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  std::optional<int64_t> constant() const;
  /// Some coefficient did not fit 64 bits: nothing is known of it.
  bool overflowed() const { return Overflowed; }

  Poly &operator+=(const Poly &O);
  friend Poly operator+(Poly A, const Poly &B) { return A += B; }
  friend Poly operator-(const Poly &A, const Poly &B) {
    return A + B * Poly(-1);
  }
  friend Poly operator*(const Poly &A, const Poly &B);
  friend bool operator==(const Poly &A, const Poly &B) {
    return !A.Overflowed && !B.Overflowed && A.Terms == B.Terms;
  }

  void add(const Monomial &M, int64_t Factor);
  void setOverflowed() { Overflowed = true; }

private:
  std::map<Monomial, int64_t> Terms;
  bool Overflowed = false;
};

Poly operator*(const Poly &A, const Poly &B);

/// What is known: polynomials that are 0 or more.
class Facts {
public:
  /// A new unknown without any bounds.
  Poly fresh();
  /// `P >= 0`, and `P == 0`.
  void assume(const Poly &P);
  void assumeZero(const Poly &P);
  /// Whether \p P is surely 0 or more, and surely 0.
  bool implies(const Poly &P) const;
  bool impliesZero(const Poly &P) const;
  /// A // B, where \p B is surely positive.
  Poly floorDiv(const Poly &A, const Poly &B);
  /// \p P with the unknowns that an equation defines replaced.
  Poly simplify(const Poly &P) const;

private:
  static bool contradict(std::vector<Poly> Rows);
  std::vector<Poly> connected(Poly Row) const;

  std::vector<Poly> Known;
  /// Unknowns that are other polynomials.
  std::map<uint16_t, Poly> Defined;
  struct Quotient {
    Poly A, B, Value;
  };
  std::vector<Quotient> Quotients;
  uint16_t NumUnknowns = 0;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_AFFINE_H
