//===- RulesShape.cpp - Views and other shapes ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

static Value transpose(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C[0];
  return permuted(C, C[0], swappedOrder(Rank, C.dim(1, Rank), C.dim(2, Rank)));
}

static Value t(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank < 2)
    return C.call("alias", {C[0]});
  return permuted(C, C[0], {1, 0});
}

/// A number stands for itself; PyTorch refuses vectors.
static Value transposeMatrix(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C[0];
  if (Rank == 1)
    return C.keep();
  return permuted(C, C[0], swappedOrder(Rank, Rank - 2, Rank - 1));
}

static Value adjoint(Call &C) {
  if (C[0].rank() == 1)
    return C.keep();
  Value V = transposeMatrix(C);
  return isComplexType(C[0].dtype()) ? C.call("_conj", {V}) : V;
}

static Value numpyT(Call &C) {
  SmallVector<int64_t, 6> Order;
  for (int64_t I = C[0].rank(); I-- > 0;)
    Order.push_back(I);
  return permuted(C, C[0], Order);
}

static Value movedim(Call &C) {
  int64_t Rank = C[0].rank();
  SmallVector<int64_t, 6> From = C.integers(1), To = C.integers(2);
  SmallVector<int64_t, 6> Order(Rank, -1);
  SmallVector<bool, 8> Taken(Rank, false);
  if (From.size() != To.size())
    return failCount(C, 2, To.size(),
                     "one for each of " + Twine(From.size()) + " sources");
  for (size_t I = 0; I != From.size(); ++I) {
    std::optional<int64_t> WrappedFrom = wrapDim(C, From[I], Rank);
    std::optional<int64_t> WrappedTo = wrapDim(C, To[I], Rank);
    if (!WrappedFrom || !WrappedTo)
      return C.none();
    int64_t F = *WrappedFrom, T = *WrappedTo;
    if (Taken[F] || Order[T] >= 0)
      return C.fail("dimension " + Twine(Taken[F] ? F : T) +
                    (Taken[F] ? " is moved twice" : " is a destination twice"));
    Order[T] = F;
    Taken[F] = true;
  }
  int64_t Next = 0;
  for (int64_t &Place : Order) {
    if (Place >= 0)
      continue;
    while (Taken[Next])
      ++Next;
    Place = Next++;
  }
  return permuted(C, C[0], Order);
}

static Value reshape(Call &C) { return C.reshape(C[0], C.dims(1)); }
static Value reshapeCopy(Call &C) {
  Value Copy = C.call("clone", {C[0]},
                      {named("memory_format", MemoryFormat::Contiguous)});
  return C.call("view", {Copy, C.arg(1)});
}
static Value viewAs(Call &C) {
  return C.call("view", {C[0], Call::list(C[1].sizes())});
}
static Value reshapeAs(Call &C) { return C.reshape(C[0], C[1].sizes()); }
static Value unsafeView(Call &C) { return C.call("view", {C[0], C.arg(1)}); }
static Value expandAs(Call &C) { return C.expand(C[0], C[1].sizes()); }
static Value ravel(Call &C) {
  return C.call("view", {C.call("contiguous", {C[0]}), Call::list({-1})});
}

static Value flatten(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C.reshape(C[0], {Dim(1)});
  int64_t First = C.dim(1, Rank), Last = C.dim(2, Rank);
  if (First == Last)
    return C[0];
  Dims Sizes = C[0].sizes(), New;
  Dim Flat = 1;
  for (int64_t I = First; I <= Last; ++I)
    Flat = C.mul(Flat, Sizes[I]);
  New.append(Sizes.begin(), Sizes.begin() + First);
  New.push_back(Flat);
  New.append(Sizes.begin() + Last + 1, Sizes.end());
  return C.reshape(C[0], New);
}

