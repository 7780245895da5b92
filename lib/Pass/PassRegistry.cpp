//===- PassRegistry.cpp - The passes there are ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassRegistry.h"
#include "fx/Pass/Pass.h"
#include "fx/Support/NearestWord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

static bool isBefore(const PassRegistry::Entry &E, StringRef Flag) {
  return E.Info->Flag < Flag;
}

bool PassRegistry::add(const PassInfo &Info, Factory Create) {
  auto It = lower_bound(Entries, Info.Flag, isBefore);
  if (Info.Flag == "fix" ||
      (It != Entries.end() && It->Info->Flag == Info.Flag)) {
    Refused.push_back(Info.Flag.str());
    return false;
  }
  Entries.insert(It, {&Info, std::move(Create), Plugin});
  return true;
}

bool PassRegistry::remove(StringRef Flag) {
  const Entry *E = lookup(Flag);
  if (!E)
    return false;
  Entries.erase(Entries.begin() + (E - Entries.data()));
  return true;
}

const PassRegistry::Entry *PassRegistry::lookup(StringRef Flag) const {
  auto It = lower_bound(Entries, Flag, isBefore);
  return It != Entries.end() && It->Info->Flag == Flag ? &*It : nullptr;
}

StringRef fx::passOfOtherName(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Cases("dead-code-elimination", "eliminate-dead-code", "dce")
      .Cases("common-subexpression-elimination", "early-cse", "gvn", "cse")
      .Cases("constant-folding", "constant-fold", "const-fold", "fold", "sccp",
             "fold-constants")
      .Case("fuse", "fuse-conv-bn")
      .Cases("shape-propagation", "infer-shapes", "shape-prop")
      .Case("inline", "inline-module")
      .Case("device", "move-to-device")
      .Default("");
}

StringRef PassRegistry::nearest(StringRef Flag) const {
  if (StringRef Ours = passOfOtherName(Flag); !Ours.empty() && lookup(Ours))
    return Ours;
  SmallVector<StringRef, 32> Flags{"fix"};
  for (const Entry &E : Entries)
    Flags.push_back(E.Info->Flag);
  return nearestWord(Flag, Flags);
}
