//===- Affine.cpp - Integer polynomials and what follows from them --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace fx::rewrite;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

std::optional<int64_t> Poly::constant() const {
  if (Overflowed)
    return std::nullopt;
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

void Poly::add(const Monomial &M, int64_t Factor) {
  auto [It, New] = Terms.try_emplace(M, 0);
  if (AddOverflow(It->second, Factor, It->second))
    Overflowed = true;
  if (It->second == 0)
    Terms.erase(It);
}

Poly &Poly::operator+=(const Poly &O) {
  Overflowed |= O.Overflowed;
  for (const auto &[M, Factor] : O.Terms)
    add(M, Factor);
  return *this;
}

Poly fx::rewrite::operator*(const Poly &A, const Poly &B) {
  Poly Product;
  if (A.Overflowed || B.Overflowed)
    Product.setOverflowed();
  for (const auto &[M, F] : A.terms())
    for (const auto &[N, G] : B.terms()) {
      Poly::Monomial Both;
      std::merge(M.begin(), M.end(), N.begin(), N.end(),
                 std::back_inserter(Both));
      int64_t Factor;
      if (MulOverflow(F, G, Factor))
        Product.setOverflowed();
      Product.add(Both, Factor);
    }
  return Product;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

Poly Facts::fresh() { return Poly::unknown(NumUnknowns++); }

Poly Facts::simplify(const Poly &P) const {
  Poly Result = P;
  // Definitions do not name what is defined, so each is replaced once.
  for (const auto &[Number, Value] : Defined) {
    Poly Next;
    if (Result.overflowed())
      Next.setOverflowed();
    for (const auto &[M, Factor] : Result.terms()) {
      Poly Term(Factor);
      for (uint16_t U : M)
        Term = Term * (U == Number ? Value : Poly::unknown(U));
      Next += Term;
    }
    Result = std::move(Next);
  }
  return Result;
}

void Facts::assume(const Poly &P) {
  Poly S = simplify(P);
  if (!S.overflowed())
    Known.push_back(std::move(S));
}

void Facts::assumeZero(const Poly &P) {
  Poly S = simplify(P);
  if (S.overflowed())
    return;
  // The last unknown that stands alone is defined by the others.
  for (const auto &[M, Factor] : reverse(S.terms())) {
    if (M.size() != 1 || (Factor != 1 && Factor != -1))
      continue;
    uint16_t Number = M[0];
    bool IsAlone = count_if(S.terms(), [&](const auto &T) {
                     return is_contained(T.first, Number);
                   }) == 1;
    if (!IsAlone)
      continue;
    Poly Value = S * Poly(-Factor);
    Value.add(M, 1);
    Facts One;
    One.Defined[Number] = Value;
    for (auto &[Other, Old] : Defined)
      Old = One.simplify(Old);
    for (Poly &Old : Known)
      Old = One.simplify(Old);
    for (Quotient &Q : Quotients)
      Q = {One.simplify(Q.A), One.simplify(Q.B), One.simplify(Q.Value)};
    Defined[Number] = std::move(Value);
    return;
  }
  Known.push_back(S);
  Known.push_back(S * Poly(-1));
}

bool Facts::implies(const Poly &P) const {
  Poly S = simplify(P);
  if (S.overflowed())
    return false;
  if (std::optional<int64_t> C = S.constant())
    return *C >= 0;
  return contradict(connected(S * Poly(-1) + Poly(-1)));
}

/// \p Row and the facts that say something about it: they share a monomial with
/// it, or with one that does.
std::vector<Poly> Facts::connected(Poly Row) const {
  std::vector<Poly> Rows = {std::move(Row)};
  std::vector<bool> Taken(Known.size());
  std::set<Poly::Monomial> Seen;
  for (size_t Next = 0; Next != Rows.size(); ++Next) {
    bool Any = false;
    for (const auto &[M, Factor] : Rows[Next].terms())
      Any |= !M.empty() && Seen.insert(M).second;
    for (size_t I = 0; Any && I != Known.size(); ++I) {
      if (Taken[I] || none_of(Known[I].terms(), [&](const auto &T) {
            return Seen.count(T.first);
          }))
        continue;
      Taken[I] = true;
      Rows.push_back(Known[I]);
    }
  }
  return Rows;
}

bool Facts::impliesZero(const Poly &P) const {
  Poly S = simplify(P);
  if (std::optional<int64_t> C = S.constant())
    return *C == 0;
  return implies(S) && implies(S * Poly(-1));
}

Poly Facts::floorDiv(const Poly &A, const Poly &B) {
  Poly Rest = simplify(A), Divisor = simplify(B), Whole;
  // What is a multiple of the divisor comes out.
  if (Divisor.terms().size() == 1) {
    const auto &[Unknowns, Factor] = *Divisor.terms().begin();
    Poly Left;
    for (const auto &[M, F] : Rest.terms()) {
      bool Divides =
          F % Factor == 0 &&
          std::includes(M.begin(), M.end(), Unknowns.begin(), Unknowns.end());
      Poly::Monomial Others;
      if (Divides)
        std::set_difference(M.begin(), M.end(), Unknowns.begin(),
                            Unknowns.end(), std::back_inserter(Others));
      if (Divides)
        Whole.add(Others, F / Factor);
      else
        Left.add(M, F);
    }
    if (Rest.overflowed())
      Left.setOverflowed();
    Rest = std::move(Left);
  }
  if (implies(Rest) && implies(Divisor - Rest - Poly(1)))
    return Whole;
  for (const Quotient &Q : Quotients) {
    if (!(Q.B == Divisor))
      continue;
    if (impliesZero(Q.A - Rest))
      return Whole + Q.Value;
    // Seen from the other end: floor((-1 - a) / b) is -1 - floor(a / b).
    if (impliesZero(Q.A + Rest + Poly(1)))
      return Whole - Poly(1) - Q.Value;
  }
  Poly Value = fresh();
  assume(Rest - Value * Divisor);
  assume(Value * Divisor + Divisor - Poly(1) - Rest);
  if (implies(Rest))
    assume(Value);
  Quotients.push_back({Rest, Divisor, Value});
  return Whole + Value;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

/// More rows than these are given up.
static constexpr size_t MaxRows = 600;

/// Divides by what all factors have in common and rounds the constant down,
/// which loses no whole number. False where the row holds always.
static bool tighten(Poly &Row) {
  int64_t Common = 0;
  for (const auto &[M, Factor] : Row.terms())
    if (!M.empty())
      Common = std::gcd(Common, Factor);
  if (Common == 0)
    return *Row.constant() < 0;
  if (Common == 1)
    return true;
  Poly Smaller;
  for (const auto &[M, Factor] : Row.terms())
    Smaller.add(M, M.empty() ? divideFloorSigned(Factor, Common)
                             : Factor / Common);
  Row = std::move(Smaller);
  return true;
}

bool Facts::contradict(std::vector<Poly> Rows) {
  auto Clean = [](std::vector<Poly> &Of) {
    erase_if(Of, [](Poly &Row) { return Row.overflowed() || !tighten(Row); });
    sort(Of,
         [](const Poly &A, const Poly &B) { return A.terms() < B.terms(); });
    Of.erase(llvm::unique(Of), Of.end());
  };
  for (;;) {
    Clean(Rows);
    if (Rows.size() > MaxRows)
      return false;
    std::map<Poly::Monomial, std::pair<size_t, size_t>> Signs;
    for (const Poly &Row : Rows) {
      if (Row.constant())
        return true; // Less than 0, or it would be gone.
      for (const auto &[M, Factor] : Row.terms())
        if (!M.empty())
          ++(Factor > 0 ? Signs[M].first : Signs[M].second);
    }
    if (Signs.empty())
      return false;
    // What makes fewest new rows goes first.
    const auto &Best = *std::min_element(
        Signs.begin(), Signs.end(), [](const auto &A, const auto &B) {
          return A.second.first * A.second.second <
                 B.second.first * B.second.second;
        });
    const Poly::Monomial M = Best.first;
    std::vector<Poly> Next;
    std::vector<std::pair<const Poly *, int64_t>> Up, Down;
    for (const Poly &Row : Rows) {
      auto It = Row.terms().find(M);
      if (It == Row.terms().end())
        Next.push_back(Row);
      else
        (It->second > 0 ? Up : Down).emplace_back(&Row, It->second);
    }
    if (Next.size() + Up.size() * Down.size() > 4 * MaxRows)
      return false;
    for (const auto &[A, F] : Up)
      for (const auto &[B, G] : Down)
        Next.push_back(*A * Poly(-G) + *B * Poly(F));
    Rows = std::move(Next);
  }
}
