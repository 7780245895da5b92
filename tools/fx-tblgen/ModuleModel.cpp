//===- ModuleModel.cpp - Module classes as fx-tblgen reads them -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleModel.h"
#include "FormulaParser.h"
#include "fx/IR/OpSchema.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::Record;
using llvm::StringRef;

namespace {

class ModuleReader {
public:
  explicit ModuleReader(const llvm::RecordKeeper &Records) : Records(Records) {}
  std::vector<ModuleDef> read();

private:
  void fail(const Record *Def, const llvm::Twine &Message) {
    llvm::PrintError(Def->getLoc(), Message);
    Failed = true;
  }
  ModuleDef readModule(const Record *Def);
  void readNames(ModuleDef &Module);
  OpSchema readParams(const ModuleDef &Module, StringRef Field, StringRef Text);
  void readTensors(ModuleDef &Module, FormulaScope &Scope);
  void readExpansion(ModuleDef &Module, const FormulaScope &Scope);

  const llvm::RecordKeeper &Records;
  llvm::BumpPtrAllocator Memory;
  bool Failed = false;
};

} // namespace

static bool isDottedName(StringRef Name) {
  for (StringRef Part : llvm::split(Name, '.'))
    if (Part.empty() || !llvm::all_of(Part, isNameChar))
      return false;
  return true;
}

void ModuleReader::readNames(ModuleDef &Module) {
  const Record *Def = Module.Def;
  Module.Name = Def->getValueAsString("Name");
  Module.Aliases = Def->getValueAsListOfStrings("Aliases");
  for (StringRef Name : Module.Aliases)
    if (!isDottedName(Name) || !Name.contains('.'))
      fail(Def, "'" + Name + "' is not a valid qualified name of a class");
  if (!isDottedName(Module.Name) || !Module.Name.contains('.'))
    fail(Def, "'" + Module.Name + "' is not a valid qualified name of a class");
  Module.ShownName = Def->isValueUnset("ShownName")
                         ? Module.Name.rsplit('.').second.str()
                         : Def->getValueAsString("ShownName").str();
}

OpSchema ModuleReader::readParams(const ModuleDef &Module, StringRef Field,
                                  StringRef Text) {
  StringRef Whole = StringRef((Text + " -> ()").str()).copy(Memory);
  llvm::Expected<OpSchema> Schema = parseOpSchema(Whole, Memory);
  if (Schema)
    return *Schema;
  fail(Module.Def, Field + ": " + llvm::toString(Schema.takeError()));
  return OpSchema();
}

void ModuleReader::readTensors(ModuleDef &Module, FormulaScope &Scope) {
  for (const Record *Def : Module.Def->getValueAsListOfDefs("Tensors")) {
    ModuleTensorDef Tensor;
    Tensor.Name = Def->getValueAsString("Name");
    Tensor.IsBuffer = Def->isSubClassOf("Buffer");
    if (!isDottedName(Tensor.Name))
      fail(Module.Def, "'" + Tensor.Name + "' is not a valid name of a tensor");
    for (const ModuleTensorDef &Other : Module.Tensors)
      if (Other.Name == Tensor.Name)
        fail(Module.Def, "a second tensor '" + Tensor.Name + "'");
    StringRef When = Def->getValueAsString("When");
    if (!When.empty()) {
      FormulaScope Conditions;
      Conditions.InitParams = Scope.InitParams;
      llvm::Expected<std::string> Code = compileExpression(When, Conditions);
      if (Code)
        Tensor.When = *Code;
      else
        fail(Module.Def, "condition of the tensor '" + Tensor.Name +
                             "': " + llvm::toString(Code.takeError()));
    }
    Module.Tensors.push_back(std::move(Tensor));
  }
  if (Module.Tensors.size() > 32)
    fail(Module.Def, "more than 32 tensors");
  for (const ModuleTensorDef &Tensor : Module.Tensors)
    Scope.Attributes.insert(Tensor.Name);
}

void ModuleReader::readExpansion(ModuleDef &Module, const FormulaScope &Scope) {
  StringRef Text = Module.Def->getValueAsString("Expansion");
  Module.NoExpansion = Module.Def->getValueAsString("NoExpansion");
  if (Text.trim().empty() == Module.NoExpansion.empty()) {
    fail(Module.Def, "a class has either an expansion or a reason why it has "
                     "none");
    return;
  }
  if (Text.trim().empty())
    return;
  llvm::Expected<std::string> Code = compileFormula(Text, Scope);
  if (Code)
    Module.Expansion = *Code;
  else
    fail(Module.Def, "expansion of '" + Module.Name +
                         "': " + llvm::toString(Code.takeError()));
}

ModuleDef ModuleReader::readModule(const Record *Def) {
  ModuleDef Module;
  Module.Def = Def;
  readNames(Module);
  Module.Ctor = Def->getValueAsString("Ctor");
  Module.Forward = Def->getValueAsString("Forward");
  Module.Hidden = Def->getValueAsListOfStrings("Hidden");
  Module.Submodules = Def->getValueAsListOfStrings("Submodules");
  OpSchema Ctor = readParams(Module, "constructor", Module.Ctor);
  OpSchema Forward = readParams(Module, "forward", Module.Forward);
  FormulaScope Scope;
  for (const SchemaParam &Param : Ctor.params()) {
    Scope.InitParams.insert(Param.Name);
    Scope.Attributes.insert(Param.Name);
  }
  for (const SchemaParam &Param : Forward.params())
    Scope.Locals.insert(Param.Name);
  for (StringRef Name : Module.Submodules)
    Scope.Submodules.insert(Name);
  for (StringRef Param : Module.Hidden)
    if (!Scope.InitParams.contains(Param))
      fail(Def, "the constructor has no parameter '" + Param +
                    "' that could be hidden");
  readTensors(Module, Scope);
  readExpansion(Module, Scope);
  return Module;
}

std::vector<ModuleDef> ModuleReader::read() {
  std::vector<ModuleDef> Modules;
  for (const Record *Def : Records.getAllDerivedDefinitions("ModuleClass"))
    Modules.push_back(readModule(Def));
  // Clashes are reported in the order of the td file.
  llvm::sort(Modules, [](const ModuleDef &A, const ModuleDef &B) {
    return A.Def->getID() < B.Def->getID();
  });
  llvm::StringMap<const Record *> Seen;
  for (const ModuleDef &Module : Modules) {
    std::vector<StringRef> Names = Module.Aliases;
    Names.push_back(Module.Name);
    for (StringRef Name : Names) {
      auto [It, New] = Seen.try_emplace(Name, Module.Def);
      if (New)
        continue;
      fail(Module.Def, "class '" + Name + "' is declared twice");
      llvm::PrintNote(It->second->getLoc(), "declared here first");
    }
  }
  if (Failed)
    llvm::PrintFatalError("the module classes are malformed");
  llvm::stable_sort(Modules, [](const ModuleDef &A, const ModuleDef &B) {
    return A.Name < B.Name;
  });
  return Modules;
}

std::vector<ModuleDef>
fx::tblgen::readModules(const llvm::RecordKeeper &Records) {
  return ModuleReader(Records).read();
}
