//===- RulesReduction.cpp - Reductions ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

static Value sum(Call &C) {
  return C.call("sum.dim_IntList", {C[0], Argument::list({}), false},
                {named("dtype", C.arg(1))});
}

/// \p V as the type that a result of `all` has.
static Value asTruth(Call &C, const Value &V) {
  return C[0].dtype() == DType::UInt8 ? convertTo(V, DType::UInt8) : V;
}
static Value not_(const Value &V) { return V.call().call("logical_not", {V}); }
static Value all(Call &C) {
  return asTruth(C, not_(C.call("any.dims", {not_(C[0])})));
}
static Value allDim(Call &C) {
  return asTruth(C, not_(C.call("any.dim", {not_(C[0]), C.arg(1), C.arg(2)})));
}
static Value allDims(Call &C) {
  return asTruth(C, not_(C.call("any.dims", {not_(C[0]), C.arg(1), C.arg(2)})));
}

static Argument listOf(const Argument &Dim) {
  return Dim.isNone() || Dim.isSequence() ? Dim : Argument::list({Dim});
}

// var(self, unbiased), var.dim(self, dim, unbiased, keepdim)
static Value var(Call &C) {
  return C.call("var.correction", {C[0]},
                {named("correction", C.flag(1) ? 1 : 0)});
}
static Value varDim(Call &C) {
  return C.call(
      "var.correction", {C[0], listOf(C.arg(1))},
      {named("correction", C.flag(2) ? 1 : 0), named("keepdim", C.arg(3))});
}
static Value std_(Call &C) {
  return C.call("std.correction", {C[0]},
                {named("correction", C.flag(1) ? 1.0 : 0.0)});
}
static Value stdDim(Call &C) {
  return C.call(
      "std.correction", {C[0], listOf(C.arg(1))},
      {named("correction", C.flag(2) ? 1.0 : 0.0), named("keepdim", C.arg(3))});
}
static Argument correctionOf(Call &C, unsigned I) {
  return Argument(C.number(I, 1.0));
}
// std.correction(self, dim, *, correction, keepdim)
static Value stdCorrection(Call &C) {
  Value Var = C.call(
      "var.correction", {C[0], C.arg(1)},
      {named("correction", correctionOf(C, 2)), named("keepdim", C.arg(3))});
  return C.call("sqrt", {Var});
}
static Value varMean(Call &C) {
  return C.call("var_mean.correction", {C[0]},
                {named("correction", C.flag(1) ? 1 : 0)});
}
static Value varMeanDim(Call &C) {
  return C.call(
      "var_mean.correction", {C[0], listOf(C.arg(1))},
      {named("correction", C.flag(2) ? 1 : 0), named("keepdim", C.arg(3))});
}
static Value withRoot(Call &C, const Value &VarMean) {
  Value Var = VarMean[0], Mean = VarMean[1];
  return C.tuple({C.call("sqrt", {Var}), Mean});
}
static Value stdMean(Call &C) {
  return withRoot(C, C.call("var_mean.correction", {C[0]},
                            {named("correction", C.flag(1) ? 1.0 : 0.0)}));
}
static Value stdMeanDim(Call &C) {
  return withRoot(C, C.call("var_mean.correction", {C[0], listOf(C.arg(1))},
                            {named("correction", C.flag(2) ? 1.0 : 0.0),
                             named("keepdim", C.arg(3))}));
}
static Value stdMeanCorrection(Call &C) {
  return withRoot(C, C.call("var_mean.correction", {C[0], C.arg(1)},
                            {named("correction", correctionOf(C, 2)),
                             named("keepdim", C.arg(3))}));
}

