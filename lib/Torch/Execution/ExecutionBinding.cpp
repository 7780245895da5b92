//===- ExecutionBinding.cpp - What a node calls, and with what ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operator a node calls depends on the kinds of its operands, which are
// the same in each run of most models. So the first run remembers how arguments
// are pushed, and guards notice when that no longer holds.
//
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "Handlers.h"
#include <ATen/core/jit_type.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

static bool isTensorType(const c10::Type &Type) {
  if (const auto *Optional = Type.castRaw<c10::OptionalType>())
    return isTensorType(*Optional->getElementType());
  return Type.kind() == c10::TypeKind::TensorType;
}

/// How many of the node's operands are the value in \p Slot.
static unsigned countUses(const ValueTemplate &T, uint32_t Slot) {
  if (T.Kind == ValueTemplate::Slot)
    return T.Place == Slot;
  unsigned Count = 0;
  for (const ValueTemplate &Item : T.Items)
    Count += countUses(Item, Slot);
  return Count;
}

static bool isMovable(const Instruction &I, uint32_t Slot) {
  if (!is_contained(I.Dead, Slot))
    return false;
  unsigned Count = 0;
  for (const ValueTemplate &T : I.Args)
    Count += countUses(T, Slot);
  for (const auto &[Name, T] : I.Kwargs)
    Count += countUses(T, Slot);
  return Count == 1;
}

/// Slots inside a container, with what they hold.
static void guardItems(BoundCall &B, const ValueTemplate &T,
                       const std::vector<IValue> &Values) {
  if (T.Kind == ValueTemplate::Slot) {
    const IValue &V = Values[T.Place];
    B.Guards.push_back(
        {T.Place, V.isTensor() ? PushStep::AnyTensor : kindOf(V)});
  }
  for (const ValueTemplate &Item : T.Items)
    guardItems(B, Item, Values);
}

/// Fills step, and guards what the binding depends on.
static void bindValue(const Instruction &I, BoundCall &B, PushStep &S,
                      const c10::Argument &Param, const ValueTemplate &T,
                      const std::vector<IValue> &Values) {
  if (T.Kind == ValueTemplate::Constant) {
    S.Kind = PushStep::Constant;
    S.Value = T.Value;
    convertForParameter(S.Value, Param);
    return;
  }
  S.Template = &T;
  S.Convert = true;
  if (T.Kind == ValueTemplate::Aggregate) {
    S.Kind = PushStep::Build;
    guardItems(B, T, Values);
    return;
  }
  S.Place = T.Place;
  S.Kind = isMovable(I, T.Place) ? PushStep::Move : PushStep::Copy;
  const IValue &V = Values[T.Place];
  bool ForTensor = isTensorType(*Param.type());
  S.Guard = V.isTensor() && ForTensor ? PushStep::AnyTensor : kindOf(V);
  if (V.isTensor()) {
    S.Convert = !ForTensor;
    return;
  }
  if (isSequence(V) || asPyValue(V))
    return;
  IValue Converted = V;
  convertForParameter(Converted, Param);
  S.Convert = kindOf(Converted) != kindOf(V);
}

void Execution::bind(const Instruction &I, BoundCall &B, const Slots &Values) {
  B = BoundCall();
  B.IsSlow = true;
  PyCall Call = argumentsOf(I, Values);
  if (I.Target->usesHandler(Call) || I.Target->Overloads.empty() ||
      Call.keyword("out"))
    return;
  Binding Found = I.Target->bind(Call);
  if (Found.RequiresGrad)
    return;
  B.Schema = &Found.schema();
  const std::vector<c10::Argument> &Params = B.Schema->arguments();
  B.Steps.reserve(Params.size());
  for (auto [Source, Param] : zip(Found.Sources, Params)) {
    PushStep &S = B.Steps.emplace_back();
    switch (Source.Kind) {
    case ArgSource::Constant:
      S.Value = Source.Value;
      break;
    case ArgSource::Positional:
      bindValue(I, B, S, Param, I.Args[Source.Index], Values);
      break;
    case ArgSource::Keyword:
      bindValue(I, B, S, Param, I.Kwargs[Source.Index].second, Values);
      break;
    case ArgSource::Rest:
      S.Kind = PushStep::Rest;
      S.Place = Source.Index;
      S.Convert = true;
      for (const ValueTemplate &T : ArrayRef(I.Args).drop_front(Source.Index))
        guardItems(B, T, Values);
      break;
    }
  }
  // What no parameter got may decide between overloads too.
  auto IsGuarded = [&](uint32_t Slot) {
    return any_of(B.Guards, [&](const auto &G) { return G.first == Slot; }) ||
           any_of(B.Steps, [&](const PushStep &S) {
             return S.Guard != PushStep::NoGuard && S.Place == Slot;
           });
  };
  for (const ValueTemplate &T : I.Args)
    if (T.Kind == ValueTemplate::Slot && !IsGuarded(T.Place))
      guardItems(B, T, Values);
  B.NumResults = uint32_t(B.Schema->returns().size());
  B.Script = Found.Callee->Script;
  B.Op = B.Script ? nullptr : &Found.op();
  B.IsBound = true;
  B.IsSlow = false;
}
