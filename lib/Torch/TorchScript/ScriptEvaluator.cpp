//===- ScriptEvaluator.cpp - TorchScript's IR over proxies ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptEvaluator.h"
#include "ScriptArchive.h"
#include "ScriptNodes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <torch/csrc/jit/api/function_impl.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;
namespace prim = c10::prim;
namespace attr = c10::attr;

/// More is not a model but a mistake, or an attack.
static constexpr unsigned MaxCallDepth = 200;
static constexpr uint64_t MaxSteps = 400'000;

void ScriptEvaluator::fail(jit::Node *N, const Twine &What) const {
  std::string Text = (sourcePlace(N) + ": " + What).str();
  std::string Source = sourceText(N);
  if (StringRef Line = StringRef(Source).split('\n').first.trim();
      !Line.empty())
    Text += (": " + Line).str();
  throw ScriptFailure{Text};
}

//===----------------------------------------------------------------------===//
// Functions and blocks
//===----------------------------------------------------------------------===//

ScriptValue ScriptEvaluator::value(jit::Value *V, const Env &E) {
  auto It = E.find(V);
  if (It == E.end())
    throw ScriptFailure{"a value of TorchScript is used before it is made"};
  if (Written.copyOf(It->second))
    return Written.valueOf(It->second.known()->toTensor());
  return It->second;
}

ScriptEvaluator::Values ScriptEvaluator::inputs(jit::Node *N, const Env &E) {
  Values In;
  for (jit::Value *V : N->inputs())
    In.push_back(value(V, E));
  return In;
}

ScriptValue ScriptEvaluator::run(jit::Function &F, const Values &Args) {
  if (Depth == MaxCallDepth)
    throw ScriptFailure{"calls are nested more than " +
                        std::to_string(MaxCallDepth) + " deep"};
  SaveAndRestore Deeper(Depth, Depth + 1);
  F.ensure_defined();
  std::shared_ptr<jit::Graph> G = jit::toGraphFunction(F).graph();
  if (G->inputs().size() != Args.size())
    throw ScriptFailure{"a call of " + F.name() +
                        " has another number of arguments than it takes"};
  Env E;
  for (size_t I = 0; I != Args.size(); ++I)
    E[G->inputs()[I]] = Args[I];
  runBlock(G->block(), E);
  if (G->outputs().empty())
    return ScriptValue();
  return value(G->outputs()[0], E);
}

void ScriptEvaluator::finish(Graph &G) {
  Augmented.fix(Examples);
  Integers.eraseUnused();
  Written.eraseUnusedCopies(G);
}

void ScriptEvaluator::runBlock(jit::Block *B, Env &E) {
  for (jit::Node *N : B->nodes()) {
    if (++Steps > MaxSteps)
      fail(N, "this runs for more than " + Twine(MaxSteps) + " steps");
    if (T.failed())
      throw ScriptFailure{""};
    Imported.advance();
    runNode(N, E);
  }
}

void ScriptEvaluator::runNode(jit::Node *N, Env &E) {
  switch (N->kind()) {
  case prim::Constant:
    if (auto V = jit::toIValue(N->output())) {
      State.noteCode(*V);
      if (V->isTensor() && V->toTensor().defined() && V->toTensor().dim() == 0)
        Numbers.insert(V->toTensor().unsafeGetTensorImpl());
      E[N->output()] = raise(*V);
    }
    return;
  case prim::GetAttr:
    E[N->output()] = getAttr(N, E);
    return;
  case prim::SetAttr:
    return setAttr(N, E);
  case prim::CallMethod:
    E[N->output()] = callMethod(N, E);
    return;
  case prim::CallFunction:
    E[N->output()] = callFunction(N, E);
    return;
  case prim::If:
    return runIf(N, E);
  case prim::Loop:
    return runLoop(N, E);
  case prim::TupleConstruct:
  case prim::ListConstruct:
  case prim::DictConstruct:
    return runConstruct(N, E);
  case prim::TupleUnpack:
  case prim::ListUnpack:
    return runUnpack(N, E);
  case prim::CreateObject: {
    auto Object = std::make_shared<ScriptObject>();
    Object->Type = N->output()->type()->expect<c10::ClassType>();
    Object->Slots.resize(Object->Type->numAttributes());
    E[N->output()] = Object;
    return;
  }
  case prim::unchecked_cast:
  case prim::unchecked_unwrap_optional:
    E[N->output()] = value(N->input(0), E);
    return;
  case prim::Uninitialized:
    E[N->output()] = ScriptValue();
    return;
  case prim::isinstance:
    E[N->output()] = ScriptValue(c10::IValue(isInstance(N, E)));
    return;
  case prim::Print:
    return;
  case prim::Enter:
  case prim::Exit:
    return runContext(N, E);
  case prim::RaiseException: {
    ScriptValue Message = value(N->input(0), E);
    const c10::IValue *Text = Message.known();
    fail(N, "the model raises an exception" +
                (Text && Text->isString() ? " ('" + Text->toStringRef() + "')"
                                          : std::string()));
  }
  default:
    return runOp(N, E);
  }
}

