//===- Memory.cpp - Writes as new values ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of the program is an alias: a storage and the views that lead from
// its base to the tensor. A write makes a new base from the new contents, by
// inverting the views; the other aliases of the storage are made again
// from that when they are used next.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "llvm/ADT/DenseSet.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

unsigned Engine::aliasOf(Node *N) {
  unsigned &Id = AliasIds[N];
  if (!Id) {
    Aliases.push_back({unsigned(Storages.size()), 0, Argument(N), {}});
    const Argument *Val = N->val();
    Argument Layout = ProgramVals.contains(N) ? ProgramVals.lookup(N)
                      : Val                   ? *Val
                                              : Argument();
    Storages.push_back({Argument(N), Layout, 0, {}, 0, false});
    Id = Aliases.size();
  }
  return Id - 1;
}

/// Whether \p Step leads to the same elements of a new value for memory that
/// was laid out as \p Layout. as_strided counts in the storage, of which a
/// value has no more than the elements of the tensor that was written.
static bool leadsToSame(const ViewStep &Step, const TensorValue &Layout,
                        bool IsDense) {
  if (!Step.is("as_strided"))
    return true;
  return IsDense &&
         (!Step.addressesStorage() || SymbolicMath::isInt(Layout.offset(), 0));
}

void Engine::requireSame(const ViewStep &Step, unsigned StorageId) {
  const Storage &S = Storages[StorageId];
  if (S.Generation == 0)
    return;
  TensorValue Layout(S.Layout);
  if (!leadsToSame(Step, Layout, isDense(Layout)))
    fail("as_strided reads memory, part of which was written as another "
         "tensor");
}

void Engine::noteView(const TargetFacts &F, ArrayRef<Argument> Values,
                      const Argument &Result) {
  Node *Base = Values[F.ViewOf].asNode();
  if (!Base)
    return;
  ViewStep Step{&F, SmallVector<Argument, 4>(Values), -1};
  if (const Argument *Val = Base->val())
    Step.Of = *Val;
  for (Argument &A : Step.Values)
    A = lower(A);
  // as_strided begins where its operand does, unless it says where.
  if (Step.is("as_strided") && Step.Values[3].isNone())
    if (const Argument *Val = Base->val();
        Val && Val->kind() == ArgKind::TensorType && AliasIds.contains(Base) &&
        AliasIds[Base] && !Aliases[AliasIds[Base] - 1].Steps.empty())
      if (Argument Offset = TensorValue(*Val).offset(); Offset.isInt())
        Step.Values[3] = Offset;
  requireSame(Step, Aliases[aliasOf(Base)].StorageId);
  auto Note = [&](Node *N, int Item) {
    // Aliases may move when one is added.
    Alias View = Aliases[aliasOf(Base)];
    View.Current = Argument(N);
    View.Generation = Storages[View.StorageId].Generation;
    if (Step.addressesStorage() &&
        none_of(View.Steps, [](const ViewStep &S) { return S.reinterprets(); }))
      View.Steps.clear();
    View.Steps.push_back(Step);
    View.Steps.back().Item = Item;
    Aliases.push_back(std::move(View));
    AliasIds[N] = Aliases.size();
  };
  if (Node *N = Result.asNode())
    return Note(N, -1);
  for (size_t I = 0; I != Result.size(); ++I)
    if (Node *N = Result[I].asNode())
      Note(N, I);
}

Argument Engine::replay(const ViewStep &Step, const Argument &Base) {
  SmallVector<Argument, 4> Values(Step.Values);
  Values[Step.Facts->ViewOf] = Base;
  Argument Result = emit(*Step.Facts, Values);
  return Step.Item >= 0 ? getItem(Result, Step.Item) : Result;
}

Argument Engine::current(const Argument &A) {
  return A.mapNodes([&](Node *N) {
    if (!AliasIds.contains(N) || !AliasIds[N])
      return Argument(N);
    unsigned Id = AliasIds[N] - 1;
    unsigned Storage = Aliases[Id].StorageId;
    if (Aliases[Id].Generation == Storages[Storage].Generation)
      return Aliases[Id].Current;
    Argument Made = Storages[Storage].Base;
    SmallVector<ViewStep, 2> Steps = Aliases[Id].Steps;
    for (const ViewStep &Step : Steps) {
      requireSame(Step, Storage);
      Made = replay(Step, Made);
    }
    Aliases[Id].Current = Made;
    Aliases[Id].Generation = Storages[Storage].Generation;
    if (Node *New = Made.asNode())
      AliasIds[New] = Id + 1;
    return Made;
  });
}

bool Engine::isWritten(Node *N) {
  return AliasIds.contains(N) && AliasIds[N] &&
         Storages[Aliases[AliasIds[N] - 1].StorageId].Generation != 0;
}

