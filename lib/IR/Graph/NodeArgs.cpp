//===- NodeArgs.cpp - A node's args and kwargs ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
#include "llvm/Support/ErrorHandling.h"

using namespace fx;
using namespace llvm;

Argument fx::decodeArgument(ArgReader &R, Context &Ctx,
                            function_ref<Node *(uint32_t)> Operand) {
  ArgToken T = R.next();
  switch (T.Kind) {
  case ArgKind::None:
    return Argument();
  case ArgKind::Ellipsis:
    return Argument::ellipsis();
  case ArgKind::Bool:
    return bool(T.Small);
  case ArgKind::Int:
    return long(T.Int);
  case ArgKind::Float:
    return T.Float;
  case ArgKind::DType:
    return DType(T.Small);
  case ArgKind::Layout:
    return Layout(T.Small);
  case ArgKind::MemoryFormat:
    return MemoryFormat(T.Small);
  case ArgKind::Node:
    return Operand(T.Operand);
  case ArgKind::BigInt:
    return Argument::integer(Ctx, Ctx.symbol(T.Text).str());
  case ArgKind::String:
    return Argument::string(Ctx.symbol(T.Text));
  case ArgKind::Device:
    return Argument::device(Ctx.symbol(T.Text));
  case ArgKind::SymExpr:
    return Argument::symExpr(Ctx.symbol(T.Text));
  case ArgKind::Function:
    return Argument::function(Ctx.symbol(T.Text));
  case ArgKind::Enum:
    return Argument::enumMember(Ctx.symbol(T.Text));
  default:
    break;
  }
  SmallVector<Argument, 8> Elements;
  Elements.reserve(T.Count);
  for (uint32_t I = 0; I != T.Count; ++I)
    Elements.push_back(decodeArgument(R, Ctx, Operand));
  return Argument::aggregate(T.Kind, T.Text ? Ctx.symbol(T.Text) : Symbol(),
                             Elements);
}

static Argument decodeItem(const Node &N, unsigned I) {
  ArgReader R(N.spec(), I);
  return decodeArgument(R, N.context(),
                        [&N](uint32_t I) { return N.operand(I); });
}

Argument Node::arg(unsigned I) const {
  const ArgSpec &S = spec();
  assert(I < S.numArgs() && "no such argument");
  if (S.isPlain())
    return operand(I);
  return decodeItem(*this, I);
}

SmallVector<Argument, 4> Node::args() const {
  SmallVector<Argument, 4> Result;
  for (unsigned I = 0, E = numArgs(); I != E; ++I)
    Result.push_back(arg(I));
  return Result;
}

Symbol Node::kwargName(unsigned I) const {
  const ArgSpec &S = spec();
  return context().symbol(S.items()[S.numArgs() + I].Keyword);
}

Argument Node::kwargValue(unsigned I) const {
  return decodeItem(*this, numArgs() + I);
}

std::optional<Argument> Node::kwarg(StringRef Key) const {
  for (unsigned I = 0, E = numKwargs(); I != E; ++I)
    if (kwargName(I) == Key)
      return kwargValue(I);
  return std::nullopt;
}

SmallVector<KwArg, 4> Node::kwargs() const {
  SmallVector<KwArg, 4> Result;
  for (unsigned I = 0, E = numKwargs(); I != E; ++I)
    Result.push_back({kwargName(I), kwargValue(I)});
  return Result;
}

/// Puts None where \p B refers to nodes that this graph does not have. Returns
/// whether there were any.
bool Graph::sanitizeOperands(ArgSpecBuilder &B) {
  auto IsForeign = [this](Node *N) {
    if (LLVM_UNLIKELY(!N))
      return refuses("cannot use", N);
    return &N->graph() != this || N->isErased();
  };
  if (LLVM_LIKELY(none_of(B.Operands, IsForeign)))
    return false;
  // The kind byte of a node has no payload, so None can take its place.
  SmallVector<Node *, 8> Kept;
  for (size_t I = 0, E = B.Items.size(); I != E; ++I) {
    uint32_t First = B.Items[I].Operand;
    B.Items[I].Operand = Kept.size();
    uint32_t Last = I + 1 == E ? B.Operands.size() : B.Items[I + 1].Operand;
    const uint8_t *Begin = B.Bytes.data() + B.Items[I].Offset;
    ArgReader R(Begin, First);
    while (First != Last) {
      size_t At = R.position() - B.Bytes.data();
      ArgToken T = R.next();
      if (T.Kind != ArgKind::Node)
        continue;
      if (IsForeign(B.Operands[First]))
        B.Bytes[At] = uint8_t(ArgKind::None);
      else
        Kept.push_back(B.Operands[First]);
      ++First;
    }
  }
  B.Operands = std::move(Kept);
  return true;
}

void Graph::noteForeign(Node *N) { Foreign.push_back(N->id()); }

void Graph::assignSpec(Node *N, uint32_t Spec, ArrayRef<Node *> Operands) {
  assert(Ctx->spec(Spec).numOperands() == Operands.size());
  detachOperands(N);
  if (LLVM_UNLIKELY(!Foreign.empty()))
    erase(Foreign, N->id()); // New arguments, new judgement.
  N->SpecId = Spec;
  attachOperands(N, Operands);
  notifyChanged(*N, NodeChange::Arguments);
}

void Node::setArgsKwargs(ArrayRef<Argument> Args, ArrayRef<KwArg> Kwargs) {
  ArgSpecBuilder B;
  for (const Argument &A : Args)
    B.addArg(A);
  for (const KwArg &K : Kwargs)
    B.addKwarg(K.Name, K.Value);
  Graph &G = graph();
  bool HasForeign = G.sanitizeOperands(B);
  G.assignSpec(this, G.internSpec(B), B.Operands);
  if (LLVM_UNLIKELY(HasForeign))
    G.noteForeign(this);
}

void Node::setArgs(ArrayRef<Argument> Args) { setArgsKwargs(Args, kwargs()); }

void Node::setKwargs(ArrayRef<KwArg> Kwargs) { setArgsKwargs(args(), Kwargs); }

void Node::refuseArg(unsigned I) {
  graph().refuse("cannot change argument " + Twine(I) + " of %" + name() +
                 ": it has " + Twine(numArgs()));
}

void Node::updateArg(unsigned I, const Argument &A) {
  SmallVector<Argument, 4> Args = args();
  if (LLVM_UNLIKELY(I >= Args.size()))
    return refuseArg(I);
  Args[I] = A;
  setArgs(Args);
}

void Node::insertArg(unsigned I, const Argument &A) {
  SmallVector<Argument, 4> Args = args();
  if (LLVM_UNLIKELY(I > Args.size()))
    return refuseArg(I);
  Args.insert(Args.begin() + I, A);
  setArgs(Args);
}

void Node::updateKwarg(StringRef Key, const Argument &A) {
  SmallVector<KwArg, 4> Kwargs = kwargs();
  auto It = find_if(Kwargs, [&](const KwArg &K) { return K.Name == Key; });
  if (It != Kwargs.end())
    It->Value = A;
  else
    Kwargs.push_back({context().intern(Key), A});
  setKwargs(Kwargs);
}
