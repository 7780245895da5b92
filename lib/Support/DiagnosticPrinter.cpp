//===- DiagnosticPrinter.cpp - Messages as people read them ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `file:line:col: error: text`, the line of the source and a caret. Lines of
// graphs may be megabytes long and hold any bytes: what is shown is a window
// around the caret, with control characters replaced.
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Diagnostic.h"
#include "fx/Support/PrintAtOnce.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Most bytes of a line that are shown, and how many of them before the caret
/// when the line is longer.
static constexpr size_t MaxLine = 160;
static constexpr size_t Before = 100;
static constexpr size_t TabStop = 8;

namespace {
/// Prints in colors or not, with ids or without.
class Style {
public:
  Style(raw_ostream &OS, bool On, bool ShowIds)
      : ShowIds(ShowIds), OS(OS), On(On) {}
  void set(raw_ostream::Colors Color, bool Bold = true) const {
    if (On)
      OS.changeColor(Color, Bold);
  }
  void bold() const { set(raw_ostream::SAVEDCOLOR); }
  void reset() const {
    if (On)
      OS.resetColor();
  }

  const bool ShowIds;

private:
  raw_ostream &OS;
  bool On;
};

/// A location and the line around it.
struct Position {
  StringRef File;
  StringRef Line;
  unsigned LineNumber = 0;
  size_t Column = 0; ///< From 0, in bytes.
};
} // namespace

static bool findPosition(const SourceMgr *SM, SMLoc Loc, Position &P) {
  unsigned Id = SM && Loc.isValid() ? SM->FindBufferContainingLoc(Loc) : 0;
  if (!Id)
    return false;
  const MemoryBuffer *Buffer = SM->getMemoryBuffer(Id);
  StringRef Text = Buffer->getBuffer();
  size_t At = Loc.getPointer() - Text.data();
  size_t Begin = Text.take_front(At).rfind('\n') + 1;
  P.File = Buffer->getBufferIdentifier();
  P.Line = Text.slice(Begin, Text.find('\n', At));
  P.Line.consume_back("\r");
  P.LineNumber = SM->FindLineNumber(Loc, Id);
  P.Column = At - Begin;
  return true;
}

static bool isContinuation(char C) { return (C & 0xC0) == 0x80; }

/// Bytes of the character at the front of \p Text; 0 when it is not UTF-8.
static size_t characterLength(StringRef Text) {
  const UTF8 *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const UTF8 *End = reinterpret_cast<const UTF8 *>(Text.end());
  return isLegalUTF8Sequence(Begin, End) ? getNumBytesForUTF8(*Begin) : 0;
}

/// The part of the line that is shown, as columns of a terminal.
static void printSnippet(raw_ostream &OS, const Style &S, const Position &P,
                         size_t RangeBegin, size_t RangeEnd) {
  StringRef Line = P.Line;
  size_t First = 0, Last = Line.size();
  if (Line.size() > MaxLine) {
    First = P.Column > Before ? P.Column - Before : 0;
    Last = std::min(Line.size(), First + MaxLine);
    while (First < P.Column && isContinuation(Line[First]))
      ++First;
    while (Last > P.Column && Last < Line.size() && isContinuation(Line[Last]))
      --Last;
  }
  std::string Text(First ? "..." : ""), Marks(Text.size(), ' ');
  for (size_t I = First; I < Last;) {
    size_t Length = characterLength(Line.slice(I, Last));
    StringRef Shown = Line.substr(I, Length);
    int Width = Length ? sys::unicode::columnWidthUTF8(Shown) : -1;
    std::string Blanks;
    if (Line[I] == '\t') {
      Blanks.assign(TabStop - Marks.size() % TabStop, ' ');
      Shown = Blanks;
      Width = Blanks.size();
    } else if (Width < 0) {
      Shown = "?";
      Width = 1;
    }
    Text += Shown;
    size_t End = I + std::max<size_t>(Length, 1);
    char Mark = ' ';
    if (I <= P.Column && P.Column < End)
      Mark = '^';
    else if (I >= RangeBegin && I < RangeEnd)
      Mark = '~';
    if (Width) {
      Marks += Mark;
      Marks.append(Width - 1,
                   Mark == '^' ? (End < RangeEnd ? '~' : ' ') : Mark);
    }
    I = End;
  }
  if (P.Column >= Last)
    Marks += '^';
  if (Last < Line.size())
    Text += "...";
  OS << Text << '\n';
  S.set(raw_ostream::GREEN);
  OS << StringRef(Marks).rtrim(' ') << '\n';
  S.reset();
}

static raw_ostream::Colors colorOf(Severity Sev) {
  switch (Sev) {
  case Severity::Error:
    return raw_ostream::RED;
  case Severity::Warning:
    return raw_ostream::MAGENTA;
  case Severity::Note:
    return raw_ostream::BLACK;
  case Severity::Remark:
    return raw_ostream::BLUE;
  }
  return raw_ostream::RED;
}

static void printOne(raw_ostream &OS, const Style &S, const SourceMgr *SM,
                     diag::ID Id, Severity Sev, StringRef Text,
                     const DiagnosticPlace &Place, SMRange Range,
                     StringRef File) {
  Position P;
  bool HasPlace = findPosition(SM, Place.Loc, P);
  S.bold();
  if (HasPlace)
    OS << P.File << ':' << P.LineNumber << ':' << P.Column + 1 << ": ";
  else if (!File.empty())
    OS << File << ": ";
  S.set(colorOf(Sev));
  OS << severityName(Sev) << ": ";
  S.reset();
  if (Sev != Severity::Note)
    S.bold();
  OS << Text;
  if (!HasPlace && !Place.NodeName.empty())
    OS << " (in %" << Place.NodeName << ')';
  S.reset();
  if (S.ShowIds)
    OS << " [" << diag::name(Id) << ']';
  OS << '\n';
  if (!HasPlace)
    return;
  size_t RangeBegin = 0, RangeEnd = 0;
  if (Range.isValid()) {
    const char *Base = P.Line.data();
    auto Clamp = [&](SMLoc Loc) {
      std::less<const char *> Less;
      const char *Ptr = Loc.getPointer();
      if (Less(Ptr, Base))
        return size_t(0);
      return std::min<size_t>(Ptr - Base, P.Line.size());
    };
    RangeBegin = Clamp(Range.Start);
    RangeEnd = Clamp(Range.End);
  }
  printSnippet(OS, S, P, RangeBegin, RangeEnd);
}

void fx::printDiagnostic(const Diagnostic &D, raw_ostream &OS,
                         const SourceMgr *SM, bool Colors, bool ShowIds) {
  if (D.Source)
    SM = D.Source;
  printAtOnce(OS, [&](raw_ostream &Text) {
    Style S(Text, Colors, ShowIds);
    printOne(Text, S, SM, D.Id, D.Sev, D.Text, D.Place, D.Range, D.File);
    for (const Note &N : D.Notes)
      printOne(Text, S, SM, N.Id, Severity::Note, N.Text, N.Place, SMRange(),
               "");
  });
  OS.flush();
}
