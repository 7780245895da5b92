//===- ModuleModel.h - Module classes as fx-tblgen reads them ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_MODULEMODEL_H
#define FX_TBLGEN_MODULEMODEL_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace fx::tblgen {

/// A checked `ModuleTensor`.
struct ModuleTensorDef {
  llvm::StringRef Name;
  std::string When; ///< Compiled.
  bool IsBuffer = false;
};

/// A checked `ModuleClass`.
struct ModuleDef {
  const llvm::Record *Def = nullptr;
  llvm::StringRef Name;
  std::string ShownName;
  std::vector<llvm::StringRef> Aliases;
  llvm::StringRef Ctor;
  llvm::StringRef Forward;
  std::vector<ModuleTensorDef> Tensors;
  std::vector<llvm::StringRef> Hidden;
  std::vector<llvm::StringRef> Submodules;
  std::string Expansion; ///< Compiled.
  llvm::StringRef NoExpansion;
};

/// Reads and checks every ModuleClass, sorted by name. Mistakes are reported
/// at the place in the td file and end the program.
std::vector<ModuleDef> readModules(const llvm::RecordKeeper &Records);

} // namespace fx::tblgen

#endif // FX_TBLGEN_MODULEMODEL_H
