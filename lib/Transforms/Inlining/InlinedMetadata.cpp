//===- InlinedMetadata.cpp - Metadata of nodes that replace a call --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedMetadata.h"
#include "fx/Analysis/ModuleStack.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static constexpr StringLiteral ValueKeys[] = {
    "val", "tensor_meta", "example_value", "type", "unbacked_bindings"};
/// Keys that hold for a call as a whole only.
static constexpr StringLiteral CallKeys[] = {"is_wrapped", "is_pure"};

bool fx::describesValue(StringRef Key) { return is_contained(ValueKeys, Key); }

SmallVector<KwArg, 8> fx::callFacts(ArrayRef<KwArg> Meta) {
  SmallVector<KwArg, 8> Kept;
  for (const KwArg &K : Meta)
    if (!is_contained(CallKeys, K.Name.str()) && !describesValue(K.Name.str()))
      Kept.push_back(K);
  return Kept;
}

/// Appends the entries of the `nn_module_stack` \p Inner, whose paths are from
/// \p Base, to \p Outer. Forms other than a dictionary say nothing.
static Argument joinModuleStacks(Context &Ctx, const Argument *Outer,
                                 const Argument &Inner, StringRef Base) {
  if (Inner.kind() != ArgKind::Dict ||
      (Outer && Outer->kind() != ArgKind::Dict))
    return Outer ? *Outer : Argument();
  SmallVector<Argument, 16> Items;
  if (Outer)
    Items.append(Outer->elements().begin(), Outer->elements().end());
  auto InBase = [&](const Argument &Path) {
    if (!Path.isString())
      return Path;
    return Argument::string(Ctx, Path.str().empty()
                                     ? Base.str()
                                     : joinModulePath(Base, Path.str()));
  };
  ArrayRef<Argument> Entries = Inner.elements();
  for (size_t I = 0; I + 1 < Entries.size(); I += 2) {
    Argument Key = InBase(Entries[I]), Value = Entries[I + 1];
    if (Outer && Key.isString() && Outer->lookup(Key.str()))
      continue;
    if (Value.kind() == ArgKind::Tuple && Value.size() == 2)
      Value = Argument::tuple({InBase(Value[0]), Value[1]});
    Items.push_back(Key);
    Items.push_back(Value);
  }
  return Argument::dict(Items);
}

SmallVector<KwArg, 8> fx::innerFacts(ArrayRef<KwArg> CallMeta, const Node &N,
                                     StringRef Path) {
  Context &Ctx = N.context();
  SmallVector<KwArg, 8> Meta(N.meta().entries());
  for (const KwArg &Outer : CallMeta) {
    StringRef Key = Outer.Name.str();
    auto It =
        find_if(Meta, [&](const KwArg &K) { return K.Name == Outer.Name; });
    bool IsStack = Key == "nn_module_stack";
    if (It == Meta.end()) {
      if (!describesValue(Key) && !is_contained(CallKeys, Key))
        Meta.push_back(Outer);
    } else if (IsStack) {
      It->Value = joinModuleStacks(Ctx, &Outer.Value, It->Value, Path);
    }
  }
  if (none_of(CallMeta,
              [](const KwArg &K) { return K.Name == "nn_module_stack"; }))
    for (KwArg &K : Meta)
      if (K.Name == "nn_module_stack")
        K.Value = joinModuleStacks(Ctx, nullptr, K.Value, Path);
  return Meta;
}
