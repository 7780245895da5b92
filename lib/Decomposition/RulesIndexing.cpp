//===- RulesIndexing.cpp - Indices ----------------------------------------===//
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

/// Indices of index_put that leave all dimensions before \p D alone.
static Argument indexAt(int64_t D, Value Index) {
  SmallVector<Argument, 6> Indices(D);
  // One place is a list of one.
  if (Index.rank() == 0)
    Index = Index.call().call("unsqueeze", {Index, 0});
  Indices.push_back(Index);
  return Argument::list(Indices);
}

// index_add(self, dim, index, source, *, alpha)
static Value indexAdd(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C.keep();
  Value Source = C[3];
  if (!(C.arg(4) == Argument(1)) && !(C.arg(4) == Argument(1.0)))
    Source = Source * C.arg(4);
  Value Sums =
      C.call("index_put", {C[0], indexAt(C.dim(1, Rank), C[2]), Source, true});
  // Whatever the strides of the operand are.
  return C.call("contiguous", {Sums});
}
static Value indexCopy(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C.keep();
  return C.call("index_put", {C[0], indexAt(C.dim(1, Rank), C[2]), C[3]});
}
// index_fill.int_Scalar(self, dim, index, value)
static Value indexFill(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 0)
    return C.keep();
  int64_t D = C.dim(1, Rank);
  Value Filling;
  if (C.isTensor(3))
    Filling = convertTo(C[3], C[0].dtype());
  else
    Filling =
        C.call("scalar_tensor", {C.arg(3)},
               {named("dtype", C[0].dtype()), named("layout", Layout::Strided),
                named("device", C[0].device()), named("pin_memory", false)});
  Dims Shape = C[0].sizes();
  Shape[D] = C[2].rank() == 0 ? Dim(1) : C[2].size(0);
  return C.call("index_put",
                {C[0], indexAt(D, C[2]), C.expand(Filling, Shape)});
}

// select_scatter(self, src, dim, index)
static Value selectScatter(Call &C) {
  Dims Shape = C[0].sizes();
  int64_t Rank = Shape.size(), D = C.dim(2, Rank);
  if (Rank == 0)
    return failRank(C, 0, "1 or more");
  Dim Index = C.dims(3)[0];
  if (Index.isInt() && Index.asInt() < 0)
    Index = C.add(Index, Shape[D]);
  Dims Mask(Rank, Dim(1));
  Mask[D] = Dim(-1);
  Value Places =
      C.call("view", {arange(C, 0, Shape[D], C[0].device()), Call::list(Mask)});
  Value Here = equals(Places, Index);
  Value Source =
      C.expand(C.call("unsqueeze", {convertTo(C[1], C[0].dtype()), D}), Shape);
  return C.call("where.self", {Here, Source, C[0]});
}

static Value take(Call &C) {
  Value Flat = C.reshape(C[0], {Dim(-1)});
  return C.call("index.Tensor", {Flat, Argument::list({C[1]})});
}

// take_along_dim(self, indices, dim)
static Value takeAlongDim(Call &C) {
  if (C.arg(2).isNone()) {
    Value Flat = C.reshape(C[0], {Dim(-1)});
    return C.call("take_along_dim", {Flat, C.reshape(C[1], {Dim(-1)}), 0});
  }
  int64_t Rank = C[0].rank(), D = C.dim(2, Rank);
  if (Rank == 0)
    return failRank(C, 0, "1 or more");
  if (C[1].rank() != Rank)
    return failRank(C, 1, Twine(Rank) + ", the rank of the tensor");
  Dims Own = C[0].sizes(), Index = C[1].sizes();
  Dims OwnRest = Own, IndexRest = Index;
  OwnRest[D] = IndexRest[D] = Dim(1);
  Dims Both = C.broadcast(OwnRest, IndexRest);
  Dims IndexShape = Both, OwnShape = Both;
  IndexShape[D] = Index[D];
  OwnShape[D] = Own[D];
  Value I = C.expand(C[1], IndexShape);
  Value V = C.expand(C[0], OwnShape);
  return C.call("gather", {V, D, C.call("remainder.Scalar", {I, Own[D]})});
}