static Value unflatten(Call &C) {
  Dims Sizes = C[0].sizes(), Inner = C.dims(2), New;
  if (Sizes.empty())
    return failRank(C, 0, "1 or more");
  int64_t D = C.dim(1, Sizes.size());
  if (C.failed())
    return C.none();
  Dim Others = 1;
  bool Infers = false;
  for (const Dim &I : Inner)
    if (Call::isInt(I, -1))
      Infers = true;
    else
      Others = C.mul(Others, I);
  if (Infers)
    for (Dim &I : Inner)
      if (Call::isInt(I, -1))
        I = C.floorDiv(Sizes[D], Others);
  New.append(Sizes.begin(), Sizes.begin() + D);
  New.append(Inner.begin(), Inner.end());
  New.append(Sizes.begin() + D + 1, Sizes.end());
  return C.call("view", {C[0], Call::list(New)});
}

static Value squeeze(Call &C) {
  SmallVector<int64_t, 6> All;
  int64_t Rank = C[0].rank();
  for (int64_t I = 0; I != Rank; ++I)
    All.push_back(I);
  return C.call("squeeze.dims", {C[0], Call::list(All)});
}

static Value squeezeDim(Call &C) {
  return C.call("squeeze.dims", {C[0], Argument::list({C.arg(1)})});
}

static Value narrow(Call &C) {
  int64_t Rank = C[0].rank();
  int64_t D = C.dim(1, Rank);
  if (C.isTensor(2))
    return C.keep();
  Dims Start = C.dims(2), Length = C.dims(3);
  Dim S = Start[0];
  if (S.isInt() && S.asInt() < 0)
    S = C.add(S, C[0].size(D));
  return C.call("slice.Tensor", {C[0], D, S, C.add(S, Length[0])});
}

static Value alias(Call &C) { return C.call("alias", {C[0]}); }
static Value same(Call &C) { return C[0]; }
static Value clone(Call &C) { return C.call("clone", {C[0]}); }

/// A copy only where the tensor is marked.
static Value resolveConj(Call &C) {
  return isMarked(C[0], "_conj") ? clone(C) : C[0];
}
static Value resolveNeg(Call &C) {
  return isMarked(C[0], "_neg_view") ? clone(C) : C[0];
}

static Value contiguous(Call &C) {
  MemoryFormat Format = C.arg(1).kind() == ArgKind::MemoryFormat
                            ? C.arg(1).asMemoryFormat()
                            : MemoryFormat::Contiguous;
  if (C.isContiguous(C[0], Format))
    return C[0];
  return C.call("clone", {C[0], Format});
}

static Value tile(Call &C) {
  Dims Times = C.dims(1);
  int64_t Rank = C[0].rank();
  while (int64_t(Times.size()) < Rank)
    Times.insert(Times.begin(), Dim(1));
  return C.call("repeat", {C[0], Call::list(Times)});
}

/// The result of meshgrid, outer products and atleast_nd.
static Value atLeast(Call &C, const Value &V, int64_t Wanted) {
  int64_t Rank = V.rank();
  if (Rank >= Wanted)
    return V;
  if (Rank == 0)
    return C.reshape(V, Dims(Wanted, Dim(1)));
  if (Rank == 1) {
    Value R = C.call("unsqueeze", {V, 0});
    return Wanted == 3 ? C.call("unsqueeze", {R, -1}) : R;
  }
  return C.call("unsqueeze", {V, -1});
}
template <int Wanted> static Value atLeastNd(Call &C) {
  if (!C.arg(0).isSequence())
    return atLeast(C, C[0], Wanted);
  SmallVector<Argument, 4> Results;
  for (const Value &V : C.values(0))
    Results.push_back(atLeast(C, V, Wanted));
  return C.value(Argument::list(Results));
}

static Value flipDims(Call &C, int64_t D) {
  return C.call("flip", {C[0], Call::list(ArrayRef<int64_t>{D})});
}
static Value fliplr(Call &C) { return flipDims(C, 1); }
static Value flipud(Call &C) { return flipDims(C, 0); }