/// The norm of vectors; \p Dim None for all.
static Value vectorNorm(Call &C, const Argument &P, const Argument &Dim,
                        const Argument &KeepDim, const Argument &T) {
  Argument Order = P.isNone() ? Argument(2) : P;
  return C.call("linalg_vector_norm", {C[0], Order, Dim, KeepDim},
                {named("dtype", T)});
}
// norm.Scalar(self, p)
static Value norm(Call &C) {
  return vectorNorm(C, C.arg(1), Argument(), false, Argument());
}
// norm.ScalarOpt_dtype(self, p, *, dtype)
static Value normDtype(Call &C) {
  return vectorNorm(C, C.arg(1), Argument(), false, C.arg(2));
}
// norm.ScalarOpt_dim(self, p, dim, keepdim)
static Value normDim(Call &C) {
  return vectorNorm(C, C.arg(1), C.arg(2), C.arg(3), Argument());
}
// norm.ScalarOpt_dim_dtype(self, p, dim, keepdim, *, dtype)
static Value normDimDtype(Call &C) {
  return vectorNorm(C, C.arg(1), C.arg(2), C.arg(3), C.arg(4));
}
// frobenius_norm.dim(self, dim, keepdim)
static Value frobeniusNorm(Call &C) {
  return vectorNorm(C, 2.0, C.arg(1), C.arg(2), Argument());
}
// linalg_norm(self, ord, dim, keepdim, *, dtype)
static Value linalgNorm(Call &C) {
  size_t Dims = C.arg(2).isNone() ? C[0].rank() : C.dims(2).size();
  // An order and two dimensions mean the norm of a matrix.
  if (C.isGiven(1) && Dims == 2 && !(C.arg(2).isNone() && C[0].rank() == 1))
    return C.keep();
  return vectorNorm(C, C.isGiven(1) ? C.arg(1) : Argument(2.0), C.arg(2),
                    C.arg(3), C.arg(4));
}
// linalg_matrix_norm.str_ord(self, ord, dim, keepdim, *, dtype)
static Value matrixNorm(Call &C) {
  if (C.text(1) != "fro")
    return C.keep();
  SmallVector<int64_t, 6> Dims = C.integers(2);
  int64_t Rank = C[0].rank();
  for (int64_t &D : Dims)
    if (D < 0)
      D += Rank;
  return vectorNorm(C, 2, Call::list(Dims), C.arg(3), C.arg(4));
}

static Value logSumExp(Call &C) {
  if (!isFloatType(C[0].dtype()))
    return C.keep();
  bool KeepDim = C.flag(2);
  // Nothing is the largest of no elements.
  if (is_contained(C[0].sizes(), Dim(0)))
    return C.call("log", {C.call("sum.dim_IntList",
                                 {C.call("exp", {C[0]}), C.arg(1), KeepDim})});
  Value Largest = C.call("amax", {C[0], C.arg(1), true});
  Largest = where(equals(C.call("abs", {Largest}), INFINITY), 0.0, Largest);
  Value Result =
      KeepDim ? Largest : C.call("squeeze.dims", {Largest, C.arg(1)});
  Value Exp = C.call("exp", {C[0] - Largest});
  Value Sum = C.call("sum.dim_IntList", {Exp, C.arg(1), KeepDim});
  return C.call("log", {Sum}) + Result;
}

static Value countNonzero(Call &C) {
  Argument Dim = C.schema().params().size() > 1 ? listOf(C.arg(1)) : Argument();
  return C.call("sum.dim_IntList", {differs(C[0], 0), Dim});
}

// nansum(self, dim, keepdim, *, dtype)
static Value nanSum(Call &C) {
  Value V = where(C.call("isnan", {C[0]}), 0, C[0]);
  return C.call("sum.dim_IntList", {V, C.arg(1), C.arg(2)},
                {named("dtype", C.arg(3))});
}
static Value nanMean(Call &C) {
  Value Known = C.call("detach", {C[0]});
  Value Count = C.call("sum.dim_IntList",
                       {not_(differs(Known, Known)), C.arg(1), C.arg(2)});
  Value Sum =
      C.call("nansum", {C[0], C.arg(1), C.arg(2)}, {named("dtype", C.arg(3))});
  return Sum / Count;
}

// aminmax(self, *, dim, keepdim)
static Value aMinMax(Call &C) {
  Argument Dim = C.isGiven(1) ? Argument::list({C.arg(1)}) : Argument::list({});
  Argument KeepDim = C.arg(2);
  if (!C.isGiven(1) && C.flag(2)) {
    SmallVector<int64_t, 6> All;
    for (int64_t I = 0; I != C[0].rank(); ++I)
      All.push_back(I);
    Dim = Call::list(All);
  }
  Value Least = C.call("amin", {C[0], Dim, KeepDim});
  return C.tuple({Least, C.call("amax", {C[0], Dim, KeepDim})});
}

