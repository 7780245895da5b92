//===- SymbolicTerms.cpp - Terms in SymPy's form --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <numeric>

using namespace fx;
using namespace fx::detail;
using namespace llvm;

using Term = SymbolicTable::Term;

/// Larger sums and products are not worth computing with.
static constexpr size_t MaxOperands = 256;
/// So many terms are made in all before everything counts as not understood.
static constexpr uint32_t MaxTerms = 1 << 20;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// A number that the term is never below, from what is known of its operands.
static std::optional<int64_t> lowerBound(const SymbolicTerm &T) {
  auto NonNegative = [](Term O) { return O->isAtLeast(0); };
  int64_t Bound = 0;
  switch (T.Kind) {
  case SymbolicTerm::Integer:
    return T.Value;
  case SymbolicTerm::Symbol:
    if (T.Source.contains("positive=True"))
      return 1;
    if (T.Source.contains("nonnegative=True"))
      return 0;
    return std::nullopt;
  case SymbolicTerm::Sum:
    for (Term O : T.Operands)
      if (!O->Lower || AddOverflow(Bound, *O->Lower, Bound))
        return std::nullopt;
    return Bound;
  case SymbolicTerm::Product:
  case SymbolicTerm::Power: {
    if (!all_of(T.Operands, NonNegative))
      return std::nullopt;
    Bound = 1;
    for (Term O : T.Operands)
      if (MulOverflow(Bound, *O->Lower, Bound))
        return 0;
    return T.Kind == SymbolicTerm::Power ? std::min<int64_t>(Bound, 1) : Bound;
  }
  case SymbolicTerm::Call:
    break;
  case SymbolicTerm::Other:
    return std::nullopt;
  }
  if (T.Name == "ExprCondPair" && T.Operands.size() == 2)
    return T.Operands[0]->Lower;
  if (T.Name == "Max") {
    std::optional<int64_t> Most;
    for (Term O : T.Operands)
      if (O->Lower)
        Most = std::max(Most.value_or(INT64_MIN), *O->Lower);
    return Most;
  }
  // Each of its operands is a pair of a number and a condition.
  if (T.Name == "Min" || T.Name == "Piecewise") {
    Bound = INT64_MAX;
    for (Term O : T.Operands) {
      if (!O->Lower)
        return std::nullopt;
      Bound = std::min(Bound, *O->Lower);
    }
    return Bound;
  }
  if (T.Name == "FloorDiv" || T.Name == "CleanDiv") {
    if (T.Operands.size() != 2 || !all_of(T.Operands, NonNegative))
      return std::nullopt;
    if (T.Operands[1]->Kind == SymbolicTerm::Integer && T.Operands[1]->Value)
      return *T.Operands[0]->Lower / T.Operands[1]->Value;
    return 0;
  }
  if (T.Name == "Mod")
    return 0;
  return std::nullopt;
}

static bool isOneOf(StringRef Name, ArrayRef<StringLiteral> Names) {
  return is_contained(Names, Name);
}

/// What kind of number the term is, and from where on.
static void classify(SymbolicTerm &T) {
  T.Lower = lowerBound(T);
  if (T.Kind == SymbolicTerm::Other)
    return;
  static constexpr StringLiteral Floats[] = {"ToFloat", "IntTrueDiv",
                                             "FloatTrueDiv", "FloatPow"};
  static constexpr StringLiteral Bools[] = {"Equality",
                                            "Unequality",
                                            "LessThan",
                                            "GreaterThan",
                                            "StrictLessThan",
                                            "StrictGreaterThan",
                                            "Not",
                                            "And",
                                            "Or",
                                            "true",
                                            "false"};
  bool IsCall = T.Kind == SymbolicTerm::Call;
  T.IsBool = IsCall && isOneOf(T.Name, Bools);
  T.IsFloat =
      !T.IsBool && ((IsCall && isOneOf(T.Name, Floats)) ||
                    any_of(T.Operands, [](Term O) { return O->IsFloat; }));
}

