//===- ValuesIndexing.cpp - Indexing, gathering, scattering ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace fx;
using namespace llvm;

static Argument embedding(ValueCall &C) {
  TensorValue W = C.tensor("weight"), I = C.tensor("indices");
  C.require(!W || W.rank() == 2, "the weight is not a matrix");
  if (I)
    requireIndexType(C, I);
  Dims Sizes(I.sizes());
  append_range(Sizes, W.sizes().drop_front(W.rank() ? 1 : 0));
  return C.result(W.dtype(), Sizes, W.device());
}

/// Whether what requires gradients leads to \p N. Archives say of inputs alone
/// whether they do.
static bool isMadeOfParameters(const Node *N) {
  constexpr size_t Most = 256;
  SmallVector<const Node *, 8> Work;
  SmallPtrSet<const Node *, 16> Seen;
  if (N)
    Work.push_back(N);
  while (!Work.empty() && Seen.size() < Most) {
    const Node *Value = Work.pop_back_val();
    const OpTarget *Target = Value->opTarget();
    if (!Seen.insert(Value).second ||
        (Target && Target->op().name() == "detach"))
      continue;
    if (TensorType T = Value->tensorType(); T && T.requiresGrad())
      return true;
    append_range(Work, Value->allInputNodes());
  }
  return false;
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
  // The sum needs to know nothing but the weights where the kernel for plain
  // ones serves.
  // The operator of users counts negative ones from the end.
  Argument Padding = C.get("padding_idx");
  bool HasPadding = Padding.isInt() &&
                    (Padding.asInt() >= 0 || C.opName() == "embedding_bag");
  TensorValue Scale = C.optionalTensor("per_sample_weights");
  auto IsUnit = [&](const TensorValue &T) {
    return T.strides().size() == T.rank() && T.rank() &&
           C.math().hint(T.strides().back()) == 1;
  };
  bool Plain = Mode == Sum &&
               (W.dtype() == DType::Float32 || W.dtype() == DType::Float16) &&
               IsUnit(W) && (!Scale || IsUnit(Scale)) && !HasPadding;
  Dims Empty = {Dim(0)};
  if (!isOnCpu(Offsets.device()))
    return valueTuple({C.result(W.dtype(), Sizes, W.device()),
                       Indices({I.sizes()[0]}), Indices(Offsets.sizes()),
                       Indices(Mode == Max ? Sizes : Empty)});
  // Without gradients another kernel serves.
  bool ForwardOnly =
      C.opName() == "_embedding_bag_forward_only" ||
      (C.opName() == "embedding_bag" && !W.requiresGrad() &&
       !(C.node().numArgs() && isMadeOfParameters(C.node().arg(0).asNode())));
  return valueTuple(
      {C.result(W.dtype(), Sizes, W.device()),
       Indices(Plain ? Dims(Empty) : Dims({I.sizes()[0]})),
       Indices(ForwardOnly ? Dims(Offsets.sizes()) : Dims({Bags})),
       Indices(Mode == Max ? Sizes : Dims({Bags}))});
}

/// Elements of \p T in the order of its own dimensions, among which those of
/// indices count as repeated: their strides are zero.
static Argument picked(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                       DimsRef Strides) {
  if (C.failed() || C.math().hint(C.numel(T.sizes())) == 0)
    return C.result(T.dtype(), Sizes, T.device());
  TensorValue Picked(C.result(T.dtype(), Sizes, Strides, T.device()));
  if (!Picked)
    return Argument::none();
  return C.result(T.dtype(), Sizes, C.elementwiseStrides(Picked, Sizes),
                  T.device());
}

Argument fx::valuePicked(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                         size_t Count) {
  if (C.failed() || T.strides().size() != T.rank() || Count > T.rank())
    return C.fail("the operand is not strided");
  Dims Strides(T.strides());
  std::fill(Strides.end() - Count, Strides.end(), Dim(0));
  return picked(C, T, Sizes, Strides);
}

