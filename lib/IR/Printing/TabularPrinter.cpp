//===- TabularPrinter.cpp - Graphs as tables ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the format `simple` of Python's package tabulate, which print_tabular
// uses: columns two blanks apart, each as wide as its widest cell and two wider
// than its header; a cell of several lines makes its row taller.
//
//===----------------------------------------------------------------------===//

#include "TabularPrinter.h"
#include "PythonArguments.h"
#include "fx/Support/PyLiterals.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace fx;
using namespace llvm;

static constexpr unsigned NumColumns = 5;
static constexpr StringLiteral Headers[NumColumns] = {
    "opcode", "name", "target", "args", "kwargs"};

using Row = std::array<std::string, NumColumns>;

/// Python's repr of the tuple of positional arguments.
static std::string argsCell(const Node &N, TextBuffer &Scratch) {
  const Context &Ctx = N.context();
  auto WriteNode = [&](const Node &M) { writeName(Scratch, Ctx, M.nameRef()); };
  PyValueWriter Writer(Scratch, Ctx, N, WriteNode);
  Scratch.clear();
  Scratch << '(';
  unsigned Count = N.numArgs();
  for (unsigned I = 0; I != Count; ++I) {
    if (I)
      Scratch << ", ";
    ArgReader R(N.spec(), I);
    Writer.repr(R);
  }
  Scratch << StringRef(Count == 1 ? ",)" : ")");
  return Scratch.text().str();
}

/// Python's repr of the dictionary of keyword arguments.
static std::string kwargsCell(const Node &N, TextBuffer &Scratch) {
  const Context &Ctx = N.context();
  auto WriteNode = [&](const Node &M) { writeName(Scratch, Ctx, M.nameRef()); };
  PyValueWriter Writer(Scratch, Ctx, N, WriteNode);
  Scratch.clear();
  Scratch << '{';
  ArrayRef<ArgSpec::Item> Items = N.spec().items();
  unsigned First = N.numArgs();
  for (unsigned I = First; I != Items.size(); ++I) {
    if (I != First)
      Scratch << ", ";
    py::writeStringRepr(Scratch, Ctx.symbol(Items[I].Keyword).str());
    Scratch << ": ";
    ArgReader R(N.spec(), I);
    Writer.repr(R);
  }
  Scratch << '}';
  return Scratch.text().str();
}

/// Python's str.strip.
static StringRef strip(StringRef Text) {
  for (StringRef Rest = Text; !Rest.empty(); Text = Rest)
    if (!py::isSpace(py::takeCodePoint(Rest)))
      break;
  // Spaces at the end are found from the front: everything after the last
  // character that is not a space.
  size_t End = 0;
  for (StringRef Rest = Text; !Rest.empty();)
    if (!py::isSpace(py::takeCodePoint(Rest)))
      End = Text.size() - Rest.size();
  return Text.take_front(End);
}

static Row rowOf(const Node &N, TextBuffer &Scratch) {
  return {toString(N.op()).str(), strip(N.name()).str(),
          strip(N.targetText()).str(), argsCell(N, Scratch),
          kwargsCell(N, Scratch)};
}

/// Python's str.splitlines.
static SmallVector<StringRef, 1> splitLines(StringRef Text) {
  SmallVector<StringRef, 1> Lines;
  StringRef Rest = Text;
  size_t Begin = 0;
  while (!Rest.empty()) {
    size_t At = Text.size() - Rest.size();
    uint32_t C = py::takeCodePoint(Rest);
    bool Breaks = (C >= 0x0A && C <= 0x0D) || (C >= 0x1C && C <= 0x1E) ||
                  C == 0x85 || C == 0x2028 || C == 0x2029;
    if (!Breaks)
      continue;
    Lines.push_back(Text.slice(Begin, At));
    if (C == '\r' && Rest.starts_with("\n"))
      Rest = Rest.drop_front();
    Begin = Text.size() - Rest.size();
  }
  if (Begin != Text.size() || Lines.empty())
    Lines.push_back(Text.drop_front(Begin));
  return Lines;
}

/// Width of the widest line.
static size_t widthOf(StringRef Cell) {
  size_t Width = 0;
  for (;;) {
    size_t Break = Cell.find_first_of("\r\n");
    Width = std::max(Width, py::countCodePoints(Cell.take_front(Break)));
    if (Break == StringRef::npos)
      return Width;
    Cell = Cell.drop_front(Break + 1);
  }
}

using Widths = std::array<size_t, NumColumns>;

/// One line of the table, without blanks at its end.
static void writeLine(raw_ostream &OS, ArrayRef<StringRef> Cells,
                      const Widths &Width) {
  std::string Line;
  for (unsigned I = 0; I != NumColumns; ++I) {
    if (I)
      Line += "  ";
    Line += Cells[I];
    size_t Used = py::countCodePoints(Cells[I]);
    if (Used < Width[I])
      Line.append(Width[I] - Used, ' ');
  }
  // Cells were stripped, so that only blanks can stand here.
  OS << StringRef(Line).rtrim(' ');
}

void fx::printTabularGraph(const Graph &G, raw_ostream &OS) {
  std::vector<Row> Rows;
  Rows.reserve(G.size());
  TextBuffer Scratch;
  Widths Width;
  bool MultiLine = false;
  for (unsigned I = 0; I != NumColumns; ++I)
    Width[I] = Headers[I].size() + 2;
  for (const Node *N : G.nodes()) {
    Rows.push_back(rowOf(*N, Scratch));
    for (unsigned I = 0; I != NumColumns; ++I) {
      StringRef Cell = Rows.back()[I];
      Width[I] = std::max(Width[I], widthOf(Cell));
      MultiLine |= Cell.find_first_of("\r\n") != StringRef::npos;
    }
  }

  std::array<StringRef, NumColumns> Line;
  std::copy(std::begin(Headers), std::end(Headers), Line.begin());
  writeLine(OS, Line, Width);
  OS << '\n';
  std::array<std::string, NumColumns> Dashes;
  for (unsigned I = 0; I != NumColumns; ++I)
    Line[I] = Dashes[I] = std::string(Width[I], '-');
  writeLine(OS, Line, Width);
  for (const Row &Cells : Rows) {
    std::array<SmallVector<StringRef, 1>, NumColumns> Lines;
    size_t Height = 1;
    for (unsigned I = 0; I != NumColumns; ++I) {
      Lines[I] = MultiLine ? splitLines(Cells[I])
                           : SmallVector<StringRef, 1>{StringRef(Cells[I])};
      Height = std::max(Height, Lines[I].size());
    }
    for (size_t L = 0; L != Height; ++L) {
      for (unsigned I = 0; I != NumColumns; ++I)
        Line[I] = L < Lines[I].size() ? Lines[I][L] : StringRef();
      OS << '\n';
      writeLine(OS, Line, Width);
    }
  }
}

void fx::printTabularNode(const Node &N, raw_ostream &OS) {
  TextBuffer Scratch;
  ListSeparator Blanks("  ");
  for (const std::string &Cell : rowOf(N, Scratch))
    OS << Blanks << Cell;
}
