//===- GraphModule.cpp - A graph with its module tree ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

GraphModule::GraphModule(Context &Ctx)
    : Ctx(Ctx), Root(std::make_unique<Module>(Ctx, Symbol())) {
  Root->setGraph(std::make_unique<Graph>(Ctx));
}

GraphModule::~GraphModule() = default;

ExportedProgram &GraphModule::makeProgram() {
  Program.reset(); // The graph knows one at a time.
  Program = std::make_unique<ExportedProgram>(graph());
  return *Program;
}

void GraphModule::setTree(std::unique_ptr<Module> NewRoot, TreeKind Kind) {
  if (!NewRoot->graph())
    NewRoot->setGraph(Root->takeGraph());
  else
    Program.reset(); // It was about the old graph.
  NewRoot->Listeners = std::move(Root->Listeners);
  Root = std::move(NewRoot);
  Tree = Kind;
  Root->noteChange(ModuleChange::Children);
}

AttributeRef GraphModule::attribute(StringRef Path) {
  AttributeRef Ref;
  StringRef Head, Last = Path;
  if (size_t Dot = Path.rfind('.'); Dot != StringRef::npos) {
    Head = Path.take_front(Dot);
    Last = Path.substr(Dot + 1);
  }
  Module *Owner = Root->lookup(Head);
  if (!Owner)
    return Ref;
  Ref.Owner = Owner;
  Ref.Sub = Owner->child(Last);
  if (!Ref.Sub)
    Ref.Tensor = Owner->tensor(Last);
  if (!Ref.Sub && !Ref.Tensor)
    Ref.Value = Owner->attribute(Last);
  return Ref;
}

void GraphModule::forEachGraph(function_ref<void(Graph &, StringRef)> Fn) {
  Root->walk([&](Module &M, StringRef Path) {
    if (M.graph())
      Fn(*M.graph(), Path);
  });
}

namespace {

/// What the graphs that are in use name.
class UsedModules {
public:
  explicit UsedModules(Module &Root) : Root(Root) {}

  /// Takes \p M for one whose graph is in use.
  void scan(const Module &M, StringRef Path) {
    Work.push_back({&M, Path.str()});
  }
  /// Takes what \p Path names for used.
  void use(StringRef Path);
  void follow();

  bool isNamed(StringRef Path) const { return Named.contains(Path); }
  /// Whether a module without a graph, which may use all that is below, is the
  /// one at \p Path or above it.
  bool isPartOfUsed(StringRef Path) const { return isBelow(Path, Whole); }

  static bool isBelow(StringRef Path, const StringSet<> &Roots) {
    for (; !Roots.contains(Path); Path = Path.rsplit('.').first)
      if (!Path.contains('.'))
        return false;
    return true;
  }

private:
  Module &Root;
  SmallVector<std::pair<const Module *, std::string>, 8> Work;
  /// Paths of targets and all above them.
  StringSet<> Named;
  /// Paths of targets that are modules without a graph.
  StringSet<> Whole;
};

} // namespace

static std::string joinPath(StringRef Base, StringRef Path) {
  return Base.empty() ? Path.str() : (Base + "." + Path).str();
}

void UsedModules::use(StringRef Path) {
  const Module *Target = Root.lookup(Path);
  if (Target && !Target->graph())
    Whole.insert(Path);
  while (Named.insert(Path).second) {
    const Module *M = Root.lookup(Path);
    if (M && M->graph())
      scan(*M, Path);
    if (!Path.contains('.'))
      return;
    Path = Path.rsplit('.').first;
  }
}

void UsedModules::follow() {
  SmallPtrSet<const Module *, 8> Done;
  while (!Work.empty()) {
    auto [M, Path] = Work.pop_back_val();
    if (!Done.insert(M).second)
      continue;
    for (const Node *N : M->graph()->nodes())
      if (N->isCallModule() || N->isGetAttr())
        use(joinPath(Path, N->targetText()));
  }
}

unsigned GraphModule::deleteUnusedSubmodules() {
  SmallVector<std::string, 16> All;
  for (const std::unique_ptr<Module> &Child : Root->children())
    All.push_back(Child->name().str().str());
  return deleteUnusedSubmodules(All);
}

unsigned GraphModule::deleteUnusedSubmodules(ArrayRef<std::string> Paths) {
  StringSet<> InQuestion;
  for (const std::string &Path : Paths)
    InQuestion.insert(Path);
  UsedModules Used(*Root);
  Root->walk([&](Module &M, StringRef Path) {
    if (M.graph() && !UsedModules::isBelow(Path, InQuestion))
      Used.scan(M, Path);
  });
  // Nodes of programs do not name state by targets.
  if (program())
    forEachState([&](TensorAttr &, StringRef Path) { Used.use(Path); });
  Used.follow();
  // First all that go, then from each parent at once.
  SmallSetVector<Module *, 16> Going;
  auto Goes = [&](const Module *M) {
    for (; M; M = M->parent())
      if (Going.contains(const_cast<Module *>(M)))
        return true;
    return false;
  };
  SmallVector<std::string, 16> Work(Paths);
  while (!Work.empty()) {
    std::string Path = Work.pop_back_val();
    Module *M = Path.empty() ? nullptr : Root->lookup(Path);
    if (!M || Used.isPartOfUsed(Path) || Goes(M))
      continue;
    if (!Used.isNamed(Path)) {
      Going.insert(M);
      continue;
    }
    for (const std::unique_ptr<Module> &Child : M->children())
      Work.push_back(joinPath(Path, Child->name().str()));
  }
  SmallSetVector<Module *, 16> Parents;
  for (Module *M : Going)
    if (!Goes(M->parent()))
      Parents.insert(M->parent());
  for (Module *Parent : Parents)
    Parent->removeChildren([&](const Module &Child) {
      return Going.contains(const_cast<Module *>(&Child));
    });
  return Going.size();
}

std::unique_ptr<GraphModule> GraphModule::clone() const {
  auto Copy = std::make_unique<GraphModule>(Ctx);
  Copy->Name = Name;
  Copy->Root = Root->clone();
  Copy->Tree = Tree;
  Copy->Weights = Weights;
  Copy->Store = Store;
  Copy->Source = Source;
  Copy->OldTorch = OldTorch;
  if (const ExportedProgram *P = program())
    Copy->Program = P->clone(Copy->graph());
  return Copy;
}
