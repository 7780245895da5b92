//===- LoweringPython.cpp - Numbers and containers of Python --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringRules.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

using Result = std::optional<Argument>;

static std::optional<double> realOf(const Argument &A) {
  if (A.isFloat())
    return A.asFloat();
  if (A.isInt())
    return double(A.asInt());
  if (A.isBool())
    return A.asBool();
  return std::nullopt;
}

/// A whole number of 64 bits.
static Result wholeNumber(double D) {
  if (!(D >= -0x1p63 && D < 0x1p63))
    return std::nullopt;
  return Argument(int64_t(D));
}

static bool isPlainSequence(const Argument &A) {
  return A.kind() == ArgKind::Tuple || A.kind() == ArgKind::List;
}

static Argument sequenceLike(const Argument &Like, ArrayRef<Argument> Items) {
  return Like.kind() == ArgKind::List ? Argument::list(Items)
                                      : Argument::tuple(Items);
}

static Result concatenate(LoweringCall &C) {
  if (C.Args.size() != 2 || !isPlainSequence(C.Args[0]) ||
      C.Args[1].kind() != C.Args[0].kind())
    return std::nullopt;
  SmallVector<Argument, 8> Items(C.Args[0].elements());
  append_range(Items, C.Args[1].elements());
  return sequenceLike(C.Args[0], Items);
}

/// `[x] * 3`
static Result repeat(LoweringCall &C) {
  if (C.Args.size() != 2)
    return std::nullopt;
  Argument List = C.Args[0], Count = C.E.raise(C.Args[1]);
  if (!isPlainSequence(List))
    std::swap(List, Count);
  constexpr uint64_t MaxItems = 1000000;
  if (!isPlainSequence(List) || !Count.isInt() ||
      uint64_t(std::max<int64_t>(Count.asInt(), 0)) *
              std::max<size_t>(List.size(), 1) >
          MaxItems)
    return std::nullopt;
  SmallVector<Argument, 8> Items;
  for (int64_t I = 0; I < Count.asInt(); ++I)
    append_range(Items, List.elements());
  return sequenceLike(List, Items);
}

template <bool IsList> static Result container(LoweringCall &C) {
  if (C.Args.empty())
    return IsList ? Argument::list({}) : Argument::tuple({});
  if (C.Args.size() != 1 || !isPlainSequence(C.Args[0]))
    return std::nullopt;
  return IsList ? Argument::list(C.Args[0].elements())
                : Argument::tuple(C.Args[0].elements());
}

static Result length(LoweringCall &C) {
  if (C.Args.size() != 1)
    return std::nullopt;
  if (C.Args[0].isSequence() || C.Args[0].kind() == ArgKind::Dict)
    return Argument(int64_t(C.Args[0].size()));
  TensorType Type = typeOf(C.Args[0]);
  return Type && Type.rank() ? Result(Type.sizes()[0]) : std::nullopt;
}

/// The number in a tensor with one element.
static Result itemOf(LoweringCall &C) {
  if (C.Args.size() == 1 && typeOf(C.Args[0]))
    return C.call("item", {C.Args[0]});
  return std::nullopt;
}

static Result toInt(LoweringCall &C) {
  if (C.Args.size() != 1)
    return std::nullopt;
  if (TensorType Type = typeOf(C.Args[0]))
    return isIntegral(Type.dtype(), /*IncludingBool=*/false) ? itemOf(C)
                                                             : std::nullopt;
  Argument A = C.E.raise(C.Args[0]);
  if (A.isInt())
    return A;
  if (A.kind() == ArgKind::SymExpr)
    return C.E.isInteger(A) ? Result(A) : std::nullopt;
  std::optional<double> D = realOf(A);
  return D ? wholeNumber(std::trunc(*D)) : std::nullopt;
}

static Result toFloat(LoweringCall &C) {
  if (Result Item = itemOf(C)) {
    TensorType Type = typeOf(C.Args[0]);
    if (isFloatType(Type.dtype()) || !Item->isNode())
      return Item;
    return C.E.toFloat(*Item);
  }
  Argument A = C.Args.size() == 1 ? C.E.raise(C.Args[0]) : Argument();
  if (A.kind() == ArgKind::SymExpr)
    return C.E.isInteger(A) ? C.E.toFloat(A) : A;
  std::optional<double> D = realOf(A);
  return D ? Result(Argument(*D)) : std::nullopt;
}

