//===- DispatchTracer.cpp - Calls become nodes ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DispatchTracerImpl.h"
#include "Exceptions.h"
#include "fx/IR/Effects.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/clone.h>
#include <c10/core/GradMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/csrc/autograd/graph_task.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// What schemas say
//===----------------------------------------------------------------------===//

static bool isWritten(const c10::Argument &Param) {
  return Param.alias_info() && Param.alias_info()->isWrite();
}

/// Whether the result may be a view of it.
static bool isViewed(const c10::Argument &Param) {
  return Param.alias_info() && !Param.alias_info()->isWrite();
}

static bool holdsTensors(const c10::Type &Type) {
  if (Type.kind() == c10::TypeKind::TensorType)
    return true;
  for (const c10::TypePtr &Inner : Type.containedTypes())
    if (holdsTensors(*Inner))
      return true;
  return false;
}

/// Calls that only return a number, a size or a flag become no nodes.
static bool isRecorded(const c10::FunctionSchema &S) {
  return S.returns().empty() || any_of(S.arguments(), isWritten) ||
         any_of(S.returns(), [](const c10::Argument &Result) {
           return holdsTensors(*Result.type());
         });
}

static StringRef baseName(const c10::FunctionSchema &S) {
  return StringRef(S.name()).split("::").second;
}

/// Whether a call makes memory and leaves in it what was there.
static bool leavesUninitialized(const c10::FunctionSchema &S) {
  return StringSwitch<bool>(S.name())
      .Cases("aten::empty", "aten::empty_like", "aten::empty_strided", true)
      .Cases("aten::new_empty", "aten::new_empty_strided", true)
      .Case("aten::empty_permuted", true)
      .Default(false);
}

/// Whether a call writes every element of what it writes, and reads none.
static bool overwrites(const c10::FunctionSchema &S, unsigned Param) {
  if (S.arguments()[Param].kwarg_only())
    return true; // out=
  return Param == 0 &&
         StringSwitch<bool>(S.name())
             .Cases("aten::fill_", "aten::zero_", "aten::copy_", true)
             .Cases("aten::normal_", "aten::uniform_", "aten::random_", true)
             .Cases("aten::bernoulli_", "aten::exponential_", true)
             .Cases("aten::geometric_", "aten::cauchy_", "aten::log_normal_",
                    true)
             .Default(false);
}

template <typename Callback>
static void forEachTensor(const IValue &V, Callback Fn) {
  if (V.isTensor()) {
    if (V.toTensor().defined())
      Fn(V.toTensor());
  } else if (V.isTensorList() || V.isOptionalTensorList()) {
    for (const IValue &Item : V.toListRef())
      forEachTensor(Item, Fn);
  } else if (V.isTuple()) {
    for (const IValue &Item : V.toTupleRef().elements())
      forEachTensor(Item, Fn);
  } else if (V.isList()) {
    for (const IValue &Item : V.toListRef())
      forEachTensor(Item, Fn);
  }
}

static IValue joined(ArrayRef<IValue> Results) {
  if (Results.size() == 1)
    return Results.front();
  return c10::ivalue::Tuple::create(Results.vec());
}

//===----------------------------------------------------------------------===//
// Begin and end
//===----------------------------------------------------------------------===//

DispatchTracer::DispatchTracer(Context &Ctx, const TraceRoot &Root,
                               const DispatchTraceOptions &Options)
    : Ctx(Ctx), Options(Options), M(std::make_unique<GraphModule>(Ctx)),
      G(M->graph()), Places(Root) {
  addTree(Root);
  RandomState = at::Generator(at::detail::getDefaultCPUGenerator()).get_state();
  GradEnabled = GradEnabledAtBegin = c10::GradMode::is_enabled();
}

DispatchTracer::~DispatchTracer() {
  c10::NoGradGuard NoGrad;
  consumeError(catching([&] {
    for (Saved &S : ToRestore)
      S.Live.copy_(S.Before);
    at::Generator(at::detail::getDefaultCPUGenerator()).set_state(RandomState);
  }));
}

