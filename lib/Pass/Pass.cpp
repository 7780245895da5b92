//===- Pass.cpp - A transformation of a graph module ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/IR/Graph.h"
#include "fx/Pass/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

PassInstrumentation::~PassInstrumentation() = default;

PassStatistic::PassStatistic(Pass &Owner, StringRef Name, StringRef Description)
    : Name(Name), Description(Description) {
  Owner.Statistics.push_back(this);
}

Pass::~Pass() = default;

void Pass::print(raw_ostream &OS) const {
  OS << name();
  std::string Options;
  raw_string_ostream OptionsOS(Options);
  printOptions(OptionsOS);
  if (!Options.empty())
    OS << '{' << Options << '}';
}

bool Pass::mayRewrite(const Node &At, StringRef What) const {
  return !IsWatched || mayRewrite(At.name(), What);
}

bool Pass::mayRewrite(StringRef At, StringRef What) const {
  for (const auto &W : Watchers)
    if (W->refusesRewrite(*this, At, What))
      return false;
  return true;
}

void Pass::rewrote(StringRef At, StringRef What) {
  for (const auto &W : Watchers)
    W->afterRewrite(*this, *Running, At, What);
}
