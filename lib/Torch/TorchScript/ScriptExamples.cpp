//===- ScriptExamples.cpp - Runs operators of TorchScript on examples -----===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "ScriptEvaluator.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include <torch/csrc/jit/runtime/operator.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

/// Whether a size or number among the arguments is another one for other
/// values of the inputs: then so is whether the operator fails.
static bool valuesDecide(ArrayRef<VaryingArgument> Args) {
  return any_of(Args, [](const VaryingArgument &A) {
    bool IsNumber = A.Example.isScalar() || A.Example.isBool();
    return A.Varies & (IsNumber ? V_Sizes | V_Contents : V_Sizes);
  });
}

/// \p V with tensors that have sizes, and no values.
static c10::IValue withoutValues(const c10::IValue &V) {
  if (V.isTensor() && V.toTensor().defined())
    return at::empty_like(V.toTensor(), at::kMeta);
  if (!V.isList())
    return V;
  c10::List<c10::IValue> Items = V.toList().copy();
  for (size_t I = 0; I != Items.size(); ++I)
    Items.set(I, withoutValues(Items.get(I)));
  return Items;
}

/// Whether sizes and types go together, and values such as indices do not.
static bool valuesFail(ArrayRef<VaryingArgument> Args,
                       function_ref<void(jit::Stack &)> Run) {
  if (none_of(Args,
              [](const VaryingArgument &A) { return A.Varies & V_Contents; }))
    return false;
  jit::Stack Stack;
  for (const VaryingArgument &A : Args)
    Stack.push_back(withoutValues(A.Example));
  try {
    Run(Stack);
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

/// Runs an operator on examples. One that fails leaves no example, if it may
/// succeed for other values.
void ScriptEvaluator::computeExample(jit::Node *N, const Values &In,
                                     ArrayRef<ScriptValue> Results,
                                     function_ref<void(jit::Stack &)> Run) {
  if (Examples.empty())
    return;
  jit::Stack Stack;
  SmallVector<VaryingArgument, 8> Args;
  size_t Skip = N->inputs().size() - In.size();
  for (auto [I, V] : enumerate(In)) {
    auto Example = example(V, N->inputs()[I + Skip]->type());
    if (!Example)
      return;
    Args.push_back({*Example, variation(V)});
    Stack.push_back(std::move(*Example));
  }
  // Kernels write running statistics without saying so in their schemas.
  SmallVector<std::pair<at::Tensor, at::Tensor>, 4> Statistics;
  for (const c10::IValue &V : Stack)
    if (V.isTensor() && V.toTensor().defined() && V.toTensor().dim() <= 1 &&
        !V.toTensor().requires_grad() && State.isState(V.toTensor()))
      Statistics.push_back({V.toTensor(), V.toTensor().clone()});
  DataShapeObserver Observer;
  try {
    Run(Stack);
  } catch (const std::exception &) {
    if (!valuesDecide(Args) && !valuesFail(Args, Run))
      throw;
    return;
  }
  for (auto &[Live, Before] : Statistics)
    if (!at::equal(Live, Before)) {
      at::Tensor After = Live.clone();
      Live.copy_(Before);
      State.save(Live);
      Live.copy_(After);
    }
  for (auto [Result, Value] : zip(Results, Stack))
    if (Result.node())
      Examples.set(Result.node(), Value,
                   resultVariation(N, Args, Value, Observer.seen()));
  raiseVariation(N, In);
}

/// What is written varies as what is written to it does.
void ScriptEvaluator::raiseVariation(jit::Node *N, const Values &In) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema ||
      !any_of(In, [&](const ScriptValue &V) { return variation(V); }))
    return;
  for (size_t I = 0; I != In.size() && I != Schema->arguments().size(); ++I) {
    const c10::AliasInfo *Alias = Schema->arguments()[I].alias_info();
    Node *Changed = In[I].node();
    if (Alias && Alias->isWrite() && Changed &&
        !(variation(Changed) & V_Contents))
      Examples.noteWrite(Changed);
  }
}

void ScriptExamples::noteWrite(Node *Changed) {
  const Graph &G = Changed->graph();
  MemoryAnalysis Memory(G);
  auto Shares = [&](const Node &Other) {
    // There are no groups where all writes are recorded as operators so far.
    return &Other == Changed || (Memory.hasWriters() &&
                                 Memory.group(Other) == Memory.group(*Changed));
  };
  for (Node *Other : G.nodes())
    if (Shares(*Other))
      if (auto It = OfNodes.find(Other); It != OfNodes.end())
        It->second.Varies |= V_Contents;
}
