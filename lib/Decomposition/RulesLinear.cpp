//===- RulesLinear.cpp - Products of matrices -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include <cmath>
#include <functional>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

static Value transposed(Call &C, const Value &V) {
  int64_t Rank = V.rank();
  return C.call("transpose.int", {V, Rank - 2, Rank - 1});
}

/// Whether the batch of the larger tensor can be folded into one dimension of
/// matrices, so that one product does.
static bool shouldFold(Call &C, const Value &A, const Value &B) {
  auto IsParameter = [](const Value &V) {
    return V.argument().asNode()->isPlaceholder() && V.type().requiresGrad();
  };
  const Value &Larger = A.rank() >= B.rank() ? A : B;
  const Value &Smaller = A.rank() >= B.rank() ? B : A;
  if (!(Larger.rank() >= 3 && Smaller.rank() <= 2))
    return false;
  // A product of matrices has the better gradient.
  if (IsParameter(Smaller))
    return true;
  if (A.rank() == 2)
    return false;
  TensorValue Type = Larger.type();
  for (const Dim &D : Type.sizes())
    if (Call::isInt(D, 0))
      return true;
  // As PyTorch does it: strides from the front against those expected of sizes
  // other than the first.
  if (Type.strides().size() != Type.rank())
    return true;
  Dim Expected = 1;
  for (size_t I = Type.rank(); I-- > 0;) {
    if (!Call::isInt(Type.sizes()[I], 1) &&
        !C.math().equal(Type.strides()[I], Expected))
      return false;
    Expected = C.math().mul(Expected, Type.sizes()[I]);
  }
  return true;
}

static Value matmul(Call &C) {
  Value A = C[0], B = C[1];
  int64_t RankA = A.rank(), RankB = B.rank();
  if (RankA == 0 || RankB == 0)
    return failRank(C, RankA == 0 ? 0 : 1, "1 or more");
  if (RankA == 1 && RankB == 1)
    return C.call("dot", {A, B});
  if (RankA == 2 && RankB == 1)
    return C.call("mv", {A, B});
  if (RankA == 1 && RankB == 2) {
    Value Product = C.call("mm", {C.call("unsqueeze", {A, 0}), B});
    return C.call("squeeze.dim", {Product, 0});
  }
  if (RankA == 2 && RankB == 2)
    return C.call("mm", {A, B});

  if (shouldFold(C, A, B)) {
    bool Transposes = RankB > RankA;
    Value Large = Transposes ? transposed(C, B) : A;
    Value Small = !Transposes ? B : RankA == 2 ? C.call("t", {A}) : A;
    Dims Sizes = Large.sizes();
    Dims Shape(Sizes.begin(), Sizes.end() - 1);
    Dim Folded = C.product(Shape);
    bool IsMatrix = Small.rank() == 2;
    if (IsMatrix)
      Shape.push_back(Small.size(1));
    Value Flat = C.reshape(Large, {Folded, Sizes.back()});
    Value Product = C.call(IsMatrix ? "mm" : "mv", {Flat, Small});
    Value Result = C.call("view", {Product, Call::list(Shape)});
    if (!IsMatrix || !Transposes)
      return Result;
    return C.call("contiguous", {transposed(C, Result)});
  }

  Dim N = RankA > 1 ? A.size(-2) : Dim(1), MA = A.size(-1);
  Dim MB = RankB > 1 ? B.size(-2) : B.size(-1);
  Dim P = RankB > 1 ? B.size(-1) : Dim(1);
  Dims SizesA = A.sizes(), SizesB = B.sizes();
  Dims BatchA(SizesA.begin(), SizesA.end() - std::min<int64_t>(RankA, 2));
  Dims BatchB(SizesB.begin(), SizesB.end() - std::min<int64_t>(RankB, 2));
  Dims Batch = C.broadcast(BatchA, BatchB);
  Dim Product = C.product(Batch);
  Dims ExpandA = Batch;
  ExpandA.append({N, MA});
  Value FlatA = C.reshape(C.expand(A, ExpandA), {Product, N, MA});
  Dims ExpandB = Batch;
  ExpandB.push_back(MB);
  Value FlatB;
  if (RankB == 1) {
    FlatB = C.call("unsqueeze",
                   {C.reshape(C.expand(B, ExpandB), {Product, MB}), 2});
  } else {
    ExpandB.push_back(P);
    FlatB = C.reshape(C.expand(B, ExpandB), {Product, MB, P});
  }
  Dims Shape = Batch;
  if (RankA > 1)
    Shape.push_back(N);
  if (RankB > 1)
    Shape.push_back(P);
  Value Result = C.call("bmm", {FlatA, FlatB});
  if (RankB == 1)
    Result = C.call("squeeze.dim", {Result, -1});
  return C.call("view", {Result, Call::list(Shape)});
}

