//===- Freeze.cpp - State that nothing changes becomes constant -----------===//
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
#define GEN_PASS_DEF_FREEZE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct Freeze : impl::FreezeBase<Freeze> {
  Expected<bool> run(GraphModule &M) override;
};
} // namespace

Expected<bool> Freeze::run(GraphModule &M) {
  Expected<StatePatterns> Selected = StatePatterns::parse(OfState, name());
  if (!Selected)
    return Selected.takeError();
  Selected->warnUnmatched(M, diags());
  StateEditor State(M);
  StringSet<> Named = namedState(M);
  std::vector<std::string> Frozen;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    // What no value of a graph is may be for others; a pickled parameter
    // stays one whatever the signature says.
    if (!T.Pickled &&
        (T.Role == TensorAttr::Parameter || T.Role == TensorAttr::Buffer) &&
        Selected->match(Path) && Named.contains(Path) && State.isConstant(Path))
      Frozen.push_back(Path.str());
  });
  // Archives keep constants apart: outputs that share memory with what does not
  // become one would not do so any more.
  StringSet<> Others, All;
  All.insert(Frozen.begin(), Frozen.end());
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    if (T.Role != TensorAttr::Constant && !All.contains(Path))
      Others.insert(memoryOf(M, T, Path));
  });
  erase_if(Frozen, [&](StringRef Path) {
    return State.isReturned(Path) &&
           Others.contains(memoryOf(M, *M.state(Path), Path));
  });
  auto NodeOf = [&](StringRef Path) { return State.find(Path); };
  erase_if(Frozen, [&](StringRef Path) {
    return NodeOf(Path) && !mayRewrite(*NodeOf(Path), "constant");
  });
  if (!isWatched()) {
    State.setRoles(Frozen, TensorAttr::Constant);
  } else {
    // One at a time, so that a journal can undo each.
    for (const std::string &Path : Frozen) {
      std::string Name = NodeOf(Path) ? NodeOf(Path)->name() : std::string();
      State.setRole(Path, TensorAttr::Constant);
      rewrote(Name, "constant");
    }
  }
  NumFrozen += Frozen.size();
  return !Frozen.empty();
}