Argument fx::valueIndexed(ValueCall &C, const TensorValue &T,
                          ArrayRef<Argument> List) {
  if (List.size() > T.rank())
    return C.mismatch("there are more indices than dimensions");
  Dims Shape;
  std::optional<size_t> First;
  bool Apart = false, Ended = false;
  size_t Consumed = 0;
  // Which dimensions of the operand come before and after the indexed ones.
  Dims Sizes;
  Dims Rest;
  SmallVector<Dim, 6> RestStrides;
  bool Strided = T.strides().size() == T.rank();
  auto Keep = [&](size_t D) {
    Rest.push_back(T.sizes()[D]);
    if (Strided)
      RestStrides.push_back(T.strides()[D]);
  };
  for (const Argument &E : List) {
    TensorValue I(E);
    if (!I) {
      if (!E.isNone())
        return C.fail("an index is neither a tensor nor None");
      if (First)
        Ended = true;
      Keep(Consumed++);
      continue;
    }
    Apart |= Ended;
    if (!First)
      First = Rest.size();
    C.require(I.dtype() == DType::Bool || I.dtype() == DType::UInt8 ||
                  I.dtype() == DType::Int32 || I.dtype() == DType::Int64,
              "an index is neither an integer nor a truth value");
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
  while (Consumed < T.rank())
    Keep(Consumed++);
  if (!First)
    return C.result(T.dtype(), T.sizes(), T.device());
  size_t Place = Apart ? 0 : *First;
  Sizes.append(Rest.begin(), Rest.begin() + Place);
  append_range(Sizes, Shape);
  Sizes.append(Rest.begin() + Place, Rest.end());
  if (!Strided)
    return C.result(T.dtype(), Sizes, T.device());
  Dims Strides(RestStrides.begin(), RestStrides.begin() + Place);
  Strides.append(Shape.size(), Dim(0));
  Strides.append(RestStrides.begin() + Place, RestStrides.end());
  return picked(C, T, Sizes, Strides);
}

static Argument index(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Argument List = C.get("indices");
  if (!List.isSequence())
    return C.fail("the indices are not a list");
  return valueIndexed(C, T, List.elements());
}

static Argument indexSelect(ValueCall &C) {
  TensorValue T = C.tensor("self"), I = C.tensor("index");
  Dims Sizes(T.sizes());
  unsigned D = C.dim("dim", T.rank());
  if (I)
    requireIndexType(C, I);
  C.require(I.rank() <= 1, "the index has more than one dimension");
  if (!Sizes.empty() && !C.failed())
    Sizes[D] = I.rank() ? I.sizes()[0] : Dim(1);
  return C.result(T.dtype(), Sizes, T.device());
}

static bool isEmpty(const TensorValue &T) {
  return any_of(T.sizes(),
                [](const Dim &D) { return SymbolicMath::isInt(D, 0); });
}

/// Requires that \p Index is no larger than \p T, but for dimension
/// \p Except. What has no dimension counts as having one.
static void requireIndexFits(ValueCall &C, const TensorValue &Index,
                             const TensorValue &T,
                             std::optional<unsigned> Except, StringRef What) {
  if (isEmpty(Index) || C.failed())
    return;
  if (!C.require(std::max<size_t>(Index.rank(), 1) ==
                     std::max<size_t>(T.rank(), 1),
                 "the index has " + Twine(Index.rank()) + " dimensions, " +
                     What + " has " + Twine(T.rank())))
    return;
  for (size_t I = 0; I != std::min(Index.rank(), T.rank()); ++I)
    if (I != Except && Index.sizes()[I].isInt() && T.sizes()[I].isInt())
      C.require(Index.sizes()[I].asInt() <= T.sizes()[I].asInt(),
                "the index is larger than " + What + " in dimension " +
                    Twine(I));
}

/// gather: the shape of the index.
static Argument gather(ValueCall &C) {
  TensorValue T = C.tensor("self"), I = C.tensor("index");
  if (C.failed())
    return Argument::none();
  if (C.hasParam("dim")) {
    unsigned D = C.dim("dim", T.rank());
    if (!isEmpty(I))
      requireIndexType(C, I);
    requireIndexFits(C, I, T, D, "the operand");
  } else {
    C.require(I.dtype() == DType::Int64, "the index is not of 64 bits");
  }
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

/// scatter, scatter_add, scatter_reduce.
static void checkScatter(ValueCall &C, const TensorValue &T) {
  TensorValue Index = C.tensor("index");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed())
    return;
  if (!isEmpty(Index))
    requireIndexType(C, Index);
  requireIndexFits(C, Index, T, D, "the operand");
  TensorValue Source = C.optionalTensor("src");
  if (!Source)
    return;
  requireIndexFits(C, Index, Source, std::nullopt, "the source");
  C.require(Source.dtype() == T.dtype(), "the source has another type");
}

/// index_add, index_copy, index_reduce: a part of the source for each index.
static void checkParts(ValueCall &C, const TensorValue &T) {
  TensorValue Index = C.tensor("index"), Source = C.tensor("source");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() ||
      !C.require(Index.rank() <= 1, "the index has " + Twine(Index.rank()) +
                                        " dimensions, and may have one"))
    return;
  bool IsCopy = C.opName().starts_with("index_copy");
  if (!IsCopy || (T.rank() && Source.rank())) {
    if (!C.require(T.rank() == Source.rank(),
                   "the source has " + Twine(Source.rank()) +
                       " dimensions, the operand has " + Twine(T.rank())) ||
        !requireSameSizes(C, T.sizes(), Source.sizes(), D))
      return;
  }
  Dim Count = Index.rank() ? Index.sizes()[0] : Dim(1);
  Dim Parts = D < Source.rank() ? Source.sizes()[D] : Dim(1);
  if (surelyDiffer(Count, Parts))
    C.mismatch("there are " + Twine(Count.asInt()) + " indices for " +
               Twine(Parts.asInt()) + " parts of the source");
}

