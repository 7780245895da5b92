//===- OpDocEmitter.cpp - -gen-op-doc ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the reference page of operators and, where the td file has some, of
// module classes.
//
//===----------------------------------------------------------------------===//

#include "AtenList.h"
#include "ModuleModel.h"
#include "OpModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

/// Code in a cell of a table.
static std::string code(StringRef Text) {
  std::string Result = "`";
  for (char C : Text) {
    if (C == '|')
      Result += '\\';
    Result += C;
  }
  return Result + "`";
}

static std::string nameList(llvm::ArrayRef<std::string> Names) {
  std::string Result;
  for (const std::string &Name : Names)
    Result += (Result.empty() ? "" : ", ") + code(Name);
  return Result;
}

/// What an operator is besides a function of its arguments.
static std::string properties(const OpDef &Op) {
  std::vector<std::string> Words;
  if (Op.Commutative)
    Words.push_back("commutative");
  if (Op.Pointwise)
    Words.push_back("pointwise");
  for (StringRef Effect : Op.Effects)
    Words.push_back(code(Effect));
  for (const InverseDef &Inverse : Op.Inverses)
    if (Inverse.Spelling.empty())
      Words.push_back("inverse for " + code(Inverse.Param));
  return llvm::join(Words, ", ");
}

/// Names in Python, without those of operator overloads, which follow from
/// the others.
static std::string spellings(const OpDef &Op) {
  std::vector<std::string> Names;
  for (const std::string &Name : Op.impliedFunctions())
    if (!StringRef(Name).starts_with("torch.ops."))
      Names.push_back(Name);
  std::vector<std::string> Methods = Op.impliedMethods();
  for (const SpellingDef &Spelling : Op.Spellings)
    (Spelling.IsMethod ? Methods : Names).push_back(Spelling.Name.str());
  llvm::sort(Methods);
  Methods.erase(std::unique(Methods.begin(), Methods.end()), Methods.end());
  llvm::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  for (const std::string &Method : Methods)
    Names.push_back("." + Method);
  std::string Result = nameList(Names);
  for (StringRef Base : Op.Aten)
    Result += (Result.empty() ? "" : ", ") + code(Base);
  return Result;
}

static void emitOps(llvm::ArrayRef<OpDef> Ops, raw_ostream &OS) {
  OS << "\n## Operators\n\n"
        "| operator | view | names | what it is |\n|---|---|---|---|\n";
  for (const OpDef &Op : Ops) {
    std::string What = Op.Summary.str();
    std::string More = properties(Op);
    if (!What.empty() && !More.empty())
      What += "; ";
    OS << "| " << code(Op.Name) << " | " << code("ops::" + Op.CppName) << " | "
       << spellings(Op) << " | " << What << More << " |\n";
  }
  OS << "\n## Signatures\n\nOf the names that declare one; the others follow "
        "from the operator list.\n\n```\n";
  for (const OpDef &Op : Ops)
    for (const SpellingDef &Spelling : Op.Spellings)
      for (StringRef Schema : Spelling.Schemas) {
        OS << (Spelling.IsMethod ? "." : "") << Spelling.Name << Schema;
        for (StringRef Effect : Spelling.Effects)
          OS << "  # " << Effect;
        OS << '\n';
      }
  OS << "```\n";
}

static void emitModules(llvm::ArrayRef<ModuleDef> Modules, raw_ostream &OS) {
  OS << "\n## Module classes\n\n"
        "Classes whose calls `--inline-module` can expand. Hidden arguments "
        "are those that `print(module)` never shows.\n\n"
        "| class | constructor | hidden | expansion |\n|---|---|---|---|\n";
  for (const ModuleDef &Module : Modules) {
    std::vector<std::string> Hidden(Module.Hidden.begin(), Module.Hidden.end());
    OS << "| " << code(Module.Name) << " | " << code(Module.Ctor) << " | "
       << nameList(Hidden) << " | "
       << (Module.Expansion.empty() ? "no: " + Module.NoExpansion.str()
                                    : std::string("yes"))
       << " |\n";
  }
}

static void emitOpDoc(llvm::RecordKeeper &Records, raw_ostream &OS) {
  std::optional<std::vector<OpDef>> Ops = readOps(Records);
  if (!Ops)
    llvm::PrintFatalError("no page was written");
  OS << "<!-- Made by fx-tblgen -gen-op-doc. Do not edit. -->\n"
     << "# Operators and module classes\n\n"
     << "One operator has many names: `torch.relu`, "
        "`torch.nn.functional.relu`, the method `.relu` and the overloads of "
        "`aten::relu` are one. Declared operators have a typed view in C++ "
        "(`fx/IR/Ops.h`).\n";
  if (const AtenList *List = AtenList::get())
    OS << llvm::formatv(
        "Besides the {0} operators below, the list of PyTorch's operator "
        "overloads (`include/fx/IR/aten-schemas.txt`, {1} of them) and the "
        "functions and methods that bind them are known.\n",
        Ops->size(), List->overloads().size());
  emitOps(*Ops, OS);
  if (Records.getClass("ModuleClass"))
    emitModules(readModules(Records), OS);
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-op-doc", emitOpDoc,
                 "Write the reference page of operators and module classes");
