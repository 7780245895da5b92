//===- Call.cpp - What rules read and make --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Helpers.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value Value::operator[](unsigned I) const {
  return Value(*C, C->E.getItem(A, I));
}

TensorValue Value::type() const {
  if (Node *N = A.asNode()) {
    const Argument *Val = N->val();
    if (Val && Val->kind() == ArgKind::TensorType)
      return TensorValue(*Val);
    C->fail("the type of '" + N->name() + "' is not known");
  } else if (C) {
    C->fail("a number is given where this rule needs a tensor");
  }
  return TensorValue();
}

Dim Value::size(int64_t D) const {
  TensorValue Type = type();
  int64_t Rank = Type.rank();
  if (D < -Rank || D >= Rank) {
    C->fail(noDimension(D, Rank));
    return Dim(1);
  }
  return Type.sizes()[D < 0 ? D + Rank : D];
}

Dims Value::sizes() const {
  TensorValue Type = type();
  return Dims(Type.sizes());
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Context &Call::context() const { return E.context(); }
SymbolicMath &Call::math() const { return E.math(); }

Value Call::fail(const Twine &Why) {
  if (!Failed)
    Reason = Why.str();
  Failed = true;
  return none();
}

Value Call::keep() {
  Kept = true;
  return fail("");
}

int64_t Call::integer(unsigned I, int64_t Default) {
  Argument A = E.raise(Values[I]);
  if (A.isInt())
    return A.asInt();
  if (A.isBool())
    return A.asBool();
  if (!A.isNone())
    fail("'" + Schema.params()[I].Name + "' is not a constant integer");
  return Default;
}

bool Call::flag(unsigned I) {
  const Argument &A = Values[I];
  if (A.isBool())
    return A.asBool();
  if (A.isInt())
    return A.asInt();
  if (!A.isNone())
    fail("'" + Schema.params()[I].Name + "' is not a constant");
  return false;
}

double Call::number(unsigned I, double Default) {
  Argument A = E.raise(Values[I]);
  if (A.isFloat())
    return A.asFloat();
  if (A.isInt())
    return A.asInt();
  if (A.isBool())
    return A.asBool();
  if (!A.isNone())
    fail("'" + Schema.params()[I].Name + "' is not a constant number");
  return Default;
}

bool Call::isTensor(const Argument &A) {
  if (!A.isNode())
    return false;
  const Argument *Val = A.asNode()->val();
  return !Val || Val->kind() == ArgKind::TensorType;
}

StringRef Call::text(unsigned I) {
  if (Values[I].isString())
    return Values[I].str();
  if (Values[I].isNode())
    fail("'" + Schema.params()[I].Name + "' is not a constant text");
  return StringRef();
}

std::optional<DType> Call::dtype(unsigned I) {
  if (Values[I].kind() == ArgKind::DType)
    return Values[I].asDType();
  if (Values[I].isNode())
    fail("'" + Schema.params()[I].Name + "' is not a constant dtype");
  return std::nullopt;
}

SmallVector<int64_t, 6> Call::integers(unsigned I) {
  SmallVector<int64_t, 6> Result;
  for (const Dim &D : dims(I)) {
    if (!D.isInt())
      fail("'" + Schema.params()[I].Name + "' is not constant");
    Result.push_back(D.isInt() ? D.asInt() : 0);
  }
  return Result;
}

Dims Call::dims(unsigned I) {
  const Argument &A = Values[I];
  Dims Result;
  if (A.isSequence())
    for (const Argument &Item : A.elements())
      Result.push_back(E.raise(Item));
  else if (!A.isNone())
    Result.push_back(E.raise(A));
  return Result;
}

SmallVector<Value, 6> Call::values(unsigned I) {
  SmallVector<Value, 6> Result;
  if (Values[I].isSequence())
    for (const Argument &Item : Values[I].elements())
      Result.push_back(Value(*this, Item));
  return Result;
}

int64_t Call::dim(unsigned I, int64_t Rank) {
  int64_t D = integer(I);
  int64_t Bound = std::max<int64_t>(Rank, 1);
  if (D < -Bound || D >= Bound) {
    fail(noDimension(D, Rank));
    return 0;
  }
  return D < 0 ? D + Bound : D;
}

//===----------------------------------------------------------------------===//
// Making calls
//===----------------------------------------------------------------------===//

Value Call::call(StringRef Op, ArrayRef<Argument> Args,
                 ArrayRef<NamedArgument> Named) {
  if (Failed)
    return none();
  const TargetFacts *F = E.find(Op);
  if (!F)
    return fail("there is no operator '" + Op + "'");
  SmallVector<Argument, 8> Given(F->Defaults);
  for (size_t I = 0; I != Args.size() && I != Given.size(); ++I)
    Given[I] = Args[I];
  for (const NamedArgument &Name : Named)
    if (std::optional<unsigned> I = F->Schema->findParam(Name.Name))
      Given[*I] = Name.Value;
  return Value(*this, E.dispatch(*F, Given));
}

Value Call::callAs(const Argument &Val, StringRef Op, ArrayRef<Argument> Args) {
  if (Failed)
    return none();
  const TargetFacts *F = E.find(Op);
  if (!F)
    return fail("there is no operator '" + Op + "'");
  SmallVector<Argument, 8> Given(F->Defaults);
  for (size_t I = 0; I != Args.size() && I != Given.size(); ++I)
    Given[I] = Args[I];
  return Value(*this, E.dispatch(*F, Given, &Val));
}

Argument Call::string(StringRef Text) {
  return Argument::string(context(), Text);
}

Argument Call::list(ArrayRef<int64_t> Items) {
  SmallVector<Argument, 6> List(Items.begin(), Items.end());
  return Argument::list(List);
}

void Call::write(const Argument &Target, const Argument &New) {
  if (Failed || Target.isNone())
    return;
  if (E.functionalizes())
    E.write(Target, New);
  else
    call("copy_", {Target, New});
}

Argument Call::written(const Argument &A) { return E.current(A); }

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Dim Call::compute(SymbolicMath::Operation Op, const Dim &A, const Dim &B) {
  Dim Result = Failed ? Dim(1) : E.compute(Op, A, B);
  if (Result.isNone()) {
    fail("a size is not known");
    return Dim(1);
  }
  return Result;
}

Dim Call::product(ArrayRef<Dim> Sizes) {
  Dim Result = 1;
  for (const Dim &D : Sizes)
    Result = mul(Result, D);
  return Result;
}

int64_t Call::hint(const Dim &D) { return math().hint(D); }

bool Call::same(const Dim &A, const Dim &B) {
  return math().equal(A, B) || hint(A) == hint(B);
}

Dims Call::broadcast(ArrayRef<Dim> A, ArrayRef<Dim> B) {
  if (A.size() < B.size())
    std::swap(A, B);
  Dims Result(A);
  for (size_t I = 0; I != B.size(); ++I) {
    Dim &Size = Result[A.size() - 1 - I];
    const Dim &Other = B[B.size() - 1 - I];
    if (isInt(Size, 1))
      Size = Other;
    else if (!isInt(Other, 1) && !same(Size, Other))
      fail("sizes " + Twine(hint(Size)) + " and " + Twine(hint(Other)) +
           " cannot be broadcast");
  }
  return Result;
}

bool Call::isContiguous(const Value &V, MemoryFormat Format) {
  TensorValue Type = V.type();
  size_t Rank = Type.rank();
  bool Last = Format == MemoryFormat::ChannelsLast ||
              Format == MemoryFormat::ChannelsLast3d;
  if (Type.strides().size() != Rank)
    return Format == MemoryFormat::Contiguous;
  if (Last && Rank != (Format == MemoryFormat::ChannelsLast ? 4 : 5))
    return false;
  return E.ofExample(Type, Last ? fx::isChannelsLast : fx::isContiguous);
}

Value Call::reshape(const Value &V, ArrayRef<Dim> Sizes) {
  TensorValue Type = V.type();
  if (Failed)
    return none();
  if (isContiguous(V))
    return call("view", {V, Argument::list(Sizes)});
  Dims New(Sizes);
  for (Dim &Unknown : New) {
    if (!isInt(Unknown, -1))
      continue;
    Dim Others = 1;
    for (const Dim &D : Sizes)
      if (!isInt(D, -1))
        Others = mul(Others, D);
    Unknown = floorDiv(product(Type.sizes()), Others);
  }
  if (!E.isViewable(V, New))
    return call("view", {call("clone", {V, MemoryFormat::Contiguous}),
                         Argument::list(New)});
  return call("view", {V, Argument::list(New)});
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value fx::decomposition::operator+(const Value &L, const Argument &R) {
  return L.call().call("add.Tensor", {L, R});
}
Value fx::decomposition::operator-(const Value &L, const Argument &R) {
  return L.call().call("sub.Tensor", {L, R});
}
Value fx::decomposition::operator*(const Value &L, const Argument &R) {
  return L.call().call("mul.Tensor", {L, R});
}
Value fx::decomposition::operator/(const Value &L, const Argument &R) {
  return L.call().call("div.Tensor", {L, R});
}
Value fx::decomposition::operator-(const Value &V) {
  return V.call().call("neg", {V});
}
Value fx::decomposition::subtractFrom(const Argument &Number, const Value &V) {
  return V.call().call("sub.Tensor", {Number, V});
}

static Value compare(StringRef Op, const Value &L, const Argument &R) {
  std::string Overload =
      (Op + (Call::isTensor(R) ? ".Tensor" : ".Scalar")).str();
  return L.call().call(Overload, {L, R});
}
Value fx::decomposition::operator>(const Value &L, const Argument &R) {
  return compare("gt", L, R);
}
Value fx::decomposition::operator<(const Value &L, const Argument &R) {
  return compare("lt", L, R);
}
Value fx::decomposition::operator>=(const Value &L, const Argument &R) {
  return compare("ge", L, R);
}
Value fx::decomposition::operator<=(const Value &L, const Argument &R) {
  return compare("le", L, R);
}
Value fx::decomposition::equals(const Value &L, const Argument &R) {
  return compare("eq", L, R);
}
Value fx::decomposition::differs(const Value &L, const Argument &R) {
  return compare("ne", L, R);
}
