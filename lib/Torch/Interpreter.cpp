//===- Interpreter.cpp - Running graphs -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Interpreter.h"
#include "Exceptions.h"
#include "Execution.h"
#include "Handlers.h"
#include "ProgramInputs.h"
#include "TensorStore.h"
#include "fx/IR/ExportedProgram.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/InferenceMode.h>
#include <typeinfo>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

namespace {
/// Passes events on to the user's functions.
class HookObserver final : public NodeObserver {
public:
  void before(const Plan &P, const Instruction &I) override {
    if (Before)
      Before(eventOf(P, I));
  }
  void after(const Plan &P, const Instruction &I,
             const IValue &Result) override {
    if (After)
      After(eventOf(P, I), Result);
  }

  Interpreter::BeforeNode Before;
  Interpreter::AfterNode After;

private:
  static Interpreter::NodeEvent eventOf(const Plan &P, const Instruction &I) {
    return {*I.N, P.path(), P.isExpansion()};
  }
};
} // namespace

struct Interpreter::Impl {
  Impl(GraphModule &M, InterpreterOptions O)
      : Options(std::move(O)),
        Store(M, {Options.Weights, Options.RandomWeights, Options.Gradients}) {}

  InterpreterOptions Options;
  TensorStore Store;
  std::unique_ptr<PlanSet> Plans;
  Execution Runner;
  HookObserver Hooks;
  /// Of a run node by node: its values, and the inputs that are left.
  std::vector<IValue> Values;
  std::vector<bool> HasValue;
  std::vector<IValue> Inputs;
  size_t NextInput = 0;
  /// By node id: the instruction.
  std::vector<Instruction *> InstructionOf;
};

Interpreter::Interpreter(GraphModule &M, InterpreterOptions Options)
    : M(M), I(std::make_unique<Impl>(M, std::move(Options))) {}

Interpreter::~Interpreter() = default;

void Interpreter::setHooks(BeforeNode Before, AfterNode After) {
  I->Hooks.Before = std::move(Before);
  I->Hooks.After = std::move(After);
  bool Any = I->Hooks.Before || I->Hooks.After;
  I->Runner.Observer = Any ? &I->Hooks : nullptr;
}

Error Interpreter::prepare() {
  if (I->Plans)
    return Error::success();
  Expected<std::unique_ptr<PlanSet>> Plans =
      catching([&] { return PlanSet::create(M, I->Store, false); });
  if (!Plans)
    return Plans.takeError();
  I->Plans = std::move(*Plans);
  return Error::success();
}

Expected<at::Tensor> Interpreter::tensor(StringRef Path) {
  Expected<const at::Tensor *> T = I->Store.tensor(Path);
  if (!T)
    return T.takeError();
  return **T;
}

void Interpreter::setTensor(StringRef Path, at::Tensor T) {
  I->Store.set(Path, std::move(T));
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

std::vector<ModelInput> Interpreter::inputs() const {
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
    Result.push_back(std::move(Input));
  }
  return Result;
}

/// The values of all placeholders of an exported program. Copies of the user's
/// inputs are in \p Users.
static Expected<std::vector<IValue>>
programInputs(GraphModule &M, TensorStore &Store,
              ArrayRef<ModelInput> UserInputs, std::vector<IValue> Args) {
  if (Args.size() != UserInputs.size()) {
    // Constants need not be given.
    size_t NumNeeded =
        count_if(UserInputs, [](const ModelInput &I) { return !I.Constant; });
    std::vector<IValue> All;
    size_t Next = 0;
    if (Args.size() == NumNeeded)
      for (const ModelInput &Input : UserInputs) {
        if (!Input.Constant) {
          All.push_back(std::move(Args[Next++]));
          continue;
        }
        Expected<IValue> V = pyConstant(*Input.Constant);
        if (!V)
          return makeError(diag::err_run_input, SMLoc(), Input.Name,
                           toString(V.takeError()));
        All.push_back(std::move(*V));
      }
    else {
      std::string Names = join(
          map_range(UserInputs, [](const ModelInput &I) { return I.Name; }),
          ", ");
      return makeError(diag::err_run_input_count, SMLoc(), UserInputs.size(),
                       Names, Args.size());
    }
    Args = std::move(All);
  }
  SmallVector<ProgramInput, 8> Given;
  for (const auto &[Input, Value] : zip(UserInputs, Args))
    Given.push_back({Input.Placeholder, &Value});
  if (Error E = checkProgramInputs(*M.program(), Given))
    return E;

  std::vector<IValue> Result;
  size_t Next = 0;
  for (const Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    if (Next < UserInputs.size() && UserInputs[Next].Placeholder == N) {
      Result.push_back(Args[Next++]);
      continue;
    }
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    switch (Spec ? Spec->Kind : InputSpec::Token) {
    case InputSpec::Parameter:
    case InputSpec::Buffer:
    case InputSpec::TensorConstant: {
      Expected<const at::Tensor *> T = Store.tensor(Spec->Target.str());
      if (!T)
        return T.takeError();
      Result.push_back(**T);
      break;
    }
    default:
      // Tokens, and objects of classes that this process does not have.
      Result.push_back(IValue());
      break;
    }
  }
  return Result;
}