static Value argsort(Call &C) {
  return C.call("sort", {C[0], C.arg(1), C.arg(2)})[1];
}
// argsort.stable(self, *, stable, dim, descending)
static Value argsortStable(Call &C) {
  return C.call("sort.stable", {C[0]},
                {named("stable", C.arg(1)), named("dim", C.arg(2)),
                 named("descending", C.arg(3))})[1];
}
static Value msort(Call &C) { return C.call("sort", {C[0], 0})[0]; }

static Value trace(Call &C) { return sumOf(C.call("diag", {C[0]})); }

static Value renorm(Call &C) {
  int64_t Rank = C[0].rank(), D = C.dim(2, Rank);
  SmallVector<int64_t, 6> Others;
  for (int64_t I = 0; I != Rank; ++I)
    if (I != D)
      Others.push_back(I);
  DType T = C[0].dtype();
  Value Norm =
      C.call("linalg_vector_norm", {C[0], C.arg(1), Call::list(Others), true},
             {named("dtype", T == DType::Float16 || T == DType::BFloat16
                                 ? Argument(DType::Float32)
                                 : Argument())});
  Value TooLong = Norm > C.arg(3);
  Value Factor = C.call("reciprocal", {Norm + Argument(1e-7)}) * C.arg(3);
  Factor = where(TooLong, Factor, 1.0);
  return C.call("contiguous", {C[0] * convertTo(Factor, T)});
}

/// Each takes three nodes.
static constexpr int64_t MaxDifferences = 1000;

// diff(self, n, dim, prepend, append)
static Value diff(Call &C) {
  Value V = C[0];
  int64_t N = C.integer(1, 1), D = C.integer(2);
  if (N == 0)
    return C.call("clone", {V});
  SmallVector<Argument, 3> Parts;
  if (C.isGiven(3))
    Parts.push_back(C[3]);
  Parts.push_back(V);
  if (C.isGiven(4))
    Parts.push_back(C[4]);
  if (Parts.size() > 1)
    V = C.call("cat", {Argument::list(Parts), D});
  // After as many differences as there are elements, none is left.
  if (Dim Size = V.size(D); Size.isInt())
    N = std::min(N, Size.asInt());
  if (N > MaxDifferences)
    return C.fail("'n' is more than " + Twine(MaxDifferences));
  for (int64_t I = 0; I < N; ++I) {
    Dim Size = V.size(D);
    Value Low = C.call("slice.Tensor", {V, D, 0, C.sub(Size, Dim(1))});
    Value High = C.call("slice.Tensor", {V, D, 1, Size});
    V = V.dtype() == DType::Bool ? C.call("logical_xor", {High, Low})
                                 : High - Low;
  }
  return V;
}

static Value crossAlong(Call &C, int64_t D) {
  Value A = C[0], B = C[1];
  Dims Shape = C.broadcast(A.sizes(), B.sizes());
  if (A.sizes() != Shape)
    A = C.expand(A, Shape);
  if (B.sizes() != Shape)
    B = C.expand(B, Shape);
  Value Index = arange(C, 0, 3, A.device());
  auto Turned = [&](const Value &V, int64_t By) {
    Value I = C.call("remainder.Scalar", {Index + Argument(By), 3});
    return C.call("index_select", {V, D, I});
  };
  Value Left = Turned(A, 1);
  Left = Left * Turned(B, 2);
  Value Right = Turned(A, 2);
  return Left - Right * Turned(B, 1);
}
static Value linalgCross(Call &C) {
  return crossAlong(C, C.dim(2, std::max(C[0].rank(), C[1].rank())));
}
static Value cross(Call &C) {
  if (C.isGiven(2))
    return crossAlong(C, C.dim(2, C[0].rank()));
  int64_t Rank = C[0].rank();
  for (int64_t I = 0; I != Rank; ++I)
    if (Call::isInt(C[0].size(I), 3))
      return crossAlong(C, I);
  return C.fail("no dimension of '" + C.schema().params()[0].Name +
                "' has size 3, which vectors need");
}

/// The Euclidean distance of rows.
static Value cdist(Call &C) {
  return C.call("_cdist_forward", {C[0], C[1], C.arg(2), C.arg(3)});
}

