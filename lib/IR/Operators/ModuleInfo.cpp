//===- ModuleInfo.cpp - Classes of modules ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ModuleInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <mutex>

using namespace fx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {
#include "fx/IR/ModuleTable.h.inc"
} // namespace

const ModuleTensorInfo *ModuleInfo::findTensor(StringRef Tensor) const {
  for (const ModuleTensorInfo &Info : Tensors)
    if (Info.Name == Tensor)
      return &Info;
  return nullptr;
}

bool ModuleInfo::isHidden(StringRef Param) const {
  return llvm::is_contained(Hidden, Param);
}

namespace fx {

/// The one registry of the process.
class ModuleRegistryImpl {
public:
  static ModuleRegistryImpl &get() {
    static ModuleRegistryImpl *Registry = new ModuleRegistryImpl();
    return *Registry;
  }

  const ModuleInfo *lookup(StringRef Name, bool AnyCase);
  void forEach(llvm::function_ref<void(const ModuleInfo &)> Visit);
  llvm::Error add(const ModuleTableData &Table);

private:
  using Row = ModuleTableData::Class;
  ModuleRegistryImpl() { Tables.push_back(&BuiltinModules); }

  const Row *findQualified(StringRef Name, const ModuleTableData *&Owner) const;
  const Row *findShown(StringRef Name, bool AnyCase,
                       const ModuleTableData *&Owner) const;
  const ModuleInfo &classOf(const ModuleTableData &Table, const Row &R);
  OpSchema parse(StringRef Params);

  template <typename T> ArrayRef<T> save(ArrayRef<T> Items) {
    T *Copy = Memory.Allocate<T>(Items.size());
    std::uninitialized_copy(Items.begin(), Items.end(), Copy);
    return ArrayRef<T>(Copy, Items.size());
  }

  std::mutex Lock;
  llvm::BumpPtrAllocator Memory;
  SmallVector<const ModuleTableData *, 2> Tables;
  llvm::DenseMap<const Row *, const ModuleInfo *> Classes;
};

} // namespace fx

OpSchema ModuleRegistryImpl::parse(StringRef Params) {
  // fx-tblgen has parsed it with the same code.
  StringRef Text = StringRef((Params + " -> ()").str()).copy(Memory);
  return llvm::cantFail(parseOpSchema(Text, Memory));
}

const ModuleInfo &ModuleRegistryImpl::classOf(const ModuleTableData &Table,
                                              const Row &R) {
  const ModuleInfo *&Known = Classes[&R];
  if (Known)
    return *Known;
  auto Text = [&](uint32_t Offset) {
    return StringRef(Table.Strings + Offset);
  };
  auto *Class = new (Memory.Allocate<ModuleInfo>()) ModuleInfo();
  Class->Name = Text(R.Name);
  Class->ShownName = Text(R.ShownName);
  Class->Expansion = Text(R.Expansion);
  Class->NoExpansion = Text(R.NoExpansion);
  Class->Ctor = parse(Text(R.Ctor));
  Class->Forward = parse(Text(R.Forward));
  uint32_t At = R.FirstText;
  SmallVector<ModuleTensorInfo, 8> Tensors;
  for (unsigned I = 0; I != R.NumTensors; ++I, At += 2)
    Tensors.push_back({Text(Table.Texts[At]), Text(Table.Texts[At + 1]),
                       bool(R.Buffers >> I & 1)});
  Class->Tensors = save(ArrayRef(Tensors));
  auto TakeTexts = [&](unsigned Count) {
    SmallVector<StringRef, 8> Items;
    for (uint32_t Offset : Table.Texts.slice(At, Count))
      Items.push_back(Text(Offset));
    At += Count;
    return save(ArrayRef(Items));
  };
  Class->Hidden = TakeTexts(R.NumHidden);
  Class->Submodules = TakeTexts(R.NumSubmodules);
  Known = Class;
  return *Class;
}

const ModuleRegistryImpl::Row *
ModuleRegistryImpl::findQualified(StringRef Name,
                                  const ModuleTableData *&Owner) const {
  for (const ModuleTableData *Table : Tables) {
    auto It = llvm::partition_point(Table->Names, [&](const auto &Entry) {
      return StringRef(Table->Strings + Entry.Name) < Name;
    });
    if (It == Table->Names.end() ||
        StringRef(Table->Strings + It->Name) != Name)
      continue;
    Owner = Table;
    return &Table->Classes[It->Class];
  }
  return nullptr;
}

const ModuleRegistryImpl::Row *
ModuleRegistryImpl::findShown(StringRef Name, bool AnyCase,
                              const ModuleTableData *&Owner) const {
  const Row *Best = nullptr;
  for (const ModuleTableData *Table : Tables)
    for (const Row &R : Table->Classes) {
      StringRef Shown = Table->Strings + R.ShownName;
      if (AnyCase ? !Shown.equals_insensitive(Name) : Shown != Name)
        continue;
      StringRef Qualified = Table->Strings + R.Name;
      Qualified.consume_front("torch.nn.");
      bool Preferred = !Qualified.contains('.');
      if (!Best || Preferred) {
        Best = &R;
        Owner = Table;
      }
      if (Preferred)
        return Best;
    }
  return Best;
}

const ModuleInfo *ModuleRegistryImpl::lookup(StringRef Name, bool AnyCase) {
  std::lock_guard Guard(Lock);
  const ModuleTableData *Owner = nullptr;
  const Row *R = findQualified(Name, Owner);
  if (!R && !Name.contains('.'))
    R = findShown(Name, AnyCase, Owner);
  return R ? &classOf(*Owner, *R) : nullptr;
}

void ModuleRegistryImpl::forEach(
    llvm::function_ref<void(const ModuleInfo &)> Visit) {
  SmallVector<const ModuleInfo *, 0> All;
  {
    std::lock_guard Guard(Lock);
    for (const ModuleTableData *Table : Tables)
      for (const Row &R : Table->Classes)
        All.push_back(&classOf(*Table, R));
  }
  for (const ModuleInfo *Class : All)
    Visit(*Class);
}

llvm::Error ModuleRegistryImpl::add(const ModuleTableData &Table) {
  std::lock_guard Guard(Lock);
  if (llvm::is_contained(Tables, &Table))
    return llvm::createStringError("the table is registered already");
  for (const auto &Entry : Table.Names) {
    StringRef Name = Table.Strings + Entry.Name;
    const ModuleTableData *Owner = nullptr;
    if (findQualified(Name, Owner))
      return llvm::createStringError("module class '" + Name +
                                     "' is declared already");
  }
  Tables.push_back(&Table);
  return llvm::Error::success();
}

const ModuleInfo *fx::lookupModuleClass(StringRef Name) {
  return ModuleRegistryImpl::get().lookup(Name, /*AnyCase=*/false);
}

const ModuleInfo *fx::lookupModuleClassAnyCase(StringRef Name) {
  return ModuleRegistryImpl::get().lookup(Name, /*AnyCase=*/true);
}

void fx::forEachModuleClass(
    llvm::function_ref<void(const ModuleInfo &)> Visit) {
  ModuleRegistryImpl::get().forEach(Visit);
}

llvm::Error fx::registerModuleClasses(const ModuleTableData &Table) {
  return ModuleRegistryImpl::get().add(Table);
}
