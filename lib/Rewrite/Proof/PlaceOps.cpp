//===- PlaceOps.cpp - Operators that only move elements -------------------===//
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
// Arguments
//===----------------------------------------------------------------------===//

TensorPtr fx::rewrite::places::tensorOf(Cases &C, const PlaceValue &V) {
  if (V.Kind == PlaceValue::Tensor)
    return V.T;
  C.giveUp("an operand is not a tensor");
  return std::make_shared<PlaceTensor>();
}

/// A number that decides a form: it has to be known.
static int64_t fixed(Cases &C, const PlaceValue &V) {
  std::optional<int64_t> Number = knownNumber(V);
  // A list does not fit there.
  if (V.Kind == PlaceValue::List && !C.IsResult)
    C.leave();
  else if (!Number)
    C.giveUp("a dimension is not known");
  return Number.value_or(0);
}

unsigned fx::rewrite::places::dimOf(Cases &C, const PlaceValue &V,
                                    int64_t Rank) {
  int64_t D = fixed(C, V), Dims = std::max<int64_t>(Rank, 1);
  D = D < 0 ? D + Dims : D;
  if (D < 0 || D >= Dims) {
    C.undefined("there is no such dimension");
    return 0;
  }
  return D;
}

SmallVector<unsigned, 5>
fx::rewrite::places::dimsOf(Cases &C, const PlaceValue &V, int64_t Rank) {
  SmallVector<unsigned, 5> Dims;
  if (V.Kind == PlaceValue::Int)
    Dims.push_back(dimOf(C, V, Rank));
  else if (V.Kind != PlaceValue::List)
    C.giveUp("a list of dimensions is not known");
  for (const PlaceValue &Item : V.Items) {
    unsigned D = dimOf(C, Item, Rank);
    if (is_contained(Dims, D))
      C.undefined("a dimension stands twice");
    Dims.push_back(D);
  }
  return Dims;
}

Poly fx::rewrite::places::numberOf(Cases &C, const PlaceValue &V) {
  if (V.Kind == PlaceValue::Int)
    return V.Number;
  C.giveUp("an argument is not a number");
  return {};
}

std::vector<Poly> fx::rewrite::places::numbersOf(Cases &C,
                                                 const PlaceValue &V) {
  std::vector<Poly> Numbers;
  if (V.Kind == PlaceValue::Int)
    Numbers.push_back(V.Number);
  else if (V.Kind != PlaceValue::List)
    C.giveUp("a list of numbers is not known");
  for (const PlaceValue &Item : V.Items)
    Numbers.push_back(numberOf(C, Item));
  return Numbers;
}

PlaceValue fx::rewrite::places::sameOrder(TensorPtr T,
                                          std::vector<Poly> Sizes) {
  PlaceTensor New;
  New.Sizes = std::move(Sizes);
  New.AtLinear = [T](Cases &C, const Poly &At) { return T->linear(C, At); };
  New.At = [T, Sizes = New.Sizes](Cases &C, Index At) {
    PlaceTensor Of;
    Of.Sizes = Sizes;
    return T->linear(C, Of.numberOf(At));
  };
  return PlaceValue::tensor(std::move(New));
}

