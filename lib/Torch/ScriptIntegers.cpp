//===- ScriptIntegers.cpp - Sizes that traces hold as tensors -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch.jit.trace makes tensors of sizes: of `x.reshape(n, c * 2)` remains
// int(mul(NumToTensor(size), 2)). What becomes a number again is computed from
// numbers, as it was in Python; the tensors go where nothing else needs them.
//
//===----------------------------------------------------------------------===//

#include "ScriptEvaluator.h"
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

/// An int, or a tensor of one, that no run changes.
std::optional<int64_t> ScriptEvaluator::knownInteger(const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (Known && Known->isInt())
    return Known->toInt();
  if (!Known || !Known->isTensor())
    return std::nullopt;
  const at::Tensor &T = Known->toTensor();
  if (!T.defined() || T.dim() != 0 || T.scalar_type() != at::kLong ||
      !T.device().is_cpu() || isState(T))
    return std::nullopt;
  return T.item<int64_t>();
}

/// \p T as a number; nothing when it is none, or may have been written.
std::optional<ScriptValue> ScriptEvaluator::integerOf(Node *T) {
  // What is asked again and again has to be answered quickly.
  constexpr size_t MaxUsers = 1000;
  auto IsUntouched = [&](Node *Held) {
    size_t Users = 0;
    return Integers.count(Held) && all_of(Held->users(), [&](Node *User) {
             return ++Users < MaxUsers &&
                    (Integers.count(User) || (canRead(User->targetText()) &&
                                              !is_contained(Augmented, User)));
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
      Args.add(lower(V.node() ? Integers.find(V.node())->second.Number : V));
    Held.Number = record(Opcode::CallFunction, Held.Operator, Args);
    auto Example = Examples.find(Current);
    if (Example != Examples.end() && Held.Number.node())
      setExample(Held.Number.node(),
                 Example->second.Example.toTensor().item<int64_t>(),
                 Example->second.Varies);
  }
  return Integers.find(T)->second.Number;
}

/// Whether \p N makes a number of a tensor of one integer.
static bool makesNumber(const jit::Node *N) {
  return N->kind() == aten::Int || N->kind() == aten::IntImplicit ||
         N->kind() == aten::ScalarImplicit;
}

/// Records what makes such a tensor, or a number of it.
bool ScriptEvaluator::recordInteger(jit::Node *N, const Values &In, Env &E) {
  if (In.size() == 1 && In[0].node() && makesNumber(N)) {
    std::optional<ScriptValue> Number = integerOf(In[0].node());
    if (Number)
      E[N->output()] = *Number;
    return Number.has_value();
  }
  HeldInteger Held;
  if (N->kind() == prim::NumToTensor && In[0].node() &&
      N->input(0)->type()->kind() == c10::TypeKind::IntType) {
    Held.Operands.push_back(In[0]);
  } else {
    Held.Operator = integerOperator(N);
    if (Held.Operator.empty() || In.size() < 2 || !takesOperands(N))
      return false;
    for (const ScriptValue &V : ArrayRef(In).take_front(2)) {
      if (Integers.count(V.node()))
        Held.Operands.push_back(V);
      else if (std::optional<int64_t> Known = knownInteger(V))
        Held.Operands.push_back(ScriptValue(c10::IValue(*Known)));
      else
        return false;
    }
    if (none_of(Held.Operands, [](const ScriptValue &V) { return V.node(); }))
      return false;
    if (N->kind() == aten::rsub)
      std::swap(Held.Operands[0], Held.Operands[1]);
  }
  TraceArguments Args;
  for (const ScriptValue &V : Held.Operands)
    Args.add(lower(V));
  StringRef Target = Held.Operator.empty() ? "torch.tensor" : Held.Operator;
  ScriptValue Result = record(Opcode::CallFunction, Target, Args);
  E[N->output()] = Result;
  computeExample(N, In, Result,
                 [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  Integers[Result.node()] = std::move(Held);
  IntegerTensors.push_back(Result.node());
  return true;
}

void ScriptEvaluator::eraseUnusedIntegers() {
  for (Node *T : reverse(IntegerTensors))
    T->graph().eraseIfUnused(T);
  Integers.clear();
  IntegerTensors.clear();
}
