//===- CompiledModel.cpp - A model that threads share ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/CompiledModel.h"
#include "CallTree.h"
#include "Devices.h"
#include "Exceptions.h"
#include "Execution/AutocastGuard.h"
#include "Execution/Execution.h"
#include "Execution/Handlers.h"
#include "Preparation/CpuPreparation.h"
#include "ProgramSignature.h"
#include "SharedState.h"
#include "Weights/TensorStore.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/TensorType.h"
#include "fx/Translate/LoadModel.h"
#include "llvm/ADT/StringExtras.h"
#include <c10/core/InferenceMode.h>
#include <mutex>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// What a thread has set
//===----------------------------------------------------------------------===//

namespace {
/// Turns autocast off, and on again.
class NoAutocast {
public:
  NoAutocast() {
    for (auto [Type, Was] : zip(Types, WasOn))
      if ((Was = isAutocastOn(Type)))
        turnAutocast(Type, false);
  }
  ~NoAutocast() {
    for (auto [Type, Was] : zip(Types, WasOn))
      if (Was)
        turnAutocast(Type, true);
  }
  NoAutocast(const NoAutocast &) = delete;
  NoAutocast &operator=(const NoAutocast &) = delete;

private:
  static constexpr c10::DeviceType Types[] = {c10::DeviceType::CPU,
                                              c10::DeviceType::CUDA};
  bool WasOn[2] = {};
};
} // namespace

//===----------------------------------------------------------------------===//
// State of the model
//===----------------------------------------------------------------------===//

struct torch_impl::SessionState {
  mutable std::mutex Lock;
  /// Empty until something is run, which may fail where a constructor may not.
  std::optional<std::vector<at::Tensor>> Tensors;

  /// Those of the session, which are copies of \p Initial at first.
  ArrayRef<at::Tensor> tensors(const SharedState &Initial) {
    if (!Tensors) {
      c10::InferenceMode Inference(true);
      Tensors = Initial.copy(/*OnlyInPlace=*/false);
    }
    return *Tensors;
  }
};

struct CompiledModel::Impl {
  /// The module goes before it.
  std::shared_ptr<Context> Ctx;
  std::unique_ptr<GraphModule> M;
  std::unique_ptr<TensorStore> Store;
  std::unique_ptr<PlanSet> Plans;
  std::unique_ptr<ProgramSignature>
      Signature;                ///< Signature of an exported program.
  std::optional<CallTree> Tree; ///< Tree of a program with known outputs.
  std::unique_ptr<SharedState> State;
  std::vector<ModelLeaf> Inputs, Outputs;

  Error prepare(const CompileOptions &Options);
  Expected<IValue> call(const std::vector<IValue> &Args,
                        const NamedValues &Named, SessionState *Session) const;
  Expected<std::vector<IValue>> callLeaves(std::vector<IValue> Leaves,
                                           SessionState *Session) const;

private:
  void describe(const std::vector<ModelInput> &Users);
  Expected<std::vector<IValue>> bindCall(PyCall Call,
                                         ArrayRef<at::Tensor> Own) const;
  Expected<IValue>
  run(function_ref<Expected<std::vector<IValue>>(ArrayRef<at::Tensor>)> Bind,
      SessionState *Session) const;

  /// What is not in use by a run.
  mutable std::mutex Lock;
  mutable std::vector<std::unique_ptr<Execution>> Idle;

  class Frames;
};

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static ModelLeaf leafOf(const ExportedProgram *P, std::string Name,
                        const Argument *Val) {
  ModelLeaf Leaf;
  Leaf.Name = std::move(Name);
  TensorType Type = Val ? TensorType(*Val) : TensorType();
  if (!Type) {
    Leaf.IsNumber = Val && (Val->isInt() || Val->kind() == ArgKind::SymExpr ||
                            Val->isFloat() || Val->isBool());
    return Leaf;
  }
  Leaf.Type = Type.dtype();
  for (const Argument &Size : Type.sizes()) {
    ModelSize &S = Leaf.Sizes.emplace_back();
    if (Size.isInt())
      S.Fixed = Size.asInt();
    if (Size.kind() != ArgKind::SymExpr)
      continue;
    S.Symbol = Size.symbol().str().str();
    if (P)
      for (const RangeConstraint &Range : P->Ranges)
        if (Range.Text == Size.symbol()) {
          S.Min = Range.Min;
          S.Max = Range.Max;
        }
  }
  return Leaf;
}

