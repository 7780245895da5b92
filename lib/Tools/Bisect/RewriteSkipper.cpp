//===- RewriteSkipper.cpp - Leaves single rewrites out --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteSkipper.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

RewriteSkipper::RewriteSkipper(const std::vector<std::string> &List) {
  for (const std::string &One : List)
    Skipped[One] = false;
}

void RewriteSkipper::beforePass(const Pass &, const GraphModule &) { ++Run; }

bool RewriteSkipper::refusesRewrite(const Pass &, StringRef At,
                                    StringRef What) {
  auto It = Skipped.find(utostr(Run) + ":" + What.str() + "@" + At.str());
  if (It == Skipped.end())
    return false;
  return It->second = true;
}

Error RewriteSkipper::check() const {
  SmallVector<StringRef, 4> Missing;
  for (const auto &Entry : Skipped)
    if (!Entry.second)
      Missing.push_back(Entry.first());
  if (Missing.empty())
    return Error::success();
  // A map has no order.
  sort(Missing);
  return createStringError("no pass came to the rewrites to leave out: " +
                           join(Missing, ", "));
}