void DispatchTracer::addTree(const TraceRoot &Root) {
  if (!Root.Class.empty())
    M->root().setClassName(Ctx.intern(Root.Class));
  M->root().setTraining(Root.Training);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  for (const TraceRoot::TensorEntry &T : Root.Tensors) {
    if (!T.Value.defined())
      continue;
    TensorAttr Attr;
    Attr.Role = T.Role;
    Attr.RequiresGrad = T.Value.requires_grad();
    Argument Type = check(tensorTypeOf(Ctx, T.Value));
    ArrayRef<Argument> Facts = Type.elements();
    Attr.Type = Argument::tensorType(Facts[0].asDType(), Facts[1], Argument(),
                                     T.Value.is_cpu() ? Argument()
                                                      : Argument(Facts[3]));
    auto [It, IsNew] =
        StatePaths.try_emplace(T.Value.unsafeGetTensorImpl(), T.Path);
    if (IsNew)
      State.push_back({T.Path, T.Value});
    else
      Attr.Record = Ctx.intern(It->second);
    if (!M->addState(T.Path, Attr))
      refuse("the code has two members called '" + T.Path + "'");
    if (!IsNew || !T.Value.has_storage())
      continue;
    // Kernels write buffers without saying so in their schemas.
    if (T.Role != TensorAttr::Parameter)
      ToRestore.push_back({T.Value, at::clone(T.Value)});
    else
      ParameterMemory.try_emplace(T.Value.storage().unsafeGetStorageImpl(),
                                  T.Value);
  }
}

void DispatchTracer::begin(ArrayRef<IValue> Inputs) {
  SmallVector<std::pair<Node *, IValue>> Containers;
  for (size_t I = 0, E = Inputs.size(); I != E; ++I) {
    std::string Name = I < Options.InputNames.size()
                           ? Options.InputNames[I]
                           : "arg" + std::to_string(I);
    Node *N = G.placeholder(Name);
    N->setVal(check(valueTypeOf(Ctx, Inputs[I])));
    DataNodes.insert(N);
    if (Inputs[I].isTensor())
      bindValue(N, Inputs[I]);
    else
      Containers.push_back({N, Inputs[I]});
  }
  for (auto &[N, V] : Containers)
    bindValue(N, V);
}

void DispatchTracer::end(const IValue &Result) {
  setGradMode(GradEnabledAtBegin);
  G.output(check(
      toArgument(Ctx, Result, [&](const at::Tensor &T) { return nodeOf(T); })));
  for (Node *N : G.reversedNodes())
    if (N->isGetItem())
      G.eraseIfUnused(N);
  Places.writeStacks(G);
  restoreLinear(G);
}

DispatchTrace DispatchTracer::take() && {
  return {std::move(M), std::move(State)};
}

std::string DispatchTracer::currentCall() const {
  return Current ? toString(Current->operator_name()) : std::string();
}

void DispatchTracer::refuse(const Twine &Message) {
  if (Refusal.empty())
    Refusal = Message.str();
  throw std::runtime_error(Refusal);
}

Argument DispatchTracer::check(Expected<Argument> A) {
  if (!A)
    refuse(llvm::toString(A.takeError()));
  return std::move(*A);
}

//===----------------------------------------------------------------------===//
// A call
//===----------------------------------------------------------------------===//

void DispatchTracer::call(const c10::OperatorHandle &Op,
                          torch::jit::Stack *Stack) {
  const Schema &S = Op.schema();
  size_t NumArgs = S.arguments().size(), NumResults = S.returns().size();
  SmallVector<IValue, 8> Args(Stack->end() - NumArgs, Stack->end());
  Current = &Op;
  if (!isRecorded(S)) {
    refuseData(S, Args);
    Op.callBoxed(Stack);
    Current = nullptr;
    return;
  }
  if (torch::autograd::get_current_graph_task_exec_info())
    refuse("the code computes gradients, which a graph cannot say; trace what "
           "comes before");
  if (c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::AutocastCPU) ||
      c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::AutocastCUDA))
    refuse("the code uses autocast, which a graph cannot say");

  NodeArgs Given = argumentsOf(S, Args);
  touch(S, Args);
  noteGradMode(Args);
  Op.callBoxed(Stack);

  SmallVector<IValue, 4> Results(Stack->end() - NumResults, Stack->end());
  for (unsigned I = 0; I != NumArgs; ++I)
    if (isViewed(S.arguments()[I]))
      forEachTensor(Args[I], [&](const at::Tensor &T) {
        TensorMemory *Memory = Nodes.memory(T);
        bool IsView = false;
        for (const IValue &R : Results)
          forEachTensor(R, [&](const at::Tensor &Result) {
            IsView |= Result.has_storage() && Result.is_alias_of(T);
          });
        if (Memory && Memory->Factory && !IsView)
          makeConstant(*Memory);
      });

  Node *N = addNode(Opcode::CallFunction, targetOf(S), Given, baseName(S),
                    joined(Results));
  if (Results.size() == 1)
    bindValue(N, Results.front());
  else
    for (unsigned I = 0; I != Results.size(); ++I)
      bindItem(N, I, Results[I]);
  if (leavesUninitialized(S) && Results.front().toTensor().numel() != 0)
    if (TensorMemory *Memory = Nodes.memory(Results.front().toTensor())) {
      Memory->Factory = N;
      Memory->Fresh = Results.front().toTensor();
    }
  Current = nullptr;
}

