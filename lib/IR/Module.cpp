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

size_t Module::findChild(Symbol Name) const {
  if (Children.size() <= MaxUnindexedChildren)
    return find_if(Children, [&](auto &C) { return C->Name == Name; }) -
           Children.begin();
  auto It = ChildIndex.find(Name);
  return It == ChildIndex.end() ? Children.size() : It->second;
}

Module *Module::child(StringRef Name) const {
  if (Children.empty())
    return nullptr;
  Symbol Known = Ctx.lookup(Name);
  size_t I = Known ? findChild(Known) : Children.size();
  return I == Children.size() ? nullptr : Children[I].get();
}

Module &Module::addChild(Symbol Name, std::unique_ptr<Module> Child) {
  Child->Parent = this;
  Child->Name = Name;
  size_t I = findChild(Name);
  if (I != Children.size()) {
    Children[I] = std::move(Child);
    return *Children[I];
  }
  Children.push_back(std::move(Child));
  if (Children.size() == MaxUnindexedChildren + 1)
    for (auto [Place, C] : enumerate(Children))
      ChildIndex[C->Name] = Place;
  else if (Children.size() > MaxUnindexedChildren)
    ChildIndex[Name] = I;
  return *Children.back();
}

void Module::removeChild(StringRef Name) {
  removeChildren([&](const Module &C) { return C.Name == Name; });
}

void Module::removeChildren(function_ref<bool(const Module &)> Goes) {
  erase_if(Children, [&](auto &C) { return Goes(*C); });
  ChildIndex.clear();
  if (Children.size() > MaxUnindexedChildren)
    for (auto [Place, C] : enumerate(Children))
      ChildIndex[C->Name] = Place;
}

const TensorAttr *Module::tensor(StringRef Name) const {
  auto It = find_if(Tensors, [&](auto &T) { return T.Name == Name; });
  return It == Tensors.end() ? nullptr : &*It;
}

TensorAttr *Module::tensor(StringRef Name) {
  return const_cast<TensorAttr *>(std::as_const(*this).tensor(Name));
}

TensorAttr &Module::addTensor(TensorAttr T) {
  if (TensorAttr *Old = tensor(T.Name.str()))
    return *Old = std::move(T);
  Tensors.push_back(std::move(T));
  return Tensors.back();
}

void Module::removeTensor(StringRef Name) {
  erase_if(Tensors, [&](auto &T) { return T.Name == Name; });
}

const Argument *Module::attribute(StringRef Name) const {
  auto It = find_if(Attributes, [&](auto &A) { return A.Name == Name; });
  return It == Attributes.end() ? nullptr : &It->Value;
}

void Module::setAttribute(Symbol Name, Argument Value) {
  for (KwArg &A : Attributes)
    if (A.Name == Name) {
      A.Value = std::move(Value);
      return;
    }
  Attributes.push_back({Name, std::move(Value)});
}

void Module::removeAttribute(StringRef Name) {
  erase_if(Attributes, [&](auto &A) { return A.Name == Name; });
}

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
    Copy->Attributes = M.Attributes;
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
