//===- PyContainers.cpp - Methods of lists, dicts and strings -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

static c10::List<IValue> listOf(const PyCall &C) {
  const IValue &V = C.get(0, "self");
  if (!V.isList())
    fail(describe(V) + " is not a list");
  return V.toList();
}

static IValue doAppend(PyCall &C) {
  listOf(C).push_back(C.get(1, "object"));
  return IValue();
}

static IValue doExtend(PyCall &C) {
  c10::List<IValue> List = listOf(C);
  for (const IValue &V : itemsOf(C.get(1, "iterable")))
    List.push_back(V);
  return IValue();
}

/// What a method does to dicts, where tensors have one of that name too.
static c10::impl::GenericDict dictOf(const PyCall &C) {
  const IValue &V = C.get(0, "self");
  if (!V.isGenericDict())
    fail(describe(V) + " is not a dict");
  return V.toGenericDict();
}

static IValue doKeys(PyCall &C) {
  std::vector<IValue> Items;
  for (const auto &Entry : dictOf(C))
    Items.push_back(Entry.key());
  return makeList(Items);
}

static IValue doItems(PyCall &C) {
  std::vector<IValue> Items;
  for (const auto &Entry : dictOf(C))
    Items.push_back(makeTuple({Entry.key(), Entry.value()}));
  return makeList(Items);
}

static IValue doGet(PyCall &C) {
  auto Dict = dictOf(C);
  auto Found = Dict.find(C.get(1, "key"));
  return Found == Dict.end() ? C.getOr(2, "default", IValue()) : Found->value();
}

static IValue doUpdate(PyCall &C) {
  auto Dict = dictOf(C);
  for (const auto &Entry : C.get(1, "other").toGenericDict())
    Dict.insert_or_assign(Entry.key(), Entry.value());
  return IValue();
}

static constexpr HandlerEntry Methods[] = {
    {"append", doAppend}, {"extend", doExtend}, {"keys", doKeys},
    {"items", doItems},   {"get", doGet},       {"update", doUpdate},
};

ArrayRef<HandlerEntry> torch_impl::containerMethods() { return Methods; }

std::vector<ArrayRef<HandlerEntry>> torch_impl::functionHandlers() {
  return {builtinHandlers(),     operatorHandlers(), indexingHandlers(),
          mathHandlers(),        torchHandlers(),    symbolicHandlers(),
          higherOrderHandlers(), autocastHandlers(), vmapHandlers(),
          poolHandlers()};
}

std::vector<ArrayRef<HandlerEntry>> torch_impl::methodHandlers() {
  return {tensorMethods(), indexingMethods(), containerMethods()};
}
