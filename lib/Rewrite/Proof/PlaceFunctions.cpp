//===- PlaceFunctions.cpp - Functions on places and sizes -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Match/RuleFunctions.h"
#include "PlaceProof.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

Poly fx::rewrite::written(Cases &C, const PlaceValue &V) {
  if (!V.OfRank)
    return V.Number;
  std::optional<bool> &FromEnd = V.OfRank->second;
  if (!FromEnd)
    FromEnd = C.choose(2) == 1;
  return *FromEnd ? V.Number - Poly(V.OfRank->first) : V.Number;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static PlaceValue sizesOf(const PlaceTensor &T) {
  std::vector<PlaceValue> Sizes;
  for (const Poly &Size : T.Sizes)
    Sizes.push_back(PlaceValue::integer(Size));
  return PlaceValue::list(std::move(Sizes));
}

/// A dimension, counted from the front.
static PlaceValue wrapDim(Cases &C, const PlaceValue &V, int64_t Rank) {
  if (V.Kind != PlaceValue::Int)
    return PlaceValue::unknown();
  if (V.OfRank && V.OfRank->first == Rank)
    return PlaceValue::integer(V.Number);
  Poly P = written(C, V);
  if (!C.isNonNegative(P))
    P += Poly(Rank);
  if (!C.isNonNegative(P) || !C.isLess(P, Poly(Rank)))
    return PlaceValue::unknown();
  return PlaceValue::integer(P);
}

static PlaceValue wrap(Cases &C, const PlaceValue &V, const PlaceValue &Of) {
  std::optional<int64_t> Rank = knownNumber(Of);
  if (!Rank)
    return PlaceValue::unknown();
  if (V.Kind != PlaceValue::List)
    return wrapDim(C, V, *Rank);
  PlaceValue Wrapped = V;
  for (PlaceValue &Item : Wrapped.Items)
    Item = wrapDim(C, Item, *Rank);
  return Wrapped;
}

std::optional<int64_t> fx::rewrite::placeIn(Cases &C, const PlaceValue &I,
                                            int64_t Size) {
  if (I.Kind != PlaceValue::Int)
    return std::nullopt;
  if (I.OfRank && I.OfRank->first == Size)
    return I.Number.constant();
  std::optional<int64_t> At = written(C, I).constant();
  if (At && *At < 0)
    *At += Size;
  return At;
}

static PlaceValue swapItems(Cases &C, ArrayRef<PlaceValue> A) {
  if (A[0].Kind != PlaceValue::List)
    return PlaceValue::unknown();
  PlaceValue Swapped = A[0];
  int64_t Size = Swapped.Items.size();
  std::optional<int64_t> X = placeIn(C, A[1], Size), Y = placeIn(C, A[2], Size);
  if (!X || !Y)
    return PlaceValue::unknown();
  if (*X < 0 || *X >= Size || *Y < 0 || *Y >= Size) {
    Swapped.Kind = PlaceValue::Invalid;
    return Swapped;
  }
  std::swap(Swapped.Items[*X], Swapped.Items[*Y]);
  return Swapped;
}

static PlaceValue inverse(const PlaceValue &P) {
  std::vector<PlaceValue> Places(P.Items.size(), PlaceValue::unknown());
  for (size_t I = 0; I != P.Items.size(); ++I) {
    std::optional<int64_t> At = knownNumber(P.Items[I]);
    if (!At || *At < 0 || *At >= int64_t(P.Items.size()))
      return PlaceValue::unknown();
    Places[*At] = PlaceValue::integer(int64_t(I));
  }
  return PlaceValue::list(std::move(Places));
}

static PlaceValue range(Cases &C, ArrayRef<PlaceValue> A) {
  int64_t Bounds[2] = {0, 0};
  for (size_t I = 0; I != A.size(); ++I) {
    std::optional<int64_t> Known = A[I].Kind == PlaceValue::Int
                                       ? written(C, A[I]).constant()
                                       : std::nullopt;
    if (!Known)
      return PlaceValue::unknown();
    Bounds[A.size() == 1 ? 1 : I] = *Known;
  }
  std::vector<PlaceValue> Numbers;
  for (int64_t I = Bounds[0]; I < Bounds[1]; ++I)
    Numbers.push_back(PlaceValue::integer(I));
  return PlaceValue::list(std::move(Numbers));
}

/// `sum` and `prod`.
static PlaceValue fold(Cases &C, const PlaceValue &Of, bool IsSum) {
  Poly Value(IsSum ? 0 : 1);
  if (Of.Kind != PlaceValue::List)
    return PlaceValue::unknown();
  for (const PlaceValue &Item : Of.Items) {
    if (Item.Kind != PlaceValue::Int)
      return PlaceValue::unknown();
    Poly Next = written(C, Item);
    Value = IsSum ? Value + Next : Value * Next;
  }
  return PlaceValue::integer(Value);
}

/// The least or the greatest of numbers.
static PlaceValue extreme(Cases &C, ArrayRef<PlaceValue> A, bool IsMin) {
  ArrayRef<PlaceValue> Of =
      A.size() == 1 && A[0].Kind == PlaceValue::List ? ArrayRef(A[0].Items) : A;
  std::optional<Poly> Best;
  for (const PlaceValue &Item : Of) {
    if (Item.Kind != PlaceValue::Int)
      return PlaceValue::unknown();
    Poly Next = written(C, Item);
    if (!Best || (IsMin ? C.isLess(Next, *Best) : C.isLess(*Best, Next)))
      Best = Next;
  }
  return Best ? PlaceValue::integer(*Best) : PlaceValue::unknown();
}

/// `all` and `any`: what decides is one item.
static PlaceValue quantify(const PlaceValue &Of, bool Decides) {
  if (Of.Kind != PlaceValue::List)
    return PlaceValue::unknown();
  bool Unknown = false;
  for (const PlaceValue &Item : Of.Items) {
    if (Item.Kind == PlaceValue::Truth && Item.IsTrue == Decides)
      return PlaceValue::truth(Decides);
    Unknown |= Item.Kind != PlaceValue::Truth;
  }
  return Unknown ? PlaceValue::unknown() : PlaceValue::truth(!Decides);
}

static PlaceValue sizeOf(Cases &C, const PlaceTensor &T, const PlaceValue &D) {
  std::optional<int64_t> At = placeIn(C, D, T.rank());
  if (!At || *At < 0 || *At >= int64_t(T.rank()))
    return PlaceValue::unknown();
  return PlaceValue::integer(T.Sizes[*At]);
}

static PlaceValue zipLists(const PlaceValue &A, const PlaceValue &B) {
  if (A.Kind != PlaceValue::List || B.Kind != PlaceValue::List)
    return PlaceValue::unknown();
  std::vector<PlaceValue> Pairs;
  for (auto [X, Y] : zip(A.Items, B.Items))
    Pairs.push_back(PlaceValue::list({X, Y}));
  return PlaceValue::list(std::move(Pairs));
}

PlaceValue fx::rewrite::callPlaceFunction(Cases &C, FunctionId Id,
                                          ArrayRef<PlaceValue> A) {
  bool IsTensor = !A.empty() && A[0].Kind == PlaceValue::Tensor;
  bool IsList = !A.empty() && A[0].Kind == PlaceValue::List;
  switch (Id) {
  case FunctionId::Rank:
    return IsTensor ? PlaceValue::integer(int64_t(A[0].T->rank()))
                    : PlaceValue::unknown();
  case FunctionId::Shape:
    return IsTensor ? sizesOf(*A[0].T) : PlaceValue::unknown();
  case FunctionId::Size:
    return IsTensor ? sizeOf(C, *A[0].T, A[1]) : PlaceValue::unknown();
  case FunctionId::Numel:
    return IsTensor ? PlaceValue::integer(A[0].T->numel())
                    : PlaceValue::unknown();
  case FunctionId::Len:
  case FunctionId::Count:
    return IsList ? PlaceValue::integer(int64_t(A[0].Items.size()))
                  : PlaceValue::unknown();
  case FunctionId::SameType:
    // Sizes alone; what else is the same is not a fact.
    if (IsTensor && A[1].Kind == PlaceValue::Tensor &&
        isEqual(C, sizesOf(*A[0].T), sizesOf(*A[1].T)) == false)
      return PlaceValue::truth(false);
    return PlaceValue::unknown();
  case FunctionId::Wrap:
    return wrap(C, A[0], A[1]);
  case FunctionId::Swap:
    return swapItems(C, A);
  case FunctionId::Inverse:
    return IsList ? inverse(A[0]) : PlaceValue::unknown();
  case FunctionId::Range:
    return range(C, A);
  case FunctionId::Prod:
  case FunctionId::Sum:
    return fold(C, A[0], Id == FunctionId::Sum);
  case FunctionId::Min:
  case FunctionId::Max:
    return extreme(C, A, Id == FunctionId::Min);
  case FunctionId::All:
  case FunctionId::Any:
    return quantify(A[0], Id == FunctionId::Any);
  case FunctionId::Zip:
    return zipLists(A[0], A[1]);
  default:
    return PlaceValue::unknown();
  }
}