//===----------------------------------------------------------------------===//
// Conditions and loops
//===----------------------------------------------------------------------===//

/// The bool that \p V is, now or with the example inputs.
std::optional<bool> ScriptEvaluator::condition(jit::Node *N,
                                               const ScriptValue &V) {
  std::optional<c10::IValue> Value = example(V, c10::BoolType::get());
  if (!Value || !Value->isBool())
    return std::nullopt;
  uint8_t Varies = variation(V);
  if (Varies & V_Contents)
    fail(N, "symbolically traced variables cannot be used as inputs to "
            "control flow: this depends on the values in a tensor, which are "
            "others for other inputs; select with torch.where, or move it into "
            "a function of its own");
  if (Varies)
    guard(N, V, Value->toBool());
  return Value->toBool();
}

/// The number of rounds of a loop, now or with the example inputs.
std::optional<int64_t> ScriptEvaluator::rounds(jit::Node *N,
                                               const ScriptValue &V) {
  std::optional<c10::IValue> Value = example(V, c10::IntType::get());
  if (!Value || !Value->isInt())
    return std::nullopt;
  uint8_t Varies = variation(V);
  if (Varies & (V_Contents | V_Sizes))
    fail(N, "the number of rounds of this loop depends on the values in a "
            "tensor, and a graph has no loops; compute with whole tensors, or "
            "move the loop into a function of its own");
  if (Varies)
    guardNumber(N, V, Value->toInt());
  return Value->toInt();
}

void ScriptEvaluator::guardNumber(jit::Node *N, const ScriptValue &V,
                                  int64_t Expected) {
  guard(N,
        record(Opcode::CallFunction, "operator.eq",
               TraceArguments::of(lower(V), TraceValue(long(Expected)))),
        true);
}

/// Records that the graph is for an input that is given.
void ScriptEvaluator::guardNotNone(jit::Node *N, const ScriptValue &V) {
  if (isNewlyAsked(V))
    guard(
        N,
        record(Opcode::CallFunction, "operator.is_not",
               TraceArguments::of(lower(V), lower(ScriptValue(c10::IValue())))),
        true);
}

/// Records that the graph is for a list of so many items among the inputs.
void ScriptEvaluator::guardLength(jit::Node *N, const ScriptValue &List,
                                  int64_t Expected) {
  if (isNewlyAsked(List))
    guardNumber(N,
                record(Opcode::CallFunction, "builtins.len",
                       TraceArguments::of(lower(List))),
                Expected);
}

void ScriptEvaluator::guardInput(const TraceValue &Input, StringRef Name,
                                 const c10::IValue &Example) {
  ScriptValue Same = record(
      Opcode::CallFunction, Example.isNone() ? "operator.is_" : "operator.eq",
      TraceArguments::of(Input, lower(ScriptValue(Example))));
  std::string Message = ("the example for '" + Name +
                         "' has decided this, and now it is another; import "
                         "the model with other examples")
                            .str();
  record(Opcode::CallFunction, "torch._assert",
         TraceArguments::of(lower(Same), StringRef(Message)));
}

