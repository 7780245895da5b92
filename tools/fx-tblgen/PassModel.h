//===- PassModel.h - Passes as fx-tblgen reads them -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_PASSMODEL_H
#define FX_TBLGEN_PASSMODEL_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace fx::tblgen {

/// A checked `Option`.
struct OptionDef {
  llvm::StringRef CppName;
  llvm::StringRef Flag;
  /// The C++ type; the name of the enum class for words.
  llvm::StringRef Type;
  llvm::StringRef Default;
  llvm::StringRef Description;
  std::string ValueName;
  llvm::StringRef OldFlag;
  std::vector<llvm::StringRef> Words;
  bool IsList = false;
};

/// A checked `Statistic`.
struct StatisticDef {
  llvm::StringRef CppName;
  llvm::StringRef Name;
  llvm::StringRef Description;
};

/// A checked `Pass`.
struct PassDef {
  const llvm::Record *Def = nullptr;
  /// The name of the record, `ReplaceGelu`.
  llvm::StringRef Name;
  llvm::StringRef Flag;
  std::string Summary;
  std::string Description;
  std::string Example;
  llvm::StringRef FlagOption;
  std::vector<OptionDef> Options;
  std::vector<StatisticDef> Statistics;
  std::vector<llvm::StringRef> Preserved;
  bool Idempotent = true;
};

/// Reads and checks every Pass, sorted by flag. Mistakes are reported at the
/// place in the td file and end the program.
std::vector<PassDef> readPasses(const llvm::RecordKeeper &Records);

} // namespace fx::tblgen

#endif // FX_TBLGEN_PASSMODEL_H