static Value linear(Call &C) {
  Value X = C[0], Weight = C[1];
  int64_t Rank = X.rank();
  bool HasBias = C.isGiven(2);
  if (Rank == 0)
    return failRank(C, 0, "1 or more");
  if (HasBias && Rank == 2)
    return C.call("addmm", {C[2], X, C.call("t", {Weight})});
  if (HasBias && C[2].rank() == 1 && C.isContiguous(X)) {
    Dims Sizes = X.sizes();
    Dims Shape(Sizes.begin(), Sizes.end() - 1);
    Dim Rows = C.product(Shape);
    Value Flat = C.reshape(X, {Rows, Sizes.back()});
    Value Result = C.call("addmm", {C[2], Flat, C.call("t", {Weight})});
    Shape.push_back(Result.size(1));
    return C.call("view", {Result, Call::list(Shape)});
  }
  Value Result = C.call("matmul", {X, C.call("t", {Weight})});
  return HasBias ? Result + C[2] : Result;
}

static Value dot(Call &C) { return sumOf(C[0] * C[1]); }
static Value vdot(Call &C) {
  if (!isComplexType(C[0].dtype()))
    return C.call("dot", {C[0], C[1]});
  return C.call("dot", {C.call("_conj", {C[0]}), C[1]});
}
static Value mv(Call &C) { return sumOf(C[0] * C[1], {1}); }

// linalg_vecdot(x, y, *, dim)
static Value vecdot(Call &C) {
  if (C[0].rank() == 1 && C[1].rank() == 1)
    return C.call("vdot", {C[0], C[1]});
  if (isComplexType(C[0].dtype()))
    return C.keep();
  return sumOf(C[0] * C[1], {C.integer(2, -1)});
}

static bool isOne(const Argument &A) {
  return A == Argument(1) || A == Argument(1.0);
}
static bool isZero(const Argument &A) {
  return A == Argument(0) || A == Argument(0.0);
}

// baddbmm(self, batch1, batch2, *, beta, alpha)
static Value baddbmm(Call &C) {
  if (!isFloatType(C[0].dtype()) && !isComplexType(C[0].dtype()))
    return C.keep();
  Value Product = C.call("bmm", {C[1], C[2]});
  if (!isOne(C.arg(4)))
    Product = Product * C.arg(4);
  if (isZero(C.arg(3)))
    return Product;
  Value Self = isOne(C.arg(3)) ? C[0] : C[0] * C.arg(3);
  return Self + Product;
}

// addr(self, vec1, vec2, *, beta, alpha)
static Value addr(Call &C) {
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  Value Self = C.expand(C[0], {C[1].size(0), C[2].size(0)});
  Self = Self * C.arg(3);
  Value Product = C.call("outer", {C[1], C[2]}) * C.arg(4);
  return isZero(C.arg(3)) ? Product : Self + Product;
}

static Value outer(Call &C) {
  return C.reshape(C[0], {C[0].size(0), Dim(1)}) * C[1];
}

