//===- ValuesLinear.cpp - Products of matrices ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace fx;
using namespace llvm;

/// Fails unless the inner sizes of a product agree.
static void checkInner(ValueCall &C, const Dim &A, const Dim &B) {
  if (A.isInt() && B.isInt() && !(A == B))
    C.mismatch("sizes " + Twine(A.asInt()) + " and " + Twine(B.asInt()) +
               " do not match");
}

static bool hasRank(ValueCall &C, const TensorValue &T, size_t Rank) {
  if (T && T.rank() == Rank)
    return true;
  if (T)
    C.mismatch("an operand has " + Twine(T.rank()) + " dimensions, not " +
               Twine(Rank));
  else
    C.fail("an operand is not a tensor");
  return false;
}

/// Kernels of products do not convert.
static void checkTypes(ValueCall &C, ArrayRef<StringRef> Params) {
  TensorValue First = C.tensor(Params[0]);
  for (StringRef Param : Params.drop_front())
    if (TensorValue T = C.optionalTensor(Param); T && First)
      C.require(T.dtype() == First.dtype(),
                "'" + Params[0] + "' and '" + Param + "' have different types");
}

/// What is added to a product of known sizes is expanded to these.
static void checkAdded(ValueCall &C, const TensorValue &Added, DimsRef Sizes) {
  if (!Added)
    return;
  bool Fits = Added.rank() <= Sizes.size();
  for (size_t I = 0, E = Added.rank(); Fits && I != E; ++I) {
    const Dim &Own = Added.sizes()[E - 1 - I];
    const Dim &Whole = Sizes[Sizes.size() - 1 - I];
    Fits = !Own.isInt() || !Whole.isInt() || Own == Whole || Own == Dim(1);
  }
  C.require(Fits, "what is added does not have the sizes of the product");
}

static Argument mm(ValueCall &C, const TensorValue &A, const TensorValue &B,
                   DType Type) {
  if (!hasRank(C, A, 2) || !hasRank(C, B, 2))
    return Argument::none();
  checkInner(C, A.sizes()[1], B.sizes()[0]);
  return C.result(Type, {A.sizes()[0], B.sizes()[1]}, A.device());
}

static Argument mmRule(ValueCall &C) {
  TensorValue A = C.tensor(0u), B = C.tensor(1u);
  return mm(C, A, B, C.dtype("out_dtype", A.dtype()));
}

static Argument sparseMm(ValueCall &C) {
  TensorValue A = C.tensor(0u), B = C.tensor(1u);
  return mm(C, A, B, B.dtype());
}

static Argument intMm(ValueCall &C) {
  return mm(C, C.tensor("self"), C.tensor("mat2"), DType::Int32);
}

static Argument addmm(ValueCall &C) {
  TensorValue A = C.tensor("mat1"), B = C.tensor("mat2");
  Argument Product = mm(C, A, B, C.dtype("out_dtype", A.dtype()));
  if (!C.failed())
    checkAdded(C, C.tensor("self"), {A.sizes()[0], B.sizes()[1]});
  return Product;
}

static Argument bmm(ValueCall &C, const TensorValue &A, const TensorValue &B) {
  if (!hasRank(C, A, 3) || !hasRank(C, B, 3))
    return Argument::none();
  checkInner(C, A.sizes()[0], B.sizes()[0]);
  checkInner(C, A.sizes()[2], B.sizes()[1]);
  return C.result(C.dtype("out_dtype", A.dtype()),
                  {A.sizes()[0], A.sizes()[1], B.sizes()[2]}, A.device());
}

static Argument bmmRule(ValueCall &C) {
  checkTypes(C, {"self", "mat2"});
  return bmm(C, C.tensor("self"), C.tensor("mat2"));
}

static Argument baddbmm(ValueCall &C) {
  TensorValue A = C.tensor("batch1"), B = C.tensor("batch2");
  Argument Product = bmm(C, A, B);
  checkTypes(C, {"batch1", "batch2"});
  if (!C.hasParam("out_dtype"))
    checkTypes(C, {"self", "batch1"});
  if (!C.failed())
    checkAdded(C, C.tensor("self"), {A.sizes()[0], A.sizes()[1], B.sizes()[2]});
  return Product;
}