static Result toBool(LoweringCall &C) {
  std::optional<double> D =
      C.Args.size() == 1 ? realOf(C.Args[0]) : std::nullopt;
  return D ? Result(Argument(*D != 0)) : std::nullopt;
}

static Result negation(LoweringCall &C) {
  Argument A = C.Args.size() == 1 ? C.E.raise(C.Args[0]) : Argument();
  if (A.kind() == ArgKind::SymExpr) {
    Argument Not = C.E.logicalNot(A);
    return Not.isNone() ? std::nullopt : Result(Not);
  }
  Result B = toBool(C);
  return B ? Result(Argument(!B->asBool())) : std::nullopt;
}

template <SymbolicMath::Operation Op> static Result extremum(LoweringCall &C) {
  ArrayRef<Argument> Items = C.Args;
  if (Items.size() == 1 && isPlainSequence(Items[0]))
    Items = Items[0].elements();
  if (Items.empty() || !C.Kwargs.empty())
    return std::nullopt;
  Argument Best = C.E.raise(Items[0]);
  for (const Argument &Given : Items.drop_front()) {
    Argument Item = C.E.raise(Given);
    std::optional<double> A = realOf(Best), B = realOf(Item);
    // Python returns one of the two, and an integer as that.
    if (!A || !B || Best.kind() == Item.kind())
      Best = C.E.math().apply(Op, Best, Item);
    else if (Op == SymbolicMath::Max ? *B > *A : *B < *A)
      Best = Item;
  }
  bool IsNumber = realOf(Best) || Best.kind() == ArgKind::SymExpr;
  return IsNumber ? Result(Best) : std::nullopt;
}

template <double (*Fn)(double)> static Result whole(LoweringCall &C) {
  if (C.Args.size() != 1)
    return std::nullopt;
  Argument A = C.E.raise(C.Args[0]);
  if (A.isInt())
    return A;
  std::optional<double> D = realOf(A);
  return D ? wholeNumber(Fn(*D)) : std::nullopt;
}

template <double (*Fn)(double)> static Result real(LoweringCall &C) {
  std::optional<double> D =
      C.Args.size() == 1 ? realOf(C.E.raise(C.Args[0])) : std::nullopt;
  return D ? Result(Argument(Fn(*D))) : std::nullopt;
}

static Result absolute(LoweringCall &C) {
  Argument A = C.Args.size() == 1 ? C.E.raise(C.Args[0]) : Argument();
  if (A.isInt() && A.asInt() != INT64_MIN)
    return Argument(std::abs(A.asInt()));
  if (A.isFloat())
    return Argument(std::fabs(A.asFloat()));
  return std::nullopt;
}

/// Whether both are the same constant; tensors are never None.
template <bool Same> static Result identity(LoweringCall &C) {
  if (C.Args.size() != 2)
    return std::nullopt;
  const Argument &A = C.Args[0], &B = C.Args[1];
  if (!A.isNone() && !B.isNone())
    return std::nullopt;
  return Argument((A.isNone() && B.isNone()) == Same);
}

LoweringRule decomposition::lookupPythonRule(StringRef Target) {
  static const StringMap<LoweringRule> Rules = {
      {"operator.add", concatenate},
      {"operator.iadd", concatenate},
      {"operator.concat", concatenate},
      {"operator.mul", repeat},
      {"operator.not_", negation},
      {"operator.is_", identity<true>},
      {"operator.is_not", identity<false>},
      {"builtins.tuple", container<false>},
      {"builtins.list", container<true>},
      {"builtins.len", length},
      {"builtins.int", toInt},
      {"builtins.float", toFloat},
      {"builtins.bool", toBool},
      {"builtins.abs", absolute},
      {"builtins.max", extremum<SymbolicMath::Max>},
      {"builtins.min", extremum<SymbolicMath::Min>},
      {"math.floor", whole<std::floor>},
      {"math.ceil", whole<std::ceil>},
      {"math.trunc", whole<std::trunc>},
      {"math.sqrt", real<std::sqrt>},
      {"math.exp", real<std::exp>},
      {"math.log", real<std::log>},
      {"math.log2", real<std::log2>},
  };
  return Rules.lookup(Target);
}