bool Engine::isReshaped(Node *N) {
  if (!AliasIds.contains(N) || !AliasIds[N])
    return false;
  TensorValue Was = N->tensorType(), Is = typeOf(current(Argument(N)));
  // New contents may lie in another way than what they are for.
  if (Aliases[AliasIds[N] - 1].Steps.empty())
    return Was && Is && !sameSizes(Was, Is);
  return !Was || !Is || !sameSizes(Was, Is) ||
         hints(Was.strides()) != hints(Is.strides());
}

bool Engine::sharesMemory(const Argument &A, const Argument &B) {
  SmallDenseSet<Node *> Nodes;
  SmallDenseSet<unsigned> Known;
  B.forEachNode([&](Node *N) {
    Nodes.insert(N);
    if (AliasIds.contains(N) && AliasIds[N])
      Known.insert(Aliases[AliasIds[N] - 1].StorageId);
  });
  bool Shares = false;
  A.forEachNode([&](Node *N) {
    Shares |= Nodes.contains(N) ||
              (AliasIds.contains(N) && AliasIds[N] &&
               Known.contains(Aliases[AliasIds[N] - 1].StorageId));
  });
  return Shares;
}

/// Whether different places along the dimension that \p Step cuts are surely
/// different memory, which they are not where the tensor overlaps itself.
bool Engine::partsLieApart(const ViewStep &Step) {
  if (Step.Of.kind() != ArgKind::TensorType)
    return false;
  TensorValue Of(Step.Of);
  if (!overlaps(Of))
    return Of.strides().size() == Of.rank();
  std::optional<unsigned> Param = Step.Facts->Schema->findParam("dim");
  if (!Param || !Step.Values[*Param].isInt())
    return false;
  SmallVector<int64_t, 6> Sizes = hints(Of.sizes()),
                          Strides = hints(Of.strides());
  int64_t Dim = Step.Values[*Param].asInt();
  if (Dim < 0)
    Dim += Sizes.size();
  if (Dim < 0 || Dim >= int64_t(Sizes.size()))
    return false;
  Sizes[Dim] = 1;
  int64_t Last = 0;
  for (auto [Size, Stride] : zip(Sizes, Strides))
    Last += (Size - 1) * Stride;
  return Strides[Dim] > Last;
}

/// Whether two steps from one tensor surely lead to different memory.
bool Engine::leadApart(const ViewStep &A, const ViewStep &B) {
  if (!partsLieApart(A))
    return false;
  auto Range = [](const ViewStep &S, int64_t &Begin, int64_t &End) {
    // Python's slices may leave out their ends.
    bool IsSlice = S.is("slice");
    auto Bound = [&](const Argument &A, int64_t Default, int64_t &Value) {
      if (!A.isInt() && !(IsSlice && A.isNone()))
        return false;
      Value = A.isInt() ? A.asInt() : Default;
      return Value >= 0;
    };
    if (!S.Values[1].isInt() || !Bound(S.Values[2], 0, Begin))
      return false;
    End = Begin + 1;
    return !IsSlice || Bound(S.Values[3], INT64_MAX, End);
  };
  bool Cuts =
      (A.is("select") || A.is("slice")) && (B.is("select") || B.is("slice"));
  int64_t BeginA, EndA, BeginB, EndB;
  if (Cuts && A.Values[1] == B.Values[1] && Range(A, BeginA, EndA) &&
      Range(B, BeginB, EndB)) {
    if (EndA <= BeginB || EndB <= BeginA)
      return true;
    // The even elements, and the odd ones.
    return A.is("slice") && B.is("slice") && A.Values[4].isInt() &&
           A.Values[4] == B.Values[4] && A.Values[4].asInt() > 0 &&
           (BeginA - BeginB) % A.Values[4].asInt() != 0;
  }
  return A.Facts == B.Facts && A.Item >= 0 && A.Item != B.Item &&
         ArrayRef(A.Values).drop_front() == ArrayRef(B.Values).drop_front();
}

