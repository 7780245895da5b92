//===- ModuleInfo.h - Classes of modules ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What the td files (include/fx/IR/Modules*.td) say about the classes of
/// modules that are a fixed formula: constructor, tensors, what print(module)
/// hides, and the formula. ModuleExpansion.h applies the formula. Classes live
/// as long as the process.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULEINFO_H
#define FX_IR_MODULEINFO_H

#include "fx/IR/OpSchema.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// A parameter or buffer that a class declares.
struct ModuleTensorInfo {
  llvm::StringRef Name;
  /// Compiled expression over the constructor's arguments; empty: always
  /// there.
  llvm::StringRef When;
  bool IsBuffer = false;
};

/// One class of modules.
class ModuleInfo {
public:
  ModuleInfo(const ModuleInfo &) = delete;
  ModuleInfo &operator=(const ModuleInfo &) = delete;

  /// `torch.nn.ReLU`.
  llvm::StringRef name() const { return Name; }
  /// What print(module) shows: `ReLU`.
  llvm::StringRef shownName() const { return ShownName; }
  /// Parameters of the constructor, without results.
  const OpSchema &constructor() const { return Ctor; }
  /// Parameters of forward, without self.
  const OpSchema &forward() const { return Forward; }
  llvm::ArrayRef<ModuleTensorInfo> tensors() const { return Tensors; }
  const ModuleTensorInfo *findTensor(llvm::StringRef Name) const;
  /// Whether print(module) never shows the constructor's parameter, so that an
  /// open tree says nothing about it.
  bool isHidden(llvm::StringRef Param) const;
  /// Names of the submodules that the formula calls.
  llvm::ArrayRef<llvm::StringRef> submodules() const { return Submodules; }
  /// The compiled formula; empty when the class has none.
  llvm::StringRef expansion() const { return Expansion; }
  /// Why there is no formula.
  llvm::StringRef whyNoExpansion() const { return NoExpansion; }

private:
  friend class ModuleRegistryImpl;
  ModuleInfo() = default;

  llvm::StringRef Name;
  llvm::StringRef ShownName;
  llvm::StringRef Expansion;
  llvm::StringRef NoExpansion;
  OpSchema Ctor;
  OpSchema Forward;
  llvm::ArrayRef<ModuleTensorInfo> Tensors;
  llvm::ArrayRef<llvm::StringRef> Hidden;
  llvm::ArrayRef<llvm::StringRef> Submodules;
};

/// The class that is called Name: qualified (`torch.nn.ReLU`,
/// `torch.nn.modules.activation.ReLU`) or as print(module) shows it (`ReLU`).
/// Of classes that are shown alike, torch.nn's own wins, then the first by
/// qualified name. Null when it is not declared. Thread-safe.
const ModuleInfo *lookupModuleClass(llvm::StringRef Name);

/// The same in any case of letters (`relu`), for command lines.
const ModuleInfo *lookupModuleClassAnyCase(llvm::StringRef Name);

/// Calls Visit for each class, built-in ones first, each table by name.
void forEachModuleClass(llvm::function_ref<void(const ModuleInfo &)> Visit);

/// The constant data that `fx-tblgen -gen-module-table` writes. Offsets are
/// into Strings.
struct ModuleTableData {
  struct Class {
    uint32_t Name;
    uint32_t ShownName;
    uint32_t Ctor;
    uint32_t Forward;
    uint32_t Expansion;
    uint32_t NoExpansion;
    uint32_t FirstText; ///< In Texts: two for each tensor, the hidden
                        ///< parameters, the submodules.
    uint8_t NumTensors;
    uint8_t NumHidden;
    uint8_t NumSubmodules;
    uint32_t Buffers; ///< Bit I: tensor I is a buffer.
  };
  struct ClassName {
    uint32_t Name;
    uint16_t Class;
  };

  const char *Strings;
  llvm::ArrayRef<uint32_t> Texts;
  llvm::ArrayRef<Class> Classes;   ///< Sorted by name.
  llvm::ArrayRef<ClassName> Names; ///< Every qualified name, sorted.
};

/// Adds a plugin's classes; Table must live as long as the process. Fails,
/// changing nothing, when a qualified name is declared already.
llvm::Error registerModuleClasses(const ModuleTableData &Table);

} // namespace fx

#endif // FX_IR_MODULEINFO_H
