//===- OutlinedState.cpp - Modules and tensors that parts take ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlinedState.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ModuleExpansion.h"

using namespace fx;
using namespace llvm;

/// Several parts, or nodes of none.
static constexpr uint32_t Shared = ~0u;

OutlinedState::OutlinedState(GraphModule &M,
                             function_ref<uint32_t(const Node &)> PartOf)
    : M(M) {
  for (Node *N : M.graph().nodes()) {
    if (N->isCallModule())
      use(N->targetText(), PartOf(*N));
    if (!N->isGetAttr())
      continue;
    if (!N->hasUsers())
      use(N->targetText(), Shared);
    for (Node *User : N->users())
      use(N->targetText(), PartOf(*User));
  }
  shareOverlaps();
}

void OutlinedState::use(StringRef Path, uint32_t Part) {
  auto [It, IsNew] = Owners.try_emplace(Path, Part);
  if (!IsNew && It->second != Part)
    It->second = Shared;
}

/// What is below a module belongs to it.
void OutlinedState::shareOverlaps() {
  for (auto &Entry : Owners) {
    StringRef Above = Entry.getKey();
    while (Above.contains('.')) {
      Above = Above.rsplit('.').first;
      auto It = Owners.find(Above);
      if (It != Owners.end() && It->second != Entry.second)
        It->second = Entry.second = Shared;
    }
  }
}

/// Whether a class says of tensors that the tree does not list. Their records
/// have the names of their paths.
static bool hasUnlistedTensors(const Module &Root) {
  bool Any = false;
  Root.walk([&](const Module &Sub, StringRef) {
    const ModuleInfo *Class = classOf(Sub);
    Any |= Class && !Class->tensors().empty() && Sub.tensors().empty();
  });
  return Any;
}

std::string OutlinedState::whyNot(const Node &Call) const {
  std::string Path = Call.targetText().str();
  const Module *Callee = Path.empty() ? nullptr : M.submodule(Path);
  if (!Callee)
    return "the module '" + Path + "' is not in the tree";
  if (!M.weightFiles().empty() && hasUnlistedTensors(*Callee))
    return "neither the tree nor the weights have all tensors of the module '" +
           Path + "'";
  if (Owners.lookup(Path) != Shared)
    return "";
  Effects E = getEffects(Call);
  if (E.WritesState)
    return "the module '" + Path + "' writes to its state, and others use it";
  return "";
}

bool OutlinedState::moves(const Node &GetAttr, uint32_t Part) const {
  StringRef Path = GetAttr.targetText();
  AttributeRef Ref = M.attribute(Path);
  return (Ref.Sub || (Ref.Tensor && Ref.Tensor->isTensor())) &&
         Owners.lookup(Path) == Part;
}

/// Names the record of a tensor that was at \p Path.
static void keepRecord(TensorAttr &T, StringRef Path, Context &Ctx) {
  if (!T.Record && T.isTensor())
    T.Record = Ctx.intern(Path);
}

void OutlinedState::take(const Node &N, uint32_t Part, Module &Into) {
  StringRef Path = N.targetText();
  Context &Ctx = M.context();
  AttributeRef Ref = M.attribute(Path);
  if (Ref.Tensor) {
    StringRef Head, Last = Path;
    if (Path.contains('.'))
      std::tie(Head, Last) = Path.rsplit('.');
    Module *Owner = Into.lookup(Head);
    if (!Owner)
      Owner = &Into.addSubmodule(
          Head, std::make_unique<Module>(Ctx, Ctx.intern("torch.nn.Module")));
    if (Owner->tensor(Last))
      return;
    TensorAttr T = *Ref.Tensor;
    keepRecord(T, Path, Ctx);
    Owner->addTensor(std::move(T));
    MovedTensors.push_back(Path.str());
    return;
  }
  const Module *Known = Into.lookup(Path);
  if (Known && Known->className() == Ref.Sub->className() &&
      Known->children().size() == Ref.Sub->children().size() &&
      Known->tensors().size() == Ref.Sub->tensors().size())
    return;
  std::unique_ptr<Module> Copy = Ref.Sub->clone();
  Copy->walk([&](Module &Sub, StringRef Below) {
    for (TensorAttr &T : Sub.tensors())
      keepRecord(T,
                 Path.str() + "." + (Below.empty() ? "" : Below.str() + ".") +
                     T.Name.str().str(),
                 Ctx);
  });
  Into.addSubmodule(Path, std::move(Copy));
  auto &Places = Owners.lookup(Path) == Part ? MovedModules : CopiedModules;
  Places.push_back(Path.str());
}

void OutlinedState::finish() {
  for (const std::string &Path : MovedTensors)
    M.removeState(Path);
  for (const std::string &Path : MovedModules) {
    Module *Gone = M.submodule(Path);
    // It may have gone with one above it.
    if (!Gone)
      continue;
    // Containers go with the last that they contained.
    Module *Parent = Gone->parent();
    Parent->removeChild(Gone->name().str());
    while (Parent->parent() && Parent->children().empty() &&
           Parent->tensors().empty() && Parent->attributes().empty() &&
           !Parent->graph()) {
      Symbol Name = Parent->name();
      Parent = Parent->parent();
      Parent->removeChild(Name.str());
    }
  }
  M.deleteUnusedSubmodules(CopiedModules);
}
