//===- ProgramSignature.cpp - What goes in and out of a program -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSignature.h"
#include "Execution/Callable.h"
#include "Weights/TensorStore.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/RunInputs.h"
#include <ATen/core/grad_mode.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

std::vector<ModelInput> torch_impl::inputsOf(const GraphModule &M) {
  std::vector<ModelInput> Result;
  for (const Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    ModelInput Input;
    Input.Placeholder = N;
    Input.Name = N->targetText().str();
    if (M.program()) {
      std::optional<InputSpec> Spec = InputSpec::of(*N);
      bool IsConstant = Spec && Spec->Kind == InputSpec::ConstantInput;
      if (!Spec || (Spec->Kind != InputSpec::UserInput && !IsConstant))
        continue;
      if (const Argument *Val = N->val(); IsConstant)
        Input.Constant = Val ? *Val : Argument::none();
    } else if (N->numArgs()) {
      Input.Constant = N->arg(0);
    }
    Input.HasDefault = Input.Constant.has_value();
    Result.push_back(std::move(Input));
  }
  return Result;
}

std::vector<std::string> torch_impl::namesOf(ArrayRef<ModelInput> Inputs) {
  std::vector<std::string> Names;
  for (const ModelInput &I : Inputs)
    Names.push_back(I.Name);
  return Names;
}

Expected<std::unique_ptr<ProgramSignature>>
ProgramSignature::create(GraphModule &M, TensorStore &Store,
                         std::vector<ModelInput> Users) {
  auto S = std::make_unique<ProgramSignature>();
  S->Users = std::move(Users);
  DenseMap<fx::Symbol, uint32_t> PlaceOf;
  std::vector<ProgramInput> Checked;
  for (const Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    uint32_t Place = uint32_t(S->Inputs.size());
    PlaceOf[N->target()] = Place;
    Input &In = S->Inputs.emplace_back();
    size_t Next = S->UserPlaces.size();
    if (Next < S->Users.size() && S->Users[Next].Placeholder == N) {
      S->UserPlaces.push_back(Place);
      const ModelInput &User = S->Users[Next];
      Checked.push_back(
          {N, User.Name, User.Constant ? &*User.Constant : nullptr});
      continue;
    }
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (!Spec || (Spec->Kind != InputSpec::Parameter &&
                  Spec->Kind != InputSpec::Buffer &&
                  Spec->Kind != InputSpec::TensorConstant))
      continue;
    Expected<const at::Tensor *> T = Store.tensor(Spec->Target.str());
    if (!T)
      return T.takeError();
    In.State = *T;
  }
  S->Checks.emplace(*M.program(), std::move(Checked));

  const Node *Output = M.graph().outputNode();
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs)
    return S;
  S->Outputs.emplace();
  for (const OutputSpec &Spec : *Specs) {
    struct Output &Out = S->Outputs->emplace_back();
    Out.Kind = Spec.Kind;
    if (Spec.isStateMutation()) {
      Expected<const at::Tensor *> T = Store.tensor(Spec.Target.str());
      if (!T)
        return T.takeError();
      Out.State = *T;
      S->WritesBack = true;
    } else if (Spec.Kind == OutputSpec::UserInputMutation) {
      if (auto Known = PlaceOf.find(Spec.Target); Known != PlaceOf.end())
        Out.Place = Known->second;
      S->WritesBack = true;
    }
  }
  return S;
}

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

Expected<std::vector<IValue>>
ProgramSignature::bind(std::vector<IValue> Args,
                       ArrayRef<at::Tensor> OwnState) const {
  if (Args.size() != Users.size()) {
    // Constants need not be given.
    size_t NumNeeded =
        count_if(Users, [](const ModelInput &I) { return !I.Constant; });
    if (Args.size() != NumNeeded) {
      return wrongInputCount(namesOf(Users), NumNeeded, Args.size(),
                             /*AllOrNeeded=*/true);
    }
    std::vector<IValue> All;
    size_t Next = 0;
    for (const ModelInput &In : Users) {
      if (!In.Constant) {
        All.push_back(std::move(Args[Next++]));
        continue;
      }
      Expected<IValue> V = pyConstant(*In.Constant);
      if (!V)
        return makeError(diag::err_run_input, SMLoc(), In.Name,
                         toString(V.takeError()));
      All.push_back(std::move(*V));
    }
    Args = std::move(All);
  }
  if (Error E = Checks->check(Args))
    return E;
  std::vector<IValue> Values(Inputs.size());
  for (auto [Place, Value] : zip(UserPlaces, Args))
    Values[Place] = std::move(Value);
  for (auto [In, Value] : zip(Inputs, Values))
    if (In.State)
      Value = In.Own && !OwnState.empty() ? OwnState[*In.Own] : *In.State;
  return Values;
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

bool ProgramSignature::isForUser(OutputSpec::SpecKind Kind) {
  switch (Kind) {
  case OutputSpec::BufferMutation:
  case OutputSpec::ParameterMutation:
  case OutputSpec::UserInputMutation:
  case OutputSpec::Token:
    return false;
  default:
    return true;
  }
}

IValue ProgramSignature::userOutputs(const IValue &Results) const {
  if (!Outputs || !isSequence(Results))
    return Results;
  std::vector<IValue> Users;
  for (size_t I = 0, E = lengthOf(Results); I != E; ++I)
    if (I >= Outputs->size() || isForUser((*Outputs)[I].Kind))
      Users.push_back(itemOf(Results, I));
  return makeTuple(std::move(Users));
}

void ProgramSignature::writeBack(const std::vector<IValue> &Given,
                                 const IValue &Results,
                                 ArrayRef<at::Tensor> OwnState,
                                 bool WritesState) const {
  if (!WritesBack || !Outputs || !isSequence(Results))
    return;
  std::vector<std::pair<at::Tensor, at::Tensor>> Writes;
  for (size_t I = 0, E = std::min(lengthOf(Results), Outputs->size()); I != E;
       ++I) {
    const Output &Out = (*Outputs)[I];
    const IValue &Value = itemOf(Results, I);
    if (Out.State && WritesState)
      Writes.push_back(
          {Out.Own && !OwnState.empty() ? OwnState[*Out.Own] : *Out.State,
           Value.toTensor()});
    else if (Out.Place && Given[*Out.Place].isTensor())
      Writes.push_back({Given[*Out.Place].toTensor(), Value.toTensor()});
  }
  // An update of the state is not a part of what is differentiated.
  c10::NoGradGuard NoGrad;
  for (auto &[To, From] : Writes)
    To.copy_(From);
}
