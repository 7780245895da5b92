//===- PassDocEmitter.cpp - -gen-pass-doc -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes one Markdown page with a section for each pass.
//
//===----------------------------------------------------------------------===//

#include "PassModel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

/// Text for a cell of a table: one line, bars escaped.
static std::string cell(StringRef Text) {
  std::string Result;
  for (char C : Text.trim()) {
    if (C == '|')
      Result += '\\';
    Result += C == '\n' ? ' ' : C;
  }
  return Result;
}

static void emitPass(const PassDef &Pass, raw_ostream &OS) {
  OS << "\n## `--" << Pass.Flag << "`\n\n" << Pass.Summary << ".\n\n";
  OS << Pass.Description << '\n';
  if (!Pass.Options.empty()) {
    OS << "\n| option | value | default | meaning |\n|---|---|---|---|\n";
    for (const OptionDef &Option : Pass.Options) {
      OS << "| `" << Option.Flag << "` | " << cell(Option.ValueName)
         << (Option.IsList ? ",..." : "") << " | ";
      if (!Option.Default.empty())
        OS << '`' << cell(Option.Default) << '`';
      OS << " | " << cell(Option.Description) << " |\n";
    }
    if (!Pass.FlagOption.empty())
      OS << "\n`--" << Pass.Flag << "=VALUE` sets `" << Pass.FlagOption
         << "`.\n";
  }
  if (!Pass.Statistics.empty()) {
    OS << "\nStatistics:\n\n";
    for (const StatisticDef &Statistic : Pass.Statistics)
      OS << "- `" << Statistic.Name << "`: " << Statistic.Description << '\n';
  }
  if (!Pass.Preserved.empty()) {
    OS << "\nPreserves:";
    StringRef Separator = " ";
    for (StringRef Analysis : Pass.Preserved) {
      OS << Separator << '`' << Analysis << '`';
      Separator = ", ";
    }
    OS << ".\n";
  }
  if (!Pass.Idempotent)
    OS << "\nA second run changes the graph again.\n";
  OS << "\n```\n" << Pass.Example << "\n```\n";
}

static void emitPassDoc(llvm::RecordKeeper &Records, raw_ostream &OS) {
  std::vector<PassDef> Passes = readPasses(Records);
  OS << "<!-- Made by fx-tblgen -gen-pass-doc. Do not edit. -->\n"
     << "# Passes\n\n| pass | what it does |\n|---|---|\n";
  for (const PassDef &Pass : Passes)
    OS << "| [`" << Pass.Flag << "`](#--" << Pass.Flag << ") | "
       << cell(Pass.Summary) << " |\n";
  for (const PassDef &Pass : Passes)
    emitPass(Pass, OS);
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-pass-doc", emitPassDoc,
                 "Write the reference page of passes");
