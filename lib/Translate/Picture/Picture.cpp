//===- Picture.cpp - Draws a laid out graph as SVG ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture.h"
#include "fx/Translate/ViewerFiles.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>

using namespace fx;
using namespace llvm;

/// A character of a title, and one of the lines below. Monospaced fonts are 0.6
/// em wide.
static constexpr double TitleCharacter = 7.2, LineCharacter = 6;

/// The number of characters of valid UTF-8.
static double numCharacters(StringRef Text) {
  return double(count_if(Text, [](char C) { return (C & 0xc0) != 0x80; }));
}

PlacementSizes::Size fx::boxSize(ArrayRef<StringRef> Lines) {
  double Width = numCharacters(Lines.front()) * TitleCharacter;
  for (StringRef Line : Lines.drop_front())
    Width = std::max(Width, numCharacters(Line) * LineCharacter);
  return {std::ceil(std::max(Width + 20, 44.0)),
          double(10 + 15 + 13 * (Lines.size() - 1))};
}

double fx::chipWidth(StringRef Text) {
  return numCharacters(Text) * LineCharacter + 12;
}

double fx::titleWidth(StringRef Title) {
  return std::ceil((numCharacters(Title) + 2) * TitleCharacter + 20);
}

/// At most one decimal: smaller than a pixel, and short.
static void writeNumber(raw_ostream &OS, double Value) {
  int64_t Tenths = int64_t(std::floor(Value * 10 + 0.5));
  if (Tenths < 0)
    OS << '-';
  uint64_t Digits = std::abs(Tenths);
  OS << Digits / 10;
  if (Digits % 10)
    OS << '.' << Digits % 10;
}

/// A command of a path and its point.
static void writePoint(raw_ostream &OS, char Command, double X, double Y) {
  OS << Command;
  writeNumber(OS, X);
  OS << ' ';
  writeNumber(OS, Y);
}

namespace {

class PictureWriter {
public:
  PictureWriter(const LayeredGraph &L, const PlacementSizes &Sizes,
                const std::vector<bool> &Open, const PictureTexts &Texts,
                raw_ostream &OS)
      : L(L), Open(Open), Texts(Texts), P(place(L, Sizes, Open)), OS(OS) {}

  void write();

private:
  /// An open block and where it is.
  struct Task {
    uint32_t Block;
    double X, Y;
    unsigned Depth;
  };

  void block(const Task &T);
  void lines(const Task &T);
  void box(const LayerItem &Item, Placement::Rect R);
  void rect(StringRef Class, Placement::Rect R, unsigned Radius);
  void text(StringRef Class, double X, double Y, StringRef Text, bool Middle);
  void number(double Value) { writeNumber(OS, Value); }
  void escaped(StringRef Text);

  const LayeredGraph &L;
  const std::vector<bool> &Open;
  const PictureTexts &Texts;
  Placement P;
  raw_ostream &OS;
  std::vector<Task> Tasks;
};

} // namespace

void PictureWriter::escaped(StringRef Text) {
  for (char C : Text) {
    if (C == '&')
      OS << "&amp;";
    else if (C == '<')
      OS << "&lt;";
    else if (C == '>')
      OS << "&gt;";
    else
      OS << C;
  }
}

void PictureWriter::rect(StringRef Class, Placement::Rect R, unsigned Radius) {
  OS << "<rect class=\"" << Class << "\" x=\"";
  number(R.X);
  OS << "\" y=\"";
  number(R.Y);
  OS << "\" width=\"";
  number(R.Width);
  OS << "\" height=\"";
  number(R.Height);
  OS << "\" rx=\"" << Radius << "\"/>";
}

void PictureWriter::text(StringRef Class, double X, double Y, StringRef Text,
                         bool Middle) {
  OS << "<text";
  if (!Class.empty())
    OS << " class=\"" << Class << '"';
  OS << " x=\"";
  number(X);
  OS << "\" y=\"";
  number(Y);
  OS << '"';
  if (Middle)
    OS << " text-anchor=\"middle\"";
  OS << '>';
  escaped(Text);
  OS << "</text>";
}

/// \p R in the coordinates of the picture.
void PictureWriter::box(const LayerItem &Item, Placement::Rect R) {
  double Middle = R.X + R.Width / 2;
  if (Item.Kind == LayerItem::Chip) {
    OS << "<g>";
    rect("chip", R, 8);
    text("", Middle, R.Y + 11.5, Texts.Boxes[Item.Id].Chip, true);
    OS << "</g>\n";
    return;
  }
  if (Item.Kind == LayerItem::Block) {
    const PictureTexts::Block &B = Texts.Blocks[Item.Id];
    OS << "<g>";
    rect("closed", R, 6);
    text("t", Middle, R.Y + 19, B.Title, true);
    text("", Middle, R.Y + 34, B.Contents, true);
    OS << "</g>\n";
    return;
  }
  const PictureTexts::Box &B = Texts.Boxes[Item.Id];
  OS << "<g><title>";
  escaped(B.Tooltip);
  OS << "</title>";
  rect("n " + B.Class.str(), R, 4);
  double Y = R.Y + 17;
  for (const std::string &Line : B.Lines) {
    text(Y == R.Y + 17 ? "t" : "", Middle, Y, Line, true);
    Y += 13;
  }
  OS << "</g>\n";
}