// isin.Tensor_Tensor(elements, test_elements, *, assume_unique, invert)
static Value isIn(Call &C) {
  Value Elements = C[0], Tests = C[1];
  bool Invert = C.flag(3);
  // A number is compared as such: 2.5 is no 2.
  if (!C.isTensor(0) || !C.isTensor(1)) {
    Value Same = C.isTensor(0) ? equals(Elements, C.arg(1))
                               : C.call("any", {equals(Tests, C.arg(0))});
    return Invert ? C.call("logical_not", {Same}) : Same;
  }
  // Many tests are better sorted, which is another program.
  Dims Shape = Elements.sizes();
  int64_t Tested = Tests.rank();
  Dims Wide = Shape;
  SmallVector<int64_t, 6> Last;
  for (int64_t I = 0; I != Tested; ++I) {
    Wide.push_back(Dim(1));
    Last.push_back(I - Tested);
  }
  Value Same = equals(C.reshape(Elements, Wide), Tests);
  if (Tested == 0)
    return Invert ? C.call("logical_not", {Same}) : Same;
  Value Found = C.call("any.dims", {Same, Call::list(Last)});
  return Invert ? C.call("logical_not", {Found}) : Found;
}

static Value unsafeIndex(Call &C) {
  return C.call("index.Tensor", {C[0], C.arg(1)});
}
static Value unsafeIndexPut(Call &C) {
  return C.call("index_put", {C[0], C.arg(1), C[2], C.arg(3)});
}

// one_hot(self, num_classes)
static Value oneHot(Call &C) {
  int64_t Classes = C.integer(1, -1);
  if (Classes <= 0)
    return C.keep();
  auto Check = [&](const Value &Right, StringRef Message) {
    Value All = C.call("all", {Right});
    C.call("_assert_async.msg", {All, C.string(Message)});
  };
  Check(C[0] >= 0, "one_hot: Class values must be non-negative.");
  Check(C[0] < Argument(Classes),
        "one_hot: Class values must be smaller than num_classes.");
  Value Wide = C.call("unsqueeze", {C[0], -1});
  Value Same =
      equals(Wide, arange(C, 0, Dim(Classes), C[0].device(), DType::Int64));
  return convertTo(Same, DType::Int64);
}

// Copies of views.
static Value copyOf(Call &C, StringRef Op) {
  return C.call("clone", {C.call(Op, C.args()), MemoryFormat::Contiguous});
}
#define FX_COPY(NAME, OP)                                                      \
  static Value NAME(Call &C) { return copyOf(C, OP); }
FX_COPY(diagonalCopy, "diagonal")
FX_COPY(expandCopy, "expand")
FX_COPY(permuteCopy, "permute")
FX_COPY(selectCopy, "select.int")
FX_COPY(sliceCopy, "slice.Tensor")
FX_COPY(squeezeCopy, "squeeze")
FX_COPY(squeezeDimCopy, "squeeze.dim")
FX_COPY(squeezeDimsCopy, "squeeze.dims")
FX_COPY(tCopy, "t")
FX_COPY(transposeCopy, "transpose.int")
FX_COPY(unsqueezeCopy, "unsqueeze")
#undef FX_COPY

ArrayRef<Entry> fx::decomposition::indexingRules() {
  static const Entry Rules[] = {
      {"index_add.default", indexAdd},
      {"index_copy.default", indexCopy},
      {"index_fill.int_Scalar", indexFill},
      {"index_fill.int_Tensor", indexFill},
      {"select_scatter", selectScatter},
      {"take", take},
      {"take_along_dim", takeAlongDim},
      {"isin.Tensor_Tensor", isIn},
      {"isin.Tensor_Scalar", isIn},
      {"isin.Scalar_Tensor", isIn},
      {"_unsafe_index.Tensor", unsafeIndex},
      {"_unsafe_index_put", unsafeIndexPut},
      {"one_hot", oneHot},
      {"diagonal_copy", diagonalCopy},
      {"expand_copy", expandCopy},
      {"permute_copy", permuteCopy},
      {"select_copy.int", selectCopy},
      {"slice_copy.Tensor", sliceCopy},
      {"squeeze_copy.default", squeezeCopy},
      {"squeeze_copy.dim", squeezeDimCopy},
      {"squeeze_copy.dims", squeezeDimsCopy},
      {"t_copy", tCopy},
      {"transpose_copy.int", transposeCopy},
      {"unsqueeze_copy", unsqueezeCopy},
  };
  return Rules;
}
