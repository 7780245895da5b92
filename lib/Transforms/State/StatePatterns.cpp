//===- StatePatterns.cpp - Which state a pass is about --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatePatterns.h"
#include "fx/Analysis/ClassPattern.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/NearestWord.h"
#include "fx/Transforms/StateEditor.h"

using namespace fx;
using namespace llvm;

Expected<StatePatterns> StatePatterns::parse(ArrayRef<std::string> Globs,
                                             StringRef Pass) {
  StatePatterns Result;
  for (const std::string &Glob : Globs) {
    Expected<GlobPattern> P = GlobPattern::create(Glob, MaxGlobAlternatives);
    if (!P)
      return makeError(diag::err_pipeline_bad_value, SMLoc(), Pass, "state",
                       "'" + Glob +
                           "' is not a valid glob: " + toString(P.takeError()));
    Result.Globs.emplace_back(Glob, std::move(*P));
  }
  return Result;
}

bool StatePatterns::match(StringRef Path) const {
  return Globs.empty() || any_of(Globs, [&](const auto &Glob) {
           return Glob.second.match(Path);
         });
}

void StatePatterns::warnUnmatched(const GraphModule &M,
                                  DiagnosticEngine &Diags) const {
  if (Globs.empty())
    return;
  std::vector<std::string> Paths;
  M.forEachState(
      [&](const TensorAttr &, StringRef Path) { Paths.push_back(Path.str()); });
  std::vector<StringRef> Known(Paths.begin(), Paths.end());
  for (const auto &[Text, Glob] : Globs) {
    if (any_of(Known,
               [&Glob = Glob](StringRef Path) { return Glob.match(Path); }))
      continue;
    DiagnosticBuilder B = Diags.report(diag::warn_no_such_state, SMLoc(), Text);
    if (StringRef Near = nearestWord(Text, Known); !Near.empty())
      B.note(diag::note_did_you_mean, SMLoc(), Near);
  }
}

StringSet<> fx::namedState(GraphModule &M) {
  StringSet<> Named;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes())
      if (N->isPlaceholder() || N->isGetAttr())
        Named.insert(StateEditor::pathOf(*N));
  });
  return Named;
}

WholeModules::WholeModules(GraphModule &M) {
  M.forEachGraph([&](Graph &G, StringRef Owner) {
    const Module *Root = G.owningModule();
    for (const Node *N : G.nodes()) {
      if (!N->isGetAttr() && !N->isCallModule())
        continue;
      const Module *Target = Root ? Root->lookup(N->targetText()) : nullptr;
      if (!Target || !Target->graph())
        Paths.insert(Owner.empty() ? N->targetText().str()
                                   : (Owner + "." + N->targetText()).str());
    }
  });
}

bool WholeModules::cover(StringRef Path) const {
  for (size_t Dot = Path.rfind('.'); Dot != StringRef::npos;
       Dot = Path.take_front(Dot).rfind('.'))
    if (Paths.contains(Path.take_front(Dot)))
      return true;
  return false;
}
