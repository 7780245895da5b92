//===- RewriteSkipper.cpp - Leaves single rewrites out --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteSkipper.h"
#include "fx/IR/Graph.h"
#include "fx/Pass/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

RewriteSkipper::RewriteSkipper(const std::vector<std::string> &List) {
  for (StringRef Text : List) {
    Item &I = Items.emplace_back();
    auto [Number, Rest] = Text.split(':');
    // Names of nodes have no '@', rules of users may.
    std::tie(I.What, I.At) =
        std::pair(Rest.rsplit('@').first.str(), Rest.rsplit('@').second.str());
    if (Number.getAsInteger(10, I.Run))
      I.Run = 0;
  }
}

bool RewriteSkipper::isItem(StringRef Text) {
  unsigned Run;
  auto [Number, Rest] = Text.split(':');
  return !Number.getAsInteger(10, Run) && Rest.contains('@');
}

void RewriteSkipper::beforePass(const Pass &, const GraphModule &) { ++Run; }

/// Whether \p At is what was left out in a run before.
bool RewriteSkipper::isAgain(const Item &I, const Pass &P,
                             const RewritePlace &At) {
  return I.WasRefused && I.Pass == P.name() && I.Owner == At.Owner &&
         (I.Owner ? I.Serial == At.Serial : I.At == At.str());
}

/// decompose makes a graph once more: what it leaves as it is goes on in a
/// copy.
void RewriteSkipper::afterRewrite(const Pass &, const GraphModule &,
                                  const RewritePlace &At, StringRef What) {
  for (Item &I : Items)
    I.WasMade |= I.What == What && I.Run == Run && I.At == At.str();
  if (What != "copied" || !At.Owner)
    return;
  const Node *Old = At.Owner->node(At.Id);
  auto IsNew = [&](const Node *N) { return N && N->serial() > At.Serial; };
  for (Item &I : Items) {
    if (!I.WasRefused || I.Owner != At.Owner || I.Serial != At.Serial)
      continue;
    const Node *Copy = Old->prev();
    // The items of what it returns may come after it.
    while (IsNew(Copy) && Copy->target() != Old->target())
      Copy = Copy->prev();
    if (IsNew(Copy))
      I.Serial = Copy->serial();
  }
}

bool RewriteSkipper::refusesRewrite(const Pass &P, const RewritePlace &At,
                                    StringRef What) {
  for (Item &I : Items) {
    if (I.What != What)
      continue;
    if (isAgain(I, P, At))
      return true;
    if (I.Run != Run || I.At != At.str())
      continue;
    I.WasRefused = true;
    I.Owner = At.Owner;
    I.Serial = At.Serial;
    I.Pass = P.name().str();
    return true;
  }
  return false;
}

Error RewriteSkipper::check() const {
  std::vector<std::string> Missing, Made;
  for (const Item &I : Items)
    if (!I.WasRefused)
      (I.WasMade ? Made : Missing)
          .push_back(I.What + (I.At.empty() ? "" : " at %" + I.At) + ", run " +
                     utostr(I.Run) + " of the pipeline");
  if (!Made.empty())
    return createStringError("the pass does not ask before it does this, so "
                             "it cannot be left out: " +
                             join(Made, "; "));
  if (Missing.empty())
    return Error::success();
  return createStringError("no pass came to the rewrites to leave out: " +
                           join(Missing, "; "));
}
