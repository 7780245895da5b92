//===- PlaceTerms.cpp - Conditions and results about places ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is not understood is unknown. An unknown condition is not a fact, so
// that more has to be shown than is necessary; anything else that is unknown
// and is needed ends the proof.
//
//===----------------------------------------------------------------------===//

#include "Match/RuleFunctions.h"
#include "PlaceProof.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The same without where it came from.
static PlaceValue asWritten(Cases &C, const PlaceValue &V) {
  return V.Kind == PlaceValue::Int ? PlaceValue::integer(written(C, V)) : V;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

std::optional<bool> fx::rewrite::isEqual(Cases &C, const PlaceValue &A,
                                         const PlaceValue &B) {
  using V = PlaceValue;
  if (A.Kind == V::Unknown || B.Kind == V::Unknown || A.Kind == V::Constant ||
      B.Kind == V::Constant || A.Kind == V::Tensor || B.Kind == V::Tensor)
    return std::nullopt;
  if (A.Kind != B.Kind)
    return (A.Kind == V::Truth && B.Kind == V::Int) ||
                   (A.Kind == V::Int && B.Kind == V::Truth)
               ? std::nullopt
               : std::optional(false);
  if (A.Kind == V::Int)
    return C.isZero(written(C, A) - written(C, B));
  if (A.Kind == V::Truth)
    return A.IsTrue == B.IsTrue;
  if (A.Items.size() != B.Items.size())
    return false;
  bool Unknown = false;
  for (auto [X, Y] : zip(A.Items, B.Items)) {
    std::optional<bool> Same = isEqual(C, X, Y);
    if (Same == false)
      return false;
    Unknown |= !Same;
  }
  return Unknown ? std::nullopt : std::optional(true);
}

static std::optional<bool> negate(std::optional<bool> B) {
  return B ? std::optional(!*B) : std::nullopt;
}

static std::optional<bool> compare(Cases &C, StringRef Sign,
                                   const PlaceValue &A, const PlaceValue &B) {
  if (Sign == "==")
    return isEqual(C, A, B);
  if (Sign == "!=")
    return negate(isEqual(C, A, B));
  if (Sign == "in" || Sign == "not in") {
    if (B.Kind != PlaceValue::List)
      return std::nullopt;
    std::optional<bool> In = false;
    for (const PlaceValue &Item : B.Items) {
      std::optional<bool> Same = isEqual(C, A, Item);
      if (Same == true) {
        In = true;
        break;
      }
      if (!Same)
        In = std::nullopt;
    }
    return Sign == "in" ? In : negate(In);
  }
  // Nothing is known of None there, so that the rule is not applied.
  if (A.Kind == PlaceValue::NotGiven || B.Kind == PlaceValue::NotGiven)
    return false;
  if (A.Kind != PlaceValue::Int || B.Kind != PlaceValue::Int)
    return std::nullopt;
  Poly X = written(C, A), Y = written(C, B);
  if (Sign == "<")
    return C.isLess(X, Y);
  if (Sign == "<=")
    return C.isNonNegative(Y - X);
  if (Sign == ">")
    return C.isLess(Y, X);
  return C.isNonNegative(X - Y);
}

static PlaceValue asValue(std::optional<bool> B) {
  return B ? PlaceValue::truth(*B) : PlaceValue::unknown();
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static PlaceValue evaluateList(PlaceScope &S, const Term &T) {
  std::vector<PlaceValue> Items;
  for (const Term *Kid : T.Kids) {
    PlaceValue Value = evaluatePlaces(S, *Kid);
    if (Kid->Kind == Term::Comprehension && T.Kids.size() == 1)
      return Value;
    if (Kid->Kind == Term::Spread) {
      if (Value.Kind != PlaceValue::List)
        return PlaceValue::unknown();
      append_range(Items, Value.Items);
      continue;
    }
    Items.push_back(std::move(Value));
  }
  return PlaceValue::list(std::move(Items));
}

static PlaceValue evaluateBinary(PlaceScope &S, const Term &T) {
  PlaceValue A = evaluatePlaces(S, *T.Kids[0]);
  PlaceValue B = evaluatePlaces(S, *T.Kids[1]);
  bool AreLists = A.Kind == PlaceValue::List && B.Kind == PlaceValue::List;
  if (T.Sign == "+" && AreLists) {
    append_range(A.Items, B.Items);
    return A;
  }
  if (T.Sign == "*" && A.Kind == PlaceValue::List) {
    std::optional<int64_t> Times = knownNumber(asWritten(S.C, B));
    if (!Times || *Times > 64)
      return PlaceValue::unknown();
    std::vector<PlaceValue> Items;
    for (int64_t I = 0; I < *Times; ++I)
      append_range(Items, A.Items);
    return PlaceValue::list(std::move(Items));
  }
  if (A.Kind != PlaceValue::Int || B.Kind != PlaceValue::Int)
    return PlaceValue::unknown();
  Poly X = written(S.C, A), Y = written(S.C, B);
  if (T.Sign == "+")
    return PlaceValue::integer(X + Y);
  if (T.Sign == "-")
    return PlaceValue::integer(X - Y);
  if (T.Sign == "*")
    return PlaceValue::integer(X * Y);
  if ((T.Sign == "//" || T.Sign == "%") && S.C.isLess(Poly(), Y)) {
    Poly Quotient = S.C.Known.floorDiv(X, Y);
    return PlaceValue::integer(T.Sign == "//" ? Quotient : X - Quotient * Y);
  }
  return PlaceValue::unknown();
}

static std::optional<bool> evaluateCompare(PlaceScope &S, const Term &T) {
  bool Unknown = false;
  PlaceValue Left = evaluatePlaces(S, *T.Kids[0]);
  for (size_t I = 0; I != T.Signs.size(); ++I) {
    PlaceValue Right = evaluatePlaces(S, *T.Kids[I + 1]);
    std::optional<bool> Holds = compare(S.C, T.Signs[I], Left, Right);
    if (Holds == false)
      return false;
    Unknown |= !Holds;
    Left = std::move(Right);
  }
  return Unknown ? std::nullopt : std::optional(true);
}

static std::optional<bool> evaluateLogic(PlaceScope &S, const Term &T) {
  bool Decides = T.Kind == Term::Or;
  std::optional<bool> A = truthOf(S, *T.Kids[0]);
  if (A == Decides)
    return Decides;
  std::optional<bool> B = truthOf(S, *T.Kids[1]);
  if (B == Decides)
    return Decides;
  return A && B ? std::optional(!Decides) : std::nullopt;
}

static PlaceValue evaluateIndex(PlaceScope &S, const Term &T) {
  PlaceValue Of = evaluatePlaces(S, *T.Kids[0]);
  if (Of.Kind != PlaceValue::List)
    return PlaceValue::unknown();
  int64_t Size = Of.Items.size();
  if (T.Kind == Term::Index) {
    std::optional<int64_t> At =
        placeIn(S.C, evaluatePlaces(S, *T.Kids[1]), Size);
    return At && *At >= 0 && *At < Size ? Of.Items[*At] : PlaceValue::unknown();
  }
  int64_t Bounds[2] = {0, Size};
  for (unsigned I = 0; I != 2; ++I) {
    if (!T.Kids[I + 1])
      continue;
    std::optional<int64_t> At =
        knownNumber(asWritten(S.C, evaluatePlaces(S, *T.Kids[I + 1])));
    if (!At)
      return PlaceValue::unknown();
    Bounds[I] = std::clamp<int64_t>(*At < 0 ? *At + Size : *At, 0, Size);
  }
  if (Bounds[0] >= Bounds[1])
    return PlaceValue::list({});
  return PlaceValue::list(
      {Of.Items.begin() + Bounds[0], Of.Items.begin() + Bounds[1]});
}

static PlaceValue evaluateComprehension(PlaceScope &S, const Term &T) {
  PlaceValue List = evaluatePlaces(S, *T.Kids[1]);
  if (List.Kind != PlaceValue::List)
    return PlaceValue::unknown();
  S.Items.resize(std::max<size_t>(S.Items.size(), T.ItemOf + 1));
  std::vector<PlaceValue> Values;
  for (const PlaceValue &Item : List.Items) {
    S.Items[T.ItemOf] = Item;
    if (T.Kids[2]) {
      std::optional<bool> Keep = truthOf(S, *T.Kids[2]);
      if (!Keep)
        return PlaceValue::unknown();
      if (!*Keep)
        continue;
    }
    Values.push_back(evaluatePlaces(S, *T.Kids[0]));
  }
  return PlaceValue::list(std::move(Values));
}

static PlaceValue evaluateCall(PlaceScope &S, const Term &T) {
  const PlaceOp *Op =
      T.Ops.size() == 1 ? lookupPlaceOp(T.Ops[0].Op->name()) : nullptr;
  if (!Op) {
    S.C.giveUp("an operator of the result has several forms");
    return {};
  }
  std::vector<std::optional<PlaceValue>> Args(Op->Params.size());
  for (size_t I = 0; I != T.Kids.size(); ++I) {
    StringRef Name = I < T.ArgNames.size() ? T.ArgNames[I] : StringRef();
    std::optional<unsigned> At =
        Name.empty() ? std::optional(unsigned(I)) : findPlaceParam(*Op, Name);
    if (!At || *At >= Args.size()) {
      S.C.giveUp(Op->Name + " of the result has other arguments");
      return {};
    }
    Args[*At] = evaluatePlaces(S, *T.Kids[I]);
  }
  return applyPlaceOp(S, *Op, std::move(Args));
}

std::optional<bool> fx::rewrite::truthOf(PlaceScope &S, const Term &T) {
  PlaceValue Value = evaluatePlaces(S, T);
  if (Value.Kind != PlaceValue::Truth)
    return std::nullopt;
  return Value.IsTrue;
}

PlaceValue fx::rewrite::evaluatePlaces(PlaceScope &S, const Term &T) {
  if (S.C.ended())
    return PlaceValue::unknown();
  switch (T.Kind) {
  case Term::Literal:
    return PlaceValue::of(T.Value);
  case Term::Spread:
    return evaluatePlaces(S, *T.Kids[0]);
  case Term::Ref:
    return S.Slots[T.SlotOf].value_or(PlaceValue());
  case Term::Item:
    return S.Items[T.ItemOf];
  case Term::List:
    return evaluateList(S, T);
  case Term::Unary: {
    PlaceValue Of = evaluatePlaces(S, *T.Kids[0]);
    if (T.Sign != "-" || Of.Kind != PlaceValue::Int)
      return PlaceValue::unknown();
    return PlaceValue::integer(written(S.C, Of) * Poly(-1));
  }
  case Term::Binary:
    return evaluateBinary(S, T);
  case Term::Compare:
    return asValue(evaluateCompare(S, T));
  case Term::And:
  case Term::Or:
    return asValue(evaluateLogic(S, T));
  case Term::Not:
    return asValue(negate(truthOf(S, *T.Kids[0])));
  case Term::Conditional: {
    std::optional<bool> If = truthOf(S, *T.Kids[1]);
    if (If)
      return evaluatePlaces(S, *T.Kids[*If ? 0 : 2]);
    // Either may be taken.
    return evaluatePlaces(S, *T.Kids[S.C.choose(2) ? 0 : 2]);
  }
  case Term::Index:
  case Term::Slice:
    return evaluateIndex(S, T);
  case Term::Comprehension:
    return evaluateComprehension(S, T);
  case Term::Function: {
    if (T.Fn == FunctionId::Given && T.Kids[0]->Kind == Term::Ref) {
      const auto &Slot = S.Slots[T.Kids[0]->SlotOf];
      return PlaceValue::truth(Slot && Slot->Kind != PlaceValue::NotGiven);
    }
    std::vector<PlaceValue> Args;
    for (const Term *Kid : T.Kids)
      Args.push_back(evaluatePlaces(S, *Kid));
    return callPlaceFunction(S.C, T.Fn, Args);
  }
  case Term::Call:
    return evaluateCall(S, T);
  case Term::Update:
  case Term::Chain:
  case Term::Fold:
    break;
  }
  S.C.giveUp("a result is made of what only the engine knows");
  return {};
}
