//===- Tracer.cpp - Programs become graphs --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/Tracer.h"
#include "RootArguments.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/ScopeExit.h"

using namespace fx;
using namespace llvm;

Tracer::Tracer()
    : Graphs(std::make_unique<GraphCode>()),
      Formulas(std::make_unique<FormulaCode>()) {}
Tracer::~Tracer() = default;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool Tracer::isClass(const Module &M, StringRef Class) {
  if (M.className().str() == Class)
    return true;
  const ModuleInfo *Info = classOf(M);
  return Info && Info == lookupModuleClass(Class);
}

ModuleCode *Tracer::codeOf(const Module &M) {
  for (ModuleCode *Code : Codes)
    if (Code->knows(M))
      return Code;
  if (Graphs->knows(M))
    return Graphs.get();
  return Formulas->knows(M) ? Formulas.get() : nullptr;
}

bool Tracer::isLeafModule(const Module &M, StringRef) {
  // What print(module) shows has no qualified names.
  const ModuleInfo *Info = classOf(M);
  StringRef Class = Info ? Info->name() : M.className().str();
  if (Class.starts_with("torch.nn") || Class.starts_with("torch.ao.nn"))
    return Class != "torch.nn.Sequential" &&
           Class != "torch.nn.modules.container.Sequential";
  return !codeOf(M);
}

std::string Tracer::pathOfModule(const Module &M) {
  const Module *Top = &M;
  while (Top->parent())
    Top = Top->parent();
  if (Top == &root())
    return M.path();
  fail("module is not installed as a submodule");
  return {};
}

/// Keeps nn_module_stack while a call goes on.
class Tracer::CallScope {
public:
  CallScope(Tracer &T, const Module &M, StringRef Path) : T(T) {
    Context &Ctx = M.context();
    unsigned Calls = T.NumCalls[Path]++;
    std::string Key = Path.str();
    if (Calls)
      Key += "@" + std::to_string(Calls);
    StringRef Class = M.className() ? M.className().str() : StringRef();
    T.Stack.push_back(Argument::string(Ctx, Key));
    T.Stack.push_back(Argument::tuple(
        {Argument::string(Ctx, Path), Argument::string(Ctx, Class)}));
  }
  CallScope(const CallScope &) = delete;
  CallScope &operator=(const CallScope &) = delete;
  ~CallScope() { T.Stack.resize(T.Stack.size() - 2); }

private:
  Tracer &T;
};

TraceValue Tracer::callModule(Module &M, TraceForward Forward,
                              const TraceArguments &Args) {
  std::string Path = pathOfModule(M);
  if (failed())
    return Proxy(nullptr, *this);
  CallScope Scope(*this, M, Path);
  if (!isLeafModule(M, Path))
    return Forward(Args);
  return record({Opcode::CallModule, Path, Args.Positional, Args.Named});
}

TraceValue Tracer::runCode(Module &M, const TraceArguments &Args) {
  auto Fail = [&](Error E) -> TraceValue {
    fail(std::move(E));
    return Proxy(nullptr, *this);
  };
  ModuleCode *Code = codeOf(M);
  if (!Code)
    return Fail(createStringError(
        "module '" + M.path() + "' of class '" + M.className().str() +
        "' is not a leaf, and there is no code for it"));
  Expected<TraceSignature> Signature = Code->signature(M);
  if (!Signature)
    return Fail(Signature.takeError());
  Expected<std::vector<TraceValue>> Values =
      bindArguments(*Signature, Args, "module '" + M.path() + "'");
  if (!Values)
    return Fail(Values.takeError());
  Expected<TraceValue> Result = Code->run(*this, M, *Values);
  return Result ? *Result : Fail(Result.takeError());
}

TraceValue Tracer::call(Module &M, const TraceArguments &Args) {
  if (failed())
    return Proxy(nullptr, *this);
  if (observer())
    observer()->enterModule(M);
  auto Leave = make_scope_exit([&] {
    if (observer())
      observer()->leaveModule(M);
  });
  return callModule(
      M, [&](const TraceArguments &Given) { return runCode(M, Given); }, Args);
}

//===----------------------------------------------------------------------===//
// Attributes and constants
//===----------------------------------------------------------------------===//

/// Notes where torch.nn.Module.named_parameters would find tensors that several
/// paths share.
void Tracer::noteTiedTensors() {
  FirstPaths.clear();
  StringMap<std::string> Firsts;
  const Module &Root = root();
  Root.walk([&](const Module &M, StringRef Path) {
    for (const TensorAttr &A : M.tensors()) {
      std::string Full = joinModulePath(Path, A.Name.str());
      StringRef Record = A.Record ? A.Record.str() : StringRef(Full);
      auto [It, New] = Firsts.try_emplace(Record, Full);
      if (!New)
        FirstPaths[Full] = It->second;
    }
  });
}

