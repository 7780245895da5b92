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
  Program = std::make_unique<ExportedProgram>(graph());
  return *Program;
}

void GraphModule::setTree(std::unique_ptr<Module> NewRoot, TreeKind Kind) {
  if (!NewRoot->graph())
    NewRoot->setGraph(Root->takeGraph());
  else
    Program.reset(); // It was about the old graph.
  Root = std::move(NewRoot);
  Tree = Kind;
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

unsigned GraphModule::deleteUnusedSubmodules() {
  // Keep every prefix of a target, and everything below a called module.
  StringSet<> Prefixes, Called;
  forEachGraph([&](Graph &G, StringRef Base) {
    for (Node *N : G.nodes()) {
      if (!N->isCallModule() && !N->isGetAttr())
        continue;
      std::string Path = Base.empty() ? N->targetText().str()
                                      : (Base + "." + N->targetText()).str();
      if (N->isCallModule())
        Called.insert(Path);
      for (StringRef P = Path; !P.empty();
           P = P.contains('.') ? P.rsplit('.').first : StringRef())
        Prefixes.insert(P);
    }
  });
  SmallVector<std::string, 16> Unused;
  SmallVector<std::pair<Module *, std::string>, 32> Work{{Root.get(), ""}};
  while (!Work.empty()) {
    auto [M, Path] = Work.pop_back_val();
    for (const std::unique_ptr<Module> &C : M->children()) {
      std::string Child = Path.empty() ? C->name().str().str()
                                       : Path + "." + C->name().str().str();
      if (Called.contains(Child))
        continue;
      if (Prefixes.contains(Child))
        Work.push_back({C.get(), Child});
      else
        Unused.push_back(Child);
    }
  }
  for (const std::string &Path : Unused)
    Root->deleteSubmodule(Path);
  return Unused.size();
}

std::unique_ptr<GraphModule> GraphModule::clone() const {
  auto Copy = std::make_unique<GraphModule>(Ctx);
  Copy->Name = Name;
  Copy->Root = Root->clone();
  Copy->Tree = Tree;
  Copy->Weights = Weights;
  Copy->Source = Source;
  Copy->BufferId = BufferId;
  Copy->OldTorch = OldTorch;
  if (Program)
    Copy->Program = Program->clone(Copy->graph());
  return Copy;
}
