//===- ResizedWrites.cpp - Writes of other sizes --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An output argument that has other sizes than the result is resized first: it
// begins where it did, has the result's sizes, and its memory grows where it
// has to. The other tensors of the memory show what they did. From then on, the
// memory is a tensor of one dimension, of which all are views by as_strided.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// A tensor whose sizes, strides and offset are numbers.
struct Place {
  DType Type = DType::Float32;
  SmallVector<int64_t, 6> Sizes, Strides;
  int64_t Offset = 0, Count = 1;
};

static bool toNumbers(ArrayRef<Argument> From, SmallVectorImpl<int64_t> &To) {
  for (const Argument &A : From) {
    if (!A.isInt())
      return false;
    To.push_back(A.asInt());
  }
  return true;
}

static std::optional<Place> extentsOf(const Argument &A) {
  TensorValue Type = typeOf(A);
  if (!Type)
    return std::nullopt;
  Place E;
  E.Type = Type.dtype();
  if (!toNumbers(Type.sizes(), E.Sizes) ||
      !toNumbers(Type.strides(), E.Strides) ||
      E.Sizes.size() != E.Strides.size() || !Type.offset().isInt())
    return std::nullopt;
  E.Offset = Type.offset().asInt();
  for (int64_t Size : E.Sizes)
    if (MulOverflow(E.Count, Size, E.Count))
      return std::nullopt;
  return E;
}

static Argument listOf(ArrayRef<int64_t> From) {
  SmallVector<Argument, 6> Items;
  for (int64_t I : From)
    Items.push_back(Argument(I));
  return Argument::list(Items);
}

/// Whether a tensor other than that of alias \p Id shows the same memory.
bool Engine::isShownByOthers(unsigned Id) const {
  for (size_t I = 0; I != Aliases.size(); ++I)
    if (I != Id && Aliases[I].StorageId == Aliases[Id].StorageId)
      return true;
  return false;
}

/// Whether the memory is that of an input or of state.
bool Engine::outlivesGraph(unsigned StorageId) {
  for (Node *N : G.nodes())
    if ((N->isPlaceholder() || N->isGetAttr()) && AliasIds.contains(N) &&
        AliasIds[N] && Aliases[AliasIds[N] - 1].StorageId == StorageId)
      return true;
  return false;
}

/// The tensor of alias \p Id takes the sizes of \p New, and its contents.
void Engine::writeResized(unsigned Id, const Argument &New) {
  unsigned StorageId = Aliases[Id].StorageId;
  const Storage Memory = Storages[StorageId];
  std::optional<Place> Base = extentsOf(Memory.Base),
                       Was = extentsOf(Aliases[Id].Current),
                       Is = extentsOf(New);
  int64_t End = 0;
  if (!Base || !Was || !Is || Base->Offset != 0 ||
      !fx::isContiguous(Base->Sizes, Base->Strides) ||
      !fx::isContiguous(Is->Sizes, Is->Strides) || Base->Type != Is->Type ||
      Was->Type != Is->Type || Was->Offset > Base->Count ||
      !Memory.Roots.empty() || Memory.IsInner ||
      any_of(Aliases[Id].Steps,
             [&](const ViewStep &S) {
               // A diagonal without elements begins where its tensor does,
               // whatever torch.export has noted.
               return S.reinterprets() ||
                      (S.is("diagonal") && Was->Count == 0 &&
                       !SymbolicMath::isInt(S.Values[1], 0));
             }) ||
      AddOverflow(Was->Offset, Is->Count, End))
    return fail("memory of which a part is shown is written with other sizes");
  if (End > Base->Count && outlivesGraph(StorageId))
    return fail("memory of an input or of state grows");
  Argument Flat = call("view", {Memory.Base, listOf({Base->Count})});
  SmallVector<Argument, 3> Parts;
  if (Was->Offset != 0)
    Parts.push_back(call("slice.Tensor", {Flat, 0, 0, Was->Offset}));
  Parts.push_back(call("view", {New, listOf({Is->Count})}));
  if (End < Base->Count)
    Parts.push_back(call("slice.Tensor", {Flat, 0, End, Base->Count}));
  Argument Whole = Parts.size() == 1 ? call("clone", {Parts[0]})
                                     : call("cat", {Argument::list(Parts), 0});
  const Argument *Val = Whole.isNode() ? Whole.asNode()->val() : nullptr;
  const TargetFacts *Strided = find("as_strided");
  if (failed() || !Val || !Strided)
    return fail("memory of which a part is shown is written with other sizes");
  auto Shows = [&](const Place &E, int64_t Offset) {
    return ViewStep{
        Strided, {Whole, listOf(E.Sizes), listOf(E.Strides), Offset}, -1};
  };
  Storages[StorageId].Layout = *Val;
  setBase(StorageId, Whole);
  for (Alias &A : Aliases)
    if (A.StorageId == StorageId &&
        (A.Steps.empty() || !A.Steps.front().addressesStorage()))
      A.Steps.insert(A.Steps.begin(), Shows(*Base, 0));
  Aliases[Id].Steps.assign(1, Shows(*Is, Was->Offset));
}
