//===- RulesDifferences.cpp - torch.gradient ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differences of neighbors: central ones inside, and at both ends those of
// first or second order. Nodes are made in the order in which PyTorch's kernel
// makes its calls.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "llvm/ADT/Sequence.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {
/// The differences of one tensor along one dimension.
class Differences {
public:
  Differences(Call &C, const Value &X, int64_t D, bool SecondOrder)
      : C(C), X(X), D(D), SecondOrder(SecondOrder) {}

  /// With \p Step, a number, between neighbors.
  Value evenly(const Argument &Step);
  /// With neighbors at \p Places, a tensor of one dimension.
  Value at(const Value &Places);

private:
  /// Elements from \p Start to \p End, both may count from the end.
  Value part(const Value &Of, int64_t Along, int64_t Start,
             std::optional<int64_t> End = std::nullopt) {
    return End ? C.call("slice.Tensor", {Of, Along, Dim(Start), Dim(*End)})
               : C.call("slice.Tensor", {Of, Along, Dim(Start)});
  }
  Value part(int64_t Start, std::optional<int64_t> End = std::nullopt) {
    return part(X, D, Start, End);
  }
  Value times(const Value &V, const Argument &Number) {
    return C.call("mul.Scalar", {V, Number});
  }
  Value dividedBy(const Value &V, const Argument &Number) {
    return C.call("div.Scalar", {V, Number});
  }
  Value inside(const Value &Steps);
  Value firstOf(const Value &Steps);
  Value lastOf(const Value &Steps);
  Value joined(const Value &First, const Value &Center, const Value &Last) {
    return C.call("cat", {Argument::list({First, Center, Last}), D});
  }

  Call &C;
  Value X;
  int64_t D;
  bool SecondOrder;
};
} // namespace

Value Differences::evenly(const Argument &Step) {
  Value Before = part(0, -2), After = part(2);
  Value Center = dividedBy(After - Before, Step), First, Last;
  if (!SecondOrder) {
    Value A = part(0, 1), B = part(1, 2);
    First = dividedBy(B - A, Step);
    A = part(-2, -1);
    B = part(-1);
    Last = dividedBy(B - A, Step);
  } else {
    Value Third = times(part(2, 3), 0.5), Second = times(part(1, 2), 2);
    First = dividedBy(times(part(0, 1), -1.5) + Second - Third, Step);
    Third = times(part(-1), 1.5);
    Second = times(part(-2, -1), 2);
    Last = dividedBy(times(part(-3, -2), 0.5) - Second + Third, Step);
  }
  return joined(First, dividedBy(Center, 2), Last);
}

/// Between the ends, weights that depend on both steps at a place.
Value Differences::inside(const Value &Steps) {
  Dims Shape(X.rank(), Dim(1));
  Shape[D] = -1;
  auto Weight = [&](const Value &V) {
    return C.call("view", {V, Call::list(Shape)});
  };
  Value Before = part(Steps, 0, 0, -1), After = part(Steps, 0, 1);
  Value Divisor = Before * (Before + After);
  Value A = Weight(-After / Divisor);
  Divisor = Before * After;
  Value B = Weight((After - Before) / Divisor);
  Divisor = After * (Before + After);
  Value E = Weight(Before / Divisor);
  Value Next = E * part(2), Here = B * part(1, -1);
  return A * part(0, -2) + Here + Next;
}

Value Differences::firstOf(const Value &Steps) {
  auto Step = [&](int64_t I) { return C.call("select.int", {Steps, 0, I}); };
  if (!SecondOrder) {
    Value Divisor = Step(0), A = part(0, 1), B = part(1, 2);
    return (B - A) / Divisor;
  }
  Value S1 = Step(1), Sum = Step(0) + S1, Divisor = Step(0) * Sum;
  S1 = Step(1);
  Value A = -(times(Step(0), 2.0) + S1) / Divisor;
  S1 = Step(1);
  Divisor = Step(0) * S1;
  S1 = Step(1);
  Value B = (Step(0) + S1) / Divisor;
  S1 = Step(1);
  Sum = Step(0) + S1;
  Divisor = Step(1) * Sum;
  Value E = -Step(0) / Divisor;
  Value Third = E * part(2, 3), Second = B * part(1, 2);
  return A * part(0, 1) + Second + Third;
}

Value Differences::lastOf(const Value &Steps) {
  auto Step = [&](int64_t I) { return C.call("select.int", {Steps, 0, I}); };
  if (!SecondOrder) {
    Value Divisor = Step(-1), A = part(-2, -1), B = part(-1);
    return (B - A) / Divisor;
  }
  Value S2 = Step(-2), Sum = Step(-1) + S2, Divisor = Step(-2) * Sum;
  Value A = Step(-1) / Divisor;
  S2 = Step(-2);
  Divisor = Step(-1) * S2;
  S2 = Step(-2);
  Value B = -(Step(-1) + S2) / Divisor;
  S2 = Step(-2);
  Sum = Step(-1) + S2;
  Divisor = Step(-1) * Sum;
  S2 = Step(-2);
  Value E = (times(Step(-1), 2) + S2) / Divisor;
  Value Third = E * part(-1), Second = B * part(-2, -1);
  return A * part(-3, -2) + Second + Third;
}

Value Differences::at(const Value &Places) {
  Dim Count = Places.size(0);
  Value Before =
            C.call("slice.Tensor", {Places, 0, Dim(0), C.sub(Count, Dim(1))}),
        After = C.call("slice.Tensor", {Places, 0, Dim(1), Count});
  Value Steps = After - Before, Center = inside(Steps);
  Value First = firstOf(Steps);
  return joined(First, Center, lastOf(Steps));
}

/// All overloads of gradient: `spacing` is a number for all dimensions, one for
/// each, or tensors of places; `dim` is one dimension, several, or None for
/// all.
static Value gradient(Call &C) {
  std::optional<unsigned> Spacing = C.schema().findParam("spacing"),
                          Along = C.schema().findParam("dim"),
                          Order = C.schema().findParam("edge_order");
  SmallVector<int64_t, 6> Dimensions;
  int64_t Rank = C[0].rank();
  if (!C.isGiven(*Along))
    append_range(Dimensions, seq<int64_t>(0, Rank));
  else if (C.arg(*Along).isSequence())
    Dimensions = C.integers(*Along);
  else
    Dimensions = {C.integer(*Along)};
  Argument Steps = Spacing ? C.arg(*Spacing) : Argument();
  if (Steps.isSequence() && Steps.size() != Dimensions.size())
    return failCount(C, *Spacing, Steps.size(), Twine(Dimensions.size()));
  bool SecondOrder = C.integer(*Order, 1) == 2;
  SmallVector<Argument, 4> Results;
  for (auto [I, Given] : enumerate(Dimensions)) {
    std::optional<int64_t> D = wrapDim(C, Given, Rank);
    if (!D || C.failed())
      return C.none();
    Differences Of(C, C[0], *D, SecondOrder);
    Argument Step = Steps.isSequence() ? Steps[I]
                    : Steps.isNone()   ? Argument(1.0)
                                       : Steps;
    Results.push_back(Call::isTensor(Step) ? Of.at(C.value(Step))
                                           : Of.evenly(Step));
  }
  return C.value(Argument::list(Results));
}

ArrayRef<Entry> fx::decomposition::differenceRules() {
  static const Entry Rules[] = {{"gradient", gradient}};
  return Rules;
}
