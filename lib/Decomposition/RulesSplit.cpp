//===- RulesSplit.cpp - Parts and joins of tensors ------------------------===//
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

static Value splitInto(Call &C, const Value &V, ArrayRef<Dim> Sizes,
                       int64_t D) {
  return C.call("split_with_sizes", {V, Call::list(Dims(Sizes)), D});
}

/// Sizes of parts of \p Size each, the last with what is left; empty where
/// their number is not known.
static Dims partsOf(Call &C, const Dim &Total, const Dim &Size) {
  Dims Parts;
  int64_t Count = C.hint(Total), SizeHint = C.hint(Size);
  if (SizeHint <= 0)
    return Count == 0 ? Dims{Dim(0)} : Dims();
  if (Count == 0)
    return {Dim(0)};
  int64_t Number = (Count + SizeHint - 1) / SizeHint;
  for (int64_t I = 0; I + 1 < Number; ++I)
    Parts.push_back(Size);
  Parts.push_back(C.sub(Total, C.mul(Size, Dim(Number - 1))));
  return Parts;
}

static Value split(Call &C) {
  // The dimension is left as it was given.
  int64_t Size = C.integer(1), D = C.integer(2);
  Dims Parts = partsOf(C, C[0].size(D), Dim(Size));
  if (Parts.empty())
    return failNumber(C, 1, Size, "1 or more");
  return splitInto(C, C[0], Parts, D);
}

static Value splitSizes(Call &C) {
  return C.call("split_with_sizes", {C[0], C.arg(1), C.arg(2)});
}

/// More parts are a mistake.
static constexpr int64_t MaxParts = 1 << 20;

static Value chunk(Call &C) {
  int64_t Chunks = C.integer(1), D = C.integer(2);
  Dim Total = C[0].size(D);
  if (Chunks <= 0 || Chunks > MaxParts || C.failed())
    return failNumber(C, 1, Chunks, "1 to " + Twine(MaxParts));
  Dim Size = C.floorDiv(C.add(Total, Dim(Chunks - 1)), Dim(Chunks));
  if (C.hint(Size) == 0)
    return splitInto(C, C[0], Dims(Chunks, Dim(0)), D);
  return splitInto(C, C[0], partsOf(C, Total, Size), D);
}

static Value sliceOf(Call &C, const Value &V, int64_t D, const Dim &Start,
                     const Dim &End) {
  return C.call("slice.Tensor", {V, D, Start, End});
}

static Value tensorSplitSections(Call &C) {
  if (C.arg(1).isNode() && !C[1].argument().asNode()->val())
    return C.keep();
  int64_t Sections = C.integer(1), D = C.dim(2, C[0].rank());
  Dim Total = C[0].size(D);
  if (Sections <= 0 || Sections > MaxParts)
    return failNumber(C, 1, Sections, "1 to " + Twine(MaxParts));
  if (!Total.isInt())
    return C.fail("the size of the sections is symbolic");
  int64_t Least = Total.asInt() / Sections, More = Total.asInt() % Sections;
  SmallVector<Argument, 4> Parts;
  int64_t Start = 0;
  for (int64_t I = 0; I != Sections; ++I) {
    int64_t End = Start + Least + (I < More);
    Parts.push_back(sliceOf(C, C[0], D, Dim(Start), Dim(End)));
    Start = End;
  }
  return C.value(Argument::list(Parts));
}

static Value tensorSplitIndices(Call &C) {
  int64_t D = C.dim(2, C[0].rank());
  SmallVector<Argument, 4> Parts;
  Dim Start = 0;
  for (const Dim &Index : C.dims(1)) {
    Parts.push_back(sliceOf(C, C[0], D, Start, Index));
    Start = Index;
  }
  Parts.push_back(sliceOf(C, C[0], D, Start, C[0].size(D)));
  return C.value(Argument::list(Parts));
}

template <int D, int RankOne> static Value splitAlong(Call &C) {
  int64_t Along = C[0].rank() == 1 ? RankOne : D;
  return C.call(C.arg(1).isSequence() ? "tensor_split.indices"
                                      : "tensor_split.sections",
                {C[0], C.arg(1), Along});
}

static Value unbind(Call &C) {
  int64_t D = C.dim(1, C[0].rank());
  Dim Size = C[0].size(D);
  if (!Size.isInt())
    return C.fail("the number of parts is symbolic");
  int64_t N = Size.asInt();
  SmallVector<Argument, 8> Slices, Parts;
  for (int64_t I = 0; I != N; ++I)
    Slices.push_back(sliceOf(C, C[0], D, Dim(I), Dim(I + 1)));
  for (const Argument &S : Slices)
    Parts.push_back(C.call("squeeze.dims", {S, Call::list({D})}));
  return C.value(Argument::list(Parts));
}

static Value cat(Call &C, ArrayRef<Argument> Parts, int64_t D) {
  return C.call("cat", {Argument::list(Parts), D});
}