/// Writes back what a functional program computed for state and inputs, and
/// leaves what the user gets.
static IValue programOutputs(GraphModule &M, TensorStore &Store,
                             const std::vector<IValue> &Inputs,
                             const IValue &Result) {
  const Node *Output = M.graph().outputNode();
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs || !isSequence(Result))
    return Result;
  std::vector<IValue> Values = itemsOf(Result), Users;
  std::vector<std::pair<at::Tensor, at::Tensor>> Writes;
  for (size_t I = 0; I != Values.size(); ++I) {
    OutputSpec Spec = I < Specs->size() ? (*Specs)[I] : OutputSpec();
    switch (Spec.Kind) {
    case OutputSpec::BufferMutation:
    case OutputSpec::ParameterMutation: {
      Expected<const at::Tensor *> T = Store.tensor(Spec.Target.str());
      if (!T)
        orThrow(T.takeError());
      Writes.push_back({**T, Values[I].toTensor()});
      break;
    }
    case OutputSpec::UserInputMutation: {
      size_t Place = 0;
      for (const Node *N : M.graph().nodes()) {
        if (!N->isPlaceholder())
          break;
        if (N->target() == Spec.Target && Inputs[Place].isTensor())
          Writes.push_back({Inputs[Place].toTensor(), Values[I].toTensor()});
        ++Place;
      }
      break;
    }
    case OutputSpec::Token:
      break;
    default:
      Users.push_back(Values[I]);
      break;
    }
  }
  {
    // An update of the state is not a part of what is differentiated.
    c10::NoGradGuard NoGrad;
    for (auto &[To, From] : Writes)
      To.copy_(From);
  }
  return makeTuple(std::move(Users));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Expected<IValue> Interpreter::run(std::vector<IValue> Args) {
  if (Error E = prepare())
    return E;
  size_t Vmaps = vmapNesting();
  auto Close = make_scope_exit([&] { leaveVmaps(Vmaps); });
  std::optional<c10::InferenceMode> Inference;
  std::optional<c10::AutoGradMode> Grad;
  if (I->Options.Gradients)
    Grad.emplace(true);
  else
    Inference.emplace(true);

  Plan &Root = I->Plans->root();
  std::vector<IValue> Inputs;
  if (M.program()) {
    Expected<std::vector<IValue>> All = catching(
        [&] { return programInputs(M, I->Store, inputs(), std::move(Args)); });
    if (!All)
      return All.takeError();
    Inputs = std::move(*All);
  } else {
    PyCall Call;
    Call.Args.assign(std::make_move_iterator(Args.begin()),
                     std::make_move_iterator(Args.end()));
    size_t NumGiven = Call.Args.size();
    Expected<std::vector<IValue>> All =
        catching([&] { return Execution::bindInputs(Root, std::move(Call)); });
    if (!All) {
      consumeError(All.takeError());
      std::vector<ModelInput> Known = inputs();
      std::string Names = join(
          map_range(Known, [](const ModelInput &I) { return I.Name; }), ", ");
      return makeError(diag::err_run_input_count, SMLoc(), Known.size(), Names,
                       NumGiven);
    }
    Inputs = std::move(*All);
  }

  std::vector<IValue> Kept;
  if (M.program())
    Kept = Inputs;
  try {
    IValue Result;
    if (typeid(*this) == typeid(Interpreter)) {
      Result = I->Runner.run(Root, std::move(Inputs));
    } else {
      Expected<IValue> Slow = runNodes(std::move(Inputs));
      if (!Slow)
        return Slow;
      Result = std::move(*Slow);
    }
    if (M.program())
      return programOutputs(M, I->Store, Kept, Result);
    return Result;
  } catch (const NodeFailure &F) {
    return F.toError();
  } catch (...) {
    return createStringError(describeException());
  }
}

//===----------------------------------------------------------------------===//
// Node by node
//===----------------------------------------------------------------------===//

