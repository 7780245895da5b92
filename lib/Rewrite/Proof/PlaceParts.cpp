//===- PlaceParts.cpp - Parts of tensors, and tensors of parts ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace fx::rewrite::places;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The elements from \p Begin on along a dimension, \p Size of them.
static PlaceValue part(TensorPtr T, unsigned D, Poly Begin, Poly Size,
                       Poly Step = Poly(1)) {
  std::vector<Poly> Sizes = T->Sizes;
  Sizes[D] = std::move(Size);
  return moved(T, std::move(Sizes), [D, Begin, Step](Cases &, Index At) {
    std::vector<Poly> From = At.vec();
    From[D] = From[D] * Step + Begin;
    return From;
  });
}

/// A bound as Python takes it: from the end if negative, and within the tensor.
static Poly clampedBound(Cases &C, Poly Bound, const Poly &Size,
                         const Poly &Least) {
  if (!C.isNonNegative(Bound))
    Bound += Size;
  if (C.isLess(Bound, Least))
    return Least;
  return C.isLess(Size, Bound) ? Size : Bound;
}

/// The dimension \p Dim that \p T is cut along; a number has none, which is
/// \p Wrong.
static unsigned dimToCut(Cases &C, const PlaceTensor &T, const PlaceValue &Dim,
                         StringRef Wrong) {
  unsigned D = dimOf(C, Dim, T.rank());
  if (T.rank() == 0)
    C.undefined(Wrong);
  return D;
}

PlaceValue places::slice(Cases &C, Args A) {
  // What torch.export writes for the end.
  constexpr int64_t Far = int64_t(1) << 62;
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[1], "a slice of a number");
  if (C.ended())
    return {};
  const Poly &Size = T->Sizes[D];
  Poly Begin, End = Size, Step = numberOf(C, A[4]);
  if (A[2].Kind != PlaceValue::NotGiven)
    Begin = clampedBound(C, numberOf(C, A[2]), Size, Poly());
  if (A[3].Kind != PlaceValue::NotGiven && knownNumber(A[3]).value_or(0) < Far)
    End = clampedBound(C, numberOf(C, A[3]), Size, Begin);
  C.require(Step - Poly(1), "a step is not positive");
  Poly Count = C.Known.floorDiv(End - Begin + Step - Poly(1), Step);
  return C.ended() ? PlaceValue() : part(T, D, Begin, Count, Step);
}

PlaceValue places::narrow(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[1], "a part of a number");
  if (C.ended())
    return {};
  Poly Begin = numberOf(C, A[2]), Count = numberOf(C, A[3]);
  if (!C.isNonNegative(Begin))
    Begin += T->Sizes[D];
  C.require(Begin, "a part begins before the tensor");
  C.require(Count, "a part has a negative size");
  C.require(T->Sizes[D] - Begin - Count, "a part ends after the tensor");
  return part(T, D, Begin, Count);
}

static PlaceValue takeAt(TensorPtr T, unsigned D, Poly Place) {
  std::vector<Poly> Sizes = T->Sizes;
  Sizes.erase(Sizes.begin() + D);
  return moved(T, std::move(Sizes), [D, Place](Cases &, Index At) {
    std::vector<Poly> From = At.vec();
    From.insert(From.begin() + D, Place);
    return From;
  });
}

PlaceValue places::select(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[1], "an item of a number");
  if (C.ended())
    return {};
  Poly Place = numberOf(C, A[2]);
  if (!C.isNonNegative(Place))
    Place += T->Sizes[D];
  C.require(Place, "an index is too small");
  C.require(T->Sizes[D] - Place - Poly(1), "an index is too large");
  return takeAt(T, D, Place);
}

/// Parts of the sizes \p Counts, one after the other.
static PlaceValue partsOf(TensorPtr T, unsigned D, ArrayRef<Poly> Counts) {
  std::vector<PlaceValue> Parts;
  Poly Begin;
  for (const Poly &Count : Counts) {
    Parts.push_back(part(T, D, Begin, Count));
    Begin += Count;
  }
  return PlaceValue::list(std::move(Parts));
}

/// Parts of \p Each elements, of which the last may have fewer.
static PlaceValue equalParts(Cases &C, TensorPtr T, unsigned D,
                             const Poly &Each) {
  const Poly &Size = T->Sizes[D];
  unsigned Count = C.choose(Cases::MaxItems) + 1;
  Poly Before = Each * Poly(Count - 1);
  C.require(Each, "parts have a negative size");
  C.require(Before + Each - Size, "");
  if (Count > 1)
    C.require(Size - Before - Poly(1), "");
  std::vector<Poly> Counts(Count, Each);
  Counts.back() = Size - Before;
  return C.ended() ? PlaceValue() : partsOf(T, D, Counts);
}

