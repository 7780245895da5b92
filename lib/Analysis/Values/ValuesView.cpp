//===- ValuesView.cpp - Views of tensors ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/Analysis/ViewMarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// A view of \p T; a copying form of the operator makes a new tensor.
Argument fx::valueView(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                       DimsRef Strides, std::optional<Dim> Offset) {
  if (C.failed())
    return Argument::none();
  if (T.layout() != Layout::Strided || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (C.schema().hasTag(ST_ViewCopy))
    return C.result(T.dtype(), Sizes, T.device());
  return C.result(T.dtype(), Sizes, Strides, T.device(),
                  Offset ? *Offset : T.offset());
}

//===----------------------------------------------------------------------===//
// Order of dimensions
//===----------------------------------------------------------------------===//

static Argument permuted(ValueCall &C, const TensorValue &T,
                         ArrayRef<unsigned> Order) {
  Dims Sizes, Strides;
  if (T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  for (unsigned D : Order) {
    Sizes.push_back(T.sizes()[D]);
    Strides.push_back(T.strides()[D]);
  }
  return valueView(C, T, Sizes, Strides);
}

static Argument permute(ValueCall &C) {
  TensorValue T = C.tensor("self");
  SmallVector<unsigned, 6> Order;
  for (int64_t D : C.integers("dims"))
    Order.push_back(C.wrapDim(D, T.rank()));
  SmallVector<unsigned, 6> Sorted = Order;
  llvm::sort(Sorted);
  if (Order.size() != T.rank() || llvm::unique(Sorted) != Sorted.end())
    return C.mismatch("the dimensions are not a permutation");
  return C.failed() ? Argument() : permuted(C, T, Order);
}

static Argument exchanged(ValueCall &C, const TensorValue &T, unsigned A,
                          unsigned B) {
  SmallVector<unsigned, 6> Order;
  for (unsigned I = 0; I != T.rank(); ++I)
    Order.push_back(I == A ? B : I == B ? A : I);
  return C.failed() ? Argument() : permuted(C, T, Order);
}

static Argument transpose(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (C.hasParam("dim0"))
    return exchanged(C, T, C.dim("dim0", T.rank()), C.dim("dim1", T.rank()));
  return exchanged(C, T, C.dim("axis0", T.rank()), C.dim("axis1", T.rank()));
}

/// t, mT, adjoint: the last two.
static Argument transposeMatrix(ValueCall &C) {
  TensorValue T = C.tensor("self");
  StringRef Op = C.opName();
  bool IsPlain = Op == "t" || Op == "t_" || Op == "t_copy";
  if ((IsPlain || Op == "matrix_H") && T.rank() > 2)
    return C.mismatch("the operand is not a matrix");
  if (!IsPlain && T.rank() == 1)
    return C.mismatch("the operand is not a matrix");
  if (T.rank() < 2)
    return valueView(C, T, T.sizes(), T.strides());
  return exchanged(C, T, T.rank() - 2, T.rank() - 1);
}

static Argument reversed(ValueCall &C, const TensorValue &T) {
  SmallVector<unsigned, 6> Order;
  for (unsigned I = T.rank(); I-- != 0;)
    Order.push_back(I);
  return permuted(C, T, Order);
}

/// numpy_T: all reversed.
static Argument reverseDims(ValueCall &C) {
  return reversed(C, C.tensor("self"));
}

static Argument movedim(ValueCall &C) {
  TensorValue T = C.tensor("self");
  SmallVector<int64_t, 6> From = C.integers("source", 1),
                          To = C.integers("destination", 1);
  if (From.size() != To.size())
    return C.mismatch("as many sources as destinations are needed");
  // What has no dimension counts as having one.
  if (T.rank() == 0 && From.size() <= 1) {
    for (int64_t D : concat<int64_t>(From, To))
      C.wrapDim(D, 0);
    return T.value();
  }
  constexpr unsigned Open = ~0u;
  SmallVector<unsigned, 6> Order(T.rank(), Open);
  SmallVector<bool, 6> Used(T.rank(), false);
  for (auto [F, D] : zip(From, To)) {
    unsigned Source = C.wrapDim(F, T.rank()), Place = C.wrapDim(D, T.rank());
    if (C.failed() || T.rank() == 0)
      return C.mismatch("a dimension is named twice");
    if (Order[Place] != Open || Used[Source])
      return C.mismatch("a dimension is named twice");
    Order[Place] = Source;
    Used[Source] = true;
  }
  unsigned Next = 0;
  for (unsigned &D : Order)
    if (D == Open) {
      while (Used[Next])
        ++Next;
      D = Next++;
    }
  return permuted(C, T, Order);
}

//===----------------------------------------------------------------------===//
// Dimensions of size one
//===----------------------------------------------------------------------===//

static Argument squeeze(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  SmallVector<bool, 6> Gone(T.rank(), !C.hasParam("dim"));
  if (C.hasParam("dim"))
    for (int64_t D : C.integers("dim", 1)) {
      unsigned Wrapped = C.wrapDim(D, T.rank());
      if (Wrapped < T.rank())
        Gone[Wrapped] = true;
    }
  Dims Sizes, Strides;
  for (size_t I = 0; I != T.rank(); ++I)
    if (!Gone[I] || !SymbolicMath::isInt(T.sizes()[I], 1)) {
      Sizes.push_back(T.sizes()[I]);
      Strides.push_back(T.strides()[I]);
    }
  return valueView(C, T, Sizes, Strides);
}

Argument fx::valueUnsqueeze(ValueCall &C, const TensorValue &T, unsigned D) {
  if (C.failed() || T.strides().size() != T.rank() || D > T.rank())
    return C.fail("the operand is not strided");
  Dims Sizes(T.sizes()), Strides(T.strides());
  Dim Stride = D < T.rank() ? C.math().mul(Sizes[D], Strides[D]) : Dim(1);
  Sizes.insert(Sizes.begin() + D, Dim(1));
  Strides.insert(Strides.begin() + D, Stride);
  return valueView(C, T, Sizes, Strides);
}

static Argument unsqueeze(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return valueUnsqueeze(C, T, C.dim("dim", T.rank() + 1));
}

Argument fx::valueExpand(ValueCall &C, const TensorValue &T, Dims Sizes) {
  if (C.failed() || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (Sizes.size() < T.rank())
    return C.mismatch("there are fewer sizes than dimensions");
  size_t Extra = Sizes.size() - T.rank();
  Dims Strides(Sizes.size());
  // PyTorch asks the example whether anything is repeated.
  auto IsOne = [&](const Dim &Size) {
    return C.math().hasHint(Size) && C.math().hint(Size) == 1;
  };
  for (size_t I = Sizes.size(); I-- != 0;) {
    if (I < Extra) {
      if (SymbolicMath::isInt(Sizes[I], -1))
        return C.mismatch("a new dimension has no size");
      Strides[I] = 0;
      if (T.rank() == 0)
        continue;
      Strides[I] = I + 1 < Sizes.size()
                       ? C.math().mul(Sizes[I + 1], Strides[I + 1])
                       : Dim(1);
      if (!IsOne(Sizes[I]))
        Strides[I] = 0;
      continue;
    }
    const Dim &Old = T.sizes()[I - Extra];
    Strides[I] = T.strides()[I - Extra];
    if (Sizes[I].isInt() && Sizes[I].asInt() < -1)
      return C.mismatch("a size would be " + Twine(Sizes[I].asInt()));
    if (SymbolicMath::isInt(Sizes[I], -1) || C.math().equal(Old, Sizes[I]))
      Sizes[I] = Old;
    else if (SymbolicMath::isInt(Old, 1))
      Strides[I] = IsOne(Sizes[I]) ? Strides[I] : Dim(0);
    else if (Old.isInt() && Sizes[I].isInt())
      return C.mismatch("a dimension of size " + Twine(Old.asInt()) +
                        " cannot be expanded to " + Twine(Sizes[I].asInt()));
    else
      Sizes[I] = Old;
  }
  return valueView(C, T, Sizes, Strides);
}

static Argument expand(ValueCall &C) {
  return valueExpand(C, C.tensor("self"), C.sizes("size"));
}

static Argument expandAs(ValueCall &C) {
  return valueExpand(C, C.tensor("self"), Dims(C.tensor("other").sizes()));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Place \p Index of dimension \p D of \p T.
static Argument selected(ValueCall &C, const TensorValue &T, unsigned D,
                         Dim Index) {
  if (T.rank() <= D || T.strides().size() != T.rank())
    return C.fail("the operand has no dimension");
  SymbolicMath &Math = C.math();
  if (const Dim &Size = T.sizes()[D]; Index.isInt() && Size.isInt())
    C.require(Index.asInt() < Size.asInt() && Index.asInt() >= -Size.asInt(),
              "index " + Twine(Index.asInt()) + " is not among " +
                  Twine(Size.asInt()));
  if (Math.hint(Index) < 0)
    Index = Math.add(Index, T.sizes()[D]);
  Dims Sizes(T.sizes()), Strides(T.strides());
  Dim Offset = Math.add(T.offset(), Math.mul(Index, Strides[D]));
  Sizes.erase(Sizes.begin() + D);
  Strides.erase(Strides.begin() + D);
  return valueView(C, T, Sizes, Strides, Offset);
}

static Argument select(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  Dim Index = C.size("index");
  if (C.failed())
    return Argument::none();
  return selected(C, T, D, Index);
}

Dim fx::clampBound(SymbolicMath &Math, Dim Bound, const Dim &Size) {
  if (Bound.isInt() && Size.isInt()) {
    int64_t B = Bound.asInt(), S = Size.asInt();
    return std::clamp<int64_t>(B < 0 ? B + S : B, 0, S);
  }
  // The end of everything.
  if (Bound.isInt() && Bound.asInt() == INT64_MAX)
    return Size;
  if (Bound.isInt() && Bound.asInt() == 0)
    return Bound;
  // What data decide may be out of bounds.
  Dim FromEnd = Math.add(Bound, Size);
  if (Math.surely(SymbolicMath::Ge, Bound, 0)) {
    if (Math.surely(SymbolicMath::Le, Bound, Size))
      return Bound;
    return Math.surely(SymbolicMath::Gt, Bound, Size) ? Size
                                                      : Math.min(Bound, Size);
  }
  if (Math.surely(SymbolicMath::Lt, Bound, 0) &&
      Math.surely(SymbolicMath::Ge, FromEnd, 0))
    return FromEnd;
  if (Math.surely(SymbolicMath::Lt, FromEnd, 0))
    return 0;
  if (Math.surely(SymbolicMath::Gt, Bound, Size))
    return Size;
  return Math.surely(SymbolicMath::Lt, Bound, 0) ? Math.max(FromEnd, 0)
                                                 : Dim(Argument::none());
}

Dim fx::distance(SymbolicMath &Math, const Dim &Start, const Dim &End) {
  Dim Length = Math.sub(End, Start);
  if (Math.surely(SymbolicMath::Ge, Length, 0))
    return Length;
  return Math.surely(SymbolicMath::Le, Length, 0) ? Dim(0)
                                                  : Math.max(Length, 0);
}

Argument fx::valueSliced(ValueCall &C, const TensorValue &T, unsigned D,
                         const Dim &Start, Dim Length, const Dim &Step) {
  SymbolicMath &Math = C.math();
  if (T.rank() <= D || T.strides().size() != T.rank())
    return C.fail("the operand has no dimension");
  Dims Sizes(T.sizes()), Strides(T.strides());
  if (Length.isNone())
    Length = sizeFromData(C, Sizes[D]);
  else if (!SymbolicMath::isInt(Step, 1))
    Length = Math.floorDiv(Math.sub(Math.add(Length, Step), 1), Step);
  Dim Offset = Start.isNone()
                   ? sizeFromData(C, Argument::none())
                   : Math.add(T.offset(), Math.mul(Start, Strides[D]));
  if (C.failed())
    return Argument::none();
  Sizes[D] = Length;
  Strides[D] = Math.mul(Strides[D], Step);
  return valueView(C, T, Sizes, Strides, Offset);
}

/// `T[..., Start:End:Step, ...]` in dimension \p D; None stands for an end.
static Argument sliceOf(ValueCall &C, const TensorValue &T, unsigned D,
                        Dim Start, Dim End, const Dim &Step) {
  SymbolicMath &Math = C.math();
  const Dim &Size = T.sizes()[D];
  if (Step.isInt() && Step.asInt() <= 0)
    return C.mismatch("the step is not positive");
  if (Math.hint(Step) <= 0)
    return C.fail("the step is not positive");
  Start = Start.isNone() ? Dim(0) : clampBound(Math, Start, Size);
  End = End.isNone() ? Size : clampBound(Math, End, Size);
  Dim Length = Start.isNone() || End.isNone() ? Argument::none()
                                              : distance(Math, Start, End);
  return valueSliced(C, T, D, Start, Length, Step);
}

static Argument slice(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  C.require(T.rank() != 0, "the operand has no dimension");
  if (C.failed())
    return Argument::none();
  Dim Start = C.size("start"), End = C.size("end"), Step = C.size("step");
  if (C.failed())
    return Argument::none();
  return sliceOf(C, T, D, Start, End, Step);
}

static bool isSize(const Argument &A) {
  return A.isInt() || A.kind() == ArgKind::SymExpr;
}

/// The tensor of indices that \p A is: one, or numbers in lists of lists.
static TensorValue indexTensor(ValueCall &C, const Argument &A,
                               const Argument &Device) {
  if (TensorValue T(A); T || A.kind() != ArgKind::List)
    return T;
  Dims Sizes;
  Argument Inner = A;
  while (Inner.kind() == ArgKind::List && Inner.size() != 0) {
    Sizes.push_back(int64_t(Inner.size()));
    Inner = Inner[0];
  }
  if (!isSize(Inner))
    return {};
  return TensorValue(C.result(DType::Int64, Sizes, Device));
}

/// How many dimensions the tensor of indices \p T stands for.
static unsigned dimsCovered(const TensorValue &T) {
  bool IsMask = T.dtype() == DType::Bool || T.dtype() == DType::UInt8;
  return IsMask ? T.rank() : 1;
}

Argument fx::tensorItem(ValueCall &C) {
  Argument Value = C.get(0u), Index = C.get(1u);
  SmallVector<Argument, 6> Indices;
  if (Index.kind() == ArgKind::Tuple)
    append_range(Indices, Index.elements());
  else
    Indices.push_back(Index);
  Argument Device = TensorValue(Value).device();
  unsigned Taken = 0, D = 0, Rank = TensorValue(Value).rank();
  for (Argument &I : Indices) {
    if (TensorValue T = indexTensor(C, I, Device)) {
      // A number in a tensor selects, at a place that is not known.
      if (T.rank() == 0)
        return C.fail("an index is a tensor without dimensions");
      Taken += dimsCovered(T);
      I = T.value();
    } else if (isSize(I) || I.kind() == ArgKind::Slice) {
      ++Taken;
    }
  }
  // Tensors are taken after all others have been, those at dimension D as the
  // item D - Masked: a mask is one item for all of its dimensions.
  SmallVector<Argument, 6> Tensors;
  unsigned Masked = 0;
  if (Taken > Rank)
    return C.mismatch("there are more indices than dimensions");
  for (const Argument &I : Indices) {
    if (C.failed())
      return Argument::none();
    TensorValue T(Value);
    if (T.strides().size() != T.rank())
      return C.fail("the operand has no strides");
    if (I.kind() == ArgKind::Ellipsis) {
      D += Rank - Taken;
    } else if (I.isNone()) {
      Value = valueUnsqueeze(C, T, D++);
    } else if (isSize(I)) {
      if (int64_t Size =
              T.sizes()[D].isInt() ? T.sizes()[D].asInt() : INT64_MAX;
          I.isInt() && (I.asInt() >= Size || I.asInt() < -Size))
        return C.fail("index " + Twine(I.asInt()) + " is out of range");
      Value = selected(C, T, D, I);
    } else if (I.kind() == ArgKind::Slice) {
      Argument Step = I[2].isNone() ? Argument(1) : I[2];
      if (!all_of(ArrayRef{I[0], I[1], Step}, [](const Argument &Bound) {
            return Bound.isNone() || isSize(Bound);
          }))
        return C.fail("a bound of a slice is not a number");
      bool IsWhole = I[0].isNone() && I[1].isNone() && I[2].isNone();
      if (!IsWhole)
        Value = sliceOf(C, T, D, I[0], I[1], Step);
      ++D;
    } else if (TensorValue Places(I); Places) {
      Tensors.resize(D - Masked);
      Tensors.push_back(I);
      unsigned Covers = dimsCovered(Places);
      D += Covers;
      Masked += Covers - 1;
    } else {
      return C.fail("an index is neither a number, a slice, None, '...' nor a "
                    "tensor");
    }
  }
  return Tensors.empty() || C.failed()
             ? Value
             : valueIndexed(C, TensorValue(Value), Tensors);
}

static Argument narrow(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  Dim Start = C.size("start"), Length = C.size("length");
  C.require(T.rank() != 0, "the operand has no dimension");
  if (C.failed() || Start.isNone())
    return C.fail("the start is not a number");
  if (const Dim &Size = T.sizes()[D]; Start.isInt() && Size.isInt()) {
    int64_t From = Start.asInt(), Most = Size.asInt();
    if (!C.require(From <= Most && From >= -Most, "there is no place " +
                                                      Twine(From) + " among " +
                                                      Twine(Most)))
      return Argument::none();
    if (From < 0)
      From += Most;
    if (Length.isInt() &&
        !C.require(Length.asInt() >= 0 && Length.asInt() <= Most - From,
                   "there are no " + Twine(Length.asInt()) + " places from " +
                       Twine(From) + " on among " + Twine(Most)))
      return Argument::none();
  }
  if (C.math().hint(Start) < 0)
    Start = C.math().add(Start, T.sizes()[D]);
  return valueSliced(C, T, D, Start, Length, 1);
}

static Argument diagonalOf(ValueCall &C, const TensorValue &T, unsigned A,
                           unsigned B, int64_t Shift) {
  if (C.failed() || A == B || T.strides().size() != T.rank())
    return C.fail("a diagonal needs two dimensions");
  SymbolicMath &Math = C.math();
  Dims Sizes, Strides;
  for (unsigned I = 0; I != T.rank(); ++I)
    if (I != A && I != B) {
      Sizes.push_back(T.sizes()[I]);
      Strides.push_back(T.strides()[I]);
    }
  Dim Rows = T.sizes()[A], Columns = T.sizes()[B], Offset = T.offset();
  if (Shift >= 0) {
    Columns = Math.sub(Columns, Shift);
    Offset = Math.add(Offset, Math.mul(Shift, T.strides()[B]));
  } else {
    Rows = Math.add(Rows, Shift);
    Offset = Math.sub(Offset, Math.mul(Shift, T.strides()[A]));
  }
  Dim Length = Math.min(Rows, Columns);
  if (!Math.hasHint(Length)) {
    Length = Math.max(0, Length);
  } else if (Math.hint(Length) <= 0) {
    Length = 0;
    Offset = T.offset();
  }
  Sizes.push_back(Length);
  Strides.push_back(Math.add(T.strides()[A], T.strides()[B]));
  return valueView(C, T, Sizes, Strides, Offset);
}

static Argument diagonal(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  unsigned A = C.dim("dim1", T.rank()), B = C.dim("dim2", T.rank());
  return diagonalOf(C, T, A, B, C.integer("offset"));
}

/// The diagonal of a matrix, or a matrix with that diagonal.
static Argument diag(ValueCall &C) {
  TensorValue T = C.tensor("self");
  int64_t Shift = C.integer("diagonal");
  if (T.rank() == 2) {
    TensorValue Of(diagonalOf(C, T, 0, 1, Shift));
    return Of ? C.result(T.dtype(), Of.sizes(), T.device()) : Argument::none();
  }
  if (C.failed() || T.rank() != 1 || Shift == INT64_MIN)
    return C.mismatch("the operand has " + Twine(T.rank()) + " dimensions");
  Dim Size = C.math().add(T.sizes()[0], Dim(std::abs(Shift)));
  return C.result(T.dtype(), {Size, Size}, T.device());
}

static Argument asStrided(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dim Offset = C.size("storage_offset");
  Dims Sizes = C.sizes("size"), Strides = C.sizes("stride");
  if (Sizes.size() != Strides.size())
    return C.mismatch("there must be one stride for each size");
  for (const Dim &Stride : Strides)
    requireAtLeast(C, Stride, 0, "a stride");
  return valueView(C, T, Sizes, Strides, Offset.isNone() ? T.offset() : Offset);
}

static Argument unfold(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dimension", T.rank());
  Dim Size = C.size("size"), Step = C.size("step");
  if (C.failed() || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (T.rank() == 0) {
    C.require(!Size.isInt() || Size.asInt() <= 1, "no part of that size fits");
    return valueView(C, T, {Size}, {Dim(1)});
  }
  if (Size.isInt() && Step.isInt() && T.sizes()[D].isInt())
    C.require(Step.asInt() > 0 && Size.asInt() >= 0 &&
                  Size.asInt() <= T.sizes()[D].asInt(),
              "no part of that size fits");
  SymbolicMath &Math = C.math();
  if (Math.hint(Step) <= 0 || Math.hint(Size) < 0 ||
      Math.hint(Size) > Math.hint(T.sizes()[D]))
    return C.fail("no part of that size fits");
  Dims Sizes(T.sizes()), Strides(T.strides());
  Dim Count = Math.add(Math.floorDiv(Math.sub(Sizes[D], Size), Step), 1);
  Sizes[D] = Count;
  Sizes.push_back(Size);
  Strides.push_back(Strides[D]);
  Strides[D] = Math.mul(Strides[D], Step);
  return valueView(C, T, Sizes, Strides);
}

//===----------------------------------------------------------------------===//
// The same elements
//===----------------------------------------------------------------------===//

/// alias, detach, lift, ...
static Argument alias(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (!T)
    return Argument::none();
  if (!C.schema().hasTag(ST_ViewCopy) &&
      (T.layout() != Layout::Strided || !T.requiresGrad()))
    return T.value();
  return valueView(C, T, T.sizes(), T.strides());
}

/// resolve_conj, resolve_neg: a copy of what is marked.
static Argument resolveMark(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Argument Operand = C.raw(0u);
  std::optional<ViewMarks> Marks =
      Operand.isNode() ? viewMarks(*Operand.asNode()) : std::nullopt;
  if (!T || !Marks)
    return C.fail("the operand may be marked as conjugated or negated");
  bool IsMarked =
      C.opName() == "resolve_neg" ? Marks->Negated : Marks->Conjugated;
  return IsMarked ? C.resultLike(T, T.dtype()) : alias(C);
}

static Argument viewAsReal(ValueCall &C) {
  TensorValue T = C.tensor("self");
  C.require(isComplexType(T.dtype()), "the operand is not complex");
  Dims Sizes(T.sizes()), Strides;
  Sizes.emplace_back(2);
  for (const Dim &S : T.strides())
    Strides.push_back(C.math().mul(S, 2));
  Strides.emplace_back(1);
  if (C.schema().hasTag(ST_ViewCopy))
    return C.result(realType(T.dtype()), Sizes, T.device());
  return C.result(realType(T.dtype()), Sizes, Strides, T.device(),
                  C.math().mul(T.offset(), 2));
}

static Argument viewAsComplex(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (T.rank() == 0 || T.strides().size() != T.rank())
    return C.fail("the operand has no dimension");
  C.require(isFloatType(T.dtype()) && T.dtype() != DType::BFloat16,
            "the operand is not of half, single or double precision");
  C.require(!surelyDiffer(T.sizes().back(), Dim(2)),
            "the last dimension does not have two places");
  Dims Strides;
  for (const Dim &S : T.strides().drop_back())
    Strides.push_back(C.math().floorDiv(S, 2));
  if (C.schema().hasTag(ST_ViewCopy))
    return C.result(complexType(T.dtype()), T.sizes().drop_back(), T.device());
  return C.result(complexType(T.dtype()), T.sizes().drop_back(), Strides,
                  T.device(), C.math().floorDiv(T.offset(), 2));
}

/// Every second number from \p First on.
static Argument everySecond(ValueCall &C, const TensorValue &T, int64_t First) {
  if (!isComplexType(T.dtype()))
    return First ? C.mismatch("the operand is not complex") : T.value();
  Dims Strides;
  for (const Dim &S : T.strides())
    Strides.push_back(C.math().mul(S, 2));
  return C.result(realType(T.dtype()), T.sizes(), Strides, T.device(),
                  C.math().add(C.math().mul(T.offset(), 2), First));
}

static Argument realPart(ValueCall &C) {
  return everySecond(C, C.tensor("self"), 0);
}

static Argument imaginaryPart(ValueCall &C) {
  return everySecond(C, C.tensor("self"), 1);
}

/// getattr(T, name), as torch.fx traces it.
static Argument attributeOf(ValueCall &C) {
  Argument Of = C.get(0u), Name = C.get(1u);
  if (C.failed() || Of.kind() != ArgKind::TensorType || !Name.isString())
    return C.fail("only attributes of tensors are known");
  TensorValue T(Of);
  if (Name.str() == "shape")
    return Argument::list(T.sizes());
  if (Name.str() == "ndim")
    return Argument(int64_t(T.rank()));
  if (Name.str() == "dtype")
    return Argument(T.dtype());
  if (Name.str() == "device")
    return T.device();
  if (Name.str() == "T")
    return reversed(C, T);
  bool IsMatrix = T.rank() == 2;
  if ((Name.str() == "H" && IsMatrix) ||
      ((Name.str() == "mT" || Name.str() == "mH") && T.rank() >= 2))
    return exchanged(C, T, T.rank() - 2, T.rank() - 1);
  if (Name.str() == "real" || Name.str() == "imag")
    return everySecond(C, T, Name.str() == "imag");
  if (Name.str() == "data")
    return T.requiresGrad() ? valueView(C, T, T.sizes(), T.strides())
                            : T.value();
  if (Name.str() == "itemsize")
    return Argument(int64_t(itemSize(T.dtype())));
  return C.fail("the attribute '" + Name.str() + "' is not known");
}

static constexpr NamedValueRule Rules[] = {
    {"alias", alias},
    {"as-strided", asStrided},
    {"attribute", attributeOf},
    {"diag", diag},
    {"diagonal", diagonal},
    {"expand", expand},
    {"expand-as", expandAs},
    {"imaginary-part", imaginaryPart},
    {"movedim", movedim},
    {"narrow", narrow},
    {"permute", permute},
    {"real-part", realPart},
    {"resolve-mark", resolveMark},
    {"reverse-dims", reverseDims},
    {"select", select},
    {"slice", slice},
    {"squeeze", squeeze},
    {"transpose", transpose},
    {"transpose-matrix", transposeMatrix},
    {"unfold", unfold},
    {"unsqueeze", unsqueeze},
    {"view-as-complex", viewAsComplex},
    {"view-as-real", viewAsReal},
};

ArrayRef<NamedValueRule> fx::viewValueRules() { return Rules; }
