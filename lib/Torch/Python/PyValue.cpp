//===- PyValue.cpp - Values of Python that LibTorch lacks -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyValue.h"
#include "fx/Torch/Values.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

IValue torch_impl::wrap(PyValuePtr Object) {
  return IValue::make_capsule(std::move(Object));
}

IValue torch_impl::makeEnumerator(PyValue::KindOf Kind, int64_t Number) {
  auto Object = c10::make_intrusive<PyValue>(Kind);
  Object->Number = Number;
  return wrap(std::move(Object));
}

IValue torch_impl::makeDType(c10::ScalarType Type) {
  return makeEnumerator(PyValue::DType, int64_t(Type));
}

IValue torch_impl::makeSlice(IValue Start, IValue Stop, IValue Step) {
  auto Object = c10::make_intrusive<PyValue>(PyValue::Slice);
  Object->Parts[0] = std::move(Start);
  Object->Parts[1] = std::move(Stop);
  Object->Parts[2] = std::move(Step);
  return wrap(std::move(Object));
}

IValue torch_impl::makeNamed(PyValue::KindOf Kind, StringRef Text) {
  auto Object = c10::make_intrusive<PyValue>(Kind);
  Object->Text = Text.str();
  return wrap(std::move(Object));
}

const PyValue *torch_impl::asPyValue(const IValue &V) {
  if (!V.isCapsule())
    return nullptr;
  // The value keeps it alive.
  return dynamic_cast<const PyValue *>(V.toCapsule().get());
}

const PyValue *torch_impl::asPyValue(const IValue &V, PyValue::KindOf Kind) {
  const PyValue *Object = asPyValue(V);
  return Object && Object->Kind == Kind ? Object : nullptr;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

template <typename OursT>
static Expected<IValue> enumerator(PyValue::KindOf Kind, OursT Value) {
  if (auto Theirs = toTorch(Value))
    return makeEnumerator(Kind, int64_t(*Theirs));
  return createStringError("this LibTorch has no " + toString(Value));
}

Expected<IValue> torch_impl::pyConstant(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::Ellipsis:
    return wrap(c10::make_intrusive<PyValue>(PyValue::Ellipsis));
  case ArgKind::DType:
    return enumerator(PyValue::DType, A.asDType());
  case ArgKind::Layout:
    return enumerator(PyValue::Layout, A.asLayout());
  case ArgKind::MemoryFormat:
    return enumerator(PyValue::MemoryFormat, A.asMemoryFormat());
  case ArgKind::Function:
    return makeNamed(PyValue::Function, A.str());
  case ArgKind::Enum:
    return makeNamed(PyValue::Enum, A.str());
  case ArgKind::Tuple:
  case ArgKind::List:
  case ArgKind::NamedTuple:
  case ArgKind::Dict:
  case ArgKind::Slice:
  case ArgKind::Range: {
    std::vector<IValue> Items;
    for (const Argument &Element : A.elements()) {
      Expected<IValue> Item = pyConstant(Element);
      if (!Item)
        return Item;
      Items.push_back(std::move(*Item));
    }
    return pyAggregate(A, std::move(Items));
  }
  default:
    return toIValue(A, [](const Node *) { return nullptr; });
  }
}

static IValue namedTuple(const Argument &A, std::vector<IValue> Parts) {
  std::vector<std::string> Names;
  std::vector<c10::TypePtr> Types;
  std::vector<IValue> Values;
  for (size_t I = 0; I < Parts.size(); I += 2) {
    Names.push_back(A.elements()[I].str().str());
    Types.push_back(c10::AnyType::get());
    Values.push_back(std::move(Parts[I + 1]));
  }
  return c10::ivalue::Tuple::createNamed(
      std::move(Values), c10::TupleType::createNamed(
                             c10::QualifiedName(A.str().str()), Names, Types));
}

Expected<IValue> torch_impl::pyAggregate(const Argument &A,
                                         std::vector<IValue> Items) {
  switch (A.kind()) {
  case ArgKind::Tuple:
    return makeTuple(std::move(Items));
  case ArgKind::List:
    return makeList(Items);
  case ArgKind::NamedTuple:
    return namedTuple(A, std::move(Items));
  case ArgKind::Dict: {
    c10::impl::GenericDict Dict(c10::AnyType::get(), c10::AnyType::get());
    for (size_t I = 0; I < Items.size(); I += 2)
      Dict.insert_or_assign(std::move(Items[I]), std::move(Items[I + 1]));
    return IValue(std::move(Dict));
  }
  case ArgKind::Slice:
    return makeSlice(Items[0], Items[1], Items[2]);
  default: {
    auto Object = c10::make_intrusive<PyValue>(PyValue::Range);
    for (unsigned I = 0; I != 3 && I < Items.size(); ++I)
      Object->Parts[I] = Items[I];
    return wrap(std::move(Object));
  }
  }
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

IValue torch_impl::makeList(ArrayRef<IValue> Items) {
  c10::impl::GenericList List(c10::AnyType::get());
  List.reserve(Items.size());
  for (const IValue &Item : Items)
    List.push_back(Item);
  return IValue(std::move(List));
}

IValue torch_impl::makeTuple(std::vector<IValue> Items) {
  return IValue(c10::ivalue::Tuple::create(std::move(Items)));
}

bool torch_impl::isSequence(const IValue &V) {
  return V.isList() || V.isTuple();
}

size_t torch_impl::lengthOf(const IValue &V) {
  return V.isList() ? V.toListRef().size() : V.toTupleRef().elements().size();
}

const IValue &torch_impl::itemOf(const IValue &V, size_t I) {
  return V.isList() ? V.toListRef()[I] : V.toTupleRef().elements()[I];
}

std::vector<IValue> torch_impl::itemsOf(const IValue &V) {
  std::vector<IValue> Items;
  for (size_t I = 0, E = lengthOf(V); I != E; ++I)
    Items.push_back(itemOf(V, I));
  return Items;
}

std::string torch_impl::describe(const IValue &V) {
  const PyValue *Object = asPyValue(V);
  if (!Object)
    return describeValue(V);
  switch (Object->Kind) {
  case PyValue::DType:
    if (auto Type = fromTorch(c10::ScalarType(Object->Number)))
      return toString(*Type).str();
    return "dtype";
  case PyValue::Layout:
    return "layout";
  case PyValue::MemoryFormat:
    return "memory format";
  case PyValue::Ellipsis:
    return "...";
  case PyValue::Slice:
    return "slice";
  case PyValue::Range:
    return "range";
  case PyValue::Graph:
    return "module " + Object->Text;
  case PyValue::Method:
    return "method " + Object->Text;
  case PyValue::Function:
  case PyValue::Enum:
    return Object->Text;
  }
  return "value";
}