TraceValue Tracer::getattr(StringRef, const TraceValue &Value) {
  if (Value.kind() != TraceValue::Kind::Attribute)
    return Value;
  const TraceAttribute &A = Value.attribute();
  if (A.Role != TensorAttr::Parameter &&
      (A.Role != TensorAttr::Buffer || !ProxyBuffers))
    return Value;
  auto It = FirstPaths.find(A.Path);
  StringRef Path = It == FirstPaths.end() ? StringRef(A.Path) : It->second;
  auto [Known, New] = AttributeProxies.try_emplace(Path);
  if (New)
    Known->second = record({Opcode::GetAttr, Path, {}});
  return Known->second;
}

TraceValue Tracer::attribute(Module &M, StringRef Path) {
  StringRef Name = Path;
  Module *Owner = &M;
  if (size_t Dot = Path.rfind('.'); Dot != StringRef::npos) {
    Owner = M.lookup(Path.take_front(Dot));
    Name = Path.substr(Dot + 1);
  }
  std::string Full = joinModulePath(M.path(), Path);
  if (Owner) {
    if (Module *Child = Owner->child(Name))
      return TraceValue(static_cast<const Module &>(*Child));
    if (const TensorAttr *A = Owner->tensor(Name))
      return getattr(Name, TraceAttribute{Full, A->Role});
    if (const Argument *Value = Owner->attribute(Name))
      return getattr(Name, *Value);
    if (const ModuleInfo *Class = classOf(*Owner))
      if (const ModuleTensorInfo *A = Class->findTensor(Name))
        return getattr(Name, TraceAttribute{Full, A->IsBuffer
                                                      ? TensorAttr::Buffer
                                                      : TensorAttr::Parameter});
  }
  if (Tree->treeKind() != GraphModule::TreeKind::Closed)
    return getattr(Name, TraceAttribute{Full, TensorAttr::Parameter});
  fail("module '" + M.path() + "' has no attribute '" + Path + "'");
  return Proxy(nullptr, *this);
}

Expected<Argument> Tracer::constantFor(const TraceTensor &Tensor) {
  auto [It, New] = ConstantIndex.try_emplace(Tensor.Identity, Constants.size());
  if (New) {
    std::string Name;
    unsigned I = 0;
    do
      Name = "_tensor_constant" + std::to_string(I++);
    while (root().hasAttribute(Name));
    TensorAttr A;
    A.Name = context().intern(Name);
    A.Role = TensorAttr::Constant;
    A.Type = Tensor.Type;
    A.RequiresGrad = false;
    root().addTensor(A);
    Constants.push_back({Name, Tensor});
  }
  return Argument(createNode({Opcode::GetAttr, Constants[It->second].Path}));
}

Expected<Argument> Tracer::createArg(const TraceValue &Value) {
  switch (Value.kind()) {
  case TraceValue::Kind::Tensor:
    return constantFor(Value.tensor());
  case TraceValue::Kind::Attribute:
    return Argument(createNode({Opcode::GetAttr, Value.attribute().Path}));
  case TraceValue::Kind::Module: {
    std::string Path = pathOfModule(Value.module());
    if (Error E = takeError())
      return E;
    return Argument(createNode({Opcode::GetAttr, Path}));
  }
  default:
    break;
  }
  if (Value.aggregateKind() != ArgKind::NamedTuple)
    return TracerBase::createArg(Value);
  // A call of the class.
  SmallVector<Argument, 4> Fields;
  for (auto [I, E] : enumerate(Value.elements())) {
    if (I % 2 == 0)
      continue;
    Expected<Argument> A = createArg(E);
    if (!A)
      return A;
    Fields.push_back(std::move(*A));
  }
  return Argument(
      createNode({Opcode::CallFunction, Value.aggregateClass().str(), Fields}));
}

Node *Tracer::createNode(const NewNode &N) {
  Node *Made = TracerBase::createNode(N);
  if (!Stack.empty())
    Made->setMeta("nn_module_stack", Argument::dict(Stack));
  return Made;
}

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

