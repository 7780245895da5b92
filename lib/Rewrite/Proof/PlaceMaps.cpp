//===- PlaceMaps.cpp - Where the elements of results come from ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceMaps.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Poly PlaceTensor::numel() const {
  Poly Product(1);
  for (const Poly &Size : Sizes)
    Product = Product * Size;
  return Product;
}

Poly PlaceTensor::numberOf(ArrayRef<Poly> Index) const {
  Poly Number;
  for (size_t D = 0; D != Sizes.size(); ++D)
    Number = Number * Sizes[D] + Index[D];
  return Number;
}

PlaceSource PlaceTensor::element(Cases &C, ArrayRef<Poly> Index) const {
  return C.ended() ? PlaceSource() : At(C, Index);
}

PlaceSource PlaceTensor::linear(Cases &C, const Poly &Number) const {
  if (C.ended())
    return {};
  if (AtLinear)
    return AtLinear(C, Number);
  // There is an element, so no size is 0.
  for (const Poly &Size : Sizes)
    C.Known.assume(Size - Poly(1));
  std::vector<Poly> Index(Sizes.size());
  Poly Rest = Number;
  for (size_t D = Sizes.size(); D-- != 0;) {
    Poly Next = D == 0 ? Poly() : C.Known.floorDiv(Rest, Sizes[D]);
    Index[D] = Rest - Next * Sizes[D];
    Rest = std::move(Next);
  }
  return At(C, Index);
}

PlaceValue PlaceValue::of(const Argument &A) {
  if (A.isInt())
    return integer(A.asInt());
  if (A.isBool())
    return truth(A.asBool());
  PlaceValue V;
  if (A.isNone())
    return V;
  if (A.isSequence()) {
    V.Kind = List;
    for (size_t I = 0; I != A.size(); ++I)
      V.Items.push_back(of(A[I]));
    return V;
  }
  V.Kind = Constant;
  V.Value = A;
  return V;
}