PlaceValue fx::rewrite::places::moved(
    TensorPtr T, std::vector<Poly> Sizes,
    std::function<std::vector<Poly>(Cases &, Index)> Map) {
  PlaceTensor New;
  New.Sizes = std::move(Sizes);
  New.At = [T, Map = std::move(Map)](Cases &C, Index At) {
    return T->element(C, Map(C, At));
  };
  return PlaceValue::tensor(std::move(New));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static PlaceValue identity(Cases &C, Args A) {
  return PlaceValue::tensor(*tensorOf(C, A[0]));
}

static PlaceValue permuteBy(TensorPtr T, ArrayRef<unsigned> Dims) {
  std::vector<Poly> Sizes;
  for (unsigned D : Dims)
    Sizes.push_back(T->Sizes[D]);
  return moved(T, std::move(Sizes),
               [Dims = SmallVector<unsigned, 5>(Dims)](Cases &, Index At) {
                 std::vector<Poly> From(At.size());
                 for (size_t I = 0; I != At.size(); ++I)
                   From[Dims[I]] = At[I];
                 return From;
               });
}

static PlaceValue permute(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  SmallVector<unsigned, 5> Dims = dimsOf(C, A[1], T->rank());
  if (Dims.size() != T->rank())
    C.undefined("a permutation has another rank");
  return C.ended() ? PlaceValue() : permuteBy(T, Dims);
}

static PlaceValue swapDims(Cases &C, TensorPtr T, unsigned X, unsigned Y) {
  if (C.ended())
    return {};
  SmallVector<unsigned, 5> Dims;
  for (unsigned D = 0; D != T->rank(); ++D)
    Dims.push_back(D);
  if (!Dims.empty())
    std::swap(Dims[X], Dims[Y]);
  return permuteBy(T, Dims);
}

static PlaceValue transpose(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned X = dimOf(C, A[1], T->rank()), Y = dimOf(C, A[2], T->rank());
  return swapDims(C, T, X, Y);
}

static PlaceValue transposeMatrix(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  if (T->rank() > 2)
    C.undefined("t takes a matrix");
  return swapDims(C, T, 0, T->rank() == 2 ? 1 : 0);
}

static PlaceValue transposeMatrices(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  if (T->rank() < 2)
    C.undefined("mT takes matrices");
  return C.ended() ? PlaceValue()
                   : swapDims(C, T, T->rank() - 2, T->rank() - 1);
}

/// Replaces a -1 in the sizes of a view.
static void inferSize(Cases &C, std::vector<Poly> &Sizes, const Poly &Numel) {
  std::optional<size_t> Unknown;
  Poly Others(1);
  for (size_t I = 0; I != Sizes.size() && !C.ended(); ++I) {
    if (C.isNonNegative(Sizes[I])) {
      Others = Others * Sizes[I];
      continue;
    }
    C.requireZero(Sizes[I] + Poly(1), "a size is less than -1");
    if (Unknown)
      C.undefined("-1 stands twice");
    Unknown = I;
  }
  if (!Unknown || C.ended())
    return;
  C.require(Others - Poly(1), "-1 has no size where another size is 0");
  if (C.ended())
    return;
  Sizes[*Unknown] = C.Known.floorDiv(Numel, Others);
  C.requireZero(Others * Sizes[*Unknown] - Numel,
                "-1 stands for no whole number");
}

static PlaceValue viewAs(Cases &C, TensorPtr T, std::vector<Poly> Sizes) {
  inferSize(C, Sizes, T->numel());
  PlaceTensor New;
  New.Sizes = Sizes;
  C.requireZero(New.numel() - T->numel(), "the numbers of elements differ");
  return C.ended() ? PlaceValue() : sameOrder(T, std::move(Sizes));
}

static PlaceValue view(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  return viewAs(C, T, numbersOf(C, A[1]));
}

static PlaceValue viewLike(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  return viewAs(C, T, tensorOf(C, A[1])->Sizes);
}

static PlaceValue flatten(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned First = dimOf(C, A[1], T->rank()), Last = dimOf(C, A[2], T->rank());
  if (Last < First)
    C.undefined("the dimensions are in another order");
  if (C.ended())
    return {};
  std::vector<Poly> Sizes;
  Poly Product(1);
  for (unsigned D = 0; D != T->rank(); ++D) {
    if (D < First || D > Last) {
      Sizes.push_back(T->Sizes[D]);
      continue;
    }
    Product = Product * T->Sizes[D];
    if (D == Last)
      Sizes.push_back(Product);
  }
  if (T->rank() == 0)
    Sizes.push_back(Poly(1));
  return sameOrder(T, std::move(Sizes));
}

static PlaceValue unsqueeze(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  unsigned D = dimOf(C, A[1], T->rank() + 1);
  std::vector<Poly> Sizes = T->Sizes;
  if (C.ended())
    return {};
  Sizes.insert(Sizes.begin() + D, Poly(1));
  return sameOrder(T, std::move(Sizes));
}

static PlaceValue squeeze(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  SmallVector<unsigned, 5> Dims;
  if (A[1].Kind != PlaceValue::NotGiven)
    Dims = dimsOf(C, A[1], T->rank());
  else
    for (unsigned D = 0; D != T->rank(); ++D)
      Dims.push_back(D);
  std::vector<Poly> Sizes;
  for (unsigned D = 0; D != T->rank(); ++D)
    if (!is_contained(Dims, D) || !C.isZero(T->Sizes[D] - Poly(1)))
      Sizes.push_back(T->Sizes[D]);
  return C.ended() ? PlaceValue() : sameOrder(T, std::move(Sizes));
}

static PlaceValue expandTo(Cases &C, TensorPtr T, std::vector<Poly> Sizes) {
  if (Sizes.size() < T->rank())
    C.undefined("a tensor is expanded to fewer dimensions");
  if (C.ended())
    return {};
  size_t New = Sizes.size() - T->rank();
  // That a size is 1 or stays is compared by the engine.
  for (size_t I = 0; I != Sizes.size(); ++I) {
    if (C.isNonNegative(Sizes[I]))
      continue;
    C.requireZero(Sizes[I] + Poly(1), "a size is less than -1");
    if (I < New)
      C.undefined("a new dimension has no size");
    else
      Sizes[I] = T->Sizes[I - New];
  }
  std::vector<Poly> To(Sizes.begin() + New, Sizes.end());
  return moved(T, std::move(Sizes), [T, New, To](Cases &C, Index At) {
    std::vector<Poly> From(At.begin() + New, At.end());
    for (auto [Place, Size, Wide] : zip(From, T->Sizes, To))
      Place = C.broadcast(Place, Size, Wide);
    return From;
  });
}

static PlaceValue expand(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  return expandTo(C, T, numbersOf(C, A[1]));
}

static PlaceValue expandLike(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  return expandTo(C, T, tensorOf(C, A[1])->Sizes);
}

//===----------------------------------------------------------------------===//
// Rearranging
//===----------------------------------------------------------------------===//

static PlaceValue flip(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  SmallVector<unsigned, 5> Dims = dimsOf(C, A[1], T->rank());
  if (C.ended())
    return {};
  return moved(T, T->Sizes, [T, Dims](Cases &, Index At) {
    std::vector<Poly> From = At.vec();
    for (unsigned D : Dims)
      if (D < From.size())
        From[D] = T->Sizes[D] - Poly(1) - From[D];
    return From;
  });
}

static PlaceValue roll(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  std::vector<Poly> Shifts = numbersOf(C, A[1]);
  if (A[2].Kind != PlaceValue::NotGiven && A[2].Kind != PlaceValue::List &&
      A[2].Kind != PlaceValue::Int)
    C.giveUp("a list of dimensions is not known");
  SmallVector<unsigned, 5> Dims;
  for (const PlaceValue &Item : A[2].Items)
    Dims.push_back(dimOf(C, Item, T->rank()));
  if (A[2].Kind == PlaceValue::Int)
    Dims.push_back(dimOf(C, A[2], T->rank()));
  if (Dims.empty())
    C.giveUp("a roll of all elements");
  if (Dims.size() != Shifts.size() || T->rank() == 0)
    C.undefined("shifts and dimensions of a roll");
  if (C.ended())
    return {};
  return moved(T, T->Sizes, [T, Dims, Shifts](Cases &C, Index At) {
    std::vector<Poly> From = At.vec();
    for (auto [D, Shift] : zip(Dims, Shifts)) {
      // There is an element, so the size is not 0.
      const Poly &Size = T->Sizes[D];
      C.Known.assume(Size - Poly(1));
      Poly Place = From[D] - Shift;
      From[D] = Place - C.Known.floorDiv(Place, Size) * Size;
    }
    return From;
  });
}

/// torch.nn.functional.pad. No mode that is given is looked at; the number in
/// the table stands for the default.
static PlaceValue padWithConstant(Cases &C, Args A) {
  if (A[2].Kind != PlaceValue::Int)
    C.giveUp("pad has a mode");
  PlaceValue Plain[] = {A[0], A[1], A[3]};
  return C.ended() ? PlaceValue() : pad(C, Plain);
}

static PlaceValue repeat(Cases &C, Args A) {
  TensorPtr T = tensorOf(C, A[0]);
  std::vector<Poly> Times = numbersOf(C, A[1]);
  if (Times.size() < T->rank())
    C.undefined("fewer repeats than dimensions");
  if (C.ended())
    return {};
  size_t New = Times.size() - T->rank();
  std::vector<Poly> Sizes;
  for (size_t I = 0; I != Times.size(); ++I) {
    C.require(Times[I], "a negative number of repeats");
    Sizes.push_back(I < New ? Times[I] : Times[I] * T->Sizes[I - New]);
  }
  return moved(T, std::move(Sizes), [T, New](Cases &C, Index At) {
    std::vector<Poly> From(At.begin() + New, At.end());
    for (size_t I = 0; I != From.size(); ++I) {
      C.Known.assume(T->Sizes[I] - Poly(1));
      From[I] = From[I] - C.Known.floorDiv(From[I], T->Sizes[I]) * T->Sizes[I];
    }
    return From;
  });
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

const PlaceOp *fx::rewrite::lookupPlaceOp(StringRef Name) {
  using P = PlaceParam;
  static const PlaceOp::Param Self = {"self", P::Tensor};
  static const PlaceOp Table[] = {
      {"permute", {Self, {"dims", P::Order}}, permute},
      {"transpose", {Self, {"dim0", P::Dim}, {"dim1", P::Dim}}, transpose},
      {"t", {Self}, transposeMatrix},
      {"mT", {Self}, transposeMatrices},
      {"view", {Self, {"size", P::Sizes}}, view},
      {"_unsafe_view", {Self, {"size", P::Sizes}}, view},
      {"reshape", {Self, {"shape", P::Sizes}}, view},
      {"view_as", {Self, {"other", P::Tensor}}, viewLike},
      {"reshape_as", {Self, {"other", P::Tensor}}, viewLike},
      {"flatten",
       {Self, {"start_dim", P::Dim, "0"}, {"end_dim", P::Dim, "-1"}},
       flatten},
      {"unsqueeze", {Self, {"dim", P::NewDim}}, unsqueeze},
      {"squeeze", {Self, {"dim", P::DimOrDims, "None"}}, squeeze},
      {"expand",
       {Self, {"size", P::Sizes}, {"implicit", P::Other, "0"}},
       expand},
      {"expand_as", {Self, {"other", P::Tensor}}, expandLike},
      {"slice",
       {Self,
        {"dim", P::Dim, "0"},
        {"start", P::Bound, "None"},
        {"end", P::Bound, "None"},
        {"step", P::Number, "1"}},
       slice},
      {"narrow",
       {Self, {"dim", P::Dim}, {"start", P::Number}, {"length", P::Number}},
       narrow},
      {"select", {Self, {"dim", P::Dim}, {"index", P::Number}}, select},
      {"split", {Self, {"split_size", P::Parts}, {"dim", P::Dim, "0"}}, split},
      {"split_with_sizes",
       {Self, {"split_sizes", P::Parts}, {"dim", P::Dim, "0"}},
       split},
      {"tensor_split",
       {Self, {"indices_or_sections", P::Parts}, {"dim", P::Dim, "0"}},
       tensorSplit},
      {"chunk", {Self, {"chunks", P::Number}, {"dim", P::Dim, "0"}}, chunk},
      {"unbind", {Self, {"dim", P::Dim, "0"}}, unbind},
      {"getitem", {{"self", P::Values}, {"other", P::Item}}, getitem},
      {"cat", {{"tensors", P::Tensors}, {"dim", P::Dim, "0"}}, cat},
      {"stack", {{"tensors", P::Tensors}, {"dim", P::NewDim, "0"}}, stack},
      {"flip", {Self, {"dims", P::Dims}}, flip},
      {"roll", {Self, {"shifts", P::Numbers}, {"dims", P::Dims, "None"}}, roll},
      {"constant_pad_nd",
       {Self, {"pad", P::Numbers}, {"value", P::Number, "0"}},
       pad},
      {"pad",
       {Self,
        {"pad", P::Numbers},
        {"mode", P::Other, "0"},
        {"value", P::Number, "0"}},
       padWithConstant},
      {"repeat", {Self, {"repeats", P::Numbers}}, repeat},
      {"contiguous", {Self, {"memory_format", P::Other, "None"}}, identity},
      {"clone", {Self, {"memory_format", P::Other, "None"}}, identity},
      {"alias", {Self}, identity},
      {"detach", {Self}, identity},
  };
  const PlaceOp *It =
      find_if(Table, [&](const PlaceOp &Op) { return Op.Name == Name; });
  return It == std::end(Table) ? nullptr : It;
}
