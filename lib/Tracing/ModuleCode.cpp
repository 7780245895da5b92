//===- ModuleCode.cpp - What modules do while they are traced -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/ModuleCode.h"
#include "fx/IR/Literal.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/SideTables.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

ModuleCode::~ModuleCode() = default;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Expected<std::vector<TraceValue>>
fx::bindArguments(const TraceSignature &Signature, const TraceArguments &Call,
                  StringRef Callee) {
  SmallVector<SchemaParam, 8> Params;
  bool AfterVariadic = false;
  for (const TraceParam &Param : Signature.Params) {
    SchemaParam P;
    P.Name = Param.Name;
    P.Kind = P.Name.consume_front("**")  ? ParamKind::VarKeyword
             : P.Name.consume_front("*") ? ParamKind::VarPositional
             : AfterVariadic             ? ParamKind::KeywordOnly
                                         : ParamKind::Normal;
    AfterVariadic |= P.isVariadic();
    P.HasDefault = Param.Default.has_value();
    Params.push_back(P);
  }
  SmallVector<StringRef, 4> Keywords;
  for (const TraceKwarg &V : Call.Named)
    Keywords.push_back(V.Name);
  OpSchema Schema("", Params, {}, false);
  SmallVector<BoundSlot, 8> Slots;
  if (BindFailure Failure =
          bindArguments(Schema, Call.Positional.size(), Keywords, Slots))
    return createStringError("call of " + Callee + ": " +
                             describeBindFailure(Schema, Failure, Keywords));
  std::vector<TraceValue> Values;
  for (auto [Param, P, Slot] : zip(Signature.Params, Params, Slots)) {
    if (P.Kind == ParamKind::VarPositional) {
      ArrayRef<TraceValue> All = Call.Positional;
      Values.push_back(TraceValue::tuple(Slot.Kind == BoundSlot::Rest
                                             ? All.drop_front(Slot.Index)
                                             : ArrayRef<TraceValue>()));
    } else if (P.Kind == ParamKind::VarKeyword) {
      SmallVector<TraceKwarg, 4> Rest;
      for (const TraceKwarg &V : Call.Named)
        if (!Schema.findParam(V.Name) || V.Name == P.Name)
          Rest.push_back(V);
      Values.push_back(TraceValue::dict(Rest));
    } else if (Slot.Kind == BoundSlot::Positional) {
      Values.push_back(Call.Positional[Slot.Index]);
    } else if (Slot.Kind == BoundSlot::Keyword) {
      Values.push_back(Call.Named[Slot.Index].Value);
    } else {
      Values.push_back(Param.Default.value_or(TraceValue()));
    }
  }
  return Values;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {

/// Records the nodes of a graph again.
class Replayer {
public:
  Replayer(Tracer &T, Module *Base) : T(T), Base(Base) {}

  void set(const Node *N, TraceValue V) { Values[N] = std::move(V); }
  /// What \p A stands for now.
  TraceValue map(const Argument &A) const;
  /// Records \p N, which is neither a placeholder nor the output.
  Error replay(const Node &N);

private:
  TraceArguments argumentsOf(const Node &N) const;
  Expected<TraceValue> call(const Node &N);

  Tracer &T;
  Module *Base;
  NodeMap<TraceValue> Values;
};

} // namespace

TraceValue Replayer::map(const Argument &A) const {
  if (Node *N = A.asNode())
    return Values.lookup(N);
  if (!A.containsNode())
    return A;
  std::vector<TraceValue> Elements;
  for (const Argument &E : A.elements())
    Elements.push_back(map(E));
  Symbol Class = A.kind() == ArgKind::NamedTuple ? A.symbol() : Symbol();
  return TraceValue::aggregate(A.kind(), Class, Elements);
}

TraceArguments Replayer::argumentsOf(const Node &N) const {
  TraceArguments Args;
  for (const Argument &A : N.args())
    Args.add(map(A));
  for (const KwArg &K : N.kwargs())
    Args.add(kw(K.Name.str(), map(K.Value)));
  return Args;
}

/// `operator.getitem` of a tuple, list or dictionary that is there already.
static std::optional<TraceValue> itemOf(const Node &N,
                                        const TraceArguments &Args) {
  if (!N.isGetItem() || Args.Positional.size() != 2 ||
      !Args.Positional[1].isConstant())
    return std::nullopt;
  const Argument &Key = Args.Positional[1].constant();
  std::vector<TraceValue> Elements = Args.Positional[0].elements();
  switch (Args.Positional[0].aggregateKind()) {
  case ArgKind::Tuple:
  case ArgKind::List:
    if (Key.isInt()) {
      int64_t Size = Elements.size();
      int64_t I = Key.asInt() < 0 ? Key.asInt() + Size : Key.asInt();
      if (I >= 0 && I < Size)
        return Elements[I];
    }
    return std::nullopt;
  case ArgKind::Dict:
    for (size_t I = 0; I + 1 < Elements.size(); I += 2) {
      const TraceValue &K = Elements[I];
      if ((K.isConstant() && K.constant() == Key) ||
          (K.kind() == TraceValue::Kind::Text && Key.isString() &&
           K.text() == Key.str()))
        return Elements[I + 1];
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Expected<TraceValue> Replayer::call(const Node &N) {
  TraceArguments Args = argumentsOf(N);
  StringRef Target = N.targetText();
  if (N.isGetAttr())
    return Base ? T.attribute(*Base, Target)
                : TraceValue(T.record({Opcode::GetAttr, Target, {}}));
  if (N.isCallModule())
    if (Module *Callee = Base ? Base->lookup(Target) : nullptr)
      return T.call(*Callee, Args);
  if (std::optional<TraceValue> Item = itemOf(N, Args))
    return *Item;
  std::string Path;
  if (N.isCallModule() && Base && Base->parent())
    Target = Path = Base->path() + "." + Target.str();
  return T.record({N.op(), Target, Args.Positional, Args.Named});
}

Error Replayer::replay(const Node &N) {
  Expected<TraceValue> Value = call(N);
  if (!Value)
    return Value.takeError();
  // Facts that the tracer did not find itself go along.
  Node *Made = Value->proxy().node();
  if (Made && Made != &N && N.hasMeta() && N.op() == Made->op())
    for (const KwArg &Entry : N.meta().entries())
      if (!Made->meta(Entry.Name) && Entry.Name.str() != "nn_module_stack")
        Made->setMeta(Entry.Name, Entry.Value);
  set(&N, std::move(*Value));
  return Error::success();
}

Expected<TraceSignature> GraphCode::signature(const Module &M) const {
  TraceSignature Signature;
  for (Node *N : M.graph()->findNodes(Opcode::Placeholder)) {
    TraceParam P(N->targetText().str());
    if (N->numArgs())
      P.Default = N->arg(0);
    P.Type = N->type() ? N->type().str().str() : std::string();
    Signature.Params.push_back(std::move(P));
  }
  if (Node *Output = M.graph()->outputNode(); Output && Output->type())
    Signature.ResultType = Output->type().str().str();
  return Signature;
}

Expected<TraceValue> GraphCode::run(Tracer &T, Module &M,
                                    ArrayRef<TraceValue> Args) {
  Replayer R(T, T.module().hasTree() ? &M : nullptr);
  size_t NextInput = 0;
  for (Node *N : M.graph()->nodes()) {
    if (T.failed())
      return TraceValue();
    if (N->isPlaceholder())
      R.set(N, Args[NextInput++]);
    else if (N->isOutput())
      return N->numArgs() ? R.map(N->arg(0)) : TraceValue();
    else if (Error E = R.replay(*N))
      return E;
  }
  return TraceValue();
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

bool FormulaCode::knows(const Module &M) const {
  const ModuleInfo *Class = classOf(M);
  return Class && !Class->expansion().empty();
}

Expected<TraceSignature> FormulaCode::signature(const Module &M) const {
  const ModuleInfo &Class = *classOf(M);
  TraceSignature Signature;
  for (const SchemaParam &P : Class.forward().params()) {
    StringRef Stars = P.Kind == ParamKind::VarPositional ? "*"
                      : P.Kind == ParamKind::VarKeyword  ? "**"
                                                         : "";
    TraceParam Param((Stars + P.Name).str());
    if (P.HasDefault) {
      Expected<Argument> Default = parseLiteral(M.context(), P.Default);
      if (!Default)
        return Default.takeError();
      Param.Default = *Default;
    }
    Signature.Params.push_back(std::move(Param));
  }
  return Signature;
}

Expected<TraceValue> FormulaCode::run(Tracer &T, Module &M,
                                      ArrayRef<TraceValue> Args) {
  // The formula makes nodes of a graph of its own, whose inputs stand for the
  // nodes among the arguments; they are recorded one by one.
  Graph Scratch(M.context(), &M);
  Replayer R(T, &M);
  DenseMap<Node *, Node *> Inputs;
  auto InputFor = [&](Node *N) {
    Node *&Input = Inputs[N];
    if (!Input) {
      Input = Scratch.placeholder("input");
      R.set(Input, T.proxy(N));
    }
    return Argument(Input);
  };
  SmallVector<Argument, 4> Positional;
  for (const TraceValue &V : Args) {
    Expected<Argument> A = T.createArg(V);
    if (!A)
      return A.takeError();
    Positional.push_back(A->mapNodes(InputFor));
  }
  ExpansionOptions Options;
  Options.OpenTree = T.module().treeKind() != GraphModule::TreeKind::Closed;
  Options.OldTorch = T.module().isFromOldTorch();
  const ModuleInfo &Class = *classOf(M);
  // Parameters after `*args` are given by name.
  SmallVector<Argument, 4> Plain;
  SmallVector<KwArg, 2> Named;
  for (auto [P, A] : zip(Class.forward().params(), Positional))
    if (P.Kind == ParamKind::Normal || P.Kind == ParamKind::PositionalOnly)
      Plain.push_back(A);
    else if (P.Kind == ParamKind::KeywordOnly)
      Named.push_back({M.context().intern(P.Name), A});
    else
      Plain.append(A.elements().begin(), A.elements().end());
  Expected<Expansion> Made =
      expandModule(Scratch, M, Class, "", {Plain, Named}, Options);
  if (!Made)
    return createStringError("module '" + M.path() +
                             "': " + toString(Made.takeError()));
  for (Node *N : Made->Created) {
    if (T.failed())
      return TraceValue();
    if (Error E = R.replay(*N))
      return E;
  }
  return R.map(Made->Result);
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

TraceValue TracedModule::attr(StringRef Name) const {
  return T.attribute(M, Name);
}

TraceValue TracedModule::callChild(StringRef Name,
                                   const TraceArguments &Args) const {
  if (Module *Child = M.lookup(Name); Child && Child != &M)
    return T.call(*Child, Args);
  T.fail("module '" + M.path() + "' has no submodule '" + Name + "'");
  return Proxy(nullptr, T);
}

Expected<TraceSignature> ClassCode::signature(const Module &M) const {
  return Classes.find(M.className().str())->second.Signature;
}

Expected<TraceValue> ClassCode::run(Tracer &T, Module &M,
                                    ArrayRef<TraceValue> Args) {
  TracedModule Self(T, M);
  return Classes.find(M.className().str())->second.Run(Self, Args);
}
