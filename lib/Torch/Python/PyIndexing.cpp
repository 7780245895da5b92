//===- PyIndexing.cpp - Subscripts ----------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include <ATen/Functions.h>
#include <ATen/TensorIndexing.h>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using at::indexing::TensorIndex;
using c10::IValue;
#if TORCH_VERSION_MAJOR < 2
using SlicePart = c10::optional<int64_t>;
#else
using SlicePart = std::optional<c10::SymInt>;
#endif

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// Places that a slice takes of \p Length.
static std::vector<size_t> placesOf(const PyValue &Slice, int64_t Length) {
  int64_t Step = Slice.Parts[2].isNone() ? 1 : toInteger(Slice.Parts[2]);
  if (Step == 0)
    fail("the step of a slice is 0");
  auto Bound = [&](const IValue &V, int64_t Default) {
    if (V.isNone())
      return Default;
    int64_t I = toInteger(V);
    if (I < 0)
      I += Length;
    return Step > 0 ? std::clamp<int64_t>(I, 0, Length)
                    : std::clamp<int64_t>(I, -1, Length - 1);
  };
  int64_t Start = Bound(Slice.Parts[0], Step > 0 ? 0 : Length - 1);
  int64_t Stop = Bound(Slice.Parts[1], Step > 0 ? Length : -1);
  std::vector<size_t> Places;
  for (int64_t I = Start; Step > 0 ? I < Stop : I > Stop; I += Step)
    Places.push_back(size_t(I));
  return Places;
}

static size_t placeOf(const IValue &Index, size_t Length) {
  int64_t I = toInteger(Index);
  if (I < 0)
    I += int64_t(Length);
  if (I < 0 || I >= int64_t(Length))
    fail("index " + Twine(toInteger(Index)) + " is out of range: there are " +
         Twine(Length) + " items");
  return size_t(I);
}

static IValue itemOfSequence(const IValue &V, const IValue &Index) {
  const PyValue *Slice = asPyValue(Index, PyValue::Slice);
  if (!Slice)
    return itemOf(V, placeOf(Index, lengthOf(V)));
  std::vector<IValue> Items;
  for (size_t Place : placesOf(*Slice, int64_t(lengthOf(V))))
    Items.push_back(itemOf(V, Place));
  return V.isTuple() ? makeTuple(std::move(Items)) : makeList(Items);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A tensor of nested lists of numbers.
static at::Tensor tensorOf(const IValue &V) {
  return callFunction("torch.tensor", {V}).toTensor();
}

static TensorIndex indexOf(const IValue &V) {
  if (V.isNone())
    return at::indexing::None;
  if (V.isBool())
    return V.toBool();
  if (V.isInt())
    return V.toInt();
  if (V.isTensor()) {
    const at::Tensor &T = V.toTensor();
    // As an int, which makes a view.
    if (T.dim() == 0 && c10::isIntegralType(T.scalar_type(), false))
      return T.item().toLong();
    return T;
  }
  if (isSequence(V))
    return tensorOf(V);
  const PyValue *Object = asPyValue(V);
  if (Object && Object->Kind == PyValue::Ellipsis)
    return at::indexing::Ellipsis;
  if (Object && Object->Kind == PyValue::Slice) {
    SlicePart Parts[3];
    for (unsigned I : {0, 1, 2})
      if (!Object->Parts[I].isNone())
        Parts[I] = toInteger(Object->Parts[I]);
    return at::indexing::Slice(Parts[0], Parts[1], Parts[2]);
  }
  fail("a tensor cannot be indexed with " + describe(V));
}

static std::vector<TensorIndex> indicesOf(const IValue &Index) {
  std::vector<TensorIndex> Result;
  // A list is one index, a tuple one for each dimension.
  if (!Index.isTuple()) {
    Result.push_back(indexOf(Index));
    return Result;
  }
  for (const IValue &V : itemsOf(Index))
    Result.push_back(indexOf(V));
  return Result;
}

IValue torch_impl::getItem(const IValue &V, const IValue &Index) {
  if (isSequence(V))
    return itemOfSequence(V, Index);
  if (V.isTensor())
    return V.toTensor().index(indicesOf(Index));
  if (V.isGenericDict()) {
    const auto &Dict = V.toGenericDict();
    auto Found = Dict.find(Index);
    if (Found == Dict.end())
      fail("the dict has no " + describe(Index));
    return Found->value();
  }
  if (V.isString()) {
    const std::string &Text = V.toStringRef();
    return std::string(1, Text[placeOf(Index, Text.size())]);
  }
  if (asPyValue(V, PyValue::Range))
    return itemOfSequence(callFunction("builtins.list", {V}), Index);
  fail(describe(V) + " cannot be indexed");
}

static IValue doGetItem(PyCall &C) {
  C.atMost(2);
  return getItem(C.get(0, "a"), C.get(1, "b"));
}

static void setItem(const IValue &V, const IValue &Index, const IValue &Value) {
  if (V.isTensor()) {
    std::vector<TensorIndex> Indices = indicesOf(Index);
    at::Tensor T = V.toTensor();
    if (Value.isTensor())
      T.index_put_(Indices, Value.toTensor());
    else if (Value.isScalar())
      T.index_put_(Indices, Value.toScalar());
    else
      T.index_put_(Indices, tensorOf(Value));
    return;
  }
  if (V.isList()) {
    c10::List<IValue> List = V.toList();
    List.set(placeOf(Index, List.size()), Value);
    return;
  }
  if (V.isGenericDict()) {
    auto Dict = V.toGenericDict();
    Dict.insert_or_assign(Index, Value);
    return;
  }
  fail("items of " + describe(V) + " cannot be set");
}

static IValue doSetItem(PyCall &C) {
  setItem(C.get(0, "a"), C.get(1, "b"), C.get(2, "c"));
  return IValue();
}

static IValue doDelItem(PyCall &C) {
  const IValue &V = C.get(0, "a"), &Index = C.get(1, "b");
  if (V.isGenericDict()) {
    if (!V.toGenericDict().erase(Index))
      fail("the dict has no " + describe(Index));
  } else if (V.isList()) {
    c10::List<IValue> List = V.toList();
    List.erase(List.begin() + int64_t(placeOf(Index, List.size())));
  } else {
    fail("items of " + describe(V) + " cannot be deleted");
  }
  return IValue();
}

static constexpr HandlerEntry Indexing[] = {
    {"operator.getitem", doGetItem},
    {"operator.setitem", doSetItem},
    {"operator.delitem", doDelItem},
};

static constexpr HandlerEntry Methods[] = {
    {"__getitem__", doGetItem},
    {"__setitem__", doSetItem},
};

ArrayRef<HandlerEntry> torch_impl::indexingHandlers() { return Indexing; }
ArrayRef<HandlerEntry> torch_impl::indexingMethods() { return Methods; }