Engine::Sharing Engine::sharing(Node *A, Node *B) {
  if (A == B)
    return Sharing::Same;
  if (!AliasIds.contains(A) || !AliasIds.contains(B) || !AliasIds[A] ||
      !AliasIds[B])
    return Sharing::Apart;
  const Alias &L = Aliases[AliasIds[A] - 1], &R = Aliases[AliasIds[B] - 1];
  if (L.StorageId != R.StorageId)
    return Sharing::Apart;
  auto Relevant = [](const Alias &Of) {
    SmallVector<const ViewStep *, 4> Steps;
    for (const ViewStep &S : Of.Steps)
      if (!S.is("alias") && !S.is("detach"))
        Steps.push_back(&S);
    return Steps;
  };
  SmallVector<const ViewStep *, 4> Left = Relevant(L), Right = Relevant(R);
  for (size_t I = 0; I != Left.size() && I != Right.size(); ++I) {
    const ViewStep &X = *Left[I], &Y = *Right[I];
    if (X.Facts == Y.Facts && X.Item == Y.Item &&
        ArrayRef(X.Values).drop_front() == ArrayRef(Y.Values).drop_front())
      continue;
    return leadApart(X, Y) ? Sharing::Apart : Sharing::Unsure;
  }
  return Left.size() == Right.size() ? Sharing::Same : Sharing::Unsure;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

void Engine::setBase(unsigned StorageId, const Argument &Base) {
  Storages[StorageId].Base = Base;
  ++Storages[StorageId].Generation;
}

/// Memory keeps its strides whatever is written to it; a result that stands for
/// it gets them where that is more than a matter of taste.
Argument Engine::keepLayout(const Argument &New, const Argument &OldVal) {
  TensorValue Is = typeOf(New), Was(OldVal);
  if (!Is || !Was)
    return New;
  size_t Rank = Was.rank();
  if (Is.strides().size() != Rank || Was.strides().size() != Rank ||
      !sameSizes(Is, Was) || !isDense(Was))
    return New;
  SmallVector<int64_t, 6> Sizes = hints(Was.sizes()),
                          Wanted = hints(Was.strides()),
                          Have = hints(Is.strides());
  bool Same = is_contained(Sizes, 0);
  bool Differs = false;
  for (size_t I = 0; I != Rank; ++I)
    Differs |= Sizes[I] != 1 && Wanted[I] != Have[I];
  if (Same || !Differs)
    return New;
  SmallVector<int64_t, 6> Order(Rank), Back(Rank);
  for (size_t I = 0; I != Rank; ++I)
    Order[I] = I;
  llvm::stable_sort(
      Order, [&](int64_t A, int64_t B) { return Wanted[A] > Wanted[B]; });
  for (size_t I = 0; I != Rank; ++I)
    Back[Order[I]] = I;
  if (llvm::is_sorted(Order))
    return call("clone", {New, MemoryFormat::Contiguous});
  Argument Moved = call("permute", {New, Call::list(Order)});
  Argument Copy = call("clone", {Moved, MemoryFormat::Contiguous});
  return call("permute", {Copy, Call::list(Back)});
}

void Engine::write(const Argument &Target, const Argument &New, bool Uniform,
                   bool IsOutput) {
  Node *N = Target.asNode();
  Node *Contents = New.asNode();
  if (!N || !Contents) {
    fail("something that is not a tensor is written");
    return;
  }
  if (isShownElsewhere(N, 1)) {
    fail("'" + N->name() +
         "', which is written, shares memory in a way that is not followed");
    return;
  }
  unsigned Id = aliasOf(N);
  unsigned StorageId = Aliases[Id].StorageId;
  SmallVector<ViewStep, 2> Steps = Aliases[Id].Steps;
  Argument Written = New;
  const Argument *Old = N->val(), *Val = Contents->val();
  bool Resized = false;
  if (Old && Val && Old->kind() == ArgKind::TensorType &&
      Val->kind() == ArgKind::TensorType) {
    TensorValue Was(*Old), Is(*Val);
    Resized = !sameSizes(Was, Is);
    if (Resized && !IsOutput) {
      fail("'" + N->name() + "' is written with other sizes than it has");
      return;
    }
    if (!Uniform && overlaps(Was)) {
      fail("several elements of '" + N->name() +
           "', which is written, are the same memory");
      return;
    }
    if (Was.dtype() != Is.dtype())
      Written = call("_to_copy", {Written, Was.dtype()});
  }
  // A value that is something else already needs a node of its own.
  if (Node *W = Written.asNode();
      !W || W->isPlaceholder() || (AliasIds.contains(W) && AliasIds[W]))
    Written = call("clone", {Written});
  if (failed())
    return;
  // An output argument takes any sizes; other tensors keep what they show.
  if (Resized && (!Steps.empty() || N->isPlaceholder() || isShownByOthers(Id)))
    return writeResized(Id, Written);
  Argument OldBase = Storages[StorageId].Base;
  SmallVector<Argument, 4> Bases = {OldBase};
  for (const ViewStep &Step : ArrayRef(Steps).drop_back(!Steps.empty()))
    Bases.push_back(replay(Step, Bases.back()));
  Argument Base = invertAll(Steps, Bases, Written);
  if (!Resized && !failed())
    Base = keepLayout(Base, Storages[StorageId].Layout);
  if (failed())
    return;
  if (const Argument *NewVal = Base.isNode() ? Base.asNode()->val() : nullptr;
      Resized && NewVal)
    Storages[StorageId].Layout = *NewVal;
  setBase(StorageId, Base);
  Argument Current = Base;
  for (const ViewStep &Step : Steps)
    Current = replay(Step, Current);
  Aliases[Id].Current = Current;
  Aliases[Id].Generation = Storages[StorageId].Generation;
  if (Node *Now = Current.asNode())
    AliasIds[Now] = Id + 1;
}
