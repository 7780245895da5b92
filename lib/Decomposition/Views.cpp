//===- Views.cpp - Inverting views ----------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A write through a chain of views is inverted step by step where each step
// shows an element of its operand once (torch: FunctionalInverses.cpp). Where
// one shows elements several times, as expand does, or leaves some out without
// an operator that puts them back, as unfold does, a tensor of positions goes
// through the same chain, and the contents are put at these positions. Contents
// stay what they are to the last bit, which they do not in PyTorch.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Helpers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

SmallVector<int64_t, 6> Engine::hints(ArrayRef<Argument> Of) {
  SmallVector<int64_t, 6> Result;
  for (const Argument &A : Of)
    Result.push_back(math().hint(raise(A)));
  return Result;
}

bool Engine::ofExample(const TensorValue &Type,
                       bool (*Is)(ExtentsRef, ExtentsRef)) {
  return Type && Type.strides().size() == Type.rank() &&
         Is(hints(Type.sizes()), hints(Type.strides()));
}

bool Engine::overlaps(const TensorValue &Type) {
  return ofExample(Type, fx::overlaps);
}

bool Engine::isDense(const TensorValue &Type) {
  return ofExample(Type, fx::isDense);
}

bool Engine::isContiguous(const TensorValue &Type) {
  return ofExample(Type, fx::isContiguous);
}

bool Engine::sameSizes(const TensorValue &A, const TensorValue &B) {
  if (A.rank() != B.rank())
    return false;
  for (size_t I = 0; I != A.rank(); ++I)
    if (!math().sameByExample(A.sizes()[I], B.sizes()[I]))
      return false;
  return true;
}

/// Whether strides differ in a dimension of which more than one is taken.
static bool liesApart(ArrayRef<int64_t> Sizes, ArrayRef<int64_t> A,
                      ArrayRef<int64_t> B) {
  if (A.size() != B.size() || is_contained(Sizes, 0))
    return false;
  for (auto [Size, StrideA, StrideB] : zip(Sizes, A, B))
    if (Size != 1 && StrideA != StrideB)
      return true;
  return false;
}

