//===- HigherOrder.cpp - Operators that run graphs ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutocastGuard.h"
#include "Execution.h"
#include "Handlers.h"
#include "llvm/ADT/ScopeExit.h"
#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static Execution &runnerOf(const PyCall &C) {
  if (!C.Runner)
    fail("it runs a graph, which can only be done within another");
  return *C.Runner;
}

/// The items of a sequence, or the value alone.
static std::vector<IValue> spread(const IValue &V) {
  return isSequence(V) ? itemsOf(V) : std::vector<IValue>{V};
}

static void append(std::vector<IValue> &To, const std::vector<IValue> &Items) {
  To.insert(To.end(), Items.begin(), Items.end());
}

static std::vector<IValue> argsFrom(const PyCall &C, size_t I) {
  if (I >= C.Args.size())
    return {};
  return std::vector<IValue>(C.Args.begin() + I, C.Args.end());
}

/// The argument \p I as a sequence, empty where it is missing.
static std::vector<IValue> sequenceAt(const PyCall &C, unsigned I,
                                      StringRef Name) {
  const IValue *V = C.find(I, Name);
  return V && !V->isNone() ? spread(*V) : std::vector<IValue>();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static IValue doCond(PyCall &C) {
  const IValue &Branch =
      isTrue(C.get(0, "pred")) ? C.get(1, "true_fn") : C.get(2, "false_fn");
  return runnerOf(C).callGraph(Branch, sequenceAt(C, 3, "operands"));
}

static IValue doWhile(PyCall &C) {
  const IValue &Cond = C.get(0, "cond_fn"), &Body = C.get(1, "body_fn");
  std::vector<IValue> Carried = sequenceAt(C, 2, "carried_inputs");
  std::vector<IValue> Rest = sequenceAt(C, 3, "additional_inputs");
  while (true) {
    std::vector<IValue> Inputs = Carried;
    append(Inputs, Rest);
    IValue Goes = runnerOf(C).callGraph(Cond, Inputs);
    // The graph returns a tuple of one.
    if (!isTrue(isSequence(Goes) ? itemOf(Goes, 0) : Goes))
      return makeTuple(std::move(Carried));
    Carried = spread(runnerOf(C).callGraph(Body, std::move(Inputs)));
  }
}

/// The rows \p I of all tensors.
static void appendRows(std::vector<IValue> &To, const std::vector<IValue> &Of,
                       int64_t I) {
  for (const IValue &V : Of)
    To.push_back(V.toTensor().select(0, I));
}

static int64_t lengthOfFirst(const std::vector<IValue> &Tensors) {
  if (Tensors.empty())
    fail("there is nothing to go over");
  return Tensors.front().toTensor().size(0);
}

/// Columns of results, stacked.
static void appendStacked(std::vector<IValue> &To,
                          const std::vector<std::vector<IValue>> &Rows) {
  if (Rows.empty())
    return;
  for (size_t Column = 0; Column != Rows.front().size(); ++Column) {
    if (!Rows.front()[Column].isTensor()) {
      To.push_back(Rows.front()[Column]);
      continue;
    }
    std::vector<at::Tensor> Parts;
    for (const std::vector<IValue> &Row : Rows)
      Parts.push_back(Row[Column].toTensor());
    To.push_back(at::stack(Parts));
  }
}

static IValue doScan(PyCall &C) {
  const IValue &Combine = C.get(0, "combine_fn");
  std::vector<IValue> Carry = sequenceAt(C, 1, "init");
  std::vector<IValue> Over = sequenceAt(C, 2, "xs");
  std::vector<IValue> Rest = sequenceAt(C, 3, "additional_inputs");
  size_t NumCarried = Carry.size();
  std::vector<std::vector<IValue>> Rows;
  for (int64_t I = 0, E = lengthOfFirst(Over); I != E; ++I) {
    std::vector<IValue> Inputs = Carry;
    appendRows(Inputs, Over, I);
    append(Inputs, Rest);
    std::vector<IValue> Results =
        spread(runnerOf(C).callGraph(Combine, std::move(Inputs)));
    if (Results.size() < NumCarried)
      fail("the graph of a scan gives fewer values than are carried");
    Carry.assign(Results.begin(), Results.begin() + int64_t(NumCarried));
    Rows.emplace_back(Results.begin() + int64_t(NumCarried), Results.end());
  }
  appendStacked(Carry, Rows);
  return makeTuple(std::move(Carry));
}

static IValue doAssociativeScan(PyCall &C) {
  const IValue &Combine = C.get(0, "combine_fn");
  std::vector<IValue> Over = sequenceAt(C, 1, "xs");
  std::vector<IValue> Rest = sequenceAt(C, 2, "additional_inputs");
  std::vector<std::vector<IValue>> Rows;
  for (int64_t I = 0, E = lengthOfFirst(Over); I != E; ++I) {
    std::vector<IValue> Row;
    appendRows(Row, Over, I);
    if (!Rows.empty()) {
      std::vector<IValue> Inputs = Rows.back();
      append(Inputs, Row);
      append(Inputs, Rest);
      Row = spread(runnerOf(C).callGraph(Combine, std::move(Inputs)));
    }
    Rows.push_back(std::move(Row));
  }
  std::vector<IValue> Result;
  appendStacked(Result, Rows);
  return makeTuple(std::move(Result));
}

static IValue doMap(PyCall &C) {
  const IValue &Body = C.get(0, "f");
  std::vector<IValue> Over = sequenceAt(C, 1, "mapped_args");
  std::vector<IValue> Rest = sequenceAt(C, 2, "operands");
  std::vector<std::vector<IValue>> Rows;
  for (int64_t I = 0, E = lengthOfFirst(Over); I != E; ++I) {
    std::vector<IValue> Inputs;
    appendRows(Inputs, Over, I);
    append(Inputs, Rest);
    Rows.push_back(spread(runnerOf(C).callGraph(Body, std::move(Inputs))));
  }
  std::vector<IValue> Result;
  appendStacked(Result, Rows);
  return makeTuple(std::move(Result));
}

//===----------------------------------------------------------------------===//
// Graphs under a setting
//===----------------------------------------------------------------------===//

static IValue doSetGrad(PyCall &C) {
  c10::AutoGradMode Guard(isTrue(C.get(0, "enabled")));
  return runnerOf(C).callGraph(C.get(1, "graph"), argsFrom(C, 2));
}

static IValue doAutocast(PyCall &C) {
  c10::Device Device(C.get(0, "device_type").toStringRef());
  AutocastGuard Guard(Device.type(), isTrue(C.get(2, "enabled")),
                      C.get(1, "dtype"), C.get(3, "cache_enabled"));
  return runnerOf(C).callGraph(C.get(4, "graph"), argsFrom(C, 5));
}

/// The first argument is a graph, the others are its inputs.
static IValue doWrap(PyCall &C) {
  return runnerOf(C).callGraph(C.get(0, "graph"), argsFrom(C, 1));
}

static IValue doHints(PyCall &C) {
  return runnerOf(C).callGraph(C.get(0, "graph"), sequenceAt(C, 1, "args"));
}

static IValue doInvokeSubgraph(PyCall &C) {
  return runnerOf(C).callGraph(C.get(0, "graph"), argsFrom(C, 2));
}

static IValue doRunConst(PyCall &C) {
  return runnerOf(C).callGraph(C.get(0, "graph"), sequenceAt(C, 1, "args"));
}

//===----------------------------------------------------------------------===//
// Operators as values
//===----------------------------------------------------------------------===//

/// `aten.mm.default` and `torch.ops.aten.mm.default`.
static const Callable &operatorIn(const IValue &V) {
  const PyValue *Object = asPyValue(V, PyValue::Function);
  std::string Name = Object         ? Object->Text
                     : V.isString() ? V.toStringRef()
                                    : std::string();
  if (Name.empty())
    fail(describe(V) + " is not an operator");
  if (!StringRef(Name).starts_with("torch."))
    Name = "torch.ops." + Name;
  if (const Callable *Target = lookupCallable(Name, /*IsMethod=*/false))
    return *Target;
  fail("this LibTorch (" TORCH_VERSION ") has no '" + Name + "'");
}

static IValue doOutDType(PyCall &C) {
  const Callable &Op = operatorIn(C.get(0, "op"));
  std::optional<c10::ScalarType> Type = toScalarType(C.get(1, "output_dtype"));
  if (!Type)
    fail(describe(C.Args[1]) + " is not a dtype");
  PyCall Inner;
  Inner.Runner = C.Runner;
  c10::ScalarType Wide = *Type;
  for (const IValue &V : argsFrom(C, 2))
    if (V.isTensor())
      Wide = c10::promoteTypes(Wide, V.toTensor().scalar_type());
  for (const IValue &V : argsFrom(C, 2))
    Inner.Args.push_back(V.isTensor() ? IValue(V.toTensor().to(Wide)) : V);
  return Op(Inner).toTensor().to(*Type);
}

/// \p Results and then \p More, as one tuple.
static IValue joined(const IValue &Results, const std::vector<IValue> &More) {
  std::vector<IValue> All;
  if (Results.isTuple())
    All = itemsOf(Results);
  else
    All.push_back(Results);
  append(All, More);
  return makeTuple(std::move(All));
}

/// An operator that writes to arguments, on copies of them.
static IValue doAutoFunctionalized(PyCall &C) {
  const Callable &Op = operatorIn(C.get(0, "op"));
  PyCall Inner;
  Inner.Kwargs = C.Kwargs;
  std::vector<IValue> Copies;
  for (const c10::Argument &A : Op.Overloads.front().Schema->arguments()) {
    if (!A.alias_info() || !A.alias_info()->isWrite())
      continue;
    for (auto &[Name, V] : Inner.Kwargs) {
      if (Name != A.name())
        continue;
      if (V.isTensor())
        V = V.toTensor().clone();
      Copies.push_back(V);
    }
  }
  return joined(Op(Inner), Copies);
}

/// The view of a base that an argument is: the base itself, or one with sizes,
/// strides and offset of its own.
static IValue viewOfBase(const PyCall &C, const std::string &Prefix,
                         const std::vector<IValue> &Bases) {
  const IValue *Index = C.keyword(Prefix + "_base_index");
  if (!Index || Index->isNone())
    return IValue();
  size_t I = size_t(toInteger(*Index));
  if (I >= Bases.size())
    fail("there is no base " + Twine(I));
  at::Tensor Base = Bases[I].toTensor();
  const IValue *Size = C.keyword(Prefix + "_size");
  if (const IValue *Dim = C.keyword(Prefix + "_slice_dim"))
    return Base.slice(toInteger(*Dim),
                      toInteger(*C.keyword(Prefix + "_slice_start")),
                      toInteger(*C.keyword(Prefix + "_slice_end")));
  if (!Size)
    return Base;
  auto Ints = [](const IValue &V) {
    std::vector<int64_t> Result;
    for (const IValue &Item : itemsOf(V))
      Result.push_back(toInteger(Item));
    return Result;
  };
  const IValue *Stride = C.keyword(Prefix + "_stride");
  const IValue *Offset = C.keyword(Prefix + "_storage_offset");
  if (!Stride || !Offset)
    fail("a view of a base lacks strides or offset");
  return at::as_strided(Base, Ints(*Size), Ints(*Stride), toInteger(*Offset));
}

static IValue doAutoFunctionalizedV2(PyCall &C) {
  const Callable &Op = operatorIn(C.get(0, "op"));
  std::vector<IValue> Bases;
  if (const IValue *All = C.keyword("_all_bases"))
    for (const IValue &V : itemsOf(*All))
      Bases.push_back(V.toTensor().clone());
  PyCall Inner;
  for (const c10::Argument &A : Op.Overloads.front().Schema->arguments()) {
    if (const IValue *Given = C.keyword(A.name())) {
      Inner.Kwargs.push_back({A.name(), *Given});
      continue;
    }
    std::string Prefix = "_" + A.name();
    if (const IValue *Length = C.keyword(Prefix + "_length")) {
      std::vector<IValue> Items;
      for (int64_t I = 0, E = toInteger(*Length); I < E; ++I)
        Items.push_back(viewOfBase(C, Prefix + "_" + std::to_string(I), Bases));
      Inner.Kwargs.push_back({A.name(), makeList(Items)});
    } else if (C.keyword(Prefix + "_base_index")) {
      Inner.Kwargs.push_back({A.name(), viewOfBase(C, Prefix, Bases)});
    }
  }
  return joined(Op(Inner), Bases);
}

//===----------------------------------------------------------------------===//
// Objects and effects
//===----------------------------------------------------------------------===//

static IValue doTorchBind(PyCall &C) {
  const IValue &Object = C.get(0, "obj");
  if (!Object.isObject())
    fail("it needs an object of a class that this process does not have");
  torch::jit::Function *Method =
      Object.toObjectRef().type()->findMethod(C.get(1, "method").toStringRef());
  if (!Method)
    fail("the object has no method '" + StringRef(C.Args[1].toStringRef()) +
         "'");
  std::vector<IValue> Stack = {Object};
  append(Stack, argsFrom(C, 2));
  Method->run(Stack);
  return takeResults(Stack, 1);
}

static IValue doWithEffects(PyCall &C) {
  const IValue &Op = C.get(1, "op");
  PyCall Inner;
  Inner.Runner = C.Runner;
  Inner.Kwargs = C.Kwargs;
  for (const IValue &V : argsFrom(C, 2))
    Inner.Args.push_back(V);
  const PyValue *Object = asPyValue(Op, PyValue::Function);
  IValue Result = Object && StringRef(Object->Text).ends_with("call_torchbind")
                      ? doTorchBind(Inner)
                      : operatorIn(Op)(Inner);
  return joined(C.get(0, "token"), Result.isNone()
                                       ? std::vector<IValue>{IValue()}
                                       : spread(Result));
}

static constexpr HandlerEntry HigherOrder[] = {
    {"torch.ops.higher_order.cond", doCond},
    {"torch.ops.higher_order.while_loop", doWhile},
    {"torch.ops.higher_order.scan", doScan},
    {"torch.ops.higher_order.associative_scan", doAssociativeScan},
    {"torch.ops.higher_order.map_impl", doMap},
    {"torch.ops.higher_order.wrap_with_set_grad_enabled", doSetGrad},
    {"torch.ops.higher_order.wrap_with_autocast", doAutocast},
    {"torch.ops.higher_order.wrap", doWrap},
    {"torch.ops.higher_order.strict_mode", doHints},
    {"torch.ops.higher_order.tag_activation_checkpoint", doWrap},
    {"torch.ops.higher_order.wrap_activation_checkpoint", doWrap},
    {"torch.ops.higher_order.hints_wrapper", doHints},
    {"torch.ops.higher_order.invoke_subgraph", doInvokeSubgraph},
    {"torch.ops.higher_order.run_const_graph", doRunConst},
    {"torch.ops.higher_order.out_dtype", doOutDType},
    {"torch.ops.higher_order.auto_functionalized", doAutoFunctionalized},
    {"torch.ops.higher_order.auto_functionalized_v2", doAutoFunctionalizedV2},
    {"torch.ops.higher_order.call_torchbind", doTorchBind},
    {"torch.ops.higher_order.with_effects", doWithEffects},
};

ArrayRef<HandlerEntry> torch_impl::higherOrderHandlers() { return HigherOrder; }
