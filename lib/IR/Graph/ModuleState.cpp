//===- ModuleState.cpp - Tensors and objects of a module tree -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/AttributeNames.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

ArrayRef<StringLiteral> fx::roleWords() {
  static constexpr StringLiteral Words[] = {"parameter", "buffer", "constant",
                                            "object"};
  return Words;
}

StringRef fx::toString(TensorAttr::RoleKind Role) { return roleWords()[Role]; }

std::optional<TensorAttr::RoleKind> fx::parseRole(StringRef Word) {
  const auto *It = find(roleWords(), Word);
  if (It == roleWords().end())
    return std::nullopt;
  return TensorAttr::RoleKind(It - roleWords().begin());
}

Argument TensorAttr::typeWithGradient() const {
  TensorType Known = tensorType();
  if (Role != Parameter || !RequiresGrad || !Known)
    return Type;
  return Known.withRequiresGrad(true).value();
}

bool TensorAttr::mayHaveGradient() const {
  TensorType Known = tensorType();
  return Role == Parameter || (Known && Known.requiresGrad());
}

TensorAttr *GraphModule::state(StringRef Path) {
  if (TensorAttr *T = attribute(Path).Tensor)
    return T;
  return Path.contains('.') ? Root->tensor(Path) : nullptr;
}

/// Module trees are not deeper than what texts can hold.
static constexpr size_t MaxStateDepth = 100;

/// Whether the modules on the way to \p Path are there, or can be.
static bool canBePath(const Module &Root, StringRef Path) {
  if (Path.count('.') > MaxStateDepth)
    return false;
  const Module *M = &Root;
  while (true) {
    auto [Head, Tail] = Path.split('.');
    if (Head.empty() || Path.ends_with("."))
      return false;
    if (Tail.empty())
      return !M || !M->child(Head);
    if (M && (M->tensor(Head) || M->attribute(Head)))
      return false;
    M = M ? M->child(Head) : nullptr;
    Path = Tail;
  }
}

TensorAttr *GraphModule::addState(StringRef Path, TensorAttr T) {
  if (Path.empty())
    return nullptr;
  Module *Owner = Root.get();
  StringRef Last = Path;
  if (canBePath(*Root, Path)) {
    StringRef Head;
    if (Path.contains('.'))
      std::tie(Head, Last) = Path.rsplit('.');
    Owner = Root->lookup(Head);
    if (!Owner)
      Owner = &Root->addSubmodule(
          Head, std::make_unique<Module>(Ctx, Ctx.intern("torch.nn.Module")));
  } else if (Root->child(Path)) {
    return nullptr;
  }
  T.Name = Ctx.intern(Last);
  return &Owner->addTensor(std::move(T));
}

bool GraphModule::removeState(StringRef Path) {
  AttributeRef Ref = attribute(Path);
  if (!Ref.Tensor) {
    bool Known = Root->tensor(Path);
    Root->removeTensor(Path);
    return Known;
  }
  Module *M = Ref.Owner;
  M->removeTensor(Ref.Tensor->Name.str());
  // Only what stands for a path says nothing itself.
  while (M->parent() && M->tensors().empty() && M->children().empty() &&
         M->attributes().empty() && M->args().empty() && M->kwargs().empty() &&
         M->extraText().empty() && !M->graph() &&
         M->className() == "torch.nn.Module") {
    Symbol Name = M->name();
    M = M->parent();
    M->removeChild(Name.str());
  }
  return true;
}

void GraphModule::forEachState(function_ref<void(TensorAttr &, StringRef)> Fn) {
  SmallString<64> Path;
  Root->walk([&](Module &M, StringRef ModulePath) {
    for (TensorAttr &T : M.tensors()) {
      Path = ModulePath;
      if (!Path.empty())
        Path += '.';
      Path += T.Name.str();
      Fn(T, Path);
    }
  });
}

void GraphModule::forEachState(
    function_ref<void(const TensorAttr &, StringRef)> Fn) const {
  const_cast<GraphModule *>(this)->forEachState(
      [&](TensorAttr &T, StringRef Path) {
        Fn(static_cast<const TensorAttr &>(T), Path);
      });
}

std::string GraphModule::freeStatePath(StringRef Path) const {
  // Modules that are there are called what they are called.
  const Module *Owner = Root.get();
  StringRef Rest = Path;
  while (true) {
    auto [Head, Tail] = Rest.split('.');
    const Module *Child = Tail.empty() ? nullptr : Owner->child(Head);
    if (!Child)
      break;
    Owner = Child;
    Rest = Tail;
  }
  std::string Kept = Path.drop_back(Rest.size()).str();
  auto CanBe = [&](StringRef Name) {
    return canBePath(*Owner, Name) &&
           all_of(split(Name, '.'), canNameAttribute);
  };
  auto IsFree = [&](StringRef Name) {
    return CanBe(Name) && !Owner->hasAttribute(Name) &&
           !Root->tensor(Kept + Name.str());
  };
  std::string Wanted = attributePath(Rest);
  // Numbers at the end are of no use where what is before it is not a module.
  if (size_t Dot = Wanted.rfind('.');
      Dot != std::string::npos && !CanBe(Wanted.substr(0, Dot) + "._"))
    Wanted = attributePath(Wanted, /*Dots=*/false);
  std::string Free = Wanted;
  for (unsigned I = 1; !IsFree(Free); ++I)
    Free = Wanted + "_" + utostr(I);
  return Kept + Free;
}