Term SymbolicTable::make(SymbolicTerm::TermKind Kind, int64_t Value,
                         StringRef Name, ArrayRef<Term> Operands,
                         StringRef Source) {
  FoldingSetNodeID ID;
  SymbolicTerm::profile(ID, Kind, Value, Name, Operands);
  void *Position;
  if (SymbolicTerm *Known = Terms.FindNodeOrInsertPos(ID, Position))
    return Known;
  if (NumTerms == MaxTerms || is_contained(Operands, nullptr))
    return nullptr;
  // No larger than what can be read again.
  uint64_t Nodes = 1;
  uint32_t Depth = 0;
  for (Term O : Operands) {
    Nodes += O->Nodes;
    Depth = std::max(Depth, O->Depth + 1);
  }
  if (Nodes > SymbolicExpr::MaxNodes || Depth > SymbolicExpr::MaxDepth)
    return nullptr;
  auto *T = new (Memory.Allocate<SymbolicTerm>()) SymbolicTerm();
  T->Kind = Kind;
  T->Value = Value;
  T->Name = Name.copy(Memory);
  T->Source = Source.copy(Memory);
  Term *Copy = Memory.Allocate<Term>(Operands.size());
  std::uninitialized_copy(Operands.begin(), Operands.end(), Copy);
  T->Operands = ArrayRef(Copy, Operands.size());
  T->Nodes = Nodes;
  T->Depth = Depth;
  ++NumTerms;
  classify(*T);
  Terms.InsertNode(T, Position);
  return T;
}

Term SymbolicTable::integer(int64_t Value) {
  return make(SymbolicTerm::Integer, Value, "", {});
}

Term SymbolicTable::symbol(StringRef Name, StringRef Source) {
  return make(SymbolicTerm::Symbol, 0, Name, {}, Source);
}

Term SymbolicTable::real(double Value, StringRef Source) {
  SmallString<32> Digits;
  // SymPy writes fifteen digits; so does PyTorch where they say all.
  for (int Precision : {15, 16, 17}) {
    Digits.clear();
    raw_svector_ostream(Digits) << format("%.*g", Precision, Value);
    double Read;
    if (to_float(Digits, Read) && Read == Value)
      break;
  }
  if (!StringRef(Digits).contains_insensitive("n") &&
      !StringRef(Digits).contains('.') && !StringRef(Digits).contains('e'))
    Digits += ".0";
  std::string Shortest = ("Float('" + Digits + "', precision=53)").str();
  return other(Digits, Source.empty() ? StringRef(Shortest) : Source,
               /*IsFloat=*/true, /*IsBool=*/false);
}

Term SymbolicTable::other(StringRef Text, StringRef Source, bool IsFloat,
                          bool IsBool) {
  Term T = make(SymbolicTerm::Other, IsFloat + 2 * IsBool, Text, {}, Source);
  if (T) {
    const_cast<SymbolicTerm *>(T)->IsFloat = IsFloat;
    const_cast<SymbolicTerm *>(T)->IsBool = IsBool;
  }
  return T;
}

