//===- OpTableEmitter.cpp - -gen-op-table -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the operators as constant data: an OpTableData called as --table-name
// says. See include/fx/IR/OpRegistry.h.
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "StringTable.h"
#include "TableName.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::StringRef;

namespace {

class OpTableEmitter {
public:
  OpTableEmitter(llvm::ArrayRef<OpDef> Ops, llvm::ArrayRef<ValueRuleDef> Rules,
                 llvm::ArrayRef<SetMemberDef> Members, llvm::raw_ostream &OS)
      : Ops(Ops), Rules(Rules), Members(Members), OS(OS) {}
  void emit();

private:
  struct Row {
    const SpellingDef *Spelling;
    unsigned Op;
  };

  template <typename Range> unsigned addTexts(const Range &Items) {
    unsigned First = Texts.size();
    for (const auto &Item : Items)
      Texts.push_back(Strings.offset(Item));
    return First;
  }
  void emitOps();
  void emitSpellings(StringRef Name, bool Methods);
  void emitAtenNames();
  void
  emitPairs(StringRef Type, StringRef Name,
            llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> Rows);

  llvm::ArrayRef<OpDef> Ops;
  llvm::ArrayRef<ValueRuleDef> Rules;
  llvm::ArrayRef<SetMemberDef> Members;
  llvm::raw_ostream &OS;
  StringTable Strings;
  std::vector<uint32_t> Texts;
};

} // namespace

void OpTableEmitter::emitOps() {
  OS << "static constexpr fx::OpTableData::Op Ops[] = {\n";
  for (const OpDef &Op : Ops) {
    unsigned First = addTexts(Op.Effects);
    for (const InverseDef &Inverse : Op.Inverses)
      addTexts(llvm::ArrayRef<StringRef>(
          {Inverse.Param, Inverse.Spelling, Inverse.Code}));
    addTexts(Op.Aten);
    OS << "    {" << Strings.offset(Op.Name) << ", "
       << Strings.offset(Op.Summary) << ", " << Strings.offset(Op.Builder)
       << ", " << First << ", " << Op.Effects.size() << ", "
       << Op.Inverses.size() << ", " << Op.Aten.size() << ", "
       << unsigned(Op.Commutative) + 2 * unsigned(Op.Pointwise) << "},\n";
  }
  OS << "};\n";
}

void OpTableEmitter::emitSpellings(StringRef Name, bool Methods) {
  std::vector<Row> Rows;
  for (unsigned I = 0, E = Ops.size(); I != E; ++I)
    for (const SpellingDef &Spelling : Ops[I].Spellings)
      if (Spelling.IsMethod == Methods)
        Rows.push_back({&Spelling, I});
  llvm::sort(Rows, [](const Row &A, const Row &B) {
    return A.Spelling->Name < B.Spelling->Name;
  });
  OS << "static constexpr std::array<fx::OpTableData::Spelling, " << Rows.size()
     << "> " << Name << " = {{\n";
  for (const Row &R : Rows) {
    unsigned First = addTexts(R.Spelling->Schemas);
    addTexts(R.Spelling->Effects);
    OS << "    {" << Strings.offset(R.Spelling->Name) << ", " << First << ", "
       << R.Op << ", " << R.Spelling->Schemas.size() << ", "
       << R.Spelling->Effects.size() << "},\n";
  }
  OS << "}};\n";
}

void OpTableEmitter::emitAtenNames() {
  std::vector<std::pair<StringRef, unsigned>> Names;
  for (unsigned I = 0, E = Ops.size(); I != E; ++I)
    for (StringRef Name : Ops[I].Aten)
      Names.push_back({Name, I});
  llvm::sort(Names);
  OS << "static constexpr std::array<fx::OpTableData::AtenName, "
     << Names.size() << "> AtenNames = {{\n";
  for (auto [Name, Op] : Names)
    OS << "    {" << Strings.offset(Name) << ", " << Op << "},\n";
  OS << "}};\n";
}

void OpTableEmitter::emitPairs(
    StringRef Type, StringRef Name,
    llvm::ArrayRef<std::pair<StringRef, StringRef>> Rows) {
  OS << "static constexpr std::array<fx::OpTableData::" << Type << ", "
     << Rows.size() << "> " << Name << " = {{\n";
  for (auto [First, Second] : Rows)
    OS << "    {" << Strings.offset(First) << ", " << Strings.offset(Second)
       << "},\n";
  OS << "}};\n";
}

void OpTableEmitter::emit() {
  StringRef TableName = tableName();
  llvm::emitSourceFileHeader("Operators", OS);
  OS << "#include <array>\n\nnamespace " << TableName << "Data {\n";
  if (Ops.empty())
    llvm::PrintFatalError("no operator is declared");
  emitOps();
  emitSpellings("Functions", /*Methods=*/false);
  emitSpellings("Methods", /*Methods=*/true);
  emitAtenNames();
  emitPairs("ValueRule", "ValueRules", Rules);
  emitPairs("Member", "Members", Members);
  OS << "static constexpr uint32_t Texts[] = {";
  for (size_t I = 0; I != Texts.size(); ++I)
    OS << (I % 12 ? " " : "\n    ") << Texts[I] << ',';
  OS << "0};\n";
  Strings.emit(OS, "Strings");
  OS << "} // namespace " << TableName << "Data\n\n"
     << "static constexpr fx::OpTableData " << TableName << " = {\n";
  for (StringRef Field : {"Strings", "Texts", "Ops", "Functions", "Methods",
                          "AtenNames", "ValueRules", "Members"})
    OS << "    " << TableName << "Data::" << Field << ",\n";
  OS << "};\n";
}

static bool emitOpTable(const llvm::RecordKeeper &Records,
                        llvm::raw_ostream &OS) {
  std::optional<std::vector<OpDef>> Ops = readOps(Records);
  if (!Ops)
    return true;
  std::optional<std::vector<ValueRuleDef>> Rules =
      readValueRules(Records, *Ops);
  std::optional<std::vector<SetMemberDef>> Members = readOpSets(Records, *Ops);
  if (!Rules || !Members)
    return true;
  OpTableEmitter(*Ops, *Rules, *Members, OS).emit();
  return false;
}

static void emitOpTableOrFail(llvm::RecordKeeper &Records,
                              llvm::raw_ostream &OS) {
  if (emitOpTable(Records, OS))
    llvm::PrintFatalError("no table was written");
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-op-table", emitOpTableOrFail,
                 "Write the operators as constant data");
