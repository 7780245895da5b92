//===- RootArguments.cpp - Inputs of what is traced -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RootArguments.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

/// What torch.utils._pytree takes apart.
static bool isContainer(const TraceValue &V) {
  switch (V.aggregateKind()) {
  case ArgKind::Tuple:
  case ArgKind::NamedTuple:
  case ArgKind::List:
  case ArgKind::Dict:
    return true;
  default:
    return false;
  }
}

/// Calls \p Fn for the leaves of \p V; the same containers around its results.
template <typename Callback>
static TraceValue mapLeaves(const TraceValue &V, Callback &&Fn) {
  if (!isContainer(V))
    return Fn(V);
  std::vector<TraceValue> Elements = V.elements();
  bool HasNames = V.aggregateKind() == ArgKind::Dict ||
                  V.aggregateKind() == ArgKind::NamedTuple;
  for (size_t I = 0; I != Elements.size(); ++I)
    if (!HasNames || I % 2)
      Elements[I] = mapLeaves(Elements[I], Fn);
  return TraceValue::aggregate(V.aggregateKind(), V.aggregateClass(), Elements);
}

TraceValue fx::flattenResult(const TraceValue &Result) {
  std::vector<TraceValue> Leaves;
  mapLeaves(Result, [&](const TraceValue &Leaf) {
    Leaves.push_back(Leaf);
    return Leaf;
  });
  return TraceValue::list(Leaves);
}

/// Python's str of a constant, or nothing for values that torch.fx cannot
/// compare with inputs.
static std::optional<std::string> textOfConstant(const TraceValue &V,
                                                 const Context &Ctx) {
  if (V.kind() == TraceValue::Kind::Text)
    return V.text().str();
  if (!V.isConstant())
    return std::nullopt;
  switch (V.constant().kind()) {
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::BigInt:
  case ArgKind::Float:
  case ArgKind::Complex:
  case ArgKind::DType:
  case ArgKind::Device:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat: {
    return toText(V.constant(), Ctx, PrintFormat::FX);
  }
  case ArgKind::String:
    return V.constant().str().str();
  default:
    return std::nullopt;
  }
}

Proxy RootArguments::make(const TraceParam &P, StringRef Name, StringRef Type) {
  SmallVector<TraceValue, 1> Default;
  if (P.Default)
    Default.push_back(*P.Default);
  return T.record({Opcode::Placeholder, Name, Default, {}, {}, Type});
}

TraceValue RootArguments::specializeLeaf(const TraceParam &P,
                                         const TraceValue &V) {
  Tracer::FlatInput &Input = Flat.back();
  std::string Name =
      P.Name + "_" + std::to_string(Input.Placeholders.size() + 1);
  Input.Placeholders.push_back(Name);
  Proxy In = make(P, Name, "");
  if (V.isInput())
    return In;
  auto Message = [&](StringRef Value) {
    return P.Name + " has been specialized to have value " + Value.str() +
           " but got another value";
  };
  if (V.isNone())
    call("torch.fx._symbolic_trace._assert_is_none", In,
         StringRef(Message("None")));
  else if (std::optional<std::string> Text = textOfConstant(V, T.context()))
    call("torch._assert", In == V, StringRef(Message(*Text)));
  return V;
}

TraceValue RootArguments::specialize(const TraceParam &P, const TraceValue &V) {
  Flat.push_back({P.Name, {}});
  TraceValue Result = mapLeaves(
      V, [&](const TraceValue &Leaf) { return specializeLeaf(P, Leaf); });
  Flattened |= isContainer(V);
  return Result;
}

TraceValue RootArguments::placeholder(const TraceParam &P) {
  for (const TraceKwarg &V : Concrete)
    if (V.Name == P.Name)
      return specialize(P, V.Value);
  return make(P, P.Name, P.Type);
}

/// Gives values without names those of the parameters.
Error RootArguments::matchByPosition() {
  if (Concrete.empty() || !Concrete.front().Name.empty()) {
    StringSet<> Known;
    for (const TraceParam &P : Signature.Params)
      Known.insert(P.Name);
    for (const TraceKwarg &V : Concrete)
      if (!Known.contains(V.Name))
        return createStringError("there is no parameter '" + V.Name +
                                 "' for the concrete argument of that name");
    return Error::success();
  }
  size_t Count = count_if(Signature.Params, [](const TraceParam &P) {
    return !StringRef(P.Name).starts_with("*");
  });
  if (Count != Concrete.size())
    return createStringError("Tracing expected " + Twine(Count) +
                             " arguments but got " + Twine(Concrete.size()) +
                             " concrete arguments");
  size_t Next = 0;
  for (const TraceParam &P : Signature.Params)
    if (!StringRef(P.Name).starts_with("*"))
      Concrete[Next++].Name = P.Name;
  return Error::success();
}

Expected<std::vector<TraceValue>> RootArguments::make() {
  if (Error E = matchByPosition())
    return E;
  // torch.fx makes *args and **kwargs after all named parameters, keyword-only
  // ones included.
  std::vector<TraceValue> Values(Signature.Params.size());
  for (bool Starred : {false, true})
    for (auto [P, V] : zip(Signature.Params, Values))
      if (StringRef(P.Name).starts_with("*") == Starred)
        V = placeholder(P);
  return Values;
}
