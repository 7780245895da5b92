//===- LineTable.cpp - Offsets, and lines and columns ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace fx::lsp;
using namespace llvm;

LineTable::LineTable(StringRef Text) : Text(Text), Begins{0} {
  for (const char *P = Text.begin(); (P = static_cast<const char *>(std::memchr(
                                          P, '\n', size_t(Text.end() - P))));)
    Begins.push_back(uint32_t(++P - Text.begin()));
  for (unsigned Number = 0; Number != numLines(); ++Number)
    markLine(Number);
}

StringRef LineTable::line(unsigned Number) const {
  size_t Stop =
      Number + 1 < Begins.size() ? Begins[Number + 1] - 1 : Text.size();
  return Text.slice(Begins[Number], Stop).rtrim('\r');
}

unsigned LineTable::lineOf(size_t Offset) const {
  return unsigned(llvm::upper_bound(Begins, Offset) - Begins.begin()) - 1;
}

/// The bytes of the character that begins with \p C, and its units of UTF-16.
static std::pair<unsigned, unsigned> sizeOf(char C) {
  auto Byte = static_cast<unsigned char>(C);
  return Byte < 0xC0   ? std::pair(1u, 1u)
         : Byte < 0xE0 ? std::pair(2u, 1u)
         : Byte < 0xF0 ? std::pair(3u, 1u)
                       : std::pair(4u, 2u);
}

/// Counts the characters of \p Text from \p I on that begin before \p End;
/// after that \p I is where the next one begins.
static unsigned countUnits(StringRef Text, size_t &I, size_t End) {
  unsigned Sum = 0;
  while (I < End) {
    // Eight at once while they are ASCII, as almost all are.
    if (uint64_t Eight; I + sizeof(Eight) <= End) {
      std::memcpy(&Eight, Text.data() + I, sizeof(Eight));
      if (!(Eight & 0x8080808080808080)) {
        I += sizeof(Eight);
        Sum += sizeof(Eight);
        continue;
      }
    }
    auto [Bytes, Units] = sizeOf(Text[I]);
    I += Bytes;
    Sum += Units;
  }
  return Sum;
}

unsigned fx::lsp::unitsOf(StringRef Text) {
  size_t I = 0;
  return countUnits(Text, I, Text.size());
}

void LineTable::markLine(unsigned Number) {
  constexpr size_t Distance = 1024;
  size_t I = Begins[Number];
  size_t End = Number + 1 < numLines() ? Begins[Number + 1] : Text.size();
  for (unsigned Column = 0; I + Distance < End;) {
    Column += countUnits(Text, I, I + Distance);
    // Malformed bytes may look like a character that ends in another line.
    if (I < End)
      Marks.push_back({uint32_t(I), Column});
  }
}

Position LineTable::position(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  unsigned Line = lineOf(Offset);
  Mark From{Begins[Line], 0};
  auto Next = llvm::upper_bound(
      Marks, Offset, [](size_t At, const Mark &M) { return At < M.Offset; });
  if (Next != Marks.begin() && std::prev(Next)->Offset > From.Offset)
    From = *std::prev(Next);
  return {Line, From.Column + unitsOf(Text.slice(From.Offset, Offset))};
}

size_t LineTable::offset(Position P) const {
  if (P.Line >= Begins.size())
    return Text.size();
  StringRef Line = line(P.Line);
  size_t I = 0;
  for (unsigned Column = 0; I < Line.size() && Column < P.Column;) {
    auto [Bytes, Units] = sizeOf(Line[I]);
    I += Bytes;
    Column += Units;
  }
  return Begins[P.Line] + std::min(I, Line.size());
}

json::Value LineTable::toJSON(size_t Offset) const {
  Position P = position(Offset);
  return json::Object{{"line", P.Line}, {"character", P.Column}};
}

json::Value LineTable::toJSON(size_t Begin, size_t End) const {
  return json::Object{{"start", toJSON(Begin)}, {"end", toJSON(End)}};
}

std::optional<Position> fx::lsp::positionOf(const json::Value *Value) {
  const json::Object *O = Value ? Value->getAsObject() : nullptr;
  if (!O)
    return std::nullopt;
  std::optional<int64_t> Line = O->getInteger("line"),
                         Column = O->getInteger("character");
  if (!Line || !Column || *Line < 0 || *Column < 0)
    return std::nullopt;
  return Position{unsigned(std::min<int64_t>(*Line, INT32_MAX)),
                  unsigned(std::min<int64_t>(*Column, INT32_MAX))};
}

std::string fx::lsp::pathOf(StringRef Uri) {
  if (!Uri.consume_front("file://"))
    return "";
  std::string Path;
  for (size_t I = 0; I < Uri.size(); ++I) {
    unsigned Code;
    if (Uri[I] == '%' && !Uri.substr(I + 1, 2).getAsInteger(16, Code) &&
        I + 2 < Uri.size()) {
      Path += char(Code);
      I += 2;
    } else {
      Path += Uri[I];
    }
  }
  return Path;
}

std::string fx::lsp::uriOf(StringRef Path) {
  std::string Uri = "file://";
  for (char C : Path) {
    if (isAlnum(C) || StringRef("/-_.~+").contains(C))
      Uri += C;
    else
      Uri += "%" + toHex(StringRef(&C, 1));
  }
  return Uri;
}