/// Records that a graph is made for one branch. Sizes that depend on the data
/// may lead into another one.
void ScriptEvaluator::guard(jit::Node *N, const ScriptValue &Holds,
                            bool Expected) {
  if (!Holds.node() || !Guarded.insert(Holds.node()).second)
    return;
  ScriptValue Condition = Holds;
  if (!Expected)
    Condition = record(Opcode::CallFunction, "operator.not_",
                       TraceArguments::of(lower(Holds)));
  std::string Message = sourcePlace(N) +
                        ": the example inputs have decided this, and now it is "
                        "otherwise; import the model with other examples";
  std::string Source = sourceText(N);
  if (StringRef Line = StringRef(Source).split('\n').first.trim();
      !Line.empty())
    Message += (": " + Line).str();
  record(Opcode::CallFunction, "torch._assert",
         TraceArguments::of(lower(Condition), StringRef(Message)));
}

/// The message if all that \p B does is to raise an exception.
static jit::Node *onlyRaises(jit::Block *B) {
  jit::Node *Raise = nullptr;
  for (jit::Node *N : B->nodes()) {
    if (N->kind() == prim::RaiseException)
      Raise = N;
    else if (N->kind() != prim::Constant && N->kind() != prim::Uninitialized &&
             N->kind() != c10::aten::format &&
             N->kind() != prim::ListConstruct && N->kind() != c10::aten::add)
      return nullptr;
  }
  return Raise;
}

/// A branch that raises an exception is what torch._assert is compiled to; as
/// in torch.fx it is recorded. False when \p N is something else.
bool ScriptEvaluator::assertion(jit::Node *N, const ScriptValue &Condition,
                                Env &E) {
  jit::Node *RaiseIfTrue = onlyRaises(N->blocks()[0]);
  jit::Node *RaiseIfFalse = onlyRaises(N->blocks()[1]);
  if (!RaiseIfTrue == !RaiseIfFalse)
    return false;
  jit::Node *Raise = RaiseIfTrue ? RaiseIfTrue : RaiseIfFalse;
  std::string Message;
  if (auto Text = jit::toIValue(Raise->input(0)))
    if (Text->isString())
      Message = Text->toStringRef();
  StringRef Shown = Message;
  Shown.consume_front("AssertionError: ");
  ScriptValue Holds = Condition;
  if (RaiseIfTrue)
    Holds = record(Opcode::CallFunction, "operator.not_",
                   TraceArguments::of(lower(Condition)));
  record(Opcode::CallFunction, "torch._assert",
         TraceArguments::of(lower(Holds), Shown));
  jit::Block *Other = N->blocks()[RaiseIfTrue ? 1 : 0];
  runBlock(Other, E);
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = value(Other->outputs()[I], E);
  return true;
}

void ScriptEvaluator::runIf(jit::Node *N, Env &E) {
  const ScriptValue Condition = value(N->input(0), E);
  if (!Condition.known() && assertion(N, Condition, E))
    return;
  std::optional<bool> Taken = condition(N, Condition);
  if (!Taken)
    fail(N, "symbolically traced variables cannot be used as inputs to "
            "control flow; give example inputs that decide this, or move it "
            "into a function of its own");
  jit::Block *B = N->blocks()[*Taken ? 0 : 1];
  runBlock(B, E);
  for (size_t I = 0; I != N->outputs().size(); ++I)
    E[N->outputs()[I]] = value(B->outputs()[I], E);
}

