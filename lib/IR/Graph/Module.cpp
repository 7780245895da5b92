//===- Module.cpp - Module tree -------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

ModuleListener::~ModuleListener() = default;

void Module::removeListener(ModuleListener *L) { erase(Listeners, L); }

std::string Module::path() const {
  SmallVector<StringRef, 8> Parts;
  for (const Module *M = this; M->Parent; M = M->Parent)
    Parts.push_back(M->Name.str());
  std::string Path;
  for (StringRef Part : reverse(Parts)) {
    if (!Path.empty())
      Path += '.';
    Path += Part;
  }
  return Path;
}

//===----------------------------------------------------------------------===//
// Finding by name
//===----------------------------------------------------------------------===//

template <typename List>
size_t Module::NameIndex::find(const List &Entries, Symbol Name) const {
  if (Entries.size() <= MaxUnindexed)
    return find_if(Entries, [&](auto &E) { return nameOf(E) == Name; }) -
           Entries.begin();
  auto It = Places.find(Name);
  return It == Places.end() ? Entries.size() : It->second;
}

template <typename List>
void Module::NameIndex::noteAdded(const List &Entries) {
  if (Entries.size() == MaxUnindexed + 1)
    rebuild(Entries);
  else if (Entries.size() > MaxUnindexed)
    Places[nameOf(Entries.back())] = Entries.size() - 1;
}

template <typename List> void Module::NameIndex::rebuild(const List &Entries) {
  Places.clear();
  if (Entries.size() > MaxUnindexed)
    for (auto [Place, E] : enumerate(Entries))
      Places[nameOf(E)] = Place;
}

template <typename List>
size_t Module::findByText(const List &Entries, const NameIndex &Index,
                          StringRef Name) const {
  if (Entries.empty())
    return 0;
  Symbol Known = Ctx.lookup(Name);
  return Known ? Index.find(Entries, Known) : Entries.size();
}

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

Module *Module::child(StringRef Name) const {
  size_t I = findByText(Children, ChildIndex, Name);
  return I == Children.size() ? nullptr : Children[I].get();
}

Module &Module::addChild(Symbol Name, std::unique_ptr<Module> Child) {
  Child->Parent = this;
  Child->Name = Name;
  size_t I = ChildIndex.find(Children, Name);
  if (I != Children.size()) {
    Children[I] = std::move(Child);
    noteChange(ModuleChange::Children);
    return *Children[I];
  }
  Children.push_back(std::move(Child));
  ChildIndex.noteAdded(Children);
  noteChange(ModuleChange::Children);
  return *Children.back();
}

void Module::removeChild(StringRef Name) {
  removeChildren([&](const Module &C) { return C.Name == Name; });
}

void Module::removeChildren(function_ref<bool(const Module &)> Goes) {
  erase_if(Children, [&](auto &C) { return Goes(*C); });
  ChildIndex.rebuild(Children);
  noteChange(ModuleChange::Children);
}

//===----------------------------------------------------------------------===//
// Tensors and other attributes
//===----------------------------------------------------------------------===//

const TensorAttr *Module::tensor(StringRef Name) const {
  size_t I = findByText(Tensors, TensorIndex, Name);
  return I == Tensors.size() ? nullptr : &Tensors[I];
}

TensorAttr *Module::tensor(StringRef Name) {
  return const_cast<TensorAttr *>(std::as_const(*this).tensor(Name));
}

TensorAttr &Module::addTensor(TensorAttr T) {
  size_t I = TensorIndex.find(Tensors, T.Name);
  if (I == Tensors.size()) {
    Tensors.push_back(std::move(T));
    TensorIndex.noteAdded(Tensors);
  } else {
    Tensors[I] = std::move(T);
  }
  noteChange(ModuleChange::State);
  return Tensors[I];
}

void Module::removeTensor(StringRef Name) {
  removeTensors([&](const TensorAttr &T) { return T.Name == Name; });
}

void Module::removeTensors(function_ref<bool(const TensorAttr &)> Goes) {
  erase_if(Tensors, Goes);
  TensorIndex.rebuild(Tensors);
  noteChange(ModuleChange::State);
}

const Argument *Module::attribute(StringRef Name) const {
  size_t I = findByText(Attributes, AttributeIndex, Name);
  return I == Attributes.size() ? nullptr : &Attributes[I].Value;
}