std::optional<int64_t> fx::rewrite::knownNumber(const PlaceValue &V) {
  return V.Kind == PlaceValue::Int ? V.Number.constant() : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

bool Cases::next() {
  if (std::exchange(Started, true)) {
    while (!Trail.empty() && Trail.back().first + 1 == Trail.back().second)
      Trail.pop_back();
    if (Trail.empty())
      return false;
    ++Trail.back().first;
  }
  At = 0;
  Left = IsResult = false;
  Known = Facts();
  Broadcasts.clear();
  return true;
}

Poly Cases::broadcast(const Poly &At, const Poly &Size, const Poly &To) {
  if (Known.impliesZero(Size - Poly(1)))
    return Poly();
  // Expanded twice: the size in between, To, is this one, or this one is 1.
  Poly From = At;
  for (const Broadcast &B : Broadcasts)
    if (B.Value == From && Known.impliesZero(B.Size - To)) {
      From = B.At;
      break;
    }
  for (const Broadcast &B : Broadcasts)
    if (Known.impliesZero(B.At - From) && Known.impliesZero(B.Size - Size))
      return B.Value;
  Poly Value = Known.fresh();
  Known.assume(Value);
  Known.assume(Size - Value - Poly(1));
  Broadcasts.push_back({From, Size, Value});
  return Value;
}

unsigned Cases::choose(unsigned Count) {
  if (Count <= 1)
    return 0;
  if (At == Trail.size())
    Trail.emplace_back(0, Count);
  return Trail[At++].first;
}

bool Cases::isNonNegative(const Poly &P) {
  if (ended())
    return true;
  if (P.overflowed())
    giveUp("numbers are too large");
  if (Known.implies(P))
    return true;
  Poly Not = P * Poly(-1) - Poly(1);
  if (Known.implies(Not))
    return false;
  bool Is = choose(2) == 0;
  Known.assume(Is ? P : Not);
  return Is;
}

bool Cases::isZero(const Poly &P) {
  if (ended() || Known.impliesZero(P))
    return true;
  if (!isNonNegative(P) || !isNonNegative(P * Poly(-1)))
    return false;
  // It may define an unknown.
  Known.assumeZero(P);
  return true;
}

void Cases::require(const Poly &P, const Twine &Else) {
  if (ended() || Known.implies(P))
    return;
  if (IsResult)
    return giveUp("the result may fail: " + Else);
  if (Known.implies(P * Poly(-1) - Poly(1)))
    return leave();
  Known.assume(P);
}

void Cases::requireZero(const Poly &P, const Twine &Else) {
  if (ended() || Known.impliesZero(P))
    return;
  if (IsResult)
    return giveUp("the result may fail: " + Else);
  if (Known.implies(P - Poly(1)) || Known.implies(P * Poly(-1) - Poly(1)))
    return leave();
  Known.assumeZero(P);
}

void Cases::undefined(const Twine &Reason) {
  if (ended())
    return;
  if (IsResult)
    giveUp("the result fails: " + Reason);
  else
    leave();
}

void Cases::giveUp(const Twine &Reason) {
  if (!ended())
    Why = Reason.str();
}

//===----------------------------------------------------------------------===//
// What is not known
//===----------------------------------------------------------------------===//

PlaceValue fx::rewrite::anyTensor(Cases &C, unsigned Rank, int Number) {
  PlaceTensor T;
  for (unsigned I = 0; I != Rank; ++I) {
    T.Sizes.push_back(C.Known.fresh());
    C.Known.assume(T.Sizes.back());
  }
  T.At = [Number](Cases &, ArrayRef<Poly> Index) {
    return PlaceSource{Number, Index.vec(), false};
  };
  T.AtLinear = [Number](Cases &, const Poly &At) {
    return PlaceSource{Number, {At}, true};
  };
  return PlaceValue::tensor(std::move(T));
}

static PlaceValue dimension(int64_t Number, int64_t Rank) {
  PlaceValue V = PlaceValue::integer(Number);
  V.OfRank = std::make_shared<std::pair<int64_t, std::optional<bool>>>(
      Rank, std::nullopt);
  return V;
}

/// \p Count of \p Rank dimensions, in any order.
static PlaceValue anyDims(Cases &C, unsigned Count, unsigned Rank) {
  std::vector<unsigned> Left(Rank);
  for (unsigned I = 0; I != Rank; ++I)
    Left[I] = I;
  std::vector<PlaceValue> Dims;
  for (unsigned I = 0; I != Count; ++I) {
    unsigned Which = C.choose(Left.size());
    Dims.push_back(dimension(Left[Which], Rank));
    Left.erase(Left.begin() + Which);
  }
  return PlaceValue::list(std::move(Dims));
}

static PlaceValue anyNumbers(Cases &C, unsigned Most) {
  std::vector<PlaceValue> Numbers;
  for (unsigned I = C.choose(Most + 1); I != 0; --I)
    Numbers.push_back(PlaceValue::integer(C.Known.fresh()));
  return PlaceValue::list(std::move(Numbers));
}

PlaceValue fx::rewrite::anyArgument(Cases &C, PlaceParam Kind,
                                    const PlaceValue &First) {
  const PlaceValue &Of = First.Kind == PlaceValue::List && !First.Items.empty()
                             ? First.Items[0]
                             : First;
  unsigned Rank = Of.Kind == PlaceValue::Tensor ? Of.T->rank() : 0;
  switch (Kind) {
  case PlaceParam::Dim:
  case PlaceParam::NewDim: {
    // Numbers have one dimension where there is a choice.
    unsigned Dims = Kind == PlaceParam::NewDim ? Rank + 1 : std::max(Rank, 1u);
    return dimension(C.choose(Dims), Dims);
  }
  case PlaceParam::DimOrDims:
    return anyArgument(C, C.choose(2) ? PlaceParam::Dims : PlaceParam::Dim,
                       First);
  case PlaceParam::Dims:
    return anyDims(C, C.choose(Rank + 1), Rank);
  case PlaceParam::Order:
    return anyDims(C, Rank, Rank);
  case PlaceParam::Bound:
    if (C.choose(2) == 0)
      return {};
    return PlaceValue::integer(C.Known.fresh());
  case PlaceParam::Parts:
    if (C.choose(2) == 0)
      return PlaceValue::integer(C.Known.fresh());
    return anyNumbers(C, Cases::MaxItems);
  case PlaceParam::Number:
    return PlaceValue::integer(C.Known.fresh());
  case PlaceParam::Item:
    if (First.Items.empty())
      C.undefined("there is no item");
    return dimension(C.choose(First.Items.size()), First.Items.size());
  case PlaceParam::Sizes:
  case PlaceParam::Numbers:
    return anyNumbers(C, Cases::MaxRank);
  case PlaceParam::Other:
    return PlaceValue::unknown();
  case PlaceParam::Tensor:
  case PlaceParam::Tensors:
  case PlaceParam::Values:
    break;
  }
  C.giveUp("nothing is known of an operand");
  return {};
}
