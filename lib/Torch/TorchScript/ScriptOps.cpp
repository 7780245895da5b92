//===- ScriptOps.cpp - Operators of TorchScript ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "ScriptEvaluator.h"
#include "ScriptNodes.h"
#include "ScriptSpelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/ScalarOps.h>
#include <sstream>
#include <torch/csrc/jit/runtime/operator.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace prim = c10::prim;
namespace aten = c10::aten;

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

ScriptValue ScriptEvaluator::record(Opcode Op, StringRef Target,
                                    const TraceArguments &Args) {
  return raise(TraceValue(T.record({Op, Target, Args.Positional, Args.Named})));
}

/// Attributes of tensors, that TorchScript has as operators.
bool ScriptEvaluator::recordAttribute(jit::Node *N, const Values &In, Env &E) {
  StringRef Qualified = N->kind().toQualString();
  StringRef Name;
  if (Qualified.starts_with("prim::") && In.size() == 1)
    Name = StringSwitch<StringRef>(Qualified.drop_front(6))
               .Cases("dtype", "device", "shape", "layout", "requires_grad",
                      "is_cuda", "grad", "data", "is_quantized", "is_sparse",
                      Qualified.drop_front(6))
               .Case("is_nested", "is_nested")
               .Cases("itemsize", "is_mkldnn", "is_mps", "is_meta", "is_xla",
                      Qualified.drop_front(6))
               .Default("");
  else if (N->kind() == aten::size && In.size() == 1 && !isMethodSize(N))
    Name = "shape";
  if (Name.empty())
    return false;
  ScriptValue Result =
      record(Opcode::CallFunction, "builtins.getattr",
             TraceArguments::of(lower(In[0]), TraceValue(Name)));
  E[N->output()] = Result;
  computeExample(N, In, Result,
                 [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  return true;
}

/// Arguments as Python would be given them: without those that are defaults.
static bool isDefault(const c10::Argument &Param, const ScriptValue &V) {
  const auto &Default = Param.default_value();
  const c10::IValue *Known = V.known();
  // TorchScript takes the mean where nothing is said; Python's bindings of the
  // same functions do not reduce.
  if (!Default || Param.name() == "reduction")
    return false;
  if (const ScriptItems *Items = V.items())
    return Items->Items.empty() && Default->isList() &&
           Default->toListRef().empty();
  if (!Known || Known->isNone() != Default->isNone())
    return false;
  if (Known->isNone())
    return true;
  // A Scalar's default may be written as an int or a double.
  if (Known->isScalar() && Default->isScalar() && !Known->isBool() &&
      !Default->isBool() && !Known->isComplexDouble() &&
      !Default->isComplexDouble())
    return Known->isInt() == Default->isInt() &&
           Known->toScalar().toDouble() == Default->toScalar().toDouble();
  return Known->tagKind() == Default->tagKind() && !Known->isTensor() &&
         *Known == *Default;
}

/// What `x.to(...)` of Python does not take, and a trace always gives.
static bool isUsual(const c10::Argument &Param, const ScriptValue &V) {
  const c10::IValue *Known = V.known();
  if (!Known)
    return false;
  if (Param.name() == "layout")
    return Known->isInt() && Known->toInt() == int64_t(c10::Layout::Strided);
  return Param.name() == "pin_memory" && Known->isBool() && !Known->toBool();
}

static bool isRandom(const c10::FunctionSchema *Schema, jit::Node *N) {
  return N->isNondeterministic() ||
         (Schema && any_of(Schema->arguments(), [](const c10::Argument &A) {
            return A.name() == "generator";
          }));
}

/// A number on the left of a tensor: TorchScript calls functions of its own for
/// that, `def mul(a : int, b : Tensor): return b * a`.
bool ScriptEvaluator::recordReversed(jit::Node *N, const Values &In, Env &E) {
  if (In.size() < 2 || !StringRef(sourcePlace(N)).starts_with("<string>:"))
    return false;
  StringRef Target = StringSwitch<StringRef>(sourceText(N))
                         .Case("b * a", "operator.mul")
                         .Case("b + a", "operator.add")
                         .Case("b == a", "operator.eq")
                         .Case("b != a", "operator.ne")
                         .Case("torch.neg(b) + a", "operator.sub")
                         .Case("torch.reciprocal(b) * a", "operator.truediv")
                         .Default("");
  if (Target.empty())
    return false;
  ScriptValue Right = In[0];
  // The first part of `-b + a` and `1 / b * a` is a node already.
  Node *First = nullptr;
  if (Target == "operator.sub" || Target == "operator.truediv") {
    First = In[0].node();
    Node *Operand =
        First && First->numArgs() == 1 ? First->arg(0).asNode() : nullptr;
    if (!Operand || First->hasUsers())
      return false;
    Right = Operand;
  }
  ScriptValue Result = record(Opcode::CallFunction, Target,
                              TraceArguments::of(lower(In[1]), lower(Right)));
  E[N->output()] = Result;
  computeExample(N, In, Result,
                 [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  if (First) {
    Examples.erase(First);
    First->graph().eraseNode(First);
  }
  return true;
}

/// Whether the values of a type say nothing of what is in a tensor.
static bool isFact(const c10::Type &Type) {
  if (Type.kind() == c10::TypeKind::OptionalType)
    return isFact(*Type.containedTypes()[0]);
  return Type.kind() == c10::TypeKind::StringType ||
         Type.kind() == c10::TypeKind::DeviceObjType ||
         Type.kind() == c10::TypeKind::NoneType;
}

/// What is done with devices and texts, such as `"cpu" in str(x.device)`: as it
/// is for the examples.
bool ScriptEvaluator::runFacts(jit::Node *N, const Values &In, Env &E) {
  jit::Stack Stack;
  for (auto [I, V] : enumerate(In)) {
    auto Example = example(V, N->inputs()[I]->type());
    bool IsKnown = V.known() && !State.isWritten(V);
    if (!Example || (!IsKnown && !isFact(*N->inputs()[I]->type())))
      return false;
    Stack.push_back(std::move(*Example));
  }
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (In.empty() || !Schema || isRandom(Schema, N))
    return false;
  // Callers may give another word.
  for (auto [V, Example] : zip(In, Stack))
    if (Example.isString() && isNewlyAsked(V))
      guardInput(lower(V), V.node()->name(), Example);
  if (Schema->is_vararg())
    Stack.push_back(int64_t(In.size()));
  N->getOperation()(Stack);
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = raise(Stack[I]);
  return true;
}

void ScriptEvaluator::recordOp(jit::Node *N, Values In, Env &E) {
  Written.own(N, In);
  if (std::optional<ScriptValue> Integer = Integers.record(N, In)) {
    E[N->output()] = *Integer;
    return;
  }
  if (recordReversed(N, In, E) || recordAttribute(N, In, E) ||
      runFacts(N, In, E))
    return;
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    fail(N, Twine("the operator '") + N->kind().toQualString() +
                "' of TorchScript has no form in Python");
  auto RunExample = [&](ArrayRef<ScriptValue> Results) {
    computeExample(N, In, Results,
                   [&](jit::Stack &Stack) { N->getOperation()(Stack); });
  };
  bool IsIndex = N->kind() == aten::slice || N->kind() == aten::select ||
                 N->kind() == aten::unsqueeze || N->kind() == aten::index;
  bool OfTensor =
      IsIndex && N->input(0)->type()->isSubtypeOf(*c10::TensorType::get());
  if (N->kind() == aten::slice && !OfTensor && In.size() == 4) {
    // A slice of a list, such as `x.shape[-2:]`.
    constexpr int64_t Last = std::numeric_limits<int64_t>::max();
    TraceValue Part = slice(sliceBound(In[1], lower(In[1]), -Last - 1),
                            sliceBound(In[2], lower(In[2]), Last),
                            sliceBound(In[3], lower(In[3]), 1));
    ScriptValue Result = record(Opcode::CallFunction, "operator.getitem",
                                TraceArguments::of(lower(In[0]), Part));
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  IsIndex &= OfTensor;
  if (IsIndex && isSubscript(N) && (In[0].node() || In[0].known())) {
    ScriptValue Result = Subscripts.record(N, In);
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  Spelling How = spellingOf(T.context(), N, In);
  TraceArguments Args;
  bool ByName = false;
  for (size_t I = 0; I != In.size(); ++I) {
    const c10::Argument &Param = Schema->arguments()[I];
    if (How.IsOperator && I == 2)
      break; // `alpha`, which operators do not have.
    if (I != 0 && (isDefault(Param, In[I]) ||
                   (How.Target == "to" && isUsual(Param, In[I])))) {
      ByName = true;
      continue;
    }
    if (ScriptItems *Items = In[I].items(); Items && takesSeveral(How.Target)) {
      for (const ScriptValue &Item : Items->Items)
        Args.add(lower(Item));
      continue;
    }
    TraceValue V = lower(In[I], Param.real_type().get());
    bool IsShort = How.Op == Opcode::CallMethod && N->kind() == aten::to &&
                   How.Target != "to";
    if (IsShort && I != 0)
      continue;
    if (ByName || Param.kwarg_only())
      Args.add(kw(Param.name(), V));
    else
      Args.add(V);
  }
  ScriptValue Result = record(How.Op, How.Target, Args);
  if (How.IsAugmented)
    Augmented.add(Result.node());
  if (N->outputs().size() == 1) {
    E[N->output()] = Result;
    RunExample(Result);
    return;
  }
  // Several results are a tuple in Python.
  Values Results;
  for (size_t I = 0; I != N->outputs().size(); ++I) {
    if (N->outputs()[I]->uses().empty() && N->outputs().size() > 1) {
      Results.push_back(ScriptValue());
      continue;
    }
    Results.push_back(item(Result, I));
    E[N->outputs()[I]] = Results.back();
  }
  RunExample(Results);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The operators of which LibTorch takes a constant on the right for a number
/// if it has no dimensions (CanonicalizeOps): traces keep `2.5` of `x * 2.5` as
/// a tensor. Tensors that were meant as such are not an exception.
static bool takesConstantAsNumber(jit::Node *N) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  return Schema && Schema->overload_name() == "Tensor" &&
         is_contained({aten::add, aten::sub, aten::mul, aten::div}, N->kind());
}

void ScriptEvaluator::readNumber(jit::Node *N,
                                 MutableArrayRef<ScriptValue> In) {
  if (!takesConstantAsNumber(N) || !In[1].known() || !In[1].known()->isTensor())
    return;
  // Calls are inlined before; nothing is computed before.
  const jit::Node *Maker = N->input(1)->node();
  bool IsArgument = Maker->kind() == prim::Param &&
                    Maker->owningBlock() == N->owningGraph()->block();
  const at::Tensor &T = In[1].known()->toTensor();
  if ((Maker->kind() != prim::Constant && !IsArgument) ||
      !Numbers.contains(T.unsafeGetTensorImpl()))
    return;
  In[1] = c10::IValue(at::native::wrapped_scalar_tensor(T.item()));
}

/// Whether it changes a tensor of the module, or a part of one.
bool ScriptEvaluator::writesState(const c10::FunctionSchema *Schema,
                                  const Values &In) {
  if (!Schema)
    return false;
  for (size_t I = 0; I != In.size() && I != Schema->arguments().size(); ++I) {
    const c10::AliasInfo *Alias = Schema->arguments()[I].alias_info();
    const c10::IValue *Known = In[I].known();
    if (Alias && Alias->isWrite() && Known && Known->isTensor() &&
        State.isState(Known->toTensor()))
      return true;
  }
  return false;
}

/// Computes an operator of which all arguments are known.
bool ScriptEvaluator::runKnown(jit::Node *N, const Values &In, Env &E) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (isRandom(Schema, N) || writesState(Schema, In))
    return false;
  jit::Stack Stack;
  for (auto [I, V] : enumerate(In)) {
    auto Known = known(V, N->inputs()[I]->type());
    if (!Known)
      return false;
    Stack.push_back(std::move(*Known));
  }
  for (const ScriptValue &V : In)
    State.noteFolded(V);
  if (Schema && Schema->is_vararg())
    Stack.push_back(int64_t(In.size()));
  N->getOperation()(Stack);
  if (Stack.size() < N->outputs().size())
    fail(N, "an operator has fewer results than it should");
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = raise(Stack[I]);
  return true;
}

/// `"{} and {}".format(...)`: what is traced is called by its name, as in
/// Python.
static std::string formatted(ArrayRef<ScriptValue> In) {
  const c10::IValue *Text = In[0].known();
  StringRef Rest =
      Text && Text->isString() ? StringRef(Text->toStringRef()) : StringRef();
  std::string Result;
  for (const ScriptValue &V : In.drop_front()) {
    auto [Before, After] = Rest.split("{}");
    Result += Before;
    Rest = After;
    std::ostringstream OS;
    if (V.node())
      OS << "Proxy(" << V.node()->name() << ")";
    else if (V.known() && V.known()->isString())
      OS << V.known()->toStringRef();
    else if (V.known() && !V.known()->isTensor())
      OS << *V.known();
    else
      OS << "...";
    Result += OS.str();
  }
  return Result + Rest.str();
}

void ScriptEvaluator::runOp(jit::Node *N, Env &E) {
  if (N->kind() == aten::warn)
    return;
  Values In = inputs(N, E);
  if (N->kind() == aten::format) {
    E[N->output()] = ScriptValue(c10::IValue(formatted(In)));
    return;
  }
  if (N->kind() == aten::__is__ || N->kind() == aten::__isnot__) {
    // A value that is traced is not None, as in torch.fx, unless its example
    // is. Unlike there, a run that leaves out such an input is stopped.
    auto IsNone = [&](const ScriptValue &V) {
      if (V.isNone() || !V.node())
        return V.isNone();
      const VaryingArgument *Known = Examples.find(V.node());
      if (Known && Known->Example.isNone())
        return true;
      guardNotNone(N, V);
      return false;
    };
    bool Same = IsNone(In[0]) && IsNone(In[1]);
    if (!IsNone(In[0]) && !IsNone(In[1]))
      Same = In[0].node() && In[0].node() == In[1].node();
    E[N->output()] =
        ScriptValue(c10::IValue(Same == (N->kind() == aten::__is__)));
    return;
  }
  if (runGradMode(N, In, E) || runContainerOp(N, In, E))
    return;
  readNumber(N, In);
  if (runKnown(N, In, E))
    return;
  recordOp(N, std::move(In), E);
}
