//===- FormulaArith.h - Arithmetic on constants -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What formulas and rewrite rules compute without making nodes, by the rules
/// of Python.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_FORMULAARITH_H
#define FX_IR_FORMULAARITH_H

#include "fx/IR/Argument.h"
#include "llvm/Support/Error.h"

namespace fx::formula {

/// `A Op B` of constants: numbers, sequences (+ and *), strings (+).
llvm::Expected<Argument> foldBinary(Context &Ctx, llvm::StringRef Op,
                                    const Argument &A, const Argument &B);
/// `Op A` of a number.
llvm::Expected<Argument> foldUnary(llvm::StringRef Op, const Argument &A);
/// `A Op B` for comparisons, `is`, `is not` and `in`. Numbers compare by
/// value, as in Python.
llvm::Expected<bool> foldComparison(llvm::StringRef Op, const Argument &A,
                                    const Argument &B);
/// Python's bool(); fails for a value that depends on a node.
llvm::Expected<bool> truth(const Argument &A);
/// `A[Index]` of a constant sequence.
llvm::Expected<Argument> foldItem(const Argument &A, const Argument &Index);
/// A helper of FormulaCode.h.
llvm::Expected<Argument> foldHelper(Context &Ctx, llvm::StringRef Name,
                                    llvm::ArrayRef<Argument> Args);
/// The function of Python's module `operator` for a sign: `add` for `+`; for
/// unary signs too. Empty for other texts.
llvm::StringRef operatorFunction(llvm::StringRef Op, bool Unary);

} // namespace fx::formula

#endif // FX_IR_FORMULAARITH_H
