//===- FormulaParser.h - Checks and compiles formulas -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TBLGEN_FORMULAPARSER_H
#define FX_TBLGEN_FORMULAPARSER_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fx::tblgen {

/// The names that a formula may use.
struct FormulaScope {
  /// Parameters of the forward function, or operands and `result`.
  llvm::StringSet<> Locals;
  /// What may follow `self.` as a value: constructor parameters, tensors.
  llvm::StringSet<> Attributes;
  /// What may follow `init.`.
  llvm::StringSet<> InitParams;
  /// What may follow `self.` as a call.
  llvm::StringSet<> Submodules;
};

/// Compiles a formula to the prefix code of fx/IR/FormulaCode.h. The error
/// begins with the line of Text, from 1, and says what is wrong.
llvm::Expected<std::string> compileFormula(llvm::StringRef Text,
                                           const FormulaScope &Scope);

/// Compiles one expression, such as the condition of a tensor.
llvm::Expected<std::string> compileExpression(llvm::StringRef Text,
                                              const FormulaScope &Scope);

} // namespace fx::tblgen

#endif // FX_TBLGEN_FORMULAPARSER_H