Expected<IValue> Interpreter::runNodes(std::vector<IValue> Inputs) {
  Plan &Root = I->Plans->root();
  I->InstructionOf.assign(M.graph().idBound(), nullptr);
  for (Instruction &In : Root.Instructions)
    I->InstructionOf[In.N->id()] = &In;
  I->Values.assign(Root.NumSlots, IValue());
  I->HasValue.assign(Root.NumSlots, false);
  I->Inputs = std::move(Inputs);
  I->NextInput = 0;
  auto Clear = make_scope_exit([&] {
    I->Values.clear();
    I->HasValue.clear();
    I->Inputs.clear();
  });
  for (Instruction &In : Root.Instructions) {
    if (I->Runner.Observer)
      I->Runner.Observer->before(Root, In);
    Expected<IValue> Result = runNode(*In.N);
    if (!Result)
      return Result;
    if (In.Kind == Instruction::Output)
      return Result;
    I->Values[In.Result] = std::move(*Result);
    I->HasValue[In.Result] = true;
    if (I->Runner.Observer)
      I->Runner.Observer->after(Root, In, I->Values[In.Result]);
    for (uint32_t Slot : In.Dead) {
      I->Values[Slot] = IValue();
      I->HasValue[Slot] = false;
    }
  }
  return IValue();
}

const IValue *Interpreter::valueOf(const Node &N) const {
  if (!I->Plans || N.id() >= I->Plans->root().SlotOf.size() ||
      I->Values.empty())
    return nullptr;
  uint32_t Slot = I->Plans->root().SlotOf[N.id()];
  return I->HasValue[Slot] ? &I->Values[Slot] : nullptr;
}

Expected<CallValues> Interpreter::argumentsOf(const Node &N) const {
  return catching([&] {
    PyCall Call = Execution::argumentsOf(*I->InstructionOf[N.id()], I->Values);
    CallValues Result;
    Result.Args.assign(Call.Args.begin(), Call.Args.end());
    for (auto &[Name, Value] : Call.Kwargs)
      Result.Kwargs.push_back({Name.str(), std::move(Value)});
    return Result;
  });
}

Expected<IValue> Interpreter::runNode(const Node &N) {
  if (N.isPlaceholder())
    return placeholder(N);
  if (N.isGetAttr())
    return getAttr(N);
  Expected<CallValues> A = argumentsOf(N);
  if (!A)
    return A.takeError();
  switch (N.op()) {
  case Opcode::CallFunction:
    return callFunction(N, std::move(*A));
  case Opcode::CallMethod:
    return callMethod(N, std::move(*A));
  case Opcode::CallModule:
    return callModule(N, std::move(*A));
  default:
    return output(N, std::move(*A));
  }
}

Expected<IValue> Interpreter::placeholder(const Node &N) {
  if (I->NextInput == I->Inputs.size())
    return makeError(diag::err_run_input, N, N.targetText(), "it has no value");
  return std::move(I->Inputs[I->NextInput++]);
}

Expected<IValue> Interpreter::getAttr(const Node &N) {
  const Instruction &In = *I->InstructionOf[N.id()];
  return In.Tensor ? IValue(*In.Tensor) : In.Value;
}

static PyCall toPyCall(const CallValues &A, Execution &Runner) {
  PyCall Call;
  Call.Runner = &Runner;
  Call.Args.assign(A.Args.begin(), A.Args.end());
  for (const auto &[Name, Value] : A.Kwargs)
    Call.Kwargs.push_back({Name, Value});
  return Call;
}

/// Calls \p Fn; what it throws becomes an error about \p N.
template <typename FnT> static Expected<IValue> guarded(const Node &N, FnT Fn) {
  try {
    return Fn();
  } catch (const NodeFailure &F) {
    return F.toError();
  } catch (...) {
    NodeFailure F;
    F.N = &N;
    F.Text = describeException();
    return F.toError();
  }
}

Expected<IValue> Interpreter::callFunction(const Node &N, CallValues A) {
  return guarded(N, [&] {
    PyCall Call = toPyCall(A, I->Runner);
    return (*I->InstructionOf[N.id()]->Target)(Call);
  });
}

Expected<IValue> Interpreter::callMethod(const Node &N, CallValues A) {
  return callFunction(N, std::move(A));
}

Expected<IValue> Interpreter::callModule(const Node &N, CallValues A) {
  return guarded(N, [&] {
    return I->Runner.callModule(*I->InstructionOf[N.id()],
                                toPyCall(A, I->Runner));
  });
}

Expected<IValue> Interpreter::output(const Node &, CallValues A) {
  return A.Args.empty() ? IValue() : A.Args.front();
}
