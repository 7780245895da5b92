//===- ScriptCalls.cpp - Attributes, methods and functions ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Scripts.h"
#include "PackedParams.h"
#include "ScriptEvaluator.h"
#include "TracedModules.h"
#include "fx/IR/Literal.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <torch/csrc/jit/api/function_impl.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace prim = c10::prim;
namespace jit = torch::jit;
namespace attr = c10::attr;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// An object of C++: the call that makes it again.
ScriptValue ScriptEvaluator::foreignObject(jit::Node *N,
                                           const c10::IValue &Object) {
  std::optional<PackingCall> Packing = packingCall(Object);
  if (!Packing)
    fail(N, "the attribute '" + N->s(attr::name) + "' is of the type " +
                Object.type()->str() +
                ", of which a graph cannot keep what is in it");
  TraceArguments Args;
  for (const c10::IValue &Arg : Packing->Args)
    Args.add(lower(raise(Arg)));
  ScriptValue Packed = record(Opcode::CallFunction, Packing->Target, Args);
  if (Packed.node() && !Examples.empty())
    Examples.set(Packed.node(), Object, 0);
  return Packed;
}

ScriptValue ScriptEvaluator::getAttr(jit::Node *N, Env &E) {
  const std::string &Name = N->s(attr::name);
  const ScriptValue V = value(N->input(0), E);
  if (std::shared_ptr<ScriptObject> Object = V.object()) {
    if (auto Slot = Object->Type->findAttributeSlot(Name))
      return Object->Slots[*Slot];
    if (auto Slot = Object->Type->findConstantSlot(Name))
      return raise(Object->Type->getConstant(*Slot));
  }
  Module *M = V.module();
  if (!M)
    fail(N, "attribute '" + Name + "' of a value that is not a module");
  const jit::Module &Script = Tree.ScriptOf.find(M)->second;
  auto Type = Script.type();
  if (auto Slot = Type->findConstantSlot(Name))
    return raise(Type->getConstant(*Slot));
  auto Slot = Type->findAttributeSlot(Name);
  if (!Slot)
    fail(N, "there is no attribute '" + Name + "'");
  // As it was assigned, or changed: lists are shared by all who read them.
  auto Assigned = Attributes.find({M, *Slot});
  if (Assigned != Attributes.end())
    return Assigned->second;
  const c10::IValue &Value = Script._ivalue()->getSlot(*Slot);
  // Parameters go through the tracer; what it does not want as a node stays
  // known.
  if (Value.isTensor() && Value.toTensor().defined()) {
    ScriptValue Attribute = raise(T.attribute(*M, Name));
    if (Attribute.node() && !Examples.empty())
      Examples.set(Attribute.node(), Value, 0);
    return Attribute;
  }
  if (holdsForeignObject(Value))
    return Attributes[{M, *Slot}] = foreignObject(N, Value);
  ScriptValue Raised = raise(Value);
  if (Raised.isItems(ScriptItems::List) || Raised.isItems(ScriptItems::Dict))
    Attributes[{M, *Slot}] = Raised;
  return Raised;
}

/// Whether an attribute becomes what it is, changed in place: `self.n += 1`.
static bool isSameInPlace(jit::Node *N) {
  jit::Node *From = N->input(1)->node();
  while (const c10::FunctionSchema *Schema = From->maybeSchema()) {
    if (Schema->arguments().empty() || !Schema->arguments()[0].alias_info() ||
        !Schema->arguments()[0].alias_info()->isWrite())
      break;
    From = From->input(0)->node();
  }
  return From->kind() == prim::GetAttr &&
         From->s(attr::name) == N->s(attr::name) &&
         From->input(0) == N->input(0);
}