void ScriptEvaluator::runLoop(jit::Node *N, Env &E) {
  std::optional<int64_t> Count = rounds(N, value(N->input(0), E));
  std::optional<bool> Again = condition(N, value(N->input(1), E));
  if (!Count || !Again)
    fail(N, "the number of rounds of a loop is not known; give example inputs "
            "that decide this");
  jit::Block *B = N->blocks()[0];
  Values Carried;
  for (size_t I = 2; I != N->inputs().size(); ++I)
    Carried.push_back(value(N->inputs()[I], E));
  for (int64_t Round = 0; Round < *Count && *Again; ++Round) {
    E[B->inputs()[0]] = ScriptValue(c10::IValue(Round));
    for (size_t I = 0; I != Carried.size(); ++I)
      E[B->inputs()[I + 1]] = Carried[I];
    runBlock(B, E);
    ScriptValue GoesOn = value(B->outputs()[0], E);
    if (variation(GoesOn) & V_Sizes)
      fail(N, "whether this loop goes on depends on the values in a tensor, "
              "and a graph has no loops; compute with whole tensors, or move "
              "the loop into a function of its own");
    Again = condition(N, GoesOn);
    if (!Again)
      fail(N, "whether a loop goes on depends on traced values; give example "
              "inputs that decide this");
    for (size_t I = 0; I != Carried.size(); ++I)
      Carried[I] = value(B->outputs()[I + 1], E);
    if (++Steps > MaxSteps)
      fail(N, "this loop runs for more than " + Twine(MaxSteps) + " steps");
  }
  for (size_t I = 0; I != Carried.size(); ++I)
    E[N->outputs()[I]] = Carried[I];
}

