//===- Execution.cpp - Running plans --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "Exceptions.h"
#include "Formulas/Scripts.h"
#include "Handlers.h"
#include "fx/Interop/RunInputs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/core/jit_type.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

NodeObserver::~NodeObserver() = default;

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

Error NodeFailure::toError() const {
  DiagnosticBuilder B = makeError(diag::err_run_node, *N, *N, Text);
  for (const auto &[Id, Text] : Notes)
    B.note(Id, SMLoc(), Text);
  if (const Argument *Trace = N->meta("stack_trace");
      Trace && Trace->isString())
    for (StringRef Line : split(Trace->str().rtrim(), '\n'))
      if (!Line.trim().empty())
        B.note(diag::note_run_stack_trace, SMLoc(), Line.trim());
  return B;
}

NodeFailure Execution::describeFailure(const Instruction &I, const BoundCall &B,
                                       size_t Base) const {
  NodeFailure F;
  F.N = I.N;
  F.Text = describeException();
  if (!B.IsBound)
    return F;
  F.Notes.push_back({diag::note_run_schema, c10::toString(*B.Schema)});
  std::string Values;
  ListSeparator Comma;
  for (const IValue &V : ArrayRef(Stack).drop_front(Base))
    (Values += StringRef(Comma)) += describe(V);
  // A formula takes them before it fails.
  if (!Values.empty())
    F.Notes.push_back({diag::note_run_arguments, Values});
  return F;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// A value of the plan for one run, which may write to lists and dictionaries.
static IValue valueForRun(const IValue &V) {
  if (V.isList()) {
    c10::impl::GenericList Copy(V.toList().elementType());
    for (const IValue &Item : V.toListRef())
      Copy.push_back(valueForRun(Item));
    return Copy;
  }
  if (V.isGenericDict()) {
    c10::impl::GenericDict Old = V.toGenericDict();
    c10::impl::GenericDict Copy(Old.keyType(), Old.valueType());
    for (const auto &Entry : Old)
      Copy.insert(Entry.key(), valueForRun(Entry.value()));
    return Copy;
  }
  if (V.isTuple() && any_of(V.toTupleRef().elements(), [](const IValue &Item) {
        return Item.isList() || Item.isGenericDict() || Item.isTuple();
      })) {
    std::vector<IValue> Items;
    for (const IValue &Item : V.toTupleRef().elements())
      Items.push_back(valueForRun(Item));
    return c10::ivalue::Tuple::createNamed(std::move(Items),
                                           V.toTupleRef().type());
  }
  return V;
}

IValue Execution::evaluate(const ValueTemplate &T, const Slots &Values) {
  switch (T.Kind) {
  case ValueTemplate::Constant:
    return valueForRun(T.Value);
  case ValueTemplate::Slot:
    return Values[T.Place];
  case ValueTemplate::Aggregate:
    break;
  }
  std::vector<IValue> Items;
  Items.reserve(T.Items.size());
  for (const ValueTemplate &Item : T.Items)
    Items.push_back(evaluate(Item, Values));
  Expected<IValue> V = pyAggregate(T.Shape, std::move(Items));
  if (!V)
    orThrow(V.takeError());
  return std::move(*V);
}

PyCall Execution::argumentsOf(const Instruction &I, const Slots &Values) {
  PyCall Call;
  for (const ValueTemplate &T : I.Args)
    Call.Args.push_back(evaluate(T, Values));
  for (const auto &[Name, T] : I.Kwargs)
    Call.Kwargs.push_back({Name.str(), evaluate(T, Values)});
  return Call;
}

//===----------------------------------------------------------------------===//
// What binding found
//===----------------------------------------------------------------------===//

static bool holds(ValueKind Kind, const IValue &V) {
  return Kind == PushStep::AnyTensor ? V.isTensor() : kindOf(V) == Kind;
}

bool Execution::guardsHold(const BoundCall &B, const Slots &Values) {
  for (const PushStep &S : B.Steps)
    if (S.Guard != PushStep::NoGuard &&
        LLVM_UNLIKELY(!holds(S.Guard, Values[S.Place])))
      return false;
  for (const auto &[Slot, Kind] : B.Guards)
    if (LLVM_UNLIKELY(!holds(Kind, Values[Slot])))
      return false;
  return true;
}

/// A list with the type that the parameter wants, without a detour where the
/// items have it.
static IValue buildList(const ValueTemplate &T, const c10::Argument &Param,
                        const std::vector<IValue> &Values) {
  const c10::Type *Type = Param.type().get();
  if (const auto *Optional = Type->castRaw<c10::OptionalType>())
    Type = Optional->getElementType().get();
  const auto *List = Type->castRaw<c10::ListType>();
  bool OfTensors =
      List && List->getElementType()->kind() == c10::TypeKind::TensorType;
  bool OfInts =
      List && List->getElementType()->kind() == c10::TypeKind::IntType;
  if (T.Shape.isSequence() && T.Shape.kind() != ArgKind::NamedTuple &&
      (OfTensors || OfInts)) {
    c10::impl::GenericList Result(List->getElementType());
    Result.reserve(T.Items.size());
    for (const ValueTemplate &Item : T.Items) {
      const IValue &V =
          Item.Kind == ValueTemplate::Slot ? Values[Item.Place] : Item.Value;
      if (Item.Kind == ValueTemplate::Aggregate ||
          !(OfTensors ? V.isTensor() : V.isInt()))
        break;
      Result.push_back(V);
    }
    if (Result.size() == T.Items.size())
      return IValue(std::move(Result));
  }
  IValue V = Execution::evaluate(T, Values);
  convertForParameter(V, Param);
  return V;
}

void Execution::push(const Instruction &I, const BoundCall &B, Slots &Values) {
  auto ParamOf = [&](const PushStep &S) -> const c10::Argument & {
    return B.Schema->arguments()[&S - B.Steps.data()];
  };
  for (const PushStep &S : B.Steps) {
    switch (S.Kind) {
    case PushStep::Constant:
      Stack.push_back(S.Value);
      continue;
    case PushStep::Copy:
      Stack.push_back(Values[S.Place]);
      break;
    case PushStep::Move:
      Stack.push_back(std::move(Values[S.Place]));
      break;
    case PushStep::Build:
      Stack.push_back(buildList(*S.Template, ParamOf(S), Values));
      continue;
    case PushStep::Rest: {
      std::vector<IValue> Items;
      for (const ValueTemplate &T : ArrayRef(I.Args).drop_front(S.Place))
        Items.push_back(evaluate(T, Values));
      Stack.push_back(makeList(Items));
      break;
    }
    }
    if (S.Convert)
      convertForParameter(Stack.back(), ParamOf(S));
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Execution::step(const Instruction &I, BoundCall &B, Slots &Values) {
  switch (I.Kind) {
  case Instruction::Input:
  case Instruction::Output:
    return;
  case Instruction::Attribute:
    if (I.Own && !OwnState.empty())
      Values[I.Result] = OwnState[*I.Own];
    else
      Values[I.Result] = I.Tensor ? IValue(*I.Tensor) : valueForRun(I.Value);
    return;
  case Instruction::ModuleCall:
    Values[I.Result] = runModule(I, Values);
    return;
  case Instruction::Call:
    break;
  }
  if (I.IsItem) {
    const IValue &V = Values[I.Args[0].Place];
    int64_t Place = I.Args[1].Value.toInt();
    if (isSequence(V) && size_t(Place) < lengthOf(V)) {
      // The container may be the value that goes.
      IValue Item = itemOf(V, size_t(Place));
      Values[I.Result] = std::move(Item);
      return;
    }
  }
  if (!B.IsSlow && (!B.IsBound || !guardsHold(B, Values)))
    bind(I, B, Values);
  if (B.IsSlow) {
    PyCall Call = argumentsOf(I, Values);
    Call.Runner = this;
    Values[I.Result] = (*I.Target)(Call);
    return;
  }
  push(I, B, Values);
  if (LLVM_LIKELY(B.Op))
    callOperator(*B.Op, Stack);
  else
    B.Script->run(Stack);
  if (LLVM_UNLIKELY(B.NumResults != 1)) {
    Values[I.Result] = takeResults(Stack, B.NumResults);
    return;
  }
  Values[I.Result] = std::move(Stack.back());
  Stack.pop_back();
}

/// What an output node returns.
static IValue takeOutput(const Instruction &I, std::vector<IValue> &Values) {
  if (I.Args.empty())
    return IValue();
  const ValueTemplate &T = I.Args[0];
  if (T.Kind == ValueTemplate::Slot && is_contained(I.Dead, T.Place))
    return std::move(Values[T.Place]);
  return Execution::evaluate(T, Values);
}

IValue Execution::execute(const Plan &P, Slots &Values) {
  size_t Base = Stack.size();
  std::vector<BoundCall> &Calls = Frames[P.Index].Calls;
  Calls.resize(P.Instructions.size());
  size_t Current = 0;
  try {
    for (; Current != P.Instructions.size(); ++Current) {
      const Instruction &I = P.Instructions[Current];
      if (I.Kind == Instruction::Output)
        return takeOutput(I, Values);
      if (LLVM_UNLIKELY(Observer)) {
        Observer->before(P, I);
        step(I, Calls[Current], Values);
        Observer->after(P, I, Values[I.Result]);
      } else {
        step(I, Calls[Current], Values);
      }
      for (uint32_t Slot : I.Dead)
        Values[Slot] = IValue();
    }
    return IValue();
  } catch (NodeFailure &F) {
    const Node &N = *P.Instructions[Current].N;
    F.Notes.push_back({diag::note_run_in_node,
                       "%" + N.name() + " (" + N.targetText().str() + ")"});
    Stack.resize(Base);
    throw;
  } catch (...) {
    NodeFailure F =
        describeFailure(P.Instructions[Current], Calls[Current], Base);
    Stack.resize(Base);
    throw F;
  }
}

Execution::Slots Execution::takeFrame(const Plan &P) {
  Slots Values = std::move(Frames[P.Index].Spare);
  Values.resize(P.NumSlots);
  return Values;
}

IValue Execution::runFrame(const Plan &P, Slots Values) {
  IValue Result = execute(P, Values);
  // Most went at their last use.
  for (IValue &V : Values)
    if (!V.isNone())
      V = IValue();
  Frames[P.Index].Spare = std::move(Values);
  return Result;
}

IValue Execution::run(const Plan &P, std::vector<IValue> Inputs) {
  Slots Values = takeFrame(P);
  for (auto [Input, Place] : zip(Inputs, P.Inputs))
    Values[P.Instructions[Place].Result] = std::move(Input);
  return runFrame(P, std::move(Values));
}

//===----------------------------------------------------------------------===//
// Modules and graphs
//===----------------------------------------------------------------------===//

IValue Execution::runModule(const Instruction &I, Slots &Values) {
  if (!I.Inner->isExpansion())
    return call(*I.Inner, argumentsOf(I, Values));
  // Its placeholders are the inputs of the node.
  const Plan &P = *I.Inner;
  Slots Inner = takeFrame(P);
  for (auto [Slot, Place] : zip(I.InnerInputs, P.Inputs)) {
    IValue &Input = Inner[P.Instructions[Place].Result];
    if (is_contained(I.Dead, Slot))
      Input = std::move(Values[Slot]);
    else
      Input = Values[Slot];
  }
  return runFrame(P, std::move(Inner));
}

/// What is wrong where there are more values than inputs.
static Error wrongPlanInputs(const Plan &P, size_t NumGiven) {
  std::vector<std::string> Names;
  size_t Needed = 0;
  for (uint32_t Place : P.Inputs) {
    const Node &N = *P.Instructions[Place].N;
    if (N.targetText().starts_with("**"))
      continue;
    Names.push_back(N.targetText().str());
    if (N.numArgs() == 0)
      Needed = Names.size();
  }
  return wrongInputCount(Names, Needed, NumGiven);
}

std::vector<IValue> Execution::bindInputs(const Plan &P, PyCall Call) {
  std::vector<IValue> Inputs;
  size_t NextArg = 0;
  std::vector<bool> Taken(Call.Kwargs.size());
  auto IsInput = [&](StringRef Name) {
    return any_of(P.Inputs, [&](uint32_t Place) {
      return P.Instructions[Place].N->targetText() == Name;
    });
  };
  for (uint32_t Place : P.Inputs) {
    const Node &N = *P.Instructions[Place].N;
    StringRef Name = N.targetText();
    if (Name.starts_with("**")) {
      c10::impl::GenericDict Rest(c10::AnyType::get(), c10::AnyType::get());
      for (size_t I = 0; I != Taken.size(); ++I)
        if (!Taken[I]) {
          Rest.insert_or_assign(IValue(Call.Kwargs[I].first.str()),
                                Call.Kwargs[I].second);
          Taken[I] = true;
        }
      Inputs.push_back(IValue(std::move(Rest)));
      continue;
    }
    if (Name.starts_with("*")) {
      Inputs.push_back(makeTuple(
          std::vector<IValue>(Call.Args.begin() + NextArg, Call.Args.end())));
      NextArg = Call.Args.size();
      continue;
    }
    if (NextArg < Call.Args.size()) {
      Inputs.push_back(std::move(Call.Args[NextArg++]));
      continue;
    }
    auto Found =
        find_if(Call.Kwargs, [&](const auto &K) { return K.first == Name; });
    if (Found != Call.Kwargs.end()) {
      Taken[Found - Call.Kwargs.begin()] = true;
      Inputs.push_back(Found->second);
      continue;
    }
    if (N.numArgs() == 0) {
      std::string Why = "the input '" + Name.str() + "' is missing";
      for (const auto &[Other, Value] : Call.Kwargs)
        if (!IsInput(Other))
          Why =
              "there is no input '" + StringRef(Other).str() + "', and " + Why;
      fail(Why);
    }
    Inputs.push_back(evaluate(P.Instructions[Place].Args[0], {}));
  }
  if (NextArg != Call.Args.size())
    fail(toString(wrongPlanInputs(P, Call.Args.size())));
  for (size_t I = 0; I != Taken.size(); ++I) {
    if (Taken[I])
      continue;
    fail(IsInput(Call.Kwargs[I].first)
             ? "the input '" + Call.Kwargs[I].first + "' is given twice"
             : "there is no input '" + Call.Kwargs[I].first + "'");
  }
  return Inputs;
}

IValue Execution::call(const Plan &P, PyCall Call) {
  return run(P, bindInputs(P, std::move(Call)));
}

/// The values of the slots that a template reads, taken out of what it made.
static void takeApart(const ValueTemplate &T, const IValue &V,
                      DenseMap<uint32_t, IValue> &Found) {
  if (T.Kind == ValueTemplate::Slot) {
    Found.try_emplace(T.Place, V);
    return;
  }
  if (T.Kind == ValueTemplate::Constant)
    return;
  bool IsSequence = isSequence(V) && lengthOf(V) == T.Items.size();
  for (size_t I = 0; I != T.Items.size(); ++I) {
    if (IsSequence)
      takeApart(T.Items[I], itemOf(V, I), Found);
    else if (T.Items[I].Kind != ValueTemplate::Constant)
      fail("a module is called with other arguments than its node has");
  }
}

IValue Execution::callModule(const Instruction &I, PyCall Call) {
  if (!I.Inner->isExpansion())
    return call(*I.Inner, std::move(Call));
  if (Call.Args.size() != I.Args.size() ||
      Call.Kwargs.size() != I.Kwargs.size())
    fail("a module is called with other arguments than its node has");
  DenseMap<uint32_t, IValue> Found;
  for (size_t A = 0; A != I.Args.size(); ++A)
    takeApart(I.Args[A], Call.Args[A], Found);
  for (size_t K = 0; K != I.Kwargs.size(); ++K)
    takeApart(I.Kwargs[K].second, Call.Kwargs[K].second, Found);
  std::vector<IValue> Inputs;
  for (uint32_t Slot : I.InnerInputs)
    Inputs.push_back(Found.lookup(Slot));
  return run(*I.Inner, std::move(Inputs));
}

IValue Execution::callGraph(const IValue &V, std::vector<IValue> Args) {
  const PyValue *Object = asPyValue(V, PyValue::Graph);
  if (!Object || !Object->Data)
    fail(describe(V) + " is not a graph");
  const Plan &P = *static_cast<const Plan *>(Object->Data);
  PyCall Call;
  Call.Args.assign(std::make_move_iterator(Args.begin()),
                   std::make_move_iterator(Args.end()));
  return run(P, bindInputs(P, std::move(Call)));
}
