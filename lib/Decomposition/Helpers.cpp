//===- Helpers.cpp - What many rules need ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "fx/Analysis/ValueCall.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

MemoryFormat fx::decomposition::suggestedFormat(const Value &Of) {
  const Node *N = Of.argument().asNode();
  if (!N || !ValueCall(*N, nullptr, Of.call().math(), nullptr)
                 .suggestsChannelsLast(Of.type()))
    return MemoryFormat::Contiguous;
  return Of.rank() == 4 ? MemoryFormat::ChannelsLast
                        : MemoryFormat::ChannelsLast3d;
}

Value fx::decomposition::inFormatOf(const Value &Like, const Value &Result) {
  Call &C = Like.call();
  MemoryFormat Format = suggestedFormat(Like);
  if (Format == MemoryFormat::Contiguous)
    return C.call("contiguous", {Result});
  return C.call("contiguous", {Result, Format});
}

bool fx::decomposition::isMarked(const Value &V, StringRef View) {
  bool Result = false;
  for (Node *N = V.argument().asNode();
       N && N->isCallFunction() && N->numArgs() != 0; N = N->arg(0).asNode()) {
    StringRef Op = N->targetText();
    if (!Op.consume_front("torch.ops.aten."))
      break;
    Op = Op.split('.').first;
    if (Op == View)
      Result = !Result;
    else if (!is_contained({"alias", "detach", "select", "slice", "view",
                            "permute", "transpose", "t", "unsqueeze", "squeeze",
                            "expand", "diagonal", "as_strided"},
                           Op))
      break;
  }
  return Result;
}

/// What \p Found of parameter \p I of \p C is, and what is \p Wanted.
static Value failFound(Call &C, unsigned I, const Twine &Found,
                       const Twine &Wanted) {
  return C.fail("'" + C.schema().params()[I].Name + "' " + Found +
                "; this rule needs " + Wanted);
}

Value fx::decomposition::failRank(Call &C, unsigned I, const Twine &Wanted) {
  return failFound(C, I, "has rank " + Twine(C[I].rank()), Wanted);
}

Value fx::decomposition::failCount(Call &C, unsigned I, size_t Found,
                                   const Twine &Wanted) {
  return failFound(
      C, I, "has " + Twine(Found) + (Found == 1 ? " item" : " items"), Wanted);
}

Value fx::decomposition::failNumber(Call &C, unsigned I, int64_t Found,
                                    const Twine &Wanted) {
  return failFound(C, I, "is " + Twine(Found), Wanted);
}

std::optional<int64_t> fx::decomposition::wrapDim(Call &C, int64_t D,
                                                  int64_t Rank) {
  if (D >= -Rank && D < Rank)
    return D < 0 ? D + Rank : D;
  C.fail(noDimension(D, Rank));
  return std::nullopt;
}

std::string fx::decomposition::noDimension(int64_t D, int64_t Rank) {
  return ("there is no dimension " + Twine(D) + " in a tensor of rank " +
          Twine(Rank))
      .str();
}

Argument fx::decomposition::cpu(Call &C) {
  return Argument::device(C.context(), "cpu");
}

Value fx::decomposition::scalarTensor(Call &C, const Argument &Number, DType T,
                                      const Argument &Device) {
  return C.call("scalar_tensor", {Number},
                {named("dtype", T), named("layout", Layout::Strided),
                 named("device", Device)});
}

/// What a number counts as, which may be symbolic.
static DType typeOfNumber(Call &C, const Argument &Number) {
  Argument A = Number;
  if (const Node *N = Number.asNode(); N && N->val())
    A = *N->val();
  switch (A.kind()) {
  case ArgKind::Bool:
    return DType::Bool;
  case ArgKind::Int:
    return DType::Int64;
  case ArgKind::SymExpr:
    return C.math().toFloat(A) == A ? DType::Float32 : DType::Int64;
  case ArgKind::Complex:
    return DType::Complex64;
  default:
    return DType::Float32;
  }
}

