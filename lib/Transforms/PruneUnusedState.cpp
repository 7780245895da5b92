//===- PruneUnusedState.cpp - Removing unused state -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/StatePatterns.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_PRUNEUNUSEDSTATE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct PruneUnusedState : impl::PruneUnusedStateBase<PruneUnusedState> {
  Expected<bool> run(GraphModule &M) override;
};

} // namespace

/// The memory of state that calls use, by inputs of the root graph.
static StringSet<> usedMemory(GraphModule &M) {
  StringSet<> Used;
  for (Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder() || !N->hasUsers())
      continue;
    std::string Path = StateEditor::pathOf(*N);
    if (const TensorAttr *T = Path.empty() ? nullptr : M.state(Path))
      Used.insert(memoryOf(M, *T, Path));
  }
  return Used;
}

/// Names of state that outputs write.
static StringSet<> writtenState(const GraphModule &M) {
  StringSet<> Written;
  if (const Node *Output = M.graph().outputNode())
    if (auto Specs = outputSpecsOf(*Output))
      for (const OutputSpec &Spec : *Specs)
        Written.insert(Spec.Target.str());
  return Written;
}

Expected<bool> PruneUnusedState::run(GraphModule &M) {
  bool Changed = false;
  if (M.program()) {
    StringSet<> Written = writtenState(M), Used = usedMemory(M);
    for (Node *N : M.graph().nodes()) {
      if (!N->isPlaceholder() || N->hasUsers())
        continue;
      std::string Path = StateEditor::pathOf(*N);
      if (Path.empty() || Written.contains(Path) ||
          StateEditor::isOfPreserved(M, Path))
        continue;
      const TensorAttr *T = M.state(Path);
      if (T && StateEditor::isInStateDict(*T) &&
          Used.contains(memoryOf(M, *T, Path)))
        continue;
      if (!mayRewrite(*N, "erased"))
        continue;
      std::string Name = isWatched() ? N->name() : std::string();
      M.graph().eraseNode(N);
      if (isWatched())
        rewrote(Name, "erased");
      ++NumInputs;
      Changed = true;
    }
  }
  // An open tree hides state, and must not show less.
  if (M.treeKind() != GraphModule::TreeKind::Closed)
    return Changed;
  StringSet<> Named = namedState(M);
  WholeModules Whole(M);
  // State in one memory may be needed under one name; in a program all the
  // names are keys of the state dictionary.
  StringSet<> Memory;
  std::vector<std::string> Unused;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    if (Named.contains(Path) || Whole.cover(Path) ||
        StateEditor::isOfPreserved(M, Path))
      Memory.insert(memoryOf(M, T, Path));
    else
      Unused.push_back(Path.str());
  });
  if (M.program())
    erase_if(Unused, [&](const std::string &Path) {
      return Memory.contains(memoryOf(M, *M.state(Path), Path));
    });
  if (!Unused.empty() && !mayRewrite("", "removed state"))
    return Changed;
  std::vector<std::string> Emptied;
  for (const std::string &Path : Unused) {
    M.removeState(Path);
    Emptied.push_back(StringRef(Path).rsplit('.').first.str());
    ++NumRemoved;
    Changed = true;
  }
  // A module that is made again, as Python does, has new state.
  if (!M.program())
    M.deleteUnusedSubmodules(Emptied);
  if (!Emptied.empty())
    rewrote("", "removed state");
  return Changed;
}