Term SymbolicTable::call(StringRef Name, ArrayRef<Term> Operands) {
  if (is_contained(Operands, nullptr))
    return nullptr;
  return make(SymbolicTerm::Call, 0, Name, Operands);
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// Atoms are before sums, those before functions.
static int classOf(Term T) {
  switch (T->Kind) {
  case SymbolicTerm::Integer:
    return 0;
  case SymbolicTerm::Symbol:
  case SymbolicTerm::Other:
    return 1;
  case SymbolicTerm::Product:
    return 2;
  case SymbolicTerm::Sum:
    return 3;
  case SymbolicTerm::Power:
    return 4;
  case SymbolicTerm::Call:
    return 5;
  }
  return 6;
}

static int compareTerms(Term A, Term B, unsigned Depth = 0) {
  if (A == B || Depth > SymbolicExpr::MaxDepth)
    return 0;
  if (int Order = classOf(A) - classOf(B))
    return Order;
  if (A->Value != B->Value)
    return A->Value < B->Value ? -1 : 1;
  if (int Order = A->Name.compare(B->Name))
    return Order;
  if (A->Operands.size() != B->Operands.size())
    return A->Operands.size() < B->Operands.size() ? -1 : 1;
  for (auto [X, Y] : zip(A->Operands, B->Operands))
    if (int Order = compareTerms(X, Y, Depth + 1))
      return Order;
  return 0;
}

static Term baseOf(Term T) {
  return T->Kind == SymbolicTerm::Power ? T->Operands[0] : T;
}

bool fx::detail::factorLess(Term A, Term B) {
  if (int Order = compareTerms(baseOf(A), baseOf(B)))
    return Order < 0;
  return A->Value < B->Value;
}

/// The factors of a product and their exponents, without its number.
static SmallVector<std::pair<Term, int64_t>, 4> monomial(Term T) {
  SmallVector<std::pair<Term, int64_t>, 4> Factors;
  auto Add = [&](Term F) {
    if (F->Kind == SymbolicTerm::Power)
      Factors.push_back({F->Operands[0], F->Value});
    else if (F->Kind != SymbolicTerm::Integer)
      Factors.push_back({F, 1});
  };
  if (T->Kind == SymbolicTerm::Product)
    for (Term F : T->Operands)
      Add(F);
  else
    Add(T);
  return Factors;
}

/// Lexicographic order of monomials, the greatest first.
static bool termLess(Term A, Term B) {
  auto X = monomial(A), Y = monomial(B);
  size_t I = 0;
  for (;; ++I) {
    if (I == X.size() || I == Y.size())
      return I == Y.size() && I != X.size();
    if (X[I].first != Y[I].first)
      return compareTerms(X[I].first, Y[I].first) < 0;
    if (X[I].second != Y[I].second)
      return X[I].second > Y[I].second;
  }
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

std::pair<int64_t, Term> SymbolicTable::splitCoefficient(Term T) {
  if (T->Kind == SymbolicTerm::Integer)
    return {T->Value, integer(1)};
  if (T->Kind != SymbolicTerm::Product ||
      T->Operands[0]->Kind != SymbolicTerm::Integer)
    return {1, T};
  ArrayRef<Term> Rest = T->Operands.drop_front();
  return {T->Operands[0]->Value,
          Rest.size() == 1 ? Rest[0]
                           : make(SymbolicTerm::Product, 0, "", Rest)};
}

Term SymbolicTable::sum(ArrayRef<Term> Given) {
  int64_t Constant = 0;
  SmallVector<std::pair<Term, int64_t>, 8> Parts;
  bool Overflow = false;
  auto Add = [&](Term T) {
    auto [Factor, Rest] = splitCoefficient(T);
    if (!Rest || Parts.size() > MaxOperands) {
      Overflow = true;
    } else if (T->Kind == SymbolicTerm::Integer) {
      Overflow |= AddOverflow(Constant, Factor, Constant);
    } else {
      Term Same = Rest;
      auto *Known = find_if(Parts, [&](auto &P) { return P.first == Same; });
      if (Known == Parts.end())
        Parts.push_back({Rest, Factor});
      else
        Overflow |= AddOverflow(Known->second, Factor, Known->second);
    }
  };
  for (Term T : Given) {
    if (!T)
      return nullptr;
    if (T->Kind == SymbolicTerm::Sum)
      for (Term Inner : T->Operands)
        Add(Inner);
    else
      Add(T);
  }
  if (Overflow)
    return nullptr;
  SmallVector<Term, 8> Terms;
  for (auto [T, Factor] : Parts)
    if (Factor != 0) {
      Term Factors[] = {integer(Factor), T};
      Term Scaled = Factor == 1 ? T : product(Factors);
      if (!Scaled)
        return nullptr;
      Terms.push_back(Scaled);
    }
  llvm::stable_sort(Terms, termLess);
  if (Constant != 0 || Terms.empty())
    Terms.push_back(integer(Constant));
  if (Terms.size() == 1)
    return Terms[0];
  // SymPy shows `1 - s0` and not `-s0 + 1`.
  if (Terms.size() == 2 && Constant > 0 &&
      Terms[0]->Kind == SymbolicTerm::Product &&
      Terms[0]->Operands.size() == 2 &&
      Terms[0]->Operands[0]->Kind == SymbolicTerm::Integer &&
      Terms[0]->Operands[0]->Value < 0)
    std::swap(Terms[0], Terms[1]);
  return make(SymbolicTerm::Sum, 0, "", Terms);
}

/// Whether a product with \p T is zero for SymPy, the integer.
static bool isRealZero(Term T) {
  return T->Kind == SymbolicTerm::Other && T->IsFloat &&
         (T->Name == "0.0" || T->Name == "-0.0");
}

Term SymbolicTable::product(ArrayRef<Term> Given) {
  int64_t Factor = 1;
  SmallVector<std::pair<Term, int64_t>, 8> Parts;
  bool Overflow = false;
  auto Add = [&](Term T) {
    if (T->Kind == SymbolicTerm::Integer) {
      Overflow |= MulOverflow(Factor, T->Value, Factor);
      return;
    }
    if (isRealZero(T)) {
      Factor = 0;
      return;
    }
    Term Base = baseOf(T);
    int64_t Exponent = T->Kind == SymbolicTerm::Power ? T->Value : 1;
    auto *Known = find_if(Parts, [&](auto &P) { return P.first == Base; });
    if (Known == Parts.end())
      Parts.push_back({Base, Exponent});
    else
      Overflow |= AddOverflow(Known->second, Exponent, Known->second);
    Overflow |= Parts.size() > MaxOperands;
  };
  for (Term T : Given) {
    if (!T)
      return nullptr;
    if (T->Kind == SymbolicTerm::Product)
      for (Term Inner : T->Operands)
        Add(Inner);
    else
      Add(T);
  }
  if (Overflow)
    return nullptr;
  if (Factor == 0)
    return integer(0);
  SmallVector<Term, 8> Factors;
  for (auto [Base, Exponent] : Parts)
    if (Exponent != 0)
      Factors.push_back(Exponent == 1
                            ? Base
                            : make(SymbolicTerm::Power, Exponent, "", {Base}));
  if (Factors.empty())
    return integer(Factor);
  if (Factor == 1 && Factors.size() == 1)
    return Factors[0];
  // A number times a sum is multiplied out.
  if (Factors.size() == 1 && Factors[0]->Kind == SymbolicTerm::Sum) {
    SmallVector<Term, 8> Scaled;
    for (Term T : Factors[0]->Operands) {
      Term Pair[] = {integer(Factor), T};
      Scaled.push_back(product(Pair));
    }
    return sum(Scaled);
  }
  llvm::stable_sort(Factors, factorLess);
  if (Factor != 1)
    Factors.insert(Factors.begin(), integer(Factor));
  return make(SymbolicTerm::Product, 0, "", Factors);
}

Term SymbolicTable::negate(Term A) {
  Term Factors[] = {integer(-1), A};
  return product(Factors);
}

Term SymbolicTable::power(Term Base, int64_t Exponent) {
  if (!Base || Exponent < 0 || Exponent > 64)
    return nullptr;
  if (Exponent == 0)
    return integer(1);
  if (Exponent == 1)
    return Base;
  if (Base->Kind == SymbolicTerm::Sum)
    return make(SymbolicTerm::Power, Exponent, "", {Base});
  SmallVector<Term, 8> Factors(Exponent, Base);
  return product(Factors);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

int64_t SymbolicTable::content(Term T) {
  if (T->Kind != SymbolicTerm::Sum)
    return std::abs(splitCoefficient(T).first);
  int64_t Common = 0;
  for (Term Part : T->Operands)
    Common = std::gcd(Common, splitCoefficient(Part).first);
  return Common;
}

Term SymbolicTable::exactQuotient(Term T, Term Divisor) {
  if (T == Divisor)
    return integer(1);
  if (Divisor->Kind == SymbolicTerm::Integer) {
    auto [Factor, Rest] = splitCoefficient(T);
    if (Factor == INT64_MIN || Factor % Divisor->Value != 0)
      return nullptr;
    Term Factors[] = {integer(Factor / Divisor->Value), Rest};
    return product(Factors);
  }
  if (T->Kind == SymbolicTerm::Sum) {
    SmallVector<Term, 8> Quotients;
    for (Term Part : T->Operands) {
      Term Q = exactQuotient(Part, Divisor);
      if (!Q)
        return nullptr;
      Quotients.push_back(Q);
    }
    return sum(Quotients);
  }
  auto [Factor, Rest] = splitCoefficient(T);
  auto [DivisorFactor, DivisorRest] = splitCoefficient(Divisor);
  if (DivisorFactor == 0 || Factor == INT64_MIN || Factor % DivisorFactor != 0)
    return nullptr;
  auto Parts = monomial(Rest);
  for (auto [Base, Exponent] : monomial(DivisorRest)) {
    Term Wanted = Base;
    auto *Known = find_if(Parts, [&](auto &P) { return P.first == Wanted; });
    if (Known == Parts.end() || Known->second < Exponent)
      return nullptr;
    Known->second -= Exponent;
  }
  SmallVector<Term, 8> Factors = {integer(Factor / DivisorFactor)};
  for (auto [Base, Exponent] : Parts)
    if (Exponent)
      Factors.push_back(Exponent == 1
                            ? Base
                            : make(SymbolicTerm::Power, Exponent, "", {Base}));
  return product(Factors);
}

Term SymbolicTable::floorDiv(Term A, Term B) {
  if (!A || !B || B->isInteger(0))
    return nullptr;
  if (A->isInteger(0))
    return A;
  if (B->isInteger(1))
    return A;
  if (B->isInteger(-1))
    return negate(A);
  if (A == B)
    return integer(1);
  if (A->Kind == SymbolicTerm::Integer && B->Kind == SymbolicTerm::Integer) {
    int64_t Q = A->Value / B->Value;
    return integer(
        Q - (A->Value % B->Value != 0 && (A->Value < 0) != (B->Value < 0)));
  }
  if (A->Kind == SymbolicTerm::Call && A->Name == "FloorDiv") {
    Term Factors[] = {A->Operands[1], B};
    return floorDiv(A->Operands[0], product(Factors));
  }
  if (Term Q = exactQuotient(A, B))
    return Q;
  // Terms that divide stand outside: `(2*a + b)//2` is `a + b//2`.
  if (B->Kind == SymbolicTerm::Integer && A->Kind == SymbolicTerm::Sum) {
    SmallVector<Term, 8> Outside, Inside;
    for (Term Part : A->Operands) {
      if (Term Q = exactQuotient(Part, B))
        Outside.push_back(Q);
      else
        Inside.push_back(Part);
    }
    if (!Outside.empty()) {
      Outside.push_back(floorDiv(sum(Inside), B));
      return sum(Outside);
    }
  }
  // Common factors cancel.
  int64_t Common = std::gcd(content(A), content(B));
  if (Common > 1) {
    Term Divisor = integer(Common);
    Term X = exactQuotient(A, Divisor), Y = exactQuotient(B, Divisor);
    if (A->Kind == SymbolicTerm::Sum) {
      SmallVector<Term, 8> Parts;
      for (Term Part : A->Operands)
        Parts.push_back(exactQuotient(Part, Divisor));
      X = sum(Parts);
    }
    if (X && Y)
      return floorDiv(X, Y);
  }
  auto Factors = monomial(B->Kind == SymbolicTerm::Sum ? integer(1) : B);
  for (auto [Base, Exponent] : Factors)
    if (Term X = exactQuotient(A, Base))
      if (Term Y = exactQuotient(B, Base))
        return floorDiv(X, Y);
  Term Operands[] = {A, B};
  return call("FloorDiv", Operands);
}

Term SymbolicTable::modulo(Term A, Term B) {
  if (B->isInteger(0))
    return nullptr;
  if (A->isInteger(0) || A == B || B->isInteger(1) || exactQuotient(A, B))
    return integer(0);
  if (A->Kind == SymbolicTerm::Integer && B->Kind == SymbolicTerm::Integer) {
    int64_t R = A->Value % B->Value;
    return integer(R && (R < 0) != (B->Value < 0) ? R + B->Value : R);
  }
  // PyTorch's Mod wants operands that are not negative.
  Term Operands[] = {A, B};
  return call(A->isAtLeast(0) && B->isAtLeast(0) ? "Mod" : "PythonMod",
              Operands);
}

Term SymbolicTable::extremum(bool Max, Term A, Term B) {
  if (Term Difference = sum({A, negate(B)})) {
    Term Opposite = negate(Difference);
    if (Difference->isAtLeast(0))
      return Max ? A : B;
    if (Opposite && Opposite->isAtLeast(0))
      return Max ? B : A;
    // The difference of a product and a number is no use.
    if (B->Kind == SymbolicTerm::Integer && A->isAtLeast(B->Value))
      return Max ? A : B;
    if (A->Kind == SymbolicTerm::Integer && B->isAtLeast(A->Value))
      return Max ? B : A;
  }
  StringRef Name = Max ? "Max" : "Min";
  SmallVector<Term, 4> Operands;
  for (Term T : {A, B}) {
    if (T->Kind == SymbolicTerm::Call && T->Name == Name)
      append_range(Operands, T->Operands);
    else
      Operands.push_back(T);
  }
  llvm::stable_sort(Operands,
                    [](Term X, Term Y) { return compareTerms(X, Y) < 0; });
  Operands.erase(llvm::unique(Operands), Operands.end());
  return Operands.size() == 1 ? Operands[0] : call(Name, Operands);
}

std::optional<int64_t> fx::detail::fold(const SymbolicTerm &T,
                                        ArrayRef<int64_t> Values) {
  int64_t Result = Values.empty() ? 0 : Values[0];
  StringRef Name = T.Name;
  switch (T.Kind) {
  case SymbolicTerm::Sum:
    for (int64_t V : Values.drop_front())
      if (AddOverflow(Result, V, Result))
        return std::nullopt;
    return Result;
  case SymbolicTerm::Product:
    for (int64_t V : Values.drop_front())
      if (MulOverflow(Result, V, Result))
        return std::nullopt;
    return Result;
  case SymbolicTerm::Power:
    for (int64_t I = 1; I < T.Value; ++I)
      if (MulOverflow(Result, Values[0], Result))
        return std::nullopt;
    return Result;
  case SymbolicTerm::Call:
    break;
  default:
    return std::nullopt;
  }
  if (Values.empty())
    return std::nullopt;
  if (Name == "Max")
    return *max_element(Values);
  if (Name == "Min")
    return *min_element(Values);
  if (Values.size() != 2 || Values[1] == 0 ||
      (Values[0] == INT64_MIN && Values[1] == -1))
    return std::nullopt;
  int64_t Q = Values[0] / Values[1], R = Values[0] % Values[1];
  bool Down = R != 0 && (R < 0) != (Values[1] < 0);
  if (Name == "FloorDiv" || Name == "CleanDiv")
    return Q - Down;
  if (Name == "Mod" || Name == "PythonMod")
    return Down ? R + Values[1] : R;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Multiplying out
//===----------------------------------------------------------------------===//

Term SymbolicTable::expand(Term T) {
  if (!T || T->Operands.empty())
    return T;
  SmallVector<Term, 8> Operands;
  for (Term O : T->Operands) {
    Term Expanded = expand(O);
    if (!Expanded)
      return nullptr;
    Operands.push_back(Expanded);
  }
  if (T->Kind == SymbolicTerm::Call) {
    // Both are the quotient; that there is no rest changes no number.
    if ((T->Name == "FloorDiv" || T->Name == "CleanDiv") &&
        Operands.size() == 2)
      return floorDiv(Operands[0], Operands[1]);
    if ((T->Name == "Max" || T->Name == "Min") && Operands.size() == 2)
      return extremum(T->Name == "Max", Operands[0], Operands[1]);
    return call(T->Name, Operands);
  }
  if (T->Kind == SymbolicTerm::Sum)
    return sum(Operands);
  if (T->Kind == SymbolicTerm::Power)
    Operands.assign(T->Value, Operands[0]);
  SmallVector<Term, 8> Result = {integer(1)};
  for (Term Factor : Operands) {
    ArrayRef<Term> Parts = Factor;
    if (Factor->Kind == SymbolicTerm::Sum)
      Parts = Factor->Operands;
    if (Result.size() * Parts.size() > MaxOperands)
      return nullptr;
    SmallVector<Term, 8> Next;
    for (Term A : Result)
      for (Term B : Parts) {
        Term Pair[] = {A, B};
        Term AB = product(Pair);
        if (!AB)
          return nullptr;
        Next.push_back(AB);
      }
    Result = std::move(Next);
  }
  return sum(Result);
}
