//===- ScriptSubscripts.cpp - x[...] --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptSubscripts.h"
#include "ScriptEvaluator.h"
#include "ScriptNodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace aten = c10::aten;

TraceValue torch_impl::sliceBound(const ScriptValue &V, TraceValue Lowered,
                                  int64_t Absent) {
  const c10::IValue *Known = V.known();
  if (Known &&
      (Known->isNone() || (Known->isInt() && Known->toInt() == Absent)))
    return TraceValue();
  return Lowered;
}

/// Whether Python would take the tensors of an index for numbers, and give a
/// view where TorchScript copies, as far as the examples say.
static bool indexesByNumbers(const ScriptEvaluator &E,
                             const ScriptValue &Indices) {
  std::optional<c10::IValue> List =
      E.example(Indices, c10::ListType::ofTensors());
  return List && List->isList() &&
         all_of(List->toListRef(), [](const c10::IValue &V) {
           return V.isNone() || (V.isTensor() && V.toTensor().dim() == 0 &&
                                 c10::isIntegralType(V.toTensor().scalar_type(),
                                                     /*includeBool=*/false));
         });
}

ScriptValue ScriptSubscripts::record(jit::Node *N, ArrayRef<ScriptValue> In) {
  if (N->kind() == aten::index && indexesByNumbers(E, In[1]))
    return E.record(Opcode::CallFunction, "torch.ops.aten.index.Tensor",
                    TraceArguments::of(E.lower(In[0]), E.lower(In[1])));
  Node *Base = In[0].node();
  bool HasTensors = N->kind() == aten::index;
  Subscript State{sourceKey(N), {}, 0, false};
  auto It = Base ? Begun.find(Base) : Begun.end();
  bool Continues = It != Begun.end() && It->second.Key == State.Key &&
                   !Base->hasUsers() && N->input(0)->uses().size() == 1;
  // Several indices can come from one line of a trace.
  if (Continues && isTraced(N))
    Continues = !It->second.HasTensors &&
                (HasTensors || In[1].known()->toInt() >= It->second.Dims);
  if (Continues)
    State = It->second;
  State.HasTensors = HasTensors;

  // Brings the next part to the dimension Dim of the result so far.
  auto Reach = [&](int64_t Dim) {
    if (Dim < 0) {
      bool HasEllipsis = any_of(State.Items, [](const TraceValue &V) {
        return V.isConstant() && V.constant().kind() == ArgKind::Ellipsis;
      });
      if (!HasEllipsis)
        State.Items.push_back(ellipsis());
      return;
    }
    for (; State.Dims < Dim; ++State.Dims)
      State.Items.push_back(slice());
  };
  if (N->kind() == aten::index) {
    const ScriptItems *List = In[1].items();
    bool Fits = List && State.Dims <= int64_t(List->Items.size()) &&
                all_of(ArrayRef(List->Items).take_front(State.Dims),
                       [](const ScriptValue &V) { return V.isNone(); });
    if (!Fits) {
      Continues = false;
      State.Items.clear();
      State.Dims = 0;
    }
    for (size_t I = State.Dims; List && I < List->Items.size(); ++I)
      State.Items.push_back(List->Items[I].isNone() ? slice()
                                                    : E.lower(List->Items[I]));
  } else {
    const c10::IValue *Dim = In[1].known();
    if (!Dim || !Dim->isInt())
      E.fail(N, "the dimension of an index is not known");
    Reach(Dim->toInt());
    if (N->kind() == aten::select) {
      State.Items.push_back(E.lower(In[2]));
    } else if (N->kind() == aten::unsqueeze) {
      State.Items.push_back(TraceValue());
      ++State.Dims;
    } else {
      constexpr int64_t Last = std::numeric_limits<int64_t>::max();
      int64_t First = isTraced(N) ? 0 : -Last - 1;
      State.Items.push_back(slice(sliceBound(In[2], E.lower(In[2]), First),
                                  sliceBound(In[3], E.lower(In[3]), Last),
                                  sliceBound(In[4], E.lower(In[4]), 1)));
      ++State.Dims;
    }
  }
  TraceValue Index = State.Items.size() == 1 ? State.Items.front()
                                             : TraceValue::tuple(State.Items);
  if (!Continues) {
    ScriptValue Made = E.record(Opcode::CallFunction, "operator.getitem",
                                TraceArguments::of(E.lower(In[0]), Index));
    Begun[Made.node()] = std::move(State);
    return Made;
  }
  Expected<Argument> Lowered = T.createArg(Index);
  if (!Lowered)
    throw ScriptFailure{toString(Lowered.takeError())};
  Base->updateArg(1, *Lowered);
  // Parts of the index may have been computed in the meantime.
  if (Node *End = Base->graph().back(); End != Base)
    Base->moveAfter(End);
  It->second = std::move(State);
  return Base;
}