void Module::setAttribute(Symbol Name, Argument Value) {
  size_t I = AttributeIndex.find(Attributes, Name);
  if (I == Attributes.size()) {
    Attributes.push_back({Name, std::move(Value)});
    AttributeIndex.noteAdded(Attributes);
  } else {
    Attributes[I].Value = std::move(Value);
  }
  noteChange(ModuleChange::Attributes);
}

void Module::removeAttribute(StringRef Name) {
  erase_if(Attributes, [&](auto &A) { return A.Name == Name; });
  AttributeIndex.rebuild(Attributes);
  noteChange(ModuleChange::Attributes);
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

bool Module::hasAttribute(StringRef Path) const {
  size_t Dot = Path.rfind('.');
  bool IsNested = Dot != StringRef::npos;
  const Module *Holder = IsNested ? lookup(Path.take_front(Dot)) : this;
  StringRef Last = IsNested ? Path.drop_front(Dot + 1) : Path;
  return Holder && (Holder->child(Last) || Holder->tensor(Last) ||
                    Holder->attribute(Last));
}

void Module::setGraph(std::unique_ptr<Graph> G) {
  Code = std::move(G);
  if (Code)
    Code->setOwningModule(this);
  noteChange(ModuleChange::Code);
}

Module *Module::lookup(StringRef Path) {
  if (Path.empty())
    return this;
  // Not until the rest is empty: what ends in a dot names nothing.
  Module *M = this;
  for (bool IsLast = false; M && !IsLast;) {
    size_t Dot = Path.find('.');
    IsLast = Dot == StringRef::npos;
    M = M->child(Path.take_front(Dot));
    Path = Path.drop_front(IsLast ? Path.size() : Dot + 1);
  }
  return M;
}

Module &Module::addSubmodule(StringRef Path, std::unique_ptr<Module> Child) {
  auto [Head, Tail] = Path.split('.');
  Module *M = this;
  while (!Tail.empty()) {
    Module *Next = M->child(Head);
    if (!Next)
      Next = &M->addChild(
          Ctx.intern(Head),
          std::make_unique<Module>(Ctx, Ctx.intern("torch.nn.Module")));
    M = Next;
    std::tie(Head, Tail) = Tail.split('.');
  }
  return M->addChild(Ctx.intern(Head), std::move(Child));
}

bool Module::deleteSubmodule(StringRef Path) {
  Module *M = Path.empty() ? nullptr : lookup(Path);
  if (!M || !M->Parent)
    return false;
  M->Parent->removeChild(M->Name.str());
  return true;
}

void Module::walk(function_ref<void(Module &, StringRef)> Fn) {
  SmallVector<std::pair<Module *, std::string>, 32> Stack;
  Stack.push_back({this, ""});
  while (!Stack.empty()) {
    auto [M, Path] = Stack.pop_back_val();
    Fn(*M, Path);
    for (std::unique_ptr<Module> &C : reverse(M->Children))
      Stack.push_back({C.get(), Path.empty()
                                    ? C->Name.str().str()
                                    : Path + "." + C->Name.str().str()});
  }
}

void Module::walk(function_ref<void(const Module &, StringRef)> Fn) const {
  const_cast<Module *>(this)->walk([&](Module &M, StringRef P) { Fn(M, P); });
}

std::unique_ptr<Module> Module::clone() const {
  auto CopyOne = [this](const Module &M) {
    auto Copy = std::make_unique<Module>(Ctx, M.ClassName);
    Copy->Name = M.Name;
    Copy->Training = M.Training;
    Copy->Args = M.Args;
    Copy->Kwargs = M.Kwargs;
    Copy->Extra = M.Extra;
    Copy->Tensors = M.Tensors;
    Copy->TensorIndex = M.TensorIndex;
    Copy->Attributes = M.Attributes;
    Copy->AttributeIndex = M.AttributeIndex;
    if (M.Code)
      Copy->setGraph(M.Code->clone());
    return Copy;
  };
  std::unique_ptr<Module> Root = CopyOne(*this);
  SmallVector<std::pair<const Module *, Module *>, 32> Work{{this, Root.get()}};
  while (!Work.empty()) {
    auto [From, To] = Work.pop_back_val();
    for (const std::unique_ptr<Module> &C : From->Children)
      Work.push_back({C.get(), &To->addChild(C->Name, CopyOne(*C))});
  }
  return Root;
}