static Value multiDot(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  if (Tensors.size() < 2)
    return failCount(C, 0, Tensors.size(), "2 or more");
  // Vectors at the ends are matrices meanwhile.
  bool First = Tensors.front().rank() == 1, Last = Tensors.back().rank() == 1;
  Dims Shape;
  if (First)
    Tensors.front() = C.call("unsqueeze", {Tensors.front(), 0});
  else
    Shape.push_back(Tensors.front().size(0));
  if (Last)
    Tensors.back() = C.call("unsqueeze", {Tensors.back(), -1});
  else
    Shape.push_back(Tensors.back().size(1));
  // The order of least work, found over all ways to set brackets.
  size_t N = Tensors.size();
  SmallVector<double, 8> P;
  for (const Value &V : Tensors)
    P.push_back(C.hint(V.size(0)));
  P.push_back(C.hint(Tensors.back().size(1)));
  std::vector<std::vector<double>> Cost(N, std::vector<double>(N));
  std::vector<std::vector<size_t>> Cut(N, std::vector<size_t>(N));
  for (size_t Length = 1; Length < N; ++Length)
    for (size_t I = 0; I + Length < N; ++I) {
      size_t J = I + Length;
      Cost[I][J] = INFINITY;
      for (size_t K = I; K < J; ++K) {
        double This = Cost[I][K] + Cost[K + 1][J] + P[I] * P[K + 1] * P[J + 1];
        if (This < Cost[I][J]) {
          Cost[I][J] = This;
          Cut[I][J] = K;
        }
      }
    }
  std::function<Value(size_t, size_t)> Multiply = [&](size_t I, size_t J) {
    if (I == J)
      return Tensors[I];
    Value Left = Multiply(I, Cut[I][J]);
    return C.call("mm", {Left, Multiply(Cut[I][J] + 1, J)});
  };
  if (N > 64)
    return failCount(C, 0, N, "64 or fewer");
  return C.call("view", {Multiply(0, N - 1), Call::list(Shape)});
}

static Value chainMatmul(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  if (Tensors.size() == 1)
    return Tensors[0];
  return C.call("linalg_multi_dot", {C.arg(0)});
}

// tensordot(self, other, dims_self, dims_other)
static Value tensordot(Call &C) {
  SmallVector<int64_t, 6> DimsA = C.integers(2), DimsB = C.integers(3);
  int64_t RankA = C[0].rank(), RankB = C[1].rank();
  if (DimsA.size() != DimsB.size())
    return C.fail("'" + C.schema().params()[2].Name + "' has " +
                  Twine(DimsA.size()) + " dimensions and '" +
                  C.schema().params()[3].Name + "' has " + Twine(DimsB.size()) +
                  "; they need equally many");
  Dims SizesA = C[0].sizes(), SizesB = C[1].sizes();
  SmallVector<bool, 8> GoneA(RankA, false), GoneB(RankB, false);
  Dim Inner = 1;
  for (size_t I = 0; I != DimsA.size(); ++I) {
    std::optional<int64_t> WrappedA = wrapDim(C, DimsA[I], RankA);
    std::optional<int64_t> WrappedB = wrapDim(C, DimsB[I], RankB);
    if (!WrappedA || !WrappedB)
      return C.none();
    int64_t A = *WrappedA, B = *WrappedB;
    if (!C.same(SizesA[A], SizesB[B]))
      return C.keep();
    GoneA[A] = GoneB[B] = true;
    Inner = C.mul(Inner, SizesA[A]);
  }
  SmallVector<int64_t, 8> OrderA, OrderB(DimsB.begin(), DimsB.end());
  Dims Shape;
  Dim Rows = 1, Columns = 1;
  for (int64_t I = 0; I != RankA; ++I)
    if (!GoneA[I]) {
      OrderA.push_back(I);
      Shape.push_back(SizesA[I]);
      Rows = C.mul(Rows, SizesA[I]);
    }
  OrderA.append(DimsA.begin(), DimsA.end());
  for (int64_t I = 0; I != RankB; ++I)
    if (!GoneB[I]) {
      OrderB.push_back(I);
      Shape.push_back(SizesB[I]);
      Columns = C.mul(Columns, SizesB[I]);
    }
  Value A = C.call("permute", {C[0], Call::list(OrderA)});
  Value B = C.call("permute", {C[1], Call::list(OrderB)});
  // One number is not a product of matrices, which torch.autocast would round.
  if (Rows == Dim(1) && Columns == Dim(1)) {
    if (RankB > 1)
      B = C.reshape(B, {Inner});
    if (RankA > 1)
      A = C.reshape(A, {Inner});
    Value Sum = C.call("sum.dim_IntList", {A * B, Argument::list({})});
    return C.reshape(Sum, Shape);
  }
  A = C.reshape(A, {Rows, Inner});
  B = C.reshape(B, {Inner, Columns});
  return C.reshape(C.call("mm", {A, B}), Shape);
}

