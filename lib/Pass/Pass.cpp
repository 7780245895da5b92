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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

PassInstrumentation::~PassInstrumentation() = default;

std::string RewritePlace::str() const {
  return Path.empty() ? Name.str() : (Path + "/" + Name).str();
}

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

Pass::AskedNode Pass::identify(const Node &N) {
  const Module *Owner = N.graph().owningModule();
  return {&N.graph(), N.id(), N.serial(),
          Owner ? Owner->path() : std::string()};
}

RewritePlace Pass::placeOf(const AskedNode &N, StringRef Name) {
  RewritePlace Place(Name);
  Place.Path = N.Path;
  Place.Owner = N.Owner;
  Place.Id = N.Id;
  Place.Serial = N.Serial;
  return Place;
}

bool Pass::mayRewrite(const Node &At, StringRef What) const {
  return !IsWatched || mayRewrite(At, At.name(), What);
}

bool Pass::mayRewrite(const Node &At, StringRef Name, StringRef What) const {
  if (!IsWatched)
    return true;
  AskedNode &N = Asked[(What + "@" + Name).str()];
  N = identify(At);
  RewritePlace Place = placeOf(N, Name);
  return none_of(Watchers, [&](const auto &W) {
    return W->refusesRewrite(*this, Place, What);
  });
}

bool Pass::mayRewrite(StringRef At, StringRef What) const {
  return none_of(Watchers, [&](const auto &W) {
    return W->refusesRewrite(*this, At, What);
  });
}

void Pass::rewrote(StringRef At, StringRef What) {
  RewritePlace Place(At);
  // Other rewrites of it, and nodes that get its name, are asked about again.
  if (auto It = Asked.find((What + "@" + At).str()); It != Asked.end())
    Place = placeOf(It->second, At);
  for (const auto &W : Watchers)
    W->afterRewrite(*this, *Running, Place, What);
}

void Pass::rewrote(const Node &At, StringRef Name, StringRef What) {
  AskedNode N = identify(At);
  for (const auto &W : Watchers)
    W->afterRewrite(*this, *Running, placeOf(N, Name), What);
}
