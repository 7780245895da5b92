//===- Argument.cpp - Argument values -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Argument.h"
#include "fx/IR/Context.h"
#include "llvm/ADT/APInt.h"
#include <cstring>

using namespace fx;
using namespace llvm;

static_assert(sizeof(double) == 8);

fx::detail::ArgList::ArgList(Symbol Class, ArrayRef<Argument> List)
    : Class(Class), Depth(0), HasNode(false), Items(List.begin(), List.end()) {
  for (const Argument &A : Items) {
    Depth = std::max(Depth, A.depth());
    HasNode |= A.containsNode();
  }
  ++Depth;
}

Argument &Argument::operator=(const Argument &O) {
  O.retain();
  release();
  Kind = O.Kind;
  Small = O.Small;
  Payload = O.Payload;
  return *this;
}

Argument &Argument::operator=(Argument &&O) noexcept {
  std::swap(Kind, O.Kind);
  std::swap(Small, O.Small);
  std::swap(Payload, O.Payload);
  return *this;
}

Argument Argument::ellipsis() {
  Argument A;
  A.Kind = ArgKind::Ellipsis;
  return A;
}

Argument Argument::string(Context &Ctx, StringRef Text) {
  return string(Ctx.intern(Text));
}

Argument Argument::device(Context &Ctx, StringRef Text) {
  return device(Ctx.intern(Text));
}

Argument Argument::integer(Context &Ctx, StringRef Decimal) {
  bool Negative = Decimal.consume_front("-");
  StringRef Digits = Decimal.ltrim('0');
  if (Digits.empty())
    return int64_t(0);
  std::string Canonical = (Negative ? "-" : "") + Digits.str();
  int64_t Value;
  if (!StringRef(Canonical).getAsInteger(10, Value))
    return Value;
  return {ArgKind::BigInt, Ctx.intern(Canonical)};
}

Argument Argument::aggregate(ArgKind Kind, Symbol Class,
                             ArrayRef<Argument> Elements) {
  assert(hasList(Kind) && "not an aggregate kind");
  Argument A;
  A.Kind = Kind;
  A.Payload.List = new detail::ArgList(Class, Elements);
  A.Payload.List->Retain();
  return A;
}

Argument Argument::complex(double Real, double Imag) {
  return aggregate(ArgKind::Complex, {}, {Real, Imag});
}
Argument Argument::tuple(ArrayRef<Argument> Items) {
  return aggregate(ArgKind::Tuple, {}, Items);
}
Argument Argument::list(ArrayRef<Argument> Items) {
  return aggregate(ArgKind::List, {}, Items);
}
Argument Argument::namedTuple(Symbol Class, ArrayRef<Argument> Fields) {
  assert(Fields.size() % 2 == 0 && "names and values alternate");
  return aggregate(ArgKind::NamedTuple, Class, Fields);
}
Argument Argument::dict(ArrayRef<Argument> Items) {
  assert(Items.size() % 2 == 0 && "keys and values alternate");
  return aggregate(ArgKind::Dict, {}, Items);
}
Argument Argument::slice(Argument Start, Argument Stop, Argument Step) {
  return aggregate(ArgKind::Slice, {}, {Start, Stop, Step});
}
Argument Argument::range(Argument Start, Argument Stop, Argument Step) {
  return aggregate(ArgKind::Range, {}, {Start, Stop, Step});
}
Argument Argument::tensorType(DType T, Argument Sizes, Argument Strides,
                              Argument Device, bool RequiresGrad,
                              Argument Offset, Layout Layout) {
  if (!RequiresGrad && Offset == Argument(0) && Layout == fx::Layout::Strided)
    return aggregate(ArgKind::TensorType, {}, {T, Sizes, Strides, Device});
  return aggregate(ArgKind::TensorType, {},
                   {T, Sizes, Strides, Device, RequiresGrad, Offset, Layout});
}

double Argument::real() const {
  assert(Kind == ArgKind::Complex);
  return Payload.List->Items[0].asFloat();
}
double Argument::imag() const {
  assert(Kind == ArgKind::Complex);
  return Payload.List->Items[1].asFloat();
}

Symbol Argument::symbol() const {
  if (hasSymbol(Kind))
    return Symbol(Payload.Text);
  return isAggregate() ? Payload.List->Class : Symbol();
}

ArrayRef<Argument> Argument::elements() const {
  return isAggregate() ? ArrayRef<Argument>(Payload.List->Items)
                       : ArrayRef<Argument>();
}

size_t Argument::size() const {
  bool Pairs = Kind == ArgKind::Dict || Kind == ArgKind::NamedTuple;
  return Pairs ? elements().size() / 2 : elements().size();
}

const Argument &Argument::operator[](size_t I) const {
  return elements()[Kind == ArgKind::NamedTuple ? 2 * I + 1 : I];
}

const Argument *Argument::lookup(StringRef Key) const {
  if (Kind != ArgKind::Dict && Kind != ArgKind::NamedTuple)
    return nullptr;
  ArrayRef<Argument> E = elements();
  for (size_t I = 0; I + 1 < E.size(); I += 2)
    if (E[I].isString() && E[I].str() == Key)
      return &E[I + 1];
  return nullptr;
}

unsigned Argument::depth() const {
  return isAggregate() ? Payload.List->Depth : 0;
}

bool Argument::containsNode() const {
  return isNode() || (isAggregate() && Payload.List->HasNode);
}

bool fx::operator==(const Argument &A, const Argument &B) {
  if (A.Kind != B.Kind || A.Small != B.Small)
    return false;
  if (!A.isAggregate())
    return A.Payload.Int == B.Payload.Int;
  const detail::ArgList *L = A.Payload.List, *R = B.Payload.List;
  return L == R || (L->Class == R->Class && L->Items == R->Items);
}

hash_code fx::hash_value(const Argument &A) {
  hash_code Head = hash_combine(uint8_t(A.Kind), A.Small);
  if (!A.isAggregate())
    return hash_combine(Head, A.Payload.Int);
  return hash_combine(Head, A.Payload.List->Class.id(),
                      hash_combine_range(A.Payload.List->Items.begin(),
                                         A.Payload.List->Items.end()));
}
