//===- Registry.cpp - Rules by the names of operators ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {
struct RuleTable {
  std::mutex Lock;
  StringMap<const Entry *> ByName;
  std::vector<const Entry *> All;

  RuleTable() {
    for (ArrayRef<Entry> Table :
         {shapeRules(),      gridRules(),      splitRules(),
          creationRules(),   pointwiseRules(), activationRules(),
          conversionRules(), reductionRules(), indexingRules(),
          linearRules(),     einsumRules(),    attentionRules(),
          networkRules(),    normRules(),      poolRules(),
          padRules(),        resizeRules(),    lossRules(),
          recurrentRules(),  randomRules(),    spectralRules(),
          backwardRules(),   differenceRules()})
      add(Table);
  }
  void add(ArrayRef<Entry> Table) {
    for (const Entry &E : Table) {
      ByName[E.Name] = &E;
      All.push_back(&E);
    }
  }
};
} // namespace

static RuleTable &rules() {
  static RuleTable Table;
  return Table;
}

const Entry *fx::decomposition::lookupRule(StringRef Full, StringRef Name) {
  RuleTable &Table = rules();
  std::lock_guard<std::mutex> Guard(Table.Lock);
  if (const Entry *E = Table.ByName.lookup(Full))
    return E;
  return Table.ByName.lookup(Name);
}

void fx::decomposition::registerDecompositions(ArrayRef<Entry> Entries) {
  RuleTable &Table = rules();
  std::lock_guard<std::mutex> Guard(Table.Lock);
  Table.add(Entries);
}

void fx::decomposition::forEachDecomposition(
    function_ref<void(const Entry &)> Visit) {
  RuleTable &Table = rules();
  std::lock_guard<std::mutex> Guard(Table.Lock);
  for (const Entry *E : reverse(Table.All))
    if (Table.ByName.lookup(E->Name) == E)
      Visit(*E);
}