void ScriptEvaluator::setAttr(jit::Node *N, Env &E) {
  const std::string &Name = N->s(attr::name);
  const ScriptValue V = value(N->input(0), E);
  if (std::shared_ptr<ScriptObject> Object = V.object()) {
    Object->Slots[Object->Type->getAttributeSlot(Name)] = value(N->input(1), E);
    return;
  }
  Module *M = V.module();
  if (!M)
    fail(N, "the attribute '" + Name + "' of a value without any is assigned");
  const jit::Module &Script = Tree.ScriptOf.find(M)->second;
  size_t Slot = Script.type()->getAttributeSlot(Name);
  // As in torch.fx, what is assigned counts for the rest of the trace. But a
  // tensor is state, which a run hands on to the next.
  const c10::IValue &Before = Script._ivalue()->getSlot(Slot);
  if (isSameInPlace(N))
    return;
  if (Before.isTensor() && Before.toTensor().defined())
    fail(N, "the tensor '" + Name +
                "' of a module is assigned, which a graph cannot do; change it "
                "in place, with copy_()");
  Attributes[{M, Slot}] = value(N->input(1), E);
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

/// Overloads are called `forward__0`, `forward__1`.
static bool isForward(StringRef Name) {
  if (!Name.consume_front("forward"))
    return false;
  return Name.empty() ||
         (Name.consume_front("__") && !Name.empty() &&
          Name.find_first_not_of("0123456789") == StringRef::npos);
}

/// How many of the arguments are not just the defaults.
template <typename IsDefault>
static size_t countGiven(size_t Count, IsDefault Default) {
  while (Count && Default(Count - 1))
    --Count;
  return Count;
}

ScriptValue ScriptEvaluator::callModule(jit::Node *N, Module &M, Env &E) {
  const jit::Module &Script = Tree.ScriptOf.find(&M)->second;
  jit::Method Forward = Script.get_method(N->s(attr::name));
  const auto &Params = Forward.function().getSchema().arguments();
  Values In = inputs(N, E);
  auto IsDefault = [&](size_t I) {
    const auto &Default = Params[I].default_value();
    const c10::IValue *Known = In[I].known();
    return Default && Known && Known->isNone() == Default->isNone() &&
           (Known->isNone() ||
            (!Known->isTensor() && Known->tagKind() == Default->tagKind() &&
             *Known == *Default));
  };
  size_t Count =
      countGiven(In.size(), [&](size_t I) { return I != 0 && IsDefault(I); });
  TraceArguments Args;
  for (size_t I = 1; I != Count; ++I)
    Args.add(lower(In[I], Params[I].real_type().get()));
  if (!Examples.empty() && !Examples.hasArguments(M)) {
    std::vector<VaryingArgument> Given;
    for (size_t I = 1; I != Count; ++I)
      if (auto Example = example(In[I], Params[I].type()))
        Given.push_back({std::move(*Example), variation(In[I])});
    if (Given.size() + 1 == Count)
      Examples.setArguments(M, std::move(Given));
  }
  // Statistics of the examples are none of the module's.
  if (!Examples.empty() && Script.is_training())
    for (const at::Tensor &Buffer : Script.buffers())
      if (State.isState(Buffer))
        State.save(Buffer);
  ScriptValue Result = raise(T.call(M, Args));
  if (Result.node() && !Examples.empty() && !Examples.find(Result.node()))
    computeExample(N, In, Result,
                   [&](jit::Stack &Stack) { Forward.function().run(Stack); });
  return Result;
}

ScriptValue ScriptEvaluator::callMethod(jit::Node *N, Env &E) {
  const std::string &Name = N->s(attr::name);
  const ScriptValue Self = value(N->input(0), E);
  if (Module *M = Self.module()) {
    if ((isForward(Name) && M != &T.root()) ||
        (Tree.Recovered.contains(M) && isTracedForward(Name)))
      return callModule(N, *M, E);
    return run(Tree.ScriptOf.find(M)->second.get_method(Name).function(),
               inputs(N, E));
  }
  std::shared_ptr<ScriptObject> Object = Self.object();
  jit::Function *Method = Object ? Object->Type->findMethod(Name) : nullptr;
  if (!Method)
    fail(N, "the method '" + Name + "' is called on a value without methods");
  return run(*Method, inputs(N, E));
}

/// `with`: __enter__ or __exit__ of the object.
void ScriptEvaluator::runContext(jit::Node *N, Env &E) {
  bool Enters = N->kind() == prim::Enter;
  const ScriptValue Self = value(N->input(0), E);
  std::shared_ptr<ScriptObject> Object = Self.object();
  auto Type = N->input(0)->type()->cast<c10::ClassType>();
  std::string Class = Type && Type->name() ? Type->name()->qualifiedName() : "";
  // Its methods do nothing: the compiler of TorchScript looks for the class.
  if (StringRef(Class).ends_with("autocast_mode.autocast"))
    fail(N, "'with torch.autocast' is not imported; call the whole model in "
            "such a block");
  jit::Function *Method =
      Object ? Object->Type->findMethod(Enters ? "__enter__" : "__exit__")
             : nullptr;
  if (!Method)
    fail(N, "'with' of '" + Class +
                "' is not imported: what it does is not in the archive");
  Values Args = {Self};
  SaveAndRestore Inside(IsInContext, true);
  // No exception is on its way.
  Args.resize(Method->getSchema().arguments().size(),
              ScriptValue(c10::IValue()));
  E[N->output()] = run(*Method, Args);
}

/// What torch.no_grad and its relatives are made of. They restore what a caller
/// has who wants gradients; other code asks for the mode of the import.
bool ScriptEvaluator::runGradMode(jit::Node *N, const Values &In, Env &E) {
  StringRef Name = N->kind().toQualString();
  if (Name == "aten::is_grad_enabled" && IsInContext) {
    E[N->output()] = ScriptValue(c10::IValue(HasGradients));
    return true;
  }
  if (Name != "aten::set_grad_enabled")
    return false;
  const c10::IValue *Mode = In[0].known();
  if (!Mode || !Mode->isBool())
    fail(N, "whether gradients are computed depends on a traced value");
  if (HasGradients != Mode->toBool())
    record(Opcode::CallFunction, "torch._C._set_grad_enabled",
           TraceArguments::of(Mode->toBool()));
  HasGradients = Mode->toBool();
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The name under which torch.fx calls a function of Python, or nothing for one
/// that it traces through: functions of torch, and those that were wrapped.
static std::string leafName(Context &Ctx, StringRef Name) {
  auto IsKnown = [&](const Twine &Candidate) {
    return Ctx.functionOp(Ctx.intern(Candidate.str())) != nullptr;
  };
  // torch.fx.wrap knows only those of two files. What has loops over
  // the boxes that were found cannot be traced, and remains a call.
  if (Name == "torchvision.ops.boxes.batched_nms")
    return Name.str();
  if (Name.starts_with("torchvision.models.detection."))
    return lookupScript(Name) ? Name.str() : "";
  if (Name.starts_with("torchvision.ops.") &&
      !Name.starts_with("torchvision.ops.stochastic_depth.") &&
      !Name.starts_with("torchvision.ops.drop_block."))
    return {};
  auto [Module, Bare] = Name.rsplit('.');
  // What one function does for each value of a flag has names of its own; other
  // helpers of this file are not seen by torch.fx.
  if (Module == "torch.nn.functional" && Bare.consume_front("_"))
    return IsKnown(Module + "." + Bare) ? (Module + "." + Bare).str() : "";
  if (IsKnown(Name))
    return Name.str();
  if (Module == "torch.functional" && IsKnown("torch." + Bare))
    return ("torch." + Bare).str();
  return Module == "torch.nn.functional" || Module == "torch.functional"
             ? Name.str()
             : "";
}

ScriptValue ScriptEvaluator::callFunction(jit::Node *N, Env &E) {
  auto Type = N->input(0)->type()->expect<c10::FunctionType>();
  jit::Function &F = *Type->function();
  Values In;
  for (size_t I = 1; I != N->inputs().size(); ++I)
    In.push_back(value(N->inputs()[I], E));
  std::string Name = pythonName(F.qualname().qualifiedName());
  std::string Target = leafName(T.context(), Name);
  if (Target.empty())
    return run(F, In);
  bool AnyTraced = false;
  for (const ScriptValue &V : In)
    lower(V).forEachProxy([&](Proxy) { AnyTraced = true; });
  return AnyTraced ? recordFunction(N, F, Target, In) : run(F, In);
}

ScriptValue ScriptEvaluator::recordFunction(jit::Node *N, jit::Function &F,
                                            StringRef Target,
                                            const Values &Args) {
  Context &Ctx = T.context();
  const OpTarget *Op = Ctx.functionOp(Ctx.intern(Target));
  ArrayRef<SchemaParam> Params;
  if (Op && !Op->overloads().empty())
    Params = Op->overloads().front().params();
  const auto &Declared = F.getSchema().arguments();
  auto Param = [&](size_t I) -> const SchemaParam * {
    for (const SchemaParam &P : Params)
      if (P.Name == Declared[I].name())
        return &P;
    return nullptr;
  };
  auto IsDefault = [&](size_t I) {
    const SchemaParam *P = Param(I);
    std::optional<c10::IValue> Known = known(Args[I], Declared[I].type());
    if (!P || !P->HasDefault || !Known)
      return false;
    std::optional<Argument> Value = plainArgument(Ctx, *Known);
    Expected<Argument> Default = parseLiteral(Ctx, P->Default);
    if (!Default)
      return consumeError(Default.takeError()), false;
    if (Value && *Value == *Default)
      return true;
    // An int that stands for a list of equals has become that list.
    return Value && Value->kind() == ArgKind::List && Default->isInt() &&
           !Value->empty() && all_of(Value->elements(), [&](const Argument &A) {
             return A == *Default;
           });
  };
  TraceArguments Given;
  bool Skipped = false;
  for (size_t I = 0; I != Args.size(); ++I) {
    if (IsDefault(I)) {
      Skipped = true;
      continue;
    }
    const SchemaParam *P = Param(I);
    TraceValue V = lower(Args[I], Declared[I].real_type().get());
    // The schemas of functions say int where Python has a dtype.
    if (P && P->Type.Kind == SchemaKind::DType && Args[I].known() &&
        Args[I].known()->isInt())
      if (auto D = fromTorch(c10::ScalarType(Args[I].known()->toInt())))
        V = *D;
    if (Skipped || (P && P->Kind == ParamKind::KeywordOnly))
      Given.add(kw(Declared[I].name(), V));
    else
      Given.add(V);
  }
  ScriptValue Result = record(Opcode::CallFunction, Target, Given);
  computeExample(N, Args, Result, [&](jit::Stack &Stack) { F.run(Stack); });
  return Result;
}
