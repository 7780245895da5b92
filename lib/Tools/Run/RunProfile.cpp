//===- RunProfile.cpp - Where a run spends its time -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProfile.h"
#include "fx/IR/Node.h"
#include "fx/Support/TerminalText.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

void RunProfile::add(Table &T, StringRef Key, double Seconds) {
  Entry &E = T[Key.str()];
  E.Seconds += Seconds;
  ++E.Calls;
}

void RunProfile::before(const RunEvent &) { Open.push_back({Clock::now(), 0}); }

/// The path of the module that a node belongs to, as far as it is known.
static std::string moduleOf(const RunEvent &E) {
  if (E.N.isCallModule())
    return (E.Path.empty() ? "" : E.Path + ".").str() + E.N.targetText().str();
  // `key,path,type` joined by `;`
  if (const Argument *Stack = E.N.meta("nn_module_stack");
      Stack && Stack->isString()) {
    StringRef Last = Stack->str().rsplit(';').second;
    if (Last.empty())
      Last = Stack->str();
    StringRef Path = Last.split(',').second.split(',').first;
    return Path.str();
  }
  return E.Path.str();
}

void RunProfile::after(const RunEvent &E, function_ref<RunValuePtr()>) {
  auto [Start, Inside] = Open.back();
  Open.pop_back();
  double Whole = std::chrono::duration<double>(Clock::now() - Start).count();
  double Own = Whole - Inside;
  if (!Open.empty())
    Open.back().second += Whole;
  else
    Total += Whole;
  if (E.N.isPlaceholder() || E.N.isOutput())
    return;
  if (!E.Inner) {
    std::string Name = E.Path.empty() ? "" : E.Path.str() + ": ";
    add(Nodes, Name + "%" + E.N.name(), Whole);
    add(Modules, moduleOf(E), Whole);
  }
  if (!E.N.isCallModule())
    add(Operators, E.N.targetText(), Own);
}

void RunProfile::printTable(raw_ostream &OS, StringRef Title, const Table &T,
                            double Total, unsigned Runs) {
  std::vector<const Table::value_type *> Rows;
  for (const auto &Row : T)
    Rows.push_back(&Row);
  stable_sort(Rows, [](const auto *A, const auto *B) {
    return A->second.Seconds > B->second.Seconds;
  });
  OS << formatv("{0,12} {1,7} {2,8}  {3}\n", "us", "%", "calls", Title);
  for (const auto *Row : Rows)
    OS << formatv(
        "{0,12:f1} {1,7:f1} {2,8}  {3}\n", Row->second.Seconds * 1e6 / Runs,
        Total > 0 ? Row->second.Seconds * 100 / Total : 0,
        Row->second.Calls / Runs,
        Row->first.empty() ? "(the model itself)" : terminalText(Row->first));
  OS << '\n';
}

void RunProfile::print(raw_ostream &OS, unsigned Runs) const {
  printTable(OS, "node", Nodes, Total, Runs);
  printTable(OS, "operator", Operators, Total, Runs);
  printTable(OS, "module", Modules, Total, Runs);
}

Overlay RunProfile::overlay(unsigned Runs) const {
  Overlay O;
  O.Name = "time";
  O.Unit = "us";
  O.IsLog = true;
  // Nodes of other graphs have their path before the name.
  for (const auto &[Name, Time] : Nodes)
    if (StringRef(Name).starts_with("%"))
      O.Values[Name.substr(1)] = Time.Seconds * 1e6 / Runs;
  return O;
}
