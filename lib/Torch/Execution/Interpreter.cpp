//===- Interpreter.cpp - Running graphs -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Interpreter.h"
#include "Devices.h"
#include "Exceptions.h"
#include "Execution.h"
#include "Handlers.h"
#include "Serving/ProgramSignature.h"
#include "Weights/TensorStore.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>
#include <atomic>
#include <c10/core/InferenceMode.h>
#include <thread>
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
  static RunEvent eventOf(const Plan &P, const Instruction &I) {
    return {*I.N, P.path(), P.isExpansion()};
  }
};
} // namespace

struct Interpreter::Impl {
  Impl(GraphModule &M, InterpreterOptions O)
      : Options(std::move(O)), Store(M, {Options.Weights, Options.Gradients}) {}

  InterpreterOptions Options;
  TensorStore Store;
  std::unique_ptr<PlanSet> Plans;
  std::unique_ptr<ProgramSignature>
      Signature; ///< Signature of an exported program.
  std::optional<Execution> Runner;
  HookObserver Hooks;
  /// Who is running.
  std::atomic<std::thread::id> Owner{};
  /// State of a run node by node: its values, and the inputs that are left.
  std::vector<IValue> Values;
  std::vector<bool> HasValue;
  std::vector<IValue> Inputs;
  size_t NextInput = 0;
  /// Instructions, indexed by node id.
  std::vector<const Instruction *> InstructionOf;

  void observe() {
    if (Runner)
      Runner->Observer = Hooks.Before || Hooks.After ? &Hooks : nullptr;
  }
};

Interpreter::Interpreter(GraphModule &M, InterpreterOptions Options)
    : M(M), I(std::make_unique<Impl>(M, std::move(Options))) {}

Interpreter::~Interpreter() = default;

void Interpreter::setHooks(BeforeNode Before, AfterNode After) {
  I->Hooks.Before = std::move(Before);
  I->Hooks.After = std::move(After);
  I->observe();
}

Error Interpreter::prepare() {
  if (I->Plans)
    return Error::success();
  if (Error E = checkDevices(M))
    return E;
  Expected<std::unique_ptr<PlanSet>> Plans =
      catching([&] { return PlanSet::create(M, I->Store, false); });
  if (!Plans)
    return Plans.takeError();
  if (M.program()) {
    Expected<std::unique_ptr<ProgramSignature>> Signature = catching(
        [&] { return ProgramSignature::create(M, I->Store, inputs()); });
    if (!Signature)
      return Signature.takeError();
    I->Signature = std::move(*Signature);
  }
  I->Plans = std::move(*Plans);
  I->Runner.emplace(*I->Plans);
  I->observe();
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

std::vector<ModelInput> Interpreter::inputs() const { return inputsOf(M); }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Lets in one thread, which may come in again.
namespace {
class OneThread {
public:
  explicit OneThread(std::atomic<std::thread::id> &Owner) : Owner(Owner) {
    std::thread::id None, Me = std::this_thread::get_id();
    IsFirst = Owner.compare_exchange_strong(None, Me);
    IsIn = IsFirst || None == Me;
  }
  ~OneThread() {
    if (IsFirst)
      Owner = std::thread::id();
  }
  OneThread(const OneThread &) = delete;
  OneThread &operator=(const OneThread &) = delete;
  explicit operator bool() const { return IsIn; }

private:
  std::atomic<std::thread::id> &Owner;
  bool IsFirst, IsIn;
};
} // namespace

Expected<IValue> Interpreter::run(std::vector<IValue> Args) {
  OneThread Entry(I->Owner);
  if (!Entry)
    return createStringError(
        "another thread runs this Interpreter, which has values of one run at "
        "a time; use a CompiledModel, which threads share");
  if (Error E = prepare())
    return E;
  OpenRegions Regions;
  std::optional<c10::InferenceMode> Inference;
  std::optional<c10::AutoGradMode> Grad;
  if (I->Options.Gradients)
    Grad.emplace(true);
  else
    Inference.emplace(true);

  const Plan &Root = I->Plans->root();
  std::vector<IValue> Inputs;
  if (I->Signature) {
    Expected<std::vector<IValue>> All =
        catching([&] { return I->Signature->bind(std::move(Args), {}); });
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
      return wrongInputCount(
          namesOf(Known),
          size_t(
              count_if(Known, [](const ModelInput &I) { return !I.Constant; })),
          NumGiven);
    }
    Inputs = std::move(*All);
  }

  std::vector<IValue> Kept;
  if (I->Signature && I->Signature->writesBack())
    Kept = Inputs;
  try {
    IValue Result;
    if (typeid(*this) == typeid(Interpreter)) {
      Result = I->Runner->run(Root, std::move(Inputs));
    } else {
      Expected<IValue> Slow = runNodes(std::move(Inputs));
      if (!Slow)
        return Slow;
      Result = std::move(*Slow);
    }
    if (!I->Signature)
      return Result;
    I->Signature->writeBack(Kept, Result, {}, /*WritesState=*/true);
    return I->Signature->userOutputs(Result);
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
  const Plan &Root = I->Plans->root();
  I->InstructionOf.assign(M.graph().idBound(), nullptr);
  for (const Instruction &In : Root.Instructions)
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
  for (const Instruction &In : Root.Instructions) {
    if (I->Runner->Observer)
      I->Runner->Observer->before(Root, In);
    Expected<IValue> Result = runNode(*In.N);
    if (!Result)
      return Result;
    if (In.Kind == Instruction::Output)
      return Result;
    I->Values[In.Result] = std::move(*Result);
    I->HasValue[In.Result] = true;
    if (I->Runner->Observer)
      I->Runner->Observer->after(Root, In, I->Values[In.Result]);
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
    PyCall Call = toPyCall(A, *I->Runner);
    return (*I->InstructionOf[N.id()]->Target)(Call);
  });
}

Expected<IValue> Interpreter::callMethod(const Node &N, CallValues A) {
  return callFunction(N, std::move(A));
}

Expected<IValue> Interpreter::callModule(const Node &N, CallValues A) {
  return guarded(N, [&] {
    return I->Runner->callModule(*I->InstructionOf[N.id()],
                                 toPyCall(A, *I->Runner));
  });
}

Expected<IValue> Interpreter::output(const Node &, CallValues A) {
  return A.Args.empty() ? IValue() : A.Args.front();
}
