//===- ValuesSplit.cpp - Parts of tensors in a row ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"

using namespace fx;
using namespace llvm;

/// Consecutive parts with these lengths.
static Argument splitInto(ValueCall &C, const TensorValue &T, unsigned D,
                          DimsRef Lengths) {
  SmallVector<Argument, 8> Parts;
  Dim Start = 0;
  for (const Dim &Length : Lengths) {
    Parts.push_back(valueSliced(C, T, D, Start, Length, 1));
    Start = C.math().add(Start, Length);
  }
  return Argument::list(Parts);
}

static constexpr int64_t MaxParts = 1 << 20;

/// As many parts of \p Length as fit, and the rest.
static Dims evenParts(ValueCall &C, const Dim &Size, const Dim &Length) {
  int64_t S = C.math().hint(Size), L = C.math().hint(Length);
  if (Size.isInt() && Size.asInt() != 0)
    requireAtLeast(C, Length, 1, "the length of a part");
  if (L <= 0 && S != 0) {
    C.fail("the length of a part is not positive");
    return {};
  }
  if (S == 0)
    return {Size};
  // Rounded up; an expression can be a negative size.
  int64_t Count = S / L + (S % L != 0);
  if (S < 0 || Count > MaxParts) {
    C.fail("there are too many parts");
    return {};
  }
  Dims Lengths(Count, Length);
  Lengths.back() = C.math().sub(Size, C.math().mul(Length, Dim(Count - 1)));
  return Lengths;
}

static Argument split(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  C.require(T.rank() != 0, "the operand has no dimension");
  if (C.failed())
    return Argument::none();
  for (StringRef Name : {"split_sizes", "split_size"})
    if (C.get(Name).isSequence()) {
      Dims Lengths = C.sizes(Name);
      Dim Sum = 0;
      for (const Dim &Length : Lengths) {
        requireAtLeast(C, Length, 0, "the length of a part");
        Sum = C.math().add(Sum, Length);
      }
      if (surelyDiffer(Sum, T.sizes()[D]))
        C.mismatch("the parts have " + Twine(Sum.asInt()) + " places, not " +
                   Twine(T.sizes()[D].asInt()));
      return splitInto(C, T, D, Lengths);
    }
  return splitInto(C, T, D, evenParts(C, T.sizes()[D], C.size("split_size")));
}

static Argument chunk(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  Dim Chunks = C.size("chunks");
  requireAtLeast(C, Chunks, 1, "the number of chunks");
  C.require(T.rank() != 0, "the operand has no dimension");
  if (C.failed() || C.math().hint(Chunks) <= 0)
    return C.fail("there is no chunk");
  if (C.math().hint(Chunks) > MaxParts)
    return C.fail("there are too many parts");
  SymbolicMath &Math = C.math();
  const Dim &Size = T.sizes()[D];
  Dim Length = Math.floorDiv(Math.sub(Math.add(Size, Chunks), 1), Chunks);
  if (Math.hint(Length) == 0)
    return splitInto(C, T, D, Dims(size_t(Math.hint(Chunks)), Dim(0)));
  return splitInto(C, T, D, evenParts(C, Size, Length));
}

static Argument tensorSplit(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  C.require(T.rank() != 0, "the operand has no dimension");
  if (C.failed())
    return Argument::none();
  SymbolicMath &Math = C.math();
  const Dim &Size = T.sizes()[D];
  Dims Lengths;
  if (C.hasParam("sections")) {
    int64_t Count = C.integer("sections");
    C.require(Count > 0, "there is no section");
    if (Count <= 0 || Count > MaxParts)
      return C.fail("there is no such number of sections");
    // The first ones are longer by what is left over in the example.
    Dim Least = Math.floorDiv(Size, Dim(Count));
    for (int64_t I = 0; I != Count; ++I)
      Lengths.push_back(Math.add(Least, int64_t(I < Math.hint(Size) % Count)));
  } else if (C.hasParam("indices")) {
    Dim Start = 0;
    for (const Dim &Index : C.sizes("indices")) {
      Dim End = clampBound(Math, Index, Size);
      if (End.isNone())
        return C.fail("the parts depend on data");
      Lengths.push_back(distance(Math, Start, End));
      Start = End;
    }
    Lengths.push_back(distance(Math, Start, Size));
  } else if (TensorValue At = C.tensor(1u);
             At.rank() == 1 && SymbolicMath::isInt(At.sizes()[0], 0)) {
    Lengths = {Size};
  } else {
    return C.fail("the parts depend on data");
  }
  return splitInto(C, T, D, Lengths);
}

static Argument unbind(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || T.rank() == 0 || !T.sizes()[D].isInt())
    return C.fail("the number of results is not known");
  Dims Sizes(T.sizes()), Strides(T.strides());
  if (Strides.size() != Sizes.size())
    return C.fail("the operand is not strided");
  Dim Stride = Strides[D];
  Sizes.erase(Sizes.begin() + D);
  Strides.erase(Strides.begin() + D);
  SmallVector<Argument, 8> Parts;
  for (int64_t I = 0, E = T.sizes()[D].asInt(); I != E; ++I)
    Parts.push_back(
        valueView(C, T, Sizes, Strides,
                  C.math().add(T.offset(), C.math().mul(I, Stride))));
  return Argument::list(Parts);
}

static constexpr NamedValueRule Rules[] = {
    {"chunk", chunk},
    {"split", split},
    {"tensor-split", tensorSplit},
    {"unbind", unbind},
};

ArrayRef<NamedValueRule> fx::splitValueRules() { return Rules; }
