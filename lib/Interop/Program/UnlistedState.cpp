//===- UnlistedState.cpp - State that only files know ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/UnlistedState.h"
#include "fx/IR/Context.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"

using namespace fx;
using namespace llvm;

Error UnlistedState::open() {
  if (IsOpen)
    return Error::success();
  IsOpen = true;
  return programsOf(M.context(), WeightStore::of(M)).moveInto(Programs);
}

/// What the files say of the state at \p Path; without a type if none has it.
Expected<TensorAttr> UnlistedState::find(StringRef Path, bool IsBuffer) {
  for (const std::unique_ptr<GraphModule> &Program : Programs)
    if (const TensorAttr *Theirs = Program->state(Path))
      return *Theirs;
  Expected<WeightStore::Place> Place = WeightStore::of(M).find(Path);
  if (!Place)
    return Place.takeError();
  TensorAttr T;
  std::optional<DType> Type = Place->dtype();
  if (!Type)
    return T;
  SmallVector<Argument, 6> Sizes;
  for (int64_t Size : Place->sizes())
    Sizes.push_back(Size);
  T.Role = IsBuffer ? TensorAttr::Buffer : TensorAttr::Parameter;
  T.Type = Argument::tensorType(*Type, Argument::tuple(Sizes), Argument(),
                                Argument());
  // Only such tensors can have gradients.
  T.RequiresGrad = !IsBuffer && (isFloatType(*Type) || isComplexType(*Type));
  return T;
}

Expected<TensorAttr *> UnlistedState::list(StringRef Path, bool IsBuffer) {
  if (TensorAttr *Listed = M.state(Path))
    return Listed;
  if (Error E = open())
    return E;
  Expected<TensorAttr> T = find(Path, IsBuffer);
  if (!T)
    return T.takeError();
  if (!T->tensorType())
    return nullptr;
  // State of one memory stays one.
  auto [It, IsNew] = Places.try_emplace(memoryOf(M, *T, Path), Path.str());
  if (const TensorAttr *First = IsNew ? nullptr : M.state(It->second);
      First && First->tensorType() == T->tensorType())
    T->Record = M.context().intern(recordOf(*First, It->second));
  return M.addState(Path, *T);
}

Error UnlistedState::listModules(std::string *Lacking) {
  struct Wanted {
    std::string Path;
    bool IsBuffer, IsSure;
  };
  std::vector<Wanted> Tensors;
  M.root().walk([&](const Module &Sub, StringRef Path) {
    const ModuleInfo *Class = classOf(Sub);
    if (!Class)
      return;
    bool IsOpen = M.treeKind() == GraphModule::TreeKind::Open;
    for (const ModuleTensorInfo &T : Class->tensors()) {
      std::optional<bool> Has = classHasTensor(Sub, T.Name, IsOpen);
      if (Has != false)
        Tensors.push_back({(Path + (Path.empty() ? "" : ".") + T.Name).str(),
                           T.IsBuffer, Has == true && !T.IsBuffer});
    }
  });
  StringRef FirstLacking;
  bool AnyFound = false;
  for (const Wanted &W : Tensors) {
    Expected<TensorAttr *> T = list(W.Path, W.IsBuffer);
    if (!T)
      return T.takeError();
    AnyFound |= *T != nullptr;
    if (!*T && W.IsSure && FirstLacking.empty())
      FirstLacking = W.Path;
  }
  if (Lacking && !AnyFound)
    *Lacking = FirstLacking.str();
  return Error::success();
}
