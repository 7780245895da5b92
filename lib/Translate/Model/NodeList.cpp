//===- NodeList.cpp - Nodes in columns ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/NodeList.h"
#include "ValueText.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/Module.h"
#include "fx/Support/PyLiterals.h"
#include "fx/Support/TerminalText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <vector>

using namespace fx;
using namespace llvm;

void fx::printNodeList(GraphModule &M, const NodeSelector &Selector,
                       raw_ostream &OS) {
  using Row = std::array<std::string, 6>;
  std::vector<Row> Rows = {
      {"name", "opcode", "target", "value", "module", "source"}};
  size_t Total = 0;
  M.forEachGraph([&](Graph &G, StringRef) {
    NodeMatcher Matcher(Selector, G);
    for (const Node *N : G.nodes()) {
      ++Total;
      if (!Matcher.matches(*N))
        continue;
      Row &Cells = Rows.emplace_back(
          Row{N->name(), toString(N->op()).str(), N->targetText().str(),
              valueText(*N), modulePath(*N).value_or(""), sourceLine(*N)});
      for (std::string &Cell : Cells)
        Cell = terminalText(Cell);
    }
  });
  std::array<size_t, 6> Widths{};
  for (const Row &R : ArrayRef(Rows).drop_front())
    for (auto [Width, Cell] : zip(Widths, R))
      Width = std::max(Width, py::countCodePoints(Cell));
  for (const Row &R : Rows) {
    if (Rows.size() == 1)
      break;
    std::string Line;
    for (auto [Title, Width, Cell] : zip(Rows.front(), Widths, R)) {
      if (Width == 0)
        continue;
      Line += Cell;
      Line.append(std::max(Width, Title.size()) - py::countCodePoints(Cell) + 2,
                  ' ');
    }
    OS << StringRef(Line).rtrim() << '\n';
  }
  OS << Rows.size() - 1 << " of " << Total << " nodes\n";
  bool HasOperator = any_of(Selector.terms(), [](const auto &Term) {
    return Term.K == NodeSelector::Key::Operator;
  });
  if (Rows.size() > 1 || !HasOperator)
    return;
  // A Conv2d is not a call of an operator before passes make it one.
  for (const Node *N : M.graph().nodes())
    if (const Module *Callee =
            N->isCallModule() ? M.submodule(N->targetText()) : nullptr) {
      OS << "calls of modules are selected by their class, as class="
         << terminalText(Callee->className().str()) << '\n';
      return;
    }
}