/// Looks at what the call will read and write.
void DispatchTracer::touch(const Schema &S, ArrayRef<IValue> Args) {
  for (unsigned I = 0; I != Args.size(); ++I)
    forEachTensor(Args[I], [&](const at::Tensor &T) { touchTensor(S, I, T); });
}

void DispatchTracer::touchTensor(const Schema &S, unsigned Param,
                                 const at::Tensor &T) {
  const c10::Argument &A = S.arguments()[Param];
  TensorMemory *Memory = Nodes.memory(T);
  if (Memory && Memory->Factory && !isViewed(A)) {
    if (isWritten(A) && overwrites(S, Param)) {
      Memory->Factory = nullptr;
      Memory->Fresh = at::Tensor();
    } else {
      makeConstant(*Memory);
    }
  }
  if (isWritten(A))
    saveBeforeWrite(T);
}

/// The code wrote to the memory through pointers: what is in it is a constant.
void DispatchTracer::makeConstant(TensorMemory &Memory) {
  Node *N = std::exchange(Memory.Factory, nullptr);
  std::string Path = addConstant(at::clone(Memory.Fresh.detach()));
  Memory.Fresh = at::Tensor();
  N->setArgsKwargs({}, {});
  N->setOp(Opcode::GetAttr);
  N->setTarget(Path);
  N->rename(Path);
}

void DispatchTracer::saveBeforeWrite(const at::Tensor &T) {
  if (!T.has_storage())
    return;
  const c10::StorageImpl *Storage = T.storage().unsafeGetStorageImpl();
  c10::NoGradGuard NoGrad;
  if (auto It = ParameterMemory.find(Storage); It != ParameterMemory.end()) {
    ToRestore.push_back({It->second, at::clone(It->second)});
    ParameterMemory.erase(It);
  }
  if (auto It = ConstantMemory.find(Storage); It != ConstantMemory.end()) {
    at::Tensor &Constant = State[It->second].Value;
    Constant = at::clone(Constant);
    ConstantMemory.erase(It);
  }
}

/// A switch of the mode matters to what has gradients.
void DispatchTracer::noteGradMode(ArrayRef<IValue> Args) {
  bool Enabled = c10::GradMode::is_enabled();
  if (Enabled == GradEnabled)
    return;
  bool Matters = false;
  for (const IValue &V : Args)
    forEachTensor(V,
                  [&](const at::Tensor &T) { Matters |= T.requires_grad(); });
  if (Matters)
    setGradMode(Enabled);
}

void DispatchTracer::setGradMode(bool Enabled) {
  if (Enabled == GradEnabled)
    return;
  GradEnabled = Enabled;
  NodeArgs Args;
  Args.Args.push_back(Enabled);
  addNode(Opcode::CallFunction, "torch._C._set_grad_enabled", Args,
          "_set_grad_enabled", IValue());
}

ArrayRef<std::optional<Argument>> DispatchTracer::defaultsOf(const Schema &S) {
  auto [It, IsNew] = Defaults.try_emplace(&S);
  if (!IsNew)
    return It->second;
  auto NoTensor = [](const at::Tensor &) -> Expected<Argument> {
    return createStringError("a tensor cannot be a default");
  };
  std::vector<std::optional<Argument>> Values;
  for (const c10::Argument &A : S.arguments()) {
    Values.emplace_back();
    if (!A.default_value())
      continue;
    if (Expected<Argument> Value =
            toArgument(Ctx, *A.default_value(), NoTensor, A.real_type().get()))
      Values.back() = std::move(*Value);
    else
      consumeError(Value.takeError());
  }
  return It->second = std::move(Values);
}

/// Leaves out defaults at the end, and those of keywords, as PyTorch does.
DispatchTracer::NodeArgs DispatchTracer::argumentsOf(const Schema &S,
                                                     ArrayRef<IValue> Args) {
  NodeArgs Result;
  ArrayRef<std::optional<Argument>> Defaults = defaultsOf(S);
  size_t Needed = 0;
  for (unsigned I = 0; I != Args.size(); ++I) {
    const c10::Argument &Param = S.arguments()[I];
    Expected<Argument> A = toArgument(
        Ctx, Args[I], [&](const at::Tensor &T) { return nodeOf(T); },
        Param.real_type().get());
    if (!A)
      refuse("argument '" + Param.name() +
             "': " + llvm::toString(A.takeError()));
    bool IsDefault = Defaults[I] == *A;
    if (Param.kwarg_only()) {
      if (!IsDefault)
        Result.Kwargs.push_back({Ctx.intern(Param.name()), std::move(*A)});
      continue;
    }
    Result.Args.push_back(std::move(*A));
    if (!IsDefault)
      Needed = Result.Args.size();
  }
  Result.Args.truncate(Needed);
  return Result;
}