static Value rot90(Call &C) {
  int64_t Rank = C[0].rank();
  SmallVector<int64_t, 6> Plane = C.integers(2);
  if (Plane.size() != 2)
    return failCount(C, 2, Plane.size(), "2");
  std::optional<int64_t> WrappedA = wrapDim(C, Plane[0], Rank);
  std::optional<int64_t> WrappedB = wrapDim(C, Plane[1], Rank);
  if (!WrappedA || !WrappedB)
    return C.none();
  int64_t A = *WrappedA, B = *WrappedB;
  if (A == B)
    return C.fail("both dimensions are " + Twine(A) + "; a plane needs two");
  int64_t Turns = ((C.integer(1) % 4) + 4) % 4;
  SmallVector<int64_t, 6> Swap = swappedOrder(Rank, A, B);
  auto Flip = [&](const Value &V, ArrayRef<int64_t> D) {
    return C.call("flip", {V, Call::list(D)});
  };
  switch (Turns) {
  case 1:
    return permuted(C, Flip(C[0], {B}), Swap);
  case 2:
    return Flip(C[0], {A, B});
  case 3:
    return permuted(C, Flip(C[0], {A}), Swap);
  default:
    return C.call("clone", {C[0], MemoryFormat::Contiguous});
  }
}

static Value roll(Call &C) {
  SmallVector<int64_t, 6> Shifts = C.integers(1), Along = C.integers(2);
  if (C.failed() || Shifts.empty())
    return C.keep();
  auto RollOne = [&](const Value &V, int64_t Shift, int64_t D) {
    Dim Size = V.size(D);
    Value Index = C.call("arange", {Size}, {named("device", V.device())});
    Dim Start = C.compute(SymbolicMath::Mod, C.sub(Size, Dim(Shift)), Size);
    Value Wrapped = C.call("fmod.Scalar", {Index + Start, Size});
    return C.call("index_select", {V, D, Wrapped});
  };
  if (Along.empty()) {
    Value Flat = C.reshape(C[0], {C.product(C[0].sizes())});
    return C.reshape(RollOne(Flat, Shifts[0], 0), C[0].sizes());
  }
  if (Along.size() != Shifts.size())
    return failCount(C, 1, Shifts.size(),
                     "one for each of " + Twine(Along.size()) + " dimensions");
  Value V = C[0];
  int64_t Rank = V.rank();
  for (size_t I = 0; I != Along.size(); ++I)
    V = RollOne(V, Shifts[I], Along[I] < 0 ? Along[I] + Rank : Along[I]);
  return V;
}

static Value repeatInterleave(Call &C) {
  if (C.isTensor(1))
    return C.keep();
  Value V = C[0];
  int64_t D = 0;
  if (C.isGiven(2))
    D = C.dim(2, V.rank());
  else
    V = C.reshape(V, {C.product(V.sizes())});
  Dims Times = C.dims(1);
  Dims Sizes = V.sizes();
  if (Sizes.empty())
    return failRank(C, 0, "1 or more");
  Value Wide = C.call("unsqueeze", {V, D + 1});
  Dims Expanded = Sizes;
  Expanded.insert(Expanded.begin() + D + 1, Times[0]);
  Value Copy =
      C.call("clone", {C.expand(Wide, Expanded), MemoryFormat::Contiguous});
  Dims Flat = Sizes;
  Flat[D] = C.mul(Sizes[D], Times[0]);
  return C.reshape(Copy, Flat);
}

static Value broadcastTensors(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  Dims Shape;
  for (const Value &V : Tensors)
    Shape = C.broadcast(Shape, V.sizes());
  SmallVector<Argument, 4> Results;
  for (const Value &V : Tensors) {
    Dims Own = V.sizes();
    bool Same = Own.size() == Shape.size();
    for (size_t I = 0; Same && I != Own.size(); ++I)
      Same = C.math().equal(Own[I], Shape[I]);
    Results.push_back(Same ? V : C.expand(V, Shape));
  }
  return C.value(Argument::list(Results));
}

