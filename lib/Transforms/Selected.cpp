//===- Selected.cpp - Passes with an option `where` -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selected.h"
#include "fx/Analysis/NodeSelector.h"

using namespace fx;
using namespace llvm;

Expected<bool> fx::runOnSelected(GraphModule &M, StringRef Where,
                                 PassStatistic &Count,
                                 function_ref<bool(Node &)> Change) {
  Expected<NodeSelector> Selector = NodeSelector::parse(Where, M.context());
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
