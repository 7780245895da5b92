//===- PruneUnusedState.cpp - Removing state that nobody uses -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/StringSet.h"

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

/// What the graphs and the signature of a module name.
class NamedState {
public:
  explicit NamedState(GraphModule &M);
  bool contains(StringRef Path) const;

private:
  void add(const Node &N, StringRef Owner);

  StringSet<> Paths;
  /// Modules of which anything may be used.
  StringSet<> Whole;
};
} // namespace

static std::string join(StringRef Owner, StringRef Path) {
  return Owner.empty() ? Path.str() : (Owner + "." + Path).str();
}

void NamedState::add(const Node &N, StringRef Owner) {
  if (N.isPlaceholder() || N.isGetAttr()) {
    std::string Path = StateEditor::pathOf(N);
    Paths.insert(Path);
    // It may fetch a module.
    if (N.isGetAttr())
      Whole.insert(Path);
  } else if (N.isCallModule()) {
    const Module *Root = N.graph().owningModule();
    const Module *Called = Root ? Root->lookup(N.targetText()) : nullptr;
    // A graph of its own tells what it uses.
    if (!Called || !Called->graph())
      Whole.insert(join(Owner, N.targetText()));
  }
}

NamedState::NamedState(GraphModule &M) {
  M.forEachGraph([&](Graph &G, StringRef Owner) {
    for (const Node *N : G.nodes())
      add(*N, Owner);
  });
}

bool NamedState::contains(StringRef Path) const {
  if (Paths.contains(Path))
    return true;
  for (size_t Dot = Path.rfind('.'); Dot != StringRef::npos;
       Dot = Path.take_front(Dot).rfind('.'))
    if (Whole.contains(Path.take_front(Dot)))
      return true;
  return false;
}

/// Names of state that outputs write.
static StringSet<> writtenState(const GraphModule &M) {
  StringSet<> Written;
  const Node *Output = M.graph().outputNode();
  const Argument *Specs = Output ? Output->meta("output_specs") : nullptr;
  if (Specs)
    for (const Argument &A : Specs->elements())
      if (std::optional<OutputSpec> Spec = OutputSpec::fromArgument(A))
        Written.insert(Spec->Target.str());
  return Written;
}

Expected<bool> PruneUnusedState::run(GraphModule &M) {
  bool Changed = false;
  if (M.program()) {
    StringSet<> Written = writtenState(M);
    for (Node *N : M.graph().nodes()) {
      if (!N->isPlaceholder() || N->hasUsers())
        continue;
      std::string Path = StateEditor::pathOf(*N);
      if (Path.empty() || Written.contains(Path))
        continue;
      M.graph().eraseNode(N);
      ++NumInputs;
      Changed = true;
    }
  }
  // An open tree hides state, and nobody wants it to show less.
  if (M.treeKind() != GraphModule::TreeKind::Closed)
    return Changed;
  NamedState Named(M);
  // State of one record may be needed under one name; in a program all the
  // names are keys of the state dictionary.
  StringSet<> Records;
  std::vector<std::string> Unused;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    if (Named.contains(Path))
      Records.insert(recordOf(T, Path));
    else
      Unused.push_back(Path.str());
  });
  for (const std::string &Path : Unused) {
    if (M.program() && Records.contains(recordOf(*M.state(Path), Path)))
      continue;
    M.removeState(Path);
    ++NumRemoved;
    Changed = true;
  }
  return Changed;
}