static Value inner(Call &C) {
  if (C[0].rank() == 0 || C[1].rank() == 0)
    return C[0] * C[1];
  return C.call("tensordot", {C[0], C[1], Call::list({-1}), Call::list({-1})});
}

static Value matrixPower(Call &C) {
  int64_t N = C.integer(1);
  if (N < 1)
    return C.keep();
  // Squares, from the lowest bit on.
  if (N == 1)
    return C.call("clone", {C[0]});
  if (N == 2)
    return C.call("matmul", {C[0], C[0]});
  if (N == 3)
    return C.call("matmul", {C.call("matmul", {C[0], C[0]}), C[0]});
  Value Square, Result;
  for (; N > 0; N /= 2) {
    Square = Square.isNone() ? C[0] : C.call("matmul", {Square, Square});
    if (N % 2)
      Result = Result.isNone() ? Square : C.call("matmul", {Result, Square});
  }
  return Result;
}

static Value bilinear(Call &C) {
  // Vectors of both inputs, in rows.
  Value A = C[0], B = C[1], Weight = C[2];
  Dims Shape = A.sizes();
  if (Shape.empty())
    return failRank(C, 0, "1 or more");
  Shape.back() = Weight.size(0);
  Value FlatA = C.reshape(A, {Dim(-1), A.size(-1)});
  Value FlatB = C.reshape(B, {Dim(-1), B.size(-1)});
  Value Result = C.call("_trilinear", {FlatA, Weight, FlatB, Call::list({1, 3}),
                                       Call::list({0}), Call::list({1, 2}),
                                       Call::list({2, 3})});
  Result = C.reshape(Result, Shape);
  return C.isGiven(3) ? Result + C[3] : Result;
}

/// _trilinear(i1, i2, i3, expand1, expand2, expand3, sumdim, unroll_dim):
/// the sum over products of three tensors that get dimensions of size 1 first.
static Value trilinear(Call &C) {
  SmallVector<int64_t, 6> Sum = C.integers(6);
  Value Factors[3];
  for (unsigned I = 0; I != 3; ++I) {
    Factors[I] = C[I];
    for (int64_t D : C.integers(3 + I))
      Factors[I] = C.call("unsqueeze", {Factors[I], D});
  }
  Value Product = Factors[0] * Factors[1] * Factors[2];
  return Sum.empty() ? Product : sumOf(Product, Sum);
}

ArrayRef<Entry> fx::decomposition::linearRules() {
  static const Entry Rules[] = {
      {"matmul", matmul},
      {"linalg_matmul", matmul},
      {"linear", linear},
      {"dot", dot, InFloat32},
      {"vdot", vdot, InFloat32},
      {"mv", mv, InFloat32},
      {"baddbmm.default", baddbmm, InFloat32},
      {"addr", addr, InFloat32},
      {"outer", outer},
      {"ger", outer},
      {"linalg_multi_dot", multiDot},
      {"chain_matmul", chainMatmul},
      {"tensordot", tensordot},
      {"inner", inner},
      {"matrix_power", matrixPower},
      {"linalg_matrix_power", matrixPower},
      {"bilinear", bilinear},
      {"_trilinear", trilinear},
      {"linalg_vecdot", vecdot},
  };
  return Rules;
}