Argument Engine::layOut(const Node &N, const Argument &Result) {
  TensorValue Is = typeOf(Result), Wanted = N.tensorType();
  if (!Is || !Wanted)
    return Result;
  SmallVector<int64_t, 6> Sizes = hints(Is.sizes()), From = hints(Is.strides());
  if (!liesApart(Sizes, hints(Wanted.strides()), From))
    return Result;
  if (KnownLayouts.contains(Result.asNode()))
    return Result;
  Expected<Argument> Inferred = Inference.infer(N);
  if (!Inferred) {
    consumeError(Inferred.takeError());
    return Result;
  }
  SmallVector<int64_t, 6> To = hints(Wanted.strides());
  if (!isDense(Wanted) || Inferred->kind() != ArgKind::TensorType ||
      liesApart(Sizes, To, hints(TensorValue(*Inferred).strides())))
    return Result;
  auto Places = seq<int64_t>(0, Sizes.size());
  SmallVector<int64_t, 6> Order(Places.begin(), Places.end()),
      Inverse(Order.size());
  stable_sort(Order, [&](int64_t A, int64_t B) { return To[A] > To[B]; });
  if (is_sorted(Order))
    return call("contiguous", {Result});
  if (ArrayRef<int64_t>(Order) == ArrayRef<int64_t>({0, 2, 3, 1}))
    return call("contiguous", {Result, MemoryFormat::ChannelsLast});
  if (ArrayRef<int64_t>(Order) == ArrayRef<int64_t>({0, 2, 3, 4, 1}))
    return call("contiguous", {Result, MemoryFormat::ChannelsLast3d});
  for (auto [I, D] : enumerate(Order))
    Inverse[D] = int64_t(I);
  auto List = [](ArrayRef<int64_t> Numbers) {
    return Argument::list(
        SmallVector<Argument, 6>(Numbers.begin(), Numbers.end()));
  };
  Argument Outermost = call("permute", {Result, List(Order)});
  return call("permute", {call("contiguous", {Outermost}), List(Inverse)});
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

bool ViewStep::reinterprets() const {
  StringRef Op = op();
  return Op == "view_as_real" || Op == "view_as_complex" || Op == "_conj" ||
         Op == "_neg_view" || Op == "real" || Op == "imag" ||
         Facts->Target->name() == "torch.ops.aten.view.dtype";
}

/// Whether an element of the view is not an element of \p Base.
bool Engine::movesElements(const ViewStep &Step, const Argument &Base) {
  if (!Step.reinterprets() || Step.is("_conj") || Step.is("_neg_view"))
    return false;
  TensorValue Type = typeOf(Base);
  return !Type || Step.Facts->Target->name() != "torch.ops.aten.view.dtype" ||
         Step.Values[1].kind() != ArgKind::DType ||
         itemSize(Type.dtype()) != itemSize(Step.Values[1].asDType());
}

/// Whether invert() finds what \p Base holds after a write to its view.
bool Engine::isInvertible(const ViewStep &Step, const Argument &Base) {
  StringRef Op = Step.op();
  TensorValue Type = typeOf(Base);
  if (Op == "expand") {
    int64_t Have = 1, Shown = 1;
    if (!Type)
      return false;
    size_t Rank = Type.rank(), Given = Step.Values[1].size();
    for (int64_t Size : hints(Type.sizes()))
      Have *= Size;
    for (size_t I = 0; I != Given; ++I) {
      int64_t Size = math().hint(raise(Step.Values[1][I]));
      if (Size == -1 && I + Rank >= Given)
        Size = math().hint(Type.sizes()[I + Rank - Given]);
      Shown *= Size;
    }
    return Have == Shown;
  }
  if (Op == "as_strided")
    return Step.Values[1].isSequence() && Step.Values[2].isSequence() &&
           !fx::overlaps(hints(Step.Values[1].elements()),
                         hints(Step.Values[2].elements()));
  return Step.reinterprets() ||
         is_contained({"alias", "detach", "lift_fresh", "view", "_unsafe_view",
                       "_reshape_alias", "permute", "transpose", "swapaxes",
                       "swapdims", "t", "select", "slice", "split_with_sizes",
                       "split", "diagonal", "unsqueeze", "squeeze"},
                      Op);
}

Argument Engine::invert(const ViewStep &Step, const Argument &Base,
                        const Argument &Written) {
  StringRef Name = Step.Facts->Target->name();
  Name.consume_front("torch.ops.aten.");
  StringRef Op = Name.split('.').first;
  const SmallVector<Argument, 4> &Values = Step.Values;
  TensorValue Type = typeOf(Base);
  if (Op == "alias" || Op == "detach" || Op == "lift_fresh")
    return call("alias", {Written});
  if (Name == "view.dtype")
    return call("view.dtype", {Written, Type.dtype()});
  bool NeedsType = is_contained(
      {"view", "_unsafe_view", "_reshape_alias", "expand", "squeeze"}, Op);
  if (NeedsType && !Type) {
    fail("memory of unknown sizes is written through a view");
    return Argument();
  }
  // An expanded tensor has as many elements here, see isInvertible.
  if (Op == "view" || Op == "_unsafe_view" || Op == "_reshape_alias" ||
      Op == "expand")
    return call("reshape", {Written, Argument::list(Type.sizes())});
  if (Op == "permute") {
    int64_t Rank = Values[1].size();
    SmallVector<Argument, 6> Inverse(Rank);
    for (int64_t I = 0; I != Rank; ++I) {
      int64_t D = Values[1][I].isInt() ? Values[1][I].asInt() : I;
      if (D < -Rank || D >= Rank) {
        fail(noDimension(D, Rank));
        return Argument();
      }
      Inverse[D < 0 ? D + Rank : D] = Argument(I);
    }
    return call("permute", {Written, Argument::list(Inverse)});
  }
  if (Op == "transpose" || Op == "swapaxes" || Op == "swapdims")
    return call("transpose.int", {Written, Values[1], Values[2]});
  if (Op == "t")
    return call("t", {Written});
  if (Op == "select")
    return call("select_scatter", {Base, Written, Values[1], Values[2]});
  if (Op == "slice")
    return call("slice_scatter",
                {Base, Written, Values[1], Values[2], Values[3], Values[4]});
  if (Op == "split_with_sizes" || Op == "split") {
    // `split.sizes` has a list too.
    bool HasList = Values[1].isSequence();
    if (Step.Item < 0 || (HasList && size_t(Step.Item) >= Values[1].size())) {
      fail("the split does not have the part that is written");
      return Argument();
    }
    auto SizeOf = [&](int I) {
      return raise(HasList ? Values[1][I] : Values[1]);
    };
    // The item begins where those before it end.
    Dim Start = 0;
    for (int I = 0; I != Step.Item; ++I)
      Start = compute(SymbolicMath::Add, Start, SizeOf(I));
    Dim End = compute(SymbolicMath::Add, Start, SizeOf(Step.Item));
    return call("slice_scatter", {Base, Written, Values[2], Start, End});
  }
  if (Op == "diagonal")
    return call("diagonal_scatter",
                {Base, Written, Values[1], Values[2], Values[3]});
  if (Op == "unsqueeze")
    return call("squeeze.dim", {Written, Values[1]});
  if (Op == "squeeze") {
    SmallVector<bool, 8> Gone(Type.rank(), Values.size() == 1);
    auto Note = [&](const Argument &D) {
      int64_t At = D.isInt() ? D.asInt() : 0;
      if (At < 0)
        At += Type.rank();
      if (At >= 0 && size_t(At) < Gone.size())
        Gone[At] = true;
    };
    if (Values.size() > 1) {
      if (Values[1].isSequence())
        for (const Argument &D : Values[1].elements())
          Note(D);
      else
        Note(Values[1]);
    }
    Argument Result = Written;
    for (size_t I = 0; I != Gone.size(); ++I)
      if (Gone[I] && SymbolicMath::isInt(Type.sizes()[I], 1))
        Result = call("unsqueeze", {Result, int64_t(I)});
    return Result;
  }
  if (Op == "as_strided")
    return call("as_strided_scatter",
                {Base, Written, Values[1], Values[2], Values[3]});
  if (Op == "view_as_real")
    return call("view_as_complex", {Written});
  if (Op == "view_as_complex")
    return call("view_as_real", {Written});
  if (Op == "_conj" || Op == "_neg_view")
    return call(Op, {Written});
  fail("memory is written through '" + Step.Facts->Name.str() +
       "', which cannot be inverted");
  return Argument();
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// What shows of \p Positions by \p Steps; those that change the elements alone
/// are left out.
Argument Engine::replayPositions(ArrayRef<ViewStep> Steps,
                                 const Argument &Positions) {
  Argument Shown = Positions;
  for (const ViewStep &Step : Steps)
    if (!Step.reinterprets())
      Shown = replay(Step, Shown);
  return Shown;
}

/// Puts \p Written where a view by \p Steps shows \p Base.
Argument Engine::scatter(ArrayRef<ViewStep> Steps, const Argument &Base,
                         const Argument &Written) {
  TensorValue Type = typeOf(Base);
  if (!Type) {
    fail("memory of unknown sizes is written through a view");
    return Argument();
  }
  for (const ViewStep &Step : Steps)
    if (Step.op().empty()) {
      fail("memory is written through '" + Step.Facts->Name.str() +
           "', which cannot be inverted");
      return Argument();
    }
  Dims Sizes(Type.sizes());
  size_t Rank = Sizes.size();
  if (Rank == 0) {
    Argument One = Argument::list({Argument(1)});
    // A tensor of one element and of one dimension shows the same positions.
    Argument Flat = call("view", {Base, One});
    Argument Positions = call("full", {Argument::list({}), 0, DType::Int64,
                                       Argument(), Type.device()});
    Positions = replayPositions(Steps, Positions);
    Argument Put =
        call("index_put", {Flat, Argument::list({Positions}), Written});
    return call("view", {Put, Argument::list({})});
  }
  SmallVector<Dim, 6> Inner(Rank, Dim(1));
  for (size_t I = Rank - 1; I-- > 0;)
    Inner[I] = compute(SymbolicMath::Mul, Inner[I + 1], Sizes[I + 1]);
  Dim All = compute(SymbolicMath::Mul, Inner[0], Sizes[0]);
  Argument Positions =
      call("arange", {All, DType::Int64, Argument(), Type.device()});
  if (Rank > 1)
    Positions = call("view", {Positions, Argument::list(Sizes)});
  Positions = replayPositions(Steps, Positions);
  SmallVector<Argument, 6> Indices;
  for (size_t I = 0; I != Rank; ++I) {
    Argument Index = Positions;
    if (!SymbolicMath::isInt(Inner[I], 1))
      Index = call("div.Tensor_mode",
                   {Index, Inner[I], Argument::string(Ctx, "floor")});
    if (I != 0)
      Index = call("remainder.Scalar", {Index, Sizes[I]});
    Indices.push_back(Index);
  }
  return call("index_put", {Base, Argument::list(Indices), Written});
}

/// The dimensions of a dense tensor from the outermost in memory on; false
/// where strides are not numbers.
static bool findMemoryOrder(const TensorValue &Type,
                            SmallVectorImpl<int64_t> &Order) {
  if (!all_of(Type.strides(), [](const Dim &D) { return D.isInt(); }) ||
      !all_of(Type.sizes(), [](const Dim &D) { return D.isInt(); }))
    return false;
  for (size_t I = 0; I != Type.rank(); ++I)
    Order.push_back(int64_t(I));
  // Where a dimension has one place, its stride may be that of another.
  llvm::stable_sort(Order, [&](int64_t A, int64_t B) {
    auto Key = [&](int64_t D) {
      return std::pair(Type.strides()[D].asInt(), Type.sizes()[D].asInt());
    };
    return Key(A) > Key(B);
  });
  return true;
}

Argument Engine::invertAll(ArrayRef<ViewStep> Steps, ArrayRef<Argument> Bases,
                           const Argument &Written) {
  Argument Contents = Written;
  for (size_t End = Steps.size(); End != 0 && !failed();) {
    if (movesElements(Steps[End - 1], Bases[End - 1])) {
      --End;
      Contents = invert(Steps[End], Bases[End], Contents);
      continue;
    }
    size_t Begin = End;
    while (Begin != 0 && !movesElements(Steps[Begin - 1], Bases[Begin - 1]))
      --Begin;
    ArrayRef<ViewStep> Run = Steps.slice(Begin, End - Begin);
    // as_strided counts in the storage, which has to be all that there is.
    for (size_t I = Begin; I != End; ++I)
      if (TensorValue Type = typeOf(Bases[I]);
          Steps[I].is("as_strided") && Type &&
          (!isDense(Type) || !(Type.offset() == Argument(0)) || I != Begin)) {
        fail("memory is written through as_strided of a view");
        return Argument();
      }
    bool Direct = true;
    for (size_t I = Begin; I != End; ++I)
      Direct &= isInvertible(Steps[I], Bases[I]);
    if (Direct) {
      for (; End != Begin; --End)
        Contents = invert(Steps[End - 1], Bases[End - 1], Contents);
      continue;
    }
    if (End != Steps.size() && overlaps(typeOf(Bases[End]))) {
      fail("memory that overlaps itself is written through views of other "
           "types");
      return Argument();
    }
    if (Run.front().is("as_strided") && !typeOf(Bases[Begin])) {
      fail("memory of unknown sizes is written through a view");
      return Argument();
    }
    // as_strided of a tensor that is dense is that of its dimensions in the
    // order in which they lie in memory.
    SmallVector<int64_t, 6> Order;
    if (Run.front().is("as_strided") && !isContiguous(typeOf(Bases[Begin])) &&
        !findMemoryOrder(typeOf(Bases[Begin]), Order)) {
      fail("memory is written through overlapping views of a tensor that is "
           "not contiguous");
      return Argument();
    }
    for (size_t I = End; I-- > Begin;)
      if (Steps[I].reinterprets())
        Contents = invert(Steps[I], Bases[I], Contents);
    if (Order.empty()) {
      Contents = scatter(Run, Bases[Begin], Contents);
    } else {
      SmallVector<int64_t, 6> Back(Order.size());
      for (size_t I = 0; I != Order.size(); ++I)
        Back[Order[I]] = int64_t(I);
      Argument Sorted = call("permute", {Bases[Begin], Call::list(Order)});
      Contents = scatter(Run, Sorted, Contents);
      Contents = call("permute", {Contents, Call::list(Back)});
    }
    End = Begin;
  }
  return Contents;
}
