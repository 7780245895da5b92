//===- OpLawEmitter.cpp - -gen-op-laws --------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the laws of operators as rewrite rules, in the form of `fx-rules fmt`.
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

/// An operator in the name of a rule.
static std::string wordsOf(StringRef Op) {
  bool IsInternal = Op.consume_front("_");
  std::string Words = (IsInternal ? "internal-" : "") + Op.str();
  for (char &C : Words)
    if (!llvm::isAlnum(C))
      C = '-';
  return Words;
}

static void emitLaw(StringRef Op, const llvm::Record &Law, raw_ostream &OS) {
  StringRef Outer = Law.getValueAsString("Outer");
  if (Outer.empty())
    Outer = Op;
  StringRef Result = Law.getValueAsString("Result");
  StringRef Where = Law.getValueAsString("Where");
  StringRef Args = Law.getValueAsString("Args");
  std::string Inner =
      (Op + "(%x" + (Args.empty() ? "" : ", ") + Args + ")").str();

  OS << '\n';
  if (StringRef Why = Law.getValueAsString("Why"); !Why.empty())
    OS << "/// " << Why << '\n';
  OS << "rule " << wordsOf(Outer) << "-of-" << wordsOf(Op)
     << " : O1, exact {\n";
  std::string Pattern = (Op + (Args.empty() ? "(%x)" : "(%x, ...)")).str();
  if (Result == "%y")
    OS << "  match {\n    %y = " << Pattern << "\n    " << Outer
       << "(%y)\n  }\n";
  else
    OS << "  match " << Outer << '(' << Pattern << ")\n";
  if (!Where.empty())
    OS << "  where " << Where << '\n';
  OS << "  with " << Result
     << "\n  example (x: " << Law.getValueAsString("Type") << ") " << Outer
     << '(' << Inner << ") => " << (Result == "%y" ? Inner : Result.str())
     << '\n';
  for (StringRef Except : Law.getValueAsListOfStrings("Except"))
    OS << "  example no " << Except << '\n';
  OS << "}\n";
}

static void emitOpLaws(llvm::RecordKeeper &Records, raw_ostream &OS) {
  std::optional<std::vector<OpDef>> Ops = readOps(Records);
  if (!Ops)
    llvm::PrintFatalError("no rules were written");
  OS << "fxr 1\n\n// Laws that the declarations of operators have. Made by "
        "fx-tblgen -gen-op-laws; do\n// not edit.\n";
  for (const OpDef &Op : *Ops)
    for (const llvm::Record *Law : Op.Def->getValueAsListOfDefs("Laws"))
      emitLaw(Op.Name, *Law, OS);
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-op-laws", emitOpLaws,
                 "Write the laws of operators as rewrite rules");