PlaceValue places::split(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[2], "parts of a number");
  if (C.ended())
    return {};
  if (A[1].Kind == PlaceValue::Int) {
    // How many there are is decided by cases, which nothing proves.
    if (C.IsResult)
      C.giveUp("the result is split into equal parts");
    return equalParts(C, T, D, A[1].Number);
  }
  std::vector<Poly> Counts = numbersOf(C, A[1]);
  Poly Sum;
  for (const Poly &Count : Counts) {
    C.require(Count, "a part has a negative size");
    Sum += Count;
  }
  C.requireZero(Sum - T->Sizes[D], "parts have other sizes in all");
  return C.ended() ? PlaceValue() : partsOf(T, D, Counts);
}

PlaceValue places::chunk(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[2], "parts of a number");
  if (C.IsResult)
    C.giveUp("the result is split into equal parts");
  if (C.ended())
    return {};
  Poly Wanted = numberOf(C, A[1]);
  C.require(Wanted - Poly(1), "no part");
  Poly Each = C.Known.floorDiv(T->Sizes[D] + Wanted - Poly(1), Wanted);
  return equalParts(C, T, D, Each);
}

PlaceValue places::tensorSplit(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[2], "parts of a number");
  if (C.IsResult)
    C.giveUp("the result is split into equal parts");
  if (C.ended())
    return {};
  const Poly &Size = T->Sizes[D];
  if (A[1].Kind == PlaceValue::Int) {
    unsigned Count = 1 + C.choose(Cases::MaxItems), Longer = C.choose(Count);
    Poly Each = C.Known.fresh();
    C.Known.assume(Each);
    C.requireZero(A[1].Number - Poly(Count), "");
    C.requireZero(Size - Each * Poly(Count) - Poly(Longer), "");
    std::vector<Poly> Counts;
    for (unsigned I = 0; I != Count; ++I)
      Counts.push_back(Each + Poly(I < Longer));
    return C.ended() ? PlaceValue() : partsOf(T, D, Counts);
  }
  std::vector<PlaceValue> Parts;
  std::vector<Poly> Ends = numbersOf(C, A[1]);
  if (Ends.size() >= Cases::MaxItems)
    C.leave();
  Poly Begin;
  for (size_t I = 0; I <= Ends.size() && !C.ended(); ++I) {
    Poly First = clampedBound(C, Begin, Size, Poly());
    Poly Last = I == Ends.size() ? Size : clampedBound(C, Ends[I], Size, First);
    Parts.push_back(part(T, D, First, Last - First));
    if (I != Ends.size())
      Begin = Ends[I];
  }
  return PlaceValue::list(std::move(Parts));
}

PlaceValue places::unbind(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimToCut(C, *T, A[1], "parts of a number");
  if (C.IsResult)
    C.giveUp("the result is taken apart");
  if (C.ended())
    return {};
  unsigned Count = C.choose(Cases::MaxItems + 1);
  C.requireZero(T->Sizes[D] - Poly(Count), "");
  std::vector<PlaceValue> Parts;
  for (unsigned I = 0; I != Count; ++I)
    Parts.push_back(takeAt(T, D, Poly(I)));
  return PlaceValue::list(std::move(Parts));
}