Error Tracer::run(ModuleCode &Code, const ConcreteArgs &Args) {
  Module &Root = root();
  consumeError(takeError());
  AttributeProxies.clear();
  ConstantIndex.clear();
  Constants.clear();
  Flat.clear();
  Stack.clear();
  NumCalls.clear();
  noteTiedTensors();

  auto NewGraph = std::make_unique<Graph>(Root.context(), &Root);
  G = NewGraph.get();
  auto Forget = make_scope_exit([&] { G = nullptr; });
  CurrentTracer Active(*this);
  Expected<TraceSignature> Signature = Code.signature(Root);
  if (!Signature)
    return Signature.takeError();
  RootArguments Inputs(*this, *Signature, Args);
  Expected<std::vector<TraceValue>> Values = Inputs.make();
  if (!Values)
    return Values.takeError();
  Flat = Inputs.takeFlatInputs();
  if (Error E = takeError())
    return E;
  Expected<TraceValue> Result = Code.run(*this, Root, *Values);
  if (!Result)
    fail(Result.takeError());
  if (Error E = takeError())
    return E;
  bool Flattened = Inputs.isFlattened();
  Expected<Argument> Returned =
      createArg(Flattened ? flattenResult(*Result) : *Result);
  if (!Returned)
    return Returned.takeError();
  StringRef Type = Flattened ? StringRef() : StringRef(Signature->ResultType);
  createNode({Opcode::Output, "output", *Returned, {}, {}, Type});
  if (Error E = takeError())
    return E;
  Root.setGraph(std::move(NewGraph));
  return Error::success();
}

/// The tree alone, without what torch.export says of its graph.
static std::unique_ptr<GraphModule> copyTree(const GraphModule &M) {
  auto Copy = std::make_unique<GraphModule>(M.context());
  Copy->setTree(M.root().clone(), M.treeKind());
  Copy->setName(M.name());
  Copy->setWeightFiles(M.weightFiles().vec());
  Copy->setWeightStore(M.weightStore());
  Copy->setFromOldTorch(M.isFromOldTorch());
  return Copy;
}

namespace {
/// C++ code for the root of a tree.
class FunctionCode : public ModuleCode {
public:
  explicit FunctionCode(const TraceFunctionBody &Fn) : Fn(Fn) {}
  bool knows(const Module &M) const override { return !M.parent(); }
  Expected<TraceSignature> signature(const Module &) const override {
    return Fn.Signature;
  }
  Expected<TraceValue> run(Tracer &T, Module &M,
                           ArrayRef<TraceValue> Args) override {
    TracedModule Self(T, M);
    return Fn.Run(Self, Args);
  }

private:
  const TraceFunctionBody &Fn;
};
} // namespace

Expected<std::unique_ptr<GraphModule>>
Tracer::trace(std::unique_ptr<GraphModule> Input, const ConcreteArgs &Args) {
  if (Input->program())
    Input = copyTree(*Input);
  Tree = Input.get();
  ModuleCode *Code = codeOf(root());
  if (!Code)
    return createStringError("there is no code for the root module");
  if (Error E = run(*Code, Args))
    return E;
  Input->deleteUnusedSubmodules();
  return Input;
}

Expected<std::unique_ptr<GraphModule>>
Tracer::trace(std::unique_ptr<GraphModule> Input, ModuleCode &Code,
              const ConcreteArgs &Args) {
  Codes.insert(Codes.begin(), &Code);
  auto Remove = make_scope_exit([&] { Codes.erase(Codes.begin()); });
  return trace(std::move(Input), Args);
}

Expected<std::unique_ptr<GraphModule>> Tracer::trace(const GraphModule &Input,
                                                     const ConcreteArgs &Args) {
  return trace(copyTree(Input), Args);
}

Expected<std::unique_ptr<GraphModule>>
Tracer::trace(std::unique_ptr<GraphModule> Input, const TraceFunctionBody &Fn,
              const ConcreteArgs &Args) {
  Tree = Input.get();
  FunctionCode Code(Fn);
  if (Error E = run(Code, Args))
    return E;
  Input->deleteUnusedSubmodules();
  return Input;
}

Expected<std::unique_ptr<GraphModule>>
Tracer::trace(Context &Ctx, const TraceFunctionBody &Fn,
              const ConcreteArgs &Args) {
  auto Empty = std::make_unique<GraphModule>(Ctx);
  Empty->setTreeKind(GraphModule::TreeKind::Closed);
  return trace(std::move(Empty), Fn, Args);
}

Expected<std::unique_ptr<GraphModule>>
fx::symbolicTrace(const GraphModule &Tree, const ConcreteArgs &Args) {
  return Tracer().trace(Tree, Args);
}

Expected<std::unique_ptr<GraphModule>>
fx::symbolicTrace(Context &Ctx, const TraceFunctionBody &Fn,
                  const ConcreteArgs &Args) {
  return Tracer().trace(Ctx, Fn, Args);
}