/// scatter, index_add, ...: a contiguous one.
static Argument contiguousCopy(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.opName().starts_with("scatter"))
    checkScatter(C, T);
  else if (C.opName().starts_with("index_"))
    checkParts(C, T);
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// as_strided_scatter: what is written has the sizes of the view. PyTorch finds
/// out when it runs where this does not hold for the relatives.
static void checkStridedPart(ValueCall &C) {
  Dims Sizes = C.sizes("size"), Strides = C.sizes("stride");
  TensorValue Source = C.tensor("src");
  C.require(Sizes.size() == Strides.size(),
            "there must be one stride for each size");
  for (const Dim &Stride : Strides)
    requireAtLeast(C, Stride, 0, "a stride");
  if (C.require(Source.rank() == Sizes.size(),
                "what is written has other dimensions"))
    requireSameSizes(C, Sizes, Source.sizes());
}

/// slice_scatter and relatives: a copy of the storage. Where places of the
/// operand share memory for sure, a new tensor.
static Argument copyOfStorage(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (C.opName() == "copy" || C.opName() == "copy_") {
    Dims Both = C.broadcast(T.sizes(), C.tensor("src").sizes());
    if (C.failed() || !requireSameSizes(C, T.sizes(), Both))
      return Argument::none();
  }
  if (C.opName() == "as_strided_scatter")
    checkStridedPart(C);
  if (T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  bool Overlaps =
      !C.isDense(T) && any_of(zip(T.sizes(), T.strides()), [&](auto P) {
        return C.math().hint(std::get<0>(P)) > 1 &&
               C.math().hint(std::get<1>(P)) == 0;
      });
  if (Overlaps)
    return C.resultLike(T, T.dtype());
  return C.result(T.dtype(), T.sizes(), T.strides(), T.device(), T.offset());
}

/// index_fill: contiguous unless the operand has no holes.
static Argument indexFill(ValueCall &C) {
  TensorValue T = C.tensor("self");
  requireNumber(C, "value");
  if (T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (T.rank() && C.isDense(T))
    return C.result(T.dtype(), T.sizes(), T.strides(), T.device());
  return C.result(T.dtype(), T.sizes(), T.device());
}

static Argument maskedScatter(ValueCall &C) {
  TensorValue T = C.tensor("self"), Mask = C.tensor("mask");
  C.require(C.tensor("source").dtype() == T.dtype(),
            "the source has another type");
  C.require(Mask.dtype() == DType::Bool, "the mask has no truth values");
  Dims Sizes = C.broadcast(T.sizes(), Mask.sizes());
  return C.failed() ? Argument::none() : C.result(T.dtype(), Sizes, T.device());
}

static Argument oneHot(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dim Classes = C.size("num_classes");
  C.require(T.dtype() == DType::Int64, "the classes are not of 64 bits");
  if (SymbolicMath::isInt(Classes, -1))
    return C.fail("the number of classes depends on data");
  // The indices are compared with those of the classes.
  TensorValue Columns(valueUnsqueeze(C, T, T.rank()));
  TensorValue Range(C.result(DType::Int64, {Classes}, T.device()));
  if (C.failed())
    return Argument::none();
  return C.elementwise({Columns, Range}, DType::Int64);
}

static constexpr NamedValueRule Rules[] = {
    {"contiguous-copy", contiguousCopy},
    {"copy-of-storage", copyOfStorage},
    {"embedding", embedding},
    {"embedding-bag", embeddingBag},
    {"gather", gather},
    {"index", index},
    {"index-fill", indexFill},
    {"index-select", indexSelect},
    {"masked-scatter", maskedScatter},
    {"one-hot", oneHot},
    {"take-along-dim", takeAlongDim},
};

ArrayRef<NamedValueRule> fx::indexingValueRules() { return Rules; }
