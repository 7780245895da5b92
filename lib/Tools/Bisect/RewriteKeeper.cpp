//===- RewriteKeeper.cpp - Makes single rewrites alone --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteKeeper.h"
#include "fx/IR/Graph.h"
#include "fx/Pass/PassPipeline.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

std::string RewriteKeeper::item(unsigned Pass) { return utostr(Pass); }

std::string RewriteKeeper::item(unsigned Pass, StringRef At, StringRef What) {
  return utostr(Pass) + ":" + What.str() + "@" + At.str();
}

DenseMap<const Pass *, unsigned>
RewriteKeeper::numberPasses(const PassPipeline &Pipeline) {
  DenseMap<const Pass *, unsigned> Numbers;
  Pipeline.forEachPass([&](Pass &P) {
    unsigned Number = Numbers.size() + 1;
    Numbers[&P] = Number;
  });
  return Numbers;
}

RewriteKeeper::RewriteKeeper(const PassPipeline &Pipeline,
                             ArrayRef<std::string> Items)
    : Numbers(numberPasses(Pipeline)), Runs(Numbers.size() + 1),
      IsWhole(Numbers.size() + 1) {
  for (StringRef Item : Items) {
    unsigned Number = 0;
    StringRef Pass = Item.split(':').first;
    if (Pass.getAsInteger(10, Number) || !Number || Number >= Runs.size()) {
      Unknown = Item.str();
      continue;
    }
    Runs[Number] = true;
    if (Pass.size() == Item.size()) {
      IsWhole[Number] = true;
      continue;
    }
    // Nobody asks about `PASS:`.
    Kept.try_emplace(Item.str(), Item.ends_with(":"));
  }
}

bool RewriteKeeper::skipsPass(const Pass &P, const GraphModule &) {
  return !Runs[Numbers.lookup(&P)];
}

bool RewriteKeeper::refusesRewrite(const Pass &P, const RewritePlace &At,
                                   StringRef What) {
  unsigned Number = Numbers.lookup(&P);
  auto It = Kept.find(item(Number, At.str(), What));
  if (It == Kept.end())
    return !IsWhole[Number];
  It->second = true;
  return false;
}

Error RewriteKeeper::checkKept() const {
  for (const auto &[Item, WasMet] : Kept) {
    auto [Pass, Rewrite] = StringRef(Item).split(':');
    if (!WasMet)
      return createStringError("--only-rewrites: pass " + Pass +
                               " did not come to '" + Rewrite +
                               "'; --opt-bisect=list lists what passes do");
  }
  return Error::success();
}

Error RewriteKeeper::check() const {
  if (Unknown.empty())
    return Error::success();
  return createStringError("--only-rewrites: expected PASS or PASS:WHAT@NODE, "
                           "as --opt-bisect prints "
                           "it, where PASS is the number of one of the " +
                           utostr(Numbers.size()) + " passes, not '" + Unknown +
                           "'");
}