static Argument addbmm(ValueCall &C) {
  TensorValue A = C.tensor("batch1"), B = C.tensor("batch2");
  if (!hasRank(C, A, 3) || !hasRank(C, B, 3))
    return Argument::none();
  checkInner(C, A.sizes()[0], B.sizes()[0]);
  checkInner(C, A.sizes()[2], B.sizes()[1]);
  checkAdded(C, C.tensor("self"), {A.sizes()[1], B.sizes()[2]});
  return C.result(A.dtype(), {A.sizes()[1], B.sizes()[2]}, A.device());
}

static Argument mv(ValueCall &C) {
  bool Add = C.hasParam("mat");
  TensorValue A = C.tensor(Add ? "mat" : "self"), B = C.tensor("vec");
  if (!hasRank(C, A, 2) || !hasRank(C, B, 1))
    return Argument::none();
  checkInner(C, A.sizes()[1], B.sizes()[0]);
  if (Add) {
    checkTypes(C, {"self", "mat", "vec"});
    checkAdded(C, C.tensor("self"), {A.sizes()[0]});
  }
  // Nothing is added to what is empty.
  Argument Beta = C.get("beta");
  if (Add && SymbolicMath::isInt(A.sizes()[0], 0) &&
      !SymbolicMath::isInt(Beta, 0))
    return C.elementwise(C.tensor("self"), A.dtype());
  return C.result(A.dtype(), {A.sizes()[0]}, A.device());
}

static Argument dot(ValueCall &C) {
  TensorValue A = C.tensor(0u), B = C.tensor(1u);
  if (!hasRank(C, A, 1) || !hasRank(C, B, 1))
    return Argument::none();
  checkInner(C, A.sizes()[0], B.sizes()[0]);
  C.require(A.dtype() == B.dtype(), "the vectors have different types");
  return C.result(A.dtype(), {}, A.device());
}

static Argument outer(ValueCall &C) {
  bool Add = C.hasParam("vec1");
  TensorValue A = C.tensor(Add ? "vec1" : "self"), B = C.tensor("vec2");
  if (!hasRank(C, A, 1) || !hasRank(C, B, 1))
    return Argument::none();
  Promotion Types;
  Types.add(A);
  Types.add(B);
  Dims Sizes = {A.sizes()[0], B.sizes()[0]};
  if (!Add)
    return C.result(*Types.result(), Sizes, A.device());
  TensorValue Self = C.tensor("self");
  Types.add(Self);
  // beta * self + alpha * (the column vec1 times vec2)
  if (C.failed() || A.strides().empty())
    return C.fail("an operand is not strided");
  ValueSteps Step(C, *Types.result());
  TensorValue Column(valueUnsqueeze(C, A, 1));
  TensorValue Product = Step(Step({Column, B}));
  if (SymbolicMath::isInt(C.get("beta"), 0) || C.failed())
    return Product.value();
  TensorValue Expanded(valueExpand(C, Self, Sizes));
  return Step({Step(Expanded), Product}).value();
}

/// matmul folds the batch into one product where the second operand is a
/// matrix, and what comes out is a view of that product.
static Argument matmul(ValueCall &C) {
  TensorValue A = C.tensor(0u), B = C.tensor(1u);
  if (C.failed() || !A.rank() || !B.rank())
    return C.fail("an operand has no dimension");
  Dims X(A.sizes()), Y(B.sizes());
  bool VectorA = X.size() == 1, VectorB = Y.size() == 1;
  if (VectorA)
    X.insert(X.begin(), Dim(1));
  if (VectorB)
    Y.push_back(1);
  checkInner(C, X.back(), Y[Y.size() - 2]);
  Dims Sizes = C.broadcast(DimsRef(X).drop_back(2), DimsRef(Y).drop_back(2));
  if (!VectorA)
    Sizes.push_back(X[X.size() - 2]);
  if (!VectorB)
    Sizes.push_back(Y.back());
  return C.result(A.dtype(), Sizes, A.device());
}

