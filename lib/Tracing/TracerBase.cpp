//===- TracerBase.cpp - What makes nodes of operations --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/TracerBase.h"

using namespace fx;
using namespace llvm;

static thread_local TracerBase *Current = nullptr;

TracerBase *TracerBase::current() { return Current; }

CurrentTracer::CurrentTracer(TracerBase &T) : Outer(Current) { Current = &T; }
CurrentTracer::~CurrentTracer() { Current = Outer; }

TracerObserver::~TracerObserver() = default;
TracerBase::~TracerBase() = default;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void TracerBase::fail(Error E) {
  handleAllErrors(std::move(E), [&](std::unique_ptr<ErrorInfoBase> Info) {
    if (!Failure)
      Failure = std::move(Info);
  });
}

void TracerBase::fail(const Twine &Message) {
  fail(createStringError(Message));
}

Error TracerBase::takeError() {
  return Failure ? Error(std::move(Failure)) : Error::success();
}

bool TracerBase::toBool(Proxy) {
  fail("symbolically traced variables cannot be used as inputs to control "
       "flow");
  return false;
}

std::vector<Proxy> TracerBase::iterate(Proxy) {
  fail("Proxy object cannot be iterated. This can be attempted when the Proxy "
       "is used in a loop or as a *args or **kwargs function argument. See the "
       "torch.fx docs on pytorch.org for a more detailed explanation of what "
       "types of control flow can be traced, and check out the Proxy docstring "
       "for help troubleshooting Proxy iteration errors");
  return {};
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Node *TracerBase::createNode(const NewNode &N) {
  Context &Ctx = context();
  Symbol Type = N.Type.empty() ? Symbol() : Ctx.intern(N.Type);
  return graph().createNode(N.Op, Ctx.intern(N.Target), N.Args, N.Kwargs,
                            N.Name, Type);
}

Proxy TracerBase::createProxy(const NewProxy &P) {
  Proxy None(nullptr, *this);
  if (failed())
    return None;
  SmallVector<Argument, 4> Args;
  for (const TraceValue &V : P.Args) {
    Expected<Argument> A = createArg(V);
    if (!A)
      return fail(A.takeError()), None;
    Args.push_back(std::move(*A));
  }
  SmallVector<KwArg, 2> Kwargs;
  for (const TraceKwarg &V : P.Kwargs) {
    Expected<Argument> A = createArg(V.Value);
    if (!A)
      return fail(A.takeError()), None;
    Kwargs.push_back({context().intern(V.Name), std::move(*A)});
  }
  Node *N = createNode({P.Op, P.Target, Args, Kwargs, P.Name, P.Type});
  return N ? proxy(N) : None;
}

Proxy TracerBase::record(const NewProxy &P) {
  Proxy Result = createProxy(P);
  if (Observer && Result.node())
    Observer->recorded(P, Result);
  return Result;
}

/// The items of a tuple, list, dictionary, slice or range.
Expected<Argument> TracerBase::lowerAggregate(const TraceValue &Value) {
  SmallVector<Argument, 8> Elements;
  bool IsKey = Value.aggregateKind() == ArgKind::Dict;
  for (const TraceValue &E : Value.elements()) {
    Expected<Argument> A = createArg(E);
    if (!A)
      return A;
    if (IsKey && A->containsNode())
      return createStringError("Keys for dictionaries used as an argument "
                               "cannot contain a Node");
    if (Value.aggregateKind() == ArgKind::Dict)
      IsKey = !IsKey;
    Elements.push_back(std::move(*A));
  }
  return Argument::aggregate(Value.aggregateKind(), Value.aggregateClass(),
                             Elements);
}

Expected<Argument> TracerBase::createArg(const TraceValue &Value) {
  switch (Value.kind()) {
  case TraceValue::Kind::Constant:
    return Value.constant();
  case TraceValue::Kind::Text:
    return Argument::string(context(), Value.text());
  case TraceValue::Kind::Proxy:
    if (Node *N = Value.proxy().node())
      return Argument(N);
    return createStringError("a value that could not be traced is used");
  case TraceValue::Kind::Aggregate:
    return lowerAggregate(Value);
  case TraceValue::Kind::Tensor:
    return createStringError("argument of type: a tensor");
  case TraceValue::Kind::Attribute:
    return createStringError("argument of type: a parameter or buffer");
  case TraceValue::Kind::Module:
    return createStringError("argument of type: a module");
  case TraceValue::Kind::Opaque:
    return createStringError("argument of type: an object");
  case TraceValue::Kind::Input:
    return createStringError("argument of type: a placeholder for an input");
  }
  llvm_unreachable("a kind of value");
}

TraceValue TracerBase::value(const Argument &A) {
  if (Node *N = A.asNode())
    return proxy(N);
  if (!A.containsNode())
    return A;
  std::vector<TraceValue> Elements;
  for (const Argument &E : A.elements())
    Elements.push_back(value(E));
  return TraceValue::aggregate(
      A.kind(), A.kind() == ArgKind::NamedTuple ? A.symbol() : Symbol(),
      Elements);
}
