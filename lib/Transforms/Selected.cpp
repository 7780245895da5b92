//===- Selected.cpp - Passes with an option `where` -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selected.h"

using namespace fx;
using namespace llvm;

Expected<NodeSelector> SelectedNodes::parse(const Pass &P, StringRef Where,
                                            GraphModule &M,
                                            DiagnosticEngine &Diags) {
  Expected<NodeSelector> Selector = NodeSelector::parse(Where, M.context());
  if (!Selector)
    return Selector.takeError();
  if (!std::exchange(WasChecked, true) && !Selector->matchesAll() &&
      !selectsAny(*Selector, M))
    Diags.report(diag::warn_pass_selects_nothing, SMLoc(), P.name(), Where)
        .note(diag::note_list_nodes, SMLoc());
  return Selector;
}

Expected<bool> SelectedNodes::run(const Pass &P, StringRef Where,
                                  GraphModule &M, DiagnosticEngine &Diags,
                                  PassStatistic &Count,
                                  function_ref<bool(Node &)> Change) {
  Expected<NodeSelector> Selector = parse(P, Where, M, Diags);
  if (!Selector)
    return Selector.takeError();
  uint64_t Before = Count.value();
  M.forEachGraph([&](Graph &G, StringRef) {
    NodeMatcher Matcher(*Selector, G);
    for (Node *N : G.nodes())
      if (Matcher.matches(*N) && Change(*N))
        ++Count;
  });
  return Count.value() != Before;
}