static Argument linear(ValueCall &C) {
  TensorValue A = C.tensor("input"), W = C.tensor("weight");
  if (C.failed() || !A.rank() || !W.rank())
    return C.fail("an operand has no dimension");
  checkInner(C, A.sizes().back(), W.sizes().back());
  C.require(W.rank() <= 2, "the weight has more than two dimensions");
  Dims Sizes(A.sizes().drop_back());
  if (W.rank() == 2)
    Sizes.push_back(W.sizes()[0]);
  return C.result(A.dtype(), Sizes, A.device());
}

static Argument kron(ValueCall &C) {
  TensorValue A = C.tensor("self"), B = C.tensor("other");
  size_t Rank = std::max(A.rank(), B.rank());
  Dims Sizes(Rank, Dim(1)), Left(2 * Rank, Dim(1)), Right(2 * Rank, Dim(1));
  for (const TensorValue *T : {&A, &B})
    for (size_t I = 0; I != T->rank(); ++I) {
      size_t Place = Rank - T->rank() + I;
      Sizes[Place] = C.math().mul(Sizes[Place], T->sizes()[I]);
      (T == &A ? Left[2 * Place] : Right[2 * Place + 1]) = T->sizes()[I];
    }
  Promotion Types;
  Types.add(A);
  Types.add(B);
  if (C.failed())
    return Argument::none();
  // (a0, 1, a1, 1) * (1, b0, 1, b1), and two dimensions at a time are one.
  A = TensorValue(valueReshape(C, A, Left, /*MayCopy=*/true));
  B = TensorValue(valueReshape(C, B, Right, /*MayCopy=*/true));
  ValueSteps Step(C, *Types.result());
  TensorValue Product = Step({A, B});
  return C.failed() ? Argument::none()
                    : valueReshape(C, Product, Sizes, /*MayCopy=*/true);
}

static Argument inner(ValueCall &C) {
  TensorValue A = C.tensor("self"), B = C.tensor("other");
  if (!A.rank() || !B.rank()) {
    Promotion Types;
    Types.add(A);
    Types.add(B);
    return C.elementwise({A, B}, *Types.result(), /*Expanded=*/true);
  }
  checkInner(C, A.sizes().back(), B.sizes().back());
  C.require(A.dtype() == B.dtype(), "the operands have different types");
  Dims Sizes(A.sizes().drop_back());
  append_range(Sizes, B.sizes().drop_back());
  return C.result(A.dtype(), Sizes, A.device());
}

/// The dimensions that tensordot sums over. Python's function has them as
/// `dims`: a number of them, or two lists.
static bool summedDimensions(ValueCall &C, int64_t RankOfA,
                             SmallVectorImpl<int64_t> &OfA,
                             SmallVectorImpl<int64_t> &OfB) {
  if (!C.hasParam("dims")) {
    append_range(OfA, C.integers("dims_self"));
    append_range(OfB, C.integers("dims_other"));
    return !C.failed();
  }
  Argument Given = C.get("dims");
  if (Given.isInt() && Given.asInt() >= 0 && Given.asInt() <= RankOfA) {
    append_range(OfA, seq<int64_t>(RankOfA - Given.asInt(), RankOfA));
    append_range(OfB, seq<int64_t>(0, Given.asInt()));
    return true;
  }
  auto Append = [](const Argument &List, SmallVectorImpl<int64_t> &To) {
    if (List.isInt())
      To.push_back(List.asInt());
    else if (!List.isSequence() ||
             !all_of(List.elements(),
                     [](const Argument &D) { return D.isInt(); }))
      return false;
    else
      for (const Argument &D : List.elements())
        To.push_back(D.asInt());
    return true;
  };
  if (!Given.isSequence() || Given.size() != 2 || !Append(Given[0], OfA) ||
      !Append(Given[1], OfB))
    C.fail("the dimensions are not known");
  return !C.failed();
}

