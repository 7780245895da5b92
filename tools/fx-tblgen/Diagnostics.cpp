//===- Diagnostics.cpp - -gen-diagnostics -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes one FX_DIAGNOSTIC(NAME, SEVERITY, TEXT) per Diagnostic record, in the
// order of the file, and refuses names and texts that break the house rules.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using llvm::StringRef;

/// Whether the places of \p Text are {0} to {N-1} and braces are balanced.
static bool hasGoodPlaces(StringRef Text) {
  unsigned Seen = 0, Highest = 0;
  while (!Text.empty()) {
    if (Text.consume_front("{{") || Text.consume_front("}}"))
      continue;
    if (Text.front() == '}')
      return false;
    if (!Text.consume_front("{")) {
      Text = Text.drop_front();
      continue;
    }
    unsigned Place;
    if (Text.consumeInteger(10, Place) || Place > 8 || !Text.consume_front("}"))
      return false;
    Seen |= 1u << Place;
    Highest = std::max(Highest, Place + 1);
  }
  return Seen == (1u << Highest) - 1;
}

static void checkDiagnostic(const llvm::Record &Def) {
  StringRef Severity = Def.getValueAsString("Severity");
  StringRef Text = Def.getValueAsString("Text");
  StringRef Prefix = llvm::StringSwitch<StringRef>(Severity)
                         .Case("Error", "err_")
                         .Case("Warning", "warn_")
                         .Case("Note", "note_")
                         .Case("Remark", "remark_")
                         .Default("");
  if (Prefix.empty())
    PrintError(Def.getLoc(), "unknown severity '" + Severity + "'");
  else if (!Def.getName().starts_with(Prefix))
    PrintError(Def.getLoc(),
               "the name of this diagnostic must begin with '" + Prefix + "'");
  if (Text.empty() || Text.ends_with("."))
    PrintError(Def.getLoc(), "a text is not empty and ends without a full "
                             "stop");
  else if (llvm::isUpper(Text.front()) &&
           (Text.size() < 2 || llvm::isLower(Text[1])))
    PrintError(Def.getLoc(), "a text begins with a small letter");
  if (!hasGoodPlaces(Text))
    PrintError(Def.getLoc(), "the places of a text are {0}, {1}, ... without "
                             "gaps; a literal brace is written twice");
}

static void emitDiagnostics(const llvm::RecordKeeper &Records,
                            llvm::raw_ostream &OS) {
  std::vector<const llvm::Record *> Defs;
  for (const llvm::Record *Def : Records.getAllDerivedDefinitions("Diagnostic"))
    Defs.push_back(Def);
  llvm::sort(Defs, [](const llvm::Record *A, const llvm::Record *B) {
    return A->getID() < B->getID();
  });
  llvm::emitSourceFileHeader("Messages", OS);
  OS << "#ifndef FX_DIAGNOSTIC\n"
        "#error \"define FX_DIAGNOSTIC(NAME, SEVERITY, TEXT)\"\n"
        "#endif\n";
  for (const llvm::Record *Def : Defs) {
    checkDiagnostic(*Def);
    OS << "FX_DIAGNOSTIC(" << Def->getName() << ", "
       << Def->getValueAsString("Severity") << ", \"";
    OS.write_escaped(Def->getValueAsString("Text"));
    OS << "\")\n";
  }
  OS << "#undef FX_DIAGNOSTIC\n";
}

static llvm::TableGen::Emitter::Opt Registration(
    "gen-diagnostics",
    [](llvm::RecordKeeper &Records, llvm::raw_ostream &OS) {
      emitDiagnostics(Records, OS);
    },
    "Write the table of messages");
