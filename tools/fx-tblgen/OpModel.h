//===- OpModel.h - Operators as fx-tblgen reads them ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_OPMODEL_H
#define FX_TBLGEN_OPMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace fx::tblgen {

/// A checked `Spelling`.
struct SpellingDef {
  llvm::StringRef Name;
  bool IsMethod = false;
  std::vector<llvm::StringRef> Schemas;
  std::vector<llvm::StringRef> Effects;
};

/// A checked `Inverse`.
struct InverseDef {
  llvm::StringRef Param;
  llvm::StringRef Spelling;
  /// The compiled formula.
  std::string Code;
};

/// A checked `Op`.
struct OpDef {
  const llvm::Record *Def = nullptr;
  llvm::StringRef Name;
  llvm::StringRef Summary;
  std::string CppName;
  std::string Builder;
  std::vector<SpellingDef> Spellings;
  /// With namespace: aten::relu.
  std::vector<std::string> Aten;
  std::vector<llvm::StringRef> Effects;
  std::vector<InverseDef> Inverses;
  bool Commutative = false;
  bool Pointwise = false;
  /// The names that the operator list implies.
  std::vector<std::string> impliedFunctions() const;
  std::vector<std::string> impliedMethods() const;
  /// The parameters of the main function (the Builder), as Python calls them:
  /// the names of typed accessors and of inverse formulas.
  std::vector<std::string> mainParams() const;
  /// The parameters of one spelling; empty when it is not declared with a
  /// schema.
  std::vector<std::string> paramsOf(llvm::StringRef Spelling) const;
};

/// Reads and checks every Op, sorted by name. Mistakes are reported at the
/// place in the td file; then the result is empty.
std::optional<std::vector<OpDef>> readOps(const llvm::RecordKeeper &Records);

/// Every name that Python calls an operator by: the functions and methods of
/// \p Ops, and those of the operator list that none of them has. Sorted.
struct PythonNames {
  std::vector<std::string> Functions;
  std::vector<std::string> Methods;
};
PythonNames collectPythonNames(llvm::ArrayRef<OpDef> Ops);

bool isCppKeyword(llvm::StringRef Name);

/// \p Name, with a `_` after it if C++ keeps it for itself.
std::string cppIdentifier(llvm::StringRef Name);

/// The rule of one operator's values: name and rule.
using ValueRuleDef = std::pair<llvm::StringRef, llvm::StringRef>;

/// Reads and checks every ValueRule, sorted by operator. Mistakes are reported
/// as those of readOps are.
std::optional<std::vector<ValueRuleDef>>
readValueRules(const llvm::RecordKeeper &Records, llvm::ArrayRef<OpDef> Ops);

/// A member of a set of operators, and the name of the set.
using SetMemberDef = std::pair<llvm::StringRef, llvm::StringRef>;

/// Reads and checks every OpSet, sorted by operator. Mistakes are reported as
/// those of readOps are.
std::optional<std::vector<SetMemberDef>>
readOpSets(const llvm::RecordKeeper &Records, llvm::ArrayRef<OpDef> Ops);

/// `adaptive_avg_pool2d` as `AdaptiveAvgPool2d`, `__and__` as `And`.
std::string camelCase(llvm::StringRef Name);

} // namespace fx::tblgen

#endif // FX_TBLGEN_OPMODEL_H