void CompiledModel::Impl::describe(const std::vector<ModelInput> &Users) {
  for (const ModelInput &User : Users) {
    Inputs.push_back(leafOf(M->program(), User.Name, User.Placeholder->val()));
    Inputs.back().IsOptional = User.Constant.has_value();
  }
  if (!Tree)
    return;
  std::vector<std::string> Names = Tree->outputNames();
  size_t Next = 0;
  Argument Returned = M->graph().outputNode()->arg(0);
  for (const auto &[I, Out] : enumerate(*Signature->Outputs)) {
    if (!ProgramSignature::isForUser(Out.Kind) || Next == Names.size())
      continue;
    const Node *N = I < Returned.elements().size()
                        ? Returned.elements()[I].asNode()
                        : nullptr;
    Outputs.push_back(
        leafOf(M->program(), Names[Next++], N ? N->val() : nullptr));
  }
}

Error CompiledModel::Impl::prepare(const CompileOptions &Options) {
  if (Error E = checkDevices(*M))
    return E;
  // Tensors that are made here need not be tracked by autograd.
  c10::InferenceMode Inference(true);
  Store = std::make_unique<TensorStore>(
      *M, TensorStore::Options{Options.Weights, /*Gradients=*/false});
  using Preparation = CompileOptions::Preparation;
  if (Options.Prepare != Preparation::Exact)
    if (Error E =
            prepareForCPU(*M, *Store, Options.Prepare == Preparation::Finite))
      return E;
  if (Error E = PlanSet::create(*M, *Store, /*KeepDead=*/false).moveInto(Plans))
    return E;
  std::vector<ModelInput> Users = inputsOf(*M);
  if (M->program()) {
    // Trees give the inputs names, which messages use.
    const Node *Output = M->graph().outputNode();
    if (auto Specs =
            Output && Output->numArgs() ? outputSpecsOf(*Output) : std::nullopt)
      Tree.emplace(*M->program(), Users,
                   unsigned(count_if(*Specs, [](const OutputSpec &Spec) {
                     return ProgramSignature::isForUser(Spec.Kind);
                   })));
    if (Error E =
            ProgramSignature::create(*M, *Store, Users).moveInto(Signature))
      return E;
  }
  State = std::make_unique<SharedState>(*Plans, Signature.get(), *Store);
  describe(Users);
  return Error::success();
}

Expected<std::shared_ptr<const CompiledModel>>
CompiledModel::make(std::shared_ptr<Context> Ctx,
                    std::unique_ptr<GraphModule> M,
                    const CompileOptions &Options, StringRef Path) {
  auto Model = std::make_shared<CompiledModel>(Key());
  Model->I->Ctx = std::move(Ctx);
  Model->I->M = std::move(M);
  if (Error E = catching([&] { return Model->I->prepare(Options); }))
    return aboutFile(std::move(E), Path, Model->I->M.get());
  return std::shared_ptr<const CompiledModel>(std::move(Model));
}

Expected<std::shared_ptr<const CompiledModel>>
CompiledModel::create(std::shared_ptr<Context> Ctx,
                      std::unique_ptr<GraphModule> M,
                      const CompileOptions &Options) {
  return make(std::move(Ctx), std::move(M), Options, "");
}

