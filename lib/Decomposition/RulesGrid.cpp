//===- RulesGrid.cpp - Elements in another arrangement --------------------===//
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

static Value pixelShuffle(Call &C) {
  Dims S = C[0].sizes();
  int64_t R = C.integer(1), N = S.size();
  if (N < 3)
    return failRank(C, 0, "3 or more");
  if (R <= 0)
    return failNumber(C, 1, R, "1 or more");
  Dims Batch(S.begin(), S.end() - 3);
  Dim Channels = C.floorDiv(S[N - 3], Dim(R * R));
  Dims Split = Batch;
  Split.append({Channels, Dim(R), Dim(R), S[N - 2], S[N - 1]});
  SmallVector<int64_t, 8> Order;
  int64_t B = Batch.size();
  for (int64_t I = 0; I != B; ++I)
    Order.push_back(I);
  Order.append({B, B + 3, B + 1, B + 4, B + 2});
  Dims Result = Batch;
  Result.append({Channels, C.mul(S[N - 2], Dim(R)), C.mul(S[N - 1], Dim(R))});
  Value V = permuted(C, C.call("view", {C[0], Call::list(Split)}), Order);
  return C.call("clone", {C.reshape(V, Result), suggestedFormat(C[0])});
}

static Value pixelUnshuffle(Call &C) {
  Dims S = C[0].sizes();
  int64_t R = C.integer(1), N = S.size();
  if (N < 3)
    return failRank(C, 0, "3 or more");
  if (R <= 0)
    return failNumber(C, 1, R, "1 or more");
  Dims Batch(S.begin(), S.end() - 3);
  Dim H = C.floorDiv(S[N - 2], Dim(R)), W = C.floorDiv(S[N - 1], Dim(R));
  Dims Split = Batch;
  Split.append({S[N - 3], H, Dim(R), W, Dim(R)});
  SmallVector<int64_t, 8> Order;
  int64_t B = Batch.size();
  for (int64_t I = 0; I != B; ++I)
    Order.push_back(I);
  Order.append({B, B + 2, B + 4, B + 1, B + 3});
  Dims Result = Batch;
  Result.append({C.mul(S[N - 3], Dim(R * R)), H, W});
  Value V = permuted(C, C.call("view", {C[0], Call::list(Split)}), Order);
  return C.call("clone", {C.reshape(V, Result), suggestedFormat(C[0])});
}

static Value channelShuffle(Call &C) {
  Dims S = C[0].sizes();
  int64_t Groups = C.integer(1);
  if (S.size() < 3)
    return failRank(C, 0, "3 or more");
  if (Groups <= 0)
    return failNumber(C, 1, Groups, "1 or more");
  Dims Split = {S[0], Dim(Groups), C.floorDiv(S[1], Dim(Groups))};
  Split.append(S.begin() + 2, S.end());
  Value V = C.call("view", {C[0], Call::list(Split)});
  V = C.reshape(permuted(C, V, swappedOrder(Split.size(), 1, 2)), S);
  // A CPU copies one group, too.
  if (Groups == 1 && C[0].device() == cpu(C))
    return C.call("clone", {V});
  return V;
}

