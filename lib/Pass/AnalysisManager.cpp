//===- AnalysisManager.cpp - Cached facts about a module ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/AnalysisManager.h"
#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

bool PreservedAnalyses::isPreserved(StringRef Name) const {
  return All || is_contained(Names, Name);
}

AnalysisManager::Holder::~Holder() = default;

AnalysisManager::Entry *AnalysisManager::entry(StringRef Name) {
  for (Entry &E : Entries)
    if (E.Name == Name)
      return &E;
  return nullptr;
}

AnalysisManager::Holder *AnalysisManager::find(StringRef Name) {
  Entry *E = entry(Name);
  return E ? E->Value.get() : nullptr;
}

AnalysisManager::Holder &
AnalysisManager::getOrMake(StringRef Name, bool IsImmutable,
                           function_ref<std::unique_ptr<Holder>()> Make) {
  Entry *E = entry(Name);
  if (!E) {
    InProgress.push_back(Name);
    for (const auto &I : Instrumentations)
      I->beforeAnalysis(Name);
    std::unique_ptr<Holder> Value = Make();
    for (const auto &I : reverse(Instrumentations))
      I->afterAnalysis(Name);
    InProgress.pop_back();
    Entries.push_back({Name, std::move(Value), {}, IsImmutable});
    E = &Entries.back();
  }
  if (!InProgress.empty() && !is_contained(E->UsedBy, InProgress.back()))
    E->UsedBy.push_back(InProgress.back());
  return *E->Value;
}

void AnalysisManager::invalidate(const PreservedAnalyses &Preserved) {
  // Users come after what they use, so one walk finds them all.
  std::vector<StringRef> Dropped;
  for (Entry &E : Entries) {
    if (E.IsImmutable ||
        (Preserved.isPreserved(E.Name) && !is_contained(Dropped, E.Name)))
      continue;
    Dropped.insert(Dropped.end(), E.UsedBy.begin(), E.UsedBy.end());
    Dropped.push_back(E.Name);
  }
  for (size_t I = Entries.size(); I-- > 0;)
    if (is_contained(Dropped, Entries[I].Name))
      Entries.erase(Entries.begin() + I);
}

void AnalysisManager::clear() {
  while (!Entries.empty())
    Entries.pop_back();
}
