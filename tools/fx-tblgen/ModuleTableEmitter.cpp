//===- ModuleTableEmitter.cpp - -gen-module-table ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the module classes as constant data: a ModuleTableData called as
// --table-name says. See include/fx/IR/ModuleInfo.h.
//
//===----------------------------------------------------------------------===//

#include "ModuleModel.h"
#include "StringTable.h"
#include "TableName.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::StringRef;

static void emitClasses(llvm::ArrayRef<ModuleDef> Modules, StringTable &Strings,
                        std::vector<uint32_t> &Texts, llvm::raw_ostream &OS) {
  OS << "static constexpr fx::ModuleTableData::Class Classes[] = {\n";
  for (const ModuleDef &Module : Modules) {
    size_t First = Texts.size();
    uint32_t Buffers = 0;
    for (const ModuleTensorDef &Tensor : Module.Tensors) {
      Buffers |= uint32_t(Tensor.IsBuffer) << (&Tensor - &Module.Tensors[0]);
      Texts.push_back(Strings.offset(Tensor.Name));
      Texts.push_back(Strings.offset(Tensor.When));
    }
    for (const auto &Names : {Module.Hidden, Module.Submodules})
      for (StringRef Name : Names)
        Texts.push_back(Strings.offset(Name));
    OS << "    {" << Strings.offset(Module.Name) << ", "
       << Strings.offset(Module.ShownName) << ", "
       << Strings.offset(Module.Ctor) << ", " << Strings.offset(Module.Forward)
       << ", " << Strings.offset(Module.Expansion) << ", "
       << Strings.offset(Module.NoExpansion) << ", " << First << ", "
       << Module.Tensors.size() << ", " << Module.Hidden.size() << ", "
       << Module.Submodules.size() << ", " << Buffers << "},\n";
  }
  OS << "};\n";
}

static void emitNames(llvm::ArrayRef<ModuleDef> Modules, StringTable &Strings,
                      llvm::raw_ostream &OS) {
  std::vector<std::pair<StringRef, unsigned>> Names;
  for (unsigned I = 0, E = Modules.size(); I != E; ++I) {
    Names.push_back({Modules[I].Name, I});
    for (StringRef Alias : Modules[I].Aliases)
      Names.push_back({Alias, I});
  }
  llvm::sort(Names);
  OS << "static constexpr fx::ModuleTableData::ClassName Names[] = {\n";
  for (auto [Name, Class] : Names)
    OS << "    {" << Strings.offset(Name) << ", " << Class << "},\n";
  OS << "};\n";
}

static void emitModuleTable(llvm::RecordKeeper &Records,
                            llvm::raw_ostream &OS) {
  std::vector<ModuleDef> Modules = readModules(Records);
  if (Modules.empty())
    llvm::PrintFatalError("no module class is declared");
  StringRef Table = tableName();
  llvm::emitSourceFileHeader("Module classes", OS);
  OS << "namespace " << Table << "Data {\n";
  StringTable Strings;
  std::vector<uint32_t> Texts;
  emitClasses(Modules, Strings, Texts, OS);
  emitNames(Modules, Strings, OS);
  OS << "static constexpr uint32_t Texts[] = {";
  for (size_t I = 0; I != Texts.size(); ++I)
    OS << (I % 12 ? " " : "\n    ") << Texts[I] << ',';
  OS << "0};\n";
  Strings.emit(OS, "Strings");
  OS << "} // namespace " << Table << "Data\n\n"
     << "static constexpr fx::ModuleTableData " << Table << " = {\n";
  for (StringRef Field : {"Strings", "Texts", "Classes", "Names"})
    OS << "    " << Table << "Data::" << Field << ",\n";
  OS << "};\n";
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-module-table", emitModuleTable,
                 "Write the module classes as constant data");