DType fx::decomposition::typeWithNumber(Call &C, DType T,
                                        const Argument &Number) {
  DType Kind = typeOfNumber(C, Number);
  if (Kind == DType::Complex64)
    return complexType(T);
  if (Kind == DType::Float32 && isIntegral(T, /*IncludingBool=*/true))
    return DType::Float32;
  if (Kind == DType::Int64 && T == DType::Bool)
    return DType::Int64;
  return T;
}

Value fx::decomposition::where(const Value &Condition, const Argument &A,
                               const Argument &B) {
  Call &C = Condition.call();
  Argument Device = Condition.device();
  if (Call::isTensor(A) && Call::isTensor(B))
    return C.call("where.self", {Condition, A, B});
  if (Call::isTensor(A)) {
    DType T = typeWithNumber(C, C.value(A).dtype(), B);
    Value Other = scalarTensor(C, B, T, Device);
    return C.call("where.self", {Condition, convertTo(C.value(A), T), Other});
  }
  if (Call::isTensor(B)) {
    DType T = typeWithNumber(C, C.value(B).dtype(), A);
    Value Other = scalarTensor(C, A, T, Device);
    return C.call("where.self", {Condition, Other, convertTo(C.value(B), T)});
  }
  DType T = promoteTypes(typeOfNumber(C, A), typeOfNumber(C, B));
  Value Right = scalarTensor(C, B, T, Device);
  Value Left = scalarTensor(C, A, T, Device);
  return C.call("where.self", {Condition, Left, Right});
}

std::optional<Argument>
fx::decomposition::constantAttribute(const TensorType &Type, StringRef Name) {
  if (Type && Name == "dtype")
    return Argument(Type.dtype());
  if (Type && Name == "device" && !Type.device().isNone())
    return Type.device();
  return std::nullopt;
}

Value fx::decomposition::convertTo(const Value &V, DType T) {
  if (V.dtype() == T)
    return V;
  return V.call().call("_to_copy", {V}, {named("dtype", T)});
}

Value fx::decomposition::arange(Call &C, const Dim &Start, const Dim &End,
                                const Argument &Device,
                                std::optional<DType> T) {
  return C.call("arange.start_step", {Start, End},
                {named("dtype", T ? Argument(*T) : Argument()),
                 named("layout", Layout::Strided), named("device", Device),
                 named("pin_memory", false)});
}

Value fx::decomposition::sumOf(const Value &V, ArrayRef<int64_t> Dimensions,
                               bool KeepDim) {
  return V.call().call("sum.dim_IntList", {V, Call::list(Dimensions), KeepDim});
}

Value fx::decomposition::reduceLoss(const Value &Loss, int64_t Reduction) {
  if (Reduction == 1)
    return Loss.call().call("mean", {Loss});
  return Reduction == 2 ? sumOf(Loss) : Loss;
}

double fx::decomposition::greatestOf(DType T) {
  switch (T) {
  case DType::Float16:
    return 65504.0;
  case DType::BFloat16:
    return 3.3895313892515355e+38;
  case DType::Float64:
    return 1.7976931348623157e+308;
  default:
    return 3.4028234663852886e+38;
  }
}

double fx::decomposition::lowestOf(DType T) { return -greatestOf(T); }

double fx::decomposition::epsilonOf(DType T) {
  switch (realType(T)) {
  case DType::Float16:
    return 0.0009765625;
  case DType::BFloat16:
    return 0.0078125;
  case DType::Float64:
    return 2.220446049250313e-16;
  default:
    return 1.1920928955078125e-07;
  }
}

SmallVector<int64_t, 6> fx::decomposition::swappedOrder(int64_t Rank, int64_t A,
                                                        int64_t B) {
  SmallVector<int64_t, 6> Order;
  for (int64_t I = 0; I != Rank; ++I)
    Order.push_back(I);
  if (A >= 0 && B >= 0 && A < Rank && B < Rank)
    std::swap(Order[A], Order[B]);
  return Order;
}

Value fx::decomposition::permuted(Call &C, const Value &V,
                                  ArrayRef<int64_t> Order) {
  return C.call("permute", {V, Call::list(Order)});
}
