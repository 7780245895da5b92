//===- ValuesNumber.cpp - Numbers, symbolic or not, and checks ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"

using namespace fx;
using namespace llvm;

/// An operation on two numbers: `operator.add`, `torch.sym_max`.
template <SymbolicMath::Operation Op> static Argument number(ValueCall &C) {
  Argument Result = C.math().apply(Op, C.get(0u), C.get(1u));
  if (Result.isNone())
    C.fail("the operands are not numbers that this operation takes");
  return Result;
}

static Argument negate(ValueCall &C) {
  Argument Result = C.math().mul(-1, C.get(0u));
  if (Result.isNone())
    C.fail("the operand is not a number");
  return Result;
}

static Argument symNot(ValueCall &C) { return C.math().logicalNot(C.get(0u)); }

static Argument symFloat(ValueCall &C) { return C.math().toFloat(C.get(0u)); }

static Argument symInt(ValueCall &C) {
  Argument A = C.get(0u);
  if (!A.isInt())
    return C.fail("the operand is not an integer");
  return A;
}

static Argument symIte(ValueCall &C) {
  Argument Condition = C.get(0u);
  if (!Condition.isBool())
    return C.fail("the condition is symbolic");
  return C.get(Condition.asBool() ? 1u : 2u);
}

static Argument symSum(ValueCall &C) {
  Argument Sum = 0;
  Argument List = C.get(0u);
  for (const Argument &A : List.elements())
    Sum = C.math().add(Sum, A);
  return Sum;
}

/// sym_size.int, size.int: one size; sym_size: all of them.
static Argument size(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (!C.hasParam("dim"))
    return Argument::list(T.sizes());
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  return T.sizes()[D];
}

static Argument stride(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  if (!C.hasParam("dim"))
    return Argument::list(T.strides());
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || T.strides().size() <= D)
    return C.fail("the operand has no dimension");
  return T.strides()[D];
}

static Argument numel(ValueCall &C) { return C.numel(C.tensor(0u).sizes()); }

static Argument storageOffset(ValueCall &C) { return C.tensor(0u).offset(); }

static Argument dimCount(ValueCall &C) { return int64_t(C.tensor(0u).rank()); }

/// Checks return nothing.
static Argument nothing(ValueCall &) { return Argument::none(); }

/// An element of a tuple or list.
static Argument item(ValueCall &C) {
  Argument Of = C.get(0u), Index = C.get(1u);
  if (Of.kind() == ArgKind::TensorType)
    return tensorItem(C);
  if (!Of.isSequence() || !Index.isInt())
    return C.fail("only results of a call that has several can be taken");
  int64_t I = Index.asInt();
  if (I < 0)
    I += Of.size();
  if (I < 0 || I >= int64_t(Of.size()))
    return C.fail("there is no result " + Twine(Index.asInt()) + " among " +
                  Twine(Of.size()));
  return Of[I];
}

using Math = SymbolicMath;

static constexpr NamedValueRule Rules[] = {
    {"dim-count", dimCount},
    {"item", item},
    {"nothing", nothing},
    {"number-add", number<Math::Add>},
    {"number-div", number<Math::TrueDiv>},
    {"number-eq", number<Math::Eq>},
    {"number-floordiv", number<Math::FloorDiv>},
    {"number-ge", number<Math::Ge>},
    {"number-gt", number<Math::Gt>},
    {"number-le", number<Math::Le>},
    {"number-lt", number<Math::Lt>},
    {"number-max", number<Math::Max>},
    {"number-min", number<Math::Min>},
    {"number-mod", number<Math::Mod>},
    {"number-mul", number<Math::Mul>},
    {"number-ne", number<Math::Ne>},
    {"number-neg", negate},
    {"number-pow", number<Math::Pow>},
    {"number-sub", number<Math::Sub>},
    {"numel", numel},
    {"size", size},
    {"storage-offset", storageOffset},
    {"stride", stride},
    {"sym-float", symFloat},
    {"sym-int", symInt},
    {"sym-ite", symIte},
    {"sym-not", symNot},
    {"sym-sum", symSum},
};

ArrayRef<NamedValueRule> fx::numberValueRules() { return Rules; }
