//===- OpenTree.cpp - What a printed module tree lets expect --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/OpenTree.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/ModuleInfo.h"

using namespace fx;
using namespace llvm;

/// `inplace` of \p M if its print shows it, be it by leaving out the default.
static std::optional<bool> shownInplace(const Module &M) {
  const ModuleInfo *Class = classOf(M);
  if (!Class || !M.extraText().empty() || Class->isHidden("inplace") ||
      !Class->constructor().findParam("inplace"))
    return std::nullopt;
  Expected<BoundCall> Init = bindConstructor(M, *Class, /*OpenTree=*/true);
  if (!Init) {
    consumeError(Init.takeError());
    return std::nullopt;
  }
  Argument Value = Init->value(M.context(), "inplace");
  return Value.isBool() ? std::optional(Value.asBool()) : std::nullopt;
}

static bool isSequential(const Module &M) {
  return M.className() == "Sequential" ||
         M.className() == "torch.nn.Sequential";
}

/// Names a place in containers of one class; empty where places mean nothing.
static std::string placeOf(const Module &M) {
  const Module *Parent = M.parent();
  if (!Parent || !Parent->className())
    return "";
  // Lists that anybody fills.
  StringRef Class = Parent->className().str();
  if (is_contained({"Sequential", "ModuleList", "ModuleDict", "Module"},
                   Class.substr(Class.rfind('.') + 1)))
    return "";
  return (Class + "\n" + M.name().str()).str();
}

/// Adds what one more module shows.
static void add(std::optional<bool> Shown,
                std::pair<bool, std::optional<bool>> &Known) {
  if (!Known.first)
    Known = {true, Shown};
  else if (Known.second != Shown)
    Known.second = std::nullopt;
}

OpenTreeEvidence::OpenTreeEvidence(const Module &Root) {
  Root.walk([&](const Module &M, StringRef) {
    std::string Place = placeOf(M);
    bool InSequential = M.parent() && isSequential(*M.parent());
    if (Place.empty() && !InSequential)
      return;
    std::optional<bool> Shown = shownInplace(M);
    if (Shown)
      add(Shown, InSequential ? BySequential[M.parent()] : ByPlace[Place]);
  });
}

std::optional<bool> OpenTreeEvidence::inplaceOf(const Module &M) const {
  if (M.parent() && isSequential(*M.parent()))
    return BySequential.lookup(M.parent()).second;
  return ByPlace.lookup(placeOf(M)).second;
}
