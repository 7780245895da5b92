//===- ScriptIntegers.cpp - Sizes that traces hold as tensors -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptIntegers.h"
#include "ScriptEvaluator.h"
#include "ScriptNodes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace aten = c10::aten;
namespace prim = c10::prim;

/// Python's operator that does with ints what \p N does with tensors of them.
static StringRef integerOperator(const jit::Node *N) {
  if (!N->kind().is_aten())
    return {};
  return StringSwitch<StringRef>(N->kind().toUnqualString())
      .Case("add", "operator.add")
      .Cases("sub", "rsub", "operator.sub")
      .Case("mul", "operator.mul")
      .Case("floor_divide", "operator.floordiv")
      .Case("remainder", "operator.mod")
      .Default({});
}

/// What else is often done with sizes: `x / c**0.5`. In place it is the same
/// call, at first.
static bool canRead(StringRef Target) {
  return StringSwitch<bool>(Target)
      .Cases("operator.add", "operator.sub", "operator.mul", "operator.truediv",
             "operator.pow", true)
      .Cases("builtins.int", "torch.sqrt", true)
      .Default(false);
}

std::optional<int64_t> ScriptIntegers::knownInteger(const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (Known && Known->isInt())
    return Known->toInt();
  if (!Known || !Known->isTensor())
    return std::nullopt;
  const at::Tensor &T = Known->toTensor();
  if (!T.defined() || T.dim() != 0 || T.scalar_type() != at::kLong ||
      !T.device().is_cpu() || E.state().isState(T))
    return std::nullopt;
  return T.item<int64_t>();
}

std::optional<ScriptValue> ScriptIntegers::numberOf(Node *T) {
  // What is asked again and again has to be answered quickly.
  constexpr size_t MaxUsers = 1000;
  auto IsUntouched = [&](Node *Held) {
    size_t Users = 0;
    return Integers.count(Held) && all_of(Held->users(), [&](Node *User) {
             return ++Users < MaxUsers &&
                    (Integers.count(User) || (canRead(User->targetText()) &&
                                              !E.augmented().contains(User)));
           });
  };
  SmallVector<Node *, 8> Pending{T};
  while (!Pending.empty()) {
    Node *Current = Pending.back();
    auto It = Integers.find(Current);
    auto IsGood = [&](const ScriptValue &V) {
      return !V.node() || It->second.Operator.empty() || IsUntouched(V.node());
    };
    if (!IsUntouched(Current) || !all_of(It->second.Operands, IsGood)) {
      // Nor will it be later, nor is what depends on it.
      for (Node *Dependent : Pending)
        Integers.erase(Dependent);
      return std::nullopt;
    }
    HeldInteger &Held = It->second;
    size_t Before = Pending.size();
    for (const ScriptValue &V : Held.Operands)
      if (V.node() && !Held.Operator.empty() &&
          Integers.find(V.node())->second.Number.isNone())
        Pending.push_back(V.node());
    if (Pending.size() != Before)
      continue;
    Pending.pop_back();
    if (!Held.Number.isNone())
      continue;
    if (Held.Operator.empty()) {
      Held.Number = Held.Operands[0];
      continue;
    }
    TraceArguments Args;
    for (const ScriptValue &V : Held.Operands)
      Args.add(E.lower(V.node() ? Integers.find(V.node())->second.Number : V));
    Held.Number = E.record(Opcode::CallFunction, Held.Operator, Args);
    const VaryingArgument *Tensor = E.examples().find(Current);
    if (Tensor && Held.Number.node())
      E.examples().set(Held.Number.node(),
                       Tensor->Example.toTensor().item<int64_t>(),
                       Tensor->Varies);
  }
  return Integers.find(T)->second.Number;
}

/// Whether \p N makes a number of a tensor of one integer.
static bool makesNumber(const jit::Node *N) {
  return N->kind() == aten::Int || N->kind() == aten::IntImplicit ||
         N->kind() == aten::ScalarImplicit;
}

std::optional<ScriptValue>
ScriptIntegers::record(jit::Node *N, const std::vector<ScriptValue> &In) {
  if (In.size() == 1 && In[0].node() && makesNumber(N))
    return numberOf(In[0].node());
  HeldInteger Held;
  if (N->kind() == prim::NumToTensor && In[0].node() &&
      N->input(0)->type()->kind() == c10::TypeKind::IntType) {
    Held.Operands.push_back(In[0]);
  } else {
    Held.Operator = integerOperator(N);
    if (Held.Operator.empty() || In.size() < 2 || !takesOperands(N))
      return std::nullopt;
    for (const ScriptValue &V : ArrayRef(In).take_front(2)) {
      if (Integers.count(V.node()))
        Held.Operands.push_back(V);
      else if (std::optional<int64_t> Known = knownInteger(V))
        Held.Operands.push_back(ScriptValue(c10::IValue(*Known)));
      else
        return std::nullopt;
    }
    if (none_of(Held.Operands, [](const ScriptValue &V) { return V.node(); }))
      return std::nullopt;
    if (N->kind() == aten::rsub)
      std::swap(Held.Operands[0], Held.Operands[1]);
  }
  TraceArguments Args;
  for (const ScriptValue &V : Held.Operands)
    Args.add(E.lower(V));
  StringRef Target = Held.Operator.empty() ? "torch.tensor" : Held.Operator;
  ScriptValue Result = E.record(Opcode::CallFunction, Target, Args);
  E.computeExample(N, In, Result,
                   [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  Integers[Result.node()] = std::move(Held);
  Tensors.push_back(Result.node());
  return Result;
}

void ScriptIntegers::eraseUnused() {
  for (Node *T : reverse(Tensors))
    T->graph().eraseIfUnused(T);
  Integers.clear();
  Tensors.clear();
}
