//===- AtenEmitter.cpp - -gen-aten-table ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs the operator list: sorted names as they are, the rest of each line
// compressed by byte pairs (the most frequent pair of bytes becomes a new byte,
// again and again), so that one line can be unpacked alone. See
// lib/IR/AtenTable.h for the reader.
//
//===----------------------------------------------------------------------===//

#include "AtenList.h"
#include "StringTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::StringRef;

namespace {

/// Text under byte-pair compression. Lines end with a newline, which never
/// takes part in a pair.
class PairPacker {
public:
  explicit PairPacker(std::string Text) : Text(std::move(Text)) {}

  /// Replaces pairs until the bytes from 128 on are used up.
  void pack() {
    for (unsigned Code = 128; Code != 256; ++Code) {
      auto [Pair, Count] = findBestPair();
      if (Count < 4)
        return;
      Pairs.push_back(Pair);
      replace(Pair, char(Code));
    }
  }

  StringRef text() const { return Text; }
  llvm::ArrayRef<uint16_t> pairs() const { return Pairs; }

private:
  std::pair<uint16_t, unsigned> findBestPair() const {
    std::vector<unsigned> Counts(65536);
    for (size_t I = 0; I + 1 < Text.size(); ++I) {
      unsigned char A = Text[I], B = Text[I + 1];
      if (A != '\n' && B != '\n')
        ++Counts[A << 8 | B];
    }
    auto Best = std::max_element(Counts.begin(), Counts.end());
    return {uint16_t(Best - Counts.begin()), *Best};
  }

  void replace(uint16_t Pair, char Code) {
    size_t Out = 0;
    for (size_t I = 0; I < Text.size(); ++I) {
      if (I + 1 < Text.size() && (unsigned char)Text[I] == Pair >> 8 &&
          (unsigned char)Text[I + 1] == (Pair & 255)) {
        Text[Out++] = Code;
        ++I;
      } else {
        Text[Out++] = Text[I];
      }
    }
    Text.resize(Out);
  }

  std::string Text;
  std::vector<uint16_t> Pairs;
};

} // namespace

/// One line without its name: tag letters, `|`, bindings, `|`, schema.
static std::string packedLine(const AtenOverload &Overload) {
  static constexpr std::pair<llvm::StringLiteral, char> Letters[] = {
      {"nondeterministic_seeded", 'r'},
      {"maybe_aliasing_or_mutating", 'a'},
      {"pointwise", 'p'},
      {"reduction", 'd'},
      {"inplace", 'i'},
      {"inplace_view", 'i'},
      {"out", 'o'},
      {"core", 'k'},
      {"view_copy", 'v'},
      {"generated", 'g'},
      {"dynamic_output_shape", 'y'},
      {"data_dependent_output", 'y'}};
  std::string Line;
  for (StringRef Tag : llvm::split(Overload.Tags, ','))
    for (auto [Name, Letter] : Letters)
      if (Name == Tag)
        Line += Letter;
  if (Overload.Flags.contains('I'))
    Line += 'c';
  if (Overload.Flags.contains('D'))
    Line += 'e';
  Line += '|';
  if (Overload.Bindings != "-")
    Line += Overload.Bindings;
  Line += '|';
  Line += Overload.Schema;
  return Line;
}

static void emitOffsets(llvm::raw_ostream &OS, StringRef Name,
                        llvm::ArrayRef<uint32_t> Offsets) {
  OS << "static constexpr uint32_t " << Name << "[] = {";
  for (size_t I = 0; I != Offsets.size(); ++I)
    OS << (I % 10 ? " " : "\n    ") << Offsets[I] << ',';
  OS << "};\n";
}

static void emitAtenTable(llvm::RecordKeeper &, llvm::raw_ostream &OS) {
  const AtenList *List = AtenList::get();
  if (!List)
    llvm::PrintFatalError("-gen-aten-table needs --aten-schemas");
  std::string Names, Lines;
  std::vector<uint32_t> NameOffsets, LineOffsets;
  for (const AtenOverload &Overload : List->overloads()) {
    NameOffsets.push_back(Names.size());
    Names += Overload.Name;
    Names += '\0';
    Lines += packedLine(Overload) + '\n';
  }
  if (llvm::any_of(Lines, [](char C) { return C & 0x80; }))
    llvm::PrintFatalError("the operator list is not plain ASCII");
  PairPacker Packer(std::move(Lines));
  Packer.pack();
  StringRef Packed = Packer.text();
  LineOffsets.push_back(0);
  for (size_t I = 0; I != Packed.size(); ++I)
    if (Packed[I] == '\n')
      LineOffsets.push_back(I + 1);

  llvm::emitSourceFileHeader("Operator overloads", OS);
  OS << "static constexpr unsigned AtenCount = " << NameOffsets.size() << ";\n";
  emitOffsets(OS, "AtenNameOffsets", NameOffsets);
  emitOffsets(OS, "AtenLineOffsets", LineOffsets);
  OS << "static constexpr uint8_t AtenPairs[][2] = {";
  for (size_t I = 0; I != Packer.pairs().size(); ++I)
    OS << (I % 8 ? " {" : "\n    {") << (Packer.pairs()[I] >> 8) << ", "
       << (Packer.pairs()[I] & 255) << "},";
  OS << "};\nstatic constexpr char AtenNames[] =";
  StringTable::emitBytes(OS, Names);
  OS << ";\nstatic constexpr char AtenLines[] =";
  StringTable::emitBytes(OS, Packed);
  OS << ";\n";
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-aten-table", emitAtenTable,
                 "Pack the operator list named by --aten-schemas");