bool DispatchTracer::dependsOnData(const IValue &V) {
  bool Depends = false;
  forEachTensor(V, [&](const at::Tensor &T) {
    if (TensorNode *Of = Nodes.find(T))
      Depends |= DataNodes.contains(Of->N);
    else if (TensorMemory *Memory = Nodes.memory(T))
      Depends |= DataNodes.contains(Memory->First->Of.N);
    else
      Depends |= StatePaths.contains(T.unsafeGetTensorImpl());
  });
  return Depends;
}

void DispatchTracer::refuseData(const Schema &S, ArrayRef<IValue> Args) {
  if (Options.BakeData || !readsElements(S))
    return;
  // The sizes show that tensors differ, and one tensor is equal to itself.
  if (S.name() == "aten::equal" &&
      (Args[0].toTensor().is_same(Args[1].toTensor()) ||
       Args[0].toTensor().sizes() != Args[1].toTensor().sizes()))
    return;
  for (const IValue &V : Args) {
    if (!dependsOnData(V))
      continue;
    std::string Of;
    forEachTensor(V, [&](const at::Tensor &T) {
      if (TensorNode *Known = Nodes.find(T))
        Of = " of %" + Known->N->name();
    });
    refuse("the code reads a number out of the elements" + Of +
           ": the graph would hold for this number alone. Keep it in a tensor, "
           "or allow that with the option BakeData");
  }
}

//===----------------------------------------------------------------------===//
// Nodes of tensors
//===----------------------------------------------------------------------===//

Node *DispatchTracer::addNode(Opcode Op, StringRef Target, const NodeArgs &Args,
                              StringRef Name, const IValue &Value) {
  Node *N = G.createNode(Op, Ctx.intern(Target), Args.Args, Args.Kwargs, Name);
  if (!Value.isNone()) {
    if (Expected<Argument> Val = valueTypeOf(Ctx, Value))
      N->setVal(*Val);
    else
      consumeError(Val.takeError());
  }
  bool IsData = false;
  for (const Use &U : N->operandUses())
    IsData |= DataNodes.contains(G.node(U.Value));
  if (IsData || getEffects(*N).Random)
    DataNodes.insert(N);
  Places.note(N);
  return N;
}

void DispatchTracer::bindValue(Node *N, const IValue &V) {
  if (V.isTensor()) {
    if (V.toTensor().defined())
      Nodes.bind(V.toTensor(), {N});
  } else if (V.isList()) {
    for (unsigned I = 0, E = V.toListRef().size(); I != E; ++I)
      bindItem(N, I, V.toListRef()[I]);
  } else if (V.isTuple()) {
    for (unsigned I = 0, E = V.toTupleRef().elements().size(); I != E; ++I)
      bindItem(N, I, V.toTupleRef().elements()[I]);
  }
}

void DispatchTracer::bindItem(Node *N, unsigned Item, const IValue &V) {
  if (!V.isTensor() && (V.isList() || V.isTuple()))
    bindValue(item(N, Item, V), V);
  else if (V.isTensor() && V.toTensor().defined())
    Nodes.bind(V.toTensor(), {N, int(Item)});
}

Node *DispatchTracer::item(Node *N, unsigned Item, const IValue &V) {
  NodeArgs Args;
  Args.Args = {Argument(N), Argument(Item)};
  return addNode(Opcode::CallFunction, "operator.getitem", Args, "", V);
}

/// The node whose value is \p T: one that was met, state, or a new constant.
Argument DispatchTracer::nodeOf(const at::Tensor &T) {
  if (TensorNode *Known = Nodes.find(T)) {
    if (Known->Item >= 0)
      *Known = {item(Known->N, unsigned(Known->Item), T), -1};
    return Known->N;
  }
  auto Path = StatePaths.find(T.unsafeGetTensorImpl());
  if (Path != StatePaths.end())
    return stateNode(T, Path->second);
  if (TensorMemory *Memory = Nodes.memory(T))
    return aliasNode(T, *Memory);
  if (T.has_storage()) {
    // A view of a parameter that the code got past the dispatcher.
    auto It = ParameterMemory.find(T.storage().unsafeGetStorageImpl());
    if (It != ParameterMemory.end()) {
      nodeOf(It->second);
      return aliasNode(T, *Nodes.memory(T));
    }
    ConstantMemory.try_emplace(T.storage().unsafeGetStorageImpl(),
                               State.size());
  }
  return stateNode(T, addConstant(T));
}