static Value stack(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  if (Tensors.empty())
    return failCount(C, 0, 0, "1 or more");
  Dims Sizes = Tensors[0].sizes();
  int64_t Rank = Sizes.size();
  int64_t D = C.dim(1, Rank + 1);
  // Along the last dimension nothing but new dimensions helps.
  if (D == Rank) {
    SmallVector<Argument, 6> Parts;
    for (const Value &V : Tensors)
      Parts.push_back(C.call("unsqueeze", {V, D}));
    return C.call("cat", {Argument::list(Parts), C.arg(1)});
  }
  Dims New = Sizes;
  New.insert(New.begin() + D, Dim(int64_t(Tensors.size())));
  return C.call("view", {C.call("cat", {C.arg(0), D}), Call::list(New)});
}

static Value concat(Call &C) { return C.call("cat", {C.arg(0), C.arg(1)}); }

static SmallVector<Argument, 6> atLeast(Call &C, StringRef Op) {
  SmallVector<Argument, 6> Parts;
  for (const Value &V : C.values(0))
    Parts.push_back(C.call(Op, {V}));
  return Parts;
}

static Value hstack(Call &C) {
  SmallVector<Argument, 6> Parts = atLeast(C, "atleast_1d");
  if (Parts.empty())
    return failCount(C, 0, 0, "1 or more");
  return cat(C, Parts, C.value(Parts[0]).rank() == 1 ? 0 : 1);
}
static Value vstack(Call &C) { return cat(C, atLeast(C, "atleast_2d"), 0); }
static Value dstack(Call &C) { return cat(C, atLeast(C, "atleast_3d"), 2); }

static Value columnStack(Call &C) {
  SmallVector<Argument, 6> Parts;
  for (const Value &V : C.values(0)) {
    if (V.rank() <= 1)
      Parts.push_back(C.reshape(V, {C.product(V.sizes()), Dim(1)}));
    else
      Parts.push_back(V);
  }
  return cat(C, Parts, 1);
}

static Value blockDiag(Call &C) {
  SmallVector<Value, 6> Blocks;
  for (const Value &V : C.values(0))
    Blocks.push_back(C.call("atleast_2d", {V}));
  Dim Columns = 0;
  for (const Value &V : Blocks)
    Columns = C.add(Columns, V.size(1));
  SmallVector<Argument, 6> Rows;
  Dim Before = 0;
  for (const Value &V : Blocks) {
    Dim Height = V.size(0), Width = V.size(1);
    auto Zeros = [&](const Dim &Size) {
      return C.call("zeros", {Argument::list({Height, Size})},
                    {named("dtype", V.dtype()), named("device", V.device())});
    };
    Dim After = C.sub(C.sub(Columns, Before), Width);
    Value Left = Zeros(Before), Right = Zeros(After);
    Rows.push_back(cat(C, {Left, V, Right}, 1));
    Before = C.add(Before, Width);
  }
  return cat(C, Rows, 0);
}

static Value padSequence(Call &C) {
  SmallVector<Value, 6> Sequences = C.values(0);
  bool BatchFirst = C.flag(1);
  Dim Longest = 0;
  for (const Value &V : Sequences)
    if (C.hint(V.size(0)) > C.hint(Longest))
      Longest = V.size(0);
  bool Left = C.schema().params().size() > 3 && C.text(3) == "left";
  SmallVector<Argument, 6> Parts;
  for (const Value &V : Sequences) {
    Dims Pads(2 * V.rank(), Dim(0));
    Pads[Pads.size() - (Left ? 2 : 1)] = C.sub(Longest, V.size(0));
    Parts.push_back(C.call("constant_pad_nd", {V, Call::list(Pads), C.arg(2)}));
  }
  return C.call("stack", {Argument::list(Parts), BatchFirst ? 0 : 1});
}

ArrayRef<Entry> fx::decomposition::splitRules() {
  static const Entry Rules[] = {
      {"split.Tensor", split},
      {"split.sizes", splitSizes},
      {"unsafe_split.Tensor", split},
      {"unsafe_split_with_sizes", splitSizes},
      {"chunk", chunk},
      {"unsafe_chunk", chunk},
      {"tensor_split.sections", tensorSplitSections},
      {"tensor_split.indices", tensorSplitIndices},
      {"hsplit", splitAlong<1, 0>},
      {"vsplit", splitAlong<0, 0>},
      {"dsplit", splitAlong<2, 2>},
      {"unbind.int", unbind},
      {"stack", stack},
      {"concat", concat},
      {"concatenate", concat},
      {"hstack", hstack},
      {"vstack", vstack},
      {"row_stack", vstack},
      {"dstack", dstack},
      {"column_stack", columnStack},
      {"block_diag", blockDiag},
      {"pad_sequence", padSequence},
  };
  return Rules;
}
