//===- ValuesIndexing.cpp - Indexing, gathering, scattering ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static Argument embedding(ValueCall &C) {
  TensorValue W = C.tensor("weight"), I = C.tensor("indices");
  Dims Sizes(I.sizes());
  append_range(Sizes, W.sizes().drop_front(W.rank() ? 1 : 0));
  return C.result(W.dtype(), Sizes, W.device());
}

static Argument embeddingBag(ValueCall &C) {
  TensorValue W = C.tensor("weight"), I = C.tensor("indices"),
              Offsets = C.tensor("offsets");
  if (!W.rank() || !Offsets.rank() || !I.rank())
    return C.fail("an operand has no dimension");
  Dim Bags = Offsets.sizes()[0];
  bool LastOffset = C.flag("include_last_offset");
  if (LastOffset)
    Bags = C.math().sub(Bags, 1);
  int64_t Mode = C.integer("mode");
  constexpr int64_t Sum = 0, Max = 2;
  Dims Sizes = {Bags, W.sizes().back()};
  auto Indices = [&](DimsRef S) { return C.result(I.dtype(), S, I.device()); };
  // The sum needs to know nothing but the weights.
  bool Plain = Mode == Sum;
  Dims Empty = {Dim(0)};
  return valueTuple({C.result(W.dtype(), Sizes, W.device()),
                     Indices(Plain ? Dims(Empty) : Dims(I.sizes())),
                     Indices(Plain ? Dims(Offsets.sizes()) : Dims({Bags})),
                     Indices(Mode == Max ? Sizes : Dims({Bags}))});
}

/// index(self, indices): tensors replace the dimensions they stand at.
static Argument index(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Argument List = C.get("indices");
  if (!List.isSequence())
    return C.fail("the indices are no list");
  if (List.size() > T.rank())
    return C.fail("there are more indices than dimensions");
  Dims Shape;
  std::optional<size_t> First;
  bool Apart = false, Ended = false;
  size_t Consumed = 0;
  // Which dimensions of the operand come before and after the indexed ones.
  Dims Sizes;
  Dims Rest;
  SmallVector<Dim, 6> RestStrides;
  for (const Argument &E : List.elements()) {
    TensorValue I(E);
    if (!I) {
      if (!E.isNone())
        return C.fail("an index is neither a tensor nor None");
      if (First)
        Ended = true;
      Rest.push_back(T.sizes()[Consumed++]);
      continue;
    }
    Apart |= Ended;
    if (!First)
      First = Rest.size();
    if (I.dtype() == DType::Bool || I.dtype() == DType::UInt8) {
      // A mask stands for the places where it is true.
      if (Consumed + I.rank() > T.rank())
        return C.fail("a mask has more dimensions than the operand");
      Shape = C.broadcast(Shape, {sizeFromData(C, C.numel(I.sizes()))});
      Consumed += I.rank();
      continue;
    }
    Shape = C.broadcast(Shape, I.sizes());
    ++Consumed;
  }
  if (C.failed())
    return Argument::none();
  append_range(Rest, T.sizes().drop_front(Consumed));
  if (!First)
    return C.result(T.dtype(), T.sizes(), T.device());
  size_t Place = Apart ? 0 : *First;
  Sizes.append(Rest.begin(), Rest.begin() + Place);
  append_range(Sizes, Shape);
  Sizes.append(Rest.begin() + Place, Rest.end());
  return C.result(T.dtype(), Sizes, T.device());
}

static Argument indexSelect(ValueCall &C) {
  TensorValue T = C.tensor("self"), I = C.tensor("index");
  Dims Sizes(T.sizes());
  unsigned D = C.dim("dim", T.rank());
  if (!Sizes.empty() && !C.failed())
    Sizes[D] = I.rank() ? I.sizes()[0] : Dim(1);
  return C.result(T.dtype(), Sizes, T.device());
}

/// gather: the shape of the index.
static Argument gather(ValueCall &C) {
  TensorValue T = C.tensor("self"), I = C.tensor("index");
  return C.result(T.dtype(), I.sizes(), T.device());
}

static Argument takeAlongDim(ValueCall &C) {
  TensorValue T = C.tensor("self"), I = C.tensor("indices");
  if (C.get("dim").isNone())
    return C.result(T.dtype(), {C.numel(I.sizes())}, T.device());
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || T.rank() != I.rank() || !T.rank())
    return C.fail("the index has another number of dimensions");
  Dims A(T.sizes()), B(I.sizes());
  A[D] = 1;
  Dim Kept = B[D];
  B[D] = 1;
  Dims Sizes = C.broadcast(A, B);
  Sizes[D] = Kept;
  return C.result(T.dtype(), Sizes, T.device());
}

/// scatter, index_put, ...: a changed copy. *_scatter keep strides.
static Argument changedCopy(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.resultLike(T, T.dtype());
}

/// masked_fill: with the mask's shape, in the type of the operand.
static Argument maskedFill(ValueCall &C) {
  TensorValue T = C.tensor("self"), Mask = C.tensor("mask");
  return C.elementwise({T, Mask}, T.dtype());
}

static Argument oneHot(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dim Classes = C.size("num_classes");
  if (SymbolicMath::isInt(Classes, -1))
    return C.fail("the number of classes depends on data");
  Dims Sizes(T.sizes());
  Sizes.push_back(Classes);
  return C.result(DType::Int64, Sizes, T.device());
}

static constexpr NamedValueRule Rules[] = {
    {"changed-copy", changedCopy},
    {"embedding", embedding},
    {"embedding-bag", embeddingBag},
    {"gather", gather},
    {"index", index},
    {"index-select", indexSelect},
    {"masked-fill", maskedFill},
    {"one-hot", oneHot},
    {"take-along-dim", takeAlongDim},
};

ArrayRef<NamedValueRule> fx::indexingValueRules() { return Rules; }