Node *DispatchTracer::stateNode(const at::Tensor &T, StringRef Path) {
  Node *N = addNode(Opcode::GetAttr, Path, {}, "", T);
  if (StatePaths.contains(T.unsafeGetTensorImpl())) {
    DataNodes.insert(N);
    Places.noteState(N, Path);
  }
  Nodes.bind(T, {N});
  return N;
}

/// \p T shares memory with a tensor that was met, but no call made it:
/// at::Tensor::data() and the like.
Node *DispatchTracer::aliasNode(const at::Tensor &T,
                                const TensorMemory &Memory) {
  auto IsSame = [&](const std::optional<TensorMemory::View> &V) {
    return V && T.sizes() == V->Sizes && T.strides() == V->Strides &&
           T.storage_offset() == V->Offset;
  };
  const TensorMemory::View &Base =
      IsSame(Memory.Last) ? *Memory.Last : *Memory.First;
  bool Same = IsSame(Base);
  TensorNode Of = Base.Of;
  if (Same && !Base.RequiresGrad) {
    // Functions of the namespace torch return such an alias of what those of
    // the dispatcher return.
    Nodes.bind(T, Of);
    return nodeOf(T).asNode();
  }
  Node *From = Of.Item < 0 ? Of.N : item(Of.N, unsigned(Of.Item), IValue());
  NodeArgs Args;
  Args.Args.push_back(From);
  StringRef Target = "torch.ops.aten.detach.default";
  if (!Same) {
    Target = "torch.ops.aten.as_strided.default";
    Args.Args.push_back(Argument::list(
        SmallVector<Argument>(T.sizes().begin(), T.sizes().end())));
    Args.Args.push_back(Argument::list(
        SmallVector<Argument>(T.strides().begin(), T.strides().end())));
    Args.Args.push_back(T.storage_offset());
  }
  Node *N = addNode(Opcode::CallFunction, Target, Args,
                    Same ? "detach" : "as_strided", T);
  Nodes.bind(T, {N});
  return N;
}

std::string DispatchTracer::addConstant(const at::Tensor &T) {
  std::string Path;
  do
    Path = "_tensor_constant" + std::to_string(NumConstants++);
  while (M->state(Path) || M->submodule(Path));
  TensorAttr Attr;
  Attr.Role = TensorAttr::Constant;
  Argument Type = check(tensorTypeOf(Ctx, T));
  ArrayRef<Argument> Facts = Type.elements();
  Attr.Type =
      Argument::tensorType(Facts[0].asDType(), Facts[1], Argument(),
                           T.is_cpu() ? Argument() : Argument(Facts[3]));
  M->addState(Path, Attr);
  State.push_back({Path, T});
  return Path;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

Expected<DispatchTrace>
fx::traceDispatched(Context &Ctx, const TraceRoot &Root,
                    ArrayRef<IValue> Inputs, function_ref<IValue()> Code,
                    const DispatchTraceOptions &Options) {
  if (dispatchListener())
    return createStringError("this thread is tracing already");
  std::optional<DispatchTracer> Tracer;
  Error E = catching([&] {
    Tracer.emplace(Ctx, Root, Options);
    Tracer->begin(Inputs);
    IValue Result;
    {
      DispatchMode Mode(*Tracer);
      Result = Code();
    }
    if (Tracer->refusal().empty())
      Tracer->end(Result);
  });
  if (!Tracer)
    return E;
  // Whatever the code made of it.
  if (!Tracer->refusal().empty()) {
    consumeError(std::move(E));
    E = createStringError(Tracer->refusal());
  }
  if (E) {
    std::string Call = Tracer->currentCall();
    return Call.empty()
               ? std::move(E)
               : createStringError(Call + ": " + llvm::toString(std::move(E)));
  }
  return std::move(*Tracer).take();
}

static DispatchTracer *currentTracer() {
  return dynamic_cast<DispatchTracer *>(dispatchListener());
}

DispatchScope::DispatchScope(const void *Identity) {
  if (DispatchTracer *Tracer = currentTracer()) {
    Tracer->places().enter(Identity);
    Active = true;
  }
}

DispatchScope::DispatchScope(StringRef Name, StringRef Class) {
  if (DispatchTracer *Tracer = currentTracer()) {
    Tracer->places().enter(Name, Class);
    Active = true;
  }
}

DispatchScope::~DispatchScope() {
  if (DispatchTracer *Tracer = Active ? currentTracer() : nullptr)
    Tracer->places().leave();
}