/// quantile(self, q, dim, keepdim, *, interpolation)
static Value quantile(Call &C) {
  if (C.text(4) != "linear" && !C.text(4).empty())
    return C.keep();
  Value Q = C[1];
  DType T = C[0].dtype();
  if (!C.isTensor(1))
    Q = scalarTensor(C, C.arg(1), T, C[0].device());
  else if (Q.rank() != 0)
    return C.keep();
  bool HasDim = C.isGiven(2), KeepDim = C.flag(3);
  Value V = C[0];
  int64_t Rank = V.rank(), D = HasDim ? C.dim(2, Rank) : 0;
  if (Rank == 0 || (!HasDim && KeepDim))
    return C.keep();
  if (!HasDim)
    V = C.reshape(V, {C.product(V.sizes())});
  else if (D != Rank - 1)
    V = C.call("transpose.int", {C.call("unsqueeze", {V, -1}), D, -1});
  bool Extra = HasDim && D != Rank - 1;
  Value Sorted = C.call("sort", {V})[0];
  Sorted = C.reshape(Sorted, Sorted.sizes());
  Dim Last = C.sub(Sorted.size(-1), Dim(1));
  Dims RankShape = Sorted.sizes();
  if (RankShape.empty())
    return failRank(C, 0, "1 or more");
  RankShape.back() = Dim(1);
  if (!Last.isInt())
    return C.keep();
  Value Place = C.call("mul.Scalar", {Q, Last});
  Value HasNan = C.call("any.dim", {C.call("isnan", {Sorted}), -1, true});
  Place = C.expand(Place, RankShape);
  Place = where(HasNan, double(Last.asInt()), Place);
  auto Index = [&](const Value &At) {
    return C.call("_to_copy", {At},
                  {named("dtype", DType::Int64),
                   named("layout", Layout::Strided),
                   named("device", V.device())});
  };
  Value Below = Index(Place);
  Value Low = C.call("gather", {Sorted, -1, Below});
  Value Weight = Place - Below;
  Value Above = Index(C.call("ceil", {Place}));
  Value High = C.call("gather", {Sorted, -1, Above});
  Value Result = C.call("lerp.Tensor", {Low, High, Weight});
  if (Extra) {
    Result = C.call("squeeze.dims", {Result, Call::list({-1})});
    return KeepDim ? Result : C.call("squeeze.dims", {Result, Call::list({D})});
  }
  return KeepDim ? Result : C.call("squeeze.dims", {Result, Call::list({-1})});
}

ArrayRef<Entry> fx::decomposition::reductionRules() {
  static const Entry Rules[] = {
      {"sum.default", sum},
      {"all.default", all},
      {"all.dim", allDim},
      {"all.dims", allDims},
      {"var.default", var},
      {"var.dim", varDim},
      {"std.default", std_},
      {"std.dim", stdDim},
      {"std.correction", stdCorrection, InFloat32},
      {"var_mean.default", varMean},
      {"var_mean.dim", varMeanDim},
      {"std_mean.default", stdMean, InFloat32},
      {"std_mean.dim", stdMeanDim, InFloat32},
      {"std_mean.correction", stdMeanCorrection, InFloat32},
      {"norm.Scalar", norm},
      {"norm.ScalarOpt_dtype", normDtype},
      {"norm.ScalarOpt_dim", normDim},
      {"norm.ScalarOpt_dim_dtype", normDimDtype},
      {"frobenius_norm.dim", frobeniusNorm},
      {"linalg_norm.default", linalgNorm},
      {"linalg_matrix_norm.str_ord", matrixNorm},
      {"logsumexp.default", logSumExp, InFloat32},
      {"special_logsumexp", logSumExp},
      {"count_nonzero.default", countNonzero},
      {"count_nonzero.dim_IntList", countNonzero},
      {"nansum", nanSum},
      {"nanmean", nanMean},
      {"aminmax", aMinMax},
      {"argsort.default", argsort},
      {"argsort.stable", argsortStable},
      {"trace", trace},
      {"renorm", renorm},
      {"diff", diff},
      {"linalg_cross", linalgCross},
      {"cross", cross},
      {"cdist", cdist},
      {"quantile.scalar", quantile},
      {"quantile.default", quantile},
      {"msort", msort},
  };
  return Rules;
}