void PictureWriter::lines(const Task &T) {
  ArrayRef<LayerLine> Lines = L.lines(T.Block);
  std::string Heads;
  raw_string_ostream HeadStream(Heads);
  if (Lines.empty())
    return;
  OS << "<path class=\"l\" d=\"";
  for (uint32_t I = L.FirstItem[T.Block]; I != L.FirstItem[T.Block + 1]; ++I) {
    const Placement::Rect &R = P.Items[I];
    double X = T.X + R.X + R.Width / 2, Y = T.Y + R.Y;
    if (L.Items[I].Kind == LayerItem::Bend && R.Height > 0) {
      writePoint(OS, 'M', X, Y);
      writePoint(OS, 'L', X, Y + R.Height);
    } else if (L.Items[I].Kind == LayerItem::InPort) {
      writePoint(OS, 'M', X, T.Y);
      writePoint(OS, 'L', X, Y);
    }
  }
  for (const LayerLine &Line : Lines) {
    const Placement::Rect &A = P.Items[Line.From], &B = P.Items[Line.To];
    double X1 = T.X + P.attach(L, Line.From, Line.FromPort, Open);
    double X2 = T.X + P.attach(L, Line.To, Line.ToPort, Open);
    double Y0 = T.Y + A.Y + A.Height, Y1 = T.Y + P.Foot[Line.From];
    double Y2 = T.Y + B.Y, Middle = (Y1 + Y2) / 2;
    writePoint(OS, 'M', X1, Y0);
    if (X1 == X2) {
      writePoint(OS, 'L', X2, Y2);
    } else {
      if (Y0 != Y1)
        writePoint(OS, 'L', X1, Y1);
      writePoint(OS, 'C', X1, Middle);
      writePoint(OS, ' ', X2, Middle);
      writePoint(OS, ' ', X2, Y2);
    }
    LayerItem::ItemKind To = L.Items[Line.To].Kind;
    if (To == LayerItem::Box || To == LayerItem::Block) {
      writePoint(HeadStream, 'M', X2 - 3, Y2 - 6);
      writePoint(HeadStream, 'L', X2 + 3, Y2 - 6);
      writePoint(HeadStream, 'L', X2, Y2);
      HeadStream << 'Z';
    }
  }
  OS << "\"/>\n";
  if (!Heads.empty())
    OS << "<path class=\"h\" d=\"" << Heads << "\"/>\n";
}

void PictureWriter::block(const Task &T) {
  if (T.Block) {
    const PictureTexts::Block &B = Texts.Blocks[T.Block];
    std::string Class = T.Depth % 2 ? "a" : "b";
    if (B.IsDashed)
      Class += " g";
    rect(Class, {T.X, T.Y, P.Blocks[T.Block].Width, P.Blocks[T.Block].Height},
         6);
    OS << '\n';
  }
  lines(T);
  if (T.Block) {
    text(T.Depth % 2 ? "t ta" : "t tb", T.X + 10, T.Y + 16,
         Texts.Blocks[T.Block].Title, false);
    OS << '\n';
  }
  SmallVector<Task> Inside;
  for (uint32_t I = L.FirstItem[T.Block]; I != L.FirstItem[T.Block + 1]; ++I) {
    const LayerItem &Item = L.Items[I];
    Placement::Rect R = P.Items[I];
    R.X += T.X;
    R.Y += T.Y;
    if (Item.Kind == LayerItem::Block && Open[Item.Id])
      Inside.push_back({Item.Id, R.X, R.Y, T.Depth + 1});
    else if (Item.Kind == LayerItem::Box || Item.Kind == LayerItem::Block ||
             Item.Kind == LayerItem::Chip)
      box(Item, R);
  }
  Tasks.insert(Tasks.end(), Inside.rbegin(), Inside.rend());
}

void PictureWriter::write() {
  double Width = P.Blocks[0].Width, Height = P.Blocks[0].Height;
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";
  number(Width);
  OS << "\" height=\"";
  number(Height);
  OS << "\" viewBox=\"0 0 ";
  number(Width);
  OS << ' ';
  number(Height);
  OS << "\">\n<style>\n" << picture_css << svg_css << "</style>\n";
  rect("paper", {0, 0, Width, Height}, 0);
  OS << '\n';
  Tasks.push_back({0, 0, 0, 0});
  while (!Tasks.empty()) {
    Task T = Tasks.back();
    Tasks.pop_back();
    block(T);
  }
  OS << "</svg>\n";
}

void fx::drawPicture(const LayeredGraph &L, const PlacementSizes &Sizes,
                     const std::vector<bool> &Open, const PictureTexts &Texts,
                     raw_ostream &OS) {
  PictureWriter(L, Sizes, Open, Texts, OS).write();
}
