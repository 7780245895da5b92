//===- ValuesHigherOrder.cpp - Calls of graphs ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a graph returns has values already, and those are the values of the
// call.
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/IR/Context.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// The graph that argument \p I names, or null.
static const Graph *graphOf(ValueCall &C, unsigned I) {
  Argument A = C.raw(I);
  const Node *N = A.asNode();
  const Graph *G = nullptr;
  if (N && N->op() == Opcode::GetAttr) {
    const Module *Owner = N->graph().owningModule();
    if (const Module *Sub = Owner ? Owner->lookup(N->targetText()) : nullptr)
      G = Sub->graph();
  }
  if (!G || !G->outputNode()) {
    C.fail("argument " + Twine(I + 1) + " is not a graph");
    return nullptr;
  }
  return G;
}

/// What the graph returns; a list counts as a tuple.
static Argument returned(ValueCall &C, unsigned I) {
  const Graph *G = graphOf(C, I);
  if (!G)
    return Argument::none();
  const Node *Output = G->outputNode();
  Argument Value = Output->numArgs() ? Output->arg(0) : Argument();
  Value = C.valueOf(Value);
  if (Value.kind() == ArgKind::List)
    return Argument::tuple(Value.elements());
  return Value;
}

template <unsigned Which> static Argument graphCall(ValueCall &C) {
  return returned(C, Which);
}

/// Whether \p Stored may be what a run makes of \p Computed: sizes and numbers
/// that data decide have a symbol of the call.
static bool mayStandFor(ValueCall &C, const Argument &Stored,
                        const Argument &Computed) {
  auto IsOfData = [&](const Dim &Size) {
    return !Size.isInt() && !C.math().hasHint(Size);
  };
  if (Stored.kind() == ArgKind::SymExpr && Computed.kind() == ArgKind::SymExpr)
    return IsOfData(Stored) && IsOfData(Computed);
  TensorValue A(Stored), B(Computed);
  if (!A || !B || A.dtype() != B.dtype() || A.rank() != B.rank() ||
      A.layout() != B.layout() || !(A.device() == B.device()))
    return false;
  bool AnyOfData = false;
  for (size_t I = 0; I != A.rank(); ++I) {
    const Dim &X = A.sizes()[I], &Y = B.sizes()[I];
    AnyOfData |= IsOfData(Y);
    if (!C.math().equal(X, Y) && (!IsOfData(X) || !IsOfData(Y)))
      return false;
  }
  return AnyOfData;
}

/// The results of the graph that a run chooses, or of its last step. Their
/// sizes may differ, so that PyTorch gives those that data decide new symbols.
static Argument chosenCall(ValueCall &C) {
  Argument Value = returned(C, 1);
  const Argument *Stored = C.node().val();
  if (!Stored || !Stored->isSequence() || !Value.isSequence() ||
      Stored->size() != Value.size())
    return Value;
  SmallVector<Argument, 4> Results(Value.elements().begin(),
                                   Value.elements().end());
  for (size_t I = 0; I != Results.size(); ++I)
    if (mayStandFor(C, (*Stored)[I], Results[I]))
      Results[I] = (*Stored)[I];
  return Argument::tuple(Results);
}

/// A tensor of \p T's type with one more dimension in front.
static Argument stacked(ValueCall &C, const Argument &Value, const Dim &Count) {
  TensorValue T(Value);
  if (!T)
    return Value;
  Dims Sizes(T.sizes());
  Sizes.insert(Sizes.begin(), Count);
  return C.result(T.dtype(), Sizes, T.device());
}

/// How many steps a loop over tensors takes.
static Dim stepCount(ValueCall &C, const Argument &Over) {
  for (const Argument &E : Over.elements())
    if (TensorValue T(E); T && T.rank())
      return T.sizes()[0];
  return C.fail("there is nothing to go over");
}

/// map_impl(graph, over, others)
static Argument map(ValueCall &C) {
  Argument Values = returned(C, 0);
  Dim Count = stepCount(C, C.get(1u));
  SmallVector<Argument, 4> Results;
  for (const Argument &V : Values.elements())
    Results.push_back(stacked(C, V, Count));
  return Argument::tuple(Results);
}

/// scan(graph, carried, over, others): the last carried ones, then all others.
static Argument scan(ValueCall &C) {
  Argument Values = returned(C, 0);
  size_t Carried = C.get(1u).size();
  Dim Count = stepCount(C, C.get(2u));
  SmallVector<Argument, 4> Results;
  for (auto [I, V] : enumerate(Values.elements()))
    Results.push_back(I < Carried ? V : stacked(C, V, Count));
  return Argument::tuple(Results);
}

/// The results of the operator that argument \p I names, called with what
/// follows.
static Argument operatorResult(ValueCall &C, unsigned I) {
  Argument A = C.raw(I);
  if (A.kind() != ArgKind::Function)
    return C.fail("argument " + Twine(I + 1) + " is not an operator");
  return C.fail("the results of '" + A.str() + "' are not known");
}

/// out_dtype(op, dtype, operands): elementwise, or a product of matrices.
static Argument outDType(ValueCall &C) {
  Argument Type = C.get(1u);
  if (Type.kind() != ArgKind::DType)
    return C.fail("argument 2 is not a dtype");
  SmallVector<TensorValue, 3> Tensors;
  for (unsigned I = 2; I < C.node().numArgs(); ++I)
    if (TensorValue T(C.get(I)); T)
      Tensors.push_back(T);
  Argument Op = C.raw(0);
  const OpTarget *Target = Op.kind() == ArgKind::Function
                               ? C.context().functionOp(Op.symbol())
                               : nullptr;
  if (Target && Target->op().name() == "mm" && Tensors.size() == 2 &&
      Tensors[0].rank() == 2 && Tensors[1].rank() == 2)
    return C.result(Type.asDType(),
                    {Tensors[0].sizes()[0], Tensors[1].sizes()[1]},
                    Tensors[0].device());
  if (!Target || !Target->op().isPointwise())
    return operatorResult(C, 0);
  return C.elementwise(Tensors, Type.asDType());
}

static constexpr NamedValueRule Rules[] = {
    {"graph-call-0", graphCall<0>},
    {"graph-call-1", graphCall<1>},
    {"graph-call-4", graphCall<4>},
    {"chosen-graph", chosenCall},
    {"map", map},
    {"out-dtype", outDType},
    {"scan-graph", scan},
};

ArrayRef<NamedValueRule> fx::higherOrderValueRules() { return Rules; }