PlaceValue places::getitem(Cases &C, Args A) {
  if (A[0].Kind != PlaceValue::List) {
    C.giveUp("an item of what is not a list");
    return {};
  }
  int64_t Count = A[0].Items.size();
  std::optional<int64_t> I = knownNumber(A[1]);
  if (!I)
    C.giveUp("an index is not known");
  if (C.ended())
    return {};
  *I += *I < 0 ? Count : 0;
  if (*I < 0 || *I >= Count) {
    C.undefined("there is no such item");
    return {};
  }
  return A[0].Items[*I];
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

static std::vector<TensorPtr> tensorsOf(Cases &C, const PlaceValue &V) {
  std::vector<TensorPtr> Tensors;
  if (V.Kind != PlaceValue::List)
    C.giveUp("a list of tensors is not known");
  for (const PlaceValue &Item : V.Items)
    Tensors.push_back(tensorOf(C, Item));
  if (Tensors.empty())
    C.undefined("no tensors");
  return Tensors;
}

PlaceValue places::cat(Cases &C, Args A) {
  std::vector<TensorPtr> Parts = tensorsOf(C, A[0]);
  // Empty tensors of one dimension are left out, whatever the others have.
  bool SameRank = all_of(
      Parts, [&](const TensorPtr &T) { return T->rank() == Parts[0]->rank(); });
  if (!SameRank)
    erase_if(Parts, [&](const TensorPtr &T) {
      if (T->rank() != 1)
        return false;
      C.requireZero(T->Sizes[0], "the parts have other ranks");
      return true;
    });
  if (C.ended())
    return {};
  unsigned Rank = Parts[0]->rank(), D = dimOf(C, A[1], Rank);
  if (Rank == 0)
    C.undefined("numbers cannot be joined");
  for (const TensorPtr &T : Parts) {
    if (T->rank() != Rank)
      C.undefined("the parts have other ranks");
    for (unsigned I = 0; I != Rank && !C.ended(); ++I)
      if (I != D)
        C.requireZero(T->Sizes[I] - Parts[0]->Sizes[I],
                      "the parts have other sizes");
  }
  if (C.ended())
    return {};
  PlaceTensor New;
  New.Sizes = Parts[0]->Sizes;
  New.Sizes[D] = Poly();
  for (const TensorPtr &T : Parts)
    New.Sizes[D] += T->Sizes[D];
  New.At = [Parts, D](Cases &C, Index At) {
    std::vector<Poly> From = At.vec();
    for (size_t I = 0; I + 1 < Parts.size(); ++I) {
      if (C.isLess(From[D], Parts[I]->Sizes[D]))
        return Parts[I]->element(C, From);
      From[D] = From[D] - Parts[I]->Sizes[D];
    }
    return Parts.back()->element(C, From);
  };
  return PlaceValue::tensor(std::move(New));
}

PlaceValue places::stack(Cases &C, Args A) {
  std::vector<TensorPtr> Parts = tensorsOf(C, A[0]);
  if (C.ended())
    return {};
  unsigned Rank = Parts[0]->rank(), D = dimOf(C, A[1], Rank + 1);
  for (const TensorPtr &T : Parts) {
    if (T->rank() != Rank)
      C.undefined("the parts have other ranks");
    for (unsigned I = 0; I != Rank && !C.ended(); ++I)
      C.requireZero(T->Sizes[I] - Parts[0]->Sizes[I],
                    "the parts have other sizes");
  }
  if (C.ended())
    return {};
  PlaceTensor New;
  New.Sizes = Parts[0]->Sizes;
  New.Sizes.insert(New.Sizes.begin() + D, Poly(Parts.size()));
  New.At = [Parts, D](Cases &C, Index At) {
    std::vector<Poly> From = At.vec();
    From.erase(From.begin() + D);
    size_t I = 0;
    while (I + 1 < Parts.size() && !C.isLess(At[D], Poly(I + 1)))
      ++I;
    return Parts[I]->element(C, From);
  };
  return PlaceValue::tensor(std::move(New));
}

PlaceValue places::pad(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  std::vector<Poly> Pads = numbersOf(C, A[1]);
  if (Pads.size() % 2 || Pads.size() > 2 * T->rank())
    C.undefined("more pads than dimensions");
  if (A[2].Kind != PlaceValue::Int && A[2].Kind != PlaceValue::Unknown)
    C.giveUp("what is padded with is not a whole number");
  if (C.ended())
    return {};
  // Every unknown value is another one.
  Poly Value = A[2].Kind == PlaceValue::Int ? A[2].Number : C.Known.fresh();
  PlaceTensor New;
  New.Sizes = T->Sizes;
  for (size_t I = 0; I != Pads.size(); ++I) {
    Poly &Size = New.Sizes[T->rank() - 1 - I / 2];
    Size += Pads[I];
    if (I % 2)
      C.require(Size, "a size is negative");
  }
  New.At = [T, Pads, Value](Cases &C, Index At) {
    std::vector<Poly> From = At.vec();
    for (size_t I = 0; I != Pads.size(); I += 2) {
      size_t D = T->rank() - 1 - I / 2;
      From[D] = From[D] - Pads[I];
      if (!C.isNonNegative(From[D]) || !C.isLess(From[D], T->Sizes[D]))
        return PlaceSource{PlaceSource::Fill, {Value}, false};
    }
    return T->element(C, From);
  };
  return PlaceValue::tensor(std::move(New));
}
