//===- Proxy.cpp - Values of a program that is traced ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/Proxy.h"
#include "fx/Tracing/TracerBase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TraceValue::TraceValue(std::initializer_list<TraceValue> Items)
    : TraceValue(tuple(ArrayRef(Items.begin(), Items.size()))) {}

TraceValue TraceValue::aggregate(ArgKind Kind, Symbol Class,
                                 ArrayRef<TraceValue> Elements) {
  TraceValue Result;
  if (all_of(Elements, [](const TraceValue &E) { return E.isConstant(); })) {
    SmallVector<Argument, 8> Constants;
    for (const TraceValue &E : Elements)
      Constants.push_back(E.constant());
    Result.Data = Argument::aggregate(Kind, Class, Constants);
    return Result;
  }
  Result.Data =
      std::make_shared<const Aggregate>(Aggregate{Kind, Class, Elements.vec()});
  return Result;
}

TraceValue TraceValue::dict(ArrayRef<TraceKwarg> Items) {
  std::vector<TraceValue> Elements;
  for (const TraceKwarg &Item : Items) {
    Elements.push_back(StringRef(Item.Name));
    Elements.push_back(Item.Value);
  }
  return aggregate(ArgKind::Dict, {}, Elements);
}

TraceValue TraceValue::input() {
  TraceValue Result;
  Result.Data = std::monostate();
  return Result;
}

TraceValue TraceValue::opaque(std::shared_ptr<const void> Object) {
  TraceValue Result;
  Result.Data = std::move(Object);
  return Result;
}

TraceValue fx::slice(TraceValue Start, TraceValue Stop, TraceValue Step) {
  return TraceValue::aggregate(ArgKind::Slice, {}, {Start, Stop, Step});
}

ArgKind TraceValue::aggregateKind() const {
  if (kind() == Kind::Aggregate)
    return std::get<std::shared_ptr<const Aggregate>>(Data)->Kind;
  if (isConstant() && constant().isAggregate())
    return constant().kind();
  return ArgKind::None;
}

Symbol TraceValue::aggregateClass() const {
  if (kind() == Kind::Aggregate)
    return std::get<std::shared_ptr<const Aggregate>>(Data)->Class;
  return isConstant() && constant().kind() == ArgKind::NamedTuple
             ? constant().symbol()
             : Symbol();
}

std::vector<TraceValue> TraceValue::elements() const {
  if (kind() == Kind::Aggregate)
    return std::get<std::shared_ptr<const Aggregate>>(Data)->Elements;
  std::vector<TraceValue> Elements;
  if (isConstant())
    for (const Argument &A : constant().elements())
      Elements.push_back(A);
  return Elements;
}

void TraceValue::forEachProxy(function_ref<void(Proxy)> Fn) const {
  if (isProxy())
    return Fn(proxy());
  if (kind() == Kind::Aggregate)
    for (const TraceValue &E :
         std::get<std::shared_ptr<const Aggregate>>(Data)->Elements)
      E.forEachProxy(Fn);
}

//===----------------------------------------------------------------------===//
// Proxies
//===----------------------------------------------------------------------===//

/// The tracer of the proxies among the arguments, else the one that runs; null
/// where there is none, and after noting the error when there are several.
static TracerBase *findTracer(const TraceArguments &Args, StringRef Callee) {
  SmallSetVector<TracerBase *, 2> Found;
  auto Note = [&](Proxy P) {
    if (P.tracer())
      Found.insert(P.tracer());
  };
  for (const TraceValue &V : Args.Positional)
    V.forEachProxy(Note);
  for (const TraceKwarg &V : Args.Named)
    V.Value.forEachProxy(Note);
  if (Found.size() < 2)
    return Found.empty() ? TracerBase::current() : Found.front();
  for (TracerBase *T : Found)
    T->fail("Found multiple different tracers while trying to trace "
            "operations " +
            Callee);
  return nullptr;
}

Proxy fx::detail::traceFunction(StringRef Name, const TraceArguments &Args) {
  TracerBase *T = findTracer(Args, Name);
  if (!T)
    return Proxy();
  return T->record({Opcode::CallFunction, Name, Args.Positional, Args.Named});
}

Proxy fx::detail::traceMethod(Proxy Receiver, StringRef Name,
                              TraceArguments Args) {
  Args.Positional.insert(Args.Positional.begin(), Receiver);
  TracerBase *T = findTracer(Args, Name);
  if (!T)
    return Proxy();
  return T->record({Opcode::CallMethod, Name, Args.Positional, Args.Named});
}

Proxy Proxy::attr(StringRef Name) const {
  return call("builtins.getattr", *this, Name);
}
Proxy Proxy::operator[](const TraceValue &Index) const {
  return call("operator.getitem", *this, Index);
}
Proxy Proxy::operator-() const { return call("operator.neg", *this); }
Proxy Proxy::operator+() const { return call("operator.pos", *this); }
Proxy Proxy::operator~() const { return call("operator.invert", *this); }

Proxy::operator bool() const { return T && T->toBool(*this); }

std::vector<Proxy> Proxy::items() const {
  return T ? T->iterate(*this) : std::vector<Proxy>();
}
