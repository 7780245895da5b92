//===- PassStubEmitter.cpp - -gen-pass-stubs --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the types of fxopt.passes: a function for each pass, with its options
// as keyword arguments; see fxopt/passes.py, which makes them when it runs.
//
//===----------------------------------------------------------------------===//

#include "PassModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

/// A name of Python for a flag.
static std::string nameOf(StringRef Flag) {
  static const StringRef Keywords[] = {
      "and",  "as",    "assert", "async",  "await",    "break", "class",
      "def",  "del",   "elif",   "else",   "except",   "for",   "continue",
      "from", "if",    "import", "global", "nonlocal", "in",    "finally",
      "is",   "not",   "lambda", "or",     "pass",     "raise", "return",
      "try",  "while", "with",   "yield"};
  std::string Name = Flag.str();
  std::replace(Name.begin(), Name.end(), '-', '_');
  if (llvm::is_contained(Keywords, StringRef(Name)))
    Name += '_';
  return Name;
}

static std::string typeOf(const OptionDef &Option) {
  std::string Type;
  if (!Option.Words.empty())
    Type = "Literal[\"" + llvm::join(Option.Words, "\", \"") + "\"]";
  else
    Type = llvm::StringSwitch<StringRef>(Option.Type)
               .Case("bool", "bool")
               .Cases("int64_t", "uint64_t", "unsigned", "int")
               .Case("double", "float")
               .Default("str")
               .str();
  return Option.IsList ? "Sequence[" + Type + "]" : Type;
}

/// The text of a docstring.
static void docstring(StringRef Text, StringRef Indent, raw_ostream &OS) {
  for (StringRef Line : llvm::split(Text, '\n')) {
    OS << '\n';
    if (Line = Line.rtrim(); Line.empty())
      continue;
    OS << Indent;
    for (char C : Line)
      (C == '\\' || C == '"' ? OS << '\\' : OS) << C;
  }
}

static void emitPass(const PassDef &Pass, raw_ostream &OS) {
  OS << "\ndef " << nameOf(Pass.Flag) << "(";
  if (!Pass.Options.empty()) {
    OS << "\n    *,\n";
    for (const OptionDef &Option : Pass.Options)
      OS << "    " << nameOf(Option.Flag) << ": " << typeOf(Option)
         << " = ...,\n";
  }
  OS << ") -> Pipeline:\n    \"\"\"";
  // The first line has no indentation of its own.
  std::string Text =
      Pass.Summary + ".\n\n" + StringRef(Pass.Description).trim().str();
  if (!Pass.Options.empty()) {
    Text += "\n\nOptions:";
    for (const OptionDef &Option : Pass.Options)
      Text += "\n    " + nameOf(Option.Flag) + ": " +
              llvm::join(llvm::split(Option.Description, '\n'), " ");
  }
  std::string Body;
  llvm::raw_string_ostream BodyOS(Body);
  docstring(Text, "    ", BodyOS);
  OS << StringRef(Body).ltrim() << "\n    \"\"\"\n";
}

static void emitPassStubs(llvm::RecordKeeper &Records, raw_ostream &OS) {
  OS << "# Made by fx-tblgen -gen-pass-stubs. Do not edit.\n"
        "# Each pass is a function: its options are keyword arguments, and "
        "`help` "
        "and the\n"
        "# signature show them. Those of plugins are known when the package "
        "runs.\n\n"
        "from collections.abc import Callable, Sequence\n"
        "from typing import Literal\n\n"
        "from . import Pipeline\n";
  for (const PassDef &Pass : readPasses(Records))
    emitPass(Pass, OS);
  OS << "\ndef __getattr__(name: str) -> Callable[..., Pipeline]: ...\n";
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-pass-stubs", emitPassStubs,
                 "Write the types of passes for Python");