static Value unfoldCopy(Call &C) {
  return C.call("clone",
                {C.call("unfold", {C[0], C.arg(1), C.arg(2), C.arg(3)})});
}

static Value sumToSize(Call &C) {
  Dims Have = C[0].sizes(), Want = C.dims(1);
  SmallVector<int64_t, 6> Reduced;
  int64_t Extra = int64_t(Have.size()) - int64_t(Want.size());
  if (Extra < 0)
    return C.fail("a tensor of rank " + Twine(Have.size()) +
                  " cannot be summed to rank " + Twine(Want.size()));
  for (int64_t I = 0; I != int64_t(Have.size()); ++I)
    if (I < Extra ||
        (Call::isInt(Want[I - Extra], 1) && !Call::isInt(Have[I], 1)))
      Reduced.push_back(I);
  Value V = C[0];
  if (Want.empty())
    return C.call("sum", {V});
  if (!Reduced.empty())
    V = C.call("sum.dim_IntList", {V, Call::list(Reduced), true});
  return Extra > 0 ? C.call("view", {V, Call::list(Want)}) : V;
}

static Value broadcastTo(Call &C) { return C.call("expand", {C[0], C.arg(1)}); }
// linalg_diagonal(A, *, offset, dim1, dim2)
static Value linalgDiagonal(Call &C) {
  return C.call("diagonal", {C[0], C.arg(1), C.arg(2), C.arg(3)});
}
static Value diagflat(Call &C) {
  Value Flat = C.reshape(C.call("contiguous", {C[0]}), {Dim(-1)});
  return C.call("diag", {Flat, C.arg(1)});
}

ArrayRef<Entry> fx::decomposition::shapeRules() {
  static const Entry Rules[] = {
      {"transpose.int", transpose},
      {"swapaxes", transpose},
      {"swapdims", transpose},
      {"t", t},
      {"numpy_T", numpyT},
      {"mT", transposeMatrix},
      {"mH", adjoint},
      {"adjoint", adjoint},
      {"matrix_H", adjoint},
      {"movedim.int", movedim},
      {"movedim.intlist", movedim},
      {"moveaxis.int", movedim},
      {"moveaxis.intlist", movedim},
      {"reshape", reshape},
      {"_reshape_copy", reshapeCopy},
      {"_reshape_alias", unsafeView},
      {"_unsafe_view", unsafeView},
      {"view_as", viewAs},
      {"reshape_as", reshapeAs},
      {"expand_as", expandAs},
      {"ravel", ravel},
      {"flatten.using_ints", flatten},
      {"unflatten.int", unflatten},
      {"squeeze.default", squeeze},
      {"squeeze.dim", squeezeDim},
      {"narrow.default", narrow},
      {"detach", alias},
      {"lift", alias},
      {"lift_fresh", same},
      {"lift_fresh_copy", clone},
      {"alias_copy", clone},
      {"contiguous", contiguous},
      {"resolve_conj", resolveConj},
      {"resolve_neg", resolveNeg},
      {"positive", same},
      {"tile", tile},
      {"atleast_1d", atLeastNd<1>},
      {"atleast_2d", atLeastNd<2>},
      {"atleast_3d", atLeastNd<3>},
      {"fliplr", fliplr},
      {"flipud", flipud},
      {"rot90", rot90},
      {"roll", roll},
      {"repeat_interleave.self_int", repeatInterleave},
      {"broadcast_tensors", broadcastTensors},
      {"unfold_copy", unfoldCopy},
      {"sum_to_size", sumToSize},
      {"broadcast_to", broadcastTo},
      {"linalg_diagonal", linalgDiagonal},
      {"diagflat", diagflat},
      {"data", alias},
  };
  return Rules;
}