bool ScriptEvaluator::isInstance(jit::Node *N, Env &E) {
  const ScriptValue V = value(N->input(0), E);
  c10::TypePtr Type = N->input(0)->type();
  if (std::optional<c10::IValue> Known = example(V, Type))
    Type = Known->type();
  else if (std::shared_ptr<ScriptObject> Object = V.object())
    Type = Object->Type;
  for (const c10::TypePtr &Candidate : N->tys(attr::types)) {
    if (Type->isSubtypeOf(*Candidate))
      return true;
    // A list of a union has the kind that it has, whatever its elements are.
    if (ScriptItems *Items = V.items()) {
      c10::TypeKind Kind =
          Items->Kind == ScriptItems::Tuple  ? c10::TypeKind::TupleType
          : Items->Kind == ScriptItems::List ? c10::TypeKind::ListType
                                             : c10::TypeKind::DictType;
      if (Candidate->kind() == Kind)
        return true;
    } else if (V.node() && Candidate->kind() == c10::TypeKind::TensorType &&
               Type->kind() == c10::TypeKind::UnionType) {
      return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Tuples, lists, dictionaries
//===----------------------------------------------------------------------===//

void ScriptEvaluator::runConstruct(jit::Node *N, Env &E) {
  ScriptItems::ItemsKind Kind =
      N->kind() == prim::TupleConstruct  ? ScriptItems::Tuple
      : N->kind() == prim::ListConstruct ? ScriptItems::List
                                         : ScriptItems::Dict;
  E[N->output()] = ScriptValue::items(Kind, inputs(N, E), N->output()->type());
}

void ScriptEvaluator::runUnpack(jit::Node *N, Env &E) {
  ScriptValue V = value(N->input(0), E);
  size_t Count = N->outputs().size();
  if (ScriptItems *Items = V.items(); Items && Items->Items.size() != Count)
    fail(N, Twine(Items->Items.size()) + " values cannot be unpacked as " +
                Twine(Count));
  if (!V.items() && !V.node())
    fail(N, "this value cannot be unpacked");
  // Python makes all items before it goes on.
  for (size_t I = 0; I != Count; ++I)
    E[N->outputs()[I]] = item(V, I);
}

ScriptValue ScriptEvaluator::item(const ScriptValue &V, int64_t I) {
  if (ScriptItems *Items = V.items())
    return Items->Items[I];
  ScriptValue Result =
      record(Opcode::CallFunction, "operator.getitem",
             TraceArguments::of(lower(V), TraceValue(static_cast<long>(I))));
  const VaryingArgument *OfAll = Examples.find(V.node());
  if (!OfAll)
    return Result;
  auto [Whole, Varies] = *OfAll;
  c10::IValue Item;
  if (Whole.isTuple())
    Item = Whole.toTupleRef().elements()[I];
  else if (Whole.isList() && size_t(I) < Whole.toListRef().size())
    Item = Whole.toListRef()[I];
  else
    return Result;
  Examples.set(Result.node(), Item, itemVariation(Varies, Item));
  return Result;
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// Builds a value of \p Type from parts that \p Part turns into values.
template <typename Callback>
static std::optional<c10::IValue>
assemble(const ScriptItems &Items, const c10::TypePtr &Type, Callback Part) {
  c10::TypePtr T = Type;
  if (auto Optional = T ? T->cast<c10::OptionalType>() : nullptr)
    T = Optional->getElementType();
  if (Items.Kind == ScriptItems::Tuple) {
    std::vector<c10::IValue> Elements;
    auto Tuple = T ? T->cast<c10::TupleType>() : nullptr;
    for (size_t I = 0; I != Items.Items.size(); ++I) {
      c10::TypePtr Element = Tuple && I < Tuple->elements().size()
                                 ? Tuple->elements()[I]
                                 : nullptr;
      auto V = Part(Items.Items[I], Element);
      if (!V)
        return std::nullopt;
      Elements.push_back(std::move(*V));
    }
    if (Tuple && Tuple->schema())
      return c10::ivalue::Tuple::createNamed(std::move(Elements), Tuple);
    return c10::ivalue::Tuple::create(std::move(Elements));
  }
  if (Items.Kind == ScriptItems::List) {
    auto List = T ? T->cast<c10::ListType>() : nullptr;
    if (!List && Items.Type)
      List = Items.Type->cast<c10::ListType>();
    c10::TypePtr Element =
        List ? List->getElementType() : c10::TypePtr(c10::AnyType::get());
    c10::impl::GenericList Result(Element);
    for (const ScriptValue &Item : Items.Items) {
      auto V = Part(Item, Element);
      if (!V)
        return std::nullopt;
      Result.push_back(std::move(*V));
    }
    return c10::IValue(std::move(Result));
  }
  auto Dict = T ? T->cast<c10::DictType>() : nullptr;
  if (!Dict && Items.Type)
    Dict = Items.Type->cast<c10::DictType>();
  if (!Dict)
    return std::nullopt;
  c10::impl::GenericDict Result(Dict->getKeyType(), Dict->getValueType());
  for (size_t I = 0; I + 1 < Items.Items.size(); I += 2) {
    auto Key = Part(Items.Items[I], Dict->getKeyType());
    auto V = Part(Items.Items[I + 1], Dict->getValueType());
    if (!Key || !V)
      return std::nullopt;
    Result.insert(std::move(*Key), std::move(*V));
  }
  return c10::IValue(std::move(Result));
}

std::optional<c10::IValue>
ScriptEvaluator::known(const ScriptValue &V, const c10::TypePtr &Type) const {
  if (const c10::IValue *Known = V.known())
    return Written.copyOf(V) || State.isWritten(V) ? std::nullopt
                                                   : std::optional(*Known);
  if (const ScriptItems *Items = V.items())
    return assemble(*Items, Type,
                    [&](const ScriptValue &Part, const c10::TypePtr &T) {
                      return known(Part, T);
                    });
  return std::nullopt;
}

std::optional<c10::IValue>
ScriptEvaluator::example(const ScriptValue &V, const c10::TypePtr &Type) const {
  if (const c10::IValue *Known = V.known())
    return *Known;
  if (Node *N = V.node()) {
    const VaryingArgument *Known = Examples.find(N);
    return Known ? std::optional(Known->Example) : std::nullopt;
  }
  if (const ScriptItems *Items = V.items())
    return assemble(*Items, Type,
                    [&](const ScriptValue &Part, const c10::TypePtr &T) {
                      return example(Part, T);
                    });
  if (std::shared_ptr<ScriptObject> Object = V.object()) {
    auto Result = c10::ivalue::Object::create(
        c10::StrongTypePtr(Object->Type->compilation_unit(), Object->Type),
        Object->Slots.size());
    for (size_t I = 0; I != Object->Slots.size(); ++I) {
      auto Slot = example(Object->Slots[I], Object->Type->getAttribute(I));
      if (!Slot)
        return std::nullopt;
      Result->setSlot(I, std::move(*Slot));
    }
    return c10::IValue(std::move(Result));
  }
  if (Module *M = V.module())
    return Tree.ScriptOf.find(M)->second._ivalue();
  return std::nullopt;
}

uint8_t ScriptEvaluator::variation(const ScriptValue &V) const {
  uint8_t All = 0;
  if (Node *N = V.node()) {
    const VaryingArgument *Known = Examples.find(N);
    return Known ? Known->Varies : 0;
  }
  if (Node *Copy = Written.copyOf(V))
    return variation(Copy);
  if (const ScriptItems *Items = V.items())
    for (const ScriptValue &Part : Items->Items)
      All |= itemVariation(variation(Part), c10::IValue());
  if (std::shared_ptr<ScriptObject> Object = V.object())
    for (const ScriptValue &Slot : Object->Slots)
      All |= variation(Slot);
  return All;
}

//===----------------------------------------------------------------------===//
// Values of the tracer
//===----------------------------------------------------------------------===//

/// A quantized tensor, of its integers: files keep no scales beside elements.
TraceValue ScriptEvaluator::makeQuantized(const at::Tensor &Q) {
  auto Part = [&](const at::Tensor &Tensor) {
    return lower(ScriptValue(c10::IValue(Tensor)));
  };
  StringRef Target = "torch.ops.aten._make_per_tensor_quantized_tensor.default";
  TraceArguments Args = TraceArguments::of(Part(Q.int_repr()));
  if (Q.qscheme() == c10::kPerTensorAffine ||
      Q.qscheme() == c10::kPerTensorSymmetric) {
    Args.add(TraceValue(Q.q_scale()));
    Args.add(TraceValue(static_cast<long>(Q.q_zero_point())));
  } else {
    Target = "torch.ops.aten._make_per_channel_quantized_tensor.default";
    Args.add(Part(Q.q_per_channel_scales()));
    Args.add(Part(Q.q_per_channel_zero_points()));
    Args.add(TraceValue(static_cast<long>(Q.q_per_channel_axis())));
  }
  return lower(record(Opcode::CallFunction, Target, Args));
}

TraceValue ScriptEvaluator::lower(const ScriptValue &V, const c10::Type *Type) {
  Context &Ctx = T.context();
  if (Node *N = V.node())
    return T.proxy(N);
  if (Module *M = V.module())
    return TraceValue(static_cast<const Module &>(*M));
  if (std::shared_ptr<ScriptObject> Object = V.object())
    return TraceValue::opaque(Object);
  if (const ScriptItems *Items = V.items()) {
    std::vector<TraceValue> Lowered;
    for (const ScriptValue &Item : Items->Items)
      Lowered.push_back(lower(Item));
    ArgKind Kind = Items->Kind == ScriptItems::Tuple  ? ArgKind::Tuple
                   : Items->Kind == ScriptItems::List ? ArgKind::List
                                                      : ArgKind::Dict;
    return TraceValue::aggregate(Kind, Symbol(), Lowered);
  }
  const c10::IValue &Known = *V.known();
  if (Known.isTensor()) {
    const at::Tensor &Value = Known.toTensor();
    if (!Value.defined())
      return TraceValue();
    if (Value.unsafeGetTensorImpl()->is_wrapped_number())
      if (std::optional<Argument> Number =
              plainArgument(Ctx, c10::IValue(Value.item())))
        return *Number;
    if (Written.copyOf(V))
      return T.proxy(Written.valueOf(Value).node());
    if (Value.is_quantized())
      return makeQuantized(Value);
    auto It = Tree.TensorAt.find(Value.unsafeGetTensorImpl());
    if (It != Tree.TensorAt.end())
      return TraceAttribute{It->second.Path, It->second.Role};
    if (State.isWritten(V))
      throw ScriptFailure{"a part of a buffer is used after the buffer was "
                          "written; take the part again"};
    auto Owner = std::make_shared<at::Tensor>(State.contentsNow(Value));
    // It may come back as an argument.
    if (Numbers.contains(Value.unsafeGetTensorImpl()))
      Numbers.insert(Owner->unsafeGetTensorImpl());
    return TraceTensor{Owner->unsafeGetTensorImpl(), typeOfTensor(Ctx, *Owner),
                       Owner};
  }
  if (std::optional<Argument> A = plainArgument(Ctx, Known, Type))
    return *A;
  throw ScriptFailure{"a value of type " + Known.type()->str() +
                      " cannot be part of a graph"};
}

ScriptValue ScriptEvaluator::raise(const c10::IValue &V) {
  auto All = [&](auto &&Items) {
    Values Raised;
    for (const c10::IValue &Item : Items)
      Raised.push_back(raise(Item));
    return Raised;
  };
  if (V.isTensor() && !isInsideStorage(V.toTensor()))
    throw ScriptFailure{"a constant tensor is outside of its storage"};
  if (V.isTuple())
    return ScriptValue::items(ScriptItems::Tuple,
                              All(V.toTupleRef().elements().vec()), V.type());
  if (V.isList())
    return ScriptValue::items(ScriptItems::List, All(V.toListRef()), V.type());
  if (V.isGenericDict()) {
    Values Raised;
    for (const auto &Entry : V.toGenericDict()) {
      Raised.push_back(raise(Entry.key()));
      Raised.push_back(raise(Entry.value()));
    }
    return ScriptValue::items(ScriptItems::Dict, std::move(Raised), V.type());
  }
  if (!V.isObject())
    return ScriptValue(V);
  auto Ref = V.toObject();
  auto Found = Tree.ModuleOf.find(Ref.get());
  if (Found != Tree.ModuleOf.end())
    return Found->second;
  std::shared_ptr<ScriptObject> &Object = Objects[Ref.get()];
  if (!Object) {
    auto Made = std::make_shared<ScriptObject>();
    Object = Made;
    Made->Type = Ref->type();
    for (const c10::IValue &Slot : Ref->slots())
      Made->Slots.push_back(raise(Slot));
    return Made;
  }
  return Object;
}

/// A constant of the tracer as LibTorch has it.
static c10::IValue toIValue(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::Bool:
    return A.asBool();
  case ArgKind::Int:
    return A.asInt();
  case ArgKind::Float:
    return A.asFloat();
  case ArgKind::String:
    return A.str().str();
  case ArgKind::Device:
    return c10::Device(A.str().str());
  case ArgKind::Complex:
    return c10::complex<double>(A.real(), A.imag());
  case ArgKind::None:
    return c10::IValue();
  default:
    throw ScriptFailure{
        "a hook returned a value of a kind that TorchScript does not have"};
  }
}

ScriptValue ScriptEvaluator::raise(const TraceValue &V) {
  switch (V.kind()) {
  case TraceValue::Kind::Proxy:
    if (Node *N = V.proxy().node())
      return N;
    throw ScriptFailure{""};
  case TraceValue::Kind::Text:
    return c10::IValue(V.text().str());
  case TraceValue::Kind::Module:
    return const_cast<Module *>(&V.module());
  case TraceValue::Kind::Opaque:
    return std::const_pointer_cast<ScriptObject>(
        std::static_pointer_cast<const ScriptObject>(V.opaque()));
  case TraceValue::Kind::Tensor:
    return c10::IValue(
        *std::static_pointer_cast<const at::Tensor>(V.tensor().Owner));
  case TraceValue::Kind::Attribute: {
    auto [Path, Name] = StringRef(V.attribute().Path).rsplit('.');
    if (Name.empty())
      std::swap(Path, Name);
    Module *Owner = T.root().lookup(Path);
    auto It = Tree.ScriptOf.find(Owner);
    if (It == Tree.ScriptOf.end())
      throw ScriptFailure{"there is no tensor '" + V.attribute().Path + "'"};
    return It->second.attr(Name.str());
  }
  case TraceValue::Kind::Input:
    throw ScriptFailure{"a hook returned a placeholder"};
  default:
    break;
  }
  ArgKind Kind = V.aggregateKind();
  if (Kind == ArgKind::None || Kind == ArgKind::Complex)
    return toIValue(V.constant());
  Values Raised;
  for (const TraceValue &E : V.elements())
    Raised.push_back(raise(E));
  return ScriptValue::items(Kind == ArgKind::Dict   ? ScriptItems::Dict
                            : Kind == ArgKind::List ? ScriptItems::List
                                                    : ScriptItems::Tuple,
                            std::move(Raised));
}