Expected<std::shared_ptr<const CompiledModel>>
CompiledModel::load(StringRef Path, const CompileOptions &Options) {
  auto Ctx = std::make_shared<Context>();
  Expected<std::unique_ptr<GraphModule>> M =
      loadModel(*Ctx, Path, Options.Model);
  if (!M)
    return M.takeError();
  return make(Ctx, std::move(*M), Options, Path);
}

CompiledModel::CompiledModel(Key) : I(std::make_unique<Impl>()) {}
CompiledModel::~CompiledModel() = default;

ArrayRef<ModelLeaf> CompiledModel::inputs() const { return I->Inputs; }
ArrayRef<ModelLeaf> CompiledModel::outputs() const { return I->Outputs; }
std::vector<std::string> CompiledModel::writtenState() const {
  return I->State->paths();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// An Execution for as long as a run takes.
class CompiledModel::Impl::Frames {
public:
  explicit Frames(const Impl &I) : I(I) {
    std::lock_guard Guard(I.Lock);
    if (!I.Idle.empty()) {
      Mine = std::move(I.Idle.back());
      I.Idle.pop_back();
    }
  }
  ~Frames() {
    if (!Mine)
      return;
    Mine->OwnState = {};
    std::lock_guard Guard(I.Lock);
    I.Idle.push_back(std::move(Mine));
  }
  Frames(const Frames &) = delete;
  Frames &operator=(const Frames &) = delete;
  Execution &get() {
    if (!Mine)
      Mine = std::make_unique<Execution>(*I.Plans);
    return *Mine;
  }

private:
  const Impl &I;
  std::unique_ptr<Execution> Mine;
};

/// Runs the graph with the inputs that \p Bind makes of the state of the run.
Expected<IValue> CompiledModel::Impl::run(
    function_ref<Expected<std::vector<IValue>>(ArrayRef<at::Tensor>)> Bind,
    SessionState *Session) const {
  std::unique_lock<std::mutex> Turn;
  if (Session)
    Turn = std::unique_lock(Session->Lock);
  OpenRegions Regions;
  c10::InferenceMode Inference(true);
  NoAutocast Plain;
  std::vector<at::Tensor> Fresh;
  ArrayRef<at::Tensor> Own;
  try {
    if (Session)
      Own = Session->tensors(*State);
    else if (State->writesInPlace())
      Own = Fresh = State->copy(/*OnlyInPlace=*/true);
    Expected<std::vector<IValue>> Inputs = Bind(Own);
    if (!Inputs)
      return Inputs.takeError();
    std::vector<IValue> Kept;
    if (Signature && Signature->writesBack())
      Kept = *Inputs;
    Frames Mine(*this);
    Mine.get().OwnState = Own;
    IValue Result = Mine.get().run(Plans->root(), std::move(*Inputs));
    // The state of a run without a session goes with it.
    ArrayRef<at::Tensor> Lasting = Session ? Own : ArrayRef<at::Tensor>();
    if (!Signature)
      return State->withoutState(std::move(Result), Lasting);
    IValue Users = State->withoutState(Signature->userOutputs(Result), Lasting);
    Signature->writeBack(Kept, Result, Own,
                         /*WritesState=*/Session != nullptr);
    return Users;
  } catch (const NodeFailure &F) {
    return F.toError();
  } catch (...) {
    return createStringError(describeException());
  }
}

Expected<IValue> CompiledModel::Impl::call(const std::vector<IValue> &Args,
                                           const NamedValues &Named,
                                           SessionState *Session) const {
  if (!Tree)
    return run(
        [&](ArrayRef<at::Tensor> Own) {
          PyCall Call;
          Call.Args.assign(Args.begin(), Args.end());
          for (const auto &[Name, Value] : Named)
            Call.Kwargs.push_back({Name, Value});
          return bindCall(std::move(Call), Own);
        },
        Session);
  Expected<std::vector<IValue>> Leaves =
      catching([&] { return Tree->flatten(Args, Named); });
  if (!Leaves)
    return Leaves.takeError();
  Expected<std::vector<IValue>> Results =
      callLeaves(std::move(*Leaves), Session);
  if (!Results)
    return Results.takeError();
  return catching([&] { return Tree->build(*Results); });
}

/// The values of placeholders of a model without trees.
Expected<std::vector<IValue>>
CompiledModel::Impl::bindCall(PyCall Call, ArrayRef<at::Tensor> Own) const {
  if (!Signature)
    return catching(
        [&] { return Execution::bindInputs(Plans->root(), std::move(Call)); });
  if (!Call.Kwargs.empty())
    return makeError(diag::err_run_input, SMLoc(), Call.Kwargs.front().first,
                     "the model does not say how its outputs nest, and takes "
                     "inputs by place alone");
  return Signature->bind(
      std::vector<IValue>(Call.Args.begin(), Call.Args.end()), Own);
}

static void collectLeaves(const IValue &V, std::vector<IValue> &Leaves) {
  if (isSequence(V)) {
    for (size_t I = 0, E = lengthOf(V); I != E; ++I)
      collectLeaves(itemOf(V, I), Leaves);
  } else if (V.isGenericDict()) {
    for (const auto &Entry : V.toGenericDict())
      collectLeaves(Entry.value(), Leaves);
  } else {
    Leaves.push_back(V);
  }
}

Expected<std::vector<IValue>>
CompiledModel::Impl::callLeaves(std::vector<IValue> Leaves,
                                SessionState *Session) const {
  Expected<IValue> Result = run(
      [&](ArrayRef<at::Tensor> Own) {
        PyCall Call;
        Call.Args.assign(std::make_move_iterator(Leaves.begin()),
                         std::make_move_iterator(Leaves.end()));
        return bindCall(std::move(Call), Own);
      },
      Session);
  if (!Result)
    return Result.takeError();
  return catching([&] {
    std::vector<IValue> Values;
    if (Tree && Result->isTuple())
      Values = itemsOf(*Result);
    else
      collectLeaves(*Result, Values);
    return Values;
  });
}

Expected<IValue> CompiledModel::run(const NamedValues &Inputs) const {
  return I->call({}, Inputs, nullptr);
}
Expected<IValue> CompiledModel::run(const std::vector<IValue> &Args,
                                    const NamedValues &Named) const {
  return I->call(Args, Named, nullptr);
}
Expected<std::vector<IValue>>
CompiledModel::runLeaves(std::vector<IValue> Leaves) const {
  return I->callLeaves(std::move(Leaves), nullptr);
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

std::unique_ptr<ModelSession> CompiledModel::newSession() const {
  return std::make_unique<ModelSession>(shared_from_this());
}

ModelSession::ModelSession(std::shared_ptr<const CompiledModel> M)
    : Model(std::move(M)), I(std::make_unique<SessionState>()) {}
ModelSession::~ModelSession() = default;

Expected<IValue> ModelSession::run(const NamedValues &Inputs) {
  return Model->I->call({}, Inputs, I.get());
}
Expected<IValue> ModelSession::run(const std::vector<IValue> &Args,
                                   const NamedValues &Named) {
  return Model->I->call(Args, Named, I.get());
}
Expected<std::vector<IValue>>
ModelSession::runLeaves(std::vector<IValue> Leaves) {
  return Model->I->callLeaves(std::move(Leaves), I.get());
}

Expected<at::Tensor> ModelSession::state(StringRef Path) const {
  std::optional<size_t> Place = Model->I->State->find(Path);
  if (!Place)
    return createStringError("runs do not write '" + Path +
                             "'; what a session of this model keeps is " +
                             (Model->writtenState().empty()
                                  ? "nothing"
                                  : join(Model->writtenState(), ", ")));
  std::lock_guard Guard(I->Lock);
  return catching([&] { return I->tensors(*Model->I->State)[*Place].clone(); });
}

void ModelSession::reset() {
  std::lock_guard Guard(I->Lock);
  I->Tensors.reset();
}