static Value diagEmbed(Call &C) {
  int64_t Rank = C[0].rank() + 1;
  int64_t Offset = C.integer(1), A = C.dim(2, Rank), B = C.dim(3, Rank);
  if (A == B)
    return C.fail("both dimensions are " + Twine(A) + "; they have to differ");
  Value V = C[0];
  if (A > B) {
    std::swap(A, B);
    Offset = -Offset;
  }
  Dim Last = V.size(-1);
  if (Offset != 0) {
    // What lies off the main diagonal is moved there by zeros.
    Dims Shape = V.sizes();
    Shape.back() = Dim(std::abs(Offset));
    Value Zeros = C.call("new_full", {V, Call::list(Shape), 0});
    SmallVector<Argument, 2> Parts = {Zeros, V};
    if (Offset < 0)
      std::swap(Parts[0], Parts[1]);
    V = C.call("cat", {Argument::list(Parts), -1});
    Last = C.add(Last, Dim(std::abs(Offset)));
  }
  V = C.call("unsqueeze", {V, A});
  SmallVector<int64_t, 6> Order;
  int64_t N = V.rank();
  // The last dimension goes to B.
  for (int64_t I = 0; I < N - 1; ++I)
    Order.push_back(I);
  if (B > int64_t(Order.size()))
    return C.fail(noDimension(B, N));
  Order.insert(Order.begin() + B, N - 1);
  V = permuted(C, V, Order);
  Argument Device = V.device();
  Value Rows = C.call("arange", {Last},
                      {named("dtype", DType::Int64), named("device", Device)});
  Value Columns =
      C.call("arange", {Last},
             {named("dtype", DType::Int64), named("device", Device)});
  if (Offset != 0)
    Rows = Rows + Argument(-Offset);
  Value OnDiagonal = equals(Rows, C.call("unsqueeze", {Columns, -1}));
  if (C.failed() || B >= N)
    return C.fail(noDimension(B, N));
  Dims Mask(N, Dim(1));
  Mask[A] = Last;
  Mask[B] = Last;
  Value Seen = C.call("view", {OnDiagonal, Call::list(Mask)});
  Value Zero =
      C.call("scalar_tensor", {0},
             {named("dtype", V.dtype()), named("layout", Layout::Strided),
              named("device", Device)});
  // Also where the operand is transposed.
  return C.call("contiguous", {C.call("where.self", {Seen, V, Zero})});
}

static Value diag(Call &C) {
  int64_t Rank = C[0].rank();
  if (Rank == 1)
    return C.call("diag_embed", {C[0], C.arg(1)});
  return C.call("clone", {C.call("diagonal", {C[0], C.arg(1)}),
                          MemoryFormat::Contiguous});
}

static Value kron(Call &C) {
  Dims A = C[0].sizes(), B = C[1].sizes();
  while (A.size() < B.size())
    A.insert(A.begin(), Dim(1));
  while (B.size() < A.size())
    B.insert(B.begin(), Dim(1));
  Dims ViewA, ViewB, Result;
  for (size_t I = 0; I != A.size(); ++I) {
    ViewA.append({A[I], Dim(1)});
    ViewB.append({Dim(1), B[I]});
    Result.push_back(C.mul(A[I], B[I]));
  }
  Value Left = C.reshape(C[0], ViewA);
  return C.reshape(Left * C.reshape(C[1], ViewB), Result);
}

static Value meshgrid(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  bool SwapsTwo = C.schema().params().size() > 1 && C.text(1) == "xy" &&
                  Tensors.size() >= 2;
  if (SwapsTwo)
    std::swap(Tensors[0], Tensors[1]);
  Dims Shape;
  for (const Value &V : Tensors)
    Shape.push_back(V.rank() == 0 ? Dim(1) : V.size(0));
  SmallVector<Argument, 4> Grids;
  for (size_t I = 0; I != Tensors.size(); ++I) {
    Dims View(Tensors.size(), Dim(1));
    View[I] = Dim(-1);
    Grids.push_back(
        C.expand(C.call("view", {Tensors[I], Call::list(View)}), Shape));
  }
  if (SwapsTwo)
    std::swap(Grids[0], Grids[1]);
  return C.value(Argument::list(Grids));
}

static Value cartesianProd(Call &C) {
  SmallVector<Value, 6> Tensors = C.values(0);
  if (Tensors.size() == 1)
    return Tensors[0];
  Value Grids = C.call("meshgrid", {C.arg(0)});
  SmallVector<Argument, 4> Flat;
  for (size_t I = 0; I != Tensors.size(); ++I) {
    Value G = Grids[I];
    Flat.push_back(C.reshape(G, {C.product(G.sizes())}));
  }
  return C.call("stack", {Argument::list(Flat), 1});
}

ArrayRef<Entry> fx::decomposition::gridRules() {
  static const Entry Rules[] = {
      {"pixel_shuffle", pixelShuffle, KnowsLayout},
      {"pixel_unshuffle", pixelUnshuffle, KnowsLayout},
      {"channel_shuffle", channelShuffle},
      {"diag_embed", diagEmbed},
      {"diag", diag},
      {"kron", kron},
      {"meshgrid", meshgrid},
      {"meshgrid.indexing", meshgrid},
      {"cartesian_prod", cartesianProd},
  };
  return Rules;
}