static Argument tensordot(ValueCall &C) {
  TensorValue A = C.tensor(0u), B = C.tensor(1u);
  Dims Sizes;
  SmallVector<int64_t, 6> OfA, OfB;
  if (C.failed() || !summedDimensions(C, A.rank(), OfA, OfB))
    return Argument::none();
  auto KeepOthers = [&](const TensorValue &T, ArrayRef<int64_t> Gone) {
    SmallVector<bool, 6> IsGone(T.rank(), false);
    for (int64_t D : Gone)
      if (unsigned I = C.wrapDim(D, T.rank()); I < T.rank())
        IsGone[I] = true;
    for (size_t I = 0; I != T.rank(); ++I)
      if (!IsGone[I])
        Sizes.push_back(T.sizes()[I]);
  };
  KeepOthers(A, OfA);
  KeepOthers(B, OfB);
  C.require(OfA.size() == OfB.size(),
            "the lists of dimensions differ in length");
  if (!C.failed())
    for (auto [X, Y] : zip(OfA, OfB))
      if (A.rank() && B.rank()) {
        const Dim &SizeA = A.sizes()[C.wrapDim(X, A.rank())];
        const Dim &SizeB = B.sizes()[C.wrapDim(Y, B.rank())];
        // A size of one is summed up before.
        if (!SymbolicMath::isInt(SizeA, 1) && !SymbolicMath::isInt(SizeB, 1))
          checkInner(C, SizeA, SizeB);
      }
  if (C.failed())
    return Argument::none();
  return C.result(A.dtype(), Sizes, A.device());
}

static Argument bilinear(ValueCall &C) {
  TensorValue A = C.tensor("input1"), W = C.tensor("weight");
  TensorValue B = C.tensor("input2");
  if (C.failed() ||
      !C.require(A.rank() && W.rank(), "an operand has no dimension"))
    return Argument::none();
  if (!hasRank(C, W, 3) ||
      !C.require(B.rank() == A.rank(), "the inputs differ in their dimensions"))
    return Argument::none();
  requireSameSizes(C, A.sizes(), B.sizes(), A.rank() - 1);
  checkInner(C, A.sizes().back(), W.sizes()[1]);
  checkInner(C, B.sizes().back(), W.sizes()[2]);
  Dims Sizes(A.sizes().drop_back());
  Sizes.push_back(W.sizes()[0]);
  checkTypes(C, {"input1", "input2", "weight", "bias"});
  // The bias is added as any tensor is, which may have more dimensions.
  if (TensorValue Bias = C.optionalTensor("bias")) {
    if (C.require(Bias.rank() != 0, "the bias has no dimension"))
      checkInner(C, Bias.sizes()[0], W.sizes()[0]);
    return C.result(A.dtype(), C.broadcast(Sizes, Bias.sizes()), A.device());
  }
  return C.result(A.dtype(), Sizes, A.device());
}

static Argument cdist(ValueCall &C) {
  TensorValue A = C.tensor("x1"), B = C.tensor("x2");
  if (A.rank() < 2 || B.rank() < 2)
    return C.mismatch("an operand has fewer than two dimensions");
  checkInner(C, A.sizes().back(), B.sizes().back());
  Dims Sizes = C.broadcast(A.sizes().drop_back(2), B.sizes().drop_back(2));
  Sizes.push_back(A.sizes()[A.rank() - 2]);
  Sizes.push_back(B.sizes()[B.rank() - 2]);
  return C.result(A.dtype(), Sizes, A.device());
}

static constexpr NamedValueRule Rules[] = {
    {"addbmm", addbmm},
    {"addmm", addmm},
    {"baddbmm", baddbmm},
    {"bilinear", bilinear},
    {"bmm", bmmRule},
    {"cdist", cdist},
    {"dot", dot},
    {"inner", inner},
    {"int-mm", intMm},
    {"kron", kron},
    {"linear", linear},
    {"matmul", matmul},
    {"mm", mmRule},
    {"mv", mv},
    {"outer", outer},
    {"sparse-mm", sparseMm},
    {"tensordot", tensordot},
};

ArrayRef<NamedValueRule> fx::linearValueRules() { return Rules; }
