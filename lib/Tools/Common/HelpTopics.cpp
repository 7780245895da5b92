//===- HelpTopics.cpp - Sections of the pages as plain text --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "ToolHelp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

ArrayRef<HelpTopic> fx::helpTopics() {
  static constexpr HelpTopic Topics[] = {
#include "HelpTopics.inc"
  };
  return Topics;
}

/// `[text](address)` is text, and backquotes go; marks alone get quotes.
static std::string withoutMarks(StringRef Line) {
  std::string Result;
  while (!Line.empty()) {
    if (Line.consume_front("`")) {
      StringRef Code = Line.take_until([](char C) { return C == '`'; });
      bool IsWord = any_of(Code, [](char C) { return isAlnum(C); });
      Result += IsWord ? Code.str() : ("'" + Code + "'").str();
      Line = Line.drop_front(std::min(Code.size() + 1, Line.size()));
      continue;
    }
    size_t Middle = Line.find("](");
    size_t End = Middle == StringRef::npos ? Middle : Line.find(')', Middle);
    if (Line.starts_with("[") && End != StringRef::npos &&
        Line.find(']') == Middle) {
      Result += Line.slice(1, Middle);
      Line = Line.substr(End + 1);
      continue;
    }
    // A bar that is not the border of a cell.
    if (Line.starts_with("\\|"))
      Line = Line.drop_front();
    Result += Line.front();
    Line = Line.drop_front();
  }
  return Result;
}

/// The cells of a row of a table.
static SmallVector<StringRef, 4> cellsOf(StringRef Row) {
  SmallVector<StringRef, 4> Cells;
  Row = Row.trim();
  Row.consume_front("|");
  size_t Begin = 0;
  for (size_t I = 0; I < Row.size(); ++I)
    if (Row[I] == '|' && (I == 0 || Row[I - 1] != '\\')) {
      Cells.push_back(Row.slice(Begin, I).trim());
      Begin = I + 1;
    }
  return Cells;
}

static bool isRule(StringRef Row) {
  return Row.contains("---") && Row.find_first_not_of("|-: ") == Row.npos;
}

/// Writes the rows of a table: its first column to the left of the others.
static void printTable(raw_ostream &OS, ArrayRef<StringRef> Rows) {
  constexpr unsigned Indent = 28;
  for (StringRef Row : Rows.drop_front()) {
    if (isRule(Row))
      continue;
    SmallVector<StringRef, 4> Cells = cellsOf(Row);
    if (Cells.empty())
      continue;
    std::string Left = "  " + withoutMarks(Cells.front());
    OS << Left;
    if (Left.size() + 2 > Indent) {
      OS << '\n';
      Left.clear();
    }
    OS.indent(Indent - Left.size());
    std::string Right;
    for (StringRef Cell : ArrayRef(Cells).drop_front())
      if (!Cell.empty())
        Right += (Right.empty() ? "" : "; ") + withoutMarks(Cell);
    printWrapped(OS, Right, Indent, Indent);
  }
}

void fx::printPlainText(raw_ostream &OS, StringRef Markdown) {
  SmallVector<StringRef, 64> Lines;
  Markdown.trim().split(Lines, '\n');
  bool InCode = false;
  for (size_t I = 0; I < Lines.size(); ++I) {
    StringRef Line = Lines[I].rtrim();
    if (Line.starts_with("```")) {
      InCode = !InCode;
    } else if (InCode) {
      OS << "  " << Line << '\n';
    } else if (Line.starts_with("|")) {
      size_t End = I;
      while (End < Lines.size() && Lines[End].starts_with("|"))
        ++End;
      printTable(OS, ArrayRef(Lines).slice(I, End - I));
      I = End - 1;
    } else if (Line.starts_with("#")) {
      OS << withoutMarks(Line.ltrim("# ")) << ":\n";
    } else if (Line.empty()) {
      OS << '\n';
    } else {
      // The lines of a paragraph or of an item are one.
      unsigned Indent = Line.starts_with("- ") ? 2 : 0;
      std::string Text = Line.str();
      while (I + 1 < Lines.size()) {
        StringRef Next = Lines[I + 1].trim();
        if (Next.empty() || Next.starts_with("- ") || Next.starts_with("|") ||
            Next.starts_with("```") || Next.starts_with("#"))
          break;
        Text += " " + Next.str();
        ++I;
      }
      printWrapped(OS, withoutMarks(Text), 0, Indent);
    }
  }
}
